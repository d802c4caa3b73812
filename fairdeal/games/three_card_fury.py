"""Advantage Play 3 Card Fury: best three of four, with Monster, Royal Family and 7 Card Bonus."""

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from fairdeal.cards import ACE, JACK, SPADES, rank_of, suit_of
from fairdeal.games import practice, reasons
from fairdeal.games.ante_play import decide, decision_faults, qualifies
from fairdeal.games.layout import (
    Act,
    Bet,
    Direction,
    Document,
    Game,
    Irregularity,
    Option,
    Pass,
    Placed,
    Reading,
    Stage,
    Step,
    Who,
)
from fairdeal.games.paytable import Column
from fairdeal.games.round import Line, Round, Seat, Settlement, line, paid_line
from fairdeal.hands import poker, words
from fairdeal.hands.three_card import (
    KING_HIGH,
    Category,
    best_of_four,
    category,
    strength_of,
)
from fairdeal.money import LOSS, Odds
from fairdeal.rule import rule


class Monster(IntEnum):
    """What 3 Card Monster pays for, worst first."""

    OTHER = 0
    FLUSH = 1
    STRAIGHT = 2
    THREE_OF_A_KIND = 3
    STRAIGHT_FLUSH = 4
    MINI_ROYAL = 5
    SPADE_MINI_ROYAL = 6


class RoyalFamily(IntEnum):
    """What the four card bonus pays for, worst first."""

    NOTHING = 0
    THREE_CARD_FLUSH = 1
    THREE_CARD_STRAIGHT = 2
    FOUR_CARD_STRAIGHT_OR_FLUSH = 3
    THREE_OF_A_KIND = 4
    THREE_CARD_STRAIGHT_FLUSH = 5
    MINI_ROYAL = 6
    FOUR_CARD_STRAIGHT_FLUSH = 7
    FOUR_OF_A_KIND = 8
    ROYAL_FAMILY = 9


class SevenCard(IntEnum):
    """What the 7 Card Bonus pays for, worst first."""

    NOTHING = 0
    THREE_OF_A_KIND = 1
    STRAIGHT = 2
    FLUSH = 3
    FULL_HOUSE = 4
    FOUR_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    ROYAL_FLUSH = 7
    SIX_CARD_STRAIGHT_FLUSH = 8
    SEVEN_CARD_STRAIGHT_FLUSH = 9


class Result(NamedTuple):
    """Stakes won (positive) or lost (negative) by each bet."""

    ante: int
    play: int


@rule
def settle_ante_play(player: int, dealer: int) -> Result:
    """Ante and play of a player who stays in: the better hand takes the ante in any case.

    >>> settle_ante_play(10 << 8, 10 << 8 | 1)  # two queens high, the dealer's a little higher
    Result(ante=-1, play=0)
    """
    ante = 0
    if player > dealer:
        ante = 1
    elif player < dealer:
        ante = -1
    return Result(ante=ante, play=ante if qualifies(dealer, KING_HIGH) else 0)


@rule
def monster_event(a: int, b: int, c: int, d: int) -> int:
    """The Monster event of the best three of four cards."""
    held = category(best_of_four(a, b, c, d))
    if held == Category.MINI_ROYAL:
        spades = 0
        for card in (a, b, c, d):
            if suit_of(card) == SPADES and rank_of(card) > JACK:
                spades += 1
        return Monster.SPADE_MINI_ROYAL if spades == 3 else Monster.MINI_ROYAL
    if held < Category.FLUSH:
        return Monster.OTHER
    return Monster.FLUSH + held - Category.FLUSH


@rule
def monster_units(
    event: int, player: int, dealer: int, beat: tuple[int, ...], busted: tuple[int, ...]
) -> int:
    """Stakes won by Monster: one column for beating the dealer, one for a monster that does not."""
    if player > dealer:
        return beat[event]
    if event >= Monster.THREE_OF_A_KIND:
        return busted[event]
    if player == dealer and event >= Monster.FLUSH:
        return 0  # a straight or a flush pushes on a tie
    return -1


