"""Connections that hold the room up: each attack against a real server on this machine."""

import asyncio
import logging
import resource
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from fairdeal.web.access import lines
from fairdeal.web.access.gate import Forwarded, forwarded_for
from fairdeal.web.access.limits import Limits
from fairdeal.web.running import serving
from fairdeal.web.running.serving import Server
from tests.web.house import House
from tests.web.test_gate import limited
from tests.web.wire import scope_of

PAGE = b"GET /api/games HTTP/1.1\r\nhost: room\r\n\r\n"


class Served:
    """A room with its doors open, and how to knock."""

    def __init__(self, house: House, **more: Any) -> None:
        self.house = house
        self.server = Server(house.site, **more)
        self._door = socket.socket()
        self._door.bind(("127.0.0.1", 0))
        self.at = self._door.getsockname()
        self._thread = threading.Thread(target=self.server.run, args=([self._door],))
        self._thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def close(self) -> None:
        self.server.should_exit = True
        self._thread.join()

    def knock(self, text: bytes = b"") -> socket.socket:
        line = socket.create_connection(self.at, timeout=10)
        line.sendall(text)
        return line

    def asks(self, text: bytes = PAGE) -> bytes:
        with self.knock(text) as line:
            return line.recv(65536)

    @property
    def connections(self) -> int:
        return len(self.server.server_state.connections)

    def emptied(self) -> bool:
        """Whether everybody is gone within a few seconds."""
        until = time.monotonic() + 10
        while self.connections and time.monotonic() < until:
            time.sleep(0.02)
        return not self.connections


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open("three-card-poker")
    return house


@pytest.fixture
def impatient(house: House) -> Iterator[Served]:
    house.site.guard.limits = Limits(patience=0.5)
    with closing(Served(house)) as served:
        yield served


def is_open(line: socket.socket, seconds: float, said: bytes = b"") -> bool:
    """Whether the other end has not hung up after a while, whatever it is told."""
    line.settimeout(seconds)
    try:
        line.sendall(said)
        while line.recv(65536):
            pass
    except TimeoutError:
        return True
    except OSError:
        pass
    return False


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"GET / HTTP/1.1\r\nhost: room\r\nx-slow: ",
        b"POST /sign-in HTTP/1.1\r\nhost: room\r\ncontent-length: 60000\r\n\r\nname=",
    ],
    ids=["silent", "head", "body"],
)
def test_who_asks_a_byte_at_a_time_loses_the_line(impatient: Served, text: bytes) -> None:
    with impatient.knock(text) as line:
        slowly = b"x" if text else b""
        assert not all(is_open(line, 0.1, slowly) for _ in range(100))
    assert impatient.emptied()
    assert impatient.asks().startswith(b"HTTP/1.1 200")


