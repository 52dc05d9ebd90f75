# Everything from a fresh clone with only make and Python 3.11 or newer. `make` lists the targets.

# The first Python that is new enough and can create virtual environments. A command may exist but not run.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3.14 python3 python; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo $$p; break; }; done)
VENV ?= .venv
BIN = $(VENV)/bin
WORKERS ?= 2
SEED ?= 1
SETS ?= deluxe
RUN ?= runs/deluxe
PYTEST = $(BIN)/python -m pytest -q --told -n $(WORKERS)
# What needs Ray runs in test-extras alone: in one process, with RAY_AUTH_MODE.
NO_RAY = --ignore tests/lab/arena/test_ray.py --ignore tests/adapters/test_cluster.py --ignore tests/learning/test_on_a_cluster.py
EXTRAS = tests/lab/arena/test_ray.py tests/learning/test_on_a_cluster.py tests/lab/arena/test_faces.py tests/lab/dataset tests/adapters/test_cluster.py tests/web/test_widget.py tests/players/agents/test_onnx_model.py -k "cluster or parquet or dataset or widget or onnx"

# What needs no torch, and nothing that takes minutes.
LOWEST = tests/core tests/cli tests/game tests/envs/test_aec.py tests/envs/test_gym.py tests/envs/test_gym_vector.py tests/envs/test_pettingzoo.py \
	tests/envs/test_vector.py tests/players/network/test_playing.py \
	--ignore tests/game/test_docs.py --ignore tests/cli/test_demo.py --ignore tests/cli/test_train.py

.DEFAULT_GOAL := help
.PHONY: help demo train ladder test ci lint test-quick test-quick-compiled test-twin compile test-compiled test-robust test-extras test-browser screenshots fuzz bench bench-regression compare frameworks frameworks-text docs lowest package release clean

help:  ## this text
	@echo "munchkin_env: the card game Munchkin as a reinforcement-learning environment"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-17s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo
	@echo "Variables: GAMES=n (fuzz)  STATES=n (fuzz)  SEED=n (fuzz)  WORKERS=n (tests, fuzz; default 2)  ARGS=… (more options for pytest, bench, demo, train)"
	@echo "           SETS=\"star western\" (fuzz: these sets, shuffled together; default: deluxe)"
	@echo "           PYTHON=/path/to/python3 (default: the first of 3.11 or newer)  NUMBA_BOUNDSCHECK=1 (test-compiled)"
	@echo "The first use creates $(VENV)/ with the versions of constraints.txt. The first compiled run takes one to two minutes longer."

demo: $(VENV)/trains  ## a network learns to correct a bot, in about ten minutes (runs/demo, runs/demo-2 …: policy, curve, report, games to watch; continues if interrupted)
	@$(BIN)/munchkin compile
	@$(BIN)/munchkin demo $(ARGS)

train: $(VENV)/trains  ## the real training, one to two hours (RUN=runs/deluxe: policy, curves, figures; continues if interrupted)
	@$(BIN)/munchkin compile
	@$(BIN)/munchkin train --out $(RUN) --final-games 10000 $(ARGS)

ladder: $(VENV)/ready  ## who beats whom, from random to search, at every table; hours (runs/ladder: table, plot; continues if interrupted)
	@$(BIN)/munchkin compile
	@$(BIN)/munchkin lab ladder --out runs/ladder --workers $(WORKERS) $(ARGS)

test: $(VENV)/ready  ## lint, types and the quick tests, in plain Python and compiled; shows progress
	@$(BIN)/python -m tests.stages --make "$(MAKE)" lint test-quick compile test-quick-compiled

ci: $(VENV)/ready  ## all tests, the documentation, and packages: what CI runs, in about 25 minutes
	@$(BIN)/python -m tests.stages --make "$(MAKE)" lint test-twin compile test-compiled test-robust test-extras test-browser docs package

lint: $(VENV)/ready  ## ruff (rules, format), mypy --strict, codespell
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/codespell

