"""Any sequence of commands, legal or not, by anybody, leaves a table in order."""

import random
from collections.abc import Iterable
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from fairdeal import cards, games
from fairdeal.errors import Conflict, Corrupt, FairdealError, Unavailable
from fairdeal.live import AUTOMATIC, Actor, commands, views
from fairdeal.live.arguments import form_of
from fairdeal.live.commands import COMMANDS
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from fairdeal.live.table.procedure import can_look
from fairdeal.live.table.state import Table, after
from tests.live.tables import (
    ANYBODY,
    BETS,
    DEALER,
    EVERY_COMMAND,
    FLOOR,
    OTHER_FLOOR,
    PLAYERS,
    Felt,
)
from tests.scale import SCALE

EXAMPLES, AT_ONCE, LEAST = (30, 2, 60) if SCALE == 1 else (150, 40, 20_000)
"""Sequences, rounds in one go, and the rounds of each game that must come together: a hundred
thousand of all games in the slow run."""

CALMLY = {game: "stand" if game == "three-way-action" else "fold" for game in games.GAMES}

VIEWERS: tuple[Actor | None, ...] = (None, *ANYBODY)

_BETS = sorted({bet.key for game in games.GAMES.values() for bet in game.bets} | {"", "insurance"})
_CENTS = st.sampled_from([-500, 0, 1, 500, 1000, 1500, 10_000, 10**7, 10**15])
_SEATS = st.integers(-1, 8)
_WORDS = st.sampled_from(["play", "fold", "hit", "stand", "double", "split", "", "surrender"])
_KEYS = sorted({each.key for game in games.GAMES.values() for each in game.irregularities})

ARGUMENTS: dict[str, st.SearchStrategy[Any]] = {
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
}


def asked(command: commands.Command) -> st.SearchStrategy[dict[str, Any]]:
    """Arguments for a command, some of them left out."""
    named = {
        field.name: ARGUMENTS[field.name]
        for field in msgspec.structs.fields(form_of(command))
        if field.name in ARGUMENTS
    }
    return st.fixed_dictionaries({}, optional=named)


