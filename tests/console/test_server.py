"""The control socket, with a real table behind it and with clients that misbehave."""

import json
import os
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from controller.console.client import Client, NoService
from controller.console.server import CLIENTS, LINE, PACE, UNANSWERED, WAITING, Asked, Server, may_come
from controller.game.fields import BadInput
from controller.game.table import events as ev
from tests.console.owner import Owner
from tests.table.at_the_table import opened
from tests.table.tables import KINDS

F1 = {"who": "F1", "pin": "1234"}
ROOT = os.geteuid() == 0


def until(condition: Callable[[], bool]) -> None:
    """For what another thread does; the test run's own time-out ends the wait."""
    while not condition():
        time.sleep(0.002)


@contextmanager
def served(path: Path, **more: Any) -> Iterator[tuple[Server, "SimpleQueue[Any]"]]:
    inbox: SimpleQueue[Any] = SimpleQueue()
    server = Server(path, inbox, **more)
    server.start()
    try:
        yield server, inbox
    finally:
        server.stop()


@contextmanager
def raw(path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as port:
        port.connect(str(path))
        yield port


def answers(port: socket.socket) -> list[dict[str, Any]]:
    """All that comes before the service closes."""
    data = b""
    try:
        while piece := port.recv(65536):
            data += piece
    except ConnectionResetError:
        pass  # what had come is read; the rest of a bad request was not
    return [json.loads(line) for line in data.splitlines()]


def test_a_client_asks_and_the_owner_answers(path: Path) -> None:
    with Owner(opened(KINDS[0]).game, path) as owner, Client(path) as client:
        shown = client.ask("state")
        assert shown["state"]["table"]["name"] == "Table 7"
        event = {"event": "act", "act": "idle"}
        assert client.ask("preview", event=event)["ok"] is True
        refusal = client.ask("act", event=event, by=F1 | {"pin": "0000"})
        assert (refusal["ok"], refusal["why"]) == (False, "wrong id or PIN")
        assert client.ask("act", event=event, by=F1)["ok"] is True
        assert owner.game.table.state == "idle"
        again = client.ask("act", event=event, by=F1)
        assert (again["ok"], again["rule"][:10]) == (False, "ma-uth-1 §")


def test_who_watches_sees_each_change(path: Path) -> None:
    with Owner(opened(KINDS[0]).game, path) as owner, Client(path) as client:
        views = client.watch()
        assert next(views)["round"]["seats"][0]["spots"][0]["chips"] is False
        owner.send(ev.ChipsOn(1, "ante"))
        assert next(views)["round"]["seats"][0]["spots"][0]["chips"] is True
        owner.send(ev.TimePassed())  # the time of the last event is part of what is seen
        owner.send(ev.ChipsOff(1, "ante"))
        until(lambda: not next(views)["round"]["seats"][0]["spots"][0]["chips"])


def test_a_view_that_is_the_same_is_not_sent_again(path: Path) -> None:
    with served(path) as (server, _), Client(path) as client:
        views = client.watch()
        server.publish({"n": 1})
        assert next(views) == {"n": 1}
        server.publish({"n": 1})
        time.sleep(3 * PACE)
        server.publish({"n": 2})
        assert next(views) == {"n": 2}


def test_of_many_views_the_last_one_comes(path: Path) -> None:
    with served(path) as (server, _), Client(path) as client:
        views = client.watch()
        for n in range(5000):
            server.publish({"n": n})
        seen = [next(views)["n"]]
        while seen[-1] != 4999:
            seen.append(next(views)["n"])
        assert seen == sorted(seen)
        assert len(seen) < 500, "most are never written"


def test_a_new_client_sees_what_was_published_before_it_came(path: Path) -> None:
    with served(path) as (server, _):
        server.publish({"n": 1})
        for _ in range(2):
            with Client(path) as client:
                assert next(client.watch()) == {"n": 1}


def test_answers_go_to_who_asked_and_may_come_in_any_order(path: Path) -> None:
    with served(path) as (server, inbox), raw(path) as one, raw(path) as other:
        for port, name in ((one, "one"), (other, "other")):
            for n in range(3):
                port.sendall(json.dumps({"id": [name, n], "ask": "state"}).encode() + b"\n")
        asked: list[Asked] = [inbox.get() for _ in range(6)]
        for each in reversed(asked):
            server.answer(each.client, {"id": each.request["id"], "ok": True})
        for port, name in ((one, "one"), (other, "other")):
            port.shutdown(socket.SHUT_WR)
            assert [answer["id"] for answer in answers(port)] == [[name, 2], [name, 1], [name, 0]]


def test_who_has_said_all_it_wanted_still_gets_its_answer(path: Path) -> None:
    """Such as `echo … | nc -U control`."""
    with served(path) as (server, inbox), raw(path) as port:
        port.sendall(b'{"ask":"state"}\n')
        port.shutdown(socket.SHUT_WR)
        asked = inbox.get()
        server.answer(asked.client, {"id": None, "ok": True, "state": {}})
        assert answers(port) == [{"id": None, "ok": True, "state": {}}]


def test_an_answer_to_a_client_that_is_gone_is_let_go(path: Path) -> None:
    with served(path) as (server, inbox):
        with raw(path) as port:
            port.sendall(b'{"ask":"state"}\n')
            asked = inbox.get()
        server.answer(asked.client, {"id": None, "ok": True})
        with Client(path) as client:
            server.publish({"n": 1})
            assert next(client.watch()) == {"n": 1}


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (b"hello\n", "input: expected one JSON object"),
        (b"\n", "input: expected one JSON object"),
        (b"[1]\n", "request: expected an object, got a list"),
        (b'"' + b"x" * LINE + b'"\n', f"a request has at most {LINE} bytes"),
        (b"{" + b" " * LINE, f"a request has at most {LINE} bytes"),
        (b"\xff\n", "input: expected JSON in UTF-8"),
        (b"[" * 60_000 + b"\n", "input: expected JSON of ordinary depth"),
        (b'{"ask":"state","ask":"watch"}\n', "ask: expected each field once"),
    ],
    ids=["no JSON", "nothing", "no object", "too long", "without an end", "no UTF-8", "too deep", "twice"],
)
def test_what_is_no_request_gets_one_line_and_the_client_is_dropped(path: Path, sent: bytes, why: str) -> None:
    with served(path) as (_, inbox), raw(path) as port:
        port.sendall(sent)
        (answer,) = answers(port)
        assert answer["ok"] is False
        assert answer["why"].startswith(why)
        assert inbox.empty()


