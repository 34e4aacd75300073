"""What the five texts demand, written down from the texts alone and held against the machines."""

import random

import pytest

from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.controller import TableController
from controller.play.sim import FLOOR, Table
from tests.table.at_the_table import BOOKS, UTH, bet, dealt, opened, play, refusal, sent
from tests.table.tables import ALL, Kind

Role = ev.Role
DEALER: tuple[str, Role] = ("D1", "dealer")
TECHNICIAN: tuple[str, Role] = ("T1", "technician")
SUPERVISOR: tuple[str, Role] = (FLOOR, "floor")


def one_round(table: Table, void: bool = False) -> bool:
    """A round of seat 1 that folds, or is void after its first cards; whether its stub had to be counted."""
    game = table.game
    bet(table, 1)
    table.close_bets()
    counted = False
    if void:
        table.deal(2)
        sent(table, ev.Irregularity("dealer-misdealt", *DEALER, None, 9))
        sent(table, ev.Press("next"))
    for _ in range(40):
        if game.round.state in ("betting", "collection"):
            break
        if game.round.state == "stub":
            counted = "Count the stub" in game.prompt().text
            left = game.ledger()["stub"]
            sent(table, ev.Count(left) if counted else ev.Press("next"))
        elif game.round.turn and game.round.state not in ("settlement", "after-all"):
            window = game.book.rules.windows[game.round.window]
            sent(table, ev.Press(window.instead, game.round.turn))
        elif game.round.state in ("dealer-shows", "settlement", "after-all"):
            table.settle()
        else:
            table.deal()
    assert game.round.state == "collection"
    sent(table, ev.Press("next"))
    table.clear_layout()
    table.shuffle()
    assert table.refused is None
    return counted


# ---- the stub count: who is exempt, and when it is due ---------------------------------------

COUNTING, STACKS = ("counts",), ("stacks",)
# rulebook, method, device -> whether the fifth round's stub is counted
STUBS = [
    ("ma-uth-1", "manual_shoe", (), True),
    ("ma-uth-1", "manual_shoe", COUNTING, True),
    ("ma-uth-1", "hand", COUNTING, True),
    ("ma-uth-1", "automated", ALL, True),
    ("nj-uth", "manual_shoe", (), True),
    ("nj-uth", "manual_shoe", COUNTING, True),
    ("nj-uth", "hand", COUNTING, True),
    ("nj-uth", "automated", ALL, True),
    ("ma-uth-2", "manual_shoe", (), True),
    ("ma-uth-2", "manual_shoe", COUNTING, False),
    ("ma-uth-2", "automated", STACKS, True),
    ("ma-uth-2", "automated", ALL, False),
    ("md-uth", "manual_shoe", (), True),
    ("md-uth", "manual_shoe", COUNTING, False),
    ("md-uth", "hand", ("reads",), True),
    ("md-uth", "hand", COUNTING, False),
    ("md-uth", "automated", STACKS, True),
    ("md-uth", "automated", ALL, False),
    ("nj-hilo", "manual_shoe", (), True),
    ("nj-hilo", "manual_shoe", COUNTING, True),
    ("nj-hilo", "hand", COUNTING, True),
    ("nj-hilo", "automated", STACKS, True),
    ("nj-hilo", "automated", ALL, False),
]


@pytest.mark.rule("ma-uth-1 §7(f)", "ma-uth-1 §8(e)", "ma-uth-1 §9(e)", "nj-uth 32.7(f)", "nj-uth 32.8(e)")
@pytest.mark.rule("nj-uth 32.9(e)", "ma-uth-2 §7(f)", "ma-uth-2 §7(g)", "ma-uth-2 §8(e)", "md-uth 8.E", "md-uth 9.C")
@pytest.mark.rule("md-uth 10.C", "nj-hilo 40.7(f)", "nj-hilo 40.8(e)", "nj-hilo 40.9(e)", "nj-hilo 40.9(f)")
@pytest.mark.rule("reading G24", "reading G25")
@pytest.mark.parametrize(("rulebook", "method", "caps", "due"), STUBS)
def test_the_fifth_stub_is_counted_but_where_the_text_exempts(
    rulebook: str, method: str, caps: tuple[str, ...], due: bool
) -> None:
    table = opened(Kind(rulebook, method, {}, 1, caps))
    assert [one_round(table) for _ in range(10)] == [False] * 4 + [due] + [False] * 4 + [due]


