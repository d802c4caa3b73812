"""A progressive: what bets bring it, what it pays, and why its meters may fall."""

from concurrent.futures import Future
from threading import get_ident
from typing import Any

import pytest
from msgspec.structs import replace

from fairdeal.errors import Corrupt, FairdealError, Refused
from fairdeal.live import Actor, Role, Room, commands, events
from fairdeal.live.audit import audit
from fairdeal.live.commands.progressives import rate_of
from fairdeal.live.linking import Linking
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.log.stores.protocol import Snapshot
from fairdeal.live.table import ledger
from fairdeal.live.table.holding import PARTS
from fairdeal.live.table.progressive import after
from fairdeal.live.table.snapshots import FORM
from tests.live.forging import appended, rechained
from tests.live.jackpots import DIAMOND, HEART, NOTHING, SPADE, STAR, Linked, opened, reconciled
from tests.live.stacking import Stacked
from tests.live.tables import AUDITOR, DEALER, FLOOR, KEY, MANAGER, OTHER_FLOOR, WATCHER

RESETS = {"star": 100_000, "spade": 50_000, "heart": 40_000, "diamond": 25_000}
GROWS = {"star": 25, "spade": 25, "heart": 35, "diamond": 30}
"""Cents that a bet of $5 adds: 5, 5, 7 and 6 percent."""


def sound(felt: Linked) -> None:
    """The books agree with the meters, and an audit finds nothing."""
    reconciled(felt.room)
    found = audit(felt.store, KEY, every=True)
    assert found.faults == ()


def refusal(room: Room, command: Any, by: Actor = MANAGER, **asked: Any) -> str:
    before = room.store.head()
    with pytest.raises(FairdealError) as refused:
        room.do("stax", command, by=by, **asked)
    assert room.store.head() == before
    return str(refused.value)


def test_meters_begin_at_their_reset_levels_and_grow_with_every_bet() -> None:
    felt = Linked(opened())
    assert {key: felt.shown(key) for key in RESETS} == RESETS
    felt.deal_round(NOTHING, "3s 8d Td")
    felt.deal_round(NOTHING, "3s 8d Td")
    assert {key: felt.shown(key) for key in RESETS} == {
        key: RESETS[key] + 4 * GROWS[key] for key in RESETS
    }
    sound(felt)


def test_with_another_wager_the_levels_scale_and_parts_of_a_cent_are_carried() -> None:
    store = opened(wager_cents=125)
    felt = Linked(store, limits={"stax": "1.25", "ante": "5-100"})
    assert felt.shown("star") == 25_000
    felt.seat(Actor("p1", Role.PLAYER))
    for number in range(1, 5):
        felt.stack(f"{NOTHING} 3c 8h Tc")
        felt.do(commands.place, felt.player_at(1), seat=1, bets={"ante": 500, "stax": 125})
        felt.deal()
        felt.say("fold")
        star = felt.progressive.meters["star"]
        assert star.parts == 25_000 * PARTS + number * 6_250_000  # 5 % of 125 cents, exactly
        reconciled(felt.room)
    assert felt.table.accounts["pool:stax.star"] == 25
    assert felt.table.holding.carry.get("stax.star", 0) == 0
    sound(felt)


@pytest.mark.parametrize(
    ("hand", "meter"),
    [(STAR, "star"), (SPADE, "spade"), (HEART, "heart"), (DIAMOND, "diamond")],
)
def test_a_hand_wins_its_meter_folded_or_not_and_the_meter_falls_when_it_is_paid(
    hand: str, meter: str
) -> None:
    felt = Linked(opened())
    felt.deal_round(NOTHING, hand)
    won = RESETS[meter] + 2 * GROWS[meter]
    [paid] = [each for each in felt.happened() if isinstance(each, events.PayMade)]
    assert (paid.award_cents, paid.line.net_cents) == (won, won - 500)
    assert paid.reset_cents == RESETS[meter] == felt.shown(meter)
    assert felt.chips()["p2"] == 1_000_000 - 1000 + won
    sound(felt)


