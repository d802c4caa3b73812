"""Events added by somebody who makes all hashes fit, at a point where they cannot have happened."""

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from fairdeal import games
from fairdeal.live import commands, events
from fairdeal.live.audit import Check, audit
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from fairdeal.live.table.context import deck_in_play
from fairdeal.live.table.state import Table, after
from tests.live.days import SECOND, Day, eventful_day
from tests.live.forging import appended, first, rechained, rewritten
from tests.live.tables import DEALER

HOUSE = {"actor": "house", "role": "dealer"}
FRAN = {"actor": "fran", "role": "floor"}
P1 = {"actor": "p1", "role": "player"}
P4 = {"actor": "p4", "role": "player"}
P6 = {"actor": "p6", "role": "player"}
MAX = {"actor": "max", "role": "manager"}
CAM = {"actor": "cam", "role": "surveillance"}


@cache
def rows() -> tuple[Recorded, ...]:
    return tuple(eventful_day().store.read())


def up_to(kind: str, **fields: Any) -> tuple[Recorded, ...]:
    """The log up to and with the first event of a kind."""
    return rows()[: first(rows(), kind, **fields)]


def said_of(forged: list[Recorded] | tuple[Recorded, ...]) -> list[str]:
    """Everything that the audit has to say of a log without a key to check its seal with."""
    return [fault.sentence for fault in audit(rechained(forged), every=True).faults]


OPENED = codec.decoded("table-opened", rows()[0].body)
DEALT = up_to("decision-asked")
BETTING = up_to("bets-placed", seat=2)
BETWEEN = up_to("round-closed")
REPORTED = up_to("irregularity-reported")
POSTED = up_to("bank-posted")
CLOSING = up_to("closing-announced")
FULL = up_to("chips-bought", player="p4")

IMPOSSIBLE: list[tuple[tuple[Recorded, ...], Any, dict[str, str], str]] = [
    (FULL, OPENED, FRAN, "the table was open already"),
    (DEALT, events.TableClosed("rain", 0), FRAN, "round 1 was in play"),
    (BETWEEN, events.ClosingAnnounced("rain"), FRAN, "there was no round to wait for"),
    (CLOSING, events.ClosingAnnounced("rain"), FRAN, "the table was closing already"),
    (CLOSING, events.SeatTaken(3, "p6"), P6, "the table was closing"),
    (CLOSING, events.RoundOpened(4), HOUSE, "the table was closing"),
    (up_to("table-disabled"), events.TableDisabled("x"), FRAN, "was disabled already"),
    (up_to("table-disabled"), events.RoundOpened(3), HOUSE, "the table was disabled: the camera"),
    (FULL, events.TableEnabled("x"), FRAN, "the table was not disabled"),
    (FULL, events.SeatTaken(6, "p1"), P1, "p1 held 1 seats already"),
    (DEALT, events.SeatLeft(1, "p1"), P1, "seat 1 was in round 1"),
    (DEALT, events.ChipsCashed("p1", 5), FRAN, "p1 was in round 1"),
    (up_to("table-closed", reason="few players"), events.RoundOpened(4), HOUSE, "was not open"),
    (DEALT, events.RoundOpened(2), HOUSE, "round 1 was still in play"),
    (POSTED, events.BankPosted(4, "p4", 500, 0), P4, "held the bank already"),
    (DEALT, events.BankPosted(1, "p1", 500, 0), P1, "the betting was closed"),
    (DEALT, events.BetsPlaced(1, "p1", {"ante": 500}, -1500), P1, "the betting was closed"),
    (FULL, events.BetsPlaced(1, "p1", {}, 0), P1, "has no round in play"),
    (DEALT, events.BettingClosed(2, bytes(32), b""), HOUSE, "the betting was closed already"),
    (BETTING, events.CardsDealt(3, ()), HOUSE, "the betting was still open"),
    (BETTING, events.StepTaken(1), HOUSE, "the betting was still open"),
    (DEALT, events.DecisionAsked(3, 2, 0), HOUSE, "it was the turn of seat 1"),
    (DEALT, events.StepTaken(4), HOUSE, "it was the turn of seat 1"),
    (DEALT, events.RoundVoided("x", ()), FRAN, "the round is void without a ruling"),
    (DEALT, events.IrregularityRuled("a", "b", "c", "d", "max"), MAX, "nothing waited for a"),
    (REPORTED, events.StepTaken(9), HOUSE, "held until card-face-up was ruled on"),
    (REPORTED, events.IrregularityReported("x", "y", "cam"), CAM, "waited for a ruling already"),
    (REPORTED, events.IrregularityRuled("x", "b", "void", "d", "max"), MAX, "what was ruled on"),
    (DEALT, events.CardBurned(3), HOUSE, "next-step does not begin with such an event"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "event", "who", "words"),
    IMPOSSIBLE,
    ids=[f"{type(each[1]).__name__}: {each[3]}" for each in IMPOSSIBLE],
)
def test_an_event_that_cannot_have_happened_then_is_found(
    before: tuple[Recorded, ...], event: events.AnyEvent, who: dict[str, str], words: str
) -> None:
    assert said_of(before) == []
    said = said_of(appended(before, event, **who))
    assert any(words in each for each in said), said


