"""Rounds from the first card to the last payment, as each game's document has them."""

import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from fairdeal import cards, games
from fairdeal.errors import Refused
from fairdeal.games import referee
from fairdeal.games.round import Round, Seat
from fairdeal.live import AUTOMATIC, Actor, commands, events
from fairdeal.live.audit import audit
from fairdeal.live.shoe import Deck, commitment_of
from fairdeal.live.table import procedure
from tests.live.stacking import Stacked
from tests.live.tables import BETS, DEALER, FLOOR, KEY, PLAYERS, time_passes
from tests.live.witness import disagreements

GAMES = sorted(games.GAMES)
STYLES = [(game, style) for game in GAMES for style in games.game(game).procedures]
P1, P2, P3 = PLAYERS[:3]
CALM = ("play", "stand")


def felt(game: str, deck: str = "", seats: tuple[int, ...] = (1, 3, 4), **setup: Any) -> Stacked:
    """Players at these seats, at a table whose cards are known."""
    table = Stacked(game, deck, **setup)
    table.seat(*PLAYERS[: len(seats)], seats=seats)
    return table


def by_hand(game: str, deck: str = "", **setup: Any) -> Stacked:
    """A round that a person deals, with all bets down and the betting closed."""
    table = felt(game, deck, dealer="dora", **setup)
    table.do(commands.open_round, DEALER)
    table.bet()
    table.do(commands.no_more_bets, DEALER)
    return table


def decided(table: Stacked, *words: str) -> None:
    """The seats say these words in turn; afterwards everybody stays in and stands."""
    said = iter(words)
    while (now := table.table.playing) and now.turn:
        calm = next(word for word in table.words() if word in CALM)
        table.say(next(said, calm))


def dealt_out(table: Stacked, choose: random.Random | None = None) -> None:
    """The person who deals goes through the round, and everybody decides."""
    while (now := table.table.playing) is not None:
        if now.turn:
            words = table.words()
            table.say(choose.choice(words) if choose else next(w for w in words if w in CALM))
        else:
            table.step()


def deals(table: Stacked) -> list[list[tuple[int, str]]]:
    """Who got how many cards, which way up, each time that cards were dealt."""
    return [
        [(deal.to, deal.faces) for deal in event.deals]
        for event in table.happened()
        if isinstance(event, events.CardsDealt)
    ]


@pytest.mark.parametrize(
    ("game", "style", "order"),
    [
        ("three-card-poker", "machine", [[(1, "ddd"), (3, "ddd"), (4, "ddd"), (0, "ddd")]]),
        ("ags-3-card", "machine", [[(1, "ddd"), (3, "ddd"), (4, "ddd"), (0, "ddd")]]),
        ("ags-3-card", "hand", [[(1, "d"), (3, "d"), (4, "d"), (0, "d")] * 3]),
        ("napa-three-card-poker", "machine", [[(3, "ddd"), (4, "ddd"), (0, "udd")]]),
        (
            "three-card-fury",
            "machine",
            [[(0, "ddd"), (-1, "d"), (1, "dddd"), (3, "dddd"), (4, "dddd")]],
        ),
        (
            "three-card-fury",
            "hand",
            [[*([(1, "d"), (3, "d"), (4, "d"), (0, "d")] * 3), (1, "d"), (3, "d"), (4, "d")]],
        ),
        (
            "three-way-action",
            "hand",
            [
                [(1, "u"), (3, "u"), (4, "u"), (0, "u")],
                [(1, "u"), (3, "u"), (4, "u"), (0, "d")],
                [(0, "uuu")],
                [(1, "ddddd"), (3, "ddddd"), (4, "ddddd"), (0, "dd")],
            ],
        ),
    ],
)
def test_cards_are_dealt_in_the_order_of_the_document(
    game: str, style: str, order: list[list[tuple[int, str]]]
) -> None:
    """The deck lies from the deuces up: in 3 Way Action the dealer has 5 and draws three fours."""
    table = by_hand(game, style=style)
    dealt_out(table)
    assert deals(table) == order


@pytest.mark.parametrize(("game", "style"), STYLES)
def test_cards_leave_the_deck_from_the_top_one_after_the_other(game: str, style: str) -> None:
    """CARD-1: what is dealt does not return."""
    table = by_hand(game, style=style)
    dealt_out(table)
    places = sorted(place for hand in table.last.hands.values() for place in hand.places)
    assert places == list(range(table.last.used))
    shown = [card for hand in table.last.hands.values() for card in hand.shown]
    assert len(shown) == len(set(shown)) > 0


