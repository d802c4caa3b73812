"""The course of a win: what was won, slot by slot, beside what was to be expected."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from fairdeal.books.reading import Reading
from fairdeal.books.rows import Gathered, row_of
from fairdeal.books.statement import Question, counted
from fairdeal.books.wagers import HOUSE, PLAYERS


def bank_of(reading: Reading, asked: Question) -> str:
    """Whose win the course tells: the house's, if it banks anything of what is asked for."""
    banks = {place.theme.bank for place in counted(reading, asked)}
    return PLAYERS if banks == {PLAYERS} else HOUSE


def course(reading: Reading, asked: Question) -> list[dict[str, Any]]:
    """The sums at the end of every slot with activity, and zeros where the first of them begins.

    Only hands that theory speaks of are counted, so that win and expectation can be compared.
    """
    found: list[dict[str, Any]] = []
    for point in _points(reading, asked):
        begins = point["at"] - reading.width
        if not found:
            found.append(_point(begins, 0, 0.0, 0.0))
        elif found[-1]["at"] < begins:
            found.append(found[-1] | {"at": begins})  # nobody played meanwhile
        found.append(point)
    return found


def _points(reading: Reading, asked: Question) -> Iterator[dict[str, Any]]:
    bank = bank_of(reading, asked)
    own = (entry for entry in counted(reading, asked).items() if entry[0].theme.bank == bank)
    found = sorted(own, key=lambda entry: entry[0].slot)
    sums = Gathered()
    for slot, entries in groupby(found, key=lambda entry: entry[0].slot):
        for place, counts in entries:
            sums.add(place, counts)
        row = row_of(sums, theory=True)
        mean = row["expected_win_cents"]
        yield _point(
            reading.begin + (slot + 1) * reading.width,
            row["compared_win_cents"],
            mean["value"] if mean else 0.0,
            row["standard_deviation_cents"] or 0.0,
        )


def _point(at: int, win: int, mean: float, deviation: float) -> dict[str, Any]:
    return {
        "at": at,
        "win_cents": win,
        "expected_win_cents": mean,
        "standard_deviation_cents": deviation,
    }
