"""The chain: whatever is changed in a log afterwards is found, and named."""

import hashlib
import json
from collections.abc import Sequence

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
    Recorded,
    hash_of,
    head_of,
    recorded,
    verify,
)
from tests.live.entries import KEY, entry

FIELDS = list(Recorded.__struct_fields__)
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
    asked=WORD,
    drafts=st.lists(st.builds(Draft, WORD, st.binary(max_size=20)), min_size=1, max_size=3).map(
        tuple
    ),
)


def log() -> list[Recorded]:
    """Nine events of two tables."""
    events: list[Recorded] = []
    versions = {"pit-1": 0, "pit-2": 0}
    for number in range(6):
        stream = "pit-2" if number in (1, 4) else "pit-1"
        kinds = ("bets-placed", "cards-dealt")[: 1 + number % 2]
        previous = events[-1].hash if events else ORIGIN
        new = recorded(entry(stream, versions[stream], kinds=kinds), len(events) + 1, previous)
        versions[stream] += len(new)
        events += new
    return events


def broken(events: Sequence[Recorded], original: Sequence[Recorded] = ()) -> str:
    """What the check says about a log whose head was written for the original."""
    last = (original or events)[-1]
    with pytest.raises(Corrupt) as caught:
        verify(events, head_of(KEY, last.pos, last.hash), KEY)
    assert caught.value.code == "log.broken"
    return str(caught.value)


@given(ENTRIES, st.binary(min_size=32, max_size=32))
def test_a_hash_can_be_computed_by_anybody_from_the_description(made: Entry, start: bytes) -> None:
    for event in recorded(made, 7, start):
        line = [event.previous.hex(), event.pos, event.stream, event.version, event.at]
        line += [
            event.actor,
            event.role,
            event.command,
            event.key,
            event.part,
            event.asked,
            event.kind,
        ]
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()
        assert event.hash == hashlib.sha256(text + b"\n" + event.body).digest() == hash_of(event)


def test_an_entry_becomes_events_that_follow_each_other() -> None:
    first, second = recorded(entry(version=4, kinds=("bets-placed", "cards-dealt")), 11, ORIGIN)
    assert (first.pos, first.version, first.part, first.previous) == (11, 5, 0, ORIGIN)
    assert (second.pos, second.version, second.part, second.previous) == (12, 6, 1, first.hash)
    assert (second.kind, second.command, second.at) == ("cards-dealt", first.command, first.at)
    assert str(second) == "event 12 (table pit-1, cards-dealt)"


def test_a_log_that_nobody_touched_is_in_order() -> None:
    events = log()
    checker = verify(events, head_of(KEY, 9, events[-1].hash), KEY)
    assert (checker.pos, checker.hash) == (9, events[-1].hash)
    assert checker.versions == {"pit-1": 6, "pit-2": 3}
    assert verify([], head_of(KEY), KEY).pos == 0


def test_a_check_goes_on_where_an_earlier_one_stopped() -> None:
    events = log()
    first = Checker()
    for event in events[:4]:
        first.check(event)
    second = Checker(first.pos, first.hash, first.versions)
    for event in events[4:]:
        second.check(event)
    second.finish(head_of(KEY, 9, events[-1].hash), KEY)
    assert second.versions == {"pit-1": 6, "pit-2": 3}


@pytest.mark.parametrize("field", FIELDS)
@given(place=st.integers(0, 8))
def test_a_change_of_any_field_of_any_event_is_found_at_once(field: str, place: int) -> None:
    events = log()
    old = getattr(events[place], field)
    new = old + 1 if isinstance(old, int) else old[:-1]
    changed = [*events[:place], replace(events[place], **{field: new}), *events[place + 1 :]]
    said = broken(changed, events)
    assert f"{place + 1}" in said
    if field in ("at", "actor", "role", "command", "key", "part", "asked", "kind", "body", "hash"):
        assert said == f"{changed[place]} does not fit its hash"


def test_an_event_that_was_changed_together_with_its_hash_no_longer_fits_the_next() -> None:
    events = log()
    false = replace(events[4], actor="mallory")
    events[4] = replace(false, hash=hash_of(false))
    assert broken(events) == f"{events[5]} does not continue from event 5: one was changed"


def test_a_missing_event_is_named() -> None:
    events = log()
    assert broken([*events[:4], *events[5:]]) == "event 5 is missing: 6 follows 4"
    assert broken([*events[:4], *events[7:]]) == "the events from 5 on are missing: 8 follows 4"
    assert broken(events[1:]) == "event 1 is missing: 2 follows 0"


def test_an_event_that_comes_twice_is_named() -> None:
    events = log()
    assert broken([*events, events[8]]) == "event 9 (table pit-1, cards-dealt) comes after event 9"


def test_a_table_that_skips_a_number_is_named_though_every_hash_fits() -> None:
    skipping = [*recorded(entry(), 1, ORIGIN)]
    skipping += recorded(entry(version=2), 2, skipping[0].hash)
    said = "event 2 (table pit-1, bets-placed) is number 3 of its table; expected 2"
    assert broken(skipping) == said


def test_a_field_that_holds_something_else_altogether_is_damage_like_any_other() -> None:
    events = log()
    for field, value in {"body": "text", "actor": "\ud800", "at": object()}.items():
        spoilt = [*events[:2], replace(events[2], **{field: value}), *events[3:]]
        assert broken(spoilt, events).endswith("does not fit its hash")
    spoilt = [replace(events[0], previous="0" * 32), *events[1:]]
    assert broken(spoilt, events).startswith("event 1 (table pit-1, bets-placed)")


def test_a_log_that_was_cut_off_is_found_by_its_head() -> None:
    events = log()
    assert broken(events[:7], events) == "the log ends at event 7, but its head names event 9"


def test_a_log_that_was_rewritten_together_with_its_head_is_found_by_the_seal() -> None:
    events = log()[:7]
    head = head_of(b"a guess", 7, events[-1].hash)
    verify(events, head)
    with pytest.raises(Corrupt, match=r"event 7.* is not sealed by this room's key"):
        verify(events, head, KEY)
    with pytest.raises(Corrupt, match="is not sealed"):
        verify(events, head_of(b"", 7, events[-1].hash), KEY)
    assert head_of(b"", 7, events[-1].hash).seal == b""


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
        ({"asked": "\ud800"}, "cannot be printed"),
        ({"drafts": (Draft("two\nlines", b""),)}, "cannot be printed"),
    ],
)
def test_an_entry_that_no_log_could_keep_is_refused(change: dict[str, object], said: str) -> None:
    with pytest.raises(Malformed, match=said):
        replace(entry(), **change)