test-quick: $(VENV)/ready
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not slow and not browser" $(NO_RAY) $(ARGS)

test-quick-compiled: $(VENV)/ready
	NUMBA_DISABLE_JIT=0 $(PYTEST) -m "compiled and not slow" $(NO_RAY) $(ARGS)

test-twin: $(VENV)/ready  ## all tests in plain Python: no compilation, debuggers and coverage work
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not browser" $(NO_RAY) $(ARGS)

compile: $(VENV)/ready
	@NUMBA_DISABLE_JIT=0 $(BIN)/munchkin compile

test-robust: $(VENV)/ready  ## rerun some tests as on other processors, on one core, in other orders
	@$(BIN)/python -m tests.robust --workers $(WORKERS) $(ARGS)

test-browser: $(VENV)/ready  ## the tests of pages, in Chromium (Debian: apt install chromium)
	NUMBA_DISABLE_JIT=1 $(PYTEST) -n 0 -rs -m browser $(ARGS)

screenshots: $(VENV)/ready  ## take the pictures of the documentation again (docs/images), in Chromium
	@$(BIN)/python -m tests.screenshots

test-extras: $(VENV)/extras  ## the tests that need more libraries: Ray, Parquet, anywidget, ONNX Runtime
	NUMBA_DISABLE_JIT=0 RAY_AUTH_MODE=disabled $(PYTEST) -n 0 -rs $(EXTRAS) $(ARGS)

test-compiled: $(VENV)/ready  ## all tests marked `compiled`, with compiled kernels
	NUMBA_DISABLE_JIT=0 $(PYTEST) -m compiled $(NO_RAY) $(ARGS)

fuzz: GAMES ?= 20000
fuzz: STATES ?= 100000
fuzz: MESSAGES ?= 100000
fuzz: $(VENV)/ready  ## check the properties after every step of GAMES random games (20000) with SETS, information leaks, STATES forged positions (100000), GAMES hostile files, MESSAGES hostile messages (100000)
	@$(BIN)/python -m tests.fuzz --games $(GAMES) --seed $(SEED) --workers $(WORKERS) $(addprefix --set ,$(SETS)) $(ARGS)
	@HONESTY_GAMES=$$(( $(GAMES) / 100 )) HONESTY_SETS="$(SETS)" NUMBA_DISABLE_JIT=0 \
		$(PYTEST) tests/envs/test_honesty.py tests/envs/test_public.py
	@NUMBA_DISABLE_JIT=0 $(BIN)/python -m tests.forged --states $(STATES) --seed $(SEED)
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -m tests.hostile_files --files $(GAMES) --seed $(SEED)
	@DAMAGED_FILES=$(GAMES) DAMAGED_SEED=$(SEED) HOSTILE_ALL=1 NUMBA_DISABLE_JIT=1 $(PYTEST) tests/lab/arena/test_damaged.py tests/lab/arena/test_hostile.py
	@MESSAGES=$(MESSAGES) MESSAGES_SEED=$(SEED) NUMBA_DISABLE_JIT=1 $(PYTEST) -n 0 tests/serve/test_hostile_messages.py

bench: $(VENV)/ready  ## measure speed (ARGS="--only clones_per_s" for one number)
	@$(BIN)/munchkin bench --json $(ARGS)

bench-regression: $(VENV)/ready  ## fail if this tree is slower by half than the last release (ARGS="--base COMMIT")
	@$(BIN)/python -m benchmarks.regression $(ARGS)

compare: .venv-peers/ready  ## measure the same loop in other simulators (installs them into .venv-peers/; ARGS="--only rlcard --json")
	@.venv-peers/bin/python -m benchmarks.compare $(ARGS)

frameworks: .venv-frameworks/ready .venv-agilerl/ready  ## run the examples of docs/frameworks (installs RLlib, TorchRL, Tianshou, OpenSpiel, AgileRL: 5 GB)
	@.venv-frameworks/bin/munchkin compile
	.venv-frameworks/bin/python -m pytest -q tests/frameworks/run_rllib_env.py tests/frameworks/run_torchrl_env.py tests/frameworks/run_openspiel.py tests/frameworks/run_pages.py -k "not agilerl and not words" $(ARGS)
	.venv-agilerl/bin/python -m pytest -q tests/frameworks/run_pages.py -k agilerl $(ARGS)

