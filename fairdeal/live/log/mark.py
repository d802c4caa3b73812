"""The high-water mark: a file outside of the database that says how far the log has come.

The seal proves that a head is the room's own, not that it is the last.  The mark holds the newest
head that the room has answered for, so that an older log is noticed.  It is five lines of text:
its form, position of the event and hash of the log there, the head's seal, the time of the event
in microseconds, and HMAC-SHA256 over the lines before, by a key derived from the room's key.
"""

import hmac
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic, sleep
from typing import Final, NamedTuple, Protocol, Self

import filelock

from fairdeal.errors import Unavailable
from fairdeal.live.log.chain import (
    ORIGIN,
    Head,
    Recorded,
    derived,
    hash_of,
    head_of,
    is_marked,
    log_hash_of,
)
from fairdeal.live.log.stores.file import flush, said
from fairdeal.live.log.stores.protocol import WENT_BACK, Place

EVERY: Final = 1.0
"""Seconds between two writes of the file while the log grows."""

_FORM: Final = "fairdeal-mark-1"
_LINES: Final = 5
_PATIENCE: Final = 2.0
"""Seconds that a process waits while another one writes the same mark."""

_LOG: Final = logging.getLogger("fairdeal.mark")


class Log(Protocol):
    """What is asked of a log."""

    name: str

    def head(self) -> Head:
        """Where the log ends."""

    def read(self, after: int = 0, until: int | None = None) -> Iterator[Recorded]:
        """The log in order."""


class Mark(NamedTuple):
    """The newest event that a room has answered for."""

    pos: int
    """Its place in the log; 0 for an empty log."""
    hash: bytes
    """The hash of the log there."""
    seal: bytes
    """The seal of the head there."""
    at: int
    """When it was recorded, in microseconds since 1970."""

    @classmethod
    def of(cls, key: bytes, event: Recorded | Place | None) -> Self:
        """The mark at an event; at the beginning of the log where there is none."""
        pos, digest, at = (event.pos, event.log_hash, event.at) if event else (0, ORIGIN, 0)
        return cls(pos, digest, head_of(key, pos, digest, marked=True).seal, at)

    def __str__(self) -> str:
        return f"event {self.pos:,}" + (f" of {moment(self.at)}" if self.pos else "")


def moment(at: int) -> str:
    """A time of the log, as sentences have it."""
    try:
        return f"{datetime.fromtimestamp(at // 1_000_000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (OverflowError, ValueError, OSError):  # a log can name any time
        return f"{at} microseconds after 1970"


def last_of(log: Log) -> Recorded | None:
    """The newest event of a log."""
    end = log.head().pos
    return next(log.read(end - 1, end), None) if end else None


def missing(log: Log, mark: Mark) -> str:
    """What a log lacks that the mark says it had; empty where it lacks nothing."""
    if not mark.pos:
        return ""
    found = next(log.read(mark.pos - 1, mark.pos), None)
    if found is not None and _is(log, found, mark):
        return ""
    if found is not None:
        lacks = f"event {mark.pos:,} is another one"
    else:
        end = log.head().pos
        gone = mark.pos - end
        lacks = f"it ends at event {end:,}: {gone:,} event{' is' if gone == 1 else 's are'} missing"
    answered = f"this room has answered for {mark.pos:,} events, the last one at {moment(mark.at)}"
    return f"the log in {log.name} has gone back: {answered}; {lacks}"


def _is(log: Log, found: Recorded, mark: Mark) -> bool:
    """Whether an event is the one that the mark names, with everything as it was before it."""
    try:
        begin = found.pos - found.part
        before = next(log.read(begin - 2, begin - 1), None)
        digest = log_hash_of(before.log_hash if before else ORIGIN, begin, hash_of(found))
    except (AttributeError, TypeError, ValueError, OverflowError):  # a forged field can be anything
        return False
    return found.log_hash == mark.hash == digest


def check(log: Log, mark: Mark | None, key: bytes, path: Path) -> None:
    """Refuse a log that lacks what the mark says, or a marked log without its mark.

    A log that never had a mark passes: it was written by an older version of the program, or its
    first start broke off.
    """
    advice = "fairdeal accept-loss accepts the loss by name"
    if mark is not None:
        if lacks := missing(log, mark):
            raise Unavailable(f"{lacks}; restore a newer backup, or {advice}", code=WENT_BACK)
    elif is_marked(log.head(), key):
        raise Unavailable(
            f"the mark of the log in {log.name} is missing: it should be in {path}; put it there,"
            f" name its place with --mark, or {advice}",
            code="log.mark-missing",
        )


