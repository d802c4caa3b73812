"""Irregularities: one reports, another rules, and the declared ruling takes effect (LIVE-1)."""

from dataclasses import replace
from typing import Any

import pytest

from fairdeal import cards, games
from fairdeal.games.layout import Effect
from fairdeal.live import AUTOMATIC, Actor, Role, Room, commands, events
from fairdeal.live.clocks import Clock
from fairdeal.live.commands import Command
from fairdeal.live.shoe import new_key
from tests.live.stacking import Stacked
from tests.live.tables import (
    BETS,
    DEALER,
    FLOOR,
    MANAGER,
    OTHER_FLOOR,
    PLAYERS,
    WATCHER,
    time_passes,
)

GAMES = sorted(games.GAMES)
DECLARED = [(key, each) for key in GAMES for each in games.game(key).irregularities]
IDS = [f"{key}-{each.key}" for key, each in DECLARED]
CALM = ("play", "stand")
P1, P2, P3 = PLAYERS[:3]
STEPS = 16
"""More commands than any round of three seats takes."""


def dealt(game: str, steps: int = 1, deck: str = "", **setup: Any) -> Stacked:
    """A round that a person has dealt so far, with three players and all their bets."""
    table = Stacked(game, deck, dealer="dora", **setup)
    table.seat(*PLAYERS[:3])
    table.do(commands.open_round, DEALER)
    table.bet()
    table.do(commands.no_more_bets, DEALER)
    go_on(table, steps)
    return table


def go_on(table: Stacked, steps: int = STEPS) -> None:
    """So many steps and decisions, as far as the round goes."""
    for _ in range(steps):
        now = table.table.playing
        if now is None:
            return
        if now.turn:
            table.say(next(word for word in table.words() if word in CALM))
        else:
            table.step()


def ruled(table: Stacked, key: str, seat: int = 0, *, upheld: bool = True) -> list[events.AnyEvent]:
    """Surveillance reports, the floor rules; what that brought."""
    table.do(commands.report, WATCHER, irregularity=key, reason="seen on camera 3", seat=seat)
    return list(table.do(commands.rule, FLOOR, reason="looked at", upheld=upheld).events)


@pytest.mark.parametrize(("game", "declared"), DECLARED, ids=IDS)
def test_every_irregularity_is_reported_by_one_and_ruled_on_by_another(
    game: str, declared: Any
) -> None:
    table = dealt(game)
    seat = table.playing.in_play()[0]
    reported = table.do(
        commands.report, FLOOR, irregularity=declared.key, reason=" it\nhappened ", seat=seat
    ).events
    assert reported == (events.IrregularityReported(declared.key, "it happened", "fran", seat),)
    said = table.refusal(commands.rule, FLOOR, reason="I saw it myself")
    assert said == f"floor fran cannot rule on {declared.key}: the report is fran's own"
    first, *_ = table.do(commands.rule, OTHER_FLOOR, reason="looked at").events
    assert first == events.IrregularityRuled(
        declared.key, declared.ruling, declared.effect.name.lower(), "looked at", "finn", seat=seat
    )
    assert table.table.pending is None


@pytest.mark.parametrize("game", GAMES)
def test_nobody_rules_on_a_round_of_their_own(game: str) -> None:
    """Neither who bets nor who banks decides whether bets go back."""
    table = dealt(game)
    table.do(commands.report, WATCHER, irregularity="fouled-deck", reason="seen")
    for name in table.table.seats.values():
        said = table.refusal(commands.rule, Actor(name, Role.FLOOR), reason="looked at")
        assert said == f"floor {name} cannot rule on a round in which {name} plays"


@pytest.mark.parametrize(("game", "declared"), DECLARED, ids=IDS)
def test_every_ruling_has_the_effect_that_the_game_declares(game: str, declared: Any) -> None:
    table = dealt(game)
    before, seat = table.table.accounts, table.playing.in_play()[0]
    top = table.deck.order[table.playing.used]
    _, *effect = ruled(table, declared.key, seat)
    if declared.effect is Effect.VOID:
        assert [type(event) for event in effect] == [events.RoundVoided]
        assert table.last.void == declared.event
        assert set(table.chips().values()) == {1_000_000}
    elif declared.effect is Effect.BURN:
        assert effect == [events.CardBurned(top)]
        assert table.table.accounts == before
    elif declared.effect is Effect.SHOW:
        assert effect == [events.CardShown(top)]
        assert table.playing.next_card == top
    elif declared.effect is Effect.DEAD_SEAT:
        assert [type(event) for event in effect] == [events.SeatDied]
        assert table.table.chips(table.table.seats[seat]) == 1_000_000
    else:
        assert effect == []
        assert table.table.accounts == before


