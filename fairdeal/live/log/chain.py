"""Entries as the log keeps them: a chain for each stream, and one over all streams.

Each command brings one entry.  An entry names the entry before it in its stream by its hash, and
every event by its digest: one event can be shown and checked without the others.  What the entries
do not say, which of two streams came first, the chain over all of them says.  The bytes are
described in docs/reference/log-format.md.
"""

import hmac
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Final, Self

from msgspec import Struct
from msgspec.json import Encoder

from fairdeal.errors import Corrupt, Malformed
from fairdeal.live.actors import AUTOMATIC

ORIGIN: Final = bytes(32)
"""What the first entry of a stream names as its predecessor."""

ENTRY: Final = "fairdeal-entry-1"
COMMAND: Final = "fairdeal-command-1"
HEAD: Final = "fairdeal-head-1"
"""How the lines begin that are hashed; a name changes when the bytes do."""

ROOM: Final = "room:"
"""The stream of the room itself."""
ACCOUNTS: Final = "accounts:"
"""The stream of the accounts of the house's people."""
PREFIX: Final = "progressive:"
"""How the name of a progressive's stream begins; no table's name has a colon."""

GOES_ON: Final = AUTOMATIC.name, str(AUTOMATIC.role)
"""Name and role of who goes on by itself where no person deals."""

DIGEST: Final = 32
"""Bytes of a digest."""

_line = Encoder().encode


# Structs are built twenty times as fast as frozen dataclasses, and a room builds one per event.
class Draft(Struct, frozen=True, gc=False):
    """An event that is to be recorded."""

    kind: str
    """What happened, such as ``bets-placed``."""
    body: bytes
    """The event in canonical JSON."""


class Unless(Struct, frozen=True):
    """What may not have happened in other streams since an entry was decided."""

    after: int
    """The last place of the log that was looked at."""
    kinds: frozenset[str]


class Secret(Struct, frozen=True):
    """What is kept of an account's password, outside of the chain."""

    account: str
    sealed: bytes
    """The hash of the password, encrypted; an event names the digest of this."""


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
    arguments: bytes
    """What it was asked with, in canonical JSON."""
    drafts: tuple[Draft, ...]
    followed: int = 0
    """How many of the events, the last ones, the automatic dealer brought by going on."""
    unless: Unless | None = None
    incarnation: int = 0
    """The incarnation of the log in which it was first recorded; 0 for the present one."""
    epoch: int = 0
    """The epoch of the stream in which it was first recorded; 0 for the present one."""
    secret: Secret | None = None
    """What is kept with it, in the same transaction, in place of what was kept for the account."""

    def __post_init__(self) -> None:
        texts = (self.stream, self.actor, self.role, self.command, self.key)
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
    """An event as the log keeps it, with what the log keeps of its command."""

    pos: int
    """1, 2, 3 ... over the whole room, without a gap."""
    stream: str
    version: int
    """1, 2, 3 ... within the table."""
    at: int
    actor: str
    """Who did it: the caller, or the automatic dealer who went on."""
    role: str
    command: str
    key: str
    part: int
    """0, 1, 2 ... within the command."""
    asked: str
    """The fingerprint of the command, to tell a repetition from something else."""
    kind: str
    body: bytes
    previous: bytes
    """The hash of the table's entry before; :data:`ORIGIN` for the first."""
    hash: bytes
    """The hash of the entry, the same for all events of a command."""
    log_hash: bytes
    """The hash of the whole log up to and with the entry."""
    caller: str
    """Who gave the command."""
    caller_role: str
    arguments: bytes
    digests: bytes
    """The digests of all events of the command, one behind the other."""
    followed: int
    incarnation: int
    epoch: int

    def __str__(self) -> str:
        return f"event {self.pos} (table {self.stream}, {self.kind})"


class Head(Struct, frozen=True):
    """Where a log ends."""

    pos: int
    hash: bytes
    """The hash of the whole log."""
    seal: bytes
    """HMAC-SHA256 by the room's key over both, empty without a key: a log that was cut off or
    rewritten as a whole cannot be sealed again without the key."""


class StreamHead(Struct, frozen=True):
    """Where a stream ends."""

    version: int = 0
    hash: bytes = ORIGIN
    epoch: int = 1
    """Grows with every change of the process that writes the stream."""
    tag: bytes = b""
    """HMAC-SHA256 by the room's key over all of it; empty without a key."""


