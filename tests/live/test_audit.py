"""The audit: an honest log holds, and whatever was done to a log afterwards is found and named."""

from collections.abc import Iterator, Sequence
from copy import copy
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from fairdeal.errors import Corrupt, Unavailable
from fairdeal.live import AUTOMATIC
from fairdeal.live.audit import Check, Findings, Seal, audit
from fairdeal.live.commands import no_more_bets
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Checker, Head, Recorded, head_of
from fairdeal.live.log.stores import open_store
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.log.stores.protocol import Snapshot
from fairdeal.live.table import ledger, snapshots
from fairdeal.live.table.progressive import is_progressive
from fairdeal.live.table.state import Table, after
from tests.live.days import OF_A_DAY, Day, eventful_day, long_log
from tests.live.forging import Forged, first, others, rechained, rewritten, whole
from tests.live.tables import KEY
from tests.live.tampering import EVENTS, FIELDS, Rows, tampered


@cache
def long_day() -> tuple[Recorded, ...]:
    """Ten thousand honest events."""
    return tuple(long_log(EVENTS).store.read())


@cache
def short_day() -> tuple[Recorded, ...]:
    """A few hundred honest events, every kind among them."""
    return tuple(eventful_day().store.read())


@cache
def one_round() -> tuple[Recorded, ...]:
    """A table, two players and a round."""
    day = Day()
    day.open("pit-1", "three-card-poker", seats=2)
    day.play("pit-1")
    return tuple(day.store.read())


def found(rows: Sequence[Recorded], head: Head | None = None, **options: Any) -> Findings:
    """What the audit says of these rows under the head that they had when they were honest."""
    last = long_day()[-1]
    return audit(Forged(rows, head or head_of(KEY, last.pos, last.log_hash)), KEY, **options)


def but_for_what_the_day_has(result: Findings) -> tuple[str, ...]:
    """The notes of an audit, without those of the day's loss and of the clock that was set."""
    usual = "max accepted at event", "a machine's clock was set", "not held against accounts"
    return tuple(each for each in result.warnings if not any(said in each for said in usual))


def test_an_honest_log_holds_and_every_finished_round_settles_as_it_did() -> None:
    store = eventful_day().store
    result = audit(store, KEY)
    assert result.holds
    assert result.first_fault is None
    assert (result.events, result.head, result.seal) == (store.head().pos, store.head(), Seal.FITS)
    assert result.tables == ("pit-1", "pit-2", "pit-3", "pit-4", "pit-5", "pit-6", "pit-7")
    assert result.rounds == result.settled_again + result.voided + result.in_play
    assert (result.voided, result.in_play, result.other_rules) == (5, 1, {})
    note, set_ahead, unheld = result.warnings
    assert unheld.endswith("not held against accounts: the log has no accounts")
    assert set_ahead.endswith(" a machine's clock was set ahead by 3 seconds: the log follows it")
    assert "max accepted at event " in note
    assert " (its last one was event " in note
    assert note.endswith(", of 2026-11-14 10:00:00 UTC): a new disk")
    assert sum(result.balances.values()) == 0
    assert result.balances["layout"] > 0
    assert {*result.balances} <= {*ledger.ACCOUNTS}, "every account has a name"
    assert dict(result.accounts)["tips paid to dealers"] > 0
    assert sum(cents for _, cents in result.accounts) == 0
    assert {row.kind for row in store.read()} == OF_A_DAY


def test_a_log_in_a_database_holds_whoever_reads_it(address: str) -> None:
    store = open_store(address, KEY)
    eventful_day(store)
    assert audit(store, KEY).holds
    store.close()
    reader = open_store(address, read_only=True)
    result = audit(reader)
    assert result.holds
    assert (result.seal, result.events) == (Seal.NOT_CHECKED, reader.head().pos)
    reader.close()


