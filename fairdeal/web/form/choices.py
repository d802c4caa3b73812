"""The form in which a table is opened or changed: everything that can be chosen."""

from collections.abc import Iterator
from datetime import date
from typing import Any, Final

from fairdeal import games, money
from fairdeal.games.layout import Game, Placed
from fairdeal.games.paytable import PayTable
from fairdeal.games.sheets import approved
from fairdeal.games.terms import terms
from fairdeal.house.approvals import HOUSE_TIERS, Signer
from fairdeal.house.limits import Limit, Limits, limits_of, placeable
from fairdeal.house.profile import PROFILES, editions, profile
from fairdeal.house.wagers import fitted
from fairdeal.live import Room, events
from fairdeal.live.table.procedure import limits_in
from fairdeal.live.worth import Worth
from fairdeal.web.form.edges import Edge, Priced
from fairdeal.web.naming import title

_STYLES: Final = {"machine": "shuffler packets", "hand": "by hand"}

LEAST: Final = 500
MOST: Final = 10_000
"""Cents between which a new table takes bets unless the form says otherwise."""

NEW: Final[dict[str, Any]] = {
    "profile": PROFILES[0],
    "style": "",
    "seats": 6,
    "betting_seconds": 15,
    "decision_seconds": 30,
    "progressive": "",
    "plays_on": False,
    "practice": False,
    "float_cents": 1_000_000,
    "dealer": "",
    "hands_per_player": 1,
    "tiers": HOUSE_TIERS,
    "aggregates": {},
    "fills_itself": False,
    "tips": False,
}


def form(room: Room, key: str, setup: events.TableOpened | None, today: date) -> dict[str, Any]:
    """What the form of a game offers; as a table was set up, or as a new one would be."""
    game = games.game(key)
    if setup is not None and setup.game != game.key:
        setup = None
    chosen = terms(game, setup.pay_tables if setup else None, setup.options if setup else None)
    law = profile(setup.profile if setup else PROFILES[0], today)
    limits = limits_in(setup) if setup else fitted(law, game, limits_of(game, LEAST, MOST))
    feeds = [
        name for name in room.links.names() if room.progressive(name).link(game.key, _keys(game))
    ]
    new = NEW | {"progressive": feeds[0] if feeds else "", "style": next(iter(game.procedures))}
    return {
        "game": game,
        "games": list(games.GAMES.values()),
        "profiles": [(each, editions(each)[0].name) for each in PROFILES],
        "options": [
            (each, chosen.options[each.key], each.key.replace("-", " ").capitalize())
            for each in game.options
        ],
        "tables": [
            {
                "bet": bet,
                "title": title(game.bet(bet).name),
                "choices": [(name, in_short(sheet)) for name, sheet in sheets.items()],
                "chosen": chosen.pay[bet].name,
            }
            for bet, sheets in approved(game).tables.items()
        ],
        "limits": list(_limits(game, limits)),
        "styles": [(each, _STYLES.get(each, each)) for each in game.procedures],
        "signers": list(Signer),
        "house_tiers": [money.show(cents) for cents in HOUSE_TIERS.values()],
        "limited": [
            (bet, title(game.bet(bet).name))
            for bet, sheet in chosen.pay.items()
            if game.bet(bet).placed is Placed.BEFORE_THE_DEAL
            and sheet.has("pays")
            and not any(pay.meter for pay in sheet.pays["pays"])
        ],
        "takes_play_chips": room.worth() is not Worth.CASH,
        "progressives": feeds,
        "now": _as_opened(game, setup) if setup else new,
    }


def _as_opened(game: Game, setup: events.TableOpened) -> dict[str, Any]:
    """What the fields say of a table that was opened before."""
    own = {each: getattr(setup, each) for each in NEW if each != "fills_itself"}
    return own | {"fills_itself": not setup.floor_fills and not game.player_banked}


def next_name(room: Room, stem: str = "table") -> str:
    """A name that no table has yet: the stem and a number."""
    taken = room.tables()
    return next(
        name for number in range(1, len(taken) + 2) if (name := f"{stem}-{number}") not in taken
    )


def edges_shown(game: Game, priced: Priced | None) -> dict[str, Any]:
    """The edges as the form writes them, each at its place; nothing while they are counted."""
    found = priced or {}
    return {
        "edges": {
            f"{bet} {table}".strip(): [edge.percent, str(edge.exact)]
            for (bet, table), edge in found.items()
        },
        "per": {bet: f"edge per {_unit(game, edge)}" for (bet, _), edge in found.items()},
        "counting": priced is None,
    }


def _unit(game: Game, edge: Edge) -> str:
    return title(game.bet(edge.bet).name) if edge.per != "stake" else "bet"


def in_short(sheet: PayTable) -> str:
    """The lines of a pay table from the highest, without what they are paid for."""
    column = sheet.columns[0].key
    pays = [str(sheet.pays[column][event]) for event in sheet.printed[column]]
    shown = [each.removesuffix(" to 1").replace(",", "") for each in pays if each != "lose"]
    return ", ".join(shown)


def _limits(game: Game, limits: Limits) -> Iterator[dict[str, Any]]:
    """A row for every bet that has a limit of its own."""
    for bet in placeable(game):
        if not bet.equals:
            limit = limits.get(bet.key)
            yield {
                "bet": bet.key,
                "title": title(bet.name),
                "is_compulsory": bet.required,
                "is_offered": limit is not None,
                **_amounts(limit or Limit(LEAST, MOST)),
            }


def _amounts(limit: Limit) -> dict[str, str]:
    return {
        "least": _typed(limit.least),
        "most": _typed(limit.most),
        "step": "" if limit.step == 1 else _typed(limit.step),
    }


def _typed(cents: int) -> str:
    return money.show(cents).removeprefix("$").replace(",", "")


def _keys(game: Game) -> list[str]:
    return [bet.key for bet in placeable(game)]
