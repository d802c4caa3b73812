"""Tips for the dealer: where the house takes them, from which chips, and where they go."""

from typing import Any

import pytest

from fairdeal import games
from fairdeal.books.calendar import PLAIN
from fairdeal.books.statement import Question, statement
from fairdeal.errors import Refused
from fairdeal.live import Actor, Role, commands, events, views
from fairdeal.live.audit import audit
from fairdeal.live.history.recall import recall
from fairdeal.live.history.telling import told
from fairdeal.live.log import codec
from fairdeal.live.table.ledger import BANK, DEALERS, TIPS
from fairdeal.live.table.state import Table
from tests.live.days import TEN_O_CLOCK
from tests.live.forging import appended, rechained
from tests.live.stacking import Stacked
from tests.live.tables import AUDITOR, DEALER, FLOOR, KEY, MANAGER, PLAYERS, Felt

P1, P2 = PLAYERS[:2]


def tipping(game: str = "three-card-poker", deck: str = "") -> Stacked:
    """A table with a tip box, a person who deals and two players with $500 each."""
    felt = Stacked(game, deck, dealer=DEALER.name, tips=True, now=TEN_O_CLOCK)
    felt.fill(2, 50_000)
    return felt


def steps(felt: Felt) -> None:
    """The dealer goes on until somebody has to decide or the round is over."""
    while (now := felt.table.playing) and not now.turn:
        felt.do(commands.next_step, DEALER)


def test_a_table_takes_no_tips_unless_the_house_says_so() -> None:
    felt = Felt("three-way-action", dealer=DEALER.name)
    felt.fill(1)
    said = felt.refusal(commands.tip, P1, cents=500)
    assert said == "table pit-1 takes no tips: the house opened it with tips=no"


def test_a_tip_goes_from_the_players_chips_to_the_tip_box_and_nowhere_else() -> None:
    felt = tipping()
    before = felt.table.accounts
    [tipped] = felt.do(commands.tip, P1, cents=500).events
    assert tipped == events.DealerTipped("p1", 500)
    assert felt.table.accounts == before | {"chips:p1": 49_500, TIPS: 500}


def test_the_dealer_puts_a_players_tip_into_the_tip_box_and_the_log_names_the_dealer() -> None:
    felt = tipping()
    done = felt.do(commands.tip, DEALER, player="p2", cents=250)
    assert done.events == (events.DealerTipped("p2", 250, "dora"),)
    [row] = done.recorded
    assert (row.kind, row.actor, row.role) == ("dealer-tipped", "dora", "dealer")
    assert told(done.events[0], felt.table) == "dora puts $2.50 of p2's chips into the tip box"
    assert felt.table.chips("p2") == 49_750


def test_a_player_and_staff_are_told_what_dealers_put_into_the_tip_box_of_the_players_chips() -> (
    None
):
    felt = tipping()
    felt.do(commands.tip, P2, cents=100)
    for cents in (250, 50):
        felt.do(commands.tip, DEALER, player="p2", cents=cents)
    seen = {
        viewer: [seat.tipped_cents for seat in felt.room.view("pit-1", viewer).seats[:2]]
        for viewer in (None, P1, P2, DEALER)
    }
    assert seen == {None: [0, 0], P1: [0, 0], P2: [0, 300], DEALER: [0, 300]}
    felt.do(commands.leave, P2, seat=2)
    assert felt.table.tipped == {}


def test_a_second_seat_that_is_given_up_does_not_hide_what_dealers_put_into_the_tip_box() -> None:
    felt = Stacked("three-card-poker", dealer=DEALER.name, tips=True, hands_per_player=2)
    felt.seat(P1, P1)
    felt.do(commands.tip, DEALER, player="p1", cents=250)
    felt.do(commands.leave, P1, seat=2)
    assert felt.table.tipped == {"p1": 250}


@pytest.mark.parametrize(
    ("by", "asked", "sentence"),
    [
        (P1, {"cents": 0}, "p1 cannot tip $0: a tip is more than $0"),
        (P1, {"cents": -1}, "p1 cannot tip -$0.01: a tip is more than $0"),
        (P1, {"cents": 50_001}, "p1 cannot tip $500.01 at table pit-1: there are chips for $500"),
        (P1, {"cents": 5, "player": "p2"}, "player p1 cannot tip with the chips of p2"),
        (PLAYERS[5], {"cents": 5}, "p6 has no seat at table pit-1"),
        (DEALER, {"cents": 5, "player": "p6"}, "p6 has no seat at table pit-1"),
        (
            Actor("dino", Role.DEALER),
            {"cents": 5, "player": "p1"},
            "dealer dino does not deal at table pit-1: dora does",
        ),
        (
            FLOOR,
            {"cents": 5, "player": "p1"},
            "floor fran may not ask for tip: that takes a dealer or player",
        ),
    ],
)
def test_a_tip_that_cannot_be_given_is_refused_in_one_sentence(
    by: Actor, asked: dict[str, Any], sentence: str
) -> None:
    assert tipping().refusal(commands.tip, by, **asked) == sentence


