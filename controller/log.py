"""The service's log: JSON lines for systemd's journal, words on a terminal. Never a PIN, a key or a hidden card.

Nothing here is the record: that is the table's journal. Who passes something on says what it is; no object is logged
whole.
"""

import sys
from typing import Any, TextIO


class Log:
    """Its lines wait until it is opened: structlog takes longer to load than the journal's end takes to be replayed."""

    def __init__(self, stream: TextIO | None = None) -> None:
        """On standard error, if not elsewhere."""
        self._stream = stream
        self._waiting: list[tuple[str, str, dict[str, Any]]] = []
        self._lines: Any = None

    def open(self) -> None:
        """Once; from here on a line is written at once."""
        self._lines = _structlog(self._stream or sys.stderr)
        for line in self._waiting:
            self._write(*line)
        self._waiting.clear()

    def info(self, words: str, **more: Any) -> None:
        self._write("info", words, more)

    def warning(self, words: str, **more: Any) -> None:
        self._write("warning", words, more)

    def error(self, words: str, **more: Any) -> None:
        self._write("error", words, more)

    def critical(self, words: str, **more: Any) -> None:
        self._write("critical", words, more)

    def _write(self, level: str, words: str, more: dict[str, Any]) -> None:
        if self._lines is None:
            self._waiting.append((level, words, more))
        else:
            getattr(self._lines, level)(words, **more)


def _structlog(stream: TextIO) -> Any:
    import structlog

    processors: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=False),
    ]
    if stream.isatty():
        processors += [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    else:
        processors += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    return structlog.wrap_logger(
        structlog.WriteLogger(stream),
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger("info"),
        cache_logger_on_first_use=True,
    )
