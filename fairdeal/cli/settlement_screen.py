"""A settled round on the screen: terms, cards, every bet with its reason, totals."""

from typing import TYPE_CHECKING, Any, Final

from rich import box
from rich.padding import Padding
from rich.table import Table

from fairdeal import cards, money
from fairdeal.cli.screen import Screen
from fairdeal.games import referee
from fairdeal.games.phrases import terms_in_words
from fairdeal.games.reasons import result
from fairdeal.games.round import Line, Round

if TYPE_CHECKING:
    from fairdeal.live.events import Paid

ROOM_FOR_A_TABLE: Final = 76
"""Columns from which the reason fits beside the amounts."""


def terms_in_force(played: Round) -> dict[str, Any]:
    """What the round was settled under, ready for JSON."""
    in_force: dict[str, Any] = {
        "pay_tables": {bet: table.name for bet, table in played.terms.pay.items()},
        "options": dict(played.terms.options),
    }
    if played.game.player_banked:
        in_force["bank_cents"] = played.bank_cents
    if played.terms.meters:
        in_force["meters_cents"] = played.meters()
    return in_force


def show_receipt(played: Round, lines: list[Line]) -> None:
    """Print terms, cards, every line and what each seat and the house won in all."""
    screen = Screen()
    screen.show(f"[bold]{played.game.name}[/]")
    screen.show(terms_in_words(played) or "no pay tables in use")
    screen.show()
    holders = Table.grid(padding=(0, 2, 0, 0))
    if played.dealer:
        holders.add_row(played.game.dealer, cards.show(played.dealer))
    if played.board:
        holders.add_row("board", cards.show(played.board))
    for seat in played.seats:
        holders.add_row(f"seat {seat.number}", cards.show(seat.cards), " ".join(seat.decisions))
    screen.show(holders)
    screen.show()
    if screen.width >= ROOM_FOR_A_TABLE:
        screen.show(_table(played, lines))
    else:
        for each in lines:
            stake = f" {money.show(each.stake_cents)}" if each.stake_cents else ""
            name = played.game.bet(each.bet).name
            screen.show(f"seat {each.seat} {name}{stake}: [bold]{result_of(each)}[/]")
            screen.show(Padding(each.reason, (0, 0, 0, 2)))
        screen.show()
    for seat in played.seats:
        screen.show(f"seat {seat.number} {money.show_net(referee.total_net(lines, seat))}")
    against = played.game.dealer if played.game.player_banked else "house"
    screen.show(f"{against} {money.show_net(-referee.total_net(lines))}")
    screen.flush()


def _table(played: Round, lines: list[Line]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("seat", "bet", "stake", "result"):
        right = heading in ("stake", "result")
        table.add_column(heading, justify="right" if right else "left", no_wrap=True)
    table.add_column("why", overflow="fold")
    before = lines[0]
    for each in lines:
        if (each.stage, each.seat) != (before.stage, before.seat) and len(played.seats) > 1:
            table.add_row()
        before = each
        table.add_row(
            str(each.seat),
            played.game.bet(each.bet).name,
            money.show(each.stake_cents) if each.stake_cents else "",
            result_of(each),
            each.reason,
        )
    return table


def result_of(each: "Line | Paid") -> str:
    """What a line won or lost, in a word or an amount."""
    return result(each.stake_cents, each.net_cents, each.returned_cents, each.reason)
