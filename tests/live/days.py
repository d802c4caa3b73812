"""A day in a card room: a log with every kind of event in it, to be audited and told."""

import random
from functools import partial
from pathlib import Path
from typing import Any, get_args

from fairdeal.live import AUTOMATIC, Actor, Done, Role, Room, commands, events
from fairdeal.live.clocks import Clock
from fairdeal.live.commands import Command
from fairdeal.live.log import codec
from fairdeal.live.log.mark import Mark
from fairdeal.live.log.moving import MOVED
from fairdeal.live.log.stores import open_store
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.log.stores.protocol import Store
from fairdeal.live.losses import acceptance
from fairdeal.live.shoe import value_after
from fairdeal.live.table import payments, procedure
from fairdeal.live.table.context import deck_in_play
from fairdeal.live.table.state import RoundState, Table
from fairdeal.live.worth import Worth
from tests.live.decks import Arranged
from tests.live.stacking import deck_of, number_of
from tests.live.tables import (
    AS_IT_PAYS,
    AUDITOR,
    BETS,
    DEALER,
    FLOOR,
    KEY,
    MANAGER,
    OTHER_FLOOR,
    PLAYERS,
    WATCHER,
    card_by_card,
    time_passes,
)

TEN_O_CLOCK = 1_794_650_400_000_000
"""Ten in the morning of 14 November 2026, UTC, in microseconds since 1970."""

SECOND = 1_000_000

OF_ACCOUNTS = frozenset(codec.KINDS[each] for each in get_args(events.AccountEvent))
OF_A_DAY = frozenset(codec.KINDS.values()) - OF_ACCOUNTS - {MOVED}
"""The kinds of events that a day has: one that ends a log for good comes after all days."""

RELIEF = Actor("dirk", Role.DEALER)
"""A dealer beside the one who deals elsewhere that day."""


class Day:
    """A room with a clock of its own, which moves on a little with everything that is done."""

    def __init__(self, store: Store | None = None, seed: int = 7) -> None:
        self.now = TEN_O_CLOCK
        self.set_ahead = 0
        """Microseconds by which somebody has set the machine's clock ahead."""
        self.rng = random.Random(seed)
        self._stacked: list[int] = []
        self._seeds: dict[tuple[str, int], list[bytes]] = {}
        self._chance = card_by_card(self.rng)
        self.shoe = Arranged(KEY, below=self._below)
        self.store = store or MemoryStore(KEY)
        self.room = Room(self.store, KEY, clock=Clock(self._time, lambda: self.now), shoe=self.shoe)

    def stack(self, deck: str) -> None:
        """The next deck begins with these cards."""
        self._stacked = [number_of(deck_of(deck))]

    def _below(self, count: int) -> int:
        return self._stacked.pop() if self._stacked else self._chance(count)

    def _time(self) -> int:
        self.now += SECOND // 10
        return self.now + self.set_ahead

    def do(self, table: str, command: Command, by: Actor, **arguments: Any) -> Done:
        return self.room.do(table, command, by=by, **arguments)

    def table(self, name: str) -> Table:
        return self.room.table(name)

    def playing(self, name: str) -> RoundState:
        now = self.table(name).playing
        assert now is not None
        return now

    def player_at(self, name: str, seat: int) -> Actor:
        return Actor(self.table(name).seats[seat], Role.PLAYER)

    def open(self, name: str, game: str, seats: int = 4, **setup: Any) -> None:
        """A table with players who have bought chips."""
        self.do(name, commands.open_table, FLOOR, game=game, **(AS_IT_PAYS | setup))
        for number, player in enumerate(PLAYERS[:seats], 1):
            self.do(name, commands.sit, player, seat=number)
            self.do(name, commands.buy_in, FLOOR, player=player.name, cents=5_000_000)

    def announce(self, name: str, seat: int) -> None:
        """A player announces seeds for the shuffle."""
        chain = [bytes([seat]) * 32]
        while len(chain) <= 9:
            chain.append(value_after(chain[-1]))
        self._seeds[name, seat] = chain
        anchor = chain.pop().hex()
        self.do(name, commands.announce_seed, self.player_at(name, seat), seat=seat, anchor=anchor)

    def bet(self, name: str) -> None:
        """Everybody bets, and where players bank, who is offered the bank takes it."""
        now = self.table(name).playing
        if now and now.offered:
            by = self.player_at(name, now.offered)
            self.do(name, commands.post_bank, by, seat=now.offered, cents=40_000)
        for seat, player in sorted(self.table(name).seats.items()):
            now = self.table(name).playing
            if not now or now.banker != player:
                by = Actor(player, Role.PLAYER)
                bets = dict(BETS[procedure.setup_of(self.table(name)).game])
                counts = seat in self.table(name).chains
                seed = self._seeds[name, seat].pop().hex() if counts else ""
                self.do(name, commands.place, by, seat=seat, bets=bets, seed=seed)

    def words(self, name: str) -> list[str]:
        """What the seat whose turn it is may say."""
        now = self.playing(name)
        deck = deck_in_play(self.shoe, name, now)
        choices = procedure.moves(self.table(name), now, deck, now.turn)
        return [choice.word for choice in choices]

    def say(self, name: str, word: str = "") -> None:
        seat = self.playing(name).turn
        word = word or self.rng.choice(self.words(name))
        self.do(name, commands.decide, self.player_at(name, seat), seat=seat, word=word)

    def decide(self, name: str, word: str = "") -> None:
        """Everybody says something, until nobody has anything to say."""
        while (now := self.table(name).playing) and now.turn:
            self.say(name, word)

    def play(self, name: str, rounds: int = 1, word: str = "") -> None:
        """Whole rounds, dealt by the automatic dealer."""
        for _ in range(rounds):
            self.bet(name)
            self.do(name, commands.no_more_bets, AUTOMATIC)
            self.decide(name, word)

    def went_wrong(self, name: str, what: str, seat: int = 0, upheld: bool = True) -> None:
        """One person reports, another rules."""
        self.do(
            name, commands.report, WATCHER, irregularity=what, reason="seen on camera", seat=seat
        )
        self.do(name, commands.rule, MANAGER, reason="looked at the tape", upheld=upheld)


