"""Whether the room works: ``/health`` for load balancers, ``/metrics`` for Prometheus.

A room that takes no commands may still show its pages.  So the log is asked, not the server: where
nothing was committed for a few seconds, something is written that is no event.
"""

import hmac
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Final

import anyio.to_thread
import msgspec
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal import __version__
from fairdeal.errors import Corrupt, FairdealError, Malformed, Refused, Unavailable
from fairdeal.live import Room
from fairdeal.live.log.chain import Recorded
from fairdeal.live.log.stores.file import is_exposed
from fairdeal.live.log.stores.protocol import WENT_BACK
from fairdeal.web.access.guard import SAFE, far, in_json
from fairdeal.web.hub import Hub
from fairdeal.web.openapi import HealthShown, Told

disable_created_metrics()  # type: ignore[no-untyped-call]

EVERY: Final = 5.0
"""Seconds without a commit after which the log is asked whether it can be written."""

_AGAIN: Final = 1.0
"""Seconds between two tries while it cannot."""

SLOW: Final = 10.0
"""Seconds without an answer of the log, or without a beat of the clocks, that are a fault."""

_UNWRITABLE: Final = "the log cannot be written: nothing is done, pages can be read"
_SAYS: Final = {
    WENT_BACK: "events are missing that the room had answered for: the room ends, and a person must"
    " decide how it goes on",
    "store.stopped": "the log takes nothing more: the room ends, and must be started again",
}
"""Sentences that name no file and no address, by code."""


class Health:
    """What is known of the log and the clocks; called by the keeper, again and again.

    The thread that writes the log sets ``_committed``, ``_failed`` and ``_error``; the
    keeper sets ``_beat`` and ``_asked``; requests only read.  Each is one assignment: no lock.
    """

    def __init__(self, room: Room, clock: Callable[[], float] = time.monotonic) -> None:
        self._room = room
        self._clock = clock
        self._committed = clock()
        self._error: FairdealError | None = None
        self._beat: float | None = None
        self._asked = 0.0
        self._check: Future[tuple[Recorded, ...]] | None = None
        self._failed = -EVERY
        """When a command failed last, or the check."""
        room.watch(self._heard)
        room.failing.append(self._fails)

    def _heard(self, rows: Sequence[Recorded]) -> None:
        self._committed, self._error = self._clock(), None

    def __call__(self, now: int) -> None:
        """Ask the log whether it can be written, unless it has just shown it."""
        self._beat = at = self._clock()
        if self._check is not None and not self._check.done():
            return
        since = self._asked if self._error else max(self._asked, self._committed)
        if at - since >= (_AGAIN if self._error else EVERY):
            self._asked = at
            self._check = self._room.store.check_writes()
            self._check.add_done_callback(self._checked)

    def _checked(self, done: Future[tuple[Recorded, ...]]) -> None:
        if (error := done.exception()) is not None:
            self._fails(error)
            return
        at = self._clock()
        if at - self._failed >= EVERY:  # what is smaller than a command may fit where none does
            self._committed, self._error = at, None

    def _fails(self, error: BaseException) -> None:
        if isinstance(error, Unavailable | Corrupt):
            self._failed, self._error = self._clock(), error

    @property
    def late(self) -> float:
        """Seconds since the keeper's last beat; 0 in a room without one."""
        return 0.0 if self._beat is None else self._clock() - self._beat

    def shown(self) -> HealthShown:
        """The answer of ``/health``: what is known, without asking the log."""
        store, faults = self._room.store, [*self._faults()]
        return HealthShown(
            "failing" if faults else "ok",
            not any(each.code.startswith(("store.", "log.")) for each in faults),
            round(self._clock() - self._committed, 1),
            store.in_line,
            self._room.store.placed,
            tuple(faults),
        )

    def words(self) -> str:
        """The same in a line for people."""
        return "; ".join(each.sentences[0] for each in self._faults()) or "the room is open"

    def _faults(self) -> Iterator[Told]:
        store, check = self._room.store, self._check
        if store.stopped:
            code = WENT_BACK if store.went_back else "store.stopped"
            yield Told(code, (_SAYS[code],))
        elif self._error is not None:
            yield Told(self._error.code, (_SAYS.get(self._error.code, _UNWRITABLE),))
        elif check and not check.done() and (waits := self._clock() - self._asked) > SLOW:
            yield Told("store.slow", (f"the log has not answered for {waits:.0f} seconds",))
        if self.late > SLOW:
            said = f"the clocks of the tables have stood still for {self.late:.0f} seconds"
            yield Told("keeper.late", (said,))


