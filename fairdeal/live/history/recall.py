"""A round as it happened: found in the log, and told step by step."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fairdeal.errors import Refused
from fairdeal.live import events
from fairdeal.live.events import BOARD, DEALER
from fairdeal.live.history.following import Happened, TableLogs, events_of, followed, standing_of
from fairdeal.live.history.proof import Proof, proof_of
from fairdeal.live.history.telling import told
from fairdeal.live.shoe import Deck
from fairdeal.live.table import ledger
from fairdeal.live.table.state import RoundState, Table

_TOLD_EVERY: Final = 500
"""Events between two reports on how far it is."""


@dataclass(frozen=True, slots=True)
class Step:
    """One event of a round."""

    pos: int
    at: int
    """Microseconds since 1970."""
    actor: str
    role: str
    kind: str
    text: str
    """What happened, in plain English."""
    event: events.AnyEvent
    then: Table
    """The table after it, on which no card lies that was not face up."""
    moved: tuple[ledger.Posting, ...] = ()
    """Cents into accounts (positive) and out of them."""
    by_system: bool = False
    """Whether the system decided for a player who did not."""
    follows: bool = False
    """Whether it came of itself from what the actor did before, by the procedure."""


@dataclass(frozen=True, slots=True)
class Balance:
    """A player's chips, bets not counted."""

    player: str
    before_cents: int
    bought_cents: int
    """Chips bought with cash while the round lasted."""
    cashed_cents: int
    after_cents: int
    tipped_cents: int = 0
    """Tips for the dealer while the round lasted."""

    @property
    def won_cents(self) -> int:
        """What the round itself brought; less the bets that lie on the table while it lasts."""
        given = self.cashed_cents + self.tipped_cents
        return self.after_cents - self.before_cents - self.bought_cents + given


@dataclass(frozen=True, slots=True)
class Recalled:
    """A round with everything that can be known of it afterwards."""

    table: str
    state: RoundState
    """The round at its end, or as far as it has come."""
    setup: events.TableOpened
    """The pay tables, options and limits in force."""
    dealer: str
    """Who dealt when the round began; empty for the automatic dealer."""
    steps: tuple[Step, ...]
    proof: Proof
    deck: Deck | None
    """The whole deck, when it was shown and is the one that was fixed."""
    balances: tuple[Balance, ...]
    """As the round ended."""
    later: tuple[events.Paid, ...] = ()
    """What was won in the round, and approved and paid when it was over."""

    @property
    def standing(self) -> str:
        """Whether the round is ``closed``, ``void`` or ``in play``."""
        return standing_of(self.state)

    @property
    def lines(self) -> tuple[events.Paid, ...]:
        """The settlement, in its order, and what was paid after approval.

        There is nothing for a round that is void.
        """
        return self.state.every_line() + self.later

    def cards(self, number: int) -> tuple[int | None, ...]:
        """The cards of a seat or of the dealer, None for those that nobody has seen."""
        hand = self.state.hand(number)
        if self.deck is None:
            return hand.up()
        return tuple(self.deck.order[place] for place in hand.places)

    def hands(self) -> list[int]:
        """The dealer, the board and every seat that was dealt cards."""
        held = self.state.hands
        seats = sorted(number for number in held if number > DEALER)
        return [DEALER, *([BOARD] if BOARD in held else []), *seats]


def recall(
    log: TableLogs,
    table: str,
    number: int,
    progress: Callable[[float], None] | None = None,
    known: Table | None = None,
) -> Recalled:
    """The round of that number at a table, from its opening to its last payment.

    The log is read from its beginning, or from where the table is *known* before that round.
    """
    total = events_of(log, table)
    happened: list[Happened] = []
    later: list[Happened] = []
    last = 0
    for each in followed(log.stream(table, after=known.version if known else 0), known):
        last = each.then.rounds
        if last == number and (each.before.playing or each.then.playing):
            happened.append(each)
        elif happened and _is_of_a_pay(each, number):
            later.append(each)
        is_over = last > number or not each.then.playing
        if happened and is_over and not each.then.holding.of_round(number):
            break
        if progress is not None and each.then.version % _TOLD_EVERY == 0:
            progress(min(1.0, each.then.version / total))
    if not happened:
        raise no_such_round(table, number, last)
    return _recalled(happened, later)


def no_such_round(table: str, number: int, last: int) -> Refused:
    """Why a round cannot be shown that a table never had."""
    had = f"its last one is {last}" if last else "none was played there"
    return Refused(f"table {table} has no round {number}: {had}", code="round.unknown")


def _is_of_a_pay(each: Happened, number: int) -> bool:
    """Whether it has to do with a win of the round that waited longer than the round lasted."""
    waiting = {pay.due.pay for pay in each.before.holding.of_round(number)}
    return getattr(each.event, "pay", 0) in waiting


def _recalled(happened: list[Happened], later: list[Happened]) -> Recalled:
    began, ended = happened[0].before, happened[-1].then
    now, setup = ended.round, ended.setup
    assert now is not None, "a round was opened"
    assert setup is not None, "at a table that was opened"
    proof, deck = proof_of(began.name, now)
    players = dict.fromkeys([*(now.players[seat] for seat in sorted(now.players)), now.banker])
    bought = _exchanged(happened, events.ChipsBought)
    cashed = _exchanged(happened, events.ChipsCashed)
    tipped = _exchanged(happened, events.DealerTipped)
    return Recalled(
        began.name,
        now,
        setup,
        began.dealer,
        tuple(_step(each, deck) for each in (*happened, *later)),
        proof,
        deck,
        tuple(
            Balance(
                *(name, began.chips(name), bought[name], cashed[name]),
                *(ended.chips(name), tipped[name]),
            )
            for name in players
            if name
        ),
        tuple(each.event.line for each in later if isinstance(each.event, events.PayMade)),
    )


def _exchanged(
    happened: list[Happened],
    kind: type[events.ChipsBought | events.ChipsCashed | events.DealerTipped],
) -> Counter[str]:
    """Cents by player that were exchanged with the cage, or given as tips."""
    found: Counter[str] = Counter()
    for each in happened:
        if isinstance(each.event, kind):
            found[each.event.player] += each.event.cents
    return found


def _step(each: Happened, deck: Deck | None) -> Step:
    row, event = each.row, each.event
    by_system = getattr(event, "by_system", False)
    text, moved = told(event, each.before, deck), ledger.postings(event)
    who = row.actor, row.role
    follows = row.part > 0
    return Step(row.pos, row.at, *who, row.kind, text, event, each.then, moved, by_system, follows)
