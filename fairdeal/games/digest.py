"""The fingerprint of a game's rules: what may be bet, decided and dealt, and what is paid."""

from functools import cache
from typing import Final

from fairdeal.fingerprint import Fingerprints
from fairdeal.games import SETTLEMENTS, referee
from fairdeal.games.layout import Game
from fairdeal.games.round import Round, Seat, Settlement
from fairdeal.games.sheets import Sheets, approved
from fairdeal.games.terms import Terms, terms

_WORDS: Final = (
    *("fairdeal.games.reasons", "fairdeal.hands.words", "fairdeal.errors"),
    *("fairdeal.cards.name", "fairdeal.cards.show", "fairdeal.money.show"),
    "fairdeal.games.paytable.Pay.__str__",
)
"""What only puts things into words: a better sentence does not change a rule."""

_ELSEWHERE: Final = (
    "fairdeal.rule",
    "fairdeal.games.SETTLEMENTS",
    "fairdeal.games.sheets.approved",
)
"""The way to a game's own parts, which count by themselves."""

_RULES: Final = Fingerprints(*_WORDS, *_ELSEWHERE)

_FOR_EVERY_GAME: Final = (referee.settled, referee.settled_stages, terms, Round, Seat, Terms)
"""What the referee adds to a game's own settlement, and what the settlement is given."""


@cache
def rules_digest(game: Game) -> str:
    """The fingerprint of what the game's rules mean; it is recorded with every opened table.

    Prose does not count, nor do comments, other games or the version of Python.
    """
    return digest_of(game, SETTLEMENTS[game.key], approved(game))


def digest_of(game: Game, settlement: Settlement, sheets: Sheets) -> str:
    """The same of a game with this settlement and these pay tables."""
    return _RULES.of(game, settlement, sheets, *_FOR_EVERY_GAME)