frameworks-text: export NUMBA_DISABLE_JIT = $(if $(filter-out 0,$(WORD_GAMES)),0,1)
frameworks-text: .venv-frameworks-text/ready .venv-frameworks-openenv/ready  ## the same for games in words (MCP, verifiers, TextArena, OpenEnv), in plain Python (WORD_GAMES=100: so many whole games in each set and adapter, compiled; half an hour)
	@$(if $(filter-out 0,$(WORD_GAMES)),.venv-frameworks-text/bin/munchkin compile && .venv-frameworks-openenv/bin/munchkin compile)
	.venv-frameworks-text/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -e environments/munchkin
	.venv-frameworks-text/bin/python -m pytest -q tests/frameworks/run_mcp.py tests/frameworks/run_textarena.py \
		tests/frameworks/run_verifiers.py tests/frameworks/run_pages.py -k "mcp or textarena or verifiers" $(ARGS)
	.venv-frameworks-openenv/bin/python -m pytest -q tests/frameworks/run_openenv.py tests/frameworks/run_pages.py -k openenv $(ARGS)

docs: .venv-docs/ready  ## the documentation as a site with search and an API reference (build/docs/index.html)
	@rm -rf build/docs
	.venv-docs/bin/python -m sphinx -W --keep-going -q -c docs -d build/doctrees . build/docs
	@echo "build/docs/index.html"

lowest: .venv-lowest/ready  ## some tests with the lowest versions that pyproject.toml allows
	NUMBA_DISABLE_JIT=1 .venv-lowest/bin/python -m pytest -q $(LOWEST) $(ARGS)
	NUMBA_DISABLE_JIT=0 .venv-lowest/bin/python -m pytest -q -m compiled tests/core tests/compiled/test_twin.py $(ARGS)

package: .venv-release/ready  ## build the source distribution, the pure wheel and the one with compiled code, and try each in an empty environment
	@.venv-release/bin/python -m tests.release $(ARGS)

release: .venv-release/ready  ## the same, the pure wheel also compiled, for a release (docs/releasing.md; TAG=1 tags it)
	@.venv-release/bin/python -m tests.release --compiled $(if $(TAG),--tag) $(ARGS)

clean:  ## remove the virtual environment, all caches and compiled code
	rm -rf $(VENV) .venv-peers .venv-frameworks .venv-frameworks-text .venv-frameworks-openenv .venv-agilerl .venv-docs .venv-lowest .venv-release build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/ready: pyproject.toml constraints.txt
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(MAKE) --no-print-directory venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]' -c constraints.txt
	@touch $@

$(VENV)/extras: $(VENV)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,notebook,onnx,parquet,ray]' -c constraints.txt
	$(BIN)/python -c "import anywidget, onnxruntime, pyarrow, ray"
	@touch $@

# What training needs in addition: plots, TensorBoard.
$(VENV)/trains: $(VENV)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,train]' -c constraints.txt
	@touch $@

# Extras with conflicting versions get their own environments: .venv-peers/ has the extra "peers", and so on.
.venv-%/ready: pyproject.toml constraints-%.txt
	@$(MAKE) --no-print-directory venv VENV=$(@D)
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[$*]' -c constraints-$*.txt
	@touch $@

.PHONY: venv
venv:
	@found="$(PYTHON)"; test -n "$$found" || { \
		echo "No Python 3.11 or newer with the venv module was found."; \
		echo "Install one (python.org; on Debian and Ubuntu also the package python3-venv), or specify its path:"; \
		echo "    make test PYTHON=/path/to/python3"; exit 1; }; \
	echo "creating $(VENV)/ with $$found"; "$$found" -m venv --clear $(VENV)
