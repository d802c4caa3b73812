"""What pages say beside a game's declaration: even pays, top awards, pay tables, limits in force.

These words decide nothing, so they are no part of the rules' fingerprint; tests hold every one of
them against what the referee pays.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from fairdeal import games, money
from fairdeal.games.describe import described
from fairdeal.games.layout import Game, Placed, multiple
from fairdeal.games.sheets import approved
from fairdeal.live import events
from fairdeal.web.drawing.pieces import Face
from fairdeal.web.naming import capital, span, title

_ANTE: Final = (
    "1 to 1 if you beat the dealer, or if the dealer has less than queen high; a tie is a push"
)
_PLAY: Final = (
    "1 to 1 if you beat a dealer with queen high or better; a push on a tie, and if the dealer has"
    " less"
)

PAYS: Final[Mapping[str, Mapping[str, str]]] = {
    "three-card-poker": {"ante": _ANTE, "play": _PLAY},
    "ags-3-card": {"ante": _ANTE, "play": _PLAY},
    "napa-three-card-poker": {
        "ante": _ANTE.replace("dealer", "player/dealer"),
        "play": "1 to 1 if you beat a player/dealer with queen high or better; a push on a tie; it"
        " goes back if the player/dealer has less",
    },
    "three-card-fury": {
        "ante": "1 to 1 if you beat the dealer, whatever the dealer has; a tie is a push",
        "play": "1 to 1 if you beat a dealer with king high or better; a push on a tie, and if the"
        " dealer has less",
    },
    "three-way-action": {
        "high-card": "1 to 1 if your first card is higher; a tie loses half",
        "blackjack": "1 to 1 if you are closer to 21 without going over; a natural pays as the"
        " house says, 3 to 2 unless it says 6 to 5; a tie is a push",
        "poker": "1 to 1 if your best five cards win; half to 1 if the dealer has less than ace"
        " high; a tie is a push",
    },
}
"""What bets without a pay table pay."""

_ROYAL: Final = "As Ks Qs"
TOPS: Final[Mapping[str, Mapping[str, tuple[str, str]]]] = {
    "three-card-poker": {
        "ante-bonus": (_ROYAL, ""),
        "pair-plus": (_ROYAL, ""),
        "bonus": (_ROYAL, ""),
    },
    "napa-three-card-poker": {"pair-plus": (_ROYAL, "")},
    "ags-3-card": {
        "ante-bonus": (_ROYAL, ""),
        "player-bonus": (_ROYAL, ""),
        "six-card-bonus": (_ROYAL, "Js Ts 9s"),
        "stax": ("Ad Kd Qd", ""),
    },
    "three-card-fury": {
        "monster": ("As Ks Qs 2c", "Qd 9c 2h"),
        "royal-family": ("As Ks Qs Js", ""),
        "seven-card": ("As Ks Qs Js", "Ts 9s 8s"),
    },
    "three-way-action": {"bonus": ("As Ks Qs Js Ts 3d 2c", "")},
}
"""Cards of the player, and of the dealer where they count, that win the top line of each bet."""


def even_pays(game: Game) -> list[tuple[str, str]]:
    """Bets that pay even money, or nearly, with the whole sentence."""
    return [(title(game.bet(key).name), text) for key, text in PAYS.get(game.key, {}).items()]


@dataclass(frozen=True, slots=True)
class RankedKind:
    """A kind of hand with the cards of its example."""

    name: str
    text: str
    cards: tuple[Face, ...]


def kinds(game: Game) -> list[RankedKind]:
    """The kinds of hand of a game's ranking, highest first."""
    return [
        RankedKind(kind.name, kind.text, tuple(Face(card) for card in kind.example.split()))
        for kind in game.ranking.kinds
    ]


def tops(game: Game, tables: Mapping[str, str]) -> list[dict[str, Any]]:
    """The top line of every bet under the pay tables in force, with cards that win it."""
    found = []
    for key, (own, dealer) in TOPS.get(game.key, {}).items():
        sheet = approved(game).tables[key][tables[key]]
        column = sheet.columns[0]
        event = sheet.printed[column.key][0]
        found.append(
            {
                "bet": title(game.bet(key).name),
                "hand": column.name(event),
                "pays": str(sheet.pays[column.key][event]),
                "cards": [Face(card) for card in own.split()],
                "dealer": [Face(card) for card in dealer.split()],
            }
        )
    return found


def sheets(setup: events.TableOpened) -> list[dict[str, Any]]:
    """The pay tables in force, as the side panel shows them."""
    game, shown = games.game(setup.game), []
    for table in described(game)["pay_tables"]:
        if setup.pay_tables.get(table["bet"]) != table["name"]:
            continue
        last = [*table["columns"]][-1]
        for column, lines in table["columns"].items():
            below = game.bet(table["bet"]).footnotes if column == last else ()
            more = "" if column == "pays" else f", {table['titles'][column]}"
            shown.append(
                {
                    "name": title(game.bet(table["bet"]).name),
                    "table": f"table {table['name']}{more}",
                    "notes": [capital(each) for each in below],
                    "lines": [
                        (capital(line["hand"]), line["pays"])
                        for line in lines
                        if line["pays"] != "lose"
                    ],
                }
            )
    return shown


def limits(setup: events.TableOpened) -> list[dict[str, str]]:
    """What a table takes on every bet, and by which pay table it pays."""
    game, found = games.game(setup.game), []
    for bet in game.bets:
        limit = setup.limits.get(bet.key)
        cap = setup.aggregates.get(bet.key)
        if limit or bet.placed is not Placed.BEFORE_THE_DEAL:
            found.append(
                {
                    "bet": title(bet.name),
                    "takes": span(limit) if limit else _without_limit(game, bet.key),
                    "step": money.show(limit.step_cents) if limit else "",
                    "table": setup.pay_tables.get(bet.key, ""),
                    "cap": f"{money.show(cap)} for all seats together in a round" if cap else "",
                }
            )
    return found


def _without_limit(game: Game, key: str) -> str:
    bet = game.bet(key)
    if bet.placed is Placed.AWARD:
        return "nothing: it is an award"
    raises = game.raises(key)
    said = multiple(raises, f"the {title(game.bet(raises[0].of).name)}")
    return said.replace("equal to", "as much as")


def default_word(game: Game) -> str:
    """What is decided for a player who does not decide in time."""
    steps = (step for steps in game.procedures.values() for step in steps)
    return next(step.default for step in steps if step.default)