class Origin(Struct, frozen=True):
    """Which log it is."""

    room: str
    incarnation: int = 1
    """Grows when the log is moved or restored, or when a loss is accepted: a log and what became of
    it differ."""
    house: str = ""
    """Whose room it is, such as ``casino.example``; empty where no name was given."""

    def raised(self, by: int = 1) -> "Origin":
        """The same room in a later incarnation."""
        return Origin(self.room, self.incarnation + by, self.house)

    @property
    def line(self) -> str:
        """How checkpoints name it.

        >>> Origin("room-1", 2).line, Origin("room-1", 1, "casino.example").line
        ('fairdeal/room-1/2', 'casino.example/fairdeal/room-1/1')
        """
        prefix = f"{self.house}/" if self.house else ""
        return f"{prefix}fairdeal/{self.room}/{self.incarnation}"


def full_name(stream: str) -> str:
    """The name of a stream in the bytes of the log.

    >>> [full_name(each) for each in ("pit-1", "progressive:stax", "room:", "accounts:")]
    ['table/pit-1', 'progressive/stax', 'room', 'accounts']
    """
    if stream in (ROOM, ACCOUNTS):
        return stream.removesuffix(":")
    if stream.startswith(PREFIX):
        return f"progressive/{stream.removeprefix(PREFIX)}"
    return f"table/{stream}"


def short_name(name: str) -> str:
    """The name by which the program calls a stream of the log.

    >>> [short_name(each) for each in ("table/pit-1", "progressive/stax", "room", "accounts")]
    ['pit-1', 'progressive:stax', 'room:', 'accounts:']
    """
    if name in ("room", "accounts"):
        return f"{name}:"
    kind, _, rest = name.partition("/")
    return PREFIX + rest if kind == "progressive" else rest


def kind_of(stream: str) -> str:
    """What kind of stream it is: ``table``, ``progressive``, ``room`` or ``accounts``."""
    return full_name(stream).partition("/")[0]


def is_shared(stream: str) -> bool:
    """Whether any process writes a stream, and decides again where another was first.

    >>> [is_shared(each) for each in ("pit-1", "progressive:stax", "room:")]
    [False, True, True]
    """
    return kind_of(stream) != "table"


def fingerprint(command: str, actor: str, role: str, arguments: bytes) -> str:
    """A short text that differs for everything else that could be asked."""
    who = _line((COMMAND, command, actor, role))
    return sha256(b"%b,%b]" % (who[:-1], arguments)).hexdigest()[:32]


def digest_of(kind: str, body: bytes) -> bytes:
    """The digest by which an entry names an event."""
    return sha256(b"%b\n%b" % (kind.encode(), body)).digest()


def recorded(
    entry: Entry, pos: int, log_hash: bytes, tip: StreamHead, incarnation: int = 1
) -> tuple[Recorded, ...]:
    """The events of an entry, behind the end *tip* of its stream; the first of them is at *pos*.

    Position 0 is none: the entry gets its place later, and its log hash with it.
    """
    incarnation = entry.incarnation or incarnation
    epoch = entry.epoch or tip.epoch
    digests = b"".join([digest_of(draft.kind, draft.body) for draft in entry.drafts])
    who = entry.actor, entry.role
    asked = fingerprint(entry.command, *who, entry.arguments)
    line = _entry_line(
        incarnation,
        tip.hash,
        entry.stream,
        entry.version + 1,
        entry.at,
        epoch,
        *who,
        entry.command,
        entry.key,
        entry.arguments,
        digests,
        entry.followed,
    )
    digest = sha256(line).digest()
    total = log_hash_of(log_hash, pos, digest) if pos else b""
    own = len(entry.drafts) - entry.followed
    events = []
    for part, draft in enumerate(entry.drafts):
        actor, role = who if part < own else GOES_ON
        events.append(
            Recorded(
                pos + part if pos else 0,
                entry.stream,
                entry.version + part + 1,
                entry.at,
                actor,
                role,
                entry.command,
                entry.key,
                part,
                asked,
                draft.kind,
                draft.body,
                tip.hash,
                digest,
                total,
                entry.actor,
                entry.role,
                entry.arguments,
                digests,
                entry.followed,
                incarnation,
                epoch,
            )
        )
    return tuple(events)


def hash_of(event: Recorded) -> bytes:
    """The hash that the entry of an event must carry."""
    return sha256(line_of(event)).digest()


def line_of(event: Recorded) -> bytes:
    """The bytes of the entry of an event."""
    digests, at = event.digests, event.part * DIGEST
    own = digest_of(event.kind, event.body)
    return _entry_line(
        event.incarnation,
        event.previous,
        event.stream,
        event.version - event.part,
        event.at,
        event.epoch,
        event.caller,
        event.caller_role,
        event.command,
        event.key,
        event.arguments,
        digests[:at] + own + digests[at + DIGEST :],
        event.followed,
    )


