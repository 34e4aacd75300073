"""`tablectl verify` as it is called."""

import io
import json
from pathlib import Path

import pytest

from controller import progress
from controller.cli import main
from controller.progress import Bar
from controller.verify import verified
from tests.journal.made import FakeClock, begin
from tests.verify.made import Played


def head(journal: Played) -> str:
    seq, hash = journal.head
    return f"{seq}:{hash.hex()}"


def test_good(evening: Played, capsys: pytest.CaptureFixture[str]) -> None:
    key = evening.signer.public_key
    assert main(["verify", str(evening.path), "--key", key, "--head", head(evening)]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"GOOD  {evening.path}\n")
    assert "3, of them 1 void; 2 refusals" in out
    assert f"{evening.signer.key_id}, as given" in out


def test_bad(evening: Played, capsys: pytest.CaptureFixture[str]) -> None:
    seq = evening.find("effects", '"trips"')
    evening.edit(seq, lambda body: body["effects"][0].update(seat=6), evening.signer)
    assert main(["verify", str(evening.path)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith(f"BAD  journal.db: record {seq}: the machines give something else")
    assert out[1] == f"  good before it: {seq - 1} records, 0 rounds"
    assert "this one may play it otherwise" in out[3], "it was written by a program that is not this one"


def test_json(evening: Played, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(evening.path), "--json"]) == 0
    good = json.loads(capsys.readouterr().out)
    assert (good["good"], good["key_claimed_by_journal"], good["head"]) == (True, True, head(evening))
    seq = evening.find("snapshot")
    evening.edit(seq, lambda body: body["config"].update(decks=2), evening.signer)
    assert main(["verify", str(evening.path), "--json"]) == 1
    bad = json.loads(capsys.readouterr().out)
    assert (bad["good"], bad["record"], bad["head"], bad["last"]) == (False, seq, None, seq - 1)
    assert "\n" not in bad["wrong"]


def test_a_head_that_is_not_in_it(evening: Played, capsys: pytest.CaptureFixture[str]) -> None:
    seq, hash = evening.head
    for wrong, what in (
        (f"{seq + 5}:{hash.hex()}", f"but record {seq + 5} was written"),
        (f"7:{hash.hex()}", "record 7: edited"),
    ):
        assert main(["verify", str(evening.path), "--head", wrong]) == 1
        assert what in capsys.readouterr().out


def test_cut_off_and_signed_anew_shows_by_the_head_alone(evening: Played) -> None:
    kept = evening.head
    end = evening.find("stop")
    evening.rewrite(lambda rows: rows[: end - 1], evening.signer)
    assert verified(evening.path, evening.signer.public_key).bad is None
    bad = verified(evening.path, evening.signer.public_key, kept).bad
    assert bad is not None
    assert bad.seq == end


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.db"], "a file that can be read (No such file or directory)"),
        (["."], "a file that can be read (Is a directory)"),
        (["text"], "the journal of a table: this is no database"),
        (["empty"], "the journal of a table: this is an empty file"),
        (["journal.db", "--key", "ed25519:00"], "64 hexadecimal digits"),
        (["journal.db", "--head", "7"], "--head: expected a record's number, a colon and its hash"),
        (["journal.db", "--head", f"0:{'00' * 32}"], "--head: expected a record's number"),
        (["journal.db", "--head", f"{'9' * 5000}:{'00' * 32}"], "--head: expected a record's number"),
    ],
)
def test_bad_input(
    evening: Played,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(evening.path.parent)
    Path("text").write_text("no journal\n" * 20)
    Path("empty").touch()
    assert main(["verify", *arguments]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert said in err


def test_a_damaged_file_is_bad_and_not_bad_input(evening: Played, capsys: pytest.CaptureFixture[str]) -> None:
    data = bytearray(evening.path.read_bytes())
    data[5000:9000] = bytes(4000)
    evening.path.write_bytes(data)
    assert main(["verify", str(evening.path)]) == 1
    assert capsys.readouterr().out.startswith("BAD  journal.db: ")


def test_a_journal_without_a_table(tmp_path: Path) -> None:
    made = begin(tmp_path / "new")
    verdict = verified(made.path, made.signer.public_key)
    assert verdict.bad is None
    assert verdict.audit.rounds.rounds == 0
    with made.open(FakeClock("b1")) as journal:
        journal.append("event", {"at": 0, "event": {"event": "time-passed"}})
        journal.commit()
    bad = verified(made.path).bad
    assert bad is not None
    assert bad.what == "an event before the table was set up"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_on_a_terminal(evening: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setattr("controller.verify.AT_ONCE", 100)
    terminal = Terminal()
    verified(evening.path, bar=Bar(terminal))
    assert "verifying records" in terminal.getvalue()
    assert "62%" in terminal.getvalue()  # 200 of the evening's records


def test_digest_and_install_are_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["digest", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["digest"]) == 64
    assert main(["install", "--root", str(tmp_path), "--dry-run"]) == 0
    assert "would write" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())
