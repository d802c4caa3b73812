"""A room process as its clients have it: a pipe each way, and an end that comes without notice."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import IO, Final

from tests.torture.wire import GAVE_UP, Ready, Reply, Request, line_of, reply_in

_ROOT: Final = Path(__file__).parents[2]
_CHUNK: Final = 1 << 16


class Crashed(Exception):
    """A room ended that nobody had killed."""


class GaveUp(Exception):
    """A room ended because its log takes nothing more: it is started again."""

    def __init__(self, room: "RoomProcess") -> None:
        super().__init__(f"room {room.name} gave up")
        self.room = room


class RoomProcess:
    """A room that can be started, killed and started again."""

    def __init__(self, name: str, arguments: Sequence[str], complaints: Path) -> None:
        self.name = name
        self.is_ready = False
        self.load_seconds = 0.5
        """How long the room took to load, the last time it came so far."""
        self._command = [sys.executable, "-m", "tests.torture.room_process", *arguments]
        self._complaints = complaints
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._rest = b""

    def start(self) -> None:
        """Begin; the room is ready when it says so."""
        self._rest, self.is_ready, self._started = b"", False, monotonic()
        with self._complaints.open("ab") as complaints:
            self._process = subprocess.Popen(
                self._command,
                cwd=_ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                bufsize=0,
            )

    def fileno(self) -> int:
        """Where answers come from."""
        return self._out.fileno()

    def send(self, request: Request) -> None:
        """Put a request into the pipe."""
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line_of(request))
        except BrokenPipeError:
            if self._process.wait() != GAVE_UP:  # otherwise its last words come first
                raise self._crashed() from None

    @property
    def has_said(self) -> bool:
        """Whether something was read from the pipe that nobody has heard yet."""
        return b"\n" in self._rest

    def replies(self) -> Iterator[Reply]:
        """What has come since the last time, one by one; what is not taken stays."""
        if not self.has_said:
            chunk = os.read(self.fileno(), _CHUNK)
            if not chunk:
                assert self._process is not None
                raise GaveUp(self) if self._process.wait() == GAVE_UP else self._crashed()
            self._rest += chunk
        yield from self._lines()

    def kill(self) -> list[Reply]:
        """End the room this instant; what it had said until then is what its clients hear."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        return self._last_words()

    def stop(self) -> list[Reply]:
        """Let the room close in its own time."""
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.close()
        said = self._last_words()
        if self._process.wait():
            raise self._crashed()
        return said

    def end(self) -> None:
        """Leave nothing running, whatever has happened."""
        if self._process is not None and self._process.poll() is None:
            self.kill()

    def _last_words(self) -> list[Reply]:
        assert self._process is not None
        assert self._process.stdin is not None
        self._rest += self._out.read()
        said = list(self._lines())
        self.is_ready = False
        self._process.stdin.close()
        self._out.close()
        return said

    def _lines(self) -> Iterator[Reply]:
        """Whole lines only: half an answer is none."""
        while True:
            line, found, rest = self._rest.partition(b"\n")
            if not found:
                return
            self._rest = rest
            reply = reply_in(line)
            if isinstance(reply, Ready):
                self.is_ready, self.load_seconds = True, monotonic() - self._started
            yield reply

    @property
    def _out(self) -> IO[bytes]:
        assert self._process is not None
        assert self._process.stdout is not None
        return self._process.stdout

    def _crashed(self) -> Crashed:
        said = self._complaints.read_text(errors="replace").strip()
        return Crashed(f"room {self.name} ended by itself: {said[-2000:] or 'it said nothing'}")
