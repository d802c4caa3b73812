"""Events that are looked for: every one is told as a walk from the first event would tell it."""

import re
from functools import cache

import pytest
from msgspec.structs import replace

from fairdeal.live import AUTOMATIC, commands, events
from fairdeal.live.history import finding
from fairdeal.live.history.finding import Found, Page, Search, find, told_at
from fairdeal.live.history.following import done_to_a_progressive, followed
from fairdeal.live.history.register import Register
from fairdeal.live.history.telling import told
from fairdeal.live.history.telling_pays import of_a_progressive
from fairdeal.live.log.chain import ROOM, Recorded
from fairdeal.live.log.codec import decoded, encoded
from fairdeal.live.log.stores.protocol import Store
from fairdeal.live.table.progressive import is_progressive
from tests.live.days import Day, eventful_day
from tests.live.forging import Forged


@cache
def day() -> Day:
    return eventful_day()


def register_of(store: Store) -> Register:
    register = Register()
    register.read(store.read())
    return register


def found(wanted: Search, count: int = 10_000) -> list[Found]:
    return find(day().store, register_of(day().store), wanted, count).found


def positions(wanted: Search) -> list[int]:
    return [each.row.pos for each in found(wanted)]


def test_every_event_is_told_as_a_walk_through_the_log_tells_it() -> None:
    store = day().store
    texts, numbers = {}, {}
    for each in followed(store.read()):
        texts[each.row.pos] = told(each.event, each.before)
        playing = each.before.playing or each.then.playing
        numbers[each.row.pos] = playing.number if playing else 0
    for row in store.read():
        if is_progressive(row.stream):
            texts[row.pos], numbers[row.pos] = of_a_progressive(done_to_a_progressive(row)), 0
        elif row.stream == ROOM:
            numbers[row.pos] = 0
            accepted = (
                f"max accepts that the log, which once had event {row.pos}, goes on from event"
                f" {row.pos - 1}: a new disk"
            )
            texts[row.pos] = {
                "accept-loss": accepted,
                "note-clock": "a machine's clock was set ahead by 3 seconds: the log follows it",
            }.get(row.command, "the chips of the room are cash")
    shown = found(Search())
    assert {each.row.pos: each.text for each in shown} == texts
    assert {each.row.pos: each.round for each in shown} == numbers
    assert not any(each.fault for each in shown)
    assert [each.row.pos for each in shown] == sorted(texts, reverse=True)


def test_pages_go_on_where_the_last_one_ended() -> None:
    register, seen, before = register_of(day().store), list[int](), 0
    while True:
        page = find(day().store, register, Search(before=before), 100)
        seen += [each.row.pos for each in page.found]
        before = page.more
        if not before:
            break
    assert seen == [*range(day().store.head().pos, 0, -1)]


def test_a_long_search_says_how_far_it_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "AT_MOST", 100)
    monkeypatch.setattr(finding, "_AT_ONCE", 40)
    register, head = register_of(day().store), day().store.head().pos
    page = find(day().store, register, Search(kind="no such kind"), 10)
    assert page == Page([], head - 120 + 1)
    while page.more:
        page = find(day().store, register, Search(kind="no such kind", before=page.more), 10)
    assert page.found == []


