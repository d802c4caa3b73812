"""Wins that waited for approval, and meters, in the books of tables."""

from datetime import date
from typing import Any

import pytest
from msgspec import structs

from fairdeal.books.activity import activity
from fairdeal.books.calendar import PLAIN
from fairdeal.books.journal import CONTRIBUTED, RESETS, Journal
from fairdeal.books.statement import Question, statement
from fairdeal.live import commands, events
from fairdeal.live.table.ledger import BANK, HELD, LAYOUT
from tests.books.logs import Log, opened
from tests.books.meter_days import (
    CHECKED,
    DAY,
    MONDAY,
    OTHER_NOTHING,
    TUESDAY,
    begun,
    ended,
    entered,
    table,
    two_days,
)
from tests.books.test_activity import all_of, counted, paid, placed
from tests.books.twin import accounts
from tests.live.jackpots import DIAMOND, HEART, NOTHING, SPADE, STAR, Linked
from tests.live.tables import DEALER, FLOOR, OTHER_FLOOR, WATCHER

THREE_DAYS = MONDAY, date(2026, 10, 8)


def books(felt: Linked, first: date, last: date, **asked: Any) -> dict[str, Any]:
    rows = statement(felt.store, Question(first, last, "table", **asked), felt.now)["rows"]
    [row] = [each for each in rows if each["table"] == felt.name]
    return dict(row)


def ties_out(felt: Linked, row: dict[str, Any]) -> None:
    """Floats, fills and win make the bank, and drop and win what the players have."""
    balances = felt.table.accounts
    bank = row["floats_cents"] + row["fills_cents"] - row["banked_cents"]
    bank += row["win_cents"] - row["contributed_cents"]
    assert bank == balances.get(BANK, 0)
    held = row["drop_cents"] - row["cashed_cents"] - row["win_cents"] + row["award_cents"]
    chips = sum(cents for account, cents in balances.items() if account.startswith("chips:"))
    assert held == chips + balances.get(LAYOUT, 0) + balances.get(HELD, 0)
    assert row["after_meters_cents"] == row["win_cents"] - row["contributed_cents"]


def an_eventful_progressive() -> Linked:
    """Every level is won, twice at once, folded, void; and a bank pays a large win."""
    felt = table(begun(), plays_on=True)
    felt.deal_round(SPADE, "As Ks Qs")
    for seat in (1, 2):
        entered(felt, seat, "royal-other")
    for pay in (1, 2):
        felt.do(commands.approve_pay, FLOOR, pay=pay, checked=CHECKED)
    ended(felt)
    felt.deal_round(HEART, DIAMOND)
    ended(felt)
    felt.deal_round(STAR, NOTHING)
    felt.do(commands.report, WATCHER, irregularity="shuffler-malfunction", reason="it smokes")
    felt.do(commands.rule, OTHER_FLOOR, reason="it does")
    felt.now += DAY
    entered(felt, 1, "straight-flush-diamonds")
    entered(felt, 2, "straight-flush-other")
    large_win_of_a_seated_player(felt)
    ended(felt)
    return felt


def large_win_of_a_seated_player(felt: Linked) -> None:
    felt.stack("5h 6h 7h 3c 8h Tc")
    felt.do(commands.open_round, DEALER)
    felt.do(commands.place, felt.player_at(1), seat=1, bets={"ante": 500, "player-bonus": 5000})
    felt.deal()
    while felt.table.playing and not any(
        pay.due.bet == "player-bonus" for pay in felt.table.holding.pays.values()
    ):
        if felt.playing.turn:
            felt.say("play")
        else:
            felt.do(commands.next_step, DEALER)
    [pay] = [pay.due.pay for pay in felt.table.holding.pays.values() if not pay.due.meter]
    ended(felt)
    felt.do(commands.submit_pay, DEALER, pay=pay)
    felt.do(commands.approve_pay, FLOOR, pay=pay, checked=("hand", "wager"))


def test_every_cent_ties_out_with_meters_and_held_payments() -> None:
    felt = an_eventful_progressive()
    assert felt.table.holding.pays == {}
    row = books(felt, *THREE_DAYS, theory=False)
    ties_out(felt, row)
    assert row["resets_cents"] == 50_000 + 50_000 + 40_000 + 25_000
    assert row["contributed_cents"] == sum(
        sum(each.cents.values()) for each in felt.happened() if isinstance(each, events.MetersFed)
    )
    paid_out = [each for each in felt.happened() if isinstance(each, events.PayMade)]
    assert row["award_cents"] == sum(each.award_cents for each in paid_out)


