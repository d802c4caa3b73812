"""Events as the log writes them: canonical JSON, named in words that outlive the code."""

import re
from collections.abc import Mapping
from typing import Final, get_args

import msgspec

from fairdeal.errors import Corrupt
from fairdeal.live import events


def _kind_of(cls: type) -> str:
    """``BetsPlaced`` is ``bets-placed`` in the log."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()


KINDS: Final[Mapping[type, str]] = {cls: _kind_of(cls) for cls in get_args(events.AnyEvent)}
_DECODERS: Final[Mapping[str, msgspec.json.Decoder[events.AnyEvent]]] = {
    kind: msgspec.json.Decoder(cls) for cls, kind in KINDS.items()
}
_ENCODE: Final = msgspec.json.Encoder(order="deterministic").encode


def encoded(event: events.AnyEvent) -> tuple[str, bytes]:
    """The event's kind and body; equal events have equal bytes."""
    return KINDS[type(event)], _ENCODE(event)


def decoded(kind: str, body: bytes) -> events.AnyEvent:
    """The event that was written."""
    decoder = _DECODERS.get(kind)
    if decoder is None:
        raise Corrupt(f"the log holds an event of unknown kind {kind!r}", code="event.unreadable")
    try:
        return decoder.decode(body)
    except msgspec.MsgspecError as error:
        raise Corrupt(f"an event {kind} cannot be read: {error}", code="event.unreadable") from None
