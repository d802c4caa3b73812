"""Rate limits: how often an address may ask, and how much it may hold."""

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final, TypeVar

import anyio.to_thread
from anyio import CapacityLimiter

from fairdeal.errors import Refused

T = TypeVar("T")

_MOST: Final = 100_000
"""Addresses that are remembered; a forgotten one begins again at zero."""


@dataclass(frozen=True)
class Limits:
    """What one address may do: as much as so many visitors together.

    A house behind one router is one address to us.  The machine that the room runs on has no such
    limits: a person who can start programs there can stop the room as well.
    """

    visitors: int = 50
    connections: int = 5000
    """Of everybody together."""
    patience: float = 20.0
    """Seconds that a connection may take to ask, or to take what it is sent."""

    @property
    def lines(self) -> int:
        """Connections; a browser opens six."""
        return 8 * self.visitors

    @property
    def streams(self) -> int:
        """Pages that keep themselves up to date."""
        return 4 * self.visitors

    @property
    def seats(self) -> int:
        """Seats of guests; most guests only watch."""
        return max(1, self.visitors // 4)

    def asking(self, clock: Callable[[], int]) -> "Bucket":
        """Pages and commands."""
        return Bucket(10 * self.visitors, self.visitors, clock)

    def coming(self, clock: Callable[[], int]) -> "Bucket":
        """New guests: every request without a cookie is one."""
        return Bucket(2 * self.visitors, self.visitors / 30, clock)

    def signing_in(self, clock: Callable[[], int]) -> "Bucket":
        """Passwords tried, whatever the name."""
        return Bucket(self.visitors, self.visitors / 100, clock)


STREAMS: Final = 16
"""Pages that one visitor may keep up to date."""


class Bucket:
    """Token buckets by key: so many requests at once, and so many a second from then on.

    The clock counts microseconds.
    """

    def __init__(self, at_once: float, a_second: float, clock: Callable[[], int]) -> None:
        self._at_once = at_once
        self._a_second = a_second
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def take(self, who: str) -> bool:
        """Whether one more is allowed."""
        now = self._clock()
        left, since = self._left.pop(who, (self._at_once, now))
        left = min(self._at_once, left + (now - since) / 1_000_000 * self._a_second)
        self._left[who] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > _MOST:
            self._left.popitem(last=False)
        return left >= 1


class Held:
    """How many of something everybody holds, and nobody more than so many."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._count: Counter[str] = Counter()

    def take(self, who: str) -> bool:
        """Whether one more is allowed, which is then held."""
        if self._count[who] >= self._most:
            return False
        self._count[who] += 1
        return True

    def give_back(self, who: str) -> None:
        """One less."""
        self._count[who] -= 1
        if not self._count[who]:
            del self._count[who]


class Lane:
    """Work with passwords: so many at once, so many in line, and few of them from one place."""

    def __init__(self, at_once: int, in_line: int = 40, each: int = 4) -> None:
        self._limiter = CapacityLimiter(at_once)
        self._in_line = in_line
        self._held = Held(each)

    async def do(self, place: str, work: Callable[[], T]) -> T:
        """Do it on a thread of its own, when those before it are done."""
        if self._limiter.statistics().tasks_waiting >= self._in_line:
            raise Refused("too many people sign in at this moment: try again", code="asked.often")
        if not self._held.take(place):
            raise Refused("too many sign-ins from here wait: try again", code="asked.often")
        try:
            return await anyio.to_thread.run_sync(work, limiter=self._limiter)
        finally:
            self._held.give_back(place)


def place_of(address: str) -> str:
    """The key under which a visitor is counted: an IPv4 address, or an IPv6 network.

    >>> place_of("192.0.2.7"), place_of("2001:db8::7"), place_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address[:_LONGEST]
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> _OWN << _OWN)}/64"


def is_near(address: str) -> bool:
    """Whether it is this machine itself.

    >>> is_near("127.0.0.1"), is_near("::1"), is_near("192.0.2.7"), is_near("example")
    (True, True, False, False)
    """
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


_OWN: Final = 64
"""Bits of such an address that a visitor chooses."""

_LONGEST: Final = 45
"""Characters of an address."""
