"""A device with two decks shuffles one while the other is dealt."""

import pytest

from tests.twin.host import BUSY, DECK, DONE, NOT_NOW, ONE_DECK, SLOW, TWO_DECKS, Event, Host

SHUFFLE, DISPENSE, COUNT, EJECT, REVEAL, STOP, CLEAR, SEALS = 3, 4, 5, 6, 7, 8, 9, 12
BOTH = ONE_DECK | TWO_DECKS
DOOR, TRAY, SECOND, OTHER = 1, 2, 4, 8


def in_play(pace: bool = True) -> Host:
    """Deck 1 on the dealing side, deck 2 loaded."""
    host = Host(caps=BOTH, pace=SLOW) if pace else Host(caps=BOTH)
    host.ready(1)
    host.load(2)
    assert host.heard() == [Event(0x2B, bytes([2, 52]))]
    return host


def test_shuffle_2_in_the_round_of_deck_1() -> None:
    host = in_play()
    assert host.ask(SHUFFLE, 2) == DONE
    assert host.status() == (3, 0, OTHER, 1, 52, 0)
    assert host.ask(DISPENSE, 1, 2) == DONE
    assert host.status() == (4, 0, OTHER, 1, 52, 0)
    host.wait(1)
    assert host.status() == (5, 0, OTHER | TRAY, 1, 50, 1)
    assert host.heard()[-1][0] == 0x22
    host.wait(1)
    assert host.heard() == [Event(0x21, bytes([2, 52]))]
    assert host.status() == (5, 0, SECOND | TRAY, 1, 50, 1)


def test_shuffle_2_while_deck_1_is_dispensed() -> None:
    host = in_play()
    host.ask(DISPENSE, 1, 2)
    assert host.ask(SHUFFLE, 1) == BUSY
    assert host.ask(SHUFFLE, 2) == DONE
    assert host.ask(SHUFFLE, 2) == host.ask(SHUFFLE, 1) == BUSY


def test_the_shuffled_deck_moves_when_the_dealing_side_is_empty() -> None:
    host = in_play(pace=False)
    host.deal_and_take(1, 2)
    host.ask(SHUFFLE, 2)
    assert host.status() == (3, 0, SECOND, 1, 50, 1)
    host.heard()
    assert host.ask(EJECT) == DONE
    assert host.heard()[0][1][0] == 50
    assert host.status() == (3, 0, 0, 2, 52, 0)


def test_a_shuffle_that_ends_after_the_eject_moves_at_once() -> None:
    host = in_play()
    host.ask(EJECT)
    host.wait(1)
    host.ask(SHUFFLE, 2)
    host.wait(1)
    assert host.status() == (2, 0, 0, 0, 52, 0), "the dealing side is empty: flag 3 is down"
    assert host.ask(DISPENSE, 1, 2) == host.ask(EJECT) == host.ask(COUNT) == BUSY
    host.wait(1)
    assert host.status() == (3, 0, 0, 2, 52, 0)


def test_with_the_dealing_side_empty_the_lowest_loaded_deck_is_told() -> None:
    host = Host(caps=BOTH)
    host.load(2, DECK[:40])
    assert host.status() == (1, 0, 0, 0, 40, 0)
    host.load(1, DECK[:30])
    assert host.status() == (1, 0, 0, 0, 30, 0)
    assert host.ask(SHUFFLE, 2) == DONE
    assert host.status() == (3, 0, 0, 2, 40, 0)


def test_the_shuffling_deck_is_told_before_a_loaded_one() -> None:
    host = Host(caps=BOTH, pace=SLOW)
    host.load(1, DECK[:30])
    host.load(2, DECK[:40])
    host.ask(SHUFFLE, 2)
    assert host.status() == (2, 0, 0, 0, 40, 0)


def test_counting_a_loaded_deck_keeps_the_shuffler_waiting() -> None:
    host = Host(caps=BOTH, pace=SLOW)
    host.load(1)
    host.load(2)
    assert host.ask(COUNT) == DONE
    assert host.ask(SHUFFLE, 2) == host.ask(SHUFFLE, 1) == BUSY


# ---- the old deck's tags -----------------------------------------------------------------------


def old_deck_gone() -> Host:
    """Deck 2 on the dealing side, nothing of it dealt; deck 1's round is in the record."""
    host = in_play(pace=False)
    host.deal_and_take(1, 2)
    host.ask(SHUFFLE, 2)
    host.ask(EJECT)
    host.heard()
    assert host.status()[3:] == (2, 52, 0)
    return host


def revealable(host: Host) -> tuple[bool, bool]:
    return host.ask(REVEAL, 1, 0, 2) != NOT_NOW, host.ask(SEALS, 0x44) != NOT_NOW


def test_the_old_decks_tags_can_be_revealed_until_the_new_decks_first_dispense() -> None:
    host = old_deck_gone()
    assert revealable(host) == (True, True)
    assert [card for _, card in host.reveal(1, 0, 2)] == DECK[:2]
    host.deal_and_take(2, 2)
    assert revealable(host) == (False, False)
    host.deal_and_take(1, 2)
    assert [card for _, card in host.reveal(1, 0, 2)] == DECK[2:4], "the new deck's own"
    assert len(host.reveal(2, 0, 2)) == 2, "and the second DISPENSE forgets nothing"


def test_the_old_decks_tags_can_be_revealed_until_their_own_decks_shuffle() -> None:
    host = old_deck_gone()
    host.load(1)
    assert revealable(host) == (True, True), "loading is not shuffling"
    assert host.ask(SHUFFLE, 1) == DONE
    assert revealable(host) == (False, False)


def test_another_decks_shuffle_forgets_nothing() -> None:
    host = in_play(pace=False)
    host.deal_and_take(1, 2)
    host.ask(SHUFFLE, 2)
    assert len(host.reveal(1, 0, 2)) == 2


def test_a_refused_dispense_or_shuffle_forgets_nothing() -> None:
    host = old_deck_gone()
    assert host.ask(DISPENSE, 1, 0) != DONE
    assert host.ask(SHUFFLE, 1) == NOT_NOW
    assert revealable(host) == (True, True)


def test_a_tag_is_free_again_with_the_new_deck() -> None:
    host = old_deck_gone()
    host.deal_and_take(1, 2)


# ---- halts -------------------------------------------------------------------------------------


def test_a_fault_stops_both_motors() -> None:
    host = in_play()
    host.ask(DISPENSE, 1, 2)
    host.ask(SHUFFLE, 2)
    host.silence(0.6)
    host.device.fail(6)
    assert host.heard() == [Event(0x26, b"\6")]
    assert host.status() == (6, 6, TRAY, 1, 51, 0)
    host.wait(5)
    assert host.heard() == [], "neither goes on"
    host.device.mend()
    assert host.ask(CLEAR) == DONE
    assert host.status() == (3, 0, 0, 1, 52, 0)
    assert host.ask(SHUFFLE, 2) == DONE, "loaded again"


def test_a_waiting_deck_waits_through_stop_and_clear() -> None:
    host = in_play(pace=False)
    host.ask(SHUFFLE, 2)
    host.ask(STOP)
    assert host.status() == (7, 0, SECOND, 1, 52, 0)
    host.ask(CLEAR)
    assert host.status() == (3, 0, SECOND, 1, 52, 0)


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_a_deck_goes_in_only_where_there_is_room(number: int) -> None:
    host = in_play()
    with pytest.raises(ValueError, match="deck"):
        host.load(number)
