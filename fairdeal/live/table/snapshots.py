"""A table or a progressive at rest, so that a start need not go back to the first event."""

from pathlib import Path
from typing import Final, TypeVar

import msgspec

from fairdeal.errors import Corrupt
from fairdeal.live.table.progressive import Progressive
from fairdeal.live.table.state import Table
from fairdeal.source import files_digest

T = TypeVar("T")

_LIVE: Final = Path(__file__).parents[1]
_FOLDS: Final = ("holding.py", "ledger.py", "progressive.py", "snapshots.py", "state.py")
FORM: Final = files_digest(
    _LIVE, [*(_LIVE / "events").glob("*.py"), *(_LIVE / "table" / name for name in _FOLDS)]
)
"""Fingerprint of what makes a table out of events: a snapshot of another form is not read."""

_ENCODER: Final = msgspec.json.Encoder()
_TABLES: Final = msgspec.json.Decoder(Table)
_PROGRESSIVES: Final = msgspec.json.Decoder(Progressive)


def packed(kept: Table | Progressive) -> bytes:
    """The table or the progressive as bytes."""
    return _ENCODER.encode(kept)


def unpacked(body: bytes) -> Table:
    """The table that was packed."""
    return _decoded(_TABLES, body)


def unpacked_progressive(body: bytes) -> Progressive:
    """The progressive that was packed."""
    return _decoded(_PROGRESSIVES, body)


def _decoded(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    try:
        return decoder.decode(body)
    except msgspec.MsgspecError as error:
        raise Corrupt(f"a snapshot cannot be read: {error}", code="snapshot.unreadable") from None