def test_a_ruling_must_be_followed_by_what_it_rules() -> None:
    for kind in ("card-burned", "card-shown", "seat-died", "round-voided"):
        pos = first(rows(), kind)
        said = said_of([*rows()[: pos - 1], *rows()[pos:]])
        assert any("should have come first" in each for each in said)


def test_a_burned_card_and_a_dead_seat_need_a_ruling() -> None:
    for kind, words in (
        ("card-burned", "no ruling says that the next card goes unused"),
        ("card-shown", "no ruling says that the next card lies face up"),
        ("seat-died", "no ruling says that the seat's bets go back"),
    ):
        pos = first(rows(), kind)
        ruled = rewritten(rows(), pos - 1, lambda event: replace(event, effect="stands"))
        assert any(words in each for each in said_of(ruled))


def test_a_bet_that_went_back_twice_is_found() -> None:
    pos = first(rows(), "round-voided", returned=bool)
    forged = rewritten(rows(), pos, lambda e: replace(e, returned=(*e.returned, e.returned[0])))
    [said, *_] = said_of(forged)
    assert "account layout would hold" in said
    [one, *_, last] = codec.decoded("round-voided", rows()[pos - 1].body).returned  # type: ignore[union-attr]
    assert one.cents == 2 * last.cents
    forged = rewritten(
        rows(),
        pos,
        lambda e: replace(e, returned=(*e.returned[1:], e.returned[-1], e.returned[-1])),
    )
    assert "a bet went back twice" in said_of(forged)


def state_at(before: tuple[Recorded, ...] | list[Recorded]) -> Table:
    table = Table(before[-1].stream)
    for row in before:
        if row.stream == table.name:
            table = after(table, codec.decoded(row.kind, row.body))
    return table


def test_a_line_that_was_added_or_left_out_is_found() -> None:
    pos = first(rows(), "bets-settled")
    added = rewritten(
        rows(),
        pos,
        lambda e: replace(e, lines=(*e.lines, replace(e.lines[-1], stake_cents=0, net_cents=0))),
    )
    assert any("a line was added" in each for each in said_of(added))
    left_out = rewritten(rows(), pos, lambda e: replace(e, lines=e.lines[:-1]))
    assert any("a line is missing" in each for each in said_of(left_out))


def test_the_house_may_fill_a_bank_only_when_it_is_short() -> None:
    pos = first(rows(), "bets-settled", lines=lambda ls: sum(x.net_cents for x in ls) < 0)
    [*before], settled, [*behind] = rows()[: pos - 1], rows()[pos - 1], rows()[pos:]
    kind, body = codec.encoded(events.BankFilled(500))
    filled = replace(settled, kind=kind, body=body)
    moved = [
        replace(row, part=row.part + 1) if row.key == settled.key else row
        for row in (settled, *behind)
    ]
    said = said_of([*before, filled, *moved])
    assert "what the house added to the bank before is $5 and should be $0" in said


def dealt_by_dora(game: str, **setup: Any) -> Day:
    """A round that a person deals, with the betting closed and nothing done yet."""
    day = Day()
    day.open("pit-1", game, dealer=DEALER.name, **setup)
    day.do("pit-1", commands.open_round, DEALER)
    day.bet("pit-1")
    day.do("pit-1", commands.no_more_bets, DEALER)
    return day


