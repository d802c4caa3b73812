"""What a settlement rule says of every outcome, with the pay table left open.

A rule is asked with pays that all differ, so that the pay table's lines can be told from one
another and from what the rule pays by itself.  Each bet's units are then a fixed number, or that
number and what one line pays; any pay table, in whole units or in parts of one, prices them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from inspect import signature
from typing import Any, Final, NamedTuple, TypeAlias, get_type_hints

import numpy as np

from fairdeal.analysis.compiled import Ints, kernel
from fairdeal.analysis.solvers.hands import TUPLES, make_known
from fairdeal.errors import Refused, listed
from fairdeal.games.kinds import Rule

Pays: TypeAlias = Mapping[str, Sequence[Fraction | int]]
"""Units that each event pays, by the field of the rule's pays."""

Lines: TypeAlias = Mapping[str, Sequence[Fraction | int | None]]
"""The same with None where a line may pay any number of units from 0 up."""

MOST_REGIONS: Final = 16
"""Runs of dealer hands that a hand may be settled differently against."""


class Forms(NamedTuple):
    """Units of each bet for some outcomes: a number, and the line that pays, or -1."""

    fixed: Ints
    line: Ints


@dataclass(frozen=True)
class Sheet:
    """The lines of all the pay tables that a rule is given, one after the other."""

    lines: Mapping[str, tuple[Fraction | None, ...]]
    """By field of the rule's pays; None where any pay from 0 up may stand."""

    @classmethod
    def of(cls, lines: Lines) -> "Sheet":
        """The sheet with these lines."""
        return cls(
            {
                field: tuple(None if each is None else Fraction(each) for each in column)
                for field, column in lines.items()
            }
        )

    @cached_property
    def every(self) -> tuple[Fraction | None, ...]:
        """All lines, in the order in which forms number them."""
        return tuple(line for column in self.lines.values() for line in column)

    @property
    def open(self) -> tuple[int, ...]:
        """The lines that may pay any number of units from 0 up."""
        return tuple(i for i, line in enumerate(self.every) if line is None)

    def priced(self, pays: Pays) -> tuple[Fraction, ...]:
        """What each line pays.  Refuse pays for which the counts do not hold."""
        if {field: len(column) for field, column in pays.items()} != {
            field: len(column) for field, column in self.lines.items()
        }:
            raise Refused(
                f"pays for {listed(pays)} do not fit the columns that were counted:"
                f" {listed(self.lines)}",
                code="game.unsolved",
            )
        found = [Fraction(pay) for field in self.lines for pay in pays[field]]
        for pay, line in zip(found, self.every, strict=True):
            if pay < 0 if line is None else pay != line:
                raise Refused(
                    f"a line that pays {pay} units cannot be priced: the counts hold for"
                    f" {'0 units and more' if line is None else f'{line} units'}",
                    code="game.unsolved",
                )
        return tuple(found)


