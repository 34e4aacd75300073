"""PINs: slow to guess, never repeated, and made into a line by `tablectl pin`."""

import hashlib
import os
import pty
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.game.fields import BadInput
from controller.pin import LEAST, PinHash

TABLECTL = str(Path(sys.executable).with_name("tablectl"))
CHEAP = 1 << 14
"""The least that is allowed: 16 MiB."""


def made(pin: str = "4711") -> PinHash:
    return PinHash.of(pin, CHEAP)


def test_a_hash_fits_its_pin_and_no_other() -> None:
    hash = PinHash.read(made("4711").text, "pin")
    assert hash.fits("4711")
    for other in ("4712", "47110", "04711", "", "471", " 4711", "4711\n", "٤٧١١", "\ud800", "4" * 10_000):
        assert not hash.fits(other), ascii(other)


def test_the_same_pin_twice_gives_two_hashes() -> None:
    assert made().hash != made().hash


def test_no_pin_fits_nobody_s_hash() -> None:
    """What an id that nobody has is checked against: not even the PIN that is none."""
    nobody = PinHash(CHEAP, 8, 1, bytes(16), PinHash.none(CHEAP).hash)
    assert not nobody.fits("")
    empty = hashlib.scrypt(b"", salt=bytes(16), n=CHEAP, r=8, p=1, maxmem=1 << 26, dklen=32)
    assert not PinHash(CHEAP, 8, 1, bytes(16), empty).fits("")


def test_a_hash_is_what_anybody_s_scrypt_makes() -> None:
    """Kept files stay good: the text is RFC 7914's scrypt, written down once with another program."""
    hash = PinHash.read("scrypt$16384$8$1$" + "00" * 16 + "$" + FROM_OPENSSL, "pin")
    assert hash.fits("1234")
    assert not hash.fits("1235")


FROM_OPENSSL = "f9f653f5c34720a7e255cd5c45915267d7bad5862b86d9a71cbe5eefeac08219"


def test_a_new_hash_costs_at_least_sixteen_mebibytes() -> None:
    hash = PinHash.of("1234")
    assert 128 * hash.n * hash.r >= LEAST == 16 << 20


@pytest.mark.parametrize("pin", ["", "123", "1" * 13, "12a4", "12.4", " 1234", "1234 ", "-1234", "١٢٣٤", "1234\n"])
def test_a_pin_that_breaks_the_rule_makes_no_hash_and_is_not_repeated(pin: str) -> None:
    with pytest.raises(BadInput) as refused:
        PinHash.of(pin)
    assert str(refused.value) == "PIN: expected 4 to 12 digits"


GOOD = made().text
PARTS = GOOD.split("$")


def with_part(number: int, part: str) -> str:
    return "$".join([*PARTS[:number], part, *PARTS[number + 1 :]])


NO_HASHES: list[object] = [
    1234,
    "1234",
    None,
    "",
    GOOD + " ",
    GOOD.upper(),
    with_part(0, "bcrypt"),
    with_part(1, "24576"),  # no power of two
    with_part(1, "8192"),  # too cheap
    with_part(1, "1048576"),  # a gibibyte
    with_part(1, "0"),
    with_part(1, "99999999999"),
    with_part(2, "1"),
    with_part(2, "64"),
    with_part(3, "0"),
    with_part(3, "99"),
    with_part(4, "00"),
    with_part(5, "00"),
    with_part(5, PARTS[5] + "00"),
]


@pytest.mark.parametrize("text", NO_HASHES, ids=range(len(NO_HASHES)))
def test_a_hash_that_is_none_is_refused_without_repeating_it(text: object) -> None:
    with pytest.raises(BadInput) as refused:
        PinHash.read(text, "operator[0].pin")
    line = str(refused.value)
    assert line.startswith("operator[0].pin: expected ")
    assert "got" not in line
    assert "1234" not in line
    assert PARTS[4] not in line
    assert PARTS[5] not in line


@given(st.text(max_size=120))
def test_any_text_is_a_hash_or_refused(text: str) -> None:
    with pytest.raises(BadInput):
        PinHash.read(text, "pin")


def test_a_hash_is_not_seen_in_its_repr() -> None:
    hash = made()
    assert hash.salt.hex() not in repr(hash)
    assert repr(hash.hash) not in repr(hash)
    assert repr(hash.salt) not in repr(hash)


# ---- the command -----------------------------------------------------------------------


def piped(given: bytes) -> tuple[int, str, str]:
    done = subprocess.run([TABLECTL, "pin"], input=given, capture_output=True)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize("given", [b"4711\n", b"4711", b"4711\r\n", b"4711\nand more\n"])
def test_a_pipe_gives_one_line_and_gets_one_line(given: bytes) -> None:
    code, out, err = piped(given)
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    assert PinHash.read(tomllib.loads(out)["pin"], "pin").fits("4711")
    assert "4711" not in out.partition("$")[0]


@pytest.mark.parametrize("given", [b"", b"\n", b"471\n", b"pass1\n", b"\xff\xfe4711\n", b"4711 \n", b"9" * 100_000])
def test_a_bad_pin_from_a_pipe_is_one_line_and_exit_code_2(given: bytes) -> None:
    assert piped(given) == (2, "", "tablectl pin: PIN: expected 4 to 12 digits\n")


def typed(*pins: str) -> tuple[int, str]:
    """On a terminal of its own: exit code, and all that was to be seen."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(TABLECTL, [TABLECTL, "pin"])
    shown = b""
    try:
        for pin in pins:
            while not shown.rstrip(b" ").endswith(b":"):
                shown += os.read(terminal, 1024)
            os.write(terminal, pin.encode() + b"\n")
            shown += b"\n"
        while True:
            shown += os.read(terminal, 1024)
    except OSError:  # Linux says so when the last process has closed its side
        pass
    finally:
        os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown.decode()


def test_on_a_terminal_the_pin_is_asked_for_twice_and_never_shown() -> None:
    code, shown = typed("471147", "471147")
    assert code == 0
    assert "471147" not in shown
    line = next(line for line in shown.splitlines() if line.startswith("pin = "))
    assert PinHash.read(tomllib.loads(line)["pin"], "pin").fits("471147")


@pytest.mark.parametrize("pins", [("471147", "471148"), ("471",)])
def test_on_a_terminal_two_pins_that_differ_or_a_bad_one_are_one_line(pins: tuple[str, ...]) -> None:
    code, shown = typed(*pins)
    assert code == 2
    assert "tablectl pin: PIN: expected" in shown
    assert "scrypt" not in shown
    assert "Traceback" not in shown
    assert all(pin not in shown for pin in pins)
