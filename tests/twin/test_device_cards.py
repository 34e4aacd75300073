"""Cards stay unknown until they are face up: seals, REVEAL, SEALS, burns, rejects, what is ejected."""

import pytest

from tests.twin.host import BAD, COUNTS, DECK, DONE, NOT_NOW, ONE_DECK, READS, STACKS, Event, Host, sealed

DISPENSE, COUNT, EJECT, REVEAL, SEALS = 4, 5, 6, 7, 12


def test_a_seal_is_of_nonce_tag_position_and_card() -> None:
    host = Host()
    host.ready()
    seals = host.deal_and_take(0x41, 5)
    told = host.reveal(0x41, 0, 3) + host.reveal(0x41, 3, 2)
    assert [card for _, card in told] == DECK[:5]
    assert seals == [sealed(nonce, 0x41, at, card) for at, (nonce, card) in enumerate(told)]
    assert len({nonce for nonce, _ in told}) == 5, "a fresh nonce a card"


def test_the_same_seed_gives_the_same_run() -> None:
    def run(seed: int) -> list[bytes]:
        host = Host(seed=seed)
        host.device.machine.arrange = None
        host.ready()
        host.deal_and_take(1, 2)
        host.ask(EJECT)
        host.heard()
        return [*host.frames, bytes(host.device.cards)]

    assert run(5) == run(5)
    assert run(5) != run(6)


def test_a_shuffle_gives_all_cards_in_another_order() -> None:
    host = Host()
    host.device.machine.arrange = None
    host.ready()
    assert host.device.cards != DECK
    assert sorted(host.device.cards) == DECK


def test_a_shuffle_that_is_arranged_neither_adds_nor_loses_cards() -> None:
    host = Host()
    host.load()
    host.device.machine.arrange = lambda deck, cards: cards[1:]
    with pytest.raises(ValueError, match="deck 1"):
        host.ask(3, 1)


@pytest.mark.parametrize(("first", "cards"), [(0, 6), (5, 1), (4, 2), (255, 1)])
def test_reveal_out_of_range_gives_2(first: int, cards: int) -> None:
    host = Host()
    host.ready()
    host.deal(0x41, 5)
    assert host.ask(REVEAL, 0x41, first, cards) == NOT_NOW


def test_reveal_of_none_of_too_many_and_of_what_was_not_dispensed() -> None:
    host = Host()
    host.ready()
    host.deal_and_take(1, 2)
    assert host.ask(REVEAL, 1, 0, 0) == BAD
    assert host.ask(REVEAL, 1, 0, 15) == BAD
    assert host.ask(REVEAL, 2, 0, 1) == NOT_NOW
    assert host.ask(REVEAL, 0x44, 0, 1) == NOT_NOW
    assert host.ask(REVEAL, 8, 0, 1) == BAD
    host.ask(EJECT)
    assert len(host.reveal(0x44, 0, 14)) == 14
    assert host.ask(REVEAL, 0x44, 0, 15) == BAD


def test_a_card_on_its_way_cannot_be_revealed() -> None:
    host = Host()
    host.ready()
    host.device.hold_dispense = True
    host.ask(DISPENSE, 1, 2)
    assert host.ask(REVEAL, 1, 0, 1) == host.ask(SEALS, 1) == NOT_NOW
    host.device.release()
    host.silence(0)
    assert len(host.reveal(1, 0, 2)) == 2


def test_without_cap_0_seals_are_zeros() -> None:
    host = Host(caps=COUNTS | STACKS)
    host.ready()
    assert host.deal_and_take(1, 2) == [bytes(32)] * 2
    assert host.ask(SEALS, 1) == DONE + bytes([1, 2]) + bytes(64)
    assert host.ask(REVEAL, 1, 0, 1) == NOT_NOW
    host.ask(EJECT)
    assert host.heard() == [Event(0x25, bytes([50, 0]))]


