"""Pay tables that a person brings along in a file, beside those of the document."""

from pathlib import Path

from fairdeal.errors import Malformed
from fairdeal.games.layout import Game
from fairdeal.games.sheets import Sheets, approved, read_sheets

LARGEST = 1_000_000
"""Bytes of a file that are read."""


def read_file(game: Game, path: Path) -> Sheets:
    """The pay tables of a file, which need not price every bet."""
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise Malformed(f"{path} is not a file", code="file.unreadable")
        if size > LARGEST:
            raise Malformed(
                f"{path} has {size:,} bytes, too many for pay tables", code="file.unreadable"
            )
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Malformed(f"cannot read {path}: {error.strerror}", code="file.unreadable") from None
    except UnicodeDecodeError:
        raise Malformed(f"{path} is not text in UTF-8", code="file.unreadable") from None
    try:
        return read_sheets(game, text, beside=approved(game))
    except Malformed as error:
        faults = [f"{path}: {fault}" for fault in error.faults]
        raise Malformed("; ".join(faults), code=error.code, faults=faults) from None


def beside(game: Game, own: Sheets) -> Sheets:
    """The document's tables with one's own beside them, which are the defaults then."""
    sheets = approved(game)
    tables = {bet: {**named, **own.tables.get(bet, {})} for bet, named in sheets.tables.items()}
    theirs = {
        name: each
        for name, each in sheets.combinations.items()
        if not any(table in own.tables.get(bet, {}) for bet, table in each.tables.items())
    }
    combinations = {**theirs, **own.combinations}
    return Sheets(tables, {**sheets.defaults, **own.defaults}, combinations, own.meters)
