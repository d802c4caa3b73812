"""An event with everything an auditor needs to judge it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeAlias, TypeVar

from fairdeal import money
from fairdeal.games.layout import Step
from fairdeal.games.round import Line
from fairdeal.live import events
from fairdeal.live.accounts import Accounts
from fairdeal.live.actors import AUTOMATIC
from fairdeal.live.audit.findings import Check
from fairdeal.live.events import TableOpened
from fairdeal.live.log.chain import Recorded
from fairdeal.live.shoe import KEY_BYTES, Deck, Shoe
from fairdeal.live.table import procedure
from fairdeal.live.table.context import Context
from fairdeal.live.table.ledger import BANK
from fairdeal.live.table.progressive import Progressive
from fairdeal.live.table.state import RoundState, Table
from fairdeal.live.worth import Worth

E = TypeVar("E", covariant=True)

_NO_DECKS: Final = Shoe(bytes(KEY_BYTES))


@dataclass(slots=True)
class Known:
    """What is known of a round once it is over; its events wait for that to be judged."""

    deck: Deck | None = None
    """Its deck; None when it was never shown, or is not the one that was fixed in advance."""
    lines: Sequence[Line] | None = None
    """What its bets should have been paid; None when it was not settled to the end."""
    signed: frozenset[str] = frozenset()
    """The roles that have signed the last ruling."""
    owed: list[events.AnyEvent] | None = field(default_factory=list)
    """What must follow the last settlement, in order; None when it cannot be known."""


@dataclass(slots=True)
class Reworded:
    """Texts of a table that this program words otherwise.

    Words decide nothing, so that the rules may be the same where the words are not.
    """

    count: int = 0
    first: str = ""

    def note(self, pos: int, was: str, should: str) -> None:
        """Compare a recorded text with this program's own."""
        if was != should:
            self.count += 1
            self.first = self.first or f"event {pos} has {was!r}, this program {should!r}"


@dataclass(frozen=True, slots=True)
class Seen(Generic[E]):
    """An event, and the table before and after it."""

    record: Recorded
    event: E
    table: Table
    then: Table
    prior: events.AnyEvent | None
    """The event before it, where both come from one command."""
    known: Known
    earlier: events.AnyEvent | None = None
    """The event before *prior*, of the same command."""
    progressive: Progressive | None = None
    """The progressive that the table feeds, before the event."""
    of_late: Sequence[Progressive] = ()
    """How it stood in the last moments: another process may not have heard of the newest."""
    following: events.AnyEvent | None = None
    """The event after it, where both come from one command."""
    worth: Worth | None = None
    """What the chips of the room are worth, as far as the log has said it."""
    reworded: Reworded = field(default_factory=Reworded)
    waited_at: int = 0
    """The time of day at which the log's time stood still, as it has said so far."""

    people: Accounts = field(default_factory=Accounts)
    """The accounts of the house's people, before the event."""

    @property
    def setup(self) -> TableOpened:
        """The configuration in force."""
        return procedure.setup_of(self.table)

    @property
    def now(self) -> RoundState:
        """The round that the event belongs to, before it."""
        assert self.table.playing is not None, "no round is in play"
        return self.table.playing

    @property
    def afterwards(self) -> RoundState:
        """The round that the event belongs to, after it."""
        assert self.then.round is not None, "no round was begun"
        return self.then.round

    @property
    def step(self) -> Step:
        """The step of the procedure that was to be done."""
        return procedure.step_of(self.table, self.now)

    @property
    def context(self) -> Context:
        """The circumstances, for questions that depend on the time."""
        return Context(AUTOMATIC, self.record.at, _NO_DECKS)

    @property
    def cause(self) -> events.AnyEvent | None:
        """The event before it, not counting what the house added to the bank for it."""
        return self.earlier if isinstance(self.prior, events.BankFilled) else self.prior

    def worded(self, was: str, should: str) -> None:
        """Note a text that this program words otherwise, which is not a fault."""
        self.reworded.note(self.record.pos, was, should)

    def fill_faults(self, cents: int) -> Iterator[str]:
        """What is wrong with what the house added to a bank that gave so many cents."""
        if isinstance(self.prior, events.BankFilled) and not self.prior.by:
            before = self.table.accounts.get(BANK, 0) - self.prior.cents
            short = cents - before
            filled = short + self.setup.float_cents if short > 0 else 0
            was, should = money.show(self.prior.cents), money.show(filled)
            yield from self.wrong("what the house added to the bank before", was, should)

    def is_by_our_rules(self) -> bool:
        """Whether the table was opened under the rules that this program has."""
        return self.then.setup is not None and procedure.rules_hold(self.then)

    def wrong(self, what: str, was: object, should: object) -> Iterator[str]:
        """A sentence about a value that is not what it should be."""
        if was != should:
            yield f"{what} is {_shown(was)} and should be {_shown(should)}"


def _shown(value: object) -> str:
    text = repr(value) if not isinstance(value, str) or not value else value
    return text if len(text) <= 100 else f"{text[:100]}..."


Judge: TypeAlias = Callable[[Seen[Any]], Iterable[str]]
"""Says what is wrong with an event, each fault in a sentence."""

Judges: TypeAlias = Mapping[type, tuple[Check, Judge]]
"""By the class of the event."""
