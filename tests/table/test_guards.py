"""Guards that no scenario meets: each refuses something that a dealer or a device might do all the same."""

from dataclasses import replace

from controller.game.table import events as ev
from controller.game.table.refusals import Refused
from controller.play.sim import Table
from tests.table.tables import ALL, Kind

FLOOR = ("F1", "floor")
SHOE = Kind("nj-uth", "manual_shoe", {"trips": "A"})
HAND = Kind("nj-uth", "hand", {}, 1, ("counts",))
STACKS = Kind("nj-uth", "automated", {"trips": "A"}, 1, ("reads", "counts", "stacks"))
COVER_ALL = Kind("ma-uth-1", "automated", {"cover_all": True}, 1, ALL)
PROGRESSIVE = Kind("md-uth", "manual_shoe", {"progressive": "A", "progressive_wager": "1"})
HILO = Kind("nj-hilo", "manual_shoe", {})


def opened(kind: Kind) -> Table:
    table = kind.table()
    table.open()
    assert table.game.table.state == "open"
    return table


def bet(table: Table, seat: int, *wagers: str) -> None:
    for wager in wagers:
        table.send(ev.ChipsOn(seat, wager))


def dealt(kind: Kind, *wagers: str) -> Table:
    """Two seats in their first decision."""
    table = opened(kind)
    for seat in (1, 4):
        bet(table, seat, *(wagers or ("ante", "blind")))
    table.close_bets()
    table.play_on()
    assert table.refused is None
    return table


def settling(kind: Kind, *wagers: str) -> Table:
    """All have folded, and the dealer's hand is up."""
    table = dealt(kind, *wagers)
    while table.game.round.state != "dealer-shows":
        table.send(ev.Press("check" if table.game.round.state in ("first-decisions", "second-decisions") else "fold"))
        table.play_on()
    return table


def refused(table: Table, event: ev.Event, why: str) -> None:
    answer = table.game.handle(event, table.at)
    assert isinstance(answer, Refused), answer
    assert why in answer.why


def test_no_ruling_where_none_is_asked_for() -> None:
    refused(dealt(SHOE), ev.Ruling("stands", *FLOOR), "no such ruling")


def test_a_deck_that_nobody_put_in_does_not_come_out() -> None:
    refused(opened(SHOE), ev.Ejected(52), "no deck is in the device")


def test_nothing_is_settled_while_the_device_owes_cards() -> None:
    table = settling(STACKS, "ante", "blind", "trips")
    table.game.handle(ev.Press("next"))  # the dealer shows; nobody answers for the device
    refused(table, ev.Press("next"), "has not yet told the cards")


def test_hidden_cards_are_not_taken_from_the_keypad() -> None:
    table = dealt(SHOE)
    refused(table, ev.CardsKeyed("dealer", ("As", "Ks")), "do not lie face up")
    refused(table, ev.CardsKeyed("seat", ("As", "Ks"), 1), "do not lie face up")
    refused(table, ev.CardsKeyed("community", ("As", "Ks", "Qs")), "do not lie face up")


def test_a_deck_from_the_device_is_not_cut() -> None:
    refused(opened(HAND), ev.Press("next"), "nothing is to be done with the deck")


def test_no_dealer_card_no_exposure() -> None:
    table = opened(SHOE)
    bet(table, 1, "ante", "blind")
    table.close_bets()
    refused(table, ev.Irregularity("dealer-card-exposed", *FLOOR), "the dealer has no card yet")


def test_a_deck_in_play_is_not_loaded() -> None:
    refused(dealt(STACKS), ev.Loaded(1), "deck 1 is in-play")


def test_a_deck_that_is_not_there_is_not_removed() -> None:
    table = opened(SHOE)
    table.send(ev.Act("remove-deck", *FLOOR))
    refused(table, ev.Act("remove-deck", *FLOOR), "deck 1 is removed")


def test_no_round_with_a_fault_in_the_device() -> None:
    table = opened(STACKS)
    bet(table, 1, "ante", "blind")
    table.game.handle(ev.Fault("motor"))
    refused(table, ev.Press("no-more-bets"), "the device has a fault")


def test_no_word_from_a_device_that_is_not_there() -> None:
    refused(opened(SHOE), ev.FaceUp(), "no device is in service")


def test_the_dealers_word_does_not_move_what_is_counted() -> None:
    table = opened(SHOE)
    bet(table, 1, "ante", "blind")
    table.close_bets()
    refused(table, ev.Press("next"), "counted as they come")