@pytest.mark.parametrize("game", GAMES)
def test_a_void_at_any_step_of_a_round_leaves_everybody_as_before_it(game: str) -> None:
    """Bets, play bets and bonus bets go back; what was paid or taken is undone; so is the bank."""
    steps = 0
    while (table := dealt(game, steps, float_cents=0)).table.playing:
        filled = sum(e.cents for e in table.happened() if isinstance(e, events.BankFilled))
        void = ruled(table, "machine-malfunction")[1]
        assert isinstance(void, events.RoundVoided)
        assert table.chips() == {"p1": 1_000_000, "p2": 1_000_000, "p3": 1_000_000}
        assert table.table.accounts.get("bank", 0) == filled
        moved = [name for name in table.table.accounts if name.startswith(("layout", "position"))]
        assert moved == []
        assert void.deck == table.last.deck != b""
        assert (table.last.lines, table.last.turn) == ((), 0)
        steps += 1
    assert steps >= 8


def test_a_void_takes_back_what_was_staked_twice() -> None:
    table = dealt("three-way-action", 4, "2c 3c 4c 5d | 8c 8d 8h 9h | Tc")
    table.say("double")
    assert table.playing.wagers(1)["blackjack"] == 2000
    void = ruled(table, "fouled-deck")[1]
    assert isinstance(void, events.RoundVoided)
    assert events.Returned(1, "p1", "blackjack", 2000) in void.returned
    assert [line.bet for line in void.undone] == ["high-card"] * 3
    assert set(table.chips().values()) == {1_000_000}


def test_a_void_takes_back_envy() -> None:
    table = dealt(
        "three-card-poker",
        11,
        "5h 6h 7h | 8c 9d Tc | 2c 7d Js | Ad Kc 3s",
        pay_tables=("TCPB-03E",),
    )
    assert [line.bet for line in table.playing.lines][-2:] == ["envy", "envy"]
    ruled(table, "fouled-deck")
    assert set(table.chips().values()) == {1_000_000}


def test_a_void_gives_the_bank_back_before_anything_is_settled_and_after() -> None:
    for steps in (1, 7):
        table = dealt("napa-three-card-poker", steps, "2s 7h 3d | Ks 8h 3c | Ad Qc 3s")
        assert bool(table.playing.lines) is (steps == 7)
        void = ruled(table, "machine-malfunction")[1]
        assert isinstance(void, events.RoundVoided)
        assert (void.banker, void.bank_cents) == ("p1", 50_000)
        assert set(table.chips().values()) == {1_000_000}


def test_a_void_makes_a_bank_whole_that_lost_everything() -> None:
    table = Stacked("napa-three-card-poker", "Ks 7h 3d | Jc 9s 2h", dealer="dora")
    table.seat(P1, P2)
    table.do(commands.open_round, DEALER)
    table.bank(1000)
    table.do(commands.place, P2, seat=2, bets={"ante": 1000})
    table.do(commands.no_more_bets, DEALER)
    go_on(table, 6)
    assert "position:p1" not in table.table.accounts
    void = ruled(table, "machine-malfunction")[1]
    assert isinstance(void, events.RoundVoided)
    assert void.bank_cents == 1000
    assert table.chips() == {"p1": 1_000_000, "p2": 1_000_000}


def test_a_void_before_the_shuffle_has_no_deck_to_show() -> None:
    table = Stacked("three-card-poker")
    table.seat(P1)
    table.bet()
    void = ruled(table, "fouled-deck")[1]
    assert isinstance(void, events.RoundVoided)
    assert (void.deck, void.nonce) == (b"", b"")
    assert (void.banker, void.bank_cents) == ("", 0)
    assert table.chips() == {"p1": 1_000_000}


