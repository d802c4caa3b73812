"""The chain: whatever is changed in a log afterwards is found, and named."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fairdeal.errors import Corrupt, Malformed
from fairdeal.live.log.chain import (
    ORIGIN,
    Checker,
    Draft,
    Entry,
    Head,
    Origin,
    Recorded,
    StreamChecker,
    StreamHead,
    check_tag,
    hash_of,
    head_of,
    log_hash_of,
    recorded,
    tagged,
    verify,
)
from tests.live.entries import KEY, entry

VECTOR = Path(__file__).with_name("log_vector.json")
FIELDS = list(Recorded.__struct_fields__)
HASH = st.binary(min_size=32, max_size=32)
WORD = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=8)
ENTRIES = st.builds(
    Entry,
    stream=WORD,
    version=st.integers(0, 2**62),
    at=st.integers(0, 2**62),
    actor=WORD,
    role=WORD,
    command=WORD,
    key=WORD,
    arguments=st.binary(max_size=20),
    drafts=st.lists(st.builds(Draft, WORD, st.binary(max_size=20)), min_size=3, max_size=5).map(
        tuple
    ),
    followed=st.integers(0, 2),
)


def log() -> list[Recorded]:
    """Nine events of two tables."""
    events: list[Recorded] = []
    tips = {"pit-1": StreamHead(), "pit-2": StreamHead()}
    for number in range(6):
        stream = "pit-2" if number in (1, 4) else "pit-1"
        kinds = ("bets-placed", "cards-dealt")[: 1 + number % 2]
        log_hash = events[-1].log_hash if events else ORIGIN
        new = recorded(
            replace(entry(stream, tips[stream].version, kinds=kinds), followed=len(kinds) - 1),
            len(events) + 1,
            log_hash,
            tips[stream],
        )
        tips[stream] = StreamHead(new[-1].version, new[-1].hash)
        events += new
    return events


def end_of(events: Sequence[Recorded], key: bytes = KEY) -> Head:
    """The head of a log that ends with these events."""
    return head_of(key, events[-1].pos, events[-1].log_hash)


def broken(events: Sequence[Recorded], original: Sequence[Recorded] = ()) -> str:
    """What the check says about a log whose head was written for the original."""
    with pytest.raises(Corrupt) as caught:
        verify(events, end_of(original or events), KEY)
    assert caught.value.code == "log.broken"
    return str(caught.value)


@given(ENTRIES, HASH, HASH, st.integers(1, 2**40))
def test_a_hash_can_be_computed_by_anybody_from_the_description(
    made: Entry, start: bytes, before: bytes, epoch: int
) -> None:
    events = recorded(made, 7, before, StreamHead(made.version, start, epoch), 3)
    digests = [
        hashlib.sha256(event.kind.encode() + b"\n" + event.body).hexdigest() for event in events
    ]
    line = ["fairdeal-entry-1", 3, start.hex(), f"table/{made.stream}", made.version + 1]
    line += [made.at, epoch, made.actor, made.role, made.command, made.key]
    line += [hashlib.sha256(made.arguments).hexdigest(), digests]
    line += [made.followed] if made.followed else []
    digest = hashlib.sha256(compact(line)).digest()
    log_hash = hashlib.sha256(before + (7).to_bytes(8, "big") + digest).digest()
    for event in events:
        assert event.hash == digest == hash_of(event)
        assert event.log_hash == log_hash
    who = [compact(each) for each in ("fairdeal-command-1", made.command, made.actor, made.role)]
    asked = b"[%b,%b]" % (b",".join(who), made.arguments)
    assert events[0].asked == hashlib.sha256(asked).hexdigest()[:32]


def compact(what: object) -> bytes:
    return json.dumps(what, ensure_ascii=False, separators=(",", ":")).encode()


def test_the_vector_of_the_description_holds() -> None:
    vector = json.loads(VECTOR.read_text("utf-8"))
    tip, events = StreamHead(epoch=4), list[Recorded]()
    for each in vector["entries"]:
        drafts = tuple(Draft(kind, body.encode()) for kind, body in each["events"])
        who = each["actor"], each["role"], each["command"], each["key"]
        made = Entry(
            each["stream"],
            tip.version,
            each["at"],
            *who,
            each["arguments"].encode(),
            drafts,
            each["followed"],
        )
        log_hash = events[-1].log_hash if events else ORIGIN
        new = recorded(made, len(events) + 1, log_hash, tip)
        assert new[0].hash.hex() == each["hash"]
        assert new[0].log_hash.hex() == each["log_hash"]
        assert new[0].asked == each["fingerprint"]
        events += new
        tip = StreamHead(new[-1].version, new[-1].hash, 4)
    verify(events, end_of(events), KEY)


def test_an_entry_becomes_events_that_follow_each_other() -> None:
    made = replace(entry(version=4, kinds=("bets-placed", "cards-dealt")), followed=1)
    first, second = recorded(made, 11, ORIGIN, StreamHead(4, b"4" * 32))
    assert (first.pos, first.version, first.part, first.previous) == (11, 5, 0, b"4" * 32)
    assert (second.pos, second.version, second.part, second.previous) == (12, 6, 1, b"4" * 32)
    assert (second.kind, second.command, second.at) == ("cards-dealt", first.command, first.at)
    assert first.hash == second.hash
    assert (first.actor, first.role) == (second.caller, second.caller_role) == ("alice", "dealer")
    assert (second.actor, second.role) == ("house", "dealer")
    assert str(second) == "event 12 (table pit-1, cards-dealt)"


def test_a_log_that_nobody_touched_is_in_order() -> None:
    events = log()
    checker = verify(events, end_of(events), KEY)
    assert (checker.pos, checker.hash) == (9, events[-1].log_hash)
    assert checker.versions == {"pit-1": 6, "pit-2": 3}
    assert verify([], head_of(KEY), KEY).pos == 0


def test_a_check_goes_on_where_an_earlier_one_stopped() -> None:
    events = log()
    first = Checker()
    for event in events[:4]:
        first.check(event)
    second = Checker(first.pos, first.hash, first.streams)
    for event in events[4:]:
        second.check(event)
    second.finish(end_of(events), KEY)
    assert second.versions == {"pit-1": 6, "pit-2": 3}


def test_a_check_can_begin_anywhere_where_the_hash_of_the_log_is_known() -> None:
    events = log()
    later = Checker(4, events[3].log_hash)
    for event in events[4:]:
        later.check(event)
    later.finish(end_of(events), KEY)
    with pytest.raises(Corrupt, match="one was moved"):
        Checker(4, ORIGIN).check(events[4])


@pytest.mark.parametrize("field", FIELDS)
@given(place=st.integers(0, 8))
def test_a_change_of_any_field_of_any_event_is_found_at_once(field: str, place: int) -> None:
    events = log()
    old = getattr(events[place], field)
    new = old + 1 if isinstance(old, int) else old[:-1]
    changed = [*events[:place], replace(events[place], **{field: new}), *events[place + 1 :]]
    said = broken(changed, events)
    assert f"{place + 1}" in said
    if field in ("at", "actor", "role", "command", "key", "asked", "kind", "body", "arguments"):
        assert said == f"{changed[place]} does not fit its hash"


def test_an_entry_that_was_changed_together_with_its_hash_no_longer_fits_the_log() -> None:
    events = log()
    false = replace(events[4], at=5)
    digest = hash_of(false)
    events[4] = replace(false, hash=digest)
    assert broken(events) == f"{events[4]} does not continue from event 4: one was moved"
    events[4] = replace(events[4], log_hash=log_hash_of(events[3].log_hash, 5, digest))
    assert broken(events) == f"{events[5]} does not continue the command that it names"


def test_a_table_that_does_not_continue_is_named() -> None:
    first = recorded(entry(), 1, ORIGIN, StreamHead())
    second = recorded(entry(version=1), 2, first[0].log_hash, StreamHead(1, b"1" * 32))
    said = f"{second[0]} does not continue from event 1 of its table: one was changed"
    assert broken([*first, *second]) == said


def test_an_epoch_does_not_come_back() -> None:
    first = recorded(entry(), 1, ORIGIN, StreamHead(epoch=3), 2)
    for epoch, incarnation in ((2, 2), (3, 1)):
        tip = StreamHead(1, first[0].hash, epoch)
        second = recorded(entry(version=1), 2, first[0].log_hash, tip, incarnation)
        assert broken([*first, *second]) == f"{second[0]} is of an epoch that was over"


def test_events_of_two_tables_in_one_another_are_named() -> None:
    pair = entry(kinds=("bets-placed", "cards-dealt"))
    first = recorded(pair, 1, ORIGIN, StreamHead())
    other = recorded(replace(pair, stream="pit-2"), 2, first[0].log_hash, StreamHead())
    assert broken([first[0], *other]) == f"{other[0]} does not continue the command before it"
    alone = replace(first[1], pos=1, version=1)
    assert broken([alone]) == f"{alone} does not continue the command that it names"
    with pytest.raises(Corrupt, match="the log ends in the middle of a command, at event 1"):
        verify(first[:1], end_of(first[:1]))


def test_a_stream_is_checked_without_the_others() -> None:
    events = [event for event in log() if event.stream == "pit-1"]
    checker = StreamChecker()
    for event in events:
        checker.check(event)
    end = StreamHead(6, events[-1].hash)
    checker.finish("pit-1", end)
    with pytest.raises(Corrupt, match="pit-1 ends at its event 6, but its head names event 7"):
        checker.finish("pit-1", replace(end, version=7))
    with pytest.raises(Corrupt, match="event 6 of table/pit-1 is not the one that its head names"):
        checker.finish("pit-1", replace(end, hash=ORIGIN))
    short = StreamChecker()
    for event in events[:3]:
        short.check(event)
    with pytest.raises(Corrupt, match="table/pit-1 ends in the middle of a command, at event 3"):
        short.finish("pit-1", end)


def test_the_end_of_a_table_is_tagged_by_the_key() -> None:
    origin, end = Origin("room-1"), StreamHead(6, b"6" * 32, 2)
    good = tagged(KEY, origin, "pit-1", end)
    assert check_tag(KEY, origin, "pit-1", good) == good
    assert check_tag(b"", origin, "pit-1", end) == end == tagged(b"", origin, "pit-1", end)
    bad = [
        (KEY, origin, "pit-1", replace(good, version=5)),
        (KEY, origin, "pit-1", replace(good, hash=ORIGIN)),
        (KEY, origin, "pit-1", replace(good, epoch=1)),
        (KEY, origin, "pit-2", good),
        (KEY, Origin("room-2"), "pit-1", good),
        (KEY, Origin("room-1", 2), "pit-1", good),
        (b"another", origin, "pit-1", good),
    ]
    for forged in bad:
        with pytest.raises(Corrupt, match="is not tagged by this room's key"):
            check_tag(*forged)


def test_a_missing_event_is_named() -> None:
    events = log()
    assert broken([*events[:4], *events[5:]]) == "event 5 is missing: 6 follows 4"
    assert broken([*events[:4], *events[7:]]) == "the events from 5 on are missing: 8 follows 4"
    assert broken(events[1:]) == "event 1 is missing: 2 follows 0"


def test_an_event_that_comes_twice_is_named() -> None:
    events = log()
    assert broken([*events, events[8]]) == "event 9 (table pit-1, cards-dealt) comes after event 9"


def test_a_table_that_skips_a_number_is_named_though_every_hash_fits() -> None:
    skipping = [*recorded(entry(), 1, ORIGIN, StreamHead())]
    tip = StreamHead(2, skipping[0].hash)
    skipping += recorded(entry(version=2), 2, skipping[0].log_hash, tip)
    said = "event 2 (table pit-1, bets-placed) is number 3 of its table; expected 2"
    assert broken(skipping) == said


def test_a_field_that_holds_something_else_altogether_is_damage_like_any_other() -> None:
    events = log()
    forged = {"body": "text", "caller": "\ud800", "at": object(), "digests": 7, "part": "x"}
    for field, value in forged.items():
        spoilt = [*events[:2], replace(events[2], **{field: value}), *events[3:]]
        assert str(spoilt[2]) in broken(spoilt, events)
    spoilt = [replace(events[0], previous="0" * 32), *events[1:]]
    assert broken(spoilt, events).startswith("event 1 (table pit-1, bets-placed)")


def test_a_log_that_was_cut_off_is_found_by_its_head() -> None:
    events = log()
    assert broken(events[:7], events) == "the log ends at event 7, but its head names event 9"


def test_a_log_that_was_rewritten_together_with_its_head_is_found_by_the_seal() -> None:
    events = log()[:7]
    head = end_of(events, b"a guess")
    verify(events, head)
    with pytest.raises(Corrupt, match=r"event 7.* is not sealed by this room's key"):
        verify(events, head, KEY)
    with pytest.raises(Corrupt, match="is not sealed"):
        verify(events, end_of(events, b""), KEY)
    assert end_of(events, b"").seal == b""


def test_a_head_that_names_another_event_is_found() -> None:
    events = log()
    with pytest.raises(Corrupt, match="event 9 is not the one that the head of the log names"):
        verify(events, head_of(KEY, 9, ORIGIN), KEY)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"command": ""}, "an entry needs a table, a command, its key and an event"),
        ({"key": ""}, "an entry needs a table, a command, its key and an event"),
        ({"stream": ""}, "an entry needs a table"),
        ({"drafts": ()}, "key 'pit-1/0', 0 events"),
        ({"actor": "a\0b"}, "cannot be printed"),
        ({"key": "\ud800"}, "cannot be printed"),
        ({"drafts": (Draft("two\nlines", b""),)}, "cannot be printed"),
    ],
)
def test_an_entry_that_no_log_could_keep_is_refused(change: dict[str, object], said: str) -> None:
    with pytest.raises(Malformed, match=said):
        replace(entry(), **change)
