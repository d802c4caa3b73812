"""What a programmed player bets: flat amounts in whole chips, within the limits of the table."""

from dataclasses import dataclass
from math import lcm
from random import Random
from typing import Final

from fairdeal import games
from fairdeal.games.layout import Bet, Game, Placed
from fairdeal.house.limits import Limit, placeable
from fairdeal.live.events import TableOpened
from fairdeal.live.table.procedure import limits_in

CHIP_CENTS: Final = 100
"""The smallest chip that players handle."""

_SIZES: Final = (1, 1, 1, 2, 2, 3, 5)
"""How many times the least bet a player bets; small players are the many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How players handle their money and their time."""

    side_bets: float = 0.5
    """How often a bet is placed that need not be."""
    buys_in: int = 40
    """Rounds that one buys chips for."""
    banks: float = 0.7
    """How often a bank is taken that is offered."""
    bank: int = 60
    """How many times one's own bets one puts up as a bank."""
    leaves: float = 0.005
    """How often one leaves between two rounds."""
    stays_away: int = 20
    """Rounds after which one is back."""


class Bettor:
    """A player's purse: how much goes onto each bet never changes, which bets are placed does.

    A table's limits are within what its jurisdiction allows, so that a player within them keeps
    to both.
    """

    def __init__(self, setup: TableOpened, whims: Random, habits: Habits | None = None) -> None:
        self.habits = habits or Habits()
        self._whims = whims
        self._flat: dict[str, int] = {}
        self._game = game = games.game(setup.game)
        size, limits = whims.choice(_SIZES), limits_in(setup)
        for bet in placeable(game):
            if bet.key in limits and (cents := self._size(bet, limits[bet.key], size)):
                self._flat[bet.key] = cents
        repeated = bases(game)
        base = {
            key for key in self._flat if game.bet(key).is_required(setup.options) or key in repeated
        }
        # A table may leave out the ante; the first bet of its layout then takes its part.
        base = base or set(list(self._flat)[:1])
        self._base = {key: cents for key, cents in self._flat.items() if key in base}
        self._side = [each for each in self._flat.items() if each[0] not in base]

    def _size(self, bet: Bet, limit: Limit, size: int) -> int:
        """What the player puts on a bet, nothing where another bet keeps it too low."""
        if bet.equals:
            return self._flat.get(bet.equals, 0)
        most = min(limit.most, limit.least * size)
        if bet.at_most:
            most = min(most, self._flat.get(bet.at_most, 0))
        if most < limit.least:
            return 0
        # From a least in odd cents no step would lead to whole chips.
        step = lcm(limit.step, CHIP_CENTS if limit.least % CHIP_CENTS == 0 else 1)
        return most - (most - limit.least) % step

    def bets(self) -> dict[str, int]:
        """The bets for a round, in cents."""
        often, whim = self.habits.side_bets, self._whims.random
        return self._base | {bet: cents for bet, cents in self._side if whim() < often}

    @property
    def round_cents(self) -> int:
        """What sees a player through any round: every bet, and the most that decisions add."""
        return self._game.most_wagered(self._flat)

    @property
    def buy_in_cents(self) -> int:
        """What the player buys chips for."""
        return self.habits.buys_in * self.round_cents

    @property
    def bank_cents(self) -> int:
        """What the player puts up as a bank."""
        return self.habits.bank * self.round_cents

    def takes_the_bank(self) -> bool:
        """Whether the player wants a bank that is offered."""
        return self._whims.random() < self.habits.banks

    def leaves(self) -> bool:
        """Whether the player has enough for now."""
        return self._whims.random() < self.habits.leaves


def bases(game: Game) -> set[str]:
    """The bets that a decision repeats: a seat with one of them makes one decision."""
    placed = (bet.key for bet in game.bets if bet.placed is Placed.BY_DECISION)
    return {choice.of for key in placed for choice in game.raises(key)}