def test_an_empty_log_holds() -> None:
    result = audit(MemoryStore(KEY), KEY)
    assert (result.holds, result.events, result.rounds, result.seal) == (True, 0, 0, Seal.FITS)


def test_progress_is_told_up_to_the_end() -> None:
    told: list[float] = []
    audit(rechained(long_day()), progress=told.append)
    assert told == sorted(told)
    assert 0 < told[0] < 0.2
    assert 0.9 < told[-1] <= 1


@pytest.mark.exhaustive
def test_every_changed_removed_swapped_or_added_event_of_ten_thousand_is_found() -> None:
    rows = long_day()
    assert len(rows) >= EVENTS
    head = head_of(KEY, rows[-1].pos, rows[-1].log_hash)
    good = Checker()
    for place, row in enumerate(rows):
        rest = rows[place + 1 :][:1]
        for forged in tampered(row, rest):
            assert refused(good, forged, head), (row, forged)
        good.check(row)
    good.finish(head, KEY)


def refused(good: Checker, forged: Rows, head: Head) -> bool:
    """Whether the check stumbles, going on from an honest beginning."""
    checker = copy(good)
    checker.streams = {name: copy(stream) for name, stream in good.streams.items()}
    try:
        for row in forged:
            checker.check(row)
        if not forged or forged[-1].pos >= head.pos:
            checker.finish(head, KEY)
    except Corrupt:
        return True
    return False


def test_the_whole_audit_names_the_first_event_that_was_tampered_with() -> None:
    rows, random = list(short_day()), Random(4)
    head = head_of(KEY, rows[-1].pos, rows[-1].log_hash)
    for manipulation in range(40):
        place = random.randrange(1, len(rows) - 1)
        row, before, behind = rows[place], rows[:place], rows[place + 1 :]
        forged = [
            [*before, replace(row, body=row.body + b" "), *behind],
            [*before, *behind],
            [*before, behind[0], row, *behind[1:]],
            [*before, row, row, *behind],
        ][manipulation % 4]
        result = found(forged, head)
        fault = result.first_fault
        assert fault is not None
        assert fault.check is Check.CHAIN
        assert fault.pos in (row.pos, row.pos + 1)
        assert result.events <= row.pos
        assert len(result.faults) == 1


def test_a_log_that_was_cut_off_is_found_by_its_head() -> None:
    rows = long_day()
    assert "the log ends at event" in str(found(rows[:-1]).first_fault)
    [fault] = found([]).faults
    assert "the log ends at event 0" in str(fault)


def test_a_log_that_was_cut_off_and_given_a_new_head_lacks_the_seal() -> None:
    rows = whole(short_day(), len(short_day()) - 1)
    forged = Forged(rows, head_of(b"", rows[-1].pos, rows[-1].log_hash))
    assert audit(forged).holds
    assert audit(forged).seal is Seal.NOT_CHECKED
    result = audit(forged, KEY)
    assert result.seal is Seal.BROKEN
    assert [fault.check for fault in result.faults] == [Check.SEAL]
    assert "is not sealed by this room's key" in str(result.first_fault)


def test_an_end_that_was_noted_before_must_still_be_there() -> None:
    rows = short_day()
    noted = rows[300].pos, rows[300].log_hash.hex()
    assert audit(rechained(rows), noted=noted).holds
    key = rows[5].key
    changed = [replace(row, arguments=b"{}") if row.key == key else row for row in rows]
    [fault] = audit(rechained(changed), noted=noted).faults
    assert (fault.pos, fault.sentence) == (301, "an earlier audit noted another event here")
    cut = audit(rechained(whole(rows, 200)), noted=noted)
    assert "an earlier audit noted 301" in str(cut.first_fault)