@rule
def royal_family_event(a: int, b: int, c: int, d: int) -> int:
    """The best event of the four card bonus among all four cards."""
    best = category(best_of_four(a, b, c, d))
    low, high, repeated, suited = ACE, 0, 0, 0
    seen = 0
    for card in (a, b, c, d):
        rank = rank_of(card)
        repeated += seen >> rank & 1
        seen |= 1 << rank
        low, high = min(low, rank), max(high, rank)
        if suit_of(card) == suit_of(a):
            suited += 1
    flush = suited == 4
    straight = repeated == 0 and (high - low == 3 or seen == 0b1_0000_0000_0111)
    if flush and straight and low == JACK:
        return RoyalFamily.ROYAL_FAMILY
    if repeated == 3:
        return RoyalFamily.FOUR_OF_A_KIND
    if flush and straight:
        return RoyalFamily.FOUR_CARD_STRAIGHT_FLUSH
    if best == Category.MINI_ROYAL:
        return RoyalFamily.MINI_ROYAL
    if best == Category.STRAIGHT_FLUSH:
        return RoyalFamily.THREE_CARD_STRAIGHT_FLUSH
    if best == Category.THREE_OF_A_KIND:
        return RoyalFamily.THREE_OF_A_KIND
    if flush or straight:
        return RoyalFamily.FOUR_CARD_STRAIGHT_OR_FLUSH
    if best == Category.STRAIGHT:
        return RoyalFamily.THREE_CARD_STRAIGHT
    if best == Category.FLUSH:
        return RoyalFamily.THREE_CARD_FLUSH
    return RoyalFamily.NOTHING


@rule
def seven_card_event(cards: tuple[int, ...]) -> int:
    """The 7 Card Bonus event of the player's four and the dealer's three cards together."""
    held = poker.category(poker.strength_of(cards))
    if held >= poker.Category.STRAIGHT_FLUSH:
        run = poker.longest_suited_run(cards)
        if run == 7:
            return SevenCard.SEVEN_CARD_STRAIGHT_FLUSH
        if run == 6:
            return SevenCard.SIX_CARD_STRAIGHT_FLUSH
    if held < poker.Category.THREE_OF_A_KIND:
        return SevenCard.NOTHING
    return SevenCard.THREE_OF_A_KIND + held - poker.Category.THREE_OF_A_KIND


def settle(played: Round) -> list[Line]:
    """Every bet of the round."""
    return [each for seat in played.seats for each in _seat_lines(played, seat)]


def _seat_lines(played: Round, seat: Seat) -> list[Line]:
    if seat.folded:
        lost = [bet for bet in ("monster", "ante", "royal-family") if seat.stake(bet)]
        lines = [line(played, "folds", seat, bet, LOSS, reasons.FOLDED) for bet in lost]
    else:
        lines = _against_the_dealer(played, seat)
        if seat.stake("royal-family"):
            event = royal_family_event(*seat.cards)
            fact = _ROYAL_FAMILY.name(event)
            lines.append(paid_line(played, "hands", seat, "royal-family", event, fact))
    if seat.stake("seven-card"):
        seven = (*seat.cards, *played.dealer)
        event = seven_card_event(seven)
        if event >= SevenCard.SIX_CARD_STRAIGHT_FLUSH:
            fact = _SEVEN_CARD.name(event)
        else:
            fact = f"{words.best_five(poker.strength_of(seven))} in seven cards"
        lines.append(paid_line(played, "hands", seat, "seven-card", event, fact))
    return lines


def _against_the_dealer(played: Round, seat: Seat) -> list[Line]:
    player, dealer = best_of_four(*seat.cards), strength_of(*played.dealer)
    result = settle_ante_play(player, dealer)
    out = reasons.does_not_qualify("dealer", words.three_cards(dealer))
    plays = qualifies(dealer, KING_HIGH)
    fact = reasons.compared("dealer", player, dealer, words.three_cards)
    event = monster_event(*seat.cards)
    table = played.terms.pay["monster"]
    units = monster_units(event, player, dealer, table.units("beat"), table.units("busted"))
    label = table.label("beat" if player > dealer else "busted", event)
    monster = fact
    if event == Monster.OTHER:
        monster = reasons.below(words.three_cards(player), "a flush")
    elif player <= dealer and units > 0:
        monster = reasons.and_also(fact, "busted monster")
    ante = fact if plays else reasons.and_also(out, fact)
    stage, wager = ("hands" if plays else "push-back"), seat.stake("ante")
    return [
        line(played, "hands", seat, "monster", Odds(units), monster, event=label),
        line(played, stage, seat, "play", Odds(result.play), fact if plays else out, wager=wager),
        line(played, "hands", seat, "ante", Odds(result.ante), ante),
    ]


