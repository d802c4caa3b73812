"""The room: each wish once, nothing malformed, nothing heard before it is durable, nothing lost."""

import os
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NoReturn, get_args, get_origin, get_type_hints

import msgspec
import pytest

from fairdeal import games
from fairdeal.errors import Conflict, Corrupt, FairdealError, Malformed, Refused, Unavailable
from fairdeal.live import AUTOMATIC, Actor, Done, Role, Room, commands, events
from fairdeal.live import room as rooms
from fairdeal.live.actors import MAY
from fairdeal.live.arguments import form_of
from fairdeal.live.audit import audit
from fairdeal.live.clocks import Clock
from fairdeal.live.commands import COMMANDS, Command
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Entry, Recorded, StreamHead
from fairdeal.live.log.moving import copied
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.log.stores.protocol import Snapshot
from fairdeal.live.places import key_path
from fairdeal.live.table import snapshots
from fairdeal.live.table.state import Table, after
from tests.live.days import OF_A_DAY, eventful_day
from tests.live.doubt import unanswered
from tests.live.stacking import Stacked
from tests.live.tables import (
    DEALER,
    FLOOR,
    KEY,
    MANAGER,
    OTHER_FLOOR,
    PLAYERS,
    WATCHER,
    Felt,
    time_passes,
)

GAMES = sorted(games.GAMES)
P1, P2, P3 = PLAYERS[:3]
TCP = "three-card-poker"
HOUR = 3_600_000_000


class Unsteady(MemoryStore):
    """A log in memory that waits, fails or cannot be read when a test says so."""

    def __init__(self) -> None:
        super().__init__(KEY)
        self.holds = self.fails = self.is_unreadable = False
        self.mine = self.keeps = True
        self._line: list[tuple[Entry, int | None, Future[tuple[Recorded, ...]]]] = []

    def submit(self, entry: Entry, seen: int | None = None) -> Future[tuple[Recorded, ...]]:
        if self.fails:
            failed: Future[tuple[Recorded, ...]] = Future()
            self.failures += 1
            self._lost[entry.stream] = self.failures
            failed.set_exception(Unavailable("the disk is full", code="store.unavailable"))
            return failed
        if not self.holds:
            return super().submit(entry, seen)
        waiting: Future[tuple[Recorded, ...]] = Future()
        self._line.append((entry, seen, waiting))
        return waiting

    def go_on(self) -> None:
        """Everything in line is written, or fails if the store does."""
        self.holds = False
        line, self._line = self._line, []
        for entry, seen, waiting in line:
            written = self.submit(entry, seen)
            error = written.exception()
            if error is not None:
                waiting.set_exception(error)
            else:
                waiting.set_result(written.result())

    def stream(self, name: str, after: int = 0) -> Iterator[Recorded]:
        if self.is_unreadable:
            raise Unavailable("the disk cannot be read", code="store.unavailable")
        return super().stream(name, after)

    def claim(self, stream: str) -> int:
        return int(self.mine)

    def still_holds(self, stream: str, claim: int) -> bool:
        return self.keeps


@pytest.fixture
def store() -> Unsteady:
    return Unsteady()


@pytest.fixture
def felt(store: Unsteady) -> Felt:
    table = Felt(TCP, store=store)
    table.fill(3)
    return table


def again(felt: Felt, store: MemoryStore | None = None) -> Room:
    """Another process that opens the same log."""
    return Room(store or felt.store, KEY, clock=Clock.of(lambda: felt.now), shoe=felt.shoe)


def replayed(felt: Felt) -> Table:
    table = Table(felt.name)
    for each in felt.store.stream(felt.name):
        table = after(table, codec.decoded(each.kind, each.body))
    return table


def test_a_command_is_answered_with_what_it_did(felt: Felt) -> None:
    done = felt.do(commands.place, P1, seat=1, bets={"ante": 1000})
    assert done.events == (events.RoundOpened(1), events.BetsPlaced(1, "p1", {"ante": 1000}, 1000))
    assert not done.repeated
    assert [(each.actor, each.role, each.at) for each in done.recorded] == [
        ("p1", "player", felt.now)
    ] * 2


def test_a_wish_under_the_same_key_is_done_once(felt: Felt) -> None:
    first = felt.do(commands.buy_in, FLOOR, key="slip-17", player="p1", cents=500)
    second = felt.do(commands.buy_in, FLOOR, key="slip-17", player="p1", cents=500)
    assert (first.repeated, second.repeated) == (False, True)
    assert second.recorded == first.recorded
    assert felt.table.chips("p1") == 1_000_500


def test_a_wish_with_its_defaults_spelled_out_is_the_same(felt: Felt) -> None:
    felt.do(commands.cash_out, FLOOR, key="slip-18", player="p1")
    assert felt.do(commands.cash_out, FLOOR, key="slip-18", player="p1", cents=None).repeated


@pytest.mark.parametrize(
    ("by", "command", "asked"),
    [
        (FLOOR, commands.buy_in, {"player": "p1", "cents": 501}),
        (FLOOR, commands.buy_in, {"player": "p2", "cents": 500}),
        (OTHER_FLOOR, commands.buy_in, {"player": "p1", "cents": 500}),
        (Actor("fran", Role.MANAGER), commands.buy_in, {"player": "p1", "cents": 500}),
        (FLOOR, commands.cash_out, {"player": "p1", "cents": 500}),
    ],
    ids=["amount", "player", "person", "role", "command"],
)
def test_another_wish_under_the_same_key_is_refused(
    felt: Felt, by: Actor, command: commands.Command, asked: dict[str, Any]
) -> None:
    felt.do(commands.buy_in, FLOOR, key="slip-17", player="p1", cents=500)
    with pytest.raises(Refused, match="'slip-17' was used at table pit-1 for something") as refused:
        felt.do(command, by, key="slip-17", **asked)
    assert refused.value.code == "command.key-used"
    assert felt.table.chips("p1") == 1_000_500


def test_a_wish_that_was_refused_may_be_asked_again_under_its_key(felt: Felt) -> None:
    with pytest.raises(Refused):
        felt.do(commands.decide, P1, key="k", seat=1, word="play")
    felt.do(commands.place, P1, key="k", seat=1, bets={"ante": 500})
    assert felt.table.playing is not None


def test_a_key_is_known_to_a_room_that_reads_the_log_anew(felt: Felt) -> None:
    first = felt.do(commands.place, P1, key="k", seat=1, bets={"ante": 500})
    room = again(felt)
    second = room.do("pit-1", commands.place, by=P1, key="k", seat=1, bets={"ante": 500})
    assert second == Done(first.recorded, repeated=True)
    with pytest.raises(Refused, match="for something else"):
        room.do("pit-1", commands.place, by=P1, key="k", seat=1, bets={"ante": 600})


def test_the_same_key_at_another_table_is_another_wish(felt: Felt) -> None:
    felt.do(commands.disable, FLOOR, key="k", reason="dark")
    felt.room.do("pit-2", commands.open_table, by=FLOOR, game=TCP)
    assert not felt.room.do("pit-2", commands.disable, by=FLOOR, key="k", reason="dark").repeated


