"""The control socket's side of the service: a thread that talks with the consoles, so that its owner never waits.

One JSON object a line each way. What is asked goes into the owner's inbox as `Asked`; the owner answers when it comes
to it. Views go to the clients that watch, the newest one only, as fast as each reads.
"""

import json
import os
import selectors
import socket
import stat
import struct
import threading
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from controller.console.requests import checked, refused
from controller.console.view import View
from controller.game.fields import BadInput
from controller.strict_json import parse

LINE = 64 * 1024
"""Bytes of a request; an act has some two hundred."""
WAITING = 1024 * 1024
"""Bytes that may wait for a client to read them: dozens of views. Who leaves more is gone or stuck."""
UNANSWERED = 16
"""Requests of one client with the owner at a time; the next wait in the client's own socket."""
CLIENTS = 32
PACE = 0.05
"""Seconds between two views: twenty a second is more than an eye follows."""
MODE = 0o660

SO_PEERGROUPS = 59  # not among Python's names; the same number on every machine the controller runs on
_CREDENTIALS = struct.Struct("3i")
_GROUPS_SIZE = 1024  # the most that getsockopt takes: 256 groups


@dataclass(frozen=True, slots=True)
class Client:
    number: int
    pid: int
    uid: int


@dataclass(frozen=True, slots=True)
class Asked:
    """For the owner's inbox; it is answered once, with the request's `id`."""

    client: Client
    request: dict[str, Any] = field(repr=False)  # there may be a PIN in it


@dataclass
class _Peer:
    client: Client
    port: socket.socket
    got: bytearray = field(default_factory=bytearray)
    out: bytearray = field(default_factory=bytearray)
    unanswered: int = 0
    watches: bool = False
    seen: int = 0
    """The number of the last view it was sent."""
    ended: bool = False
    """Nothing more comes from it; what it waits for it still gets."""


class Server:
    def __init__(self, path: Path, inbox: "SimpleQueue[Any]", group: str | None = None) -> None:
        self._path = path
        self._inbox = inbox
        self._group = group
        self._peers: dict[int, _Peer] = {}
        self._numbers = 0
        self._said: deque[tuple[int, Mapping[str, Any]]] = deque()
        self._newest: View | None = None
        self._view: View | None = None
        self._line = b""
        self._views = 0
        """How many there have been that differ from the one before; `_line` is the last of them."""
        self._show_at = 0.0
        self._stopping = False
        self._awake = threading.Lock()
        """Held while the thread is woken, so that nothing wakes it through a file that is closed."""
        self._bell = -1
        self._thread = threading.Thread(target=self._run, name="control-socket", daemon=True)

    # ---- the owner's side: nothing here waits for a client -------------------------------

    def start(self) -> None:
        """Raises BadInput where the socket cannot be had."""
        self._listener, self._gid = _listening(self._path, self._group)
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._selector.register(self._bell, selectors.EVENT_READ)
        self._thread.start()

    def stop(self) -> None:
        """Clients are let go and the socket's file is gone."""
        if self._bell < 0:
            return
        self._stopping = True
        self._wake()
        self._thread.join()
        for peer in list(self._peers.values()):
            self._drop(peer)
        with self._awake:
            os.close(self._bell)
            self._bell = -1
        self._selector.close()
        self._listener.close()
        with suppress(OSError):
            self._path.unlink()

    def answer(self, client: Client, message: Mapping[str, Any]) -> None:
        """The one answer to a request of this client, gone or not. The message is the server's from here on."""
        self._said.append((client.number, message))
        self._wake()

    def publish(self, view: View) -> None:
        """The newest view, for all who watch. It is the server's from here on."""
        self._newest = view
        self._wake()

    def _wake(self) -> None:
        with self._awake:
            if self._bell >= 0:
                os.eventfd_write(self._bell, 1)

    # ---- the thread ------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopping:
            for key, ready in self._selector.select(self._patience()):
                if key.fileobj is self._listener:
                    self._accept()
                elif key.fileobj == self._bell:
                    os.eventfd_read(self._bell)
                elif key.data in self._peers:
                    self._serve(self._peers[key.data], ready)
            self._pass_on()
        self._pass_on()

    def _patience(self) -> float | None:
        """Seconds until there is something to do unasked."""
        if any(self._wants_view(peer) for peer in self._peers.values()):
            return max(0.0, self._show_at - time.monotonic())
        return None

    def _pass_on(self) -> None:
        while self._said:
            number, message = self._said.popleft()
            peer = self._peers.get(number)
            if peer is not None:
                peer.unanswered -= 1
                self._say(peer, message)
                self._read_lines(peer)
        if time.monotonic() >= self._show_at or self._stopping:
            self._show()

    def _show(self) -> None:
        """The newest view, written once for all who watch."""
        watching = [peer for peer in self._peers.values() if peer.watches]
        if not watching or self._newest is None:
            return
        if self._newest is not self._view:
            view = self._newest
            if view != self._view:
                self._line = _line({"state": view})
                self._views += 1
                self._show_at = time.monotonic() + PACE
            self._view = view
        for peer in watching:
            if peer.seen < self._views and not peer.out:
                peer.seen = self._views
                peer.out += self._line
                self._send(peer)

    def _wants_view(self, peer: _Peer) -> bool:
        """Only when it has read all before: of many views a slow client gets the last."""
        return peer.watches and not peer.out and (peer.seen < self._views or self._newest is not self._view)

    def _accept(self) -> None:
        try:
            port, _ = self._listener.accept()
        except OSError:
            time.sleep(PACE)  # out of files, and the caller still knocks: this must not become a busy loop
            return
        port.setblocking(False)
        pid, uid, gid = _CREDENTIALS.unpack(port.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size))
        self._numbers += 1
        peer = _Peer(Client(self._numbers, pid, uid), port)
        self._peers[self._numbers] = peer
        self._selector.register(port, selectors.EVENT_READ, self._numbers)
        if not may_come(uid, {gid, *_groups(port)}, self._gid):
            self._turn_away(peer, f"user {uid} is not in the group of the control socket")
        elif len(self._peers) > CLIENTS:
            self._turn_away(peer, f"there are {CLIENTS} clients already")

    def _serve(self, peer: _Peer, ready: int) -> None:
        if ready & selectors.EVENT_WRITE:
            self._send(peer)
        if ready & selectors.EVENT_READ and not peer.ended:
            try:
                data = peer.port.recv(LINE)
            except BlockingIOError:
                return
            except OSError:
                self._drop(peer)
                return
            peer.got += data
            peer.ended = not data
            if peer.ended and peer.watches:
                self._drop(peer)
            else:
                self._read_lines(peer)

    def _read_lines(self, peer: _Peer) -> None:
        """Takes requests while the owner has not too many of this client's."""
        while peer.client.number in self._peers and peer.unanswered < UNANSWERED:
            end = peer.got.find(b"\n")
            if end > LINE or (end < 0 and len(peer.got) > LINE):
                self._turn_away(peer, f"a request has at most {LINE} bytes")
                return
            if end < 0:
                break
            line = bytes(peer.got[:end])
            del peer.got[: end + 1]
            try:
                request = parse(line)
                if not isinstance(request, dict):
                    raise BadInput("request", "an object", request)
            except BadInput as refusal:
                self._turn_away(peer, str(refusal))
                return
            self._take(peer, request)
        self._care(peer)

    def _take(self, peer: _Peer, request: dict[str, Any]) -> None:
        try:
            checked(request)
        except BadInput as refusal:
            self._say(peer, {"id": request.get("id")} | refused(refusal))
            return
        if request["ask"] == "watch":
            peer.watches, peer.seen = True, 0
            self._say(peer, {"id": request.get("id"), "ok": True})
            return
        peer.unanswered += 1
        self._inbox.put(Asked(peer.client, request))

    def _turn_away(self, peer: _Peer, why: str) -> None:
        """One line, if it can be written at once."""
        peer.got.clear()
        self._say(peer, {"id": None, "ok": False, "why": why, "rule": "", "do": ""})
        self._drop(peer)

    def _say(self, peer: _Peer, message: Mapping[str, Any]) -> None:
        peer.out += _line(message)
        self._send(peer)

    def _send(self, peer: _Peer) -> None:
        if peer.client.number not in self._peers:
            return
        try:
            while peer.out:
                del peer.out[: peer.port.send(peer.out)]
        except BlockingIOError:
            pass
        except OSError:
            self._drop(peer)
            return
        if len(peer.out) > WAITING:
            self._drop(peer)
        else:
            self._care(peer)

    def _care(self, peer: _Peer) -> None:
        """What is listened for; or nothing more, when all is said to a client that has ended."""
        if peer.client.number not in self._peers:
            return
        hears = not peer.ended and peer.unanswered < UNANSWERED
        wanted = (selectors.EVENT_READ if hears else 0) | (selectors.EVENT_WRITE if peer.out else 0)
        known = self._selector.get_map().get(peer.port.fileno())
        if not wanted:
            if known is not None:
                self._selector.unregister(peer.port)
            if peer.ended and not peer.unanswered:
                self._drop(peer)
        elif known is None:
            self._selector.register(peer.port, wanted, peer.client.number)
        elif known.events != wanted:
            self._selector.modify(peer.port, wanted, peer.client.number)

    def _drop(self, peer: _Peer) -> None:
        if self._peers.pop(peer.client.number, None) is None:
            return
        if peer.port.fileno() in self._selector.get_map():
            self._selector.unregister(peer.port)
        peer.port.close()