# ---- SEALS -----------------------------------------------------------------------------------


def test_seals_is_as_dispensed_after_its_number() -> None:
    host = Host()
    host.ready()
    seals = host.deal(1, 2)
    assert host.ask(SEALS, 1) == DONE + bytes([1, 2]) + b"".join(seals)
    assert host.ask(SEALS, 2) == host.ask(SEALS, 0x44) == host.ask(SEALS, 0x43) == NOT_NOW
    assert host.ask(SEALS, 0) == host.ask(SEALS, 0x45) == BAD


def test_burns_come_again_and_their_positions_go_on() -> None:
    host = Host()
    host.ready()
    seals = [host.deal_and_take(0x43, 1)[0] for _ in range(9)]
    told = host.reveal(0x43, 0, 9)
    assert seals == [sealed(nonce, 0x43, at, card) for at, (nonce, card) in enumerate(told)]
    assert [card for _, card in told] == DECK[:9]
    assert host.ask(SEALS, 0x43) == DONE + bytes([0x43, 7]) + b"".join(seals[:7]), "all so far, at most 7"
    assert host.status().dispensed == 9


# ---- what is ejected -------------------------------------------------------------------------


def test_ejected_seals_its_top_seven_cards_and_has_a_nonce_for_each() -> None:
    host = Host()
    host.ready()
    host.deal_and_take(1, 2)
    assert host.ask(EJECT) == DONE
    [(type, body)] = host.heard()
    assert (type, body[:2], len(body)) == (0x25, bytes([50, 7]), 2 + 7 * 32)
    assert host.ask(SEALS, 0x44) == DONE + body
    told = host.reveal(0x44, 0, 14)
    assert [card for _, card in told] == DECK[2:16], "position 0 is the top card"
    seals = [sealed(nonce, 0x44, at, card) for at, (nonce, card) in enumerate(told)]
    assert b"".join(seals[:7]) == body[2:]
    assert [card for _, card in host.reveal(0x44, 40, 10)] == DECK[42:]
    assert host.ask(REVEAL, 0x44, 40, 11) == NOT_NOW
    assert host.device.take_ejected() == DECK[2:]


def test_fewer_than_seven_cards_are_all_sealed() -> None:
    host = Host()
    host.load(cards=DECK[:5])
    host.ask(3, 1)
    host.deal_and_take(1, 2)
    host.ask(EJECT)
    assert host.heard()[0][1][:2] == bytes([3, 3])
    host.load(cards=DECK[:2])
    host.ask(3, 1)
    host.deal_and_take(1, 2)
    assert host.status() == (3, 0, 0, 1, 0, 1)
    host.ask(EJECT)
    assert host.heard() == [Event(0x25, b"\0\0")]


# ---- face-up cards ---------------------------------------------------------------------------


def test_a_face_up_card_is_replaced_by_the_next_and_told_before_the_stack() -> None:
    host = Host()
    host.ready()
    host.device.faults.face_up = 2
    host.ask(DISPENSE, 1, 2)
    events = host.heard()
    assert [event[0] for event in events] == [0x2A, 0x2A, 0x22]
    assert [card for _, card in host.reveal(1, 0, 2)] == DECK[2:4]
    assert host.device.take() == DECK[2:4]
    assert host.status() == (3, 0, 0, 1, 50, 1), "the reject tray is counted"
    assert host.ask(COUNT) == DONE
    assert host.heard()[-1] == Event(0x24, bytes([50]))
    host.ask(EJECT)
    assert host.heard()[0][1][0] == 48, "rejects stay in their tray"
    assert host.status() == (0, 0, 0, 0, 2, 1), "and are all that is in the device"
    assert host.device.take_rejects() == DECK[:2]


