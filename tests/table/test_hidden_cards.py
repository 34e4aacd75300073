"""Cards stay unknown until they are face up: nothing before a reveal depends on them, and nothing tells them."""

import json
import random
import re

import pytest

from controller.game.table import events as ev
from controller.game.table.effects import effect_json
from controller.game.table.refusals import Refused
from controller.play.dealer import follow
from controller.play.sim import Table
from tests.table.tables import KINDS, Kind

CARD = re.compile(r'"[2-9TJQKA][cdhs]"')


class Heard:
    """A table whose every word is kept: answers, snapshots and prompts, and the events that tell cards."""

    def __init__(self, kind: Kind, seed: int) -> None:
        self.table: Table = kind.table(seed)
        self.words: list[str] = []
        self.told: set[str] = set()
        handle = self.table.game.handle

        def listening(event: ev.Event, at: int = 0):
            if isinstance(event, ev.Revealed | ev.CardsKeyed):
                self.told |= set(event.cards)
            answer = handle(event, at)
            said = [repr(answer)] if isinstance(answer, Refused) else [json.dumps(effect_json(e)) for e in answer]
            self.words += [*said, json.dumps(self.table.game.snapshot()), repr(self.table.game.prompt())]
            for word in self.words[-len(said) - 2 :]:
                for card in CARD.findall(word):
                    assert card.strip('"') in self.told, f"{card} is told before it is face up"
            return answer

        self.table.game.handle = listening


def play(kind: Kind, cards: int, players: int, until_first_card: bool) -> list[str]:
    """Some rounds with the same players and the same dealer; only the order of the cards differs."""
    heard = Heard(kind, cards)
    rng = random.Random(players)
    for _ in range(400):
        follow(heard.table, rng)
        if until_first_card and heard.told:
            break
    return heard.words


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("players", range(3))
def test_nothing_before_a_reveal_depends_on_the_cards(kind: Kind, players: int) -> None:
    first, second = (play(kind, cards, players, until_first_card=True) for cards in (1, 2))
    same = sum(1 for a, b in zip(first, second, strict=False) if a == b)
    differ = [n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b]
    assert same > 50
    # The event that tells the first cards is the first whose answer may differ.
    if differ:
        told = next(n for n, word in enumerate(first) if CARD.search(word))
        assert differ[0] >= told - 1


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_no_card_is_told_before_it_is_face_up(kind: Kind) -> None:
    """Over whole rounds; `Heard` looks into every answer, snapshot and prompt."""
    words = play(kind, 7, 7, until_first_card=False)
    assert any(CARD.search(word) for word in words), "cards are told in the end"
