"""Counts of what happened: by hand, by a twin, and against the ledger."""

import random
from collections.abc import Iterable
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal import games
from fairdeal.books.activity import Counts, Place, Spot, activity
from fairdeal.books.calendar import PLAIN, Calendar
from fairdeal.books.journal import (
    BANKED,
    CASHED,
    DROP,
    FILLS,
    FLOATS,
    TIPS,
    TIPS_PAID,
    Journal,
)
from fairdeal.errors import Corrupt
from fairdeal.games.layout import Effect
from fairdeal.live import AUTOMATIC, commands, events
from fairdeal.live.events import Paid, Returned
from fairdeal.live.log.stores.protocol import Store
from fairdeal.live.table import ledger
from tests.books.logs import MINUTE, NOON, Log, opened
from tests.books.twin import accounts
from tests.live.tables import AS_IT_PAYS, BETS, DEALER, FLOOR, OTHER_FLOOR, WATCHER, Felt
from tests.scale import SCALE

ALWAYS = (0, 2**62)
DAY = date(2026, 10, 5)


def counted(log: Log, begin: int = 0, end: int = 2**62) -> dict[Place, Counts]:
    return activity(Journal(log.store.read(), begin, end), PLAIN)


def all_of(found: Iterable[Counts]) -> Counts:
    every = Counts()
    for each in found:
        every.add(each)
    return every


def paid(seat: int, bet: str, stake: int, net: int, returned: int = 0) -> Paid:
    return Paid("hands", seat, f"p{seat}", bet, stake, net, "so it fell", returned)


def placed(seat: int, **bets: int) -> events.BetsPlaced:
    named = {bet.replace("_", "-"): cents for bet, cents in bets.items()}
    return events.BetsPlaced(seat, f"p{seat}", named, sum(named.values()))


def worked_out(store: Store | None = None) -> Log:
    """Four rounds of Three Card Poker, written by a person."""
    log = Log(store)
    log.write("pit-1", opened("three-card-poker", float_cents=500_000))
    log.write("pit-1", events.ChipsBought("p1", 20_000), events.ChipsBought("p2", 10_000))
    # The dealer does not qualify; the second seat folds.
    log.write(
        "pit-1",
        events.RoundOpened(1),
        placed(1, ante=1000, pair_plus=500),
        placed(2, ante=1000),
        events.DecisionMade(4, 1, "p1", "play", "play", 1000),
        events.DecisionMade(5, 2, "p2", "fold", by_system=True),
        events.BetsSettled(5, (paid(2, "ante-bonus", 0, 0), paid(2, "ante", 1000, -1000))),
        events.BetsSettled(
            7,
            (
                paid(1, "play", 1000, 0),
                paid(1, "ante-bonus", 0, 0),
                paid(1, "ante", 1000, 1000),
                paid(1, "pair-plus", 500, -500),
            ),
        ),
        events.RoundClosed(b"", b""),
    )
    # A straight against a dealer who qualifies: everything is paid, and the bank was filled.
    log.write(
        "pit-1",
        events.RoundOpened(2),
        placed(1, ante=1000, pair_plus=500),
        events.DecisionMade(4, 1, "p1", "play", "play", 1000),
        events.BankFilled(7_000),
        events.BetsSettled(
            7,
            (
                paid(1, "play", 1000, 1000),
                paid(1, "ante-bonus", 0, 1000),
                paid(1, "ante", 1000, 1000),
                paid(1, "pair-plus", 500, 3000),
            ),
        ),
        events.RoundClosed(b"", b""),
    )
    # A void round, in which the system decided too.
    log.write(
        "pit-1",
        events.RoundOpened(3),
        placed(1, ante=1000),
        events.DecisionMade(4, 1, "p1", "fold", by_system=True),
        events.RoundVoided("a card too many", (Returned(1, "p1", "ante", 1000),)),
    )
    # Nobody bet when the table closed.
    log.write(
        "pit-1",
        events.RoundOpened(4),
        events.RoundVoided("closing time", ()),
        events.TableClosed("closing time", 502_500),
    )
    log.write("pit-1", events.ChipsCashed("p1", 23_500))
    return log


