"""One table and its programmed players: seats, chips, the bank, bets and decisions."""

from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Future
from math import inf
from random import Random
from typing import Any, Final

from fairdeal.errors import Refused
from fairdeal.live import AUTOMATIC, Actor, Done, Role, Room, commands
from fairdeal.live.table import procedure
from fairdeal.live.table.state import RoundState, Table
from fairdeal.players.bettor import Bettor, Habits, bases
from fairdeal.players.player import Player, situation
from fairdeal.players.strategies import strategy
from fairdeal.players.tally import Tally

FLOOR: Final = Actor("demo", Role.FLOOR)
"""The floor person from which programmed players buy chips."""

Waiting = Generator[Future[Done], None, None]
"""Play that pauses at every answer it cannot go on without."""

_AT_LEAST: Final = 2
"""Players who stay, since one of them may have to bank for the other."""


class Sitting:
    """What the players of one table do, round after round.

    Everything goes through the room, and all that needs no answer is in flight together.  The
    *names* are those of the players from seat 1; those beyond so many *seats* only finish what
    they have begun.
    """

    def __init__(
        self,
        room: Room,
        table: str,
        names: Sequence[str],
        *,
        seats: int,
        strategy_name: str = "optimal",
        habits: Habits | None = None,
        seed: object = 0,
    ) -> None:
        self.room = room
        self.name = table
        self.tally = Tally()
        now = room.table(table)
        setup, self.game = procedure.setup_of(now), procedure.game_of(now)
        whims = Random(f"{seed} {table}")
        decides = strategy(strategy_name, self.game, procedure.terms_of(now), whims)
        self._repeated = bases(self.game)
        self._asked: list[Future[Done]] = []
        self._players: dict[int, Player] = {}
        for seat, name in enumerate(names[: setup.seats], 1):
            purse = Bettor(setup, Random(f"{seed} {table} {seat}"), habits)
            away = 0 if seat <= seats else inf
            self._players[seat] = Player(Actor(name, Role.PLAYER), seat, decides, purse, away)

    def play(self, rounds: int, told: Callable[[], None] = lambda: None) -> Waiting:
        """Play until so many rounds are over; *told* is called after each."""
        while self.tally.rounds < rounds:
            yield from self._round()
            told()

    def _round(self) -> Waiting:
        table = self.room.table(self.name)
        now = table.playing
        number = now.number if now else table.rounds + 1
        if now is None or now.betting:
            self._come_and_go(table)
            yield from self._answers(number)
            if self.game.player_banked:
                yield from self._bank(number)
            self._bet(self.room.table(self.name))
            yield from self._answers(number)
        while (now := (table := self.room.table(self.name)).playing) and now.number == number:
            self._decide(table, now)
            yield from self._answers(number)

    def _come_and_go(self, table: Table) -> None:
        """Between rounds players leave and come back, and a player who runs short buys chips."""
        here = self._seated(table)
        staying = sum(not player.away for player in here.values())
        for seat, player in self._players.items():
            if player.away:
                player.away -= 1
            elif seat in here and staying > _AT_LEAST and player.purse.leaves():
                player.away = player.purse.habits.stays_away
                staying -= 1
            if player.away and seat in here:
                self._leave(table, player)
            elif not player.away and (seat in here or seat not in table.seats):
                if seat not in here:
                    self._ask(commands.sit, player.actor, seat=seat)
                self._fund(table, player, player.purse.round_cents, player.purse.buy_in_cents)

    def _seated(self, table: Table) -> dict[int, Player]:
        """Those of these players who are at their seats."""
        return {
            seat: player
            for seat, player in self._players.items()
            if table.seats.get(seat) == player.actor.name
        }

    def _leave(self, table: Table, player: Player) -> None:
        now, seat = table.playing, player.seat
        if now and (seat in now.bets or seat == now.banker_seat):
            return  # after this round
        self._ask(commands.leave, player.actor, seat=seat)
        if table.chips(player.actor.name):
            self._ask(commands.cash_out, FLOOR, player=player.actor.name)

    def _fund(self, table: Table, player: Player, needed: int, bought: int) -> None:
        if table.chips(player.actor.name) < needed:
            self._ask(commands.buy_in, FLOOR, player=player.actor.name, cents=bought)

    def _bank(self, number: int) -> Waiting:
        """The bank goes round until a player takes it."""
        while (now := (table := self.room.table(self.name)).playing) and not now.banker:
            if now.offered:
                player = self._own(table.seats, now.offered, "is offered the bank")
                takes = player.purse.takes_the_bank()
            else:  # nobody wanted it, and without a bank there is no round
                player, takes = self._next_banker(table), True
            if takes:
                cents = player.purse.bank_cents
                self._fund(table, player, cents, cents)
                self._ask(commands.post_bank, player.actor, seat=player.seat, cents=cents)
            else:
                self._ask(commands.decline_bank, player.actor, seat=player.seat)
            yield from self._answers(number)

    def _next_banker(self, table: Table) -> Player:
        last = table.bankers[-1][0] if table.bankers else ""
        seated = self._seated(table)
        before = next((seat for seat in seated if table.seats[seat] == last), 0)
        return seated[min(seated, key=lambda seat: (seat <= before, seat))]

    def _bet(self, table: Table) -> None:
        now = table.playing
        done = {*now.bets, now.banker_seat} if now else set()
        for seat, player in self._seated(table).items():
            if seat not in done and not player.away:
                self._ask(commands.place, player.actor, seat=seat, bets=player.purse.bets())
        self._ask(commands.no_more_bets, AUTOMATIC)

    def _decide(self, table: Table, now: RoundState) -> None:
        """Every player who is due decides; independent decisions go at once."""
        if not now.turn or now.unconfirmed:
            raise Refused(
                f"round {now.number} of table {self.name} waits for a person who is not here",
                code="crowd.waits",
            )
        seats = [now.turn]
        if self._repeated and len(self.game.decisions) == 1:
            seats = [n for n in now.in_play() if n >= now.turn and self._repeated & {*now.bets[n]}]
        declared = procedure.step_of(table, now).words
        for seat in seats:
            player = self._own(now.players, seat, "is to decide")
            seen = situation(self.room.view(self.name, player.actor), seat, declared)
            self._ask(commands.decide, player.actor, seat=seat, word=player.strategy.word(seen))

    def _own(self, holders: Mapping[int, str], seat: int, what: str) -> Player:
        """The player at a seat, who must be one of these."""
        player = self._players.get(seat)
        if player is None or player.actor.name != holders[seat]:
            raise Refused(
                f"seat {seat} of table {self.name} {what}, and {holders[seat]} is not one of the"
                " programmed players",
                code="crowd.stranger",
            )
        return player

    def _ask(self, command: commands.Command, by: Actor, **arguments: Any) -> None:
        self._asked.append(self.room.submit(self.name, command, by=by, **arguments))

    def _answers(self, number: int) -> Waiting:
        """Wait until all that was asked is done, and count it, even if nobody plays on."""
        asked, self._asked = self._asked, []
        try:
            if asked:
                yield asked[-1]  # a table is written in order: when this is done, all are
        finally:
            for each in asked:
                self.tally.add(each.result().recorded, number)
