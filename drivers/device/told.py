"""What the device tells, in the table's words: causes, places, cards; None where it does not count or know."""

from drivers import notices as of
from drivers.device import messages as m
from drivers.device.seals import UNREAD, card_name, holds
from drivers.device.tags import place_of

CAUSES = (
    *("jam-shuffling", "jam-dealing", "shuffle-not-completed", "misfeed"),
    *("unreadable", "motor", "door", "deck"),
)


def revealed(command: m.Reveal, reply: m.Reply, seals: tuple[str, ...]) -> of.Revealed:
    """Cards that lie face up, held against the seals that were told when they were dealt."""
    place, seat = place_of(command.tag) or ("burn", None)
    told = [part for part in reply.gave if isinstance(part, m.Told)] if isinstance(reply.gave, tuple) else []
    held, unsealed = True, 0
    for position, card in enumerate(told, start=command.first):
        if position >= len(seals):
            unsealed += 1
        elif not holds(bytes.fromhex(seals[position]), card.nonce, command.tag, position, card.card):
            held = False
    # Beyond the sealed ones lies only what was ejected: a stack has a seal for every card of it.
    held &= unsealed == 0 or place == "ejected"
    read = bool(told) and all(card.card != UNREAD for card in told)
    try:
        cards = tuple(card_name(card.card) or "" for card in told) if read else ()
    except ValueError:
        cards, held = (), False
    nonces = tuple(card.nonce.hex() for card in told)
    return of.Revealed(place, seat, command.first, cards, held, unsealed, nonces)


def _counted(cards: int) -> int | None:
    return None if cards == m.NOT_COUNTED else cards


def cause_of(fault: int) -> str:
    return CAUSES[fault - 1] if 1 <= fault <= len(CAUSES) else "motor"


def _hex(seals: tuple[bytes, ...]) -> tuple[str, ...]:
    return tuple(seal.hex() for seal in seals)


def notice_of(event: m.Event) -> of.DeviceNotice | None:
    """An event in the table's words; None for a place that the protocol does not have."""
    if isinstance(event, m.Dispensed | m.Taken):
        found = place_of(event.tag)
        if found is None:
            return None
        if isinstance(event, m.Taken):
            return of.Taken(event.n, *found)
        return of.Dispensed(event.n, *found, len(event.seals), _hex(event.seals))
    if isinstance(event, m.Loaded):
        return of.Loaded(event.n, event.deck, _counted(event.cards))
    if isinstance(event, m.Shuffled):
        return of.Shuffled(event.n, event.deck, _counted(event.count))
    if isinstance(event, m.Counted):
        return of.Counted(event.n, _counted(event.count))
    if isinstance(event, m.Ejected):
        return of.Ejected(event.n, _counted(event.count), _hex(event.seals))
    if isinstance(event, m.Fault):
        return of.Faulted(event.n, cause_of(event.fault))
    if isinstance(event, m.Door):
        return of.DeviceDoor(event.n, event.open)
    kinds: dict[type[m.Event], type[of.DeviceEvent]] = {
        m.Cleared: of.Cleared,
        m.Green: of.Green,
        m.FaceUp: of.FaceUp,
    }
    made: of.DeviceNotice = kinds[type(event)](event.n)  # type: ignore[assignment]
    return made