FACES = {
    "three-card-poker": """
        ddd ddd | ddd
        ddd ddd | ddd
        ddd ddd | ddd
        ddd ddd | ddd
        ddd ddd | ddd
        ddd ddd | uuu
        ddd uuu | uuu
        ddd uuu | uuu
        ddd uuu | uuu
    """,
    "ags-3-card": """
        ddd ddd | ddd
        ddd ddd | ddd
        ddd ddd | ddd
        ddd ddd | ddd
        ddd ddd | ddd
        ddd ddd | uuu
        ddd uuu | uuu
        uuu uuu | uuu
        uuu uuu | uuu
    """,
    "napa-three-card-poker": """
        ddd ddd | udd
        ddd ddd | udd
        ddd ddd | udd
        ddd ddd | udd
        ddd ddd | udd
        ddd ddd | uuu
        ddd ddd | uuu
        ddd uuu | uuu
        ddd uuu | uuu
    """,
    "three-card-fury": """
        dddd dddd | ddd
        dddd dddd | ddd
        dddd dddd | ddd
        dddd dddd | ddd
        dddd dddd | ddd
        dddd dddd | ddd
        dddd dddd | uuu
        dddd uuuu | uuu
        uuuu uuuu | uuu
        uuuu uuuu | uuu
    """,
}
"""Of a seat that folds and one that plays, and the dealer, after each step.

In Three Card Poker the first seat has no bonus, and in Napa it can have none: such a hand is taken
in and not turned.  In AGS 3 Card and in 3 Card Fury it lies under a bet that outlives the fold.
"""


@pytest.mark.parametrize("game", sorted(FACES))
def test_hands_are_turned_when_the_document_says_so(game: str) -> None:
    table = Stacked(game, dealer="dora")
    table.seat(*PLAYERS[:3])
    table.do(commands.open_round, DEALER)
    table.bank()
    first, second = (2, 3) if table.playing.banker else (1, 2)
    bets = dict(BETS[game])
    no_bonus = {bet: cents for bet, cents in bets.items() if bet != "bonus"}
    table.do(commands.place, table.player_at(first), seat=first, bets=no_bonus)
    table.do(commands.place, table.player_at(second), seat=second, bets=bets)
    table.do(commands.no_more_bets, DEALER)
    seen = []
    words = iter(["fold", "play"])
    while table.table.playing:
        if table.playing.turn:
            table.say(next(words))
        else:
            table.step()
        hands = table.last.hands
        seen.append(f"{hands[first].faces} {hands[second].faces} | {hands[0].faces}")
    assert seen == [line.strip() for line in FACES[game].strip().splitlines()]


def test_in_three_way_action_every_card_but_hole_and_filling_lies_face_up() -> None:
    """Seat 1 hits once and stands; the dealer has ten and nine."""
    table = felt("three-way-action", "2c Th | 3c 9h | 4c", seats=(1,), dealer="dora")
    table.bet()
    table.do(commands.no_more_bets, DEALER)
    seen = []
    words = iter(["hit", "stand"])
    while table.table.playing:
        if table.playing.turn:
            table.say(next(words))
        else:
            table.step()
        seen.append(f"{table.last.hand(1).faces} | {table.last.hand(0).faces}")
    assert seen == [
        "u | u",  # first cards
        "u | u",  # high card settled
        "uu | ud",  # second cards
        "uu | ud",  # the dealer has looked
        "uu | ud",  # seat 1 is asked
        "uuu | ud",  # hits
        "uuu | ud",  # stands
        "uuu | uu",  # the hole card
        "uuu | uu",  # nothing to draw
        "uuu | uu",  # blackjack settled
        "uuudddd | uuddddd",  # filled to seven
        "uuuuuuu | uuuuuuu",  # turned
        "uuuuuuu | uuuuuuu",  # poker settled
        "uuuuuuu | uuuuuuu",  # bonus settled
        "uuuuuuu | uuuuuuu",  # cleared
    ]


