"""A table as its journal tells it: the last snapshot, and every record since through the machines again."""

from controller.journal import Journal
from controller.replay import Replay, ReplayFailed


class NotRecovered(Exception):
    """The table cannot go on from its journal: one line, for the dealer's display and the log."""


def recovered(journal: Journal) -> Replay:
    """The state is what replaying gives, or there is none."""
    snapshot = journal.tail.snapshot
    replay = Replay()
    seq = 0
    try:
        for record in journal.records(snapshot.seq - 1 if snapshot else 0):
            seq = record.seq
            replay.take(record)
        replay.end()
    except ReplayFailed as failed:
        raise NotRecovered(f"journal {journal.path}: {failed}") from None
    except (KeyError, TypeError, ValueError) as odd:
        # Its chain is good, so a program wrote it: another one, whose records have other fields.
        raise NotRecovered(f"journal {journal.path}: record {seq} is of another form ({odd!r})") from None
    return replay


def may_change(replay: Replay, config: dict[str, object]) -> None:
    """Another file for the table is for a closed table: what was begun under one is finished under it."""
    if replay.game is not None and config != replay.config and replay.game.table.state != "closed":
        changed = [name for name, value in config.items() if value != replay.config.get(name)]
        raise NotRecovered(f"the table's file has another {' and '.join(changed)}, and the table was not closed")
