"""SIGINT and SIGTERM: the first one closes the room, a second SIGINT ends the process at once."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Final

from fairdeal.web.logs import in_json, is_json

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGBREAK")
_SIGNALS: Final = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
"""SIGBREAK is Windows' Ctrl-Break."""

_AT_ONCE: Final = "stopped at once; everything that was answered is in the log"


class Stop:
    """What a signal asks for; until the server runs, it unwinds the call stack."""

    def __init__(self) -> None:
        self.heard = 0
        """The first signal, 0 for none."""
        self._serving: Callable[[], None] | None = None

    def by(self, ending: Callable[[], None]) -> None:
        """From now on the first signal calls this in place of raising an exception."""
        self._serving = ending

    def handle(self, number: int, _: object) -> None:
        """Python calls this in the main thread, between two bytecode instructions."""
        if self.heard:
            if number == signal.SIGINT:
                # Not through the log, whose lock the interrupted code may hold.
                said = in_json(_AT_ONCE) if is_json() else f"fairdeal: {_AT_ONCE}"
                os.write(2, f"{said}\n".encode())
                os._exit(128 + number)
            return  # the room is being closed already
        self.heard = number
        if self._serving is None:
            self.unwind()
        else:
            self._serving()

    def unwind(self) -> None:
        """Leave through every ``with``, so that the room is closed; a SIGTERM is not a failure."""
        if self.heard == signal.SIGINT:
            raise KeyboardInterrupt
        if self.heard:
            raise SystemExit(0)


@contextmanager
def stopping() -> Iterator[Stop]:
    """Handle the signals until the room is closed.

    They are handled also where the process was started with SIGINT ignored, as shells do in the
    background.  Only the main thread may set handlers; elsewhere there are none.
    """
    stop = Stop()
    if current_thread() is not main_thread():
        yield stop
        return
    before = {number: signal.signal(number, stop.handle) for number in _SIGNALS}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
