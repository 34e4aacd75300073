"""All odds of all rulebooks. No peer computes them, so there is only the limit."""

from collections.abc import Iterator

from bench.result import Result, duration, within
from bench.timing import best_of
from controller.audit.odds import odds_of
from controller.library import open_book, rulebook_ids

STAKE = 500


def results() -> Iterator[Result]:
    books = [open_book(name) for name in rulebook_ids()]

    def all_odds() -> None:
        for book in books:
            list(odds_of(book, STAKE, lambda *_: None))

    # Once only: a second turn would find the boards that the first one listed.
    (seconds,) = best_of(1, all_odds)
    yield within(f"all odds of {len(books)} rulebooks", seconds, duration(seconds), 60, "under 60 s")
    yield within("the same, stretch goal", seconds, duration(seconds), 20, "under 20 s")
