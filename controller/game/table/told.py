"""What the dealer is told to do beside the one next act, each with the paragraph that asks for it."""

from typing import TYPE_CHECKING

from controller.game.cards import CARD_OF
from controller.game.categories import STRAIGHT
from controller.game.ranking import category, rank_7
from controller.game.rulebook import ActName
from controller.game.table import effects as do
from controller.game.table.prompts import act_rule, deck_prompt
from controller.game.table.state import Deck, Seat

if TYPE_CHECKING:
    from controller.game.table.controller import TableController


def deck_at_hand(game: "TableController", deck: Deck) -> None:
    """Shuffled, cut where it must be, and before the dealer: it goes where it is dealt from."""
    paragraphs = game.method.take_cite
    if not paragraphs or deck.number != game.table.deck or deck_prompt(game, deck.number) is not None:
        return
    where = "Take deck {n} in one hand" if game.table.method == "hand" else "Put deck {n} into the shoe"
    game.emit(do.Tell(where.format(n=deck.number), game.book.cite(paragraphs[0])))


def shoe(game: "TableController", words: str) -> None:
    """Of its place while the table is open, and while it is closed."""
    if game.table.method == "manual_shoe":
        _if_asked(game, "shoe-fixed", words)


def wagers_begin(game: "TableController") -> None:
    _if_asked(game, "seated", "Take wagers of seated players only")


def seat_shows(game: "TableController", seat: Seat) -> None:
    _if_asked(game, "announce-seat", f"Seat {seat.number}: turn up and announce the hand", seat.number)


def folded(game: "TableController", seat: Seat) -> None:
    kept = any(game.book.rules.wagers[name].fold == "stays" for name in seat.wagers)
    act: ActName = "fold-kept" if kept else "fold-discarded"
    words = "keep the folded cards beneath the wager" if kept else "put the folded cards into the discard rack"
    game.emit(do.Tell(f"Seat {seat.number}: {words}", act_rule(game, act, "fold-kept"), seat.number))


def look_into_the_device(game: "TableController", missing: int) -> None:
    """What did not come out with the rest may still be inside."""
    if missing > 0:
        failed = game.book.rules.irregularities["dealing_failed"]
        rule = game.book.cite(failed.device_cite or failed.cite[0])
        game.emit(do.Tell(f"Look into the device: cards may be left in it, up to {missing}", rule))


def cards_unread(game: "TableController", place: str, seat: int | None) -> None:
    where = f"Seat {seat}" if seat else {"dealer": "Dealer", "box": "Box"}.get(place, "Board")
    game.emit(do.Tell(f"{where}: the device could not read the cards, key them", game.prompt().rule, seat))


def links_are_over(game: "TableController") -> None:
    """Another player may sit there in the next round."""
    if any(seat.leader for seat in game.round.seats):
        game.emit(do.Tell("Key linked positions again", game.book.cite(game.book.rules.bets.linked_cite)))


def dealer_kept_up(game: "TableController") -> None:
    """Cover All is decided by the highest hand: the dealer's is the first that may be it."""
    own = _class(game, game.round.dealer)
    if _covered(game) and category(own) >= STRAIGHT:
        game.emit(do.Tell("Dealer: leave the hand face up for Cover All", act_rule(game, "kept-up")))


def seat_kept_up(game: "TableController", seat: Seat) -> None:
    """A straight or better stays up until it is beaten (reading G38); what it beats is cleared."""
    if not _covered(game) or seat.decision == "folded":
        return
    settled = [other for other in game.round.seats if other.number > seat.number and _counts(other)]
    standing = {"Dealer": _class(game, game.round.dealer)}
    standing |= {f"Seat {other.number}": _class(game, other.cards) for other in settled}
    holder = max(standing, key=lambda name: standing[name])
    own = _class(game, seat.cards)
    if category(own) < STRAIGHT or own <= standing[holder]:
        return
    number = seat.number
    game.emit(do.Tell(f"Seat {number}: leave the hand face up for Cover All", act_rule(game, "kept-up"), number))
    if category(standing[holder]) >= STRAIGHT:
        game.emit(do.Tell(f"{holder}: clear the hand that was left up", act_rule(game, "cleared")))


def _if_asked(game: "TableController", act: ActName, words: str, seat: int | None = None) -> None:
    """Only where the text has it."""
    if act in game.book.rules.acts:
        game.emit(do.Tell(words, act_rule(game, act), seat))


def _covered(game: "TableController") -> bool:
    return game.round.void is None and any("cover_all" in seat.wagers for seat in game.round.seats)


def _counts(seat: Seat) -> bool:
    return seat.dealt_in and not seat.void and seat.decision != "folded"


def _class(game: "TableController", cards: tuple[str, ...]) -> int:
    """Of a hand with the board; 0, below any, where nothing has read the cards."""
    seven = cards + game.round.community
    return rank_7([CARD_OF[card] for card in seven]) if cards and len(seven) == 7 else 0
