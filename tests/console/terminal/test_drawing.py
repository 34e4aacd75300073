"""The screen, drawn from views of real tables."""

from dataclasses import replace

import pytest

from controller.console.terminal.acts import ACTS
from controller.console.terminal.desk import PAGES, Desk, Form, pressed
from controller.console.terminal.drawing import frame
from controller.console.terminal.paint import text_of, wide
from controller.console.view import View, view_of_nothing
from tests.console.made import ALARM, at, views
from tests.table.tables import KINDS, Kind

SIZES = [(80, 24), (120, 40), (72, 22), (200, 60), (20, 5)]
EMPTY = view_of_nothing("the journal's record 17 does not follow from the one before", name="Table 7")


def drawn(
    view: View | None, desk: Desk | None = None, width: int = 80, height: int = 24, live: bool = True
) -> list[str]:
    return [text_of(line).rstrip() for line in frame(view, desk or Desk(), width, height, live=live)]


def row_of(screen: list[str], word: str) -> str:
    return next(row for row in screen if word in row)


def seat_row(screen: list[str], seat: int) -> str:
    return screen[next(at for at, row in enumerate(screen) if row.startswith(" seat  ")) + seat]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_screen_is_exactly_as_large_as_the_terminal(kind: Kind) -> None:
    for view in [*views(kind)[::6], EMPTY, None]:
        for width, height in SIZES:
            for desk in [*(Desk(page=page) for page in PAGES), Desk(menu=True)]:
                lines = frame(view, desk, width, height, live=True)
                assert len(lines) == height
                assert {sum(wide(text) for text, _ in line) for line in lines} == {width}


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.words)
def test_every_question_of_every_act_fits(act) -> None:
    for view in (at("first-decisions"), EMPTY):
        desk, _ = pressed(Desk(menu=True), act.key, view)
        for key in ("1", "1", "3", "enter", "x", "enter"):
            for width, height in SIZES:
                lines = frame(view, desk, width, height, live=True)
                assert {sum(wide(text) for text, _ in line) for line in lines} == {width}
            desk, _ = pressed(desk, key, view)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_seats_wagers_and_the_next_act_are_all_there_at_80_by_24(kind: Kind) -> None:
    for view in views(kind):
        screen = drawn(view)
        assert view["prompt"]["rule"] in screen[2] + screen[3]
        assert view["prompt"]["text"].split()[0] in screen[2]
        head = seat_row(screen, 0).split()
        for wager in view["offered"]:
            assert any(word and wager.startswith(word[:3]) for word in head), wager
        for seat in view["round"]["seats"]:
            row = seat_row(screen, seat["seat"])
            assert row[2] == str(seat["seat"])
            assert "…" not in row
        assert "dealer" in "".join(screen)
        assert any("chips on a spot" in row for row in screen), "an alarm is seen on the first page"


