"""Bets: every reason against them at once, changed at will until no more are taken."""

from typing import Any

import pytest

from fairdeal import games
from fairdeal.errors import Refused
from fairdeal.live import AUTOMATIC, commands, events
from fairdeal.live.shoe import commitment_of, is_deck
from tests.live.stacking import Stacked
from tests.live.tables import BETS, DEALER, FLOOR, PLAYERS, WATCHER

GAMES = sorted(games.GAMES)
HOUSE_BANKED = [key for key in GAMES if not games.game(key).player_banked]
P1, P2, P3 = PLAYERS[:3]


def felt(game: str = "three-card-poker", seats: int = 3, **setup: Any) -> Stacked:
    table = Stacked(game, **setup)
    table.seat(*PLAYERS[:seats])
    table.bank()
    return table


def bettor(table: Stacked) -> int:
    """A seat that does not bank."""
    now = table.table.playing
    return 2 if now and now.banker_seat == 1 else 1


def faults(table: Stacked, bets: dict[str, int], seat: int = 1) -> tuple[str, ...]:
    with pytest.raises(Refused) as refused:
        table.do(commands.place, table.player_at(seat), seat=seat, bets=bets)
    assert refused.value.code == "bet.refused"
    assert str(refused.value) == "; ".join(refused.value.faults)
    return refused.value.faults


def test_every_reason_against_bets_is_given_at_once() -> None:
    """The game's, the table's, the law's, and the player's purse."""
    table = Stacked(
        "three-card-fury", profile="washington", most_cents=40_000, limits={"royal-family": "none"}
    )
    table.seat(P1, cents=99_999)
    assert faults(
        table,
        {
            "ante": 45_000,
            "monster": 55_000,
            "royal-family": 600,
            "seven-card": 600,
            "play": 100,
            "insurance": 100,
        },
    ) == (
        "seat 1 cannot have $550 on Monster: it must equal its ante of $450",
        "seat 1 cannot bet on play: the decision places it",
        "seat 1 cannot bet on 'insurance': expected ante, monster, royal-family or seven-card",
        "seat 1 cannot have $450 on ante: the table takes $5 to $400",
        "seat 1 cannot have $550 on Monster: the table takes $5 to $400",
        "seat 1 cannot bet on Royal Family: the table does not offer it",
        "seat 1 cannot have $450 on ante: Washington allows $400 a wager",
        "seat 1 cannot have $550 on Monster: Washington allows $400 a wager",
        "seat 1 has 4 games above $5: ante, Monster, Royal Family and 7 Card Bonus;"
        " Washington allows 3",
        "p1 has chips for $999.99 and these bets take $1,014",
    )


