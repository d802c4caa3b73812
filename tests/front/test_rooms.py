"""Demo rooms, audits and replays from Python."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

import fairdeal as fd
from fairdeal import extras
from fairdeal.errors import Malformed, Refused, Unavailable
from fairdeal.front import rooms
from fairdeal.games import GAMES
from fairdeal.live import AUTOMATIC, Actor, Role, commands, events
from fairdeal.live.log import codec
from fairdeal.live.log.stores import open_store
from tests.front.test_results import drawn
from tests.live.database import EVENT_AT

ANN = Actor("ann-1", Role.PLAYER)
TCP = "three-card-poker"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "room.db"
    fd.demo_room(TCP, rounds=4, where=path, seed=7).close()
    return path


def told(room: fd.Room, table: str) -> Sequence[events.AnyEvent]:
    return [codec.decoded(each.kind, each.body) for each in room.history(table)]


def without_seal(event: events.AnyEvent) -> events.AnyEvent:
    """A seal differs each time, as it must; what it holds does not."""
    if isinstance(event, events.RoundClosed):
        return structs.replace(event, next_sealed=b"")
    return event


def alter(log: Path, statement: str) -> None:
    with closing(sqlite3.connect(log)) as database:
        assert database.execute(statement).rowcount == 1
        database.commit()


def test_a_seed_gives_the_same_rounds_with_the_same_decks_and_another_seed_gives_others() -> None:
    found = []
    for seed in (7, 7, 8):
        with fd.demo_room(TCP, rounds=3, seed=seed) as room:
            rows = told(room, "pit-1")
        shown = events.BetsPlaced | events.DecisionMade | events.RoundClosed
        found.append([without_seal(each) for each in rows if isinstance(each, shown)])
    assert found[0] == found[1] != found[2]
    assert sum(isinstance(each, events.RoundClosed) for each in found[0]) == 3


def test_without_keys_every_game_has_a_table() -> None:
    with fd.demo_room(rounds=1) as room:
        setups = [room.table(f"pit-{number}").setup for number, _ in enumerate(GAMES, 1)]
    assert [each.game for each in setups if each] == [*GAMES]


def test_an_audit_of_a_demo_room_holds_and_says_what_was_looked_at(log: Path) -> None:
    found = fd.audit(log)
    assert repr(found) == f"<Audit {found.events} events, 4 rounds: everything holds>"
    assert (found.settled_again, str(found.seal), found.rows()) == (4, "fits", [])
    text = drawn(found).text
    assert "✓ everything holds" in text
    assert "add up to $0" in text
    assert fd.audit(log, head=found.head_in_words).holds


def test_an_audit_names_what_was_tampered_with(log: Path) -> None:
    with closing(open_store(log, read_only=True)) as store:
        paid = next(each for each in store.read() if each.kind == "bets-settled")
    lie = "cast(replace(body, '\"net_cents\":-', '\"net_cents\":') as blob)"
    alter(log, f"update event set body = {lie} where {EVENT_AT}".format(pos=paid.pos))
    found = fd.audit(log)
    assert [fault.pos for fault in found.faults] == [paid.pos]
    assert f"event {paid.pos} (table pit-1, bets-settled): does not fit its hash" in repr(found)
    every = fd.audit(log, every=True)
    assert {"chain", "settlement"} <= {row["check"] for row in every.rows()}
    text = drawn(every).text
    assert "\u00d7 it does not hold" in text
    assert "does not fit its hash" in text


def test_an_audit_finds_that_a_noted_head_is_missing(log: Path) -> None:
    noted = f"99999:{'ab' * 32}"
    [fault] = fd.audit(log, head=noted, every=True).faults
    assert "an earlier audit noted 99999" in str(fault)
    with pytest.raises(Malformed, match="'99999' is not the head of a log"):
        fd.audit(log, head="99999")


def test_without_its_key_the_seal_is_not_checked_and_a_named_key_must_be_there(log: Path) -> None:
    key = log.with_name("room.db.key").rename(log.with_name("elsewhere"))
    assert str(fd.audit(log).seal) == "not checked"
    assert str(fd.audit(log, key_file=key).seal) == "fits"


def test_a_note_of_the_audit_is_drawn(log: Path) -> None:
    assert "a note" in drawn(replace(fd.audit(log), warnings=("a note",))).text


def test_a_replay_shows_cards_settlement_chips_and_steps(log: Path) -> None:
    found = fd.replay(log, "pit-1", 3)
    assert repr(found) == f"<Replay pit-1/3: Three Card Poker, {len(found.steps)} steps, closed>"
    rows = found.rows()
    assert len(rows) == len(found.lines) > 0
    assert [100 * row["net"] for row in rows] == [line.net_cents for line in found.lines]  # type: ignore[operator]
    text = drawn(found).text
    assert text.startswith("Round pit-1/3: Three Card Poker")
    assert "The deck is the one that was fixed" in text
    assert "no more bets" in text
    assert all(line.reason in text for line in found.lines)


def test_a_replay_of_a_round_in_play_says_so_and_shows_no_card_that_is_face_down(
    tmp_path: Path,
) -> None:
    log = tmp_path / "room.db"
    with fd.demo_room(TCP, rounds=1, where=log) as room:
        room.do("pit-1", commands.place, by=ANN, seat=1, bets={"ante": 1000})
        betting = fd.replay(log, "pit-1", 2)
        room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
        found = fd.replay(log, "pit-1", 2)
    assert "won, less bets" in drawn(betting).text
    assert drawn(found).text.startswith("Round pit-1/2: Three Card Poker, in play")
    assert "The deck has not been shown." in drawn(found).text
    assert all(card is None for card in found.cards(0))


def test_a_room_in_memory_cannot_be_audited_or_replayed() -> None:
    for ask in (lambda: fd.audit("memory:"), lambda: fd.replay("memory:", "pit-1", 1)):
        with pytest.raises(Refused) as refused:
            ask()
        assert str(refused.value) == "a room in memory ends with its process: name a log"


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"players": 1}, "players must be a whole number from 2 to 6, not 1"),
        ({"players": 2.5}, "players must be a whole number from 2 to 6, not 2.5"),
        ({"rounds": 0}, "rounds must be a whole number from 1 to 1,000,000, not 0"),
        ({"strategy": "simpel"}, "there is no strategy 'simpel': did you mean simple?"),
    ],
)
def test_a_wrong_argument_gets_one_sentence(asked: dict[str, int | str], sentence: str) -> None:
    with pytest.raises(Malformed) as refused:
        fd.demo_room(TCP, **asked)  # type: ignore[arg-type]
    assert str(refused.value) == sentence


def test_the_best_strategy_needs_the_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        extras, "missing", lambda *names: [each for each in names if each != "room"]
    )
    with pytest.raises(Refused, match=r'demo_room needs the analysis: pip install "fairdeal\['):
        fd.demo_room(TCP, strategy="optimal")


def test_a_demo_room_is_never_written_into_the_log_of_another_room(tmp_path: Path) -> None:
    path = tmp_path / "real.db"
    with fd.Room.open(path) as room:
        floor = Actor("floor", Role.FLOOR)
        room.do("high-limit", commands.open_table, by=floor, game=TCP, tiers={})
        with pytest.raises(Refused, match="demo_room makes a new room"):
            fd.demo_room(TCP, rounds=1, where=path)
    before = path.read_bytes(), fd.audit(path).head_in_words
    with pytest.raises(Refused) as refused:
        fd.demo_room(TCP, rounds=1, where=path)
    events = fd.audit(path).events
    said = f"demo_room makes a new room: {path} has {events} events of a room already"
    assert (str(refused.value), refused.value.code) == (said, "demo.room")
    assert (path.read_bytes(), fd.audit(path).head_in_words) == before


def test_a_demo_room_is_not_written_over_a_file_of_another_kind(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a log" * 1000)
    with pytest.raises(fd.FairdealError):
        fd.demo_room(TCP, rounds=1, where=path)
    assert path.read_text() == "not a log" * 1000
    with pytest.raises(Unavailable):
        fd.demo_room(TCP, rounds=1, where=tmp_path / "nowhere" / "room.db")


def test_a_demo_room_that_breaks_off_gives_its_log_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*words: object, **more: object) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "room.db"
    with monkeypatch.context() as patch:
        patch.setattr(rooms, "crowd", interrupted)
        with pytest.raises(KeyboardInterrupt):
            fd.demo_room(TCP, where=path)
    with fd.Room.open(path) as room:
        assert room.table("pit-1").rounds == 0


def test_a_demo_room_may_begin_in_a_log_without_events(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    fd.Room.open(path).close()
    fd.demo_room(TCP, rounds=1, where=path).close()
    assert fd.audit(path).rounds == 1
