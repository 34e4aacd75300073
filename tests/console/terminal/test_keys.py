"""Keys out of a terminal's bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.console.terminal.keys import NAMED, SEQUENCES, Keys

SENT = [*((name.encode(), key) for name, key in (NAMED | SEQUENCES).items()), ("é".encode(), "é"), (b"a", "a")]


@pytest.mark.parametrize(("sent", "key"), SENT)
def test_a_key_is_one_key_however_its_bytes_come(sent: bytes, key: str) -> None:
    assert Keys().feed(sent) == [key]
    keys = Keys()
    assert [key for byte in sent for key in keys.feed(bytes([byte]))] == [key]
    assert not keys.waiting


def test_escape_alone_is_a_key_once_nothing_follows() -> None:
    keys = Keys()
    assert keys.feed(b"\x1b") == []
    assert keys.waiting
    assert keys.give_up() == ["escape"]
    assert not keys.waiting
    assert keys.feed(b"\x1bq") == ["escape", "q"]


def test_keys_without_a_meaning_are_let_go_whole() -> None:
    """A function key's letters are not typed into a field."""
    assert Keys().feed(b"\x1bOP\x1b[15~\x1b[1;5Cx\x01") == ["x"]


@given(st.lists(st.binary(max_size=8), max_size=8))
def test_any_bytes_are_taken_and_little_is_kept(pieces: list[bytes]) -> None:
    keys = Keys()
    for piece in pieces:
        assert all(isinstance(key, str) and key for key in keys.feed(piece))
    keys.give_up()
    assert "".join(keys.feed(b"\r"))[-5:] == "enter"
