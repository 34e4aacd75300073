"""Reports to keys and badges: the bytes are written out here, as a real keyboard sends them."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.panel.hid import LONGEST_BADGE, BadgeReader, Keypad, Stroke, Strokes

UP = "00 00 00 00 00 00 00 00"


def strokes(*reports: str) -> list[list[Stroke]]:
    decoder = Strokes()
    return [decoder.feed(bytes.fromhex(report)) for report in reports]


def keys(*reports: str) -> list[str]:
    keypad = Keypad()
    return [key for report in reports for key in keypad.feed(bytes.fromhex(report), 0.0)]


def down(usage: int, modifiers: int = 0) -> str:
    return bytes([modifiers, 0, usage, 0, 0, 0, 0, 0]).hex()


# ---- keys --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("report", "key"),
    [
        ("00 00 62 00 00 00 00 00", "0"),
        ("00 00 59 00 00 00 00 00", "1"),
        ("00 00 5a 00 00 00 00 00", "2"),
        ("00 00 5b 00 00 00 00 00", "3"),
        ("00 00 5c 00 00 00 00 00", "4"),
        ("00 00 5d 00 00 00 00 00", "5"),
        ("00 00 5e 00 00 00 00 00", "6"),
        ("00 00 5f 00 00 00 00 00", "7"),
        ("00 00 60 00 00 00 00 00", "8"),
        ("00 00 61 00 00 00 00 00", "9"),
        ("00 00 27 00 00 00 00 00", "0"),
        ("00 00 1e 00 00 00 00 00", "1"),
        ("00 00 1f 00 00 00 00 00", "2"),
        ("00 00 20 00 00 00 00 00", "3"),
        ("00 00 21 00 00 00 00 00", "4"),
        ("00 00 22 00 00 00 00 00", "5"),
        ("00 00 23 00 00 00 00 00", "6"),
        ("00 00 24 00 00 00 00 00", "7"),
        ("00 00 25 00 00 00 00 00", "8"),
        ("00 00 26 00 00 00 00 00", "9"),
        ("00 00 63 00 00 00 00 00", "."),
        ("00 00 37 00 00 00 00 00", "."),
        ("00 00 58 00 00 00 00 00", "enter"),
        ("00 00 28 00 00 00 00 00", "enter"),
        ("00 00 2a 00 00 00 00 00", "clear"),
        ("00 00 4c 00 00 00 00 00", "clear"),
        ("00 00 54 00 00 00 00 00", "seat"),
        ("00 00 55 00 00 00 00 00", "wager"),
        ("00 00 56 00 00 00 00 00", "amount"),
        ("00 00 57 00 00 00 00 00", "cards"),
    ],
)
def test_each_key(report: str, key: str) -> None:
    assert keys(report, UP) == [key]


def test_no_other_usage_is_a_key() -> None:
    known = {*range(0x1E, 0x28), *range(0x54, 0x64), 0x28, 0x2A, 0x37, 0x4C}
    assert {usage for usage in range(256) if keys(down(usage))} == known


def test_num_lock_is_ignored_around_a_key() -> None:
    numlock = "00 00 53 00 00 00 00 00"
    assert keys(numlock, UP, "00 00 5d 00 00 00 00 00", UP, numlock, UP) == ["5"]


def test_with_a_modifier_a_key_means_another_sign() -> None:
    assert keys("02 00 25 00 00 00 00 00", UP) == [], "shift and 8: a star"
    assert keys("02 00 25 00 00 00 00 00", "00 00 25 00 00 00 00 00") == [], "held on after shift is let go"


def test_a_held_key_does_not_repeat() -> None:
    five = "00 00 5d 00 00 00 00 00"
    assert keys(five, five, five, UP, five, UP) == ["5", "5"]


def test_several_keys_in_one_report() -> None:
    assert keys("00 00 54 5b 58 00 00 00", UP) == ["seat", "3", "enter"]
    assert keys("00 00 5d 00 00 00 00 00", "00 00 5d 5e 00 00 00 00", "00 00 5e 00 00 00 00 00") == ["5", "6"]


def test_keys_that_change_places_are_held() -> None:
    assert keys("00 00 5d 5e 00 00 00 00", "00 00 5e 5d 00 00 00 00", "00 00 00 5d 00 00 00 5e") == ["5", "6"]


def test_a_usage_twice_in_a_report_is_one_press() -> None:
    assert strokes("00 00 5d 5d 5d 00 00 00") == [[Stroke(0x5D, 0)]]


@pytest.mark.parametrize("code", ["01", "02", "03"])
def test_roll_over_gives_nothing_and_forgets_nothing(code: str) -> None:
    full = "00 00" + code * 6
    assert keys("00 00 5d 00 00 00 00 00", full, full, "00 00 5d 00 00 00 00 00", UP) == ["5"]
    assert keys("00 00 5d 00 00 00 00 00", f"00 00 {code} 5e 00 00 00 00", "00 00 5d 00 00 00 00 00") == ["5"]


@pytest.mark.parametrize("short", ["", "00", "00 00", "00 00 5e", "00 00 00 00 00 00 00"])
def test_a_short_report_gives_nothing_and_lets_nothing_go(short: str) -> None:
    assert keys("00 00 5d 00 00 00 00 00", short, "00 00 5d 00 00 00 00 00", UP) == ["5"]


def test_a_long_report_counts_by_its_first_eight_bytes() -> None:
    assert keys("00 00 5d 00 00 00 00 00 5e 01 ff", "00 00 5d 00 00 00 00 00", UP + "5e" * 56) == ["5"]


def test_the_reserved_byte_is_the_makers() -> None:
    assert keys("00 5e 5d 00 00 00 00 00", "00 01 5d 5f 00 00 00 00", UP) == ["5", "7"]


def test_what_is_held_at_the_claim_is_no_press_until_let_go() -> None:
    keypad, five = Keypad(), bytes.fromhex("00 00 5d 00 00 00 00 00")
    keypad.settle(five, 0.0)
    assert keypad.feed(five, 0.0) == []
    assert keypad.feed(bytes(8), 0.0) == []
    assert keypad.feed(five, 0.0) == ["5"]


# ---- badges ------------------------------------------------------------------------------

B1234 = [
    "02 00 00 00 00 00 00 00",  # shift alone
    "02 00 05 00 00 00 00 00",
    *(UP, "00 00 1e 00 00 00 00 00", UP, "00 00 1f 00 00 00 00 00"),
    *(UP, "00 00 20 00 00 00 00 00", UP, "00 00 21 00 00 00 00 00", UP),
]
ENTER = ["00 00 28 00 00 00 00 00", UP]


class Reader:
    """Time goes on by five milliseconds a report."""

    def __init__(self) -> None:
        self.decoder, self.now, self.read = BadgeReader(), 100.0, list[str]()

    def feed(self, *reports: str, pause: float = 0.0) -> "Reader":
        self.now += pause
        for report in reports:
            self.now += 0.005
            self.read += self.decoder.feed(bytes.fromhex(report), self.now)
        return self

    def settle(self, report: str) -> None:
        self.decoder.settle(bytes.fromhex(report), self.now)


def test_a_badge_is_read_at_enter() -> None:
    reader = Reader().feed(*B1234)
    assert reader.read == []
    assert reader.feed(*ENTER).read == ["B1234"]
    assert reader.feed(*B1234, *ENTER).read == ["B1234", "B1234"]


def test_every_sign_of_a_badge() -> None:
    small = [down(usage) for usage in range(0x04, 0x1E)]
    large = [down(usage, 0x20) for usage in range(0x04, 0x1E)]
    reader = Reader().feed(*small, *ENTER).feed(*large, *ENTER)
    assert reader.read == ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    reader = Reader().feed(*map(down, range(0x1E, 0x28)), down(0x2D), *map(down, range(0x59, 0x63)), down(0x56))
    assert reader.feed("00 00 58 00 00 00 00 00").read == ["1234567890-1234567890-"]


def test_a_sign_twice_needs_a_report_between() -> None:
    assert Reader().feed(down(0x1E), UP, down(0x1E), down(0x1E), *ENTER).read == ["11"]


@pytest.mark.parametrize(
    "unknown",
    [
        *("00 00 36 00 00 00 00 00", "00 00 39 00 00 00 00 00", "00 00 ff 00 00 00 00 00"),
        *("02 00 1e 00 00 00 00 00", "02 00 2d 00 00 00 00 00"),  # shift: ! and _
        *("01 00 06 00 00 00 00 00", "04 00 06 00 00 00 00 00", "0a 00 06 00 00 00 00 00"),  # control, alt, command
    ],
)
def test_an_unknown_key_spoils_the_whole_badge(unknown: str) -> None:
    reader = Reader().feed(*B1234, unknown, UP, *B1234, *ENTER)
    assert reader.read == []
    assert reader.feed(*B1234, *ENTER).read == ["B1234"], "the next is whole"


def test_an_unknown_key_at_the_start_spoils_what_follows() -> None:
    assert Reader().feed("00 00 39 00 00 00 00 00", UP, *B1234, *ENTER).read == []


def test_two_keys_in_one_report_have_no_order() -> None:
    reader = Reader().feed("00 00 1e 1f 00 00 00 00", UP, *ENTER)
    assert reader.read == []
    assert reader.feed(*B1234, "00 00 28 05 00 00 00 00", UP).read == [], "Enter among them"
    assert reader.feed(*B1234, *ENTER).read == [], "its first sign may have come with the Enter before it"
    assert reader.feed(*B1234, *ENTER).read == ["B1234"]


def test_a_badge_that_is_too_long_is_dropped_whole() -> None:
    sign = [down(0x1E), UP]
    reader = Reader().feed(*sign * LONGEST_BADGE, *ENTER)
    assert reader.read == ["1" * 32]
    reader = Reader().feed(*sign * (LONGEST_BADGE + 1), *ENTER)
    assert reader.read == []
    reader = Reader().feed(*sign * 2000, *ENTER)
    assert reader.read == []
    assert reader.feed(*B1234, *ENTER).read == ["B1234"]


def test_enter_alone_is_no_badge() -> None:
    assert Reader().feed(*ENTER, *ENTER).read == []


def test_a_badge_that_pauses_is_thrown_away_with_its_rest() -> None:
    reader = Reader().feed(*B1234[:6]).feed(*B1234[6:], *ENTER, pause=0.6)
    assert reader.read == [], "34 may be somebody's id"
    assert reader.feed(*B1234, *ENTER).read == ["B1234"]
    assert Reader().feed(*B1234).feed(*ENTER, pause=0.6).read == []


def test_a_short_pause_is_none() -> None:
    assert Reader().feed(*B1234[:6]).feed(*B1234[6:], *ENTER, pause=0.4).read == ["B1234"]


def test_after_a_long_silence_a_badge_begins_anew() -> None:
    reader = Reader().feed(*B1234[:6])
    assert reader.feed(*B1234, *ENTER, pause=3.1).read == ["B1234"]
    reader = Reader().feed("00 00 39 00 00 00 00 00", UP)
    assert reader.feed(*B1234, *ENTER, pause=3.1).read == ["B1234"]


def test_what_was_typed_before_we_listened_is_thrown_away_with_its_rest() -> None:
    reader = Reader()
    for report in B1234[:4]:
        reader.settle(report)
    assert reader.feed(*B1234[4:], *ENTER).read == []
    assert reader.feed(*B1234, *ENTER).read == ["B1234"]
    for report in (*B1234, *ENTER):
        reader.settle(report)
    assert reader.read == ["B1234"]
    assert reader.feed(*B1234, *ENTER).read == ["B1234", "B1234"]


# ---- anything ----------------------------------------------------------------------------

noise = st.lists(st.one_of(st.binary(max_size=80), st.binary(min_size=8, max_size=8)), max_size=40)


@settings(max_examples=300)
@given(noise, st.lists(st.floats(0, 5), min_size=40, max_size=40))
def test_any_reports_at_any_time(reports: list[bytes], pauses: list[float]) -> None:
    keypad, reader, now = Keypad(), BadgeReader(), 0.0
    for report, pause in zip(reports, pauses, strict=False):
        now += pause
        assert len(keypad.feed(report, now)) <= 6
        for badge in reader.feed(report, now):
            assert 0 < len(badge) <= LONGEST_BADGE
            assert badge.replace("-", "").isalnum()
    # And it is right again: with everything let go, keys and badges are what they are.
    keypad.feed(bytes(8), now)
    assert keypad.feed(bytes.fromhex("00 00 5d 00 00 00 00 00"), now) == ["5"]
    found = []
    for report in [UP, *B1234, *ENTER]:
        found += reader.feed(bytes.fromhex(report), now + 10)
    assert found == ["B1234"]


def test_a_million_bytes_of_noise() -> None:
    rng, keypad, reader, told, fed = Random(7), Keypad(), BadgeReader(), 0, 0
    for at in range(130_000):
        # Small usages too, and mostly of the length of a report: of wholly random bytes hardly any is a key.
        length = 8 if rng.random() < 0.9 else rng.randrange(20)
        report = bytes([0, 0]) + bytes(rng.randrange(0x68) for _ in range(6)) if at % 2 else rng.randbytes(length)
        fed += len(report)
        told += len(keypad.feed(report, at / 100))
        assert all(len(badge) <= LONGEST_BADGE for badge in reader.feed(report, at / 100))
        assert len(reader._typed) <= LONGEST_BADGE
        if at % 1000 == 0:
            keypad.feed(bytes(8), at / 100)
            assert keypad.feed(bytes.fromhex("00 00 5d 00 00 00 00 00"), at / 100) == ["5"]
    assert fed > 1_000_000
    assert told > 10_000