def test_who_takes_nothing_of_an_answer_loses_the_line(
    impatient: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairdeal.web.api._described", lambda: b"x" * 20_000_000)
    with impatient.knock(b"GET /api/openapi.json HTTP/1.1\r\nhost: room\r\n\r\n") as line:
        line.recv(10)
        assert impatient.emptied()


def test_who_takes_an_answer_slowly_gets_all_of_it(
    impatient: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = 12_000_000
    monkeypatch.setattr("fairdeal.web.api._described", lambda: b"x" * size)
    with impatient.knock(b"GET /api/openapi.json HTTP/1.1\r\nhost: room\r\n\r\n") as line:
        heard = 0
        while heard < size:
            some = line.recv(600_000)
            assert some, "the line was cut"
            heard += len(some)
            time.sleep(0.05)


def test_a_stream_that_says_nothing_stays_open(impatient: Served) -> None:
    with impatient.knock(b"GET /stream/lobby/all HTTP/1.1\r\nhost: room\r\n\r\n") as line:
        assert b"200 OK" in line.recv(65536)
        assert is_open(line, 2.5)
    assert impatient.emptied()


def test_there_are_only_so_many_connections(house: House) -> None:
    house.site.guard.limits = Limits(connections=5)
    with closing(Served(house)) as served, ExitStack() as held:
        for _ in range(5):
            held.enter_context(served.knock(PAGE)).recv(65536)
        assert served.asks().startswith(b"HTTP/1.1 503")
        held.close()
        assert served.emptied()
        assert served.asks().startswith(b"HTTP/1.1 200")


def test_one_address_does_not_take_all_connections(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "is_near", lambda address: False)
    limited(house, 1)
    with closing(Served(house)) as served, ExitStack() as held:
        for _ in range(8):
            held.enter_context(served.knock(PAGE)).recv(65536)
        assert served.asks().startswith(b"HTTP/1.1 503")
        held.close()
        assert served.emptied()
        assert served.asks().startswith(b"HTTP/1.1 200")


def test_this_machine_itself_has_as_many_as_there_are(house: House) -> None:
    limited(house, 1)
    with closing(Served(house)) as served, ExitStack() as held:
        for _ in range(30):
            held.enter_context(served.knock(PAGE)).recv(65536)
        assert served.asks().startswith(b"HTTP/1.1 200")


FORWARDED = (
    b"GET /api/session HTTP/1.1\r\nhost: room\r\nx-forwarded-for: 10.9.9.9, 203.0.113.7\r\n"
    b"x-forwarded-proto: https\r\n\r\n"
)


@pytest.mark.parametrize("behind_proxy", [True, False])
def test_a_proxy_is_believed_where_there_is_one(house: House, behind_proxy: bool) -> None:
    limited(house, 1)
    with closing(Served(house, behind_proxy=behind_proxy)) as served:
        answers = [served.asks(FORWARDED) for _ in range(4)]
    assert (b"; Secure" in answers[0]) is behind_proxy
    codes = [int(answer.split()[1]) for answer in answers]
    assert codes == ([200, 200, 429, 429] if behind_proxy else [200] * 4)


@pytest.mark.parametrize("named", [b"203.0.113.7, ", b"", b"127.0.0.1", b"somebody", None])
def test_all_whom_a_proxy_does_not_name_are_one_place_with_limits(
    house: House, named: bytes | None
) -> None:
    limited(house, 1)
    line = b"" if named is None else b"x-forwarded-for: %s\r\n" % named
    asked = FORWARDED.replace(b"x-forwarded-for: 10.9.9.9, 203.0.113.7\r\n", line)
    with closing(Served(house, behind_proxy=True)) as served:
        codes = [int(served.asks(asked).split()[1]) for _ in range(4)]
    assert codes == [200, 200, 429, 429]


@pytest.mark.parametrize("scheme", [b"https", b"HTTPS", b" Https , http", b"http", b"ftp"])
def test_a_proxy_writes_https_as_it_likes(house: House, scheme: bytes) -> None:
    asked = FORWARDED.replace(b"proto: https", b"proto: " + scheme)
    with closing(Served(house, behind_proxy=True)) as served:
        answer = served.asks(asked)
    assert (b"__Host-fairdeal=" in answer) is (b"; Secure" in answer) is (len(scheme) > 4)


def test_who_comes_past_the_proxy_is_not_believed(house: House) -> None:
    heard = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        heard.append((scope["client"], scope["scheme"]))

    far = {"client": ("203.0.113.9", 1)}
    headers = {"x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "https"}
    asyncio.run(Forwarded(app)(scope_of("GET", "/", headers) | far, None, None))  # type: ignore[arg-type]
    assert heard == [(("203.0.113.9", 1), "http")]


POST = b"POST /sign-in HTTP/1.1\r\nhost: room\r\ntransfer-encoding: chunked\r\n\r\n"
STREAM = POST.replace(b"POST /sign-in", b"GET /stream/lobby/all")
GAMES = POST.replace(b"POST /sign-in", b"GET /api/games")


@pytest.mark.parametrize("head", [POST, STREAM, GAMES], ids=["form", "stream", "answer"])
@pytest.mark.parametrize("is_apart", [True, False], ids=["later", "at once"])
def test_a_chunk_that_is_none_is_logged_in_one_line(
    house: House, caplog: pytest.LogCaptureFixture, head: bytes, is_apart: bool
) -> None:
    with closing(Served(house)) as served:
        caplog.clear()
        with served.knock(head if is_apart else head + b"zz\r\nabc\r\n") as line:
            if is_apart:
                is_open(line, 0.3)
                is_open(line, 0.3, b"zz\r\nabc\r\n")
            assert not is_open(line, 5)
        assert served.emptied()
        said = [each for each in caplog.records if each.levelno >= logging.WARNING]
        assert [each.getMessage() for each in said] == ["Invalid HTTP request received."]
        assert served.asks().startswith(b"HTTP/1.1 200")


def test_what_is_no_request_at_all_is_logged_in_one_line(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(Served(house)) as served:
        assert served.asks(b"\0\1\r\n\r\n").startswith(b"HTTP/1.1 400")
    said = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert [each.getMessage() for each in said] == ["Invalid HTTP request received."]


def test_an_address_of_a_proxy_may_have_a_port() -> None:
    for line in ("203.0.113.7:4711", "10.0.0.1, 203.0.113.7", "203.0.113.7, 127.0.0.1, [::1]:80"):
        assert forwarded_for([line]) == "203.0.113.7"
    assert forwarded_for(["10.0.0.1", "[2001:db8::1]:80"]) == "2001:db8::1"


def test_a_request_for_a_websocket_is_answered_as_any_other(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    asked = PAGE.replace(b"\r\n\r\n", b"\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n")
    with closing(Served(house)) as served:
        assert served.asks(asked).startswith(b"HTTP/1.1 200")
    assert not [each for each in caplog.records if each.levelno >= logging.WARNING]


def test_a_room_opens_as_many_files_as_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda which: (256, 1024))
    monkeypatch.setattr(resource, "setrlimit", lambda which, both: asked.append(both))
    assert serving._within_the_machines(Limits()).connections == 824
    assert asked == [(1024, 1024)]
