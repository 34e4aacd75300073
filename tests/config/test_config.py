"""A table's file against its rulebook, its paths and its people; and what is told of a file that is none."""

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.cli import main
from controller.config import TWO_PERSON, read_config
from controller.game.fields import BadInput
from controller.game.offer import check_offer
from controller.game.table.controller import Setup, TableController
from controller.library import config_folder, open_book
from controller.replay import new_game
from tests.config.made import GONE, TABLE, TWIN, changed, line_of, read, refusal, toml

# ---- the shipped files ------------------------------------------------------------------


def test_the_example_is_a_table_in_maryland_with_a_progressive_and_complete_wiring() -> None:
    config = read_config(config_folder() / "table.toml")
    assert config.offer.book.id == "md-uth"
    assert "progressive" in config.offer.wagers
    assert config.twin is None
    assert config.wiring is not None
    assert config.wiring.device == "/dev/table/dealing-device"
    assert config.wiring.keypad is not None
    assert config.wiring.badge_reader is not None
    assert config.journal.key == Path("/var/lib/table-controller/key"), "where `tablectl install` makes it"
    assert config.console.operators == Path("/etc/table-controller/operators.toml")


def test_the_simulated_table_has_a_twin_in_place_of_wiring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    config = read_config(config_folder() / "twin.toml")
    assert config.wiring is None
    assert config.twin is not None
    assert config.twin.caps is not None
    assert "reads" in config.twin.caps
    places = [config.journal.file, config.journal.key, config.console.socket]
    assert all(place.is_relative_to("/home/ada/.local/state") for place in places), "the user's own, never the checkout"
    assert config.console.operators == config_folder().absolute() / "twin-operators.toml"


def test_a_file_gives_the_same_game_as_its_record_in_the_journal(tmp_path: Path) -> None:
    config = read(tmp_path, {"order": "dealer-stays-inside"})
    offer = check_offer(open_book("md-uth"), TABLE["options"])
    made = TableController(offer, Setup("automated", "dealer-stays-inside", 2))
    assert config.game().snapshot() == made.snapshot() == new_game(config.record()).snapshot()


def test_meters_begin_at_their_resets(tmp_path: Path) -> None:
    config = read(tmp_path, {"options.progressive_reset": {"meter": "12500.50"}})
    assert config.game().table.meters == {"meter": 1_250_050}


def test_what_is_left_out_has_its_default(tmp_path: Path) -> None:
    out = {"order": GONE, "decks": GONE, "seats": GONE, "journal.rotate_mb": GONE}
    config = read(tmp_path, {**out, "console.group": GONE, "console.two_person": GONE})
    assert (config.setup.order, config.setup.decks, config.seats) == ("dealer-before-seats", 1, 6)
    assert config.journal.rotate_bytes == 256 << 20
    assert config.console.group == ""
    assert config.console.two_person == set(TWO_PERSON)


# ---- what the rulebook refuses, with its paragraph ------------------------------------------

BY_RULE: list[tuple[dict[str, Any], str, str]] = [
    ({"rulebook": "md-uht"}, "rulebook: ", "md-uth"),
    ({"rulebook": "ma-uth-2", "method": "hand", "options": {}}, "method: ", "ma-uth-2 §8(a)"),
    ({"order": "widdershins"}, "order: ", "md-uth 10.A"),
    ({"decks": 3}, "decks: ", "md-uth 3.B"),
    ({"decks": 0}, "decks: ", "md-uth 3.B"),
    ({"seats": 7}, "seats: expected 1 to 6 ", "md-uth 2.A"),
    ({"seats": 0}, "seats: expected 1 to 6 ", "md-uth 2.A"),
    ({"method": "manual_shoe", "order": GONE}, "method: expected automated, as six_card is offered ", "md-uth 7.F(4)"),
    ({"options.payout_limit": "50"}, "options.payout_limit: ", "md-uth 12.F"),
    ({"options.cover_all": True}, "options.cover_all: ", "no such field"),
    ({"options.trips": "F"}, "options.trips: expected A, B, C, D or E", ""),
    ({"options.progressive_reset": {"meter": "9999.99"}}, "options.progressive_reset.meter: expected at least 100", ""),
    ({"device": GONE}, "device: ", "md-uth 10.A"),
    ({"device": GONE, "method": "hand", "order": GONE, "options": {}}, "device: ", "md-uth 9.A(1)"),
    ({"device": GONE, "method": "manual_shoe", "order": GONE, "options": {}}, "device: ", "md-uth 3.B"),
    ({"method": "manual_shoe", "order": GONE, "options": {}, "pins.gate": GONE}, "pins.gate: ", "md-uth 8.A"),
    ({"pins.buttons.lock-out": GONE}, "pins.buttons.lock-out: ", "md-uth 10.A(2)(b)(i)"),
]


