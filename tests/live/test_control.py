"""What takes more than one person: large payments, fills, voids, seats and dealers."""

from typing import Any

import pytest
from msgspec.structs import replace

from fairdeal import games
from fairdeal.errors import FairdealError, Malformed, Refused
from fairdeal.games.terms import terms
from fairdeal.house.approvals import HOUSE_TIERS
from fairdeal.house.limits import limits_of, most_lost
from fairdeal.live import Actor, Role, Room, commands, events
from fairdeal.live.actors import OPENING
from fairdeal.live.audit import audit
from fairdeal.live.log import codec
from fairdeal.live.log.chain import ROOM, Draft, Entry
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.table.ledger import BANK
from fairdeal.live.worth import Worth, worth_of, worth_so_far
from tests.live.forging import first, rechained, rewritten
from tests.live.jackpots import NOTHING, STAR, Linked, opened, reconciled
from tests.live.stacking import Stacked
from tests.live.tables import (
    DEALER,
    FLOOR,
    KEY,
    MANAGER,
    OTHER_FLOOR,
    PLAYERS,
    WATCHER,
)

TCP = "three-card-poker"
P1, P2 = PLAYERS[:2]
BEST = "As Ks Qs"
WORST = "2c 7h 9s"
LOW = "Jc 8s 3d"
BY_DEFAULT: dict[str, Any] = {"tiers": None, "fills_itself": False}
"""As the floor opens a table that says nothing of either."""


def table(game: str = TCP, **setup: Any) -> Stacked:
    return Stacked(game, **{"dealer": "dora", "decision_seconds": 0, **BY_DEFAULT, **setup})


def bet(felt: Stacked, *bets: dict[str, int]) -> None:
    """A round with these bets, dealt to the first decision."""
    if felt.table.dealer:
        felt.do(commands.open_round, DEALER)
    for seat, each in enumerate(bets, 1):
        felt.do(commands.place, felt.player_at(seat), seat=seat, bets=each)
    felt.deal()
    if felt.table.dealer:
        while not felt.playing.turn:
            felt.do(commands.next_step, DEALER)


def won_by_bonus(cents: int = 10_000, **setup: Any) -> Stacked:
    """Seat 1 holds the best hand of the bonus with so much on it, and the dealer is at the pay."""
    felt = table(**setup)
    felt.stack(f"{BEST} {LOW}")
    felt.seat(P1)
    bet(felt, {"ante": 500, "bonus": cents})
    felt.say("play")
    return felt


def to_the_end(felt: Stacked) -> None:
    while felt.table.playing:
        felt.do(commands.next_step, DEALER)


def sound(felt: Stacked) -> None:
    found = audit(felt.store, KEY)
    assert found.holds, found.faults


def test_at_a_table_opened_by_default_no_dealer_alone_pays_a_large_win() -> None:
    felt = won_by_bonus()
    assert felt.table.setup is not None
    assert felt.table.setup.tiers == dict(HOUSE_TIERS)
    felt.to_a_payment()
    [(number, pay)] = felt.table.holding.pays.items()
    assert pay.due.net_cents == 40_000_000
    felt.do(commands.submit_pay, DEALER, pay=number)
    assert felt.table.holding.pays[number].missing() == ("floor", "surveillance", "manager")
    assert felt.table.chips("p1") < 1_000_000


def test_a_payment_that_the_bank_cannot_cover_waits_for_a_fill_by_the_floor() -> None:
    felt = won_by_bonus(tiers={"floor": 1_000_000})
    felt.to_a_payment()
    felt.do(commands.submit_pay, DEALER, pay=1)
    before = felt.table.accounts[BANK]
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager"))
    assert felt.table.holding.pays[1].missing() == ()
    assert felt.table.short == 40_000_000 - before
    assert "pay-made" not in felt.kinds()
    with pytest.raises(Refused, match=r"has \$9,970, and round 1 needs \$400,000"):
        to_the_end(felt)
    felt.do(commands.fill_bank, FLOOR, cents=1_000_000)
    assert 0 < felt.table.short < 39_000_000
    felt.do(commands.fill_bank, OTHER_FLOOR, cents=40_000_000)
    assert felt.kinds()[-2:] == ["bank-filled", "pay-made"]
    assert (felt.table.short, felt.table.filled) == (0, 0)
    assert felt.happened()[-2] == events.BankFilled(40_000_000, "finn")
    to_the_end(felt)
    assert felt.table.playing is None
    sound(felt)


