"""Keeps a room going: a thread that does, again and again, what nobody else does."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Event, Thread
from typing import Final

from fairdeal.errors import FairdealError
from fairdeal.live import AUTOMATIC, Room, commands
from fairdeal.live.clocks import SECOND, Clock
from fairdeal.web.access.seating import MISSED
from fairdeal.web.hub import EVERYTHING
from fairdeal.web.site import CAGE, Site

_BEAT: Final = 0.25
"""Seconds between two rounds of chores."""

_LAST_LOOK: Final = 1.5
"""Seconds in which bets can still be changed after the last seat has bet."""

_AWAY: Final = 10 * 60
"""Seconds after which a guest without an open page loses the seat, also between rounds."""

_GONE: Final = 30
"""Seconds without an open page after which one missed round is enough: a reload takes less."""

Chore = Callable[[int], object]
"""Something to be done from time to time; it is told the microseconds of a monotonic clock."""


class Keeper:
    """A thread that goes on until it is stopped, whatever the log does meanwhile."""

    def __init__(
        self, chores: Sequence[Chore], told: Callable[[str], object], clock: Clock | None = None
    ) -> None:
        self._chores = chores
        self._told = told
        self._clock = clock or Clock()
        self._said: set[str] = set()
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="keeper", daemon=True)

    def __enter__(self) -> "Keeper":
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._clock.sleep(self._stopped, _BEAT):
            for chore in self._chores:
                try:
                    chore(self._clock.monotonic())
                except FairdealError:
                    continue  # a log that is gone may come back
                except Exception as error:  # one chore that fails must not end all others
                    self._say(f"{chore!r} has failed: {error!r}")

    def _say(self, text: str) -> None:
        """Report a fault once."""
        if text not in self._said:
            self._said.add(text)
            self._told(text)


class Timekeeper:
    """Takes the default for each player whose time is up, and tells the staff what a clock did."""

    def __init__(self, site: Site, told: Callable[[str], object]) -> None:
        self._site, self._told = site, told
        self._renewals = site.room.renewals
        self._trouble = site.room.clock_trouble

    def __call__(self, now: int) -> None:
        """Look at all clocks."""
        room = self._site.room
        before = len(room.notes)
        try:
            room.tick()
        finally:
            for note in room.notes[before:]:
                self._told(note)
            if self._trouble != room.clock_trouble:
                self._trouble = room.clock_trouble
                self._site.hub.again("floor", EVERYTHING)
            if room.renewals != self._renewals:
                self._renewals = room.renewals
                self._site.hub.all_again()


class Reception:
    """Follows the accounts: other processes change them, and refused sign-ins are gathered."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def __call__(self, now: int) -> None:
        """End the streams of everyone whose session is over since the last look."""
        if self._site.accounts.keep():
            self._site.hub.dismiss_soon()


class Impatience:
    """The automatic dealer does not wait for a clock when every seat has bet."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._since: dict[str, tuple[int, int]] = {}
        """At each table the version at which all had bet, and when that was first seen."""

    def __call__(self, now: int) -> None:
        """Close the betting where nobody is missing."""
        for name in self._room.tables():
            table = self._room.table(name)
            if not self._all_have_bet(name):
                self._since.pop(name, None)
                continue
            version, since = self._since.get(name, (-1, now))
            if version != table.version:
                self._since[name] = (table.version, now)
            elif now - since >= _LAST_LOOK * SECOND:
                with suppress(FairdealError):  # the other tables wait as well
                    self._room.do(name, commands.no_more_bets, by=AUTOMATIC)

    def _all_have_bet(self, name: str) -> bool:
        table = self._room.table(name)
        now = table.playing
        if now is None or not now.betting or not now.bets or table.dealer or table.pending:
            return False
        return all(seat in now.bets or player == now.banker for seat, player in table.seats.items())


@dataclass(slots=True)
class _Sitting:
    """A guest at a seat, and the rounds that were dealt without a bet there."""

    round: int
    """The last round that was looked at: the one that was in play as the guest came, at first."""
    missed: int = 0


class Doorkeeper:
    """Frees the seats of guests who have gone without a word, or do not bet; their chips are kept.

    A guest whose page is open may miss a few rounds; one whose page is closed misses one.
    """

    def __init__(self, site: Site) -> None:
        self._site = site
        self._since = site.room.clock.monotonic()
        self._here: dict[str, int] = {}
        """When each guest at a table last had a page open."""
        self._sitting: dict[tuple[str, int, str], _Sitting] = {}

    def __call__(self, now: int) -> None:
        """Look at every seat."""
        room = self._site.room
        guests = {
            (name, seat, player)
            for name in room.tables()
            for seat, player in room.table(name).seats.items()
            if player.startswith("guest-")
        }
        seated = {player for _, _, player in guests}
        open_pages = {viewer.name for viewer in self._site.hub.viewers() if viewer}
        self._here |= dict.fromkeys(open_pages & seated, now)
        self._here = {guest: at for guest, at in self._here.items() if guest in seated}
        self._sitting = {each: self._counted(*each) for each in guests}
        for (name, seat, guest), sitting in self._sitting.items():
            last = max(self._since, self._site.sessions.heard_of(guest), self._here.get(guest, 0))
            away = now - last
            is_idle = sitting.missed >= MISSED or (sitting.missed and away > _GONE * SECOND)
            if is_idle or away > _AWAY * SECOND:
                with suppress(FairdealError):  # bets of a round in play keep the seat until its end
                    room.do(name, commands.leave, by=CAGE, seat=seat)

    def _counted(self, name: str, seat: int, guest: str) -> _Sitting:
        """Counts a round that is dealt without a bet of the seat; with one, it begins again."""
        now = self._site.room.table(name).round
        dealt = now.number if now and now.commitment else 0
        sitting = self._sitting.get((name, seat, guest)) or _Sitting(dealt)
        if now is None or dealt in (0, sitting.round):
            return sitting
        has_bet = seat in now.bets or guest == now.banker
        return _Sitting(dealt, 0 if has_bet else sitting.missed + 1)