def eventful_day(store: Store | None = None, seed: int = 7) -> Day:
    """A short day on which everything happens that can happen."""
    day = Day(store, seed)
    day.open("pit-1", "three-card-poker", float_cents=0)
    while not any(row.kind == "bank-filled" for row in day.store.read()):
        day.play("pit-1", word="play")
    _dealt_by_a_person(day, "pit-1")
    day.open("pit-2", "three-way-action", profile="washington", decision_seconds=20)
    _rulings(day, "pit-2")
    day.open("pit-3", "napa-three-card-poker", profile="california", hands_per_player=2)
    _banks(day, "pit-3")
    day.open("pit-4", "three-card-fury", style="hand", betting_seconds=30)
    day.bet("pit-4")
    day.room.tick()
    day.set_ahead = 3 * SECOND
    time_passes(day, 31 * SECOND)
    day.decide("pit-4")
    day.open("pit-5", "ags-3-card", seats=2, tips=True)
    day.announce("pit-5", 1)
    day.play("pit-5", 2)
    _tips(day, "pit-5")
    _closing(day, "pit-5")
    _jackpots(day, "pit-6")
    _floor_at_work(day, "pit-7")
    _folds(day, "pit-4")
    day.room.declare(Worth.CASH, by=MANAGER)
    lost = Mark(day.store.head().pos + 1, bytes(range(32)), b"", TEN_O_CLOCK)
    day.store.append(acceptance(day.store, lost, MANAGER, "a new disk", TEN_O_CLOCK))
    day.bet("pit-1")
    day.do("pit-1", commands.no_more_bets, AUTOMATIC)
    return day


def _dealt_by_a_person(day: Day, name: str) -> None:
    day.do(name, commands.change_dealer, FLOOR, dealer=DEALER.name)
    day.do(name, commands.open_round, DEALER)
    day.bet(name)
    day.do(name, commands.place, PLAYERS[0], seat=1, bets={})
    day.do(name, commands.no_more_bets, DEALER)
    while (now := day.table(name).playing) is not None:
        if now.turn:
            day.say(name)
        else:
            day.do(name, commands.next_step, DEALER)
    day.do(name, commands.change_dealer, FLOOR, dealer="")


