"""Opening, changing, disabling and closing tables, under the laws of several places."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from fairdeal import games
from fairdeal.errors import FairdealError, Malformed, Refused
from fairdeal.games.digest import rules_digest
from fairdeal.games.terms import terms
from fairdeal.house import profile as laws
from fairdeal.live import AUTOMATIC, Room, commands, events
from fairdeal.live.audit import audit
from fairdeal.live.clocks import Clock
from fairdeal.live.commands import COMMANDS, OF_PROGRESSIVES
from fairdeal.live.events import Limit
from fairdeal.live.log import codec
from fairdeal.live.log.stores.memory import MemoryStore
from tests.live.forging import rechained, rewritten
from tests.live.stacking import Stacked
from tests.live.tables import (
    BETS,
    DEALER,
    FLOOR,
    KEY,
    MANAGER,
    OTHER_FLOOR,
    OTHER_RULES,
    PLAYERS,
    WATCHER,
    Felt,
    get_other_rules,
)

GAMES = sorted(games.GAMES)
HOUSE_BANKED = [key for key in GAMES if not games.game(key).player_banked]
P1, P2 = PLAYERS[:2]


def opened(room: Room, **setup: Any) -> events.TableOpened:
    [event] = room.do("pit-1", commands.open_table, by=FLOOR, **setup).events
    assert isinstance(event, events.TableOpened)
    return event


def room_on(day: str) -> Room:
    moment = int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() * 1_000_000)
    return Room(MemoryStore(KEY), KEY, clock=Clock.of(lambda: moment))


def setup_of(felt: Felt) -> events.TableOpened:
    setup = felt.table.setup
    assert setup is not None
    return setup


@pytest.mark.parametrize("game", GAMES)
def test_a_table_opens_with_the_first_pay_tables_and_options_of_its_game(game: str) -> None:
    setup = setup_of(Felt(game))
    default = terms(games.game(game))
    assert setup.pay_tables == {bet: table.name for bet, table in default.pay.items()}
    assert setup.options == default.options
    assert setup.style == next(iter(games.game(game).procedures))
    assert (setup.configuration, setup.rules_digest) == (1, rules_digest(games.game(game)))


@pytest.mark.parametrize("game", GAMES)
def test_the_house_puts_the_float_into_the_bank_unless_players_bank(game: str) -> None:
    banks = not games.game(game).player_banked
    expected = {"house": -77, "bank": 77} if banks else {}
    assert Felt(game, float_cents=77).table.accounts == expected


def test_a_table_opens_with_the_pay_tables_options_and_limits_that_are_named() -> None:
    felt = Felt(
        "three-card-poker",
        pay_tables=("TCP-12", "bonus=TCPB-03E"),
        options={"ante": "mandatory"},
        limits={"pair-plus": "1-25", "bonus": "1", "ante": "5-100/5"},
    )
    assert setup_of(felt).pay_tables == {"ante-bonus": "C", "pair-plus": "D", "bonus": "TCPB-03E"}
    assert setup_of(felt).options["ante"] == "mandatory"
    assert setup_of(felt).limits == {
        "ante": Limit(500, 10_000, 500),
        "pair-plus": Limit(100, 2_500, 1),
        "bonus": Limit(100, 100, 1),
    }


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({"game": "whist"}, "game.unknown"),
        ({"pay_tables": ("Z",)}, "paytable.unknown"),
        ({"options": {"ante": "perhaps"}}, "option.value"),
        ({"options": {"weather": "fine"}}, "option.unknown"),
        ({"limits": {"ante": "much"}}, "limit.unreadable"),
        ({"limits": {"insurance": "5"}}, "bet.unknown"),
        ({"limits": {"play": "5"}}, "limit.idle"),
        ({"least_cents": 0}, "limit.impossible"),
        ({"least_cents": 500, "most_cents": 499}, "limit.impossible"),
        ({"profile": "utopia"}, "profile.unknown"),
        ({"dealer": "Dora"}, "name.unreadable"),
        ({"dealer": "house"}, "dealer.automatic"),
    ],
)
def test_what_no_table_can_have_is_refused_by_name(setup: dict[str, Any], code: str) -> None:
    room = room_on("2026-11-01")
    with pytest.raises(FairdealError) as refused:
        opened(room, **{"game": "three-card-poker", **setup})
    assert refused.value.code == code
    assert room.tables() == []


def test_every_reason_against_a_table_is_given_at_once() -> None:
    with pytest.raises(Refused) as refused:
        opened(
            room_on("2026-11-01"),
            game="ags-3-card",
            style="cloud",
            seats=8,
            hands_per_player=2,
            betting_seconds=-1,
            decision_seconds=3601,
            float_cents=-1,
            limits={"ante": "none"},
            profile="california",
        )
    assert refused.value.code == "table.refused"
    assert refused.value.faults == (
        "ags-3-card is not dealt by 'cloud': expected machine or hand",
        "ags-3-card cannot have 8 seats: expected 1 to 7",
        "ags-3-card allows 1 to 1 hands a player, not 2",
        "betting cannot take -1 seconds: expected 0 to 3600",
        "a decision cannot take 3601 seconds: expected 0 to 3600",
        "a table cannot have a float of -$0.01",
        "ante cannot be left out: it is compulsory",
        "ags-3-card is banked by the house: California does not let the house bank",
    )


@pytest.mark.parametrize("seats", [0, -1])
def test_a_table_has_seats(seats: int) -> None:
    with pytest.raises(Refused, match=f"cannot have {seats} seats"):
        Felt("three-card-poker", seats=seats)


def test_an_optional_bet_can_be_left_out_and_is_not_taken_then() -> None:
    felt = Felt("three-card-poker", limits={"bonus": "none"})
    felt.fill(1)
    said = felt.refusal(commands.place, P1, seat=1, bets={"ante": 500, "bonus": 500})
    assert said == "seat 1 cannot bet on bonus: the table does not offer it"


def test_an_open_table_is_not_opened_again() -> None:
    said = Felt("three-card-poker").refusal(commands.open_table, FLOOR, game="three-card-poker")
    assert said == "table pit-1 is open already: reconfigure it or close it first"


@pytest.mark.parametrize("name", sorted({*COMMANDS} - OF_PROGRESSIVES - {"open-table", "rule"}))
def test_nothing_happens_at_a_table_that_was_never_opened(name: str) -> None:
    asked: dict[str, dict[str, Any]] = {
        "reconfigure": {"reason": "why not"},
        "close-table": {"reason": "why not"},
        "disable": {"reason": "why not"},
        "enable": {"reason": "why not"},
        "fill-bank": {"cents": 1},
        "free-seat": {"seat": 1, "reason": "why not"},
        "buy-in": {"player": "p1", "cents": 1},
        "cash-out": {"player": "p1"},
        "tip": {"cents": 1},
        "sit": {"seat": 1},
        "announce-seed": {"seat": 1, "anchor": "00" * 32},
        "leave": {"seat": 1},
        "post-bank": {"seat": 1, "cents": 1},
        "decline-bank": {"seat": 1},
        "place": {"seat": 1, "bets": {"ante": 500}},
        "decide": {"seat": 1, "word": "play"},
        "confirm-decision": {"seat": 1},
        "report": {"irregularity": "fouled-deck", "reason": "why not"},
        "choose-hand": {"seat": 1, "hand": "none"},
        "settle-claim": {"seat": 1, "reason": "why not"},
        "submit-pay": {"pay": 1},
        "approve-pay": {"pay": 1, "checked": ("hand",)},
        "send-back": {"pay": 1, "reason": "why not"},
    }
    touches = ("touch-seat", "touch-pending", "cancel-jackpot", "pay-jackpot")
    asked |= {touch: {"seat": 1} for touch in touches}
    asked["cancel-jackpot"] = {"seat": 1, "reason": "why not"}
    by = {
        "sit": P1,
        "announce-seed": P1,
        "place": P1,
        "decide": P1,
        "post-bank": P1,
        "decline-bank": P1,
    }
    by |= {"tip": P1}
    deals = (
        *("open-round", "no-more-bets", "next-step", "confirm-decision", "time-out"),
        *("choose-hand", "submit-pay"),
    )
    dealers = dict.fromkeys((*deals, *touches), AUTOMATIC)
    room = room_on("2026-11-01")

    def code() -> str:
        actor = (by | dealers).get(name, FLOOR)
        with pytest.raises(Refused) as refused:
            room.do("pit-1", COMMANDS[name], by=actor, **asked.get(name, {}))
        return refused.value.code

    assert code() == "table.unknown"
    with pytest.raises(Malformed):  # somebody has tried to open it
        room.do("pit-1", commands.open_table, by=FLOOR, game="bingo")
    nothing = ("seat.empty", "chips.amount", "pay.unknown", "jackpot.screen")
    assert code() in ("table.closed", *nothing)
    assert room.tables() == []


def test_names_that_nobody_has_opened_are_not_remembered() -> None:
    """Whoever makes up names would otherwise fill the memory, and the locks of a database."""
    room = room_on("2026-11-01")
    claimed: list[str] = []
    room.store.claim = lambda stream: claimed.append(stream) or 1  # type: ignore[method-assign, func-returns-value]
    with pytest.raises(Refused, match="there is no table 'pit': none was opened yet"):
        room.do("pit", commands.leave, by=P1, seat=1)
    with pytest.raises(Refused, match="there is no progressive 'crown': none was opened yet"):
        room.do("crown", commands.disable_progressive, by=FLOOR, reason="why not")
    assert claimed == []
    room.do("pit-1", commands.open_table, by=FLOOR, game="three-card-poker")
    assert claimed == ["pit-1"]
    with pytest.raises(Refused, match="there is no table 'pit': did you mean pit-1"):
        room.do("pit", commands.leave, by=P1, seat=1)


def test_configurations_are_counted_and_a_new_one_may_have_another_game() -> None:
    felt = Felt("three-card-poker")
    felt.do(commands.close_table, FLOOR, reason="quiet")
    felt.do(commands.open_table, MANAGER, game="three-card-fury")
    assert (setup_of(felt).configuration, setup_of(felt).game) == (2, "three-card-fury")


def test_who_sat_where_another_game_has_no_seat_keeps_the_chips_and_stands_up() -> None:
    """Three Card Poker has seven seats, 3 Card Fury six and one hand a player."""
    felt = Stacked("three-card-poker", seats=7, hands_per_player=2)
    felt.seat(P1, P1, P2, seats=(1, 2, 7), cents=900)
    felt.do(commands.close_table, FLOOR, reason="quiet")
    happened = felt.do(commands.open_table, FLOOR, game="three-card-fury").events
    assert happened[:-1] == (events.SeatLeft(2, "p1"), events.SeatLeft(7, "p2"))
    assert felt.table.seats == {1: "p1"}
    assert (felt.table.chips("p1"), felt.table.chips("p2")) == (900, 900)


def test_a_table_that_waits_for_a_ruling_is_not_opened_for_another_game() -> None:
    """The other game might not know what was reported, and nobody could rule on it any more."""
    felt = Felt("napa-three-card-poker")
    felt.do(commands.report, WATCHER, irregularity="looked-early", reason="seat 2 peeped")
    felt.do(commands.close_table, FLOOR, reason="quiet")
    said = felt.refusal(commands.open_table, FLOOR, game="three-card-poker")
    assert said == "table pit-1 holds until looked-early is ruled on"
    felt.do(commands.rule, FLOOR, reason="seen on camera")
    felt.do(commands.open_table, FLOOR, game="three-card-poker")
    assert felt.table.is_open


def test_a_change_keeps_everything_that_is_not_named() -> None:
    felt = Felt(
        "three-card-poker",
        pay_tables=("TCP-05",),
        limits={"bonus": "none", "pair-plus": "1-5"},
        hands_per_player=2,
        decision_seconds=9,
        float_cents=4_000,
    )
    felt.fill(2)
    before, chips = setup_of(felt), felt.table.accounts
    felt.do(commands.reconfigure, FLOOR, reason="busy", limits={"ante": "10-50"})
    after = setup_of(felt)
    assert after.limits == {"ante": Limit(1000, 5000, 1), "pair-plus": Limit(100, 500, 1)}
    for field in ("pay_tables", "options", "profile", "hands_per_player", "decision_seconds"):
        assert getattr(after, field) == getattr(before, field)
    assert after.configuration == 2
    assert felt.table.accounts == chips
    assert felt.table.seats == {1: "p1", 2: "p2"}


def test_a_new_limit_holds_for_the_bet_that_must_equal_it() -> None:
    felt = Felt("three-card-fury", limits={"royal-family": "1-5"})
    felt.do(commands.reconfigure, FLOOR, reason="busy", limits={"ante": "25-50"})
    assert setup_of(felt).limits == {
        "ante": Limit(2500, 5000, 1),
        "monster": Limit(2500, 5000, 1),
        "royal-family": Limit(100, 500, 1),
        "seven-card": Limit(500, 10_000, 1),
    }


def test_a_new_most_holds_for_every_bet_that_is_offered() -> None:
    felt = Felt("three-card-poker", limits={"bonus": "none"})
    felt.do(commands.reconfigure, FLOOR, reason="quiet", most_cents=2000)
    assert setup_of(felt).limits == {"ante": Limit(500, 2000, 1), "pair-plus": Limit(500, 2000, 1)}
    felt.do(commands.reconfigure, FLOOR, reason="busy", least_cents=1000)
    assert setup_of(felt).limits == {
        "ante": Limit(1000, 2000, 1),
        "pair-plus": Limit(1000, 2000, 1),
    }


def test_a_bet_that_was_left_out_is_offered_again_by_name() -> None:
    felt = Felt("three-card-poker", limits={"bonus": "none"})
    felt.do(commands.reconfigure, FLOOR, reason="asked for", limits={"bonus": "1-5"})
    assert setup_of(felt).limits["bonus"] == Limit(100, 500, 1)
    felt.do(commands.reconfigure, FLOOR, reason="no more", limits={"bonus": "none"})
    assert "bonus" not in setup_of(felt).limits


def test_a_new_most_leaves_every_least_as_it_was() -> None:
    felt = Felt("three-card-poker")
    felt.do(commands.reconfigure, FLOOR, reason="quiet", most_cents=2000)
    least = {bet: limit.least_cents for bet, limit in setup_of(felt).limits.items()}
    assert least == {"ante": 500, "pair-plus": 500, "bonus": 100}


@pytest.mark.parametrize("limits", [{"least_cents": 0}, {"most_cents": 0}, {"most_cents": 400}])
def test_a_change_to_impossible_limits_is_refused(limits: dict[str, int]) -> None:
    said = Felt("three-card-poker").refusal(commands.reconfigure, FLOOR, reason="why", **limits)
    assert said.startswith("a table cannot take")


def test_a_change_of_pay_tables_and_options_is_recorded_as_a_closing_and_an_opening() -> None:
    felt = Felt("three-card-poker", float_cents=500)
    happened = felt.do(
        commands.reconfigure,
        FLOOR,
        reason="  as the\n house wishes ",
        pay_tables=("pair-plus=D",),
        options={"ante": "mandatory"},
    ).events
    assert happened[0] == events.TableClosed("as the house wishes", 500)
    assert isinstance(happened[1], events.TableOpened)
    assert happened[1].pay_tables == {"ante-bonus": "A", "pair-plus": "D", "bonus": "TCPB-01"}
    assert happened[1].options["ante"] == "mandatory"


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_not_changed_while_bets_lie_on_it(game: str) -> None:
    felt = Felt(game)
    felt.fill(3)
    felt.bet()
    said = felt.refusal(commands.reconfigure, FLOOR, reason="now", most_cents=20_000)
    assert said == "table pit-1 can be changed when round 1 is over"


def test_a_round_on_which_nobody_has_bet_goes_with_a_change_and_its_bank_goes_back() -> None:
    felt = Felt("napa-three-card-poker")
    felt.fill(2, cents=60_000)
    felt.bank(50_000)
    assert felt.table.chips("p1") == 10_000
    happened = felt.do(commands.reconfigure, FLOOR, reason="busy", most_cents=20_000).events
    void = happened[0]
    assert isinstance(void, events.RoundVoided)
    assert (void.reason, void.returned, void.banker, void.bank_cents) == ("busy", (), "p1", 50_000)
    assert void.secret
    assert felt.table.chips("p1") == 60_000
    assert setup_of(felt).limits["ante"] == Limit(500, 20_000, 1)


@pytest.mark.parametrize("command", [commands.reconfigure, commands.close_table, commands.disable])
@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (" \n", "a reason must be given"),
        ("x" * 501, "a reason has at most 500 letters, and this one has 501"),
        ("\x1b[2J", "a reason has letters that can be printed, unlike '\\x1b[2J'"),
        ("a\u202eb", "a reason has letters that can be printed, unlike 'a\\u202eb'"),
    ],
)
def test_a_reason_is_given_on_one_line_that_can_be_read(
    command: commands.Command, reason: str, said: str
) -> None:
    assert Felt("three-card-poker").refusal(command, FLOOR, reason=reason) == said


def test_a_table_without_bets_closes_at_once_and_its_bank_goes_back() -> None:
    felt = Felt("three-card-poker", float_cents=900)
    happened = felt.do(commands.close_table, FLOOR, reason="quiet").events
    assert happened == (events.TableClosed("quiet", 900),)
    assert felt.table.accounts == {}
    assert felt.refusal(commands.sit, P1, seat=1) == "table pit-1 is not open"


@pytest.mark.parametrize("game", GAMES)
def test_closing_waits_for_the_round(game: str) -> None:
    felt = Felt(game)
    felt.fill(3)
    felt.bet()
    felt.deal()
    happened = felt.do(commands.close_table, FLOOR, reason="end of shift").events
    assert happened == (events.ClosingAnnounced("end of shift"),)
    said = felt.refusal(commands.close_table, OTHER_FLOOR, reason="again")
    assert said == "table pit-1 closes already: end of shift"
    while felt.table.playing:
        felt.say(next(word for word in felt.words() if word in ("play", "stand")))
    kinds = [each.kind for each in felt.store.stream("pit-1")]
    assert kinds[-2:] == ["round-closed", "table-closed"]
    assert not felt.table.is_open
    assert "bank" not in felt.table.accounts


def test_bets_stand_when_a_table_closes() -> None:
    felt = Felt("three-card-poker")
    felt.fill(2)
    felt.do(commands.place, P1, seat=1, bets={"ante": 1000})
    felt.do(commands.close_table, FLOOR, reason="end of shift")
    for player, seat, bets in ((P1, 1, {}), (P1, 1, {"ante": 2000}), (P2, 2, {"ante": 1000})):
        said = felt.refusal(commands.place, player, seat=seat, bets=bets)
        assert said == "bets stand: table pit-1 closes when everything is paid"
    felt.deal()
    felt.say("play")
    assert not felt.table.is_open


def test_a_table_that_closes_is_closed_by_a_void_as_well() -> None:
    felt = Felt("three-card-poker")
    felt.fill(1)
    felt.bet()
    felt.do(commands.close_table, FLOOR, reason="end of shift")
    felt.do(commands.report, WATCHER, irregularity="fouled-deck", reason="two aces of spades")
    happened = felt.do(commands.rule, FLOOR, reason="seen").events
    assert happened[-1] == events.TableClosed("end of shift", 1_000_000)
    assert felt.table.chips("p1") == 1_000_000


@pytest.mark.parametrize("game", GAMES)
def test_a_round_in_play_at_a_disabled_table_is_concluded_and_no_other_begins(game: str) -> None:
    """DIS-1: games in play conclude."""
    felt = Felt(game)
    felt.fill(3)
    felt.bet()
    felt.do(commands.disable, WATCHER, reason="camera 3 is dark")
    felt.deal()
    while felt.table.playing:
        felt.say(next(word for word in felt.words() if word in ("play", "stand")))
    assert felt.table.round is not None
    assert felt.table.round.lines
    said = felt.refusal(commands.place, P1, seat=1, bets=dict(BETS[game]))
    assert said == "table pit-1 takes no bets: camera 3 is dark"
    said = felt.refusal(commands.open_round, AUTOMATIC)
    assert said == "table pit-1 takes no bets: camera 3 is dark"
    felt.do(commands.enable, FLOOR, reason="it sees again")
    felt.play()
    closed = [each for each in felt.store.stream("pit-1") if each.kind == "round-closed"]
    assert len(closed) == 2


def test_no_bank_is_offered_or_taken_at_a_disabled_table() -> None:
    felt = Felt("napa-three-card-poker")
    felt.fill(1)
    felt.do(commands.disable, FLOOR, reason="camera 3 is dark")
    felt.do(commands.sit, P2, seat=2)
    felt.do(commands.buy_in, FLOOR, player="p2", cents=10_000)
    assert felt.table.playing is None
    felt.do(commands.enable, FLOOR, reason="it sees again")
    assert felt.table.playing is not None
    felt.do(commands.disable, FLOOR, reason="camera 3 is dark")
    said = felt.refusal(commands.post_bank, P1, seat=1, cents=100)
    assert said == "table pit-1 takes no bets: camera 3 is dark"


def test_a_table_is_disabled_and_enabled_once_each() -> None:
    felt = Felt("three-card-poker")
    assert felt.refusal(commands.enable, FLOOR, reason="x") == "table pit-1 is not disabled"
    felt.do(commands.disable, FLOOR, reason="dark")
    said = felt.refusal(commands.disable, FLOOR, reason="darker")
    assert said == "table pit-1 is disabled already: dark"


def test_a_disabled_table_stays_so_when_it_is_opened_anew() -> None:
    """COMP-2: faults disable the unit until they are resolved."""
    felt = Felt("three-card-poker")
    felt.do(commands.disable, FLOOR, reason="dark")
    felt.do(commands.close_table, FLOOR, reason="quiet")
    felt.do(commands.open_table, FLOOR, game="three-card-poker")
    felt.fill(1)
    assert felt.refusal(commands.place, P1, seat=1, bets={"ante": 500}).endswith("dark")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("steps", range(8))
def test_the_automatic_dealer_takes_over_at_any_step_of_a_round(game: str, steps: int) -> None:
    felt, alone = Stacked(game, dealer="dora"), Stacked(game)
    for each in (felt, alone):
        each.seat(*PLAYERS[:3])
    alone.play()
    felt.do(commands.open_round, DEALER)
    felt.bet()
    felt.do(commands.no_more_bets, DEALER)
    for _ in range(steps):
        if felt.playing.turn:
            felt.say(next(word for word in felt.words() if word in ("play", "stand")))
        else:
            felt.step()
    felt.do(commands.change_dealer, FLOOR)
    while (now := felt.table.playing) and now.turn:
        felt.say(next(word for word in felt.words() if word in ("play", "stand")))
    assert felt.table.accounts == alone.table.accounts


def test_a_person_takes_over_from_the_automatic_dealer_while_seats_decide() -> None:
    felt = Stacked("three-card-poker")
    felt.seat(P1)
    felt.bet()
    felt.deal()
    felt.do(commands.change_dealer, FLOOR, dealer="dora")
    felt.say("play")
    assert felt.playing.lines == ()
    felt.step(5)
    assert felt.last.over


def test_another_dealer_is_somebody_else() -> None:
    felt = Felt("three-card-poker")
    said = felt.refusal(commands.change_dealer, FLOOR)
    assert said == "the automatic dealer deals at pit-1 already"
    felt.do(commands.change_dealer, FLOOR, dealer="dora")
    said = felt.refusal(commands.change_dealer, FLOOR, dealer="dora")
    assert said == "dora deals at pit-1 already"
    said = felt.refusal(commands.change_dealer, FLOOR, dealer="house")
    assert said == "the automatic dealer is named by leaving the name empty"
    with pytest.raises(Malformed):
        felt.do(commands.change_dealer, FLOOR, dealer="Dora")


@pytest.mark.parametrize("game", HOUSE_BANKED)
def test_california_lets_no_house_bank_a_game(game: str) -> None:
    """Penal Code 330.11."""
    with pytest.raises(Refused, match="California does not let the house bank"):
        Felt(game, profile="california")


def test_washington_lets_no_player_bank_a_game() -> None:
    with pytest.raises(Refused, match="Washington does not let players bank"):
        Felt("napa-three-card-poker", profile="washington")


@pytest.mark.parametrize(
    ("day", "most"), [("2005-01-01", 10_000), ("2010-01-01", 30_000), ("2023-08-19", 40_000)]
)
def test_the_most_on_one_wager_is_that_of_the_day(day: str, most: int) -> None:
    """WAC 230-15-140: $100, then $300, and $400 since August 2023."""
    setup = opened(
        room_on(day),
        game="three-card-poker",
        profile="washington",
        limits={"bonus": "none"},
        most_cents=100_000,
    )
    assert setup.limits["ante"] == setup.limits["pair-plus"] == Limit(500, most, 1)


def test_a_limit_above_the_law_is_refused_when_it_is_named() -> None:
    with pytest.raises(Refused, match=r"cannot take \$500 on ante: Washington allows \$400"):
        Felt("three-card-poker", profile="washington", limits={"ante": "5-500"})


@pytest.mark.parametrize(
    ("game", "lowered"),
    [
        ("ags-3-card", set()),
        ("three-card-fury", {"seven-card"}),
        ("three-card-poker", set()),
        ("three-way-action", {"bonus"}),
    ],
)
def test_washington_lets_three_games_of_a_hand_take_more_than_five_dollars(
    game: str, lowered: set[str]
) -> None:
    """WAC 230-15-040; STAX takes $5 anyway."""
    felt = Felt(game, profile="washington")
    limits = setup_of(felt).limits
    assert {bet for bet, limit in limits.items() if limit.most_cents == 500} == lowered | (
        {"stax"} if game == "ags-3-card" else set()
    )
    above = [bet for bet, limit in limits.items() if limit.most_cents > 500]
    assert len(above) <= 3


@pytest.mark.parametrize("game", ["three-card-fury", "three-way-action"])
def test_a_fourth_game_above_five_dollars_is_refused_when_it_is_named(game: str) -> None:
    last = list(setup_of(Felt(game)).limits)[-1]
    with pytest.raises(Refused, match=r"takes more than \$5 on 4 games: .*; Washington allows 3"):
        Felt(game, profile="washington", limits={last: "5-50"})


def test_a_table_moves_to_another_law_only_with_limits_that_it_allows() -> None:
    felt = Felt("three-card-fury")
    said = felt.refusal(commands.reconfigure, FLOOR, reason="moved", profile="washington")
    assert "the table takes more than $5 on 4 games" in said
    felt.do(
        commands.reconfigure,
        FLOOR,
        reason="moved",
        profile="washington",
        limits={"seven-card": "5"},
    )
    assert (setup_of(felt).profile, setup_of(felt).profile_from) == ("washington", "2023-08-19")


@pytest.fixture
def other_rules(monkeypatch: pytest.MonkeyPatch) -> Stacked:
    """A round that was dealt and decided before the program got other rules."""
    felt = Stacked("three-card-poker", dealer="dora")
    felt.seat(P1, P2)
    felt.bet()
    felt.do(commands.no_more_bets, DEALER)
    felt.step(2)
    felt.say("play")
    felt.say("play")
    get_other_rules(monkeypatch)
    return felt


def test_a_round_does_not_go_on_under_other_rules(other_rules: Stacked) -> None:
    """RULE-7: the rule in force when the wager was accepted decides."""
    felt = other_rules
    for command, by, asked in (
        (commands.decide, P1, {"seat": 1, "word": "play"}),
        (commands.next_step, DEALER, {}),
        (commands.time_out, AUTOMATIC, {}),
        (commands.no_more_bets, DEALER, {}),
        (commands.place, P1, {"seat": 1, "bets": {"ante": 500}}),
        (commands.open_round, DEALER, {}),
    ):
        said = felt.refusal(command, by, **asked)
        assert f"and this program has {OTHER_RULES}: void a round in play" in said


def test_the_automatic_dealer_settles_nothing_by_other_rules(other_rules: Stacked) -> None:
    felt = other_rules
    happened = felt.do(commands.change_dealer, FLOOR).events
    assert happened == (events.DealerChanged(""),)


def test_a_round_under_other_rules_can_be_void_and_the_table_opened_anew(
    other_rules: Stacked,
) -> None:
    felt = other_rules
    felt.do(commands.report, WATCHER, irregularity="machine-malfunction", reason="new program")
    felt.do(commands.rule, FLOOR, reason="new program")
    assert felt.chips() == {"p1": 1_000_000, "p2": 1_000_000}
    felt.do(commands.reconfigure, FLOOR, reason="new program")
    assert setup_of(felt).rules_digest == OTHER_RULES
    felt.do(commands.open_round, DEALER)
    felt.do(commands.place, P1, seat=1, bets={"ante": 500})


def test_no_bank_is_offered_under_other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    felt = Stacked("napa-three-card-poker")
    felt.seat(P1)
    get_other_rules(monkeypatch)
    felt.seat(P2, seats=(2,))
    assert felt.table.playing is None


def test_no_bet_is_taken_under_a_law_that_has_ended() -> None:
    table = Stacked("three-card-poker", profile="washington", now=1_690_000_000_000_000)
    table.seat(P1)
    assert table.table.setup is not None
    assert table.table.setup.profile_from == "2009-09-14"
    table.now = 1_790_000_000_000_000
    said = table.refusal(commands.place, P1, seat=1, bets={"ante": 1000})
    assert said == (
        "Washington has other rules since 2023-08-19 than when table pit-1 was opened:"
        " reconfigure it"
    )
    table.do(commands.reconfigure, FLOOR, reason="the law has changed")
    table.do(commands.place, P1, seat=1, bets={"ante": 1000})


def test_a_practice_table_stays_one_when_it_is_changed_and_no_other_becomes_one() -> None:
    room = room_on("2026-05-01")
    assert not opened(room, game="three-card-poker").practice
    room.do("pit-1", commands.close_table, by=FLOOR, reason="end of the day")
    assert opened(room, game="three-card-poker", practice=True).practice
    done = room.do("pit-1", commands.reconfigure, by=FLOOR, reason="higher", most_cents=20_000)
    assert isinstance(done.events[-1], events.TableOpened)
    assert done.events[-1].practice


def test_a_table_of_a_log_that_knows_no_practice_tables_is_none() -> None:
    kind, body = codec.encoded(opened(room_on("2026-05-01"), game="three-card-poker"))
    told = msgspec.json.decode(body)
    told.pop("practice", None)
    read = codec.decoded(kind, msgspec.json.encode(told))
    assert isinstance(read, events.TableOpened)
    assert not read.practice


_LAW = """
name = "Bayou"
[[edition]]
from = 2001-01-01
[edition.house-banks]
is = true
source = "the law"
[edition.players-bank]
is = true
source = "the law"
[edition.options]
is = ["three-card-poker ante=mandatory"]
source = "the maker's document"
"""


@pytest.fixture
def bayou(monkeypatch: pytest.MonkeyPatch) -> None:
    """A place whose law makes the ante mandatory."""
    monkeypatch.setattr(laws, "PROFILES", ("plain", "bayou"))
    shipped, law = laws._shipped, laws.read_editions("bayou", _LAW)
    monkeypatch.setattr(laws, "_shipped", lambda key: law if key == "bayou" else shipped(key))


def test_a_table_opens_with_the_options_that_the_law_lays_down(bayou: None) -> None:
    felt = Felt("three-card-poker", profile="bayou")
    assert setup_of(felt).options["ante"] == "mandatory"
    felt.fill(1)
    said = felt.refusal(commands.place, P1, seat=1, bets={"pair-plus": 500})
    assert "ante" in said
    assert Felt("ags-3-card", profile="bayou").table.is_open
    assert setup_of(Felt("three-card-poker")).options["ante"] == "optional"


def test_another_value_than_the_law_lays_down_is_refused_with_its_source(bayou: None) -> None:
    felt = Felt("three-card-poker")
    why = "Bayou wants ante=mandatory at three-card-poker, not ante=optional (the maker's document)"
    asked: dict[str, Any] = {"profile": "bayou", "options": {"ante": "optional"}}
    assert why in felt.refusal(commands.reconfigure, FLOOR, reason="moved", **asked)
    felt.do(commands.reconfigure, FLOOR, reason="moved", profile="bayou")
    assert setup_of(felt).options["ante"] == "mandatory"
    with pytest.raises(Refused, match="cannot be opened: Bayou wants ante=mandatory"):
        Felt("three-card-poker", **asked)


def test_an_audit_finds_an_option_that_the_law_forbids(bayou: None) -> None:
    felt = Felt("three-card-poker", profile="bayou")
    assert audit(felt.store, KEY).holds
    options = dict(setup_of(felt).options) | {"ante": "optional"}
    opened = rewritten([*felt.store.read()], 1, lambda event: replace(event, options=options))
    fault = audit(rechained(opened)).first_fault
    assert "Bayou wants ante=mandatory" in str(fault)
