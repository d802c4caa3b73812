"""Books on the screen."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from fairdeal import money
from fairdeal.books.statement import NO_ACTIVITY
from fairdeal.books.wagers import HOUSE
from fairdeal.cli.books_tables import FLAGGED, Row, chips, dollars, results, wagers
from fairdeal.cli.grids import heading, note
from fairdeal.cli.screen import WIDEST, Screen
from fairdeal.errors import listed

NARROWEST: Final = 100
"""Columns that the tables of most rooms need."""

ROOM_FOR_HANDLE: Final = 120
"""Columns from which everything that was staked fits beside what was won."""


def show_books(shown: Row) -> None:
    """Print a statement."""
    if not shown["activity"]:
        screen = Screen(NARROWEST)
        _head(screen, shown)
        screen.show(f"\n{NO_ACTIVITY}")
        screen.flush()
    elif shown["by"] == "wager":
        _by_wager(shown)
    else:
        _by_row(shown)


def _by_row(shown: Row) -> None:
    moved = chips(shown)
    screen = _wide_enough(results(shown, with_handle=False), moved)
    _head(screen, shown)
    screen.show(results(shown, with_handle=screen.width >= ROOM_FOR_HANDLE))
    if any(row["bank"] != HOUSE for row in shown["rows"]):
        note(screen, "where players hold the bank, the win is theirs and the house holds nothing")
    heading(screen, "Chips, and what was out of the ordinary")
    screen.show(moved)
    note(
        screen,
        "no action: stakes that went back; void: rounds; dead: hands ruled out of a round; by"
        " system: decisions taken for players who made none in time",
    )
    _end(screen, shown)


def _by_wager(shown: Row) -> None:
    found = [
        (theme, [row for row in shown["rows"] if row["theme"] == theme["theme"]])
        for theme in shown["themes"]
    ]
    found = [(theme, rows) for theme, rows in found if rows]
    tables = [wagers(rows) for _, rows in found]
    screen = _wide_enough(*tables)
    _head(screen, shown)
    for (theme, rows), table in zip(found, tables, strict=True):
        heading(screen, f"{theme['name']}: {_tables_of(theme)}")
        screen.show(table)
        for row in rows:
            left_out = row["theory"]["hands_left_out"] if row.get("theory") else 0
            if left_out:
                note(
                    screen,
                    f"{row['bet']}: theory leaves out {left_out:,} hands, which the bank might not"
                    " have paid whole",
                )
    _end(screen, shown)


def _wide_enough(*tables: Table) -> Screen:
    """A screen on which no amount is cut off."""
    console = Console(width=WIDEST)
    return Screen(max([NARROWEST, *(console.measure(table).minimum for table in tables)]))


def _head(screen: Screen, shown: Row) -> None:
    first, last = shown["first_day"], shown["last_day"]
    days = f"gaming day {first}" if first == last else f"gaming days {first} to {last}"
    screen.show(f"[bold]{escape(shown['title'])}[/], {days}")
    screen.show(f"Operator: {escape(shown['operator'])}")
    zone = escape(shown["time_zone"])
    screen.show(f"From {shown['begins']} to {shown['ends']}, {zone}; made {shown['made']}")
    if shown["interim"]:
        screen.show("Interim: the interval is not over")
    if shown["in_play"]:
        screen.show(f"A round is in play and not counted yet at {listed(shown['in_play'])}")


def _end(screen: Screen, shown: Row) -> None:
    flagged = list(_flagged(shown))
    if flagged:
        heading(screen, "Improbable")
        for text in flagged:
            note(screen, f"[bold]{escape(text)}[/]")
    if shown["by"] in ("table", "game"):
        _themes(screen, shown["themes"])
    if shown["notes"]:
        heading(screen, "What theory rests on")
        for text in shown["notes"]:
            note(screen, text)
    screen.flush()


def _flagged(shown: Row) -> Iterator[str]:
    """A sentence for every wager whose result is improbable."""
    for row in shown["rows"]:
        place = [row[name] for name in ("table", "day", "shift") if name in row]
        for each in row.get("wagers", [row]):
            if each.get("verdict") in FLAGGED:
                theory = each["theory"]
                mean = dollars(theory["expected_win_cents"]["value"])
                rare = "; in so few hands a single rare pay can do that" if theory["lumpy"] else ""
                yield (
                    f"{' '.join([*place, each['game'], each['bet']])}: {each['verdict']}, the"
                    f" {row['bank']} won {money.show(theory['win_cents'])} in"
                    f" {theory['hands']:,} hands where {mean} was to be expected"
                    f" ({theory['z']:+.2f} standard deviations){rare}"
                )


def _themes(screen: Screen, themes: Sequence[Row]) -> None:
    heading(screen, "Themes")
    for theme in themes:
        note(screen, f"{theme['theme']} {theme['name']}: {_tables_of(theme)}")


def _tables_of(theme: Row) -> str:
    """Pay tables and options, and whether the program still deals by these rules."""
    said = [f"{bet} {name}" for bet, name in theme["pay_tables"].items()]
    said += [f"{key}={value}" for key, value in theme["options"].items()]
    if not theme["known"]:
        said.append("which this program does not know any more")
    elif not theme["same_rules"]:
        said.append(f"by the rules {theme['rules_digest']}, not those of this program")
    return escape(", ".join(said))