def test_no_verification_without_an_inspection() -> None:
    refused(opened(SHOE), ev.Badge(*FLOOR), "no inspection to verify")


def test_the_table_does_not_close_on_wagers() -> None:
    table = opened(SHOE)
    bet(table, 1, "ante")
    refused(table, ev.Act("close", *FLOOR), "wagers on the table")


def test_a_right_number_of_cards_is_no_misdeal() -> None:
    table = dealt(SHOE)
    refused(table, ev.Irregularity("seat-misdealt", *FLOOR, seat=1, cards=2), "what should lie there")
    refused(table, ev.Irregularity("seat-misdealt", *FLOOR, seat=2, cards=3), "no hand in the round")
    refused(table, ev.Irregularity("seat-misdealt", *FLOOR, seat=1), "number of cards is missing")


def test_cover_all_stays_with_its_method() -> None:
    table = opened(COVER_ALL)
    table.send(ev.DeviceOut("removed", *FLOOR))
    refused(table, ev.ChangeMethod("manual_shoe", *FLOOR), "cover_all is offered")


def test_a_deck_comes_once() -> None:
    refused(opened(SHOE), ev.ReceiveDeck(1, "red", *FLOOR), "at the table already")


def test_no_validation_without_a_win() -> None:
    table = settling(SHOE, "ante", "blind", "trips")
    table.show()
    refused(table, ev.Badge(*FLOOR), "no progressive win")


def test_the_device_tells_no_card_unasked() -> None:
    refused(dealt(STACKS), ev.Revealed("dealer", ("As", "Ks")), "nobody asked")


def test_nobody_abandons_what_he_has_not_bet() -> None:
    refused(dealt(PROGRESSIVE), ev.Abandon(2, *FLOOR), "no hand to leave")


def test_a_set_hand_keeps_its_cards() -> None:
    table = dealt(HILO, "ante")
    for seat in (1, 4):
        table.send(ev.ChipsOn(seat, "play"))
        table.send(ev.Press("play", seat))
    table.send(ev.Press("next"))
    table.settle_once()
    five = ("As", "Kd", "Qd", "2h", "3h")
    table.game.seat(1).cards = five
    refused(table, ev.CardsKeyed("seat", ("As", "Kd", "Qd", "2h", "4h"), 1), "not the cards")


def test_no_gate_card_where_no_shoe_deals() -> None:
    table = opened(HAND)
    bet(table, 1, "ante", "blind")
    table.close_bets()
    refused(table, ev.CardDrawn(), "no card is dealt from a shoe")


def test_no_hand_shuffle_beside_a_shuffler() -> None:
    table = settling(HAND)
    table.settle()
    table.send(ev.Press("next"))
    table.clear_layout()
    refused(table, ev.Press("next"), "the shuffler is in service")


def test_stacks_come_and_go_as_asked() -> None:
    table = opened(STACKS)
    bet(table, 1, "ante", "blind")
    table.close_bets()
    refused(table, ev.Taken("seat", 1), "no such stack")
    refused(table, ev.Dispensed("dealer", 2), "not due")
    table.game.handle(ev.Dispensed("seat", 2, 1))
    refused(table, ev.Taken("dealer"), "no such stack")


def test_green_comes_after_the_last_hand() -> None:
    table = opened(COVER_ALL)
    bet(table, 1, "ante", "blind", "cover_all")
    table.close_bets()
    refused(table, ev.Green(), "not all out")


def test_no_shuffle_by_order_where_the_text_has_none() -> None:
    refused(opened(SHOE), ev.Act("order-shuffle", *FLOOR), "no shuffle by order")


def test_the_cards_are_not_spread_while_a_deck_is_being_shuffled() -> None:
    table = opened(Kind("md-uth", "automated", {}, 2, ALL))
    table.scenario = replace(table.scenario, device=None)  # from here on the device is silent
    for event in (ev.Act("order-shuffle", *FLOOR, deck=1), ev.Ejected(52), ev.Loaded(1)):
        table.send(event)
    assert (table.refused, table.game.decks[0].state) == (None, "shuffling")
    refused(table, ev.Act("idle", *FLOOR), "deck 1 is being shuffled")


def test_only_an_accepted_wager_is_cancelled() -> None:
    table = opened(PROGRESSIVE)
    bet(table, 1, "ante", "blind")
    table.send(ev.Press("no-more-bets"))
    table.send(ev.Press("lock-out"))
    refused(table, ev.CancelProgressive(1, *FLOOR), "no progressive wager")


