"""The chapter about games with shared cards: the starting hands, and what is known of the rest."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from fairdeal import cards
from fairdeal.errors import listed
from fairdeal.report import charts
from fairdeal.report.blocks import (
    Beside,
    Block,
    Cell,
    Fold,
    Heading,
    Plot,
    Rules,
    Section,
    Table,
    columns,
    row,
    rules,
    share,
)
from fairdeal.report.charts import Chart, Look, Mark
from fairdeal.report.numbers import and_so_on, capital, count, decimal, percent

if TYPE_CHECKING:
    from fairdeal.analysis.opening import Decision, Opening

PAIR: Final = 2
"""Cards of a starting hand that a chart of ranks can show."""

MOST: Final = 200
"""Starting hands whose values are listed; more are told by their kinds alone."""

SAYS: Final = "Best choice for every two cards: of one suit above the diagonal, of two below it"

NOTE: Final = "Cards of one suit above the diagonal, of two suits below it."


def chart(best: "Opening") -> Chart | None:
    """The chart of two cards; None where a starting hand has more or fewer."""
    if len(best.starts[0].cards) != PAIR:
        return None
    shares = best.decisions[0].shares
    spoken = [each.word for each in shares]
    length = next(n for n in range(1, 99) if len({word[:n] for word in spoken}) == len(spoken))
    places: dict[tuple[int, int], set[str]] = {}
    for start in best.starts:
        low, high = sorted(start.cards)
        ranks = cards.rank_of(high), cards.rank_of(low)
        is_suited = cards.suit_of(high) == cards.suit_of(low)
        places.setdefault(ranks if is_suited else ranks[::-1], set()).add(start.chosen)
    last = max(place for place, each in enumerate(shares) if each.share)
    marks = {
        word: Mark(word[:length].upper(), "quiet" if place == last else _looks(place))
        for place, word in enumerate(spoken)
    }
    order = sorted({rank for place in places for rank in place}, reverse=True)

    def mark(said: set[str]) -> Mark | None:
        return marks[next(iter(said))] if len(said) == 1 else Mark("*", "mixed") if said else None

    return Chart(
        tuple(cards.RANKS[rank].replace("T", "10") for rank in order),
        tuple(tuple(mark(places.get((down, across), set())) for across in order) for down in order),
        tuple((marks[each.word], each) for each in shares if each.share),
    )


def _looks(place: int) -> Look:
    return "strong" if not place else "middle" if place == 1 else "faint"


def chapters(found: Sequence[Mapping[str, Any]]) -> Iterator[Section]:
    """How to play, once for all the pay tables under which it is the same."""
    from fairdeal.analysis.opening import read  # other sheets are printed without the compiler

    alike: list[tuple[Opening, list[str]]] = []
    for each in found:
        best = read(each)
        tables = next((names for other, names in alike if other == best), None)
        if tables is None:
            alike.append((best, tables := []))
        if each["pay_table"] is not None:
            tables.append(each["pay_table"])
    for number, (best, tables) in enumerate(alike, 1):
        title = "Strategy" if len(alike) == 1 else f"Strategy, table {and_so_on(tables)}"
        yield Section(f"strategy-{number}", title, tuple(blocks(best)), lead(best))


def lead(best: "Opening") -> str:
    """How often each choice is best with the starting hand."""
    told = [
        f"{each.does} with {percent(each.share, 2)}"
        for each in best.decisions[0].shares
        if each.share
    ]
    often = f"{capital(listed(told))} of all starting hands"
    return f"{often}. Where choices are worth the same, the first is named."


def blocks(best: "Opening") -> Iterator[Block]:
    """The chart and the words of every decision, how hands end, and what simple rules cost."""
    first, drawn = best.decisions[0], chart(best)
    if drawn:
        title = capital(first.when)
        picture = Plot(charts.two_cards(drawn, SAYS), SAYS, title, f"{drawn.legend}. {NOTE}")
        yield Beside((picture,), (words(first), *_ends(best)))
    else:
        yield Heading(capital(first.when))
        yield words(first)
    for decision in best.decisions[1:]:
        yield Heading(capital(decision.when))
        yield words(decision)
        if decision.holdings:
            yield _holdings(decision)
    if not drawn:
        ends, costs = _ends(best)
        yield Beside((ends,), (costs,))
    if len(best.starts) <= MOST:
        yield _values(best)


def words(decision: "Decision") -> Rules:
    """What to do at a decision, as far as it can be said in words."""
    return rules([{"depth": line.depth, "text": line.text} for line in decision.lines])


def _ends(best: "Opening") -> tuple[Table, Table]:
    """How hands end, and what simple rules cost."""
    ends = tuple(row(capital(told), share(each)) for told, each in best.endings)
    costs = tuple(row(capital(each.text), share(each.cost)) for each in best.simple_rules)
    heads = columns("rule", f"# cost per {best.per}")
    note = "What comes later is played best."
    return (
        Table(columns("decisions", "# share of deals"), ends, "How a hand ends"),
        Table(heads, costs, "What simple rules cost", note),
    )


def _holdings(decision: "Decision") -> Table:
    """What a player may hold, and how often each choice is best with it."""
    heads = columns("you hold", "# of all", *(f"# {each.does}" for each in decision.shares))
    lines = tuple(
        row(
            capital(each.name),
            percent(each.share, 2),
            *(percent(taken, 2) for taken in each.taken),
        )
        for each in decision.holdings
    )
    note = "By your cards and the board together, among the hands that come to this decision."
    return Table(heads, lines, "", note)


def _values(best: "Opening") -> Fold:
    """Every starting hand, the best first."""
    spoken = [each.word for each in best.decisions[0].shares]
    order = sorted(best.starts, key=lambda each: max(each.choices.values()), reverse=True)
    lines = tuple(
        row(
            cards.show(sorted(each.cards, reverse=True)),
            Cell(each.chosen, tone="strong"),
            count(each.ways),
            *(decimal(each.choices[word]) for word in spoken),
        )
        for each in order
    )
    heads = columns("hand", "best", "# ways", *(f"# {word}" for word in spoken))
    note = f"In units of the {best.per}; a hand stands for all that differ from it in suits alone."
    table = Table(heads, lines, "", note, dense=True)
    return Fold("Value of every starting hand", f"{count(len(order))} hands", (table,))
