"""A scripted table whose events come through the drivers: chips lie on spots, buttons are pressed, the device deals.

What no hardware can say, such as a seat that is not there, goes to the machines as it stands, like a person's act at
the console.
"""

from controller.execute import Executor
from controller.game.cards import CARD_OF
from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.controller import TableController
from controller.game.table.refusals import Refused
from controller.game.table.state import Unit
from controller.keeper import Keeper
from controller.keypad import keys_of
from controller.loop import Handled, Loop, Told
from controller.operators import Operator
from controller.play.mishaps import Mishap, apply
from controller.play.rig import Rig
from controller.play.scenario import Scenario
from controller.play.sim import Outcome, Table
from controller.standing import Standing
from controller.translate import Translate, Trouble
from drivers import notices as of
from drivers.device.driver import CAPS, CAUSES
from drivers.device.tags import tag_of
from drivers.twin.device import DealingDevice
from drivers.twin.table import TwinTable

RATE = 20
"""Scans of the spots a second: in a time of its own a table needs no more."""
SHUFFLED, DISPENSED, TAKEN, EJECTED, CLEARED, GREEN, FACE_UP = 0x21, 0x22, 0x23, 0x25, 0x27, 0x29, 0x2A
UNCOUNTED = 0xFF
BY_ITSELF = ev.DeviceReady | ev.LinkLost | ev.LinkFound | ev.Taken
"""What drivers tell without anybody's doing, or of a void round's cards: no step of a script is refused by it."""


