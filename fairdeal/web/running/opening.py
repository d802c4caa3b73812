"""A room that has no tables yet: one of each game, progressives, and people to play with."""

from contextlib import suppress
from typing import Final

from fairdeal import games
from fairdeal.errors import FairdealError
from fairdeal.games.layout import Game
from fairdeal.games.sheets import approved
from fairdeal.games.terms import terms
from fairdeal.live import Actor, Role, Room, commands
from fairdeal.live.actors import OPENING
from fairdeal.live.events import TableOpened
from fairdeal.live.worth import Worth
from fairdeal.web.access.names import REGULARS
from fairdeal.web.form.choices import NEW
from fairdeal.web.running.regulars import Regulars

MANAGER: Final = Actor(OPENING.name, Role.MANAGER)

_FREE: Final = 2
"""Seats that programmed players leave to people; they give way where people want more."""


def open_tables(room: Room) -> None:
    """A table of each game, one to practise at, and a progressive, where there is nothing yet.

    A cash room has no practice table.  A play room needs no staff: banks fill
    themselves, and tables go on while a payment waits for the floor.
    """
    if room.tables():
        return
    fed = {key: _progressive(room, game) for key, game in games.GAMES.items()}
    for number, game in enumerate(games.GAMES.values(), 1):
        _open(room, f"table-{number}", game.key, fed[game.key], pay_tables=_marked(game))
    if room.worth() is not Worth.CASH:
        _open(room, "practice-1", next(iter(games.GAMES)), practice=True)


def _progressive(room: Room, game: Game) -> str:
    """Open a progressive for the game's first bet that meters pay, and give its name.

    It is named after the bet, or the bet and the game where that is taken; without such a bet there
    is none.
    """
    bet = next((key for key, table in terms(game).pay.items() if table.by_meter), "")
    is_taken = bet and room.progressive(bet).setup is not None
    name = f"{bet}-{game.key}" if is_taken else bet
    if bet:
        room.do(name, commands.open_progressive, by=MANAGER, game=game.key, bet=bet)
    return name


def _marked(game: Game) -> tuple[str, ...]:
    """Of each bet that may have a lammer, the first pay table with one: visitors see envy paid."""
    tables = approved(game).tables
    return tuple(
        next(f"{bet.key}={each.name}" for each in tables[bet.key].values() if each.has(bet.lammer))
        for bet in game.bets
        if bet.lammer
    )


def _open(
    room: Room,
    table: str,
    game: str,
    progressive: str = "",
    *,
    pay_tables: tuple[str, ...] = (),
    practice: bool = False,
) -> None:
    is_play = room.worth() is not Worth.CASH
    room.do(
        table,
        commands.open_table,
        by=OPENING,
        game=game,
        pay_tables=pay_tables,
        betting_seconds=NEW["betting_seconds"],
        decision_seconds=NEW["decision_seconds"],
        progressive=progressive,
        practice=practice,
        plays_on=is_play,
        fills_itself=is_play,
    )


class Company:
    """Programmed players at every table that is open, also at those that open later."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._at: dict[str, tuple[TableOpened, Regulars]] = {}

    def __call__(self, now: int) -> None:
        """Every programmed player who is due acts; what fails at one table stops no other."""
        failed: Exception | None = None
        for name in self._room.tables():
            try:
                self._act(name, now)
            except Exception as error:  # a game's rules may be another author's code
                failed = failed or error
        if failed is not None:
            raise failed

    def _act(self, name: str, now: int) -> None:
        """Every programmed player of one table who is due acts."""
        table = self._room.table(name)
        if not table.is_open or table.setup is None:
            self._at.pop(name, None)
            return
        if name not in self._at or self._at[name][0] != table.setup:
            self._at[name] = (table.setup, self._seated(name, table.setup))
        regulars, free = self._at[name][1], table.setup.seats - len(table.seats)
        if free == 0:
            regulars.give_way()
        elif free > _FREE:
            regulars.sit(free - _FREE)
        with suppress(FairdealError):  # the other tables wait as well
            regulars(now)

    def _seated(self, table: str, setup: TableOpened) -> Regulars:
        """Who sits there from before, and new people; nobody plays at two tables."""
        seats = {name: self._room.table(name).seats for name in self._room.tables()}
        taken = {player for each in seats.values() for player in each.values()}
        # A player who gave way comes back to the same table.
        taken.update(*(others.names for name, (_, others) in self._at.items() if name != table))
        free = (name for name in REGULARS if name not in taken)
        here = {seat: player for seat, player in seats[table].items() if player in REGULARS}
        new = [seat for seat in range(1, setup.seats - _FREE + 1) if seat not in here]
        return Regulars(self._room, table, here | dict(zip(new, free, strict=False)))