def test_a_wish_that_is_repeated_while_it_is_written_waits_for_the_same_answer(
    felt: Felt, store: Unsteady
) -> None:
    store.holds = True
    asked: dict[str, Any] = {"by": P1, "key": "k", "seat": 1, "bets": {"ante": 500}}
    first = felt.room.submit("pit-1", commands.place, **asked)
    second = felt.room.submit("pit-1", commands.place, **asked)
    assert not first.done()
    assert not second.done()
    store.go_on()
    assert (first.result().repeated, second.result().repeated) == (False, True)
    assert first.result().recorded == second.result().recorded
    assert felt.table.chips("p1") == 999_500


def test_a_wish_that_is_repeated_while_it_fails_fails_too(felt: Felt, store: Unsteady) -> None:
    store.holds = True
    asked: dict[str, Any] = {"by": P1, "key": "k", "seat": 1, "bets": {"ante": 500}}
    answers = [felt.room.submit("pit-1", commands.place, **asked) for _ in range(2)]
    store.fails = True
    store.go_on()
    assert all(isinstance(answer.exception(), Unavailable) for answer in answers)


def test_old_keys_are_forgotten_by_the_room_but_not_by_the_log(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rooms, "REMEMBERED", 3)
    felt = Felt(TCP)
    felt.fill(1)
    felt.do(commands.buy_in, FLOOR, key="old", player="p1", cents=500)
    for _ in range(3):
        felt.do(commands.buy_in, FLOOR, player="p1", cents=100)
    assert felt.do(commands.buy_in, FLOOR, key="old", player="p1", cents=500).repeated
    assert felt.table.chips("p1") == 1_000_800
    felt.do(commands.buy_in, FLOOR, player="p1", cents=100)
    assert felt.table.chips("p1") == 1_000_900


def test_a_wish_whose_key_is_forgotten_while_it_is_written_is_answered(
    store: Unsteady, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "REMEMBERED", 1)
    felt = Felt(TCP, store=store)
    felt.fill(2)
    store.holds = True
    asked: dict[str, Any] = {"by": FLOOR, "cents": 500}
    answers = [
        felt.room.submit("pit-1", commands.buy_in, player=player, **asked)
        for player in ("p1", "p2")
    ]
    store.go_on()
    assert [answer.result().repeated for answer in answers] == [False, False]


@pytest.mark.parametrize("key", ["", "\n", "a\x00", "k" * 101, "a\u202e", 5, b"k", True, ("k",)])
def test_a_key_that_cannot_be_one_is_refused(felt: Felt, key: Any) -> None:
    with pytest.raises(Malformed, match="is not the key of a command") as refused:
        felt.do(commands.buy_in, FLOOR, key=key, player="p1", cents=500)
    assert refused.value.code == "command.key-unreadable"
    assert felt.table.chips("p1") == 1_000_000


def test_a_key_may_be_a_hundred_letters_long(felt: Felt) -> None:
    assert felt.do(commands.buy_in, FLOOR, key="é" * 100, player="p1", cents=500).recorded


ASKED: dict[str, dict[str, Any]] = {
    "open-table": {"game": TCP},
    "reconfigure": {"reason": "busy"},
    "close-table": {"reason": "quiet"},
    "disable": {"reason": "dark"},
    "enable": {"reason": "light"},
    "buy-in": {"player": "p1", "cents": 100},
    "cash-out": {"player": "p1"},
    "sit": {"seat": 5},
    "leave": {"seat": 1},
    "post-bank": {"seat": 1, "cents": 100},
    "decline-bank": {"seat": 1},
    "place": {"seat": 1, "bets": {"ante": 500}},
    "decide": {"seat": 1, "word": "play"},
    "confirm-decision": {"seat": 1},
    "report": {"irregularity": "fouled-deck", "reason": "seen"},
    "rule": {"reason": "seen"},
    "touch-seat": {"seat": 1},
    "choose-hand": {"seat": 1, "hand": "none"},
    "touch-pending": {"seat": 1},
    "cancel-jackpot": {"seat": 1, "reason": "seen"},
    "pay-jackpot": {"seat": 1},
    "settle-claim": {"seat": 1, "reason": "seen"},
    "submit-pay": {"pay": 1},
    "approve-pay": {"pay": 1, "checked": ("hand",)},
    "send-back": {"pay": 1, "reason": "seen"},
    "open-progressive": {"game": "ags-3-card"},
    "disable-progressive": {"reason": "dark"},
    "enable-progressive": {"reason": "light"},
    "schedule-rate": {"meter": "star", "rate": "1%", "reason": "wished"},
    "raise-ceiling": {"meter": "star", "cents": 0, "reason": "wished"},
    "propose-adjustment": {"meter": "star", "why": "seed", "cents": 1, "reason": "wished"},
    "refuse-adjustment": {"reason": "seen"},
}

NO_INT: tuple[Any, ...] = ("1", 1.0, True, None, [1], {}, b"1", object(), float("nan"))
NO_TEXT: tuple[Any, ...] = (5, None, b"x", ["x"], {}, True, "\ud800", "x" * 20_001)
NO_BOOL: tuple[Any, ...] = (1, 0, "yes", None, [])
NO_TEXTS: tuple[Any, ...] = ("x", 5, [5], [None], {"a": 1})
NO_CENTS: tuple[Any, ...] = (
    [],
    "x",
    5,
    {"ante": "5"},
    {"ante": 1.5},
    {1: 5},
    {"ante": None},
    None,
    {"a": True},
)
NO_WORDS: tuple[Any, ...] = ([], "x", 5, {"ante": 5}, {1: "x"}, {"ante": None})


def wrong_values(hint: Any) -> tuple[Any, ...]:
    """Values that are none of the kind that a command wants."""
    kinds = [kind for kind in get_args(hint) if kind is not type(None)]
    optional = type(None) in get_args(hint)
    wanted = kinds[0] if optional else hint
    if wanted is int:
        wrong = NO_INT
    elif wanted is str:
        wrong = NO_TEXT
    elif wanted is bool:
        wrong = NO_BOOL
    elif get_origin(wanted) is tuple:
        wrong = NO_TEXTS
    else:
        wrong = NO_CENTS if get_args(wanted)[1] is int else NO_WORDS
    return tuple(value for value in wrong if not (optional and value is None))


def who(name: str) -> Actor:
    actors = {Role.PLAYER: P1, Role.DEALER: AUTOMATIC, Role.FLOOR: FLOOR, Role.MANAGER: MANAGER}
    return next(actors[role] for role in actors if role in MAY[name])


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_an_argument_of_another_kind_is_refused_in_one_sentence(name: str) -> None:
    felt = Felt(TCP)
    felt.fill(1)
    hints = get_type_hints(COMMANDS[name])
    for field in msgspec.structs.fields(form_of(COMMANDS[name])):
        for wrong in wrong_values(hints[field.name]):
            asked = {**ASKED.get(name, {}), field.name: wrong}
            before, head = felt.table, felt.store.head()
            with pytest.raises(Malformed) as refused:
                felt.do(COMMANDS[name], who(name), **asked)
            said = str(refused.value)
            assert refused.value.code == "command.malformed", (field.name, wrong)
            assert said.startswith(f"{name} cannot be asked ")
            assert said.isprintable()
            assert (felt.table, felt.store.head()) == (before, head)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_an_argument_that_a_command_does_not_know_is_refused(name: str) -> None:
    felt = Felt(TCP)
    said = felt.refusal(COMMANDS[name], who(name), **ASKED.get(name, {}), colour="green")
    assert said == f"{name} cannot be asked like this: object contains unknown field `colour`"


