"""The tax form of a win: both the amount and the multiple of the wager must be reached."""

from datetime import date

import pytest

from fairdeal.house.taxes import form_due, threshold_cents

IN_2025, IN_2026 = date(2025, 12, 31), date(2026, 1, 1)


@pytest.mark.parametrize(
    ("win", "wager", "on", "form"),
    [
        (400_000, 100, IN_2026, "W-2G"),  # three card bonus, 4,000 to 1 on $1
        (100_000, 500, IN_2026, ""),  # a star at $1,000 is 200 times the wager
        (210_000, 500, IN_2026, "W-2G"),  # at $2,100 it is 420 times
        (2_000_000 * 5, 500, IN_2026, "W-2G"),  # six card royal, 20,000 to 1
        (250_000, 500, IN_2026, "W-2G"),  # 500 to 1 on $5
        (200 * 10_000, 10_000, IN_2026, ""),  # pair plus at 200 to 1, however large
        (200 * 10_000, 10_000, IN_2025, ""),
        (60_000, 200, IN_2025, "W-2G"),
        (59_999, 1, IN_2025, ""),
        (60_000, 200, IN_2026, ""),
        (199_999, 500, IN_2026, ""),
        (200_000, 500, IN_2026, "W-2G"),
        (200_000, 667, IN_2026, ""),  # 299.9 times
        (200_000, 0, IN_2026, ""),  # an award without a wager has no multiple
    ],
)
def test_the_form_is_due_from_both_thresholds_on(win: int, wager: int, on: date, form: str) -> None:
    assert form_due(win, wager, on) == form


def test_the_threshold_changes_with_the_year() -> None:
    assert threshold_cents(IN_2025) == 60_000
    assert threshold_cents(IN_2026) == threshold_cents(date(2030, 6, 1)) == 200_000