def test_a_worked_out_day_has_these_figures() -> None:
    [(line, counts)] = counted(worked_out()).items()
    assert (line.table, line.configuration, line.day, line.shift) == ("pit-1", 1, DAY, 0)
    assert line.theme.game == "three-card-poker"
    assert (counts.rounds, counts.void_rounds, counts.hands, counts.dead_hands) == (2, 1, 3, 0)
    assert counts.system_decisions == 1
    assert counts.moved_cents == {
        DROP: 30_000,
        CASHED: 23_500,
        FILLS: 7_000,
        FLOATS: 500_000,
        BANKED: 502_500,
        TIPS_PAID: 0,
    }
    assert counts.spots == {
        "ante": Spot(bets=3, handle_cents=3000, won=2, paid_cents=2000, lost=1, taken_cents=1000),
        "play": Spot(bets=2, handle_cents=2000, won=1, paid_cents=1000, pushes=1),
        "ante-bonus": Spot(won=1, paid_cents=1000),
        "pair-plus": Spot(
            bets=2, handle_cents=1000, won=1, paid_cents=3000, lost=1, taken_cents=500
        ),
    }
    assert counts.handle_cents == 6000
    assert counts.win_cents == -5500
    ante, pair_plus = counts.samples["ante"], counts.samples["pair-plus"]
    assert ante.hands == {(1000, 0): 3}
    assert (ante.win_cents, ante.hits, ante.largest_pay_cents) == (-3000, 2, 3000)
    # In the first round the seats brought -1000 and 1000 on 1000 each; the second had one seat.
    assert ante.wins_together == -2_000_000
    assert ante.wins_by_stakes == 0
    assert ante.stakes_together == 2_000_000
    assert (pair_plus.win_cents, pair_plus.hits, pair_plus.stakes_together) == (-2500, 1, 0)


def test_a_round_counts_when_it_is_closed_and_chips_when_they_move() -> None:
    log = Log()
    calendar = Calendar()
    evening = calendar.begins(date(2026, 10, 6)) - MINUTE
    log.at = evening
    log.write("pit-1", opened("three-card-poker"), events.ChipsBought("p1", 5_000))
    log.at = evening
    log.write("pit-1", events.RoundOpened(1), placed(1, ante=1000))
    log.at = evening + MINUTE
    lines = events.BetsSettled(1, (paid(1, "ante", 1000, -1000),))
    log.write("pit-1", lines, events.RoundClosed(b"", b""))
    found = {(line.day.day, line.shift): counts for line, counts in counted(log).items()}
    assert set(found) == {(5, 2), (6, 0)}
    assert (found[5, 2].rounds, found[5, 2].moved_cents[DROP]) == (0, 5_000)
    assert (found[6, 0].rounds, found[6, 0].win_cents, found[6, 0].moved_cents[DROP]) == (
        1,
        1000,
        0,
    )


def test_only_the_interval_counts_and_its_end_does_not_belong_to_it() -> None:
    log = worked_out()
    assert counted(log, 0, NOON) == {}
    [counts] = counted(log, NOON + 2 * MINUTE, NOON + 3 * MINUTE).values()
    assert (counts.rounds, counts.win_cents, counts.moved_cents) == (1, 500, {})
    assert counted(log, NOON + 100 * MINUTE) == {}


def test_a_round_in_play_is_named_and_not_counted() -> None:
    log = Log()
    log.write("pit-1", opened("three-card-poker"))
    log.write("pit-1", events.RoundOpened(1), placed(1, ante=1000))
    journal = Journal(log.store.read(), *ALWAYS)
    assert all_of(activity(journal, PLAIN).values()).hands == 0
    assert journal.in_play == ["pit-1"]
    assert journal.last == 3
    later = Journal(log.store.read(), NOON + 10 * MINUTE, 2**62)
    assert list(later) == []
    assert later.in_play == []