def test_a_twin_keeps_the_same_books() -> None:
    felt = an_eventful_progressive()
    twin = accounts(felt.store.read())[felt.name]
    row = books(felt, *THREE_DAYS, theory=False)
    assert row["win_cents"] == twin.win
    assert row["award_cents"] == twin.award
    assert row["contributed_cents"] == twin.money["meters-fed"]
    assert row["resets_cents"] == twin.money["resets"]
    assert row["handle_cents"] == twin.staked.total()
    assert row["paid_cents"] == twin.paid.total()
    assert (row["rounds"], row["hands"]) == (twin.rounds, twin.hands)


def test_a_payment_in_its_round_belongs_to_the_round() -> None:
    felt = table(begun())
    felt.deal_round(STAR, NOTHING)
    entered(felt)
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=CHECKED)
    assert books(felt, MONDAY, MONDAY, theory=False)["award_cents"] == 0  # it is in play
    felt.now += DAY
    ended(felt)
    assert books(felt, MONDAY, MONDAY, theory=False)["rounds"] == 0
    row = books(felt, TUESDAY, TUESDAY, theory=False)
    assert (row["rounds"], row["award_cents"], row["handle_cents"]) == (1, 100_050, 2000)
    ties_out(felt, books(felt, *THREE_DAYS, theory=False))


def test_a_payment_when_the_round_is_over_counts_when_it_is_made() -> None:
    felt = two_days()
    monday, tuesday = (books(felt, day, day, theory=False) for day in (MONDAY, TUESDAY))
    assert (monday["hands"], monday["handle_cents"], monday["award_cents"]) == (2, 1500, 0)
    assert (tuesday["hands"], tuesday["handle_cents"]) == (2, 2500)
    assert (tuesday["award_cents"], tuesday["resets_cents"]) == (300_050, 300_000)
    ties_out(felt, books(felt, *THREE_DAYS, theory=False))


def stax_of(row: dict[str, Any]) -> dict[str, Any]:
    [found] = [each for each in row["wagers"] if each["bet"] == "stax"]
    return dict(found)


@pytest.mark.compiled
def test_theory_sees_a_meter_at_its_printed_reset_level() -> None:
    """The house had begun it at $3,000, and bets had added to it; printed are $1,000."""
    felt = two_days()
    monday, tuesday = (stax_of(books(felt, day, day)) for day in (MONDAY, TUESDAY))
    assert (monday["hands"], monday["theory"]["win_cents"]) == (1, 500)
    assert (tuesday["hands"], tuesday["theory"]["win_cents"]) == (3, 3 * 500 - 100_000)
    assert tuesday["theory"]["largest_pay_cents"] == 100_000 - 500
    assert tuesday["win_cents"] == 3 * 500  # the players' money paid the rest
    shown = statement(felt.store, Question(MONDAY, TUESDAY, "table"), felt.now)
    assert [each for each in shown["notes"] if each.startswith("meters")] == shown["notes"][-2:]
    without = statement(felt.store, Question(MONDAY, TUESDAY, "table", theory=False), felt.now)
    assert len(without["notes"]) == 1


def held(pay: int, seat: int, bet: str, stake: int, net: int) -> events.PayHeld:
    return events.PayHeld(
        pay, 1, seat, f"p{seat}", "hands", bet, stake, net, "so it fell", "pays x", stake
    )


def late_ante_bonus(log: Log, *pays: events.PayMade) -> None:
    """Antes are settled at once, and both ante bonuses wait."""
    log.write("pit-1", opened("three-card-poker", plays_on=True))
    log.write(
        "pit-1",
        events.RoundOpened(1),
        placed(1, ante=10_000),
        placed(2, ante=10_000),
        events.BetsSettled(7, (paid(1, "ante", 10_000, -10_000), paid(2, "ante", 10_000, 0))),
        held(1, 1, "ante-bonus", 0, 50_000),
        held(2, 2, "ante-bonus", 0, 40_000),
        events.RoundClosed(b"", b""),
    )
    for pay in pays:
        log.write("pit-1", pay)


FIRST = events.PayMade(1, paid(1, "ante-bonus", 0, 50_000))
SECOND = events.PayMade(2, paid(2, "ante-bonus", 0, 40_000))