@dataclass(frozen=True)
class Settling:
    """A settlement rule and how it is asked."""

    rule: Rule
    sheet: Sheet

    @cached_property
    def _hints(self) -> dict[str, Any]:
        hints, names = get_type_hints(self.rule), list(signature(self.rule).parameters)
        if len(names) != 4:
            raise Refused(
                f"the settlement rule takes {listed(names)}: expected the player's strength, the"
                " dealer's, events and pays",
                code="game.unsolved",
            )
        return {"events": hints[names[2]], "pays": hints[names[3]], "units": hints["return"]}

    @cached_property
    def bets(self) -> tuple[str, ...]:
        """The keys of the bets that the rule settles."""
        return tuple(key_of(field) for field in self._hints["units"]._fields)

    @cached_property
    def events(self) -> tuple[str, ...]:
        """The keys of the events that the rule is told."""
        return tuple(key_of(field) for field in self._hints["events"]._fields)

    def said(self, players: Ints, dealers: Ints, events: Ints, sample: int = 0) -> Ints:
        """Units of every bet for each outcome under sample pays; *events* has a column for each."""
        return self._asking[0](players, dealers, events, self._sample(sample))

    def runs(self, players: Ints, events: Ints, dealers: Ints) -> Ints:
        """Where what the rule says of a player's hand changes among *dealers*, which rise.

        A row for each hand; 0 comes first, and rows with fewer runs end in ``len(dealers)``.
        """
        return self._asking[1](players, events, dealers, self._sample(0))

    def forms(self, players: Ints, dealers: Ints, events: Ints) -> Forms:
        """What each bet wins for each outcome, under any pays."""
        fixed = self.said(players, dealers, events, 2)
        line = np.full(fixed.shape, -1)
        for sample in (0, 1):
            pays = np.array(self._numbers(sample))
            more = self.said(players, dealers, events, sample) - fixed
            order = np.argsort(pays)
            at = np.searchsorted(pays[order], more).clip(max=max(0, len(pays) - 1))
            found = order[at] if len(pays) else np.full(fixed.shape, -1)
            found = np.where(more == 0, -1, found)
            odd = (more != 0) & (pays[found] != more) if len(pays) else more != 0
            if odd.any() or (sample and (found != line).any()):
                bet = self.bets[int(np.nonzero(odd | (found != line))[1][0])]
                raise Refused(
                    f"{bet} cannot be counted for any pay table: its rule does more with the pays"
                    " than pay one of the lines",
                    code="game.unsolved",
                )
            line = found
        return Forms(fixed, line.astype(np.int64))

    def _numbers(self, sample: int) -> list[int]:
        """Sample pays: all different, and far from what a rule pays by itself; or all 0."""
        number = len(self.sheet.every)
        if sample == 2:
            return [0] * number
        return [
            (1_000_003 + 10_007 * line) if sample == 0 else 90_000_049 - 30_011 * line * line
            for line in range(number)
        ]

    def _sample(self, sample: int) -> Any:
        pays, numbers = self._hints["pays"], iter(self._numbers(sample))
        columns = {
            field: tuple(next(numbers) for _ in column)
            for field, column in self.sheet.lines.items()
        }
        if tuple(columns) != pays._fields:
            raise Refused(
                f"the settlement rule wants pays for {listed(pays._fields)}, not {listed(columns)}",
                code="game.unsolved",
            )
        return pays(**columns)

    @cached_property
    def _asking(self) -> tuple[Callable[..., Ints], Callable[..., Ints]]:
        return _asking(self.rule, self._hints["events"], len(self.events), len(self.bets))


def key_of(field: str) -> str:
    """The key of the bet that a field of a named tuple stands for."""
    return field.replace("_", "-")


@cache
def _asking(
    rule: Rule, told: type, events: int, bets: int
) -> tuple[Callable[..., Ints], Callable[..., Ints]]:
    """Kernels that ask the rule about a list of outcomes, and about all pairs of hands."""
    make_known(rule)
    of_events, of_units = TUPLES[events], TUPLES[bets]

    def said(players: Ints, dealers: Ints, happened: Ints, pays: Any) -> Ints:
        found = np.empty((len(players), bets), np.int64)
        for i in range(len(players)):
            units = rule(players[i], dealers[i], told(*of_events(happened[i])), pays)
            found[i] = of_units(units)
        return found

    def runs(players: Ints, happened: Ints, dealers: Ints, pays: Any) -> Ints:
        starts = np.full((len(players), MOST_REGIONS), len(dealers))
        for i in range(len(players)):
            now = told(*of_events(happened[i]))
            number = 0
            before = of_units(rule(players[i], dealers[0], now, pays))
            for k in range(len(dealers)):
                units = of_units(rule(players[i], dealers[k], now, pays))
                if k == 0 or units != before:
                    if number < MOST_REGIONS:
                        starts[i, number] = k
                    number += 1
                    before = units
            if number > MOST_REGIONS:
                starts[i, 0] = -1
        return starts

    return kernel(said), kernel(runs)
