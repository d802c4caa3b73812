"""Any sequence of commands, legal or not, by anybody, leaves a table in order."""

import random
import re
from base64 import b64encode
from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from fairdeal import cards, games
from fairdeal.errors import Conflict, Corrupt, FairdealError, Refused, Unavailable
from fairdeal.games.layout import Effect
from fairdeal.live import AUTOMATIC, Actor, Role, Room, commands, views
from fairdeal.live import room as rooms
from fairdeal.live.arguments import form_of
from fairdeal.live.audit import Seal, audit
from fairdeal.live.clocks import Clock
from fairdeal.live.commands import COMMANDS
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from fairdeal.live.shoe import value_after
from fairdeal.live.table import procedure
from fairdeal.live.table.state import Table, after
from tests.live.decks import Arranged
from tests.live.openings import LIMITS, openings, stakes
from tests.live.stacking import number_of
from tests.live.tables import (
    ANYBODY,
    DEALER,
    EVERY_COMMAND,
    FLOOR,
    KEY,
    MANAGER,
    OTHER_FLOOR,
    PLAYERS,
    WATCHER,
    Felt,
    time_passes,
)
from tests.live.witness import Witness
from tests.rounds import shuffled
from tests.scale import SCALE

EXAMPLES, AT_ONCE, LEAST = (30, 3, 20) if SCALE == 1 else (100, 50, 20_000)
"""Sequences, rounds in one go, and the rounds of each game that must come together: a hundred
thousand of all games in the slow run."""

REMEMBERED, SNAPSHOT_EVERY = 20, 50
"""Few, so that a table must ask the log what it no longer knows, and starts from a snapshot."""

CALMLY = {game: "stand" if game == "three-way-action" else "fold" for game in games.GAMES}

VIEWERS: tuple[Actor | None, ...] = (None, *ANYBODY)

CHECKED = ("hand", "wager", "amount", "player", "deck")

_SHEETS = [("C",), ("bonus=TCPB-03E",), ("monster=4", "seven-card=2"), ("NAPA", "NAPA"), ("?",)]
_OPTIONS = [{option.key: option.values[-1]} for g in games.GAMES.values() for option in g.options]
_BETS = sorted({bet.key for game in games.GAMES.values() for bet in game.bets} | {"", "insurance"})
_CENTS = st.sampled_from([-500, 0, 1, 500, 1000, 1500, 10_000, 10**7, 10**15])
_SECONDS = st.sampled_from([-1, 0, 5, 10**9])
_SEATS = st.integers(-1, 8)
_WORDS = st.sampled_from(["play", "fold", "hit", "stand", "double", "split", "", "surrender"])
_KEYS = sorted({each.key for game in games.GAMES.values() for each in game.irregularities})

_CHAIN = [bytes(32)]
while len(_CHAIN) < 6:
    _CHAIN.append(value_after(_CHAIN[-1]))
_VALUES = ["", *(value.hex() for value in reversed(_CHAIN)), "ab" * 32, "x"]