@pytest.mark.parametrize(
    ("game", "bets", "fault"),
    [
        ("three-card-poker", {"bonus": 500}, "without a bet on ante or pair plus"),
        ("three-card-poker", {"ante-bonus": 500}, "it needs no bet of its own"),
        ("napa-three-card-poker", {"pair-plus": 500}, "must also bet on ante"),
        (
            "napa-three-card-poker",
            {"ante": 500, "pair-plus": 501},
            "it must not exceed its ante of $5",
        ),
        ("ags-3-card", {"player-bonus": 500}, "must also bet on ante"),
        ("three-card-fury", {"ante": 500}, "must also bet on Monster"),
        ("three-way-action", {"blackjack": 500, "poker": 500}, "must also bet on high card"),
        ("ags-3-card", {"ante": 500, "stax": 1000}, "$10 on STAX: the table takes $5"),
    ],
)
def test_what_the_game_has_against_bets_is_said(
    game: str, bets: dict[str, int], fault: str
) -> None:
    table = felt(game)
    assert any(fault in each for each in faults(table, bets, bettor(table)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cents", [0, -500, 10**12 + 1])
def test_an_amount_that_is_no_bet_is_refused(game: str, cents: int) -> None:
    table = felt(game)
    bets = dict.fromkeys(BETS[game], cents)
    found = faults(table, bets, bettor(table))
    assert len([each for each in found if "cannot" in each]) >= len(bets)


def test_a_bet_of_nothing_is_refused_for_one_reason() -> None:
    assert faults(felt(), {"ante": 0}) == ("seat 1 cannot have $0 on ante: expected more",)


@pytest.mark.parametrize("cents", [499, 501, 749, 1010, 10_001, 10_250])
def test_a_bet_is_within_the_limit_and_on_its_steps(cents: int) -> None:
    table = felt(limits={"ante": "5-100/2.50"})
    [fault] = faults(table, {"ante": cents})
    assert fault.endswith("the table takes $5 to $100 in steps of $2.50")


@pytest.mark.parametrize("cents", [500, 750, 10_000])
def test_a_bet_on_the_edge_of_the_limit_is_taken(cents: int) -> None:
    table = felt(limits={"ante": "5-100/2.50"})
    table.do(commands.place, P1, seat=1, bets={"ante": cents})
    assert table.playing.bets == {1: {"ante": cents}}


@pytest.mark.parametrize(("cents", "fits"), [(2500, True), (2499, False)])
def test_nobody_bets_more_than_the_chips_before_them(cents: int, fits: bool) -> None:
    """DISP-3: no wager makes a balance negative."""
    table = Stacked("three-card-poker")
    table.seat(P1, cents=cents)
    bets = {"ante": 1000, "pair-plus": 1000, "bonus": 500}
    if fits:
        table.do(commands.place, P1, seat=1, bets=bets)
        assert table.table.chips("p1") == 0
    else:
        assert faults(table, bets) == ("p1 has chips for $24.99 and these bets take $25",)


def test_a_raise_is_held_against_what_it_adds() -> None:
    table = Stacked("three-card-poker")
    table.seat(P1, cents=3000)
    table.do(commands.place, P1, seat=1, bets={"ante": 2000})
    assert faults(table, {"ante": 3100}) == ("p1 has chips for $10 and these bets take $11 more",)
    table.do(commands.place, P1, seat=1, bets={"ante": 3000})
    assert table.table.chips("p1") == 0


def test_two_seats_of_one_player_share_the_chips() -> None:
    table = Stacked("three-card-poker", hands_per_player=2)
    table.seat(P1, P1, cents=1500)
    table.do(commands.place, P1, seat=1, bets={"ante": 1000})
    assert faults(table, {"ante": 1000}, 2) == ("p1 has chips for $5 and these bets take $10",)
    table.do(commands.place, P1, seat=2, bets={"ante": 500})
    assert table.table.accounts["layout"] == 1500


@pytest.mark.parametrize("game", GAMES)
def test_bets_move_between_chips_and_layout_by_the_difference(game: str) -> None:
    table = felt(game)
    seat = bettor(table)
    player, bets = table.player_at(seat), dict(BETS[game])
    small = dict.fromkeys(bets, 500)
    moved = []
    for placed in (bets, small, bets, {}, small, {}):
        done = table.do(commands.place, player, seat=seat, bets=placed)
        event = done.events[-1]
        assert isinstance(event, events.BetsPlaced)
        moved.append(event.cents)
        assert table.table.accounts.get("layout", 0) == sum(placed.values())
        assert table.table.chips(player.name) == 1_000_000 - sum(placed.values())
    whole, part = sum(bets.values()), sum(small.values())
    assert moved == [whole, part - whole, whole - part, -whole, part, -part]


def test_the_same_bets_again_move_nothing() -> None:
    table = felt()
    table.do(commands.place, P1, seat=1, bets={"ante": 1000})
    [event] = table.do(commands.place, P1, seat=1, bets={"ante": 1000}).events
    assert event == events.BetsPlaced(1, "p1", {"ante": 1000}, 0)


@pytest.mark.parametrize("game", GAMES)
def test_there_is_nothing_to_take_back_where_nothing_lies(game: str) -> None:
    table = felt(game)
    seat = bettor(table)
    said = table.refusal(commands.place, table.player_at(seat), seat=seat, bets={})
    assert said == f"seat {seat} has no bets to take back"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bets", ["none", "same", "less"])
def test_no_bet_is_added_raised_or_taken_back_after_no_more_bets(game: str, bets: str) -> None:
    table = felt(game)
    table.bet()
    table.deal()
    wanted = {
        "none": {},
        "same": dict(BETS[game]),
        "less": dict.fromkeys(BETS[game], 500),
    }[bets]
    for seat in table.table.seats:
        said = table.refusal(commands.place, table.player_at(seat), seat=seat, bets=wanted)
        assert said == f"seat {seat} cannot change its bets: no more bets in round 1"


@pytest.mark.parametrize("game", HOUSE_BANKED)
def test_the_first_bet_opens_a_round(game: str) -> None:
    table = felt(game, betting_seconds=20)
    first = table.do(commands.place, P1, seat=1, bets=dict(BETS[game])).events
    assert first[0] == events.RoundOpened(1, table.now + 20_000_000)
    second = table.do(commands.place, P2, seat=2, bets=dict(BETS[game])).events
    assert [type(each) for each in second] == [events.BetsPlaced]


def test_a_seat_may_sit_a_round_out() -> None:
    table = felt()
    table.do(commands.place, P2, seat=2, bets={"ante": 500})
    table.deal()
    assert table.playing.in_play() == [2]
    assert sorted(table.playing.hands) == [0, 2]


def test_the_dealer_may_open_the_betting_before_anybody_bets() -> None:
    table = felt(dealer="dora")
    assert table.do(commands.open_round, DEALER).events == (events.RoundOpened(1),)
    assert table.refusal(commands.open_round, DEALER) == "round 1 is in play"


def test_no_round_is_opened_at_a_table_that_closes() -> None:
    """Closing waits for a round with bets, and they stand: when it is over, so is the table."""
    table = felt(dealer="dora")
    table.bet()
    table.do(commands.close_table, FLOOR, reason="end of shift")
    assert table.refusal(commands.open_round, DEALER) == "round 1 is in play"


def test_rounds_are_counted_through_all_configurations() -> None:
    table = felt()
    table.play()
    table.do(commands.reconfigure, FLOOR, reason="quiet", most_cents=5000)
    table.play()
    table.do(commands.close_table, FLOOR, reason="quiet")
    table.do(commands.open_table, FLOOR, game="three-card-poker")
    table.play()
    assert [each.round for each in table.happened() if isinstance(each, events.RoundOpened)] == [
        1,
        2,
        3,
    ]


@pytest.mark.parametrize("game", GAMES)
def test_betting_is_not_closed_before_anybody_bets(game: str) -> None:
    table = felt(game, dealer="dora")
    table.do(commands.open_round, DEALER)
    said = table.refusal(commands.no_more_bets, DEALER)
    assert said == "betting at table pit-1 cannot be closed: no bet has been placed"


def test_betting_is_not_closed_without_a_round_or_twice() -> None:
    table = felt(dealer="dora")
    assert table.refusal(commands.no_more_bets, DEALER) == "table pit-1 has no round in play"
    table.bet()
    table.do(commands.no_more_bets, DEALER)
    said = table.refusal(commands.no_more_bets, DEALER)
    assert said == "the betting of round 1 is closed already"


@pytest.mark.parametrize("game", GAMES)
def test_the_deck_is_fixed_when_the_betting_closes_and_not_before(game: str) -> None:
    """CARD-5: no card depends on what was bet, or on what is decided later."""
    table = felt(game, dealer="dora")
    table.do(commands.open_round, DEALER)
    table.bet()
    assert (table.playing.commitment, table.playing.sealed) == (b"", b"")
    table.do(commands.no_more_bets, DEALER)
    commitment, deck = table.playing.commitment, table.deck
    assert commitment == commitment_of("table/pit-1", 1, deck.secret)
    assert is_deck(deck.order)
    while (now := table.table.playing) is not None:
        assert now.commitment == commitment
        if now.turn:
            table.say(next(word for word in table.words() if word in ("play", "stand")))
        else:
            table.step()
    assert (table.last.deck, table.last.secret) == (deck.order, deck.secret)


def test_time_to_bet_ends_when_it_is_up() -> None:
    table = felt(betting_seconds=20)
    table.do(commands.place, P1, seat=1, bets={"ante": 1000})
    said = table.refusal(commands.time_out, AUTOMATIC)
    assert said == "there are 20 seconds left at table pit-1"
    table.now += 19_000_001
    said = table.refusal(commands.time_out, AUTOMATIC)
    assert said == "there is 1 second left at table pit-1"
    table.now += 999_999
    table.do(commands.time_out, AUTOMATIC)
    assert table.playing.turn == 1


def test_time_to_bet_does_not_end_before_somebody_bets() -> None:
    table = felt(betting_seconds=20)
    table.do(commands.place, P1, seat=1, bets={"ante": 1000})
    table.do(commands.place, P1, seat=1, bets={})
    table.now += 60_000_000
    said = table.refusal(commands.time_out, AUTOMATIC)
    assert said == "betting at table pit-1 cannot be closed: no bet has been placed"
    assert table.room.tick() == 0


def test_there_is_no_time_to_end_where_none_was_set() -> None:
    table = felt()
    table.do(commands.place, P1, seat=1, bets={"ante": 1000})
    table.now += 10**12
    said = table.refusal(commands.time_out, AUTOMATIC)
    assert said == "no time is running at table pit-1"


@pytest.mark.parametrize("game", GAMES)
def test_no_bet_moves_while_something_waits_for_a_ruling(game: str) -> None:
    table = felt(game, dealer="dora")
    table.do(commands.open_round, DEALER)
    table.bet()
    table.do(commands.report, WATCHER, irregularity="fouled-deck", reason="seen")
    seat = bettor(table)
    asked: tuple[tuple[commands.Command, Any, dict[str, Any]], ...] = (
        (commands.place, table.player_at(seat), {"seat": seat, "bets": {}}),
        (commands.no_more_bets, DEALER, {}),
        (commands.next_step, DEALER, {}),
        (commands.time_out, DEALER, {}),
        (commands.open_round, DEALER, {}),
    )
    for command, by, arguments in asked:
        said = table.refusal(command, by, **arguments)
        assert said == "table pit-1 holds until fouled-deck is ruled on"
    said = table.refusal(commands.report, FLOOR, irregularity="card-exposed", reason="seen")
    assert said == "fouled-deck waits for a ruling already"


def test_bets_lie_as_they_are_at_a_disabled_table() -> None:
    table = felt()
    table.bet()
    table.do(commands.disable, FLOOR, reason="dark")
    for bets in ({}, {"ante": 500}):
        said = table.refusal(commands.place, P1, seat=1, bets=bets)
        assert said == "table pit-1 takes no bets: dark"


@pytest.mark.parametrize("profile", ["plain", "california"])
def test_nobody_bets_before_somebody_banks(profile: str) -> None:
    table = Stacked("napa-three-card-poker", profile=profile)
    table.seat(P1, P2)
    for player, seat in ((P1, 1), (P2, 2)):
        said = table.refusal(commands.place, player, seat=seat, bets={"ante": 500})
        assert said == "no player holds the bank of table pit-1 yet"


def test_nobody_bets_at_a_table_of_players_before_a_round_is_open() -> None:
    table = Stacked("napa-three-card-poker")
    table.seat(P1)
    said = table.refusal(commands.place, P1, seat=1, bets={"ante": 500})
    assert said == "no player holds the bank of table pit-1 yet"


def test_who_banks_does_not_bet_at_any_own_seat() -> None:
    table = Stacked("napa-three-card-poker", hands_per_player=2)
    table.seat(P1, P1, P2)
    table.bank()
    assert table.playing.banker == "p1"
    for seat in (1, 2):
        said = table.refusal(commands.place, P1, seat=seat, bets={"ante": 500})
        assert said == "p1 holds the bank and cannot bet against it"
    table.do(commands.place, P2, seat=3, bets={"ante": 500})
