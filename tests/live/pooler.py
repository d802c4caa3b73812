"""A connection pooler that gives each transaction any session that is free, as most do."""

import socket
import struct
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, Thread
from typing import Final

_READY: Final = b"Z"
_IDLE: Final = b"I"
_WITHOUT: Final = (80877103, 80877104)
"""Requests for encryption, which it declines."""


class Pooler:
    """Listens on a socket of its own; every client opens a session, which is anybody's afterwards.

    With *goes_round* the session that was used longest ago is used next, else the last one.
    """

    def __init__(self, folder: Path, server: Path, *, goes_round: bool) -> None:
        self._server, self._goes_round = server, goes_round
        self._free: deque[socket.socket] = deque()
        self._lock = Lock()
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(folder / server.name))
        self._door.listen()
        Thread(target=self._admit, daemon=True).start()

    def close(self) -> None:
        self._door.close()
        for each in self._free:
            each.close()

    def _admit(self) -> None:
        while True:
            try:
                client, _ = self._door.accept()
            except OSError:
                return
            Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client:
            for first in iter(lambda: _startup(client), b""):
                if struct.unpack("!I", first[4:8])[0] in _WITHOUT:
                    client.sendall(b"N")
                    continue
                session = socket.socket(socket.AF_UNIX)
                session.connect(str(self._server))
                session.sendall(first)
                self._relay(session, client)
                self._give_back(session)
                break
            held = None
            while asked := client.recv(65536):
                if asked[:1] == b"X":
                    break
                held = held or self._taken()
                held.sendall(asked)
                if self._relay(held, client) == _IDLE:
                    self._give_back(held)
                    held = None

    def _taken(self) -> socket.socket:
        with self._lock:
            return self._free.popleft() if self._goes_round else self._free.pop()

    def _give_back(self, session: socket.socket) -> None:
        with self._lock:
            self._free.append(session)

    def _relay(self, session: socket.socket, client: socket.socket) -> bytes:
        """Pass on what the server says until it is ready again; whether in a transaction."""
        while True:
            head = session.recv(5, socket.MSG_WAITALL)
            size = struct.unpack("!I", head[1:])[0] - 4
            body = session.recv(size, socket.MSG_WAITALL) if size else b""
            client.sendall(head + body)
            if head[:1] == _READY:
                return body


def _startup(client: socket.socket) -> bytes:
    size = client.recv(4, socket.MSG_WAITALL)
    rest = client.recv(struct.unpack("!I", size)[0] - 4, socket.MSG_WAITALL) if size else b""
    return size + rest


@contextmanager
def pooling(folder: Path, server: Path, *, goes_round: bool) -> Iterator[None]:
    """A pooler in front of a server's socket."""
    pooler = Pooler(folder, server, goes_round=goes_round)
    try:
        yield
    finally:
        pooler.close()