def test_a_dealer_has_to_name_the_player() -> None:
    with pytest.raises(Refused, match=r"^name the player whose tip it is: player=NAME$") as refused:
        tipping().do(commands.tip, DEALER, cents=5)
    assert refused.value.code == "tip.player"


def test_players_can_tip_where_an_open_table_has_a_tip_box_and_a_person_deals() -> None:
    felt = tipping()
    assert felt.table.takes_tips
    felt.do(commands.change_dealer, FLOOR)
    assert not felt.table.takes_tips
    felt.do(commands.change_dealer, FLOOR, dealer="dora")
    felt.do(commands.close_table, FLOOR, reason="late")
    assert not felt.table.takes_tips
    assert not Felt("three-card-poker", dealer="dora").table.takes_tips
    assert not Table("pit-9").takes_tips


def test_staff_are_shown_a_tip_box_that_takes_tips_or_holds_some() -> None:
    felt = tipping()
    assert felt.room.view("pit-1", FLOOR).has_tip_box
    felt.do(commands.change_dealer, FLOOR)
    assert not felt.room.view("pit-1", FLOOR).has_tip_box
    felt.do(commands.change_dealer, FLOOR, dealer="dora")
    felt.do(commands.tip, P1, cents=500)
    felt.do(commands.change_dealer, FLOOR)
    view = felt.room.view("pit-1", FLOOR)
    assert (view.takes_tips, view.has_tip_box) == (False, True)


def test_chips_of_a_player_whose_seat_the_floor_has_freed_are_no_tip() -> None:
    felt = tipping()
    felt.do(commands.open_round, DEALER)
    felt.do(commands.place, P1, seat=1, bets={"ante": 1_000})
    felt.do(commands.no_more_bets, DEALER)
    felt.do(commands.free_seat, FLOOR, seat=1, reason="went home")
    assert felt.table.seats_of("p1") == [1], "until the round is over"
    for by in (P1, DEALER):
        said = felt.refusal(commands.tip, by, player="p1", cents=500)
        assert said == "p1 has no seat at table pit-1"


def test_the_automatic_dealer_takes_no_tips() -> None:
    felt = tipping()
    felt.do(commands.tip, P1, cents=500)
    felt.do(commands.change_dealer, FLOOR)
    said = felt.refusal(commands.tip, P1, cents=500)
    assert said == "the automatic dealer of table pit-1 takes no tips"
    assert felt.table.accounts[TIPS] == 500


def test_a_closed_table_takes_no_tips() -> None:
    felt = tipping()
    felt.do(commands.close_table, FLOOR, reason="late")
    assert felt.refusal(commands.tip, P1, cents=500) == "table pit-1 is not open"


@pytest.mark.parametrize("closes", ["close-table", "reconfigure"])
def test_the_tip_box_goes_to_the_dealers_when_the_table_closes(closes: str) -> None:
    felt = tipping()
    felt.do(commands.tip, P1, cents=500)
    felt.do(commands.tip, P2, cents=1)
    bank = felt.table.accounts[BANK]
    [closed, *_] = felt.do(commands.COMMANDS[closes], FLOOR, reason="late").events
    assert closed == events.TableClosed("late", bank, 501)
    assert TIPS not in felt.table.accounts
    assert felt.table.accounts[DEALERS] == 501
    assert felt.table.setup
    assert felt.table.setup.tips


def test_what_the_round_has_won_can_be_tipped_when_it_is_over() -> None:
    """A void takes it back, and a tip is never taken back."""
    felt = tipping("three-way-action", "Kc Qd 2h")
    felt.bet()
    felt.deal()
    while not (now := felt.table.playing) or not now.lines:
        felt.do(commands.next_step, DEALER)
    won = sum(line.net_cents for line in now.lines if line.player == "p1")
    has = felt.table.chips("p1")
    assert won == 500
    said = felt.refusal(commands.tip, P1, cents=has)
    assert said.endswith(
        f"there are chips for ${has // 100}; $5 won in round 1 can be tipped when it is over"
    )
    felt.do(commands.tip, P1, cents=has - won)
    felt.do(commands.report, DEALER, irregularity="wrong-number-of-cards", reason="seen")
    felt.do(commands.rule, MANAGER, reason="looked at")
    assert felt.table.round
    assert felt.table.round.void
    assert felt.table.chips("p1") == 50_000 - (has - won)
    assert audit(felt.store, KEY).faults == ()


