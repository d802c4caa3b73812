"""Table limits: the least and the most that the house takes on each bet of a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TypeAlias

from fairdeal import money
from fairdeal.errors import Malformed, Refused
from fairdeal.games.layout import Bet, Game, Placed
from fairdeal.games.sheets import approved
from fairdeal.games.terms import Terms

NOT_OFFERED = "none"
"""How a person says that the table leaves a bet out."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What a table takes on one bet, in cents."""

    least: int
    most: int
    step: int = 1
    """Counted from the least: $10 to $100 in steps of $30 takes $10, $40, $70 and $100."""

    def __post_init__(self) -> None:
        if why := self._fault():
            raise Refused(f"a table cannot take {self}: {why}", code="limit.impossible")

    def _fault(self) -> str:
        if self.least <= 0 or self.step <= 0:
            return "every amount must be above $0"
        if self.least > self.most:
            return "the least is more than the most"
        if (self.most - self.least) % self.step:
            return f"the steps do not lead to {money.show(self.most)}"
        return ""

    def takes(self, cents: int) -> bool:
        """Whether a bet of so much is within the limit."""
        return self.least <= cents <= self.most and (cents - self.least) % self.step == 0

    def up_to(self, cents: int) -> "Limit":
        """This limit with a lower most, and with a lower least where it must."""
        if self.most <= cents:
            return self
        least = min(self.least, cents)
        return Limit(least, cents - (cents - least) % self.step, self.step)

    def typed(self) -> str:
        """As a person types it.

        >>> Limit(500, 40000).typed(), Limit(250, 1000, 250).typed()
        ('$5-$400', '$2.50-$10/$2.50')
        """
        steps = f"/{money.show(self.step)}" if self.step != 1 else ""
        return f"{money.show(self.least)}-{money.show(self.most)}{steps}"

    def __str__(self) -> str:
        """As the sign on the table has it.

        >>> str(Limit(500, 40000)), str(Limit(500, 40000, 500)), str(Limit(500, 500))
        ('$5 to $400', '$5 to $400 in steps of $5', '$5')
        """
        if self.least == self.most:
            return money.show(self.least)
        steps = f" in steps of {money.show(self.step)}" if self.step != 1 else ""
        return f"{money.show(self.least)} to {money.show(self.most)}{steps}"


Limits: TypeAlias = Mapping[str, Limit]
"""By bet; a bet without a limit is not offered at the table."""


def placeable(game: Game) -> list[Bet]:
    """The bets that a seat can place before the deal, in the order of the layout."""
    return [bet for bet in game.bets if bet.placed is Placed.BEFORE_THE_DEAL]


def limits_of(
    game: Game, least: int, most: int, by_bet: Mapping[str, str] | None = None
) -> dict[str, Limit]:
    """A limit for every bet of the game: *least* to *most* in cents, unless *by_bet* differs.

    A person types ``5-100``, ``5-100/5`` for steps, ``5`` for exactly that, or ``none`` for a bet
    that the table leaves out.  A bet that must equal another takes its limit.  A bet for which the
    maker suggests a smaller wager takes it from there on.  A progressive takes the wager that its
    meters are meant for, since one meter cannot fit several.
    """
    limits = {bet.key: _default(game, bet, Limit(least, most)) for bet in placeable(game)}
    typed = {key: _typed(game.bet(key), text) for key, text in (by_bet or {}).items()}
    left_out = {key for key, limit in typed.items() if limit is None}
    limits |= {key: limit for key, limit in typed.items() if limit is not None}
    offered = {
        bet.key: limits[bet.equals or bet.key]
        for bet in placeable(game)
        if not {bet.key, bet.equals} & left_out
    }
    for bet in (game.bet(key) for key in typed if key in offered):
        if limits[bet.key] != offered[bet.key]:
            raise Refused(
                f"{bet.name} cannot take {limits[bet.key]}: it must equal"
                f" {game.bet(bet.equals).name}, which takes {offered[bet.key]}",
                code="limit.unequal",
            )
    return offered


def _default(game: Game, bet: Bet, limit: Limit) -> Limit:
    if not bet.by_meter:
        suggested = bet.suggested_cents or limit.least
        return Limit(min(suggested, limit.least), limit.most, limit.step)
    [wager] = {meter.wager_cents for meter in approved(game).meters.values()}
    return Limit(wager, wager)


def _typed(bet: Bet, text: str) -> Limit | None:
    """The limit that a person typed for a bet, or None to leave it out."""
    if bet.placed is not Placed.BEFORE_THE_DEAL:
        raise Refused(f"{bet.name} takes no limit: {bet.placed}", code="limit.idle")
    if text.strip().lower() != NOT_OFFERED:
        return parse(bet, text)
    if bet.required:
        raise Refused(f"{bet.name} cannot be left out: it is compulsory", code="limit.missing")
    return None


def parse(bet: Bet, text: str) -> Limit:
    """The limit of a bet as a person types it."""
    span, slash, step = text.partition("/")
    least, dash, most = span.partition("-")
    try:
        low = money.dollars(least)
        high = money.dollars(most) if dash else low
        return Limit(low, high, money.dollars(step) if slash else 1)
    except Malformed:
        raise Malformed(
            f"{text!r} is not a limit of {bet.name}: give one such as 5-100 or 5-100/5",
            code="limit.unreadable",
        ) from None
    except Refused as refusal:
        raise Refused(f"{bet.name}: {refusal}", code=refusal.code) from None


def most_lost(
    game: Game,
    limits: Limits,
    terms: Terms,
    seats: int,
    aggregates: Mapping[str, int] | None = None,
) -> int:
    """The most cents that the house can lose in one round.

    Every seat bets the most on every bet and wins its highest row.  What meters pay is the players'
    own money, and where players bank the house loses nothing.
    """
    if game.player_banked:
        return 0
    lost = 0
    for bet in game.bets:
        limit = limits.get(game.head_of(bet.key))
        if limit is None:
            continue
        sheet = terms.pay.get(bet.key)
        stakes = Fraction(bet.placed is not Placed.AWARD)  # other awards come out of meters
        if sheet is not None:
            stakes = max(map(sheet.most, sheet.pays))
        times = int(bet.placed is not Placed.BY_DECISION) + game.most_times(bet.key)
        cents = seats * ceil(max(Fraction(0), stakes) * times * limit.most)
        lost += min(cents, (aggregates or {}).get(bet.key, cents))
        if sheet is not None and bet.lammer and sheet.has(bet.lammer):  # for each other seat's hand
            fixed = max(pay.amount for pay in sheet.pays[bet.lammer])
            lost += seats * (seats - 1) * fixed
    return lost


def limit_faults(limits: Limits, game: Game, number: int, bets: Mapping[str, int]) -> list[str]:
    """What the table's limits have against the bets of one seat.

    Only bets placed before the deal are asked about: what a decision stakes is a multiple of them.
    Amounts of $0 and less are refused by the game's own rules.
    """
    faults = []
    for bet in (each for each in placeable(game) if each.key in bets):
        if bet.key not in limits:
            faults.append(f"seat {number} cannot bet on {bet.name}: the table does not offer it")
        elif bets[bet.key] > 0 and not limits[bet.key].takes(bets[bet.key]):
            amount = money.show(bets[bet.key])
            faults.append(
                f"seat {number} cannot have {amount} on {bet.name}: the table takes"
                f" {limits[bet.key]}"
            )
    return faults
