"""What the best play of a game with shared cards is worth under each of many pay tables.

A pay table changes what some lines pay.  The solver looks only at situations that these lines can
tell apart, so that the values of thousands of tables come from one pass over few numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from fairdeal.analysis.bounds import Space
from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.registry import solver_of
from fairdeal.analysis.shared_cards import SharedCards


@dataclass(frozen=True)
class Values:
    """The values of the pay tables of a space."""

    solver: SharedCards
    space: Space
    base: Ints
    """What each line pays where every row pays the least."""
    more: tuple[Ints, ...]
    """What each choice of a row adds to that, by row."""
    whole: int
    """In how many parts all units over all deals are counted."""

    def of(self, choices: Ints) -> Ints | None:
        """What the head wins over all deals, for pay tables by their choices; in parts of a unit.

        None where 64 bits do not hold it, which they do if they hold the highest choices.
        """
        return self.solver.values(self.space.terms, self._lines(choices))

    def value(self, total: int) -> Fraction:
        """The expected net units, from all that the head wins."""
        return Fraction(total, self.whole)

    def _lines(self, choices: Ints) -> Ints:
        found = np.tile(self.base, (len(choices), 1))
        for row, more in enumerate(self.more):
            found += more[choices[:, row]]
        return found

    def is_sound(self) -> bool:
        """Whether whole pay tables pay each line what its row alone has it pay."""
        some = [
            [(len(row.pays) - 1) * share // 4 for row in self.space.rows] for share in (4, 3, 2)
        ]
        found = self._lines(np.array(some))
        return all(
            (found[place] == _lines(self.solver, self.space, choices)).all()
            for place, choices in enumerate(some)
        )


def values_of(space: Space) -> Values | None:
    """The values of the base game's pay tables; None where only whole figures tell them."""
    solver = solver_of(space.game)
    if not isinstance(solver, SharedCards) or space.bet != solver.of.head:
        return None
    lowest = [0] * len(space.rows)
    base, more = _lines(solver, space, lowest), list[Ints]()
    for row, each in enumerate(space.rows):
        tables = ([*lowest[:row], choice, *lowest[row + 1 :]] for choice in range(len(each.pays)))
        more.append(np.array([_lines(solver, space, choices) for choices in tables]) - base)
    rows = np.sum([(each != 0).any(axis=0) for each in more], axis=0)  # that each line follows
    found = Values(solver, space, base, tuple(more), solver.whole(space.terms))
    is_paid = (base >= 0) & solver.open_lines(space.terms)
    highest = np.array([[len(row.pays) - 1 for row in space.rows]])
    if (
        ((rows > 1) | ((rows > 0) & ~is_paid)).any()
        or not found.is_sound()
        or found.of(highest) is None
    ):
        return None
    return found


def _lines(solver: SharedCards, space: Space, choices: Sequence[int]) -> Ints:
    pays = {row.key: row.pays[each] for row, each in zip(space.rows, choices, strict=True)}
    return np.array(solver.lines(space.under(pays)), np.int64)
