"""The chapters about playing or folding: where the border is, and what ignoring it costs."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from fairdeal.report import borders, charts
from fairdeal.report.blocks import (
    Beside,
    Block,
    Cell,
    Fold,
    Plot,
    Section,
    Table,
    Text,
    columns,
    exact,
    row,
    share,
)
from fairdeal.report.numbers import NOTHING, and_so_on, count, decimal, exactly, percent
from fairdeal.report.subject import Subject

Cuts = Sequence[Mapping[str, Any]]

_PANELS: Final = 3
"""So many borders fit side by side."""


def strategies(about: Subject) -> Iterator[Section]:
    """How to play, once for all the pay tables under which it is the same."""
    alike: list[tuple[dict[str, Any], list[str]]] = []
    for each in about.sheet["strategies"]:
        told = {key: value for key, value in each.items() if key != "pay_table"}
        tables = next((names for other, names in alike if other == told), None)
        if tables is None:
            alike.append((told, tables := []))
        if each["pay_table"] is not None:
            tables.append(each["pay_table"])
    for number, (told, tables) in enumerate(alike, 1):
        title = "Strategy" if len(alike) == 1 else f"Strategy, table {and_so_on(tables)}"
        lead = f"{percent(exactly(told['share_played']))} of all hands are played"
        lead += f" ({told['share_played']['exact']})."
        if len(alike) == 1 < len(tables):
            lead += f" The decisions are the same under pay tables {and_so_on(tables)}."
        yield Section(f"strategy-{number}", title, tuple(_blocks(about, told)), lead)


def _blocks(about: Subject, told: Mapping[str, Any]) -> Iterator[Block]:
    cuts = told["cuts"]
    yield Text(" ".join(in_words(cuts)))
    yield from _by_up_card(cuts) if len(cuts) > 1 else _one_border(cuts[0])
    rules = tuple(row(each["rule"], share(each["cost"])) for each in told["simple_rules"])
    costs = Table(columns("rule", "# cost per ante"), rules, "What simple rules cost")
    effects = tuple(
        row(
            about.name(each["bet"]),
            "yes" if each["forfeited_by_a_fold"] else "no",
            count(each["hands_it_could_change"]),
        )
        for each in told["side_bets"]
    )
    sides = Table(
        columns("side bet", "lost by a fold", "# hands it could change"),
        effects,
        "What side bets do to the decision",
        "Hands folded in the base game that a side bet, however large, would make worth playing.",
    )
    yield Beside((costs,), (sides,)) if effects else costs
    for cut in cuts if len(cuts) > 1 else ():
        if cut["strongest_folded"]:
            title = f"Hands near the border, {_up(cut)} up"
            yield Fold(title, _rule(cut), (_border(cut, ""),))


def _one_border(cut: Mapping[str, Any]) -> Iterator[Block]:
    """Where no card is up: the chart, the values, and both exactly."""
    if not cut["strongest_folded"]:
        return
    values = _values((cut,))
    if len({each["decision"] for each in cut["chart"]}) > 1:
        highest = cut["weakest_played"]["words"].split("-")[0]
        says = f"Hands to play and to fold whose highest card is {highest}"
        note = (
            "Middle card down, low card across; no straights. P play, F fold, D depends on suits"
            " and other cards; the border is ringed."
        )
        yield Beside((Plot(charts.triangle(cut, says), says, f"{highest} high", note),), (values,))
    else:
        yield values
    yield _border(cut, "Hands near the border")


def _by_up_card(cuts: Cuts) -> Iterator[Block]:
    """Where a card is up: what it does to the border."""
    says = "Share of hands to play, and the weakest of them, for each card the dealer shows"
    picture = Plot(borders.by_up_card(cuts, says), says, "Hands to play by the card that is up")
    rows = tuple(
        row(
            _up(cut),
            share(cut["share_played"]),
            _worth(cut["weakest_played"], "lowest", cut["strength_decides"]),
            _worth(cut["strongest_folded"], "highest", cut["strength_decides"]),
        )
        for cut in cuts
    )
    heads = columns("up", "# hands played", "# weakest played", "# strongest folded")
    note = "Beneath a hand, what playing it is worth in antes: at worst, and for a fold at best."
    parted = [cut for cut in cuts if cut["strongest_folded"]]
    pictures = (picture, _values(parted)) if 0 < len(parted) <= _PANELS else (picture,)
    yield Beside(pictures, (Table(heads, rows, "The border by the card that is up", note),))


def _values(cuts: Cuts) -> Plot:
    says = "Value of playing near the border against the value of a fold, in antes"
    title = "Value of playing near the border"
    note = "Each line runs from the worst suits to the best."
    return Plot(borders.near(cuts, "antes", says), says, title, note)


def _worth(hand: Mapping[str, Any] | None, end: str, decides: bool) -> Cell:
    if hand is None:
        return Cell(NOTHING)
    text = hand["words"] if decides else f"some of {hand['words']}"
    return Cell(text, decimal(exactly(hand["value_of_play"][end])))


def _up(cut: Mapping[str, Any]) -> str:
    return (cut["up"] or "").replace("T", "10")


def _rule(cut: Mapping[str, Any]) -> str:
    """The decision in a sentence."""
    best, worst = cut["weakest_played"], cut["strongest_folded"]
    if worst is None:
        return "Play every hand."
    if cut["strength_decides"]:
        return f"Play {best['words']} and better; fold {worst['words']} and below."
    return (
        f"Play everything better than {worst['words']}, fold everything below {best['words']};"
        " between them suits and other cards decide."
    )


def in_words(cuts: Cuts) -> Iterator[str]:
    """A sentence for each run of cards against which one plays alike."""
    for rule, run in groupby(cuts, _rule):
        ups = [_up(cut) for cut in run]
        if not ups[0]:
            yield rule
        else:
            shown = ups[0] if len(ups) == 1 else f"{ups[0]} to {ups[-1]}"
            yield f"Against {shown} up: {rule[0].lower()}{rule[1:]}"


def _border(cut: Mapping[str, Any], title: str) -> Table:
    rows = []
    for hand in cut["near"]:
        worth = hand["value_of_play"]
        parted = hand["decision"] == "it depends"
        part = f"{percent(exactly(hand['share_played']), 2)} played" if parted else ""
        rows.append(
            row(
                Cell(hand["words"], hand["hand"]),
                Cell(hand["decision"], part),
                exact(worth["lowest"], decimal(exactly(worth["lowest"]))),
                exact(worth["highest"], decimal(exactly(worth["highest"]))),
                decimal(exactly(hand["value_of_fold"])),
            )
        )
    return Table(
        columns("hand", "decision", "# play, at worst", "# play, at best", "# fold"),
        tuple(rows),
        title,
        "Values in antes; beneath a hand, an example with the worst suits.",
    )
