"""Bad input: exit code 2, nothing on standard output, one line on standard error that names the field."""

import io
import json

import pytest

from .desk import assert_refused, refused, run, settle, settled
from .spoiled import VALID, changed, earlier, jersey, maryland, names


@pytest.mark.parametrize("rulebook", VALID)
def test_the_rounds_to_be_spoiled_are_valid(rulebook: str) -> None:
    assert settled(VALID[rulebook]())["rulebook"] == rulebook


# Anything that is not one UTF-8 JSON object.

NOT_A_ROUND = {
    "empty": b"",
    "blank": b" \n\t\n",
    "word": b"hello",
    "truncated": json.dumps(maryland()).encode()[:-1],
    "truncated early": b'{"rulebook": "md-u',
    "array": b"[]",
    "array of rounds": json.dumps([maryland()]).encode(),
    "null": b"null",
    "number": b"5",
    "string": b'"md-uth"',
    "true": b"true",
    "empty object": b"{}",
    "second object": json.dumps(jersey()).encode() + b"\n" + json.dumps(jersey()).encode(),
    "second value": json.dumps(jersey()).encode() + b" 5",
    "rubbish after": json.dumps(jersey()).encode() + b" x",
    "single quotes": b"{'rulebook': 'nj-uth'}",
    "comment": b"{} // none",
    "trailing comma": b'{"rulebook": "nj-uth",}',
    "latin-1": '{"rulebook": "é"}'.encode("latin-1"),
    "invalid utf-8": b'{"rulebook": "\xff\xfe"}',
    "utf-16": json.dumps(jersey()).encode("utf-16"),
    "utf-32": json.dumps(jersey()).encode("utf-32"),
    "utf-8 surrogate": b'{"rulebook": "\xed\xa0\x80"}',
    "nul bytes": b"\x00\x00\x00",
    "deep arrays": b"[" * 10_000 + b"]" * 10_000,
    "deep open arrays": b"[" * 10_000,
    "deep objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "deep field": b'{"rulebook": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
    "long number": b'{"rulebook": ' + b"9" * 10_000 + b"}",
}


@pytest.mark.parametrize("raw", NOT_A_ROUND.values(), ids=NOT_A_ROUND.keys())
def test_not_one_json_object(raw: bytes) -> None:
    assert len(refused(raw)) < 1000


class Long(io.RawIOBase):
    """A very long JSON string, made as it is read."""

    def __init__(self, size: int):
        self.parts = [b'{"rulebook": "']
        self.left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        if self.parts:
            part = self.parts.pop()
            buffer[: len(part)] = part
            return len(part)
        size = min(self.left, len(buffer), 1 << 20)
        buffer[:size] = b"x" * size
        self.left -= size
        return size


def test_a_hundred_megabytes() -> None:
    line = assert_refused(run(io.BufferedReader(Long(100_000_000), 1 << 20)))
    assert len(line) < 1000


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity", "1e400"])
@pytest.mark.parametrize("field", ["ante", "trips"])
def test_not_a_number(field: str, constant: str) -> None:
    raw = json.dumps(changed(jersey(), ("seats", 0, "wagers", field), "HERE")).replace('"HERE"', constant)
    refused(raw)


DOUBLED = [
    ('{"rulebook": "nj-uth", ', "{", "rulebook"),
    ('"trips": "A", "trips": "D"', '"trips": "D"', "trips"),
    ('"ante": "10", "ante": "10"', '"ante": "10"', "ante"),
    ('"seat": 1, "seat": 1', '"seat": 1', "seat"),
    ('"dealer": ["Qh", "Qs"], "dealer": ["Qh", "Qs"]', '"dealer": ["Qh", "Qs"]', "dealer"),
]


@pytest.mark.parametrize(("new", "old", "word"), DOUBLED)
def test_doubled_field(new: str, old: str, word: str) -> None:
    raw = json.dumps(jersey())
    assert old in raw
    names(refused(raw.replace(old, new, 1)), word)


def test_doubled_meter() -> None:
    raw = json.dumps(earlier()).replace('"meters": {', '"meters": {"meter": "5000", ')
    names(refused(raw), "meter")


UNPRINTABLE = ["\n", "two\nlines", "\r", "\x1b[31m", "\u2028", "\ud800", "\x00", "x" * 5000, "\x85"]


@pytest.mark.parametrize("text", UNPRINTABLE, ids=ascii)
def test_one_line_whatever_the_text(text: str) -> None:
    refused(changed(jersey(), ("rulebook",), text))
    refused(changed(jersey(), (text,), 1))
    refused(changed(jersey(), ("options", text), "A"))
    refused(changed(jersey(), ("options", "trips"), text))
    refused(changed(jersey(), ("seats", 0, "wagers", text), "5"))
    refused(changed(jersey(), ("seats", 0, "wagers", "ante"), text))
    refused(changed(jersey(), ("dealer", 0), text))


def test_no_escape_sequence_reaches_the_terminal() -> None:
    assert "\x1b" not in refused(changed(jersey(), ("rulebook",), "\x1b[31m"))


# FILE.


def test_file_is_read(tmp_path) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(jersey()))
    assert settled(b"", str(path)) == settled(jersey())


def test_missing_file(tmp_path) -> None:
    names(refused(b"", str(tmp_path / "none.json")), "none.json")


def test_file_is_a_directory(tmp_path) -> None:
    names(refused(b"", str(tmp_path)), tmp_path.name)


