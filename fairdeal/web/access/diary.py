"""What happened to the accounts of the house's people, or what audits have found.

It is kept beside the log, one line of JSON an entry, and only ever grows.  Every line names
the hash of the line before it, so that one that was changed or taken out by hand is noticed.
Without a file it is forgotten with the process.
"""

import logging
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final

import msgspec

from fairdeal.errors import Unavailable
from fairdeal.web.moments import Moment

REMEMBERED: Final = 200
"""Of the latest entries of each kind are at hand."""

_LOG: Final = logging.getLogger(__name__)
_ORIGIN: Final = "0" * 64
_LONGEST: Final = 300
"""Characters of anything in an entry; what people type can be longer."""
_STRANGE: Final = "\N{REPLACEMENT CHARACTER}"


class Kind(StrEnum):
    """What an entry is about; what strangers try pushes none of the others off a page."""

    CHANGE = "changes"
    SIGN_IN = "sign-ins"
    REFUSAL = "refusals"


_KINDS: Final = {
    "refused": Kind.REFUSAL,
    "locked": Kind.REFUSAL,
    "signed in": Kind.SIGN_IN,
    "signed out": Kind.SIGN_IN,
    "terminal locked": Kind.SIGN_IN,
}
"""By what happened; anything else is a change."""


class Entry(msgspec.Struct, frozen=True):
    """Something that happened."""

    at: Moment
    what: str
    """In a word or two, such as ``signed in``."""
    about: str
    """Whose account it was; empty for a name that nobody has."""
    by: str
    """Who did it."""
    where: str
    """From which address."""
    text: str
    """What was before and what is now, or why not."""
    before: str
    """The hash of the line before."""

    @property
    def kind(self) -> Kind:
        """What it is about."""
        return _KINDS.get(self.what, Kind.CHANGE)

    def mentions(self, text: str) -> bool:
        """Whether any of its words contain that text, in small or capital letters."""
        words = (self.what, self.about, self.by, self.where, self.text)
        return any(text.casefold() in each.casefold() for each in words)


class Diary:
    """The entries of one room."""

    def __init__(
        self, path: Path | None, clock: Callable[[], int], name: str = "the diary of the accounts"
    ) -> None:
        self._path = path
        self._name = name
        self._clock = clock
        self._lock = Lock()
        self._last = _ORIGIN
        self._latest = {kind: deque[Entry](maxlen=REMEMBERED) for kind in (None, *Kind)}
        """Of any kind, and of each."""
        self._waiting: list[bytes] = []
        """Lines that the disk did not take; they come before the next one."""
        self.broken = 0
        """The first line that does not follow the one before it; 0 where all do."""
        self._read()

    def latest(self, kind: Kind | None = None) -> Sequence[Entry]:
        """What happened last, of one kind or of any, the newest first."""
        with self._lock:
            return tuple(reversed(self._latest[kind]))

    def find(self, text: str = "", kind: Kind | None = None) -> Iterator[Entry]:
        """All entries that mention a text, of one kind or of any, the newest first."""
        for entry in self._newest_first():
            if kind in (None, entry.kind) and entry.mentions(text):
                yield entry

    def _newest_first(self) -> Iterator[Entry]:
        if self._path is None:
            with self._lock:
                kept = [entry for kind in Kind for entry in self._latest[kind]]
            kept.sort(key=lambda entry: entry.at)
            yield from reversed(kept)
            return
        with self._lock:
            try:
                lines = self._path.read_bytes().split(b"\n")
            except FileNotFoundError:
                lines = []
            except OSError as error:
                raise self._unavailable("read", error) from None
            lines += [line.rstrip() for line in self._waiting]
        yield from (entry for line in reversed(lines) if (entry := _entry(line)))

    @property
    def unwritten(self) -> int:
        """Entries that the disk did not take yet."""
        return len(self._waiting)

    def note(
        self,
        what: str,
        about: str,
        *,
        by: str,
        where: str,
        text: str = "",
        may_wait: bool = False,
    ) -> None:
        """Keep an entry before the request is answered.

        One that *may_wait* is kept in memory where the disk takes nothing, and is written before
        the next entry.
        """
        about, by, where, text = map(_plain, (about, by, where, text))
        with self._lock:  # each line names the one before it, also between writers
            entry = Entry(self._clock(), what, about, by, where, text, self._last)
            line = msgspec.json.encode(entry)
            try:
                self._write(b"".join([*self._waiting, line, b"\n"]))
                self._waiting.clear()
            except Unavailable as error:
                if not may_wait or len(self._waiting) >= REMEMBERED:
                    raise
                self._waiting.append(line + b"\n")
                _LOG.error("%s: %r of %s waits in memory", error, what, about)
            self._remember(entry)
            self._last = _hash(line)

    def _remember(self, entry: Entry) -> None:
        self._latest[None].append(entry)
        self._latest[entry.kind].append(entry)

    def _write(self, line: bytes) -> None:
        if self._path is None:
            return
        before = -1
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
            with os.fdopen(os.open(self._path, flags, 0o600), "ab") as file:
                before = file.tell()
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            with suppress(OSError):  # half a line would be taken for a change by hand
                if before >= 0:
                    os.truncate(self._path, before)
            raise self._unavailable("written", error) from None

    def _read(self) -> None:
        if self._path is None:
            return
        try:
            text = self._path.read_bytes()
            whole, newline, torn = text.rpartition(b"\n")
            if torn:  # the machine went off in the middle of a line: nobody was answered
                os.truncate(self._path, len(whole + newline))
        except FileNotFoundError:
            return
        except OSError as error:
            raise self._unavailable("read", error) from None
        for number, line in enumerate(whole.split(b"\n"), 1):
            entry = _entry(line)
            if (entry is None or entry.before != self._last) and not self.broken:
                self.broken = number
            if entry is not None:
                self._remember(entry)
            self._last = _hash(line)

    def _unavailable(self, done: str, error: OSError) -> Unavailable:
        return Unavailable(
            f"{self._name} in {self._path} cannot be {done}: {error.strerror}; nothing was changed",
            code="account.diary",
        )


def _entry(line: bytes) -> Entry | None:
    try:
        return msgspec.json.decode(line, type=Entry)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _plain(text: str) -> str:
    """What can be read on a page and written into a line, whatever was sent."""
    return "".join(each if each.isprintable() else _STRANGE for each in text[:_LONGEST])


def _hash(line: bytes) -> str:
    return sha256(line).hexdigest()
