"""Who may do what: every command for every role, and nobody for somebody else (ACC-1, LIVE-6)."""

from typing import Any

import pytest

from fairdeal.errors import FairdealError, Malformed, Refused
from fairdeal.live import AUTOMATIC, Actor, Role, Room, commands
from fairdeal.live.actors import MAY
from fairdeal.live.commands import COMMANDS, OF_PROGRESSIVES, Command, name_of
from fairdeal.live.log.stores.memory import MemoryStore
from tests.live.stacking import Stacked
from tests.live.tables import DEALER, FLOOR, KEY, MANAGER, PLAYERS, STAFF, WATCHER

OTHER_DEALER = Actor("dirk", Role.DEALER)

#                    player dealer floor  surv.  audit  manager
ALLOWED = """
    open-table         -      -      x      -      -      x
    reconfigure        -      -      x      -      -      x
    close-table        -      -      x      -      -      x
    disable            -      -      x      x      -      x
    enable             -      -      x      -      -      x
    change-dealer      -      -      x      -      -      x
    fill-bank          -      -      x      -      -      x
    free-seat          -      -      x      -      -      x
    buy-in             -      x      x      -      -      x
    cash-out           -      x      x      -      -      x
    tip                x      x      -      -      -      -
    sit                x      -      -      -      -      -
    announce-seed      x      -      -      -      -      -
    leave              x      -      x      -      -      x
    post-bank          x      -      -      -      -      -
    decline-bank       x      -      -      -      -      -
    place              x      -      -      -      -      -
    decide             x      -      -      -      -      -
    open-round         -      x      -      -      -      -
    no-more-bets       -      x      -      -      -      -
    next-step          -      x      -      -      -      -
    confirm-decision   -      x      -      -      -      -
    time-out           -      x      -      -      -      -
    report             -      x      x      x      -      x
    rule               -      -      x      x      -      x
    touch-seat         -      x      -      -      -      -
    choose-hand        -      x      -      -      -      -
    touch-pending      -      x      -      -      -      -
    cancel-jackpot     -      x      -      -      -      -
    pay-jackpot        -      x      -      -      -      -
    settle-claim       -      -      x      -      -      x
    submit-pay         -      x      -      -      -      -
    approve-pay        -      -      x      x      -      x
    send-back          -      -      x      x      -      x
"""
WITH_PROGRESSIVES = """
    open-progressive     -      -      -      -      -      x
    disable-progressive  -      -      x      x      -      x
    enable-progressive   -      -      x      -      -      x
    schedule-rate        -      -      -      -      -      x
    raise-ceiling        -      -      -      -      -      x
    propose-adjustment   -      -      x      -      -      x
    approve-adjustment   -      -      -      -      x      x
    refuse-adjustment    -      -      x      -      x      x
"""


def marks(table: str) -> dict[tuple[str, Role], bool]:
    return {
        (row.split()[0], role): mark == "x"
        for row in table.strip().splitlines()
        for role, mark in zip(Role, row.split()[1:], strict=True)
    }


TABLE, OF_A_PROGRESSIVE = marks(ALLOWED), marks(WITH_PROGRESSIVES)

ASKED: dict[str, dict[str, Any]] = {
    "open-table": {"game": "three-card-poker"},
    "reconfigure": {"reason": "as wished"},
    "close-table": {"reason": "as wished"},
    "disable": {"reason": "as wished"},
    "enable": {"reason": "as wished"},
    "change-dealer": {"dealer": "dirk"},
    "fill-bank": {"cents": 100},
    "free-seat": {"seat": 1, "reason": "as seen"},
    "buy-in": {"player": "p2", "cents": 100},
    "cash-out": {"player": "p2"},
    "tip": {"cents": 100},
    "sit": {"seat": 3},
    "announce-seed": {"seat": 1, "anchor": "00" * 32},
    "leave": {"seat": 1},
    "post-bank": {"seat": 1, "cents": 100},
    "decline-bank": {"seat": 1},
    "place": {"seat": 1, "bets": {"ante": 500}},
    "decide": {"seat": 1, "word": "play"},
    "open-round": {},
    "no-more-bets": {},
    "next-step": {},
    "confirm-decision": {"seat": 1},
    "time-out": {},
    "report": {"irregularity": "fouled-deck", "reason": "as seen"},
    "rule": {"reason": "as seen"},
    "touch-seat": {"seat": 1},
    "choose-hand": {"seat": 1, "hand": "none"},
    "touch-pending": {"seat": 1},
    "cancel-jackpot": {"seat": 1, "reason": "as seen"},
    "pay-jackpot": {"seat": 1},
    "settle-claim": {"seat": 1, "reason": "as seen"},
    "submit-pay": {"pay": 1},
    "approve-pay": {"pay": 1, "checked": ("hand",)},
    "send-back": {"pay": 1, "reason": "as seen"},
    "open-progressive": {"game": "ags-3-card"},
    "disable-progressive": {"reason": "as wished"},
    "enable-progressive": {"reason": "as wished"},
    "schedule-rate": {"meter": "star", "rate": "1%", "reason": "as wished"},
    "raise-ceiling": {"meter": "star", "cents": 500_000, "reason": "as wished"},
    "propose-adjustment": {"meter": "star", "why": "malfunction", "cents": 1, "reason": "as seen"},
    "approve-adjustment": {},
    "refuse-adjustment": {"reason": "as seen"},
}


