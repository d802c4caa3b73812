"""The house's automatic dealer: goes on by itself until somebody else must act."""

from fairdeal.games.digest import rules_digest
from fairdeal.live import events
from fairdeal.live.commands.betting import opened
from fairdeal.live.table import dealer, procedure
from fairdeal.live.table.context import Context
from fairdeal.live.table.state import Table, after


def proceed(table: Table, context: Context) -> tuple[list[events.AnyEvent], Table]:
    """Everything the automatic dealer does now, and the table after it."""
    done: list[events.AnyEvent] = []
    while happened := _next(table, context):
        for event in happened:
            table = after(table, event)
        done += happened
    return done, table


def _next(table: Table, context: Context) -> list[events.AnyEvent]:
    if table.dealer or table.pending or procedure.setup_of(table).rules_digest != rules_digest():
        return []  # a round is settled by the rules it began under, or not at all
    now = table.playing
    if now is None:
        return opened(table, context) if _wants_a_bank(table, context) else []
    return [] if now.betting or now.turn else dealer.next_events(table, context)


def _wants_a_bank(table: Table, context: Context) -> bool:
    """Whether players bank here, and there are two of them to play against each other."""
    return (
        table.is_open
        and not table.closing
        and not table.disabled
        and procedure.game_of(table).player_banked
        and procedure.law_holds(table, context.today)
        and len({player for player in table.seats.values() if table.chips(player)}) > 1
    )
