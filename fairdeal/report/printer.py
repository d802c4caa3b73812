"""Prints par sheets in a process of its own, behind everything else that the machine does.

Drawing holds the interpreter for tenths of a second.  In the process of a room its tables would
wait; here they do not, and the lower priority leaves them the processor.

The process reads a kind and a sheet as a line of JSON, and answers with a word, a length and as
many bytes.  It ends when its parent does, even if that was killed.
"""

import json
import os
import subprocess
import sys
import traceback
import weakref
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Lock
from typing import IO, Any, Final

from fairdeal.errors import Unavailable
from fairdeal.report.html import html
from fairdeal.report.pdf import pdf

_NICE: Final = 10
_AS_LOW: Final[int] = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
"""The same on Windows."""

_DONE, _FAILED = b"done", b"failed"

KINDS: Final[Mapping[str, Callable[[dict[str, Any]], bytes]]] = {
    "html": lambda sheet: html(sheet).encode(),
    "pdf": pdf,
}


class Printer:
    """The process; it is started when the first sheet is to be printed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._end: Callable[[], object] = lambda: None

    def printed(self, kind: str, sheet: dict[str, Any]) -> bytes:
        """A sheet as a file; one after the other."""
        asked = json.dumps([kind, sheet]).encode() + b"\n"
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self.close()
                self._process = _started()
                self._end = weakref.finalize(self, self._process.communicate)
            into, out = self._process.stdin, self._process.stdout
            assert into is not None, "it is a pipe"
            assert out is not None, "it is a pipe"
            with suppress(OSError):  # a process that has ended answers nothing
                into.write(asked)
                into.flush()
            said, _, length = out.readline().partition(b" ")
            content = out.read(int(length or b"0"))
        if not said:
            raise Unavailable(
                "the process that prints sheets has ended: ask again", code="sheet.unprinted"
            )
        if said != _DONE:
            raise RuntimeError(f"the sheet was not printed: {content.decode()}")
        return content

    def close(self) -> None:
        """Print nothing more: the process ends with its input."""
        self._end()
        self._process = None


def _started() -> "subprocess.Popen[bytes]":
    """In a session of its own: Ctrl-C is for the room, which closes it."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "fairdeal.report.printer"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
        creationflags=_AS_LOW,
    )


def answer(asked: IO[bytes], answers: IO[bytes]) -> None:
    """Print what is asked for until there is nothing more."""
    for line in asked:
        kind, sheet = json.loads(line)
        try:
            said, content = _DONE, KINDS[kind](sheet)
        except Exception:  # it belongs to who has asked
            said, content = _FAILED, traceback.format_exc().encode()
        answers.write(b"%s %d\n" % (said, len(content)) + content)
        answers.flush()


def main() -> None:
    """The process itself."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    answer(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
