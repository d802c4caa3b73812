"""Answers that need the compiled analysis: sweeps, designs and strategies."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, overload

from fairdeal.analysis import design
from fairdeal.analysis.sweep import Variant
from fairdeal.cards import RANKS, show
from fairdeal.front.results import Record, Result, about_figures, exactly, figures_of
from fairdeal.report import blackjack, designs, plots, starting_hands, strategy
from fairdeal.report.blocks import Block, Plot, Table, columns, row, share
from fairdeal.report.numbers import capital, decimal, percent
from fairdeal.report.subject import subject

if TYPE_CHECKING:
    from fairdeal.analysis.chart import Chart
    from fairdeal.analysis.instructions import Line
    from fairdeal.analysis.opening import Opening
    from fairdeal.analysis.solvers.solution import Start
    from fairdeal.analysis.strategy import Cut, SimpleRule
    from fairdeal.analysis.strategy import Strategy as Best
    from fairdeal.games.layout import Game as Declared
    from fairdeal.games.terms import Terms

SHOWN = 60
"""Rows of a long answer that a notebook draws."""

_BELOW: Final = "below, by their names: the pay tables that the game has; * meets the goal"


@dataclass(frozen=True, repr=False)
class Sweep(Result, Sequence[Variant]):
    """The figures of many variants of a pay table."""

    bet: str
    variants: tuple[Variant, ...]

    def __repr__(self) -> str:
        edges = [each.figure.house_edge for each in self.variants]
        return (
            f"<Sweep {self.bet}: {len(self):,} variant{'s' * (len(self) > 1)}, house edge"
            f" {percent(min(edges))} to {percent(max(edges))}>"
        )

    @overload
    def __getitem__(self, place: int) -> Variant: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Variant]: ...
    def __getitem__(self, place: int | slice) -> Variant | Sequence[Variant]:
        return self.variants[place]

    def __len__(self) -> int:
        return len(self.variants)

    def rows(self) -> list[Record]:
        """One record for each variant: what its rows pay, and the figures."""
        return [{**each.pays, **figures_of(each.figure)} for each in self.variants]

    def blocks(self) -> Iterator[Block]:
        """The house edge as a line where one row varies, and a table of the variants."""
        pays = [each.pays for each in self.variants]
        if len(pays) > 1 and all(len(each) == 1 and _odds(each).isdecimal() for each in pays):
            [name] = pays[0]
            says = f"House edge of {self.bet} by what {name} pays"
            edges = [
                (int(_odds(each)), float(variant.figure.house_edge))
                for each, variant in zip(pays, self.variants, strict=True)
            ]
            yield Plot(plots.edge_by_pay(edges, name, says), says, says)
        lines = [f"# {line}" for line in self.variants[0].pays]
        rows = tuple(
            row(
                *each.pays.values(),
                share(each.figure.house_edge),
                percent(each.figure.hit_frequency, 2),
                decimal(each.figure.standard_deviation, 3),
            )
            for each in self.variants[:SHOWN]
        )
        heads = columns(*lines, "# house edge", "# hit frequency", "# standard deviation")
        yield Table(heads, rows, note=_of(len(self), "variants"))

    def _title(self) -> str:
        return f"Variants of {self.bet}"


@dataclass(frozen=True, repr=False)
class Designs(design.Designs, Result):
    """The pay tables that a search found, the best first."""

    def __repr__(self) -> str:
        return (
            f"<Designs {self.space.bet}: {self.meeting:,} of {self.candidates:,} pay tables meet"
            f" the goal, {len(self.best):,} listed>"
        )

    def rows(self) -> list[Record]:
        """A row for each pay table that was found."""
        return [
            {
                **{key: str(pay) for key, pay in each.pays.items()},
                **exactly("house_edge", each.house_edge),
                **exactly("hit_frequency", each.hit_frequency),
                "standard_deviation": each.standard_deviation,
                "variance_exact": str(each.variance),
                "top_award": float(each.top),
            }
            for each in self.best
        ]

    def blocks(self) -> Iterator[Block]:
        """The pay tables that were found, and those of the document."""
        says = f"House edge of the pay tables of {self.space.bet} that were found"
        yield Plot(designs.picture(self, says, 6.5), says)
        found = [(f"#{place}", each) for place, each in enumerate(self.best[:SHOWN], 1)]
        printed = [
            (f"{each.name}{' *' if each.meets else ''}", each.design) for each in self.printed
        ]
        keys, unit = designs.rows(self), designs.unit_of_all(self)
        figures = ("# house edge", "# hit frequency", "# std dev", "# top")
        rows = tuple(
            row(
                name,
                *designs.pays(each, keys, unit),
                share(each.house_edge),
                percent(each.hit_frequency, 2),
                decimal(each.standard_deviation, 3),
                f"{float(each.top):,.10g}",
            )
            for name, each in (*found, *printed)
        )
        heads = columns("pay table", *(f"# {key}" for key in keys), *figures)
        said = _of(len(self.best), "pay tables")
        note = "; ".join(filter(None, (said, *designs.notes(self), _BELOW)))
        yield Table(heads, rows, note=note, dense=True)

    def toml(self) -> str:
        """The pay tables as a file that ``Game(tables=...)`` and ``fairdeal par --tables`` read."""
        return designs.in_toml(self)

    def _title(self) -> str:
        return (
            f"{self.meeting:,} of {self.candidates:,} pay tables of {self.space.bet} meet the goal"
        )


@dataclass(frozen=True, repr=False)
class Strategy(Result):
    """How to play a game: the best decisions, in the form in which people learn them."""

    game: "Declared"
    terms: "Terms"
    best: "Best | None"
    """The borders between the choices; None where a chart or an opening says what is best."""
    chart: "Chart | None" = None
    """The best words for two cards against each card up, where the game has such a chart."""
    opening: "Opening | None" = None
    """How to play from the starting hand on, where shared cards are still to come."""

    def __repr__(self) -> str:
        told = ", ".join(f"{word} {percent(share, 2)}" for word, share in self.shares.items())
        return f"<Strategy {self.game.key}: {told or 'a chart'}>"

    @property
    def text(self) -> str:
        """The strategy in words, a line for each case; empty where nothing is decided."""
        return "\n".join(map(sentence, self._lines()))

    def _lines(self) -> "Iterable[Line]":
        if self.chart:
            return self.chart.lines()
        if self.opening:
            return self.opening.lines()
        return self.best.instructions.lines() if self.best and self.best.instructions else ()

    @property
    def starts(self) -> "tuple[Start, ...]":
        """What each choice is worth to each starting hand, where shared cards are still to come."""
        return self.opening.starts if self.opening else ()

    @property
    def shares(self) -> dict[str, Fraction]:
        """How often each choice is best with the first cards."""
        if self.opening:
            return self.opening.shares
        return dict(self.best.taken) if self.best else {}

    @property
    def cuts(self) -> "tuple[Cut, ...]":
        """Where playing begins, for each card that the dealer shows or for none."""
        return self.best.cuts if self.best else ()

    @property
    def simple_rules(self) -> "tuple[SimpleRule, ...]":
        """Strategies that people use, and what they cost."""
        known = self.opening or self.best
        return known.simple_rules if known else ()

    def as_json(self) -> dict[str, Any]:
        """The strategy as a par sheet has it."""
        known = self.best or self.chart or self.opening
        return known.as_json() if known else {}

    def rows(self) -> list[Record]:
        """The hands near the borders, or every field of the chart."""
        near: list[Record] = [
            {
                "up": None if cut.up is None else RANKS[cut.up],
                "hand": show(hand.example),
                "words": hand.words,
                "decision": hand.decision,
                "value_of_staying_in_lowest": float(hand.lowest),
                "value_of_staying_in_highest": float(hand.highest),
                "value_of_fold": float(hand.fold),
            }
            for cut in self.cuts
            for hand in cut.near
        ]
        fields: list[Record] = [
            {
                "hand": hand.name,
                "up": each.up,
                "decision": each.best,
                "value": float(each.values[each.best]),
            }
            for hand in (self.chart.hands if self.chart else ())
            for each in hand.fields
        ]
        starts: list[Record] = [
            {
                "hand": show(sorted(each.cards, reverse=True)),
                "decision": each.chosen,
                "ways": each.ways,
                **worth,
            }
            for each in self.starts
            for worth in [{word: float(value) for word, value in each.choices.items()}]
        ]
        return [*near, *fields, *starts]

    def blocks(self) -> Iterator[Block]:
        """The chart, the borders, and what simple rules cost."""
        if self.best is None:
            if self.chart:
                yield from blackjack.chapter(self.as_json()).blocks
            if self.opening:
                yield from starting_hands.blocks(self.opening)
            return
        sheet = about_figures(self.game, self.terms, []).sheet
        told = [{"pay_table": None, **self.best.as_json()}]
        for section in strategy.strategies(subject({**sheet, "strategies": told})):
            yield from section.blocks

    def _title(self) -> str:
        return f"{self.game.name}: best strategy"


def sentence(line: "Line") -> str:
    """A line of instructions; one that leads to lines below it ends with its colon."""
    end = "" if line.text.endswith(":") else "."
    return f"{'  ' * line.depth}{capital(line.text)}{end}"


def _odds(pays: Mapping[str, str]) -> str:
    return next(iter(pays.values())).removesuffix(" to 1")


def _of(number: int, what: str) -> str:
    """What is left out of a long table."""
    return f"the first {SHOWN} of {number:,} {what}" if number > SHOWN else ""
