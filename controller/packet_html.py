"""The dispute packet as one page that needs nothing beside itself: to be read, sent and printed."""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from controller.audit_trail import SeatTrail
from controller.game.money import dollars
from controller.library import config_folder, paragraph_rows
from controller.packet import Packet
from controller.packet_style import STYLE
from controller.packet_text import (
    HEADINGS,
    clock,
    decision_words,
    line_rows,
    notable,
    record_rows,
    seats_of,
    when,
)
from controller.packet_words import Moment, Said, place_words, void_words
from controller.retold import hand_of

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
RED = "dh"


def page(packets: Sequence[Packet]) -> str:
    packet = packets[0]
    title = escape(f"{packet.table + ', ' if packet.table else ''}round {packet.round.number}")
    body = "\n".join("\n".join(_article(each)) for each in packets)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _article(packet: Packet) -> Iterator[str]:
    yield f'<article class="{"void" if packet.round.void else "good"}">'
    yield from _head(packet)
    yield from _called(packet)
    yield from _board(packet)
    yield "<h2>Seats</h2>"
    for seat in seats_of(packet):
        yield from _seat(packet, seat)
    yield from _notable(packet)
    yield from _seals(packet)
    yield from _timeline(packet)
    yield from _paragraphs(packet)
    yield from _desk(packet)
    yield from _record(packet)
    yield "</article>"


# ---- what it came to -------------------------------------------------------------------------


def _head(packet: Packet) -> Iterator[str]:
    round, book = packet.round, packet.offer.book
    yield "<header>"
    yield f'<div class="over">{escape(packet.table or "Table")} · dispute packet</div>'
    yield f"<div><h1>Round {round.number}</h1>"
    method = escape(packet.method.replace("_", " "))
    yield f'<div class="book">{escape(book.rules.title)} · dealing: {method}</div></div>'
    yield f'<div class="state">{"Void" if round.void else "Settled"}</div></header>'
    seats = seats_of(packet)
    began, ended = when(packet.first.wall), when(packet.last.wall)
    facts = [
        ("Played", f"{began:%d %B %Y}", f"{began:%H:%M:%S} to {ended:%H:%M:%S} UTC"),
        ("Paid by the house", dollars(sum(seat.pays for seat in seats)), _envy(seats)),
        ("Wagers that went back", dollars(sum(seat.returned for seat in seats)), f"of {dollars(_wagered(seats))} made"),
        ("Records", f"{packet.first.seq} to {packet.last.seq}", _covered(packet)),
    ]
    if began.date() != ended.date():
        facts[0] = ("Played", f"{began:%d} to {ended:%d %B %Y}", facts[0][2])
    before, after = packet.meters
    for name, cents in after.items():
        was = f"before: {dollars(before[name])}" if before.get(name, cents) != cents else "as before"
        facts.append((f"Progressive, {name}", dollars(cents), was))
    yield '<dl class="facts">'
    for name, value, beside in facts:
        yield f"<div><dt>{escape(name)}</dt><dd>{escape(value)}<small>{escape(beside)}</small></dd></div>"
    yield "</dl>"


def _envy(seats: list[SeatTrail]) -> str:
    envy = sum(bonus["pays"] for seat in seats for bonus in seat.envy)
    return f"of it {dollars(envy)} Envy Bonuses" if envy else ""


def _wagered(seats: list[SeatTrail]) -> int:
    return sum(amount or 0 for seat in seats for amount in seat.wagers.values())


def _covered(packet: Packet) -> str:
    return "not yet signed" if packet.signature is None else f"signed by record {packet.signature.seq}"


def _called(packet: Packet) -> Iterator[str]:
    if packet.round.voided:
        yield '<div class="called">'
        for effect in packet.round.voided:
            said = void_words(effect)
            yield f"<p>{escape(said.text[:1].upper() + said.text[1:])} {_rule(said.rule)}</p>"
        yield "</div>"


# ---- cards -----------------------------------------------------------------------------------


def _cards(cards: Iterable[str], hidden: int = 0) -> str:
    faces = [
        f'<span class="card{" red" if card[1] in RED else ""}" title="{escape(card)}">'
        f"{_rank(card)}<i>{SUITS[card[1]]}</i></span>"
        for card in cards
    ]
    backs = ['<span class="card back" title="not shown"></span>'] * hidden
    return f'<span class="cards">{"".join(faces + backs)}</span>'


