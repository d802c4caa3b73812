"""Par sheets on the screen."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from rich import box
from rich.markup import escape
from rich.table import Table

from fairdeal.analysis.errata import Compared
from fairdeal.cli.grids import heading, note, percent, table_of
from fairdeal.cli.par_sections import SECTIONS
from fairdeal.cli.screen import Screen
from fairdeal.games.phrases import source

NARROWEST: Final = 80
"""Columns that the tables of a sheet need."""

ROOM_FOR_FRACTIONS: Final = 110
"""Columns from which the exact fractions fit beside the figures."""

_RISK: Final = "element\nof risk"

LONGEST_IN_A_TABLE: Final = 24
"""Characters of a fraction that a table has room for."""


def show_sheet(shown: dict[str, Any], in_detail: bool) -> None:
    """Print a par sheet; *in_detail* with every line and outcome of every figure."""
    screen = Screen(NARROWEST)
    screen.show(f"[bold]{shown['name']}[/]: par sheet")
    screen.show(f"Source: {source(shown)}")
    for own in shown["own_tables"]:
        screen.show(f"[bold]Not a pay table of this source: {escape(own)}[/]")
    screen.show(f"Rules digest: {shown['rules_digest']}, analysis {shown['analysis_digest']}")
    options = ", ".join(f"{key}={value}" for key, value in shown["options"].items())
    if options:
        screen.show(f"Options: {options}")
    _figures(screen, shown, in_detail)
    if in_detail:
        for figure in shown["figures"]:
            _outcomes(screen, figure)
        _pay_tables(screen, shown)
    for section, show in SECTIONS.items():
        if section in shown:
            show(screen, shown[section])
    screen.flush()


def show_published(rows: Sequence[Compared], keys: Sequence[str]) -> None:
    """Print every printed figure beside the exact one."""
    screen = Screen(NARROWEST)
    for key in keys:
        heading(screen, key)
        own = [each for each in rows if each.game.key == key]
        if not own:
            note(screen, "the document prints no figures")
            continue
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
        table.add_column("figure")
        table.add_column("bet and pay tables", no_wrap=True)
        for name in ("printed", "exact"):
            table.add_column(name, justify="right", no_wrap=True)
        table.add_column("", no_wrap=True)
        for each in own:
            names = each.tables
            tables = ", ".join(names) if len(names) < 3 else f"{names[0]} to {names[-1]}"
            table.add_row(
                each.printed.what,
                f"{each.figure.bet} {tables}",
                each.printed.text,
                _printed_like(each),
                "agrees" if each.printed.agrees else "[bold]differs[/]",
            )
        screen.show(table)
        for each in own:
            if each.belongs_to:
                screen.show(
                    f"  {each.figure.bet} {each.figure.pay_table}: {each.printed.what} is"
                    f" {each.printed.correct}; what is printed belongs to {each.belongs_to}"
                )
    wrong = sum(not each.printed.agrees for each in rows)
    screen.show(f"{len(rows)} printed figures, {len(rows) - wrong} agree, {wrong} differ;")
    screen.show("a printed figure agrees when the exact one rounds to it")
    screen.flush()


def _printed_like(each: Compared) -> str:
    """The exact figure with two digits more than the printed one has."""
    text = each.printed.text
    percent_sign = text.endswith("%")
    digits = len(text.rstrip("%").partition(".")[2]) + 2
    value = float(each.printed.exact) * (100 if percent_sign else 1)
    return f"{value:.{digits}f}{'%' if percent_sign else ''}"


def _figures(screen: Screen, shown: dict[str, Any], in_detail: bool) -> None:
    figures = shown["figures"]
    heading(screen, "Figures, per unit of the bet")
    longest = max(len(each["house_edge"]["exact"]) for each in figures)
    wide = screen.width >= ROOM_FOR_FRACTIONS and longest <= LONGEST_IN_A_TABLE
    columns: list[tuple[str, Callable[[dict[str, Any]], str]]] = [
        ("house edge", lambda each: percent(each["house_edge"])),
        ("wins", lambda each: percent(each["win"], 2)),
        ("pushes", lambda each: percent(each["push"], 2)),
        ("std dev", lambda each: f"{each['standard_deviation']:.4f}"),
        (
            _RISK,
            lambda each: percent(each["element_of_risk"]) if "element_of_risk" in each else "",
        ),
        ("printed", _verdict),
        ("exactly", lambda each: each["house_edge"]["exact"] if wide else ""),
    ]
    used = [(name, cell) for name, cell in columns if any(map(cell, figures))]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("bet", no_wrap=True)
    table.add_column("pay table", overflow="fold", min_width=4)
    for name, _ in used:
        table.add_column(name, justify="right", no_wrap=True)
    defaults = {(each["bet"], each["name"]) for each in shown["pay_tables"] if each["default"]}
    for each in figures:
        name, cells = each["pay_table"] or "", [cell(each) for _, cell in used]
        starred = "*" if (each["priced_by"], name) in defaults else ""
        table.add_row(each["bet"], escape(name) + starred, *cells)
    screen.show(table)
    said = [f"{each['bet']}: {text}" for each in figures for text in each.get("assumptions", ())]
    for each in figures:
        name = f"{each['bet']} {each['pay_table'] or ''}".strip()
        said += [
            f"{name} with {other['option']}: house edge {percent(other['house_edge'])}"
            for other in each.get("otherwise", ())
        ]
        if "long_run_house_edge" in each:
            said.append(f"{name} in the long run: {percent(each['long_run_house_edge'])}")
    for text in dict.fromkeys(map(escape, said)):
        note(screen, f"{text}")
    note(screen, "; ".join(_legend(figures, [name for name, _ in used], bool(defaults))))
    if not wide and not in_detail:
        note(screen, "--bet BET and --json show the exact fractions")


def _legend(figures: list[dict[str, Any]], shown: Sequence[str], starred: bool) -> Iterator[str]:
    """What the columns mean, as far as they are shown."""
    for head in dict.fromkeys(each["bet"] for each in figures if each["per"] == each["bet"]):
        yield f"{head} is the whole base game"
    yield "wins is the hit frequency, the share of hands with a net win"
    if _RISK in shown:
        yield "element of risk is the loss per dollar wagered in all"
    if starred:
        yield "* marks the default pay table"


def _verdict(figure: dict[str, Any]) -> str:
    if "published" not in figure:
        return ""
    return "agrees" if figure["published"]["agrees"] else "[bold]differs[/]"


def _outcomes(screen: Screen, figure: dict[str, Any]) -> None:
    name = f"{figure['bet']} {figure['pay_table'] or ''}".strip()
    heading(screen, escape(f"{name}: exactly"))
    keys = ("house_edge", "hit_frequency", "push", "lose", "variance", "element_of_risk")
    for key in (key for key in keys if key in figure):
        note(screen, f"{key.replace('_', ' ')} {figure[key]['exact']}")
    for each in figure.get("published", {}).get("figures", ()):
        found = "agrees" if each["agrees"] else f"[bold]differs: {each['correct']}[/]"
        note(screen, f"printed {each['figure']} {each['printed']}: {found}")
    if "lines" in figure:
        heading(screen, escape(f"{name}: lines"))
        table = table_of(("hand", "pays"), ("ways", "probability"))
        for line in figure["lines"]:
            share = line["ways"] / figure["hands"]
            table.add_row(line["event"], line["pays"], f"{line['ways']:,}", f"{share:.8f}")
        screen.show(table)
    heading(screen, escape(f"{name}: outcomes per {figure['per']}"))
    table = table_of((), ("net", "ways", "probability"))
    for each in figure["outcomes"]:
        table.add_row(each["net"], f"{each['ways']:,}", f"{each['probability']:.8f}")
    table.add_row("all", f"{figure['deals']:,}", "")
    screen.show(table)


def _pay_tables(screen: Screen, shown: dict[str, Any]) -> None:
    """The tables whose lines no figure counts."""
    counted = {(each["bet"], each["pay_table"]) for each in shown["figures"] if "lines" in each}
    for each in shown["pay_tables"]:
        if (each["bet"], each["name"]) in counted:
            continue
        for column, lines in each["columns"].items():
            title = "" if column == "pays" else f", {each['titles'][column]}"
            heading(screen, escape(f"{each['bet']} {each['name']}: pay table{title}"))
            table = table_of(("hand",), ("pays",))
            for line in lines:
                table.add_row(line["hand"], line["pays"])
            screen.show(table)