def test_a_player_tips_at_any_moment_of_a_round_and_a_banker_too() -> None:
    felt = tipping("napa-three-card-poker")
    felt.do(commands.open_round, DEALER)
    felt.bank(20_000)
    felt.bet()
    felt.deal()
    while felt.table.playing:
        for player in (P1, P2):
            felt.do(commands.tip, player, cents=100)
        if felt.table.playing.turn:
            felt.say("play")
        else:
            felt.do(commands.next_step, DEALER)
    assert felt.table.accounts[TIPS] >= 400
    assert audit(felt.store, KEY).faults == ()


def test_tips_are_no_part_of_drop_handle_or_win_and_stand_by_themselves_in_the_books() -> None:
    plain, tipped = (played(tips) for tips in (0, 700))
    both = ("tips_cents", "tips_paid_cents")
    assert [tipped.pop(key) for key in both] == [700, 700]
    assert [plain.pop(key) for key in both] == [0, 0]
    assert tipped == plain


def played(tips: int) -> dict[str, Any]:
    """The books of a table that plays one round and closes, with tips of so many cents."""
    felt = tipping()
    felt.bet()
    if tips:
        felt.do(commands.tip, P1, cents=tips)
    felt.deal()
    steps(felt)
    while (now := felt.table.playing) and now.turn:
        felt.say("play")
    steps(felt)
    felt.do(commands.close_table, FLOOR, reason="late")
    day = PLAIN.day_of(TEN_O_CLOCK)
    asked = Question(day, day, "table", theory=False)
    [row] = statement(felt.store, asked, 0)["rows"]
    return dict(row)


def test_a_replay_does_not_count_a_tip_as_lost() -> None:
    felt = tipping()
    felt.bet()
    felt.do(commands.tip, P1, cents=700)
    felt.deal()
    steps(felt)
    while (now := felt.table.playing) and now.turn:
        felt.say("play")
    steps(felt)
    found = recall(felt.store, "pit-1", 1)
    assert [each.tipped_cents for each in found.balances] == [700, 0]
    for each in found.balances:
        nets = [line.net_cents for line in found.lines if line.player == each.player]
        assert each.won_cents == sum(nets)
    assert "p1 tips the dealer $7" in [step.text for step in found.steps]


def test_staff_see_what_lies_in_the_tip_box_and_players_do_not() -> None:
    felt = tipping()
    felt.do(commands.tip, P1, cents=500)
    seen = {
        viewer: felt.room.view("pit-1", viewer).tips_cents
        for viewer in (None, P1, DEALER, FLOOR, AUDITOR)
    }
    assert seen == {None: 0, P1: 0, DEALER: 500, FLOOR: 500, AUDITOR: 500}
    assert views.view(felt.table, DEALER).setup.tips  # type: ignore[union-attr]


def test_the_audit_finds_a_tip_for_the_automatic_dealer_from_a_player_who_had_left() -> None:
    felt = tipping()
    felt.do(commands.leave, P2, seat=2)
    felt.do(commands.change_dealer, FLOOR)
    rows = [*felt.store.read()]
    forged = appended(rows, events.DealerTipped("p2", 5), actor="p2", role="player")
    said = [fault.sentence for fault in audit(rechained(forged), every=True).faults]
    assert said == ["the automatic dealer takes no tips", "p2 had no seat at the table"]


@pytest.mark.parametrize(
    ("by", "who", "said"),
    [
        ("dora", {"actor": "p1", "role": "player"}, "p1 put in the tip, and the log names dora"),
        (
            "dirk",
            {"actor": "dora", "role": "dealer"},
            "dora put in the tip, and the log names dirk",
        ),
        ("", {"actor": "dora", "role": "dealer"}, "dora put in the tip, and the log names p1"),
        ("", {"actor": "p2", "role": "player"}, "p2 acted in the name of p1"),
    ],
)
def test_the_audit_finds_a_tip_in_the_name_of_another(
    by: str, who: dict[str, str], said: str
) -> None:
    rows = [*tipping().store.read()]
    forged = appended(rows, events.DealerTipped("p1", 5, by), **who)
    assert [fault.sentence for fault in audit(rechained(forged), every=True).faults] == [said]


def test_a_log_from_before_there_were_tips_reads_as_without_a_tip_box() -> None:
    opened = codec.decoded("table-opened", next(iter(Felt("three-card-poker").store.read())).body)
    closed = codec.decoded("table-closed", b'{"reason":"late","bank_cents":5}')
    assert isinstance(opened, events.TableOpened)
    assert not opened.tips
    assert b"tips" not in codec.encoded(opened)[1]
    assert closed == events.TableClosed("late", 5)
    assert b"tips" not in codec.encoded(closed)[1]


def test_three_way_action_says_that_no_table_takes_bets_for_the_dealer() -> None:
    readings = {each.point: each.ours for each in games.game("three-way-action").readings}
    assert "no table takes bets for the dealer" in readings["bets for the dealer, and the tip box"]