def _rulings(day: Day, name: str) -> None:
    day.play(name, 2)
    for what in ("card-face-up", "card-exposed", "card-drawn-unseen"):
        while not (now := day.table(name).playing) or not now.turn:
            day.bet(name)
            day.do(name, commands.no_more_bets, AUTOMATIC)
        day.went_wrong(name, what, now.turn)
        day.decide(name)
    day.bet(name)
    day.do(name, commands.change_dealer, FLOOR, dealer=DEALER.name)
    day.do(name, commands.no_more_bets, DEALER)
    day.do(name, commands.next_step, DEALER)
    day.went_wrong(name, "seat-skipped", seat=1)
    day.went_wrong(name, "seat-skipped", seat=3)
    day.do(name, commands.change_dealer, FLOOR, dealer="")
    day.decide(name)
    day.bet(name)
    day.do(name, commands.no_more_bets, AUTOMATIC)
    day.went_wrong(name, "wrong-number-of-cards", upheld=False)
    day.went_wrong(name, "wrong-number-of-cards")
    day.bet(name)
    day.went_wrong(name, "card-face-up")
    day.went_wrong(name, "wrong-number-of-cards")
    day.bet(name)
    day.do(name, commands.no_more_bets, AUTOMATIC)
    while (now := day.table(name).playing) and now.turn:
        time_passes(day, 21 * SECOND)


def _banks(day: Day, name: str) -> None:
    offered = day.playing(name).offered
    day.do(name, commands.decline_bank, day.player_at(name, offered), seat=offered)
    time_passes(day, 31 * SECOND)
    day.play(name, 3)
    day.bet(name)
    day.do(name, commands.no_more_bets, AUTOMATIC)
    day.went_wrong(name, "dealer-hand-exposed")
    offered = day.playing(name).offered
    day.do(name, commands.leave, FLOOR, seat=offered)
    day.do(name, commands.close_table, FLOOR, reason="nobody wants the bank")


