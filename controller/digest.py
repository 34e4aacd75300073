"""The digest of the program and its rulebooks as they are installed, to be kept off the box and compared.

A checkout and an installed wheel of the same sources have the same digest. Each file counts with its SHA-256 and its
path; a digest is the SHA-256 of these lines as sha256sum writes them, so that anybody can work it out without us.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import controller
import drivers
from controller.library import config_folder

COUNTED = frozenset({".py", ".toml", ".csv", ".bin", ".so", ".pyc"})
"""What runs or is read. The last two are not ours, but Python would load one that lies beside our files."""
CARRIED = ("config", "systemd")
"""Folders that a wheel carries inside the package and a checkout beside it. They are no part of the program."""
TEXTS = ("paragraphs.csv", "readings.csv")


@dataclass(frozen=True, slots=True)
class Digest:
    whole: str
    parts: dict[str, str]
    """`controller`, `drivers`, `rulebooks`."""
    files: dict[str, str]
    """By path, as in a checkout."""


def digest() -> Digest:
    return digest_of(_folder(controller.__file__), _folder(drivers.__file__), config_folder())


def digest_of(program: Path, hardware: Path, config: Path) -> Digest:
    """Of the packages controller and drivers and the folder of the rulebooks, wherever they lie."""
    rulebooks = [*(config / name for name in TEXTS), *_counted(config / "rulebooks")]
    parts = {
        "controller": _hashes(_counted(program, CARRIED), program, "controller"),
        "drivers": _hashes(_counted(hardware), hardware, "drivers"),
        "rulebooks": _hashes(rulebooks, config, "config"),
    }
    files = {path: value for part in parts.values() for path, value in part.items()}
    return Digest(_sum(files), {name: _sum(part) for name, part in parts.items()}, files)


def run(*, as_json: bool = False, verbose: bool = False) -> int:
    found = digest()
    if as_json:
        print(json.dumps({"digest": found.whole, "parts": found.parts, "files": found.files}, indent=2))
        return 0
    print(f"sha256:{found.whole}")
    if verbose:
        for name, value in [*found.parts.items(), *sorted(found.files.items())]:
            print(f"{value}  {name}")
    return 0


def _folder(file: str | None) -> Path:
    assert file is not None, "the packages are folders on disk"
    return Path(file).parent


def _counted(folder: Path, without: tuple[str, ...] = ()) -> Iterator[Path]:
    """What Python makes by itself, in __pycache__, does not count: it comes and goes."""
    for file in folder.rglob("*"):
        inside = file.relative_to(folder).parts
        if file.suffix in COUNTED and "__pycache__" not in inside and inside[0] not in without and file.is_file():
            yield file


def _hashes(files: Iterable[Path], folder: Path, called: str) -> dict[str, str]:
    return {f"{called}/{file.relative_to(folder).as_posix()}": sha256(file.read_bytes()).hexdigest() for file in files}


def _sum(files: dict[str, str]) -> str:
    """The names are ASCII: their order is the same everywhere, as with LC_ALL=C sort."""
    return sha256("".join(f"{value}  {path}\n" for path, value in sorted(files.items())).encode()).hexdigest()
