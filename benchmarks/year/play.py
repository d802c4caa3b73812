"""A year in a busy room: tables that feed one progressive, and people who approve what it pays."""

import random
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from time import perf_counter
from typing import IO, Any, Final

import msgspec

from benchmarks.year.log import YearLog
from fairdeal.live import AUTOMATIC, Actor, Role, Room, commands, events
from fairdeal.live.audit import audit
from fairdeal.live.clocks import Clock
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from tests.live.decks import Arranged
from tests.live.jackpots import reconciled
from tests.live.tables import card_by_card

GAME: Final = "ags-3-card"
NAME: Final = "stax"
WAGER_CENTS: Final = 500
SEATS: Final = (6, 7) * 5
"""Ten tables."""
SAMPLES: Final = 3 * 365
BEGINS: Final = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp()) * 1_000_000
MICROSECONDS: Final = 365 * 24 * 3600 * 1_000_000

_KEY: Final = bytes(range(32))
_MANAGER: Final = Actor("mona", Role.MANAGER)
_FLOOR: Final = Actor("flora", Role.FLOOR)
_SIGNERS: Final = {
    "floor": _FLOOR,
    "surveillance": Actor("vera", Role.SURVEILLANCE),
    "manager": _MANAGER,
}
_CHECKS: Final = ("hand", "wager", "amount", "player", "deck")


class MeterYear(msgspec.Struct):
    """What became of one meter."""

    reset_cents: int
    rate: int
    hand: str
    """The hand that wins it."""
    awards: list[int] = []
    """Cents, in the order of the payments."""
    ended_parts: int = 0
    """What it came to at the end, in millionths of a cent."""
    last_win_bets: int = 0
    """How many bets had been made when it was won for the last time."""


class Played(msgspec.Struct):
    """What came of a year."""

    seed: int
    bets: int = 0
    rounds: int = 0
    events: int = 0
    log_bytes: int = 0
    levels: dict[str, int] = {}
    """How often each hand was dealt to a bet."""
    meters: dict[str, MeterYear] = {}
    signed: dict[str, int] = {}
    """Signatures by role."""
    forms: dict[str, int] = {}
    samples: list[tuple[int, ...]] = []
    """Bets so far, then what the sign showed, meter by meter."""
    play_seconds: float = 0
    audit_seconds: float = 0
    faults: list[str] = []
    """What the audit found."""


