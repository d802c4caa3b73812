"""The chapters about decisions: what is best with which hands, and what simpler rules cost."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from fairdeal.errors import listed
from fairdeal.games.layout import FOLD
from fairdeal.report import borders, charts
from fairdeal.report.blocks import (
    Beside,
    Block,
    Cell,
    Fold,
    Plot,
    Rules,
    Section,
    Table,
    Text,
    columns,
    exact,
    row,
    rules,
    share,
)
from fairdeal.report.numbers import (
    NOTHING,
    and_so_on,
    capital,
    count,
    decimal,
    exactly,
    percent,
)
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
        lead = _shares(told["shares"])
        if len(alike) == 1 < len(tables):
            lead += f" The decisions are the same under pay tables {and_so_on(tables)}."
        yield Section(f"strategy-{number}", title, tuple(_blocks(about, told)), lead)


def _shares(shares: Sequence[Mapping[str, Any]]) -> str:
    """How often each choice is best."""
    told: list[str] = []
    for each in shares:
        if exactly(each["share"]):
            of_what = "" if told else "of all hands are "
            part = percent(exactly(each["share"]))
            told.append(f"{part} {of_what}{each['told']} ({each['share']['exact']})")
    return f"{listed(told, 'and')}."


def in_words(told: Mapping[str, Any]) -> Rules | Text:
    """What to do: sentences where the strength decides, else lines."""
    lines = told["instructions"]["lines"]
    if any(line["depth"] for line in lines):
        return rules(lines)
    return Text(" ".join(f"{capital(line['text'])}." for line in lines))


def staying_in(told: Mapping[str, Any]) -> tuple[str, str]:
    """What a hand does that is not given up, and what is said of it then, in the game's words.

    >>> staying_in({"shares": [{"choice": "call", "told": "called"}]})
    ('call', 'called')
    """
    words = [each for each in told["shares"] if each["choice"] != FOLD]
    return (
        (words[0]["choice"], words[0]["told"]) if len(words) == 1 else ("stay in", "that stay in")
    )


def _blocks(about: Subject, told: Mapping[str, Any]) -> Iterator[Block]:
    cuts, per = told["cuts"], told["per"]
    yield in_words(told)
    one, many = staying_in(told)
    yield from (
        _by_up_card(cuts, per, one, many) if len(cuts) > 1 else _one_border(cuts[0], per, one)
    )
    rows = tuple(row(each["rule"], share(each["cost"])) for each in told["simple_rules"])
    costs = Table(columns("rule", f"# cost per {per}"), rows, "What simple rules cost")
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
            title = f"Hands near the border, {up(cut)} up"
            yield Fold(title, _remark(cut), (_border(cut, "", per),))


def _remark(cut: Mapping[str, Any]) -> str:
    return "; ".join(step["text"] for step in cut["steps"])


def _one_border(cut: Mapping[str, Any], per: str, word: str) -> Iterator[Block]:
    """Where no card is up: the chart, the values, and both exactly."""
    if not cut["strongest_folded"]:
        return
    values = _values((cut,), per)
    if len({each["decision"] for each in cut["chart"]}) > 1:
        highest = cut["weakest_played"]["words"].split("-")[0]
        says = f"Hands to {word} and to fold whose highest card is {highest}"
        note = "Middle card down, low card across; no straights."
        note += f" {charts.legend(cut)}; the border is ringed."
        yield Beside((Plot(charts.triangle(cut, says), says, f"{highest} high", note),), (values,))
    else:
        yield values
    yield _border(cut, "Hands near the border", per)


def _by_up_card(cuts: Cuts, per: str, word: str, said: str) -> Iterator[Block]:
    """Where a card is up: what it does to the borders between choices."""
    says = f"Share of hands to {word}, and the weakest of them, for each card the dealer shows"
    share_of = f"share of hands to {word}"
    title = f"Hands to {word}, by the card that is up"
    picture = Plot(borders.by_up_card(cuts, share_of, says), says, title)
    rows = tuple(each for cut in cuts for each in _by_step(cut))
    heads = columns("up", f"# hands {said}", "# all from", "# none up to")
    note = f"Beneath a hand, what staying in is worth in {per}s: at worst, and at best."
    parted = [cut for cut in cuts if cut["strongest_folded"]]
    pictures = (picture, _values(parted, per)) if 0 < len(parted) <= _PANELS else (picture,)
    yield Beside(pictures, (Table(heads, rows, "The borders by the card that is up", note),))


def _by_step(cut: Mapping[str, Any]) -> Iterator[tuple[Cell, ...]]:
    """A row for each border between two choices; one where a choice is always best."""
    played = share(cut["share_played"])
    if not cut["steps"]:
        yield row(up(cut), played, _worth(cut["weakest_played"], "lowest"), NOTHING)
    for place, step in enumerate(cut["steps"]):
        yield row(
            Cell(up(cut) if not place else "", step["higher"] if len(cut["steps"]) > 1 else ""),
            played if not place else "",
            _worth(step["always_from"], "lowest"),
            _worth(step["never_up_to"], "highest"),
        )


def _values(cuts: Cuts, per: str) -> Plot:
    says = f"Value of staying in near the border against the value of a fold, in {per}s"
    title = "Value of staying in near the border"
    note = "Each line runs from the worst suits to the best."
    return Plot(borders.near(cuts, f"{per}s", says), says, title, note)


def _worth(hand: Mapping[str, Any] | None, end: str) -> Cell:
    if hand is None:
        return Cell(NOTHING)
    return Cell(hand["words"], decimal(exactly(hand["value_of_play"][end])))


def up(cut: Mapping[str, Any]) -> str:
    """The rank of the card that is up."""
    return (cut["up"] or "").replace("T", "10")


def _border(cut: Mapping[str, Any], title: str, per: str) -> Table:
    rows = []
    for hand in cut["near"]:
        worth = hand["value_of_play"]
        rows.append(
            row(
                Cell(hand["words"], hand["hand"]),
                _decision(hand),
                exact(worth["lowest"], decimal(exactly(worth["lowest"]))),
                exact(worth["highest"], decimal(exactly(worth["highest"]))),
                decimal(exactly(hand["value_of_fold"])),
            )
        )
    return Table(
        columns("hand", "decision", "# staying in, at worst", "# at best", "# fold"),
        tuple(rows),
        title,
        f"Values in {per}s; beneath a hand, an example with the worst suits; where other cards"
        " decide, an example of each choice.",
    )


def _decision(hand: Mapping[str, Any]) -> Cell:
    """The choice, or some of several with an example of each."""
    if hand["decision"] != charts.DEPENDS:
        return Cell(hand["decision"])
    some = [f"some {each['choice']}" for each in hand["choices"]]
    return Cell(", ".join(some), "; ".join(map(example, hand["choices"])))


def example(taken: Mapping[str, Any]) -> str:
    """A hand for which a choice is best."""
    shown = f" against {taken['up']}" if taken["up"] else ""
    return f"{taken['choice']} {taken['hand']}{shown}"
