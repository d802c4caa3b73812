"""Figures are counted in a process of their own, which may end without the room.

LLVM ends its process when memory is short.  Here that is a process with a limit of its own, behind
the room's work, and the first that a machine out of memory ends.  Who has asked gets a sentence,
the tables play on, and the next question starts another process.

Both sides send pickled messages through pipes.  The room asks ``(number, function, arguments,
wants progress)`` and answers progress with ``(number, whether to go on)``; the other side sends
``(number, word, value)``.  The process ends when its input does, even if the room was killed.
"""

import logging
import os
import pickle
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import IO, Any, Final

from fairdeal import errors
from fairdeal.analysis.counting import ENDED
from fairdeal.analysis.progress import Progress
from fairdeal.errors import FairdealError, Refused, Unavailable

try:
    import resource
except ImportError:  # Windows has none, and no limit of memory
    resource = None  # type: ignore[assignment]

_AT_ONCE: Final = 16
"""Figures that are counted together; pages and searches take turns before they ask."""

_NICE: Final = 5
_AS_LOW: Final[int] = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
"""The same on Windows."""
_FIRST_TO_END: Final = "500"
"""For Linux, where memory is short: 0 is usual, 1000 is ended first of all."""
_LONGEST: Final = 60.0
"""Seconds at most between an end and the next start; the first time it is one."""

_PATIENCE: Final = 5.0
"""Seconds that a process may take to end."""

_DONE, _FAILED, _BROKEN, _PROGRESS = "done", "failed", "broken", "progress"

_LOG: Final = logging.getLogger("fairdeal.figures")

_Heard = SimpleQueue[tuple[str, Any]]


