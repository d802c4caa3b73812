"""Which pay tables a search goes through: what every row may pay, and in which order."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice, pairwise, takewhile
from math import ceil
from typing import Final, TypeAlias

from fairdeal.analysis.conditions import AT_RESET, Conditions
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.par import cases, figure
from fairdeal.analysis.search import number_of
from fairdeal.errors import Malformed, Refused, did_you_mean, listed
from fairdeal.games.layout import Game
from fairdeal.games.paytable import Column, Pay, PayTable, Unit, pay_of, row_key
from fairdeal.games.sheets import Sheets, approved
from fairdeal.games.terms import Terms
from fairdeal.games.variant import Change, changed

MOST_ODDS: Final = 200_000
"""What one row may pay, at most."""

NUMBERED: Final = (Unit.TO, Unit.FOR, Unit.DOLLARS)
"""The units in which a row pays a number."""

Odds: TypeAlias = int | str
"""A number in the unit of its row, or a pay as a file has it: ``push``, ``4 for 1``."""

_USUAL: Final = (10, 12, 15, 20, 25, 30, 35, 40, 50, 60, 75, 80)
"""Usual odds from 10 to below 100; those from 100 on have the same first digits."""


@dataclass(frozen=True, slots=True)
class Choices:
    """A row of a pay table, and everything that it may pay, the least first."""

    key: str
    """As a person names the row: ``flush``, or ``busted.flush`` where there are columns."""
    name: str
    """As the document names it."""
    column: str
    hand: str
    pays: tuple[Pay, ...]
    worths: tuple[Fraction, ...]
    """Net units of each; the reset level of a meter; cents of a fixed sum."""


@dataclass(frozen=True, kw_only=True)
class Space:
    """All pay tables that a search goes through."""

    game: Game
    bet: str
    """The bet whose figures count."""
    terms: Terms
    base: PayTable
    """The table in force; rows outside the search pay what it pays."""
    sheets: Sheets
    conditions: Conditions
    rows: tuple[Choices, ...]
    """Column by column, the best hand first."""
    any_order: bool
    """Whether a better hand may pay less than a worse one."""

    @cached_property
    def bound(self) -> list[bool]:
        """Of each row, whether it may pay no more than the row before it."""
        within = [one.column == other.column for one, other in pairwise(self.rows)]
        return [False, *(each and not self.any_order for each in within)]

    @cached_property
    def candidates(self) -> int:
        """How many pay tables there are."""
        return number_of([row.worths for row in self.rows], self.bound)

    def every(self) -> Iterator[tuple[int, ...]]:
        """Of every pay table, the number of the choice in each row."""
        waiting: list[tuple[int, ...]] = [()]
        while waiting:
            choices = waiting.pop()
            place = len(choices)
            if place == len(self.rows):
                yield choices
                continue
            worths = self.rows[place].worths
            stop = len(worths)
            if self.bound[place]:
                stop = bisect_right(worths, self.rows[place - 1].worths[choices[-1]])
            waiting += ((*choices, each) for each in range(stop))

    def changes(self, pays: Mapping[str, Pay]) -> list[Change]:
        """What one of the pay tables changes in the table in force."""
        texts = {key: str(pay).replace(",", "") for key, pay in pays.items()}
        return [Change(self.base.bet, row.column, row.hand, texts[row.key]) for row in self.rows]

    @property
    def widest(self) -> Choices:
        """The row that may pay the most different odds."""
        return max(self.rows, key=lambda row: len(row.pays))

    def table(self, pays: Mapping[str, Pay]) -> PayTable:
        """One of the pay tables, from what every row pays."""
        return changed(self.game, self.sheets, self.base, self.changes(pays))

    def under(self, pays: Mapping[str, Pay]) -> Terms:
        """The terms with one of the pay tables."""
        return replace(self.terms, pay={**self.terms.pay, self.base.bet: self.table(pays)})

    def judged(self, pays: Mapping[str, Pay]) -> Figure:
        """The whole figure of one of the pay tables."""
        return figure(self.game, self.bet, self.under(pays), self.conditions)

    def disorder(self) -> tuple[Choices, str] | None:
        """The row that keeps every pay table from being in order, and why; None if none does."""
        most = Fraction(0)
        for place, row in enumerate(self.rows):
            stop = bisect_right(row.worths, most) if self.bound[place] else len(row.worths)
            if not stop:
                better = self.rows[place - 1]
                at_most = better.pays[better.worths.index(most)]
                return row, (
                    f"no pay table is in order: {row.key} pays at least {row.pays[0]}, but"
                    f" {better.key}, a better hand, at most {at_most}"
                )
            most = row.worths[stop - 1]
        return None

    def check(self) -> None:
        """Refuse bounds in which no pay table is in order."""
        if found := self.disorder():
            raise Refused(found[1], code="design.order")


def space_of(
    game: Game,
    bet: str,
    terms: Terms,
    rows: Mapping[str, Iterable[Odds]] | None = None,
    fixed: Mapping[str, Odds] | None = None,
    any_order: bool = False,
    conditions: Conditions = AT_RESET,
    sheets: Sheets | None = None,
) -> Space:
    """All pay tables within the bounds that :func:`design` describes."""
    sheets = sheets or approved(game)
    judged, base = _decided(game, bet.lower(), terms)
    given = {key.lower(): (*islice(odds, MOST_ODDS + 1),) for key, odds in (rows or {}).items()}
    for key, odds in (fixed or {}).items():
        if key.lower() in given:
            raise Malformed(f"row {key} is varied and fixed as well", code="design.twice")
        given[key.lower()] = (odds,)
    known = [row_key(column, hand) for column in base.columns for hand in column.lines()]
    for key in given:
        if key not in known:
            raise Malformed(
                f"{base.bet} has no row {key!r}: {did_you_mean(key, known)}", code="design.row"
            )
        if len(given[key]) > MOST_ODDS:
            raise Refused(f"row {key} may pay more than {MOST_ODDS:,} odds", code="design.many")
    if pays_sums(base) and conditions.others is None:
        # A changed table prints no figure from which the number of other players could follow.
        conditions = replace(conditions, others=game.seats - 1)
    return Space(
        game=game,
        bet=judged,
        terms=terms,
        base=base,
        sheets=sheets,
        conditions=conditions,
        rows=tuple(_rows(base, terms, sheets, given, is_open=not rows)),
        any_order=any_order,
    )


def _decided(game: Game, bet: str, terms: Terms) -> tuple[str, PayTable]:
    """The bet whose figures count, and the pay table that decides them."""
    game.bet(bet)
    for case in cases(game):
        if case.bet == bet and case.priced_by:
            return bet, terms.pay[case.priced_by]
    for case in cases(game):
        if case.priced_by == bet:
            return case.bet, terms.pay[bet]
    decided = [case for case in cases(game) if case.priced_by]
    having = dict.fromkeys(each for case in decided for each in (case.bet, case.priced_by))
    raise Refused(
        f"no pay table decides {bet} of {game.key}: expected {listed(having, 'or')}",
        code="design.unpriced",
    )


def pays_sums(table: PayTable) -> bool:
    """Whether a column pays sums of money, as envy does."""
    return any(Unit.DOLLARS in column.units for column in table.columns)


def _rows(
    base: PayTable,
    terms: Terms,
    sheets: Sheets,
    given: Mapping[str, tuple[Odds, ...]],
    is_open: bool,
) -> Iterator[Choices]:
    """Every row with what it may pay: as *given*, else usual odds if *is_open*, else as it is."""
    for column in base.columns:
        for hand, event in column.lines().items():
            key, now = row_key(column, hand), base.pays[column.key][event]
            if key in given:
                pays = [_pay(key, odds, base, column, now) for odds in given[key]]
                if not pays:
                    raise Malformed(f"row {key} is given nothing to pay", code="design.row")
            elif event not in base.printed[column.key]:
                continue
            elif is_open and now.unit in (Unit.TO, Unit.FOR):
                tables = sheets.tables[base.bet].values()
                others = (each.pays[column.key][event] for each in tables if each.has(column.key))
                odds = Fraction(now.amount, now.per)
                usual = (Pay(now.unit, each) for each in usual_odds(ceil(odds / 2), int(2 * odds)))
                may = [*usual, *(pay for pay in others if pay.unit is now.unit), now]
                pays = [*{pay.units: pay for pay in may}.values()]
            else:
                pays = [now]
            ordered = sorted(pays, key=lambda pay: _worth(pay, terms))
            worths = tuple(_worth(pay, terms) for pay in ordered)
            for one, other in pairwise(zip(ordered, worths, strict=True)):
                if one[1] == other[1]:
                    same = f"{one[0]} and {other[0]}" if one[0] != other[0] else f"{one[0]} twice"
                    raise Malformed(
                        f"row {key} names {same}, which is one pay", code="design.twice"
                    )
            for less, more in pairwise(ordered):
                if award(less, terms) > award(more, terms):
                    raise Refused(
                        f"row {key} cannot pay {less} and {more} in one search: the one that wins"
                        " less is the higher award; give both 'to' or both 'for'",
                        code="design.row",
                    )
            name = column.name(event)
            yield Choices(key, name, column.key, hand, tuple(ordered), worths)


def usual_odds(low: int, high: int) -> list[int]:
    """Odds that pay tables usually have, from *low* to *high*.

    >>> usual_odds(8, 30), usual_odds(500, 1000)
    ([8, 9, 10, 12, 15, 20, 25, 30], [500, 600, 750, 800, 1000])
    """
    powers = takewhile(lambda power: power <= high, (10**exponent for exponent in range(10)))
    odds = [*range(1, 10), *(first * power for power in powers for first in _USUAL)]
    return [each for each in odds if low <= each <= high]


def _pay(key: str, odds: Odds, base: PayTable, column: Column, now: Pay) -> Pay:
    """What a caller means; a bare number has the unit of the row, or of the table's other rows."""
    text = str(odds).strip()
    if text.isascii() and text.isdigit():
        units = [pay.unit for pay in (now, *base.pays[column.key]) if pay.unit in NUMBERED]
        unit = next(iter(units), Unit.TO)
        if now.unit is Unit.METER:
            unit = Unit.FOR if now.includes_bet else Unit.TO
        text = f"${text}" if unit is Unit.DOLLARS else f"{text} {unit}"
    pay = pay_of(text)
    if pay is None or pay.unit not in column.units or pay.unit is Unit.METER:
        example = "$25" if Unit.DOLLARS in column.units else "4 to 1"
        raise Malformed(
            f"row {key} cannot pay {text!r}: give a pay such as '{example}'", code="design.row"
        )
    return pay


def _worth(pay: Pay, terms: Terms) -> Fraction:
    """What a row is worth beside others: net units, a meter at its reset level, or cents."""
    if pay.unit is Unit.DOLLARS:
        return Fraction(pay.amount)
    if pay.unit is Unit.METER:
        return award(pay, terms) - (0 if pay.bet_back else 1)
    return Fraction(pay.units)


def award(pay: Pay, terms: Terms) -> Fraction:
    """What a pay counts as a top award: the printed number."""
    if pay.unit is Unit.METER:
        meter = terms.meters[pay.meter]
        return Fraction(meter.reset_cents, meter.wager_cents)
    return Fraction(pay.amount, pay.per) if pay.unit in (Unit.TO, Unit.FOR) else Fraction(0)


def roughness(pay: Pay) -> int:
    """How far a number is from a round one: 40 is rounder than 35, and 35 than 33.

    Odds to more than one count as a step, so that 2 to 1 is rounder than 3 to 2.
    """
    digits = str(pay.amount).rstrip("0")
    return max(0, 2 * len(digits) - 2 - (len(digits) > 1 and digits.endswith("5"))) + (pay.per > 1)