def voided(kind: Kind) -> Table:
    """A round that is over, its deck in the rack."""
    table = dealt(kind)
    for event in (ev.Irregularity("dealer-misdealt", "D1", "dealer", None, 3), ev.Press("next"), ev.Press("next")):
        table.send(event)
    table.clear_layout()
    assert (table.refused, table.game.decks[0].state) == (None, "discarded")
    return table


def test_no_hand_shuffle_beside_a_device_that_stands_there() -> None:
    shuffler = Kind("nj-uth", "manual_shoe", {}, 1, ("counts",))
    lost, covered = voided(shuffler), voided(shuffler)
    lost.send(ev.LinkLost())
    covered.send(ev.DeviceOut("covered", *FLOOR))
    for table in (lost, covered):
        refused(table, ev.Press("next"), "still in the way")


def test_no_card_before_the_recut_is_cut() -> None:
    table = opened(SHOE)
    bet(table, 1, "ante", "blind")
    table.close_bets()
    table.send(ev.Act("recut", *FLOOR))
    refused(table, ev.CardDrawn(), "deck 1 is not ready")
    for what in ("drawn-in-error", "face-up-card", "drawn-and-seen"):
        refused(table, ev.Irregularity(what, *FLOOR), "deck 1 is not ready")  # type: ignore[arg-type]


def test_a_deck_about_to_be_dealt_is_not_loaded() -> None:
    table = opened(SHOE)
    table.send(ev.DeviceReady(("counts",)))
    bet(table, 1, "ante", "blind")
    table.close_bets()
    refused(table, ev.Loaded(1), "about to be dealt")


def test_nothing_is_wrong_where_nothing_is_dealt() -> None:
    hilo, shoe = dealt(HILO, "ante"), dealt(PROGRESSIVE)
    stacks = dealt(Kind("md-uth", "automated", {"trips": "A"}, 1, ("stacks",)))
    for table, what in ((hilo, "community-misdealt"), (shoe, "burn-wrong"), (shoe, "box-misdealt")):
        refused(table, ev.Irregularity(what, *FLOOR, cards=9), "no cards are dealt there")  # type: ignore[arg-type]
    refused(stacks, ev.Irregularity("box-misdealt", *FLOOR, cards=9), "no cards are dealt there")


def test_nothing_is_drawn_from_the_discard_rack() -> None:
    table = settling(SHOE)
    table.game.round.state = "last-decisions"
    refused(table, ev.Irregularity("drawn-in-error", *FLOOR), "in the discard rack")
    refused(table, ev.CardDrawn(), "not now")


def test_no_burn_is_wrong_before_a_card_is_dealt() -> None:
    table = opened(SHOE)
    bet(table, 1, "ante", "blind")
    table.close_bets()
    refused(table, ev.Irregularity("burn-wrong", *FLOOR), "no card has been dealt yet")


def test_two_aces_low_are_not_keyed_away() -> None:
    table = dealt(HILO, "ante")
    for seat in (1, 4):
        table.send(ev.ChipsOn(seat, "play"))
        table.send(ev.Press("play", seat))
    table.send(ev.Press("next"))
    low = ev.CardsKeyed("seat", ("Kc", "2h", "3h", "As", "Ad"), 4)
    put_right = ev.CardsKeyed("seat", ("Kc", "As", "Ad", "2h", "3h"), 4)
    assert not isinstance(table.game.handle(low), Refused)
    refused(table, put_right, "2 aces low")
    assert not isinstance(table.game.handle(low), Refused), "the same split may be keyed again"
    table.send(ev.Irregularity("hand-set-wrong", *FLOOR, seat=4))
    assert not isinstance(table.game.handle(put_right), Refused), "the house sets it now"


def test_a_split_that_is_allowed_may_be_keyed_anew() -> None:
    """What a device tells is no split, and a slip of the keys is put right."""
    table = dealt(HILO, "ante")
    for seat in (1, 4):
        table.send(ev.ChipsOn(seat, "play"))
        table.send(ev.Press("play", seat))
    table.send(ev.Press("next"))
    table.game.seat(4).cards = ("Kc", "2h", "3h", "As", "Ad")  # as a device read them
    for cards in (("Kc", "As", "Ad", "2h", "3h"), ("Kc", "As", "2h", "Ad", "3h")):
        assert not isinstance(table.game.handle(ev.CardsKeyed("seat", cards, 4)), Refused)
