"""What pages say of a game: even pays, top awards, pay tables, limits in force."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairdeal import games, money
from fairdeal.errors import listed
from fairdeal.games.describe import described
from fairdeal.games.layout import Game, Placed, multiple
from fairdeal.games.sheets import approved
from fairdeal.live import events
from fairdeal.web.drawing.pieces import Face
from fairdeal.web.naming import capital, span, title


def even_pays(game: Game) -> list[tuple[str, str]]:
    """Bets that pay even money, or nearly, with the whole sentence."""
    return [(title(bet.name), bet.pays) for bet in game.bets if bet.pays]


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
    for bet in (each for each in game.bets if each.top):
        own, _, dealer = bet.top.partition("|")
        sheet = approved(game).tables[bet.key][tables[bet.key]]
        column = sheet.columns[0]
        event = sheet.printed[column.key][0]
        found.append(
            {
                "bet": title(bet.name),
                "hand": column.name(event),
                "pays": str(sheet.pays[column.key][event]),
                "cards": [Face(card) for card in own.split()],
                "dealer": [Face(card) for card in dealer.split()],
            }
        )
    return found


def sheets(setup: events.TableOpened) -> list[dict[str, Any]]:
    """The pay tables in force, as the side panel shows them."""
    game, shown = games.known(setup.game), []
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
    game, found = games.known(setup.game), []
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


def default_told(game: Game) -> str:
    """What the table does for a player who does not decide in time; empty without decisions."""
    words = dict.fromkeys(f"{step.default}s" for step in game.decisions)
    return listed(words, "or") if words else ""
