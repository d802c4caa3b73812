"""The log held against what the clients were told: the checks that count what was lost."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from typing import Final

from fairdeal.errors import FairdealError
from fairdeal.live.audit import Seal, audit
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Checker, Recorded
from fairdeal.live.log.stores import open_store
from fairdeal.live.log.stores.protocol import Store
from fairdeal.live.shoe import key_in
from fairdeal.live.table.progressive import is_progressive
from fairdeal.live.table.state import Table, after
from tests.live.witness import disagreements
from tests.torture.books import books_of
from tests.torture.decks import faults_in
from tests.torture.memory import Findings, Memory, Title, is_same, placed_as, title_of

_OF_THE_CLOCK: Final = frozenset({"betting-closed", "decision-made", "bank-declined"})
"""What may happen without a command of a client: somebody's time was up."""


class Log:
    """A log as far as it has been read, and found whole and sealed."""

    def __init__(self, key: bytes) -> None:
        self.tables: defaultdict[str, list[Recorded]] = defaultdict(list)
        self.commands: defaultdict[Title, list[Recorded]] = defaultdict(list)
        self._key = key
        self._checker = Checker()

    def read_on(self, store: Store) -> set[Title]:
        """Go on to the present end; the commands that are new."""
        new: set[Title] = set()
        # The head first: a room may be writing while this reads.
        head = store.head()
        for event in store.read(self._checker.pos, head.pos):
            self._checker.check(event)
            self.tables[event.stream].append(event)
            self.commands[title_of(event)].append(event)
            new.add(title_of(event))
        self._checker.finish(head, self._key)
        return new

    def holds(self, event: Recorded) -> bool:
        """Whether the very event is in its place; an answer may come before it has a position."""
        events = self.tables.get(event.stream, [])
        if event.version > len(events):
            return False
        found = events[event.version - 1]
        return found == placed_as(event, found)

    def awaits(self, event: Recorded, store: Store) -> bool:
        """Whether the very event is recorded in its stream, and has no position yet."""
        if event.version <= len(self.tables.get(event.stream, [])):
            return False
        found = next(store.stream(event.stream, event.version - 1), None)
        return found is not None and is_same(found, event)


def judge(
    memory: Memory, log: Log, heard: Iterable[Recorded], recorded: Iterable[Title]
) -> Findings:
    """What of *heard* the log lacks, and what of *recorded* it has too often."""
    lost = {title_of(event) for event in heard if not log.holds(event)}
    doubled = {title for title in recorded if _is_doubled(memory, title, log.commands[title])}
    return Findings(lost, doubled)


def _is_doubled(memory: Memory, title: Title, events: list[Recorded]) -> bool:
    """Whether the log has more of a command than one doing of it, or nobody asked for it."""
    first = [event for event in events if event.part == 0]
    told = memory.told.get(title)
    return (
        len(first) != 1
        or (told is not None and len(events) > len(told))
        or (title not in memory.sent and first[0].kind not in _OF_THE_CLOCK)
    )


class Witness:
    """Looks into the log after every restart, and at the end of the day into all of it again."""

    def __init__(self, memory: Memory, address: str, key_file: Path) -> None:
        self._memory = memory
        self._address = address
        self._key_file = key_file
        self._log: Log | None = None

    def check(self) -> None:
        """Everything that was heard before this moment must be there."""
        heard, self._memory.fresh = self._memory.fresh, []
        with self._opened() as (store, key):
            self._log = self._log or Log(key)
            recorded = self._log.read_on(store)
            # What another process has just written has its stream, and its position in a moment.
            early = [event for event in heard if self._log.awaits(event, store)]
        self._memory.fresh += early
        heard = [event for event in heard if event not in early]
        self._memory.findings.add(judge(self._memory, self._log, heard, recorded))

    def check_all(self, states: Mapping[str, Table | None]) -> None:
        """Every check on the whole log; *states* are the tables as the rooms showed them last."""
        with self._opened() as (store, key):
            self._memory.findings.add(final_findings(self._memory, store, key, states))

    @contextmanager
    def _opened(self) -> Iterator[tuple[Store, bytes]]:
        """The log as anybody may read it beside the room, opened anew each time."""
        key = key_in(self._key_file, create=False)
        with closing(open_store(self._address, key, read_only=True)) as store:
            yield store, key


def final_findings(
    memory: Memory, store: Store, key: bytes, states: Mapping[str, Table | None]
) -> Findings:
    """What is wrong with a log once every command has been answered and no room is at work."""
    log = Log(key)
    try:
        log.read_on(store)
    except FairdealError as error:
        return Findings(faults=[str(error)])
    found = judge(memory, log, memory.heard.values(), log.commands)
    found.lost |= memory.told.keys() - log.commands.keys()
    found.faults += [
        f"{title} was refused and recorded: {memory.denied[title]}"
        for title in sorted(memory.denied.keys() & log.commands.keys())
    ]
    found.faults += [
        f"{title} is recorded, and nobody was told"
        for title in sorted(memory.sent & log.commands.keys() - memory.told.keys())
    ]
    acknowledged = _acknowledged(memory, log)
    for name, events in sorted(log.tables.items()):
        if is_progressive(name):
            continue  # what people do to meters moves no chips of a table
        found.add(of_table(name, events, acknowledged[name], states.get(name)))
    found.faults += audit_faults(store, key)
    return found


def _acknowledged(memory: Memory, log: Log) -> defaultdict[str, list[Recorded]]:
    """What the clients know to have happened at each table, in order.

    Every answer counts once, and none that the log has lost: that is a matter of its own.
    """
    by_clock = (each for each in memory.heard.values() if title_of(each) not in memory.sent)
    known: defaultdict[str, list[Recorded]] = defaultdict(list)
    for event in chain(*memory.told.values(), by_clock):
        if log.holds(event):
            known[event.stream].append(event)
    for events in known.values():
        events.sort(key=lambda event: event.version)
    return known


def of_table(
    name: str, events: list[Recorded], acknowledged: list[Recorded], shown: Table | None
) -> Findings:
    """Cards, payments and money of one table: as told, as the naive twin settles them, as
    replayed and as the room itself has them."""
    books, wrong = books_of(acknowledged)
    found = Findings(faults=[*wrong, *faults_in(events), *disagreements(events)])
    replayed = Table(name)
    try:
        for event in events:
            replayed = after(replayed, codec.decoded(event.kind, event.body))
    except FairdealError as error:
        found.faults.append(str(error))
        return found
    for table in (replayed, shown or replayed):
        found.doubled |= {(name, account) for account in books.differing(table.accounts.items())}
    if shown is not None and shown != replayed:
        found.faults.append(f"table {name} is not what its events make of it")
    return found


def audit_faults(store: Store, key: bytes) -> list[str]:
    """What the package's own audit finds, at the end of a day at which no round is in play."""
    findings = audit(store, key, every=True)
    faults = [str(fault) for fault in findings.faults]
    if findings.seal is not Seal.FITS:
        faults.append(f"the seal of the log: {findings.seal}")
    if findings.rounds != findings.settled_again + findings.voided:
        faults.append(
            f"of {findings.rounds} rounds {findings.settled_again} were settled again and"
            f" {findings.voided} are void"
        )
    return faults