_SEVEN_CARD: Final = Column(
    events=SevenCard,
    lowest=SevenCard.THREE_OF_A_KIND,
    names=MappingProxyType(
        {
            SevenCard.SEVEN_CARD_STRAIGHT_FLUSH: "seven-card straight flush",
            SevenCard.SIX_CARD_STRAIGHT_FLUSH: "six-card straight flush",
            SevenCard.ROYAL_FLUSH: "five-card royal flush",
            SevenCard.STRAIGHT_FLUSH: "five-card straight flush",
            SevenCard.FLUSH: "five-card flush",
            SevenCard.STRAIGHT: "five-card straight",
        }
    ),
)

_MONSTER_NAMES: Final[Mapping[int, str]] = MappingProxyType(
    {Monster.MINI_ROYAL: "mini-royal", Monster.SPADE_MINI_ROYAL: "spade mini-royal"}
)

_MONSTER: Final = (
    Column(
        key="beat",
        events=Monster,
        lowest=Monster.OTHER,
        falls_to=MappingProxyType({Monster.SPADE_MINI_ROYAL: Monster.MINI_ROYAL}),
        names=_MONSTER_NAMES,
    ),
    Column(
        key="busted",
        events=Monster,
        lowest=Monster.THREE_OF_A_KIND,
        falls_to=MappingProxyType({Monster.SPADE_MINI_ROYAL: Monster.MINI_ROYAL}),
        names=_MONSTER_NAMES,
    ),
)

_ROYAL_FAMILY: Final = Column(
    events=RoyalFamily,
    lowest=RoyalFamily.THREE_CARD_FLUSH,
    falls_to=MappingProxyType({RoyalFamily.MINI_ROYAL: RoyalFamily.THREE_CARD_STRAIGHT_FLUSH}),
    names=MappingProxyType({RoyalFamily.NOTHING: "no paying hand in four cards"}),
)


def _procedure(*deal: Step) -> tuple[Step, ...]:
    """A round, which differs between deal styles only in how the cards come."""
    return (
        Step(
            act=Act.BET,
            text="Wait for the ante and the equal Monster of every seat, and for Royal Family and"
            " 7 Card Bonus bets",
        ),
        practice.NO_MORE_BETS,
        *deal,
        decide("Each seat plays for as much as its ante, or folds; then cards are not touched"),
        Step(
            act=Act.COLLECT,
            text="Take the cards, ante, Monster and Royal Family of folded seats; tuck the cards"
            " under a 7 Card Bonus, which stays in action",
            stages=("folds",),
        ),
        Step(
            act=Act.REVEAL,
            text="Turn the dealer's three cards; below king high every play bet is pushed back",
            say="Dealer qualifies, or: dealer does not qualify",
            stages=("push-back",),
        ),
        Step(
            act=Act.SETTLE,
            text="From seat six to seat one, turn the hand and settle Monster, play, ante, Royal"
            " Family and 7 Card Bonus, then take the cards",
            stages=("hands",),
        ),
        practice.CLEAR,
    )