@pytest.mark.parametrize("dealer", ["dora", ""])
def test_bets_that_the_bank_cannot_pay_wait_for_a_fill_before_a_card_is_turned(dealer: str) -> None:
    felt = table(dealer=dealer, float_cents=0)
    felt.stack(f"4h 4d 9c {LOW}")
    felt.seat(P1)
    bet(felt, {"ante": 500, "pair-plus": 500})
    felt.say("play")
    while dealer and not felt.table.short:
        felt.do(commands.next_step, DEALER)
    assert felt.table.short == 1_000
    assert felt.kinds()[-1] == "bank-short"
    if dealer:
        said = felt.refusal(commands.next_step, DEALER)
        assert said == (
            "the bank of table pit-1 has $0, and round 1 needs $10: ask the floor to fill it"
        )
    assert felt.room.view("pit-1", FLOOR).short_cents == 1_000
    assert felt.room.view("pit-1", P1).short_cents == 0
    felt.do(commands.fill_bank, FLOOR, cents=400)
    assert felt.table.short == 600
    felt.do(commands.fill_bank, FLOOR, cents=600)
    if dealer:
        to_the_end(felt)
    assert felt.table.playing is None
    assert felt.table.chips("p1") == 1_001_000
    sound(felt)


def test_a_bank_that_fills_itself_says_how_much() -> None:
    felt = table(dealer="", float_cents=0, fills_itself=True)
    felt.stack(f"4h 4d 9c {LOW}")
    felt.seat(P1)
    bet(felt, {"ante": 500, "pair-plus": 500})
    felt.say("play")
    assert felt.table.playing is None
    assert felt.table.filled == 1_000
    assert felt.room.view("pit-1", FLOOR).filled_cents == 1_000
    sound(felt)


def test_a_win_below_every_tier_that_the_bank_cannot_pay_waits_as_well() -> None:
    felt = won_by_bonus(dealer="", tiers={}, float_cents=100_000)
    assert felt.table.holding.pays[1].submitted is not None  # for its tax form
    assert felt.table.short > 0
    felt.do(commands.close_table, FLOOR, reason="late")
    felt.do(commands.fill_bank, MANAGER, cents=50_000_000)
    assert not felt.table.is_open
    assert felt.table.chips("p1") > 40_000_000
    sound(felt)


def test_what_nobody_can_fill_is_refused() -> None:
    felt = table()
    assert felt.refusal(commands.fill_bank, FLOOR, cents=0) == "a bank cannot be filled with $0"
    napa = Stacked("napa-three-card-poker")
    said = napa.refusal(commands.fill_bank, FLOOR, cents=100)
    assert said == "players bank napa-three-card-poker: the house adds nothing to the bank"


def test_the_greatest_loss_of_a_round_follows_from_limits_and_pay_tables() -> None:
    game = games.game(TCP)
    chosen = terms(game, {"bonus": "TCPB-01"})
    limits = limits_of(game, 500, 10_000)
    ante_and_play, pair_plus, ante_bonus = 2 * 10_000, 40 * 10_000, 5 * 10_000
    others = ante_and_play + pair_plus + ante_bonus
    assert most_lost(game, limits, chosen, 6) == 6 * (40_000_000 + others)
    capped = most_lost(game, limits, chosen, 6, {"bonus": 5_000_000})
    assert capped == 5_000_000 + 6 * others
    alone = {"pair-plus": limits["pair-plus"]}
    assert most_lost(game, alone, chosen, 2) == 2 * pair_plus
    envy = terms(game, {"bonus": "TCPB-03E"})
    fixed = max(pay.amount for pay in envy.pay["bonus"].pays["envy"])
    top = max(envy.pay["bonus"].units())
    assert most_lost(game, limits, envy, 2) == 2 * (top * 10_000 + others) + 2 * fixed
    napa = games.game("napa-three-card-poker")
    assert most_lost(napa, limits_of(napa, 500, 10_000), terms(napa), 6) == 0
    action = games.game("three-way-action")
    bonus = max(terms(action).pay["bonus"].units())
    of_three = limits_of(action, 500, 10_000)
    assert most_lost(action, of_three, terms(action), 1) == (1 + 2 + 1 + bonus) * 10_000


