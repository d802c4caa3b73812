"""What table games share: steps and rulings of ordinary card-room practice."""

from itertools import zip_longest
from typing import Final

from fairdeal.games.layout import (
    FOLD,
    OUR_READING,
    Act,
    Choice,
    Effect,
    Irregularity,
    Pass,
    Reading,
    Step,
    Who,
)

HOUSE: Final = "card-room practice"
BLACKJACK: Final = "card-room practice, after the rule of South Dakota, 20:18:15:28"

NO_MORE_BETS: Final = Step(
    act=Act.ANNOUNCE,
    text="Close the betting: from here no bet is added, raised or taken back",
    say=("No more bets",),
    source=HOUSE,
)

CLEAR: Final = Step(
    act=Act.CLEAR,
    text="Put all cards on the discards, count them and clear the layout for the next round",
    source=HOUSE,
)

FOLDS: Final = Choice(word=FOLD, told="folded")


def one_by_one(seats: str, others: str, who: Who = Who.DEALER) -> tuple[Pass, ...]:
    """Cards dealt one at a time, in turn to each seat and to the dealer, or to the board.

    Each has a letter a card, ``u`` face up and ``d`` face down, as in a ``Pass``.
    """
    turns = zip_longest(seats, others)
    passes = (each for own, other in turns for each in ((Who.SEATS, own), (who, other)))
    return tuple(Pass(to, face) for to, face in passes if face)


def collect(what: str, stage: str = "folds") -> Step:
    """Take *what* is lost by a fold: the antes, for instance."""
    return Step(act=Act.COLLECT, text=f"Take {what} of folded seats", stages=(stage,))


def turn_dealer(*calls: str, text: str = "Turn the dealer's cards and call the hand") -> Step:
    """Turn the dealer's cards; with two *calls* the second is for a hand that does not play."""
    return Step(act=Act.REVEAL, text=text, calls=calls, turns=(Who.DEALER,))


def turn_board(text: str, say: str, cards: int) -> Step:
    """Turn so many more of the cards that all hands share, and announce them."""
    return Step(act=Act.REVEAL, text=text, say=(say,), turns=(Who.BOARD,), cards=cards)


def settle(what: str, stage: str = "hands") -> Step:
    """Turn each hand and settle *what*: ante and play, for instance."""
    text = f"From the last seat to the first, turn each hand and settle {what}"
    return Step(act=Act.SETTLE, text=text, turns=(Who.SEATS,), stages=(stage,))


SEVEN_SEATS: Final = Reading("number of betting positions", "seven, as on a full-sized table")

FIRST_TABLES: Final = Reading("default pay tables", "the first of each kind; the house chooses")

NO_SIDE_BETS: Final = "players do not bet with each other"

WASHINGTON_LIMITS: Final = (
    "limits stay within what Washington allows (WAC 230-15-040 and 230-15-140)"
)

WASHINGTON_CONTROLS: Final = (
    "a Washington card room submits its internal controls and has them approved before it offers"
    " the game"
)

ONE_HAND: Final = Reading("several hands of one player", "not offered: one position each")


def in_time(word: str) -> Reading:
    """What is taken as said by a seat that says nothing."""
    return Reading("a seat that does not decide in time", f"{word}s")


def _void(key: str, event: str, ruling: str, source: str = HOUSE) -> Irregularity:
    return Irregularity(key=key, event=event, ruling=ruling, effect=Effect.VOID, source=source)


WRONG_NUMBER: Final = _void(
    "wrong-number-of-cards",
    "A player or the dealer has too many or too few cards",
    "The round is void for all players: bets go back, the deck is shuffled again",
)

SEAT_SKIPPED: Final = _void(
    "seat-skipped",
    "The dealer skips a seat and deals to a later one",
    "Misdeal: the round is void; cards are never moved back",
)

CARD_TO_EMPTY_SEAT: Final = Irregularity(
    key="card-to-empty-seat",
    event="A card or hand is dealt to an empty seat",
    ruling="It moves forward to the next seat that should have it",
    effect=Effect.STANDS,
    source=HOUSE,
)

CARD_FACE_UP: Final = Irregularity(
    key="card-face-up",
    event="A card lies face up in the deck or the shoe",
    ruling="The card is not used: it goes to the discards and the deal continues",
    effect=Effect.BURN,
    source=HOUSE,
)

SHUFFLER_FAULT: Final = _void(
    "shuffler-malfunction",
    "The shuffler dispenses wrongly or stops",
    "A round with wrongly dispensed cards is void; the shuffler is reset or replaced, the fault is"
    " logged, play resumes",
)

MACHINE_FAULT: Final = _void(
    "machine-malfunction",
    "The table's machine or its program fails and the round cannot go on",
    "The round is void and every bet goes back; the fault is logged, play resumes when it is"
    " mended",
)

CARD_EXPOSED: Final = Irregularity(
    key="card-exposed",
    event="A card of a player's hand is seen by others",
    ruling="The card stays and the hand stands",
    effect=Effect.STANDS,
    source=f"{HOUSE}; the ruling is {OUR_READING}",
)

DEALER_HAND_EXPOSED: Final = _void(
    "dealer-hand-exposed",
    "A card of the dealer's hand is seen before the decisions are made",
    "The floor rules by house rule; ours: the round is void and its bets go back",
    f"{HOUSE}; the ruling is {OUR_READING}",
)

BOARD_EXPOSED: Final = _void(
    "community-card-exposed",
    "A community card is seen before the decision that it belongs after",
    "The round is void for all players and every bet goes back",
    OUR_READING,
)

FOULED_DECK: Final = _void(
    "fouled-deck",
    "The deck is found to be short, doubled or marked",
    "The round in play is void and its bets go back; finished rounds are not reopened; the deck is"
    " replaced and kept",
)

IRREGULARITIES: Final = (
    WRONG_NUMBER,
    SEAT_SKIPPED,
    CARD_TO_EMPTY_SEAT,
    CARD_FACE_UP,
    CARD_EXPOSED,
    DEALER_HAND_EXPOSED,
    SHUFFLER_FAULT,
    MACHINE_FAULT,
    FOULED_DECK,
)
"""What any game in which hands face a dealer's has to rule on."""
