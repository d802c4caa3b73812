"""The other side: everybody at a table, who remember all they were told and give up nothing."""

from collections.abc import Sequence
from itertools import count
from random import Random
from time import monotonic
from typing import Final

from fairdeal.live.table.snapshots import unpacked
from fairdeal.live.table.state import Table
from tests.torture.memory import Memory
from tests.torture.mirror import Mirror
from tests.torture.plans import Plan
from tests.torture.post import Post
from tests.torture.process import RoomProcess
from tests.torture.wire import Ask, Did, Happened, Look, Not, Reply, Seen, Unseen
from tests.torture.wishes import wishes

AGAIN_SECONDS: Final = 0.02
"""How long a client waits before it asks again what could not be done just now."""

GLANCES: Final = 0.1
"""How often somebody looks while commands are on their way; always when a table is opened."""

STILL_SECONDS: Final = 15.0
"""A table at which nothing happens for so long, with a room at work, stands still."""


class Client:
    """Everybody at one table, who talk to one room at a time."""

    def __init__(
        self, plan: Plan, memory: Memory, choose: Random, rooms: Sequence[RoomProcess]
    ) -> None:
        self.plan = plan
        self.room = choose.choice(rooms)
        self.mirror = Mirror(plan.name)
        self.state: Table | None = None
        """The table as a room showed it last."""
        self.closing = False
        """Nothing new is begun any more."""
        self.takeovers: list[float] = []
        """Seconds from the first command to another room, in the place of one that has died, until
        it answered."""
        self._rooms = rooms
        self._memory = memory
        self._choose = choose
        self._post = Post(memory, choose)
        self._keys = count(1)
        self._is_cut_off = True
        self._looked_from: int | None = None
        self._not_before = 0.0
        self._waits_at = -1
        self._is_orphan = False
        self._turned_to_other = 0.0
        self._moved = monotonic()

    @property
    def is_idle(self) -> bool:
        """Whether every command has its answer and the whole table is known."""
        to_come = self._post.is_on_the_way or self._post.waiting
        return not (to_come or self._is_cut_off or self.mirror.has_gap)

    @property
    def is_at_rest(self) -> bool:
        """Whether the table is closed and all chips are cashed."""
        table = self.mirror.table
        players = [name for name in table.accounts if name.startswith(("chips:", "position:"))]
        return self.is_idle and not table.is_open and not players

    @property
    def stands_still(self) -> bool:
        """Whether nothing has happened for far too long."""
        return monotonic() - self._moved > STILL_SECONDS and not self.is_at_rest

    def act(self) -> int:
        """Send what is to be sent now; how many commands that were."""
        now = monotonic()
        if not self.room.is_ready:
            self._moved = now
        elif now < self._not_before:
            return 0
        elif self._is_cut_off:
            self._look()
        elif self._post.waiting or not self._post.is_on_the_way:
            asks, self._post.waiting = self._post.waiting or self._new_asks(), []
            if self._is_orphan and asks:
                self._turned_to_other = self._turned_to_other or now
            self._post.send(self.room, asks)
            opens = any(ask.command == "open-table" for ask in asks)
            if opens or (asks and self._choose.random() < GLANCES):
                self._glance()
            return len(asks)
        return 0

    def look_again(self) -> None:
        """See the table as the room has it."""
        self._is_cut_off, self._looked_from = True, None

    def cut_off(self, room: RoomProcess) -> None:
        """The room is gone: what had no answer is asked again, of whoever answers then."""
        self._post.take_back(room)
        if self.room is room:
            self.look_again()
            self._waits_at = -1
            # Some clients are patient and wait until their room is back.
            if self._choose.random() < 0.6:
                self._go_elsewhere()
            self._is_orphan, self._turned_to_other = self.room is not room, 0.0

    def hear(self, room: RoomProcess, reply: Reply) -> None:
        """Take in what a room says about the table."""
        before = self.mirror.table.version
        match reply:
            case Did():
                self._did(reply)
            case Not():
                self._did_not(reply)
            case Happened(recorded=recorded):
                self._memory.hear(recorded)
                self.mirror.hear(recorded)
            case Seen():
                self._see(room, reply)
            case Unseen(error="Unavailable") if room is self.room:
                self._looked_from = None
                self._not_before = monotonic() + AGAIN_SECONDS
            case Unseen(sentence=sentence):
                self._memory.findings.faults.append(sentence)
        if self.mirror.table.version > before:
            self._moved = monotonic()

    def _did(self, did: Did) -> None:
        sent = self._post.answered(did.number)
        self._memory.acknowledge(sent.ask.title, did.recorded, repeated=did.repeated)
        self.mirror.hear(did.recorded)
        self._post.mischief.answered(sent.ask, sent.mischief)
        self._taken_over()

    def _did_not(self, refusal: Not) -> None:
        sent = self._post.answered(refusal.number)
        elsewhere = refusal.code == "table.elsewhere"
        if elsewhere and self.room is sent.room:
            self._go_elsewhere()
        if sent.mischief:
            self._post.mischief.refused(sent.ask, sent.mischief, refusal)
        elif elsewhere or refusal.error in ("Conflict", "Unavailable"):
            self._post.waiting.append(sent.ask)
            self._not_before = monotonic() + AGAIN_SECONDS
        elif refusal.error in ("Refused", "Malformed"):
            self._memory.deny(sent.ask.title, refusal.sentence)
            self._taken_over()
        else:
            self._memory.findings.faults.append(f"{refusal.error}: {refusal.sentence}")

    def _taken_over(self) -> None:
        if self._turned_to_other:
            self.takeovers.append(monotonic() - self._turned_to_other)
            self._is_orphan, self._turned_to_other = False, 0.0

    def _go_elsewhere(self) -> None:
        """Another room that is at work, where there is one."""
        ready = [room for room in self._rooms if room is not self.room and room.is_ready]
        if ready:
            self.room = self._choose.choice(ready)

    def _look(self) -> None:
        if self._looked_from is None:
            self._looked_from = self.mirror.table.version
            self.room.send(Look(self.plan.name, self._looked_from))

    def _glance(self) -> None:
        """Somebody else looks, at any room: a display over the table, or a page in a browser."""
        room = self._choose.choice([room for room in self._rooms if room.is_ready])
        room.send(Look(self.plan.name, self.mirror.table.version))

    def _see(self, room: RoomProcess, seen: Seen) -> None:
        self._memory.hear(seen.recorded)
        self._memory.findings.add(self.mirror.compare(seen.state, seen.recorded, seen.after))
        if room is self.room and seen.after == self._looked_from:
            self.state = unpacked(seen.state)
            self._is_cut_off, self._looked_from = False, None

    def _new_asks(self) -> list[Ask]:
        table, name = self.mirror.table, self.plan.name
        if self.mirror.has_gap:
            self.look_again()
            return []
        if self._waits_at == table.version:
            return []
        wanted = wishes(self.plan, table, self._choose, closing=self.closing)
        self._waits_at = -1 if wanted else table.version
        return [
            Ask(0, name, command, by.name, by.role, f"{name}:{next(self._keys)}", arguments)
            for command, by, arguments in wanted
        ]