def test_events_behind_the_head_are_found_unless_the_head_has_moved_on() -> None:
    rows = short_day()
    end = whole(rows, len(rows) - 3)[-1]
    head = head_of(KEY, end.pos, end.log_hash)
    [fault] = audit(Forged(rows, head), KEY).faults
    assert "lies behind the end of the log" in str(fault)

    class AtWork(Forged):
        """A room that goes on while it is audited."""

        heads = 0

        def head(self) -> Head:
            self.heads += 1
            return head if self.heads == 1 else head_of(KEY, rows[-1].pos, rows[-1].log_hash)

    assert audit(AtWork(rows, head), KEY).holds


def test_a_torn_command_is_found() -> None:
    rows = short_day()
    place = next(row.pos for row in rows if row.part == 2)
    for name, value in (("command", "sit"), ("actor", "eve"), ("at", 5)):
        changed = replace(rows[place - 1], **{name: value})
        [fault] = audit(rechained([*rows[: place - 1], changed, *rows[place:]])).faults
        assert (fault.pos, fault.check) == (place, Check.CHAIN)
        assert "does not fit its hash" in str(fault)


@pytest.mark.parametrize("field", FIELDS)
def test_a_row_with_values_of_any_kind_is_a_finding_and_never_an_exception(field: str) -> None:
    rows = one_round()
    for place in (0, 17, len(rows) - 1):
        for other in others(getattr(rows[place], field)):
            forged = [*rows]
            forged[place] = replace(rows[place], **{field: other})
            for every in (False, True):
                result = found(forged, head_of(KEY, rows[-1].pos, rows[-1].log_hash), every=every)
                assert not result.holds
                assert result.faults[0].pos <= place + 2
                assert msgspec.json.encode(result.as_json())


@pytest.mark.parametrize(
    "body",
    [b"", b"null", b"[]", b"{}", b"{", b"\xff\xfe", b'{"seat":"1"}', b'{"seat":1e400}', b"7" * 99],
)
def test_a_body_that_is_no_event_is_a_finding_even_where_the_hashes_fit(body: bytes) -> None:
    rows = short_day()
    for kind in OF_A_DAY:
        place = first(rows, kind)
        forged = [*rows]
        forged[place - 1] = replace(rows[place - 1], body=body)
        fault = audit(rechained(forged)).first_fault
        assert fault is not None
        assert fault.pos == place
        assert fault.check is Check.EVENT


def test_an_unknown_kind_of_event_is_a_finding() -> None:
    rows = short_day()
    forged = [*rows[:9], replace(rows[9], kind="chips-conjured"), *rows[10:]]
    fault = audit(rechained(forged)).first_fault
    assert fault is not None
    assert "unknown kind 'chips-conjured'" in str(fault)


@pytest.mark.parametrize(
    "head", [(0, b"", b""), (3, b"x", b"y"), (9, "a", None), ("z", 1, 2), (-4, b"", b"")]
)
def test_a_forged_head_is_a_finding(head: tuple[Any, Any, Any]) -> None:
    result = audit(Forged(short_day(), Head(*head)), KEY)
    assert not result.holds
    assert result.seal is Seal.BROKEN
    assert msgspec.json.encode(result.as_json())


class Failing(Forged):
    """A database that does not give out some of its rows."""

    bad: tuple[int, ...] = (40,)
    is_down = False

    def read(self, after: int = 0, until: int | None = None) -> Iterator[Recorded]:
        for row in super().read(after, until):
            if row.pos in self.bad:
                raise TypeError("string argument without an encoding")
            yield row

    def head(self) -> Head:
        if self.is_down:
            raise Unavailable("the log cannot be read", code="store.unavailable")
        return super().head()


def test_a_row_that_cannot_be_read_is_a_finding_and_the_others_are_looked_at() -> None:
    rows = short_day()
    log = Failing(rows, head_of(KEY, rows[-1].pos, rows[-1].log_hash))
    [fault] = audit(log, KEY).faults
    assert str(fault) == "event 40 cannot be read: TypeError: string argument without an encoding"
    result = audit(log, KEY, every=True)
    assert result.events == len(rows) - 1
    assert result.faults[0].pos == 40


