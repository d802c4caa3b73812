"""The audit: a whole log from its first event to its seal."""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from fairdeal.errors import named
from fairdeal.live import events
from fairdeal.live.actors import AUTOMATIC, OPENING, Role
from fairdeal.live.audit.checkpoints import Checkpoints
from fairdeal.live.audit.findings import Check, Fault, Findings, Seal
from fairdeal.live.audit.follower import Follower
from fairdeal.live.audit.meters import MeterFollower
from fairdeal.live.audit.people import PeopleFollower
from fairdeal.live.audit.rows import Log, Unreadable, rows
from fairdeal.live.audit.summary import balances, other_rules, warnings
from fairdeal.live.clocks import NOTES_CLOCK, LogTimeThen
from fairdeal.live.history.telling import clock_told
from fairdeal.live.log import codec
from fairdeal.live.log.chain import ACCOUNTS, ROOM, Checker, Recorded, check_seal
from fairdeal.live.log.checkpoints import Note
from fairdeal.live.log.mark import Mark, moment
from fairdeal.live.log.moving import MOVED, MOVES
from fairdeal.live.log.stores.protocol import Snapshot
from fairdeal.live.losses import ACCEPTS
from fairdeal.live.table import snapshots
from fairdeal.live.table.progressive import is_progressive, name_in, spoken
from fairdeal.live.worth import OPENS, Worth, said_in

_TOLD_EVERY: Final = 500
"""Events between two reports on how far it is."""

_LOSS: Final = codec.KINDS[events.LossAccepted]
_CLOCK: Final = codec.KINDS[events.ClockSet]

_ENDLESS: Final = 2**62
"""Where a log ends whose head does not say it."""


def audit(
    log: Log,
    key: bytes = b"",
    *,
    every: bool = False,
    noted: tuple[int, str] | None = None,
    mark: Mark | None = None,
    checkpoint: Note | None = None,
    progress: Callable[[float], None] | None = None,
) -> Findings:
    """Check everything that can be checked about a log, while a room may go on writing it.

    The audit ends at the first bad event, or with *every* goes on as far as it can.  Where an
    earlier audit *noted* the place and hash of an event, that event must still be there; so must
    the one that the room's *mark* names, which is read before the audit begins.  The log must begin
    with what its own checkpoints cover, and a *checkpoint* kept elsewhere.  Without the room's
    *key* the seal at the end of the log stays unchecked, and signatures are held against the public
    key in the log.
    """
    signed = Checkpoints(log, key, checkpoint)
    walk = _Walk(log, every, noted, mark, signed)
    for share in walk.steps():
        if progress is not None:
            progress(share)
    return walk.findings(key)


