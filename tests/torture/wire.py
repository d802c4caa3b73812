"""What the clients and a room say to each other: one message a line, in JSON."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from fairdeal.live.actors import Role
from fairdeal.live.log.chain import Recorded

GAVE_UP: Final = 75
"""The exit status of a room whose log takes nothing more."""


class Ask(Struct, frozen=True, tag="ask"):
    """A command for a table."""

    number: int
    """Tells the answers apart; a command that is sent again has another number and the same key."""
    table: str
    command: str
    name: str
    role: Role
    key: str
    arguments: dict[str, Any]

    @property
    def title(self) -> tuple[str, str]:
        """What the log knows the command by: a table records each key once."""
        return self.table, self.key


class Look(Struct, frozen=True, tag="look"):
    """Somebody wants to know where a table is now, perhaps after having been cut off."""

    table: str
    after: int
    """How many events of the table are known already."""


Request: TypeAlias = Ask | Look


class Ready(Struct, frozen=True, tag="ready"):
    """The room has loaded its tables."""


class Did(Struct, frozen=True, tag="did"):
    """The command was done, and what it did is durable."""

    table: str
    number: int
    recorded: tuple[Recorded, ...]
    repeated: bool


class Not(Struct, frozen=True, tag="not"):
    """The command was not done."""

    table: str
    number: int
    error: str
    """The class of the error."""
    code: str
    sentence: str


class Happened(Struct, frozen=True, tag="happened"):
    """Nobody asked for it: somebody's time was up."""

    table: str
    recorded: tuple[Recorded, ...]


class Saved(Struct, frozen=True, tag="saved"):
    """A snapshot of a table is in line."""

    table: str


class Seen(Struct, frozen=True, tag="seen"):
    """Where a table is now, and how it came there."""

    table: str
    after: int
    state: bytes
    recorded: tuple[Recorded, ...]


class Unseen(Struct, frozen=True, tag="unseen"):
    """The table cannot be shown now."""

    table: str
    error: str
    sentence: str


Reply: TypeAlias = Ready | Did | Not | Happened | Saved | Seen | Unseen

_ENCODE: Final = Encoder().encode
request_in: Final[Callable[[bytes], Request]] = Decoder(Request).decode
reply_in: Final[Callable[[bytes], Reply]] = Decoder(Reply).decode


def line_of(message: Request | Reply) -> bytes:
    """The message as it goes over the pipe."""
    return _ENCODE(message) + b"\n"
