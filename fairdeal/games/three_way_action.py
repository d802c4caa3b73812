"""3 Way Action: high card, blackjack and seven-card poker on one hand, and a bonus."""

from enum import IntEnum
from types import MappingProxyType
from typing import Final

from fairdeal.cards import JACK, rank_of
from fairdeal.errors import Refused, listed
from fairdeal.games import practice, reasons
from fairdeal.games.ante_play import Showdown, showdown, showdown_fact
from fairdeal.games.blackjack_leg import Hands, dealer_total, odds_of, outcome_of, play_out
from fairdeal.games.layout import (
    Act,
    Bet,
    Direction,
    Document,
    Game,
    Irregularity,
    Option,
    Pass,
    Reading,
    Stage,
    Step,
    Who,
)
from fairdeal.games.paytable import Column
from fairdeal.games.round import Line, Round, Seat, Settlement, line, paid_line
from fairdeal.hands import poker, words
from fairdeal.hands.blackjack import is_natural, total_of
from fairdeal.money import Odds, net_of
from fairdeal.rule import rule


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
        return Odds(-1, 1)
    return Odds(-1, 2)


@rule
def settle_poker(player: int, dealer: int) -> Odds:
    """Two seven-card strengths: half the bet for everybody when the dealer is below ace high."""
    outcome = showdown(player, dealer, poker.ACE_HIGH)
    if outcome == Showdown.DEALER_OUT:
        return Odds(1, 2)
    if outcome == Showdown.WON:
        return Odds(1, 1)
    if outcome == Showdown.LOST:
        return Odds(-1, 1)
    return Odds(0, 1)


@rule
def bonus_event(strength: int) -> int:
    """The bonus event of a player's best five cards."""
    held = poker.category(strength)
    if held >= poker.Category.THREE_OF_A_KIND:
        return Bonus.THREE_OF_A_KIND + held - poker.Category.THREE_OF_A_KIND
    if held == poker.Category.TWO_PAIR and (strength >> 16 & 15) >= JACK:
        return Bonus.TWO_PAIR_JACKS
    return Bonus.NOTHING


def settle(played: Round) -> list[Line]:
    """Every bet of the round."""
    lines: list[Line] = []
    dealer = poker.strength_of(played.dealer)
    for seat in played.seats:
        player = poker.strength_of(seat.cards)
        high = settle_high_card(seat.cards[0], played.dealer[0])
        fact = reasons.high_cards(rank_of(seat.cards[0]), rank_of(played.dealer[0]))
        lines.append(line(played, "high-card", seat, "high-card", high, fact))
        lines.append(_blackjack_line(played, seat))
        fact = showdown_fact(played, player, dealer, poker.ACE_HIGH, words.best_five)
        lines.append(line(played, "poker", seat, "poker", settle_poker(player, dealer), fact))
        if seat.stake("bonus"):
            event, holds = bonus_event(player), words.best_five(player)
            lines.append(paid_line(played, "bonus", seat, "bonus", event, holds))
    return lines


def hands_of(played: Round, seat: Seat) -> Hands:
    """The seat's blackjack hands as its decisions have played them."""
    option = played.terms.option
    return play_out(
        seat.cards,
        seat.decisions,
        dealer_shows_natural=option("peek") == "yes" and is_natural(*played.dealer[:2]),
        split_draws=option("split-aces") == "draw",
    )


def decision_faults(played: Round, seat: Seat) -> list[str]:
    """The blackjack decisions must be legal, one by one, and finish the hand."""
    try:
        hands = hands_of(played, seat)
    except Refused as refusal:
        return [f"seat {seat.number} {refusal}"]
    if not hands.legal:
        return []
    has = reasons.points(total_of(hands.hands[-1] if hands.stakes == 1 else hands.hands[0]))
    said = f"after {' '.join(seat.decisions)!r} " if seat.decisions else ""
    return [
        f"seat {seat.number} has not finished its blackjack hand: {said}it has {has};"
        f" expected {listed(hands.legal, 'or')}"
    ]


