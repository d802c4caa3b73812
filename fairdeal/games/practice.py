"""What table games share: steps and rulings of ordinary card-room practice."""

from typing import Final

from fairdeal.games.layout import Act, Irregularity, Step

HOUSE: Final = "card-room practice"

NO_MORE_BETS: Final = Step(
    act=Act.ANNOUNCE,
    text="Close the betting: from here no bet is added, raised or taken back",
    say="No more bets",
)

CLEAR: Final = Step(
    act=Act.CLEAR, text="Count the cards into the discards and clear the layout for the next round"
)

FOULED_DECK: Final = Irregularity(
    key="fouled-deck",
    event="The deck is found to be short, doubled or marked",
    ruling="The round in play is void and its bets go back; finished rounds are not reopened; the"
    " deck is replaced and kept",
    voids_round=True,
    source=HOUSE,
)

CARD_FACE_UP: Final = Irregularity(
    key="card-face-up",
    event="A card lies face up in the deck or the shoe",
    ruling="The card is not used: it goes to the discards and the deal continues",
    voids_round=False,
    source=HOUSE,
)

SHUFFLER_FAULT: Final = Irregularity(
    key="shuffler-malfunction",
    event="The shuffler dispenses wrongly or stops",
    ruling="A round with wrongly dispensed cards is void; the shuffler is reset or replaced, the"
    " fault is logged, play resumes",
    voids_round=True,
    source=HOUSE,
)

WRONG_NUMBER: Final = Irregularity(
    key="wrong-number-of-cards",
    event="A player or the dealer has too many or too few cards",
    ruling="All hands are void, bets go back and the cards are shuffled again",
    voids_round=True,
    source=HOUSE,
)

DEALER_CARD_EXPOSED: Final = Irregularity(
    key="dealer-hand-exposed",
    event="A card of the dealer's hand is seen before the decisions are made",
    ruling="The round is void and its bets go back",
    voids_round=True,
    source=HOUSE,
)
