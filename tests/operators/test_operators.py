"""The operators' file, read strictly; and badges that come in at the table."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller import pin as pins
from controller.game.fields import BadInput
from controller.game.table import events as ev
from controller.library import config_folder
from controller.operators import ACTS, Operator, Operators, name_of_act, read_operators
from controller.pin import PinHash
from controller.translate import Translate, Trouble
from controller.tries import UNKNOWN
from drivers.notices import BadgeRead

HASH = PinHash.of("1234", 1 << 14).text
OTHER = PinHash.of("5678", 1 << 14).text
FLOOR = {"id": "F1", "name": "Ada Floor", "role": "floor", "badge": "100200", "pin": HASH}
DEALER = {"id": "D1", "name": "Bea Dealer", "role": "dealer", "badge": "100201"}
AUDITOR = {"id": "A1", "name": "Cy Auditor", "role": "auditor", "badge": "100202", "pin": OTHER}
PEOPLE = [FLOOR, DEALER, AUDITOR]


def file_of(folder: Path, people: list[dict[str, Any]], mode: int = 0o640, more: str = "") -> Path:
    file = folder / "operators.toml"
    entries = ["[[operator]]\n" + "".join(f"{json.dumps(k)} = {json.dumps(v)}\n" for k, v in p.items()) for p in people]
    file.write_text(more + "\n".join(entries), encoding="utf-8")
    file.chmod(mode)
    return file


def refusal(folder: Path, people: list[dict[str, Any]], more: str = "") -> str:
    with pytest.raises(BadInput) as refused:
        read_operators(file_of(folder, people, more=more))
    line = one_line(refused.value)
    for secret in ("1234", "5678", *HASH.split("$")[4:], *OTHER.split("$")[4:]):
        assert secret not in line
    return line.removeprefix("operators.toml: ")


def one_line(refused: BadInput) -> str:
    line = str(refused)
    assert line.startswith("operators.toml: ")
    assert line.isascii()
    assert line.isprintable()
    return line


@pytest.fixture
def operators(tmp_path: Path) -> Operators:
    return read_operators(file_of(tmp_path, PEOPLE))


# ---- who is who ---------------------------------------------------------------------------


def test_people_are_found_by_id_and_by_badge(operators: Operators) -> None:
    assert operators.by_id["F1"] == operators.by_badge["100200"] == Operator("F1", "floor", "Ada Floor", "100200")
    assert set(operators.by_id) == {"F1", "D1", "A1"}
    assert set(operators.by_badge) == {"100200", "100201", "100202"}


def test_a_pin_is_good_for_its_operator_alone(operators: Operators) -> None:
    assert operators.check_pin("F1", "1234")
    assert operators.check_pin("A1", "5678")
    tried = [("F1", "5678"), ("A1", "1234"), ("F1", ""), ("f1", "1234"), ("F2", "1234"), ("", ""), (UNKNOWN, "1234")]
    assert not any(operators.check_pin(who, pin) for who, pin in tried)


def test_who_has_no_pin_is_let_in_by_none(operators: Operators) -> None:
    assert not any(operators.check_pin("D1", pin) for pin in ("", "1234", "5678"))


def test_an_unknown_id_costs_as_much_as_a_known_one(operators: Operators, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else an id that exists is told from one that does not by the clock."""
    spent = []
    monkeypatch.setattr(pins, "_scrypt", lambda pin, *costs: spent.append(costs[:3]) or bytes(32))
    for who, typed in [("F1", "1234"), ("F1", "9999"), ("F1", "no digits"), ("D1", "1234"), ("nobody", "1234")]:
        operators.check_pin(who, typed)
    assert spent == [(1 << 14, 8, 1)] * 5


def test_tries_with_ids_that_nobody_has_count_under_one_name(operators: Operators) -> None:
    assert operators.counted_as("F1") == "F1"
    assert {operators.counted_as(who) for who in ("F2", "", "1234", "f1", UNKNOWN)} == {UNKNOWN}


def test_an_auditor_looks_and_does_not_act(operators: Operators) -> None:
    assert {who: operator.acts for who, operator in operators.by_id.items()} == {"F1": True, "D1": True, "A1": False}


