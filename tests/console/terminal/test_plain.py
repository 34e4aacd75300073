"""Without a terminal: a line for whatever is new."""

from controller.console.terminal.plain import lines
from controller.console.terminal.words import ago, listing, long, sum_of
from controller.console.view import view_of_nothing
from tests.console.made import ALARM, at

VIEW = at("first-decisions") | {"alarms": [], "troubles": {}}
NEXT = f"{VIEW['prompt']['text']} ({VIEW['prompt']['rule']})"


def test_the_first_view_tells_where_the_table_is() -> None:
    number = VIEW["table"]["number"]
    assert list(lines(None, VIEW)) == [f"round {number}, open, first decisions: {NEXT}"]
    assert list(lines(VIEW, VIEW)) == []


def test_each_alarm_and_trouble_is_told_once_and_when_it_is_over() -> None:
    alarmed = VIEW | {"alarms": [ALARM], "troubles": {"spots": "late"}}
    assert list(lines(VIEW, alarmed)) == ["alarm 7: seat 2 trips, chips on a spot (X 1)", "trouble: spots: late"]
    assert list(lines(alarmed, alarmed)) == []
    done = VIEW | {"alarms": [ALARM | {"acknowledged": {"who": "F1", "at": 0}}]}
    assert list(lines(alarmed, done)) == ["alarm 7: seen by F1", "over: spots"]


def test_a_table_out_of_order_says_why() -> None:
    assert list(lines(VIEW, view_of_nothing("no journal"))) == ["out of order: no journal"]


def test_sums_times_and_lists_in_words() -> None:
    assert [sum_of(cents) for cents in (500, 1250, 5)] == ["5", "12.50", "0.05"]
    minute = 60_000
    times = (59_999, minute, 60 * minute, 125 * minute, 48 * 60 * minute, 49 * 60 * minute)
    told = ["less than a minute", "1 min", "1 h", "2 h 05 min", "2 d", "2 d 1 h"]
    assert [long(time) for time in times] == told
    assert [ago(None, 5), ago(0, 59_000), ago(0, 60 * minute)] == ["", "just now", "1 h ago"]
    assert [listing([]), listing(["a"]), listing(["a", "b", "c"])] == ["nothing", "a", "a, b and c"]