def _blackjack_line(played: Round, seat: Seat) -> Line:
    option = played.terms.option
    hands = hands_of(played, seat)
    dealer = dealer_total(played.dealer, option("soft-17") == "hit")
    won, per = option("natural").split(":")
    stake = seat.stake("blackjack")
    facts: list[tuple[str, Odds]] = []
    for cards in hands.hands:
        total = total_of(cards)
        outcome = outcome_of(
            total.points,
            len(cards),
            hands.natural,
            dealer.points,
            is_natural(*played.dealer[:2]),
            option("seven-card-win") == "yes",
        )
        odds = odds_of(outcome, Odds(int(won), int(per)))
        facts.append((reasons.blackjack(outcome, total, dealer), odds))
    if len(facts) == 1:
        [(fact, odds)] = facts
        doubled = hands.stakes == 2
        return line(
            played,
            "blackjack",
            seat,
            "blackjack",
            odds,
            reasons.doubled(fact) if doubled else fact,
            wager=stake * hands.stakes,
        )
    bet = played.game.bet("blackjack")
    net = sum(net_of(stake, odds) for _, odds in facts)
    return Line(
        "blackjack", seat.number, "blackjack", 2 * stake, net, reasons.split_hands(facts, bet)
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
    player_cards=7,
    dealer_cards=7,
    seats=6,
    bets=(
        Bet(
            key="high-card",
            name="high card",
            text="the first card against the dealer's first; a tie loses half",
            required=True,
        ),
        Bet(
            key="blackjack",
            name="blackjack",
            text="the hand as blackjack, with at most seven cards",
            required=True,
        ),
        Bet(
            key="poker",
            name="poker",
            text="the best five of seven cards, busted hands too; half the bet is won when the"
            " dealer is below ace high",
            required=True,
        ),
        Bet(
            key="bonus",
            name="bonus",
            text="the player's best five of seven cards, whatever the dealer holds",
            columns=(
                Column(
                    events=Bonus,
                    lowest=Bonus.TWO_PAIR_JACKS,
                    names=MappingProxyType({Bonus.TWO_PAIR_JACKS: "two pair, jacks or better"}),
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
    procedures=MappingProxyType(
        {
            "hand": (
                Step(
                    act=Act.BET,
                    text="Wait for a high card, a blackjack and a poker bet of every seat, of any"
                    " size, and for bonus bets",
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
                    act=Act.REVEAL,
                    text="With an ace or a ten-point card up, look at the hole card; a natural is"
                    " turned and ends the blackjack bets",
                ),
                Step(
                    act=Act.DECIDE,
                    text="Seat by seat, play the blackjack hands; every card stays on the layout",
                    choices=("hit", "stand", "double", "split"),
                ),
                Step(
                    act=Act.REVEAL,
                    text="Turn the hole card and draw to hard seventeen, five cards at most",
                ),
                Step(act=Act.SETTLE, text="Settle the blackjack bets", stages=("blackjack",)),
                Step(
                    act=Act.DEAL,
                    text="Fill every hand face down to seven cards, the dealer's last",
                    passes=(Pass(Who.SEATS, fill_to=7), Pass(Who.DEALER, fill_to=7)),
                ),
                Step(act=Act.REVEAL, text="Turn the hands and set the best five of seven"),
                Step(act=Act.SETTLE, text="Settle the poker bets", stages=("poker",)),
                Step(act=Act.SETTLE, text="Settle the bonus bets", stages=("bonus",)),
                practice.CLEAR,
            )
        }
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
        Reading("insurance and surrender", "not offered"),
        Reading("doubling", "any first two cards, not after a split"),
        Reading("splitting", "aces only and once; twenty-one after it is not a natural"),
        Reading(
            "split aces and the limit of seven cards",
            "all cards of both hands count toward the seven and toward poker; each ace gets its"
            " card first, and no split hand wins by seven cards",
        ),
        Reading("dealer below 17 with seven cards", "stands: five draws are the limit"),
        Reading("no peek and a dealer's natural", "doubled and split bets lose in full"),
        Reading("order of seats", "from the dealer's left, as the cards are dealt"),
        Reading("a half or 3:2 that does not come out in cents", "rounded for the player"),
    ),
    irregularities=(
        Irregularity(
            key="card-exposed",
            event="A card is drawn in error and has been seen",
            ruling="It is offered to the next player who may draw; one who refuses it stands; a"
            " dealer with seventeen or more burns it",
            voids_round=False,
            source=practice.HOUSE,
        ),
        Irregularity(
            key="card-drawn-unseen",
            event="A card is drawn in error and has not been seen",
            ruling="It is used as the next card",
            voids_round=False,
            source=practice.HOUSE,
        ),
        Irregularity(
            key="dealer-card-missing",
            event="The dealer has not taken a second card",
            ruling="The card is dealt when it is noticed, before any player draws",
            voids_round=False,
            source=practice.HOUSE,
        ),
        Irregularity(
            key="seat-skipped",
            event="A seat has no card, or only one",
            ruling="A seat with no card is dead and its bets go back; one with a single card gets"
            " its second last",
            voids_round=False,
            source=practice.HOUSE,
        ),
        practice.CARD_FACE_UP,
        practice.FOULED_DECK,
    ),
)

SETTLEMENT: Final = Settlement(settle, decision_faults)