def test_every_configuration_has_its_own_line() -> None:
    log = Log()
    log.write("pit-1", opened("three-card-poker"))
    log.write("pit-1", events.TableClosed("another pay table", 1_000_000))
    log.write(
        "pit-1",
        opened("three-card-poker", configuration=2, pay_tables={"pair-plus": "D"}),
    )
    one, two = counted(log)
    assert (one.configuration, two.configuration) == (1, 2)
    assert one.theme.id != two.theme.id
    assert (one.theme.tables_of("pair-plus"), two.theme.tables_of("pair-plus")) == (
        {"pair-plus": "A"},
        {"pair-plus": "D"},
    )


def test_a_stake_without_action_is_no_push() -> None:
    log = Log()
    log.write("pit-1", opened("napa-three-card-poker"))
    lines = (
        paid(1, "ante", 1000, 1000),
        paid(1, "play", 1000, 0, returned=1000),
        paid(2, "ante", 1000, 0),
        paid(2, "play", 1000, 0),
        paid(2, "pair-plus", 500, -200, returned=300),
    )
    log.write(
        "pit-1",
        events.RoundOpened(1),
        events.BankPosted(6, "p6", 1200, NOON),
        placed(1, ante=1000),
        placed(2, ante=1000, pair_plus=500),
        events.BetsSettled(1, lines, "p6"),
        events.RoundClosed(b"", b"", "p6", 200),
    )
    spots = all_of(counted(log).values()).spots
    assert (spots["play"].pushes, spots["play"].returned_cents) == (1, 1000)
    assert (spots["ante"].pushes, spots["pair-plus"].returned_cents) == (1, 300)
    assert spots["pair-plus"].win_cents == 200


def test_theory_is_asked_only_about_hands_that_a_players_bank_was_sure_to_pay() -> None:
    log = Log()
    log.write("pit-1", opened("napa-three-card-poker"))
    lines = tuple(paid(seat, "ante", 1000, -1000) for seat in (5, 1, 2))
    log.write(
        "pit-1",
        events.RoundOpened(1),
        events.BankPosted(3, "p3", 4000, NOON),
        *(placed(seat, ante=1000) for seat in (1, 2, 5)),
        events.BetsSettled(1, lines, "p3"),
        events.RoundClosed(b"", b"", "p3", 7000),
    )
    # An ante may cost the bank two; from its left come seats 5 and 1, and then nothing is sure.
    sample = all_of(counted(log).values()).samples["ante"]
    assert (sample.hands.total(), sample.left_out, sample.win_cents) == (2, 1, 2000)


def test_a_pair_plus_may_cost_a_players_bank_its_highest_pay() -> None:
    log = Log()
    log.write("pit-1", opened("napa-three-card-poker"))
    for bank in (2000 + 19_999, 2000 + 20_000):  # the ante and the play bet, and 200 to 1
        log.write(
            "pit-1",
            events.RoundOpened(1),
            events.BankPosted(3, "p3", bank, NOON),
            placed(1, ante=1000, pair_plus=100),
            placed(4, ante=1000),
            events.BetsSettled(
                1,
                (
                    paid(4, "ante", 1000, -1000),
                    paid(1, "ante", 1000, -1000),
                    paid(1, "pair-plus", 100, -100),
                ),
                "p3",
            ),
            events.RoundClosed(b"", b"", "p3", bank),
        )
        log.write(
            "pit-1",
            events.RoundOpened(2),
            events.BankPosted(3, "p3", bank, NOON),
            placed(4, ante=1000, pair_plus=100),
            placed(5, ante=1000, pair_plus=100),
            events.BetsSettled(
                1,
                (
                    paid(4, "ante", 1000, 0),
                    paid(4, "pair-plus", 100, 3_000),
                    paid(5, "ante", 1000, 0),
                    paid(5, "pair-plus", 100, -100),
                ),
                "p3",
            ),
            events.RoundClosed(b"", b"", "p3", bank),
        )
    samples = all_of(counted(log).values()).samples
    # Of what the neighbour's own cards have taken, only what they took is gone.
    assert (samples["pair-plus"].hands.total(), samples["pair-plus"].left_out) == (1, 5)
    assert (samples["ante"].hands.total(), samples["ante"].left_out) == (8, 0)