DORA = {"actor": "dora", "role": "dealer"}


def with_the_end_of(day: Day, forged: list[Recorded]) -> list[Recorded]:
    """The log with a ruling that voids the round, so that its deck is known to the auditor."""
    table = state_at(forged)
    now = table.playing
    assert now is not None
    deck = deck_in_play(day.shoe, table.name, now)
    returned = tuple(
        events.Returned(seat, now.players[seat], bet, cents)
        for seat in now.in_play()
        for bet, cents in now.wagers(seat).items()
    )
    irregularity = "wrong-number-of-cards"
    report = events.IrregularityReported(irregularity, "seen", "cam")
    game = table.setup.game if table.setup else ""
    declared = next(e for e in games.GAMES[game].irregularities if e.key == irregularity)
    rule = events.IrregularityRuled(irregularity, declared.ruling, "void", "so", "max")
    if now.until and table.setup:
        until = forged[-1].at + table.setup.decision_seconds * SECOND
        rule = replace(rule, until=until)
    void = events.RoundVoided(
        declared.event,
        returned,
        now.lines,
        deck=deck.order,
        secret=deck.secret,
        next_commitment=bytes(32),
    )
    reported = appended(forged, report, command="report", **CAM)
    return appended(reported, rule, void, command="rule", **MAX)


def test_a_step_that_deals_turns_or_settles_cannot_be_passed_over() -> None:
    day = dealt_by_dora("three-way-action")
    honest = list(day.store.read())
    assert said_of(with_the_end_of(day, honest)) == []
    skipped = with_the_end_of(day, appended(honest, events.StepTaken(3), **DORA))
    assert any("the step deal was left out" in each for each in said_of(skipped))
    day.do("pit-1", commands.next_step, DEALER)
    unpaid = appended(list(day.store.read()), events.StepTaken(4), **DORA)
    assert any("4 bets were not settled" in s for s in said_of(with_the_end_of(day, unpaid)))


def steps_of_three_way_action(seed: int, steps: int, word: str = "stand") -> Day:
    """A round that a person has dealt so far."""
    day = Day(seed=seed)
    day.open("pit-1", "three-way-action", seats=1, dealer=DEALER.name)
    day.do("pit-1", commands.open_round, DEALER)
    day.bet("pit-1")
    day.do("pit-1", commands.no_more_bets, DEALER)
    for _ in range(steps):
        while (now := day.table("pit-1").playing) and now.turn:
            day.say("pit-1", word)
        day.do("pit-1", commands.next_step, DEALER)
    return day


def passed_over(day: Day) -> list[str]:
    """What is said when the dealer passes over the next step."""
    now = day.playing("pit-1")
    forged = appended(list(day.store.read()), events.StepTaken(now.step + 1), **DORA)
    return said_of(with_the_end_of(day, forged))


def test_a_dealer_who_does_not_look_draw_or_turn_is_found() -> None:
    found = set()
    for seed in range(40):
        for steps in range(3, 8):
            day = steps_of_three_way_action(seed, steps)
            if day.table("pit-1").playing and not day.playing("pit-1").turn:
                found |= {each.split("the hands")[0] for each in passed_over(day)}
    assert "the dealer did not look at the hole card" in found
    assert "the dealer did not draw" in found
    assert "seat 1 was never asked" in found
    assert any(not each for each in found)  # "the hands [0] were not turned"


def test_a_dealer_who_looks_without_a_reason_is_found() -> None:
    for seed in range(40):
        day = steps_of_three_way_action(seed, 3)
        step = day.playing("pit-1").step + 1
        forged = appended(list(day.store.read()), events.DealerPeeked(step), **DORA)
        said = said_of(with_the_end_of(day, forged))
        if any("the dealer had no reason to look at the hole card" in each for each in said):
            return
    raise AssertionError("the dealer always had a reason")


def banked_twice() -> Day:
    """A table in California where one of two players has held the bank for two rounds running."""
    day = Day()
    day.open("pit-1", "napa-three-card-poker", seats=2, profile="california")
    day.play("pit-1")
    day.do("pit-1", commands.decline_bank, day.player_at("pit-1", 2), seat=2)
    day.play("pit-1")
    return day


