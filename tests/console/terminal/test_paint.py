"""Lines of text: widths, cuts, and what a terminal is sent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.console.terminal.paint import ansi, apart, box, columns, cut, filled, text_of, wide, wrapped


@given(st.text(), st.text(), st.integers(0, 30))
def test_a_line_is_as_wide_as_it_is_meant_to_be(one: str, other: str, width: int) -> None:
    line = ((one, "strong"), (other, ""))
    assert wide(text_of(cut(line, width))) <= width
    assert wide(text_of(filled(line, width))) == width
    assert wide(text_of(apart(line, ((other, ""),), width))) == width


@given(st.text())
def test_words_from_elsewhere_never_steer_the_terminal(words: str) -> None:
    assert ansi(cut(((words, ""),), 1000)).isprintable()


def test_a_cut_line_says_so() -> None:
    assert text_of(cut((("chips were put", ""), (" on a spot", "bad")), 10)) == "chips wer…"
    assert text_of(cut((("漢字", ""),), 3)) == "漢…"
    assert text_of(cut((("abc", ""),), 3)) == "abc"


@given(st.lists(st.text("abc", min_size=1, max_size=30)), st.integers(1, 20))
def test_wrapping_loses_no_letter(words: list[str], width: int) -> None:
    lines = wrapped(" ".join(words), width)
    assert "".join(lines).replace(" ", "") == "".join(words)
    assert all(len(line) <= width for line in lines)


def test_words_stay_whole_where_they_can() -> None:
    assert wrapped("Give all wagers back", 10) == ["Give all", "wagers", "back"]


def test_a_box_has_its_title_in_its_frame() -> None:
    made = [text_of(line) for line in box([(("one", ""),)], 14, "Next")]
    assert made == ["┌─ Next ─────┐", "│ one        │", "└────────────┘"]


def test_columns_read_downwards() -> None:
    cells = [((str(n), ""),) for n in range(5)]
    assert [text_of(line) for line in columns(cells, 6, 2)] == ["0  3  ", "1  4  ", "2  "]


@pytest.mark.parametrize("style", ["bad", "wait", "good", "heart"])
def test_without_colour_no_colour_is_sent(style: str) -> None:
    coloured, plain = (ansi((("x", style),), colour=colour) for colour in (True, False))
    assert any(f"3{n}m" in coloured for n in range(8))
    assert not any(f"3{n}m" in plain for n in range(8))


def test_a_terminal_without_utf_8_gets_ascii() -> None:
    assert ansi((("┌─ A♠ ░░ md-uth §7 • €", ""),), unicode=False) == "+- As ## md-uth ?7 o ?"
