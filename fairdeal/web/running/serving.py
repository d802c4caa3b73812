"""Runs the card room until a signal stops it."""

import errno
import logging
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from ipaddress import ip_address
from typing import Final

import uvicorn

from fairdeal import games
from fairdeal.analysis import counting
from fairdeal.errors import FairdealError, Malformed, Refused, Unavailable
from fairdeal.live import Room
from fairdeal.live.log.stores.file import guard_of
from fairdeal.live.log.stores.protocol import WENT_BACK
from fairdeal.live.places import checks_path, key_path
from fairdeal.live.shoe import key_in, new_key
from fairdeal.live.worth import Worth, worth_so_far
from fairdeal.web.access.gate import Forwarded, host_of
from fairdeal.web.access.limits import Limits, is_near
from fairdeal.web.access.lines import Config, Line
from fairdeal.web.access.sessions import IDLE_MINUTES
from fairdeal.web.app import application
from fairdeal.web.running.extra_tables import ExtraTables
from fairdeal.web.running.figures import Figures
from fairdeal.web.running.keeping import (
    Chore,
    Doorkeeper,
    Impatience,
    Keeper,
    Reception,
    Timekeeper,
)
from fairdeal.web.running.opening import MANAGER, Company, open_tables
from fairdeal.web.running.signals import stopping
from fairdeal.web.running.systemd import ServiceManager
from fairdeal.web.site import Site

try:
    import resource
except ImportError:  # Windows has none, and no limit of open files to raise
    resource = None  # type: ignore[assignment]

_ALONE: Final = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
"""Take a port that was just let go of; Windows' SO_REUSEADDR would share it with others."""

_LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})
"""Names of this machine.  Under any other a foreign page could lead a browser here by its DNS."""

_OWN_FILES: Final = 200
"""Open files that the room needs for itself: its log, its pages, its threads."""

_LOG: Final = logging.getLogger("fairdeal.serve")


def serve(
    where: str,
    key_file: str | None,
    host: str,
    port: int,
    *,
    play_chips: int,
    with_regulars: bool,
    cash: bool = False,
    told: Callable[[str], None],
    limits: Limits | None = None,
    behind_proxy: bool = False,
    public_name: str = "",
    idle_minutes: int = IDLE_MINUTES,
    mark_file: str | None = None,
    house: str | None = None,
    metrics_token: str = "",
    figures_megabytes: int = 4096,
) -> None:
    """The room, its pages and its clock; *told* hears what a person at the terminal should know."""
    with (
        stopping() as stop,
        _listening(host, port) as door,
        Room.open(where, key_file=key_file, mark_file=mark_file, house=house) as room,
        _alone(where, key_file),
        Figures(figures_megabytes) as figures,
        counting.counting_in(figures),
    ):
        site = _site(room, where, key_file, 0 if cash else play_chips, limits, idle_minutes)
        site.metrics_token = metrics_token
        site.archive.checking.check_log()
        _check_writes(room)
        worth = _worth(room, cash=cash)
        open_tables(room)
        address = f"http://{_spelled(host)}:{door.getsockname()[1]}"
        is_local = is_near(door.getsockname()[0])
        if public_name or (is_local and not behind_proxy):
            site.names = _LOCAL | {public_name or host_of(_spelled(host))}
        if public_name and behind_proxy:
            address = f"https://{public_name}"
        told(f"the card room is open at {address}")
        if not is_local:
            told(
                f"connections to {host} are not encrypted: on a network that others use, put a"
                " proxy with HTTPS before the room"
            )
        if first := site.accounts.first:
            # On a line of its own, so that a terminal of 80 columns does not break it.
            told("the first manager's link, good once:")
            told(f"{address}/first/{first}")
        elif not site.accounts.every():
            told(
                "nobody can sign in: there is no account, and people of the house have given"
                " commands before; stop the room and open one with fairdeal accounts open"
            )
        for note in (_SAYS[worth], *room.notes, *games.FAULTS.values()):
            told(note)
        chores: list[Chore] = [
            Impatience(room),
            Doorkeeper(site),
            Timekeeper(site, told),
            Reception(site),
            site.health,
        ]
        if worth is Worth.PLAY:
            chores = [ExtraTables(room), *([Company(room)] if with_regulars else []), *chores]
        _LOG.info("started: %s, %d tables, at %s", room.store.name, len(room.tables()), address)
        with Keeper(chores, _LOG.error, room.clock):
            server = Server(site, behind_proxy=behind_proxy)
            stop.by(server.stop)
            server.run([door])
        site.accounts.close()
        if room.store.went_back:
            said = f"{room.store.stopped}; the room was stopped: restore what is missing, or accept"
            raise Unavailable(f"{said} the loss by name (fairdeal accept-loss)", code=WENT_BACK)
        if room.store.stopped:
            said = f"{room.store.stopped}; the room was stopped: start it again, and it reads what"
            raise Unavailable(f"{said} was recorded", code="store.stopped")
    _LOG.info("stopped: %s is closed", room.store.name)
    stop.unwind()


