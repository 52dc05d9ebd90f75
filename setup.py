"""What pyproject.toml cannot say: a wheel has the rules and the names of their tests, for `munchkin rules` without a checkout."""

import importlib.util
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent


class BuildWithRules(build_py):
    """Also writes munchkin_env/cli/rules.json. The module that reads them is loaded by itself: the package cannot be imported."""

    def run(self) -> None:
        super().run()
        if getattr(self, "editable_mode", False):  # a checkout has the originals
            return
        spec = importlib.util.spec_from_file_location("proofs", ROOT / "munchkin_env" / "cli" / "proofs.py")
        assert spec is not None and spec.loader is not None
        proofs = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(proofs)
        target = Path(self.build_lib) / "munchkin_env" / "cli" / "rules.json"
        target.write_text(proofs.as_json(*proofs.coverage(ROOT)), encoding="utf-8")


setup(cmdclass={"build_py": BuildWithRules})
