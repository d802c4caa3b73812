"""Exact distributions of what bets win, one by one and together."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any, TypeAlias

Units: TypeAlias = Fraction
"""Net units of the stake: 1 for even money, -1 for a loss."""


@dataclass(frozen=True)
class Distribution:
    """How many of all equally likely deals bring each net result."""

    ways: Mapping[Units, int]
    total: int = field(init=False)

    def __post_init__(self) -> None:
        ordered = {net: self.ways[net] for net in sorted(self.ways, reverse=True) if self.ways[net]}
        assert all(ways > 0 for ways in ordered.values()), "a count is never negative"
        object.__setattr__(self, "ways", ordered)
        object.__setattr__(self, "total", sum(ordered.values()))

    @classmethod
    def of(cls, pairs: Iterable[tuple[Units | int, int]]) -> "Distribution":
        """The distribution that counts every pair of a net result and its ways."""
        ways: dict[Units, int] = {}
        for net, count in pairs:
            ways[Fraction(net)] = ways.get(Fraction(net), 0) + count
        return cls(ways)

    @cached_property
    def mean(self) -> Fraction:
        """Expected net units."""
        return self.expected(lambda net: net)

    @property
    def house_edge(self) -> Fraction:
        """Expected loss of the player, positive when the house is favoured."""
        return -self.mean

    @cached_property
    def variance(self) -> Fraction:
        """Expected square of the distance from the mean."""
        return self.expected(lambda net: net * net) - self.mean**2

    @property
    def win(self) -> Fraction:
        """Probability of a net win, which is the hit frequency."""
        return self.probability(lambda net: net > 0)

    @property
    def push(self) -> Fraction:
        """Probability of neither winning nor losing."""
        return self.probability(lambda net: net == 0)

    @property
    def lose(self) -> Fraction:
        """Probability of a net loss."""
        return self.probability(lambda net: net < 0)

    def probability(self, holds: Callable[[Units], bool]) -> Fraction:
        """Probability of the results for which something holds."""
        return Fraction(sum(n for net, n in self.ways.items() if holds(net)), self.total)

    def expected(self, worth: Callable[[Units], Fraction]) -> Fraction:
        """Expected value of what a result is worth."""
        return sum((worth(net) * n for net, n in self.ways.items()), Fraction(0)) / self.total


class LaterFigures(Mapping[str, Units]):
    """Further figures by name, which are counted when one of them is asked for."""

    def __init__(self, count: Callable[[], Mapping[str, Units]]) -> None:
        self._count = count

    @cached_property
    def _counted(self) -> Mapping[str, Units]:
        return self._count()

    def __getitem__(self, name: str) -> Units:
        return self._counted[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._counted)

    def __len__(self) -> int:
        return len(self._counted)

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


class Later(Distribution):
    """A distribution that is counted when more than its mean is asked for.

    It is equal to what is counted, and pickled as that.
    """

    def __init__(self, count: Callable[[], Distribution], mean: Units | None = None) -> None:
        self.__dict__["_count"] = count
        if mean is not None:
            self.__dict__["mean"] = mean

    @cached_property
    def _counted(self) -> Distribution:
        known, found = self.__dict__.get("mean"), self.__dict__.pop("_count")()
        assert known in (None, found.mean), "the solver's value is the mean of the outcomes"
        return found  # type: ignore[no-any-return]

    @property
    def ways(self) -> Mapping[Units, int]:
        """How many deals bring each net result."""
        return self._counted.ways

    @property
    def total(self) -> int:
        """All deals."""
        return self._counted.total

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self.ways == other.ways

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._counted)

    def __reduce__(self) -> tuple[Any, ...]:
        return Distribution, (self.ways,)


@dataclass(frozen=True)
class Joint:
    """How many deals bring each combination of net results of several bets."""

    bets: tuple[str, ...]
    ways: Mapping[tuple[Units, ...], int]

    @cached_property
    def total(self) -> int:
        """All deals."""
        return sum(self.ways.values())

    def of(self, bet: str) -> Distribution:
        """The distribution of one bet alone."""
        place = self.bets.index(bet)
        return Distribution.of((nets[place], n) for nets, n in self.ways.items())

    def together(self, stakes: Mapping[str, Fraction]) -> Distribution:
        """The distribution of what all the bets win, each with its stake."""
        sizes = [Fraction(stakes.get(bet, 0)) for bet in self.bets]
        return Distribution.of(
            (sum((net * size for net, size in zip(nets, sizes, strict=True)), Fraction(0)), n)
            for nets, n in self.ways.items()
        )

    def covariance(self, one: str, other: str) -> Fraction:
        """Covariance of the net units of two bets."""
        i, j = self.bets.index(one), self.bets.index(other)
        product = sum((nets[i] * nets[j] * n for nets, n in self.ways.items()), Fraction(0))
        return product / self.total - self.of(one).mean * self.of(other).mean

    def correlation(self, one: str, other: str) -> float:
        """Covariance on a scale from -1 to 1; 0 where a bet cannot vary."""
        spread = self.of(one).variance * self.of(other).variance
        return float(self.covariance(one, other)) / sqrt(spread) if spread else 0.0