def test_two_winners_of_one_level_the_first_takes_the_meter_and_the_next_the_reset() -> None:
    felt = Linked(opened())
    felt.deal_round(SPADE, "As Ks Qs")
    first, second = (each for each in felt.happened() if isinstance(each, events.PayMade))
    assert (first.line.seat, first.award_cents) == (2, 50_050)
    assert (second.line.seat, second.award_cents) == (1, 50_000)
    assert felt.shown("spade") == 50_000
    sound(felt)


def test_winners_of_one_level_share_where_the_house_has_it_so() -> None:
    felt = Linked(opened(shared=True))
    felt.deal_round(SPADE, "As Ks Qs", "Ac Kc Qc")
    paid = [each for each in felt.happened() if isinstance(each, events.PayMade)]
    assert [each.award_cents for each in paid] == [50_075 // 3] * 3
    assert [each.reset_cents for each in paid] == [50_000, 0, 0]
    assert paid[0].line.reason.endswith("shared by 3")
    assert felt.progressive.meters["spade"].parts == (50_000 + 50_075 % 3) * PARTS
    sound(felt)


def test_a_ceiling_holds_and_what_is_beyond_it_waits_for_the_next_winner() -> None:
    felt = Linked(opened(ceilings={"star": "1000.40"}))
    for _ in range(3):
        felt.deal_round(NOTHING)
    star = felt.progressive.meters["star"]
    assert (star.cents, star.overflow) == (100_040, 35 * PARTS)
    felt.deal_round(STAR)
    assert felt.shown("star") == 100_040  # the reset and what had waited, up to the ceiling
    assert felt.progressive.meters["star"].overflow == 20 * PARTS
    sound(felt)


def test_a_rate_changes_with_the_next_win_and_not_before() -> None:
    felt = Linked(opened())
    said = {"meter": "diamond", "rate": "1%", "reason": "the owner wants it so"}
    felt.room.do("stax", commands.schedule_rate, by=MANAGER, **said)
    felt.deal_round(NOTHING)
    assert felt.shown("diamond") == 25_030
    felt.deal_round(DIAMOND)
    felt.deal_round(NOTHING)
    assert felt.shown("diamond") == 25_005
    sound(felt)


def test_a_ceiling_goes_up_only() -> None:
    felt = Linked(opened(ceilings={"star": "1500"}))
    room = felt.room
    said: dict[str, Any] = {"meter": "star", "reason": "many players"}
    least = "the ceiling of star cannot be $1,400: it is at least $1,500"
    assert refusal(room, commands.raise_ceiling, cents=140_000, **said) == least
    room.do("stax", commands.raise_ceiling, by=MANAGER, cents=160_000, **said)
    said["meter"] = "spade"
    assert "it is at least $500" in refusal(room, commands.raise_ceiling, cents=49_999, **said)
    room.do("stax", commands.raise_ceiling, by=MANAGER, cents=50_000, **said)
    room.do("stax", commands.raise_ceiling, by=MANAGER, cents=0, **said)
    felt.deal_round(NOTHING)
    assert felt.shown("spade") == 50_025
    sound(felt)


def test_a_disabled_progressive_takes_no_bets_and_resumes_as_it_was() -> None:
    felt = Linked(opened())
    felt.deal_round(NOTHING)
    before = felt.progressive.meters
    felt.room.do("stax", commands.disable_progressive, by=WATCHER, reason="the sign is dark")
    asked: dict[str, Any] = {"seat": 1, "bets": {"ante": 500, "stax": 500}}
    said = felt.refusal(commands.place, felt.player_at(1), **asked)
    assert said == "STAX takes no bets: progressive stax is disabled"
    felt.do(commands.place, felt.player_at(1), seat=1, bets={"ante": 500})
    felt.deal()
    felt.say("fold")
    assert felt.progressive.meters == before
    again = "progressive stax is disabled already: the sign is dark"
    assert refusal(felt.room, commands.disable_progressive, reason="x") == again
    felt.room.do("stax", commands.enable_progressive, by=FLOOR, reason="the sign is lit")
    said = "progressive stax is not disabled"
    assert refusal(felt.room, commands.enable_progressive, reason="x") == said
    felt.do(commands.place, felt.player_at(1), **asked)
    sound(felt)


def test_a_meter_falls_only_for_one_of_the_reasons_and_with_two_people() -> None:
    felt = Linked(opened(ceilings={"star": "1000.10"}))
    for _ in range(2):
        felt.deal_round(NOTHING)
    room = felt.room
    asked: dict[str, Any] = {"meter": "spade", "cents": 10, "reason": "it was counted twice"}
    said = refusal(room, commands.propose_adjustment, why="greed", **asked)
    assert said == (
        "a meter falls when a win is paid, and else only for malfunction, cap, receipts or seed,"
        " not for 'greed'"
    )
    assert "at most $0.50 goes" in refusal(
        room, commands.propose_adjustment, why="seed", **{**asked, "cents": 51}
    )
    for why, meter, cents, shown in (
        ("malfunction", "spade", 10, 50_040),
        ("seed", "spade", 40, 50_000),
        ("receipts", "star", 40, 100_010),
    ):
        asked = {"meter": meter, "cents": cents, "why": why, "reason": "said at length"}
        room.do("stax", commands.propose_adjustment, by=FLOOR, **asked)
        assert "waits for a second person" in refusal(
            room, commands.propose_adjustment, OTHER_FLOOR, **asked
        )
        room.do("stax", commands.approve_adjustment, by=AUDITOR)
        assert felt.shown(meter) == shown
    assert felt.progressive.meters["star"].overflow == 0
    assert "at most $0 goes" in refusal(
        room, commands.propose_adjustment, **{**asked, "why": "cap", "meter": "star"}
    )
    sound(felt)


def test_nobody_approves_an_adjustment_of_the_own() -> None:
    room = Linked(opened()).room
    said = "nothing waits for approval at stax"
    assert refusal(room, commands.approve_adjustment) == said
    assert refusal(room, commands.refuse_adjustment, reason="x") == said
    asked: dict[str, Any] = {"meter": "star", "cents": 10, "why": "malfunction"}
    asked["reason"] = "counted twice"
    room.do("stax", commands.propose_adjustment, by=MANAGER, **asked)
    said = "manager max has proposed the adjustment: another person approves"
    assert refusal(room, commands.approve_adjustment) == said
    room.do("stax", commands.refuse_adjustment, by=MANAGER, reason="a slip of mine")
    assert room.progressive("stax").proposal is None


def test_a_void_round_gives_the_meter_back_what_was_won_in_it() -> None:
    felt = Linked(opened(), dealer="dora")
    felt.deal_round(STAR, NOTHING)
    assert len(felt.progressive.hits) == 1
    assert felt.shown("star") == 100_050
    assert felt.progressive.meters["star"].cents == 100_000
    reconciled(felt.room)
    felt.do(commands.report, WATCHER, irregularity="shuffler-malfunction", reason="it smokes")
    felt.do(commands.rule, MANAGER, reason="it does")
    assert felt.progressive.hits == {}
    assert felt.shown("star") == 100_050
    assert felt.table.holding.pays == {}
    assert felt.chips() == {"p1": 1_000_000, "p2": 1_000_000}
    sound(felt)


CROWN: dict[str, Any] = {
    "game": "three-card-poker",
    "bet": "pair-plus",
    "wins": {"straight-flush": "crown"},
    "resets": {"crown": "2000"},
    "rates": {"crown": "2.5%"},
    "wager_cents": 500,
}


def test_a_bank_that_gives_back_more_than_it_holds_is_filled() -> None:
    """What it took went to the meters, and stays there at the house's expense."""
    felt = Linked(opened(), dealer="dora", float_cents=0)
    felt.stack(f"{NOTHING} 3c 8h Tc")
    felt.seat(Actor("p1", Role.PLAYER))
    felt.do(commands.open_round, DEALER)
    felt.do(commands.place, felt.player_at(1), seat=1, bets={"ante": 500, "stax": 500})
    felt.deal()
    while not felt.playing.lines or felt.playing.lines[-1].bet != "stax":
        if felt.playing.turn:
            felt.say("fold")
        else:
            felt.step()
    felt.do(commands.report, WATCHER, irregularity="shuffler-malfunction", reason="it smokes")
    felt.do(commands.rule, MANAGER, reason="it does")
    assert felt.chips() == {"p1": 1_000_000}
    assert felt.shown("star") == 100_025
    sound(felt)


@pytest.mark.parametrize("reset", ["1000", "0"])
def test_a_win_that_is_void_changes_neither_the_rate_nor_the_count(reset: str) -> None:
    felt = Linked(opened(resets={"star": reset}), dealer="dora")
    said = {"meter": "star", "rate": "1%", "reason": "the owner wants it so"}
    felt.room.do("stax", commands.schedule_rate, by=MANAGER, **said)
    felt.deal_round(STAR, NOTHING)
    felt.do(commands.report, WATCHER, irregularity="shuffler-malfunction", reason="it smokes")
    felt.do(commands.rule, MANAGER, reason="it does")
    star = felt.progressive.meters["star"]
    assert (star.rate, star.next_rate, star.wins) == (50_000, 10_000, 0)
    sound(felt)


def test_a_game_that_players_bank_feeds_no_progressive() -> None:
    store = MemoryStore(KEY)
    asked = {**CROWN, "game": "napa-three-card-poker"}
    Room(store, KEY).do("crown", commands.open_progressive, by=MANAGER, **asked)
    with pytest.raises(Refused, match="is banked by players, and feeds no progressive"):
        Stacked("napa-three-card-poker", store=store, progressive="crown")


def test_the_sign_shows_no_more_than_the_ceiling_while_a_win_waits() -> None:
    felt = Linked(opened(ceilings={"star": "1000.40"}), dealer="dora")
    for _ in range(3):
        felt.deal_round(NOTHING, "3s 8d Td")
    felt.deal_round(STAR, NOTHING)
    assert felt.shown("star") == 100_040
    reconciled(felt.room)


def test_any_bet_with_a_pay_table_can_feed_a_progressive() -> None:
    """The meter is paid on top of what the bet wins."""
    store = MemoryStore(KEY)
    Room(store, KEY).do("crown", commands.open_progressive, by=MANAGER, **CROWN)
    felt = Stacked("three-card-poker", "5h 6h 7h | 3c 8h Tc", store=store, progressive="crown")
    felt.seat(Actor("p1", Role.PLAYER))
    felt.do(commands.place, felt.player_at(1), seat=1, bets={"ante": 500, "pair-plus": 500})
    felt.deal()
    felt.say("play")
    [paid] = [each for each in felt.happened() if isinstance(each, events.PayMade)]
    assert (paid.line.stake_cents, paid.line.net_cents, paid.award_cents) == (0, 200_012, 200_012)
    assert paid.line.reason.endswith("wins the crown meter of $2,000.12, beside the bet")
    won = sum(line.net_cents for line in felt.last.lines)
    assert felt.chips()["p1"] == 1_000_000 + won + 200_012
    assert felt.room.progressive("crown").meters["crown"].parts == 200_000 * PARTS + PARTS // 2
    reconciled(felt.room, "crown")
    assert audit(store, KEY, every=True).faults == ()


def test_a_meter_and_the_bet_beside_it_are_one_win() -> None:
    """$1,900 of the meter and $200 of the bet need the form that $2,000 needs."""
    store, asked = MemoryStore(KEY), {**CROWN, "resets": {"crown": "1900"}}
    Room(store, KEY).do("crown", commands.open_progressive, by=MANAGER, **asked)
    setup: dict[str, Any] = {"progressive": "crown", "tiers": {"floor": 210_000}}
    felt = Stacked("three-card-poker", "5h 6h 7h | 3c 8h Tc", store=store, **setup)
    felt.seat(Actor("p1", Role.PLAYER))
    felt.do(commands.place, felt.player_at(1), seat=1, bets={"ante": 500, "pair-plus": 500})
    felt.deal()
    felt.say("play")
    [waits] = felt.table.holding.pays.values()
    submitted = waits.submitted
    assert submitted is not None
    assert (submitted.cents, waits.due.beside_cents) == (190_012, 20_000)
    assert (submitted.needs, submitted.form) == (("floor",), "W-2G")
    assert audit(store, KEY, every=True).faults == ()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"bet": "ante"}, "ante has no pay table whose lines could win a meter"),
        (
            {"game": "three-card-fury", "bet": "monster"},
            "Monster has no pay table whose lines could win a meter",
        ),
        ({"bet": ""}, "three-card-poker has no bet with meters: name the bet that feeds it"),
        ({"wins": {}}, "progressive crown needs hands that win meters"),
        (
            {"wager_cents": 0},
            "progressive crown needs a wager that its meters",
        ),
        ({"wins": {"royal": "crown"}}, "pair plus has no row 'royal': expected pair, flush"),
        ({"resets": {}}, "meter crown needs a reset level and a rate"),
        ({"rates": {"crow": "1%"}}, "there is no meter 'crow': did you mean crown?"),
        ({"ceilings": {"crown": "1999"}}, "meter crown cannot begin at $2,000 under a ceiling"),
        ({"rates": {"crown": "many"}}, "'many' is not a rate"),
    ],
)
def test_a_progressive_that_cannot_be_is_refused_with_the_reason(
    changed: dict[str, Any], said: str
) -> None:
    room = Room(MemoryStore(KEY), KEY)
    with pytest.raises(FairdealError) as refused:
        room.do("crown", commands.open_progressive, by=MANAGER, **{**CROWN, **changed})
    assert str(refused.value).startswith(said)
    assert room.store.head().pos == 0


