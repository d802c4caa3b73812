"""A round of any game on a player's page, with a player in every other seat, phase by phase."""

from collections.abc import Iterator
from typing import Any, Final

from playwright.sync_api import Page, expect

from fairdeal import games
from fairdeal.games.layout import FOLD
from fairdeal.house.limits import placeable
from fairdeal.live import AUTOMATIC, Actor, Role, commands
from fairdeal.live.events import Limit
from fairdeal.web.access.sessions import COOKIE
from tests.browser.house import OpenHouse
from tests.live.tables import FLOOR, MANAGER

_LONG: Final = 600
"""Seconds to bet or decide, so that nothing moves while it is looked at."""

_NAMES: Final = ("mara", "ines", "oskar", "teo", "ruth", "jo")

_IS_SHOWN: Final = """parts => Object.entries(parts).every(([name, html]) => {
  const template = document.createElement("template");
  template.innerHTML = html;
  const part = document.querySelector(`[data-part=${name}]`)?.cloneNode(true);
  part?.querySelectorAll("[data-verdict]").forEach((line) => line.replaceChildren());
  return part?.innerHTML === template.innerHTML;
})"""
"""Whether the page shows these parts; scripts fill only the lines for what they have checked."""


class Seated:
    """A player at the last seat of a full table, and the player's page."""

    def __init__(self, house: OpenHouse, key: str, **setup: Any) -> None:
        self.house, self.game, self.table = (
            house,
            games.game(key),
            f"pit-{len(house.room.tables()) + 1}",
        )
        if key == "ags-3-card":
            setup |= {"progressive": f"stax-of-{self.table}", "limits": {"stax": "5"}}
            house.room.do(setup["progressive"], commands.open_progressive, by=MANAGER, game=key)
        clock = {"betting_seconds": _LONG, "decision_seconds": _LONG}
        house.open(key, self.table, seats=self.game.seats, **clock, **setup)
        own = Actor(f"pat-{self.table}", Role.PLAYER)
        names = (*_NAMES[: self.game.seats - 1], own.name)
        self.players = {seat: Actor(name, Role.PLAYER) for seat, name in enumerate(names, 1)}
        self.seat, self.own = self.game.seats, own
        for seat, player in self.players.items():
            house.room.do(self.table, commands.sit, by=player, seat=seat)
            house.room.do(
                self.table, commands.buy_in, by=FLOOR, player=player.name, cents=1_000_000
            )
        self.page = house.page()
        session = house.site.sessions.cookie(house.session(own))
        cookie: Any = {"name": COOKIE, "value": session, "url": house.address}
        self.page.context.add_cookies([cookie])
        self.page.goto(f"/tables/{self.table}")
        expect(self.page.locator(f'[data-own="{self.seat}"]')).to_be_visible()

    def _do(self, command: Any, by: Actor, **asked: Any) -> None:
        self.house.room.do(self.table, command, by=by, **asked)

    def shows(self, page: Page, viewer: Actor | None) -> None:
        """The page has come to show what the room has."""
        parts = self.house.site.hub.shown("table", self.table, viewer)
        asked = {name: parts[name] for name in ("dealer", "ring", "receipt", "history")}
        page.wait_for_function(_IS_SHOWN, arg=asked)

    def round(self, *, folds: bool = False) -> Iterator[str]:
        """Every phase of a round, by its name, as soon as the page shows it.

        Everybody bets as much as the table takes.  Every other seat stakes as much as there is to
        stake; the rest, and the player where the player *folds*, give up and take back what can be.
        """
        bank = self._bank()
        yield "bets"
        if bank != self.seat:
            self._chips()
            yield "chips"
            self.page.keyboard.press("r")
            expect(self.page.locator("[data-word]")).to_have_text("Placed")
            yield "placed"
        bets = {bet: limit.most_cents for bet, limit in self.limits.items()}
        for seat, player in self.players.items():
            if seat not in (bank, self.seat):
                self._do(commands.place, player, seat=seat, bets=bets)
        if (now := self._now()) and now.betting:
            self._do(commands.no_more_bets, AUTOMATIC)
        while (now := self._now()) and now.turn:
            if now.turn == self.seat or now.turn == min(set(self.players) - {bank}):
                self.shows(self.page, self.own)
                yield f"decision {len(now.decisions.get(now.turn, ())) + 1} of seat {now.turn}"
            self._decide(now.turn, folds=folds if now.turn == self.seat else now.turn % 2 == 0)
        self.shows(self.page, self.own)
        yield "settled"

    @property
    def limits(self) -> dict[str, Limit]:
        """What the table takes on each bet that is placed before the deal."""
        setup = self.house.room.table(self.table).setup
        assert setup is not None
        return {
            bet.key: limit
            for bet in placeable(self.game)
            if (limit := setup.limits.get(bet.key) or setup.limits.get(bet.equals))
        }

    def _chips(self) -> None:
        """A hundred dollars on every spot, or the most that it takes."""
        for bet, limit in self.limits.items():
            self.page.keyboard.press("4" if limit.most_cents >= 10_000 else "2")
            if not self.game.bet(bet).equals:  # it comes with the other
                self.page.locator(f'[data-spot="{bet}"]').click()

    def _now(self) -> Any:
        return self.house.room.table(self.table).playing

    def _bank(self) -> int:
        """Where players bank, the first of them does; the seat."""
        while (now := self._now()) and now.offered:
            seat = now.offered
            self._do(commands.post_bank, self.players[seat], seat=seat, cents=900_000)
        now = self._now()
        self.shows(self.page, self.own)
        return now.banker_seat if now else 0

    def _decide(self, seat: int, *, folds: bool) -> None:
        offered = self.house.room.view(self.table, self.players[seat]).choices
        costs = {each.word: each.cents for each in offered if each.word != "hit"}
        least = min(costs, key=lambda word: (word != FOLD, costs[word]))
        most = max(costs, key=lambda word: (word != FOLD, costs[word]))
        self._do(commands.decide, self.players[seat], seat=seat, word=least if folds else most)
