"""The room: loads tables, lets commands decide, records what happens and tells who listens.

A room works ahead of the disk: a table moves on in memory at once, and the caller is answered
when the events are durable.  Everybody else sees a table only as far as it is durable.
"""

import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, wait
from contextlib import nullcontext, suppress
from itertools import count
from pathlib import Path
from threading import RLock, get_ident
from types import TracebackType
from typing import Any, Final, Self

from fairdeal.errors import Conflict, FairdealError, Refused, Unavailable, did_you_mean
from fairdeal.live import automatic, events, views
from fairdeal.live.account_stream import AccountStream
from fairdeal.live.accounts import Accounts, is_own
from fairdeal.live.actors import AUTOMATIC, Actor, Role, check_may, check_name
from fairdeal.live.arguments import checked, checked_key, packed
from fairdeal.live.clocks import NOTES_CLOCK, SECOND, Clock, LogTime, LogTimeThen, Moved
from fairdeal.live.commands import (
    OF_PROGRESSIVES,
    OPENINGS,
    Command,
    name_of,
    pay_jackpot,
    time_out,
)
from fairdeal.live.linking import Linking
from fairdeal.live.log import codec
from fairdeal.live.log.chain import (
    ORIGIN,
    ROOM,
    Draft,
    Entry,
    Recorded,
    StreamChecker,
    Unless,
    fingerprint,
)
from fairdeal.live.log.mark import Marker
from fairdeal.live.log.notary import Notary
from fairdeal.live.log.stores import open_store
from fairdeal.live.log.stores.protocol import Snapshot, Store, ended
from fairdeal.live.places import name_house, opened_with_mark
from fairdeal.live.shoe import Shoe, new_key
from fairdeal.live.slot import Done, Slot
from fairdeal.live.table import payments, procedure, snapshots
from fairdeal.live.table.context import Context, Shuffler, deck_in_play
from fairdeal.live.table.progressive import (
    WINS,
    Progressive,
    is_progressive,
    is_table,
    name_in,
    spoken,
    stream_of,
)
from fairdeal.live.table.state import Table, after
from fairdeal.live.views import View
from fairdeal.live.worth import OPENS, Worth, worth_of

REMEMBERED: Final = 4096
"""How many of a table's latest commands are known without asking the log."""

SNAPSHOT_EVERY: Final = 1000
"""Events between two snapshots of a table."""

_HELD_UP: Final = 2 * SECOND
"""Microseconds between two looks at all clocks after which no player may lose time."""

Listener = Callable[[Sequence[Recorded]], None]


