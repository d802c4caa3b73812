"""Exact house edges of a game's pay tables, counted in the background and kept.

Counting a game for the first time can take seconds, so nobody waits for it: who asks gets what is
known by now, and asks again.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock
from typing import TypeAlias

from fairdeal import games
from fairdeal.analysis import counting
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.par import cases, figures
from fairdeal.analysis.registry import solver_of, why_unsolved
from fairdeal.errors import Refused
from fairdeal.games.sheets import approved
from fairdeal.games.terms import Terms


@dataclass(frozen=True, slots=True)
class Edge:
    """What the house wins on a bet on average, for each unit of it."""

    bet: str
    per: str
    """What one unit is."""
    exact: Fraction

    @property
    def percent(self) -> str:
        """With four decimals.

        >>> Edge("pair-plus", "stake", Fraction(128, 5525)).percent
        '2.3167 %'
        """
        return f"{float(self.exact) * 100:.4f} %".replace("-", "\N{MINUS SIGN}")


Priced: TypeAlias = Mapping[tuple[str, str], Edge]
"""By the bet whose pay table decides and the table; a bet that no table decides has no table."""

_Key: TypeAlias = tuple[str, tuple[tuple[str, str], ...], str]


class Edges:
    """What is known of the pay tables of all games."""

    def __init__(self, count: Callable[[Terms], Priced] | None = None) -> None:
        self._count = count or (lambda terms: counting.run(counted, terms))
        self._known: dict[_Key, Future[Priced]] = {}
        self._lock = Lock()
        self._counting = ThreadPoolExecutor(1, thread_name_prefix="edges")

    def of(self, terms: Terms) -> Priced | None:
        """The edge of every pay table under the terms; None while it is being counted."""
        try:
            key = _key(terms)
        except Refused:  # whether it can be counted is not known at this moment
            return None
        with self._lock:
            if key not in self._known:
                self._known[key] = self._counting.submit(self._count, terms)
            found = self._known[key]
            error = found.exception() if found.done() else None
            if error is not None:
                del self._known[key]  # asked again, it is counted again
        if isinstance(error, Refused) and error.code == counting.ENDED:
            return None  # a table can be opened all the same
        return found.result() if found.done() else None

    def close(self) -> None:
        """Count nothing more."""
        self._counting.shutdown(cancel_futures=True)


def _key(terms: Terms) -> _Key:
    """All that an edge depends on: the options, and the table by which hands are played or not."""
    game = games.game(terms.game)
    decided_by = "" if why_unsolved(game) else solver_of(game).decided_by
    decides = terms.pay[decided_by].name if decided_by else ""
    return terms.game, tuple(sorted(terms.options.items())), decides


def counted(terms: Terms) -> Priced:
    """The edges, however long it takes; none of a game that cannot be counted.

    A table that decides several bets has the edge of the first, to which the others belong.
    """
    game = games.game(terms.game)
    found: dict[tuple[str, str], Edge] = {}
    if why_unsolved(game):
        return found
    for case in cases(game):
        with suppress(Refused):  # of bets that cannot be counted there are no edges
            for each in figures(game, approved(game), terms, [case], AT_RESET):
                found.setdefault(_place(each), Edge(each.bet, each.per, each.house_edge))
    return found


def _place(figure: Figure) -> tuple[str, str]:
    return figure.priced_by or figure.bet, figure.pay_table or ""