@pytest.mark.parametrize(("changes", "field", "rule"), BY_RULE, ids=range(len(BY_RULE)))
def test_what_the_rulebook_does_not_allow_is_refused_with_key_and_paragraph(
    tmp_path: Path, changes: dict[str, Any], field: str, rule: str
) -> None:
    line = refusal(tmp_path, changes)
    assert line.startswith(field)
    assert rule in line


@pytest.mark.rule("md-uth 2.C")
@pytest.mark.parametrize("part", ["lock", "buttons.lock-out"])
def test_a_progressive_is_offered_only_with_its_lock_line_and_its_lock_out(tmp_path: Path, part: str) -> None:
    assert read(tmp_path, {}).offer.progressive_wager == 100
    assert refusal(tmp_path, {f"pins.{part}": GONE}).startswith(f"pins.{part}: ")


def test_a_second_deck_needs_a_device_and_one_deck_from_a_manual_shoe_does_not(tmp_path: Path) -> None:
    by_hand = {"device": GONE, "method": "manual_shoe", "order": GONE, "options": {}}
    assert read(tmp_path, {**by_hand, "decks": 1}).wiring.device == ""  # type: ignore[union-attr]
    assert "md-uth 3.B" in refusal(tmp_path, {**by_hand, "decks": 2})


TWINS = [
    ({"twin.caps": GONE}, "md-uth 10.A"),
    ({"twin.caps": []}, "md-uth 3.B"),
    ({"twin.caps": [], "decks": 1}, "md-uth 10.A"),
    ({"twin.caps": GONE, "method": "manual_shoe", "options": {}}, "md-uth 3.B"),
    ({"twin.caps": ["stacks"], "decks": 1, "rulebook": "ma-uth-2", "options": {"cover_all": True}}, "ma-uth-2 "),
]


@pytest.mark.parametrize(("changes", "rule"), TWINS)
def test_a_twin_that_the_table_cannot_use_is_refused_with_the_paragraph(
    tmp_path: Path, changes: dict[str, Any], rule: str
) -> None:
    line = refusal(tmp_path, changes, TWIN)
    assert line.startswith("twin.caps: ")
    assert rule in line


# ---- keys, paths, people ------------------------------------------------------------------------

BY_KEY: list[tuple[dict[str, Any], str]] = [
    ({"nmae": "UTH"}, "nmae: expected no such field"),
    ({"journal.rotate": 5}, "journal.rotate: expected no such field"),
    ({"pins.buzzer": 5}, "pins.buzzer: expected no such field"),
    ({"spots.chain.length": 5}, "spots.chain.length: expected no such field"),
    ({"keypad.model": "x"}, "keypad.model: expected no such field"),
    ({"line\nbreak": 1}, "line\\nbreak: expected no such field"),
    ({"pins.buttons.line\nbreak": 5}, "pins.buttons.line\\nbreak: expected no such field"),
    ({"pins.buttons.line\nbreak": "x"}, "pins.buttons.line\\nbreak: expected a whole number"),
    ({"spots.pins": {"line\nbreak": True}}, "spots.pins.line\\nbreak: expected a whole number"),
    ({"name": GONE}, "name: expected a value"),
    ({"name": " "}, "name: expected a name"),
    ({"name": "x" * 41}, "name: expected a name"),
    ({"name": "\x1b[31mred"}, "name: expected a name"),
    ({"name": 12}, "name: expected a text, got 12"),
    ({"decks": True}, "decks: expected a whole number, got true"),
    ({"decks": 1.0}, "decks: expected a whole number"),
    ({"decks": 1 << 64}, "decks: expected a whole number of at most 64 bits"),
    ({"journal.rotate_mb": 0}, "journal.rotate_mb: expected 1 to "),
    ({"journal.file": ""}, "journal.file: expected the path of a file"),
    ({"journal.file": "/var/lib/"}, "journal.file: expected the path of a file"),
    ({"journal.file": "a\x00b"}, "journal.file: expected the path of a file"),
    ({"journal.file": "~nobody-of-that-name/x"}, "journal.file: expected a path without ~"),
    ({"journal.file": "/x/one", "journal.key": "/x/one"}, "journal.key: expected a file of its own"),
    ({"console.socket": "/" + "x" * 107}, "console.socket: expected a path of at most 107 bytes"),
    ({"console.group": "two words"}, "console.group: expected the name of a group"),
    ({"console.two_person": ["device-out", "dance"]}, "console.two_person[1]: expected open, "),
    ({"pins": GONE}, "pins: expected a table, or else one named twin"),
    ({"spots": GONE}, "spots: expected a table, or else one named twin"),
    ({"keypad": GONE}, "keypad: expected a table, or else one named twin"),
    ({"twin": {}}, "device: expected no such table beside twin"),
]


