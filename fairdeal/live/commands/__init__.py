"""What people may ask of a table: ``command(table, context, ...) -> events``.

A command decides and nothing else: it returns what happens, or refuses with every reason.  Storing,
folding and publishing are done once, in the room, for all of them.
"""

from collections.abc import Callable, Mapping
from inspect import unwrap
from typing import Final

from fairdeal.errors import Malformed
from fairdeal.live import events
from fairdeal.live.commands.banking import decline_bank, post_bank
from fairdeal.live.commands.betting import no_more_bets, open_round, place
from fairdeal.live.commands.jackpots import (
    approve_pay,
    cancel_jackpot,
    choose_hand,
    pay_jackpot,
    send_back,
    settle_claim,
    submit_pay,
    touch_pending,
    touch_seat,
)
from fairdeal.live.commands.playing import confirm_decision, decide, next_step, time_out
from fairdeal.live.commands.progressives import (
    approve_adjustment,
    disable_progressive,
    enable_progressive,
    open_progressive,
    propose_adjustment,
    raise_ceiling,
    refuse_adjustment,
    schedule_rate,
)
from fairdeal.live.commands.rulings import report, rule
from fairdeal.live.commands.seating import (
    announce_seed,
    buy_in,
    cash_out,
    free_seat,
    leave,
    sit,
    tip,
)
from fairdeal.live.commands.tables import (
    change_dealer,
    close_table,
    disable,
    enable,
    fill_bank,
    open_table,
    reconfigure,
)

Command = Callable[..., list[events.AnyEvent]]

_FOR_PROGRESSIVES: Final[tuple[Command, ...]] = (
    open_progressive,
    disable_progressive,
    enable_progressive,
    schedule_rate,
    raise_ceiling,
    propose_adjustment,
    approve_adjustment,
    refuse_adjustment,
)

_FOR_TABLES: Final[tuple[Command, ...]] = (
    open_table,
    reconfigure,
    close_table,
    disable,
    enable,
    change_dealer,
    fill_bank,
    sit,
    announce_seed,
    leave,
    free_seat,
    buy_in,
    cash_out,
    tip,
    open_round,
    post_bank,
    decline_bank,
    place,
    no_more_bets,
    next_step,
    decide,
    confirm_decision,
    time_out,
    report,
    rule,
    touch_seat,
    choose_hand,
    touch_pending,
    cancel_jackpot,
    pay_jackpot,
    settle_claim,
    submit_pay,
    approve_pay,
    send_back,
)

COMMANDS: Final[Mapping[str, Command]] = {
    command.__name__.replace("_", "-"): command for command in (*_FOR_TABLES, *_FOR_PROGRESSIVES)
}
"""Every command by its name."""

OF_PROGRESSIVES: Final = frozenset(
    command.__name__.replace("_", "-") for command in _FOR_PROGRESSIVES
)
"""The names of those that are given to a progressive, and not to a table."""

OPENINGS: Final = frozenset({"open-table", "open-progressive"})
"""The names of those that can be given to what was never there before."""


def name_of(command: Command) -> str:
    """The name under which a command is known to permissions, the log and other programs."""
    name = str(getattr(command, "__name__", "")).replace("_", "-")
    # The room itself wraps commands, to add what nobody else may ask for.
    if name not in COMMANDS or COMMANDS[name] is not unwrap(command):
        raise Malformed(
            f"{command!r:.60} is not a command: give one such as commands.open_table",
            code="command.unknown",
        )
    return name


__all__ = [
    "COMMANDS",
    "OF_PROGRESSIVES",
    "OPENINGS",
    "Command",
    "announce_seed",
    "approve_adjustment",
    "approve_pay",
    "buy_in",
    "cancel_jackpot",
    "cash_out",
    "change_dealer",
    "choose_hand",
    "close_table",
    "confirm_decision",
    "decide",
    "decline_bank",
    "disable",
    "disable_progressive",
    "enable",
    "enable_progressive",
    "fill_bank",
    "free_seat",
    "leave",
    "name_of",
    "next_step",
    "no_more_bets",
    "open_progressive",
    "open_round",
    "open_table",
    "pay_jackpot",
    "place",
    "post_bank",
    "propose_adjustment",
    "raise_ceiling",
    "reconfigure",
    "refuse_adjustment",
    "report",
    "rule",
    "schedule_rate",
    "send_back",
    "settle_claim",
    "sit",
    "submit_pay",
    "time_out",
    "tip",
    "touch_pending",
    "touch_seat",
]