class Metrics(Collector):
    """Figures of the room: counted as things happen, or looked up when they are asked for."""

    def __init__(self, room: Room, hub: Hub, health: Health) -> None:
        self._room, self._hub, self._health = room, hub, health
        self.registry = CollectorRegistry()
        self._commands = Counter(
            "fairdeal_commands",
            "Commands that this process has recorded",
            ["command"],
            registry=self.registry,
        )
        self._events = Counter(
            "fairdeal_events",
            "Events that this process has recorded",
            ["kind"],
            registry=self.registry,
        )
        self._refusals = Counter(
            "fairdeal_refusals",
            "Requests that were refused or failed, by code",
            ["code"],
            registry=self.registry,
        )
        failures = Counter(
            "fairdeal_log_failures",
            "Commands that the log did not take, also those of the room itself",
            registry=self.registry,
        )
        room.failing.append(lambda error: failures.inc())
        lag = Histogram(
            "fairdeal_page_lag_seconds",
            "From the commit of an event until all open pages that it changes were sent",
            buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
            registry=self.registry,
        )
        hub.lag = lag.observe
        ProcessCollector(registry=self.registry)
        self.registry.register(self)
        room.watch(self._heard)

    def _heard(self, rows: Sequence[Recorded]) -> None:
        self._commands.labels(rows[0].command).inc()
        for row in rows:
            self._events.labels(row.kind).inc()

    def refused(self, error: FairdealError) -> None:
        """A request was answered with an error."""
        self._refusals.labels(error.code).inc()

    def collect(self) -> Iterator[Metric]:
        """What is true at this moment."""
        shown = self._health.shown()
        now: dict[str, tuple[str, float]] = {
            "healthy": ("1 while /health answers 200, else 0", shown.status == "ok"),
            "last_commit_age_seconds": (
                "Since the log was last written",
                shown.last_commit_seconds,
            ),
            "log_queue": ("Entries that wait to be written", shown.in_line),
            "log_head": ("The last event that this process has recorded", shown.head),
            "open_streams": ("Pages that keep themselves up to date", self._hub.clients),
        }
        with suppress(FairdealError):  # without its log a room counts no tables
            tables = [self._room.table(name) for name in self._room.tables()]
            now["open_tables"] = ("Tables that are open", sum(each.is_open for each in tables))
            playing = sum(each.playing is not None for each in tables)
            now["rounds_at_play"] = ("Rounds that have begun and are not over", playing)
        for name, (text, value) in now.items():
            yield GaugeMetricFamily(f"fairdeal_{name}", text, value)
        yield InfoMetricFamily("fairdeal", "The program", {"version": __version__})


class Watching:
    """The two addresses; nobody signs in for them."""

    def __init__(self, health: Health, metrics: Metrics, token: Callable[[], str]) -> None:
        self._health, self._metrics, self._token = health, metrics, token

    def routes(self) -> list[BaseRoute]:
        """Its addresses."""
        return [Route("/health", self.health), Route("/metrics", self.metrics)]

    async def health(self, request: Request) -> Response:
        """Whether the room works, and why not."""
        shown = self._health.shown()
        return in_json(msgspec.json.encode(shown), 503 if shown.faults else 200)

    async def metrics(self, request: Request) -> Response:
        """For this machine, and for who has the token."""
        if far(request) and not self._has_token(request):
            raise Refused(
                "metrics are for programs on the room's machine, or with the token of"
                " serve --metrics-token",
                code="metrics.token",
            )
        text = await anyio.to_thread.run_sync(generate_latest, self._metrics.registry)
        return Response(text, headers={**SAFE, "content-type": CONTENT_TYPE_LATEST})

    def _has_token(self, request: Request) -> bool:
        wanted = f"Bearer {self._token()}".encode()
        given = request.headers.get("authorization", "").encode()
        return bool(self._token()) and hmac.compare_digest(given, wanted)


def token_in(path: Path) -> str:
    """The token in a file that only its owner may read."""
    try:
        text = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not plain text"
        said = f"the token in {path} cannot be read: {why}"
        raise Malformed(said, code="metrics.token-file") from None
    if is_exposed(path):
        said = f"the token in {path} can be read by others: allow its owner alone (chmod 600)"
        raise Malformed(said, code="metrics.token-file")
    if len(text) < _SHORTEST or not text.isalnum():
        said = (
            f"{path} holds no token: expected at least {_SHORTEST} letters and digits, such as"
            " those of openssl rand -hex 16"
        )
        raise Malformed(said, code="metrics.token-file")
    return text


_SHORTEST: Final = 16
