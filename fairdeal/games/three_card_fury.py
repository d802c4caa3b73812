"""Advantage Play 3 Card Fury: best three of four, with Monster, Royal Family and 7 Card Bonus."""

from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum
from typing import Final, NamedTuple

from fairdeal.cards import JACK, SPADES, rank_of, suit_of
from fairdeal.games import kinds, practice, rankings, reasons
from fairdeal.games.ante_play import STAYS_FROM, decide
from fairdeal.games.layout import (
    Act,
    Bet,
    Decides,
    Direction,
    Document,
    Effect,
    Example,
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
from fairdeal.games.paytable import Column, paid
from fairdeal.games.round import DealersHand, Line, Round, Seat, Settlement, line, paid_line
from fairdeal.games.showdown import net_units, qualifies
from fairdeal.hands import poker, words
from fairdeal.hands.four_card import FourCard, four_card_event
from fairdeal.hands.three_card import (
    KING_HIGH,
    Category,
    best_of_four,
    category,
    strength_of,
)
from fairdeal.money import Odds
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
    """Stakes won (positive) or lost (negative) by each bet; play is reckoned on the ante."""

    ante: int
    play: int
    monster: int
    royal_family: int
    seven_card: int


class Events(NamedTuple):
    """What a seat's cards are for each bet that pays by a table."""

    monster: int
    royal_family: int
    seven_card: int


class Pays(NamedTuple):
    """The pay tables in force, as the rule takes them."""

    beat: tuple[int, ...]
    busted: tuple[int, ...]
    royal_family: tuple[int, ...]
    seven_card: tuple[int, ...]


@rule
def settle_seat(player: int, dealer: int, events: Events, pays: Pays) -> Result:
    """All five bets of a hand that stays in.

    The better hand takes the ante, whether the dealer qualifies or not.
    """
    seven_card = paid(pays.seven_card, events.seven_card)
    ante = 0
    if player > dealer:
        ante = 1
    elif player < dealer:
        ante = -1
    play = ante if qualifies(dealer, KING_HIGH) else 0
    monster = monster_units(events.monster, player, dealer, pays.beat, pays.busted)
    royal_family = paid(pays.royal_family, events.royal_family)
    return Result(ante, play, monster, royal_family, seven_card)


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
        return paid(beat, event)
    if event >= Monster.THREE_OF_A_KIND:
        return paid(busted, event)
    if player == dealer and event >= Monster.FLUSH:
        return 0  # a straight or a flush pushes on a tie
    return -1


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


SHOWDOWN: Final = kinds.Showdown(
    settle=settle_seat,
    player=kinds.Strength(best_of_four),
    dealer=kinds.Strength(strength_of),
    events={
        "monster": kinds.Event(monster_event, kinds.Of.OWN, suits="s"),
        "royal-family": kinds.Event(four_card_event, kinds.Of.OWN),
        "seven-card": kinds.Event(seven_card_event, kinds.Of.ALL, flush=5),
    },
)


def settle(played: Round) -> list[Line]:
    """Every bet of the round."""
    return [each for seat in played.seats for each in _seat_lines(played, seat)]


def _seat_lines(played: Round, seat: Seat) -> list[Line]:
    player, dealer = best_of_four(*seat.cards), strength_of(*played.dealer)
    seven = (*seat.cards, *played.dealer)
    events = Events(
        monster_event(*seat.cards), four_card_event(*seat.cards), seven_card_event(seven)
    )
    pay, units = played.terms.pay, net_units(played, seat, SHOWDOWN)
    if seat.folded:
        lines = [
            line(played, "folds", seat, bet, Odds(units[bet]), reasons.FOLDED)
            for bet in ("monster", "ante", "royal-family")
            if seat.stake(bet)
        ]
    else:
        lines = _against_the_dealer(played, seat, player, dealer, events.monster, units)
        if seat.stake("royal-family"):
            event, fact = events.royal_family, reasons.NOTHING_IN_FOUR
            if event:
                fact = pay["royal-family"].row(event)
            award = units["royal-family"]
            lines.append(paid_line(played, "hands", seat, "royal-family", award, fact, event=event))
    if seat.stake("seven-card"):
        event, fact = events.seven_card, pay["seven-card"].row(events.seven_card)
        if event < SevenCard.SIX_CARD_STRAIGHT_FLUSH:
            fact = reasons.among(words.best_five(poker.strength_of(seven)), "seven")
        award = units["seven-card"]
        lines.append(paid_line(played, "hands", seat, "seven-card", award, fact, event=event))
    return lines


def _against_the_dealer(
    played: Round, seat: Seat, player: int, dealer: int, event: int, units: Mapping[str, int]
) -> list[Line]:
    fact = reasons.compared("dealer", player, dealer, _call)
    monster = fact
    if event == Monster.OTHER:
        monster = f"{_call(player)} {reasons.BELOW_A_FLUSH}"
    elif event == Monster.SPADE_MINI_ROYAL:
        monster = reasons.of_spades(fact)
    if player > dealer and units["monster"] == 0:
        monster = reasons.and_also(monster, reasons.PUSHED_BY_TABLE)
    if player <= dealer and units["monster"] > 0:
        monster = reasons.and_also(monster, reasons.BUSTED_MONSTER)
    column = "beat" if player > dealer else "busted"
    plays = qualifies(dealer, KING_HIGH)
    play_fact, stage = fact, "hands"
    if not plays:
        play_fact, stage = reasons.does_not_qualify("dealer", _call(dealer)), "push-back"
        fact = reasons.and_also(play_fact, fact)
    won = units["monster"]
    return [
        paid_line(played, "hands", seat, "monster", won, monster, event=event, column=column),
        line(played, stage, seat, "play", Odds(units["play"]), play_fact),
        line(played, "hands", seat, "ante", Odds(units["ante"]), fact),
    ]


def _call(strength: int) -> str:
    """Three cards in this game's words."""
    if category(strength) == Category.MINI_ROYAL:
        return _MONSTER_NAMES[Monster.MINI_ROYAL]
    return words.three_cards(strength)


_SEVEN_CARD: Final = Column(
    events=SevenCard,
    lowest=SevenCard.THREE_OF_A_KIND,
    names={
        SevenCard.SEVEN_CARD_STRAIGHT_FLUSH: "seven-card straight flush",
        SevenCard.SIX_CARD_STRAIGHT_FLUSH: "six-card straight flush",
        SevenCard.ROYAL_FLUSH: "five-card royal flush",
        SevenCard.STRAIGHT_FLUSH: "five-card straight flush",
        SevenCard.FLUSH: "five-card flush",
        SevenCard.STRAIGHT: "five-card straight",
    },
)

_MONSTER_NAMES: Final[Mapping[int, str]] = {
    Monster.MINI_ROYAL: "mini-royal",
    Monster.SPADE_MINI_ROYAL: "spade mini-royal",
    Monster.OTHER: "any other hand",
}

_MONSTER_PAID_AS: Final[Mapping[int, int]] = {Monster.SPADE_MINI_ROYAL: Monster.MINI_ROYAL}

_MONSTER: Final = (
    Column(
        key="beat",
        title="beats the dealer",
        events=Monster,
        lowest=Monster.OTHER,
        falls_to=_MONSTER_PAID_AS,
        names=_MONSTER_NAMES,
    ),
    Column(
        key="busted",
        title="busted monster: ties or loses to the dealer",
        events=Monster,
        lowest=Monster.THREE_OF_A_KIND,
        falls_to=_MONSTER_PAID_AS,
        names=_MONSTER_NAMES,
    ),
)

_ROYAL_FAMILY: Final = Column(
    events=FourCard,
    lowest=FourCard.THREE_CARD_FLUSH,
    falls_to={FourCard.MINI_ROYAL: FourCard.THREE_CARD_STRAIGHT_FLUSH},
    names={
        FourCard.ROYAL_FAMILY: "royal family (suited AKQJ)",
        FourCard.FOUR_CARD_STRAIGHT_FLUSH: "four-card straight flush",
        FourCard.MINI_ROYAL: "mini-royal",
        FourCard.THREE_CARD_STRAIGHT_FLUSH: "three-card straight flush",
        FourCard.FOUR_CARD_STRAIGHT_OR_FLUSH: "four-card straight or flush",
        FourCard.THREE_CARD_STRAIGHT: "three-card straight",
        FourCard.THREE_CARD_FLUSH: "three-card flush",
    },
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
        decide(
            "Each seat plays for as much as its ante and lays its cards face down to the right of"
            " the play bet, or lays them above the Royal Family circle to fold; then cards are not"
            " touched",
            confirms=("fold",),
        ),
        Step(
            act=Act.COLLECT,
            text="Take the cards, ante, Monster and Royal Family of folded seats; tuck the cards"
            " under a 7 Card Bonus, which stays in action",
            stages=("folds",),
        ),
        Step(
            act=Act.REVEAL,
            text="Turn the dealer's three cards, highest first; below king high every play bet is"
            " pushed back",
            calls=("Dealer qualifies", "Dealer does not qualify"),
            turns=(Who.DEALER,),
            stages=("push-back",),
        ),
        Step(
            act=Act.SETTLE,
            text="From seat six to seat one, bring the hand into the work area, turn it and"
            " settle Monster, play, ante, Royal Family and 7 Card Bonus, then take the cards",
            turns=(Who.SEATS,),
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
    felt="#44275b",
    spots=("ante", "monster", "play", "royal-family", "seven-card"),
    player_cards=4,
    dealer_cards=3,
    seats=6,
    ranking=rankings.three_cards(
        "our reading: as in Three Card Poker, with the manual's name for the highest hand",
        royal="mini-royal",
        of="the best three of a player's four cards, and the dealer's three",
    ),
    qualifier="king high",
    legends=(
        "beat the dealer to win ante and play",
        "dealer qualifies with king high or better",
    ),
    bets=(
        Bet(
            key="ante",
            name="ante",
            text="the best three of four against the dealer's hand, qualified or not",
            decided_by=Decides.DEALER,
            required=True,
            pays="1 to 1 if you beat the dealer, whatever the dealer has; a tie is a push",
        ),
        Bet(
            key="play",
            name="play",
            text="staying in; it pushes when the dealer has less than king high",
            placed=Placed.BY_DECISION,
            decided_by=Decides.QUALIFIER,
            pays="1 to 1 if you beat a dealer with king high or better; a push on a tie, and if the"
            " dealer has less",
        ),
        Bet(
            key="monster",
            name="Monster",
            text="a straight or better that beats the dealer, or three of a kind or better that"
            " does not; a flush that beats the dealer and a straight or flush that ties push",
            decided_by=Decides.DEALER,
            required=True,
            equals="ante",
            top="As Ks Qs 2c | Qd 9c 2h",
            columns=_MONSTER,
            legends=("best 3 of 4",),
            footnotes=(
                "straight and flush push on a tie and lose on a loss",
                "a spade mini-royal ties other mini-royals",
            ),
        ),
        Bet(
            key="royal-family",
            name="Royal Family",
            text="all four of the player's cards, whatever the dealer holds",
            top="As Ks Qs Js",
            columns=(_ROYAL_FAMILY,),
            legends=("your 4 cards",),
        ),
        Bet(
            key="seven-card",
            name="7 Card Bonus",
            text="the player's four and the dealer's three cards as one hand",
            survives_fold=True,
            top="As Ks Qs Js | Ts 9s 8s",
            columns=(_SEVEN_CARD,),
            legends=("your 4 and the dealer's 3",),
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
    procedures={
        "machine": _procedure(
            Step(
                act=Act.DEAL,
                text="Put the top three cards of the first packet of four before the dealer and"
                " turn the fourth aside unseen; then give each occupied seat, one to six, a"
                " packet of four",
                passes=(Pass(Who.DEALER, "ddd", burn=1), Pass(Who.SEATS, "dddd")),
            ),
            Step(
                act=Act.DISCARD,
                text="Empty the machine onto the discards, with the dealer's fourth card",
            ),
        ),
        "hand": _procedure(
            Step(
                act=Act.DEAL,
                text="Deal one card at a time to each occupied seat, from seat one, and the dealer;"
                " the dealer gets none in the fourth turn",
                passes=practice.one_by_one("dddd", "ddd"),
            ),
            Step(act=Act.DISCARD, text="Put the rest of the deck on the discards"),
        ),
    },
    examples=(
        Example(
            title="a flush beats a dealer who qualifies",
            dealer="Kd 8c 3h",
            seat="As 9s 4s 7d | ante=10 monster=10 royal-family=5 | play",
            text="king high qualifies, so ante and play both win; a flush that wins only pushes the"
            " Monster, and three suited cards pay the Royal Family even money",
        ),
        Example(
            title="a straight beats a dealer who does not qualify",
            dealer="Qc 8d 3s",
            seat="7h 6c 5d Kd | ante=10 monster=10 royal-family=5 | play",
            text="the play bet comes back whatever the hands are; the hands are compared all the"
            " same, and ante and Monster win",
        ),
        Example(
            title="three of a kind loses, and the Monster pays for it",
            dealer="Ah Kh Qh",
            seat="8s 8d 8c 4h | ante=10 monster=10 royal-family=5 | play",
            text="the dealer's mini-royal takes ante and play; three of a kind that does not beat"
            " the dealer is a busted Monster, and the Royal Family does not look at the dealer",
        ),
        Example(
            title="the ante loses to a dealer who does not qualify",
            dealer="Qh Th 7s",
            seat="Qd Ts 6h 3c | ante=10 monster=10 royal-family=5 | play",
            text="the player must beat the dealer even when the dealer does not qualify: the ante"
            " is lost, and the play bet alone comes back",
        ),
    ),
    notices=(
        practice.WASHINGTON_LIMITS,
        practice.WASHINGTON_CONTROLS,
        "a shuffler is of an approved model; hand-dealt cards are shuffled by house procedures",
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
        Reading(
            "how hands rank, and the ace in a straight",
            "the manual prints no ranking: a straight beats a flush, A-2-3 is the lowest three-card"
            " straight and A-2-3-4 the lowest four-card straight",
        ),
        Reading("Monster 1 to 6, merged cells", "straight 1 to 1 and busted 250 to 1 for all"),
        Reading("Monster when the dealer does not qualify", "still compared"),
        Reading("Monster on a tie with less than a flush", "loses, as any other hand does"),
        Reading("order among folded seats", "the same direction as the settlement"),
        Reading(
            "a fold that waits for the dealer to confirm it",
            "the player may still play, and the clock stops; no confirmation is needed where the"
            " automatic dealer deals or takes over, or where the floor frees the seat; a fold by"
            " time-out is final at once",
        ),
        practice.in_time("fold"),
        practice.ONE_HAND,
        Reading("default pay tables", "those the manual suggests"),
    ),
    irregularities=(
        replace(practice.SEAT_SKIPPED, source="manual, Irregularities A 1"),
        replace(practice.CARD_TO_EMPTY_SEAT, source="manual, Irregularities A 2"),
        Irregularity(
            key="card-exposed",
            event="A card is exposed in the initial deal",
            ruling="Misdeal: the round is void",
            effect=Effect.VOID,
            source="manual, Irregularities A 3",
        ),
        practice.DEALER_HAND_EXPOSED,
        practice.WRONG_NUMBER,
        practice.SHUFFLER_FAULT,
        practice.MACHINE_FAULT,
        practice.FOULED_DECK,
    ),
)


def reads(held: tuple[int, ...]) -> str:
    """The best three of four cards."""
    return _call(best_of_four(*held)) if len(held) == 4 else ""


def _plays(dealer: tuple[int, ...]) -> bool:
    return qualifies(strength_of(*dealer), KING_HIGH)


def _dealer_reads(held: tuple[int, ...]) -> str:
    return _call(strength_of(*held)) if len(held) == GAME.dealer_cards else ""


SETTLEMENT: Final = Settlement(
    settle, DealersHand(_plays, _dealer_reads), reads=reads, kind=SHOWDOWN, stays_from=STAYS_FROM
)
