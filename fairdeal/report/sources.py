"""The chapters about where everything comes from: the game, options, readings, method."""

from collections.abc import Iterator, Mapping

from fairdeal.games.describe import described
from fairdeal.games.layout import Option
from fairdeal.games.phrases import size
from fairdeal.report.blocks import (
    Block,
    Cell,
    Points,
    Section,
    Table,
    Text,
    agreement,
    columns,
    row,
)
from fairdeal.report.numbers import and_so_on, capital, ratio
from fairdeal.report.subject import Subject
from fairdeal.report.together import is_simulated


def game(about: Subject) -> Section:
    """The game in brief, and the options in force."""
    options = about.sheet["options"]
    declared = described(about.game)
    bets = tuple(
        row(
            Cell(about.name(bet.key), tone="strong"),
            capital(bet.text),
            about.rules(bet.key),
        )
        for bet in about.game.bets
    )
    blocks: list[Block] = [
        Text(f"{about.game.text}. {size(declared)}"),
        Table(columns("bet", "~ what it is", "~ rules"), bets, "Bets"),
    ]
    chosen = tuple(_option(option, options) for option in about.game.options)
    if chosen:
        heads = columns("option", "in force", "or else", "~ what it decides", "source")
        blocks.append(Table(heads, chosen, "Options in force"))
    return Section("game", "The game", tuple(blocks))


def _option(option: Option, options: Mapping[str, str]) -> tuple[Cell, ...]:
    value = options.get(option.key, option.default)
    return row(
        Cell(option.key, tone="strong"),
        Cell(value, "" if value == option.default else "not the default"),
        ", ".join(each for each in option.values if each != value),
        capital(option.text),
        option.source,
    )


def printed(about: Subject) -> Iterator[Section]:
    """What the document prints, against what is so; no chapter where it prints nothing."""
    if not (checked := list(about.findings())):
        return
    heads = columns(
        "bet", "~ pay table", "~ figure", "# printed", "# exact, rounded alike", "finding"
    )
    merged: dict[tuple[str, ...], list[tuple[str, str, bool]]] = {}
    for figure, each in checked:
        what, _, named = each["figure"].rpartition(", ")
        if not named.isupper():  # it is not a combination of pay tables
            what, named = each["figure"], ""
        alike = (figure["bet"], what, each["printed"], each["correct"], ratio(each))
        merged.setdefault(alike, []).append((figure["pay_table"], named, each["agrees"]))
    rows = tuple(
        row(
            about.name(bet),
            and_so_on(list(dict.fromkeys(table for table, _, _ in found))),
            Cell(what, and_so_on([named for _, named, _ in found if named])),
            text,
            Cell(correct, exact, "strong"),
            agreement(found[0][2]),
        )
        for (bet, what, text, correct, exact), found in sorted(
            merged.items(), key=lambda item: item[1][0][2]
        )  # what differs comes first
    )
    lead = "A printed figure agrees when the exact one rounds to it."
    yield Section("printed", "Printed against exact", (Table(heads, rows),), lead)


def readings(about: Subject) -> Section:
    """How the document was read, and how the figures were found."""
    ours = tuple(
        row(Cell(each["point"], tone="strong"), each["ours"]) for each in about.sheet["readings"]
    )
    tables = tuple(
        row(Cell(about.name(bet), tone="strong"), and_so_on(names), text)
        for (bet, text), names in _tables_read(about).items()
    )
    blocks: list[Block] = [Points(tuple(_method(about)), "How it was computed")]
    if ours:
        blocks.append(
            Table(
                columns("~ point", "~ our reading"), ours, "Where the document is silent or unclear"
            )
        )
    if tables:
        blocks.append(
            Table(columns("bet", "pay table", "~ source and reading"), tables, "Pay tables")
        )
    return Section("sources", "Method, sources and readings", tuple(blocks))


def _tables_read(about: Subject) -> dict[tuple[str, str], list[str]]:
    """What is said of pay tables, each thing once: by bet and text, the tables."""
    found: dict[tuple[str, str], list[str]] = {}
    for figure in about.sheet["figures"]:
        place, reading = about.table(figure).get("place", ""), figure.get("reading", "")
        text = "; ".join(filter(None, (place, reading)))
        if text:
            found.setdefault((figure["bet"], text), []).append(figure["pay_table"])
    return found


def _method(about: Subject) -> Iterator[str]:
    sheet = about.sheet
    yield (
        "Every figure with a fraction is exact: all equally likely deals are counted, each by the"
        " rules that settle bets at the table, and none is sampled."
    )
    yield "Figures are rounded for the eye only; the fraction beneath one is not rounded."
    for part, what in (("coverage", "posted wager"), ("combination", "sum of bets together")):
        if part in sheet and is_simulated(sheet[part]):
            yield f"The {what} is an exception: a {sheet[part]['method']}."
    yield (
        f"Rules digest {sheet['rules_digest']}: a fingerprint of the game's rules, its declaration"
        " and its approved pay tables. Sheets of one game with the same digest were computed from"
        " the same rules."
    )
    for own in sheet["own_tables"]:
        yield f"Not a pay table of the document, and not part of the digest: {own}."
    yield (
        f"Analysis digest {sheet['analysis_digest']}: a fingerprint of the sources of the counting."
    )
    yield f"Computed by Fairdeal {sheet['version']}."
