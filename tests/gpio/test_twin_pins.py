"""The twin's pins: what the world does to them, and what can go wrong with them."""

from drivers.twin.pins import TwinPins


def watched(seed: int = 1) -> tuple[TwinPins, list[tuple[float, bool]]]:
    pins = TwinPins(seed=seed)
    pins.input(5, "up")
    seen: list[tuple[float, bool]] = []
    pins.watch(5, lambda pin: seen.append((pins.now, pins.read(pin))))
    return pins, seen


def test_an_edge_counts_once_and_only_where_there_is_one() -> None:
    pins, seen = watched()
    for active in (False, True, True, False, False):
        pins.drive(5, active)
    assert [level for _, level in seen] == [False, True]


def test_what_is_driven_before_the_claim_is_there_after_it() -> None:
    pins = TwinPins()
    pins.drive(5, True)
    pins.input(5, "up")
    assert pins.read(5) is False


def test_bounce_comes_to_rest_where_it_was_put_in_its_time() -> None:
    pins, seen = watched()
    pins.bounce(0.004)
    pins.drive(5, True)
    pins.step(1.0)
    assert len(seen) >= 3
    assert [level for _, level in seen] == [n % 2 == 1 for n in range(len(seen))], "every edge is a change"
    assert all(0 <= at <= 0.004 for at, _ in seen)
    assert pins.read(5) is False
    pins.bounce(0, pin=5)
    seen.clear()
    pins.drive(5, False)
    pins.step(2.0)
    assert seen == [(1.0, True)]


def test_let_go_in_the_middle_of_a_bounce() -> None:
    for seed in range(50):
        pins, _ = watched(seed)
        pins.bounce(0.004)
        pins.drive(5, True)
        pins.step(0.002)
        pins.drive(5, False)
        pins.step(1.0)
        assert pins.read(5) is True


def test_the_same_seed_bounces_the_same_way() -> None:
    def bounced(seed: int) -> list[tuple[float, bool]]:
        pins, seen = watched(seed)
        pins.bounce(0.004)
        pins.drive(5, True)
        pins.step(1.0)
        return seen

    assert bounced(1) == bounced(1)
    assert bounced(1) != bounced(2)


def test_chatter_and_sticking_last_until_mended() -> None:
    pins, seen = watched()
    pins.chatter(5)
    pins.step(1.0)
    assert 700 < len(seen) < 1500
    pins.drive(5, True)
    pins.mend(5)
    assert pins.read(5) is False, "where the world has put it meanwhile"
    seen.clear()
    pins.step(2.0)
    assert seen == []
    pins.stuck(5)
    pins.drive(5, False)
    assert pins.read(5) is False
    pins.mend(5)
    assert pins.read(5) is True


def test_lost_edges_change_the_level_and_call_nobody() -> None:
    pins, seen = watched()
    pins.lose_edges(5, 2)
    levels = []
    for active in (True, False, True):
        pins.drive(5, active)
        levels.append(pins.read(5))
    assert levels == [False, True, False]
    assert [level for _, level in seen] == [False]


def test_a_broken_output_stands_still_and_follows_again_once_mended() -> None:
    pins = TwinPins()
    pins.broken(6, high=True)
    pins.output(6, False)
    pins.write(6, False)
    assert (pins.read(6), pins.stands(6)) == (True, True)
    pins.mend(6)
    pins.write(6, False)
    assert pins.stands(6) is False


def test_what_hangs_on_an_output_sees_low_when_the_pins_are_given_back() -> None:
    seen: list[bool] = []
    pins = TwinPins()
    pins.attach(6, seen.append)
    pins.output(6, True)
    pins.output(6, True)
    pins.close()
    assert (seen, pins.stands(6)) == ([True, False], False)