class AnySequence(RuleBasedStateMachine):
    """A table at which anything may be tried."""

    game = ""
    rounds: ClassVar[list[int]] = []
    """How many rounds each sequence brought to their end."""

    def __init__(self) -> None:
        super().__init__()
        hands = games.game(self.game).adjacent_hands
        self.felt = Felt(self.game, hands_per_player=hands, float_cents=500)
        self.twin = Table("pit-1")
        for each in self.felt.store.read():
            self.hear([each])
        self.felt.room.watch(self.hear)
        self.felt.fill(3)

    def hear(self, recorded: Iterable[Recorded]) -> None:
        """The twin knows nothing but what the log wrote."""
        for each in recorded:
            self.twin = after(self.twin, codec.decoded(each.kind, each.body))
            assert sum(self.twin.accounts.values()) == 0
            for account, cents in self.twin.accounts.items():
                assert cents > 0 or account in ("cage", "house")

    def attempt(self, command: commands.Command, by: Actor, **arguments: Any) -> None:
        """Try it; what is refused must have changed nothing."""
        before, head = self.felt.table, self.felt.store.head()
        try:
            self.felt.do(command, by, **arguments)
        except (Corrupt, Conflict, Unavailable):
            raise
        except FairdealError:
            assert self.felt.table == before
            assert self.felt.store.head() == head

    @rule(data=st.data(), by=st.sampled_from(ANYBODY), command=st.sampled_from(EVERY_COMMAND))
    def anything_by_anybody(self, data: st.DataObject, by: Actor, command: Any) -> None:
        self.attempt(command, by, **data.draw(asked(command)))

    @rule(data=st.data(), name=st.sampled_from(["place", "decide", "post-bank", "leave", "sit"]))
    def something_by_a_player(self, data: st.DataObject, name: str) -> None:
        seats = self.felt.table.seats
        seat = data.draw(st.sampled_from(sorted(seats))) if seats else 1
        arguments = data.draw(asked(COMMANDS[name])) | {"seat": seat}
        self.attempt(COMMANDS[name], self.who_holds(seat), **arguments)

    @rule(seat=st.integers(1, 6))
    def a_fair_bet(self, seat: int) -> None:
        self.attempt(commands.place, self.who_holds(seat), seat=seat, bets=dict(BETS[self.game]))

    @rule(seed=st.integers(0, 2**32))
    def a_whole_round(self, seed: int) -> None:
        """Whatever stands in the way is cleared, and a round is played to its end."""
        for by in (FLOOR, OTHER_FLOOR):
            self.attempt(commands.rule, by, reason="looked at")
        self.attempt(commands.enable, FLOOR, reason="goes on")
        self.attempt(commands.change_dealer, FLOOR, dealer="")
        self.attempt(commands.open_table, FLOOR, game=self.game)
        self.attempt(commands.sit, PLAYERS[0], seat=1)
        self.attempt(commands.sit, PLAYERS[1], seat=2)
        for player in self.felt.table.seats.values():
            self.attempt(commands.buy_in, OTHER_FLOOR, player=player, cents=20_000)
        choose = random.Random(seed)
        for _ in range(AT_ONCE):
            self.one_round(choose)

    def one_round(self, choose: random.Random) -> None:
        self.attempt(commands.open_round, AUTOMATIC)
        now = self.felt.table.playing
        if now and now.offered:
            self.felt.bank(min(50_000, self.felt.table.chips(self.felt.table.seats[now.offered])))
        for seat in sorted(self.felt.table.seats):
            self.a_fair_bet(seat)
        self.attempt(commands.no_more_bets, AUTOMATIC)
        while (now := self.felt.table.playing) and now.turn:
            check_views(self.felt, choose.choices(VIEWERS, k=2))
            self.attempt(
                commands.decide,
                self.felt.player_at(now.turn),
                seat=now.turn,
                word=choose.choice(self.felt.words()),
            )
            if self.felt.table.playing is now:  # too few chips to go on with
                self.felt.say(CALMLY[self.game])

    @rule(words=st.integers(0, 4), seed=st.integers(0, 2**32))
    def part_of_a_round(self, words: int, seed: int) -> None:
        choose = random.Random(seed)
        for seat in sorted(self.felt.table.seats):
            self.a_fair_bet(seat)
        for by in (AUTOMATIC, DEALER):
            self.attempt(commands.no_more_bets, by)
        for _ in range(words):
            now = self.felt.table.playing
            if now and now.turn:
                by = self.felt.player_at(now.turn)
                word = choose.choice(self.felt.words())
                self.attempt(commands.decide, by, seat=now.turn, word=word)

    @rule(data=st.data(), seat=st.integers(0, 6), upheld=st.booleans())
    def an_irregularity(self, data: st.DataObject, seat: int, upheld: bool) -> None:
        keys = [each.key for each in games.game(self.game).irregularities]
        key = data.draw(st.sampled_from(keys))
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

    @rule(steps=st.integers(1, 12))
    def a_person_deals(self, steps: int) -> None:
        self.attempt(commands.change_dealer, FLOOR, dealer=DEALER.name)
        self.attempt(commands.open_round, DEALER)
        for _ in range(steps):
            self.attempt(commands.next_step, DEALER)

    @rule(cents=st.none() | _CENTS)
    def somebody_cashes_out(self, cents: int | None) -> None:
        for player in PLAYERS[:2]:
            self.attempt(commands.cash_out, FLOOR, player=player.name, cents=cents)

    @rule(seconds=st.sampled_from([1, 31, 3000]))
    def time_passes(self, seconds: int) -> None:
        self.felt.now += seconds * 1_000_000
        self.felt.room.tick()

    def who_holds(self, seat: int) -> Actor:
        return self.felt.player_at(seat) if seat in self.felt.table.seats else PLAYERS[0]

    @invariant()
    def the_log_alone_makes_the_same_table(self) -> None:
        assert self.twin == self.felt.table

    @invariant()
    def no_view_holds_a_hidden_card(self) -> None:
        check_views(self.felt, VIEWERS)

    def teardown(self) -> None:
        table = Table("pit-1")
        for each in self.felt.store.read():
            table = after(table, codec.decoded(each.kind, each.body))
        assert table == self.felt.table
        self.rounds.append(sum(each.kind == "round-closed" for each in self.felt.store.read()))


def check_views(felt: Felt, viewers: Iterable[Actor | None]) -> None:
    """No view holds a card that its viewer may not see, in any of its bytes."""
    table = felt.table
    now = table.playing
    if now is None or not now.commitment:
        return
    deck = felt.deck
    face_up = {card for hand in now.hands.values() for card in hand.shown} | {now.next_card}
    for viewer in viewers:
        shown = msgspec.json.encode(felt.room.view("pit-1", viewer))
        own: set[int] = set()
        if viewer and can_look(table, now):
            for seat, player in now.players.items():
                if player == viewer.name:
                    own |= {deck.order[place] for place in now.hand(seat).places}
        for card in set(range(52)) - face_up - own:
            assert f'"{cards.name(card)}"'.encode() not in shown
        assert deck.nonce.hex().encode() not in shown
        assert views.view(table, viewer).seats  # a view without the deck shows no more than that
    for each in felt.store.stream("pit-1"):
        assert deck.nonce not in each.body


@pytest.mark.parametrize("game", sorted(games.GAMES))
def test_any_sequence_of_commands_keeps_the_table_in_order(game: str) -> None:
    rounds: list[int] = []
    machine = type("AnySequence", (AnySequence,), {"game": game, "rounds": rounds})
    limits = settings(max_examples=EXAMPLES, stateful_step_count=50)
    run_state_machine_as_test(machine, settings=limits)
    assert sum(rounds) >= LEAST, rounds
