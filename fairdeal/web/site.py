"""Everything that the pages of one room share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, Final

from fairdeal.live import Actor, Role, Room, commands, events
from fairdeal.live.table.state import Table
from fairdeal.web.access.accounts import Accounts
from fairdeal.web.access.guard import Guard
from fairdeal.web.access.limits import Limits
from fairdeal.web.access.seating import Seating
from fairdeal.web.access.sessions import IDLE_MINUTES, Session, Sessions
from fairdeal.web.advising import Adviser
from fairdeal.web.drawing.felt import Felt
from fairdeal.web.faces.bar import bar, least_cents
from fairdeal.web.faces.cage import CageFace
from fairdeal.web.faces.dealer import DealerFace
from fairdeal.web.faces.dealers import DealersFace
from fairdeal.web.faces.floor import FloorFace
from fairdeal.web.faces.jackpot import JackpotFace
from fairdeal.web.faces.lobby import LobbyFace
from fairdeal.web.faces.practice import PracticeFace
from fairdeal.web.faces.sign import SignFace
from fairdeal.web.faces.table import TableFace, known
from fairdeal.web.faces.view import ViewFace
from fairdeal.web.form.edges import Edges
from fairdeal.web.health import Health, Metrics
from fairdeal.web.hub import Face, Hub
from fairdeal.web.lab.bench import Bench
from fairdeal.web.lab.files import Files
from fairdeal.web.lab.searches import Searches
from fairdeal.web.past.archive import Archive
from fairdeal.web.past.rounds import Rounds
from fairdeal.web.purse import at_table
from fairdeal.web.replaying import RoundFinder

CAGE: Final = Actor("cage", Role.FLOOR)
"""Who gives guests their play chips."""

PLAY_CHIPS: Final = 50_000
"""Cents with which a guest begins."""


@dataclass(slots=True)
class Site:
    """A room with its people and its pages."""

    room: Room
    accounts: Accounts
    sessions: Sessions
    play_chips: int = PLAY_CHIPS
    """Cents that the house gives to guests; 0 where the cage sells chips for money."""
    key: bytes = b""
    """Of the room: with it the end of its log is sealed."""
    clock: Callable[[], int] = field(init=False)
    """The time of day."""
    limits: Limits = field(default_factory=Limits)
    names: frozenset[str] = frozenset()
    """Names under which the room answers; none where it answers under any."""
    checks: Path | None = None
    """The file in which the results of audits are kept; without one they are forgotten."""
    metrics_token: str = ""
    """With it metrics can be read from other machines; without one only from this one."""
    health: Health = field(init=False)
    metrics: Metrics = field(init=False)
    archive: Archive = field(init=False)
    hub: Hub = field(init=False)
    guard: Guard = field(init=False)
    seating: Seating = field(init=False)
    _chips: Lock = field(init=False, default_factory=Lock)
    rounds: Rounds = field(init=False)
    replays: RoundFinder = field(init=False)
    adviser: Adviser = field(default_factory=Adviser)
    edges: Edges = field(default_factory=Edges)
    bench: Bench = field(default_factory=Bench)
    files: Files = field(default_factory=Files)
    searches: Searches = field(default_factory=Searches)

    def __post_init__(self) -> None:
        self.clock = self.room.clock.wall
        self.guard = Guard(self.sessions, self.limits, self.accounts.owes_password)
        self.seating = Seating(self.room, self.limits.seats)
        self.sessions.stands = self._stands
        self.sessions.was_locked = self._was_locked
        self.archive = Archive(self.room.store, self.key, self.clock, self.checks)
        self.rounds = Rounds(self.room)
        self.replays = RoundFinder(self.room, self.rounds)
        faces: dict[str, Face] = {
            "lobby": LobbyFace(self.room),
            "table": TableFace(self.room, self.play_chips, self.rounds),
            "practice": PracticeFace(
                self.room,
                self.play_chips,
                self.rounds,
                self.adviser,
                lambda table: self.hub.again("practice", table),
            ),
            "sign": SignFace(self.room, self.rounds),
            "view": ViewFace(self.room, 0, self.rounds),
            "floor": FloorFace(self.room, self.dealers),
            "cage": CageFace(self.room),
            "dealers": DealersFace(self.room),
            "dealer": DealerFace(self.room, 0, self.rounds),
            "jackpot": JackpotFace(self.room, 0, self.rounds),
        }
        self.hub = Hub(self.room, faces)
        self.health = Health(self.room)
        self.metrics = Metrics(self.room, self.hub, self.health)

    @classmethod
    def of(
        cls,
        room: Room,
        key: bytes,
        checks: Path | None,
        play_chips: int = PLAY_CHIPS,
        limits: Limits | None = None,
        idle_minutes: int = IDLE_MINUTES,
    ) -> "Site":
        """The pages of a room."""
        people = Accounts(room)
        sessions = Sessions(key, room.clock.monotonic, idle_minutes)
        limits = limits or Limits()
        return cls(room, people, sessions, play_chips, key, limits=limits, checks=checks)

    def _stands(self, session: Session) -> bool:
        """Whether a staff member still has the account with which the session began."""
        return session.is_player or self.accounts.welcomes(
            session.name, session.role, session.epoch
        )

    def _was_locked(self, session: Session) -> bool:
        found = None if session.is_player else self.accounts.find(session.name)
        return found is not None and found.has_locked(session.id)

    def dealers(self) -> list[str]:
        """Who can be asked to deal."""
        return [
            each.name
            for each in self.accounts.every()
            if each.role is Role.DEALER and not each.disabled
        ]

    def known(self, table: str) -> events.TableOpened:
        """The configuration of a table that was opened at least once."""
        return known(self.room, table)

    def with_a_seat(self, table: str, guest: str, asked: dict[str, Any]) -> dict[str, Any]:
        """What a guest asks who sits down; seat 0, or none, is any free one.

        Who sits there already has asked before, and was perhaps not answered.
        """
        state = self.room.table(table)
        found = asked.get("seat") or next(iter(state.seats_of(guest)), 0) or _free_seat(state)
        return asked | {"seat": found}

    def give_chips(self, table: str, guest: Actor) -> bool:
        """Play chips for who has too few to bet or to go on; whether there were any."""
        with self._chips:  # two requests at once are one
            felt = Felt(self.room.view(table, guest), guest)
            has = at_table(self.room, table, guest.name)
            is_broke = has.cents + has.played_cents < least_cents(felt) or bar(felt).is_short
            if is_broke and self.play_chips:
                cents = self.play_chips
                self.room.do(table, commands.buy_in, by=CAGE, player=guest.name, cents=cents)
        return bool(is_broke and self.play_chips)


def _free_seat(table: Table) -> int:
    """The first seat that nobody has; 1 where there is none, which is then refused."""
    count = table.setup.seats if table.setup else 0
    return next((seat for seat in range(1, count + 1) if seat not in table.seats), 1)