def test_a_log_that_lost_its_beginning_is_damaged() -> None:
    log = Log()
    log.write("pit-1", events.ChipsBought("p1", 5_000))
    with pytest.raises(Corrupt, match="before the table was opened"):
        counted(log)


def wild(felt: Felt, choose: random.Random, rounds: int) -> None:
    """Rounds in which people dawdle, err, are ruled out, buy, cash and come back the next day."""
    game = games.game(felt.game)
    voids = [each.key for each in game.irregularities if each.effect is Effect.VOID]
    dead = [each.key for each in game.irregularities if each.effect is Effect.DEAD_SEAT]
    felt.fill(5, 200_000)
    for _ in range(rounds):
        felt.now += choose.randrange(20_000_000_000)
        bets = {bet: cents for bet, cents in BETS[felt.game].items() if required(felt, bet)}
        if choose.random() < 0.7:
            bets = dict(BETS[felt.game])
        felt.bet(bets)
        if dead and choose.random() < 0.5:
            _rule_out(felt, dead[0], choose.randrange(1, 6))
        else:
            felt.deal()
        trouble = choose.random() < 0.3
        while (now := felt.table.playing) and now.turn:
            if trouble and choose.random() < 0.3:
                key = choose.choice(voids)
                felt.do(commands.report, WATCHER, irregularity=key, reason="seen")
                felt.do(commands.rule, OTHER_FLOOR, reason="so it was")
            elif choose.random() < 0.2:
                felt.now = now.until
                felt.do(commands.time_out, AUTOMATIC)
            else:
                felt.say(choose.choice(felt.words()))
        if choose.random() < 0.3:
            _cash_and_buy(felt, choose)
            _tip(felt, choose)
        if choose.random() < 0.2 and not (felt.table.playing and felt.table.playing.in_play()):
            felt.do(commands.close_table, FLOOR, reason="a pause")
            setup = AS_IT_PAYS | {"float_cents": 50_000, "tips": True}
            felt.do(commands.open_table, FLOOR, game=felt.game, **setup)


def _rule_out(felt: Felt, key: str, seat: int) -> None:
    """A seat is out before anything is settled, which only a dealer of flesh leaves time for."""
    felt.do(commands.change_dealer, FLOOR, dealer=DEALER.name)
    felt.do(commands.no_more_bets, DEALER)
    felt.do(commands.report, WATCHER, irregularity=key, reason="seen", seat=seat)
    felt.do(commands.rule, OTHER_FLOOR, reason="so it was")
    felt.do(commands.change_dealer, FLOOR, dealer="")


def required(felt: Felt, bet: str) -> bool:
    spot = games.game(felt.game).bet(bet)
    return spot.required or bet == "ante"


def _cash_and_buy(felt: Felt, choose: random.Random) -> None:
    player = choose.choice(sorted(felt.table.seats.values()))
    if felt.table.playing is None and felt.table.chips(player) > 60_000:
        felt.do(commands.cash_out, FLOOR, player=player, cents=1_000)
    felt.do(commands.buy_in, FLOOR, player=player, cents=choose.randrange(1, 5) * 10_000)


def _tip(felt: Felt, choose: random.Random) -> None:
    """Somebody tips a person who deals for a moment."""
    player = choose.choice(sorted(felt.table.seats.values()))
    felt.do(commands.change_dealer, FLOOR, dealer=DEALER.name)
    felt.do(commands.tip, DEALER, player=player, cents=choose.randrange(1, 500))
    felt.do(commands.change_dealer, FLOOR, dealer="")