def _line(message: Mapping[str, Any]) -> bytes:
    # An id that no number of ours can hold goes back as text.
    return json.dumps(message, default=str, separators=(",", ":")).encode() + b"\n"


def may_come(uid: int, groups: set[int], gid: int) -> bool:
    """Root, the service's own user, and who is in the group of the socket's file."""
    return uid in (0, os.geteuid()) or gid in groups


def _groups(port: socket.socket) -> list[int]:
    """As the caller's process has them; a process in more of them than fit counts as in none."""
    try:
        found = port.getsockopt(socket.SOL_SOCKET, SO_PEERGROUPS, _GROUPS_SIZE)
    except OSError:
        return []
    return list(struct.unpack(f"{len(found) // 4}I", found))


def _listening(path: Path, group: str | None) -> tuple[socket.socket, int]:
    """A socket at that path, and the group that may use it. The file of a service that is no more makes way."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _make_way(path)
        listener.bind(str(path))
        # Nobody is let in before it listens.
        path.chmod(MODE)
        if group is not None:
            _give(path, group)
        listener.listen(CLIENTS)
        listener.setblocking(False)
        return listener, path.stat().st_gid
    except OSError as error:
        listener.close()
        raise BadInput("socket", f"a place for it ({error.strerror or error})", str(path)) from None
    except BadInput:
        listener.close()
        raise


def _make_way(path: Path) -> None:
    try:
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise BadInput("socket", "a free place: something else is there", str(path))
    except FileNotFoundError:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.setblocking(False)
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
            return
        except BlockingIOError:
            pass  # it is there, and busy
    raise BadInput("socket", "no other service there: one answers", str(path))


def _give(path: Path, group: str) -> None:
    import grp  # only where a group is named

    try:
        os.chown(path, -1, grp.getgrnam(group).gr_gid)
    except KeyError:
        raise BadInput("group", "a group of this machine", group) from None