@pytest.mark.rule("ma-uth-1 §7(f)", "nj-uth 32.7(f)", "ma-uth-2 §7(f)", "md-uth 8.E", "nj-hilo 40.7(f)")
@pytest.mark.rule("reading G25")
@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize("seed", range(6))
def test_rounds_are_counted_for_the_table_and_for_the_deck(rulebook: str, seed: int) -> None:
    """Whole rounds, void ones and new decks in any order, against two counters kept here."""
    rng = random.Random(seed)
    table = opened(Kind(rulebook, "manual_shoe"))
    of_table = of_deck = 0
    for _ in range(14):
        void = rng.random() < 0.3
        if rng.random() < 0.2:
            sent(table, ev.Act("remove-deck", *SUPERVISOR))
            table.shuffle()
            of_deck = 0
        of_table, of_deck = of_table + 1, of_deck + 1
        counted = one_round(table, void)
        assert counted == (not void and max(of_table, of_deck) >= 5)
        if counted:
            of_table = of_deck = 0


# ---- what is void, what goes back, what is settled all the same -------------------------------

OPTIONS = {
    "ma-uth-1": {"trips": "A"},
    "nj-uth": {"trips": "A"},
    "ma-uth-2": {"trips": "A"},
    "md-uth": {"trips": "A", "pairs": "A", "bad_beat": "A", "board": "A"},
    "nj-hilo": {"poker_bonus": "1"},
}
SIDE = {
    "ma-uth-1": {"trips": 5},
    "nj-uth": {"trips": 5},
    "ma-uth-2": {"trips": 5},
    "md-uth": {"trips": 5, "pairs": 5, "bad_beat": 5, "board": 5},
    "nj-hilo": {"tie": 5, "poker_bonus": 5},
}
MAIN = {rulebook: ["ante"] if rulebook == "nj-hilo" else ["ante", "blind"] for rulebook in BOOKS}

EXPOSED = {
    "ma-uth-1": "ma-uth-1 §15(a)",
    "nj-uth": "nj-uth 32.13(a)",
    "ma-uth-2": "ma-uth-2 §14(a)",
    "md-uth": "md-uth 13.F",
    "nj-hilo": "reading G8",
}
FACE_UP_EARLY = {
    "ma-uth-1": "§15(b)",
    "nj-uth": "32.13(b)",
    "ma-uth-2": "§14(b)",
    "md-uth": "13.B",
    "nj-hilo": "40.12(a)",
}
FACE_UP_LATE = FACE_UP_EARLY | {"md-uth": "13.C"}
MISDEALT = {"ma-uth-1": "§15(d)", "nj-uth": "32.13(d)", "ma-uth-2": "§14(d)", "md-uth": "13.E", "nj-hilo": "40.12(d)"}
WHERE = ["in the deal", "first", "one has played", "second", "last"]


def brought_to(rulebook: str, where: str) -> tuple[Table, bool]:
    """Seats 1, with every wager, and 3 in a round; and whether seat 1 has played."""
    table = opened(Kind(rulebook, "manual_shoe", OPTIONS[rulebook]))
    bet(table, 1, **SIDE[rulebook])
    bet(table, 3)
    table.close_bets()
    if where == "in the deal":
        table.deal(3)
        return table, False
    table.play_on()
    if where == "first":
        return table, False
    play(table, 1 if rulebook == "nj-hilo" else 4)
    for after in ("second", "last"):
        if where in (after, "last"):
            sent(table, ev.Press("check"))
            table.play_on()
        if where == after:
            break
    return table, True


