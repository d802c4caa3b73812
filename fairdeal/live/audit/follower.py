"""One table, followed from its first event: folded, judged, and settled again round by round."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, Final

from fairdeal.errors import FairdealError, listed, named
from fairdeal.games import referee
from fairdeal.live import events
from fairdeal.live.accounts import Accounts
from fairdeal.live.audit import (
    authority,
    betting,
    cards,
    decisions,
    ending,
    paying,
    rulings,
    settling,
    shuffling,
    tables,
)
from fairdeal.live.audit.findings import Check, Fault
from fairdeal.live.audit.seen import Judge, Known, Reworded, Seen
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from fairdeal.live.log.stores.protocol import Snapshot
from fairdeal.live.shoe import Deck, shown
from fairdeal.live.table import procedure, snapshots
from fairdeal.live.table.context import shuffle_of
from fairdeal.live.table.progressive import Progressive
from fairdeal.live.table.state import Table, after
from fairdeal.live.worth import Worth

_MODULES: Final = (tables, betting, cards, decisions, settling, paying, ending, rulings)
_ENDS: Final = (codec.KINDS[events.RoundClosed], codec.KINDS[events.RoundVoided])
_OF_EVERY_EVENT: Final[tuple[tuple[Check, Judge], ...]] = (
    (Check.AUTHORITY, authority.authority_faults),
    (Check.TABLE, tables.needs_an_open_table),
    (Check.BETS, betting.held),
)
_ALWAYS: Final = {
    kind: (*_OF_EVERY_EVENT, *(each.ALWAYS[kind] for each in _MODULES if kind in each.ALWAYS))
    for kind in codec.KINDS
}
_BY_OUR_RULES: Final = {
    kind: tuple(each.BY_OUR_RULES[kind] for each in _MODULES if kind in each.BY_OUR_RULES)
    for kind in codec.KINDS
}


class Follower:
    """What is known of a table, and what is to be said of its events."""

    def __init__(self, name: str, kept: Snapshot | None) -> None:
        self.table = Table(name)
        self.kept = kept
        """A snapshot that was not compared yet."""
        self.rounds = self.settled_again = self.voided = 0
        self.old_decks = 0
        """Rounds whose deck the house drew when the betting closed, as older logs have it."""
        self.other_rules: Counter[str] = Counter()
        self.reworded = Reworded()
        self.odd = 0
        """Events that are not written as this program writes them."""
        self.warnings: list[str] = []
        self._is_lost = False
        self._known = Known()
        self._unjudged: list[Seen[Any]] = []
        self._owed: tuple[type, ...] = ()
        self._last: Recorded | None = None
        self._event: events.AnyEvent | None = None
        self._earlier: events.AnyEvent | None = None

    @property
    def unjudged_since(self) -> int | None:
        """The place of the first event that waits for its round to end."""
        return self._unjudged[0].record.pos if self._unjudged else None

    def follow(
        self,
        record: Recorded,
        fed: Sequence[Progressive],
        worth: Worth | None,
        people: Accounts,
        waited_at: int = 0,
    ) -> list[Fault]:
        """Go on to the next event of the table; what is wrong with it or with earlier ones.

        *fed* is the progressive that it feeds, as it stood of late, newest last; *worth* is what
        the log has said so far of the room's chips, *people* the accounts as they were, and
        *waited_at* when its time stood still.
        """
        if self._is_lost:
            return self._too_late(record)
        try:
            return self._followed(record, fed, worth, people, waited_at)
        except Exception as error:  # a forged event can be anything
            self._is_lost, self._owed = True, ()
            return [_cannot_be(record, error)]

    def _followed(
        self,
        record: Recorded,
        fed: Sequence[Progressive],
        worth: Worth | None,
        people: Accounts,
        waited_at: int,
    ) -> list[Fault]:
        event = codec.decoded(record.kind, record.body)
        then = after(self.table, event)
        prior = self._event if record.part else None
        earlier = self._earlier if record.part > 1 else None
        seen: Seen[Any] = Seen(
            *(record, event, self.table, then, prior, self._known, earlier),
            *(fed[-1] if fed else None, fed),
            worth=worth,
            reworded=self.reworded,
            waited_at=waited_at,
            people=people,
        )
        faults = [*self._asides(seen)]
        self._unjudged.append(seen)
        if isinstance(event, events.RoundOpened):
            self.rounds += 1
        if isinstance(event, events.RoundClosed | events.RoundVoided):
            faults += self._ended(seen)
        self._owed = rulings.owed(seen) or shuffling.owed(seen)
        self.table, self._earlier, self._event, self._last = then, self._event, event, record
        if then.playing is None:
            faults += self.judged()
        return faults

    def finish(self) -> list[Fault]:
        """What is missing at the end of the log."""
        if not self._owed or self._last is None:
            return []
        names = listed((codec.KINDS[each] for each in self._owed), "or")
        return [_fault(self._last, Check.EVENT, f"it was not followed by {names}")]

    def _asides(self, seen: Seen[Any]) -> Iterator[Fault]:
        """What can be said at once."""
        record, event = seen.record, seen.event
        if codec.encoded(event)[1] != record.body:
            self.odd += 1
        if self._last and record.at < self._last.at - 1_000_000:
            seconds = (self._last.at - record.at) // 1_000_000
            self.warnings.append(f"the clock went back {seconds} seconds before {record}")
        if self._owed and type(event) not in self._owed:
            names = listed((codec.KINDS[each] for each in self._owed), "or")
            yield _fault(record, Check.EVENT, f"{names} should have come first")
        if self.kept and self.kept.version == seen.then.version:
            if _unpacked(self.kept.body) != seen.then or self.kept.hash != seen.record.hash:
                yield _fault(record, Check.SNAPSHOT, "the snapshot made here is of another table")
            self.kept = None

    def _ended(self, seen: Seen[Any]) -> Iterator[Fault]:
        """The deck is known now, and with it everything that had to wait."""
        event, now, known = seen.event, seen.now, self._known
        self._known = Known()
        self.old_decks += now.is_old_deck
        if isinstance(event, events.RoundVoided):
            self.voided += 1
            if not event.deck:
                if now.commitment:
                    where = f"{self.table.name}/{now.number}"
                    self.warnings.append(f"round {where} is void and its deck was never shown")
                return
        deck, wrong = _shown(seen)
        known.deck = deck
        if deck is None:
            yield _fault(seen.record, Check.DECK, wrong)
        elif isinstance(event, events.RoundClosed) and not seen.is_by_our_rules():
            self.other_rules[seen.setup.rules_digest] += 1
        elif isinstance(event, events.RoundClosed):
            try:
                known.lines = referee.settle(procedure.played(seen.table, now, deck))
            except Exception as error:  # what was forged may not even make a round
                yield _fault(
                    seen.record, Check.SETTLEMENT, f"it cannot be settled again: {named(error)}"
                )
            else:
                due = paying.paid_at_once(seen, known.lines)
                self.settled_again += not any(settling.difference(now.lines, due))

    def _too_late(self, record: Recorded) -> list[Fault]:
        """Once a table makes no sense any more, only the deck of its last round is waited for."""
        if not self._unjudged or record.kind not in _ENDS:
            return []
        try:
            event: Any = codec.decoded(record.kind, record.body)
            now = self._unjudged[-1].afterwards
            about = shuffle_of(self.table.name, now)
            self._known.deck, _ = shown(about, event.secret or event.nonce, event.deck)
        except Exception:  # without the deck, then
            self._known.deck = None
        return self.judged()

    def judged(self) -> list[Fault]:
        """What is wrong with the events that wait: a round in play, as far as it came."""
        faults: list[Fault] = []
        for seen, following in zip_longest(self._unjudged, self._unjudged[1:]):
            comes = following.event if following and following.record.part else None
            faults += _judged(replace(seen, following=comes))
        self._unjudged.clear()
        return faults


def _judged(seen: Seen[Any]) -> Iterator[Fault]:
    """What is wrong with an event, as far as the first judge has something to say."""
    kind = type(seen.event)
    judges = _ALWAYS[kind]
    if seen.is_by_our_rules():
        judges += _BY_OUR_RULES[kind]
    judges += ((Check.DECK, shuffling.shuffled_fairly),)
    for check, judge in judges:
        try:
            sentences = [*judge(seen)]
        except Exception as error:  # one forged value can contradict any other
            sentences = [f"it contradicts what came before: {named(error)}"]
        if sentences:
            yield from (_fault(seen.record, check, sentence) for sentence in sentences)
            return


def _shown(seen: Seen[Any]) -> tuple[Deck | None, str]:
    """The deck that was shown at the end of a round, or what is wrong with it."""
    about = shuffle_of(seen.table.name, seen.now)
    return shown(about, seen.event.secret or seen.event.nonce, seen.event.deck)


def _cannot_be(record: Recorded, error: Exception) -> Fault:
    code = error.code if isinstance(error, FairdealError) else ""
    check = Check.LEDGER if code.startswith("ledger.") else Check.EVENT
    return _fault(record, check, named(error))


def _fault(record: Recorded, check: Check, sentence: str) -> Fault:
    return Fault(record.pos, record.stream, str(record.kind), check, sentence)


def _unpacked(body: bytes) -> Table | None:
    try:
        return snapshots.unpacked(body)
    except Exception:  # a snapshot that cannot be read is not the table either
        return None