GAME: Final = Game(
    key="three-card-fury",
    name="3 Card Fury",
    text="Best three of four cards against the dealer's three, with a compulsory Monster bet",
    document=Document(
        maker="Money$uit Industries",
        title="Advantage Play 3 Card Fury procedure manual",
        date="11 February 2020",
        note="Washington State Gambling Commission submission 3005",
    ),
    player_cards=4,
    dealer_cards=3,
    seats=6,
    bets=(
        Bet(
            key="ante",
            name="ante",
            text="the best three of four against the dealer's hand, qualified or not",
            required=True,
        ),
        Bet(
            key="play",
            name="play",
            text="staying in; it pushes when the dealer has less than king high",
            placed=Placed.BY_DECISION,
            equals="ante",
        ),
        Bet(
            key="monster",
            name="Monster",
            text="a high hand that beats the dealer, or one that is beaten nevertheless",
            required=True,
            equals="ante",
            columns=_MONSTER,
        ),
        Bet(
            key="royal-family",
            name="Royal Family",
            text="all four of the player's cards, whatever the dealer holds",
            columns=(_ROYAL_FAMILY,),
        ),
        Bet(
            key="seven-card",
            name="7 Card Bonus",
            text="the player's four and the dealer's three cards as one hand",
            survives_fold=True,
            columns=(_SEVEN_CARD,),
        ),
    ),
    stages=(
        Stage(
            "folds",
            "Collect what folded seats forfeit",
            ("monster", "ante", "royal-family"),
            Direction.RIGHT_TO_LEFT,
        ),
        Stage(
            "push-back",
            "Push back every play bet when the dealer does not qualify",
            ("play",),
            Direction.RIGHT_TO_LEFT,
        ),
        Stage(
            "hands",
            "Settle each seat",
            ("monster", "play", "ante", "royal-family", "seven-card"),
            Direction.RIGHT_TO_LEFT,
        ),
    ),
    procedures=MappingProxyType(
        {
            "machine": _procedure(
                Step(
                    act=Act.DEAL,
                    text="Put the top three cards of the first packet of four before the dealer and"
                    " turn the fourth aside unseen; then give each occupied seat, one to six, a"
                    " packet of four",
                    passes=(Pass(Who.DEALER, "ddd", burn=1), Pass(Who.SEATS, "dddd")),
                ),
                Step(
                    act=Act.CLEAR,
                    text="Take the remaining cards from the machine and put them on the discards"
                    " with the dealer's fourth card",
                ),
            ),
            "hand": _procedure(
                Step(
                    act=Act.DEAL,
                    text="Deal one card at a time to each occupied seat, from seat one, and the"
                    " dealer; the dealer gets none in the fourth turn",
                    passes=(
                        *((Pass(Who.SEATS, "d"), Pass(Who.DEALER, "d")) * 3),
                        Pass(Who.SEATS, "d"),
                    ),
                ),
                Step(act=Act.CLEAR, text="Put the remaining cards on the discards"),
            ),
        }
    ),
    options=(
        Option(
            key="monster-straight-flush",
            values=("ten-to-table-5", "ten-on-table-1-only"),
            text="which Monster tables pay 10 to 1 for a straight flush, where the manual prints"
            " merged cells: 1 to 5, or 1 alone",
        ),
    ),
    readings=(
        Reading("Monster 1 to 6, merged cells", "straight 1 to 1 and busted 250 to 1 for all"),
        Reading("Monster when the dealer does not qualify", "compared all the same"),
        Reading("Monster on a tie with less than a flush", "loses, as any other hand does"),
        Reading("order among folded seats", "the same direction as the settlement"),
    ),
    irregularities=(
        Irregularity(
            key="seat-skipped",
            event="The dealer skips a seat and deals to a later one",
            ruling="Misdeal: the round is void; cards are never moved back",
            voids_round=True,
            source="manual, Irregularities A 1",
        ),
        Irregularity(
            key="card-to-empty-seat",
            event="A card or hand is dealt to an empty seat",
            ruling="It is moved forward to the next seat that should have it",
            voids_round=False,
            source="manual, Irregularities A 2",
        ),
        Irregularity(
            key="card-exposed",
            event="A card is exposed in the initial deal",
            ruling="Misdeal: the round is void",
            voids_round=True,
            source="manual, Irregularities A 3",
        ),
        practice.WRONG_NUMBER,
        practice.SHUFFLER_FAULT,
        practice.FOULED_DECK,
    ),
)

SETTLEMENT: Final = Settlement(settle, decision_faults)