def voided(table: Table, event: ev.Event) -> do.Voided:
    (void,) = [effect for effect in sent(table, event) if isinstance(effect, do.Voided)]
    return void


def back(rulebook: str, played: bool, kept: tuple[str, ...] = ()) -> tuple[str, ...]:
    names = MAIN[rulebook] + ["play"] * played + list(SIDE[rulebook])
    return tuple(name for name in names if name not in kept)


POINTS = [(book, where) for book in BOOKS for where in WHERE if book != "nj-hilo" or where in WHERE[:3]]


@pytest.mark.rule("ma-uth-1 §15(a)", "nj-uth 32.13(a)", "ma-uth-2 §14(a)", "md-uth 13.F", "md-uth 13.G")
@pytest.mark.rule("reading G8", "reading R3")
@pytest.mark.parametrize(("rulebook", "where"), POINTS)
def test_a_dealers_card_exposed_early(rulebook: str, where: str) -> None:
    table, played = brought_to(rulebook, where)
    role: Role = "floor" if rulebook == "nj-hilo" else "dealer"
    void = voided(table, ev.Irregularity("dealer-card-exposed", "X", role))
    settled = () if rulebook == "nj-hilo" else ("trips",)
    assert void.rule == EXPOSED[rulebook]
    assert (void.seats, void.settled, void.before_next_round) == ((1, 3), settled, ("reshuffle",))
    assert set(void.returned) == set(back(rulebook, played, settled))


@pytest.mark.rule("ma-uth-1 §15(b)", "nj-uth 32.13(b)", "ma-uth-2 §14(b)", "md-uth 13.A", "md-uth 13.B", "md-uth 13.C")
@pytest.mark.rule("nj-hilo 40.12(a)", "reading R3", "reading R4", "reading G41")
@pytest.mark.parametrize(("rulebook", "where"), POINTS)
def test_a_second_face_up_card(rulebook: str, where: str) -> None:
    table, played = brought_to(rulebook, where)
    found = ev.Irregularity("face-up-card", *DEALER)
    assert not [effect for effect in sent(table, found) if isinstance(effect, do.Voided)], "one is no void"
    void = voided(table, found)
    early = where == "in the deal"
    settled = () if early or rulebook == "nj-hilo" else ("trips",)
    assert void.rule == f"{rulebook} {(FACE_UP_EARLY if early else FACE_UP_LATE)[rulebook]}"
    assert (void.seats, void.settled, void.before_next_round) == ((1, 3), settled, ("reshuffle",))
    assert set(void.returned) == set(back(rulebook, played, settled))


@pytest.mark.rule("ma-uth-1 §15(d)", "nj-uth 32.13(d)", "ma-uth-2 §14(d)", "md-uth 13.E", "nj-hilo 40.12(d)")
@pytest.mark.rule("reading R3")
@pytest.mark.parametrize(("rulebook", "where"), POINTS)
def test_a_seat_with_a_wrong_number_of_cards(rulebook: str, where: str) -> None:
    """That hand alone; in Maryland every hand. Trips is never settled for it."""
    table, played = brought_to(rulebook, where)
    void = voided(table, ev.Irregularity("seat-misdealt", *DEALER, 1, 7))
    assert void.rule == f"{rulebook} {MISDEALT[rulebook]}"
    assert (void.seats, void.settled) == ((1, 3) if rulebook == "md-uth" else (1,), ())
    assert set(void.returned) == set(back(rulebook, played))
    assert (table.game.round.state == "void") == (rulebook == "md-uth")


