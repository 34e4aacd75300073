"""Who changes a journal is found, and the first record that was changed is named. Also who has the key."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.chain import BEFORE_ALL, Record
from controller.resettle import Resettlement, Unsettled
from controller.sealed import SealCheck, Unsealed
from controller.signing import make_key
from controller.verify import Verdict, verified
from tests.journal.made import BODY, HASH, KIND, SEQ, Rows, page_json, renumber
from tests.verify.made import Played

Body = dict[str, Any]


def check(journal: Played, **more: Any) -> Verdict:
    return verified(journal.path, journal.signer.public_key, **more)


def wrong(verdict: Verdict) -> tuple[int | None, str]:
    assert verdict.bad is not None
    return verdict.bad.seq, verdict.bad.what


# ---- an insider, who has the key ---------------------------------------------------------------


def _settled(body: Body, seat: int, wager: str) -> Body:
    lines = [line for effect in body["effects"] if effect.get("seat") == seat for line in effect.get("lines", ())]
    return next(line for line in lines if line["wager"] == wager)


def test_a_payout(evening: Played) -> None:
    seq = evening.find("effects", '"trips"')
    evening.edit(seq, lambda body: _settled(body, 5, "trips").update(pays=150_00), evening.signer)
    assert wrong(check(evening)) == (
        seq,
        "the machines give something else: effects[0].lines[3].pays is 15000 and should be 1500",
    )


def test_a_meter(evening: Played) -> None:
    seq = evening.find("snapshot")
    evening.edit(seq, lambda body: body["table"]["table"]["meters"].update(meter=1), evening.signer)
    found, what = wrong(check(evening))
    assert found == seq
    assert "meters.meter is 1 and should be 900000" in what


def test_a_card_is_not_the_one_that_was_sealed(evening: Played) -> None:
    """In the notice and in the event: both say the same, and the seal does not."""
    seq = evening.find("notice", '"revealed"')

    def other_card(rows: Rows) -> Rows:
        for row in rows[seq - 1 : seq + 1]:
            row[BODY] = row[BODY].replace('"Th"', '"2h"')
        return rows

    evening.rewrite(other_card, evening.signer)
    assert wrong(check(evening)) == (seq, "2h, told as card 1 of the community cards, is not what its seal was made of")


def test_a_card_in_the_event_alone(evening: Played) -> None:
    seq = evening.find("event", '"revealed"')
    evening.edit(seq, lambda body: body["event"].update(cards=["2h", *body["event"]["cards"][1:]]), evening.signer)
    assert wrong(check(evening))[0] == seq


def test_a_wager(evening: Played) -> None:
    seq = evening.find("event", '"cents":2500')
    evening.edit(seq, lambda body: body["event"].update(cents=5000), evening.signer)
    found, what = wrong(check(evening))
    assert found is not None
    assert found > seq  # the play wager is no longer four times the ante
    assert "machines" in what


def test_a_decision(evening: Played) -> None:
    seq = evening.find("event", '"button":"play"')
    evening.edit(seq, lambda body: body["event"].update(button="check"), evening.signer)
    assert wrong(check(evening))[0] is not None


def test_a_refusal_that_is_taken_out(evening: Played) -> None:
    seq = evening.find("refused")
    evening.rewrite(lambda rows: renumber([row for row in rows if row[SEQ] != seq]), evening.signer)
    assert wrong(check(evening))[0] is not None


def test_a_body_that_no_such_record_has(evening: Played) -> None:
    seq = evening.find("start")
    evening.edit(seq, lambda body: body.pop("digest"), evening.signer)
    assert wrong(check(evening)) == (seq, "its body is not that of a record of kind start")


@pytest.mark.parametrize("kind", ["event", "notice", "effects", "refused", "snapshot", "start"])
@pytest.mark.parametrize("body", [{}, {"at": None}, {"of": []}, {"event": 3, "effects": 3, "notice": {}}])
def test_bodies_of_any_other_shape(evening: Played, kind: str, body: Body) -> None:
    seq = evening.find(kind)

    def other(rows: Rows) -> Rows:
        rows[seq - 1][BODY] = page_json(body)
        return rows

    evening.rewrite(other, evening.signer)
    found, _ = wrong(check(evening))
    assert found is not None
    assert found >= seq


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_word_of_what_followed(
    played: Played, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Effects, refusals and snapshots follow from the events alone: none of their words can be another."""
    journal = played.copied(tmp_path_factory.mktemp("forged") / "table")
    rows = [row for row in journal.rows() if row[KIND] in ("effects", "refused", "snapshot")]
    row = data.draw(st.sampled_from(rows))
    places = list(_leaves(json.loads(row[BODY])))
    place = data.draw(st.sampled_from(places))
    journal.edit(row[SEQ], lambda body: _change(body, place), journal.signer)
    assert wrong(check(journal))[0] == row[SEQ]


