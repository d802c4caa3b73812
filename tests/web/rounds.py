"""Rounds that tests play at a table of a house."""

from collections.abc import Mapping

from fairdeal.live import Actor, Role, commands
from tests.live.tables import FLOOR
from tests.web.house import AUTOMATIC, Browser, House

MARA, OSKAR = Actor("mara", Role.PLAYER), Actor("oskar", Role.PLAYER)


def seated(house: House, who: Actor, seat: int, table: str = "pit-1") -> None:
    """Somebody with chips at a seat."""
    house.room.do(table, commands.sit, by=who, seat=seat)
    house.room.do(table, commands.buy_in, by=FLOOR, player=who.name, cents=50_000)


def guest(browser: Browser, table: str = "pit-1") -> Actor:
    """The browser's guest, at the first free seat."""
    name = browser.name
    assert browser.act("sit", table).status_code == 200
    return Actor(name, Role.PLAYER)


def bets_fall(house: House, bets: Mapping[Actor, Mapping[str, int]], table: str = "pit-1") -> None:
    """Everybody bets, and the cards are dealt."""
    for who, placed in bets.items():
        [seat] = house.room.table(table).seats_of(who.name)
        house.room.do(table, commands.place, by=who, seat=seat, bets=dict(placed))
    house.room.do(table, commands.no_more_bets, by=AUTOMATIC)


def decided(house: House, words: Mapping[Actor, str], table: str = "pit-1") -> None:
    """Everybody decides, in turn."""
    for who, word in words.items():
        [seat] = house.room.table(table).seats_of(who.name)
        house.room.do(table, commands.decide, by=who, seat=seat, word=word)
