"""Cards stay unknown until they are face up: in the state, the journal, the log, the memory of drivers, every view."""

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.log import Log
from controller.loop import Handled
from controller.told_lines import line_of, words
from drivers.device import messages as m
from tests.service.atable import config
from tests.service.playing import Playing

CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
SETUPS = [
    config("md-uth", options={"trips": "A", "six_card": "A"}),
    config("ma-uth-2", options={"trips": "A"}),
    config("nj-hilo", options={"poker_bonus": "1"}),
]


class Searched(Playing):
    """After every step: all that is told of cards is what was turned up."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self.said = io.StringIO()
        self.log = Log(self.said)
        self.log.open()
        self.turned: set[str] = set()
        self.searched = 0
        super().__init__(*arguments, **more)

    def step(self) -> None:
        super().step()
        round = self.game.round
        up = {*round.dealer, *round.community, *round.box, *(card for seat in round.seats for card in seat.cards)}
        self.turned |= up
        for told in self.told:
            if isinstance(told, Handled):
                said, more = line_of(told)
                self.log.info(said, **more)
                self.said.write(words(told))
        told_anything = bool(self.told)
        self.told.clear()
        if told_anything:
            self.search()
        if round.state == "betting" and not round.begun:
            self.turned.clear()
            self.said.truncate(0)
            self.said.seek(0)
            self.since = self.journal.head[0]

    since = 0

    def search(self) -> None:
        """Of this round."""
        self.searched += 1
        records = [json.dumps(dict(record.body)) for record in self.journal.records(self.since)]
        places = {
            "journal": " ".join(records),
            "log": self.said.getvalue(),
            "view": json.dumps(self.service.view()),
            "state": json.dumps(self.game.snapshot()),
            "memory": json.dumps(self.service._keeper.standing.snapshot()),
        }
        for place, text in places.items():
            assert set(CARD.findall(text)) <= self.turned, f"{place} tells of a hidden card"


@pytest.fixture(params=SETUPS, ids=lambda setup: setup["rulebook"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Searched]:
    made = Searched(tmp_path, request.param, seed=11)
    yield made
    made.close()


def test_nothing_tells_of_a_card_before_it_is_turned_up(table: Searched) -> None:
    table.play(2)
    assert table.searched > 60
    assert table.game.table.number == 2


def test_a_reveal_that_comes_too_early_is_found(table: Searched) -> None:
    """The search can fail: a driver that asks for a seat's cards too early puts them into the journal."""
    while table.game.round.state not in ("first-decisions", "election"):
        table.step()
    seat = next(seat.number for seat in table.game.round.seats if seat.dealt_in)
    assert table.rig.drivers.device is not None
    table.rig.drivers.device.ask(m.Reveal(seat, 0, 2))

    def on() -> None:
        for _ in range(200):
            table.step()
            table.search()

    with pytest.raises(AssertionError, match="journal tells of a hidden card"):
        on()