def test_the_floor_frees_a_seat_whose_player_went_away_without_a_clock() -> None:
    felt = table()
    felt.stack(f"4h 4d 9c {WORST} {LOW}")
    felt.seat(P1, P2)
    bet(felt, {"ante": 500}, {"ante": 500, "pair-plus": 500})
    assert (felt.playing.turn, felt.playing.until) == (1, 0)
    felt.do(commands.free_seat, FLOOR, seat=2, reason="went home")
    felt.do(commands.free_seat, OTHER_FLOOR, seat=1, reason="went home as well")
    assert felt.playing.decisions == {1: ("fold",), 2: ("fold",)}
    assert felt.playing.by_system == {1: (0,), 2: (0,)}
    assert felt.table.seats == {1: "p1", 2: "p2"}
    said = felt.refusal(commands.free_seat, FLOOR, seat=2, reason="again")
    assert said == "seat 2 is freed when round 1 is over"
    to_the_end(felt)
    assert felt.table.seats == {}
    freed = [each for each in felt.happened() if isinstance(each, events.SeatFreed)]
    assert freed[0] == events.SeatFreed((2,), "p2", "went home", later=True)
    assert felt.table.chips("p1") == 999_500
    sound(felt)


def test_a_seat_without_bets_is_freed_at_once() -> None:
    felt = table(dealer="")
    felt.seat(P1, P2)
    assert "is empty" in felt.refusal(commands.free_seat, FLOOR, seat=5, reason="x")
    felt.do(commands.free_seat, FLOOR, seat=1, reason="went home")
    assert felt.table.seats == {2: "p2"}
    assert felt.table.chips("p1") == 1_000_000
    napa = Stacked("napa-three-card-poker")
    napa.seat(P1, P2)
    assert napa.playing.offered == 1
    napa.do(commands.free_seat, FLOOR, seat=1, reason="went home")
    assert (napa.playing.offered, napa.table.seats) == (2, {2: "p2"})
    sound(napa)


def test_a_banker_who_went_away_keeps_the_bank_for_the_round() -> None:
    napa = Stacked("napa-three-card-poker")
    napa.seat(P1, P2)
    napa.do(commands.post_bank, P1, seat=1, cents=50_000)
    napa.do(commands.place, P2, seat=2, bets={"ante": 500})
    napa.do(commands.free_seat, FLOOR, seat=1, reason="went home")
    napa.deal()
    napa.say("fold")
    assert napa.table.seats == {2: "p2"}
    assert napa.table.chips("p1") == 1_000_500
    sound(napa)


def won_meter(**setup: Any) -> Linked:
    """A star of $3,000 that is won and not paid, at a table of Washington."""
    felt = Linked(opened(), dealer="dora", profile="washington", **setup)
    felt.deal_round(STAR, NOTHING)
    return felt


def reported(felt: Stacked, by: Actor = DEALER) -> None:
    felt.do(commands.report, by, irregularity="shuffler-malfunction", reason="it smokes")


def test_a_void_that_drops_a_large_payment_takes_the_signatures_of_the_payment() -> None:
    felt = won_meter(tiers={"surveillance": 100_000})
    reported(felt)
    before = felt.room.table("pit-1").accounts
    felt.do(commands.rule, FLOOR, reason="it does")
    assert felt.table.pending is not None
    assert felt.table.playing is not None
    assert felt.table.accounts == before
    assert [each.by for each in felt.table.pending.signed] == ["fran"]
    said = felt.refusal(commands.rule, FLOOR, reason="again")
    assert said.endswith("fran has signed it or had part in it")
    said = felt.refusal(commands.rule, OTHER_FLOOR, reason="again")
    assert said.endswith("the void still needs surveillance")
    said = felt.refusal(commands.rule, WATCHER, reason="no", upheld=False)
    assert said == "surveillance cam cannot dismiss a report: that takes floor or manager"
    felt.do(commands.rule, WATCHER, reason="seen")
    assert felt.table.playing is None
    assert felt.table.holding.pays == {}
    assert felt.chips() == {"p1": 1_000_000, "p2": 1_000_000}
    sound(felt)


def test_a_report_is_dismissed_by_one_person_whatever_waits() -> None:
    felt = won_meter(tiers={"surveillance": 100_000})
    reported(felt)
    felt.do(commands.rule, FLOOR, reason="it does")
    felt.do(commands.rule, MANAGER, reason="it does not", upheld=False)
    assert felt.table.pending is None
    assert len(felt.table.holding.pays) == 1
    sound(felt)


