"""3 Way Action: high card, blackjack and seven-card poker on one hand, and a bonus."""

from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum
from typing import Final

from fairdeal.cards import JACK, rank_of
from fairdeal.errors import Refused, listed
from fairdeal.games import kinds, practice, rankings, reasons
from fairdeal.games.blackjack_leg import (
    DETAILS,
    MOST_CARDS,
    Played,
    Word,
    after,
    dealer_hand,
    dealer_stands,
    draws_to,
    odds_of,
    play_out,
    settle_leg,
)
from fairdeal.games.layout import (
    Act,
    Bet,
    Choice,
    Decides,
    Direction,
    Document,
    Effect,
    Game,
    Irregularity,
    Option,
    Pass,
    Reading,
    Stage,
    Step,
    Who,
)
from fairdeal.games.paytable import Column, paid
from fairdeal.games.round import (
    DealersHand,
    Divided,
    EarlyStage,
    Line,
    Move,
    Part,
    Round,
    Seat,
    Settlement,
    line,
    paid_line,
)
from fairdeal.games.showdown import Showdown, qualifies, showdown
from fairdeal.hands import poker, words
from fairdeal.hands.blackjack import is_natural, points_of, total_of
from fairdeal.money import HALF, HALF_LOSS, LOSS, Odds
from fairdeal.rule import rule


class ThreeWays(kinds.Own):
    """High card, blackjack and seven-card poker on the same cards."""


class Bonus(IntEnum):
    """What the bonus pays for, worst first."""

    NOTHING = 0
    TWO_PAIR_JACKS = 1
    THREE_OF_A_KIND = 2
    STRAIGHT = 3
    FLUSH = 4
    FULL_HOUSE = 5
    FOUR_OF_A_KIND = 6
    STRAIGHT_FLUSH = 7
    ROYAL_FLUSH = 8


@rule
def settle_high_card(player: int, dealer: int) -> Odds:
    """The first card of each: even money for the higher rank, half the bet lost on a tie."""
    if rank_of(player) > rank_of(dealer):
        return Odds(1, 1)
    if rank_of(player) < rank_of(dealer):
        return LOSS
    return HALF_LOSS


@rule
def settle_poker(player: int, dealer: int) -> Odds:
    """Two seven-card strengths: half the bet for everybody when the dealer is below ace high."""
    outcome = showdown(player, dealer, poker.ACE_HIGH)
    if outcome == Showdown.DEALER_OUT:
        return HALF
    if outcome == Showdown.WON:
        return Odds(1, 1)
    if outcome == Showdown.LOST:
        return LOSS
    return Odds(0, 1)


@rule
def bonus_event(strength: int) -> int:
    """The bonus event of a player's best five cards."""
    held = poker.category(strength)
    if held >= poker.Category.THREE_OF_A_KIND:
        return Bonus.THREE_OF_A_KIND + held - poker.Category.THREE_OF_A_KIND
    if held == poker.Category.TWO_PAIR and poker.first_rank(strength) >= JACK:
        return Bonus.TWO_PAIR_JACKS
    return Bonus.NOTHING


def settle(played: Round) -> list[Line]:
    """Every bet of the round, as the stages settle it one by one."""
    lines = (stage.line(played, seat) for stage in _STAGES.values() for seat in played.seats)
    return [each for each in lines if each is not None]


def _high_card_line(played: Round, seat: Seat) -> Line:
    odds = settle_high_card(seat.cards[0], played.dealer[0])
    fact = reasons.high_cards(rank_of(seat.cards[0]), rank_of(played.dealer[0]))
    return line(played, "high-card", seat, "high-card", odds, fact)


def _poker_line(played: Round, seat: Seat) -> Line:
    player, dealer = poker.strength_of(seat.cards), poker.strength_of(played.dealer)
    if qualifies(dealer, poker.ACE_HIGH):
        fact = reasons.compared("dealer", player, dealer, words.best_five)
    else:
        fact = reasons.does_not_qualify("dealer", words.best_five(dealer))
    return line(played, "poker", seat, "poker", settle_poker(player, dealer), fact)