def fits(event: Recorded) -> bool:
    """Whether an event has the hash that it carries, and whether what is not hashed follows."""
    who = (event.caller, event.caller_role)
    own, start = len(event.digests) // DIGEST - event.followed, event.part * DIGEST
    return (
        event.digests[start : start + DIGEST] == digest_of(event.kind, event.body)
        and (event.actor, event.role) == (who if event.part < own else GOES_ON)
        and event.asked == fingerprint(event.command, *who, event.arguments)
        and event.hash == hash_of(event)
    )


def _entry_line(
    incarnation: int,
    previous: bytes,
    stream: str,
    version: int,
    at: int,
    epoch: int,
    actor: str,
    role: str,
    command: str,
    key: str,
    arguments: bytes,
    digests: bytes,
    followed: int,
) -> bytes:
    digest = digests.hex()
    line = (
        ENTRY,
        incarnation,
        previous.hex(),
        full_name(stream),
        version,
        at,
        epoch,
        actor,
        role,
        command,
        key,
        sha256(arguments).hexdigest(),
        [digest[start : start + 2 * DIGEST] for start in range(0, len(digest), 2 * DIGEST)],
    )
    return _line((*line, followed) if followed else line)


def log_hash_of(before: bytes, pos: int, digest: bytes) -> bytes:
    """The hash of the whole log up to and with an entry whose first event is at *pos*."""
    return sha256(before + pos.to_bytes(8, "big") + digest).digest()


def head_of(key: bytes, pos: int = 0, digest: bytes = ORIGIN, *, marked: bool = False) -> Head:
    """The head of a log whose last event is at *pos*, sealed where the room has a key.

    The seal of a *marked* log says that a mark outside of the database belongs to it.
    """
    name = b"marked head" if marked else b"head"
    return Head(pos, digest, sealed(key, b"%b\n%d\n%b" % (name, pos, digest)))


def is_marked(head: Head, key: bytes) -> bool:
    """Whether the head was sealed by this key for a log that has a mark."""
    return bool(key) and _is_sealed(head, head_of(key, head.pos, head.hash, marked=True))


def is_sealed(head: Head, key: bytes) -> bool:
    """Whether the head was sealed by this key."""
    return is_marked(head, key) or _is_sealed(head, head_of(key, head.pos, head.hash))


def _is_sealed(head: Head, wanted: Head) -> bool:
    return hmac.compare_digest(head.seal, wanted.seal)


def tagged(key: bytes, origin: Origin, stream: str, tip: StreamHead) -> StreamHead:
    """The end of a stream with its tag by the room's key."""
    if not key:
        return StreamHead(tip.version, tip.hash, tip.epoch)
    name = full_name(stream)
    what = (HEAD, origin.room, origin.incarnation, name, tip.version, tip.hash.hex(), tip.epoch)
    return StreamHead(tip.version, tip.hash, tip.epoch, sealed(key, _line(what)))


def check_tag(key: bytes, origin: Origin, stream: str, tip: StreamHead) -> StreamHead:
    """Refuse the end of a stream that this room did not write; without a key none can be told."""
    if key and not hmac.compare_digest(tip.tag, tagged(key, origin, stream, tip).tag):
        raise _broken(
            f"the head of {full_name(stream)} (event {tip.version}) is not tagged by this room's"
            " key: the table was cut off or rewritten, or the key is another"
        )
    return tip


def sealed(key: bytes, text: bytes) -> bytes:
    """HMAC-SHA256 of the text; empty for a room without a key."""
    return hmac.digest(derived(key, "log"), text, "sha256") if key else b""


@lru_cache
def derived(key: bytes, purpose: str) -> bytes:
    """The key for one purpose, from which neither the room's key nor any other can be found."""
    return hmac.digest(key, f"fairdeal {purpose}".encode(), "sha256")


