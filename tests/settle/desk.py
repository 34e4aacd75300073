"""The dispute desk's command, called in process, and small readers of what it prints."""

import io
import json
import sys


def run(raw: io.RawIOBase | io.BytesIO, *args: str) -> tuple[int, str, str]:
    """Call `tablectl settle` with `raw` as standard input; return exit code, stdout, stderr."""
    from controller.cli import main

    out, err = io.BytesIO(), io.BytesIO()
    stdin = io.TextIOWrapper(raw, encoding="utf-8")
    stdout = io.TextIOWrapper(out, encoding="utf-8", write_through=True)
    stderr = io.TextIOWrapper(err, encoding="utf-8", errors="backslashreplace", write_through=True)
    kept = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = stdin, stdout, stderr
    try:
        code = main(["settle", *args])
    except SystemExit as end:
        code = end.code
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
    stdout.flush()
    stderr.flush()
    return (0 if code is None else code), out.getvalue().decode(), err.getvalue().decode()


def settle(round: dict | bytes | str, *args: str) -> tuple[int, str, str]:
    """Settle one round, given as an object, as text, or as raw bytes."""
    if isinstance(round, dict):
        round = json.dumps(round)
    if isinstance(round, str):
        round = round.encode()
    return run(io.BytesIO(round), *args)


def settled(round: dict | bytes | str, *args: str) -> dict:
    """The settlement of a valid round."""
    code, out, err = settle(round, *args)
    assert (code, err) == (0, "")
    return json.loads(out)


def assert_refused(answer: tuple[int, str, str]) -> str:
    """Exit code 2, nothing on standard output, one line on standard error: that line."""
    code, out, err = answer
    assert code == 2, (code, out[:500], err[:500])
    assert out == ""
    assert "Traceback" not in err
    assert err.endswith("\n"), err[:2000]
    assert len(err.splitlines()) == 1, err[:2000]
    assert err.strip()
    return err.rstrip("\n")


def refused(round: dict | bytes | str, *args: str) -> str:
    """The one line that refuses a bad round."""
    return assert_refused(settle(round, *args))


def seat_of(result: dict, number: int) -> dict:
    """The settlement of one seat."""
    (seat,) = [each for each in result["seats"] if each["seat"] == number]
    return seat


def row_of(seat: dict, wager: str) -> dict:
    """The row of one wager."""
    (row,) = [each for each in seat["wagers"] if each["wager"] == wager]
    return row


def outcome(result: dict, number: int, wager: str) -> tuple[str, str | None, str, str]:
    """(result, odds, pays, returned) of one wager of one seat."""
    row = row_of(seat_of(result, number), wager)
    return row["result"], row["odds"], row["pays"], row["returned"]


def rules_of(result: dict) -> list[str]:
    """Every `rule` cited anywhere in a settlement."""
    cited = []
    for seat in result["seats"]:
        cited += [row["rule"] for row in seat["wagers"]] + [envy["rule"] for envy in seat["envy"]]
    return cited


def assert_rules_cited(result: dict) -> None:
    """Each `rule` is a paragraph of the round's own rulebook, or a reading."""
    for rule in rules_of(result):
        assert rule.startswith((result["rulebook"] + " ", "reading ")), rule
