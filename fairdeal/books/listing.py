"""A statement as lines of CSV: every line says whose books these are and of which interval."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any, Final

from fairdeal.books.statement import NO_ACTIVITY

_HEADER: Final = ("operator", "title", "begins", "ends")
_NAMES: Final = ("table", "day", "shift", "game", "theme", "bet", "bank")
_COUNTS: Final = (
    *("rounds", "void_rounds", "hands", "dead_hands", "system_decisions", "bets"),
    *("drop_cents", "cashed_cents", "fills_cents", "floats_cents", "banked_cents"),
    *("handle_cents", "won", "paid_cents", "lost", "taken_cents", "pushes", "returned_cents"),
    *("award_cents", "win_cents", "hold"),
    *("contributed_cents", "after_meters_cents", "resets_cents", "tips_cents", "tips_paid_cents"),
)
_THEORY: Final = (
    *(
        "compared_hands",
        "hands_left_out",
        "compared_win_cents",
        "expected_win_cents",
        "expected_win_cents_exact",
    ),
    *("standard_deviation_cents", "z", "verdict", "flagged"),
)


def listing(shown: Mapping[str, Any]) -> str:
    """The rows and the totals, a line each; one line that says so where nothing happened."""
    written = io.StringIO()
    table = csv.DictWriter(
        written, (*_HEADER, "line", *_NAMES, *_COUNTS, *_THEORY), lineterminator="\n"
    )
    table.writeheader()
    about = {key: shown[key] for key in _HEADER}
    for line in _lines(shown):
        table.writerow(about | line)
    return written.getvalue()


def _lines(shown: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    if not shown["activity"]:
        yield {"line": NO_ACTIVITY}
    for row in shown["rows"]:
        yield {"line": shown["by"], **_flat(row)}
    for row in shown["totals"]:
        yield {"line": "total", **_flat(row)}


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row in cells; what does not apply to it stays empty."""
    cells = {key: row[key] for key in (*_NAMES, *_COUNTS, *_THEORY) if key in row}
    if cells.get("hold"):
        cells["hold"] = repr(row["hold"]["value"])
    if "flagged" in row:
        cells["flagged"] = " ".join(row["flagged"])
    if theory := row.get("theory"):
        cells["compared_hands"] = theory["hands"]
        cells["compared_win_cents"] = theory["win_cents"]
        cells["standard_deviation_cents"] = repr(theory["standard_deviation_cents"])
        cells["z"] = repr(theory["z"])
    if mean := (theory or row).get("expected_win_cents"):
        cells["expected_win_cents"] = repr(mean["value"])
        cells["expected_win_cents_exact"] = mean["exact"]
    return cells
