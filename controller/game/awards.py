"""What a row of a pay table awards.

`N to M` pays wager × N/M and the wager goes back. `N for 1` pays wager × N and
a share of a meter pays that share; the wager stays with the house. A sum in
dollars is paid beside the wager, which goes back (reading R5). Less than a cent
is dropped.
"""

import re
from dataclasses import dataclass

from controller.game.fields import BadInput


@dataclass(frozen=True, slots=True)
class Odds:
    """`N to M`, or `N for 1`."""

    text: str
    numerator: int
    denominator: int
    returns_wager: bool

    def pays(self, wager: int) -> int:
        return wager * self.numerator // self.denominator


@dataclass(frozen=True, slots=True)
class Share:
    """A percentage of a progressive meter."""

    text: str
    percent: int
    meter: str
    returns_wager: bool = False


@dataclass(frozen=True, slots=True)
class Sum:
    """A fixed sum."""

    text: str
    cents: int
    returns_wager: bool = True

    def pays(self, wager: int) -> int:
        return self.cents


@dataclass(frozen=True, slots=True)
class Push:
    """Nothing is paid; the wager goes back."""

    text: None = None


Award = Odds | Share | Sum | Push

_ODDS = re.compile(r"([1-9][0-9]{0,8}) (to|for) ([1-9][0-9]{0,8})", re.ASCII)
_SHARE = re.compile(r"([1-9][0-9]{0,2})% of ([a-z]+)", re.ASCII)
_SUM = re.compile(r"\$([1-9][0-9]{0,8})", re.ASCII)


def award_of(text: object, field: str) -> Award:
    """Reads `9 to 1`, `300 for 1`, `10% of meter`, `$100000` or `push`."""
    if isinstance(text, str):
        if text == "push":
            return Push()
        if match := _ODDS.fullmatch(text):
            word, per = match[2], int(match[3])
            if word == "to" or per == 1:
                return Odds(text, int(match[1]), per, returns_wager=word == "to")
        if (match := _SHARE.fullmatch(text)) and int(match[1]) <= 100:
            return Share(text, int(match[1]), match[2])
        if match := _SUM.fullmatch(text):
            return Sum(text, int(match[1]) * 100)
    raise BadInput(field, "N to M, N for 1, N% of a meter (1 to 100), $N or push", text)