def test_rejects_are_counted_with_their_deck_and_not_in_shuffled() -> None:
    host = Host(caps=ONE_DECK | 4)
    host.ready()
    host.device.faults.face_up = 1
    host.deal_and_take(1, 2)
    host.ask(EJECT)
    host.heard()
    host.load(2)
    assert host.status() == (1, 0, 0, 0, 52, 1), "another deck's reject"
    host.load(1, DECK[1:])
    assert host.status() == (1, 0, 0, 0, 52, 1), "51 and the reject"
    host.heard()
    host.ask(3, 1)
    assert host.heard() == [Event(0x21, bytes([1, 51]))]
    assert host.status() == (3, 0, 0, 1, 52, 0)


def test_face_up_to_the_last_card_is_a_misfeed() -> None:
    host = Host()
    host.load(cards=DECK[:2])
    host.ask(3, 1)
    host.heard()
    host.device.faults.face_up = 1
    host.ask(DISPENSE, 1, 2)
    assert host.heard() == [Event(0x2A, b""), Event(0x26, b"\4")]
    assert host.status() == (6, 4, 2, 1, 1, 0)


# ---- reading goes wrong ----------------------------------------------------------------------


def test_an_unread_card_is_sealed_like_any_other() -> None:
    host = Host(caps=READS | COUNTS | STACKS)
    host.ready()
    host.device.faults.unread = 1
    seals = host.deal(1, 2)
    told = host.reveal(1, 0, 2)
    assert [card for _, card in told] == [0xFF, DECK[1]]
    assert seals == [sealed(nonce, 1, at, card) for at, (nonce, card) in enumerate(told)]
    assert host.device.take() == DECK[:2]


def test_a_bad_seal_fits_no_card() -> None:
    host = Host()
    host.ready()
    host.device.faults.bad_seals = 1
    seals = host.deal(1, 2)
    told = host.reveal(1, 0, 2)
    fits = [
        seal == sealed(nonce, 1, at, card) for at, (seal, (nonce, card)) in enumerate(zip(seals, told, strict=True))
    ]
    assert fits == [False, True]
    assert host.ask(SEALS, 1)[3:] == b"".join(seals), "told again as it was"


def test_a_card_taken_for_another_is_sealed_as_that() -> None:
    host = Host()
    host.ready()
    host.device.faults.reads_as[1, 1] = 59
    seals = host.deal(1, 2)
    told = host.reveal(1, 0, 2)
    assert [card for _, card in told] == [DECK[0], 59]
    assert seals[1] == sealed(told[1][0], 1, 1, 59)
    assert host.device.take() == DECK[:2]


def test_a_double_feed_that_nobody_noticed_is_found_by_counting() -> None:
    host = Host()
    host.ready()
    host.device.faults.double = 1
    host.deal(1, 2)
    assert host.device.take() == DECK[:3]
    assert host.status().in_device == 50
    host.ask(COUNT)
    assert host.heard()[-1] == Event(0x24, bytes([49]))
    assert host.status().in_device == 49


def test_a_card_that_stayed_behind_is_told_twice() -> None:
    host = Host()
    host.ready()
    host.device.faults.missing = 1
    host.deal(1, 2)
    assert host.device.take() == DECK[:1]
    assert host.status().in_device == 50
    host.deal(2, 2)
    assert host.reveal(1, 1, 1)[0][1] == host.reveal(2, 0, 1)[0][1] == DECK[1]
    host.device.take()
    host.ask(EJECT)
    assert host.heard()[-1][1][0] == 49


@pytest.mark.parametrize("off", [-1, 2])
def test_a_miscount_shows_in_every_count(off: int) -> None:
    host = Host()
    host.device.faults.miscount = off
    host.load()
    host.ask(3, 1)
    assert host.heard() == [Event(0x2B, bytes([1, 52])), Event(0x21, bytes([1, 52 + off]))]
    assert host.status().in_device == 52 + off
    host.ask(COUNT)
    assert host.heard() == [Event(0x24, bytes([52 + off]))]
    host.ask(EJECT)
    assert host.heard()[0][1][0] == 52 + off