def test_nothing_secret_is_in_a_repr(operators: Operators) -> None:
    shown = repr(operators.by_id) + repr(vars(operators)["_hashes"])
    assert "F1" in shown
    for secret in ("1234", "100200", *HASH.split("$")[4:], repr(bytes.fromhex(HASH.split("$")[5]))):
        assert secret not in shown


# ---- at the table ---------------------------------------------------------------------------


def test_a_badge_is_told_with_its_role_and_an_auditor_s_is_no_approval(operators: Operators) -> None:
    translate = Translate(["ante"], operators.by_badge)
    assert translate.events(BadgeRead("100200")) == [ev.Badge("F1", "floor")]
    assert translate.events(BadgeRead("100201")) == [ev.Badge("D1", "dealer")]
    for badge in ("100202", "100203"):
        made = translate.events(BadgeRead(badge))
        assert [type(told) for told in made] == [Trouble, Trouble]


# ---- acts --------------------------------------------------------------------------------------


def test_every_act_of_a_person_has_a_name_that_two_people_may_be_asked_for() -> None:
    """An event with a role is somebody's act."""
    by_people = {kind for kind in ev.Event.__args__ if "role" in kind.__dataclass_fields__}
    acts = set(ACTS)
    for kind in by_people - {ev.Act}:
        assert ev.NAME_OF_EVENT[kind] in acts
        acts.remove(ev.NAME_OF_EVENT[kind])
    assert {name_of_act(ev.Act(name, "F1", "floor")) for name in acts} == acts  # type: ignore[arg-type]
    assert name_of_act(ev.DeviceOut("removed", "F1", "floor")) == "device-out"


# ---- the file --------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [0o644, 0o641, 0o660, 0o666, 0o777, 0o750])
def test_hashes_that_others_may_read_or_write_are_refused(tmp_path: Path, mode: int) -> None:
    with pytest.raises(BadInput, match=f"^operators.toml: expected a file with mode 640 or less, not {mode:o}$"):
        read_operators(file_of(tmp_path, PEOPLE, mode))


@pytest.mark.parametrize("mode", [0o640, 0o600, 0o440, 0o400])
def test_a_file_for_the_service_alone_is_good(tmp_path: Path, mode: int) -> None:
    assert read_operators(file_of(tmp_path, PEOPLE, mode)).by_id


def test_a_simulated_table_s_file_may_be_read_by_all(tmp_path: Path) -> None:
    assert read_operators(file_of(tmp_path, PEOPLE, 0o666), public=True).by_id


FILES: list[tuple[list[dict[str, Any]], str]] = [
    ([], "operator: expected a floor supervisor with a pin"),
    ([DEALER, AUDITOR], "operator: expected a floor supervisor with a pin"),
    ([{**FLOOR, "pin": ""}], "operator: expected a floor supervisor with a pin"),
    ([FLOOR, {**DEALER, "id": "F1"}], 'operator[1].id: expected an id of its own, got "F1"'),
    ([FLOOR, {**DEALER, "id": "f1"}], "operator[1].id: expected an id of its own"),
    ([FLOOR, {**DEALER, "badge": "100200"}], "operator[1].badge: expected a badge of its own: F1 has it"),
    ([FLOOR, {**DEALER, "badge": ""}], "operator[1]: expected a badge, a pin or both"),
    ([{**FLOOR, "pni": HASH}], "operator[0].pni: expected no such field"),
    ([{**FLOOR, "role": "manager"}], "operator[0].role: expected dealer, floor, technician or auditor"),
    ([{**FLOOR, "id": ""}], "operator[0].id: expected letters"),
    ([{**FLOOR, "id": "x" * 33}], "operator[0].id: expected letters"),
    ([{**FLOOR, "id": "F\n1"}], "operator[0].id: expected letters"),
    ([{**FLOOR, "id": UNKNOWN}], "operator[0].id: expected letters"),
    ([{**FLOOR, "name": ""}], "operator[0].name: expected a name"),
    ([{**FLOOR, "name": "x" * 65}], "operator[0].name: expected a name"),
    ([{**FLOOR, "name": "\x1b[31m"}], "operator[0].name: expected a name"),
    ([{**FLOOR, "badge": 1234}], "operator[0].badge: expected a text of letters"),
    ([{**FLOOR, "badge": "12 34"}], "operator[0].badge: expected a text of letters"),
    ([{**FLOOR, "badge": "x" * 33}], "operator[0].badge: expected a text of letters"),
    ([{**FLOOR, "pin": 1234}], "operator[0].pin: expected what"),
    ([{**FLOOR, "pin": "1234"}], "operator[0].pin: expected what"),
    ([{**FLOOR, "pin": HASH[:-1]}], "operator[0].pin: expected what"),
    ([{**FLOOR, "pin": [HASH]}], "operator[0].pin: expected what"),
    ([{"name": "Ada", "role": "floor", "pin": HASH}], "operator[0].id: expected a value"),
]


