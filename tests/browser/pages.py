"""Every page of the card room, who opens it, and a room in which there is something to see on it.

A new page needs one line here; it is then looked at for accessibility, at every width, and has its
picture taken.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from msgspec.structs import replace
from playwright.sync_api import Page, expect
from starlette.applications import Starlette
from starlette.routing import Route

from fairdeal import cards, games
from fairdeal.live import AUTOMATIC, Actor, Role, commands
from fairdeal.web.access.sessions import COOKIE
from tests.browser.house import DESK, OpenHouse
from tests.live.tables import BETS, DEALER, FLOOR, MANAGER
from tests.web.house import PASSWORD

NELL: Final = Actor("nell", Role.FLOOR)
PAT: Final = Actor("pat", Role.PLAYER)
OTHERS: Final = tuple(Actor(name, Role.PLAYER) for name in ("mara", "ines", "oskar"))
_LONG: Final = 3600
"""Seconds to bet or decide, so that nothing moves while it is looked at."""


@dataclass(frozen=True)
class Shown:
    """A page as somebody sees it."""

    name: str
    path: str
    role: str = "player"
    """Who opens it; a player sits at every table, one who is away has done nothing for long, and
    who is new has yet to choose a password."""
    route: str = ""
    """The pattern of its address, where it has fields."""

    @property
    def pattern(self) -> str:
        return self.route or self.path.partition("?")[0]

    def __str__(self) -> str:
        return self.name


_TABLE: Final = "/tables/{table}"

PAGES: Final = (
    Shown("lobby", "/"),
    Shown("lobby-of-staff", "/", "floor"),
    *(
        Shown(f"table-{game}", f"/tables/pit-{number}", route=_TABLE)
        for number, game in enumerate(games.GAMES, 1)
    ),
    Shown("table-bets", "/tables/pit-6", route=_TABLE),
    Shown("table-settled", "/tables/pit-7", route=_TABLE),
    Shown("table-practice", "/tables/pit-7?adviser=on", route=_TABLE),
    Shown("table-watched", "/tables/pit-1", "stranger", _TABLE),
    *(Shown(f"rules-{game}", f"/rules/{game}", route="/rules/{game}") for game in games.GAMES),
    Shown("replay", "/replay/pit-7/1", route="/replay/{table}/{round}"),
    Shown("rounds", "/rounds?table=pit-7"),
    Shown("shuffle", "/shuffle?table=pit-7&round=1"),
    Shown("sign", "/sign/pit-2", "stranger", "/sign/{topic}"),
    Shown("sign-in", "/sign-in", "stranger"),
    Shown("still-there", "/?x=1", "away", "/"),
    Shown("first", "/first/ours", "stranger", "/first/{word}"),
    Shown("first-used", "/first/not-ours", "stranger", "/first/{word}"),
    Shown("not-there", "/tables/pit-99", route=_TABLE),
    Shown("not-for-you", "/staff", "dealer"),
    Shown("dealers", "/dealer", "dealer"),
    Shown("dealer", "/dealer/pit-8", "dealer", "/dealer/{table}"),
    Shown("jackpot", "/dealer/pit-3/jackpot", "dealer", "/dealer/{table}/jackpot"),
    Shown("floor", "/floor", "floor"),
    Shown("floor-watched", "/floor", "surveillance"),
    Shown("floor-table", "/floor/tables/pit-1", "manager", "/floor/tables/{table}"),
    Shown("cage", "/cage", "floor"),
    Shown("staff", "/staff", "manager"),
    Shown("password", "/password", "floor"),
    Shown("password-to-choose", "/floor?x=1", "new", "/password"),
    Shown("books", "/books", "auditor"),
    Shown("books-meters", "/books/meters", "auditor"),
    Shown("books-check", "/books/check", "auditor"),
    Shown("log", "/log", "auditor"),
    Shown("log-event", "/log/5", "auditor", "/log/{pos}"),
    Shown("lab", "/lab"),
    Shown("lab-design", "/lab/design?bet=pair-plus"),
)

NO_PAGES: Final = (
    "/static",
    "/stream",
    "/api",
    "/lab/figures",
    "/lab/sheet",
    "/lab/design/figures",
    "/lab/design.",
    "/floor/form",
    "/books/export",
    "/staff/log.csv",
    "/waiting",
    "/books/chain",
    "/books/check/findings",
    "/health",
    "/metrics",
)
"""How addresses begin that are not pages but pieces of some, files, or for programs."""


def patterns(app: Starlette) -> set[str]:
    """The addresses of all pages."""
    found = {route.path for route in app.routes if isinstance(route, Route)}
    posts = {
        route.path
        for route in app.routes
        if isinstance(route, Route) and "GET" not in (route.methods or {"GET"})
    }
    return {path for path in found - posts if not path.startswith(NO_PAGES)}


def pages_of(app: Starlette) -> list[Shown]:
    """The pages that there are."""
    there = patterns(app)
    return [page for page in PAGES if page.pattern in there]


class Furnished(OpenHouse):
    """A room with a table of every game in play, bets placed at one and rounds over at others."""

    def furnish(self) -> None:
        """Put everything where the list of pages expects it, in the same way each time."""
        self.deck = " ".join(map(cards.name, Random(7).sample(range(52), 52)))
        self.room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
        for person in _PEOPLE.values():
            self.staff(person.name, person.role)
        self.site.accounts.set_password(NELL.name, PASSWORD, by="max")
        accounts: Any = self.site.accounts
        checked = accounts.check_first
        accounts.check_first = lambda word: None if word == "ours" else checked(word)
        for number, game in enumerate(games.GAMES, 1):
            self._opened(f"pit-{number}", game)
            self._dealt(f"pit-{number}", game)
        self._opened("pit-6", "three-card-poker")
        self._opened("pit-7", "three-card-poker", practice=True)
        self._dealt("pit-7", "three-card-poker")
        self._decided("pit-7")
        self._opened("pit-8", "three-card-poker", dealer="dora")
        self.room.do("pit-8", commands.open_round, by=DEALER)
        self._dealt("pit-8", "three-card-poker", DEALER)
        self.room.do("pit-8", commands.next_step, by=DEALER)

    def _opened(self, table: str, game: str, **setup: Any) -> None:
        if game == "ags-3-card":
            setup |= {"progressive": "stax", "limits": {"stax": "5"}}
        self.open(game, table, betting_seconds=_LONG, decision_seconds=_LONG, **setup)
        for seat, player in enumerate((PAT, *OTHERS), 1):
            self.room.do(table, commands.sit, by=player, seat=seat)
            self.room.do(table, commands.buy_in, by=FLOOR, player=player.name, cents=100_000)

    def _dealt(self, table: str, game: str, dealer: Actor = AUTOMATIC) -> None:
        """Everybody has bet, and the first who has something to decide is to decide."""
        now = self.room.table(table).playing
        if now and now.offered:  # the last of them banks, and everybody else plays
            for seat, player in enumerate((PAT, *OTHERS[:-1]), 1):
                self.room.do(table, commands.decline_bank, by=player, seat=seat)
            bank = len(OTHERS) + 1
            self.room.do(table, commands.post_bank, by=OTHERS[-1], seat=bank, cents=50_000)
        for seat, player in enumerate((PAT, *OTHERS), 1):
            now = self.room.table(table).playing
            if not now or now.banker != player.name:
                bets = dict(BETS[game])
                self.room.do(table, commands.place, by=player, seat=seat, bets=bets)
        self.room.do(table, commands.no_more_bets, by=dealer)

    def _decided(self, table: str) -> None:
        while (now := self.room.table(table).playing) and now.turn:
            by = Actor(now.players[now.turn], Role.PLAYER)
            self.room.do(table, commands.decide, by=by, seat=now.turn, word="play")

    def settle(self, table: str, dealer: Actor) -> None:
        """Everybody has decided, and the dealer has turned the cards and settles hands."""
        self.room.do(table, commands.next_step, by=dealer)
        self._decided(table)
        while (now := self.room.table(table).playing) and not now.lines:
            self.room.do(table, commands.next_step, by=dealer)

    def visit(self, shown: Shown, viewport: Any = DESK, script: str = "", **more: Any) -> Page:
        """Somebody opens a page, with a script that runs before any other."""
        page = self.page(viewport, **more)
        page.add_init_script(script)
        if shown.role != "stranger":
            guest = shown.role in ("player", "away")
            actor = PAT if guest else _PEOPLE[shown.role]
            session = self.session(actor)
            if shown.role == "away":
                session = replace(session, seen=session.seen - 31 * 60_000_000)
            cookie = self.site.sessions.cookie(session)
            context = page.context
            context.add_cookies([{"name": COOKIE, "value": cookie, "url": self.address}])
        page.goto(shown.path)
        expect(page.locator("main").first).to_be_visible()
        waits = page.locator("meta[http-equiv=refresh]")  # for figures that take a while
        expect(waits).to_have_count(0, timeout=90_000)
        counts = page.locator(".stale, #figures .skel, #figures progress")
        expect(counts).to_have_count(0, timeout=90_000)
        return page


_PEOPLE: Final = {
    "dealer": DEALER,
    "floor": Actor("fran", Role.FLOOR),
    "auditor": Actor("aude", Role.AUDITOR),
    "manager": Actor("max", Role.MANAGER),
    "surveillance": Actor("cam", Role.SURVEILLANCE),
    "new": NELL,
}
"""The house's people, by role."""


def widths() -> Iterator[int]:
    """At which nothing may stick out sideways."""
    yield from (360, 640, 820, 1024, 1280, 1440)