class Room:
    """All tables of a card room, on one log."""

    def __init__(
        self,
        store: Store,
        key: bytes,
        *,
        clock: Clock | None = None,
        shoe: Shuffler | None = None,
        is_brief: bool = False,
        marker: Marker | None = None,
        notary: Notary | None = None,
    ) -> None:
        self.store = store
        self.marker = marker
        """Keeps the mark of a log that outlives its process."""
        self.notary = notary
        """Signs checkpoints of the log."""
        self.clock = clock or Clock()
        self._is_brief = is_brief
        self.steady = self.clock.wall if is_brief else self.clock.monotonic
        """The clock for the time to bet and to decide, in microseconds."""
        self._looked = 0
        """When the clocks of all tables were last looked at, on that clock; 0 for never."""
        self.renewals = 0
        """How often all time that runs was given again from its beginning."""
        self._shoe = shoe or Shoe(key)
        self._slots: dict[str, Slot] = {}
        self._slots_lock = RLock()
        self._dealers_lock = RLock()
        """Held by commands that name a dealer."""
        self.links = Linking(store)
        self._listeners: list[Listener] = []
        self.failing: list[Callable[[BaseException], object]] = []
        """Hear of each command that the log did not take, on the thread that writes."""
        self._telling: set[int] = set()
        """Threads that are telling a listener."""
        self._worth: Worth | None = None
        self._mark, self._unnamed = secrets.token_hex(8), count(1)
        """Of these are the keys that nobody gave, unlike those of any other room on the log."""
        self._time = LogTime(self.clock, _last_moment(store))
        self._unrecorded: list[events.ClockSet] = []
        """What is still to be recorded of this machine's clock."""
        self.notes = list(store.notes)
        """What an operator should know, one sentence each."""
        self.accounts = AccountStream(store, key, self._time.now, self._tell_all)
        if self._time.found:
            self._note_clock(self._time.found)
        if marker is not None:
            if marker.trouble:
                self.notes.append(marker.trouble)
            marker.told = self.notes.append
            store.on_placed(marker.note)
            marker.start()
        if notary is not None:
            notary.told = self.notes.append
            notary.start()

    @classmethod
    def open(
        cls,
        where: str | Path = "memory:",
        *,
        key_file: str | Path | None = None,
        mark_file: str | Path | None = None,
        house: str | None = None,
        is_brief: bool = False,
    ) -> Self:
        """The room whose log is in a file, in a PostgreSQL database, or in memory.

        The key that seals its decks lies beside a file, as ``NAME.key``; a database needs to be
        told where.  Beside the key lies the mark, ``NAME.mark``, unless *mark_file* names another
        place; a log that lacks what it marks is refused.  Checkpoints of the log name the *house*,
        such as ``casino.example``, from the first time on that it is given.

        A room gives the whole time to bet or decide again when it opens.  A brief one is opened for
        one command after another: there the time goes on, by the wall clock.
        """
        if str(where) == "memory:":
            key = new_key()
            memory = open_store(where, key)
            name_house(memory, key, house)
            return cls(memory, key, is_brief=is_brief, notary=Notary(memory, key))
        store, key, marker = opened_with_mark(where, key_file, mark_file, house)
        return cls(store, key, is_brief=is_brief, marker=marker, notary=Notary(store, key))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Everything that was submitted is written, then the log is closed."""
        try:
            for slot in () if self.store.stopped else tuple(self._slots.values()):
                with slot.lock, suppress(FairdealError):  # a snapshot saves time, it keeps nothing
                    self._keep(slot, 1)
            self.links.keep(1)
        finally:
            if self.notary is not None:
                self.notary.close()
            self.store.close()
            if self.marker is not None:
                self.marker.close()

    def do(
        self, table: str, command: Command, *, by: Actor, key: str | None = None, **arguments: Any
    ) -> Done:
        """Give a command to a table and wait until what it did is durable."""
        if get_ident() in self._telling:
            raise _not_by_a_listener()
        done = self.submit(table, command, by=by, key=key, **arguments).result()
        self._confirm_jackpots(table)
        return done

    def submit(
        self, table: str, command: Command, *, by: Actor, key: str | None = None, **arguments: Any
    ) -> Future[Done]:
        """Give a command to a table; the answer comes when what it did is durable.

        What is refused is refused at once.  A command that is repeated under the same *key* is
        done once, and answered with what it did then.
        """
        name = name_of(command)
        check_may(by, name)
        wanted = checked(command, name, arguments)
        given = packed(name, wanted)
        wish = fingerprint(name, by.name, by.role, given)
        people = self._people(by, name)
        named = None if key is None else checked_key(key)
        key = named or f"{self._mark}-{next(self._unnamed)}"
        if name in OF_PROGRESSIVES:
            check_name("progressive", table)
            table = stream_of(table)
        else:
            check_name("table", table)
        if name not in OPENINGS and not self._is_known(table):
            raise self._unknown(table)
        slot = self._slot(table)
        # Taken before any table's lock: two tables may not name one dealer at the same time.
        with self._dealers_lock if wanted.get("dealer") else nullcontext(), slot.lock:
            if not self._taken_up(slot):
                raise Refused(f"{spoken(table)} is run by another process", code="table.elsewhere")
            if named in slot.known or (named and self._is_of_old(slot, named)):
                return self._repeated(slot, table, key, wish)
            dealing = self._dealing(slot) if wanted.get("dealer") else {}
            context = self._context(slot, by, dealing, people)
            version, happened, more, then, unless = self._decided(slot, command, context, wanted)
            who = by.name, by.role
            drafts = tuple([Draft(*codec.encoded(event)) for event in (*happened, *more)])
            followed = 0 if then.dealer or by == AUTOMATIC else len(more)
            how = version, context.at, *who, name, key, given
            entry = Entry(table, *how, drafts, followed, unless)
            written = self.store.submit(entry, slot.seen)
            answer = _promise()
            slot.ahead = then
            if _begins_time((*happened, *more), then, context):
                slot.ahead_of_log = self.steady() - context.at
            slot.known[key] = (wish, answer)
            if len(slot.known) > REMEMBERED:
                slot.known.popitem(last=False)
            # Within the lock, so that no later entry of the table is answered before this one.
            written.add_done_callback(
                lambda done: self._written(slot, then, key, wish, done, answer)
            )
        return answer

    def _decided(
        self, slot: Slot, command: Command, context: Context, wanted: dict[str, Any]
    ) -> tuple[int, list[events.AnyEvent], list[events.AnyEvent], Table, Unless | None]:
        """On which version a command was decided, what it brings and what the automatic dealer does
        next, the table then, and unless what.

        Tables win meters in other streams, and perhaps in other processes: what people do to a
        meter holds unless it was won, or given back, since they looked.
        """
        table = slot.ahead
        if is_progressive(table.name):
            # A progressive is decided on as it stands in the log, with all that was asked before.
            waited_for = [answer for _, answer in [*slot.known.values()] if answer is not None]
            if waited_for and get_ident() in self._telling:
                raise _not_by_a_listener()
            wait(waited_for)
            self.store.catch_up()
            now = self.links.progressive(name_in(table.name))
            return now.version, command(now, context, **wanted), [], table, Unless(now.pos, WINS)
        happened = command(table, context, **wanted)
        then = table
        for event in happened:
            then = after(then, event)
        more, then = automatic.proceed(then, context)
        return table.version, happened, more, then, None

    def _dealing(self, but: Slot) -> dict[str, str]:
        """Who deals at the other open tables, and where."""
        found = {}
        for name in self.tables():
            slot = self._slots.get(name)
            if slot is not but:
                # Without its lock, which another command may hold while it waits for this one's.
                table = slot.ahead if slot and slot.ahead.version else self._load(name)[0]
                if table.is_open and table.dealer:
                    found[table.dealer] = name
        return found

    def _people(self, by: Actor, command: str) -> Accounts:
        """The accounts as the log has them; a person of the house needs one in that role.

        Before any table's lock: who writes an account waits for the thread that tells listeners,
        and a listener may look at a table.
        """
        who, is_cash = (by.name, by.role, command), self.worth() is Worth.CASH
        if by.role is Role.PLAYER or is_own(*who, is_cash=is_cash):
            return self.accounts.now
        people = self.accounts.read_on()
        if why := people.missing(*who, self._time.now(), is_cash=is_cash):
            raise Refused(f"{command} is refused: {why}", code="account.none")
        return people

    def _context(
        self, slot: Slot, by: Actor, dealing: Mapping[str, str], people: Accounts
    ) -> Context:
        """The circumstances of a command; the log's time is not before a time that is up."""
        at, ends, now = self._time.now(), slot.ends(slot.ahead), self.steady()
        if ends and self._is_held_up(now):
            ends = now + slot.whole(slot.ahead)
        left = ends - now if ends else 0
        if ends and left <= 0:
            assert slot.ahead.playing is not None, "time runs in a round"
            until = slot.ahead.playing.until
            # While the log waits for the clock, times that are up may not take it further ahead.
            if until - slot.whole(slot.ahead) > self._time.waited_at:
                at = self._time.at_least(until)
        return Context(
            by,
            at,
            self._shoe,
            self.links.progressive,
            left,
            dealing,
            self.worth,
            table=slot.ahead.name,
            people=people,
        )

    def worth(self) -> Worth | None:
        """What the chips of the room are worth; None for a room that never recorded it."""
        if self._worth is None:
            self._worth = worth_of(self.store)
        return self._worth

    def declare(self, worth: Worth, *, by: Actor) -> None:
        """Record what the chips of the room are worth, once and for all."""
        self._record(events.RoomOpened(worth), by, OPENS, OPENS, packed(OPENS, {"chips": worth}))

    def _record(
        self, event: events.AnyEvent, by: Actor, name: str, key: str, given: bytes
    ) -> tuple[Recorded, ...]:
        """Record an event of the room itself, behind whatever other processes record of it."""
        draft = Draft(*codec.encoded(event))
        while True:
            version, at = self.store.streams().get(ROOM, 0), self._time.now()
            entry = Entry(ROOM, version, at, by.name, by.role, name, key, given, (draft,))
            try:
                return self.store.append(entry)
            except Conflict:
                if self.store.streams().get(ROOM, 0) == version:
                    raise

    @property
    def clock_trouble(self) -> str:
        """What is wrong with this machine's clock now, for the staff; empty while it is right."""
        return self._time.trouble

    def _look_at_clock(self) -> None:
        """Note and record that this machine's clock was set."""
        if moved := self._time.look():
            self._note_clock(moved)
        while self._unrecorded:
            self._record_clock(self._unrecorded[0])
            del self._unrecorded[0]

    def _note_clock(self, moved: Moved) -> None:
        self.notes.append(moved.said)
        self._unrecorded.append(moved.event)

    def _record_clock(self, event: events.ClockSet) -> None:
        key = f"{self._mark}-{next(self._unnamed)}"
        recorded = self._record(event, AUTOMATIC, NOTES_CLOCK, key, b"{}")
        if event.log == LogTimeThen.WAITS:
            self._time.waited_at = recorded[0].at
        self._tell_all(recorded)

    def _written(
        self,
        slot: Slot,
        then: Table,
        key: str,
        wish: str,
        written: "Future[tuple[Recorded, ...]]",
        answer: Future[Done],
    ) -> None:
        """Tell who asked, and who listens; on the thread that writes."""
        error = written.exception()
        if error is not None:
            # What a later load has found in the log stays known.
            if slot.known.get(key) == (wish, answer):
                slot.known.pop(key, None)
            slot.stale = True
            answer.set_exception(error)
            for told in self.failing:
                told(error)
            return
        recorded = written.result()
        if not WINS.isdisjoint(each.kind for each in recorded):
            self.links.has_win = True
        if then.version > slot.durable.version:
            slot.end = then, recorded[-1].hash
        if key in slot.known:
            slot.known[key] = (wish, None)  # the log has the answer from now on
        answer.set_result(Done(recorded))
        self._tell_all(recorded)

    def _tell_all(self, recorded: Sequence[Recorded]) -> None:
        for listener in tuple(self._listeners):
            self._tell(listener, recorded)

    def _tell(self, listener: Listener, recorded: Sequence[Recorded]) -> None:
        """A listener that fails is heard of, and told no more: the log goes on without it."""
        is_within = get_ident() in self._telling
        self._telling.add(get_ident())
        try:
            listener(recorded)
        except BaseException as error:  # the thread is the log's, and not the listener's to end
            self._forget(listener)
            self.notes.append(f"a listener failed at {recorded[0]} and was dropped: {error!r}")
        finally:
            if not is_within:
                self._telling.discard(get_ident())

    def _repeated(self, slot: Slot, table: str, key: str, wish: str) -> Future[Done]:
        before, answer = slot.known[key]
        if before != wish:
            raise Refused(
                f"key {key!r} was used at table {table} for something else", code="command.key-used"
            )
        again = _promise()
        if answer is None:
            again.set_result(Done(self.store.answer(table, key), repeated=True))
        else:
            answer.add_done_callback(lambda done: _pass_on(done, again))
        return again

    def _is_of_old(self, slot: Slot, key: str) -> bool:
        """Whether the log knows a key that is no longer at hand; if so, it is again."""
        if len(slot.known) < REMEMBERED:
            return False  # every key of the table is at hand
        before = self.store.answer(slot.ahead.name, key)
        if before:
            slot.known[key] = (before[0].asked, None)
        return bool(before)

    def _is_known(self, name: str) -> bool:
        """Whether it was opened, or the opening tried: a mistyped name is not remembered."""
        return name in self._slots or name in self.store.streams()

    def _unknown(self, name: str) -> Refused:
        if is_progressive(name):
            kind, known, name = "progressive", self.links.names(), name_in(name)
        else:
            kind, known = "table", self.tables()
        hint = did_you_mean(name, known) if known else "none was opened yet"
        return Refused(f"there is no {kind} {name!r}: {hint}", code=f"{kind}.unknown")

    def _slot(self, name: str) -> Slot:
        with self._slots_lock:
            if name not in self._slots:
                if not is_progressive(name):
                    check_name("table", name)
                self._slots[name] = Slot(name, 0 if self._is_brief else self.steady())
            return self._slots[name]

    def _taken_up(self, slot: Slot) -> bool:
        """Whether this process alone acts at the table; it is then as the log has it, or ahead."""
        if self._is_ours(slot):
            self._keep(slot, SNAPSHOT_EVERY)
            return True
        name = slot.ahead.name
        slot.lose()
        slot.stale = True  # until everything is at hand
        if claim := self.store.claim(name):
            slot.seen = self.store.failures
            loaded, digest, kept = self._load(name)
            known = self.store.recent_keys(name, REMEMBERED)
            slot.known = OrderedDict((each.key, (each.asked, None)) for each in known)
            before, slot.ahead, slot.end = slot.durable, loaded, (loaded, digest)
            slot.kept, slot.claim, slot.stale = kept, claim, False
            self._reached(slot, before)
        return bool(slot.claim)

    def _is_ours(self, slot: Slot) -> bool:
        """Whether nobody else can have written the table since it was loaded."""
        ours = slot.claim and not slot.stale
        return bool(ours) and self.store.still_holds(slot.ahead.name, slot.claim)

    def _seen(self, slot: Slot) -> Table:
        """The table as far as it is durable, for a caller who only looks."""
        if not self._is_ours(slot):
            slot.lose()
            before = slot.durable
            now, digest, _ = self._load(before.name, slot.end)
            slot.end = now, digest
            self._reached(slot, before)
        return slot.durable

    def _reached(self, slot: Slot, before: Table) -> None:
        """A table was loaded; what the log has recorded though its answer was lost is told now."""
        if slot.durable.version > before.version:  # time may have begun elsewhere, or long ago
            slot.ahead_of_log = self.steady() - self._time.now()
        if not slot.reached(self.steady()):
            return
        self.renewals += 1
        if slot.durable.version > before.version:
            self._tell_all(tuple(self.store.stream(before.name, before.version)))

    def _keep(self, slot: Slot, least: int) -> None:
        """Save a snapshot of a table that has had so many events since the last one."""
        durable, digest = slot.end
        if slot.claim and durable.version - slot.kept >= least:
            body = snapshots.packed(durable)
            at = durable.name, durable.version, snapshots.FORM
            self.store.save_snapshot(Snapshot(*at, body, digest))
            slot.kept = durable.version
            self.links.keep()  # a room that is killed must not read the whole log for its meters

    def _load(
        self, name: str, known: tuple[Table, bytes] | None = None
    ) -> tuple[Table, bytes, int]:
        """The table as the log has it, the hash of its last entry, and the version it began with.

        It begins with what is *known* of the table, else with a snapshot.  Every event behind that
        must continue the chain, up to the head that the room has tagged.
        """
        if self.store.stopped:
            # What a failed write has left may be hidden now and found by the next start.
            raise ended(self.store)
        if is_progressive(name):
            return Table(name), ORIGIN, 0  # a progressive is not a table: the links know it
        table, digest = known or (Table(name), ORIGIN)
        if not table.version and (kept := self.store.snapshot(name, snapshots.FORM)):
            table, digest = snapshots.unpacked(kept.body), kept.hash
        began = table.version
        checker, head = StreamChecker(began, digest), self.store.stream_head(name)
        while True:
            for each in self.store.stream(name, checker.version):
                checker.check(each)
                table = after(table, codec.decoded(each.kind, each.body))
                self._time.at_least(each.at)
            if checker.version <= head.version:
                break
            # What lies behind the head was written meanwhile, with a new head; or it is forged.
            before, head = head, self.store.stream_head(name)
            if head == before:
                break
        checker.finish(name, head)
        return table, head.hash, began

    def table(self, name: str) -> Table:
        """The table as far as it is durable; looking at it does not take it up."""
        check_name("table", name)
        if not self._is_known(name):
            return Table(name)
        slot = self._slot(name)
        with slot.lock:
            return self._seen(slot)

    def view(self, name: str, viewer: Actor | None = None) -> View:
        """The table as a viewer may see it, None being the public display."""
        table = self.table(name)
        until = self._slot(name).ends(table) if self._is_known(name) else 0
        now, deck = table.playing, None
        if now and views.own_seats(table, viewer) and views.may_look(table):
            with suppress(Unavailable):  # without its key a round shows its bets all the same
                deck = deck_in_play(self._shoe, name, now)
        name = table.setup.progressive if table.setup else ""
        meters = self.links.progressive(name) if name else None
        return views.view(table, viewer, deck, meters, until)

    def tables(self) -> list[str]:
        """The names of all tables that were ever opened, table-2 before table-10."""
        return sorted(filter(is_table, self.store.streams()), key=_in_order)

    def progressive(self, name: str) -> Progressive:
        """A progressive as far as the log has come."""
        check_name("progressive", name)
        self.store.catch_up()
        return self.links.progressive(name)

    def _confirm_jackpots(self, name: str) -> int:
        """Have the automatic dealer pay what it has entered, now that the log has its order."""
        slot = self._slots.get(name)
        paid = 0
        for seat in payments.to_confirm(slot.durable) if slot else ():
            with suppress(FairdealError):  # what it waits for comes, or is reported elsewhere
                self.submit(name, pay_jackpot, by=AUTOMATIC, seat=seat).result()
                paid += 1
        return paid

    def tick(self) -> int:
        """Take the default for everybody whose time is up; how many there were.

        The program that runs the room calls this about once a second.  A table that waits and that
        nobody runs, because its process died, is taken up.  After more than two seconds without a
        look, as when the machine slept, all players get their whole time again.
        """
        taken, broken = 0, []
        self._look_at_time()
        with suppress(FairdealError):  # what cannot be recorded now is recorded by a later look
            self._look_at_clock()
        for name in self._running():
            slot = self._slot(name)
            with slot.lock:
                table = self._seen(slot)
            taken += self._confirm_jackpots(name)
            # One reading decides whether anybody is late and whether the room was held up: the
            # process may be stopped between two.
            now = self._look_at_time()
            if 0 < slot.ends(table) <= now:
                try:
                    self.do(name, time_out, by=AUTOMATIC)
                    taken += 1
                except (Refused, Conflict):
                    continue  # another command was faster, or nobody has bet yet
                except FairdealError as error:
                    broken.append(error)  # the other tables come first
        if broken:
            raise broken[0]
        return taken

    def _running(self) -> list[str]:
        """All tables; while they cannot be read, nobody's time goes by."""
        try:
            return self.tables()
        except Unavailable:
            for slot in tuple(self._slots.values()):
                with slot.lock:
                    slot.lose()
            raise

    def _look_at_time(self) -> int:
        """What the clock for players' time shows; they get it again if nobody looked for long."""
        now = self.steady()
        if self._is_held_up(now):
            seconds = (now - self._looked) // SECOND
            self.notes.append(f"the room was held up for {seconds:,} seconds: all time runs again")
            self.renew_time()
        self._looked = now
        return now

    def _is_held_up(self, now: int) -> bool:
        """Whether a keeper looks at all clocks again and again, and has not for too long."""
        return 0 < self._looked < now - _HELD_UP

    def renew_time(self) -> None:
        """Give all players the whole time again, because none could act for a while."""
        for slot in tuple(self._slots.values()):
            with slot.lock:
                slot.known_since = self.steady()
        self.renewals += 1

    def watch(self, listener: Listener) -> Callable[[], None]:
        """Call the listener with every command's events once they are durable; the way to stop."""
        self._listeners.append(listener)
        return lambda: self._forget(listener)

    def _forget(self, listener: Listener) -> None:
        with suppress(ValueError):  # it may have failed and be dropped already
            self._listeners.remove(listener)

    def history(self, table: str, after: int = 0) -> Iterator[Recorded]:
        """The events of a table from the log."""
        return self.store.stream(table, after)