def test_a_bank_held_too_long_is_found() -> None:
    day = banked_twice()
    assert [who for who, _ in day.table("pit-1").bankers] == ["p1", "p1"]
    day.do("pit-1", commands.decline_bank, day.player_at("pit-1", 2), seat=2)
    honest = list(day.store.read())
    assert said_of(honest) == []
    forged = appended(honest, events.BankPosted(1, "p1", 500, honest[-1].at), **P1)
    [said] = said_of(forged)
    assert "p1 has held the bank for 2 rounds running" in said


def test_a_bank_offered_out_of_turn_is_found() -> None:
    day = banked_twice()
    honest = list(day.store.read())
    declined, again = events.BankDeclined(2, "p2"), events.BankOffered(1, "p1", 0)
    [said] = said_of(appended(honest, declined, again, actor="p2", role="player"))
    assert said == "who was offered the bank is seat 1, p1, until 0 and should be nobody"
    posted = events.BankPosted(2, "p2", 500, honest[-1].at)
    until = honest[-1].at + 30 * SECOND
    offered = events.BankOffered(2, "p2", until)
    said_of_offer = said_of(appended(honest, posted, offered, actor="p2", role="player"))
    assert "p2 held the bank already" in said_of_offer


def test_a_game_that_the_house_banks_has_no_other_bank() -> None:
    at = BETTING[-1].at
    posted, offered = events.BankPosted(1, "p1", 500, at), events.BankOffered(1, "p1", 0)
    said = said_of(appended(BETTING, posted, offered, **P1))
    assert said == ["the house banks this game"] * 2


def test_nobody_rules_on_a_report_of_the_own() -> None:
    report = events.IrregularityReported("card-exposed", "seen", "max", 1)
    rule = events.IrregularityRuled("card-exposed", "It stands", "stands", "so", "max", seat=1)
    reported = appended(DEALT, report, command="report", **MAX)
    assert said_of(reported) == []
    [said] = said_of(appended(reported, rule, command="rule", **MAX))
    assert said == "max ruled on their own report"


def test_nobody_rules_on_a_round_of_the_own() -> None:
    rule = events.IrregularityRuled("card-face-up", "x", "burn", "so", "p1", seat=1)
    said = said_of(appended(REPORTED, rule, actor="p1", role="manager"))
    assert any("p1 ruled on a round they played in" in each for each in said)


def test_nobody_rules_where_the_same_person_deals() -> None:
    dealt = up_to("irregularity-reported", irregularity="seat-skipped")
    rule = events.IrregularityRuled("seat-skipped", "x", "dead_seat", "so", "dora", seat=1)
    said = said_of(appended(dealt, rule, actor="dora", role="manager"))
    assert any("dora ruled on what the same person deals" in each for each in said)


def test_a_bank_is_not_given_up_once_bets_lie_against_it() -> None:
    against = up_to("bets-placed", bets={"ante": 1000, "pair-plus": 500})
    now = state_at(against).playing
    assert now is not None
    gone = events.BankDeclined(now.banker_seat, now.banker, cents=40_000)
    said = said_of(appended(against, gone, actor=now.banker, role="player"))
    assert "bets lay against the bank" in said


def test_a_dealer_sells_chips_at_the_own_table_alone() -> None:
    bought = events.ChipsBought("p1", 500)
    assert said_of(appended(FULL, bought, **HOUSE)) == []
    [said] = said_of(appended(FULL, bought, **DORA))
    assert said == "dora acted where house deals"


def test_a_ruling_on_what_the_game_does_not_know_is_found() -> None:
    report = events.IrregularityReported("rain", "seen", "cam")
    rule = events.IrregularityRuled("rain", "x", "stands", "so", "max")
    reported = appended(DEALT, report, command="report", **CAM)
    said = said_of(appended(reported, rule, command="rule", **MAX))
    assert said[:2] == ["the game knows no irregularity 'rain'"] * 2


