"""Ways to open a table, and bets that a table takes."""

from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import astuple

from fairdeal import games
from fairdeal.games.layout import Bet, Placed
from fairdeal.games.sheets import approved
from fairdeal.live.table import procedure
from fairdeal.live.table.state import Table
from tests.live.tables import DEALER

LIMITS = ["5-100", "5-100/5", "0.01-0.09", "3.33-40.33/0.37", "7"]
"""From the ordinary to odd cents, which do not divide by any odds."""

SPANS = [(500, 10_000), (1, 3), (37, 100_037), (100, 100)]


@st.composite
def openings(draw: st.DrawFn, key: str) -> dict[str, Any]:
    """What the floor may say when it opens a table of the game; a profile may still object."""
    game = games.game(key)
    sheets, before_the_deal = approved(game).tables, _before_the_deal(key)
    setup = {
        "pay_tables": tuple(f"{bet}={draw(st.sampled_from([*sheets[bet]]))}" for bet in sheets),
        "options": {each.key: draw(st.sampled_from(each.values)) for each in game.options},
        "style": draw(st.sampled_from(["", *game.procedures])),
        "seats": draw(st.sampled_from([game.seats, 4, 3, 2, 1])),
        "hands_per_player": min(draw(st.sampled_from([1, 2, 3, 7])), game.adjacent_hands),
        "betting_seconds": draw(st.sampled_from([0, 0, 30])),
        "decision_seconds": draw(st.sampled_from([0, 30, 3600])),
        "float_cents": draw(st.sampled_from([500, 0, 1_000_000])),
        "dealer": draw(st.sampled_from(["", DEALER.name])),
        "profile": draw(st.sampled_from(["plain", "plain", "washington", "california"])),
        "plays_on": draw(st.booleans()),
        "practice": draw(st.booleans()),
        "tips": draw(st.booleans()),
        "tiers": draw(st.sampled_from([{}, {}, {"floor": 3000}, {"manager": 10_000}])),
    }
    setup["least_cents"], setup["most_cents"] = draw(st.sampled_from(SPANS))
    # Limits that must equal each other are left to follow, and compulsory bets are not left out.
    setup["limits"] = {
        bet.key: draw(st.sampled_from(LIMITS if bet.required or bet.required_by else _WITHOUT))
        for bet in before_the_deal
        if not bet.equals and draw(st.booleans())
    }
    return setup


_WITHOUT = [*LIMITS, "none"]


def _before_the_deal(key: str) -> list[Bet]:
    return [bet for bet in games.game(key).bets if bet.placed is Placed.BEFORE_THE_DEAL]


def stakes(table: Table, choose: Random) -> dict[str, int]:
    """Bets of one seat within the limits of the table."""
    setup, bets = procedure.setup_of(table), dict[str, int]()
    for bet in _before_the_deal(setup.game):
        if bet.key not in setup.limits:
            continue
        least, most, step = astuple(setup.limits[bet.key])
        if not bet.is_required(setup.options) and choose.random() < 0.4:
            continue
        most = min(most, bets[bet.at_most]) if bet.at_most else most
        if most >= least:
            cents = least + step * choose.randrange(min((most - least) // step, 40) + 1)
            bets[bet.key] = bets[bet.equals] if bet.equals else cents
    return bets