@pytest.mark.parametrize(
    ("game", "deck", "bets", "words", "won"),
    [
        pytest.param(
            "three-card-poker",
            "Qs 7h 3d | Jc 9s 2h",
            {"ante": 1000, "pair-plus": 500},
            ["play"],
            {"play": 0, "ante-bonus": 0, "ante": 10, "pair-plus": -5},
            id="the dealer does not play",
        ),
        pytest.param(
            "three-card-poker",
            "5h 6h 7h | Ac Ad Qd",
            {"ante": 1000, "pair-plus": 500, "bonus": 500},
            ["play"],
            {"play": 10, "ante-bonus": 50, "ante": 10, "pair-plus": 200, "bonus": 625},
            id="a straight flush wins everything",
        ),
        pytest.param(
            "three-card-poker",
            "5h 6h 7h | Ac Ad Qd",
            {"ante": 1000, "pair-plus": 500, "bonus": 500},
            ["fold"],
            {"ante-bonus": 0, "ante": -10, "pair-plus": -5, "bonus": 625},
            id="a fold forfeits pair plus and leaves the bonus",
        ),
        pytest.param(
            "three-card-poker",
            "5h 6h 8d | Ac Ad Qd",
            {"pair-plus": 500},
            [],
            {"pair-plus": -5},
            id="pair plus alone has nothing to decide",
        ),
        pytest.param(
            "ags-3-card",
            "Ks Kd 3h | Kc Qd 2c",
            {"ante": 1000, "player-bonus": 500, "six-card-bonus": 500, "stax": 500},
            ["fold"],
            {
                "ante": -10,
                "ante-bonus": 0,
                "player-bonus": 5,
                "six-card-bonus": 25,
                "stax": -5,
            },
            id="bonuses outlive a fold: three kings among six cards",
        ),
        pytest.param(
            "three-card-fury",
            "Kd 8c 3h 2c | As 9s 4s 2d",
            {"ante": 1000, "monster": 1000, "royal-family": 500},
            ["play"],
            {"monster": 0, "play": 10, "ante": 10, "royal-family": 5},
            id="the manual's ace-high flush against king high",
        ),
        pytest.param(
            "three-card-fury",
            "Qd 8c 3h 2c | Js 9d 5s 2d",
            {"ante": 1000, "monster": 1000, "seven-card": 500},
            ["play"],
            {"monster": -10, "play": 0, "ante": -10, "seven-card": -5},
            id="the ante loses to a dealer who does not qualify",
        ),
        pytest.param(
            "three-way-action",
            "Ac Kd | Kc 7h | 9s 4s 8d 2h Jd | 3c 2d 4h 5s 9h",
            {"high-card": 1000, "blackjack": 1000, "poker": 500},
            [],
            {"high-card": 10, "blackjack": 15, "poker": 2.5},
            id="a natural, and a dealer below ace high",
        ),
    ],
)
def test_a_round_that_a_person_worked_out_is_paid_like_that(
    game: str, deck: str, bets: dict[str, int], words: list[str], won: dict[str, float]
) -> None:
    table = felt(game, deck, seats=(1,))
    table.do(commands.place, P1, seat=1, bets=bets)
    table.deal()
    decided(table, *words)
    assert {line.bet: line.net_cents / 100 for line in table.last.lines} == won
    assert table.table.chips("p1") == 1_000_000 + 100 * sum(won.values())


def test_high_card_is_paid_before_the_second_card_and_can_be_doubled_with() -> None:
    """3 Way Action: the bets are settled in stages, and what is won may be wagered again."""
    table = felt("three-way-action", "Ac 5d | 2c 9h | 8c", seats=())
    table.seat(P1, cents=2500)
    bets = {"high-card": 1000, "blackjack": 1000, "poker": 500}
    table.do(commands.place, P1, seat=1, bets=bets)
    assert table.table.chips("p1") == 0
    table.deal()
    assert table.table.chips("p1") == 2000
    assert table.kinds()[-5:] == [
        "cards-dealt",
        "bets-settled",
        "cards-dealt",
        "step-taken",
        "decision-asked",
    ]
    table.say("double")
    [doubled] = [each for each in table.happened() if isinstance(each, events.DecisionMade)]
    assert (doubled.bet, doubled.cents, cards.show(doubled.shown)) == ("blackjack", 1000, "8c")
    [line] = [line for line in table.last.lines if line.bet == "blackjack"]
    assert (line.stake_cents, line.net_cents) == (2000, 2000)


def test_every_stage_of_three_way_action_is_settled_seat_by_seat_from_the_left() -> None:
    table = felt("three-way-action")
    table.play()
    stages = [event for event in table.happened() if isinstance(event, events.BetsSettled)]
    assert [[(line.bet, line.seat) for line in stage.lines] for stage in stages] == [
        [(bet, seat) for seat in (1, 3, 4)] for bet in ("high-card", "blackjack", "poker", "bonus")
    ]


@pytest.mark.parametrize("game", GAMES)
def test_seats_decide_one_after_the_other_from_the_dealers_left(game: str) -> None:
    table = felt(game)
    table.bet()
    table.deal()
    asked = []
    while (now := table.table.playing) and now.turn:
        asked.append(now.turn)
        for seat in now.in_play():
            if seat != now.turn:
                said = table.refusal(
                    commands.decide, table.player_at(seat), seat=seat, word=table.words()[0]
                )
                assert said.endswith(f"it is the turn of seat {now.turn}")
        table.say(next(word for word in table.words() if word in CALM))
    assert asked == ([3, 4] if game.startswith("napa") else [1, 3, 4])


