"""What a command is told beside the table: who gives it, when, and where cards come from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Protocol

from fairdeal.games.round import Line
from fairdeal.live.actors import Actor
from fairdeal.live.shoe import Deck
from fairdeal.live.table.progressive import Progressive
from fairdeal.live.table.state import RoundState, Table


class Shuffler(Protocol):
    """Where decks come from and how a sealed one is opened."""

    def shuffle(self) -> tuple[Deck, bytes]:
        """A new deck, and the same one sealed."""

    def unseal(self, sealed: bytes, commitment: bytes) -> Deck:
        """The deck that was sealed under this commitment."""


@dataclass(frozen=True, slots=True)
class Context:
    """The circumstances of one command."""

    by: Actor
    at: int
    """Microseconds since 1970, UTC."""
    shoe: Shuffler
    progressives: Callable[[str], Progressive] = Progressive
    """A progressive by name, as far as the log has come."""
    left: int = 0
    """Microseconds of the time that runs at the table, by a clock that cannot be set."""
    dealing: Mapping[str, str] = field(default_factory=dict)
    """Where other dealers deal: the table by name, for commands that name a dealer."""
    worth: Callable[[], str | None] = lambda: None
    """What the chips of the room are worth, ``play`` or ``cash``; None if not recorded."""
    settled: dict[bytes, list[Line]] = field(default_factory=dict)
    """Rounds settled while the command is carried out, by the commitment of their deck."""

    def deck(self, now: RoundState) -> Deck:
        """The deck of a round in play."""
        return self.shoe.unseal(now.sealed, now.commitment)

    def progressive_of(self, table: Table) -> Progressive | None:
        """The progressive that the table feeds, if it feeds one."""
        name = table.setup.progressive if table.setup else ""
        return self.progressives(name) if name else None

    @property
    def today(self) -> date:
        """The day by which laws come into force, in UTC."""
        return datetime.fromtimestamp(self.at / 1_000_000, UTC).date()

    def after(self, seconds: int) -> int:
        """The moment when so many seconds are up; 0, never, for none."""
        return self.at + seconds * 1_000_000 if seconds else 0
