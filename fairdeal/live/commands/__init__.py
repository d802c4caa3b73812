"""What people may ask of a table: ``command(table, context, ...) -> events``.

A command decides and nothing else: it returns what happens, or refuses with every reason.  Storing,
folding and publishing are done once, in the room, for all of them.
"""

from collections.abc import Callable, Mapping
from typing import Final

from fairdeal.live import events
from fairdeal.live.commands.banking import decline_bank, post_bank
from fairdeal.live.commands.betting import no_more_bets, open_round, place
from fairdeal.live.commands.playing import decide, next_step, time_out
from fairdeal.live.commands.rulings import report, rule
from fairdeal.live.commands.seating import buy_in, cash_out, leave, sit
from fairdeal.live.commands.tables import (
    change_dealer,
    close_table,
    disable,
    enable,
    open_table,
    reconfigure,
)

Command = Callable[..., list[events.AnyEvent]]

COMMANDS: Final[Mapping[str, Command]] = {
    command.__name__.replace("_", "-"): command
    for command in (
        open_table,
        reconfigure,
        close_table,
        disable,
        enable,
        change_dealer,
        sit,
        leave,
        buy_in,
        cash_out,
        open_round,
        post_bank,
        decline_bank,
        place,
        no_more_bets,
        next_step,
        decide,
        time_out,
        report,
        rule,
    )
}
"""Every command by its name."""


def name_of(command: Command) -> str:
    """The name under which a command is known to permissions, the log and other programs."""
    return str(command.__name__).replace("_", "-")


__all__ = [
    "COMMANDS",
    "Command",
    "buy_in",
    "cash_out",
    "change_dealer",
    "close_table",
    "decide",
    "decline_bank",
    "disable",
    "enable",
    "leave",
    "name_of",
    "next_step",
    "no_more_bets",
    "open_round",
    "open_table",
    "place",
    "post_bank",
    "reconfigure",
    "report",
    "rule",
    "sit",
    "time_out",
]