def test_the_seat_at_turn_its_cards_and_sums_are_shown() -> None:
    view = at("settlement", KINDS[2])
    turn = view["round"]["turn"]
    row = seat_row(drawn(view), turn)
    assert row.startswith(f" ►{turn}")
    seat = view["round"]["seats"][turn - 1]
    signs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    for card in seat["cards"]:
        assert card[0] + signs[card[1]] in row
    for spot in seat["spots"]:
        if spot["chips"] and spot["cents"] is not None:
            assert str(spot["cents"] // 100) in row.split()


def test_cards_that_are_not_face_up_are_shown_by_their_backs() -> None:
    view = at("first-decisions")
    row = seat_row(drawn(view), view["round"]["turn"])
    assert row.count("░░") == 2
    assert row_of(drawn(view), " dealer ").count("░░") == 2 + view["round"]["community"]["out"]


def test_a_spot_that_is_wrong_and_a_void_hand_are_marked() -> None:
    view = at("first-decisions")
    seats = [dict(seat) for seat in view["round"]["seats"]]
    seats[0]["spots"] = [dict(spot) for spot in seats[0]["spots"]]
    seats[0]["spots"][0] |= {"wrong": "X 9", "cents": 1250, "chips": True, "made": True}
    seats[1]["void"] = "X 8"
    screen = drawn(view | {"round": view["round"] | {"seats": seats}})
    assert "!12.50" in seat_row(screen, 1)
    assert "void" in seat_row(screen, 2)


def test_an_alarm_is_shown_until_it_is_acknowledged_and_then_with_who() -> None:
    view = at("first-decisions")
    assert "alarms 1" in drawn(view)[-1]
    screen = "\n".join(drawn(view, Desk(page="alarms")))
    assert "seat 2 trips: chips on a spot" in screen
    assert "not acknowledged" in screen
    assert "seen by F2" in screen
    done = view | {"alarms": [ALARM | {"acknowledged": {"who": "F1", "at": 0}}]}
    assert "alarms 1" not in drawn(done)[-1]
    assert "chips on a spot" not in "\n".join(drawn(done))
    assert "seen by F1" in "\n".join(drawn(done, Desk(page="alarms")))


def test_more_alarms_than_fit_are_counted() -> None:
    view = at("first-decisions")
    many = view | {"alarms": [ALARM | {"id": n} for n in range(30)]}
    screen = drawn(many)
    shown = sum("chips on a spot" in row for row in screen)
    assert shown >= 2
    assert any(f"and {31 - shown} more" in row for row in screen), "30 alarms and a trouble"


def test_device_decks_counts_and_meters_have_their_page() -> None:
    view = at("first-decisions", KINDS[2])
    device = "\n".join(drawn(view, Desk(page="device")))
    assert "in service" in device
    assert "change in" in device or "here for" in device
    assert "spots  late" in device
    counts = "\n".join(drawn(view, Desk(page="counts")))
    assert "dealer  wrong" in counts
    assert "1000.00" in counts
    fault = view | {"device": view["device"] | {"fault": "jam-dealing"}}
    assert "jam dealing: latched" in "\n".join(drawn(fault, Desk(page="device")))
    assert "fault: jam dealing" in "\n".join(drawn(fault))


def test_a_large_terminal_shows_all_at_once() -> None:
    screen = "\n".join(drawn(at("first-decisions", KINDS[2]), width=120, height=40))
    for heading in ("Dealing device", "Decks", "Stub counts", "Meters"):
        assert heading in screen


def test_a_table_out_of_order_says_so_and_why() -> None:
    screen = drawn(EMPTY)
    assert "Out of order" in screen[1]
    assert "record 17" in screen[2]


def test_a_view_of_a_lost_service_is_marked_as_old() -> None:
    screen = drawn(at("first-decisions"), live=False)
    assert "lost" in screen[0]
    assert "when the service was lost" in screen[1]


def test_what_somebody_waits_for_is_marked_in_the_menu() -> None:
    closed = at("first-decisions") | {"table": at("first-decisions")["table"] | {"state": "closed"}}
    assert "open the table •" in "\n".join(drawn(closed, Desk(menu=True)))
    assert "open the table •" not in "\n".join(drawn(at("first-decisions"), Desk(menu=True)))


def test_a_pin_is_nowhere_on_the_screen_nor_in_what_python_would_print() -> None:
    act = next(act for act in ACTS if act.key == "o")
    view = at("first-decisions")
    form = Form(act, {"confirm": True, "by.who": "F1"}, typed="8642")
    later = replace(form, values=form.values | {"by.pin": "8642"}, typed="9753", second=True)
    later_still = replace(later, values=later.values | {"second.who": "F2"})
    for desk in (Desk(form=form), Desk(form=later_still)):
        screen = "\n".join(drawn(view, desk))
        assert "F1" in screen
        assert "not shown" in screen
        for words in (screen, repr(desk)):
            assert "8642" not in words
            assert "9753" not in words
