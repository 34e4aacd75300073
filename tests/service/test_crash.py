"""A controller that is killed at every commit and at every effect gives the session that nobody interrupted."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.service.crash import KINDS

OF_A_RESTART = {"link-lost", "link-found", "device-ready", "time-passed"}
TIMES = {"at", "received_at"}
"""The table's time goes on while the controller is begun anew."""


def events(session: dict[str, Any]) -> list[dict[str, Any]]:
    found = [body["event"] for kind, body in session["records"] if kind == "event"]
    return [event for event in found if event["event"] not in OF_A_RESTART]


def outcomes(session: dict[str, Any]) -> list[Any]:
    """Every effect and refusal, in order; the device's mode is set again where it was restarted."""
    effects = [effect for kind, body in session["records"] if kind == "effects" for effect in body["effects"]]
    refused = [(body["rule"], body["why"]) for kind, body in session["records"] if kind == "refused"]
    return [[effect for effect in effects if effect["effect"] != "set-mode"], refused]


def timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: timeless(part) for name, part in value.items() if name not in TIMES}
    return [timeless(part) for part in value] if isinstance(value, list) else value


@pytest.fixture(scope="module", params=KINDS)
def sessions(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp(f"crash-{request.param}")
    command = [sys.executable, "-m", "tests.service.crash", str(folder), request.param]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, capture_output=True, text=True, cwd=root, timeout=280, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found | {"kind": request.param}


def test_a_session_that_is_killed_everywhere_ends_as_the_whole_one(sessions: dict[str, Any]) -> None:
    whole, killed = sessions["whole"], sessions["killed"]
    assert whole["kills"] == 0
    assert killed["kills"] > sessions["script"], "every act of people was cut short at least once"
    assert events(killed) == events(whole)
    assert outcomes(killed) == outcomes(whole)
    assert timeless(killed["snapshot"]) == timeless(whole["snapshot"])
    # What the device did it did once: it has told as many events, and every card lies where it lay.
    assert killed["told"] == whole["told"]
    assert killed["cards"] == whole["cards"]
    if sessions["kind"] == "md-uth":
        lines = [line for effect in outcomes(whole)[0] for line in effect.get("lines") or ()]
        assert any(line["wager"] == "progressive" and line["result"] == "win" for line in lines)
    if sessions["kind"] == "by-hand":
        assert any(effect["effect"] == "voided" for effect in outcomes(whole)[0])