@pytest.mark.parametrize("game", GAMES)
def test_a_word_that_is_not_open_is_refused_with_those_that_are(game: str) -> None:
    table = felt(game)
    table.bet()
    table.deal()
    seat, words = table.playing.turn, " or ".join(", ".join(table.words()).rsplit(", ", 1))
    for word in ("surrender", "", "Play", "PLAY "):
        said = table.refusal(commands.decide, table.player_at(seat), seat=seat, word=word)
        assert said == f"seat {seat} cannot {word}: expected {words}"


@pytest.mark.parametrize("game", GAMES)
def test_nobody_decides_before_being_asked_or_after_the_round(game: str) -> None:
    table = felt(game, dealer="dora")
    table.do(commands.open_round, DEALER)
    table.bet()
    said = table.refusal(commands.decide, P2, seat=3, word="fold")
    assert said == "seat 3 cannot fold: there is nothing to decide"
    table.do(commands.no_more_bets, DEALER)
    dealt_out(table)
    said = table.refusal(commands.decide, P2, seat=3, word="fold")
    assert said == "table pit-1 has no round in play"


def test_a_seat_decides_once_on_three_cards() -> None:
    table = felt("three-card-poker", seats=(1, 2))
    table.bet()
    table.deal()
    table.say("fold")
    said = table.refusal(commands.decide, P1, seat=1, word="play")
    assert said == "seat 1 cannot play: it is the turn of seat 2"


def test_a_seat_without_an_ante_is_not_asked() -> None:
    table = felt("three-card-poker", seats=(1, 2))
    table.do(commands.place, P1, seat=1, bets={"pair-plus": 500})
    table.do(commands.place, P2, seat=2, bets={"ante": 500})
    table.deal()
    assert table.playing.turn == 2


def test_a_round_in_which_nobody_has_anything_to_decide_goes_on_by_itself() -> None:
    table = felt("three-card-poker", seats=(1,))
    table.do(commands.place, P1, seat=1, bets={"pair-plus": 500})
    table.deal()
    assert table.last.over
    assert "decision-asked" not in table.kinds()


@pytest.mark.parametrize("game", [key for key in GAMES if games.game(key).has_fold])
def test_who_has_no_chips_for_the_play_bet_may_still_fold(game: str) -> None:
    table = felt(game, seats=())
    ante = {bet: 1000 for bet in BETS[game] if games.game(game).bet(bet).required or bet == "ante"}
    table.seat(P1, P2, cents=sum(ante.values()) + 900)
    table.bank(100)
    seat = 2 if table.table.playing else 1
    player = table.player_at(seat)
    table.do(commands.place, player, seat=seat, bets=ante)
    table.deal()
    said = table.refusal(commands.decide, player, seat=seat, word="play")
    assert said == f"seat {seat} cannot play: it takes $10 and {player.name} has chips for $9"
    table.say("fold")
    folded = [event for event in table.happened() if isinstance(event, events.DecisionMade)]
    assert [(event.word, event.cents) for event in folded] == [("fold", 0)]


@pytest.mark.parametrize("game", GAMES)
def test_the_published_default_is_taken_for_a_seat_whose_time_is_up_and_marked(game: str) -> None:
    """INT-3: the decisions of the system are marked, and nobody is delayed."""
    table = felt(game, decision_seconds=30)
    table.bet()
    table.deal()
    first, *_ = seats = table.playing.in_play()
    default = next(s.default for s in procedure.steps_of(table.table) if s.default)
    assert table.playing.until == table.now + 30_000_000
    assert time_passes(table, 29_999_999) == 0
    assert time_passes(table, 1) == 1
    assert table.playing.decisions == {first: (default,)}
    assert table.playing.by_system == {first: (0,)}
    assert table.playing.until == table.now + 30_000_000, "the next seat has the whole time"
    for _ in seats[1:]:
        time_passes(table, 30_000_000)
    made = [event for event in table.happened() if isinstance(event, events.DecisionMade)]
    assert [(event.seat, event.word, event.by_system) for event in made] == [
        (seat, default, True) for seat in seats
    ]


def test_what_a_player_said_before_the_time_was_up_stays_the_players() -> None:
    table = felt("three-way-action", "2c 5d | 2h 9h | 2d 3c", seats=(1,))
    table.bet()
    table.deal()
    table.say("hit")
    time_passes(table, 31_000_000)
    assert table.last.decisions == {1: ("hit", "stand")}
    assert table.last.by_system == {1: (1,)}


