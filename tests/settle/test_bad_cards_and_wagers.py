"""Cards and wagers that cannot be; and bad lines among good ones."""

import copy
import json

import pytest

from .desk import refused, settle, settled
from .spoiled import VALID, changed, earlier, hilo, jersey, later, maryland, names, without
from .table import seat, table

# Cards.

BAD_CARDS = [
    "10d",
    "ah",
    "AH",
    "aH",
    "Ax",
    "1d",
    "",
    "A",
    "Ahh",
    " Ah",
    "Ah ",
    "Ah\n",
    "hA",
    "Joker",
    "A♥",
    5,
    None,
    ["Ah"],
]


@pytest.mark.parametrize("card", BAD_CARDS, ids=ascii)
@pytest.mark.parametrize("path", [("community", 0), ("dealer", 1), ("six_card_box", 3), ("seats", 1, "cards", 0)])
def test_bad_card(path: tuple, card: object) -> None:
    names(refused(changed(maryland(), path, card)), "community", "dealer", "six_card_box", "cards")


@pytest.mark.parametrize("card", BAD_CARDS, ids=ascii)
@pytest.mark.parametrize(
    "path", [("dealer", 1), ("seats", 0, "high", 0), ("seats", 0, "low", 0), ("seats", 1, "cards", 0)]
)
def test_bad_card_in_hilo(path: tuple, card: object) -> None:
    names(refused(changed(hilo(), path, card)), "dealer", "high", "low", "cards")


PLACES = [("community", 0), ("dealer", 1), ("six_card_box", 3), ("seats", 0, "cards", 0), ("seats", 1, "cards", 1)]


def card_at(round: dict, path: tuple) -> str:
    for key in path:
        round = round[key]
    return round


@pytest.mark.parametrize("first", PLACES)
@pytest.mark.parametrize("second", [*PLACES, ("community", 4), ("dealer", 0), ("six_card_box", 0)])
def test_repeated_card(first: tuple, second: tuple) -> None:
    if first != second:
        card = card_at(maryland(), first)
        names(refused(changed(maryland(), second, card)), card)


HILO_PLACES = [("dealer", 0), ("seats", 0, "high", 0), ("seats", 0, "low", 1), ("seats", 1, "cards", 4)]


@pytest.mark.parametrize("first", HILO_PLACES)
@pytest.mark.parametrize("second", [*HILO_PLACES, ("dealer", 1), ("seats", 0, "high", 2)])
def test_repeated_card_in_hilo(first: tuple, second: tuple) -> None:
    if first != second:
        card = card_at(hilo(), first)
        names(refused(changed(hilo(), second, card)), card)


COUNTED = [("md-uth", (field,)) for field in ("community", "dealer", "six_card_box")]
COUNTED += [("md-uth", ("seats", 0, "cards")), ("md-uth", ("seats", 1, "cards"))]
COUNTED += [
    ("nj-hilo", path) for path in (("dealer",), ("seats", 0, "high"), ("seats", 0, "low"), ("seats", 1, "cards"))
]


@pytest.mark.parametrize(("rulebook", "path"), COUNTED)
def test_wrong_number_of_cards(rulebook: str, path: tuple) -> None:
    round = VALID[rulebook]()
    cards = card_at(round, path)
    names(refused(changed(round, path, cards[:-1])), path[-1])
    names(refused(changed(round, path, [*cards, "Tc"])), path[-1])
    names(refused(changed(round, path, " ".join(cards))), path[-1])


def test_six_card_box_exactly_when_offered() -> None:
    names(refused(without(maryland(), "six_card_box")), "six_card_box")
    names(refused(jersey() | {"six_card_box": ["3c", "4c", "5c", "6c"]}), "six_card_box")
    not_offered = without(without(maryland(), "options", "six_card"), "seats", 0, "wagers", "six_card")
    names(refused(not_offered), "six_card_box")
    settled(without(not_offered, "six_card_box"))


def test_hilo_hands() -> None:
    two_aces = changed(hilo(), ("seats", 0, "low"), ["Ac", "Ad"])
    names(refused(two_aces), "low")
    settled(changed(hilo(), ("seats", 0, "low"), ["Ac", "4c"]))
    names(refused(changed(hilo(), ("seats", 0, "cards"), ["As", "Kd", "9d", "3c", "4c"])), "cards")
    names(refused(changed(hilo(), ("seats", 1, "high"), ["2h", "3h", "4h"])), "high")
    names(refused(changed(hilo(), ("seats", 1, "low"), ["5h", "Jh"])), "low")
    names(refused(hilo() | {"community": ["Ah", "Kc", "8c", "8s", "2c"]}), "community")
    names(refused(hilo() | {"six_card_box": ["Ah", "Kc", "8c", "8s"]}), "six_card_box")
    names(refused(changed(jersey(), ("seats", 0, "high"), ["2h", "3h", "4h"])), "high")


# Wagers.


def wagered(round: dict, *, drop: tuple = (), **wagers) -> dict:
    """A copy with other wagers at the first seat."""
    round = copy.deepcopy(round)
    placed = round["seats"][0]["wagers"] | wagers
    round["seats"][0]["wagers"] = {wager: amount for wager, amount in placed.items() if wager not in drop}
    return round


def test_unequal_ante_and_blind() -> None:
    names(refused(wagered(jersey(), blind="10.01")), "blind", "ante")
    names(refused(wagered(jersey(), ante="9.99")), "blind", "ante")
    folded = changed(maryland(), ("seats", 1, "wagers", "blind"), "11")
    names(refused(folded), "blind", "ante")


@pytest.mark.parametrize("play", ["5", "9.99", "10.01", "15", "25", "50", "100"])
def test_play_is_one_to_four_times_the_ante(play: str) -> None:
    names(refused(wagered(jersey(), play=play)), "play")