def test_a_seat_that_dies_on_its_own_turn_passes_it_on() -> None:
    now = state_at(DEALT).playing
    assert now is not None
    returned = tuple(events.Returned(1, "p1", bet, cents) for bet, cents in now.wagers(1).items())
    report = events.IrregularityReported("card-exposed", "seen", "cam", 1)
    reported = appended(DEALT, report, command="report", **CAM)
    ruled = events.IrregularityRuled("card-exposed", "x", "dead_seat", "so", "max", seat=1)
    died = events.SeatDied(1, returned, 3, 7)
    alone = said_of(appended(reported, ruled, died, command="rule", **MAX))
    assert not any("the next seat" in each for each in alone)  # without the deck nobody can know
    closed = rows()[first(rows(), "round-closed") - 1]
    shown: Any = codec.decoded(closed.kind, closed.body)
    end = replace(shown, banker="", bank_cents=0)
    said = said_of(appended(reported, ruled, died, end, command="rule", **MAX))
    assert "the next seat is 3 and should be 2" in said
    last = events.SeatDied(1, returned)
    said = said_of(appended(reported, ruled, last, end, command="rule", **MAX))
    assert "step-taken should have come first" in said
    assert "the next seat is 0 and should be 2" in said


def test_a_seat_does_not_die_of_itself() -> None:
    changed, died = events.DealerChanged("dora"), events.SeatDied(1, ())
    said = said_of(appended(DEALT, changed, died, **FRAN))
    assert "no ruling says that the seat's bets go back" in said


def test_a_card_that_lay_face_up_may_go_to_the_discards_when_nobody_drew_it() -> None:
    shown = up_to("card-shown")
    event: Any = codec.decoded("card-shown", shown[-1].body)
    changed = events.DealerChanged("dora")
    assert said_of(appended(shown, changed, events.CardBurned(event.card), **FRAN)) == []
    said = said_of(appended(shown, changed, events.CardBurned(51 - event.card), **FRAN))
    assert said == ["no ruling says that the next card goes unused to the discards"]


def test_of_a_round_in_play_only_what_can_be_known_is_judged() -> None:
    before = DEALT[:-1]
    assert said_of(appended(before, events.StepTaken(4), **HOUSE)) == []


def test_a_table_does_not_close_by_itself() -> None:
    pos = first(rows(), "closing-announced")
    assert "the closing of the table was not announced" in said_of(
        [*rows()[: pos - 1], *rows()[pos:]]
    )


def test_bets_are_taken_back_where_there_are_some() -> None:
    opened = up_to("round-opened", round=2)
    said = said_of(appended(opened, events.BetsPlaced(1, "p1", {}, 0), **P1))
    assert said == ["there were no bets to take back"]


def test_a_deck_is_not_shuffled_for_nobody() -> None:
    opened = up_to("round-opened", round=2)
    said = said_of(appended(opened, events.BettingClosed(2, bytes(32), b""), **HOUSE))
    assert said == ["no player had bet"]


def test_the_system_waits_until_the_time_is_up() -> None:
    word = events.DecisionMade(4, 1, "p1", "fold", by_system=True, next_seat=2)
    forged = appended(DEALT, word, **HOUSE)
    assert "the system acted before the time was up" in said_of(forged)


def test_a_player_holds_seats_side_by_side() -> None:
    offered = up_to("chips-bought", player="p1")
    wide = rewritten(offered, 1, lambda event: replace(event, hands_per_player=2))
    assert said_of(appended(wide, events.SeatTaken(2, "p1"), **P1)) == []
    [said] = said_of(appended(wide, events.SeatTaken(4, "p1"), **P1))
    assert said == "seat 4 is not beside the others of p1"


def test_a_deck_that_cannot_be_read_leaves_the_rest_of_its_round_to_be_judged() -> None:
    pos = first(rows(), "decision-made", word="play")
    short = rewritten(rows(), pos, lambda event: replace(event, cents=1))
    fault = audit(rechained(short)).first_fault
    assert fault is not None
    assert (fault.pos, fault.sentence) == (pos, "what it added is $0.01 and should be $10")
    closed = first(rows(), "round-closed")
    broken = [*short]
    broken[closed - 1] = replace(broken[closed - 1], body=b"?")
    fault = audit(rechained(broken)).first_fault
    assert fault is not None
    assert fault.check is Check.LEDGER
