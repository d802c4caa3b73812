"""What audits have found: one line of JSON each, in a file beside the log that only ever grows.

Every line names the hash of the line before it, so that one that was changed or taken out by hand
is noticed.  Without a file the results are forgotten with the process.
"""

import os
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final

import msgspec

from fairdeal.errors import Unavailable
from fairdeal.web.moments import Moment

REMEMBERED: Final = 200
"""Of the latest results are at hand."""

_ORIGIN: Final = "0" * 64
_LONGEST: Final = 300
"""Characters of anything in a result."""
_STRANGE: Final = "\N{REPLACEMENT CHARACTER}"


class Result(msgspec.Struct, frozen=True):
    """What one audit found."""

    at: Moment
    what: str
    about: str
    """The head of the log that was looked at."""
    by: str
    """Who asked for it."""
    text: str
    before: str
    """The hash of the line before."""


class Results:
    """The results of one room."""

    def __init__(self, path: Path | None, clock: Callable[[], int]) -> None:
        self._path = path
        self._clock = clock
        self._lock = Lock()
        self._last = _ORIGIN
        self._latest: deque[Result] = deque(maxlen=REMEMBERED)
        self.broken = 0
        """The first line that does not follow the one before it; 0 where all do."""
        self._read()

    def latest(self) -> Sequence[Result]:
        """What was found last, the newest first."""
        with self._lock:
            return tuple(reversed(self._latest))

    def note(self, what: str, about: str, *, by: str, text: str) -> None:
        """Keep a result."""
        what, about, by, text = map(_plain, (what, about, by, text))
        with self._lock:  # each line names the one before it, also between writers
            result = Result(self._clock(), what, about, by, text, self._last)
            line = msgspec.json.encode(result)
            self._write(line + b"\n")
            self._latest.append(result)
            self._last = _hash(line)

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
            if torn:  # the machine went off in the middle of a line
                os.truncate(self._path, len(whole + newline))
        except FileNotFoundError:
            return
        except OSError as error:
            raise self._unavailable("read", error) from None
        for number, line in enumerate(whole.split(b"\n"), 1):
            result = _result(line)
            if (result is None or result.before != self._last) and not self.broken:
                self.broken = number
            if result is not None:
                self._latest.append(result)
            self._last = _hash(line)

    def _unavailable(self, done: str, error: OSError) -> Unavailable:
        return Unavailable(
            f"the record of audits in {self._path} cannot be {done}: {error.strerror}; nothing was"
            " changed",
            code="audit.record",
        )


def _result(line: bytes) -> Result | None:
    try:
        return msgspec.json.decode(line, type=Result)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _plain(text: str) -> str:
    """What can be read on a page and written into a line, whatever it is."""
    return "".join(each if each.isprintable() else _STRANGE for each in text[:_LONGEST])


def _hash(line: bytes) -> str:
    return sha256(line).hexdigest()