class DrivenTable(Table):
    def __init__(self, scenario: Scenario, game: TableController) -> None:
        rules = game.book.rules
        device = None
        if scenario.device is not None:
            bits = sum(bit for bit, name in CAPS.items() if name in scenario.device.caps)
            device = DealingDevice(bits, seed=scenario.seed)
            device.hold_dispense = True
        twin = TwinTable(rules.seats.most, list(rules.wagers), device, seed=scenario.seed, rate=RATE)
        self._badges: dict[str, Operator] = {}
        self._heard: list[Handled] = []
        self._rig = Rig(twin)
        super().__init__(scenario, game)
        self._begin(self._rig, Keeper(Standing()))
        self._rig.run()

    def _begin(self, rig: Rig, keeper: Keeper) -> None:
        executor = Executor(rig.drivers.outputs, rig.drivers.device)
        translate = Translate(list(self.game.book.rules.wagers), self._badges)
        loop = self._loop = Loop(self.game, translate, executor, keeper, self._told)
        self._rig = rig
        rig.take = lambda notices: loop.notices(notices, rig.at)

    def close(self) -> None:
        self._rig.close()

    @property
    def at(self) -> int:
        return self._rig.at

    @at.setter
    def at(self, at: int) -> None:
        self._rig.skipped += at - self._rig.at

    def mishap(self, mishap: Mishap) -> None:
        self._heard = []
        apply(mishap, self._rig.twin)
        self._rig.run_for(1 / RATE)
        self._rig.run()
        self._gather(None)

    def _told(self, told: Told) -> None:
        if isinstance(told, Trouble) and told.why:
            self.troubles.append(f"{told.what}: {told.why}")
        if isinstance(told, Handled):
            self._heard.append(told)
            if not isinstance(told.outcome, Refused):
                for effect in told.outcome:
                    self._prepare(effect)

    # ---- events ------------------------------------------------------------------------------------

    def send(self, event: ev.Event) -> Outcome:
        self._heard = []
        if not self._by_hand(event):
            self._loop.event(event, self._rig.at)
        self._rig.run()
        return self._gather(event)

    def _gather(self, event: ev.Event | None) -> Outcome:
        """What came of all that was heard, and of the event itself."""
        outcome: Outcome = ()
        for handled in self._heard:
            if isinstance(handled.outcome, Refused):
                if not isinstance(handled.event, BY_ITSELF) or handled.event == event:
                    self.refused = handled.outcome
            else:
                self.happened += handled.outcome
            if handled.event == event:
                outcome = handled.outcome
        return outcome

    def _by_hand(self, event: ev.Event) -> bool:
        """Does it at the hardware; False where no hardware could say it."""
        twin, rig = self._rig.twin, self._rig
        if isinstance(event, ev.ChipsOn | ev.ChipsOff):
            spot, there = f"{event.seat} {event.wager}", isinstance(event, ev.ChipsOn)
            wired = rig.twin.wiring.pins.chain
            if wired is None or spot not in wired.spots or twin.spots.has(spot) == there:
                return False
            twin.chips(event.seat, event.wager, there)
            rig.run_for(1 / RATE)
        elif isinstance(event, ev.Press):
            twin.key(["seat", *str(event.seat)] if event.seat is not None else [])
            rig.press(event.button)
        elif isinstance(event, ev.CardDrawn):
            rig.draw_card()
        elif isinstance(event, ev.Badge):
            badge = f"{len(event.role)}{sum(map(ord, event.who)):05}"
            self._badges[badge] = Operator(event.who, event.role)
            twin.swipe(badge)
        elif (keys := keys_of(event, list(self.game.book.rules.wagers))) is not None:
            twin.key(keys)
        else:
            return twin.device is not None and self._device(event, twin.device)
        return True

    # ---- the dealing device --------------------------------------------------------------------------

    def _device(self, event: ev.Event, device: DealingDevice) -> bool:
        rig = self._rig
        if isinstance(event, ev.Loaded):
            self._sweep(device)
            if event.deck in device.machine.decks or event.deck > 1 + ("two-decks" in self.game.device.caps):
                return False
            device.load(event.deck, sorted(_code(card) for card in CARD_OF)[: event.cards or 52], rig.now)
        elif isinstance(event, ev.Dispensed):
            if not self._held_for(device, event.place, event.seat):
                return False
            device.release(event.cards)
        elif isinstance(event, ev.Taken):
            if device.machine.tray.tag != tag_of(event.place, event.seat):
                return False
            device.take()
        elif isinstance(event, ev.Ejected):
            device.report(EJECTED, bytes([UNCOUNTED if event.cards is None else event.cards, 0]))
        elif isinstance(event, ev.Shuffled):
            device.report(SHUFFLED, bytes([event.deck, UNCOUNTED if event.cards is None else event.cards]))
        elif isinstance(event, ev.Fault):
            device.fail(CAUSES.index(event.cause) + 1)
        elif isinstance(event, ev.Cleared):
            self._see_to(device)
            device.machine.clear()
        elif isinstance(event, ev.Green):
            device.press_green()
        elif isinstance(event, ev.FaceUp):
            device.report(FACE_UP, b"")
        else:
            return self._line(event, device)
        return True

    def _line(self, event: ev.Event, device: DealingDevice) -> bool:
        rig = self._rig
        if isinstance(event, ev.LinkLost) and not device.silent and rig.drivers.device and not rig.drivers.device.lost:
            device.silent = True
            rig.run_until(of.DeviceLost)
        elif isinstance(event, ev.LinkFound) and device.silent:
            device.silent = False
            if not event.accounted:
                device.serial += "'"  # another one, which knows nothing of these cards
            rig.run_until(of.DeviceFound)
        else:
            return False
        return True

    def _held_for(self, device: DealingDevice, place: ev.Place, seat: int | None) -> bool:
        cycle = device.machine.dealer
        return cycle is not None and cycle.begun is None and cycle.tag == tag_of(place, seat)

    def _sweep(self, device: DealingDevice) -> None:
        """What lies at the device is picked up before a deck goes in."""
        device.take_ejected()
        device.take_rejects()
        if device.machine.dealer is None:
            device.take()

    def _see_to(self, device: DealingDevice) -> None:
        """A technician removes the cause, and all cards where the table wants the device emptied."""
        device.mend()
        if self.game.device.to_empty and not device.machine.running:
            device.take_out_all()

    def _prepare(self, effect: do.Effect) -> None:
        """Before the device is asked: the cards lie in it as the scenario wants them, and a person has seen to it."""
        device = self._rig.twin.device
        if isinstance(effect, do.RoundOver):
            self._pending = []
            self.new_deck()
        if device is None:
            return
        if isinstance(effect, do.Shuffle):
            if not self.game.round.begun:
                self.new_deck()
        elif isinstance(effect, do.Dispense):
            self._pending.append(effect)
        elif isinstance(effect, do.Eject) and self.game.round.begun:
            self._arrange_rest(device)
        elif isinstance(effect, do.ClearFault):
            self._see_to(device)

    def _arrange_rest(self, device: DealingDevice) -> None:
        """The board that will be dealt from the rest, each card below its burn."""
        if device.machine.dealt is None or self.game.method.community == "face-down-first":
            return
        # What the device did not give the dealer is the first of it.
        wanted = [self._next_card("dealer") for _ in range(self.game.round.short)]
        rules = self.game.book.rules
        for number, window in enumerate(rules.windows):
            wanted += [self._next_card("burn") for _ in range(self.game.method.burns[number] if window.then else 0)]
            board = [self._next_card("community") for _ in range(window.then)]
            self.places.setdefault("board", []).extend(board)
            wanted += board
        device.bring_up([_code(card) for card in wanted])

    def answer_reveal(self, place: str, first: int, cards: int, seat: int | None) -> None:
        """The device has told already what it was asked."""

    # ---- dealing ---------------------------------------------------------------------------------------

    def _lay(self, unit: Unit) -> None:
        board = self.places.get("board", [])
        if unit.place == "community" and board:
            self.places.setdefault("community", []).extend(board[: unit.cards])
            del board[: unit.cards]
            return
        if unit.place == "burn" and "board" in self.places:
            return
        before = {place: len(cards) for place, cards in self.places.items()}
        super()._lay(unit)
        device = self._rig.twin.device
        if device is None or device.machine.dealt is None or not unit.cards or unit.place == "turn-up":
            return
        laid = [card for place, cards in self.places.items() for card in cards[before.get(place, 0) :]]
        if self.game.table.method == "automated" and not self.game.round.ejected:
            device.bring_up([_code(card) for card in laid])


def _code(card: str) -> int:
    """As the protocol numbers it."""
    return ("23456789TJQKA".index(card[0]) + 2) * 4 + "cdhs".index(card[1])
