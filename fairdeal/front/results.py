"""What a game answers: short to read, drawn in a notebook, and rows for a data frame."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar, overload

from fairdeal import cards, extras
from fairdeal.analysis import advice, combination, figures
from fairdeal.games import referee
from fairdeal.games.describe import described_table
from fairdeal.games.paytable import row_key
from fairdeal.games.reasons import result
from fairdeal.games.round import Line, Round
from fairdeal.money import show, show_net
from fairdeal.players import simulation
from fairdeal.report import bets, settled, subject, together
from fairdeal.report.blocks import Block, Cell, Fold, Table, columns, exact, row
from fairdeal.report.numbers import decimal, percent
from fairdeal.report.one_figure import with_picture

if TYPE_CHECKING:
    import pandas
    import polars

    from fairdeal.analysis.sheet import Sheet
    from fairdeal.games.layout import Game as Declared
    from fairdeal.games.paytable import Pay, PayTable
    from fairdeal.games.terms import Terms

T = TypeVar("T")

Record = dict[str, object]
"""One row of a data frame."""


class Drawn(ABC):
    """What a notebook draws."""

    __slots__ = ()

    @abstractmethod
    def blocks(self) -> Iterator[Block]:
        """The parts of the drawing."""

    @abstractmethod
    def _title(self) -> str:
        """The heading above it."""

    def _repr_html_(self) -> str | None:
        """The drawing; nothing without the template engine, so that the text is shown."""
        if find_spec("jinja2") is None:
            return None
        from fairdeal.report.html import piece

        return piece(list(self.blocks()), self._title())


class Result(Drawn):
    """What every answer can do: be drawn, and be the rows of a data frame."""

    __slots__ = ()

    @abstractmethod
    def rows(self) -> list[Record]:
        """The answer as rows of plain values, each a dictionary by column."""

    def to_pandas(self) -> "pandas.DataFrame":
        """The rows as a pandas data frame."""
        extras.need_module("to_pandas", "pandas")
        return import_module("pandas").DataFrame(self.rows())

    def to_polars(self) -> "polars.DataFrame":
        """The rows as a Polars data frame."""
        extras.need_module("to_polars", "polars")
        return import_module("polars").DataFrame(self.rows())


def grown(cls: type[T], found: object, **more: object) -> T:
    """A dataclass with the fields of one that it extends, and some more."""
    own: dict[str, Any] = {
        each.name: getattr(found, each.name)
        for each in fields(found)  # type: ignore[arg-type]
        if each.init
    }
    return cls(**own, **more)


def exactly(name: str, value: Fraction) -> Record:
    """A fraction in the columns of a data frame: as a number, and exactly as text."""
    return {name: float(value), f"{name}_exact": str(value)}


@dataclass(frozen=True, slots=True)
class Row:
    """What one bet of a settled round won or lost, in dollars."""

    seat: int
    bet: str
    stake: Decimal
    net: Decimal
    returned: Decimal
    """The part of the stake that had no action and goes back."""
    result: str
    """In a word or an amount: ``+$10``, ``push``."""
    reason: str

    def __repr__(self) -> str:
        return f"<Row seat {self.seat} {self.bet} {self.result}: {self.reason}>"


@dataclass(frozen=True, repr=False)
class Settled(Result, Sequence[Row]):
    """A settled round: every bet, in the order of settlement."""

    round: Round
    lines: tuple[Line, ...]
    """The lines of the settlement as the referee gives them, in cents."""

    def __repr__(self) -> str:
        seats = [f"seat {seat} {_dollars(net)}" for seat, net in self.nets.items()]
        return f"<Settled {self.round.game.key}: {', '.join(seats)}>"

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | Sequence[Row]:
        if isinstance(place, slice):
            return [_row(each) for each in self.lines[place]]
        return _row(self.lines[place])

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def nets(self) -> dict[int, Decimal]:
        """By seat, what the player won in all, in dollars."""
        return {
            seat.number: _decimal(referee.total_net(self.lines, seat)) for seat in self.round.seats
        }

    @property
    def net(self) -> Decimal:
        """What all players won together, in dollars; the bank won as much less."""
        return _decimal(referee.total_net(self.lines))

    def rows(self) -> list[Record]:
        """The bets, with amounts in dollars as decimals."""
        return [{each.name: getattr(row, each.name) for each in fields(Row)} for row in self]

    def blocks(self) -> Iterator[Block]:
        """The cards, the bets with their reasons, and the totals."""
        return settled.settled(self.round, self.lines)

    def _title(self) -> str:
        return self.round.game.name


def _row(line: Line) -> Row:
    said = result(line.stake_cents, line.net_cents, line.returned_cents, line.reason)
    stake, net, back = map(_decimal, (line.stake_cents, line.net_cents, line.returned_cents))
    return Row(line.seat, line.bet, stake, net, back, said, line.reason)


def _decimal(cents: int | Fraction) -> Decimal:
    return Decimal(cents.numerator) / cents.denominator / 100


def _dollars(amount: Decimal) -> str:
    return show_net(int(amount * 100))


@dataclass(frozen=True, repr=False, kw_only=True)
class Figure(figures.Figure, Result):
    """What one bet is worth: house edge, hit frequency, deviation and every outcome, exactly."""

    game: "Declared" = field(compare=False)
    terms: "Terms" = field(compare=False)

    def rows(self) -> list[Record]:
        """The outcomes: net units, how many deals bring them, and their probability."""
        total = self.outcomes.total
        return [
            {**exactly("net", net), "ways": ways, **exactly("probability", Fraction(ways, total))}
            for net, ways in self.outcomes.ways.items()
        ]

    def blocks(self) -> Iterator[Block]:
        """The figures, the outcomes and the pay table."""
        about = about_figures(self.game, self.terms, [self])
        return with_picture(about, about.sheet["figures"][0])

    def _title(self) -> str:
        table = f", pay table {self.pay_table}" if self.pay_table else ""
        return f"{self.game.name}: {self.game.bet(self.bet).name}{table}"


@dataclass(frozen=True, repr=False)
class Figures(Result, Mapping[str, Figure]):
    """The figures of every bet of a game, by bet."""

    game: "Declared"
    terms: "Terms"
    found: Mapping[str, Figure]

    def __repr__(self) -> str:
        return f"<Figures {self.game.key}: {', '.join(self.found)}>"

    def __getitem__(self, bet: str) -> Figure:
        return self.found[bet]

    def __iter__(self) -> Iterator[str]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def rows(self) -> list[Record]:
        """A row for each bet."""
        return [_record(each) for each in self.found.values()]

    def blocks(self) -> Iterator[Block]:
        """A table of the bets."""
        about = about_figures(self.game, self.terms, list(self.found.values()))
        yield from bets.summary(about).blocks

    def _title(self) -> str:
        return self.game.name


def _record(found: figures.Figure) -> Record:
    """The row of a figure."""
    return {
        "bet": found.bet,
        "pay_table": found.pay_table,
        "per": found.per,
        **figures_of(found),
    }


def figures_of(found: figures.Figure) -> Record:
    """The columns of a figure."""
    risk = found.element_of_risk
    return {
        **exactly("house_edge", found.house_edge),
        **exactly("hit_frequency", found.hit_frequency),
        "standard_deviation": found.standard_deviation,
        "variance_exact": str(found.variance),
        "element_of_risk": None if risk is None else float(risk),
    }


def about_figures(
    game: "Declared", terms: "Terms", found: Sequence[figures.Figure]
) -> subject.Subject:
    """Figures in the form in which reports are made of them."""
    tables = [described_table(each, is_default=False) for each in terms.pay.values()]
    return subject.subject(
        {
            "game": game.key,
            "options": dict(terms.options),
            "pay_tables": tables,
            "figures": [each.as_json() for each in found],
        }
    )


@dataclass(frozen=True, repr=False, kw_only=True)
class Advice(advice.Advice, Result):
    """What each choice is worth with a hand."""

    hands: tuple[settled.Hand, ...]
    """The hand and the other cards that the player knows."""

    def __repr__(self) -> str:
        _, held, _ = self.hands[0]
        return f"<Advice {cards.show(held)}: {' or '.join(self.best) or 'nothing to decide'}>"

    def rows(self) -> list[Record]:
        """The choices, the best first."""
        return [
            {"choice": word, **exactly("value", value), "per": self.per}
            for word, value in sorted(self.choices.items(), key=lambda each: -each[1])
        ]

    def blocks(self) -> Iterator[Block]:
        """The cards and the choices, the best first."""
        yield settled.hands(self.hands)
        ordered = sorted(self.choices.items(), key=lambda each: -each[1])
        rows = tuple(
            row(
                Cell(word, tone="strong" if word in self.best else ""),
                exact(value, decimal(value, 6)),
            )
            for word, value in ordered
        )
        yield Table(columns("choice", f"# worth, in {self.per}s"), rows)

    def _title(self) -> str:
        return f"Best: {' or '.join(self.best) or 'nothing to decide'}"


@dataclass(frozen=True, repr=False, kw_only=True)
class Together(combination.Together, Result):
    """Bets placed together: their joint distribution, and what a player gets from all of them."""

    game: "Declared" = field(compare=False)
    terms: "Terms" = field(compare=False)

    def __repr__(self) -> str:
        stakes = " ".join(f"{bet}={_decimal(cents)}" for bet, cents in self.stakes.items())
        return f"<Together {stakes}: expected loss {show(round(self.loss_cents))}, {self.method}>"

    def rows(self) -> list[Record]:
        """What the bets win together: net dollars, how many deals bring them, and how often."""
        won = self.net_cents
        return [
            {
                "net": _decimal(cents),
                "ways": ways,
                **exactly("probability", Fraction(ways, won.total)),
            }
            for cents, ways in won.ways.items()
        ]

    def blocks(self) -> Iterator[Block]:
        """What they cost, how they go together, and every result."""
        sheet = about_figures(self.game, self.terms, []).sheet
        about = subject.subject({**sheet, "combination": self.as_json()})
        yield from together.combination(about).blocks

    def _title(self) -> str:
        return f"{self.game.name}: bets placed together"


@dataclass(frozen=True, repr=False, kw_only=True)
class Simulation(simulation.Simulation, Result):
    """Rounds that were dealt from a seed: what each bet won, and how far off that is likely to be.

    Its figures are not exact: the exact house edge is within two standard errors 19 times in 20.
    """

    game: "Declared" = field(compare=False)

    def __repr__(self) -> str:
        won = self.together
        return (
            f"<Simulation {self.strategy}: {self.rounds:,} rounds, house edge"
            f" {float(100 * won.house_edge):.2f} %, standard error"
            f" {100 * won.standard_error:.2f} %>"
        )

    def rows(self) -> list[Record]:
        """A row for each bet, and one for all together."""
        return [
            {
                "bet": bet,
                "stake": _decimal(won.stake_cents),
                "net": _decimal(won.net_cents),
                "house_edge": float(won.house_edge),
                "standard_error": won.standard_error,
                "standard_deviation": won.standard_deviation,
            }
            for bet, won in (*self.by_bet.items(), ("all", self.together))
        ]

    def blocks(self) -> Iterator[Block]:
        """A table of the bets."""
        rows = tuple(
            row(
                Cell(bet, tone="strong"),
                percent(won.house_edge, 2),
                percent(won.standard_error, 2),
                decimal(won.standard_deviation, 3),
            )
            for bet, won in (*self.by_bet.items(), ("all", self.together))
        )
        heads = columns("bet", "# house edge", "# standard error", "# standard deviation")
        note = (
            f"{self.rounds:,} rounds dealt from seed {self.seed}, {self.strategy} strategy; house"
            " edge per unit placed before the deal"
        )
        yield Table(heads, rows, note=note)

    def _title(self) -> str:
        return f"{self.game.name}: simulated"


@dataclass(frozen=True, repr=False)
class PayTables(Result, Mapping[str, "PayTable"]):
    """The pay tables of a bet, by name, as the game's document has them."""

    bet: str
    tables: Mapping[str, "PayTable"]
    default: str

    def __repr__(self) -> str:
        return f"<PayTables {self.bet}: {', '.join(self.tables)}>"

    def __getitem__(self, name: str) -> "PayTable":
        return self.tables[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.tables)

    def __len__(self) -> int:
        return len(self.tables)

    def rows(self) -> list[Record]:
        """What each table pays for each hand; None where a table has no such row."""
        heads = next(iter(self.tables.values())).columns
        by_row = {name: table.by_row() for name, table in self.tables.items()}
        ordered = (row_key(column, hand) for column in heads for hand in column.lines())
        return [
            {"row": key, **{name: _text(rows.get(key)) for name, rows in by_row.items()}}
            for key in ordered
            if any(key in rows for rows in by_row.values())
        ]

    def blocks(self) -> Iterator[Block]:
        """The tables side by side."""
        names = [f"# {name}{'*' if name == self.default else ''}" for name in self.tables]
        rows = tuple(row(*(str(cell or "") for cell in each.values())) for each in self.rows())
        yield Table(columns("row", *names), rows, note="* is the default")

    def _title(self) -> str:
        return f"Pay tables of {self.bet}"


