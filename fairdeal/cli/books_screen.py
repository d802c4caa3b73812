"""Books on the screen."""

from collections.abc import Iterator, Sequence

from rich.markup import escape

from fairdeal import money
from fairdeal.books.expectation import FAR_OFF, Verdict
from fairdeal.books.statement import NO_ACTIVITY
from fairdeal.books.wagers import HOUSE
from fairdeal.cli.books_fitting import fitted
from fairdeal.cli.books_tables import (
    Row,
    chips,
    dollars,
    meters,
    results,
    theory,
    unusual,
    wagers,
    wagers_in_theory,
)
from fairdeal.cli.grids import heading, note
from fairdeal.cli.rooms import many
from fairdeal.cli.screen import Screen
from fairdeal.errors import listed


def show_books(shown: Row) -> None:
    """Print a statement."""
    screen = Screen()
    _head(screen, shown)
    if not shown["activity"]:
        screen.show(f"\n{NO_ACTIVITY}")
    elif shown["by"] == "wager":
        _by_wager(screen, shown)
    else:
        _by_row(screen, shown)
    _practice(screen, shown["practice"])
    screen.flush()


def _practice(screen: Screen, rows: Sequence[Row]) -> None:
    """Practice tables, which count in no other figure."""
    if rows:
        heading(screen, "Practice tables, not in the figures above")
    for row in rows:
        rounds = many(row["rounds"], "round")
        amounts = (row["handle_cents"], row["drop_cents"], row["win_cents"])
        wagered, given, won = map(money.show, amounts)
        note(screen, f"{row['table']}: {rounds}, {wagered} wagered, {given} in chips, win {won}")


def _by_row(screen: Screen, shown: Row) -> None:
    screen.show(fitted(results(shown), screen.width))
    if any(row["bank"] != HOUSE for row in shown["rows"]):
        note(screen, "where players hold the bank, the win is theirs and the house holds nothing")
    if "verdict" in shown["totals"][0]:
        heading(screen, "Held against theory")
        screen.show(fitted(theory(shown), screen.width))
        note(
            screen,
            "compared: hands of every wager that theory speaks of, and what they won; a seat with"
            " three wagers counts three times",
        )
        _left_out(screen, shown["rows"])
    heading(screen, "Chips")
    screen.show(fitted(chips(shown), screen.width))
    if table := meters(shown):
        heading(screen, "Meters")
        screen.show(fitted(table, screen.width))
        note(
            screen,
            "to meters: what bets added, out of the tables' banks; left: the win without it; from"
            " meters: what they paid to winners; resets: what the house put in for the next win",
        )
    if table := unusual(shown):
        heading(screen, "Out of the ordinary")
        screen.show(fitted(table, screen.width))
        note(
            screen,
            "no action: stakes returned; void: rounds; dead: hands ruled out of a round; by"
            " system: decisions taken for players who made none in time",
        )
    _end(screen, shown)


def _by_wager(screen: Screen, shown: Row) -> None:
    for theme in shown["themes"]:
        rows = [row for row in shown["rows"] if row["theme"] == theme["theme"]]
        if not rows:
            continue
        heading(screen, f"{theme['name']}: {_tables_of(theme)}")
        screen.show(fitted(wagers(rows), screen.width))
        if "theory" in rows[0]:
            screen.show(fitted(wagers_in_theory(rows), screen.width))
            _left_out(screen, rows)
    _end(screen, shown)


def _left_out(screen: Screen, rows: Sequence[Row]) -> None:
    for row in rows:
        for each in row.get("wagers", [row]):
            if each["hands_left_out"]:
                number = many(each["hands_left_out"], "hand")
                why = each["left_out_because"]
                note(screen, escape(f"{_place(row, each)}: theory leaves out {number}: {why}"))


def _place(row: Row, wager: Row) -> str:
    """Which wager of which row is meant."""
    place = [row[name] for name in ("table", "day", "shift") if name in row]
    return " ".join([*place, wager["game"], wager["bet"]])


def _head(screen: Screen, shown: Row) -> None:
    first, last = shown["first_day"], shown["last_day"]
    days = f"gaming day {first}" if first == last else f"gaming days {first} to {last}"
    screen.show(f"[bold]{escape(shown['title'])}[/], {days}")
    screen.show(f"Operator: {escape(shown['operator'])}")
    zone = escape(shown["time_zone"])
    screen.show(f"From {shown['begins']} to {shown['ends']}, {zone}")
    screen.show(f"Made {shown['made']}")
    if shown["interim"]:
        screen.show("Interim: the interval is not over")
    if shown["in_play"]:
        screen.show(f"A round is in play and not counted yet at {listed(shown['in_play'])}")


def _end(screen: Screen, shown: Row) -> None:
    flagged = list(_flagged(shown))
    if flagged:
        heading(screen, "To be looked at")
        for text in flagged:
            note(screen, f"[bold]{escape(text)}[/]")
    if shown["by"] in ("table", "game"):
        _themes(screen, shown["themes"])
    if shown["notes"]:
        heading(screen, "Assumptions")
        for text in shown["notes"]:
            note(screen, text)


def _flagged(shown: Row) -> Iterator[str]:
    """A sentence for every wager whose result is far off."""
    for row in shown["rows"]:
        for each in row.get("wagers", [row]):
            if each.get("verdict") in FAR_OFF:
                found = each["theory"]
                mean = dollars(found["expected_win_cents"]["value"])
                yield (
                    f"{_place(row, each)}: {each['verdict']}, the {row['bank']} won"
                    f" {money.show(found['win_cents'])} in {many(found['hands'], 'hand')} where"
                    f" {mean} was to be expected ({found['z']:+.2f} standard deviations)"
                    f"{_reserve(each)}"
                )


def _reserve(wager: Row) -> str:
    """What is to be said where standard deviations do not measure chances."""
    found = wager["theory"]
    if wager["verdict"] == Verdict.RARE_PAY:
        return (
            f"; one hand that cost {money.show(found['largest_pay_cents'])} made it, which so few"
            " hands do not tell from chance"
        )
    return "; in so few hands deviations measure chances only roughly" if found["lumpy"] else ""


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
