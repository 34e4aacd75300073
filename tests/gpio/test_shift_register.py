"""The chain's reader and the twin's chain, each against a chain written from the chip's data sheet alone."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.gpio.inputs import Inputs
from drivers.gpio.shift_register import ShiftChain
from drivers.notices import InputFailed, SpotChanged
from drivers.twin.pins import TwinPins
from drivers.twin.registers import Registers
from drivers.wiring import Chain, PinWiring

LATCH, CLOCK, DATA = 5, 6, 13
SPOTS = tuple(f"{seat} w{n}" for seat in range(1, 8) for n in range(10))


class Sheet74HC165:
    """One chip. `SH/LD` low: the stages follow the inputs. Else a rising `CLK` shifts SER to A, A to B, … G to H."""

    def __init__(self) -> None:
        self.inputs = dict.fromkeys("ABCDEFGH", 1)
        self.stages = dict.fromkeys("ABCDEFGH", 1)
        self.shift = 0

    def load(self) -> None:
        if self.shift == 0:
            self.stages = dict(self.inputs)

    def rise(self, ser: int) -> None:
        if self.shift == 1:
            self.stages = dict(zip("ABCDEFGH", [ser, *[self.stages[name] for name in "ABCDEFG"]], strict=True))


class SheetChain:
    """QH of each chip goes to SER of the one before it; QH of the first is the data pin; the last SER is tied high."""

    def __init__(self, length: int) -> None:
        self.chips = [Sheet74HC165() for _ in range((length + 7) // 8)]

    def set(self, place: int, level: int) -> None:
        self.chips[place // 8].inputs["HGFEDCBA"[place % 8]] = level
        for chip in self.chips:
            chip.load()

    def latch(self, high: bool) -> None:
        for chip in self.chips:
            chip.shift = int(high)
            chip.load()

    def clock(self, high: bool) -> None:
        if high:
            before = [chip.stages["H"] for chip in self.chips] + [1]
            for n, chip in enumerate(self.chips):
                chip.rise(before[n + 1])

    @property
    def data(self) -> bool:
        return bool(self.chips[0].stages["H"]) if self.chips else True

    def wire(self, pins: TwinPins) -> None:
        out = pins.lead(DATA)

        def latched(high: bool) -> None:
            self.latch(high)
            out(self.data)

        def clocked(high: bool) -> None:
            self.clock(high)
            out(self.data)

        pins.attach(LATCH, latched)
        pins.attach(CLOCK, clocked)


def wiring(spots: tuple[str, ...] = SPOTS, rate: int = 200) -> Chain:
    return Chain(LATCH, CLOCK, DATA, spots, rate)


@given(st.data(), st.integers(1, 80))
def test_the_reader_against_the_data_sheet(data: st.DataObject, length: int) -> None:
    pins, sheet = TwinPins(), SheetChain(length)
    sheet.wire(pins)
    reader = ShiftChain(pins, wiring(("",) * length))
    for _ in range(3):
        chips = data.draw(st.integers(0, (1 << length) - 1))
        for place in range(length):
            sheet.set(place, 1 - (chips >> place & 1))
        assert reader.scan() == chips


moves = st.lists(
    st.one_of(
        st.tuples(st.just("latch"), st.booleans()),
        st.tuples(st.just("clock"), st.booleans()),
        st.tuples(st.integers(0, 11), st.booleans()),
    ),
    max_size=200,
)


@given(moves)
def test_the_twins_chain_against_the_data_sheet_for_any_wave(moves: list[tuple[str | int, bool]]) -> None:
    names = tuple(f"1 w{n}" for n in range(12))
    pins, sheet = TwinPins(), SheetChain(12)
    registers = Registers(pins, wiring(names))
    pins.output(LATCH, False)
    pins.output(CLOCK, False)
    pins.input(DATA, "up")
    clock = False
    # From here on both have been loaded once.
    for what, high in [("latch", True), ("latch", False), *moves]:
        if what == "latch":
            pins.write(LATCH, high)
            sheet.latch(high)
        elif what == "clock":
            pins.write(CLOCK, high)
            if high != clock:
                sheet.clock(high)
            clock = high
        else:
            registers.put(names[int(what)], high)
            sheet.set(int(what), int(not high))
        assert pins.read(DATA) is sheet.data


def test_the_reader_on_the_twins_chain() -> None:
    rng, pins = Random(1), TwinPins()
    registers, reader = Registers(pins, wiring()), ShiftChain(pins, wiring())
    assert reader.scan() == 0
    for n, name in enumerate(SPOTS):
        registers.put(name, True)
        assert reader.scan() == 1 << n, name
        registers.put(name, False)
    for _ in range(200):
        chips = rng.getrandbits(len(SPOTS))
        for n, name in enumerate(SPOTS):
            registers.put(name, bool(chips >> n & 1))
        assert reader.scan() == chips == sum(registers.has(name) << n for n, name in enumerate(SPOTS))


def test_a_chain_that_is_unplugged_has_no_chips_on_it() -> None:
    pins = TwinPins()
    assert ShiftChain(pins, wiring()).scan() == 0


# ---- noise -------------------------------------------------------------------------------


class Noise:
    """Any bits at all on the data pin; when they end, what a chain would say with these chips on it."""

    def __init__(self, pins: TwinPins, noise: bytes, then: int) -> None:
        self._out = pins.lead(DATA)
        self._noise, self._then = int.from_bytes(noise, "big"), then
        self.left = self.bits = 8 * len(noise)
        self._place = 0
        pins.attach(LATCH, self._latched)
        pins.attach(CLOCK, self._clocked)

    def _latched(self, high: bool) -> None:
        self._place = 0
        self._put()

    def _clocked(self, high: bool) -> None:
        if high:
            self._place += 1
            self._put()

    def _put(self) -> None:
        if self.left:
            self.left -= 1
            self._out(bool(self._noise >> self.left & 1))
        else:
            self._out(not self._then >> self._place & 1)


def read_noise(noise: bytes, then: int, spots: tuple[str, ...]) -> None:
    pins = TwinPins()
    source = Noise(pins, noise, then)
    inputs = Inputs(pins, PinWiring({}, lock=4, chain=wiring(spots)), 0.0)
    known = {name for name in spots if name}
    believed: dict[str, bool] = {}
    failed: set[str] = set()
    calm_until: float | None = None
    while calm_until is None or inputs.next_at < calm_until:
        if calm_until is None and not source.left:
            calm_until = inputs.next_at + 1.0
        for notice in inputs.step(inputs.next_at):
            assert isinstance(notice, SpotChanged | InputFailed)
            name = notice.name if isinstance(notice, InputFailed) else f"{notice.seat} {notice.wager}"
            assert name in known
            assert name not in failed, "a failed spot says nothing more"
            if isinstance(notice, InputFailed):
                assert notice.why == "chatter"
                failed.add(name)
            else:
                assert believed.get(name, False) != notice.chips
                believed[name] = notice.chips
    standing = inputs.standing()
    assert standing.keys() == known
    for n, name in enumerate(spots):
        if name and name not in failed:
            assert standing[name] == believed.get(name, False) == bool(then >> n & 1)


GAPS = tuple("" if n % 9 == 4 else name for n, name in enumerate(SPOTS))


@settings(max_examples=60, deadline=None)
@given(st.binary(min_size=500, max_size=1500), st.integers(0, (1 << len(SPOTS)) - 1))
def test_any_noise_on_the_data_pin(noise: bytes, then: int) -> None:
    read_noise(noise, then, GAPS)


class Bits:
    """Pins that count clocks, and give one bit after the other: what the reader makes of any bytes at all."""

    def __init__(self, data: bytes) -> None:
        self.levels = iter(bytes(bit for byte in data for bit in BITS[byte]))
        self.clocks = self.latches = 0

    def input(self, pin: int, pull: str) -> None: ...

    def output(self, pin: int, high: bool) -> None: ...

    def read(self, pin: int) -> bool:
        return next(self.levels) == 1

    def write(self, pin: int, high: bool) -> None:
        self.clocks += pin == CLOCK and high
        self.latches += pin == LATCH and high


BITS = [tuple(byte >> n & 1 for n in range(8)) for byte in range(256)]


def test_a_million_bytes_through_the_reader() -> None:
    """Ten chips. Whatever came before, each scan tells what it was given, and nothing is kept from one to the next."""
    rng = Random(4)
    for _ in range(10):
        data = rng.randbytes(100_000)
        pins = Bits(data)
        reader = ShiftChain(pins, wiring(("",) * 80))  # type: ignore[arg-type]
        for at in range(0, len(data), 10):
            assert reader.scan() == (1 << 80) - 1 - int.from_bytes(data[at : at + 10], "little")
        assert (pins.latches, pins.clocks) == (10_000, 800_000)


def test_half_a_million_bits_of_noise_from_even_to_rare() -> None:
    rng, bits = Random(2), 0
    for ones in (1, 2, 8, 9):
        # Each AND or OR of random bytes makes the other level rarer.
        noise = rng.getrandbits(125_000 * 1)
        for _ in range(ones % 7):
            noise = noise & rng.getrandbits(125_000) if ones < 8 else noise | rng.getrandbits(125_000)
        data = noise.to_bytes(15_625, "big")
        read_noise(data, rng.getrandbits(len(SPOTS)), GAPS)
        bits += 8 * len(data)
    assert bits == 500_000
