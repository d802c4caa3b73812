"""Events as the log keeps them: each carries the hash of the one before it.

The hash of an event is SHA-256 over one line of JSON, a line feed and the event's body.  The line
is an array without blanks: the previous hash in hexadecimal, pos, stream, version, at, actor, role,
command, part, asked and kind.  No text in JSON holds a line feed: events never share an encoding.
"""

import hmac
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from msgspec import Struct
from msgspec.json import Encoder
from msgspec.structs import astuple

from fairdeal.errors import Corrupt, Malformed

ORIGIN: Final = bytes(32)
"""What the first event of a log names as its predecessor."""

_line = Encoder().encode


# Structs are built twenty times as fast as frozen dataclasses, and a room builds one per event.
class Draft(Struct, frozen=True, gc=False):
    """An event that is to be recorded."""

    kind: str
    """What happened, such as ``bets-placed``."""
    body: bytes
    """The event in canonical JSON."""
    actor: str = ""
    """Who did it, where that is not who gave the command: the automatic dealer, who goes on."""
    role: str = ""


class Unless(Struct, frozen=True):
    """What may not have happened in other streams since an entry was decided."""

    after: int
    """The last place of the log that was looked at."""
    kinds: frozenset[str]


class Entry(Struct, frozen=True):
    """Everything one command brings: it is recorded whole or not at all."""

    stream: str
    """The table."""
    version: int
    """How many events the table had when the command was decided."""
    at: int
    """Microseconds since 1970, UTC."""
    actor: str
    role: str
    command: str
    """What was asked for, such as ``place``."""
    key: str
    """Under which it was asked; a table records each key once."""
    asked: str
    """A short fingerprint of what was asked, to tell a repetition from a different wish."""
    drafts: tuple[Draft, ...]
    unless: Unless | None = None

    def __post_init__(self) -> None:
        texts = (self.stream, self.actor, self.role, self.command, self.key, self.asked)
        if not (self.stream and self.command and self.key and self.drafts):
            raise Malformed(
                f"an entry needs a table, a command, its key and an event: table {self.stream!r}, "
                f"command {self.command!r}, key {self.key!r}, {len(self.drafts)} events",
                code="entry.unreadable",
            )
        # Databases disagree about NUL, and half a surrogate pair has no bytes to be hashed.
        if not "".join([*texts, *[draft.kind for draft in self.drafts]]).isprintable():
            raise Malformed(
                f"an entry of table {self.stream!r} holds a character that cannot be printed: "
                f"{', '.join(map(repr, texts[1:]))}",
                code="entry.unreadable",
            )


class Recorded(Struct, frozen=True, gc=False):
    """An event as the log keeps it."""

    pos: int
    """1, 2, 3 ... over the whole room, without a gap."""
    stream: str
    version: int
    """1, 2, 3 ... within the table."""
    at: int
    actor: str
    role: str
    command: str
    key: str
    part: int
    """0, 1, 2 ... within the command."""
    asked: str
    kind: str
    body: bytes
    previous: bytes
    """The hash of the event before it; :data:`ORIGIN` for the first."""
    hash: bytes

    def __str__(self) -> str:
        return f"event {self.pos} (table {self.stream}, {self.kind})"


class Head(Struct, frozen=True):
    """Where a log ends."""

    pos: int
    hash: bytes
    seal: bytes
    """HMAC-SHA256 by the room's key over both, empty without a key: a log that was cut off or
    rewritten as a whole cannot be sealed again without the key."""


def recorded(entry: Entry, pos: int, previous: bytes) -> tuple[Recorded, ...]:
    """The events of an entry, chained to the event *previous*; the first of them is at *pos*."""
    events = []
    for part, draft in enumerate(entry.drafts):
        actor = (draft.actor, draft.role) if draft.actor else (entry.actor, entry.role)
        who = (entry.at, *actor, entry.command, entry.key)
        version = entry.version + part + 1
        fields = (pos + part, entry.stream, version, *who, part, entry.asked, draft.kind)
        digest = _digest(fields, draft.body, previous)
        events.append(Recorded(*fields, draft.body, previous, digest))
        previous = digest
    return tuple(events)


