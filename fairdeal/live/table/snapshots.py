"""A table at rest, so that a start need not go back to the first event."""

from typing import Final

import msgspec

from fairdeal.errors import Corrupt
from fairdeal.games.digest import PACKAGE, digest_of
from fairdeal.live.table.state import Table

_LIVE: Final = PACKAGE / "live"
FORM: Final = digest_of(
    [*sorted((_LIVE / "events").glob("*.py"))]
    + [_LIVE / "table" / name for name in ("ledger.py", "state.py", "snapshots.py")]
)
"""Fingerprint of what makes a table out of events: a snapshot of another form is not read."""

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Table)


def packed(table: Table) -> bytes:
    """The table as bytes."""
    return _ENCODER.encode(table)


def unpacked(body: bytes) -> Table:
    """The table that was packed."""
    try:
        return _DECODER.decode(body)
    except msgspec.MsgspecError as error:
        raise Corrupt(f"a snapshot cannot be read: {error}", code="snapshot.unreadable") from None
