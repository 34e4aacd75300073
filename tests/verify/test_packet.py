"""`tablectl round N`: what a dispute needs of one round, on the terminal and as a page."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from controller.cli import main
from controller.game.described import describe
from controller.journal import Journal
from controller.journal_check import BadJournal
from controller.packet import NoSuchRound, Packet, packets
from controller.packet_html import page
from controller.packet_text import text
from controller.settle import offer_for, settle
from tests.journal.made import FakeClock
from tests.verify.made import Played, journaled, play


def one(journal: Played, number: int) -> Packet:
    (packet,) = packets(journal.path, number)
    return packet


def test_seats_money_and_paragraphs(evening: Played) -> None:
    told = text(one(evening, 1))
    assert "table 7: round 1" in told
    assert "seat 1: checked, then checked, then folded; 2c 3d" in told
    assert "seat 3: played 4 x; 8h 9h" in told
    assert re.search(r"progressive +5\.00 +win +10% of meter +1000\.00 +0\.00 +md-uth 12\.D\(1\)\(a\)\(ii\)", told)
    assert re.search(r"envy +seat 3 +straight-flush +1500\.00 +md-uth 12\.D\(7\)\(a\)\(ii\)", told)
    assert "meter 9000.00, before 10000.00" in told
    assert "expected 35, found 35, by the device" in told
    assert "22:13:20.693  seat 1: folds: refused: nobody folds yet" in told
    assert "F1 (floor): shows the badge" in told


def test_cards_with_their_seals(evening: Played) -> None:
    packet = one(evening, 1)
    assert len(packet.cards) == 17
    assert all(card.held for card in packet.cards)
    told = text(packet)
    for card in packet.cards:
        assert card.seal in told
        assert card.nonce in told


def test_first_and_last_record_and_their_signature(evening: Played) -> None:
    rows = evening.rows()
    packet = one(evening, 2)
    assert packet.first.seq == one(evening, 1).last.seq + 1
    assert packet.last.hash == rows[packet.last.seq - 1][-1]
    assert packet.signature is not None
    assert packet.signature.body["seq"] >= packet.last.seq
    assert f"{packet.last.seq}:{packet.last.hash.hex()}" in text(packet)
    assert packet.signature.body["signature"] in text(packet)


def test_a_void_round_and_what_went_back(evening: Played) -> None:
    packet = one(evening, 2)
    assert packet.described is None
    told = text(packet)
    assert "table 7: round 2 (void)" in told
    assert "void: dealing failed (seats 1, 4); back: ante, blind, trips" in told
    assert "(md-uth 13.I)" in told
    assert [seat.returned for seat in packet.round.seats.values()] == [2500, 0, 0, 2000, 0, 0]


def test_the_same_round_wherever_reading_begins(evening: Played) -> None:
    """Round 3 is read from a snapshot, the others from the start: the meters are those of its own."""
    packet = one(evening, 3)
    assert packet.meters == ({"meter": 900000}, {"meter": 900000})
    assert packet.table == "table 7"
    assert [seat.number for seat in packet.round.seats.values() if seat.dealt_in] == [2, 5]


def test_in_an_archived_file(evening: Played) -> None:
    before = text(one(evening, 2))
    with Journal.open(evening.path, evening.signer, FakeClock("b008"), wait=0) as journal:
        last = journal.last("snapshot")
        assert last is not None
        assert journal.rotate(dict(last.body))
        assert text(one(evening, 2)) == before
    assert text(one(evening, 2)) == before


def test_the_desk_settles_what_it_describes(evening: Played) -> None:
    packet = one(evening, 1)
    settlement = settle(describe(json.loads(json.dumps(packet.described)), offer_for))
    assert {seat.seat: seat.pays for seat in settlement.seats} == {
        seat.number: seat.pays for seat in packet.round.seats.values() if seat.wagers
    }


def test_a_round_that_is_not_there(evening: Played, capsys: pytest.CaptureFixture[str]) -> None:
    for number in ("4", "999999"):
        assert main(["round", number, "--journal", str(evening.path)]) == 1
        assert capsys.readouterr().out == f"there is no round {number} in this journal (rounds: 1 to 3)\n"


@pytest.mark.parametrize("number", ["0", "-1", "x", "1" * 5000, "٣"])
def test_no_number(evening: Played, capsys: pytest.CaptureFixture[str], number: str) -> None:
    assert main(["round", "--journal", str(evening.path), "--", number]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert "N: expected the number of a round" in err


def test_a_journal_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["round", "1", "--journal", str(tmp_path / "no.db")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_nothing_is_told_of_a_bad_record(evening: Played, capsys: pytest.CaptureFixture[str]) -> None:
    seq = evening.find("effects", '"trips"')
    evening.edit(seq, lambda body: body["effects"][0].update(seat=6), evening.signer)
    with pytest.raises(BadJournal, match=f"record {seq}: the machines give something else"):
        packets(evening.path, 1)
    assert main(["round", "1", "--journal", str(evening.path)]) == 1
    assert capsys.readouterr().out.startswith(f"BAD  journal.db: record {seq}: ")


def test_of_the_journal_in_the_tables_file(evening: Played, capsys: pytest.CaptureFixture[str]) -> None:
    config = Path(__file__).parents[2] / "config" / "twin.toml"
    text = config.read_text(encoding="utf-8").replace("~/.local/state/table-controller/twin/journal.db", "journal.db")
    file = evening.path.parent / "table.toml"
    file.write_text(text, encoding="utf-8")
    assert main(["round", "1", "--config", str(file)]) == 0
    assert "table 7: round 1" in capsys.readouterr().out


# ---- the page ----------------------------------------------------------------------------------


class Tags(HTMLParser):
    VOID = ("meta", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.attributes: set[str] = set()
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attributes}
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text.append(data)


def parsed(html: str) -> Tags:
    tags = Tags()
    tags.feed(html)
    assert not tags.open
    return tags


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_page_that_needs_nothing_beside_itself(evening: Played, tmp_path: Path, number: int) -> None:
    file = tmp_path / "round.html"
    assert main(["round", str(number), "--journal", str(evening.path), "--html", str(file)]) == 0
    html = file.read_text(encoding="utf-8")
    tags = parsed(html)
    assert not {"script", "link", "img", "iframe", "object"} & tags.seen
    assert not {"src", "href", "onclick", "onload"} & tags.attributes
    assert not re.search(r"https?:|url\(|@import", html)
    assert "@media print" in html


def test_all_of_the_text_is_on_the_page(evening: Played) -> None:
    packet = one(evening, 1)
    words = " ".join(parsed(page([packet])).text)
    for line in ("1500.00", "10% of meter", "md-uth 12.D(7)(a)(ii)", "nobody folds yet", packet.last.hash.hex()):
        assert line in words
    assert all(card.seal in words and card.nonce in words for card in packet.cards)
    assert "Floorperson badge validates every progressive payout" in words, "what a cited paragraph says"


def test_whatever_is_written_is_text(evening: Played) -> None:
    hostile = '<script>alert(1)</script>"&'
    for kind, has, change in (
        ("start", "", lambda body: body.update(table=hostile)),
        ("notice", "device-began", lambda body: None),
    ):
        evening.edit(evening.find(kind, has), change, evening.signer)
    packet = one(evening, 1)
    packet.moments[3].who = hostile
    packet.moments[3].said = packet.moments[3].said.__class__(hostile, hostile, "alarm")
    html = page([packet])
    assert "<script" not in html
    assert html.count("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;") >= 4
    parsed(html)


def test_a_page_that_cannot_be_written(evening: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["round", "1", "--journal", str(evening.path), "--html", str(tmp_path)]) == 2
    assert "a file that can be written (Is a directory)" in capsys.readouterr().err


# ---- odd rounds --------------------------------------------------------------------------------

ODD = """rulebook = "nj-uth"
about = "A round, and bets after it that are void before a card is dealt"
rules = []
method = "manual_shoe"
hands = { "seat 1" = ["3h", "4h"] }
steps = [
    { do = "open" },
    { chips = { seat = 1, ante = "10", blind = "10" } },
    { do = "close-bets" },
    { do = "play-on" },
    { press = "check" },
    { do = "play-on" },
    { press = "check" },
    { do = "play-on" },
    { press = "fold" },
    { do = "settle" },
    { do = "clear-layout" },
    { do = "collect" },
    { do = "shuffle" },
    { chips = { seat = 2, ante = "20", blind = "20" } },
    { do = "close-bets" },
    { event = { event = "irregularity", what = "face-up-card", who = "F1", role = "floor" } },
    { event = { event = "irregularity", what = "face-up-card", who = "F1", role = "floor" } },
    { do = "clear-layout" },
    { press = "next" },
    { do = "collect" },
]
"""


def test_a_void_after_a_face_up_card(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(ODD, encoding="utf-8")
    journal = play(tmp_path / "table", file, journaled)
    packet = one(journal, 2)
    assert packet.round.void is not None
    assert "declares: face up card" in text(packet)
    assert packet.round.seats[2].returned == 4000
    with pytest.raises(NoSuchRound, match="rounds: 1 to 2"):
        packets(journal.path, 3)