def _jackpots(day: Day, name: str) -> None:
    """A person deals; a star is entered wrongly in every way, sent back, and paid."""
    day.do("stax", commands.open_progressive, MANAGER, game="ags-3-card")
    _meters(day)
    setup = {"profile": "washington", "dealer": DEALER.name, "progressive": "stax"}
    day.open(name, "ags-3-card", seats=2, limits={"stax": "5"}, **setup)
    day.stack("Ad Kd Qd | 4c 4h 9s | 2c 7h 8s")
    day.do(name, commands.open_round, DEALER)
    day.bet(name)
    day.do(name, commands.no_more_bets, DEALER)
    steps(day, name)
    touch = partial(day.do, name, commands.touch_seat, DEALER)
    choose = partial(day.do, name, commands.choose_hand, DEALER)
    touch(seat=2)
    choose(seat=2, hand="none")
    touch(seat=2)
    choose(seat=2, hand="royal-other")
    day.do(name, commands.settle_claim, FLOOR, seat=2, reason="a pair of fours")
    touch(seat=1)
    choose(seat=1, hand="royal-diamonds")
    day.do(name, commands.touch_pending, DEALER, seat=1)
    day.do(name, commands.cancel_jackpot, DEALER, seat=1, reason="the wrong seat")
    for reason in ("the cards lay in a heap", ""):
        touch(seat=1)
        choose(seat=1, hand="royal-diamonds")
        day.do(name, commands.touch_pending, DEALER, seat=1)
        day.do(name, commands.pay_jackpot, DEALER, seat=1)
        if reason:
            day.do(name, commands.send_back, FLOOR, pay=1, reason=reason)
    day.do(name, commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager", "deck"))
    for pay in [*day.table(name).holding.pays]:
        day.do(name, commands.submit_pay, DEALER, pay=pay)
        day.do(name, commands.approve_pay, OTHER_FLOOR, pay=pay, checked=("hand", "wager"))
    steps(day, name)


def _floor_at_work(day: Day, name: str) -> None:
    """A bank runs short and is filled, a player goes away, and a void needs two signatures."""
    control = {"float_cents": 0, "fills_itself": False, "tiers": {"surveillance": 10_000}}
    day.open(name, "three-card-poker", seats=2, decision_seconds=0, **control)
    day.stack("4h 4d 9c | 2c 7h 9s | Jc 8s 3d")
    day.play(name, word="play")
    day.do(name, commands.fill_bank, FLOOR, cents=500_000)
    day.bet(name)
    day.do(name, commands.no_more_bets, AUTOMATIC)
    day.do(name, commands.free_seat, FLOOR, seat=2, reason="went home")
    day.decide(name, "play")
    day.stack("4h 5h 6h | Jc 8s 3d")
    day.play(name, word="play")
    day.do(name, commands.report, FLOOR, irregularity="fouled-deck", reason="a joker")
    for signer in (OTHER_FLOOR, WATCHER):
        day.do(name, commands.rule, signer, reason="looked at the tape")


def _folds(day: Day, name: str) -> None:
    """A person deals: one fold is declared and taken back, another is confirmed."""
    day.do(name, commands.change_dealer, FLOOR, dealer=RELIEF.name)
    day.do(name, commands.open_round, RELIEF)
    day.bet(name)
    day.do(name, commands.no_more_bets, RELIEF)
    words = iter(("fold", "play", "fold"))
    while (now := day.table(name).playing) is not None:
        if not now.turn:
            day.do(name, commands.next_step, RELIEF)
        elif word := next(words, ""):
            day.say(name, word)
        elif now.unconfirmed:
            day.do(name, commands.confirm_decision, RELIEF, seat=now.turn)
        else:
            day.say(name, "play")
    day.do(name, commands.change_dealer, FLOOR, dealer="")


def _meters(day: Day) -> None:
    """Everything that people may do to a progressive."""
    why = {"reason": "the owner wants it so"}
    day.do("stax", commands.disable_progressive, WATCHER, reason="the sign is dark")
    day.do("stax", commands.enable_progressive, FLOOR, reason="the sign is lit")
    day.do("stax", commands.schedule_rate, MANAGER, meter="heart", rate="6.5%", **why)
    day.do("stax", commands.raise_ceiling, MANAGER, meter="star", cents=500_000, **why)
    fall = {"meter": "diamond", "why": "malfunction", "cents": 100, "reason": "counted twice"}
    day.do("stax", commands.propose_adjustment, FLOOR, **fall)
    day.do("stax", commands.refuse_adjustment, AUDITOR, reason="it was not")
    day.do("stax", commands.propose_adjustment, FLOOR, **fall)
    day.do("stax", commands.approve_adjustment, MANAGER)


def steps(day: Day, name: str) -> None:
    """The dealer goes on until somebody else must act, or the round is over."""
    while (now := day.table(name).playing) is not None:
        if now.turn:
            day.say(name, "play")
        elif payments.waiting(day.table(name), now):
            return
        else:
            day.do(name, commands.next_step, DEALER)


def _tips(day: Day, name: str) -> None:
    """A person deals for a while, whom one player tips, and who tips for another."""
    by = Actor("dino", Role.DEALER)
    day.do(name, commands.change_dealer, FLOOR, dealer=by.name)
    day.do(name, commands.tip, PLAYERS[0], cents=500)
    day.do(name, commands.tip, by, player=PLAYERS[1].name, cents=250)
    day.do(name, commands.change_dealer, FLOOR, dealer="")


def _closing(day: Day, name: str) -> None:
    day.do(name, commands.disable, WATCHER, reason="the camera failed")
    day.do(name, commands.enable, FLOOR, reason="the camera works")
    day.do(name, commands.reconfigure, MANAGER, reason="the evening begins", most_cents=20_000)
    day.bet(name)
    day.do(name, commands.close_table, FLOOR, reason="few players")
    day.do(name, commands.no_more_bets, AUTOMATIC)
    day.decide(name)
    day.do(name, commands.cash_out, OTHER_FLOOR, player=PLAYERS[0].name, cents=10_000)
    day.do(name, commands.cash_out, OTHER_FLOOR, player=PLAYERS[0].name)
    day.do(name, commands.leave, PLAYERS[0], seat=1)
    day.do(name, commands.open_table, FLOOR, game="ags-3-card")


def long_log(least: int, seed: int = 11) -> Day:
    """A log of at least so many events, from tables that play at the same time."""
    day = eventful_day(seed=seed)
    names = ("pit-2", "pit-4")
    while day.store.head().pos < least:
        for name in names:
            day.play(name)
    return day


def in_a_file(path: Path, seed: int = 7) -> Path:
    """An eventful day in a file, with its key beside it."""
    path.with_name(path.name + ".key").write_text(KEY.hex() + "\n")
    path.with_name(path.name + ".key").chmod(0o600)
    store = open_store(path, KEY)
    eventful_day(store, seed)
    store.close()
    return path
