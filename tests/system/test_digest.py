"""The digest: the same for the same sources wherever they lie, another for any that differ."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from controller import digest
from controller.library import config_folder

SOURCE = config_folder().parent
LEFT_OUT = shutil.ignore_patterns("__pycache__")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy, so that nothing changes under the test."""
    place = tmp_path / "checkout"
    for name in ("controller", "drivers", "config", "systemd"):
        shutil.copytree(SOURCE / name, place / name, ignore=LEFT_OUT)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(SOURCE / name, place)
    return place


def of(place: Path) -> digest.Digest:
    return digest.digest_of(place / "controller", place / "drivers", place / "config")


def told_by(place: Path, elsewhere: Path) -> str:
    """What the packages in that folder say of themselves, in a process of their own."""
    script = "import controller; from controller import digest; print(controller.__file__); digest.run()"
    told = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(place)},
        cwd=elsewhere,
        capture_output=True,
        text=True,
        check=True,
    )
    file, line = told.stdout.splitlines()
    assert Path(file).is_relative_to(place)
    return line


def test_an_installed_wheel_has_the_checkout_s_digest(checkout: Path, tmp_path: Path) -> None:
    """Laid out as pyproject.toml has the wheel laid out."""
    wheel = tomllib.loads((checkout / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    place = tmp_path / "site-packages"
    for package in wheel["packages"]:
        shutil.copytree(checkout / package, place / package)
    for origin, inside in {"systemd": "controller/systemd", **wheel["force-include"]}.items():
        shutil.copytree(checkout / origin, place / inside)
    assert not (place / "config").exists()
    assert told_by(place, tmp_path) == told_by(checkout, tmp_path) == f"sha256:{of(checkout).whole}"


@pytest.mark.skipif(
    not importlib.util.find_spec("hatchling"), reason="no hatchling: the wheel is laid out by hand only"
)
def test_a_wheel_as_it_is_built_has_the_checkout_s_digest(checkout: Path, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--wheel-dir", str(tmp_path), str(checkout)], check=True)
    [built] = tmp_path.glob("*.whl")
    zipfile.ZipFile(built).extractall(tmp_path / "site-packages")
    assert told_by(tmp_path / "site-packages", tmp_path) == f"sha256:{of(checkout).whole}"


def test_the_digest_is_of_what_runs(checkout: Path) -> None:
    files = digest.digest().files
    assert {"controller/cli.py", "controller/game/ranking.bin", "drivers/ports.py", "config/readings.csv"} <= set(files)
    assert {name for name in files if name.startswith("config/rulebooks/")} == {
        f"config/rulebooks/{file.name}" for file in (SOURCE / "config/rulebooks").glob("*.toml")
    }


@pytest.mark.parametrize(
    ("place", "part"),
    [
        ("controller/game/settlement.py", "controller"),
        ("controller/game/ranking.bin", "controller"),
        ("drivers/ports.py", "drivers"),
        ("config/rulebooks/md-uth.toml", "rulebooks"),
        ("config/paragraphs.csv", "rulebooks"),
        ("config/readings.csv", "rulebooks"),
    ],
)
def test_one_bit_anywhere_changes_the_digest_and_its_part(checkout: Path, place: str, part: str) -> None:
    before = of(checkout)
    data = bytearray((checkout / place).read_bytes())
    data[len(data) // 2] ^= 1
    (checkout / place).write_bytes(data)
    after = of(checkout)
    assert after.whole != before.whole
    assert [name for name in before.parts if after.parts[name] != before.parts[name]] == [part]


@pytest.mark.parametrize(
    "place",
    [
        "controller/extra.py",
        "controller/journal.cpython-311-x86_64-linux-gnu.so",
        "drivers/x.pyc",
        "config/rulebooks/x.toml",
    ],
)
def test_a_file_more_a_file_less_or_a_file_renamed_is_seen(checkout: Path, place: str) -> None:
    before = of(checkout)
    (checkout / place).write_bytes(b"")
    more = of(checkout)
    (checkout / place).rename((checkout / place).with_stem("y"))
    renamed = of(checkout)
    assert len({before.whole, more.whole, renamed.whole}) == 3
    (checkout / place).with_stem("y").unlink()
    assert of(checkout) == before


def test_what_python_leaves_behind_and_what_is_no_program_do_not_count(checkout: Path) -> None:
    before = of(checkout)
    for place in ("controller/__pycache__/cli.cpython-311.pyc", "drivers/device/__pycache__/x.py", "drivers/notes.md"):
        (checkout / place).parent.mkdir(exist_ok=True)
        (checkout / place).write_bytes(b"x")
    (checkout / "config/table.toml").write_text("of the house", encoding="utf-8")
    os.utime(checkout / "controller/cli.py", (1, 1))
    assert of(checkout) == before


def test_anybody_can_work_it_out_with_sha256sum(checkout: Path) -> None:
    """Without a line of ours."""
    script = (
        "(find controller drivers -name __pycache__ -prune -o -type f"
        " \\( -name '*.py' -o -name '*.toml' -o -name '*.csv' -o -name '*.bin' \\) -print;"
        " echo config/paragraphs.csv; echo config/readings.csv; find config/rulebooks -name '*.toml')"
        " | LC_ALL=C sort | xargs sha256sum | sha256sum"
    )
    told = subprocess.run(["sh", "-c", script], cwd=checkout, capture_output=True, text=True, check=True).stdout
    assert told.split()[0] == of(checkout).whole


def test_one_line_and_on_request_every_part(capsys: pytest.CaptureFixture[str]) -> None:
    found = digest.digest()
    assert digest.run() == 0
    assert capsys.readouterr().out == f"sha256:{found.whole}\n"
    assert digest.run(verbose=True) == 0
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == f"sha256:{found.whole}"
    assert f"{found.parts['rulebooks']}  rulebooks" in rest
    assert f"{found.files['controller/cli.py']}  controller/cli.py" in rest
    assert digest.run(as_json=True) == 0
    said = json.loads(capsys.readouterr().out)
    assert said == {"digest": found.whole, "parts": found.parts, "files": found.files}