def _leaves(value: Any, place: tuple[Any, ...] = ()) -> Any:
    if isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(inner, (*place, name))
    else:
        yield place


def _change(body: Any, place: tuple[Any, ...]) -> None:
    *outer, last = place
    for name in outer:
        body = body[name]
    value = body[last]
    body[last] = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"{value or ''}x"


# ---- the desk alone, with the machines out of the way ------------------------------------------


def records_of(journal: Played) -> list[Record]:
    return [
        BEFORE_ALL._replace(seq=r[SEQ], kind=r[KIND], body=json.loads(r[BODY]), hash=r[HASH]) for r in journal.rows()
    ]


def settle_again(journal: Played) -> Resettlement:
    rounds = Resettlement()
    for record in records_of(journal):
        rounds.take(record)
    return rounds


PAYOUTS: list[tuple[str, Callable[[Body], object], str]] = [
    ("pays", lambda body: _settled(body, 5, "trips").update(pays=150_00), "seat 5's trips is told as"),
    ("rule", lambda body: _settled(body, 5, "trips").update(rule="md-uth 12.A"), "seat 5's trips is told as"),
    ("no line", lambda body: body["effects"][0]["lines"].pop(3), "seat 5's trips has no line, and it comes to"),
    (
        "twice",
        lambda body: body["effects"][0]["lines"].append(_settled(body, 5, "trips")),
        "a wager of seat 5 is settled twice",
    ),
    ("cut", lambda body: body["effects"][0].update(cut=1), "the limits take 0.00 off seat 5's pay"),
    (
        "envy",
        lambda body: body["effects"][0].update(envy=[{"from_seat": 3, "hand": "x", "pays": 1, "rule": "x"}]),
        "seat 5's Envy Bonuses are 0.01 for seat 3, and should be none",
    ),
]


@pytest.mark.parametrize(("change", "what"), [case[1:] for case in PAYOUTS], ids=[case[0] for case in PAYOUTS])
def test_the_desk_finds_a_payout(evening: Played, change: Callable[[Body], None], what: str) -> None:
    seq = evening.find("effects", '"trips"')
    evening.edit(seq, change, evening.signer)
    with pytest.raises(Unsettled, match=what) as found:
        settle_again(evening)
    assert found.value.seq == seq


def test_the_desk_finds_a_meter(evening: Played) -> None:
    seq = evening.find("snapshot")
    evening.edit(seq, lambda body: body["table"]["table"]["meters"].update(meter=1), evening.signer)
    with pytest.raises(Unsettled, match=r"told as meter 0\.01 and stand at meter 9000\.00") as found:
        settle_again(evening)
    assert found.value.seq == seq


def test_the_desk_finds_what_did_not_go_back(evening: Played) -> None:
    seq = evening.find("effects", '"result":"void"')
    evening.edit(seq, lambda body: body["effects"][0]["lines"].pop(), evening.signer)
    with pytest.raises(Unsettled, match="has met no end in round 2"):
        settle_again(evening)


