"""A rulebook file that cannot be used is refused in one line, by its name and the key at fault."""

import shutil
from pathlib import Path

import pytest

from controller.game.fields import BadInput
from controller.library import config_folder, open_book, rulebook_ids


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    return Path(shutil.copytree(config_folder() / "rulebooks", tmp_path / "rulebooks"))


def refusal(shelf: Path, name: str) -> str:
    with pytest.raises(BadInput) as refusal:
        open_book(name, shelf)
    (line,) = str(refusal.value).splitlines()
    assert line.isascii()
    return line


ROYAL = '{ hand = "royal-flush", pays = "50 to 1", item = "(a)" }'
TRIPS_A = "paytables.trips[0]"
TABLE = 'id = "A"\nrows = [{ hand = "flush", pays = "1 to 1" }]\notherwise = "lose"\ncite = "R1"\n'
TIE_TABLE = """[[paytables.tie]]
id = "tie"
rows = [
    { hand = "both-hands", pays = "20 to 1" },
    { hand = "high-hand", pays = "4 to 1" },
    { hand = "low-hand", pays = "4 to 1" },
]
otherwise = "lose"
cite = "40.11(c)"
"""
SPOILED = {  # the file, its text, what it becomes, and the key that is named
    "unknown key": ("md-uth", "most = 6\n", "most = 6\nleast = 1\n", "seats.least"),
    "unknown table": ("md-uth", "[cut]\n", "[shave]\nclose = true\n\n[cut]\n", "shave"),
    "unknown key in a row": ("md-uth", ROYAL, ROYAL.replace("item", "colour"), f"{TRIPS_A}.rows[0].colour"),
    "unknown irregularity": ("nj-uth", "[irregularities.one_face_up]", "[irregularities.two]", "irregularities.two"),
    "missing key": ("md-uth", "most = 6\n", "", "seats.most"),
    "missing key in a row": ("md-uth", ROYAL, ROYAL.replace('pays = "50 to 1", ', ""), f"{TRIPS_A}.rows[0].pays"),
    "misspelt word": ("md-uth", 'recut_by = "floor"', 'recut_by = "flour"', "cut.recut_by"),
    "misspelt word in a list": ("nj-uth", '"wash", "stack"', '"wish", "stack"', "opening.steps[5]"),
    "misspelt method": ("nj-hilo", 'exempt = ["automated"]', 'exempt = ["automatic"]', "stub_count.exempt[0]"),
    "method the text has not": ("ma-uth-2", 'exempt = ["manual_shoe"', 'exempt = ["hand"', "stub_count.exempt"),
    "misspelt hand": ("md-uth", ROYAL, ROYAL.replace("royal-flush", "royal"), f"{TRIPS_A}.rows[0].hand"),
    "text for a number": ("md-uth", "most = 6\n", 'most = "6"\n', "seats.most"),
    "truth for a number": ("md-uth", "most = 6\n", "most = true\n", "seats.most"),
    "date for a number": ("md-uth", "most = 6\n", "most = 2024-01-31\n", "seats.most"),
    "date for a word": ("md-uth", 'recut_by = "floor"', "recut_by = 12:30:00", "cut.recut_by"),
    "number for a truth": ("md-uth", "alternate = true", "alternate = 1", "decks.alternate"),
    "number for a list": ("md-uth", "burns = [1, 1]", "burns = 1", "methods.hand.burns"),
    "number for a text": ("nj-uth", 'even_cite = "32.11(b)"', "even_cite = 32", "settlement.even_cite"),
    "number for a table": ("nj-uth", 'game = "holdem"\n', 'game = "holdem"\nprogressive = 6\n', "progressive"),
    "odds misspelt": ("md-uth", '"9 to 1", item = "(d)"', '"9 too 1", item = "(d)"', f"{TRIPS_A}.rows[3].pays"),
    "odds of nothing": ("md-uth", '"9 to 1", item = "(d)"', '"0 to 1", item = "(d)"', f"{TRIPS_A}.rows[3].pays"),
    "share above all": ("md-uth", "100% of meter", "101% of meter", "paytables.progressive[0].rows[0].pays"),
    "unknown meter": ("md-uth", "100% of meter", "100% of mega", "paytables.progressive[0].rows[0].pays"),
    "meter's sum": ("md-uth", 'reset = "10000"', 'reset = "lots"', "paytables.progressive[0].meters[0].reset"),
    "no such paragraph": ("md-uth", 'even_cite = "12.A"', 'even_cite = "12.Z"', "settlement.even_cite"),
    "another text's paragraph": ("md-uth", 'even_cite = "12.A"', 'even_cite = "§11(b)"', "settlement.even_cite"),
    "no such reading": ("md-uth", 'cite = "R7"', 'cite = "R77"', "paytables.blind[1].rows[5].cite"),
    "empty citation": ("md-uth", 'even_cite = "12.A"', 'even_cite = ""', "settlement.even_cite"),
    "no citation": ("md-uth", 'cite = ["2.A", "7.G"]', "cite = []", "seats.cite"),
    "row's letter": ("md-uth", ROYAL, ROYAL.replace("(a)", "a"), f"{TRIPS_A}.rows[0].item"),
    "envy's letter": (
        "md-uth",
        'cite = "12.D(6)(a)", item = "(i)"',
        'cite = "12.D(6)(a)", item = "i"',
        "paytables.progressive[0].envy[0].item",
    ),
    "the same row twice": ("md-uth", ROYAL, f"{ROYAL}, {ROYAL}", f"{TRIPS_A}.rows[1].hand"),
    "overlapping rows": (
        "nj-hilo",
        '{ hand = "two-pair", pays = "3 to 1" }',
        '{ hand = "pair", pays = "3 to 1" }',
        "paytables.poker_bonus[0].rows[8].hand",
    ),
    "table id twice": ("ma-uth-2", 'id = "PTMGL02"', 'id = "PTMGL01"', "paytables.progressive"),
    "Cover All without a number of hands": ("ma-uth-1", 'id = "7"', 'id = "8"', "paytables.cover_all"),
    "table of no wager": ("nj-uth", "[[paytables.trips]]", "[[paytables.trip]]", "paytables"),
    "prerequisite that is no wager": ("nj-uth", 'requires = ["ante"]', 'requires = ["aunt"]', "wagers.blind.requires"),
    "equal to no wager": ("nj-uth", 'equals = "ante"', 'equals = "aunt"', "wagers.blind.equals"),
    "limit over no wager": ("nj-uth", 'over = ["ante"', 'over = ["aunt"', "limits[0].over"),
    "wager never settled": ("nj-uth", '"play", "trips"]\nafter', '"play"]\nafter', "settlement.within_seat"),
    "dealt for no wager": ("md-uth", 'if_offered = "six_card"', 'if_offered = "six"', "methods.automated: if_offered"),
    "method for a wager": ("ma-uth-2", 'methods = ["automated"]', 'methods = ["hand"]', "wagers.cover_all.methods"),
    "wager's amount": ("md-uth", 'amounts = ["1", "5"]', 'amounts = ["1", "0"]', "wagers.progressive.amounts[1]"),
    "limit's sum": ("nj-uth", 'amount = "50000"', 'amount = "-1"', "limits[0].amount"),
    "limit's recipe": ("nj-uth", "{ ante = 1", '{ ante = "most"', "limits[0].or_best_at_minimum[0].ante"),
    "idle from a step that is not made": ("nj-uth", '"first-player-looks", ', "", "idle.again_from"),
    "table for even money": (
        "nj-uth",
        "[[paytables.blind]]",
        f"[[paytables.ante]]\n{TABLE}[[paytables.blind]]",
        "paytables.ante",
    ),
    "wager by a table that is not there": ("nj-hilo", TIE_TABLE, "", "paytables.tie"),
    "table that the operator gives": (
        "ma-uth-1",
        "[[paytables.blind]]",
        f"[[paytables.progressive]]\n{TABLE}[[paytables.blind]]",
        "paytables.progressive",
    ),
    "id of another file": ("nj-uth", 'id = "nj-uth"', 'id = "md-uth"', "id"),
    "id of no file": ("nj-uth", 'id = "nj-uth"', 'id = "nj-uht"', "id"),
    "no id": ("nj-uth", 'id = "nj-uth"\n', "", "id"),
}


@pytest.mark.parametrize(("name", "old", "new", "key"), SPOILED.values(), ids=SPOILED)
def test_spoiled_file(shelf: Path, name: str, old: str, new: str, key: str) -> None:
    file = shelf / f"{name}.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert refusal(shelf, name).startswith(f"{name}.toml: {key}: ")


@pytest.mark.parametrize("raw", [b"[seats\n", b"most = 6\nmost = 7\n", b'id = "\xff"\n', b"\xff\xfeid", b"id = 'a\n"])
def test_not_toml_or_not_utf_8(shelf: Path, raw: bytes) -> None:
    (shelf / "nj-uth.toml").write_bytes(raw)
    assert refusal(shelf, "nj-uth").startswith("nj-uth.toml: expected TOML in UTF-8")


def test_only_files_on_the_shelf_are_opened(shelf: Path) -> None:
    (shelf / "nj-uth.toml").unlink()
    assert "nj-uth" not in rulebook_ids(shelf)
    assert refusal(shelf, "nj-uth").startswith("rulebook: ")
    assert refusal(shelf, "../rulebooks/md-uth").startswith("rulebook: ")