ARGUMENTS: dict[str, st.SearchStrategy[Any]] = {
    "anchor": st.sampled_from(_VALUES),
    "seed": st.sampled_from(_VALUES),
    "seat": _SEATS,
    "player": st.sampled_from([player.name for player in PLAYERS] + ["nobody", ""]),
    "cents": _CENTS,
    "bets": st.dictionaries(st.sampled_from(_BETS), _CENTS, max_size=4),
    "word": _WORDS,
    "irregularity": st.sampled_from(_KEYS),
    "reason": st.sampled_from(["a card fell", "  ", "x" * 600]),
    "upheld": st.booleans(),
    "dealer": st.sampled_from(["", "dora", "house"]),
    "game": st.sampled_from(sorted(games.GAMES)),
    "profile": st.sampled_from(["plain", "washington", "california", "nevada"]),
    "pay_tables": st.sampled_from(_SHEETS),
    "options": st.sampled_from([{}, *_OPTIONS, {"peek": "perhaps"}]),
    "limits": st.dictionaries(
        st.sampled_from(_BETS), st.sampled_from([*LIMITS, "none", "9-1"]), max_size=2
    ),
    "least_cents": _CENTS,
    "most_cents": _CENTS,
    "style": st.sampled_from(["", "machine", "hand", "foot"]),
    "seats": _SEATS,
    "hands_per_player": st.integers(0, 8),
    "betting_seconds": _SECONDS,
    "decision_seconds": _SECONDS,
    "float_cents": _CENTS,
    "progressive": st.sampled_from(["", "", "pit-1", "none"]),
    "plays_on": st.booleans(),
    "practice": st.booleans(),
    "fills_itself": st.booleans(),
    "tips": st.booleans(),
    "skip_idle": st.booleans(),
    "aggregates": st.sampled_from([{}, {"pair-plus": 1}, {"?": 10**9}]),
    "tiers": st.sampled_from([{}, {"floor": 1000}, {"manager": 1000}, {"player": 1}]),
    "hand": st.sampled_from(["none", "royal-diamonds", "straight-flush-other", "?"]),
    "pay": st.integers(-1, 4),
    "checked": st.sampled_from([(), ("hand",), CHECKED, ("shoes",)]),
    "bet": st.sampled_from(_BETS),
    "wins": st.sampled_from([{}, {"straight-flush": "crown"}, {"?": "crown"}]),
    "resets": st.sampled_from([{}, {"crown": "100"}, {"star": "much"}]),
    "rates": st.sampled_from([{}, {"crown": "1%"}, {"star": "101%"}]),
    "ceilings": st.sampled_from([{}, {"crown": "100.01"}, {"star": "1"}]),
    "wager_cents": _CENTS,
    "shared": st.booleans(),
    "meter": st.sampled_from(["star", "crown", ""]),
    "rate": st.sampled_from(["1%", "0%", "one"]),
    "why": st.sampled_from(["malfunction", "seed", "receipts", "cap", "greed"]),
}


def asked(command: commands.Command) -> st.SearchStrategy[dict[str, Any]]:
    """Arguments for a command, some of them left out."""
    named = {
        field.name: ARGUMENTS[field.name] for field in msgspec.structs.fields(form_of(command))
    }
    return st.fixed_dictionaries({}, optional=named)


class Answered(NamedTuple):
    """A command that was done, and what came of it."""

    key: str
    command: commands.Command
    by: Actor
    arguments: dict[str, Any]
    recorded: tuple[Recorded, ...]