def test_a_progressive_is_opened_once_and_must_be_open_for_anything_else() -> None:
    room = Room(opened(), KEY)
    said = refusal(room, commands.open_progressive, game="ags-3-card")
    assert said == "progressive stax is open already"
    with pytest.raises(Refused, match="there is no progressive 'nova'"):
        room.do("nova", commands.disable_progressive, by=MANAGER, reason="x")
    asked: dict[str, Any] = {"meter": "sun", "rate": "1%", "reason": "x"}
    said = refusal(room, commands.schedule_rate, **asked)
    assert said == "stax has no meter 'sun': expected diamond, heart, spade or star"


@pytest.mark.parametrize(
    ("text", "rate"), [("5%", 50_000), ("0.0125 %", 125), ("100%", 1_000_000), ("0%", 0)]
)
def test_a_rate_is_a_share_of_a_wager(text: str, rate: int) -> None:
    assert rate_of(text) == rate


@pytest.mark.parametrize("text", ["5", "", "x%", "101%", "-1%", "0.00001%", "5%%", "1/0%"])
def test_what_is_no_rate_is_told(text: str) -> None:
    with pytest.raises(FairdealError, match="is not a rate: expected a share such as 5%"):
        rate_of(text)


def test_a_progressive_that_is_not_there_cannot_be_fed() -> None:
    store = opened()
    with pytest.raises(Refused, match="there is no progressive 'nova': open it first"):
        Linked(store, progressive="nova")
    with pytest.raises(Refused, match="STAX must take exactly \\$5"):
        Linked(store, limits={"stax": "1-5"})
    with pytest.raises(Refused, match="fed by stax of ags-3-card, which the table does not offer"):
        Linked(store, limits={"stax": "none"})