@pytest.mark.rule("ma-uth-1 §15(d)", "nj-uth 32.13(d)", "ma-uth-2 §14(d)", "md-uth 13.E", "nj-hilo 40.12(d)")
@pytest.mark.rule("reading R3")
@pytest.mark.parametrize(("rulebook", "where"), POINTS)
def test_a_dealer_with_too_many_cards(rulebook: str, where: str) -> None:
    table, played = brought_to(rulebook, where)
    void = voided(table, ev.Irregularity("dealer-misdealt", *DEALER, None, 7))
    assert void.rule == f"{rulebook} {MISDEALT[rulebook]}"
    assert (void.seats, void.settled, void.before_next_round) == ((1, 3), (), ("reshuffle",))
    assert set(void.returned) == set(back(rulebook, played))
    assert table.game.round.state == "void"


@pytest.mark.rule("ma-uth-1 §15(d)", "nj-uth 32.13(d)", "ma-uth-2 §14(d)", "md-uth 13.E", "reading G40")
@pytest.mark.parametrize("rulebook", UTH)
def test_a_dealer_who_is_short_completes_only_before_the_first_burn(rulebook: str) -> None:
    short = ev.Irregularity("dealer-misdealt", *DEALER, None, 1)
    for where in WHERE[1:]:
        table, _ = brought_to(rulebook, where)
        if rulebook != "md-uth" and where in ("first", "one has played"):
            at = table.game.round.turn
            assert not [effect for effect in sent(table, short) if isinstance(effect, do.Voided)]
            table.play_on()
            assert (table.game.round.turn, table.game.ledger()["dealer"]) == (at, 2)
        else:
            assert voided(table, short).what == "dealer_misdealt"


# ---- a fold, and the order of settlement ------------------------------------------------------


@pytest.mark.rule("ma-uth-1 §10(e)(2)", "nj-uth 32.10(e)2", "ma-uth-2 §9(e)(2)", "md-uth 11.F(2)", "md-uth 11.F(3)(a)")
@pytest.mark.rule("nj-hilo 40.10(a)1", "nj-hilo 40.10(b)", "reading R2", "reading R19")
@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_fold_loses_these_and_no_others(rulebook: str) -> None:
    lost = {"ante", "blind", "bad_beat", "tie"}
    hands = {"seat_1": "Ks Kc", "community": "Kh Tc Ts Ah 2d"} if rulebook in UTH else {"seat_1": "Ks Kc Kh 2c 2d"}
    table = opened(Kind(rulebook, "manual_shoe", OPTIONS[rulebook]), **hands)
    bet(table, 1, **SIDE[rulebook])
    table.close_bets()
    table.play_on()
    while table.game.round.turn:
        sent(table, ev.Press(table.game.book.rules.windows[table.game.round.window].instead, 1))
        table.play_on()
    table.settle()
    lines = [line for effect in table.happened if isinstance(effect, do.SeatSettled) for line in effect.lines]
    assert {line.wager: line.result for line in lines} == {
        name: "lose" if name in lost else "win" for name in back(rulebook, False)
    }


@pytest.mark.rule("ma-uth-1 §10(h)", "nj-uth 32.10(h)", "ma-uth-2 §9(h)", "md-uth 11.H(2)", "nj-hilo 40.10(d)")
@pytest.mark.rule("md-uth 11.I(1)", "reading G15", "reading G16", "reading G19")
@pytest.mark.parametrize("rulebook", BOOKS)
def test_settled_from_the_far_right_and_in_the_texts_order_within_a_seat(rulebook: str) -> None:
    within = {"md-uth": ["ante", "blind", "play", "trips", "pairs", "bad_beat", "board"]}
    within["nj-hilo"] = ["ante", "play", "tie", "poker_bonus"]
    seats = (1, 2, 5)
    table = opened(Kind(rulebook, "manual_shoe", OPTIONS[rulebook]))
    for seat in seats:
        bet(table, seat, **SIDE[rulebook])
    table.close_bets()
    table.play_on()
    for _ in seats:
        play(table, 1 if rulebook == "nj-hilo" else 3)
    table.play_on()
    table.happened = []
    table.settle()
    settled = [effect for effect in table.happened if isinstance(effect, do.SeatSettled) and effect.lines]
    assert [effect.seat for effect in settled] == [5, 2, 1], "counterclockwise, one seat after the other, each once"
    wanted = within.get(rulebook, ["ante", "blind", "play", "trips"])
    for effect in settled:
        assert [line.wager for line in effect.lines if line.wager in wanted] == wanted


