"""What a command is told beside the table: who gives it, when, and where cards come from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Protocol

from fairdeal.games.round import Line
from fairdeal.live.accounts import Accounts
from fairdeal.live.actors import Actor
from fairdeal.live.shoe import FORM, OLD_FORM, Deck, Shuffle
from fairdeal.live.table.progressive import Progressive
from fairdeal.live.table.state import RoundState, Table


class Shuffler(Protocol):
    """Where the house's secrets come from, and how a sealed one is opened."""

    def commit(self, table: str, number: int) -> tuple[bytes, bytes]:
        """The commitment to a new secret for a round, and the secret sealed."""

    def secret(self, shuffle: Shuffle, sealed: bytes) -> bytes:
        """The secret that was sealed for a round."""

    def deck(self, shuffle: Shuffle, sealed: bytes) -> Deck:
        """The deck of a round whose betting is closed."""


def shuffle_of(table: str, now: RoundState) -> Shuffle:
    """What fixes the deck of a round whose betting is closed."""
    seeds = tuple((each.seat, each.seed) for each in now.seeds)
    form = OLD_FORM if now.is_old_deck else FORM
    return Shuffle(table, now.number, now.commitment, seeds, now.beacon, form)


def deck_in_play(shoe: Shuffler, table: str, now: RoundState) -> Deck:
    """The deck of a round in play whose betting is closed."""
    return shoe.deck(shuffle_of(table, now), now.sealed)


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
    table: str = ""
    """The table that the command is given to."""
    people: Accounts = field(default_factory=Accounts)
    """The accounts of the house's people."""

    def deck(self, now: RoundState) -> Deck:
        """The deck of a round in play."""
        return deck_in_play(self.shoe, self.table, now)

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