class Figures:
    """The process; any thread may ask, and waits for its own answer.

    ``_lock`` guards what is under way and the start of a process.  ``_writing`` lets one thread at
    a time write into its input.  A thread of its own reads from each process until that ends.
    """

    def __init__(self, megabytes: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._megabytes = megabytes
        self._clock = clock
        self._lock, self._writing = Lock(), Lock()
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._asked: dict[int, _Heard] = {}
        self._ends = 0
        """How often a process has ended since one has last answered."""
        self._not_before = 0.0
        self._is_closed = False

    def __enter__(self) -> "Figures":
        return self

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._is_closed = True
            process = self._process
        if process is not None:
            self._end(process)

    def __call__(
        self, function: Callable[..., Any], args: tuple[Any, ...], progress: Progress | None
    ) -> Any:
        """What the function returns there."""
        number, heard, process = self._begun()
        try:
            self._send(process, (number, function, args, progress is not None))
            while True:
                word, value = heard.get()
                if word == _DONE:
                    return value
                if word != _PROGRESS:
                    raise _error(word, value)
                self._tell(process, number, value, progress)
        finally:
            with self._lock:
                self._asked.pop(number, None)

    def _tell(
        self,
        process: "subprocess.Popen[bytes]",
        number: int,
        share: float,
        progress: Progress | None,
    ) -> None:
        """Pass on how far it is; the count waits meanwhile, and ends with whatever is raised."""
        goes_on = False
        try:
            assert progress is not None, "progress is told where it was asked for"
            progress(share)
            goes_on = True
        finally:
            self._send(process, (number, goes_on))

    def _begun(self) -> "tuple[int, _Heard, subprocess.Popen[bytes]]":
        with self._lock:
            if self._is_closed:
                raise Unavailable("the room is closing", code="room.closing")
            if self._process is None:
                if self._clock() < self._not_before:
                    raise _error(ENDED, None)
                self._process = _started(self._megabytes)
                Thread(
                    target=self._read, args=(self._process,), name="figures", daemon=True
                ).start()
            number, heard = next(self._numbers), _Heard()
            self._asked[number] = heard
            return number, heard, self._process

    def _send(self, process: "subprocess.Popen[bytes]", message: tuple[Any, ...]) -> None:
        packed = pickle.dumps(message)
        assert process.stdin is not None, "it is a pipe"
        # A process that has ended takes nothing; its reader tells everybody.
        with self._writing, suppress(OSError, ValueError):
            process.stdin.write(packed)
            process.stdin.flush()

    def _read(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdout is not None, "it is a pipe"
        with suppress(Exception):  # half an answer, or one of a class that is not known here
            while True:
                number, word, value = pickle.load(process.stdout)
                with self._lock:
                    heard = self._asked.get(number)
                    self._ends = 0 if word == _DONE else self._ends
                if heard is not None:
                    heard.put((word, value))
        self._ended(process)

    def _end(self, process: "subprocess.Popen[bytes]") -> int:
        """Close its input, which ends it; its exit status."""
        assert process.stdin is not None, "it is a pipe"
        with self._writing, suppress(OSError):  # something may be left that it never read
            process.stdin.close()
        try:
            return process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()

    def _ended(self, process: "subprocess.Popen[bytes]") -> None:
        status = self._end(process)
        assert process.stdout is not None, "it is a pipe"
        process.stdout.close()
        with self._lock:
            self._process = None
            lost, self._asked = self._asked, {}
            self._not_before = self._clock() + min(_LONGEST, 2.0**self._ends)
            self._ends += 1
        if not self._is_closed:
            _LOG.error(
                "the process that counts figures ended with status %d, and %d questions with it;"
                " the room goes on",
                status,
                len(lost),
            )
        for heard in lost.values():
            heard.put((ENDED, None))


def _error(word: str, value: Any) -> Exception:
    if word == _FAILED:
        kind, sentence, code, faults = value
        error: FairdealError = getattr(errors, kind)(sentence, code=code, faults=faults)
        return error
    if word == _BROKEN:
        return RuntimeError(f"a figure was not counted: {value}")
    return Refused(
        "the figures could not be counted: the process that counts them has ended, perhaps for want"
        " of memory; the tables play on. Ask again in a minute, or for something smaller",
        code="figures.ended",
    )


def _started(megabytes: int) -> "subprocess.Popen[bytes]":
    """In a session of its own: Ctrl-C is for the room, which closes it."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "fairdeal.web.running.figures", str(megabytes)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
        creationflags=_AS_LOW,
    )


class Counting:
    """The other side: counts what it is asked, several figures at once."""

    def __init__(self, asked: IO[bytes], answers: IO[bytes]) -> None:
        self._asked_in, self._answers = asked, answers
        self._lock = Lock()
        """One answer is written at a time."""
        self._going: dict[int, SimpleQueue[bool]] = {}

    def serve(self) -> bool:
        """Answer until nothing more comes; whether something was being counted then."""
        pool = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="figures")
        with suppress(EOFError), _ending_without_memory():
            while True:
                number, what, *more = pickle.load(self._asked_in)
                if more:
                    pool.submit(self._count, number, what, *more)
                elif number in self._going:
                    self._going[number].put(what)
        pool.shutdown(wait=False, cancel_futures=True)
        return bool(self._going)

    def _count(
        self, number: int, function: Callable[..., Any], args: tuple[Any, ...], tells: bool
    ) -> None:
        going = self._going[number] = SimpleQueue()

        def progress(share: float) -> None:
            self._say(number, _PROGRESS, share)
            if not going.get():
                raise _StoppedError

        try:
            with _ending_without_memory():
                said, value = _DONE, function(*args, *([progress] if tells else []))
        except _StoppedError:
            said, value = _BROKEN, "no one waits for it"
        except FairdealError as error:
            told = type(error).__name__, str(error), error.code, error.faults
            said, value = _FAILED, told
        except BaseException:  # it belongs to who has asked, even where a game wants to exit
            said, value = _BROKEN, traceback.format_exc()
        del self._going[number]
        self._say(number, said, value)

    def _say(self, number: int, word: str, value: Any) -> None:
        try:
            packed = pickle.dumps((number, word, value))
        except Exception:  # an author's game may bring what no pickle takes
            packed = pickle.dumps((number, _BROKEN, traceback.format_exc()))
        with self._lock, suppress(OSError, ValueError):
            self._answers.write(packed)
            self._answers.flush()


@contextmanager
def _ending_without_memory() -> Iterator[None]:
    """End the process where memory is over: what else has failed is not known."""
    try:
        yield
    except MemoryError:
        os._exit(1)


class _StoppedError(Exception):
    """No page waits for the count any more."""


def limit(megabytes: int) -> None:
    """Take no more memory than this, and let tables and the system come first."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_FIRST_TO_END, encoding="ascii")
    if resource is not None:
        most = megabytes * 1024 * 1024
        with suppress(OSError, ValueError):  # a lower limit is there already
            resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def main() -> None:
    """The process itself."""
    limit(int(sys.argv[1]))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a game prints is no answer
    if Counting(sys.stdin.buffer, answers).serve():
        os._exit(0)  # a count that goes on has no one to tell


if __name__ == "__main__":
    main()