def hash_of(event: Recorded) -> bytes:
    """The hash that an event must carry."""
    return _digest(astuple(event)[:11], event.body, event.previous)


def _digest(fields: tuple[Any, ...], body: bytes, previous: bytes) -> bytes:
    return sha256(b"%b\n%b" % (_line((previous.hex(), *fields)), body)).digest()


def head_of(key: bytes, pos: int = 0, digest: bytes = ORIGIN) -> Head:
    """The head of a log whose last event is at *pos*, sealed where the room has a key."""
    return Head(pos, digest, sealed(key, b"head\n%d\n%b" % (pos, digest)))


def sealed(key: bytes, text: bytes) -> bytes:
    """HMAC-SHA256 of the text; empty for a room without a key."""
    return hmac.digest(derived(key, "log"), text, "sha256") if key else b""


@lru_cache
def derived(key: bytes, purpose: str) -> bytes:
    """The key for one purpose, from which neither the room's key nor any other can be found."""
    return hmac.digest(key, f"fairdeal {purpose}".encode(), "sha256")


class Checker:
    """Follows a log, from its beginning or from where an earlier check stopped."""

    def __init__(
        self, pos: int = 0, digest: bytes = ORIGIN, versions: Mapping[str, int] | None = None
    ) -> None:
        self.pos = pos
        self.hash = digest
        self.versions = dict(versions or {})
        """How many events of each table were seen."""

    def check(self, event: Recorded) -> None:
        """Go on to the next event; refuse one that does not fit."""
        if event.pos != self.pos + 1:
            raise _broken(_out_of_place(self.pos, event))
        if event.previous != self.hash:
            raise _broken(f"{event} does not continue from event {self.pos}: one was changed")
        version = self.versions.get(event.stream, 0) + 1
        if event.version != version:
            raise _broken(f"{event} is number {event.version} of its table; expected {version}")
        try:
            digest = hash_of(event)
        except (AttributeError, TypeError, UnicodeEncodeError):
            digest = b""  # a field is not even of its kind, whatever it was replaced by
        if digest != event.hash:
            raise _broken(f"{event} does not fit its hash")
        self.pos, self.hash, self.versions[event.stream] = event.pos, digest, version

    def finish(self, head: Head, key: bytes = b"") -> None:
        """Refuse a log that does not end where its head says; without a key the seal is ignored."""
        if head.pos != self.pos:
            raise _broken(f"the log ends at event {self.pos}, but its head names event {head.pos}")
        if head.hash != self.hash:
            raise _broken(f"event {self.pos} is not the one that the head of the log names")
        check_seal(head, key)


def check_seal(head: Head, key: bytes) -> None:
    """Refuse a head that was not sealed by this key; without a key nothing can be said."""
    if key and not hmac.compare_digest(head.seal, head_of(key, head.pos, head.hash).seal):
        raise _broken(
            f"the head of the log (event {head.pos}) is not sealed by this room's key: "
            "the log was cut off or rewritten, or the key is another"
        )


def verify(events: Iterable[Recorded], head: Head, key: bytes = b"") -> Checker:
    """Check a whole log; the checker that comes back knows where it ends."""
    checker = Checker()
    for event in events:
        checker.check(event)
    checker.finish(head, key)
    return checker


def _out_of_place(pos: int, event: Recorded) -> str:
    if event.pos <= pos:
        return f"{event} comes after event {pos}"
    missing = f"event {pos + 1} is" if event.pos == pos + 2 else f"the events from {pos + 1} on are"
    return f"{missing} missing: {event.pos} follows {pos}"


def _broken(sentence: str) -> Corrupt:
    return Corrupt(sentence, code="log.broken")
