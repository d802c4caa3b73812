"""What table games share: steps and rulings of ordinary card-room practice."""

from typing import Final

from fairdeal.games.layout import OUR_READING, Act, Irregularity, Reading, Step

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

SEVEN_SEATS: Final = Reading("number of betting positions", "seven, as on a full-sized table")

FIRST_TABLES: Final = Reading("default pay tables", "the first of each kind; the house chooses")

NO_SIDE_BETS: Final = "players do not bet with each other"

WASHINGTON_LIMITS: Final = (
    "limits stay within what Washington allows (WAC 230-15-040 and 230-15-140)"
)


def _void(key: str, event: str, ruling: str, source: str = HOUSE) -> Irregularity:
    return Irregularity(key=key, event=event, ruling=ruling, voids_round=True, source=source)


WRONG_NUMBER: Final = _void(
    "wrong-number-of-cards",
    "A player or the dealer has too many or too few cards",
    "The round is void for everybody: bets go back, the deck is shuffled anew",
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
    voids_round=False,
    source=HOUSE,
)

CARD_FACE_UP: Final = Irregularity(
    key="card-face-up",
    event="A card lies face up in the deck or the shoe",
    ruling="The card is not used: it goes to the discards and the deal continues",
    voids_round=False,
    source=HOUSE,
)

SHUFFLER_FAULT: Final = _void(
    "shuffler-malfunction",
    "The shuffler dispenses wrongly or stops",
    "A round with wrongly dispensed cards is void; the shuffler is reset or replaced, the fault is"
    " logged, play resumes",
)

DEALER_HAND_EXPOSED: Final = _void(
    "dealer-hand-exposed",
    "A card of the dealer's hand is seen before the decisions are made",
    "The floor rules by house rule; ours: the round is void and its bets go back",
    f"{HOUSE}; the ruling is {OUR_READING}",
)

FOULED_DECK: Final = _void(
    "fouled-deck",
    "The deck is found to be short, doubled or marked",
    "The round in play is void and its bets go back; finished rounds are not reopened; the deck is"
    " replaced and kept",
)