def test_what_lies_behind_the_end_and_cannot_be_read_is_a_finding() -> None:
    rows = short_day()
    log = Failing(rows, head_of(KEY, 39, rows[38].log_hash))
    assert "behind the end of the log cannot be read" in str(audit(log, KEY).first_fault)


def test_a_log_that_cannot_be_reached_is_no_finding() -> None:
    rows = short_day()

    class Lost(Failing):
        """A database that goes away while it is read."""

        def read(self, after: int = 0, until: int | None = None) -> Iterator[Recorded]:
            self.is_down = True
            return super().read(after, until)

    with pytest.raises(Unavailable):
        audit(Lost(rows, head_of(KEY, rows[-1].pos, rows[-1].log_hash)), KEY)


def test_with_every_fault_asked_for_the_audit_goes_on_behind_the_first() -> None:
    rows = [*long_day()]
    for pos in (100, 5000, 9000):
        rows[pos - 1] = replace(rows[pos - 1], asked="forged")
    result = found(rows, every=True)
    assert {fault.pos for fault in result.faults} >= {100, 5000, 9000}
    assert {fault.pos for fault in result.faults} <= {100, 101, 5000, 5001, 9000, 9001}
    assert result.events == len(rows)
    assert found(rows).faults == result.faults[:1]


def test_the_first_bad_event_is_named_even_where_another_round_ends_earlier() -> None:
    day = Day()
    for name in ("pit-1", "pit-2"):
        day.open(name, "three-card-poker")
    day.bet("pit-1")
    day.do("pit-1", no_more_bets, AUTOMATIC)
    day.play("pit-2")
    day.decide("pit-1")
    rows = list(day.store.read())
    early = next(row.pos for row in rows if row.kind == "decision-asked")
    late = first(rows[early:], "bets-settled")
    assert rows[early - 1].stream == "pit-1"
    assert rows[late - 1].stream == "pit-2"
    forged = rewritten(rows, early, lambda event: replace(event, seat=2))
    forged = rewritten(forged, late, lambda event: replace(event, lines=event.lines[1:]))
    fault = audit(rechained(forged)).first_fault
    assert fault is not None
    assert fault.pos == early
    assert fault.sentence == "the seat that was asked is 2 and should be 1"


def test_rounds_under_other_rules_are_counted_and_not_settled_again() -> None:
    rows = list(short_day())
    for row in rows:
        if row.kind == "table-opened" and row.stream == "pit-1":
            rows = rewritten(rows, row.pos, lambda event: replace(event, rules_digest="older"))
    result = audit(rechained(rows))
    assert result.holds
    rounds = sum(row.kind == "round-closed" for row in rows if row.stream == "pit-1")
    assert result.other_rules == {"older": rounds}
    assert but_for_what_the_day_has(result) == (
        f"{rounds} rounds of pit-1 were not settled again: other rules (older)",
    )
    place = first(rows, "cards-turned")
    forged = rewritten(rows, place, lambda e: replace(e, turned=(forge_hand(e.turned[0]),)))
    fault = audit(rechained(forged)).first_fault
    assert fault is not None
    assert (fault.pos, fault.check) == (place, Check.CARDS)


def forge_hand(turned: Any) -> Any:
    return replace(turned, cards=tuple(51 - card for card in turned.cards))


def test_what_is_odd_but_no_fault_is_a_warning() -> None:
    rows = list(short_day())
    spaced = replace(rows[1], body=rows[1].body.replace(b",", b", "))
    back = replace(rows[3], at=rows[3].at - 3_600_000_000)
    result = audit(rechained([rows[0], spaced, rows[2], back, *rows[4:]]))
    assert result.holds
    assert but_for_what_the_day_has(result) == (
        "the clock went back 3599 seconds before event 4 (table pit-1, chips-bought)",
        "1 events of pit-1 are not written as this program writes them",
    )


