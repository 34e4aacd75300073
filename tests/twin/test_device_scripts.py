"""A device that is played by hand: stacks on demand, events and answers that need not be true."""

import pytest

from tests.twin.host import DECK, DONE, SLOW, Event, Host, sealed

DISPENSE, REVEAL = 4, 7


def test_a_held_stack_comes_when_it_is_released() -> None:
    host = Host()
    host.ready()
    host.device.hold_dispense = True
    assert host.ask(DISPENSE, 1, 2) == DONE
    host.wait(10)
    assert host.status() == (4, 0, 0, 1, 52, 0)
    assert host.device.release()
    assert host.device.next_at == host.now
    assert len(host.dispensed(1, 2)) == 2
    assert not host.device.release(), "there is none any more"
    assert host.status().state == 5


def test_a_released_stack_takes_its_time() -> None:
    host = Host(pace=SLOW)
    host.ready()
    host.device.hold_dispense = True
    host.ask(DISPENSE, 1, 2)
    host.wait(5)
    host.device.release()
    host.wait(0.5)
    assert host.status().state == 4
    host.wait(0.5)
    assert host.status().state == 5


def test_the_next_cards_can_be_chosen() -> None:
    host = Host()
    host.ready()
    host.device.bring_up([59, 8, 59 - 4])
    host.deal(1, 3)
    assert host.device.take() == [59, 8, 55]
    assert sorted([*host.device.cards, 59, 8, 55]) == DECK
    with pytest.raises(ValueError, match="not in list"):
        host.device.bring_up([59])


def test_nothing_is_chosen_where_no_deck_is() -> None:
    with pytest.raises(RuntimeError):
        Host().device.bring_up([59])


def test_any_event_can_be_reported_true_or_not() -> None:
    host = Host()
    host.device.report(0x21, bytes([2, 51]))
    host.device.report(0x26, b"\6")
    assert host.heard() == [Event(0x21, bytes([2, 51])), Event(0x26, b"\6")]
    assert host.status() == (0, 0, 0, 0, 0, 0)
    with pytest.raises(ValueError, match="at most 248"):
        host.device.report(0x22, bytes(249))
    host.device.report(0x22, bytes(248))
    assert host.heard() == [Event(0x22, bytes(248))]


def test_a_scripted_reveal_is_for_once() -> None:
    host = Host()
    host.ready()
    seals = host.deal(1, 2)
    host.device.answer_reveal_with([59, 58], good_seal=True)
    lie = host.reveal(1, 0, 2)
    assert [card for _, card in lie] == [59, 58]
    truth = host.reveal(1, 0, 2)
    assert [nonce for nonce, _ in lie] == [nonce for nonce, _ in truth]
    assert seals == [sealed(nonce, 1, at, card) for at, (nonce, card) in enumerate(truth)]


def test_a_scripted_reveal_of_the_true_cards_fits_its_seals_or_not() -> None:
    host = Host()
    host.ready()
    seals = host.deal(1, 2)
    for good in (True, False):
        host.device.answer_reveal_with(DECK[:2], good_seal=good)
        told = host.reveal(1, 0, 2)
        assert (seals == [sealed(nonce, 1, at, card) for at, (nonce, card) in enumerate(told)]) == good


def test_a_stack_that_was_only_reported_can_be_revealed_with_its_nonces() -> None:
    host = Host()
    nonce = bytes(range(16))
    host.device.report(0x22, bytes([1, 1]) + sealed(nonce, 1, 0, 59))
    host.device.answer_reveal_with([59], good_seal=True, nonces=[nonce])
    assert host.reveal(1, 0, 1) == [(nonce, 59)]
