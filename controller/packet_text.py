"""The dispute packet on a terminal."""

from collections.abc import Iterator
from datetime import UTC, datetime

from controller.audit_trail import SeatTrail
from controller.chain import Record
from controller.game.money import dollars
from controller.packet import Packet
from controller.packet_words import Said, place_words, void_words
from controller.report import columns
from controller.retold import hand_of


def text(packet: Packet) -> str:
    return "\n".join(_lines(packet))


def when(wall: int) -> datetime:
    return datetime.fromtimestamp(wall // 1000, UTC).replace(microsecond=wall % 1000 * 1000)


def clock(wall: int) -> str:
    return when(wall).strftime("%H:%M:%S.%f")[:-3]


def _lines(packet: Packet) -> Iterator[str]:
    yield from _head(packet)
    for seat in seats_of(packet):
        yield ""
        yield from _seat(packet, seat)
    for title, rows in (
        ("cards", _cards(packet)),
        ("told by the device", _seals(packet)),
        ("stub counts", _counts(packet)),
        ("rulings, refusals, alarms", _notable(packet)),
    ):
        if rows:
            yield from ["", title, *(f"  {row}" for row in rows)]
    yield from ["", "timeline (UTC; record)"]
    yield from _timeline(packet)
    yield from ["", "record"]
    yield from (f"  {line}" for line in columns(record_rows(packet)))


def _head(packet: Packet) -> Iterator[str]:
    round, book = packet.round, packet.offer.book
    title = f"{packet.table}: round {round.number}" if packet.table else f"round {round.number}"
    yield f"{title}{' (void)' if round.void else ''}"
    yield f"{book.rules.title} ({book.id}); dealing: {packet.method.replace('_', ' ')}"
    yield f"{when(packet.first.wall):%Y-%m-%d} {clock(packet.first.wall)} to {clock(packet.last.wall)} UTC"
    if any(packet.meters):
        yield "meters: " + "; ".join(meter_words(packet))
    for effect in round.voided:
        said = void_words(effect)
        yield f"{said.text} ({said.rule})"


def seats_of(packet: Packet) -> list[SeatTrail]:
    return [seat for seat in packet.round.seats.values() if seat.wagers or seat.dealt_in or seat.lines]


def meter_words(packet: Packet) -> list[str]:
    before, after = packet.meters
    return [
        f"{name} {dollars(cents)}" + (f", before {dollars(before[name])}" if before.get(name, cents) != cents else "")
        for name, cents in after.items()
    ]


def decision_words(packet: Packet, seat: SeatTrail) -> str:
    """One after the other, with the play wager's multiple where both sums were keyed."""
    made = [decision.what for decision in seat.decisions]
    ante, play = seat.wagers.get("ante"), seat.wagers.get("play")
    if made and made[-1] == "played" and ante and play:
        made[-1] += f" {play // ante} x" if play % ante == 0 else f" {dollars(play)}"
    return ", then ".join(made) or ("not asked" if seat.dealt_in else "not dealt in")


def _seat(packet: Packet, seat: SeatTrail) -> Iterator[str]:
    cards = " ".join(hand_of(packet.offer, seat)) or "cards not shown"
    void = f"; hand void ({seat.void})" if seat.void else ""
    yield f"seat {seat.number}: {decision_words(packet, seat)}; {cards}{void}"
    yield from (f"  {line}" for line in columns(line_rows(seat), right=(1, 4, 5)))


HEADINGS = ("wager", "amount", "result", "odds", "pays", "back", "rule")


def line_rows(seat: SeatTrail) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [HEADINGS]
    for name, amount in seat.wagers.items():
        if name not in seat.lines:
            keyed = "not keyed" if amount is None else dollars(amount)
            rows.append((name, keyed, "settled by the dealer", "", "", "", ""))
    for line in seat.lines.values():
        amount = seat.wagers.get(line["wager"], line["amount"])
        keyed = "not keyed" if amount is None else dollars(line["amount"])
        sums = (dollars(line["pays"]), dollars(line["returned"]))
        rows.append((line["wager"], keyed, line["result"], line["odds"] or "", *sums, line["rule"]))
    rows += [
        ("envy", "", f"seat {bonus['from_seat']}", bonus["hand"], dollars(bonus["pays"]), "", bonus["rule"])
        for bonus in seat.envy
    ]
    if seat.cut:
        rows.append(("limits", "", "cut", "", f"-{dollars(seat.cut)}", "", ""))
    rows.append(("total", "", "", "", dollars(seat.pays), dollars(seat.returned), ""))
    return rows


def _cards(packet: Packet) -> list[str]:
    round = packet.round
    places = (("dealer", round.dealer), ("community", round.community), ("six-card box", round.box))
    return columns([(name, " ".join(cards)) for name, cards in places if cards] or [("none was read", "")])


def _seals(packet: Packet) -> list[str]:
    if not packet.cards:
        return []
    rows = [("card", "where", "seal", "nonce", "")]
    for card in packet.cards:
        held = {True: "holds", False: "DOES NOT HOLD", None: "ejected without a seal"}[card.held]
        where = f"{place_words(card.place, card.seat)}, card {card.position + 1}"
        rows.append((card.card, where, card.seal, card.nonce, held))
    return columns(rows)


def _counts(packet: Packet) -> list[str]:
    return [
        f"record {count['of']}: expected {count['expected']}, found {count['found']}, by the {count['by']}"
        for count in packet.counts
    ]


def notable(packet: Packet) -> list[tuple[int, int, str, Said]]:
    """Record, wall time, who and what: all that was declared, ruled, refused, alarmed or voided."""
    found = []
    for moment in packet.moments:
        if "rules: " in moment.said.text or "declares: " in moment.said.text:
            found.append((moment.seq, moment.wall, moment.who, moment.said))
        for said in moment.then:
            if said.kind in ("refused", "alarm", "void"):
                # A refusal is of what somebody did; the rest is the table's own word.
                act = f"{moment.said.text}: " if said.kind == "refused" else ""
                found.append((moment.seq, moment.wall, moment.who, Said(act + said.text, said.rule, said.kind)))
    return found


def _notable(packet: Packet) -> list[str]:
    return [f"{clock(wall)}  {who}: {said.text}{_rule(said)}" for _, wall, who, said in notable(packet)]


def _timeline(packet: Packet) -> Iterator[str]:
    for moment in packet.moments:
        yield f"  {clock(moment.wall)} {moment.seq:>7}  {moment.who}: {moment.said.text}{_rule(moment.said)}"
        for said in moment.then:
            yield f"{' ' * 24}{said.text}{_rule(said)}"
        if moment.next is not None:
            yield f"{' ' * 22}> {moment.next.text}{_rule(moment.next)}"


def _rule(said: Said) -> str:
    return f" ({said.rule})" if said.rule else ""


def record_rows(packet: Packet) -> list[tuple[str, str]]:
    rows = [("first", _named(packet.first)), ("last", _named(packet.last))]
    if packet.signature is None:
        rows.append(("signature", "none yet covers it"))
    else:
        body = packet.signature.body
        rows.append(("signature", f"{packet.signature.seq}, over record {body['seq']} with key {body['key']}"))
        rows.append(("", str(body["signature"])))
    return [*rows, ("program", f"sha256:{packet.program}")]


def _named(record: Record) -> str:
    return f"{record.seq}:{record.hash.hex()}"