def _check_writes(room: Room) -> None:
    """Refuse to open a room that cannot write: SQLite opens a protected file to read it."""
    try:
        room.store.check_writes().result()
    except Unavailable as error:
        if error.code in _ENDS:
            raise
        said = f"{error}; the room does not open before it can"
        raise Unavailable(said, code="serve.unwritable") from None


_ENDS: Final = ("store.doubtful", "store.stopped", WENT_BACK)
"""Codes of a log that takes nothing more, which have a meaning of their own."""

_SAYS: Final = {
    Worth.PLAY: "its chips are play chips, worth no cash",
    Worth.CASH: "its chips are cash",
}
_OPTION: Final = {Worth.PLAY: "without --cash", Worth.CASH: "with --cash"}


def _worth(room: Room, *, cash: bool) -> Worth:
    """What the chips of the room are worth, as its log has it from now on."""
    wanted = Worth.CASH if cash else Worth.PLAY
    known = room.worth() or worth_so_far(room.store)
    if known not in (None, wanted):
        raise Refused(
            f"{room.store.name} is the log of a {known} room, and stays one: start it"
            f" {_OPTION[known]}, or another room with --room",
            code="serve.worth",
        )
    if room.worth() is None:
        room.declare(wanted, by=MANAGER)
    return wanted


def _listening(host: str, port: int) -> socket.socket:
    """The port, before anything else is touched: 0 is any free one."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (OSError, ValueError):
        said = f"{host!r} is not an address or name of this machine, such as 127.0.0.1 or localhost"
        raise Malformed(said, code="serve.host") from None
    # With the protocol named, small answers are sent at once and not held back to be joined.
    family, _, protocol, _, at = found[0]
    door = socket.socket(family, socket.SOCK_STREAM, protocol)
    door.setsockopt(socket.SOL_SOCKET, _ALONE, 1)
    try:
        door.bind(at)
        door.listen()  # who comes before everything stands ready waits a moment
    except OSError as error:
        door.close()
        raise _taken(host, port, error) from None
    return door


def _taken(host: str, port: int, error: OSError) -> FairdealError:
    """Why the address cannot be bound, and what to change."""
    if error.errno == errno.EADDRNOTAVAIL:
        said = f"{host} is not an address of this machine: choose another with --host"
        return Malformed(said, code="serve.host")
    said = f"{_spelled(host)}:{port} cannot be used: {error.strerror}; choose another with --port"
    return Refused(said, code="serve.port-taken")


def _spelled(host: str) -> str:
    """As it stands in the address of a page that this machine can open.

    >>> _spelled("::1"), _spelled("0.0.0.0"), _spelled("localhost")
    ('[::1]', '127.0.0.1', 'localhost')
    """
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if found.is_unspecified:
        return "127.0.0.1" if found.version == 4 else "[::1]"
    return str(found) if found.version == 4 else f"[{found}]"


@contextmanager
def _alone(where: str, key_file: str | None) -> Iterator[None]:
    """No other process keeps the results of audits in the same file."""
    guard = (
        -1 if where == "memory:" else guard_of(checks_path(where, key_file), "the record of audits")
    )
    try:
        yield
    finally:
        if guard >= 0:
            os.close(guard)


def _site(
    room: Room,
    where: str,
    key_file: str | None,
    play_chips: int,
    limits: Limits | None,
    idle_minutes: int,
) -> Site:
    if where == "memory:":
        return Site.of(room, new_key(), None, play_chips, limits, idle_minutes)
    key = key_in(key_path(where, key_file), create=False)
    checks = checks_path(where, key_file)
    return Site.of(room, key, checks, play_chips, limits, idle_minutes)


def _within_the_machines(limits: Limits) -> Limits:
    """No more connections than this process may have files open, which are as many as it can."""
    if resource is None:
        return limits
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return replace(limits, connections=max(1, min(limits.connections, most - _OWN_FILES)))


class Server(uvicorn.Server):
    """Answers browsers, and ends their streams before it waits for them to end."""

    def __init__(self, site: Site, *, behind_proxy: bool = False) -> None:
        self._site = site
        self._manager = ServiceManager()
        app = application(site)
        super().__init__(
            Config(
                # Without a proxy any client could put anything into these headers.
                Forwarded(app) if behind_proxy else app,
                _within_the_machines(site.guard.limits),
                log_config=None,
                timeout_graceful_shutdown=2,
                access_log=False,
                server_header=False,
                proxy_headers=False,
            )
        )

    def stop(self) -> None:
        """Take no more requests, and let ``run`` return."""
        self.should_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals alone: ``serve`` handles them, as the room must be closed, too."""
        yield

    async def on_tick(self, counter: int) -> bool:
        """Look after the connections once a second; end when the log takes nothing more."""
        if counter % 10 == 0:
            now = time.monotonic()
            for line in [*self.server_state.connections]:
                assert isinstance(line, Line), "the settings name no other"
                line.look(now)
            health = self._site.health
            self._manager.beat(now, health.late, health.words())
        return await super().on_tick(counter) or bool(self._site.room.store.stopped)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the doors."""
        await super().startup(sockets)
        if self.started:
            self._manager.tell("READY=1")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the doors."""
        self._manager.tell("STOPPING=1")
        await self._site.hub.close()
        await super().shutdown(sockets)
