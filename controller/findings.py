"""What is found when a table is looked at: how bad it is, in a few words, and what to do about it."""

from dataclasses import dataclass

FINE, WARNING, CRITICAL = range(3)


@dataclass(frozen=True, slots=True)
class Finding:
    level: int
    what: str
    """What it is about, in the table's words."""
    text: str
    do: str = ""
    """For who stands before it; empty where nothing is to be done."""


def worst(findings: list[Finding]) -> int:
    return max((finding.level for finding in findings), default=FINE)