def read(path: Path, key: bytes) -> Mark | None:
    """The mark in a file, None where there is no file; one that this key did not make is refused.

    >>> read(Path("no-such-room.mark"), bytes(32)) is None
    True
    """
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unreadable(path, f"cannot be read: {said(error)}") from None
    lines = text.split(b"\n")
    body = b"\n".join(lines[: _LINES - 1])
    try:
        form, place, seal, at, tag = text.decode("ascii").splitlines()
        pos, digest = place.split(" ")
        found = Mark(int(pos), bytes.fromhex(digest), bytes.fromhex(seal), int(at))
    except ValueError:
        raise _unreadable(path, "is not a mark, or only a part of one") from None
    if form != _FORM or not hmac.compare_digest(_tag(body, key), tag):
        raise _unreadable(path, "was not written with this room's key")
    return found


def write(path: Path, mark: Mark, key: bytes) -> tuple[int, ...]:
    """Replace the mark in a file, durably, and say which file it is now.

    An interrupted write leaves the old one.
    """
    new = path.with_name(f"{path.name}.new")
    lines = (_FORM, f"{mark.pos} {mark.hash.hex()}", mark.seal.hex(), f"{mark.at}")
    body = "\n".join(lines).encode()
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(b"%b\n%b\n" % (body, _tag(body, key).encode()))
            file.flush()
            os.fsync(file.fileno())
            which = _which(file.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    flush(path.absolute().parent)
    return which


def _tag(body: bytes, key: bytes) -> str:
    return hmac.digest(derived(key, "mark"), body, "sha256").hex()


def _unreadable(path: Path, what: str) -> Unavailable:
    return Unavailable(
        f"the mark in {path} {what}: put the room's own mark back, or accept by name that the log"
        " may lack events, with fairdeal accept-loss",
        code="log.mark-unreadable",
    )


class Marker:
    """Keeps the mark of a room in its file: a thread writes it each second while the log grows.

    The thread that writes the log only leaves the newest event in ``_newest``, an assignment that
    needs no lock.  ``_lock`` lets one thread at a time write the file: the marker's own, or the one
    that closes the room.  Between processes a lock file does the same.
    """

    def __init__(self, path: Path, key: bytes, newest: Recorded | Place | None) -> None:
        self.path = path
        self.trouble = ""
        """Why the mark cannot be written; empty while it can."""
        self.told: Callable[[str], object] = lambda said: None
        """Hears when the mark cannot be written, and when it can again."""
        self._key = key
        self._newest = newest
        self._seen: tuple[int, ...] = ()
        """Which file was found to hold the newest event, or one behind it."""
        self._pos = -1
        self._lock = Lock()
        self._closing = Event()
        self._thread = Thread(target=self._run, name=f"mark {path.name}", daemon=True)

    def start(self) -> None:
        """Begin to follow the log."""
        self._thread.start()

    def note(self, newest: Place) -> None:
        """The log has grown to this event, durably."""
        self._newest = newest

    def close(self) -> None:
        """Write the last mark and end the thread."""
        self._closing.set()
        self._thread.join()
        self.keep()

    def _run(self) -> None:
        while not self._closing.wait(EVERY):
            self.keep()

    def keep(self) -> bool:
        """Bring the file up to date; whether it is now.

        The room goes on where it cannot be written: a log ahead of its mark is not a loss.
        """
        try:
            with self._lock:
                self._keep()
        except OSError as error:
            self._say(f"the mark {self.path} cannot be written: {said(error)}")
        else:
            self._say("")
        return not self.trouble

    def _keep(self) -> None:
        newest = self._newest
        pos = newest.pos if newest else 0
        if pos <= self._pos and self._seen and self._seen == _which(self.path):
            return  # a file that is gone was not seen
        with _alone(self.path):
            # Which file it is is asked before it is read: what others put there later is looked at.
            seen = _which(self.path)
            if not self._is_behind(pos):
                seen = write(self.path, Mark.of(self._key, newest), self._key)
            self._seen, self._pos = seen, pos

    def _is_behind(self, pos: int) -> bool:
        """Whether another process of the room has marked this event or a later one."""
        try:
            there = read(self.path, self._key)
        except Unavailable:
            return False  # whatever was put there is no mark
        return there is not None and there.pos >= pos

    def _say(self, trouble: str) -> None:
        """Tell of a change, once."""
        before, self.trouble = self.trouble, trouble
        if trouble and not before:
            _LOG.warning("%s; the room goes on", trouble)
            self.told(trouble)
        elif before and not trouble:
            _LOG.info("the mark %s is written again", self.path)
            self.told(f"the mark {self.path} is written again")


def _which(file: Path | int) -> tuple[int, ...]:
    try:
        found = os.fstat(file) if isinstance(file, int) else file.stat()
    except OSError:
        return ()
    return found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One process at a time looks at the mark and replaces it."""
    guard = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        began = monotonic()
        while not filelock.lock_descriptor(guard, blocking=False):
            if monotonic() - began > _PATIENCE:
                raise TimeoutError(0, "another process holds it locked")
            sleep(0.01)
        yield
    finally:
        os.close(guard)