def test_a_new_round_follows_a_void_one() -> None:
    table = Stacked("three-card-poker")
    table.seat(P1)
    table.bet()
    table.deal()
    ruled(table, "shuffler-malfunction")
    table.play()
    assert (table.last.number, table.last.void) == (2, "")


def test_bets_go_back_when_the_key_is_lost() -> None:
    """The deck can no longer be opened, and so it is not shown; nobody loses by that."""
    table = dealt("three-card-poker", 3)
    table.room = Room(table.store, new_key(), clock=Clock.of(lambda: table.now))
    said = table.refusal(commands.decide, P2, seat=2, word="play")
    assert said.startswith("the deck of the round in play cannot be opened")
    void = ruled(table, "machine-malfunction")[1]
    assert isinstance(void, events.RoundVoided)
    assert (void.deck, void.nonce) == (b"", b"")
    assert set(table.chips().values()) == {1_000_000}


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_round_is_not_reopened(game: str) -> None:
    table = dealt(game, STEPS)
    assert table.table.playing is None
    before = table.table.accounts
    [only] = ruled(table, "fouled-deck")
    assert isinstance(only, events.IrregularityRuled)
    assert table.table.accounts == before
    assert table.last.lines
    assert not table.last.void


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("steps", [1, 4, 8])
def test_an_unfounded_report_changes_nothing_in_the_end(game: str, steps: int) -> None:
    reported, plain = dealt(game, steps), dealt(game, steps)
    [only] = ruled(reported, "fouled-deck", upheld=False)
    assert isinstance(only, events.IrregularityRuled)
    assert (only.effect, only.upheld) == ("stands", False)
    assert only.ruling == "The report is unfounded: the round goes on"
    for table in (reported, plain):
        go_on(table)
    assert reported.table.accounts == plain.table.accounts


@pytest.mark.parametrize("game", GAMES)
def test_a_table_holds_until_it_is_ruled_on(game: str) -> None:
    table = dealt(game, 3)
    turn = table.playing.turn or table.playing.in_play()[0]
    table.do(commands.report, WATCHER, irregularity="fouled-deck", reason="seen")
    table.now += 10**9
    asked: tuple[tuple[Command, Any, dict[str, Any]], ...] = (
        (commands.decide, table.player_at(turn), {"seat": turn, "word": "fold"}),
        (commands.next_step, DEALER, {}),
        (commands.time_out, AUTOMATIC, {}),
    )
    for command, by, arguments in asked:
        said = table.refusal(command, by, **arguments)
        assert said == "table pit-1 holds until fouled-deck is ruled on"
    assert table.room.tick() == 0


def test_the_automatic_dealer_holds_too_and_goes_on_after_the_ruling() -> None:
    table = dealt("three-card-poker", 1)
    table.do(commands.report, WATCHER, irregularity="card-exposed", reason="seen")
    table.do(commands.change_dealer, FLOOR)
    assert table.playing.turn == 0
    table.do(commands.rule, FLOOR, reason="looked at")
    assert [table.playing.turn] == [1]


def test_nobodys_time_runs_out_while_the_table_holds() -> None:
    """INT-3 is for the absent: who could not speak has the whole time again."""
    table = Stacked("three-card-poker")
    table.seat(P1, P2)
    table.bet()
    table.deal()
    table.do(commands.report, WATCHER, irregularity="card-exposed", reason="seen")
    table.now += 300_000_000
    table.do(commands.rule, FLOOR, reason="looked at")
    assert table.playing.until == table.now + 30_000_000
    assert table.room.tick() == 0
    assert time_passes(table, 30_000_000) == 1


def test_the_time_to_bet_and_to_answer_an_offer_runs_anew_as_well() -> None:
    betting = Stacked("three-card-poker", betting_seconds=20, decision_seconds=7)
    betting.seat(P1)
    betting.bet()
    offered = Stacked("napa-three-card-poker", betting_seconds=20, decision_seconds=7)
    offered.seat(P1, P2)
    for table, seconds in ((betting, 20), (offered, 7)):
        table.do(commands.report, WATCHER, irregularity="card-to-empty-seat", reason="seen")
        table.now += 300_000_000
        table.do(commands.rule, FLOOR, reason="looked at")
        assert table.playing.until == table.now + seconds * 1_000_000


