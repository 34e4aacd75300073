"""`tablectl config`: a summary and exit code 0, or one line and exit code 2."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main
from controller.library import config_folder
from controller.pin import PinHash
from tests.config.made import GONE, TABLE, TWIN, changed, toml

TABLECTL = str(Path(sys.executable).with_name("tablectl"))


def said(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = main(["config", *args])
    return code, *capsys.readouterr()


def own(folder: Path, changes: dict[str, Any], of: dict[str, Any] = TABLE) -> str:
    (folder / "own.toml").write_text(toml(changed(of, changes)), encoding="utf-8")
    return str(folder / "own.toml")


@pytest.mark.parametrize("name", ["table.toml", "twin.toml"])
def test_the_shipped_files_are_good(name: str) -> None:
    done = subprocess.run([TABLECTL, "config", str(config_folder() / name)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "md-uth" in done.stdout


def rows(out: str) -> dict[str, str]:
    return {line[:12].strip(): line[12:].strip() for line in out.splitlines()[1:]}


def test_a_person_sees_what_the_file_means(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = said(capsys, own(tmp_path, {"options.payout_limit": "80000"}))
    assert (code, err) == (0, "")
    assert out.startswith("UTH 12: Ultimate Texas Hold 'Em, Maryland")
    told = rows(out)
    assert told["dealing"] == "automated, dealer-before-seats; 2 decks; 6 seats"
    assert told["wagers"] == "ante, blind A, play, trips A, progressive A (1.00), six_card A, pairs A"
    assert told["meters"] == "meter from 10000.00"
    assert told["limits"] == "80000.00 a hand"
    assert told["wiring"] == "8 buttons, 42 spots, 14 lamps, gate, door on 28 pins"
    assert told["plugs"].startswith(
        "dealing device /dev/table/dealing-device, keypad 04d9:a02a, badge reader 0c27:3bfa"
    )
    assert told["two people"] == "change-method, clear-fault, device-out, remove-deck"


def test_what_a_table_has_not_is_not_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    by_hand = {"device": GONE, "method": "manual_shoe", "order": GONE, "decks": 1, "options": {}}
    _, out, _ = said(capsys, own(tmp_path, {**by_hand, "console.two_person": []}))
    told = rows(out)
    assert told["dealing"] == "manual_shoe, singly; 1 deck; 6 seats"
    assert told["wagers"] == "ante, blind A, play"
    assert told["plugs"].startswith("no dealing device, ")
    assert not {"meters", "limits", "simulated", "two people"} & set(told)


def test_a_simulated_table_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, out, _ = said(capsys, own(tmp_path, {"twin.bots": False}, TWIN))
    assert rows(out)["simulated"].endswith("; nobody plays; seed 1")
    assert "wiring" not in rows(out)


@pytest.mark.parametrize("changes", [{"decks": 3}, {"decks": 1 << 70}, {"nmae": 1}])
def test_a_bad_file_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, changes: dict[str, Any]
) -> None:
    code, out, err = said(capsys, own(tmp_path, changes))
    assert (code, out) == (2, "")
    assert err.startswith("tablectl config: own.toml: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("place", ["", "nowhere.toml"])
def test_no_file_is_one_line_and_exit_code_2(capsys: pytest.CaptureFixture[str], tmp_path: Path, place: str) -> None:
    code, out, err = said(capsys, str(tmp_path / place))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


def test_an_operators_file_is_checked_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "operators.toml"
    line = f'[[operator]]\nid = "F1"\nname = "Ada"\nrole = "floor"\npin = "{PinHash.of("1234", 1 << 14).text}"\n'
    file.write_text(line + '[[operator]]\nid = "D1"\nname = "Bea"\nrole = "dealer"\nbadge = "17"\n', encoding="utf-8")
    file.chmod(0o640)
    assert said(capsys, "--operators", str(file)) == (0, "1 floor, 1 dealer\n", "")
    file.chmod(0o644)
    code, out, err = said(capsys, "--operators", str(file))
    assert (code, out) == (2, "")
    assert "mode 640 or less, not 644" in err
