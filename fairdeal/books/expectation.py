"""What the bank was to win by the exact analysis, and whether what it won is improbable.

Players are taken to play their best, which none of them does: the bank may well win more.  The
variance of one hand is exact.  Hands of one round share the dealer's cards; how far they go
together is exact where it has been counted, and else measured by the rounds themselves, between
the two exact limits: no common ground at all, and nothing else.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Final

from fairdeal import games
from fairdeal.analysis import counting
from fairdeal.books.activity import Sample
from fairdeal.books.wagers import Theme
from fairdeal.errors import Refused
from fairdeal.games.paytable import Others
from fairdeal.games.terms import Terms

if TYPE_CHECKING:
    from fairdeal.analysis.figures import Figure

IMPROBABLE: Final = 3
"""Standard deviations from which a result is improbable: a fair table gets there once in 370."""

VERY_IMPROBABLE: Final = 4
"""The same for very improbable: once in 16,000."""

LEAST_HANDS: Final = 100
"""Below this a few rare pays decide, and standard deviations say nothing about chances."""

LUMPY: Final = 4
"""Times the squared skewness of one hand, below which a single rare pay may still decide: the sum
of so many hands has a skewness of a half, and its tails begin to be those of a bell curve."""


class Verdict(StrEnum):
    """What is to be thought of a result."""

    EXPECTED = "as expected"
    IMPROBABLE = "improbable"
    VERY_IMPROBABLE = "very improbable"
    RARE_PAY = "rare pay"
    """Far below expectation by a single pay, in so few hands that deviations are not chances."""
    TOO_FEW = "too few hands"
    UNKNOWN = "no theory"


FAR_OFF: Final = (Verdict.VERY_IMPROBABLE, Verdict.IMPROBABLE, Verdict.RARE_PAY)
"""What a person should look at."""


class Seats(StrEnum):
    """What is known of hands that are played in one round."""

    COUNTED = "exact"
    MEASURED = "measured"


@dataclass(frozen=True)
class Expected:
    """A wager held against its theory; variances are of cents."""

    hands: int
    stakes_cents: int
    win_cents: int
    """What the bank won by these hands."""
    mean_cents: Fraction
    """What it was to win."""
    alone: Fraction
    """The variance if no two hands had anything in common."""
    bound: Fraction
    """The variance if the hands of a round had everything in common."""
    variance: Fraction
    seats: Seats
    hits: int
    hit_frequency: Fraction
    """How often a player wins by it."""
    largest_pay_cents: int
    """The most that a single hand cost the bank."""
    skewness: float
    """Of what one hand wins."""
    assumptions: tuple[str, ...]

    @property
    def difference_cents(self) -> Fraction:
        """What the bank won beyond expectation."""
        return self.win_cents - self.mean_cents

    @property
    def z(self) -> float:
        """The difference in standard deviations."""
        return float(self.difference_cents) / sqrt(self.variance)

    @property
    def z_without_largest_pay(self) -> float:
        """The same as if the hand that cost the bank most had pushed."""
        return float(self.difference_cents + self.largest_pay_cents) / sqrt(self.variance)

    @property
    def is_lumpy(self) -> bool:
        """Whether there are so few hands that deviations do not measure chances yet."""
        return self.hands < LUMPY * self.skewness**2

    @property
    def verdict(self) -> Verdict:
        """What is to be thought of it."""
        if self.hands < LEAST_HANDS:
            return Verdict.TOO_FEW
        if abs(self.z) < IMPROBABLE:
            return Verdict.EXPECTED
        # Rare pays cost the bank; none of them excuses a bank that wins too much.
        if self.is_lumpy and self.z < 0 and self.z_without_largest_pay > -IMPROBABLE:
            return Verdict.RARE_PAY
        return Verdict.VERY_IMPROBABLE if abs(self.z) >= VERY_IMPROBABLE else Verdict.IMPROBABLE


def expected(theme: Theme, head: str, sample: Sample) -> Expected | None:
    """The sample held against the exact figures of its wager; None where they cannot be had."""
    if why_unknown(theme, head) or not sample.hands:
        return None
    mean = alone = widest = Fraction(0)
    hands = stakes = 0
    for (stake, others), number in sample.hands.items():
        figure = figure_of(theme, head, stake, others)
        hands += number
        stakes += number * stake
        mean += number * stake * figure.house_edge
        alone += number * stake**2 * figure.variance
        widest = max(widest, figure.variance)
    bound = alone + widest * sample.stakes_together
    link = _covariance(theme, head)
    edge = figure.outcomes.house_edge
    if link is None:
        together = (
            sample.wins_together
            - 2 * edge * sample.wins_by_stakes
            + edge**2 * sample.stakes_together
        )
        variance, seats = min(max(alone, alone + together), bound), Seats.MEASURED
    else:
        variance = alone + link * sample.stakes_together
        seats = Seats.COUNTED
    return Expected(
        hands,
        stakes,
        sample.win_cents,
        mean,
        alone,
        bound,
        variance,
        seats,
        sample.hits,
        figure.outcomes.win,
        sample.largest_pay_cents,
        _skewness(figure),
        _assumptions(theme, head, figure),
    )


def why_unknown(theme: Theme, head: str) -> str:
    """Why a wager cannot be held against exact figures; empty where it can."""
    if theme.why_no_theory:
        return theme.why_no_theory
    try:
        figure_of(theme, head, 100, 0)
    except Refused as refusal:
        return str(refusal)
    return ""


def _skewness(figure: "Figure") -> float:
    outcomes = figure.outcomes
    third = outcomes.expected(lambda net: (net - outcomes.mean) ** 3)
    return float(third) / sqrt(outcomes.variance) ** 3


def _assumptions(theme: Theme, head: str, figure: "Figure") -> tuple[str, ...]:
    if others := _others(theme, head):
        assert theme.terms is not None
        return (f"each bettor with as many {others.called(theme.terms.options)} as there were",)
    return figure.assumptions


def _others(theme: Theme, head: str) -> Others | None:
    """Whose hands the pay table in force pays for beside the bettor's own."""
    assert theme.terms is not None
    table = theme.terms.pay.get(head)
    return table.others if table else None


def figure_of(theme: Theme, head: str, stake_cents: int, others: int) -> "Figure":
    """The exact figure of a wager; stake and others matter where others' hands pay it."""
    if _others(theme, head):
        return _figure(theme, head, others, stake_cents)
    return _figure(theme, head, None, 1)


@lru_cache(maxsize=4096)
def _figure(theme: Theme, head: str, others: int | None, stake_cents: int) -> "Figure":
    assert theme.terms is not None
    return counting.run(_counted, theme.terms, head, others, stake_cents)


def _counted(terms: Terms, head: str, others: int | None, stake_cents: int) -> "Figure":
    # The analysis takes longer to load than most commands to run.
    from fairdeal.analysis.conditions import Conditions
    from fairdeal.analysis.par import figure

    return figure(games.game(terms.game), head, terms, Conditions(others, stake_cents))


@lru_cache(maxsize=256)
def _covariance(theme: Theme, head: str) -> Fraction | None:
    assert theme.terms is not None
    return counting.run(_linked, theme.terms, head)


def _linked(terms: Terms, head: str) -> Fraction | None:
    from fairdeal.analysis.registry import solver_of

    return solver_of(games.game(terms.game)).covariance(head, terms)
