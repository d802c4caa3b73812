"""When a win at a table is reported to the tax authority of the United States (form W-2G)."""

import datetime as dt
from typing import Final

W2G: Final = "W-2G"
_TIMES: Final = 300
"""A win is reported when it is at least so many times the wager, and reaches the threshold."""

_THRESHOLDS: Final = {
    dt.date(1977, 1, 1): 60_000,
    # The minimum by the draft instructions for 2026; later years are indexed, by how much is not
    # known yet.
    dt.date(2026, 1, 1): 200_000,
}
"""Cents, by the day from which they hold."""


def threshold_cents(on: dt.date) -> int:
    """The least win that is reported on a day."""
    return [cents for since, cents in sorted(_THRESHOLDS.items()) if since <= on][-1]


def form_due(win_cents: int, wager_cents: int, on: dt.date) -> str:
    """The form that a win needs, empty for none.

    >>> form_due(210_000, 500, dt.date(2026, 11, 16)), form_due(100_000, 500, dt.date(2026, 11, 16))
    ('W-2G', '')
    """
    reached = win_cents >= threshold_cents(on) and win_cents >= _TIMES * wager_cents
    return W2G if reached and wager_cents else ""