def test_file_with_bad_input(tmp_path) -> None:
    path = tmp_path / "round.json"
    path.write_bytes(b"\xff")
    refused(b"", str(path))


def test_unknown_argument() -> None:
    code, out, err = settle(jersey(), "--no-such-option")
    assert (code, out) == (2, "")
    assert err
    assert "Traceback" not in err


# Wrong types, everywhere.

SPOILS = [None, True, 5, 1.5, "x", [], {}]


def paths(value: object, path: tuple = ()) -> list[tuple]:
    """Every place in a round."""
    if isinstance(value, dict):
        inner = [each for key, part in value.items() for each in paths(part, (*path, key))]
    elif isinstance(value, list):
        inner = [each for key, part in enumerate(value) for each in paths(part, (*path, key))]
    else:
        inner = []
    return ([path] if path else []) + inner


def still_valid(rulebook: str, path: tuple, value: object) -> bool:
    """Replacements that happen to be right."""
    last = path[-1]
    if isinstance(value, bool):
        return last in ("envy_requires_wager", "cover_all", "folded") and "wagers" not in path
    if value == 5 and isinstance(value, int):
        if last in ("table_minimum", "seat", "trips", "six_card", "pairs", "bad_beat", "board", "tie"):
            return "options" not in path or last == "table_minimum"
        if last in ("poker_bonus", "cover_all") and "wagers" in path:
            return True
        if path[0] == "meters" or (path[0] == "options" and last == "meter"):
            return True
        if path == ("seats", 1, "wagers", "ante") and rulebook == "nj-hilo":
            return True  # no blind beside it, and no play wager on a folded hand
        return last == "progressive_wager" or (last == "progressive" and "wagers" in path)
    return False


def words_for(path: tuple) -> list[str]:
    """The names a message may use: the field itself, or what it stands in."""
    words = [str(key) for key in path if isinstance(key, str) and key not in ("options", "seats")] or list(path)
    if path == ("options",):
        words += ["progressive", "trips", "six_card", "meters", "poker_bonus"]
    if path[-1] == "wagers":
        words += ["ante", "play"]
    if path[-1] == "progressive":
        words += ["meter"]
    if path[-1] in ("high", "low"):
        words += ["card"]
    return words


SPOILED = [
    pytest.param(rulebook, path, value, id=f"{rulebook} {'.'.join(map(str, path))} {json.dumps(value)}")
    for rulebook, make in VALID.items()
    for path in paths(make())
    for value in SPOILS
    if not still_valid(rulebook, path, value)
]


@pytest.mark.parametrize(("rulebook", "path", "value"), SPOILED)
def test_wrong_type(rulebook: str, path: tuple, value: object) -> None:
    names(refused(changed(VALID[rulebook](), path, value)), *words_for(path))


# Money.

BAD_MONEY = [
    "10.000",
    "0.001",
    "-10",
    "-0.01",
    "0",
    "0.00",
    "1000000000",
    "999999999.999",
    "+10",
    "1e1",
    "1E1",
    "10,00",
]
BAD_MONEY += [
    "1,000",
    "1_000",
    "$10",
    "10 ",
    " 10",
    "10\n",
    "",
    ".",
    "ten",
    "0x10",
    "NaN",
    "inf",
    "Infinity",
    "١٠",
    "１０",
]
BAD_MONEY += ["10.5.0", "10/1", "10%", "²", -10, 0, 10.0, 10.5, 1e9, 10**9, 10**30, True, None, ["10"], {"dollars": 10}]


@pytest.mark.parametrize("money", BAD_MONEY, ids=ascii)
@pytest.mark.parametrize("wager", ["ante", "blind", "play", "trips"])
def test_bad_money_in_a_wager(wager: str, money: object) -> None:
    names(refused(changed(jersey(), ("seats", 0, "wagers", wager), money)), wager)


@pytest.mark.parametrize("money", BAD_MONEY, ids=ascii)
@pytest.mark.parametrize("option", ["table_minimum", "payout_limit"])
def test_bad_money_in_an_option(option: str, money: object) -> None:
    names(refused(changed(maryland(), ("options", option), money)), option)


@pytest.mark.parametrize("money", [each for each in BAD_MONEY if each not in ("0", "0.00") and each != 0], ids=ascii)
def test_bad_money_in_a_meter(money: object) -> None:
    names(refused(changed(maryland(), ("meters", "major"), money)), "major")


@pytest.mark.parametrize("money", BAD_MONEY, ids=ascii)
def test_bad_money_in_a_reset(money: object) -> None:
    names(refused(changed(earlier(), ("options", "progressive_reset", "meter"), money)), "progressive_reset")


@pytest.mark.parametrize("zero", ["0", "0.0", "0.00", 0])
def test_zero_is_good_for_a_meter(zero: object) -> None:
    assert settled(changed(maryland(), ("meters", "mega"), zero))["meters"]["mega"] == "0.00"


@pytest.mark.parametrize("money", ["5", "5.5", "5.50", "5.05", "0.01", "999999999.99", 5, 999999999])
def test_good_money(money: object) -> None:
    settled(changed(jersey(), ("seats", 0, "wagers", "trips"), money))


def test_ante_blind_and_play_may_be_written_differently() -> None:
    round = jersey()
    round["seats"][0]["wagers"] = {"ante": "12.5", "blind": "12.50", "play": 50}
    settled(round)
