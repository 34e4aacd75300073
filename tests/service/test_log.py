"""The log: a line an entry, in order, from the first one on."""

import io
import json

from controller.log import Log


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_lines_from_before_it_is_opened_are_written_first() -> None:
    stream = io.StringIO()
    log = Log(stream)
    log.info("started", record=7)
    log.critical("out of order", why="no journal")
    assert stream.getvalue() == ""
    log.open()
    log.warning("trouble", what="clock", why="over")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [(line["level"], line["event"]) for line in lines] == [
        ("info", "started"),
        ("critical", "out of order"),
        ("warning", "trouble"),
    ]
    assert lines[0]["record"] == 7
    assert all("timestamp" in line for line in lines)


def test_a_terminal_gets_words() -> None:
    stream = Terminal()
    log = Log(stream)
    log.open()
    log.error("driver failed", driver="pins")
    assert "driver failed" in stream.getvalue()
    assert "{" not in stream.getvalue()
