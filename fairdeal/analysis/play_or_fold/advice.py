"""The best decision for one hand, whatever other cards have been seen."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from fairdeal import cards
from fairdeal.analysis.advice import Advice, check_cards
from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.conditions import AT_RESET, Conditions
from fairdeal.analysis.play_or_fold.dealer import dealer_hands
from fairdeal.analysis.play_or_fold.deals import DECK, every_hand
from fairdeal.analysis.play_or_fold.decisions import in_parts, values
from fairdeal.analysis.play_or_fold.model import Model
from fairdeal.analysis.play_or_fold.situations import Situations
from fairdeal.errors import Malformed, Refused
from fairdeal.games.layout import Game, Placed, Who
from fairdeal.games.terms import Terms


def play_or_fold(
    model: Model,
    terms: Terms,
    held: tuple[int, ...],
    up: int | None,
    seen: Sequence[int],
    stakes: Mapping[str, int],
    conditions: Conditions = AT_RESET,
) -> Advice:
    """What playing and folding are worth; without *stakes*, of the base game per ante."""
    _check(model.game, held, up, seen, stakes)
    possible = _dealer_hands(held, up, seen)
    where = _situation(model, held, possible)
    prices = model.prices(where, terms, conditions)
    sizes = dict(stakes or model.base)
    for key in prices.played:
        bet = model.game.bet(key)
        if bet.placed is not Placed.BEFORE_THE_DEAL and (bet.equals or bet.rides_on) in stakes:
            sizes[key] = stakes[bet.equals or bet.rides_on]
    told = {bet: size for bet, size in sizes.items() if bet in prices.played}
    parts, common = in_parts(prices, told)
    played, folded = values(where, prices, parts)
    # What is paid for the player's and the dealer's cards together outlives a fold.
    either = sum(
        (
            size * _worth(model, terms, bet, held, every_hand(3)[possible])
            for bet, size in sizes.items()
            if bet not in told
        ),
        Fraction(0),
    )
    share = where.going_on * common
    unit = 100 if stakes else 1
    return Advice(
        {
            "play": (Fraction(int(played[0]), share) + either) / unit,
            "fold": (Fraction(int(folded[0]), share) + either) / unit,
        },
        "dollar" if stakes else "ante",
    )


def _check(
    game: Game,
    held: tuple[int, ...],
    up: int | None,
    seen: Sequence[int],
    stakes: Mapping[str, int],
) -> None:
    if len(held) != game.player_cards:
        raise Malformed(
            f"the player has {len(held)} cards ({cards.show(held) or 'none'}): expected"
            f" {game.player_cards}",
            code="cards.number",
        )
    if stakes and "ante" not in stakes:
        raise Refused("without an ante there is nothing to decide", code="bets.undecided")
    shows = _shows_a_card(game)
    if up is not None and not shows:
        raise Refused(f"in {game.key} no card of the dealer is up", code="up.unknown")
    if up is None and shows:
        raise Malformed(
            f"{game.key} is played with a card of the {game.dealer} up: expected --up",
            code="up.missing",
        )
    check_cards({"--cards": held, "--up": () if up is None else (up,), "--seen": seen})
    if DECK - len(held) - len(seen) < game.dealer_cards:
        raise Refused(
            f"{len(seen)} seen cards are too many: the {game.dealer} needs {game.dealer_cards}",
            code="seen.many",
        )


def _shows_a_card(game: Game) -> bool:
    """Whether a card of the dealer lies face up before the decision."""
    steps = (step for steps in game.procedures.values() for step in steps)
    return any("u" in each.faces for step in steps for each in step.passes if each.to is Who.DEALER)


def _dealer_hands(held: tuple[int, ...], up: int | None, seen: Sequence[int]) -> Ints:
    """The places of the dealer hands that are still possible."""
    masks = (np.int64(1) << every_hand(3)).sum(axis=1)
    possible = (masks & sum(1 << card for card in {*held, *seen})) == 0
    if up is not None:
        possible &= (masks >> up & 1) == 1
    return np.nonzero(possible)[0]


def _situation(model: Model, held: tuple[int, ...], possible: Ints) -> Situations:
    """The one situation, with a column for every strength the dealer may have."""
    found = dealer_hands()
    counts = np.bincount(found.class_of[possible], minlength=len(found.strengths))
    strength, events = model.read(held)
    return Situations(
        np.array([held], np.int64),
        np.ones(1, np.int64),
        np.zeros(1, np.int64),
        np.array([strength]),
        found.strengths[None, :],
        counts[None, :].astype(np.int64),
        {name: np.array([event]) for name, event in events.items()},
    )


def _worth(model: Model, terms: Terms, bet: str, held: tuple[int, ...], dealers: Ints) -> Fraction:
    """Expected units of a bet on all the cards together."""
    event_of, settle = model.shared[bet].event, model.side_bets[bet].settle
    pays = terms.pay[bet].units()
    won = sum(settle(event_of((*held, *dealer)), pays) for dealer in dealers.tolist())
    return Fraction(won, len(dealers))