@pytest.mark.parametrize("game", games.GAMES)
@settings(max_examples=20 * SCALE)
@given(seed=st.integers(0, 2**32), stop=st.booleans())
def test_books_tie_out_with_the_ledger_and_agree_with_the_twin(
    game: str, seed: int, stop: bool
) -> None:
    choose = random.Random(seed)
    felt = Felt(game, seed=seed, tips=True)
    wild(felt, choose, 6)
    if stop:  # in the middle of a round
        felt.bet()
        felt.deal()
    every = all_of(activity(Journal(felt.store.read(), *ALWAYS), PLAIN).values())
    tie_out(felt, every)
    [twin] = accounts(felt.store.read()).values()
    moved = every.moved_cents
    assert twin.money == {
        kind: cents
        for kind, cents in {
            "chips-bought": moved[DROP],
            "chips-cashed": moved[CASHED],
            "dealer-tipped": moved[TIPS],
            "bank-filled": moved[FILLS],
            "table-opened": moved[FLOATS],
            "table-closed": moved[BANKED],
        }.items()
        if kind in twin.money
    }
    assert (twin.rounds, twin.voids, twin.hands) == (every.rounds, every.void_rounds, every.hands)
    assert (twin.dead, twin.system) == (every.dead_hands, every.system_decisions)
    assert (twin.handle, twin.win) == (every.handle_cents, every.win_cents)
    assert twin.paid == {bet: spot.paid_cents for bet, spot in every.spots.items()}
    assert twin.staked == {bet: spot.handle_cents for bet, spot in every.spots.items()}
    assert twin.returned == sum(spot.returned_cents for spot in every.spots.values())
    own = sum(sample.win_cents for sample in every.samples.values())
    left_out = sum(sample.left_out for sample in every.samples.values())
    assert left_out == 0 or games.game(game).player_banked
    assert own == every.win_cents or left_out > 0


def tie_out(felt: Felt, every: Counts) -> None:
    """Every cent of the ledger is in the books, bets of the round in play aside."""
    balances, moved = felt.table.accounts, every.moved_cents
    now = felt.table.playing
    win = every.win_cents - (sum(line.net_cents for line in now.lines) if now else 0)
    in_house = 0 if games.game(felt.game).player_banked else win
    on_the_table = sum(
        cents
        for account, cents in balances.items()
        if account == ledger.LAYOUT or account.startswith(("chips:", "position:"))
    )
    assert balances.get(ledger.CAGE, 0) == moved[CASHED] - moved[DROP]
    assert balances.get(ledger.HOUSE, 0) == moved[BANKED] - moved[FLOATS] - moved[FILLS]
    assert balances.get(ledger.BANK, 0) == (moved[FLOATS] + moved[FILLS] - moved[BANKED] + in_house)
    assert balances.get(ledger.TIPS, 0) == moved[TIPS] - moved[TIPS_PAID]
    assert balances.get(ledger.DEALERS, 0) == moved[TIPS_PAID]
    assert on_the_table == moved[DROP] - moved[CASHED] - moved[TIPS] - in_house


def test_all_games_are_played_with_voids_dead_seats_and_absent_players() -> None:
    """The property above would mean little if nothing out of the ordinary ever happened."""
    every = Counts()
    for game in games.GAMES:
        felt = Felt(game, seed=3, tips=True)
        wild(felt, random.Random(3), 12)
        every.add(all_of(activity(Journal(felt.store.read(), *ALWAYS), PLAIN).values()))
    assert every.void_rounds
    assert every.dead_hands
    assert every.system_decisions
    assert every.moved_cents[CASHED]
    assert every.moved_cents[TIPS_PAID]


def test_a_day_is_the_sum_of_its_parts() -> None:
    felt = Felt("three-way-action", tips=True)
    wild(felt, random.Random(5), 14)
    whole = activity(Journal(felt.store.read(), *ALWAYS), PLAIN)
    parts = {
        (line.day, line.shift): activity(
            Journal(
                felt.store.read(),
                PLAIN.begins(line.day, line.shift),
                PLAIN.begins(line.day, line.shift + 1),
            ),
            PLAIN,
        )
        for line in whole
    }
    assert len(parts) > 3
    assert all_of(each for part in parts.values() for each in part.values()) == all_of(
        whole.values()
    )