@pytest.mark.parametrize("name", sorted(name for name in COMMANDS if ASKED.get(name)))
def test_an_argument_that_a_command_needs_must_be_given(name: str) -> None:
    felt = Felt(TCP)
    for field in msgspec.structs.fields(form_of(COMMANDS[name])):
        if field.required:
            asked = {key: value for key, value in ASKED[name].items() if key != field.name}
            said = felt.refusal(COMMANDS[name], who(name), **asked)
            assert said.endswith(f"missing required field `{field.name}`")


@pytest.mark.parametrize(
    "number",
    [2**63, 2**64, -(2**64), 10**400, 10**5000],
    ids=["2^63", "2^64", "-2^64", "400", "5000"],
)
def test_numbers_of_any_size_are_refused_and_not_tripped_over(felt: Felt, number: int) -> None:
    wishes: tuple[tuple[commands.Command, Actor, dict[str, Any]], ...] = (
        (commands.sit, P1, {"seat": number}),
        (commands.place, P1, {"seat": 1, "bets": {"ante": number}}),
        (commands.buy_in, FLOOR, {"player": "p1", "cents": number}),
        (commands.cash_out, FLOOR, {"player": "p1", "cents": number}),
    )
    for command, by, asked in wishes:
        assert felt.refusal(command, by, **asked)


@pytest.mark.parametrize("name", ["", "Pit 1", "pit/1", "x" * 41, "pit-1\n"])
def test_a_table_has_a_name_that_a_sign_can_carry(name: str) -> None:
    room = Room(MemoryStore(KEY), KEY)
    with pytest.raises(Malformed, match="is not the name of a table"):
        room.table(name)
    with pytest.raises(Malformed, match="is not the name of a table"):
        room.do(name, commands.open_table, by=FLOOR, game=TCP)


def test_everybody_else_sees_a_table_only_as_far_as_it_is_durable(
    felt: Felt, store: Unsteady
) -> None:
    store.holds = True
    before = felt.table
    first = felt.room.submit("pit-1", commands.place, by=P1, seat=1, bets={"ante": 500})
    second = felt.room.submit("pit-1", commands.place, by=P2, seat=2, bets={"ante": 700})
    assert felt.table == before
    assert felt.room.view("pit-1", FLOOR).round is None
    store.go_on()
    assert first.done()
    assert second.done()
    now = felt.table.playing
    assert now is not None
    assert now.bets == {1: {"ante": 500}, 2: {"ante": 700}}


def test_a_listener_hears_what_is_durable_and_all_of_it_in_order(
    felt: Felt, store: Unsteady
) -> None:
    heard: list[Recorded] = []
    stop = felt.room.watch(heard.extend)
    store.holds = True
    for player, seat in ((P1, 1), (P2, 2), (P3, 3)):
        felt.room.submit("pit-1", commands.place, by=player, seat=seat, bets={"ante": 500})
    assert heard == []
    store.go_on()
    assert [each.kind for each in heard] == ["round-opened", *["bets-placed"] * 3]
    assert [each.pos for each in heard] == sorted(each.pos for each in heard)
    stop()
    felt.deal()
    assert len(heard) == 4


def test_a_listener_hears_nothing_of_what_failed(felt: Felt, store: Unsteady) -> None:
    heard: list[Recorded] = []
    felt.room.watch(heard.extend)
    store.fails = True
    with pytest.raises(Unavailable):
        felt.do(commands.place, P1, seat=1, bets={"ante": 500})
    assert heard == []


def test_a_listener_that_fails_is_dropped_and_the_others_hear_everything(felt: Felt) -> None:
    heard: list[Recorded] = []

    def deaf(recorded: Any) -> None:
        raise RuntimeError("no ears")

    stop = felt.room.watch(deaf)
    felt.room.watch(heard.extend)
    felt.do(commands.disable, FLOOR, reason="dark")
    felt.do(commands.enable, FLOOR, reason="light")
    assert [each.kind for each in heard] == ["table-disabled", "table-enabled"]
    assert "a listener failed at event" in felt.room.notes[-1]
    assert "RuntimeError('no ears')" in felt.room.notes[-1]
    stop()
    stop()


def test_a_listener_may_look_at_the_table_it_hears_of(felt: Felt) -> None:
    versions: list[int] = []
    felt.room.watch(lambda recorded: versions.append(felt.room.table("pit-1").version))
    done = felt.do(commands.disable, FLOOR, reason="dark")
    assert versions == [done.recorded[-1].version]


def test_what_the_log_did_not_take_is_forgotten(felt: Felt, store: Unsteady) -> None:
    before = felt.table
    store.fails = True
    with pytest.raises(Unavailable, match="the disk is full"):
        felt.do(commands.place, P1, key="k", seat=1, bets={"ante": 500})
    assert felt.table == before == replayed(felt)
    store.fails = False
    assert not felt.do(commands.place, P1, key="k", seat=1, bets={"ante": 500}).repeated
    assert felt.table.chips("p1") == 999_500


def test_what_was_decided_on_a_lost_state_is_lost_with_it(felt: Felt, store: Unsteady) -> None:
    """The second command builds on the first one, which the disk did not take."""
    before = felt.table
    store.holds = True
    first = felt.room.submit("pit-1", commands.place, by=P1, seat=1, bets={"ante": 500})
    second = felt.room.submit("pit-1", commands.no_more_bets, by=AUTOMATIC)
    store.fails = True
    entry, seen, waiting = store._line.pop(0)
    waiting.set_exception(store.submit(entry, seen).exception())
    store.fails = False
    store.go_on()
    assert isinstance(first.exception(), Unavailable)
    assert isinstance(second.exception(), Conflict)
    assert felt.table == before == replayed(felt)
    felt.play()
    assert felt.table == replayed(felt)


def test_a_table_that_cannot_be_read_again_after_a_loss_is_not_decided_on(
    felt: Felt, store: Unsteady
) -> None:
    before = felt.table
    store.fails = True
    with pytest.raises(Unavailable, match="the disk is full"):
        felt.do(commands.place, P1, seat=1, bets={"ante": 500})
    store.fails, store.is_unreadable = False, True
    for _ in range(2):
        with pytest.raises(Unavailable, match="the disk cannot be read"):
            felt.room.table("pit-1")
        with pytest.raises(Unavailable, match="the disk cannot be read"):
            felt.do(commands.no_more_bets, AUTOMATIC)
    store.is_unreadable = False
    assert felt.table == before