def test_a_decision_that_comes_too_late_is_told_what_the_system_chose() -> None:
    table = felt("three-card-poker", seats=(1, 3))
    table.bet()
    table.deal()
    for _ in range(2):  # while the next seat decides, and when the round is over
        time_passes(table, 31_000_000)
        with pytest.raises(Refused) as told:
            table.do(commands.decide, table.player_at(1), seat=1, word="play")
        assert told.value.code == "decision.turn"
        assert str(told.value) == "too late: the time was up, and fold was chosen for seat 1"
    assert table.table.playing is None


def test_a_seat_that_is_asked_without_a_limit_may_think_for_ever() -> None:
    table = felt("three-card-poker", decision_seconds=0)
    table.bet()
    table.deal()
    assert table.playing.until == 0
    table.now += 10**13
    assert table.room.tick() == 0


def test_a_dealer_who_looks_and_has_a_natural_turns_it_and_asks_nobody() -> None:
    """Seat 1 has a natural and ties; seat 3 loses its bet without a word."""
    deck = "Ac 5c As | Kc 6c Kd"
    table = felt("three-way-action", deck, seats=(1, 3))
    table.bet()
    table.deal()
    [peeked] = [event for event in table.happened() if isinstance(event, events.DealerPeeked)]
    assert cards.show(peeked.shown) == "As Kd"
    assert table.last.over
    assert table.last.decisions == {}
    blackjack = {line.seat: line.net_cents for line in table.last.lines if line.bet == "blackjack"}
    assert blackjack == {1: 0, 3: -1000}


@pytest.mark.parametrize("up", ["As", "Ts", "Js", "Qs", "Ks"])
def test_a_dealer_who_looks_and_has_no_natural_says_no_more(up: str) -> None:
    table = felt("three-way-action", f"5c {up} | 6c 9d", seats=(1,))
    table.bet()
    table.deal()
    [peeked] = [event for event in table.happened() if isinstance(event, events.DealerPeeked)]
    assert peeked.shown == ()
    assert table.playing.hand(0).faces == "ud"
    assert table.playing.turn == 1


@pytest.mark.parametrize("up", ["2s", "9s"])
def test_a_dealer_with_a_lower_card_up_does_not_look(up: str) -> None:
    table = felt("three-way-action", f"5c {up} | 6c As", seats=(1,))
    table.bet()
    table.deal()
    assert "dealer-peeked" not in table.kinds()
    assert table.playing.turn == 1


def test_where_the_house_does_not_peek_a_natural_comes_out_after_the_decisions() -> None:
    table = felt("three-way-action", "5c As | 6c Kd", seats=(1,), options={"peek": "no"})
    table.bet()
    table.deal()
    assert table.playing.turn == 1
    table.say("double")
    [line] = [line for line in table.last.lines if line.bet == "blackjack"]
    assert (line.stake_cents, line.net_cents) == (2000, -2000)


def test_a_natural_and_a_hand_of_21_are_not_asked() -> None:
    table = felt("three-way-action", "Ac 5c 9s | Kc 6c 9d | Td", seats=(1, 3))
    table.bet()
    table.deal()
    assert table.playing.turn == 3
    table.say("hit")
    assert table.last.over


def test_split_aces_get_a_card_each_and_double_the_bet() -> None:
    table = felt("three-way-action", "Ac 5c | Ad 9d | 8h 3s", seats=(1,))
    table.bet()
    table.deal()
    assert "split" in table.words()
    table.say("split")
    [made] = [event for event in table.happened() if isinstance(event, events.DecisionMade)]
    assert (made.bet, made.cents, cards.show(made.shown)) == ("blackjack", 1000, "8h 3s")
    assert table.last.wagers(1)["blackjack"] == 2000


def test_a_hand_of_seven_cards_gets_no_more_and_wins() -> None:
    """17 with seven cards against the dealer's 19."""
    table = felt("three-way-action", "2c Th | 2d 9h | 2h 2s 3c 3d 3h", seats=(1,))
    table.bet()
    table.deal()
    decided(table, *["hit"] * 5)
    assert deals(table)[-1] == [(0, "ddddd")]
    [line] = [line for line in table.last.lines if line.bet == "blackjack"]
    assert line.net_cents == 1000


@pytest.mark.parametrize(
    ("soft_17", "drawn"), [("hit", [(0, "u")]), ("stand", None)], ids=["hit", "stand"]
)
def test_the_dealer_draws_by_the_rule_of_the_house(
    soft_17: str, drawn: list[tuple[int, str]] | None
) -> None:
    """Ace and six; the next card is a ten."""
    table = felt("three-way-action", "9c 6s | 9d As | Th", seats=(1,), options={"soft-17": soft_17})
    table.bet()
    table.deal()
    decided(table, "stand")
    assert deals(table)[2:-1] == ([drawn] if drawn else [])


