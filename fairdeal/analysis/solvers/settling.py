"""What a settlement rule says of every outcome, with the pay table left open.

A rule is asked with pays that all differ, so that the pay table's lines can be told from one
another and from what the rule pays by itself.  Each bet's units are then a fixed number, or that
number and what one line pays, so that any pay table prices them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.solvers.asking import loops, region_starts, signature_of
from fairdeal.errors import Refused, listed
from fairdeal.games.kinds import Rule, Signature

Pays: TypeAlias = Mapping[str, Sequence[int]]
"""What each event pays, by the field of the rule's pays and in the units of the rule."""

Lines: TypeAlias = Mapping[str, Sequence[int | None]]
"""The same with None where a line may pay any number of units from 0 up."""


class Forms(NamedTuple):
    """Units of each bet for some outcomes: a number, and the line that pays, or -1."""

    fixed: Ints
    line: Ints


@dataclass(frozen=True)
class Sheet:
    """The lines of all the pay tables that a rule is given, one after the other."""

    lines: Lines
    """By field of the rule's pays; None where any pay from 0 up may stand."""
    beside: frozenset[str] = frozenset()
    """Fields of bets on which no decision depends; their lines may pay anything."""

    @cached_property
    def every(self) -> tuple[int | None, ...]:
        """All lines, in the order in which forms number them."""
        return tuple(line for column in self.lines.values() for line in column)

    @cached_property
    def open(self) -> tuple[int, ...]:
        """The lines that may pay any number of units from 0 up and bear on decisions."""
        fields = [field for field, column in self.lines.items() for _ in column]
        every = enumerate(zip(fields, self.every, strict=True))
        return tuple(i for i, (field, line) in every if line is None and field not in self.beside)

    def priced(self, pays: Pays) -> tuple[int, ...]:
        """What each line pays.  Refuse pays for which the counts do not hold."""
        if {field: len(column) for field, column in pays.items()} != {
            field: len(column) for field, column in self.lines.items()
        }:
            raise Refused(
                f"pays for {listed(pays)} do not fit the columns that were counted:"
                f" {listed(self.lines)}",
                code="game.unsolved",
            )
        for field in self.lines.keys() - self.beside:
            for pay, line in zip(pays[field], self.lines[field], strict=True):
                if pay < 0 if line is None else pay != line:
                    raise Refused(
                        f"a line that pays {pay} units cannot be priced: the counts hold for"
                        f" {'0 units and more' if line is None else f'{line} units'}",
                        code="game.unsolved",
                    )
        return tuple(pay for field in self.lines for pay in pays[field])


@dataclass(frozen=True)
class Settling:
    """A settlement rule and how it is asked."""

    rule: Rule
    sheet: Sheet
    parts: Mapping[str, int]
    """By bet, in how many parts of a stake the rule counts it; in one where it is not named."""

    @cached_property
    def signature(self) -> Signature:
        """The named tuples that the rule takes and gives."""
        return signature_of(self.rule)

    @cached_property
    def bets(self) -> tuple[str, ...]:
        """The keys of the bets that the rule settles."""
        return tuple(key_of(field) for field in self.signature.result._fields)

    @cached_property
    def events(self) -> tuple[str, ...]:
        """The keys of the events that the rule is told."""
        return tuple(key_of(field) for field in self.signature.events._fields)

    def said(self, players: Ints, dealers: Ints, events: Ints, sample: int = 0) -> Ints:
        """Units of every bet for each outcome under sample pays; *events* has a column for each."""
        found = np.empty((len(players), 1, len(self.bets)), np.int64)
        loops(self.rule).units(players, events, dealers[:, None], self._sample(sample), found)
        return found[:, 0]

    def starts(self, players: Ints, events: Ints, dealers: Ints) -> Ints:
        """Where what the rule says of a player's hand changes among *dealers*, which rise.

        A row for each hand; 0 comes first, and rows end in ``len(dealers)``.
        """
        return region_starts(self.rule, players, events, dealers, self._sample(0))

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
        self._check_losses(fixed, line)
        return Forms(fixed, line.astype(np.int64))

    def _check_losses(self, fixed: Ints, line: Ints) -> None:
        """Refuse a rule that takes more than a stake from a bet, whatever the pay tables pay."""
        lost = np.array([*(each or 0 for each in self.sheet.every), 0])
        least = (fixed + lost[line]).min(axis=0, initial=0)
        for bet, taken in zip(self.bets, (-least).tolist(), strict=True):
            stake = self.parts.get(bet, 1)
            if taken > stake:
                raise Refused(
                    f"{self.rule.__name__} takes {taken / stake:g} times the stake of {bet}",
                    code="game.unsolved",
                )

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
        pays, numbers = self.signature.pays, iter(self._numbers(sample))
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


def key_of(field: str) -> str:
    """The key of the bet that a field of a named tuple stands for."""
    return field.replace("_", "-")