def test_a_clock_that_did_not_run_does_not_begin_by_a_ruling() -> None:
    table = Stacked("three-card-poker", decision_seconds=0)
    table.seat(P1)
    table.bet()
    table.deal()
    ruled(table, "card-exposed")
    assert table.playing.until == 0


def three_way(deck: str = "", steps: int = 1, players: int = 3) -> Stacked:
    table = Stacked("three-way-action", deck, dealer="dora")
    table.seat(*PLAYERS[:players])
    table.bet()
    table.do(commands.no_more_bets, DEALER)
    table.step(steps)
    return table


def test_a_dead_seat_has_its_bets_back_and_the_others_play_on() -> None:
    table = three_way()
    died = ruled(table, "seat-skipped", 2)[1]
    assert isinstance(died, events.SeatDied)
    assert died.returned == tuple(
        events.Returned(2, "p2", bet, cents) for bet, cents in sorted(BETS[table.game].items())
    )
    go_on(table)
    assert table.last.over
    assert {line.seat for line in table.last.lines} == {1, 3}
    assert table.table.chips("p2") == 1_000_000
    assert "layout" not in table.table.accounts


def test_a_dead_seat_gets_no_more_cards() -> None:
    table = three_way()
    ruled(table, "seat-skipped", 2)
    go_on(table)
    assert table.last.hand(2).faces == "u"
    assert len(table.last.hand(3).faces) == 7