def test_envy_is_paid_at_the_end_to_every_other_bonus_bettor() -> None:
    """Seats 1 and 3 hold straight flushes; 1, 3 and 4 bet on the bonus and 5 does not."""
    table = felt(
        "three-card-poker",
        "5h 6h 7h | 8c 9c Tc | 2c 7d Js | Kh 9d 2s | Ad Kc 3s",
        seats=(1, 3, 4, 5),
        pay_tables=("TCPB-03E",),
    )
    for seat in (1, 3, 4, 5):
        bets = {"ante": 1000} | ({"bonus": 500} if seat < 5 else {})
        table.do(commands.place, table.player_at(seat), seat=seat, bets=bets)
    table.deal()
    decided(table)
    last = table.happened()[-2]
    assert isinstance(last, events.BetsSettled)
    assert [(line.seat, line.bet, line.net_cents) for line in last.lines] == [
        (4, "envy", 500),
        (4, "envy", 500),
        (3, "envy", 500),
        (1, "envy", 500),
    ]


@pytest.mark.parametrize(
    ("hands", "envy"), [("any-player", [(1, 2500)]), ("bonus-bettors", list[tuple[int, int]]())]
)
def test_envy_counts_every_turned_hand_of_another_player(
    hands: str, envy: list[tuple[int, int]]
) -> None:
    """Seat 3 plays A-K-Q of hearts and seat 4 folds a straight flush; only seat 1 bet the bonus."""
    table = felt(
        "three-card-poker",
        "2h 7d 9s | Ah Kh Qh | 8c 9c Tc | 4h 6d Jc",
        pay_tables=("TCPB-03E",),
        options={"envy-hands": hands},
    )
    for seat in (1, 3, 4):
        bets = {"ante": 1000} | ({"bonus": 500} if seat == 1 else {})
        table.do(commands.place, table.player_at(seat), seat=seat, bets=bets)
    table.deal()
    decided(table, "play", "play", "fold")
    turned = [each for each in table.happened() if isinstance(each, events.CardsTurned)]
    assert [hand.hand for each in turned for hand in each.turned] == [0, 3, 1]
    paid = [(line.seat, line.net_cents) for line in table.last.lines if line.bet == "envy"]
    assert paid == envy
    assert disagreements(table.store.stream(table.name)) == []
    assert audit(table.store, KEY).holds


def test_a_player_with_two_seats_wins_no_envy_by_an_own_hand() -> None:
    """Bonus 10 c: never for one's own hand, at whichever of one's seats it lies."""
    table = Stacked(
        "three-card-poker",
        "5h 6h 7h | 8c 9d Tc | 2c 7d Js | Ad Kc 3s",
        hands_per_player=2,
        pay_tables=("TCPB-03E",),
    )
    table.seat(P1, P1, P2)
    for seat in (1, 2, 3):
        bets = {"ante": 1000, "bonus": 500}
        table.do(commands.place, table.player_at(seat), seat=seat, bets=bets)
    table.deal()
    decided(table)
    envy = [(line.player, line.seat) for line in table.last.lines if line.bet == "envy"]
    assert envy == [("p2", 3)]


def refereed(table: Stacked) -> list[tuple[object, ...]]:
    """What the referee says to the finished round, from its deck alone."""
    now = table.last
    deck = Deck(now.deck, now.secret)
    posted = [each for each in table.happened() if isinstance(each, events.BankPosted)]
    played = Round(
        games.game(table.game),
        procedure.terms_of(table.table),
        tuple(deck.order[place] for place in now.hands[0].places),
        tuple(
            Seat(
                seat,
                tuple(deck.order[place] for place in now.hands[seat].places),
                now.bets[seat],
                now.decisions.get(seat, ()),
            )
            for seat in sorted(now.bets)
        ),
        bank_cents=posted[-1].cents if posted else None,
        banker=now.banker_seat,
    )
    return [
        (line.stage, line.seat, line.bet, line.stake_cents, line.net_cents, line.reason)
        for line in referee.settle(played)
    ]


@pytest.mark.parametrize(("game", "style"), STYLES)
@pytest.mark.parametrize("seed", range(8))
def test_the_table_pays_what_the_referee_says_and_in_that_order(
    game: str, style: str, seed: int
) -> None:
    choose = random.Random(seed)
    table = felt(game, style=style, dealer="dora")
    table.order = choose.sample(range(52), 52)
    table.do(commands.open_round, DEALER)
    table.bank(choose.choice([700, 4000, 50_000]))
    table.bet()
    table.do(commands.no_more_bets, DEALER)
    dealt_out(table, choose)
    paid = [
        (line.stage, line.seat, line.bet, line.stake_cents, line.net_cents, line.reason)
        for line in table.last.lines
    ]
    assert paid == refereed(table)


