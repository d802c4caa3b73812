"""The room in a process of its own, which may be killed at any moment.

It reads commands from its input and answers on its output, each answer when what it tells is
durable.  Nothing is imported here that a room does not need, because it starts hundreds of times.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from time import sleep
from traceback import print_exc
from typing import Final

from fairdeal.errors import FairdealError
from fairdeal.live import Actor, Done, Room, room
from fairdeal.live.commands import COMMANDS
from fairdeal.live.linking import Linking
from fairdeal.live.log.chain import Recorded
from fairdeal.live.log.stores.protocol import Snapshot
from fairdeal.live.table import snapshots
from tests.torture.wire import (
    GAVE_UP,
    Ask,
    Did,
    Happened,
    Look,
    Not,
    Ready,
    Reply,
    Request,
    Saved,
    Seen,
    Unseen,
    line_of,
    request_in,
)

HANDS: Final = 4
"""Commands that are decided at the same time, as in a room that serves several clients."""

TICK_SECONDS: Final = 0.05


class Desk:
    """Between the pipe and the room."""

    def __init__(self, served: Room) -> None:
        self._room = served
        self._out = Lock()
        self._asked: set[str] = set()
        served.watch(self._happened)
        self._watch_snapshots()

    def answer(self, request: Request) -> None:
        """Do what was asked; a fault of the room ends the process, with its cause on record."""
        try:
            if isinstance(request, Ask):
                self._do(request)
            else:
                self._look(request)
        except BaseException:
            print_exc()
            os._exit(70)

    def tell(self, reply: Reply) -> None:
        """One line to the clients, whole and at once."""
        with self._out:
            sys.stdout.buffer.write(line_of(reply))
            sys.stdout.buffer.flush()

    def keep_time(self) -> None:
        """Let the room take the default for everybody whose time is up, until the end."""
        while True:
            with suppress(FairdealError):  # a log that cannot be written now may be later
                self._room.tick()
            if self._room.store.stopped:
                os._exit(GAVE_UP)
            sleep(TICK_SECONDS)

    def _do(self, ask: Ask) -> None:
        self._asked.add(ask.key)
        try:
            done = self._room.submit(
                ask.table,
                COMMANDS[ask.command],
                by=Actor(ask.name, ask.role),
                key=ask.key,
                **ask.arguments,
            )
        except FairdealError as error:
            self._refuse(ask, error)
        else:
            done.add_done_callback(lambda future: self._done(ask, future))

    def _done(self, ask: Ask, future: Future[Done]) -> None:
        error = future.exception()
        if error is None:
            done = future.result()
            self.tell(Did(ask.table, ask.number, done.recorded, done.repeated))
        elif isinstance(error, FairdealError):
            self._refuse(ask, error)
        else:
            print(f"{ask} came to {error!r}", file=sys.stderr, flush=True)
            os._exit(70)

    def _refuse(self, ask: Ask, error: FairdealError) -> None:
        self.tell(Not(ask.table, ask.number, type(error).__name__, error.code, str(error)))

    def _look(self, look: Look) -> None:
        try:
            table = self._room.table(look.table)
            since = tuple(self._room.history(look.table, look.after))
        except FairdealError as error:
            self.tell(Unseen(look.table, type(error).__name__, str(error)))
        else:
            self.tell(Seen(look.table, look.after, snapshots.packed(table), since))

    def _happened(self, recorded: Sequence[Recorded]) -> None:
        if recorded[0].key not in self._asked:
            self.tell(Happened(recorded[0].stream, tuple(recorded)))

    def _watch_snapshots(self) -> None:
        """Say when a snapshot is due, which is a moment to be killed in."""
        store = self._room.store
        save = store.save_snapshot

        def announced(snapshot: Snapshot) -> None:
            self.tell(Saved(snapshot.stream))
            save(snapshot)

        vars(store)["save_snapshot"] = announced


def main() -> None:
    """Serve until the input ends."""
    options = argparse.ArgumentParser()
    options.add_argument("log")
    options.add_argument("key", type=Path)
    options.add_argument("--load", default="", help="the tables to load before the first command")
    options.add_argument("--snapshot-every", type=int, default=room.SNAPSHOT_EVERY)
    options.add_argument("--remember", type=int, default=room.REMEMBERED)
    options.add_argument("--stacked", action="store_true", help="every deck wins a meter")
    options.add_argument("--fault", choices=("lie", "forget"), help=argparse.SUPPRESS)
    given = options.parse_args()
    vars(room)["SNAPSHOT_EVERY"] = given.snapshot_every
    vars(room)["REMEMBERED"] = given.remember
    Linking.keep.__defaults__ = (given.snapshot_every,)
    served: Room
    if given.fault:
        from tests.torture.faulty import faulty_room

        served = faulty_room(given.fault, given.log, given.key)
    else:
        served = Room.open(given.log, key_file=given.key)
    if given.stacked:
        from tests.torture.stacked import stack

        stack(served, given.key)
    desk = Desk(served)
    known = served.tables()
    for name in given.load.split(","):
        if name in known:
            served.table(name)
    desk.tell(Ready())
    Thread(target=desk.keep_time, daemon=True).start()
    with served, ThreadPoolExecutor(HANDS) as hands:
        for line in sys.stdin.buffer:
            hands.submit(desk.answer, request_in(line))


if __name__ == "__main__":
    main()