# ---- whose act it is --------------------------------------------------------------------------

ONLY_THE_FLOOR: list[ev.Event] = [
    *[
        event
        for who, role in (DEALER, TECHNICIAN)
        for event in (
            ev.Act("close", who, role),
            ev.Act("recut", who, role),
            ev.Act("order-shuffle", who, role),
            ev.Act("remove-deck", who, role),
            ev.Act("return-to-service", who, role),
            ev.ChangeMethod("manual_shoe", who, role),
            ev.CancelProgressive(1, who, role),
            ev.Abandon(1, who, role),
            ev.Badge(who, role),
        )
    ],
    ev.DeviceOut("removed", *DEALER),
    ev.Act("clear-fault", *DEALER),
    ev.Act("idle", *TECHNICIAN),
]


@pytest.mark.parametrize("event", ONLY_THE_FLOOR, ids=str)
@pytest.mark.parametrize("rulebook", BOOKS)
def test_another_badge_does_nothing_of_the_floors(rulebook: str, event: ev.Event) -> None:
    """Before a round, in one, and when its wagers are settled: refused by a paragraph, and nothing has moved."""
    waiting = opened(Kind(rulebook, "manual_shoe", {}, 1, COUNTING))
    running = dealt(Kind(rulebook, "manual_shoe", {}, 1, COUNTING))
    showing = dealt(Kind(rulebook, "manual_shoe", {}, 1, COUNTING))
    play(showing, 1 if rulebook == "nj-hilo" else 4)
    showing.play_on()
    showing.show()
    for table in (waiting, running, showing):
        before = table.game.snapshot()
        refused = refusal(table, event)
        assert refused.rule
        assert table.game.snapshot() == before


# ---- nothing in a round but what is due --------------------------------------------------------


def out_of_place(game: TableController) -> list[ev.Event]:
    """Acts that no text has in the middle of a round."""
    return [
        ev.Press("no-more-bets"),
        ev.Press("lock-out"),
        ev.Count(52),
        ev.Act("close", *SUPERVISOR),
        ev.Act("idle", *SUPERVISOR),
        ev.Act("open", *SUPERVISOR),
        ev.Act("remove-deck", *SUPERVISOR),
        ev.Act("order-shuffle", *SUPERVISOR),
        ev.ChangeMethod("manual_shoe", *SUPERVISOR),
        ev.ReceiveDeck(1, "green", *SUPERVISOR),
        ev.Badge(*SUPERVISOR),
        ev.Loaded(1),
        ev.Shuffled(1, 52),
        ev.Green(),
        ev.Dispensed("seat", 2, 1),
        ev.Ejected(40),
        ev.Ruling("stands", *SUPERVISOR),
        ev.Ruling("misdealt", *SUPERVISOR),
        ev.Amount(1, "ante", 100_000),
        ev.Linked((1, 3)),
        ev.Revealed("dealer", ("As", "Ks"), None),
    ]


@pytest.mark.rule("ma-uth-1 §6(b)", "nj-uth 32.6(b)", "ma-uth-2 §6(b)", "md-uth 7.E", "nj-hilo 40.6(b)")
@pytest.mark.rule("ma-uth-1 §15(g)", "nj-uth 32.13(g)", "nj-hilo 40.12(g)", "md-uth 13.J")
@pytest.mark.parametrize(("rulebook", "where"), POINTS)
def test_what_has_no_place_in_a_round_is_refused_in_it(rulebook: str, where: str) -> None:
    table, _ = brought_to(rulebook, where)
    before = table.game.snapshot()
    for event in out_of_place(table.game):
        assert refusal(table, event).rule, event
        assert table.game.snapshot() == before, event