def _bonus_line(played: Round, seat: Seat) -> Line | None:
    if not seat.stake("bonus"):
        return None
    player = poker.strength_of(seat.cards)
    event, hand = bonus_event(player), words.best_five(player)
    units = paid(played.terms.pay["bonus"].units(), event)
    return paid_line(played, "bonus", seat, "bonus", units, hand, event=event)


def _blackjack_line(played: Round, seat: Seat) -> Line:
    option = played.terms.option
    leg, hands = (out := played_out(played, seat)).leg, out.hands
    dealer = dealer_hand(played.dealer, _hits_soft_17(played))
    won, per = map(int, option("natural").split(":"))
    ends = settle_leg(
        leg,
        total_of(dealer).points,
        is_natural(*played.dealer[:2]),
        option("seven-card-win") == "yes",
        Odds(won, per),
    )
    fact = reasons.blackjack(hands, (ends.first, ends.second), dealer, leg.stakes)
    wager = seat.stake("blackjack") * leg.stakes
    two = ends.first != ends.second
    return line(played, "blackjack", seat, "blackjack", ends.odds, fact, wager=wager, two_hands=two)


def _hits_soft_17(played: Round) -> bool:
    return played.terms.option("soft-17") == "hit"


def _split_draws(played: Round) -> bool:
    return played.terms.option("split-aces") == "draw"


def peeks(played: Round) -> bool:
    """With an ace or a ten-point card up, where the house lets the dealer look."""
    looks = played.terms.option("peek") == "yes"
    return looks and bool(played.dealer) and points_of(played.dealer[0]) >= 10


def stops(played: Round) -> bool:
    """A natural that the dealer sees; one that nobody looks for comes out after the decisions."""
    return peeks(played) and len(played.dealer) > 1 and is_natural(*played.dealer[:2])


def dealer_draws(played: Round) -> bool:
    """Whether the dealer's hand is neither enough nor at its limit; filling it is not drawing."""
    if not 2 <= len(played.dealer) < MOST_CARDS:
        return False
    hand = dealer_hand(played.dealer, _hits_soft_17(played))
    return hand == played.dealer and not dealer_stands(total_of(hand), _hits_soft_17(played))


def played_out(played: Round, seat: Seat) -> Played:
    """The seat's blackjack leg as its decisions have played it.

    A leg that has *used* more cards than the seat holds waits for them: what stands in their place
    means nothing.
    """
    return play_out(
        (*seat.cards, *(0,) * MOST_CARDS),
        seat.decisions,
        stopped=stops(played),
        split_draws=_split_draws(played),
    )


def moves(played: Round, seat: Seat) -> tuple[Move, ...]:
    """The blackjack words open to the seat; what each takes and stakes is what the rule says."""
    if len(played.dealer) < 2:
        return ()  # nobody is asked before the second cards are out
    out = played_out(played, seat)
    if out.leg.used > len(seat.cards) or out.is_settled_at_21:
        return ()
    found = []
    for text in out.legal:
        then = after(out.leg, Word[text.upper()], 0, 0, _split_draws(played))
        staked = (then.stakes - out.leg.stakes) * seat.stake("blackjack")
        bet = "blackjack" if staked else ""
        found.append(Move(text, bet, staked, then.used - out.leg.used))
    return tuple(found)


def decision_faults(played: Round, seat: Seat) -> list[str]:
    """The blackjack decisions must be legal, one by one, and finish the hand."""
    try:
        out = played_out(played, seat)
    except Refused as refusal:
        return [f"seat {seat.number} {refusal}"]
    said = f" after {' '.join(seat.decisions)}" if seat.decisions else ""
    if out.leg.used > len(seat.cards):
        return [f"seat {seat.number} waits for a card{said}"]
    if not out.legal or out.is_settled_at_21:
        return []
    has = reasons.points(total_of(out.hands[out.leg.current]))
    which = ("first ", "second ")[out.leg.current] if len(out.hands) == 2 else ""
    return [
        f"seat {seat.number} has not finished its blackjack hand: its {which}hand has {has}{said};"
        f" expected {listed(out.legal, 'or')}"
    ]