def test_surveillance_rules_on_nothing_else() -> None:
    felt = Linked(opened(), dealer="dora")
    felt.deal_round(NOTHING, "2d 7c 9h")
    felt.do(commands.open_round, DEALER)
    reported(felt)
    said = felt.refusal(commands.rule, WATCHER, reason="seen")
    assert said == "surveillance cam cannot rule here: that takes floor or manager"


def test_what_void_bets_brought_the_meters_stays_there_to_the_cent() -> None:
    felt = won_meter()
    fed = sum(each.cents["star"] for each in felt.happened() if isinstance(each, events.MetersFed))
    reset = felt.progressive.meters["star"].reset_cents
    reported(felt)
    felt.do(commands.rule, OTHER_FLOOR, reason="it does")
    assert felt.table.playing is None
    assert felt.shown("star") == reset + fed
    assert felt.chips() == {"p1": 1_000_000, "p2": 1_000_000}
    assert felt.table.accounts[BANK] == 1_000_000 - sum(
        sum(each.cents.values()) for each in felt.happened() if isinstance(each, events.MetersFed)
    )
    reconciled(felt.room)
    sound(felt)


def test_a_dealer_is_named_at_one_open_table() -> None:
    felt = table()
    room = felt.room
    elsewhere: dict[str, Any] = {"by": FLOOR, "game": TCP}
    with pytest.raises(Refused, match="dora deals at table pit-1: assign another dealer there"):
        room.do("pit-2", commands.open_table, dealer="dora", **elsewhere)
    room.do("pit-2", commands.open_table, **elsewhere)
    with pytest.raises(Refused, match="dora deals at table pit-1: assign another dealer there"):
        room.do("pit-2", commands.change_dealer, by=FLOOR, dealer="dora")
    again = Room(felt.store, KEY)
    with pytest.raises(Refused, match="dora deals at table pit-1"):
        again.do("pit-3", commands.open_table, dealer="dora", **elsewhere)
    felt.do(commands.change_dealer, FLOOR, dealer="")
    room.do("pit-2", commands.change_dealer, by=FLOOR, dealer="dora")
    felt.do(commands.close_table, FLOOR, reason="late")
    assert room.table("pit-2").dealer == "dora"


def worth(kind: Worth) -> Stacked:
    felt = table(dealer="")
    felt.seat(P1)
    felt.room.declare(kind, by=MANAGER)
    return felt


def test_a_play_room_cashes_nothing_out() -> None:
    felt = worth(Worth.PLAY)
    said = felt.refusal(commands.cash_out, FLOOR, player="p1")
    assert said == "the chips of this room are play chips: none are cashed out"
    assert Room(felt.store, KEY).worth() is Worth.PLAY
    assert felt.room.tables() == ["pit-1"]
    sound(felt)


@pytest.mark.parametrize(
    ("asked", "what"),
    [
        ({"practice": True}, "a practice table is"),
        ({"fills_itself": True}, "a bank that fills"),
    ],
)
def test_a_cash_room_has_no_practice_table_and_no_bank_that_fills_itself(
    asked: dict[str, Any], what: str
) -> None:
    felt = worth(Worth.CASH)
    with pytest.raises(Refused, match=what):
        felt.room.do("pit-2", commands.open_table, by=FLOOR, game=TCP, **asked)
    felt.do(commands.cash_out, FLOOR, player="p1")
    with pytest.raises(FairdealError, match="room"):
        felt.room.declare(Worth.PLAY, by=MANAGER)
    assert worth_of(felt.store) is Worth.CASH
    sound(felt)


def test_no_command_asks_for_an_extra_table() -> None:
    felt = worth(Worth.PLAY)
    with pytest.raises(Malformed, match="unknown field `extra`"):
        felt.room.do("pit-2", commands.open_table, by=FLOOR, game=TCP, extra=True)
    assert felt.room.tables() == ["pit-1"]