def test_a_table_that_was_read_meanwhile_is_not_set_back_by_an_answer(
    felt: Felt, store: Unsteady
) -> None:
    """The first command is in the log, the second failed, and who asked first hears of it last."""
    store.holds = True
    first = felt.room.submit("pit-1", commands.place, by=P1, seat=1, bets={"ante": 500})
    felt.room.submit("pit-1", commands.place, by=P2, seat=2, bets={"ante": 500})
    (entry, seen, waiting), (_, _, lost) = store._line
    store._line, store.holds = [], False
    written = store.submit(entry, seen).result()
    lost.set_exception(Unavailable("the disk is full", code="store.unavailable"))
    read = felt.table
    assert read.version == written[-1].version
    waiting.set_result(written)
    assert first.result().recorded == written
    assert felt.table == read == replayed(felt)


def test_a_table_that_could_not_be_read_at_first_is_read_later(felt: Felt, store: Unsteady) -> None:
    room = again(felt)
    store.is_unreadable = True
    for _ in range(2):
        with pytest.raises(Unavailable):
            room.table("pit-1")
    store.is_unreadable = False
    assert room.table("pit-1") == felt.table


def test_a_command_that_the_log_refuses_at_once_leaves_the_table_as_it_was(
    felt: Felt, store: Unsteady, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(entry: Entry, seen: int | None = None) -> Future[tuple[Recorded, ...]]:
        raise Refused("the log is open for reading only", code="store.read-only")

    before = felt.table
    with monkeypatch.context() as patched:
        patched.setattr(store, "submit", refuse)
        with pytest.raises(Refused):
            felt.do(commands.place, P1, key="k", seat=1, bets={"ante": 500})
    assert felt.table == before
    assert not felt.do(commands.place, P1, key="k", seat=1, bets={"ante": 500}).repeated


def test_a_table_that_another_process_runs_is_seen_but_not_touched(
    felt: Felt, store: Unsteady
) -> None:
    other = again(felt)
    store.mine = False
    with pytest.raises(Refused, match="table pit-1 is run by another process") as refused:
        other.do("pit-1", commands.disable, by=FLOOR, reason="dark")
    assert refused.value.code == "table.elsewhere"
    felt.play()
    assert other.table("pit-1") == felt.table, "it is read afresh each time"
    assert other.tick() == 0
    store.mine = True
    other.do("pit-1", commands.disable, by=FLOOR, reason="dark")


def test_the_tables_of_a_room_are_those_that_were_opened(felt: Felt) -> None:
    felt.room.table("pit-9")
    felt.room.do("a-1", commands.open_table, by=FLOOR, game=TCP)
    assert felt.room.tables() == ["a-1", "pit-1"]


def test_the_history_of_a_table_is_what_the_log_has(felt: Felt) -> None:
    whole = list(felt.room.history("pit-1"))
    assert whole == list(felt.store.read())
    assert list(felt.room.history("pit-1", after=3)) == whole[3:]


def test_time_is_up_at_every_table_that_waits(store: Unsteady) -> None:
    felt = Felt(TCP, store=store)
    for number in (1, 2, 3):
        name = f"t-{number}"
        felt.room.do(name, commands.open_table, by=FLOOR, game=TCP)
        felt.room.do(name, commands.sit, by=P1, seat=1)
        felt.room.do(name, commands.buy_in, by=FLOOR, player="p1", cents=5000)
        felt.room.do(name, commands.place, by=P1, seat=1, bets={"ante": 500})
        if number < 3:
            felt.room.do(name, commands.no_more_bets, by=AUTOMATIC)
    assert felt.room.tick() == 0
    assert time_passes(felt, 30_000_000) == 2
    assert felt.room.tick() == 0
    assert [felt.room.table(f"t-{n}").playing is None for n in (1, 2, 3)] == [True, True, False]


def test_a_table_that_is_broken_does_not_keep_the_clock_from_the_others() -> None:
    """Its deck was sealed with a key that is lost; the other table is a new one."""
    felt = Felt(TCP)
    felt.fill(1)
    felt.bet()
    felt.deal()
    room = Room(felt.store, bytes(32), clock=Clock.of(lambda: felt.now))
    room.table("pit-1")
    room.do("t-2", commands.open_table, by=FLOOR, game=TCP)
    room.do("t-2", commands.sit, by=P1, seat=1)
    room.do("t-2", commands.buy_in, by=FLOOR, player="p1", cents=5000)
    room.do("t-2", commands.place, by=P1, seat=1, bets={"ante": 500})
    room.do("t-2", commands.no_more_bets, by=AUTOMATIC)
    felt.now += 30_000_000
    with pytest.raises(Unavailable, match="the room's key is not the one"):
        room.tick()
    assert room.table("t-2").playing is None


def test_nobodys_time_is_up_when_a_room_has_just_been_started_again() -> None:
    """INT-1: while the program was down nobody could have answered."""
    felt = Felt(TCP)
    felt.fill(1)
    felt.bet()
    felt.deal()
    felt.now += 3_600_000_000
    room = again(felt)
    room.table("pit-1")
    assert time_passes(felt, 29_999_999, room) == 0
    assert time_passes(felt, 1, room) == 1


@pytest.mark.parametrize("is_asked", [False, True])
def test_nobodys_time_is_up_when_the_log_has_just_come_back(
    monkeypatch: pytest.MonkeyPatch, is_asked: bool
) -> None:
    """INT-1: while the log was out of reach nobody could have answered."""
    felt = Felt(TCP)
    felt.fill(1)
    felt.bet()
    felt.deal()
    assert time_passes(felt, 20_000_000) == 0
    with monkeypatch.context() as outage:
        for name in ("streams", "stream", "claim"):
            outage.setattr(felt.store, name, _out_of_reach)
        outage.setattr(felt.store, "still_holds", lambda stream, claim: False)
        for _ in range(10):
            felt.now += 2_000_000
            with pytest.raises(Unavailable):
                felt.room.tick()
        if is_asked:
            with pytest.raises(Unavailable):
                felt.say("play")
    monkeypatch.setattr(felt.store, "still_holds", lambda stream, claim: claim > 1)
    monkeypatch.setattr(felt.store, "claim", lambda stream: 2)
    assert felt.room.tick() == 0
    assert time_passes(felt, 29_999_999) == 0
    assert time_passes(felt, 1) == 1


def test_time_does_not_go_by_while_nobody_can_read_which_tables_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    felt = Felt(TCP)
    felt.fill(1)
    felt.bet()
    felt.deal()
    with monkeypatch.context() as outage:
        outage.setattr(felt.store, "streams", _out_of_reach)
        for _ in range(20):
            felt.now += 2_000_000
            with pytest.raises(Unavailable):
                felt.room.tick()
    assert felt.room.tick() == 0
    assert time_passes(felt, 30_000_000) == 1


def in_doubt(
    felt: Felt, monkeypatch: pytest.MonkeyPatch, table: str, command: Command, **asked: Any
) -> None:
    """Give a command that the log records, and whose answer is lost."""
    with monkeypatch.context() as outage:
        outage.setattr(felt.store, "submit", unanswered(felt.store))
        with pytest.raises(Unavailable):
            felt.room.do(table, command, by=FLOOR, **asked)


def test_what_was_recorded_without_an_answer_is_told_with_the_next_look(
    felt: Felt, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Recorded] = []
    felt.room.watch(heard.extend)
    in_doubt(felt, monkeypatch, "pit-1", commands.disable, key="dark", reason="dark")
    assert heard == []
    assert felt.table.disabled == "dark"
    assert [row.kind for row in heard] == ["table-disabled"]
    assert felt.do(commands.disable, FLOOR, key="dark", reason="dark").repeated
    assert len(heard) == 1


def test_a_room_whose_log_has_stopped_neither_acts_nor_shows_what_it_cannot_know(
    felt: Felt, store: Unsteady
) -> None:
    store.fails = True
    with pytest.raises(Unavailable):
        felt.do(commands.disable, FLOOR, reason="dark")
    store.fails, store.stopped = False, "a write broke off"
    for look in (lambda: felt.table, lambda: felt.do(commands.disable, FLOOR, reason="dark")):
        with pytest.raises(Unavailable, match="takes nothing more since a write") as refused:
            look()
        assert refused.value.code == "store.stopped"
    felt.room.close()


def test_a_listener_that_looks_at_such_a_table_still_cannot_wait_for_a_command(
    felt: Felt, monkeypatch: pytest.MonkeyPatch
) -> None:
    felt.room.do("pit-2", commands.open_table, by=FLOOR, game=TCP)
    in_doubt(felt, monkeypatch, "pit-2", commands.disable, reason="dark")
    heard = []

    def looks(rows: Sequence[Recorded]) -> None:
        heard.append(rows[0].stream)
        if rows[0].stream == "pit-1":
            assert felt.room.table("pit-2").disabled == "dark"
            with pytest.raises(Refused, match="a listener cannot wait"):
                felt.room.do("pit-2", commands.enable, by=FLOOR, reason="light")

    felt.room.watch(looks)
    felt.do(commands.disable, FLOOR, reason="dark")
    assert heard == ["pit-1", "pit-2"]
    assert not any("a listener failed" in note for note in felt.room.notes)


def _out_of_reach(*asked: object, **more: object) -> NoReturn:
    raise Unavailable("the log cannot be reached", code="store.unavailable")


def test_a_clock_that_goes_back_is_not_followed(felt: Felt) -> None:
    """CLK-1: the times of a log never go back."""
    felt.do(commands.disable, FLOOR, reason="dark")
    felt.now -= 3_600_000_000
    felt.do(commands.enable, FLOOR, reason="light")
    times = [each.at for each in felt.store.read()]
    assert times == sorted(times)


class TwoClocks:
    """A room whose wall clock can be set while the steady clock goes on."""

    def __init__(self) -> None:
        self.wall = self.steady = 1_790_000_000_000_000
        self.clock = Clock(lambda: self.wall, lambda: self.steady)
        self.store = MemoryStore(KEY)
        self.room = self.started()
        self.do(commands.open_table, FLOOR, game=TCP, betting_seconds=15)
        self.do(commands.sit, P1, seat=1)
        self.do(commands.buy_in, FLOOR, player="p1", cents=5000)

    def started(self) -> Room:
        return Room(self.store, KEY, clock=self.clock)

    def do(self, command: Command, by: Actor, **asked: Any) -> Done:
        return self.room.do("pit-1", command, by=by, **asked)

    def asked(self) -> None:
        """A player has thirty seconds to decide."""
        self.do(commands.place, P1, seat=1, bets={"ante": 500})
        self.do(commands.no_more_bets, AUTOMATIC)

    def wait(self, seconds: int) -> None:
        """Time goes by while a keeper looks, but for a last look."""
        for left in reversed(range(seconds)):
            self.wall += 1_000_000
            self.steady += 1_000_000
            if left:
                self.room.tick()

    def pause(self, seconds: int) -> None:
        """Nobody looks meanwhile."""
        self.wall += seconds * 1_000_000
        self.steady += seconds * 1_000_000

    @property
    def left(self) -> int:
        """Seconds that the page shows."""
        now = self.room.view("pit-1", P1).round
        assert now is not None
        return -(-(now.until - self.steady) // 1_000_000)


@pytest.mark.parametrize("hours", [1, -1])
def test_whoever_sets_the_wall_clock_changes_nobodys_time_to_decide(hours: int) -> None:
    felt = TwoClocks()
    felt.asked()
    felt.wait(10)
    felt.wall += hours * 3_600_000_000
    assert felt.left == 20
    assert felt.room.tick() == 0
    with pytest.raises(Refused, match="there are 20 seconds left"):
        felt.do(commands.time_out, AUTOMATIC)
    felt.wait(19)
    assert felt.room.tick() == 0
    felt.wait(1)
    assert felt.room.tick() == 1
    assert felt.room.table("pit-1").playing is None
    assert audit(felt.store, KEY).holds


def test_after_a_few_false_minutes_the_log_waits_for_the_wall_clock_and_follows_it_again() -> None:
    felt = TwoClocks()
    felt.wall += 500_000_000
    felt.do(commands.disable, FLOOR, reason="dark")
    felt.wall -= 500_000_000
    ahead = [*felt.store.read()][-1].at
    for room in (felt.room, felt.started()):
        room.do("pit-1", commands.enable, by=FLOOR, reason="light")
        room.do("pit-1", commands.disable, by=FLOOR, reason="dark")
        assert [*felt.store.read()][-1].at == ahead
    assert (
        "the last event of the log is 500 seconds ahead of this machine's clock"
        in (felt.started().notes[-1])
    )
    felt.wait(501)
    felt.started().do("pit-1", commands.enable, by=FLOOR, reason="light")
    assert [*felt.store.read()][-1].at == felt.wall


def test_while_the_log_waits_for_the_wall_clock_everybody_has_the_usual_time() -> None:
    felt = TwoClocks()
    felt.wall -= 3_600_000_000
    for _ in range(3):
        felt.asked()
        felt.wait(5)
        assert felt.left == 25
        felt.wait(24)
        assert felt.room.tick() == 0
        felt.wait(1)
        assert felt.room.tick() == 1
    assert audit(felt.store, KEY).holds


def test_after_a_restart_the_view_shows_the_whole_time_that_the_room_gives() -> None:
    felt = TwoClocks()
    felt.asked()
    felt.wait(18)
    felt.room = felt.started()
    assert felt.left == 30
    felt.wait(12)
    assert felt.left == 18
    assert felt.room.tick() == 0
    felt.wait(18)
    assert (felt.left, felt.room.tick()) == (0, 1)


def test_a_room_that_was_held_up_gives_the_whole_time_again() -> None:
    felt = TwoClocks()
    felt.do(commands.place, P1, seat=1, bets={"ante": 500})
    felt.wait(14)
    felt.room.renew_time()
    assert (felt.left, felt.room.tick()) == (15, 0)
    felt.do(commands.no_more_bets, AUTOMATIC)
    felt.wait(25)
    felt.room.renew_time()
    assert (felt.left, felt.room.tick()) == (30, 0)
    felt.wait(30)
    assert felt.room.tick() == 1


def test_a_clock_that_was_set_back_before_a_start_gives_nobody_an_hour_more(felt: Felt) -> None:
    felt.bet()
    felt.do(commands.no_more_bets, AUTOMATIC)
    felt.now -= 3_600_000_000
    room = again(felt)
    room.table("pit-1")
    assert time_passes(felt, 31_000_000, room) == 1
    last = [*felt.store.read()][-1].at
    felt.now += 7_200_000_000
    room.do("pit-1", commands.disable, by=FLOOR, reason="the clock was put right")
    assert last < [*felt.store.read()][-1].at == felt.now


def test_nobody_is_folded_by_a_pause_of_the_process() -> None:
    """SIGSTOP, a machine that sleeps, a virtual machine that is moved."""
    felt = TwoClocks()
    felt.asked()
    felt.wait(11)
    assert felt.room.tick() == 0
    felt.pause(25)
    with pytest.raises(Refused, match="there are 30 seconds left"):
        felt.do(commands.time_out, AUTOMATIC)
    assert (felt.room.tick(), felt.left) == (0, 30)
    assert felt.room.notes[-1] == "the room was held up for 25 seconds: all time runs again"
    assert felt.room.renewals == 1
    felt.wait(30)
    assert felt.room.tick() == 1
    assert audit(felt.store, KEY).holds


def test_a_pause_between_two_tables_of_one_look_folds_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    felt = TwoClocks()
    felt.asked()
    felt.wait(11)
    assert felt.room.tick() == 0
    running = felt.room._running

    def stopped_meanwhile() -> list[str]:
        felt.pause(25)
        return running()

    with monkeypatch.context() as stops:
        stops.setattr(felt.room, "_running", stopped_meanwhile)
        assert felt.room.tick() == 0
    assert (felt.room.tick(), felt.left) == (0, 30)


def test_a_false_hour_is_refused_recorded_and_told() -> None:
    felt = TwoClocks()
    heard: list[Recorded] = []
    felt.room.watch(heard.extend)
    felt.wall += HOUR
    felt.do(commands.disable, FLOOR, reason="dark")
    felt.room.tick()
    assert [*felt.store.read()][-1].at == felt.steady
    felt.wait(5)
    assert "goes on without the clock" in felt.room.clock_trouble
    assert felt.room.clock_trouble in felt.room.notes
    felt.wall -= HOUR
    felt.room.tick()
    felt.do(commands.enable, FLOOR, reason="light")
    assert [*felt.store.read()][-1].at == felt.wall == felt.steady
    assert felt.room.clock_trouble == ""
    set_at = [row for row in felt.store.read() if row.kind == "clock-set"]
    assert [(row.stream, row.actor, row.command) for row in set_at] == [
        ("room:", "house", "note-clock")
    ] * 2
    assert [codec.decoded(row.kind, row.body) for row in set_at] == [
        events.ClockSet(HOUR, "goes-on"),
        events.ClockSet(-HOUR, "follows"),
    ]
    assert [row for row in heard if row.kind == "clock-set"] == set_at
    found = audit(felt.store, KEY)
    assert found.holds
    assert any("was set ahead by 3,600 seconds: the log's time" in said for said in found.warnings)


def test_a_busy_room_catches_up_with_a_clock_that_was_set_back() -> None:
    """Every time that runs there runs out, and none of them takes the log further ahead."""
    felt = TwoClocks()
    felt.do(commands.buy_in, FLOOR, player="p1", cents=500_000)
    felt.wall -= HOUR // 3
    began = felt.steady
    while felt.steady < began + HOUR // 3 + 60_000_000:
        if felt.room.table("pit-1").playing is None:
            felt.do(commands.place, P1, seat=1, bets={"ante": 500})
        felt.wait(1)
        felt.room.tick()
    ahead = [row.at for row in felt.store.read()][-1] - felt.wall
    assert -60_000_000 < ahead <= 2_000_000
    times = [row.at for row in felt.store.read()]
    assert times == sorted(times)
    found = audit(felt.store, KEY)
    assert found.holds
    assert felt.room.table("pit-1").rounds > 20


def test_while_the_log_waits_it_shows_no_time_out_that_began_before() -> None:
    """The auditor takes the room's word for times that began while the log stood still only."""
    felt = TwoClocks()
    felt.asked()
    felt.wall -= HOUR
    felt.room.tick()
    for _ in range(30):
        felt.wait(1)
        taken = felt.room.tick()
    assert taken == 1
    last = [*felt.store.read()][-1]
    assert last.at == felt.steady - 30_000_000
    assert audit(felt.store, KEY).holds


def test_a_log_that_is_ahead_at_a_start_is_recorded_when_it_can_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    felt = TwoClocks()
    felt.wall -= HOUR
    felt.room = felt.started()
    with monkeypatch.context() as outage:
        outage.setattr(felt.store, "append", _out_of_reach)
        assert felt.room.tick() == 0
    assert not [row for row in felt.store.read() if row.kind == "clock-set"]
    felt.wait(1)
    for _ in range(2):
        felt.room.tick()
    [row] = [row for row in felt.store.read() if row.kind == "clock-set"]
    assert codec.decoded(row.kind, row.body) == events.ClockSet(-HOUR, "waits")


def eventful(game: str) -> Stacked:
    """A table at which about everything happens that can."""
    felt = Stacked(game, "5h 6h 7h | As Kd Qc 2c", float_cents=100, betting_seconds=20)
    felt.seat(*PLAYERS[:3])
    choose = random.Random(5)
    for _ in range(3):
        felt.play(choose)
        felt.order = choose.sample(range(52), 52)
    now = felt.table.playing
    if now and now.offered:
        felt.do(commands.decline_bank, felt.player_at(now.offered), seat=now.offered)
    felt.do(commands.disable, WATCHER, reason="dark")
    felt.do(commands.enable, FLOOR, reason="light")
    felt.do(commands.reconfigure, FLOOR, reason="busy", most_cents=20_000)
    for key in ("card-face-up", "card-exposed", "seat-skipped", "fouled-deck"):
        if key not in {each.key for each in games.game(game).irregularities}:
            continue
        felt.do(commands.change_dealer, FLOOR, dealer="dora")
        if not felt.table.playing:
            felt.do(commands.open_round, DEALER)
        felt.bet()
        felt.do(commands.no_more_bets, DEALER)
        felt.step()
        felt.do(commands.report, DEALER, irregularity=key, reason="seen", seat=3)
        felt.do(commands.rule, FLOOR, reason="looked at")
        felt.do(commands.change_dealer, FLOOR)
        while (now := felt.table.playing) and now.turn:
            felt.say(choose.choice(felt.words()))
    felt.bet()
    felt.do(commands.close_table, FLOOR, reason="end of shift")
    felt.deal()
    felt.now += 31_000_000
    while felt.table.playing:
        time_passes(felt, 31_000_000)
    felt.do(commands.cash_out, FLOOR, player="p1")
    felt.do(commands.leave, P1, seat=1)
    return felt


def test_everything_that_can_happen_is_written_and_read_back_alike() -> None:
    seen = set()
    for store in (eventful_day().store, *(eventful(game).store for game in GAMES)):
        for each in store.read():
            event = codec.decoded(each.kind, each.body)
            assert codec.encoded(event) == (each.kind, each.body)
            seen.add(each.kind)
    assert seen == OF_A_DAY


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_the_same_at_every_event_however_it_is_loaded(game: str) -> None:
    """From its events alone, and from a snapshot at any of them."""
    felt = eventful(game)
    table = Table("pit-1")
    for each in felt.store.read():
        table = after(table, codec.decoded(each.kind, each.body))
        assert snapshots.unpacked(snapshots.packed(table)) == table
        assert sum(table.accounts.values()) == 0
    assert table == felt.table
    assert table.version == felt.store.head().pos


def test_a_table_with_payments_to_be_approved_is_loaded_alike() -> None:
    store = eventful_day().store
    table = Table("pit-6")
    for each in store.stream("pit-6"):
        table = after(table, codec.decoded(each.kind, each.body))
        assert snapshots.unpacked(snapshots.packed(table)) == table
    assert table == Room(store, KEY).table("pit-6")


@pytest.mark.parametrize("game", GAMES)
def test_a_room_that_is_started_again_after_any_command_goes_on_alike(game: str) -> None:
    """CARD-6, INT-5: the cards of a round outlive the program, and nothing is lost or doubled."""
    steady, broken = Stacked(game), Stacked(game)
    for felt in (steady, broken):
        felt.seat(*PLAYERS[:3])
        for seed in range(2):
            felt.order = random.Random(seed).sample(range(52), 52)
            felt.bet()
            felt.deal()
            while (now := felt.table.playing) and now.turn:
                if felt is broken:
                    felt.room = again(felt)
                felt.say(felt.words()[-1])
    assert broken.table.accounts == steady.table.accounts
    assert broken.kinds() == steady.kinds()


def test_a_head_that_moves_while_the_table_is_read_is_looked_at_again(felt: Felt) -> None:
    class Moving(MemoryStore):
        """A log whose head is read before another process writes on."""

        heads = 0

        def stream_head(self, name: str) -> StreamHead:
            self.heads += 1
            now = super().stream_head(name)
            return now if self.heads > self.late else StreamHead(old.version, old.hash)

        late = 1

    log, old = Moving(KEY), next(felt.store.stream("pit-1"))
    copied(felt.store, log)
    log.heads = 0
    assert Room(log, KEY).table("pit-1") == felt.table
    log.late = 99
    with pytest.raises(Corrupt, match="but its head names event 1") as caught:
        Room(log, KEY).table("pit-1")
    assert caught.value.code == "log.broken"


def test_a_snapshot_is_kept_now_and_then_and_makes_the_same_table(
    felt: Felt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "SNAPSHOT_EVERY", 10)
    assert felt.store.snapshot("pit-1", snapshots.FORM) is None
    felt.play()
    felt.do(commands.disable, FLOOR, reason="dark")
    kept = felt.store.snapshot("pit-1", snapshots.FORM)
    assert kept is not None
    version, body = kept.version, kept.body
    assert 10 <= version < felt.table.version
    assert snapshots.unpacked(body).version == version
    assert again(felt).table("pit-1") == felt.table == replayed(felt)


def test_a_room_that_is_closed_keeps_a_snapshot_of_every_table(felt: Felt) -> None:
    felt.play()
    version = felt.table.version
    felt.room.close()
    kept = felt.store.snapshot("pit-1", snapshots.FORM)
    assert kept is not None
    assert kept.version == version
    with pytest.raises(Unavailable, match="is closed; nothing was recorded"):
        felt.do(commands.disable, FLOOR, reason="dark")


def test_a_snapshot_of_another_form_is_not_read(felt: Felt) -> None:
    felt.store.save_snapshot(Snapshot("pit-1", 3, "another form", b"nonsense"))
    assert again(felt).table("pit-1") == felt.table


def test_a_snapshot_that_cannot_be_read_is_damage(felt: Felt) -> None:
    felt.store.save_snapshot(Snapshot("pit-1", 3, snapshots.FORM, b"nonsense"))
    with pytest.raises(Corrupt, match="a snapshot cannot be read") as damage:
        again(felt).table("pit-1")
    assert damage.value.code == "snapshot.unreadable"


@pytest.mark.parametrize(
    ("kind", "body"),
    [("moon-landed", b"{}"), ("bets-placed", b"{}"), ("bets-placed", b"\xff"), ("step-taken", b"")],
)
def test_an_event_that_cannot_be_read_is_damage(kind: str, body: bytes) -> None:
    with pytest.raises(Corrupt) as damage:
        codec.decoded(kind, body)
    assert damage.value.code == "event.unreadable"


def test_many_may_ask_at_once_and_each_is_answered_for_what_it_asked() -> None:
    felt = Felt(TCP)
    felt.fill(6)
    heard: list[Recorded] = []
    felt.room.watch(heard.extend)

    def bet(player: Actor, seat: int) -> list[int]:
        moved = []
        for turn in range(30):
            bets = {"ante": 500 + 100 * turn} if turn % 3 else {"ante": 1000, "pair-plus": 500}
            done = felt.room.do("pit-1", commands.place, by=player, seat=seat, bets=bets)
            placed = done.events[-1]
            assert isinstance(placed, events.BetsPlaced)
            assert (placed.player, placed.bets) == (player.name, bets)
            moved.append(placed.cents)
        return moved

    with ThreadPoolExecutor(6) as pool:
        moved = list(pool.map(bet, PLAYERS, range(1, 7)))
    assert [sum(each) for each in moved] == [500 + 100 * 29] * 6
    assert felt.table == replayed(felt)
    assert [each.version for each in felt.store.read()] == list(range(1, felt.table.version + 1))
    assert [each.pos for each in heard] == sorted(each.pos for each in heard)
    assert felt.table.accounts["layout"] == 6 * 3400


def test_one_wish_from_many_threads_is_done_once() -> None:
    felt = Felt(TCP)
    felt.fill(1)

    def buy(_: int) -> bool:
        asked: dict[str, Any] = {"by": FLOOR, "key": "slip", "player": "p1", "cents": 500}
        return felt.room.do("pit-1", commands.buy_in, **asked).repeated

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(buy, range(40)))
    assert answers.count(False) == 1
    assert felt.table.chips("p1") == 1_000_500


def test_threads_that_open_different_tables_do_not_wait_for_each_other() -> None:
    room = Room(MemoryStore(KEY), KEY)
    with ThreadPoolExecutor(8) as pool:
        names = [f"t-{number}" for number in range(24)]
        list(pool.map(lambda n: room.do(n, commands.open_table, by=FLOOR, game=TCP), names))
    assert room.tables() == names, "t-2 before t-10"
    assert all(room.table(name).is_open for name in names)


def test_a_room_in_memory_needs_no_files() -> None:
    with Room.open() as room:
        room.do("pit-1", commands.open_table, by=FLOOR, game=TCP)
        assert room.table("pit-1").is_open
        assert room.notes == ["in-memory room: nothing is saved"]


def test_a_room_in_a_file_finds_its_tables_again(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    with Room.open(path) as room:
        room.do("pit-1", commands.open_table, by=FLOOR, game=TCP)
    assert (tmp_path / "room.db.key").exists()
    with Room.open(f"sqlite:///{path}") as room:
        assert room.table("pit-1").is_open
        room.do("pit-1", commands.disable, by=FLOOR, reason="dark")


@pytest.mark.parametrize(
    ("where", "key_file", "place"),
    [
        ("room.db", None, "room.db.key"),
        (Path("/a/room.db"), None, "/a/room.db.key"),
        ("sqlite:///room.db", None, "room.db.key"),
        ("sqlite:////a/room.db", None, "/a/room.db.key"),
        ("postgresql://host/room", "/etc/room.key", "/etc/room.key"),
        ("room.db", Path("/etc/room.key"), "/etc/room.key"),
    ],
)
def test_the_key_lies_beside_the_log_or_where_one_is_told(
    where: str | Path, key_file: str | Path | None, place: str
) -> None:
    assert key_path(where, key_file) == Path(place)


def test_a_room_in_a_database_is_told_where_its_key_is() -> None:
    with pytest.raises(Refused, match="needs a key file") as refused:
        Room.open("postgresql://host/room")
    assert refused.value.code == "key.missing"


@pytest.mark.parametrize("where", ["", "sqlite:///", "/"])
def test_a_room_is_somewhere(where: str) -> None:
    with pytest.raises(FairdealError, match="names no file") as refused:
        Room.open(where)
    assert refused.value.code == "store.address"


def test_a_log_whose_key_is_missing_gets_no_new_one(tmp_path: Path) -> None:
    where = tmp_path / "room.db"
    with Room.open(where) as room:
        room.do("pit-1", commands.open_table, by=FLOOR, game=TCP)
    key = tmp_path / "room.db.key"
    kept = key.read_bytes()
    key.unlink()
    with pytest.raises(Unavailable, match="the room's key is missing: it should be in"):
        Room.open(where)
    assert not key.exists()
    key.write_bytes(kept)
    key.chmod(0o600)
    with Room.open(where) as room:
        assert room.table("pit-1").is_open


def test_looking_at_a_table_does_not_take_it_up(store: Unsteady) -> None:
    looked: list[str] = []

    class Watched(Unsteady):
        def claim(self, stream: str) -> int:
            looked.append(stream)
            return super().claim(stream)

    watched = Watched()
    Felt(TCP, store=watched)
    looked.clear()
    room = Room(watched, KEY)
    assert room.table("pit-1").is_open
    assert room.view("pit-1").is_open
    assert looked == []


def test_a_key_of_long_ago_is_still_known(felt: Felt, monkeypatch: pytest.MonkeyPatch) -> None:
    sale = {"player": PLAYERS[0].name, "cents": 100}
    first = felt.do(commands.buy_in, FLOOR, key="old", **sale)
    monkeypatch.setattr(rooms, "REMEMBERED", 3)
    for number in range(5):
        felt.do(commands.buy_in, FLOOR, key=f"k{number}", **sale)
    again = felt.do(commands.buy_in, FLOOR, key="old", **sale)
    assert again.repeated
    assert again.recorded == first.recorded
    assert not felt.do(commands.buy_in, FLOOR, key="new", **sale).repeated


def test_nobody_calls_off_what_has_been_asked(store: Unsteady) -> None:
    felt = Felt(TCP, store=store)
    heard: list[int] = []
    felt.room.watch(lambda recorded: heard.append(len(recorded)))
    store.holds = True
    answer = felt.room.submit("pit-1", commands.sit, by=PLAYERS[0], seat=1)
    assert not answer.cancel()
    store.go_on()
    assert answer.result().recorded
    assert heard == [2], "the house commits with the first seat"


def test_a_listener_that_waits_for_a_command_is_told_that_it_cannot(felt: Felt) -> None:
    def waits(recorded: object) -> None:
        felt.do(commands.sit, PLAYERS[4], seat=5)

    felt.room.watch(waits)
    felt.do(commands.sit, PLAYERS[3], seat=4)
    [note] = [each for each in felt.room.notes if "listener" in each]
    assert "a listener cannot wait for a command" in note
    assert felt.table.seats == {1: "p1", 2: "p2", 3: "p3", 4: "p4"}


def test_a_listener_cannot_end_the_thread_that_writes(felt: Felt) -> None:
    def leaves(recorded: object) -> None:
        raise SystemExit

    felt.room.watch(leaves)
    felt.do(commands.sit, PLAYERS[3], seat=4)
    felt.do(commands.sit, PLAYERS[4], seat=5)
    assert any("SystemExit" in each for each in felt.room.notes)


def test_half_a_character_is_no_argument(felt: Felt) -> None:
    said = felt.refusal(commands.sit, PLAYERS[0], seat="\ud800")
    assert said.startswith("sit cannot be asked like this")


def test_looking_at_a_table_that_is_being_opened_does_not_lose_it(store: Unsteady) -> None:
    room = Room(store, KEY)
    store.holds = True
    opening = room.submit("pit-1", commands.open_table, by=FLOOR, game=TCP)
    assert room.table("pit-1").version == 0
    store.go_on()
    assert opening.result().recorded
    room.do("pit-1", commands.sit, by=PLAYERS[0], seat=1)
    assert room.table("pit-1").seats == {1: "p1"}


def test_a_lost_claim_is_noticed_before_anything_is_decided_or_shown(store: Unsteady) -> None:
    felt = Felt(TCP, store=store)
    other = again(felt)
    store.mine = store.keeps = False
    assert "is run by another process" in felt.refusal(commands.sit, PLAYERS[0], seat=1)
    store.mine = store.keeps = True
    other.do("pit-1", commands.sit, by=PLAYERS[0], seat=1)
    assert other.table("pit-1").seats == {1: "p1"}
    store.mine = store.keeps = False
    assert felt.table.seats == {1: "p1"}


def test_a_wish_whose_key_is_forgotten_while_it_fails_is_refused(
    store: Unsteady, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "REMEMBERED", 1)
    felt = Felt(TCP, store=store)
    store.holds = True
    answers = [
        felt.room.submit("pit-1", commands.sit, by=player, seat=seat)
        for seat, player in enumerate(PLAYERS[:3], 1)
    ]
    store.fails = True
    store.go_on()
    for answer in answers:
        with pytest.raises(Unavailable, match="the disk is full"):
            answer.result()


def test_no_key_is_made_beside_a_file_that_cannot_be_a_log(tmp_path: Path) -> None:
    letter, second = tmp_path / "letter", tmp_path / "second"
    letter.write_text("Dear Sir")
    os.link(letter, second)
    with pytest.raises(Unavailable, match="it has 2 names"):
        Room.open(letter)
    assert sorted(tmp_path.iterdir()) == [letter, second]


@pytest.mark.parametrize(
    ("command", "by", "why"),
    [
        (
            commands.open_table,
            "pat",
            "by must be an Actor such as Actor('pat', Role.FLOOR), not 'pat'",
        ),
        (
            "open_table",
            FLOOR,
            "'open_table' is not a command: give one such as commands.open_table",
        ),
        (None, FLOOR, "None is not a command: give one such as"),
        (repr, FLOOR, "<built-in function repr> is not a command: give one such as"),
    ],
)
def test_what_is_no_command_or_no_person_is_refused(command: Any, by: Any, why: str) -> None:
    with Room.open() as room, pytest.raises(Malformed) as error:
        room.do("pit-1", command, by=by, game="three-card-poker")
    assert str(error.value).startswith(why)