@pytest.fixture
def skipped_seats_die(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another game may declare that a seat dies when others have spoken or are to speak."""
    game = games.game("three-card-poker")
    dead = [
        replace(each, effect=Effect.DEAD_SEAT) if each.key == "seat-skipped" else each
        for each in game.irregularities
    ]
    changed = replace(game, irregularities=tuple(dead))
    monkeypatch.setattr(games, "GAMES", {**games.GAMES, game.key: changed})


@pytest.mark.usefixtures("skipped_seats_die")
def test_a_seat_that_dies_on_its_own_turn_hands_it_to_the_next() -> None:
    table = dealt("three-card-poker", 3)
    assert table.playing.turn == 2
    table.now += 10_000_000
    died = ruled(table, "seat-skipped", 2)[1]
    assert isinstance(died, events.SeatDied)
    assert (died.next_seat, died.until) == (3, table.now + 30_000_000)
    assert table.playing.turn == 3


@pytest.mark.usefixtures("skipped_seats_die")
def test_the_last_seat_to_speak_that_dies_ends_the_decisions() -> None:
    table = dealt("three-card-poker", 4)
    assert table.playing.turn == 3
    _, died, step = ruled(table, "seat-skipped", 3)
    assert isinstance(died, events.SeatDied)
    assert step == events.StepTaken(4)
    go_on(table)
    assert {line.seat for line in table.last.lines} == {1, 2}
    assert table.table.chips("p3") == 1_000_000


@pytest.mark.usefixtures("skipped_seats_die")
def test_a_seat_that_dies_after_it_spoke_has_its_play_bet_back_and_leaves_the_turn_alone() -> None:
    table = dealt("three-card-poker", 3)
    assert table.playing.wagers(1)["play"] == 1000
    ruled(table, "seat-skipped", 1)
    assert table.table.chips("p1") == 1_000_000
    assert (table.playing.turn, table.playing.until) == (2, table.now + 30_000_000)


def test_the_last_seat_that_dies_takes_the_round_with_it() -> None:
    table = three_way(players=1)
    void = ruled(table, "seat-skipped", 1)[1]
    assert isinstance(void, events.RoundVoided)
    assert table.chips() == {"p1": 1_000_000}


def test_a_seat_whose_high_card_is_settled_had_its_card_and_cannot_be_dead() -> None:
    table = three_way(steps=2)
    table.do(commands.report, WATCHER, irregularity="seat-skipped", reason="seen", seat=2)
    said = table.refusal(commands.rule, FLOOR, reason="looked at")
    assert said == "seat 2 cannot be dead: a bet of its hand has been settled"
    table.do(commands.rule, FLOOR, reason="looked at", upheld=False)


@pytest.mark.parametrize("paid", [True, False])
def test_a_seat_whose_high_card_waits_for_approval_or_was_paid_cannot_be_dead(paid: bool) -> None:
    table = Stacked("three-way-action", "2c Kd 3c", dealer="dora", tiers={"floor": 10_000})
    table.seat(*PLAYERS[:2])
    table.bet()
    table.do(commands.place, PLAYERS[1], seat=2, bets={**BETS[table.game], "high-card": 10_000})
    table.do(commands.no_more_bets, DEALER)
    table.step(2)
    assert [pay.due.seat for pay in table.table.holding.pays.values()] == [2]
    if paid:
        table.do(commands.submit_pay, DEALER, pay=1)
        table.do(commands.approve_pay, OTHER_FLOOR, pay=1, checked=("hand", "wager"))
    table.do(commands.report, WATCHER, irregularity="seat-skipped", reason="seen", seat=2)
    said = table.refusal(commands.rule, FLOOR, reason="looked at")
    assert said == "seat 2 cannot be dead: a bet of its hand has been settled"


def test_no_seat_is_dead_before_cards_are_dealt() -> None:
    """Its bets would go back, and the player could take them back once more."""
    table = Stacked("three-way-action")
    table.seat(P1, P2)
    table.bet()
    said = table.refusal(
        commands.report, WATCHER, irregularity="seat-skipped", reason="seen", seat=1
    )
    assert said == "seat-skipped needs a seat in a round that is dealt, not 1"


@pytest.mark.parametrize("seat", [0, 4, 9, -1])
def test_only_a_seat_in_play_can_be_reported_dead(seat: int) -> None:
    table = three_way()
    said = table.refusal(
        commands.report, WATCHER, irregularity="seat-skipped", reason="seen", seat=seat
    )
    assert said == f"seat-skipped needs a seat in a round that is dealt, not {seat}"


def test_a_seat_that_died_is_not_reported_again() -> None:
    table = three_way()
    ruled(table, "seat-skipped", 2)
    assert "needs a seat" in table.refusal(
        commands.report, WATCHER, irregularity="seat-skipped", reason="seen", seat=2
    )


def test_a_card_that_lies_face_up_in_the_deck_is_not_used() -> None:
    table = dealt("three-card-poker", 0)
    top = list(table.deck.order[:13])
    ruled(table, "card-face-up")
    table.step()
    assert [table.deck.order[place] for place in table.playing.hand(1).places] == top[1:4]
    assert table.playing.used == 13
    assert table.playing.hand(-1).places == (0,)


@pytest.mark.parametrize("steps", [0, 1, 3])
def test_a_card_is_burned_from_a_full_table_as_long_as_the_deck_suffices(steps: int) -> None:
    """Six seats of 3 Way Action and the dealer take 49 of 52 cards."""
    table = Stacked("three-way-action", dealer="dora")
    table.seat(*PLAYERS[:6])
    table.bet()
    table.do(commands.no_more_bets, DEALER)
    table.step(steps)
    for _ in range(3):
        assert isinstance(ruled(table, "card-face-up")[1], events.CardBurned)
    void = ruled(table, "card-face-up")[1]
    assert isinstance(void, events.RoundVoided)
    assert void.reason == "the deck is too short to do without a card"


def test_a_full_table_that_burned_three_cards_is_played_to_its_end() -> None:
    table = Stacked("three-way-action", dealer="dora")
    table.seat(*PLAYERS[:6])
    table.bet()
    table.do(commands.no_more_bets, DEALER)
    for _ in range(3):
        ruled(table, "card-face-up")
    go_on(table, 30)
    assert (table.last.over, table.last.used, len(table.last.lines)) == (True, 52, 24)


def test_nothing_is_burned_or_shown_before_the_shuffle() -> None:
    for key in ("card-face-up", "card-exposed"):
        table = Stacked("three-way-action")
        table.seat(P1)
        table.bet()
        [only] = ruled(table, key)
        assert isinstance(only, events.IrregularityRuled)


def test_a_card_that_was_seen_is_the_next_one_drawn() -> None:
    table = three_way("2c 9s | 3c 8s | Tc 5d", players=1, steps=4)
    ruled(table, "card-exposed")
    assert table.room.view("pit-1").round is not None
    assert table.playing.next_card == cards.parse("Tc")[0]
    table.say("hit")
    assert cards.show(table.playing.hand(1).shown) == "2c 3c Tc"
    assert table.playing.next_card is None


def test_a_card_that_no_player_draws_is_the_dealers_who_must_draw() -> None:
    table = three_way("9c 9s | 8c 4s | Tc 5d", players=1, steps=4)
    ruled(table, "card-exposed")
    table.say("stand")
    table.step(2)
    assert cards.show(table.playing.hand(0).shown) == "9s 4s Tc"
    assert table.playing.next_card is None


def test_a_card_that_nobody_draws_is_burned_by_a_dealer_with_seventeen() -> None:
    """South Dakota 20:18:15:28, as the ruling says; nobody is filled up with a known card."""
    table = three_way("9c 9s | 8c 8s | Tc 5d", players=1, steps=4)
    [*_, shown] = ruled(table, "card-exposed")
    assert shown == events.CardShown(cards.parse("Tc")[0])
    table.say("stand")
    table.step(2)
    assert table.happened()[-1] == events.CardBurned(cards.parse("Tc")[0])
    assert table.playing.next_card is None
    table.step(2)
    assert table.playing.hand(1).places[2:] == (5, 6, 7, 8, 9)


def test_a_card_that_is_seen_after_everybody_has_drawn_is_burned() -> None:
    table = three_way("9c 9s | 8c 8s | Tc 5d", players=1, steps=4)
    table.say("stand")
    table.step(2)
    [*_, burned] = ruled(table, "card-exposed")
    assert burned == events.CardBurned(cards.parse("Tc")[0])


def test_a_seen_card_is_used_after_all_when_the_deck_has_none_to_spare() -> None:
    """Three cards were burned at a full table: all others are needed."""
    table = Stacked("three-way-action", dealer="dora")
    table.order = stands_pat()
    table.seat(*PLAYERS[:6])
    table.bet()
    table.do(commands.no_more_bets, DEALER)
    for _ in range(3):
        ruled(table, "card-face-up")
    table.step(4)
    ruled(table, "card-exposed")
    seen = table.playing.next_card
    assert seen is not None
    go_on(table, 30)
    assert (table.last.over, table.last.used) == (True, 52)
    assert seen in table.last.hand(1).shown


def stands_pat() -> list[int]:
    """Three cards to burn, then a nine and an eight for the dealer behind six seats."""
    nine, eight = cards.parse("9s 8s")
    order = [card for card in range(52) if card not in (nine, eight)]
    order.insert(9, nine)
    order.insert(16, eight)
    return order


def test_a_missing_or_unknown_report_is_refused() -> None:
    table = dealt("three-card-poker")
    said = table.refusal(commands.rule, FLOOR, reason="looked at")
    assert said == "nothing waits for a ruling at table pit-1"
    said = table.refusal(commands.report, WATCHER, irregularity="card-exposd", reason="seen")
    assert said == "there is no irregularity 'card-exposd': did you mean card-exposed?"


@pytest.mark.parametrize("seat", [-1, 7])
def test_a_report_names_a_seat_of_the_table(seat: int) -> None:
    said = dealt("three-card-poker").refusal(
        commands.report, WATCHER, irregularity="card-exposed", reason="seen", seat=seat
    )
    assert said == f"there is no seat {seat} at table pit-1: it has 6"


@pytest.mark.parametrize("command", ["report", "rule"])
@pytest.mark.parametrize("reason", ["", " ", "x" * 501, "\x00"])
def test_reports_and_rulings_have_a_reason(command: str, reason: str) -> None:
    table = dealt("three-card-poker")
    if command == "report":
        said = table.refusal(commands.report, WATCHER, irregularity="card-exposed", reason=reason)
    else:
        table.do(commands.report, WATCHER, irregularity="card-exposed", reason="seen")
        said = table.refusal(commands.rule, FLOOR, reason=reason)
    assert said.startswith("a reason ")


def test_what_happened_at_a_closed_table_can_still_be_reported_and_ruled_on() -> None:
    table = dealt("three-card-poker", STEPS)
    table.do(commands.close_table, FLOOR, reason="quiet")
    [only] = ruled(table, "fouled-deck")
    assert isinstance(only, events.IrregularityRuled)


def test_a_manager_may_rule_on_what_the_floor_reports() -> None:
    table = dealt("three-card-poker")
    table.do(commands.report, FLOOR, irregularity="fouled-deck", reason="seen")
    table.do(commands.rule, MANAGER, reason="looked at")
    assert table.last.void