def facts(
    happened: list[events.AnyEvent],
) -> tuple[list[events.AnyEvent], list[events.Turned], list[events.Paid]]:
    """What happened, and which hands were turned and bets settled, hand by hand or in one go."""
    turned = [each for each in happened if isinstance(each, events.CardsTurned)]
    settled = [each for each in happened if isinstance(each, events.BetsSettled)]
    return (
        [
            each
            for each in happened
            if not isinstance(each, events.CardsTurned | events.BetsSettled)
        ],
        [hand for each in turned for hand in each.turned],
        [line for each in settled for line in each.lines],
    )


@pytest.mark.parametrize(("game", "style"), STYLES)
@pytest.mark.parametrize("seed", range(4))
def test_a_person_who_deals_step_by_step_comes_to_the_same_end_as_the_automatic_dealer(
    game: str, style: str, seed: int
) -> None:
    tables = [felt(game, style=style, dealer=dealer) for dealer in ("dora", "")]
    for table in tables:
        table.order = random.Random(seed).sample(range(52), 52)
        dealer = DEALER if table.table.dealer else AUTOMATIC
        if not table.table.playing:
            table.do(commands.open_round, dealer)
        table.bet()
        table.do(commands.no_more_bets, dealer)
    dealt_out(tables[0], random.Random(seed))
    choose = random.Random(seed)
    while (now := tables[1].table.playing) and now.turn:
        tables[1].say(choose.choice(tables[1].words()))
    by_person, by_itself = (table.happened() for table in tables)
    by_person = [
        msgspec.structs.replace(each, confirmed_by="")
        if isinstance(each, events.DecisionMade)
        else each
        for each in by_person
        if not isinstance(each, events.DecisionDeclared)
    ]
    first = next(n for n, each in enumerate(by_person) if isinstance(each, events.CardsDealt))
    start = next(n for n, each in enumerate(by_itself) if isinstance(each, events.CardsDealt))
    ends = [
        next(n for n, each in enumerate(every) if isinstance(each, events.RoundClosed))
        for every in (by_person, by_itself)
    ]
    assert facts(by_person[first : ends[0]]) == facts(by_itself[start : ends[1]])
    assert tables[0].chips() == tables[1].chips()


def test_the_house_fills_a_bank_that_could_not_pay() -> None:
    table = felt("three-card-poker", "5h 6h 7h | 8c 9d Tc", seats=(1,), float_cents=100)
    table.do(commands.place, P1, seat=1, bets={"ante": 1000, "pair-plus": 500})
    table.deal()
    table.say("play")
    won = 1000 + 1000 + 5 * 1000 + 40 * 500
    filled = [event for event in table.happened() if isinstance(event, events.BankFilled)]
    assert filled == [events.BankFilled(won - 100 + 100)]
    assert table.table.accounts["bank"] == 100
    assert table.kinds()[-4:-1] == ["bank-filled", "bets-settled", "step-taken"]


def test_a_bank_that_can_just_pay_is_not_filled() -> None:
    table = felt("three-card-poker", "Qs 7h 3d | Jc 9s 2h", seats=(1,), float_cents=1000)
    table.do(commands.place, P1, seat=1, bets={"ante": 1000})
    table.deal()
    table.say("play")
    assert "bank-filled" not in table.kinds()
    assert "bank" not in table.table.accounts


def test_the_dealer_does_no_step_while_bets_are_open_or_a_seat_thinks() -> None:
    table = felt("three-card-poker", dealer="dora")
    assert table.refusal(commands.next_step, DEALER) == "table pit-1 has no round in play"
    said = table.refusal(commands.place, table.player_at(1), seat=1, bets={"ante": 500})
    assert said == "seat 1 cannot bet yet: dora opens the betting at table pit-1"
    table.bet()
    said = table.refusal(commands.next_step, DEALER)
    assert said == "round 1 is open for bets: close the betting first"
    table.do(commands.no_more_bets, DEALER)
    table.step(2)
    said = table.refusal(commands.next_step, DEALER)
    assert said == "round 1 waits for the decision of seat 1"


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_round_shows_a_deck_that_fits_what_was_promised(game: str) -> None:
    """Anybody can check that nothing was chosen after the bets."""
    table = by_hand(game)
    commitment = table.playing.commitment
    dealt_out(table)
    now = table.last
    assert now.commitment == commitment
    assert commitment_of("table/pit-1", now.number, now.secret) == commitment
    for number, hand in now.hands.items():
        up = [now.deck[p] for p, face in zip(hand.places, hand.faces, strict=True) if face == "u"]
        assert tuple(up) == hand.shown, number