class StreamChecker:
    """Follows one stream, from its beginning or from where a snapshot has it."""

    def __init__(self, version: int = 0, digest: bytes | None = ORIGIN) -> None:
        self.version = version
        self.hash = digest
        """The hash of the last entry; None where the next one may name any."""
        self.epoch = 0
        self.incarnation = 0
        self._last: Recorded | None = None
        """The last event, while its command has more."""

    @classmethod
    def behind(cls, event: Recorded) -> Self:
        """One that takes an event as it is."""
        checker = cls(event.version, event.hash)
        checker._note(event)
        return checker

    @property
    def is_open(self) -> bool:
        """Whether the command of the last event has more."""
        return self._last is not None

    def check(self, event: Recorded) -> None:
        """Go on to the next event; refuse one that does not fit."""
        if event.version != self.version + 1:
            expected = self.version + 1
            raise _broken(f"{event} is number {event.version} of its table; expected {expected}")
        try:
            self._check(event)
        except (AttributeError, TypeError, ValueError, OverflowError):
            # A field is not even of its kind, whatever it was replaced by.
            raise _broken(f"{event} does not fit its hash") from None
        self._note(event)
        self.epoch, self.incarnation = event.epoch, event.incarnation

    def _note(self, event: Recorded) -> None:
        try:
            is_last = len(event.digests) == (event.part + 1) * DIGEST
        except TypeError:  # a forged field can be anything
            is_last = True
        self._last = None if is_last else event
        self.version, self.hash = event.version, event.hash

    def _check(self, event: Recorded) -> None:
        if self._last is not None or event.part:
            if not _continues(self._last, event):
                raise _broken(f"{event} does not continue the command that it names")
        elif self.hash is not None and event.previous != self.hash:
            raise _broken(
                f"{event} does not continue from event {self.version} of its table: one was changed"
            )
        if not fits(event):
            raise _broken(f"{event} does not fit its hash")
        if event.epoch < self.epoch or event.incarnation < self.incarnation:
            raise _broken(f"{event} is of an epoch that was over")

    def finish(self, stream: str, head: StreamHead) -> None:
        """Refuse a stream that does not end where its head says."""
        name = full_name(stream)
        if self._last is not None:
            raise _broken(f"{name} ends in the middle of a command, at event {self.version}")
        if head.version != self.version:
            raise _broken(
                f"{name} ends at its event {self.version}, but its head names event {head.version}"
            )
        if self.hash is not None and head.hash != self.hash:
            raise _broken(f"event {self.version} of {name} is not the one that its head names")


def _continues(last: Recorded | None, event: Recorded) -> bool:
    """Whether an event is the next of the command of the one before it."""
    if last is None or event.part != last.part + 1:
        return False
    return last.hash == event.hash and last.log_hash == event.log_hash


class Checker:
    """Follows a log, from its beginning or from where an earlier check stopped."""

    def __init__(
        self,
        pos: int = 0,
        digest: bytes = ORIGIN,
        streams: Mapping[str, StreamChecker] | None = None,
        *,
        is_whole: bool = False,
    ) -> None:
        self.pos = pos
        self.hash = digest
        """The hash of the whole log so far."""
        self.before = digest
        """The hash of the whole log before the last entry."""
        self.streams = dict(streams or {})
        """Where every table is."""
        self._is_whole = is_whole or not pos
        """Whether every table begins with its first event."""
        self._last = ""
        """The table of the last event."""

    @property
    def versions(self) -> dict[str, int]:
        """How many events of each table were seen."""
        return {name: each.version for name, each in self.streams.items()}

    def check(self, event: Recorded) -> None:
        """Go on to the next event; refuse one that does not fit."""
        if event.pos != self.pos + 1:
            raise _broken(_out_of_place(self.pos, event))
        stream = self.streams.get(event.stream)
        if stream is None:
            known = StreamChecker() if self._is_whole else StreamChecker(event.version - 1, None)
            stream = self.streams[event.stream] = known
        if self._last != event.stream and self._is_open():
            raise _broken(f"{event} does not continue the command before it")
        stream.check(event)
        if event.part:
            fits = event.log_hash == self.hash
        else:
            self.before = self.hash
            fits = event.log_hash == log_hash_of(self.hash, event.pos, event.hash)
        if not fits:
            raise _broken(f"{event} does not continue from event {self.pos}: one was moved")
        self.pos, self.hash, self._last = event.pos, event.log_hash, event.stream

    def behind(self, event: Recorded, pos: int) -> "Checker":
        """A checker that takes an event as it is, so that what follows can be checked against it.

        The event is at *pos*, whatever it says of itself.
        """
        streams = {**self.streams}
        if isinstance(event.stream, str):
            streams[event.stream] = StreamChecker.behind(event)
        return Checker(pos, event.log_hash, streams, is_whole=self._is_whole)

    def finish(self, head: Head, key: bytes = b"") -> None:
        """Refuse a log that does not end where its head says; without a key the seal is ignored."""
        if head.pos != self.pos:
            raise _broken(f"the log ends at event {self.pos}, but its head names event {head.pos}")
        if head.hash != self.hash:
            raise _broken(f"event {self.pos} is not the one that the head of the log names")
        if self._is_open():
            raise _broken(f"the log ends in the middle of a command, at event {self.pos}")
        check_seal(head, key)

    def finish_streams(self, head_of_stream: Callable[[str], StreamHead]) -> None:
        """Refuse a log in which a table does not end where its head says."""
        for name, stream in self.streams.items():
            stream.finish(name, head_of_stream(name))

    def _is_open(self) -> bool:
        """Whether the command of the last event has more."""
        return bool(self._last) and self.streams[self._last].is_open


def check_seal(head: Head, key: bytes) -> None:
    """Refuse a head that was not sealed by this key; without a key nothing can be said."""
    if key and not is_sealed(head, key):
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
