"""What the service manager is told: the room is ready, alive, or stopping (systemd's Type=notify).

The protocol is a datagram to the socket that NOTIFY_SOCKET names; containers and supervisors that
speak it work as well.  Without one nobody is told.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

from fairdeal.web.health import SLOW


class ServiceManager:
    """The one that started this process."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        # A name in the abstract namespace is written with @ for its first byte, which is 0.
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._every = _watchdog_seconds(environment) / 2
        self._told = 0.0
        self._status = ""

    def tell(self, *lines: str) -> None:
        """Send a message; one that cannot be sent changes nothing for the room."""
        if not self._address or not hasattr(socket, "AF_UNIX"):
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.connect(self._address)
            line.sendall("\n".join(lines).encode())

    def beat(self, now: float, late: float, status: str) -> None:
        """Feed the watchdog while the clocks of the tables run; tell the status when it changes.

        A room that cannot write is alive: to start it again makes no space on its disk.
        """
        if status != self._status:
            self._status = status
            self.tell(f"STATUS={status}")
        if self._every and late <= SLOW and now - self._told >= self._every:
            self._told = now
            self.tell("WATCHDOG=1")


def _watchdog_seconds(environment: Mapping[str, str]) -> float:
    """Seconds within which the manager wants to hear of this process; 0 for never.

    >>> _watchdog_seconds({"WATCHDOG_USEC": "30000000"}), _watchdog_seconds({"WATCHDOG_USEC": "-"})
    (30.0, 0.0)
    >>> _watchdog_seconds({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "0"})
    0.0
    """
    wanted = environment.get("WATCHDOG_PID", "") or str(os.getpid())
    microseconds = environment.get("WATCHDOG_USEC", "")
    is_ours = wanted == str(os.getpid()) and microseconds.isdecimal()
    return int(microseconds) / 1_000_000 if is_ours else 0.0