def _rank(card: str) -> str:
    return "10" if card[0] == "T" else escape(card[0])


def _board(packet: Packet) -> Iterator[str]:
    round = packet.round
    places = [("Dealer", round.dealer), ("Community cards", round.community), ("Six-card box", round.box)]
    shown = [(name, cards) for name, cards in places if cards]
    if not shown:
        return
    yield '<h2>Board</h2><div class="board">'
    for name, cards in shown:
        yield f"<div><h3>{name}</h3>{_cards(cards)}</div>"
    yield "</div>"


# ---- seats -----------------------------------------------------------------------------------


def _seat(packet: Packet, seat: SeatTrail) -> Iterator[str]:
    cards = hand_of(packet.offer, seat)
    # Of a void round it is not known here how far it was dealt.
    hidden = 0 if cards or not seat.dealt_in or packet.round.void else packet.offer.book.rules.hand.own
    void = f"; hand void {_rule(seat.void)}" if seat.void else ""
    did = decision_words(packet, seat)
    yield '<section class="seat"><div class="top">'
    name = f"<h3>Seat {seat.number}</h3>"
    yield f'<div class="who">{name}<div class="did">{escape(did[:1].upper() + did[1:])}{void}</div></div>'
    yield _cards(cards, hidden)
    yield f'<div class="sum"><b>{dollars(seat.pays)}</b><span>paid, {dollars(seat.returned)} back</span></div></div>'
    rows = line_rows(seat)
    yield _table(HEADINGS, (_line(row) for row in rows[1:]), right=(1, 4, 5), kind="lines")
    yield "</section>"


def _line(row: Sequence[str]) -> tuple[str, ...]:
    wager, amount, result, odds, pays, back, rule = row
    kind = {"win": "win", "lose": "lose"}.get(result, "")
    shown = f'<span class="{kind}">{escape(result)}</span>' if kind else escape(result)
    name = escape(wager.replace("_", " "))
    return (name, escape(amount), shown, escape(odds), escape(pays), escape(back), _rule(rule))


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = (), kind: str = "") -> str:
    """The cells are HTML already."""

    def cells(tag: str, row: Sequence[str]) -> str:
        kinds = [' class="n"' if n in right else "" for n in range(len(row))]
        return "".join(f"<{tag}{kind}>{text}</{tag}>" for kind, text in zip(kinds, row, strict=True))

    named = f' class="{kind}"' if kind else ""
    out = [f"<table{named}><thead><tr>{cells('th', [escape(text) for text in headings])}</tr></thead><tbody>"]
    for row in rows:
        total = ' class="total"' if row[0] == "total" else ""
        out.append(f"<tr{total}>{cells('td', row)}</tr>")
    return "\n".join([*out, "</tbody></table>"])


def _rule(rule: str) -> str:
    return f'<span class="rule">{escape(rule)}</span>' if rule else ""


# ---- what happened ---------------------------------------------------------------------------


def _said(said: Said) -> str:
    kind = {"refused": "refused", "alarm": "alarm", "void": "voided"}.get(said.kind, "")
    text = escape(said.text)
    return (f'<span class="{kind}">{text}</span>' if kind else text) + (f" {_rule(said.rule)}" if said.rule else "")


def _notable(packet: Packet) -> Iterator[str]:
    rows = [
        (f'<td class="clock">{clock(wall)}</td><td class="seq">{seq}</td><td class="who">{escape(who)}</td>', said)
        for seq, wall, who, said in notable(packet)
    ]
    counts = [
        f"Expected {count['expected']} cards in the stub, found {count['found']}, by the {count['by']} "
        f"(record {count['of']})."
        for count in packet.counts
    ]
    if not rows and not counts:
        return
    yield "<h2>Rulings, refusals, alarms, counts</h2>"
    if counts:
        yield f'<p class="note">{escape(" ".join(counts))}</p>'
    if rows:
        yield '<table class="time"><tbody>'
        yield from (f"<tr>{cells}<td>{_said(said)}</td></tr>" for cells, said in rows)
        yield "</tbody></table>"