def _blackjack_faults(played: Round) -> list[str]:
    """The blackjack bets wait until every seat has finished and the dealer has drawn."""
    faults = [fault for seat in played.seats for fault in decision_faults(played, seat)]
    if dealer_draws(played):
        faults.append(f"the dealer has {reasons.points(total_of(played.dealer))} and must draw")
    return faults


_STAGES: Final[Mapping[str, EarlyStage]] = {
    "high-card": EarlyStage(_high_card_line, 1, 1),
    "blackjack": EarlyStage(_blackjack_line, 2, 2, _blackjack_faults),
    "poker": EarlyStage(_poker_line, MOST_CARDS, MOST_CARDS),
    "bonus": EarlyStage(_bonus_line, MOST_CARDS, 0),
}


def split_hands(played: Round, seat: Seat) -> Divided:
    """The two hands of a seat that has split its aces, as far as they are dealt.

    A split hand of twenty-one is not a natural, so what the house pays for one does not matter.
    """
    out = play_out(seat.cards, seat.decisions, stopped=False, split_draws=_split_draws(played))
    odds: tuple[Odds, ...] | tuple[None, None] = (None, None)
    if len(played.dealer) >= 2:
        total = total_of(dealer_hand(played.dealer, _hits_soft_17(played))).points
        wins_by_seven, even = played.terms.option("seven-card-win") == "yes", Odds(1, 1)
        ends = settle_leg(out.leg, total, is_natural(*played.dealer[:2]), wins_by_seven, even)
        odds = tuple(odds_of(each, even) for each in (ends.first, ends.second))
    parts = tuple(
        Part(name, hand, reasons.points(total_of(hand)), won)
        for name, hand, won in zip(("First hand", "Second hand"), out.hands, odds, strict=True)
    )
    return Divided("split aces", parts, out.leg.used, "For poker")


_WORDS: Final = (
    Choice(word="hit", told="hit", goes_on=True),
    Choice(word="stand", told="stands"),
    Choice(
        word="double",
        told="doubled",
        bet="blackjack",
        of="blackjack",
        times=1,
        opens="2 cards only",
        instead="hit",
    ),
    Choice(
        word="split",
        told="split",
        bet="blackjack",
        of="blackjack",
        times=1,
        opens="aces only",
        instead="hit",
        goes_on=True,
    ),
)

