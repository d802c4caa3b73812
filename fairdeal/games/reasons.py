"""The sentences that say why a bet won or lost: a fact, and what it does to the bet.

Screens, receipts and logs take them from here.  The effect is worded from the very odds that
were paid, so a sentence cannot contradict its amount.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from fairdeal import money
from fairdeal.games.blackjack_leg import Outcome
from fairdeal.games.layout import Bet, Placed
from fairdeal.hands import words
from fairdeal.hands.blackjack import Total
from fairdeal.money import Odds

FOLDED: Final = "player folded"


def because(fact: str, bet: Bet, odds: Odds) -> str:
    """The whole sentence of a bet settled at *odds*."""
    return f"{fact}: {bet.name} {effect(bet, odds)}"


def effect(bet: Bet, odds: Odds) -> str:
    """What the odds do to the bet."""
    won, per = odds
    if bet.placed is Placed.NEVER:
        return f"pays {won} to {per}" if won > 0 else "pays nothing"
    if won == 0:
        return "pushes"
    share = "half" if (abs(won), per) == (1, 2) else ""
    if won < 0:
        return f"loses {share}".rstrip()
    return f"wins {share or f'{won:,} to {per}'}"


def does_not_qualify(dealer: str, holds: str) -> str:
    """The dealer's hand is too weak to play."""
    return f"{dealer} does not qualify ({holds})"


def compared(dealer: str, ours: int, theirs: int, call: Callable[[int], str]) -> str:
    """The player's hand beside the dealer's."""
    mine, other = words.told_apart(ours, theirs, call)
    if ours > theirs:
        return f"{mine} beats {dealer}'s {other}"
    if ours < theirs:
        return f"{mine} loses to {dealer}'s {other}"
    return f"{mine} ties {dealer}'s {other}"


def below(holds: str, needed: str) -> str:
    """A hand that is not enough, whatever the dealer has."""
    return f"{holds} is below {needed}"


def and_also(fact: str, more: str) -> str:
    """Two facts that decide together."""
    return f"{fact}; {more}"


def envy(trigger: int, holds: str, cents: int) -> str:
    """Another seat's hand pays this one."""
    return f"seat {trigger} holds {holds}: envy pays {money.show(cents)}"


def progressive(holds: str, meter: str, cents: int, kept: bool) -> str:
    """A hand that wins a meter; the bet stays with the player only where the terms say so."""
    bet = "and the bet comes back" if kept else "bet included"
    return f"{holds}: {meter} meter pays {money.show(cents)}, {bet}"


def uncovered(reason: str, net_cents: int, returned_cents: int) -> str:
    """A bet that the bank could not cover, or not wholly."""
    did = "paid" if net_cents > 0 else "taken"
    action = f"{money.show(abs(net_cents))} is {did}" if net_cents else "it has no action"
    back = f" and {money.show(returned_cents)} goes back" if returned_cents else ""
    return f"{reason}, but the bank is used up: {action}{back}"


def no_action(reason: str) -> str:
    """A push in which the document says that the bet never counted."""
    return f"{reason.removesuffix(' pushes')} has no action and goes back"


def high_cards(ours: int, theirs: int) -> str:
    """Two ranks beside each other."""
    mine, other = words.ONE[ours], words.ONE[theirs]
    if ours == theirs:
        return f"{mine} ties dealer's {other}"
    return f"{mine} {'beats' if ours > theirs else 'loses to'} dealer's {other}"


def points(total: Total) -> str:
    """A blackjack total as a dealer calls it."""
    return f"soft {total.points}" if total.soft and total.points < 21 else str(total.points)


_BLACKJACK: Final[Mapping[int, str]] = MappingProxyType(
    {
        Outcome.BUSTED: "{ours} is a bust",
        Outcome.LOST: "{ours} loses to dealer's {theirs}",
        Outcome.DEALER_NATURAL: "dealer has a natural",
        Outcome.TIED: "{ours} ties dealer's {theirs}",
        Outcome.BOTH_NATURAL: "natural ties dealer's natural",
        Outcome.WON: "{ours} beats dealer's {theirs}",
        Outcome.DEALER_BUSTED: "dealer busts with {theirs}",
        Outcome.SEVEN_CARDS: "seven cards and {ours} points win at once",
        Outcome.NATURAL: "natural",
    }
)


def blackjack(outcome: int, ours: Total, theirs: Total) -> str:
    """How a blackjack hand ended."""
    return _BLACKJACK[outcome].format(ours=ours.points, theirs=theirs.points)


def doubled(fact: str) -> str:
    """A hand whose bet was doubled."""
    return f"doubled, {fact}"


def split_hands(facts: list[tuple[str, Odds]], bet: Bet) -> str:
    """Two hands of split aces, settled on one line."""
    first, second = (f"{fact}, {effect(bet, odds)}" for fact, odds in facts)
    return f"split aces: {bet.name} first hand {first}; second hand {second}"
