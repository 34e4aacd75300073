"""The service's log: JSON lines for systemd's journal, words on a terminal. Never a PIN, a key or a hidden card.

Nothing here is the record: that is the table's journal. Who passes something on says what it is; no object is logged
whole.
"""

import logging
import sys
from typing import Any, TextIO

import structlog


def set_up(stream: TextIO | None = None) -> None:
    """Once, before the first line."""
    stream = stream or sys.stderr
    shared: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=False),
    ]
    if stream.isatty():
        shared += [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    else:
        shared += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    structlog.configure(
        processors=shared,
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(file=stream),
        cache_logger_on_first_use=True,
    )


def logger() -> Any:
    return structlog.get_logger()
