"""Any bytes and any frames, into the driver as it runs: it never falls over, and the next good frame is heard."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from drivers import notices as of
from drivers.device import link as ln
from drivers.device import messages as m
from drivers.device.framing import EVENT, REPLY, Frame, encode
from drivers.twin.device import DealingDevice
from tests.device.wired import Wired

bodies = st.one_of(
    st.binary(max_size=250),
    st.builds(lambda start, rest: start.to_bytes(2, "big") + rest, st.integers(0, 300), st.binary(max_size=100)),
)
kinds = st.one_of(st.integers(0, 255), st.sampled_from([REPLY, EVENT]))
types = st.one_of(st.integers(0, 255), st.integers(1, 12), st.integers(0x21, 0x2B))
frames = st.builds(Frame, kinds, st.integers(0, 255), types, bodies)


@settings(max_examples=60, deadline=None)
@given(st.lists(frames, max_size=60), st.booleans())
def test_any_frames_at_any_time(found: list[Frame], asked: bool) -> None:
    with Wired(DealingDevice()) as wired:
        wired.until(of.DeviceBegan)
        for frame in found:
            if asked and wired.driver.at_rest:
                wired.driver.ask(m.Reveal(1, 0, 2))
            wired.cable.to_host.put(encode(frame), wired.cable.now)
            wired.step()
        wired.run(2.0)
        wired.driver.ask(m.Mode(1))
        wired.until(of.ModeSet)


@settings(max_examples=200)
@given(st.lists(frames, max_size=30), st.integers(0, 8))
def test_replies_of_any_content_to_every_command(found: list[Frame], which: int) -> None:
    link = ln.Link(0.0)
    link.tick(0.0)
    greeting = bytes([0, 1, 0xFF, 0, 0, 0, 1, 0, 0, 0])
    link.received(encode(Frame(REPLY, 0, 1, greeting)), 0.0)
    link.received(encode(Frame(REPLY, 1, 2, bytes(7))), 0.0)
    commands = (
        *(m.Shuffle(1), m.Dispense(1, 2), m.Count(), m.Eject(), m.Reveal(1, 0, 2)),
        *(m.Mode(1), m.Display("x"), m.Seals(1), m.Seals(0x44)),
    )
    for frame in found:
        if link.ready:
            link.send(commands[which], 0.0)
        again = Frame(REPLY, link._seq, commands[which].type, frame.body)
        for notice in link.received(encode(frame) + encode(again), 0.0):
            if isinstance(notice, ln.Happened):
                link.ack(notice.event.n)
    assert link.received(encode(Frame(EVENT, 1, 0x29, b"\1")), 0.0) == [], "two bytes of number: not an event"
    assert len(link._framer._held) == 0


def test_a_million_bytes_of_noise_between_good_frames() -> None:
    """Through the whole driver, in portions of every size; each event behind the noise is heard."""
    rng, fed = Random(3), 0
    with Wired(DealingDevice()) as wired:
        wired.until(of.DeviceBegan)
        for at in range(1000):
            noise = rng.randbytes(rng.randrange(2100))
            if at % 3 == 0:
                noise = bytes(byte or 1 for byte in noise)  # without an end
            for start in range(0, len(noise), 700):
                wired.cable.to_host.put(noise[start : start + 700], wired.cable.now)
                wired.step()
            wired.cable.to_host.put(b"\0", wired.cable.now)
            wired.device.press_green()
            assert wired.until(of.Green, within=1.0)
            fed += len(noise)
        assert fed > 1_000_000
        greens = [n.n for n in wired.heard if isinstance(n, of.Green)]
        assert greens == list(range(1, 1001)), "each once, in order"
        others = {type(n) for n in wired.heard if n != of.DeviceFound(True)}
        assert others <= {of.Green, of.DeviceBegan, of.DeviceLost}
