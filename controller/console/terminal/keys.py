"""From the bytes of a terminal to names of keys. A key cut in two by the line is still one key."""

NAMED = {
    "\r": "enter",
    "\n": "enter",
    "\t": "tab",
    "\x7f": "back",
    "\x08": "back",
    "\x03": "quit",
    "\x04": "quit",
    "\x15": "wipe",
    "\x0c": "redraw",
}
SEQUENCES = {
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1b[5~": "page-up",
    "\x1b[6~": "page-down",
    "\x1b[Z": "tab-back",
}
PATIENCE = 0.05
"""Seconds after which an Escape that came alone is the key itself."""
_LONGEST = 16


class Keys:
    def __init__(self) -> None:
        self._bytes = b""
        self._text = ""

    @property
    def waiting(self) -> bool:
        """For the rest of a key."""
        return bool(self._text)

    def feed(self, data: bytes) -> list[str]:
        self._bytes += data
        text = self._bytes.decode("utf-8", "ignore")
        # A letter may still lack its last bytes: no more than three.
        kept = next((n for n in range(1, 4) if _begins(self._bytes[-n:], n)), 0)
        self._bytes = self._bytes[-kept:] if kept else b""
        self._text += text
        keys = []
        while self._text:
            key, used = _first(self._text)
            if not used:
                break
            self._text = self._text[used:]
            if key:
                keys.append(key)
        return keys

    def give_up(self) -> list[str]:
        """Nothing followed: what was begun is all there is."""
        begun, self._text = self._text, ""
        return ["escape"] if begun.startswith("\x1b") else []


def _begins(tail: bytes, n: int) -> bool:
    """Whether these bytes are a letter of UTF-8 that wants more than n."""
    if len(tail) < n:
        return False
    first = tail[0]
    return (0xC0 <= first < 0xE0 and n < 2) or (0xE0 <= first < 0xF0 and n < 3) or (0xF0 <= first < 0xF8 and n < 4)


def _first(text: str) -> tuple[str, int]:
    """A key and how many letters it took; none: more are to come."""
    if not text.startswith("\x1b"):
        letter = text[0]
        return NAMED.get(letter, letter if letter.isprintable() else ""), 1
    if len(text) == 1:
        return "", 0
    if text[1] not in "[O":
        return "escape", 1
    end = next((at for at, letter in enumerate(text[2:_LONGEST], 2) if "@" <= letter <= "~"), 0)
    if end:
        return SEQUENCES.get(text[: end + 1], ""), end + 1
    return ("", 0) if len(text) < _LONGEST else ("", _LONGEST)