@pytest.mark.parametrize(
    ("by", "kind", "fault"),
    [
        (OPENING, Worth.PLAY, None),
        (FLOOR, Worth.PLAY, "floor fran opened an extra table: only the room may"),
        (
            Actor("opening", Role.MANAGER),
            Worth.PLAY,
            "manager opening opened an extra table: only the room may",
        ),
        (
            OPENING,
            Worth.CASH,
            "an extra table was opened, and the chips of the room are not play chips",
        ),
        (
            OPENING,
            None,
            "an extra table was opened, and the chips of the room are not play chips",
        ),
    ],
)
def test_only_the_room_opens_an_extra_table_and_only_for_play_chips(
    by: Actor, kind: Worth | None, fault: str | None
) -> None:
    room = Room(MemoryStore(KEY), KEY)
    if kind:
        room.declare(kind, by=MANAGER)
    room.do("pit-1", commands.open_table, by=by, game=TCP)
    rows = [*room.store.read()]
    forged = rechained(rewritten(rows, len(rows), lambda event: replace(event, extra=True)))
    found = audit(forged).first_fault
    assert (found.sentence if found else None) == fault


def test_a_room_that_says_it_twice_does_not_hold() -> None:
    felt = worth(Worth.CASH)
    draft = Draft(*codec.encoded(events.RoomOpened("play")))
    who = "max", "manager", "open-room", "again"
    felt.store.append(Entry(ROOM, 1, felt.now, *who, b"{}", (draft,)))
    assert "a room says once what its chips are worth" in str(audit(felt.store).first_fault)


def test_a_room_that_never_said_it_is_what_it_was() -> None:
    cage, guest = Actor("cage", Role.FLOOR), Actor("guest-1", Role.PLAYER)
    nothing, sold, given = (Stacked(TCP, store=MemoryStore(KEY)) for _ in range(3))
    assert worth_so_far(nothing.store) is None
    sold.seat(P1)
    assert worth_so_far(sold.store) is Worth.CASH
    given.do(commands.sit, guest, seat=1)
    given.do(commands.buy_in, cage, player="guest-1", cents=50_000)
    assert worth_so_far(given.store) is Worth.PLAY
    assert given.room.worth() is None
    assert given.do(commands.cash_out, FLOOR, player="guest-1").events


def test_an_audit_finds_a_void_a_decision_or_a_fill_that_lacks_its_person() -> None:
    void = won_meter()
    reported(void)
    void.do(commands.rule, OTHER_FLOOR, reason="it does")
    said = forged(void, "table-opened", tiers={"surveillance": 100_000})
    assert "payments were dropped without the signature of surveillance" in said
    assert forged(void, "table-opened", signed_voids=False) == "None", "as in logs of before"
    away = table()
    away.seat(P1)
    bet(away, {"ante": 500})
    away.do(commands.free_seat, FLOOR, seat=1, reason="went home")
    to_the_end(away)
    said = forged(away, "decision-made", by_system=False)
    assert "what was decided for p1, who went away, is not marked" in said
    away.do(commands.fill_bank, FLOOR, cents=100)
    assert "the bank was filled with $0" in forged(away, "bank-filled", cents=0)


def forged(felt: Stacked, kind: str, **changes: Any) -> str:
    """What an audit says first of a log in which the first event of a kind was rewritten."""
    rows = [*felt.store.read()]
    changed = rewritten(rows, first(rows, kind), lambda event: replace(event, **changes))
    return str(audit(rechained(changed)).first_fault)


def test_an_audit_finds_a_void_that_a_person_signed_who_had_part_in_it() -> None:
    felt = won_by_bonus(tiers={"floor": 100_000, "surveillance": 100_000})
    felt.to_a_payment()
    felt.do(commands.report, DEALER, irregularity="fouled-deck", reason="a joker")
    felt.do(commands.rule, OTHER_FLOOR, reason="a joker it is")
    felt.do(commands.rule, WATCHER, reason="seen on camera")
    sound(felt)
    rows = [*felt.store.read()]
    changed = rewritten(rows, first(rows, "ruling-signed"), lambda each: replace(each, by="dora"))
    said = [fault.sentence for fault in audit(rechained(changed), every=True).faults]
    assert "dora signed, and had part in it" in said


def test_a_large_win_out_of_a_players_bank_is_paid_when_it_is_approved() -> None:
    felt = table("napa-three-card-poker", dealer="", tiers={"floor": 1})
    felt.stack(f"{BEST} {LOW}")
    felt.seat(P1, P2)
    felt.bank(100_000)
    felt.bet({"ante": 500, "pair-plus": 500})
    felt.deal()
    while felt.playing.turn:
        felt.say("play")
    for number in [*felt.table.holding.pays]:
        felt.do(commands.approve_pay, FLOOR, pay=number, checked=("hand", "wager"))
    assert "pay-made" in felt.kinds()
    assert felt.table.rounds == 2, "the next bank is offered"
    sound(felt)
