"""What a measurement gave, as it is printed. A bench that misses its target says so; it never fails the run."""

from typing import NamedTuple

OK, MISSED = "ok", "below target"


class Result(NamedTuple):
    what: str
    ours: str
    peer: str
    result: str
    target: str
    verdict: str

    def __str__(self) -> str:
        against = f", {self.peer}" if self.peer else ""
        judged = f" (target {self.target}): {self.verdict}" if self.target else ""
        return f"{self.what}: {self.ours}{against}: {self.result}{judged}"


HEADINGS = Result("measurement", "ours", "beside it", "result", "target", "")


def times_as_fast(what: str, ours: float, peer_name: str, peer: float, target: float | None = None) -> Result:
    """Both in seconds for the same work."""
    ratio = peer / ours
    return Result(what, duration(ours), f"{peer_name} {duration(peer)}", times(ratio), *_at_least(ratio, target))


def within(what: str, measured: float, shown: str, limit: float, target: str, peer: str = "") -> Result:
    """The less the better."""
    return Result(what, shown, peer, shown, target, OK if measured < limit else MISSED)


def _at_least(ratio: float, target: float | None) -> tuple[str, str]:
    if target is None:
        return "", ""
    return f"at least {target:,g} x", OK if ratio >= target else MISSED


def times(ratio: float) -> str:
    decimals = 3 if ratio < 10 else 1 if ratio < 1000 else 0
    return f"{ratio:,.{decimals}f} x"


def duration(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.4g} {unit}"
    return f"{seconds * 1e9:.4g} ns"


def megabytes(size: float) -> str:
    return f"{size / 1e6:.1f} MB"
