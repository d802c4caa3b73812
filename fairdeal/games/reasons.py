"""The sentences that say why a bet won or lost: a fact, and what it does to the bet.

Screens, receipts and logs take them from here.  The effect is worded from the very odds that
were paid, so a sentence cannot contradict its amount.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import gcd
from typing import Final

from fairdeal import cards, money
from fairdeal.games.blackjack_leg import Outcome
from fairdeal.games.layout import Bet, Placed
from fairdeal.games.paytable import Unit
from fairdeal.hands import words
from fairdeal.hands.blackjack import Total, total_of
from fairdeal.money import Odds

FOLDED: Final = "player folded"
NO_ACTION: Final = "has no action and goes back"
BELOW_A_FLUSH: Final = "is below a flush"
BUSTED_MONSTER: Final = "busted monster"
PUSHED_BY_TABLE: Final = "the pay table only pushes it"
EVEN: Final = "comes out even"
SPLIT_ACES: Final = "split aces"
NOTHING_IN_FOUR: Final = "no paying hand in four cards"


def because(fact: str, bet: Bet, effect: str, *, rounded: bool = False) -> str:
    """The whole sentence of a settled bet."""
    return f"{fact}: {bet.name} {effect}{', a fraction of a cent to the player' if rounded else ''}"


SHORT: Final = 24
"""Letters that a place on the felt has for a reason."""

_VERSUS: Final = re.compile(r"(.+) (beats|loses to|ties) \S+'s (.+)")
_SHORTER: Final = (
    (r" in \S+ cards\b|^doubled, | with an? \S+|suited |, other suit$|^the pay table ", ""),
    (r" (?:of|in) (clubs|diamonds|hearts|spades)$", r", \1"),
    (r".* (?=is below )", ""),
    (r"player/dealer", "bank"),
)
"""What a fact can do without, and what stands for it."""


def short(reason: str) -> str:
    """What decided, in a few words, as it stands below a bet on the felt.

    >>> short("pair of sixes loses to dealer's eight-high flush: ante loses")
    'loses to flush'
    >>> short("19 (9c Jc) ties dealer's 19 (As 6d 2d): blackjack pushes")
    "19 ties dealer's 19"
    >>> short("dealer does not qualify (six high): play pushes")
    'dealer does not qualify'
    >>> short("four of a suit, nine high beats dealer's three of a suit, ace high: raise wins")
    'beats three of a suit'
    """
    return next(said for said in _ever_shorter(reason.partition(":")[0]) if len(said) <= SHORT)


def _ever_shorter(fact: str) -> Iterator[str]:
    fact = re.sub(r" \([^)]*\)", "", fact).rpartition("; ")[2]
    yield fact.removeprefix("player ")
    if fact.startswith(SPLIT_ACES):
        yield SPLIT_ACES
    for pattern, instead in _SHORTER:
        fact = re.sub(pattern, instead, fact)
    yield fact
    if found := _VERSUS.fullmatch(fact):
        ours, verb, theirs = found.groups()
        if ours != theirs:  # what told them apart did not fit
            yield f"{ours} {verb} {theirs}"
        fact = f"{verb} {theirs}"
        yield fact
    yield re.sub(r"\S+-(high|card) ", "", fact)
    yield fact[: SHORT + 1].rpartition(" ")[0].rstrip(",")


def effect(bet: Bet, odds: Odds, unit: Unit = Unit.TO) -> str:
    """What the odds do to the bet, in the unit its pay table is printed in."""
    shared = gcd(odds.won, odds.per)
    won, per = odds.won // shared, odds.per // shared
    if bet.placed is Placed.AWARD:
        return f"pays {won} to {per}" if won > 0 else "pays nothing"
    if won == 0:
        return "pushes"
    share = "half" if (abs(won), per) == (1, 2) else ""
    if won < 0:
        return f"loses {share}".rstrip()
    if unit is Unit.FOR:
        return f"wins {won + 1:,} for {per}, bet included"
    return f"wins {share or f'{won:,} to {per}'}"


def result(stake_cents: int, net_cents: int, returned_cents: int, reason: str) -> str:
    """What a settled bet won or lost, in a word or an amount.

    >>> result(500, -500, 0, ""), result(500, 0, 0, "pushes"), result(0, 0, 0, "pays nothing")
    ('-$5', 'push', 'nothing')
    """
    if net_cents:
        return money.show_net(net_cents)
    if returned_cents:
        return "returned"
    if reason.endswith(EVEN):
        return "even"
    return "push" if stake_cents else "nothing"


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


def and_also(fact: str, more: str) -> str:
    """Two facts that decide together."""
    return f"{fact}; {more}"


def holds(hand: str, row: str) -> str:
    """A hand, and the row of the pay table where that has another name for it."""
    return hand if row in hand else f"{hand} ({row})"


def of_spades(fact: str) -> str:
    """A fact that begins with a hand whose suit matters."""
    return f"spade {fact}"


def among(hand: str, how_many: str) -> str:
    """A hand found in more cards than it has."""
    return f"{hand} in {how_many} cards"


def envy(trigger: int, hand: str, cents: int) -> str:
    """Another seat's hand pays this one."""
    return f"seat {trigger}'s {hand}: envy pays {money.show(cents)}"


