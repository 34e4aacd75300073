"""Writes down what happens, before anything follows from it: the journal's one writer, and what is made of its records.

A record is on disk when `commit` returns. Without a journal, as at a scripted table, nothing is kept.
"""

from typing import Any

from controller.chain import BEFORE_ALL, Record
from controller.game.table.controller import TableController
from controller.journal import Journal
from controller.standing import Standing


class Keeper:
    def __init__(self, standing: Standing, journal: Journal | None = None) -> None:
        self.standing = standing
        self._journal = journal
        self._last = BEFORE_ALL

    def keep(self, kind: str, body: dict[str, Any]) -> int:
        """The record's number."""
        if self._journal is not None:
            record = self._journal.append(kind, body)
        else:
            record = self._last._replace(seq=self._last.seq + 1, kind=kind, body=body)
        self._last = record
        self.standing.take(record)
        return record.seq

    def commit(self) -> None:
        """On disk, all that was kept, or JournalFailed."""
        if self._journal is not None:
            self._journal.commit()

    @property
    def last(self) -> Record:
        return self._last

    def snapshot(self, game: TableController, config: dict[str, Any]) -> dict[str, Any]:
        """All that recovery needs, without any record before it."""
        body = snapshot_of(game, config, self.standing)
        if self._journal is not None:
            self.keep("snapshot", body)
        return body


def snapshot_of(game: TableController, config: dict[str, Any], standing: Standing) -> dict[str, Any]:
    return {"config": config, "table": game.snapshot(), "standing": standing.snapshot()}