def test_a_request_with_a_wrong_field_is_refused_and_the_client_stays(path: Path) -> None:
    with served(path) as (server, inbox), Client(path) as client:
        answer = client.ask("act", event={})
        assert (answer["ok"], answer["why"]) == (False, "by: expected a field of act: it is missing")
        assert inbox.empty()
        server.publish({"n": 1})
        assert next(client.watch()) == {"n": 1}


def test_an_id_that_is_no_number_of_ours_does_no_harm(path: Path) -> None:
    with served(path), raw(path) as port:
        port.sendall(b'{"id":1.5,"ask":"watch"}\nx\n')
        first, _ = answers(port)
        assert first["ok"] is True


def test_a_client_that_does_not_read_is_dropped_and_the_others_see_on(path: Path) -> None:
    with served(path) as (server, inbox), raw(path) as stuck, Client(path) as client:
        stuck.sendall(b'{"ask":"state"}\n')
        asked = inbox.get()
        answer = {"id": None, "ok": True, "state": "x" * (WAITING // 2)}
        for _ in range(4):
            server.answer(asked.client, answer)
        views = client.watch()
        server.publish({"n": 1})
        assert next(views) == {"n": 1}
        assert len(b"".join(iter(lambda: stuck.recv(65536), b""))) < 2 * WAITING, "and then it was dropped"


def test_a_watcher_that_does_not_read_costs_one_view_and_then_gets_the_newest(path: Path) -> None:
    with served(path) as (server, _), raw(path) as slow, Client(path) as client:
        slow.sendall(b'{"id":1,"ask":"watch"}\n')
        views = client.watch()
        for n in range(40):
            server.publish({"n": n, "much": "x" * (WAITING // 8)})
            assert next(views)["n"] == n
        seen: list[int] = []
        file = slow.makefile("rb")
        with file:
            while not seen or seen[-1] != 39:
                message = json.loads(file.readline())
                if "state" in message:
                    seen.append(message["state"]["n"])
        assert len(seen) < 10


def test_a_flood_of_requests_waits_outside_the_owners_inbox(path: Path) -> None:
    with served(path) as (server, inbox), raw(path) as port:
        port.setblocking(False)
        with suppress(BlockingIOError):
            while port.send(b'{"id":1,"ask":"state"}\n' * 100):
                pass
        until(lambda: inbox.qsize() == UNANSWERED)
        first = inbox.get()
        server.answer(first.client, {"id": 1, "ok": True})
        until(lambda: inbox.qsize() == UNANSWERED)
        with Client(path) as client:
            server.publish({"n": 1})
            assert next(client.watch()) == {"n": 1}, "others are served"
        assert inbox.qsize() == UNANSWERED


def test_there_is_room_for_so_many_clients(path: Path) -> None:
    with served(path) as (server, _):
        server.publish({"n": 1})
        clients = [Client(path) for _ in range(CLIENTS)]
        for client in clients:
            assert next(client.watch()) == {"n": 1}
        with Client(path) as late, pytest.raises(NoService, match="there are 32 clients already"):
            late.ask("watch")
        clients.pop().close()
        _room_again(path)
        for client in clients:
            client.close()


def _room_again(path: Path) -> None:
    while True:
        with Client(path) as client:
            try:
                client.ask("watch")
                return
            except NoService:
                time.sleep(0.002)


def test_the_file_is_for_the_group_and_goes_with_the_service(path: Path) -> None:
    with served(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
    assert not path.exists()


@pytest.mark.skipif(not ROOT, reason="gives a file to a group")
def test_the_file_belongs_to_the_group_it_is_told(path: Path) -> None:
    with served(path, group="daemon"):
        assert path.stat().st_gid != os.getegid()


def test_a_group_that_is_not_there_is_told(path: Path) -> None:
    with pytest.raises(BadInput, match='group: expected a group of this machine, got "no-such-group"'):
        Server(path, SimpleQueue(), group="no-such-group").start()


def test_the_file_of_a_service_that_died_makes_way(path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as dead:
        dead.bind(str(path))
    with served(path) as (server, _), Client(path) as client:
        server.publish({"n": 1})
        assert next(client.watch()) == {"n": 1}


def test_a_service_that_lives_keeps_its_place(path: Path) -> None:
    with served(path) as (first, _):
        with pytest.raises(BadInput, match="socket: expected no other service there: one answers"):
            Server(path, SimpleQueue()).start()
        with Client(path) as client:
            first.publish({"n": 1})
            assert next(client.watch()) == {"n": 1}


def test_what_is_no_socket_is_left_alone(path: Path) -> None:
    path.write_text("important")
    with pytest.raises(BadInput, match="socket: expected a free place: something else is there"):
        Server(path, SimpleQueue()).start()
    assert path.read_text() == "important"


def test_a_path_that_cannot_be_had_is_told_in_a_line(path: Path) -> None:
    for wrong in (path / "not" / "there", path.parent / ("x" * 200)):
        with pytest.raises(BadInput, match="socket: expected a place for it"):
            Server(wrong, SimpleQueue()).start()


def test_nothing_is_said_after_the_end(path: Path) -> None:
    with served(path) as (server, inbox), raw(path) as port:
        port.sendall(b'{"ask":"state"}\n')
        asked = inbox.get()
    server.answer(asked.client, {})
    server.publish({})
    server.stop()


def test_clients_are_let_go_at_the_end(path: Path) -> None:
    with served(path) as (server, _):
        client = Client(path)
        server.publish({"n": 1})
        views = client.watch()
        next(views)
    with pytest.raises(NoService, match="the service has closed the connection"):
        next(views)
    client.close()


# ---- who may come ------------------------------------------------------------------------


def test_root_the_service_itself_and_the_group_may_come() -> None:
    assert may_come(0, set(), 77)
    assert may_come(os.geteuid(), set(), 77)
    assert may_come(4321, {5, 77}, 77)
    assert not may_come(4321, {5, 6}, 77)


_ASK = """
import os, socket, sys
os.setgroups([int(group) for group in sys.argv[3:]])
os.setgid(65534)
os.setuid(int(sys.argv[2]))
with socket.socket(socket.AF_UNIX) as port:
    port.connect(sys.argv[1])
    try:
        port.sendall(b'{"id":1,"ask":"watch"}\\n')
    except BrokenPipeError:
        pass  # turned away already
    print(port.recv(1000).decode())
"""


@pytest.mark.skipif(not ROOT, reason="plays another user")
@pytest.mark.parametrize(("groups", "met"), [((), False), ((5,), False), ((5, 1), True)])
def test_another_user_comes_only_through_its_groups(path: Path, groups: tuple[int, ...], met: bool) -> None:
    """By what the kernel says of the caller, even if the file lets everybody in."""
    with served(path, group="daemon"):
        path.parent.chmod(0o755)
        path.chmod(0o666)
        command = [sys.executable, "-c", _ASK, str(path), "65534", *(str(group) for group in groups)]
        told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        assert told["ok"] is met
        if not met:
            assert told["why"] == "user 65534 is not in the group of the control socket"


# ---- the client's own lines --------------------------------------------------------------


def test_a_service_that_is_not_there_is_told_in_a_line(path: Path) -> None:
    with pytest.raises(NoService, match=r"control: the table's service is not there$"):
        Client(path)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as dead:
        dead.bind(str(path))
        with pytest.raises(NoService, match=r"control: the table's service is not there$"):
            Client(path)


def test_a_service_that_does_not_answer_is_told_in_a_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.console.client.PATIENCE", 0.05)
    with served(path), Client(path) as client, pytest.raises(NoService, match=r"control: the service does not answer$"):
        client.ask("state")
