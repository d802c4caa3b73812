"""One run: a room is killed between any two steps of an approval, and must stand where it stood."""

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Final

from msgspec.structs import replace

from fairdeal.errors import FairdealError
from fairdeal.live import Room, commands
from fairdeal.live.log.chain import Recorded
from fairdeal.live.log.stores import open_store
from fairdeal.live.shoe import key_in
from fairdeal.live.table.progressive import stream_of
from fairdeal.live.table.snapshots import unpacked
from tests.live.jackpots import reconciled
from tests.torture.clients import AGAIN_SECONDS
from tests.torture.memory import Memory
from tests.torture.mirror import Mirror
from tests.torture.plans import MANAGER
from tests.torture.process import Crashed, RoomProcess
from tests.torture.verdict import Witness
from tests.torture.winners import NAME, RESETS, STEPS, TABLE, next_wish
from tests.torture.wire import Ask, Did, Look, Not, Ready, Reply, Saved, Seen

MOMENTS: Final = {"before": 1, "during": 4, "after": 1}
"""Before a step is asked for, while it is done, and right after its answer; with how often."""

STEPS_BETWEEN: Final = 5
"""Steps that a room lives through at most before the next kill is due."""


class Approvals:
    """A room, the people who approve what its meters pay, and all that they were told."""

    def __init__(self, log: str, key_file: Path, room: RoomProcess, seed: int) -> None:
        self.memory = Memory()
        self.kills = 0
        self.is_finished = False
        self.steps: Counter[str] = Counter()
        """Steps that were answered, by command."""
        self.killed_at: Counter[str] = Counter()
        """Kills by the step that was due or on its way."""
        self.stood = self.one_further = 0
        """How often the table was where its people had left it, and how often one step further."""
        self._log, self._key_file, self._room = log, key_file, room
        self._witness = Witness(self.memory, log, key_file)
        self._choose = Random(seed)
        self._mirror = Mirror(TABLE)
        self._numbers = count(1)
        self._answer_seconds = 0.01
        self._waiting: Ask | None = None
        """What was asked and not answered, to be asked again under its key."""
        self._is_put_off = False
        """It was refused, and must be asked once more."""
        self._seen: Seen | None = None
        """The table as the room showed it last."""

    @property
    def pays(self) -> Counter[str]:
        """Wins that were held, and payments that were made, as people were told."""
        kinds = Counter(event.kind for event in self.memory.heard.values())
        return Counter({kind: kinds[kind] for kind in ("pay-held", "pay-made")})

    def run(self, kills: int, progress: Callable[["Approvals"], None]) -> None:
        """Kill so often, unless something is found before; then pay everybody and check it all."""
        try:
            self._open_progressive()
            self._start()
            left = 0
            while self.kills < kills and not self.memory.findings.is_proof:
                ask = self._waiting or self._next_ask(closing=False)
                assert ask is not None, "there is always another round"
                left -= ask.command in STEPS
                if left < 0 and ask.command in STEPS:
                    left = self._choose.randrange(STEPS_BETWEEN)
                    self._kill_around(ask)
                    progress(self)
                else:
                    self._do(ask)
            if not self.memory.findings.is_proof:
                self._end_the_day()
        except (Crashed, FairdealError, TimeoutError, AssertionError) as error:
            self.memory.findings.faults.append(f"{type(error).__name__}: {error}")
        finally:
            self._room.end()

    def _open_progressive(self) -> None:
        with Room.open(self._log, key_file=self._key_file) as room:
            asked = {"game": "ags-3-card", "resets": RESETS}
            done = room.do(NAME, commands.open_progressive, by=MANAGER, key="first", **asked)
        title = stream_of(NAME), "first"
        self.memory.sent.add(title)
        self.memory.acknowledge(title, done.recorded, repeated=False)

    def _next_ask(self, *, closing: bool) -> Ask | None:
        wish = next_wish(self._mirror.table, self._choose, closing=closing)
        if wish is None:
            return None
        key = f"{TABLE}:{next(self._numbers)}"
        return Ask(0, TABLE, wish.command, wish.by.name, wish.by.role, key, wish.arguments)

    def _do(self, ask: Ask) -> None:
        """Ask, and wait for the answer."""
        began = monotonic()
        self._send(ask)
        while self._waiting is not None:
            self._hear(self._room.replies())
            if self._is_put_off:
                sleep(AGAIN_SECONDS)
                self._send(ask)
        self._answer_seconds += 0.1 * (monotonic() - began - self._answer_seconds)

    def _send(self, ask: Ask) -> None:
        self._waiting, self._is_put_off = ask, False
        self.memory.sent.add(ask.title)
        self._room.send(replace(ask, number=next(self._numbers)))

    def _kill_around(self, ask: Ask) -> None:
        """Kill the room before, during or after a step, and see where it stands then."""
        [moment] = self._choose.choices(list(MOMENTS), list(MOMENTS.values()))
        if moment == "during":
            self._send(ask)
            sleep(self._choose.uniform(0, 1.5 * self._answer_seconds))
        elif moment == "after":
            self._do(ask)
        else:
            self._waiting = ask
        self.kills += 1
        self.killed_at[ask.command] += 1
        self._hear(self._room.kill())
        if self._waiting is not None and moment == "during":
            self.memory.resent.add(ask.title)
        self._start()

    def _start(self) -> None:
        """Start the room; everything must be as its people know it before anybody goes on."""
        self._room.start()
        while not self._room.is_ready:
            self._hear(self._room.replies())
        self._witness.check()
        self._reconcile()
        self._judge(self._look())

    def _judge(self, beyond: tuple[Recorded, ...]) -> None:
        """More than people know of may have happened, but nothing except what they asked."""
        on_its_way = self._waiting.key if self._waiting else ""
        if strange := [str(each) for each in beyond if each.key != on_its_way]:
            self.memory.findings.faults.append(f"nobody asked for {', '.join(strange)}")
        self.stood += not beyond
        self.one_further += bool(beyond)

    def _look(self) -> tuple[Recorded, ...]:
        """See the table as the room has it; what is new of it."""
        self._seen = None
        self._room.send(Look(TABLE, self._mirror.table.version))
        while self._seen is None:
            self._hear(self._room.replies())
        return self._seen.recorded

    def _hear(self, replies: Iterable[Reply]) -> None:
        for reply in replies:
            match reply:
                case Did():
                    self._did(reply)
                case Not(code="table.elsewhere"):
                    self._is_put_off = True  # the database has not missed the old room yet
                case Not(sentence=sentence):
                    self.memory.findings.faults.append(f"{self._waiting}: {sentence}")
                    self._waiting = None
                case Seen():
                    self._seen = reply
                    self.memory.hear(reply.recorded)
                    compared = self._mirror.compare(reply.state, reply.recorded, reply.after)
                    self.memory.findings.add(compared)
                case Ready() | Saved():
                    pass
                case _:  # the clock has nothing to do where a person deals
                    self.memory.findings.faults.append(f"unasked: {reply}")

    def _did(self, did: Did) -> None:
        ask, self._waiting = self._waiting, None
        assert ask is not None, "an answer that nobody waits for"
        self.steps[ask.command] += 1
        self.memory.acknowledge(ask.title, did.recorded, repeated=did.repeated)
        self._mirror.hear(did.recorded)

    def _reconcile(self) -> None:
        """The meters, as somebody reckons them who reads the log beside the room."""
        key = key_in(self._key_file, create=False)
        with closing(open_store(self._log, key, read_only=True)) as store:
            reconciled(Room(store, key), NAME)

    def _end_the_day(self) -> None:
        """Everybody is paid, the table is closed, chips are cashed; then the whole log is read."""
        while ask := self._waiting or self._next_ask(closing=True):
            self._do(ask)
        self._look()
        self._hear(self._room.stop())
        shown = unpacked(self._seen.state) if self._seen else None
        self._witness.check_all({TABLE: shown})
        self._reconcile()
        held = self.pays
        if held["pay-held"] != held["pay-made"]:
            self.memory.findings.faults.append(f"held and paid are not the same: {dict(held)}")
        self.is_finished = True
