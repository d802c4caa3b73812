"""A table on the screen."""

from collections.abc import Sequence

from rich.markup import escape
from rich.text import Text

from fairdeal import money
from fairdeal.cli.fitting import Column, packed, show_rows
from fairdeal.cli.grids import heading
from fairdeal.cli.screen import Screen
from fairdeal.cli.table_pays import show_pays
from fairdeal.cli.table_rounds import cards_shown, show_last, show_round, won
from fairdeal.live.events import TableOpened
from fairdeal.live.history.naming import game_name
from fairdeal.live.table.procedure import limits_in
from fairdeal.live.views import SeatView, View


def show_tables(shown: Sequence[View]) -> None:
    """Every table in a line, or in a few where the screen is narrow."""
    screen = Screen()
    if not shown:
        screen.show("The room has no table yet: open one with fairdeal do, or try fairdeal demo.")
    columns = [Column("table"), Column("game"), Column("state"), Column("dealer")]
    columns += [Column("seats", is_right=True), Column("round", is_right=True)]
    rows = [
        [
            [view.table],
            [game_name(view.setup.game) if view.setup else ""],
            [_state(view)],
            [view.dealer or "automatic"],
            [f"{sum(seat.taken for seat in view.seats)} of {len(view.seats)}"],
            [str(view.round.number if view.round else 0)],
        ]
        for view in shown
    ]
    show_rows(screen, columns, rows)
    screen.flush()


def show_table(view: View) -> None:
    """One table with its seats, bets and cards."""
    screen = Screen()
    setup = view.setup
    title = f"[bold]Table {view.table}[/]"
    screen.show(f"{title}: {game_name(setup.game)}, {escape(_state(view))}" if setup else title)
    if setup:
        _show_terms(screen, setup)
    if view.meters:
        _show_meters(screen, view)
    if view.last:
        show_last(screen, view.last)
    if view.round:
        banks = next((seat.seat for seat in view.seats if seat.banks), 0)
        show_round(screen, view.round, banks)
    _show_seats(screen, view)
    if view.choices:
        words = ", ".join(
            f"{each.word} ({_cost(each.cents)})" if each.cents else each.word
            for each in view.choices
        )
        screen.show(f"\nYou may say: [bold]{words}[/]")
    show_pays(screen, view)
    if view.held:
        screen.show(f"\nThe table holds until {view.held} is ruled on.")
    if view.pending:
        screen.show(Text(f"{view.pending.by} reported it: {view.pending.reason}"))
    if view.accounts:
        heading(screen, "Balances")
        balances = [[[name], [money.show(cents)]] for name, cents in sorted(view.accounts.items())]
        show_rows(screen, [Column("account"), Column("holds", is_right=True)], balances)
    screen.flush()


def _state(view: View) -> str:
    if not view.is_open:
        return "closed"
    if view.disabled:
        return f"takes no bets ({view.disabled})"
    if view.closing:
        return f"closes when everything is paid ({view.closing})"
    if view.round is None or view.round.over:
        return "open"
    return "open for bets" if view.round.betting else "dealing"


def _show_terms(screen: Screen, setup: TableOpened) -> None:
    limits = [f"{bet} {limit}" for bet, limit in limits_in(setup).items()]
    tables = [f"{bet} {name}" for bet, name in setup.pay_tables.items()]
    for what, each in (("limits", limits), ("pay tables", tables or ["none"])):
        lines = packed(each, screen.width - len(what) - 2)
        screen.show(Text(f"{what}: " + f"\n{' ' * (len(what) + 2)}".join(lines)))
    screen.show(f"profile: {setup.profile}")


def _show_meters(screen: Screen, view: View) -> None:
    shown = [f"{meter} {money.show(cents)}" for meter, cents in view.meters.items()]
    lines = packed(shown, screen.width - len("meters: "))
    screen.show(Text("meters: " + f"\n{' ' * len('meters: ')}".join(lines)))
    if view.meters_off:
        screen.show(Text(f"the progressive takes no bets ({view.meters_off})"))


def _cost(cents: int) -> str:
    return money.show(cents) if cents > 0 else f"{money.show(-cents)} back"


def _show_seats(screen: Screen, view: View) -> None:
    """The seats, free ones too; what nobody has yet takes no room."""
    is_void = view.round is not None and bool(view.round.void)
    columns = [
        Column("seat"),
        Column("player"),
        Column("cards"),
        Column("bets returned" if is_void else "bets", may_break=True),
        Column("said"),
        Column("chips", is_right=True),
        Column("won", is_right=True),
    ]
    rows = [
        [
            [f"{seat.seat}{' (bank)' if seat.banks else ''}"],
            [(seat.player or "taken") if seat.taken else "free"],
            [cards_shown(seat.cards)],
            [f"{bet} {money.show(cents)}" for bet, cents in seat.bets.items()],
            [_said(seat)],
            ["" if seat.chips_cents is None else money.show(seat.chips_cents)],
            [won(view.round.lines, seat.seat, seat.banks) if view.round else ""],
        ]
        for seat in view.seats
    ]
    show_rows(screen, columns, rows)


def _said(seat: SeatView) -> str:
    said = " ".join(
        f"{word} (by the system)" if place in seat.by_system else word
        for place, word in enumerate(seat.decisions)
    )
    return f"{said} (out, bets returned)".strip() if seat.dead else said
