"""`tablectl odds`: the exact return of every wager and pay table, for the math desk."""

import json
from typing import TYPE_CHECKING, Any

from controller.game.fields import BadInput
from controller.game.money import cents_of, dollars
from controller.library import open_book
from controller.progress import Bar
from controller.report import columns

if TYPE_CHECKING:
    from controller.audit.odds import WagerOdds


def run(rulebook: str, *, stake: str, as_json: bool) -> int:
    book = open_book(rulebook)
    cents = cents_of(stake, "--stake")
    try:
        from controller.audit.odds import odds_of
    except ModuleNotFoundError as missing:
        raise BadInput("NumPy", f"to be installed, as with pip install 'table-controller[audit]' ({missing})") from None
    bar = Bar()
    try:
        found = list(odds_of(book, cents, bar.show))
    finally:
        bar.clear()
    if as_json:
        print(json.dumps({"rulebook": book.id, "wagers": [_as_json(odds) for odds in found]}))
    else:
        print("\n\n".join(_table(book.id, odds, cents) for odds in found))
    return 0


def _as_json(odds: "WagerOdds") -> dict[str, Any]:
    made: dict[str, Any] = {
        "wager": odds.wager,
        "paytable": odds.paytable,
        "hands": odds.hands,
        "counts": odds.counts,
        "return": str(odds.expected),
        "house_edge": odds.house_edge,
    }
    if odds.meters:
        made["meters"] = {
            meter: {
                hand: {"share": f"{share.percent}%", "probability": str(share.probability)}
                for hand, share in shares.items()
            }
            for meter, shares in odds.meters.items()
        }
    return made


def _table(rulebook: str, odds: "WagerOdds", stake: int) -> str:
    """One pay table: what it pays how often, and what the house keeps."""
    fixed_sums = any(pays.startswith("$") for pays in odds.awards.values())
    kept = f"the house keeps {odds.house_edge:.4%}"
    if odds.wager == "ante_bonus":
        kept = f"adds {-odds.house_edge:.4%} to an ante"
    if odds.meters:
        kept += " of the wager and pays the meters"
    if fixed_sums:
        kept += f" at a stake of ${dollars(stake)}"
    title = " ".join([rulebook, odds.wager, *([odds.paytable] if odds.paytable else [])])
    rows = [("hand", "deals", "probability", "pays")]
    rows += [
        (hand, f"{count:,}", f"{count / odds.hands:.8f}", odds.awards.get(hand, ""))
        for hand, count in odds.counts.items()
    ]
    rows.append(("all", f"{odds.hands:,}", "", ""))
    return "\n".join([f"{title}: {kept}  ({odds.expected})", *(f"  {line}" for line in columns(rows, right=(1, 2)))])
