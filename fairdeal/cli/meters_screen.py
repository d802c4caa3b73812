"""Meters on the screen: what the signs show, and the report of gaming days."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from rich.markup import escape
from rich.text import Text

from fairdeal import money
from fairdeal.cli.books_fitting import fitted
from fairdeal.cli.fitting import Column, show_rows
from fairdeal.cli.grids import heading, note, table_of
from fairdeal.cli.screen import Screen
from fairdeal.errors import listed
from fairdeal.live.history.naming import game_name
from fairdeal.live.table.amounts import exactly, share

Row: TypeAlias = Mapping[str, Any]

_MOVES: Final = {
    "opening": "opening_parts",
    "bets": "contributed_parts",
    "house": "resets_parts",
    "paid": "paid_parts",
    "adjusted": "adjusted_parts",
    "closing": "closing_parts",
}


def show_signs(shown: Row) -> None:
    """What hangs over the tables, and who waits for a payment."""
    screen = Screen()
    if not shown["progressives"]:
        screen.show("The room has no progressive: open one with fairdeal do NAME open-progressive.")
    for each in shown["progressives"]:
        _show_sign(screen, each)
    screen.flush()


def _show_sign(screen: Screen, sign: Row) -> None:
    state = f"takes no bets ({sign['disabled']})" if sign["disabled"] else "open"
    heading(screen, escape(f"Progressive {sign['progressive']}: {state}"))
    fed = listed(f"{each['bet']} of {game_name(each['game'])}" for each in sign["links"])
    tables = f"at {listed(sign['tables'])}" if sign["tables"] else "at no table now"
    shares = "; winners of one round share a meter" if sign["shared"] else ""
    screen.show(Text(f"{money.show(sign['wager_cents'])} on {fed}, {tables}{shares}"))
    columns = [Column("meter"), *(Column(name, is_right=True) for name in _SIGN)]
    rows = [
        [[each["meter"]], *([cell(each)] for cell in _SIGN.values())] for each in sign["meters"]
    ]
    show_rows(screen, columns, rows)
    for each in sign["meters"]:
        if each["next_rate_millionths"] is not None:
            rate = share(each["next_rate_millionths"])
            note(screen, f"{each['meter']} grows by {rate} from its next win on")
    for each in sign["waiting"]:
        note(screen, escape(_waiting(each)))
    if proposed := sign["proposal"]:
        cents, why = money.show(proposed["cents"]), proposed["why"]
        text = f"{proposed['by']} wants {proposed['meter']} to fall by {cents} ({why})"
        note(screen, escape(f"{text}: {proposed['reason']}; a second person must agree"))


_SIGN: Final[Mapping[str, Callable[[Row], str]]] = {
    "shows": lambda each: money.show(each["shown_cents"]),
    "reset": lambda each: money.show(each["reset_cents"]),
    "grows by": lambda each: share(each["rate_millionths"]),
    "ceiling": lambda each: money.show(each["ceiling_cents"]) if each["ceiling_cents"] else "",
    "beyond it": lambda each: exactly(each["overflow_parts"]) if each["overflow_parts"] else "",
    "won": lambda each: f"{each['wins']:,}",
}


def _waiting(won: Row) -> str:
    where = f"{won['player']} at seat {won['seat']} of {won['table']}, round {won['round']}"
    text = f"payment {won['id']} waits: the {won['meter']} meter for {where}"
    if won["amount_cents"] is None:
        return f"{text}; {won['status']}, not submitted"
    return f"{text}; {money.show(won['amount_cents'])}, needs {listed(won['missing'])}"


def show_report(shown: Row) -> None:
    """What became of the meters, day by day."""
    screen = Screen()
    head(screen, shown, shown["title"])
    if not shown["days"]:
        screen.show("\nno progressive was open")
    for day in dict.fromkeys(row["day"] for row in shown["days"]):
        heading(screen, f"Gaming day {day}")
        _show_moves(screen, [row for row in shown["days"] if row["day"] == day])
    if len({row["day"] for row in shown["days"]}) > 1:
        heading(screen, "All days")
        _show_moves(screen, shown["totals"])
    for text in _differences(shown):
        note(screen, f"[bold red]{escape(text)}[/]")
    if shown["days"] and shown["reconciled"]:
        screen.show("Reconciled: every part of a cent is shown, held or paid")
    if shown["hits"]:
        _show_hits(screen, shown["hits"])
    if shown["jackpots"]:
        heading(screen, "Wins that waited for approval")
        _show_in_short(screen, shown["jackpots"])
    if shown["notes"]:
        heading(screen, "Assumptions")
        for text in shown["notes"]:
            note(screen, text)
    screen.flush()


def head(screen: Screen, shown: Row, title: str) -> None:
    """Who reports what about which interval."""
    first, last = shown["first_day"], shown["last_day"]
    days = f"gaming day {first}" if first == last else f"gaming days {first} to {last}"
    screen.show(f"[bold]{escape(title)}[/], {days}")
    screen.show(f"Operator: {escape(shown['operator'])}")
    screen.show(f"From {shown['begins']} to {shown['ends']}, {escape(shown['time_zone'])}")
    screen.show(f"Made {shown['made']}")
    if shown["interim"]:
        screen.show("Interim: the interval is not over")


def _show_moves(screen: Screen, rows: Sequence[Row]) -> None:
    grid = table_of(("meter",), tuple(_MOVES))
    names = {row["progressive"] for row in rows}
    for row in rows:
        name = f"{row['progressive']} {row['meter']}" if len(names) > 1 else row["meter"]
        grid.add_row(name, *(exactly(row[key]) for key in _MOVES.values()))
    screen.show(fitted(grid, screen.width))
    for row in rows:
        if row["overflow_parts"]:
            over = exactly(row["overflow_parts"])
            note(screen, f"{row['meter']}: {over} of it waits beyond the ceiling")
        for each in row["adjustments"]:
            note(screen, escape(f"{row['meter']}: {_adjusted(each)}"))


def _adjusted(each: Row) -> str:
    before, after = money.show(each["before_cents"]), money.show(each["after_cents"])
    return (
        f"{money.show(each['cents'])} taken for {each['why']} at {each['at']}, the sign went from"
        f" {before} to {after}; {each['by']} proposed and {each['approver']} approved it:"
        f" {each['reason']}"
    )


def _differences(shown: Row) -> Iterator[str]:
    for row in shown["days"]:
        if not row["reconciled"]:
            yield (
                f"{row['day']} {row['progressive']} {row['meter']}: not reconciled; the events of"
                f" the day and the meter differ by {exactly(row['difference_parts'])}, the ledger"
                f" and the meter by {exactly(row['ledger_difference_parts'])}"
            )


def _show_hits(screen: Screen, rows: Sequence[Row]) -> None:
    heading(screen, "Hits against the exact chance")
    grid = table_of(("meter",), ("bets", "hits", "expected", "tail", "won", "to expect"))
    for row in rows:
        known, tail = row["expected_hits"], row["tail"]
        grid.add_row(
            f"{row['progressive']} {row['meter']}",
            f"{row['bets']:,}",
            f"{row['hits']:,}",
            _number(known["value"]) if known else "-",
            f"{tail['side']} {100 * tail['probability']:.3g} %" if tail else "-",
            money.show(row["won_cents"]),
            money.show(round(row["expected_cents"]["value"])) if known else "-",
        )
    screen.show(fitted(grid, screen.width))


def _number(value: float) -> str:
    return f"{value:,.2f}" if value >= 1 else f"{value:.3g}"


def _show_in_short(screen: Screen, rows: Sequence[Row]) -> None:
    names = ("id", "meter", "player", "hand", "status", "amount")
    columns = [Column(name, is_right=name == "amount") for name in names]
    cells = [
        [
            [row["id"]],
            [row["meter"] or "bank"],
            [row["player"]],
            [row["hand"]],
            [row["status"]],
            [money.show(row["amount_cents"])],
        ]
        for row in rows
    ]
    show_rows(screen, columns, cells)
