"""What each word is worth to a blackjack hand at the table, whatever else has been seen."""

from collections.abc import Sequence
from fractions import Fraction

from fairdeal import cards as deck_of_cards
from fairdeal.analysis.blackjack.house import House, counts_of, value_of
from fairdeal.analysis.blackjack.weighing import LONGEST, weigh
from fairdeal.errors import Refused, listed
from fairdeal.games.blackjack_leg import MOST_CARDS, Word, play_out


def advise(
    cards: Sequence[int],
    up: int,
    said: Sequence[str] = (),
    *,
    seen: Sequence[int] = (),
    house: House | None = None,
) -> dict[Word, Fraction]:
    """Expected units of each word that is open, the best words following it.

    *cards* are the player's in the order dealt, as far as the words *said* have taken them, and
    *seen* is what else is known not to be in the deck.  Where the house peeks, a dealer who shows
    an ace or a ten has looked and has no natural.  The quieter words come first, so that ``max``
    finds the one to say; a hand that is over has none.
    """
    house = house or House.of()
    known = (*cards, up, *seen)
    unseen = [card for card in deck_of_cards.DECK if card not in known]
    own = counts_of(cards)
    faults = [f"{deck_of_cards.name(card)} is named twice" for card in deck_of_cards.twice(known)]
    if len(cards) < 2:
        faults.append(f"a hand has two cards or more, not {len(cards)}")
    if len(unseen) + len(cards) < LONGEST:
        faults.append(f"{len(unseen)} unseen cards are not enough to play the hand out")
    if faults:
        raise Refused("; ".join(faults), code="round.illegal", faults=faults)
    # Cards that are missing are made up here and missed below.
    filled = (*cards, *unseen[: MOST_CARDS - len(cards)])
    leg = play_out(filled, said, stopped=False, split_draws=house.split_draws).leg
    if leg.used != len(cards):
        words = listed(said) if said else "a hand to which nothing was said"
        sentence = f"{len(cards)} cards do not fit {words}: expected {leg.used}"
        raise Refused(sentence, code="round.illegal")
    left = counts_of(unseen)
    deck = tuple(a + b for a, b in zip(left, own, strict=True))
    weighed = weigh(house, deck, value_of(up))
    return weighed.values([weighed.states.number_of(leg, cards)])[0]