def _in_order(name: str) -> list[str | int]:
    """By what names are sorted: numbers in them count as numbers.

    >>> sorted(("table-10", "table-2", "bar"), key=_in_order)
    ['bar', 'table-2', 'table-10']
    """
    parts = re.split(r"(\d+)", name)
    return [int(part) if at % 2 else part for at, part in enumerate(parts)]


def _begins_time(happened: Sequence[events.AnyEvent], then: Table, context: Context) -> bool:
    """Whether the time that runs at the table begins with this very command."""
    until = then.playing.until if then.playing else 0
    is_new = until == context.after(procedure.seconds_of(then)) if until else False
    return is_new and any(getattr(each, "until", 0) == until for each in happened)


def _last_moment(store: Store) -> int:
    """When the last event of a log was recorded; 0 for an empty log."""
    return next((event.at for event in store.read(after=max(0, store.head().pos - 1))), 0)


def _not_by_a_listener() -> Refused:
    return Refused(
        "a listener cannot wait for a command: use submit, or another thread",
        code="command.listener",
    )


def _promise() -> "Future[Done]":
    """An answer to come, which nobody can call off: what was asked is done."""
    promise: Future[Done] = Future()
    promise.set_running_or_notify_cancel()
    return promise


def _pass_on(done: "Future[Done]", again: "Future[Done]") -> None:
    error = done.exception()
    if error is not None:
        again.set_exception(error)
    else:
        again.set_result(Done(done.result().recorded, repeated=True))
