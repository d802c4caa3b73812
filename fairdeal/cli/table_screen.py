"""A table on the screen."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from fairdeal import money
from fairdeal.cli.grids import heading, table_of
from fairdeal.cli.screen import Screen
from fairdeal.live.events import TableOpened
from fairdeal.live.history.naming import game_name
from fairdeal.live.table.procedure import limits_in
from fairdeal.live.views import RoundView, SeatView, Shown, View


def show_tables(shown: Sequence[View]) -> None:
    """Every table in a line."""
    screen = Screen()
    if not shown:
        screen.show("The room has no table yet: open one with fairdeal do, or try fairdeal demo.")
    else:
        grid = table_of(["table", "game", "state", "dealer"], ["seats", "round"])
        for view in shown:
            taken = sum(seat.taken for seat in view.seats)
            game = game_name(view.setup.game) if view.setup else ""
            grid.add_row(
                view.table,
                game,
                _state(view),
                view.dealer or "automatic",
                f"{taken} of {len(view.seats)}",
                str(view.round.number if view.round else 0),
            )
        screen.show(grid)
    screen.flush()


def show_table(view: View) -> None:
    """One table with its seats, bets and cards."""
    screen = Screen()
    setup = view.setup
    title = f"[bold]Table {view.table}[/]"
    screen.show(f"{title}: {game_name(setup.game)}, {_state(view)}" if setup else title)
    if setup:
        screen.show(Text(_terms(setup)))
    if view.round:
        _show_round(screen, view.round)
    screen.show(_seats(view))
    if view.choices:
        words = ", ".join(
            f"{each.word} ({money.show(each.cents)})" if each.cents else each.word
            for each in view.choices
        )
        screen.show(f"\nYou may say: [bold]{words}[/]")
    if view.held:
        screen.show(f"\nThe table holds until {view.held} is ruled on.")
    if view.accounts:
        heading(screen, "Balances")
        grid = table_of(["account"], ["holds"])
        for account, cents in sorted(view.accounts.items()):
            grid.add_row(account, money.show(cents))
        screen.show(grid)
    screen.flush()


def _state(view: View) -> str:
    if not view.is_open:
        return "closed"
    if view.disabled:
        return f"takes no bets ({view.disabled})"
    if view.closing:
        return "closes after this round"
    if view.round is None or view.round.over:
        return "open"
    return "open for bets" if view.round.betting else "dealing"


def _terms(setup: TableOpened) -> str:
    limits = ", ".join(f"{bet} {limit}" for bet, limit in limits_in(setup).items())
    tables = ", ".join(f"{bet} {name}" for bet, name in setup.pay_tables.items())
    return f"limits: {limits}\npay tables: {tables or 'none'}; profile {setup.profile}"


def _show_round(screen: Screen, now: RoundView) -> None:
    heading(screen, f"Round {now.number}")
    if now.void:
        screen.show(Text(f"void: {now.void}"))
    elif now.over:
        screen.show("over: the deck is shown, see fairdeal replay")
    elif now.betting:
        screen.show("place your bets")
    else:
        screen.show(Text(now.text))
    if now.offered:
        screen.show(f"the bank is offered to seat {now.offered}")
    if now.turn:
        screen.show(f"seat {now.turn} is to decide")
    if now.dealer:
        screen.show(f"dealer  {_cards(now.dealer)}")
    if now.commitment:
        screen.show(f"deck fixed as {now.commitment}")


def _seats(view: View) -> Table:
    grid = table_of(["seat", "player", "cards", "bets", "said"], ["chips", "won"])
    for seat in view.seats:
        if seat.taken or seat.bets:
            grid.add_row(
                f"{seat.seat}{' (bank)' if seat.banks else ''}",
                seat.player,
                _cards(seat.cards),
                ", ".join(f"{bet} {money.show(cents)}" for bet, cents in seat.bets.items()),
                _said(seat),
                "" if seat.chips_cents is None else money.show(seat.chips_cents),
                _won(view.round, seat.seat),
            )
    return grid


def _cards(shown: Shown) -> str:
    return " ".join(card or "??" for card in shown)


def _said(seat: SeatView) -> str:
    return " ".join(
        f"{word} (by the system)" if place in seat.by_system else word
        for place, word in enumerate(seat.decisions)
    )


def _won(now: RoundView | None, seat: int) -> str:
    nets = [line.net_cents for line in now.lines if line.seat == seat] if now else []
    return money.show_net(sum(nets)) if nets else ""