def test_a_void_round_whose_deck_was_never_shown_is_a_warning() -> None:
    rows = list(short_day())
    place = first(rows, "round-voided", deck=bool)
    forged = rewritten(rows, place, lambda event: replace(event, deck=b"", nonce=b""))
    result = audit(rechained(forged))
    assert result.holds
    assert but_for_what_the_day_has(result) == (
        "round pit-2/7 is void and its deck was never shown",
    )


def kept_at(rows: Sequence[Recorded], version: int) -> Table:
    table = Table("pit-1")
    for row in [row for row in rows if row.stream == "pit-1"][:version]:
        table = after(table, codec.decoded(row.kind, row.body))
    return table


def test_a_snapshot_must_be_the_table_that_its_events_make() -> None:
    rows = short_day()
    log = rechained(rows)
    honest = kept_at(rows, 60)
    at = next(islice(log.stream("pit-1"), 59, 60))
    for body, holds in (
        (snapshots.packed(honest), True),
        (snapshots.packed(replace(honest, disabled="forged")), False),
        (b"{}", False),
        (b"\xff", False),
    ):
        log.keep(Snapshot("pit-1", 60, snapshots.FORM, body, at.hash))
        fault = audit(log).first_fault
        assert (fault is None) is holds
        assert fault is None or fault.check is Check.SNAPSHOT


def ahead(stream: str, form: str) -> Snapshot | None:
    """Snapshots of tables that have come further than any."""
    return None if is_progressive(stream) else Snapshot(stream, 10**6, form, b"")


def test_a_snapshot_ahead_of_its_table_or_unreadable_is_a_finding() -> None:
    log = rechained(short_day())
    log.snapshot = ahead  # type: ignore[method-assign]
    result = audit(log, every=True)
    assert {fault.check for fault in result.faults} == {Check.SNAPSHOT}
    assert "is ahead of the table's events" in str(result.first_fault)

    def fails(stream: str, form: str) -> None:
        raise TypeError("no bytes")

    log.snapshot = fails  # type: ignore[method-assign]
    assert "the snapshot of table pit-1 cannot be read" in str(audit(log).first_fault)


def test_a_snapshot_that_is_newer_than_the_audit_is_left_alone() -> None:
    rows = short_day()
    log = rechained(rows)
    log.streams = lambda: dict.fromkeys([f"pit-{number}" for number in range(1, 8)], 10**7)  # type: ignore[method-assign]
    log.snapshot = ahead  # type: ignore[method-assign]
    assert audit(log).holds


def test_a_room_can_be_audited_after_every_command() -> None:
    day = Day()
    day.open("pit-1", "three-card-poker", seats=2)
    day.play("pit-1", 2)
    for end in range(len(list(day.store.read()))):
        rows = list(day.store.read(until=end))
        if not rows or next(iter(day.store.read(end)), rows[0]).part == 0:
            assert audit(rechained(rows)).holds


def test_the_end_of_a_command_that_was_cut_off_is_found_where_something_must_follow() -> None:
    rows = list(short_day())
    place = first(rows, "bank-filled")
    fault = audit(rechained(rows[:place])).first_fault
    assert fault is not None
    assert fault.sentence == "it was not followed by bets-settled, pay-made or round-voided"

    assert fault.sentence == "it was not followed by bets-settled, pay-made or round-voided"


def test_what_lies_before_the_beginning_and_cannot_be_read_is_a_finding() -> None:
    class Odd(Forged):
        def read(self, after: int = 0, until: int | None = None) -> Iterator[Recorded]:
            if after < 0:
                raise ValueError("a place that is not a number")
            return super().read(after, until)

    honest = rechained(short_day())
    [fault] = audit(Odd([*honest.read()], honest.head()), every=True).faults
    assert fault.sentence == (
        "what lies before event 1 cannot be read: ValueError: a place that is not a number"
    )
