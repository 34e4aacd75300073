"""`tablectl settle`: settles described rounds, for the dispute desk."""

import sys
from io import BufferedIOBase
from pathlib import Path
from typing import Any, cast

from controller.game.described import DescribedRound, describe
from controller.game.fields import BadInput
from controller.game.offer import Offer, check_offer
from controller.game.settle_hilo import settle_hilo
from controller.game.settle_holdem import settle_holdem
from controller.game.settlement import Settlement
from controller.library import open_book
from controller.report import settlement_table
from controller.settlement_json import settlement_json
from controller.strict_json import LARGEST, parse

_OFFERS_KEPT = 256
_offers: dict[str, Offer] = {}


def offer_for(rulebook: Any, options: Any) -> Offer:
    """The checked offer; a run of many rounds mostly repeats one table's options, so the last few are kept."""
    key = f"{rulebook!r} {options!r}"
    offer = _offers.get(key)
    if offer is None:
        offer = check_offer(open_book(rulebook), options)
        if len(_offers) >= _OFFERS_KEPT:
            _offers.clear()
        _offers[key] = offer
    return offer


def described(data: bytes) -> DescribedRound:
    return describe(parse(data), offer_for)


def settle(round: DescribedRound) -> Settlement:
    return {"holdem": settle_holdem, "hi-lo": settle_hilo}[round.offer.book.rules.game](round)


# ---- the command ---------------------------------------------------------------


def run(file: str | None, *, always_json: bool) -> int:
    with open_input(file) as source:
        try:
            data = source.read(LARGEST + 1)
        except OSError as error:
            raise unreadable(file or "standard input", error) from None
    settlement = settle(described(data))
    if always_json or not sys.stdout.isatty():
        print(settlement_json(settlement))
    else:
        print(settlement_table(settlement))
    return 0


def open_input(file: str | None) -> BufferedIOBase:
    if file is None:
        if sys.stdin is None:
            raise BadInput("standard input", "to be open")
        return cast(BufferedIOBase, sys.stdin.buffer)
    try:
        return Path(file).open("rb")
    except (OSError, ValueError) as error:
        raise unreadable(file, error) from None


def unreadable(file: str, error: OSError | ValueError) -> BadInput:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return BadInput(ascii(file), f"a file that can be read ({reason})")
