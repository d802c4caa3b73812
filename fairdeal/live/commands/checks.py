"""What several commands must make sure of before they decide anything."""

from typing import NoReturn

from fairdeal import games
from fairdeal.errors import Refused
from fairdeal.games.digest import rules_digest
from fairdeal.house.profile import profile
from fairdeal.live import events
from fairdeal.live.actors import AUTOMATIC
from fairdeal.live.shoe import SEED_BYTES
from fairdeal.live.table import procedure
from fairdeal.live.table.context import Context
from fairdeal.live.table.state import RoundState, Table

MOST_CENTS = 10**12
"""Amounts beyond ten billion dollars are slips, not chips."""


def refuse(code: str, sentence: str, *faults: str) -> NoReturn:
    """Says no, with every reason."""
    raise Refused(sentence, code=code, faults=faults)


def is_open(table: Table) -> events.TableOpened:
    """The configuration of an open table."""
    if table.setup is None or not table.is_open:
        refuse("table.closed", f"table {table.name} is not open")
    return table.setup


def takes_bets(table: Table, context: Context) -> events.TableOpened:
    """The configuration of a table at which a round may begin or bets may change."""
    setup = is_open(table)
    if table.disabled:
        refuse("table.disabled", f"table {table.name} takes no bets: {table.disabled}")
    if table.pending:
        refuse(
            "table.held",
            f"table {table.name} holds until {table.pending.irregularity} is ruled on",
        )
    same_rules(table, setup)
    same_law(table, setup, context)
    return setup


def same_rules(table: Table, setup: events.TableOpened) -> None:
    """Refuses to go on under other rules than those in force when the table was opened."""
    if isinstance(procedure.game_of(table), games.Absent):
        refuse(
            "table.other-rules",
            f"table {table.name} deals {setup.game}, which is not installed here: install it, or"
            " close the table",
        )
    if not procedure.rules_hold(table):
        ours = rules_digest(procedure.game_of(table))
        refuse(
            "table.other-rules",
            f"table {table.name} was opened under the rules {setup.rules_digest} and this program"
            f" has {ours}: void a round in play and open the table again",
        )


def same_law(table: Table, setup: events.TableOpened, context: Context) -> None:
    """Refuses bets under an edition of the law that is no longer in force."""
    if not procedure.law_holds(table, context.today):
        law = profile(setup.profile, context.today)
        refuse(
            "table.other-law",
            f"{law.name} has other rules since {law.date.isoformat()} than when table {table.name}"
            " was opened: reconfigure it",
        )


def in_play(table: Table) -> RoundState:
    """The round in play."""
    is_open(table)
    if table.playing is None:
        refuse("round.none", f"table {table.name} has no round in play")
    return table.playing


def not_closing(table: Table) -> None:
    """Refuses to begin anything at a table that closes."""
    if table.closing:
        refuse("table.closing", f"table {table.name} closes: {table.closing}")


def not_held(table: Table) -> None:
    """Refuses to go on while something waits for a ruling."""
    if table.pending:
        what = table.pending.irregularity
        refuse("table.held", f"table {table.name} holds until {what} is ruled on")


def is_seat(table: Table, seat: int) -> None:
    """Refuses a number that no seat of the table has."""
    if table.setup is None:
        refuse("table.closed", f"table {table.name} is not open")
    most = table.setup.seats
    if not 0 < seat <= most:
        refuse("seat.unknown", f"there is no seat {seat} at table {table.name}: it has {most}")


def player_at(table: Table, seat: int) -> str:
    """The player at a seat that is taken."""
    is_seat(table, seat)
    if seat not in table.seats:
        refuse("seat.empty", f"seat {seat} of table {table.name} is empty")
    return table.seats[seat]


def own_seat(table: Table, context: Context, seat: int) -> str:
    """The player at a seat, who must be the one who asks."""
    player = player_at(table, seat)
    if player != context.by.name:
        refuse("seat.other", f"{context.by} does not hold seat {seat}: {player} does")
    return player


def deals_here(table: Table, context: Context) -> None:
    """Refuses dealers other than the table's own."""
    dealer = table.dealer or AUTOMATIC.name
    if context.by.name != dealer:
        who = dealer if table.dealer else "the automatic dealer"
        refuse("dealer.other", f"{context.by} does not deal at table {table.name}: {who} does")


def hex_of(text: str, what: str) -> bytes:
    """The 32 bytes of a seed or an anchor, from their hexadecimal digits."""
    if len(text) != 2 * SEED_BYTES or any(each not in "0123456789abcdef" for each in text):
        refuse(
            "seed.unreadable",
            f"{text[:80]!r} is not {what}: expected {2 * SEED_BYTES} hexadecimal digits",
        )
    return bytes.fromhex(text)


def reason_given(reason: str) -> str:
    """A reason that says something, on one line."""
    said = " ".join(reason.split())
    if not said:
        refuse("reason.missing", "a reason must be given")
    if len(said) > 500:
        refuse("reason.long", f"a reason has at most 500 letters, and this one has {len(said)}")
    if not said.isprintable():  # a log is read on screens that obey some of these
        refuse("reason.unprintable", f"a reason has letters that can be printed, unlike {said!r}")
    return said
