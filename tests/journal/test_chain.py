"""The records' text and hashes, as an auditor's own program would make them."""

import hashlib
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.chain import BEFORE_ALL, ZERO, BadRecord, Chain, Record, canonical, head_message, link, record_hash
from controller.game.fields import BadInput
from tests.journal.made import page_json

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)
BODIES = st.dictionaries(st.text(), JSON, max_size=4)


def row(
    kind: str = "event", body: str = "{}", seq: int = 2, previous: bytes = ZERO, boot: str = "ab"
) -> tuple[Any, ...]:
    """As it is read back, with its right hash."""
    made = record_hash(previous, seq, kind.encode(), 5, 6, boot.encode(), body.encode())
    return seq, kind.encode(), 5, 6, boot.encode(), body.encode(), made


def chain() -> Chain:
    return Chain(BEFORE_ALL._replace(seq=1))


def test_the_hash_is_that_of_the_page() -> None:
    """Made by hand: head -c 32 /dev/zero, printf '1\\nevent\\n1700000000000\\n42\\nb007\\n{"a":"é"}', sha256sum."""
    made = record_hash(ZERO, 1, b"event", 1_700_000_000_000, 42, b"b007", '{"a":"é"}'.encode())
    assert made.hex() == "b03494c4a3e10497d96d45d693d91f8ab3a58cc2298f8c5f0662ecc905004222"


def test_what_is_signed_is_the_text_of_the_page() -> None:
    assert head_message(17, b"\xab" * 32) == b"table-controller journal head\n17\n" + b"ab" * 32


def test_a_record_follows_the_last_one() -> None:
    first, _ = link(BEFORE_ALL, "event", {"b": 1, "a": [True, None]}, 5, 6, "ab")
    second, stored = link(first, "effects", {}, 5, 6, "ab")
    assert (first.seq, second.seq) == (1, 2)
    assert second.hash == hashlib.sha256(first.hash + b"2\neffects\n5\n6\nab\n{}").digest()
    assert stored == (2, "effects", 5, 6, "ab", "{}", second.hash)


@given(BODIES)
def test_a_body_has_one_text_and_is_read_back_from_it(body: dict[str, Any]) -> None:
    try:
        text = canonical(body)
    except BadInput:
        assert any("\ud800" <= sign <= "\udfff" for sign in str(body) + page_json(body))
        return
    assert text == page_json(body)
    taken = chain().take(row(body=text))
    assert taken.body == body


class Word(StrEnum):
    ANTE = "ante"


def test_a_body_may_have_words_of_a_list() -> None:
    assert canonical({"spot": Word.ANTE, "seats": (1, 2)}) == '{"seats":[1,2],"spot":"ante"}'


DEEP: list[Any] = []
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"odds": 0.5}, "body.odds: expected text, a whole number, true, false, null, a list or an object, got 0.5"),
        ({"a": {"b": [float("nan")]}}, "body.a.b: expected text, a whole number"),
        ({"at": 1 << 63}, "body.at: expected a number of at most 64 bits"),
        ({"seats": {3: "open"}}, "body.seats: expected names of fields that are text, got 3"),
        ({"key": b"secret"}, "body.key: expected text"),
        ({"name": "\ud800"}, "body: expected text that can be written in UTF-8"),
        ({"a": DEEP}, "body: expected an object of ordinary depth"),
    ],
    ids=["float", "nan", "large", "name", "bytes", "surrogate", "deep"],
)
def test_a_body_that_others_would_read_otherwise_is_refused(body: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as caught:
        canonical(body)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize("kind", ["", "Event", "two words", "event\n", "é", "x" * 33])
def test_a_kind_is_a_word(kind: str) -> None:
    with pytest.raises(BadInput, match="kind: expected at most 32 letters"):
        link(BEFORE_ALL, kind, {}, 5, 6, "ab")


@pytest.mark.parametrize(
    "body",
    [
        *('{"b":1,"a":2}', '{"a": 1}', '{"a":1,"a":1}', '{"a":1.0}', '{"a":1e3}', '{"a":-0}', '{"a":"\\u00e9"}'),
        *("[]", "{", '{"a":NaN}', "", '{"a":' + "[" * 100_000 + "}", "9" * 5000),
    ],
    ids=lambda body: body[:12],
)
def test_a_body_that_is_not_canonical_is_named(body: str) -> None:
    with pytest.raises(BadRecord, match=r"^record 2: not canonical JSON$"):
        chain().take(row(body=body))


def test_a_body_that_is_not_utf8_is_named() -> None:
    made = record_hash(ZERO, 2, b"event", 5, 6, b"ab", b'{"a":"\xff"}')
    with pytest.raises(BadRecord, match="not canonical JSON"):
        chain().take((2, b"event", 5, 6, b"ab", b'{"a":"\xff"}', made))


def test_columns_cannot_be_moved_into_one_another() -> None:
    """The same bytes, cut otherwise: the hash is right, the record is not."""
    shifted = b"event\n5\n6\nab\n{}"
    with pytest.raises(BadRecord, match="is not written as it should be"):
        chain().take((2, shifted, 5, 6, b"ab", b"{}", record_hash(ZERO, 2, shifted, 5, 6, b"ab", b"{}")))
    with pytest.raises(BadRecord, match="is not written as it should be"):
        chain().take(row(boot="ab\n{}"))


def test_a_column_of_another_type_is_named() -> None:
    for n in range(7):
        changed = list(row())
        changed[n] = None
        with pytest.raises(BadRecord, match=r"^record 2: edited: its columns are not of the types"):
            chain().take(tuple(changed))


def test_steady_time_never_runs_back_within_a_boot() -> None:
    first, _ = link(BEFORE_ALL, "event", {}, 50, 60, "ab")
    held, _ = link(first, "event", {}, 40, 10, "ab")
    assert (held.wall, held.mono) == (40, 60)
    rebooted, _ = link(first, "event", {}, 40, 10, "cd")
    assert (rebooted.wall, rebooted.mono) == (40, 10)
    with pytest.raises(BadRecord, match="steady time is before"):
        Chain(Record(1, "event", 5, 7, "ab", {}, ZERO)).take(row())


def test_a_rejected_row_leaves_the_chain_as_it_was() -> None:
    checked = chain()
    with pytest.raises(BadRecord):
        checked.take(row(seq=3))
    assert checked.take(row()).seq == 2