def test_the_desk_finds_an_envy_bonus_that_was_kept(evening: Played) -> None:
    seq = evening.find("effects", '"from_seat":3')
    evening.edit(seq, lambda body: body["effects"].pop(0), evening.signer)
    with pytest.raises(Unsettled, match=r"Envy Bonuses are none, and should be 1500\.00 for seat 3"):
        settle_again(evening)


def test_the_desk_finds_another_card(evening: Played) -> None:
    seq = evening.find("event", '"seat":5')
    seq = evening.find("event", '"cards":["Ks","Kc"]', seq)
    evening.edit(seq, lambda body: body["event"].update(cards=["7s", "2c"]), evening.signer)
    with pytest.raises(Unsettled, match="seat 5's "):
        settle_again(evening)


def test_a_seal_that_is_told_as_good(evening: Played) -> None:
    """Where the device told that a seal was broken, nobody can say afterwards that it held."""
    records = records_of(evening)
    notice = next(r for r in records if r.kind == "notice" and r.body["notice"]["notice"] == "revealed")
    with pytest.raises(Unsealed, match="never had a seal"):
        SealCheck().take(notice, {})


# ---- an outsider, who has a key of his own or none ---------------------------------------------


@pytest.mark.parametrize("own_key", [True, False])
def test_hashes_and_signatures_made_anew(evening: Played, tmp_path: Path, own_key: bool) -> None:
    seq = evening.find("effects", '"trips"')
    forger = make_key(tmp_path / "other") if own_key else None
    evening.edit(seq, lambda body: _settled(body, 5, "trips").update(pays=150_00), forger)
    found, what = wrong(check(evening))
    assert found is not None
    assert found <= seq + 3  # the first signature after it
    assert ("wrong key" in what) == own_key


def test_a_journal_of_somebody_elses_claims_a_key_of_his(evening: Played, tmp_path: Path) -> None:
    forger = make_key(tmp_path / "other")
    evening.edit(1, lambda body: body.update(public=forger.public_key), forger)
    verdict = verified(evening.path)
    assert verdict.bad is None
    assert verdict.claimed, "and that is said"
    assert "wrong key" in wrong(check(evening))[1]


OPERATIONS = ["edit", "delete", "insert", "reorder", "truncate"]


def _tamper(rows: Rows, how: str, at: int, tidy: bool) -> Rows:
    """`at` is an index; with `tidy` the numbers are made to follow again."""
    if how == "edit":
        rows[at][BODY] = page_json(json.loads(rows[at][BODY]) | {"x": 1})
    elif how == "delete":
        del rows[at]
    elif how == "insert":
        rows.insert(at, list(rows[at]))
        rows = renumber(rows)
    elif how == "reorder":
        rows[at], rows[at - 1] = rows[at - 1], rows[at]
        rows[at][SEQ], rows[at - 1][SEQ] = rows[at - 1][SEQ], rows[at][SEQ]
    else:
        del rows[at:]
    return renumber(rows) if tidy else rows


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    how=st.sampled_from(OPERATIONS),
    part=st.floats(0, 1, exclude_max=True),
    tidy=st.booleans(),
    rehashed=st.booleans(),
    own_key=st.booleans(),
)
def test_any_record_in_any_way(
    played: Played,
    tmp_path_factory: pytest.TempPathFactory,
    how: str,
    part: float,
    tidy: bool,
    rehashed: bool,
    own_key: bool,
) -> None:
    folder = tmp_path_factory.mktemp("forged")
    journal = played.copied(folder / "table")
    rows = journal.rows()
    at = 1 + int(part * (len(rows) - 1))
    head = journal.head

    def tampered(rows: Rows) -> Rows:
        return _tamper(rows, how, at, tidy)

    if rehashed:
        journal.rewrite(tampered, make_key(folder / "other") if own_key else None)
    else:
        journal.rewrite_as_it_is(tampered)
    found, what = wrong(check(journal, head=head))
    assert what
    assert found is not None
    if not rehashed:
        assert at <= found <= at + 2, "the record is named, or its neighbour"