class _Walk:
    def __init__(
        self,
        log: Log,
        every: bool,
        noted: tuple[int, str] | None,
        mark: Mark | None,
        signed: Checkpoints,
    ) -> None:
        self._log, self._every, self._noted, self._mark = log, every, noted, mark
        self._signed = signed
        self._head = log.head()
        known = isinstance(self._head.pos, int) and self._head.pos >= 0
        self._until = self._head.pos if known else _ENDLESS
        self._checker = Checker()
        self._followers: dict[str, Follower] = {}
        self._meters: dict[str, MeterFollower] = {}
        self._people = PeopleFollower()
        self._worth: Worth | None = None
        self._losses: list[str] = []
        self._clocks: list[str] = []
        """What was recorded of clocks that were set."""
        self._waited_at = 0
        """The newest time of day at which the log's time stood still."""
        self._faults: list[Fault] = []
        self._events = 0
        self._is_at_end = False
        self._moved: tuple[int, bytes] | None = None
        self._first: Recorded | None = None
        self._last: Recorded | None = None

    def steps(self) -> Iterator[float]:
        """Go through the log; how far it is, from time to time."""
        self._faults += self._faults_before_the_beginning()
        broken_off = False
        for row in rows(self._log, self._until):
            broken_off = not self._goes_on(row)
            if broken_off:
                break
            if self._events % _TOLD_EVERY == 0:
                yield min(1.0, self._events / self._until)
        else:
            self._faults += self._faults_at_the_end()
        for follower in self._followers.values():
            self._faults += follower.judged()
            if not broken_off:  # what was to come next may have come behind the fault
                self._faults += follower.finish()

    def _goes_on(self, row: Recorded | Unreadable) -> bool:
        """Look at a row; whether the audit goes on behind it."""
        if isinstance(row, Unreadable):
            why = f"event {row.pos} cannot be read: {row.why}"
            self._faults.append(Fault(row.pos, "", "", Check.CHAIN, why))
            return self._every
        if broken := [*self._chain_faults(row)]:
            self._faults += broken
            if not self._every:
                return False
            row = replace(row, pos=self._checker.pos)  # what it says of itself is worth nothing
        self._faults += self._signed.follow(row)
        self._events += 1
        self._first, self._last = self._first or row, row
        if isinstance(row.stream, str):
            self._faults += self._followed(row)
        if self._every or not self._faults:
            return True
        # A round shows its faults when it ends: an earlier event may still turn out to be bad.
        first = min(fault.pos for fault in self._faults)
        waiting = (each.unjudged_since for each in self._followers.values())
        return any(since is not None and since < first for since in waiting)

    def _followed(self, row: Recorded) -> list[Fault]:
        """What is wrong with the row, for its table and for the progressives."""
        if self._moved and row.kind != MOVED:
            why = "the log was moved elsewhere before this"
            return [Fault(row.pos, row.stream, str(row.kind), Check.EVENT, why)]
        if row.stream == ROOM:
            faults = [*self._of_the_room(row)]
        elif row.stream == ACCOUNTS:
            faults = [*self._people.follow(row)]
        elif is_progressive(row.stream):
            name = name_in(row.stream)
            if name not in self._meters:
                self._meters[name] = MeterFollower(name, self._kept(row.stream))
            faults = [*self._people.hold(row, self._worth)]
        else:
            follower = self._follower(row.stream)
            setup = follower.table.setup
            fed = self._meters.get(setup.progressive) if setup else None
            of_late = fed.of_late(row.at) if fed else ()
            faults = [*self._people.hold(row, self._worth)]
            known = self._worth, self._people.now
            faults += follower.follow(row, of_late, *known, self._waited_at)
        for each in self._meters.values():
            faults += each.follow(row)
        return faults

    def _chain_faults(self, row: Recorded) -> Iterator[Fault]:
        about = self._checker.pos + 1, str(row.stream), str(row.kind), Check.CHAIN
        try:
            self._checker.check(row)
        except Exception as error:  # a row can hold values of any kind
            yield Fault(*about, named(error).removeprefix(f"{row} "))
            self._resume_behind(row)
            return
        if self._noted and self._noted[0] == row.pos and row.log_hash.hex() != self._noted[1]:
            yield Fault(*about, "an earlier audit noted another event here")
        if self._mark and self._mark.pos == row.pos and row.log_hash != self._mark.hash:
            why = f"the log has gone back: the room's mark has another event {row.pos:,}"
            yield Fault(*about[:3], Check.MARK, why)

    def _resume_behind(self, row: Recorded) -> None:
        """Take a row as it is, so that what follows can be checked against it."""
        pos = self._checker.pos + 1
        if isinstance(row.pos, int) and pos < row.pos <= self._until:
            pos = row.pos
        self._checker = self._checker.behind(row, pos)

    def _follower(self, name: str) -> Follower:
        if name not in self._followers:
            self._followers[name] = Follower(name, self._kept(name))
        return self._followers[name]

    def _kept(self, name: str) -> Snapshot | None:
        """The snapshot of a table or of a progressive."""
        try:
            return self._log.snapshot(name, snapshots.FORM)
        except Exception as error:  # a forged snapshot must not stop the audit
            why = f"the snapshot of {spoken(name)} cannot be read: {named(error)}"
            self._faults.append(Fault(0, "", "", Check.SNAPSHOT, why))
            return None

    def _faults_before_the_beginning(self) -> Iterator[Fault]:
        """A row that no room reads was written by another program."""
        try:
            stray = next(iter(self._log.read(-_ENDLESS, 0)), None)
        except Exception as error:  # a row can hold values of any kind
            why = f"what lies before event 1 cannot be read: {named(error)}"
            yield Fault(0, "", "", Check.CHAIN, why)
        else:
            if stray is not None:
                yield Fault(0, "", "", Check.CHAIN, f"{stray} lies before the beginning of the log")

    def _faults_at_the_end(self) -> Iterator[Fault]:
        """What speaks against the log ending here."""
        end = self._checker.pos + 1
        try:
            self._checker.finish(self._head)
        except Exception as error:  # the head can hold values of any kind, too
            yield Fault(end, "", "", Check.CHAIN, named(error))
        if self._noted and self._noted[0] >= end:
            why = f"the log ends at event {end - 1}, and an earlier audit noted {self._noted[0]}"
            yield Fault(end, "", "", Check.CHAIN, why)
        if self._mark and self._mark.pos >= end:
            gone = self._mark.pos - end + 1
            why = (
                f"the log has gone back: it ends at event {end - 1:,}, and the room's mark has"
                f" {self._mark}: {gone:,} event{' is' if gone == 1 else 's are'} missing"
            )
            yield Fault(end, "", "", Check.MARK, why)
        self._faults += self._signed.finish(end)
        if why := self._behind_the_end():
            yield Fault(end, "", "", Check.CHAIN, why)
        for why in self._damage():
            yield Fault(end, "", "", Check.CHAIN, why)
        for why in self._kept_passwords():
            yield Fault(end, "", "", Check.ACCOUNTS, why)
        self._is_at_end = True
        for name, follower in self._followers.items():
            if follower.kept and not self._reaches(name, follower.kept.version):
                why = f"the snapshot of table {name} is ahead of the table's events"
                yield Fault(end, "", "", Check.SNAPSHOT, why)
        now = self._log.head().pos
        for name, meters in self._meters.items():
            if meters.kept and not (isinstance(now, int) and end <= meters.kept.pos <= now):
                why = f"the snapshot of progressive {name} is of no place in the log"
                yield Fault(end, "", "", Check.SNAPSHOT, why)

    def _heads_that_differ(self) -> Iterator[str]:
        """What is wrong with the heads of the tables; a room at work moves them on."""
        try:
            heads = {name: self._log.stream_head(name) for name in self._checker.streams}
            names = self._log.streams().keys()
            is_still = self._log.head() == self._head
        except Exception as error:  # a head can hold values of any kind, or be another room's
            yield named(error)
            return
        for name, head in heads.items():
            seen = self._checker.streams[name]
            try:
                if is_still or head.version <= seen.version:
                    seen.finish(name, head)
            except Exception as error:
                yield named(error)
        if is_still:
            for name in sorted(names - heads.keys()):
                yield f"{spoken(name)} has a head and not one event"

    def _kept_passwords(self) -> Iterator[str]:
        try:
            yield from self._people.finish(self._log, self._checker.pos)
        except Exception as error:  # a relation can hold values of any kind
            yield f"what is kept of the passwords cannot be read: {named(error)}"

    def _damage(self) -> Iterator[str]:
        """What the database itself finds wrong, such as an index that lacks rows."""
        try:
            yield from self._log.damage()
        except Exception as error:  # a database can be damaged in any way
            yield f"the database cannot check itself: {named(error)}"

    def _reaches(self, name: str, version: object) -> bool:
        """Whether a table has come so far since; forged numbers prove nothing."""
        count = self._log.streams().get(name, 0)
        return isinstance(version, int) and isinstance(count, int) and version <= count

    def _behind_the_end(self) -> str:
        """What is wrong with events behind the head; a room at work has moved its head since."""
        try:
            behind = next(self._log.read(self._head.pos), None)
            if behind is None or behind.pos <= self._log.head().pos:
                return ""
            return f"{behind} lies behind the end of the log"
        except Exception as error:
            return f"what lies behind the end of the log cannot be read: {named(error)}"

    def findings(self, key: bytes) -> Findings:
        """What was found."""
        seal = Seal.NOT_CHECKED
        if key:
            try:
                check_seal(self._head, key)
                seal = Seal.FITS
            except Exception as error:
                seal = Seal.BROKEN
                end = self._checker.pos + 1
                self._faults.append(Fault(end, "", "", Check.SEAL, named(error)))
        if self._is_at_end and seal is not Seal.BROKEN:
            end = self._checker.pos + 1
            differing = self._heads_that_differ()
            self._faults += [Fault(end, "", "", Check.CHAIN, why) for why in differing]
        faults = sorted(self._faults, key=lambda fault: fault.pos)
        followers = tuple(self._followers.values())
        return Findings(
            self._events,
            self._head,
            seal,
            tuple(sorted(self._followers)),
            sum(each.rounds for each in followers),
            sum(each.settled_again for each in followers),
            other_rules(followers),
            sum(each.voided for each in followers),
            sum(each.table.playing is not None for each in followers),
            balances(
                [
                    *(each.table.accounts for each in followers),
                    *(each.progressive.accounts for each in self._meters.values()),
                ]
            ),
            _time(self._first),
            _time(self._last),
            tuple(faults if self._every else faults[:1]),
            (*self._losses, *self._clocks, *self._people.warnings(), *warnings(followers)),
            f"{self._mark.pos}:{self._mark.hash.hex()}" if self._mark else "",
            self._signed.held,
            self._signed.newest,
        )

    def _of_the_room(self, row: Recorded) -> Iterator[Fault]:
        """A room says once what its chips are worth; a manager may accept that events are lost.

        The program itself records that a clock was set.
        """
        about = row.pos, row.stream, str(row.kind)
        if row.kind == MOVED:
            yield from self._move_faults(row)
            return
        is_loss = row.kind == _LOSS
        if row.kind == _CLOCK:
            yield from self._clock_faults(row)
            return
        if is_loss:
            yield from self._people.hold(row, self._worth)
        if row.role != Role.MANAGER:
            what = "accept a loss" if is_loss else "open a room"
            yield Fault(*about, Check.AUTHORITY, f"{row.role} {row.actor} may not {what}")
        try:
            if is_loss:
                yield from self._loss_faults(row)
                return
            if self._worth is not None or row.command != OPENS:
                yield Fault(*about, Check.EVENT, "a room says once what its chips are worth")
            else:
                self._worth = said_in(row)
        except Exception as error:  # a forged event can be anything
            yield Fault(*about, Check.EVENT, named(error))

    def _move_faults(self, row: Recorded) -> Iterator[Fault]:
        """A log that is moved says what was moved, and which incarnation it goes on in."""
        about = row.pos, row.stream, row.kind
        self._moved = self._moved or (row.pos - 1, self._checker.before)
        who = row.command, row.actor, row.role
        if who != (MOVES, OPENING.name, OPENING.role):
            yield Fault(*about, Check.AUTHORITY, f"{row.role} {row.actor} may not move a log")
        try:
            event = codec.decoded(row.kind, row.body)
            assert isinstance(event, events.LogMoved)
            if (event.pos, event.hash) != self._moved:
                yield Fault(*about, Check.EVENT, "the end that was moved is not the event before")
            if event.incarnation <= row.incarnation:
                yield Fault(*about, Check.EVENT, "it goes on in an incarnation that was before")
        except Exception as error:  # a forged event can be anything
            yield Fault(*about, Check.EVENT, named(error))

    def _clock_faults(self, row: Recorded) -> Iterator[Fault]:
        about = row.pos, row.stream, row.kind
        if (row.actor, row.role) != (AUTOMATIC.name, AUTOMATIC.role):
            said = f"{row.role} {row.actor} may not record that a clock was set"
            yield Fault(*about, Check.AUTHORITY, said)
        try:
            event = codec.decoded(row.kind, row.body)
            assert isinstance(event, events.ClockSet)
            if row.command != NOTES_CLOCK or event.log not in set(LogTimeThen):
                yield Fault(*about, Check.EVENT, "it does not say what the log's time does")
                return
            self._clocks.append(f"at event {row.pos:,} {clock_told(event)}")
            if event.log == LogTimeThen.WAITS:
                self._waited_at = max(self._waited_at, row.at)
        except Exception as error:  # a forged event can be anything
            yield Fault(*about, Check.EVENT, named(error))

    def _loss_faults(self, row: Recorded) -> Iterator[Fault]:
        event = codec.decoded(row.kind, row.body)
        assert isinstance(event, events.LossAccepted)
        about = row.pos, row.stream, row.kind
        if row.command != ACCEPTS or event.by != row.actor or not event.reason:
            yield Fault(*about, Check.EVENT, "the loss is not accepted by the person who asked")
        if (event.pos, event.hash) != (row.pos - 1, self._checker.before):
            yield Fault(*about, Check.EVENT, "the accepted end is not the event before this one")
        had = (
            f"event {event.lost_pos:,}, of {moment(event.lost_at)}" if event.lost_pos else "unknown"
        )
        self._losses.append(
            f"{row.actor} accepted at event {row.pos:,} that the log had lost events (its last one"
            f" was {had}): {event.reason}"
        )


def _time(row: Recorded | None) -> int:
    return row.at if row is not None and isinstance(row.at, int) else 0