@pytest.mark.parametrize(("people", "told"), FILES, ids=lambda part: part[:40] if isinstance(part, str) else "")
def test_what_is_wrong_is_named_and_nothing_secret_repeated(
    tmp_path: Path, people: list[dict[str, Any]], told: str
) -> None:
    assert refusal(tmp_path, people).startswith(told)


def test_what_is_no_operator_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, PEOPLE, 'table = "UTH 12"\n').startswith("table: expected no such field")
    assert refusal(tmp_path, [], "[operator]\n").startswith("operator: expected a table each, headed [[operator]]")
    assert refusal(tmp_path, [], "operator = [1]\n").startswith("operator[0]: expected an object")
    assert "line 2" in refusal(tmp_path, [], f"[[operator]]\npin = {HASH}\n")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(["id", "name", "role", "badge", "pin"]),
    st.one_of(st.integers(), st.text(max_size=40), st.booleans(), st.lists(st.text(max_size=3), max_size=2)),
)
def test_whatever_stands_at_a_key_it_is_good_or_one_line(tmp_path: Path, key: str, value: object) -> None:
    file = file_of(tmp_path, [FLOOR, {**AUDITOR, key: value}])
    try:
        assert len(read_operators(file).by_id) == 2
    except BadInput as refused:
        one_line(refused)


# ---- the shipped files -------------------------------------------------------------------------------


def shipped(name: str) -> str:
    return (config_folder() / name).read_text(encoding="utf-8")


def test_the_example_lets_nobody_in(tmp_path: Path) -> None:
    """A PIN that is shipped would be everybody's."""
    (tmp_path / "operators.toml").write_text(shipped("operators.toml"), encoding="utf-8")
    (tmp_path / "operators.toml").chmod(0o640)
    with pytest.raises(BadInput, match="expected a floor supervisor with a pin"):
        read_operators(tmp_path / "operators.toml")


def test_the_example_is_good_once_it_is_filled_in(tmp_path: Path) -> None:
    entry = shipped("operators.toml").partition("# [[operator]]")[2]
    lines = ["[[operator]]", *(line.removeprefix("# ") for line in entry.splitlines())]
    text = "\n".join(lines).replace('pin = ""', f'pin = "{HASH}"')
    assert set(tomllib.loads(text)["operator"][0]) == {"id", "name", "role", "badge", "pin"}
    (tmp_path / "operators.toml").write_text(text, encoding="utf-8")
    (tmp_path / "operators.toml").chmod(0o640)
    assert read_operators(tmp_path / "operators.toml").check_pin("F1", "1234")


def test_the_simulated_table_s_people_have_the_pins_that_their_file_tells() -> None:
    operators = read_operators(config_folder() / "twin-operators.toml", public=True)
    told = shipped("twin-operators.toml").partition("secret: ")[2].partition(".")[0]
    typed = dict(pair.split() for pair in told.split(", "))
    assert set(typed) == set(operators.by_id)
    assert {operator.role for operator in operators.by_id.values()} == {"dealer", "floor", "technician", "auditor"}
    assert sum(operator.role == "floor" for operator in operators.by_id.values()) == 2, "for acts that need two"
    for who, pin in typed.items():
        assert operators.check_pin(who, pin)