def test_a_meter_above_its_ceiling_is_brought_down_to_it() -> None:
    felt = Linked(opened(ceilings={"star": "1000"}))
    now = felt.progressive
    high = replace(now.meters["star"], parts=100_040 * PARTS)
    now = replace(now, meters=now.meters | {"star": high})
    fall = events.MeterAdjusted("stax", "star", "cap", 40, 100_040, 100_000, "fran", "max", "x")
    row = replace(next(felt.store.stream("progressive:stax")), pos=now.pos + 1)
    star = after(now, row, fall).meters["star"]
    assert (star.cents, star.overflow) == (100_000, 40 * PARTS)
    assert ledger.postings(fall) == ()


def test_a_progressive_is_kept_and_taken_up_again() -> None:
    felt = Linked(opened())
    felt.deal_round(NOTHING)
    links = Linking(felt.store)
    assert links.names() == ["stax"]
    assert Linking(MemoryStore(KEY)).names() == []
    known = links.progressive("stax")
    links.progressive("nova")
    links.keep()  # too few events are worth none
    assert felt.store.snapshot("progressive:stax", FORM) is None
    links.keep(1)
    links.keep(1)
    felt.deal_round(NOTHING)
    again = Linking(felt.store)
    assert again.progressive("stax") == links.progressive("stax") != known
    assert again.progressive("stax") == felt.progressive
    assert audit(felt.store, KEY).holds
    felt.store.save_snapshot(Snapshot("progressive:stax", 1, FORM, b"{}"))
    with pytest.raises(Corrupt, match="a snapshot cannot be read"):
        Linking(felt.store).progressive("stax")