def felt(game: str = "three-card-poker", **setup: Any) -> Stacked:
    table = Stacked(game, **setup)
    table.seat(*PLAYERS[:2])
    return table


def code_of(table: Stacked, command: Command, by: Actor, **arguments: Any) -> str:
    """The code with which it is refused, empty when it is done."""
    try:
        table.do(command, by, **arguments)
    except FairdealError as error:
        return error.code
    return ""


def test_every_command_has_its_roles() -> None:
    assert {command for command, _ in OF_A_PROGRESSIVE} == OF_PROGRESSIVES
    assert {command for command, _ in TABLE} == set(COMMANDS) - OF_PROGRESSIVES
    assert set(MAY) == set(COMMANDS) == set(ASKED)


@pytest.mark.parametrize(("command", "role"), sorted(TABLE))
def test_a_role_may_do_what_the_table_of_roles_says_and_nothing_else(
    command: str, role: Role
) -> None:
    table = felt(dealer="dora")
    names = {Role.PLAYER: "p1", Role.DEALER: "dora"}
    by = Actor(names.get(role, "somebody"), role)
    refused = code_of(table, COMMANDS[command], by, **ASKED[command]) == "role.refused"
    assert refused is not TABLE[command, role]


@pytest.mark.parametrize(("command", "role"), sorted(OF_A_PROGRESSIVE))
def test_a_role_may_do_to_a_progressive_what_the_table_of_roles_says(
    command: str, role: Role
) -> None:
    room = Room(MemoryStore(KEY), KEY)
    refused = ""
    try:
        room.do("stax", COMMANDS[command], by=Actor("somebody", role), **ASKED[command])
    except FairdealError as error:
        refused = error.code
    assert (refused == "role.refused") is not OF_A_PROGRESSIVE[command, role]


def test_a_refusal_names_the_role_that_it_takes() -> None:
    said = felt().refusal(commands.open_table, PLAYERS[0], game="three-card-poker")
    assert said == "player p1 may not ask for open-table: that takes a floor or manager"


def test_a_role_is_refused_before_anything_else_is_looked_at() -> None:
    said = felt().refusal(commands.place, FLOOR, nonsense=1)
    assert said == "staff accounts cannot play"


@pytest.mark.parametrize("by", [by for by in STAFF if TABLE["buy-in", by.role]], ids=str)
def test_nobody_sells_chips_to_oneself(by: Actor) -> None:
    table = Stacked("three-card-poker", dealer="" if by == AUTOMATIC else "dora")
    if by.role is not Role.DEALER:
        table.do(commands.sit, Actor(by.name, Role.PLAYER), seat=1)
    assert "they are the same person" in table.refusal(
        commands.buy_in, by, player=by.name, cents=100
    )


def test_nobody_cashes_own_chips() -> None:
    table = Stacked("three-card-poker")
    table.do(commands.sit, Actor("fran", Role.PLAYER), seat=1)
    table.do(commands.buy_in, MANAGER, player="fran", cents=100)
    said = table.refusal(commands.cash_out, FLOOR, player="fran")
    assert said == "floor fran cannot cash their own chips: another person must pay them"


@pytest.mark.parametrize("command", ["place", "decide", "post-bank", "decline-bank", "leave"])
def test_players_act_for_their_own_seats_alone(command: str) -> None:
    table = felt("napa-three-card-poker")
    said = table.refusal(COMMANDS[command], PLAYERS[1], **ASKED[command])
    assert said == "player p2 does not hold seat 1: p1 does"


@pytest.mark.parametrize("command", ["place", "decide", "post-bank", "decline-bank", "leave"])
def test_nobody_acts_for_an_empty_seat(command: str) -> None:
    table = felt("napa-three-card-poker")
    said = table.refusal(COMMANDS[command], PLAYERS[1], **{**ASKED[command], "seat": 4})
    assert said == "seat 4 of table pit-1 is empty"


