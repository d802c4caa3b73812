"""One run: rooms are killed while clients play, and the log is checked at every new start."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from selectors import EVENT_READ, DefaultSelector
from time import monotonic
from typing import Final

from fairdeal.errors import FairdealError
from tests.torture.clients import Client
from tests.torture.memory import Memory
from tests.torture.moments import KINDS, NEVER, Moment
from tests.torture.plans import Plan
from tests.torture.process import Crashed, GaveUp, RoomProcess
from tests.torture.verdict import Witness
from tests.torture.wire import Did, Happened, Ready, Reply, Saved

LONGEST_SECONDS: Final = 60.0
"""More than any start, and the end of any day, may take."""

TAKEOVER_SECONDS: Final = 5.0
"""How long the tables of a room that has died may wait for another one."""

BURST: Final = 3
CUTS: Final = 0.15
"""How often, instead of a room, its connections to the database are ended."""


class Campaign:
    """Rooms on one log, the clients of all tables, and what became of them."""

    def __init__(
        self,
        log: str,
        key_file: Path,
        rooms: Sequence[RoomProcess],
        plans: Sequence[Plan],
        seed: int,
        cut: Callable[[], None] | None = None,
    ) -> None:
        self.kills = self.kills_in_load = self.cuts = 0
        self.resumed: set[tuple[str, int]] = set()
        """Rounds that were in play, with their cards fixed, when a room came back."""
        self.memory = Memory()
        self.is_finished = False
        """Whether the day came to its end and everything was checked."""
        self._witness = Witness(self.memory, log, key_file)
        self._rooms = rooms
        self._choose = Random(seed)
        self._clients = {
            plan.name: Client(plan, self.memory, Random(f"{seed} {plan.name}"), rooms)
            for plan in plans
        }
        self._cut = cut
        """Ends every connection between the rooms and their database, where that can be done."""
        self._selector = DefaultSelector()
        self._target = rooms[0]
        self._moment = Moment("any", self._choose, 0)

    @property
    def states_compared(self) -> int:
        """How often a table was found, or not found, to be where its clients had left it."""
        return sum(client.mirror.compared for client in self._everybody)

    @property
    def takeover_seconds(self) -> float:
        """The longest that clients waited for another room in the place of theirs."""
        waited = [each for client in self._everybody for each in client.takeovers]
        return max(waited, default=0.0)

    def run(self, kills: int, progress: Callable[["Campaign"], None]) -> None:
        """Kill so often, unless something is found before; then end the day and check it all."""
        faults = self.memory.findings.faults
        try:
            for room in self._rooms:
                self._start(room)
            while self.kills < kills and not self.memory.findings.is_proof:
                self._next_kill(kills)
                progress(self)
            if not self.memory.findings.is_proof:
                self._end_the_day()
        except (Crashed, FairdealError, TimeoutError) as error:
            faults.append(str(error))
        finally:
            for room in self._rooms:
                room.end()
        if self.takeover_seconds > TAKEOVER_SECONDS:
            faults.append(f"a table waited {self.takeover_seconds:.1f} seconds for another room")

    def _next_kill(self, kills: int) -> None:
        tables = [1 + sum(each.room is room for each in self._everybody) for room in self._rooms]
        [self._target] = self._choose.choices(self._rooms, tables)
        [kind] = self._choose.choices(list(KINDS), list(KINDS.values()))
        if kind == "load" and self._target.is_ready:
            kind = "any"
        self._moment = Moment(kind, self._choose, self._target.load_seconds)
        if self._target.is_ready:
            self._moment.begin()
        self._play_until(lambda: not self._moment.wait_seconds)
        ready = all(room.is_ready for room in self._rooms)
        if self._cut and ready and self._choose.random() < CUTS:
            self.cuts += 1
            self._cut()
            return
        self._kill(self._target)
        for other in self._rooms:
            if other is not self._target and self._choose.random() < 0.1 and self.kills < kills:
                self._kill(other)

    def _play_until(self, over: Callable[[], bool]) -> None:
        latest = monotonic() + LONGEST_SECONDS
        while not over() and not self.memory.findings.is_proof:
            try:
                self._step()
            except GaveUp as ended:
                self._start_again(ended.room)
            if monotonic() > latest:
                raise TimeoutError(f"nothing came of it for {LONGEST_SECONDS:.0f} seconds")
            if still := [each.plan.name for each in self._everybody if each.stands_still]:
                raise TimeoutError(f"table {still[0]} stands still")

    def _step(self) -> None:
        """Everybody does what is to be done, then hears what there is to be heard."""
        for client in self._everybody:
            if client.act() >= BURST and client.room is self._target:
                self._moment.saw("burst")
        heard = self._selector.select(min(self._moment.wait_seconds, 0.01))
        for room in {room for room in self._rooms if room.has_said} | {
            key.data for key, _ in heard
        }:
            for reply in room.replies():
                self._hear(room, reply)
                if room is self._target and not self._moment.wait_seconds:
                    return  # what was not yet heard is heard after the end

    def _hear(self, room: RoomProcess, reply: Reply) -> None:
        if isinstance(reply, Ready):
            self._check(room)
        elif isinstance(reply, Saved):
            self._saw(room, "snapshot")
        else:
            self._clients[reply.table].hear(room, reply)
            if isinstance(reply, Did | Happened):
                self._saw(room, "answer" if isinstance(reply, Did) else "clock")

    def _saw(self, room: RoomProcess, kind: str) -> None:
        if room is self._target:
            self._moment.saw(kind)

    def _check(self, room: RoomProcess) -> None:
        """Look into the log, before anybody goes on in the room that has just started."""
        self._witness.check()
        for client in self._everybody:
            now = client.mirror.table.playing
            if client.room is room and now and now.commitment:
                self.resumed.add((client.plan.name, now.number))
        if room is self._target:
            self._moment.begin()

    def _start(self, room: RoomProcess) -> None:
        room.start()
        self._selector.register(room, EVENT_READ, room)

    def _kill(self, room: RoomProcess) -> None:
        self.kills += 1
        self.kills_in_load += not room.is_ready
        self._start_again(room)

    def _start_again(self, room: RoomProcess) -> None:
        self._selector.unregister(room)
        for reply in room.kill():
            if not isinstance(reply, Ready):
                self._hear(room, reply)
        for client in self._everybody:
            client.cut_off(room)
        self._start(room)

    def _end_the_day(self) -> None:
        """Every round comes to its end, all chips are cashed, the rooms close in good order."""
        self._moment = Moment(NEVER, self._choose, 0)
        for client in self._everybody:
            client.closing = True
        self._play_until(lambda: all(client.is_at_rest for client in self._everybody))
        for client in self._everybody:
            client.look_again()
        self._play_until(lambda: all(client.is_idle for client in self._everybody))
        for room in self._rooms:
            self._selector.unregister(room)
            for reply in room.stop():
                self._hear(room, reply)
        self._witness.check_all({each.plan.name: each.state for each in self._everybody})
        self.is_finished = True

    @property
    def _everybody(self) -> list[Client]:
        return list(self._clients.values())
