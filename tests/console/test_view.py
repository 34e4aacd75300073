"""What the consoles see: all of it plain JSON, nothing of it hidden."""

import json
import random
import re

import pytest

from controller.console.view import COUNTS_SHOWN, view, view_of_nothing
from controller.game.table import events as ev
from controller.play.dealer import follow
from tests.table.at_the_table import bet, dealt, opened, sent
from tests.table.tables import KINDS, Kind

CARD = re.compile(r'"[2-9TJQKA][cdhs]"')


class Shown:
    """A table of which every view is kept, and the events that tell cards."""

    def __init__(self, kind: Kind, seed: int) -> None:
        self.table = kind.table(seed)
        self.views: list[str] = []
        self.told: set[str] = set()
        handle = self.table.game.handle

        def showing(event: ev.Event, at: int = 0):
            if isinstance(event, ev.Revealed | ev.CardsKeyed):
                self.told |= set(event.cards)
            answer = handle(event, at)
            self.views.append(json.dumps(view(self.table.game, name="Table 7")))
            for card in CARD.findall(self.views[-1]):
                assert card.strip('"') in self.told, f"{card} is shown before it is face up"
            return answer

        self.table.game.handle = showing


def play(kind: Kind, cards: int, players: int, until_first_card: bool) -> list[str]:
    """The same players and the same dealer; only the order of the cards differs."""
    shown = Shown(kind, cards)
    rng = random.Random(players)
    for _ in range(300):
        follow(shown.table, rng)
        if until_first_card and shown.told:
            break
    return shown.views


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_tables_that_differ_in_hidden_cards_look_the_same(kind: Kind) -> None:
    for players in range(2):
        first, second = (play(kind, cards, players, until_first_card=True) for cards in (1, 2))
        told = next((n for n, shown in enumerate(first) if CARD.search(shown)), len(first))
        assert told > 20
        assert first[:told] == second[:told]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_no_card_is_shown_before_it_is_face_up(kind: Kind) -> None:
    views = play(kind, 7, 7, until_first_card=False)
    assert any(CARD.search(shown) for shown in views), "cards are shown in the end"


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_deck_is_overdue_from_the_time_its_clock_names(kind: Kind) -> None:
    table = opened(kind)
    game = table.game
    clocks = [deck["change_at"] for deck in view(game, name="")["decks"]]
    if None in clocks:
        assert not game.book.rules.decks.change_hours
        return
    for at in sorted({clock + later for clock in clocks for later in (-1, 0)}):
        game.handle(ev.TimePassed(), at)
        for deck in view(game, name="")["decks"]:
            assert bool(deck["overdue"]) is (deck["change_at"] <= at)


def test_spots_tell_chips_sums_and_what_is_wrong() -> None:
    table = opened(KINDS[0])
    bet(table, 2, trips=5)
    table.close_bets()
    sent(table, ev.ChipsOff(2, "trips"))
    sent(table, ev.ChipsOn(3, "ante"))
    seats = view(table.game, name="")["round"]["seats"]
    spots = {spot["wager"]: spot for spot in seats[1]["spots"]}
    assert list(spots) == ["ante", "blind", "play", "trips", "progressive"]
    assert spots["ante"] == {"wager": "ante", "chips": True, "made": True, "done": False, "cents": 1000, "wrong": ""}
    assert not spots["trips"]["chips"]
    assert spots["trips"]["wrong"].startswith("ma-uth-1 §")
    assert seats[2]["spots"][0]["wrong"]


def test_views_of_any_table_have_the_same_fields() -> None:
    table = dealt(KINDS[2], (1, 3))
    shown = view(table.game, name="Table 7", counts=[{"number": n} for n in range(COUNTS_SHOWN + 5)])
    assert [count["number"] for count in shown["counts"]] == list(range(5, COUNTS_SHOWN + 5))
    nothing = view_of_nothing("the journal's record 17 is not its own", name="Table 7", troubles={"journal": "bad"})
    assert nothing.keys() == shown.keys()
    assert nothing["table"].keys() == shown["table"].keys()
    assert nothing["out_of_order"] == nothing["table"]["cause"]
    assert json.loads(json.dumps(shown)) == shown
    assert json.loads(json.dumps(nothing)) == nothing


def test_a_view_keeps_still_while_the_table_moves_on() -> None:
    """The server's thread writes it while the owner handles the next event."""
    table = opened(KINDS[2])
    alarms = [{"id": 1, "acknowledged": None}]
    shown = view(table.game, name="", alarms=alarms)
    before = json.dumps(shown)
    bet(table, 1)
    table.close_bets()
    alarms[0]["acknowledged"] = {"who": "F1", "at": 1}
    assert json.dumps(shown) == before
