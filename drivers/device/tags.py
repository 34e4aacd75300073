"""Where a stack goes, in the table's words and as the protocol numbers it."""

from drivers.device.messages import BOX, BURN, COMMUNITY, DEALER, EJECTED_CARDS
from drivers.notices import Place

_TAGS: dict[Place, int] = {
    "dealer": DEALER,
    "community": COMMUNITY,
    "box": BOX,
    "burn": BURN,
    "ejected": EJECTED_CARDS,
}
_PLACES = {tag: place for place, tag in _TAGS.items()}
SEATS = range(1, 8)


def tag_of(place: Place, seat: int | None) -> int:
    return seat if place == "seat" and seat is not None else _TAGS[place]


def place_of(tag: int) -> tuple[Place, int | None] | None:
    """None for a tag that the protocol does not have."""
    if tag in SEATS:
        return "seat", tag
    return (_PLACES[tag], None) if tag in _PLACES else None