@dataclass(frozen=True, repr=False)
class ParSheet(Result):
    """The par sheet of a game, ready for people and for programs."""

    sheet: "Sheet"
    """Everything that was counted for it."""

    def __repr__(self) -> str:
        return f"<ParSheet {self.sheet.asked.game.key}: {len(self.figures)} figures>"

    @property
    def figures(self) -> tuple[figures.Figure, ...]:
        """The figures of every bet under every pay table of the sheet."""
        return self.sheet.figures

    def as_json(self) -> dict[str, Any]:
        """The sheet as ``fairdeal par --json`` prints it."""
        return self.sheet.as_json()

    def html(self) -> str:
        """The sheet as a page of its own."""
        from fairdeal.report.html import html

        return html(self.as_json())

    def pdf(self) -> bytes:
        """The sheet as a PDF."""
        extras.need("ParSheet.pdf", "pdf")
        from fairdeal.report.pdf import pdf

        return pdf(self.as_json())

    def rows(self) -> list[Record]:
        """A row for each figure."""
        return [_record(each) for each in self.figures]

    def blocks(self) -> Iterator[Block]:
        """The summary, and the other chapters folded away below it."""
        from fairdeal.report.layout import document

        chapters = document(self.as_json()).sections
        yield from next(each.blocks for each in chapters if each.key == "summary")
        for each in chapters:
            if each.key != "summary":
                yield Fold(each.title, each.lead, each.blocks)

    def _title(self) -> str:
        return f"{self.sheet.asked.game.name}: par sheet"


def _text(pays: "Pay | None") -> str | None:
    return None if pays is None else str(pays)