def _seals(packet: Packet) -> Iterator[str]:
    if not packet.cards:
        return
    yield "<h2>Cards and their seals</h2>"
    yield (
        '<p class="note">The dealing device seals a card when it deals it, and tells card and nonce only when it lies '
        "face up. Each seal was worked out again from them here: SHA-256 of nonce, place, position and card.</p>"
    )
    rows = []
    for card in packet.cards:
        held = {
            True: '<span class="yes">holds</span>',
            False: '<span class="no">does not hold</span>',
            None: "ejected without one",
        }[card.held]
        where = f"{place_words(card.place, card.seat)}, card {card.position + 1}"
        red = ' style="color: var(--red)"' if card.card[1] in RED else ""
        shown = f"<b{red}>{_rank(card.card)}{SUITS[card.card[1]]}</b>"
        proof = f'<span class="mono">{escape(card.seal)}<br>nonce {escape(card.nonce)}</span>'
        rows.append((shown, escape(where), proof, str(card.seq), held))
    yield _table(("card", "dealt to", "seal and nonce", "told in record", "worked out again"), rows, right=(3,))


def _timeline(packet: Packet) -> Iterator[str]:
    yield "<h2>What happened</h2>"
    yield (
        "<p class=\"note\">Times are UTC by the table's own clock; the number is the journal's record. Below each act: "
        "what followed from it at once, and after the arrow what the table then waited for.</p>"
    )
    yield '<table class="time"><tbody>'
    yield from (_moment(moment) for moment in packet.moments)
    yield "</tbody></table>"


def _moment(moment: Moment) -> str:
    lines = [f"<div>{_said(moment.said)}</div>"]
    lines += [f'<div class="then">{_said(said)}</div>' for said in moment.then]
    if moment.next is not None:
        lines.append(f'<div class="next">{_said(moment.next)}</div>')
    return (
        f'<tr><td class="clock">{clock(moment.wall)}</td><td class="seq">{moment.seq}</td>'
        f'<td class="who">{escape(moment.who)}</td><td>{"".join(lines)}</td></tr>'
    )


# ---- what it rests on ------------------------------------------------------------------------


def _paragraphs(packet: Packet) -> Iterator[str]:
    """What each cited paragraph says, in the words of the shelf's own list."""
    cited = {line["rule"] for seat in seats_of(packet) for line in [*seat.lines.values(), *seat.envy]}
    cited |= {said.rule for *_, said in notable(packet)} | {effect["rule"] for effect in packet.round.voided}
    cited |= {seat.void for seat in seats_of(packet)}
    texts = _texts(packet.offer.book.id)
    known = {_known(rule, texts) for rule in cited}
    found = [(rule, text) for rule, text in texts.items() if rule in known]
    if not found:
        return
    yield '<h2>Paragraphs cited</h2><ul class="paragraphs">'
    yield from (f"<li><b>{escape(rule)}</b> {escape(text)}</li>" for rule, text in found)
    yield "</ul>"


def _known(rule: str, texts: Mapping[str, str]) -> str:
    """A row of a pay table is said in the paragraph that it stands in."""
    while rule not in texts and rule.endswith(")"):
        rule = rule[: rule.rindex("(")]
    return rule


def _texts(rulebook: str) -> dict[str, str]:
    texts = {
        f"{rulebook} {row['paragraph']}": row["summary"] for row in paragraph_rows() if row["rulebook"] == rulebook
    }
    with (config_folder() / "readings.csv").open(encoding="utf-8", newline="") as file:
        return texts | {f"reading {row['reading']}": row["decision"] for row in csv.DictReader(file)}


def _desk(packet: Packet) -> Iterator[str]:
    if packet.described is None:
        return
    yield "<h2>For the dispute desk</h2>"
    yield '<p class="note">The round as <b>tablectl settle</b> takes it; settled there, it comes to the same.</p>'
    seats = ",\n  ".join(json.dumps(seat) for seat in packet.described["seats"])
    rest = [f"{json.dumps(name)}: {json.dumps(part)}" for name, part in packet.described.items() if name != "seats"]
    text = ",\n ".join([*rest, f'"seats": [\n  {seats}]'])
    yield f"<pre>{{{escape(text)}}}</pre>"


def _record(packet: Packet) -> Iterator[str]:
    yield "<h2>The record</h2>"
    yield (
        '<p class="note">Each record\'s hash covers all records before it. The signature was checked with the key that '
        "the journal names; <b>tablectl verify</b> with the key and a head kept off the box checks all of it.</p>"
    )
    rows = [(escape(name), f'<span class="mono">{escape(value)}</span>') for name, value in record_rows(packet)]
    yield _table(("", "number and hash"), rows)
    yield "<footer>Made from the journal by tablectl round. No such page is proof by itself: the journal is.</footer>"