@pytest.mark.parametrize(("changes", "told"), BY_KEY, ids=range(len(BY_KEY)))
def test_a_key_that_is_wrong_is_named(tmp_path: Path, changes: dict[str, Any], told: str) -> None:
    assert refusal(tmp_path, changes).startswith(told)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"twin.pace": 0}, "twin.pace: expected 1 to 1000, got 0"),
        ({"twin.mistakes": 101}, "twin.mistakes: expected 0 to 100, got 101"),
        ({"twin.caps": ["flies"]}, "twin.caps[0]: expected reads, "),
        ({"twin.weather": "fine"}, "twin.weather: expected no such field"),
        ({"pins": {"lock": 18, "buttons": {}}}, "pins: expected no such table beside twin"),
    ],
)
def test_a_twin_s_keys_are_checked_too(tmp_path: Path, changes: dict[str, Any], told: str) -> None:
    assert refusal(tmp_path, changes, TWIN).startswith(told)


def test_paths_are_taken_from_the_folder_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    changes = {"journal.file": "own/journal.db", "journal.key": "~/key", "console.socket": "/run/table"}
    for folder in (tmp_path, Path(os.path.relpath(tmp_path))):
        config = read(folder, changes)
        assert (config.journal.file, config.journal.key) == (tmp_path / "own/journal.db", Path("/home/ada/key"))
        assert config.console.socket == Path("/run/table")


# ---- files that are none ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b'name = "x"\nrulebook md-uth\n', "line 2"),
        (b"name = 1\n\nname = 2\n", "line 3"),
        (b"[pins]\nlock = 0x\n", "line 2"),
        (b'name = "x"\nname2 = "\xff"\n', "line 2"),
        (b"x = " + b"9" * 5000, "expected TOML"),
        (b"x = " + b"[" * 20_000, "expected TOML of ordinary depth"),
        (b"#" * 300_000, "expected at most"),
        ('name = "ü" ü'.encode(), "line 1"),
    ],
    ids=lambda part: ascii(part)[:20],
)
def test_toml_that_cannot_be_read_is_told_with_its_line(tmp_path: Path, data: bytes, told: str) -> None:
    (tmp_path / "own.toml").write_bytes(data)
    with pytest.raises(BadInput, match=told) as refused:
        read_config(tmp_path / "own.toml")
    line = str(refused.value)
    assert line.startswith("own.toml: ")
    assert line.isascii()
    assert line.isprintable()


@pytest.mark.parametrize("name", ["nowhere.toml", ".", "two\nlines", "zero\0byte"])
def test_a_file_that_is_not_there_is_told_in_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match="a file that can be read") as refused:
        read_config(tmp_path / name)
    assert str(refused.value).isprintable()


VALUES = st.recursive(
    st.one_of(st.integers(-(2**70), 2**70), st.text(max_size=8), st.booleans(), st.floats(allow_nan=False)),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text(max_size=5), parts, max_size=3),
    max_leaves=5,
)


def paths(table: dict[str, Any], above: str = "") -> list[str]:
    found = []
    for name, value in table.items():
        found.append(f"{above}{name}")
        if isinstance(value, dict):
            found += paths(value, f"{above}{name}.")
    return found


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from([(TABLE, path) for path in paths(TABLE)] + [(TWIN, path) for path in paths(TWIN)]), VALUES)
def test_whatever_stands_at_a_key_it_is_good_or_one_line(tmp_path: Path, place: Any, value: Any) -> None:
    table, path = place
    file = tmp_path / "own.toml"
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        value = 1.5
    file.write_text(toml(changed(table, {path: value})).replace("Infinity", "inf"), encoding="utf-8")
    try:
        read_config(file)
    except BadInput as refused:
        line_of(refused)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(paths(TABLE)))
def test_no_key_may_be_added_anywhere(tmp_path: Path, path: str) -> None:
    """Beside each key that is there."""
    above = path.rpartition(".")[0]
    if above in ("options.progressive_reset", "spots"):
        above = ""
    line = refusal(tmp_path, {f"{above}.surplus".removeprefix("."): 1})
    assert line.startswith(f"{above}.surplus: expected no such field".removeprefix("."))


def test_a_machine_without_pins_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Of a real table's file, on a desk: no traceback, and no service that plays without hardware."""
    if find_spec("RPi") is not None:
        pytest.skip("there are pins on this machine")
    assert main(["run", "--config", str(config_folder() / "table.toml")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("tablectl run: no pins on this machine: ")
    assert said.count("\n") == 1