def test_a_player_at_the_table_speaks_for_no_other_on_whose_turn_it_is() -> None:
    table = felt()
    table.bet()
    table.deal()
    assert table.playing.turn == 1
    said = table.refusal(commands.decide, PLAYERS[1], seat=1, word="fold")
    assert said == "player p2 does not hold seat 1: p1 does"


@pytest.mark.parametrize(
    "command", ["open-round", "no-more-bets", "next-step", "buy-in", "cash-out", "report"]
)
@pytest.mark.parametrize("other", [OTHER_DEALER, AUTOMATIC], ids=str)
def test_a_dealer_acts_at_the_own_table_alone(command: str, other: Actor) -> None:
    table = felt(dealer="dora")
    said = table.refusal(COMMANDS[command], other, **ASKED[command])
    assert said == f"{other} does not deal at table pit-1: dora does"


@pytest.mark.parametrize(
    "command", ["open-round", "no-more-bets", "next-step", "buy-in", "cash-out", "report"]
)
def test_no_person_deals_where_the_automatic_dealer_does(command: str) -> None:
    said = felt().refusal(COMMANDS[command], DEALER, **ASKED[command])
    assert said == "dealer dora does not deal at table pit-1: the automatic dealer does"


def dealt_by_hand() -> Stacked:
    table = felt(dealer="dora", betting_seconds=20)
    table.bet()
    return table


def test_only_the_own_dealer_closes_the_betting_when_its_time_is_up() -> None:
    table = dealt_by_hand()
    table.now += 21_000_000
    for other in (OTHER_DEALER, AUTOMATIC):
        said = table.refusal(commands.time_out, other)
        assert said == f"{other} does not deal at table pit-1: dora does"
    table.do(commands.time_out, DEALER)
    assert not table.playing.betting


def test_only_the_own_dealer_and_the_clock_speak_for_a_player_whose_time_is_up() -> None:
    table = dealt_by_hand()
    table.do(commands.no_more_bets, DEALER)
    table.step(2)
    table.now += 31_000_000
    said = table.refusal(commands.time_out, OTHER_DEALER)
    assert said == "dealer dirk does not deal at table pit-1: dora does"
    table.do(commands.time_out, AUTOMATIC)
    table.now += 31_000_000
    table.do(commands.time_out, DEALER)
    assert table.playing.decisions == {1: ("fold",), 2: ("fold",)}


@pytest.mark.parametrize(
    "name", ["", "P1", "p 1", ".p", "p" * 41, "p:1", "p\n", "p\u0131", None, 5, b"p"]
)
def test_a_name_that_no_badge_would_carry_is_refused(name: Any) -> None:
    with pytest.raises(Malformed, match="is not the name of a player") as refused:
        Actor(name, Role.PLAYER)
    assert refused.value.code == "name.unreadable"


@pytest.mark.parametrize("name", ["p", "0", "a.b-c_d", "p" * 40])
def test_a_name_of_a_badge_is_taken(name: str) -> None:
    assert str(Actor(name, Role.AUDITOR)) == f"auditor {name}"


def test_a_command_is_known_by_its_words() -> None:
    assert name_of(commands.no_more_bets) == "no-more-bets"
    assert all(name_of(command) == name for name, command in COMMANDS.items())


def test_the_automatic_dealer_is_no_person_of_that_name() -> None:
    with pytest.raises(Refused, match="named by leaving the name empty"):
        Stacked("three-card-poker", dealer=AUTOMATIC.name)


def test_who_deals_at_a_table_does_not_play_there() -> None:
    table = Stacked("three-card-poker", dealer="dora")
    dora, house = Actor("dora", Role.PLAYER), Actor("house", Role.PLAYER)
    for player in (dora, house):
        said = table.refusal(commands.sit, player, seat=1)
        assert said == f"{player.name} deals at table pit-1 and cannot play there"
    table.do(commands.sit, Actor("dan", Role.PLAYER), seat=1)
    said = table.refusal(commands.change_dealer, FLOOR, dealer="dan")
    assert said == "dan plays at table pit-1 and cannot deal there"


def test_who_deals_at_a_table_does_not_rule_there() -> None:
    table = Stacked("three-card-poker", dealer="dora")
    table.do(commands.report, WATCHER, irregularity="fouled-deck", reason="seen")
    said = table.refusal(commands.rule, Actor("dora", Role.FLOOR), reason="no")
    assert said == "floor dora cannot rule on what dora deals"