def test_the_rest_of_a_wager_is_added_to_the_hand_that_was_counted() -> None:
    log = Log()
    late_ante_bonus(log)
    sample = all_of(counted(log).values()).samples["ante"]
    assert (sample.hands.total(), sample.win_cents, sample.hits) == (2, 10_000, 0)
    log = Log()
    late_ante_bonus(log, SECOND, FIRST)
    every = all_of(counted(log).values())
    sample = every.samples["ante"]
    assert (sample.hands.total(), sample.win_cents, sample.hits) == (2, -80_000, 2)
    assert sample.largest_pay_cents == 40_000
    assert every.spots["ante-bonus"].paid_cents == 90_000
    assert every.hands == 2


def test_a_payment_outside_the_interval_is_not_counted() -> None:
    log = Log()
    late_ante_bonus(log, FIRST)
    paid_at = log.at - 60_000_000
    before = all_of(activity(Journal(log.store.read(), 0, paid_at), PLAIN).values())
    after = all_of(activity(Journal(log.store.read(), paid_at, 2**62), PLAIN).values())
    assert "ante-bonus" not in before.spots
    assert (after.rounds, after.spots["ante-bonus"].paid_cents) == (0, 50_000)
    assert after.samples["ante"].win_cents == -50_000


def test_an_envy_bettor_whose_own_win_waits_is_a_bettor_all_the_same() -> None:
    log = Log()
    log.write("pit-1", opened("three-card-poker", pay_tables={"bonus": "TCPB-03E"}))
    log.write(
        "pit-1",
        events.RoundOpened(1),
        placed(1, bonus=500),
        placed(2, bonus=500),
        events.BetsSettled(7, (paid(1, "bonus", 500, -500),)),
        held(1, 2, "bonus", 500, 100_000),
        events.RoundClosed(b"", b""),
        events.PayMade(1, paid(2, "bonus", 500, 100_000)),
    )
    every = all_of(counted(log).values())
    assert every.samples["bonus"].hands == {(500, 1): 2}
    assert every.hands == 2


@pytest.mark.parametrize(("hands", "others"), [("any-player", 2), ("bonus-bettors", 1)])
def test_theory_expects_envy_from_the_hands_that_the_table_counts(hands: str, others: int) -> None:
    """Seats 1 and 4 are one player's: a player earns nothing by the other hand."""
    log = Log()
    options = {"envy-hands": hands}
    log.write(
        "pit-1", opened("three-card-poker", pay_tables={"bonus": "TCPB-03E"}, options=options)
    )
    log.write(
        "pit-1",
        events.RoundOpened(1),
        placed(1, ante=500, bonus=500),
        placed(2, ante=500, bonus=500),
        placed(3, ante=500),
        structs.replace(placed(4, ante=500, bonus=500), player="p1"),
        events.BetsSettled(
            7,
            (
                paid(1, "bonus", 500, -500),
                paid(2, "bonus", 500, -500),
                paid(3, "ante", 500, -500),
                paid(4, "bonus", 500, -500),
            ),
        ),
        events.RoundClosed(b"", b""),
    )
    every = all_of(counted(log).values())
    assert every.samples["bonus"].hands == {(500, others): 2, (500, others + 1): 1}


def test_pay_tables_that_nobody_knows_any_more_cost_what_was_paid() -> None:
    log = Log()
    unknown = {"pay_tables": {"stax": "OLD"}}
    setup = opened("ags-3-card")
    log.write("pit-1", structs.replace(setup, **unknown))
    won = paid(1, "stax", 500, 99_500)
    log.write(
        "pit-1",
        events.RoundOpened(1),
        placed(1, ante=500, stax=500),
        events.BetsSettled(7, (paid(1, "ante", 500, -500),)),
        events.MetersFed("stax", ((1, 500),), {"star": 25_000_000}, {"star": 25}),
        held(1, 1, "stax", 500, 0),
        events.PayMade(1, won, "", "stax", "star", 100_000, 100_000),
        events.RoundClosed(b"", b""),
    )
    every = all_of(counted(log).values())
    assert every.samples["stax"].win_cents == 500
    assert every.moved_cents[CONTRIBUTED] == 25
    assert every.moved_cents[RESETS] == 100_000
    assert every.spots["stax"].award_cents == 100_000
    assert every.spots["stax"].win_cents == 500


@pytest.mark.compiled
def test_bets_that_win_nothing_feed_the_meters_all_the_same() -> None:
    felt = table(begun(), dealer="", profile="plain")
    felt.deal_round(NOTHING, OTHER_NOTHING)
    row = books(felt, MONDAY, MONDAY)
    assert (row["award_cents"], row["contributed_cents"]) == (0, 230)
    assert stax_of(row)["theory"]["win_cents"] == 1000