class Year:
    """Plays until so many bets were made, and remembers what it saw of them."""

    def __init__(self, bets: int, seed: int, file: IO[bytes]) -> None:
        self.played = Played(seed)
        self._wanted = bets
        self._now = BEGINS
        self._log = YearLog(_KEY, file)
        shoe = Arranged(_KEY, below=card_by_card(random.Random(seed)))
        self.room = Room(self._log, _KEY, clock=Clock.of(lambda: self._now), shoe=shoe)
        self._levels: Counter[str] = Counter()
        self._signed: Counter[str] = Counter()
        self._forms: Counter[str] = Counter()
        self.room.watch(self._saw)

    def play(self) -> Played:
        """The whole year, checked at its end."""
        self._open()
        began = perf_counter()
        turn = 0
        while self.played.bets < self._wanted or self._unpaid():
            self._visit(turn % len(SEATS))
            turn += 1
        self.played.play_seconds = perf_counter() - began
        self._end()
        return self.played

    def _open(self) -> None:
        self.room.do(NAME, commands.open_progressive, by=_MANAGER, game=GAME)
        setup = self.room.progressive(NAME).setup
        assert setup is not None
        hands = {meter: label.partition(" ")[2] for label, meter in setup.links[0].wins.items()}
        self.played.meters = {
            key: MeterYear(each.reset_cents, each.rate, hands[key])
            for key, each in setup.meters.items()
        }
        for number, seats in enumerate(SEATS):
            name = _table(number)
            asked: dict[str, Any] = {
                "game": GAME,
                "profile": "washington",
                "progressive": NAME,
                "seats": seats,
                "tiers": {},
                "fills_itself": True,
            }
            self.room.do(name, commands.open_table, by=_FLOOR, **asked)
            for seat in range(1, seats + 1):
                player = _player(number, seat)
                self.room.do(name, commands.sit, by=player, seat=seat)
                bought: dict[str, Any] = {"player": player.name, "cents": 10**9}
                self.room.do(name, commands.buy_in, by=_FLOOR, **bought)

    def _visit(self, number: int) -> None:
        """A round at a table, or one more signature where a payment waits: others play on."""
        held = self.room.table(_table(number)).holding.pays
        if not held:
            self._play_round(number)
            return
        pay, waiting = next(iter(held.items()))
        role = waiting.missing()[0]
        self._signed[role] += 1
        asked: dict[str, Any] = {"pay": pay, "checked": _CHECKS}
        self.room.do(_table(number), commands.approve_pay, by=_SIGNERS[role], **asked)

    def _play_round(self, number: int) -> None:
        played, name = self.played, _table(number)
        betting = min(SEATS[number], self._wanted - played.bets)
        if not betting:
            return
        played.bets += betting
        played.rounds += 1
        self._now = BEGINS + MICROSECONDS * played.bets // self._wanted
        players = [(seat, _player(number, seat)) for seat in range(1, betting + 1)]
        for seat, player in players:
            bets = {"ante": 500, "stax": WAGER_CENTS}
            self.room.submit(name, commands.place, by=player, seat=seat, bets=bets)
        self.room.submit(name, commands.no_more_bets, by=AUTOMATIC)
        # The last one waits for the answer: then the automatic dealer hands in what was won.
        for seat, player in players[:-1]:
            self.room.submit(name, commands.decide, by=player, seat=seat, word="fold")
        seat, player = players[-1]
        self.room.do(name, commands.decide, by=player, seat=seat, word="fold")
        if played.bets * SAMPLES // self._wanted > len(played.samples):
            now = self.room.progressive(NAME)
            shown = (now.shown_cents(key) for key in played.meters)
            played.samples.append((played.bets, *shown))

    def _unpaid(self) -> bool:
        return bool(self.room.progressive(NAME).hits)

    def _saw(self, recorded: Sequence[Recorded]) -> None:
        """Count what is told, apart from what the progressive counts itself."""
        for row in recorded:
            if row.kind in ("bets-settled", "pay-held", "pay-made"):
                self._count(codec.decoded(row.kind, row.body))

    def _count(self, event: events.AnyEvent) -> None:
        match event:
            case events.BetsSettled(lines=lines):
                self._levels.update(_hand(line.event) for line in lines if line.bet == NAME)
            case events.PayHeld(event=label, meter=meter) if meter:
                self._levels[_hand(label)] += 1
                self.played.meters[meter].last_win_bets = self.played.bets
            case events.PayMade(meter=meter, award_cents=award, form=form) if meter:
                self.played.meters[meter].awards.append(award)
                self._forms[form or "none"] += 1

    def _end(self) -> None:
        reconciled(self.room, NAME)
        now, played = self.room.progressive(NAME), self.played
        for key, meter in played.meters.items():
            meter.ended_parts = now.meters[key].parts
        played.levels, played.signed = dict(self._levels), dict(self._signed)
        played.forms = dict(self._forms)
        played.events, played.log_bytes = self._log.head().pos, self._log.kept_bytes
        began = perf_counter()
        played.faults = [str(fault) for fault in audit(self._log, _KEY, every=True).faults]
        played.audit_seconds = perf_counter() - began


def _table(number: int) -> str:
    return f"pit-{number + 1}"


def _player(table: int, seat: int) -> Actor:
    return Actor(f"p{table + 1}.{seat}", Role.PLAYER)


def _hand(label: str) -> str:
    return label.partition(" ")[2]
