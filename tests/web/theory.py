"""A theory that costs nothing, for tests of pages: an even edge and variance for every wager."""

from fractions import Fraction

import pytest

from fairdeal.analysis.distribution import Distribution
from fairdeal.analysis.figures import Figure
from fairdeal.books import expectation, hits


def make_cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every wager is won 19 times of 40, at even money, and no two have anything in common."""
    outcomes = Distribution({Fraction(1): 19, Fraction(-1): 21})
    cheap = Figure(bet="any", pay_table=None, per="unit", outcomes=outcomes)
    monkeypatch.setattr(expectation, "_figure", lambda *asked: cheap)
    monkeypatch.setattr(expectation, "_covariance", lambda *asked: Fraction(0))
    monkeypatch.setattr(hits, "_chance", lambda *asked: Fraction(1, 1000))
