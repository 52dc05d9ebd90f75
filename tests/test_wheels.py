"""How the wheel with compiled code is packed."""

import base64
import csv
import hashlib
import sys
import zipfile
from pathlib import Path

import pytest

from munchkin_env.core.shipped import level
from tests.wheels import pack, platform_tags

INFO = "toy-1.0.dist-info"


def packed(folder: Path) -> Path:
    package = folder / "package"
    (package / INFO).mkdir(parents=True)
    (package / INFO / "WHEEL").write_text("Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n\n")
    (package / INFO / "RECORD").write_text("stale,,\n")
    (package / "toy" / "compiled").mkdir(parents=True)
    (package / "toy" / "compiled" / "one.kernel").write_bytes(b"code")
    (package / "toy" / "__pycache__").mkdir()
    (package / "toy" / "__pycache__" / "x.pyc").write_bytes(b"")
    return pack(package, folder / "toy-1.0-py3-none-any.whl", ["cp311-cp311-linux_one", "cp311-cp311-linux_two"])


def test_its_name_and_tags_say_where_it_fits(tmp_path: Path) -> None:
    wheel = packed(tmp_path)
    assert wheel == tmp_path / "toy-1.0-cp311-cp311-linux_one.linux_two.whl"
    with zipfile.ZipFile(wheel) as inside:
        assert inside.read(f"{INFO}/WHEEL").decode().splitlines() == [
            "Wheel-Version: 1.0",
            "Generator: test",
            "Root-Is-Purelib: false",
            "Tag: cp311-cp311-linux_one",
            "Tag: cp311-cp311-linux_two",
        ]


def test_its_record_has_every_file(tmp_path: Path) -> None:
    with zipfile.ZipFile(packed(tmp_path)) as inside:
        names = inside.namelist()
        rows = {name: (digest, size) for name, digest, size in csv.reader(inside.read(f"{INFO}/RECORD").decode().splitlines())}
        assert sorted(names) == sorted(rows) == sorted([f"{INFO}/RECORD", f"{INFO}/WHEEL", "toy/compiled/one.kernel"])
        digest = base64.urlsafe_b64encode(hashlib.sha256(b"code").digest()).decode().rstrip("=")
        assert rows["toy/compiled/one.kernel"] == (f"sha256={digest}", "4") and rows[f"{INFO}/RECORD"] == ("", "")
        assert {entry.external_attr >> 16 for entry in inside.infolist()} == {0o100644}  # nobody but the owner can write it


@pytest.mark.skipif(level() is None, reason="no wheel is made for this platform")
def test_it_fits_where_numba_fits() -> None:
    tags = platform_tags()
    assert tags and all(tag.startswith(f"cp{sys.version_info[0]}{sys.version_info[1]}-") for tag in tags)