def test_events_are_found_by_table_round_kind_person_and_time() -> None:
    rows = [*day().store.read()]
    of_table = [row.pos for row in rows if row.stream == "pit-2"]
    assert positions(Search(table="pit-2")) == of_table[::-1]
    assert positions(Search(kind="bets-settled", table="pit-4")) == [
        row.pos for row in reversed(rows) if (row.kind, row.stream) == ("bets-settled", "pit-4")
    ]
    assert {each.row.actor for each in found(Search(who="FINN"))} == {"finn"}
    assert {each.row.role for each in found(Search(who="surveil"))} == {"surveillance"}
    second = found(Search(table="pit-2", round=2))
    assert {each.round for each in second} == {2}
    assert second[-1].row.kind == "round-opened"
    assert second[0].row.kind in ("round-closed", "round-voided")
    assert {each.row.stream for each in found(Search(round=1))} >= {"pit-1", "pit-2"}
    assert found(Search(table="pit-2", round=999)) == []
    assert found(Search(table="pit-99", round=1)) == []
    half = rows[len(rows) // 2].at
    late = [row.pos for row in rows if row.at >= half]
    assert positions(Search(since=half)) == late[::-1]
    assert positions(Search(until=half)) == [row.pos for row in reversed(rows) if row.at < half]
    assert found(Search(since=rows[-1].at + 1)) == []


def test_events_are_found_by_phrases_in_what_is_told() -> None:
    looked = found(Search(text="seat 1, says"))
    assert looked
    assert all("seat 1 " in each.text and "says" in each.text for each in looked)
    assert found(Search(text="SAYS seat 1")) == looked
    assert {each.round for each in found(Search(text="table pit-1 round 1"))} == {1}
    assert {each.row.stream for each in found(Search(text="table pit-1"))} == {"pit-1"}
    assert {each.row.kind for each in found(Search(text="filled"))} == {"bank-filled"}
    assert found(Search(text="  ")) == found(Search())
    assert found(Search(text="no such thing")) == []


def test_what_was_tampered_with_is_shown_as_such() -> None:
    rows = [*day().store.read()]
    place = next(n for n, row in enumerate(rows) if row.kind == "chips-bought")
    for changed, fault in (
        (replace(rows[place], body=b'{"player":"x","cents":1}'), "it does not fit its hash"),
        (replace(rows[place], body=b"nonsense"), "cannot be read"),
        (replace(rows[place], kind="no-such-kind"), "unknown kind"),
    ):
        forged = Forged([*rows[:place], changed, *rows[place + 1 :]], day().store.head())
        [each] = [
            each
            for each in find(forged, register_of(forged), Search(), 10_000).found
            if each.row.pos == place + 1
        ]
        assert fault in each.fault


def test_a_register_passes_over_what_it_cannot_read() -> None:
    rows = [*day().store.read()]

    def at(kind: str) -> int:
        return next(n for n, row in enumerate(rows) if row.kind == kind)

    def read(place: int, **changes: object) -> Register:
        changed: Recorded = replace(rows[place], **changes)
        register = Register()
        register.read([*rows[:place], changed, *rows[place + 1 :]])
        return register

    assert read(at("table-opened"), body=b"?").table_at("pit-1", 5).setup is None
    assert read(at("round-opened"), body=b"?").range_of("pit-1", 1) is None
    assert read(9, at="noon").before(rows[30].at) == read(9).before(rows[30].at)
    # An opening under another's name is not an opening.
    body = rows[at("table-opened")].body
    assert read(at("round-opened"), kind="table-opened", body=body).range_of("pit-1", 1) is None


def test_a_register_knows_which_decks_are_still_secret() -> None:
    store = day().store
    register = register_of(store)
    fixed = [row for row in store.read() if row.kind == "betting-closed"]
    sealed = {row.stream: row.pos for row in store.read() if b'sealed"' in row.body}
    assert register.secret() == {*sealed.values()}, "the next secret of every table"
    assert Register().secret() == frozenset()
    assert Register().before(5) == 0
    assert register.round_at("pit-99", 7) == 0
    assert register.round_at("pit-1", 1) == 0
    in_play = register.range_of("pit-1", register.round_at("pit-1", fixed[-1].pos))
    assert in_play is not None
    assert in_play[1] == register.last


def test_a_round_that_nobody_ended_goes_as_far_as_the_next() -> None:
    fresh = Day()
    fresh.open("pit-1", "three-card-poker", seats=1)
    row = next(row for row in [*fresh.store.read()] if row.kind == "table-opened")
    fresh.bet("pit-1")
    fresh.do("pit-1", commands.no_more_bets, AUTOMATIC)
    rows = [*fresh.store.read()]
    begun = next(row for row in rows if row.kind == "round-opened")
    number = events.RoundOpened(2)
    again = replace(begun, pos=len(rows) + 1, kind=encoded(number)[0], body=encoded(number)[1])
    register = Register()
    register.read([*rows, again])
    assert register.range_of("pit-1", 1) == (begun.pos, len(rows))
    assert register.range_of("pit-1", 2) == (len(rows) + 1, len(rows) + 1)
    assert told_at(row, register).text.startswith("the table opens")


def test_the_rounds_of_a_wager_are_found_with_what_was_settled_of_it() -> None:
    wager = Search(wager="three-card-poker/pair-plus")
    listed = found(wager)
    assert listed
    assert {each.row.kind for each in listed} == {"bets-settled"}
    for each in listed:
        event = decoded(each.row.kind, each.row.body)
        assert isinstance(event, events.BetsSettled)
        seats = [line.seat for line in event.lines if line.bet == "pair-plus"]
        assert [int(seat) for seat in re.findall(r"seat (\d+)", each.text)] == seats
        assert each.round
        assert each.fault == ""
    assert found(Search(wager="ags-3-card/pair-plus")) == []
    assert {each.row.pos for each in found(Search(wager="three-card-poker/ante"))}.isdisjoint(
        {each.row.pos for each in found(Search(wager="three-way-action/ante"))}
    )