GAME: Final = Game(
    key="three-way-action",
    name="3 Way Action",
    text="High card, blackjack and seven-card poker against the dealer, all on the same hand",
    document=Document(
        maker="Gaming Edge C",
        title="3 Way Action procedures and training",
        date="undated",
        note="for the State of Washington",
    ),
    felt="#0d4a58",
    spots=("high-card", "blackjack", "poker", "bonus"),
    player_cards=7,
    dealer_cards=7,
    seats=6,
    ranking=rankings.best_five(
        "guidelines, Poker: hand rankings; high card is our reading", "the best five of seven cards"
    ),
    qualifier="ace high",
    legends=("poker: dealer qualifies with ace high or better",),
    bets=(
        Bet(
            key="high-card",
            name="high card",
            text="the first card against the dealer's first; a tie loses half",
            decided_by=Decides.DEALER,
            required=True,
            pays="1 to 1 if your first card is higher; a tie loses half",
        ),
        Bet(
            key="blackjack",
            name="blackjack",
            text="the hand as blackjack, with at most seven cards",
            decided_by=Decides.DEALER,
            required=True,
            pays="1 to 1 if you are closer to 21 without going over; a natural pays as the house"
            " says, 3 to 2 unless it says 6 to 5; a tie is a push",
            details=DETAILS,
        ),
        Bet(
            key="poker",
            name="poker",
            text="the best five of seven cards, busted hands too; half the bet is won when the"
            " dealer is below ace high",
            decided_by=Decides.QUALIFIER,
            required=True,
            pays="1 to 1 if your best five cards win; half to 1 if the dealer has less than ace"
            " high; a tie is a push",
        ),
        Bet(
            key="bonus",
            name="bonus",
            text="the player's best five of seven cards, whatever the dealer holds",
            top="As Ks Qs Js Ts 3d 2c",
            columns=(
                Column(
                    events=Bonus,
                    lowest=Bonus.TWO_PAIR_JACKS,
                    names={Bonus.TWO_PAIR_JACKS: "two pair, jacks or better"},
                ),
            ),
        ),
    ),
    stages=tuple(
        Stage(key, f"Settle {text} of every seat", (key,), Direction.LEFT_TO_RIGHT)
        for key, text in (
            ("high-card", "the high card bet"),
            ("blackjack", "the blackjack bet"),
            ("poker", "the poker bet"),
            ("bonus", "the bonus bet"),
        )
    ),
    procedures={
        "hand": (
            Step(
                act=Act.BET,
                text="Wait for a high card, a blackjack and a poker bet of every seat, of any size,"
                " and for bonus bets",
            ),
            practice.NO_MORE_BETS,
            Step(
                act=Act.DEAL,
                text="From the shoe, deal one card face up to each seat and to the dealer",
                passes=(Pass(Who.SEATS, "u"), Pass(Who.DEALER, "u")),
            ),
            Step(
                act=Act.SETTLE,
                text="Settle the high card bets; push what is won out of the circle",
                stages=("high-card",),
            ),
            Step(
                act=Act.DEAL,
                text="Deal a second card face up to each seat and face down to the dealer",
                passes=(Pass(Who.SEATS, "u"), Pass(Who.DEALER, "d")),
            ),
            Step(
                act=Act.PEEK,
                text="With an ace or a ten-point card up, look at the hole card; a natural is"
                " turned and ends the blackjack bets",
                when="peek=yes",
                source=practice.HOUSE,
            ),
            Step(
                act=Act.DECIDE,
                text="Seat by seat, play the blackjack hands; every card stays on the layout",
                choices=_WORDS,
                default="stand",
            ),
            Step(act=Act.REVEAL, text="Turn the hole card", turns=(Who.DEALER,)),
            Step(
                act=Act.DRAW,
                text="Draw for the dealer to hard seventeen or soft eighteen, five cards at most",
                calls=("Dealer has",),
                when="soft-17=hit",
            ),
            Step(
                act=Act.DRAW,
                text="Draw for the dealer to seventeen, hard or soft, five cards at most",
                calls=("Dealer has",),
                when="soft-17=stand",
            ),
            Step(act=Act.SETTLE, text="Settle the blackjack bets", stages=("blackjack",)),
            Step(
                act=Act.DEAL,
                text="Fill every hand face down to seven cards, the dealer's last",
                passes=(Pass(Who.SEATS, fill_to=7), Pass(Who.DEALER, fill_to=7)),
            ),
            Step(
                act=Act.REVEAL,
                text="Turn the hands and set the best five of seven",
                calls=("Dealer qualifies", "Dealer does not qualify"),
                turns=(Who.DEALER, Who.SEATS),
            ),
            Step(act=Act.SETTLE, text="Settle the poker bets", stages=("poker",)),
            Step(act=Act.SETTLE, text="Settle the bonus bets", stages=("bonus",)),
            practice.CLEAR,
        )
    },
    notices=(
        "the three compulsory bets need not be equal",
        "only the player and the dealer touch a player's cards, which stay in the dealer's view",
        "a player who has cards stays seated until the round is over",
        "a player may double on any first two cards",
        "surrender is not offered, and pairs other than aces are not split",
        practice.WASHINGTON_LIMITS,
    ),
    options=(
        Option(key="natural", values=("3:2", "6:5"), text="what a natural pays"),
        Option(
            key="peek",
            values=("yes", "no"),
            text="whether the dealer looks for a natural before the decisions",
        ),
        Option(
            key="split-aces",
            values=("one-card", "draw"),
            text="whether each split ace gets one card, or draws like any hand",
        ),
        Option(
            key="soft-17",
            values=("hit", "stand"),
            text="what the dealer does with a soft seventeen",
            source="guidelines, Playing the game",
        ),
        Option(
            key="seven-card-win",
            values=("yes", "no"),
            text="whether seven cards without a bust win at once",
            source="guidelines, Playing the game",
        ),
    ),
    readings=(
        Reading("rank of the ace on high card", "high"),
        Reading("two pair, jacks high", "two pair whose higher pair is jacks or better"),
        Reading("insurance", "not offered"),
        Reading("doubling after a split", "not allowed"),
        Reading("splitting aces", "once; twenty-one after it is not a natural"),
        Reading(
            "split aces and the limit of seven cards",
            "all cards of both hands count toward the seven and toward poker; each ace gets its"
            " card first, and no split hand wins by seven cards",
        ),
        Reading(
            "asking a hand of twenty-one",
            "it stands, except six soft cards: a seventh cannot break them and wins by itself",
        ),
        Reading("dealer below 17 with seven cards", "stands: five draws are the limit"),
        Reading("no peek and a dealer's natural", "doubled and split bets lose in full"),
        Reading("order of seats", "from the dealer's left, as the cards are dealt"),
        practice.in_time("stand"),
        practice.ONE_HAND,
        Reading(
            "hands below a pair in poker",
            "high card, ranked below a pair: the list ends with a pair, yet ace high qualifies",
        ),
        Reading(
            "recommended pay tables",
            "the document highlights them in yellow, which the text we have does not show; the"
            " default is the first table, and the house chooses",
        ),
        Reading(
            "spots for the dealer's cards",
            "the dealer's cards lie in one row, in the order dealt: the first is the high card, the"
            " first two begin the blackjack hand, all seven are for poker",
        ),
        Reading(
            "bets for the dealer, and the tip box",
            "management decides, says the document: a table takes tips where the house opens it"
            " with a tip box; no table takes bets for the dealer",
        ),
        Reading("a half or 3:2 that does not come out in cents", "rounded for the player"),
    ),
    irregularities=(
        Irregularity(
            key="card-exposed",
            event="A card is drawn in error and has been seen",
            ruling="It is offered to the next player who may draw; one who refuses it stands; a"
            " dealer with seventeen or more burns it",
            effect=Effect.SHOW,
            source=practice.BLACKJACK,
        ),
        Irregularity(
            key="card-drawn-unseen",
            event="A card is drawn in error and has not been seen",
            ruling="It is used as the next card",
            effect=Effect.STANDS,
            source=practice.BLACKJACK,
        ),
        Irregularity(
            key="dealer-card-missing",
            event="The dealer has not taken a second card",
            ruling="The card is dealt when it is noticed, before any player draws",
            effect=Effect.STANDS,
            source=practice.BLACKJACK,
        ),
        Irregularity(
            key="seat-skipped",
            event="A seat has no card",
            ruling="The seat is dead and its bets go back",
            effect=Effect.DEAD_SEAT,
            source=practice.BLACKJACK,
        ),
        Irregularity(
            key="second-card-missing",
            event="A seat has only one card",
            ruling="It gets its second card last, before any player draws",
            effect=Effect.STANDS,
            source=practice.BLACKJACK,
        ),
        practice.WRONG_NUMBER,
        practice.CARD_TO_EMPTY_SEAT,
        replace(
            practice.DEALER_HAND_EXPOSED,
            event="The dealer's hole card is seen before the decisions are made",
        ),
        practice.CARD_FACE_UP,
        practice.SHUFFLER_FAULT,
        practice.MACHINE_FAULT,
        practice.FOULED_DECK,
    ),
)


def reads(held: tuple[int, ...]) -> str:
    """The points in blackjack, or with all seven cards the poker hand."""
    if len(held) == GAME.player_cards:
        return words.best_five(poker.strength_of(held))
    return reasons.points(total_of(held)) if len(held) > 1 else ""


def _plays(dealer: tuple[int, ...]) -> bool:
    return qualifies(poker.strength_of(dealer), poker.ACE_HIGH)


def _as_dealt(held: tuple[int, ...]) -> tuple[int, ...]:
    """Cards that are three hands in one stay where they were dealt."""
    return held


SETTLEMENT: Final = Settlement(
    settle,
    DealersHand(_plays, reads, _as_dealt),
    decision_faults,
    moves,
    dealer_draws,
    peeks,
    stops,
    _STAGES,
    reads,
    ThreeWays(),
    # Below hard twelve and soft eighteen no card is one too many.
    says={"simple": draws_to(hard=17, soft=17), "timid": draws_to(hard=12, soft=18)},
    divides={"split": split_hands},
)
