"""Programmed players who keep tables alive at the pace of people, and give way to guests."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Final

from fairdeal.errors import FairdealError
from fairdeal.live import Actor, Role, Room, commands
from fairdeal.live.table import procedure
from fairdeal.live.table.state import Table
from fairdeal.players.bettor import Bettor
from fairdeal.players.player import situation
from fairdeal.players.strategies import strategy
from fairdeal.players.strategy import Strategy
from fairdeal.web.site import CAGE

_SECOND: Final = 1_000_000
_LOOKS: Final = (5.0, 9.0)
"""Seconds between a settlement and the next bet: time to read what was paid, and why."""
_BETS: Final = (1.0, 6.0)
_THINKS: Final = (1.2, 3.5)


@dataclass(slots=True)
class _Regular:
    actor: Actor
    seat: int
    purse: Bettor
    due: int = 0
    """When the next thing is done, in microseconds since 1970; 0 for nothing in mind."""


class Regulars:
    """The programmed players of one table."""

    def __init__(self, room: Room, table: str, seats: Mapping[int, str]) -> None:
        self._room = room
        self._table = table
        self._whims = Random(table)
        now = room.table(table)
        setup = procedure.setup_of(now)
        self._decides: Strategy = strategy(
            "simple", procedure.game_of(now), procedure.terms_of(now), self._whims
        )
        self._players = [
            _Regular(Actor(name, Role.PLAYER), seat, Bettor(setup, Random(f"{table} {seat}")))
            for seat, name in sorted(seats.items())
        ]

    @property
    def names(self) -> frozenset[str]:
        """Everybody who plays here, also those who gave way to people."""
        return frozenset(each.actor.name for each in self._players)

    def sit(self, most: int | None = None) -> None:
        """Take the seats that are free, or so many of them, and buy chips."""
        table = self._room.table(self._table)
        for each in [each for each in self._players if each.seat not in table.seats][:most]:
            with suppress(FairdealError):
                self._room.do(self._table, commands.sit, by=each.actor, seat=each.seat)
                self._fund(table, each, each.purse.round_cents, each.purse.buy_in_cents)

    def give_way(self) -> None:
        """The last of them who has nothing in play leaves, so that a person finds a seat."""
        table = self._room.table(self._table)
        for each in reversed(self._players):
            if table.seats.get(each.seat) == each.actor.name:
                with suppress(FairdealError):  # bets, or a bank, keep the seat until the round ends
                    self._room.do(self._table, commands.leave, by=each.actor, seat=each.seat)
                    return

    def __call__(self, now: int) -> None:
        """Every regular who is due acts; what the table refuses is left for later."""
        table = self._room.table(self._table)
        for each in self._players:
            if table.seats.get(each.seat) != each.actor.name:
                continue
            todo = self._todo(table, each)
            if todo is None:
                each.due = 0
            elif not each.due:
                each.due = now + int(self._whims.uniform(*todo[0]) * _SECOND)
            elif now >= each.due:
                each.due = 0
                with suppress(FairdealError):
                    todo[1]()

    def _todo(
        self, table: Table, each: _Regular
    ) -> tuple[tuple[float, float], Callable[[], None]] | None:
        """What a player has to do now, and how long that may take."""
        now = table.playing
        if not table.is_open or table.pending:
            return None
        if now and now.turn == each.seat:
            return None if now.unconfirmed else (_THINKS, lambda: self._decide(table, each))
        if table.disabled or table.closing:
            return None  # the round in play is finished, and no other begun
        if now is None:
            return (
                None
                if procedure.game_of(table).player_banked or table.dealer
                else (_LOOKS, lambda: self._bet(table, each))
            )
        if now.offered == each.seat:
            return _THINKS, lambda: self._bank(table, each)
        if now.betting and each.seat not in now.bets and now.banker != each.actor.name:
            is_ready = bool(now.banker) or not procedure.game_of(table).player_banked
            return (_BETS, lambda: self._bet(table, each)) if is_ready else None
        return None

    def _fund(self, table: Table, each: _Regular, needed: int, bought: int) -> None:
        if table.chips(each.actor.name) < needed:
            self._room.do(
                self._table, commands.buy_in, by=CAGE, player=each.actor.name, cents=bought
            )

    def _bet(self, table: Table, each: _Regular) -> None:
        self._fund(table, each, each.purse.round_cents, each.purse.buy_in_cents)
        bets = each.purse.bets()
        self._room.do(self._table, commands.place, by=each.actor, seat=each.seat, bets=bets)

    def _bank(self, table: Table, each: _Regular) -> None:
        cents = each.purse.bank_cents
        self._fund(table, each, cents, cents)
        seat = each.seat
        self._room.do(self._table, commands.post_bank, by=each.actor, seat=seat, cents=cents)

    def _decide(self, table: Table, each: _Regular) -> None:
        now = table.playing
        assert now is not None, "a seat is to decide"
        declared = procedure.step_of(table, now).words
        seen = situation(self._room.view(self._table, each.actor), each.seat, declared)
        word = self._decides.word(seen)
        self._room.do(self._table, commands.decide, by=each.actor, seat=each.seat, word=word)
