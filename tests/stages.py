"""The stages of `make test` and `.ci/run`, in order: the current one, its last duration, and the slowest tests.

python -m tests.stages lint test-twin test-compiled
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.told import clock

KNOWN = Path(sys.prefix) / "stages.json"
"""Durations of the last successful runs. In the virtual environment: removed by `make clean`."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stages", nargs="+", metavar="TARGET", help="of make")
    parser.add_argument("--make", default="make", help="its command")
    given = parser.parse_args(arguments)
    known, took = seconds_known(KNOWN), {}
    for k, stage in enumerate(given.stages, 1):
        last = f"; {clock(known[stage])} the last time" if stage in known else ""
        print(f"==> {k} of {len(given.stages)}: {stage}{last}", flush=True)
        began = time.monotonic()
        code = subprocess.run([given.make, "--no-print-directory", stage], check=False).returncode
        took[stage] = time.monotonic() - began
        if code:
            print(f"==> {stage} FAILED after {clock(took[stage])}; so far: {told(took)}", flush=True)
            return code
        known[stage] = took[stage]
        KNOWN.write_text(json.dumps(known), encoding="utf-8")
    print(f"==> all passed in {clock(sum(took.values()))}: {told(took)}", flush=True)
    return 0


def seconds_known(path: Path) -> dict[str, float]:
    try:
        return {str(name): float(seconds) for name, seconds in json.loads(path.read_text(encoding="utf-8")).items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def told(took: dict[str, float]) -> str:
    return ", ".join(f"{stage} {clock(seconds)}" for stage, seconds in took.items())


if __name__ == "__main__":
    sys.exit(main())