class AnySequence(RuleBasedStateMachine):
    """A table at which anything may be tried."""

    game = ""
    rounds: ClassVar[list[int]] = []
    """How many rounds each sequence brought to their end."""

    felt: Felt
    twin: Table
    setup: dict[str, Any]

    def __init__(self) -> None:
        super().__init__()
        self.witness = Witness()
        self.answered: list[Answered] = []
        self.heard: list[Recorded] = []
        self.tipped = 0
        self.choose = random.Random(0)
        self.asked = 0

    @initialize(data=st.data(), seed=st.integers(0, 2**32))
    def the_table_is_opened(self, data: st.DataObject, seed: int) -> None:
        self.choose = random.Random(seed)
        self.setup = data.draw(openings(self.game))
        try:
            self.felt = Felt(self.game, **self.setup)
        except Refused:  # by the profile: how many games, which banks, how much
            self.setup |= {"profile": "plain", "limits": {}}
            self.felt = Felt(self.game, **self.setup)
        self.twin = Table(self.felt.name)
        self.heard += self.felt.store.read()
        self.start()
        self.some_rounds()

    def start(self) -> None:
        """A room on the log as it is, which nobody has told anything."""
        self.felt.shoe = Arranged(KEY, below=lambda count: number_of(self.deck()))
        self.felt.room = Room(
            self.felt.store, KEY, clock=Clock.of(lambda: self.felt.now), shoe=self.felt.shoe
        )
        self.felt.room.watch(self.heard.extend)

    def deck(self) -> list[int]:
        """A deck in which high hands are far more frequent than by chance."""
        deck = shuffled(self.choose)[::-1]
        now = self.felt.table.playing
        if now and self.game == "three-way-action" and self.choose.random() < 0.2:
            # The first seat's first two cards, to be split.
            for place in (0, len(now.in_play()) + 1):
                ace = next(i for i in range(51, -1, -1) if cards.rank_of(deck[i]) == cards.ACE)
                deck[place], deck[ace] = deck[ace], deck[place]
        return deck

    def hear(self) -> None:
        """The twin knows nothing but what the log wrote, and the witness settles every round."""
        for each in (each for each in self.heard if each.stream == self.felt.name):
            self.twin = after(self.twin, codec.decoded(each.kind, each.body))
            assert sum(self.twin.accounts.values()) == 0
            for account, cents in self.twin.accounts.items():
                assert cents > 0 or account in ("cage", "house")
            if each.kind == "dealer-tipped":
                self.tipped += msgspec.json.decode(each.body)["cents"]
            in_box, paid_out = (self.twin.accounts.get(name, 0) for name in ("tips", "dealers"))
            assert in_box + paid_out == self.tipped
            faults = self.witness.hear(each)
            assert not faults, faults
        self.check_secret()
        self.heard.clear()

    def check_secret(self) -> None:
        """Nothing is written of the secret while the round is in play."""
        now = self.felt.table.playing
        if now and now.commitment:
            secret = self.felt.deck.secret
            assert not any(b64encode(secret) in each.body for each in self.heard)

    def attempt(self, command: commands.Command, by: Actor, **arguments: Any) -> bool:
        """Try it; what is refused must have changed nothing."""
        before, head = self.felt.table, self.felt.store.head()
        self.asked += 1
        key = f"k-{self.asked}"
        try:
            done = self.felt.do(command, by, key=key, **arguments)
        except (Corrupt, Conflict, Unavailable):
            raise
        except FairdealError:
            assert self.felt.table == before
            assert self.felt.store.head() == head
            return False
        assert not done.repeated
        self.answered.append(Answered(key, command, by, arguments, done.recorded))
        self.hear()
        return True

    @rule(data=st.data(), by=st.sampled_from(ANYBODY), command=st.sampled_from(EVERY_COMMAND))
    def anything_by_anybody(self, data: st.DataObject, by: Actor, command: Any) -> None:
        self.attempt(command, by, **data.draw(asked(command)))

    @rule(data=st.data(), name=st.sampled_from(["place", "decide", "post-bank", "leave", "sit"]))
    def something_by_a_player(self, data: st.DataObject, name: str) -> None:
        seats = self.felt.table.seats
        seat = data.draw(st.sampled_from(sorted(seats))) if seats else 1
        arguments = data.draw(asked(COMMANDS[name])) | {"seat": seat}
        self.attempt(COMMANDS[name], self.who_holds(seat), **arguments)

    @rule(seat=st.integers(1, 7))
    def a_fair_bet(self, seat: int) -> None:
        bets = stakes(self.felt.table, self.choose)
        self.attempt(commands.place, self.who_holds(seat), seat=seat, bets=bets)

    @rule(seed=st.integers(0, 2**32), dealer=st.sampled_from(["", DEALER.name]))
    def whole_rounds(self, seed: int, dealer: str) -> None:
        """Whatever stands in the way is cleared, and rounds are played to their end."""
        self.choose.seed(seed)
        for by in (FLOOR, OTHER_FLOOR, WATCHER, MANAGER):
            self.attempt(commands.rule, by, reason="looked at")
        self.attempt(commands.enable, FLOOR, reason="goes on")
        self.attempt(commands.open_table, FLOOR, game=self.game, **self.setup)
        self.attempt(commands.change_dealer, FLOOR, dealer=dealer)
        self.some_rounds()

    def some_rounds(self) -> None:
        for _ in range(AT_ONCE):
            self.everybody_is_ready()
            self.one_round()

    def everybody_is_ready(self) -> None:
        """Two players at least have seats, and everybody has chips."""
        table = self.felt.table
        if len({*table.seats.values()}) < 2 or self.choose.random() < 0.1:
            hands = min(procedure.setup_of(table).hands_per_player, 2)
            for seat in range(1, 8):
                self.attempt(commands.sit, PLAYERS[(seat - 1) // hands % 6], seat=seat)
        for player in {*self.felt.table.seats.values()}:
            if self.felt.table.chips(player) < 50_000:
                self.attempt(commands.buy_in, OTHER_FLOOR, player=player, cents=100_000)

    def everybody_bets(self) -> None:
        felt, by = self.felt, self.who_deals()
        self.attempt(commands.open_round, by)
        if (now := felt.table.playing) and now.offered:
            banker = felt.player_at(now.offered)
            # Often too little to cover all bets.
            cents = min(self.choose.choice((1, 777, 5000, 60_000)), felt.table.chips(banker.name))
            self.attempt(commands.post_bank, banker, seat=now.offered, cents=cents)
        for seat in sorted(felt.table.seats):
            self.a_fair_bet(seat)
        self.attempt(commands.no_more_bets, by)

    def one_round(self) -> None:
        felt, choose = self.felt, self.choose
        self.everybody_bets()
        while (now := felt.table.playing) and not now.betting and self.goes_on():
            check_views(felt, choose.choices(VIEWERS, k=1))
            if choose.random() < 0.3:
                self.a_tip()
            if choose.random() < (0.05 if now.lines else 0.15):
                rulings = [self.a_ruling] * 2
                choose.choice([*rulings, self.nobody_says_anything, self.restart])()

    def a_ruling(self) -> None:
        """Something went wrong, most often without an end to the round."""
        declared = procedure.game_of(self.felt.table).irregularities
        effect = self.choose.choice(sorted({each.effect for each in declared}))
        if effect is Effect.VOID and self.choose.random() < 0.8:
            return
        seen = self.choose.choice([each for each in declared if each.effect is effect])
        seat = self.choose.choice([0, *self.felt.table.seats])
        self.attempt(commands.report, WATCHER, irregularity=seen.key, reason="seen", seat=seat)
        self.attempt(commands.rule, FLOOR, reason="looked at", upheld=self.choose.random() < 0.8)

    def nobody_says_anything(self) -> None:
        """Until the time is up, where it is limited."""
        self.time_passes(3601)

    def goes_on(self) -> bool:
        """Whoever must act next does so; whether that could be done."""
        now = self.felt.table.playing
        assert now is not None
        if not now.turn:
            moved = self.attempt(commands.next_step, self.who_deals()) or self.somebody_is_paid()
            return moved or self.the_bank_is_filled()
        if now.unconfirmed and self.choose.random() < 0.7:
            return self.attempt(commands.confirm_decision, self.who_deals(), seat=now.turn)
        by, words = self.felt.player_at(now.turn), self.felt.words()
        if self.attempt(commands.decide, by, seat=now.turn, word=self.choose.choice(words)):
            return True
        # Too few chips for that.
        calm = CALMLY[procedure.setup_of(self.felt.table).game]
        return self.attempt(commands.decide, by, seat=now.turn, word=calm) or bool(now.unconfirmed)

    def the_bank_is_filled(self) -> bool:
        """Where it is short; whether anything came of it."""
        short = self.felt.table.short
        return bool(short) and self.attempt(commands.fill_bank, FLOOR, cents=short)

    @rule()
    def large_wins_are_paid(self) -> None:
        self.somebody_is_paid()

    def somebody_is_paid(self) -> bool:
        """What waits for approval is submitted and signed; whether anything came of it."""
        moved = False
        for pay in sorted(self.felt.table.holding.pays):
            moved |= self.attempt(commands.submit_pay, self.who_deals(), pay=pay)
            for by in (FLOOR, WATCHER, MANAGER):
                moved |= self.attempt(commands.approve_pay, by, pay=pay, checked=CHECKED)
        return moved

    @rule(steps=st.integers(0, 12), seed=st.integers(0, 2**32))
    def part_of_a_round(self, steps: int, seed: int) -> None:
        self.choose.seed(seed)
        self.attempt(commands.open_round, self.who_deals())
        for seat in sorted(self.felt.table.seats):
            self.a_fair_bet(seat)
        self.attempt(commands.no_more_bets, self.who_deals())
        for _ in range(steps):
            now = self.felt.table.playing
            if now and not now.betting:
                self.goes_on()

    @rule(data=st.data(), seat=st.integers(0, 6), upheld=st.booleans())
    def an_irregularity(self, data: st.DataObject, seat: int, upheld: bool) -> None:
        game = procedure.game_of(self.felt.table)
        key = data.draw(st.sampled_from([each.key for each in game.irregularities]))
        self.attempt(commands.report, DEALER, irregularity=key, reason="seen", seat=seat)
        self.attempt(commands.rule, DEALER, reason="I saw it myself")
        self.attempt(commands.rule, FLOOR, reason="looked at", upheld=upheld)

    @rule(
        data=st.data(),
        name=st.sampled_from(["close-table", "disable", "enable", "change-dealer", "reconfigure"]),
    )
    def something_by_the_floor(self, data: st.DataObject, name: str) -> None:
        arguments = data.draw(asked(COMMANDS[name]))
        if "reason" in {field.name for field in msgspec.structs.fields(form_of(COMMANDS[name]))}:
            arguments["reason"] = "as the floor wishes"
        self.attempt(COMMANDS[name], FLOOR, **arguments)

    @rule(data=st.data())
    def other_terms(self, data: st.DataObject) -> None:
        """Pay tables, options and limits of the game change between two rounds."""
        wanted = data.draw(openings(procedure.setup_of(self.felt.table).game))
        names = ("pay_tables", "options", "limits", "least_cents", "most_cents")
        some = {name: wanted[name] for name in names if self.choose.random() < 0.7}
        self.attempt(commands.reconfigure, FLOOR, reason="a new evening", **some)

    @rule(seed=st.integers(0, 2**32))
    def somebody_tips(self, seed: int) -> None:
        self.choose.seed(seed)
        self.a_tip()

    @rule(seed=st.integers(0, 2**32))
    def a_round_is_void_after_everybody_has_tipped_what_can_be_spared(self, seed: int) -> None:
        self.choose.seed(seed)
        self.attempt(commands.change_dealer, FLOOR, dealer=DEALER.name)
        self.everybody_is_ready()
        self.everybody_bets()
        while (now := self.felt.table.playing) and not (now.betting or now.lines):
            if not self.goes_on():
                break
        for player in {*self.felt.table.seats.values()}:
            spare = self.felt.table.spare_chips(player)
            self.attempt(commands.tip, Actor(player, Role.PLAYER), cents=spare)
        declared = procedure.game_of(self.felt.table).irregularities
        wrong = next(each.key for each in declared if each.effect is Effect.VOID)
        self.attempt(commands.report, WATCHER, irregularity=wrong, reason="seen")
        self.attempt(commands.rule, FLOOR, reason="looked at")

    def a_tip(self) -> None:
        """A little, or all that can be spared, or a cent more, by the player or by a dealer."""
        player = self.who_holds(self.choose.choice([*self.felt.table.seats, 1]))
        spare = self.felt.table.spare_chips(player.name)
        cents = self.choose.choice((1, 500, 500, 500, spare, spare + 1))
        by = self.choose.choice((player, self.who_deals()))
        done = self.attempt(commands.tip, by, player=player.name, cents=cents)
        assert not (done and cents > spare)

    @rule(cents=st.none() | _CENTS)
    def somebody_cashes_out(self, cents: int | None) -> None:
        for player in PLAYERS[:2]:
            self.attempt(commands.cash_out, FLOOR, player=player.name, cents=cents)

    @rule(seconds=st.sampled_from([1, 31, 3601]))
    def some_time_passes(self, seconds: int) -> None:
        self.time_passes(seconds)

    def time_passes(self, seconds: int) -> None:
        if seconds > 60:  # a pause, in which no time runs out
            self.felt.now += seconds * 1_000_000
            self.felt.room.tick()
        time_passes(self.felt, seconds % 60 * 1_000_000)
        self.hear()

    @precondition(lambda self: self.answered)
    @rule(data=st.data())
    def the_same_again(self, data: st.DataObject) -> None:
        """A command under a key that was used for it is done once, and answered as it was then."""
        one = self.answered[-1 - data.draw(st.integers(0, len(self.answered) - 1))]
        before, head = self.felt.table, self.felt.store.head()
        again = self.felt.do(one.command, one.by, key=one.key, **one.arguments)
        assert again.repeated
        assert again.recorded == one.recorded
        assert (self.felt.table, self.felt.store.head()) == (before, head)

    @precondition(lambda self: self.answered)
    @rule(data=st.data())
    def something_else_under_the_same_key(self, data: st.DataObject) -> None:
        one = self.answered[-1 - data.draw(st.integers(0, len(self.answered) - 1))]
        self.is_of_another(one.key, commands.buy_in, FLOOR, player=PLAYERS[0].name, cents=77)
        for other in ANYBODY:
            if other.role is one.by.role and other != one.by:
                self.is_of_another(one.key, one.command, other, **one.arguments)

    def is_of_another(
        self, key: str, command: commands.Command, by: Actor, **arguments: Any
    ) -> None:
        before, head = self.felt.table, self.felt.store.head()
        with pytest.raises(Refused, check=lambda error: error.code == "command.key-used"):
            self.felt.do(command, by, key=key, **arguments)
        assert (self.felt.table, self.felt.store.head()) == (before, head)

    @rule()
    def the_room_dies_and_another_takes_its_place(self) -> None:
        self.restart()

    def restart(self) -> None:
        """The new room knows what the old one knew, and shows the same; time begins again."""
        before, seen = self.felt.table, self.seen()
        self.start()
        assert self.felt.table == before
        assert self.seen() == seen

    def seen(self) -> list[views.View]:
        """What each viewer sees, but for the moment at which time is up."""
        found = [self.felt.room.view(self.felt.name, viewer) for viewer in VIEWERS]
        return [
            replace(view, round=replace(view.round, until=0)) if view.round else view
            for view in found
        ]

    def who_holds(self, seat: int) -> Actor:
        return self.felt.player_at(seat) if seat in self.felt.table.seats else PLAYERS[0]

    def who_deals(self) -> Actor:
        dealer = self.felt.table.dealer
        return Actor(dealer, Role.DEALER) if dealer else AUTOMATIC

    @invariant()
    def the_log_alone_makes_the_same_table(self) -> None:
        assert not self.heard
        assert self.twin == self.felt.table

    @invariant()
    def no_view_holds_a_hidden_card(self) -> None:
        check_views(self.felt, VIEWERS)

    def teardown(self) -> None:
        if not hasattr(self, "felt"):
            return  # something failed before the table was open
        kinds = [each.kind for each in self.felt.store.read()]
        closed = kinds.count("round-closed")
        assert self.witness.settled == closed
        found = audit(self.felt.store, KEY)
        assert found.faults == ()
        assert found.seal is Seal.FITS
        assert found.settled_again == closed
        self.rounds.append(closed)


_CARD = re.compile(rb'"([2-9TJQKA][cdhs])"')


def check_views(felt: Felt, viewers: Iterable[Actor | None]) -> None:
    """No view holds a card that its viewer may not see, in any of its bytes."""
    table = felt.table
    now = table.playing
    if now is None or not now.commitment:
        return
    deck = felt.deck
    face_up = {card for hand in now.hands.values() for card in hand.shown} | {now.next_card}
    for viewer in viewers:
        shown = msgspec.json.encode(felt.room.view(felt.name, viewer))
        own: set[int] = set()
        if viewer and procedure.can_look(table, now):
            for seat, player in now.players.items():
                if player == viewer.name:
                    own |= {deck.order[place] for place in now.hand(seat).places}
        may_see = {cards.name(card).encode() for card in face_up | own if card is not None}
        assert {*_CARD.findall(shown)} <= may_see
        assert deck.secret.hex().encode() not in shown
        assert views.view(table, viewer).seats  # a view without the deck shows no more than that


@pytest.mark.parametrize("game", sorted(games.GAMES))
def test_any_sequence_of_commands_keeps_the_table_in_order(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "REMEMBERED", REMEMBERED)
    monkeypatch.setattr(rooms, "SNAPSHOT_EVERY", SNAPSHOT_EVERY)
    rounds: list[int] = []
    machine = type("AnySequence", (AnySequence,), {"game": game, "rounds": rounds})
    limits = settings(max_examples=EXAMPLES, stateful_step_count=50)
    for _ in range(1 if SCALE == 1 else 100):  # every day the sequences are the same each time
        run_state_machine_as_test(machine, settings=limits)
        if sum(rounds) >= LEAST:
            break
    assert sum(rounds) >= LEAST, rounds
