"""Lines of styled text, as wide as they are meant to be, and what a terminal is sent for them."""

import unicodedata
from collections.abc import Iterable, Sequence

Span = tuple[str, str]
"""Text and its style."""
Line = tuple[Span, ...]

STYLES = {
    "": "",
    "strong": "1",
    "quiet": "2",
    "bad": "1;31",  # wrong, refused, alarm, lost
    "wait": "33",  # a person is waited for, or something is due
    "good": "32",  # done, and as it should be
    "heart": "31",  # hearts and diamonds, as on the cards themselves
    "here": "7",  # where typed letters go
}
WITHOUT_COLOUR = {"bad": "1;7", "wait": "1", "good": "", "heart": ""}
"""For NO_COLOR, and for eyes: what matters is told by more than its colour."""

EMPTY: Line = ()

# For terminals that do not speak UTF-8.
_PLAIN = str.maketrans("─│┌┐└┘•·►░♣♦♥♠…–×—", "-|++++o.>#cdhs~-x-")


def text_of(line: Line) -> str:
    return "".join(text for text, _ in line)


def wide(text: str) -> int:
    """Columns that it takes."""
    if text.isascii():
        return len(text)
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def printable(text: str) -> str:
    """Words from elsewhere never steer the terminal."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def cut(line: Line, width: int) -> Line:
    """No wider than that; a line that is cut ends with a sign of it."""
    line = tuple((printable(text), style) for text, style in line)
    if sum(wide(text) for text, _ in line) <= width:
        return line
    left, made = max(0, width - 1), []
    for text, style in line:
        kept = ""
        for letter in text:
            left -= _columns(letter)
            if left < 0:
                break
            kept += letter
        made.append((kept, style))
        if left <= 0:
            break
    return (*made, ("…", "quiet"))[: 0 if width < 1 else None]


def filled(line: Line, width: int) -> Line:
    """Exactly so wide."""
    line = cut(line, width)
    missing = width - sum(wide(text) for text, _ in line)
    return (*line, (" " * missing, "")) if missing else line


def apart(left: Line, right: Line, width: int) -> Line:
    """One at the left edge, the other at the right, which stays whole."""
    right = cut(right, width)
    room = width - sum(wide(text) for text, _ in right)
    return (*filled(left, max(0, room - 1)), *([(" ", "")] if room else []), *right)


def wrapped(text: str, width: int) -> list[str]:
    """Between words where that can be done."""
    lines, line = [], ""
    for word in text.split():
        while wide(word) > width:
            if line:
                lines.append(line)
                line = ""
            lines.append(word[:width])
            word = word[width:]
        if not line:
            line = word
        elif wide(line) + 1 + wide(word) <= width:
            line += " " + word
        else:
            lines.append(line)
            line = word
    return [*lines, line] if line else lines or [""]


def box(lines: Iterable[Line], width: int, title: str = "", style: str = "quiet") -> list[Line]:
    inner = width - 4
    head = f"┌─ {title} " if title else "┌"
    made: list[Line] = [((head + "─" * (width - 1 - wide(head)) + "┐", style),)]
    made += [(("│ ", style), *filled(line, inner), (" │", style)) for line in lines]
    return [*made, (("└" + "─" * (width - 2) + "┘", style),)]


def beside(blocks: Sequence[Sequence[Line]], width: int) -> list[Line]:
    """Blocks in one height, each with its share of the width."""
    deep = max(len(block) for block in blocks)
    edges = [width * at // len(blocks) for at in range(len(blocks) + 1)]
    rows = []
    for row in range(deep):
        cells = [
            filled(block[row] if row < len(block) else EMPTY, edges[at + 1] - edges[at])
            for at, block in enumerate(blocks)
        ]
        rows.append(tuple(span for cell in cells for span in cell))
    return rows


def columns(cells: Sequence[Line], width: int, across: int) -> list[Line]:
    """Cells read downwards, in so many columns."""
    deep = -(-len(cells) // across)
    each = width // across
    return [tuple(span for cell in cells[row::deep] for span in filled(cell, each)) for row in range(deep)]


def ansi(line: Line, *, colour: bool = True, unicode: bool = True) -> str:
    """For the terminal; each line leaves its style behind."""
    made = ""
    for text, style in line:
        code = STYLES[style] if colour else WITHOUT_COLOUR.get(style, STYLES[style])
        if not unicode:
            text = text.translate(_PLAIN).encode("ascii", "replace").decode()
        made += f"\x1b[{code}m{text}\x1b[0m" if code else text
    return made