def progressive(
    row: str,
    bet: str,
    meter: str,
    meter_cents: int,
    award_cents: int,
    *,
    hit_by: int | None = None,
    kept: bool | None = False,
) -> str:
    """A hand that wins a meter; *hit_by* is the seat that won it before in the same round.

    *kept* says whether the bet goes back with it, or is not part of it at all.

    A fraction of a cent that scaling leaves is the player's, as everywhere.
    """
    at = f"of {money.show(meter_cents)}"
    if hit_by is not None:
        at = f"at its reset of {money.show(meter_cents)} after seat {hit_by}"
    scaled = (
        f", which is {money.show(award_cents)} for this bet" if award_cents != meter_cents else ""
    )
    back = {True: ", and the bet back", False: ", bet included", None: ", beside the bet"}[kept]
    return f"{row}: {bet} wins the {meter} meter {at}{scaled}{back}"


def uncovered(reason: str, left_cents: int, net_cents: int, returned_cents: int) -> str:
    """A bet that the bank could not cover, or not wholly."""
    if not left_cents:
        return f"{reason}, but the bank is used up: the bet goes back"
    left, returned = money.show(left_cents), money.show(returned_cents)
    if net_cents < 0:
        return f"{reason}, but the bank has only {left} left: that is taken, {returned} goes back"
    rest = f", {returned} of the bet had no action" if returned_cents else ""
    return f"{reason}, but the bank has only {left} left: that is paid{rest}"


def shared(reason: str, most_cents: int) -> str:
    """A win that is cut down, because all seats together win too much."""
    return f"{reason}; {money.show(most_cents)} is shared, the most for all seats"


def high_cards(ours: int, theirs: int) -> str:
    """Two ranks beside each other."""
    mine, other = words.ONE[ours], words.ONE[theirs]
    if ours == theirs:
        return f"{mine} ties dealer's {other}"
    return f"{mine} {'beats' if ours > theirs else 'loses to'} dealer's {other}"


def points(total: Total) -> str:
    """A blackjack total as a dealer calls it."""
    return f"soft {total.points}" if total.soft and total.points < 21 else str(total.points)


_BLACKJACK: Final[Mapping[int, str]] = {
    Outcome.BUSTED: "{ours} is a bust",
    Outcome.LOST: "{ours} loses to dealer's {theirs}",
    Outcome.DEALER_NATURAL: "dealer has a natural",
    Outcome.TIED: "{ours} ties dealer's {theirs}",
    Outcome.BOTH_NATURAL: "natural ties dealer's natural",
    Outcome.WON: "{ours} beats dealer's {theirs}",
    Outcome.DEALER_BUSTED: "dealer busts with {theirs}",
    Outcome.SEVEN_CARDS: "{ours} in seven cards wins at once",
    Outcome.NATURAL: "natural",
}


def blackjack(
    hands: Sequence[tuple[int, ...]], outcomes: Sequence[int], dealer: tuple[int, ...], stakes: int
) -> str:
    """How one or two blackjack hands ended, with the cards that count."""
    facts = dict.fromkeys(
        _BLACKJACK[outcome].format(ours=_counted(held), theirs=_counted(dealer))
        for held, outcome in zip(hands, outcomes, strict=False)
    )
    how = f"{SPLIT_ACES}, " if len(hands) == 2 else "doubled, " if stakes == 2 else ""
    return how + ", ".join(facts)


def _counted(held: tuple[int, ...]) -> str:
    return f"{total_of(held).points} ({cards.show(held)})"