@pytest.mark.parametrize("game", GAMES)
def test_the_next_round_begins_with_an_empty_layout(game: str) -> None:
    table = by_hand(game)
    dealt_out(table)
    table.do(commands.open_round, DEALER)
    now = table.playing
    kept = {"offered": now.offered, "until": now.until, "dealers": ("dora",)}
    empty = msgspec.structs.replace(type(now)(now.number), **kept)
    assert now == empty
    assert "layout" not in table.table.accounts


def test_chips_bought_during_a_round_can_be_played() -> None:
    table = felt("three-card-poker", seats=())
    table.seat(P1, cents=1000)
    table.do(commands.place, P1, seat=1, bets={"ante": 1000})
    table.deal()
    table.do(commands.buy_in, FLOOR, player="p1", cents=1000)
    table.say("play")
    assert table.last.decisions == {1: ("play",)}


def test_two_seats_of_one_player_are_asked_one_by_one() -> None:
    table = Stacked("three-card-poker", hands_per_player=2)
    table.seat(P1, P1)
    table.bet()
    table.deal()
    table.say("play")
    assert table.playing.turn == 2
    table.say("fold")
    assert table.last.decisions == {1: ("play",), 2: ("fold",)}
    assert {line.player for line in table.last.lines} == {"p1"}


def test_the_round_of_a_game_has_no_more_cards_than_a_deck() -> None:
    """Six seats of 3 Way Action take 49 cards."""
    table = Stacked("three-way-action")
    table.seat(*(Actor(f"g{seat}", P1.role) for seat in range(1, 7)))
    table.play()
    assert table.last.used == 49


def test_what_a_round_hands_to_the_referee_is_the_seats_in_play() -> None:
    table = by_hand("three-card-poker")
    table.step()
    whole = procedure.played(table.table, table.playing, table.deck)
    part = procedure.played(table.table, table.playing, table.deck, [3])
    assert [seat.number for seat in whole.seats] == [1, 3, 4]
    assert part == replace(whole, seats=(whole.seats[1],))


def touches(table: Stacked, *words: str) -> list[str]:
    """The steps that a dealer does who skips those without anything to do."""
    done: list[str] = []
    while (now := table.table.playing) is not None:
        if now.turn:
            decided(table, *words)
            continue
        step = procedure.steps_of(table.table)[procedure.step_ahead(table.table, now)]
        done.append(" ".join([step.act, *step.stages]))
        table.do(commands.next_step, DEALER, skip_idle=True)
    assert audit(table.store, KEY, every=True).faults == ()
    return done


@pytest.mark.parametrize(
    ("pay_table", "words", "steps"),
    [
        ("TCPB-01", (), ["deal", "decide", "reveal", *["settle hands"] * 3, "clear"]),
        (
            "TCPB-03E",
            ("fold",),
            [
                "deal",
                "decide",
                "collect folds",
                "reveal",
                *["settle hands"] * 3,
                "settle envy",
                "clear",
            ],
        ),
    ],
)
def test_steps_with_nothing_to_do_are_skipped_where_the_dealer_asks(
    pay_table: str, words: tuple[str, ...], steps: list[str]
) -> None:
    table = felt("three-card-poker", dealer="dora", pay_tables=(f"bonus={pay_table}",))
    table.do(commands.open_round, DEALER)
    table.bet({"ante": 500, "bonus": 500})
    table.do(commands.no_more_bets, DEALER)
    assert touches(table, *words) == steps


def test_a_stage_without_a_bet_is_skipped() -> None:
    table = felt("three-way-action", dealer="dora")
    table.do(commands.open_round, DEALER)
    table.bet({"high-card": 500, "blackjack": 500, "poker": 500})
    table.do(commands.no_more_bets, DEALER)
    done = touches(table)
    assert "settle poker" in done
    assert "settle bonus" not in done


def test_a_log_is_sound_at_every_moment_of_a_round_whose_deck_is_not_shown_yet() -> None:
    table = felt("three-way-action", dealer="dora")
    table.do(commands.open_round, DEALER)
    table.bet({"high-card": 500, "blackjack": 500, "poker": 500})
    table.do(commands.no_more_bets, DEALER)
    while (now := table.table.playing) is not None:
        if now.turn:
            table.say("stand")
        else:
            table.do(commands.next_step, DEALER)
        assert audit(table.store, KEY).faults == ()