def test_a_bet_on_a_progressive_that_was_disabled_long_ago_is_found() -> None:
    felt = Linked(opened(), dealer="dora")
    felt.seat(Actor("p1", Role.PLAYER))
    felt.room.do("stax", commands.disable_progressive, by=WATCHER, reason="the sign is dark")
    assert felt.room.view("pit-1").meters_off == "the sign is dark"
    felt.do(commands.open_round, DEALER)
    placed = events.BetsPlaced(1, "p1", {"ante": 500, "stax": 500}, 1000)
    honest = [*felt.store.read()]
    for seconds, found in ((9, False), (11, True)):
        by = {"actor": "p1", "role": "player", "at": honest[-1].at + seconds * 1_000_000}
        forged = rechained(appended(honest, placed, stream="pit-1", **by))
        said = [fault.sentence for fault in audit(forged, every=True).faults]
        assert ("progressive stax was disabled: the sign is dark" in said) is found, said


def test_a_table_with_other_lines_than_the_progressive_was_opened_for_does_not_feed_it() -> None:
    store = MemoryStore(KEY)
    asked = {
        **CROWN,
        "game": "ags-3-card",
        "bet": "player-bonus",
        "pay_tables": ("player-bonus=A",),
    }
    Room(store, KEY).do("crown", commands.open_progressive, by=MANAGER, **asked)
    assert Stacked("ags-3-card", store=store, progressive="crown", pay_tables=("player-bonus=B",))
    with pytest.raises(Refused, match="player bonus by C has other lines than those for which"):
        Linked(store, "pit-2", progressive="crown", pay_tables=("player-bonus=C",))


def test_a_listener_does_not_wait_for_what_was_asked_of_a_progressive_before() -> None:
    room = Room(opened(), KEY)
    room.do("stax", commands.disable_progressive, by=MANAGER, reason="x")
    room._slots["progressive:stax"].known["before"] = ("", Future())
    room._telling.add(get_ident())
    with pytest.raises(Refused, match="a listener cannot wait for a command"):
        room.submit("stax", commands.enable_progressive, by=MANAGER, reason="x")


def test_a_progressive_of_another_process_is_called_by_its_name() -> None:
    class Elsewhere(MemoryStore):
        def claim(self, stream: str) -> int:
            return 0

    with pytest.raises(Refused, match="progressive stax is run by another process"):
        opened(Elsewhere(KEY))