@pytest.mark.parametrize("play", ["5", "20", "9.99", "30", "40"])
def test_hilo_play_equals_the_ante(play: str) -> None:
    names(refused(wagered(hilo(), play=play)), "play")


NOT_OFFERED = [
    ("md-uth", wager) for wager in ("trips", "progressive", "six_card", "pairs", "bad_beat", "board", "cover_all")
]
NOT_OFFERED += [("md-uth", wager) for wager in ("tie", "poker_bonus", "ante_bonus")]
NOT_OFFERED += [(book, w) for book in ("ma-uth-1", "ma-uth-2") for w in ("trips", "progressive", "cover_all", "pairs")]
NOT_OFFERED += [("nj-uth", wager) for wager in ("trips", "progressive", "cover_all", "six_card", "tie")]


@pytest.mark.parametrize(("rulebook", "wager"), NOT_OFFERED)
def test_wager_not_offered(rulebook: str, wager: str) -> None:
    round = table(rulebook, "Ah Kd 7c 7s 2d", "Qh Qs", seat(1, "As Ac"))
    settled(round)
    names(refused(wagered(round, **{wager: "5"})), wager)
    names(refused(wagered(without(round, "options"), **{wager: "5"})), wager)


def test_cover_all_said_not_to_be_offered() -> None:
    names(refused(changed(earlier(), ("options", "cover_all"), False)), "cover_all")


@pytest.mark.parametrize("wager", ["blind", "trips", "progressive", "cover_all", "ante_bonus", "pairs"])
def test_wager_not_offered_in_hilo(wager: str) -> None:
    names(refused(wagered(hilo(), **{wager: "5"})), wager)


def test_poker_bonus_not_offered() -> None:
    names(refused(without(hilo(), "options", "poker_bonus")), "poker_bonus")
    names(refused(without(hilo(), "options")), "poker_bonus")


def test_R17_prerequisites() -> None:
    names(refused(wagered(earlier(), drop=("trips",))), "trips", "progressive")
    names(refused(wagered(maryland(), drop=("trips",))), "trips", "six_card")
    settled(wagered(later(), drop=("trips",)))
    settled(wagered(maryland(), drop=("trips", "six_card")))
    for wager in ("trips", "progressive", "pairs", "bad_beat", "board"):
        alone = changed(maryland(), ("seats", 1, "wagers"), {wager: "1"})
        names(refused(alone), "ante", "blind", wager)
    for wager in ("tie", "poker_bonus"):
        names(refused(changed(hilo(), ("seats", 1, "wagers"), {wager: "1"})), "ante", wager)


@pytest.mark.parametrize(
    ("rulebook", "amount"),
    [("md-uth", "5"), ("md-uth", "1.01"), ("md-uth", "2"), ("ma-uth-1", "1"), ("ma-uth-2", "5.01")],
)
def test_progressive_wager_of_another_amount(rulebook: str, amount: str) -> None:
    names(refused(wagered(VALID[rulebook](), progressive=amount)), "progressive")


# Many rounds, one a line.


def test_jsonl_bad_line_among_good_ones() -> None:
    lines = [
        json.dumps(jersey()),
        "{",
        json.dumps(hilo()),
        json.dumps(wagered(jersey(), blind="11")),
        json.dumps(later()),
    ]
    code, out, err = settle("\n".join(lines) + "\n", "--jsonl")
    assert code == 2
    assert "Traceback" not in err
    answers = [json.loads(line) for line in out.splitlines()]
    assert len(answers) == 5
    assert [answers[n]["rulebook"] for n in (0, 2, 4)] == ["nj-uth", "nj-hilo", "ma-uth-2"]
    for place in (1, 3):
        assert set(answers[place]) == {"error", "line"}
        assert answers[place]["line"] == place + 1
        assert answers[place]["error"]
        assert isinstance(answers[place]["error"], str)
    names(answers[3]["error"], "blind", "ante")


@pytest.mark.parametrize(
    "bad",
    [
        b"\xff",
        b"[" * 10_000,
        b"null",
        b"[]",
        b"{}",
        b'{"a": 1, "a": 1}',
        b"{} {}",
        b"9" * 5000,
        b'{"rulebook": "\\ud800"}',
    ],
    ids=lambda raw: ascii(raw[:20]),
)
def test_jsonl_goes_on_after_any_bad_line(bad: bytes) -> None:
    good = json.dumps(jersey()).encode()
    code, out, _err = settle(b"\n".join([bad, good]) + b"\n", "--jsonl")
    assert code == 2
    first, second = (json.loads(line) for line in out.splitlines())
    assert set(first) == {"error", "line"}
    assert first["line"] == 1
    assert second == settled(jersey())


def test_jsonl_all_good() -> None:
    rounds = [make() for make in VALID.values()]
    code, out, err = settle("".join(json.dumps(round) + "\n" for round in rounds), "--jsonl")
    assert (code, err) == (0, "")
    assert [json.loads(line) for line in out.splitlines()] == [settled(round) for round in rounds]


def test_jsonl_last_line_without_a_newline() -> None:
    code, out, err = settle(json.dumps(jersey()), "--jsonl")
    assert (code, err) == (0, "")
    assert json.loads(out) == settled(jersey())


def test_jsonl_empty_input() -> None:
    assert settle(b"", "--jsonl") == (0, "", "")


def test_jsonl_from_a_file(tmp_path) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text(json.dumps(jersey()) + "\n" + json.dumps(hilo()) + "\n")
    code, out, err = settle(b"", "--jsonl", str(path))
    assert (code, err) == (0, "")
    assert [json.loads(line)["rulebook"] for line in out.splitlines()] == ["nj-uth", "nj-hilo"]
