"""A fold that waits for the dealer's confirmation, where a person deals and the document asks."""

from typing import Any

import pytest
from msgspec.structs import replace

from fairdeal import games
from fairdeal.live import AUTOMATIC, Actor, Role, Room, commands, events
from fairdeal.live.audit import audit
from fairdeal.live.clocks import Clock
from fairdeal.live.history.finding import told_at
from fairdeal.live.history.recall import recall
from fairdeal.live.history.register import Register
from fairdeal.live.log.chain import Recorded
from fairdeal.live.table import procedure
from fairdeal.live.table.state import after
from fairdeal.live.views import ChoiceView, RoundView
from tests.live.forging import appended, first, rechained, rewritten
from tests.live.stacking import Stacked
from tests.live.tables import DEALER, FLOOR, KEY, OTHER_FLOOR, PLAYERS, WATCHER, time_passes

FURY = "three-card-fury"
P1, P2 = PLAYERS[:2]
RELIEF = Actor("dirk", Role.DEALER)
HOUR = 3_600_000_000


def asked(game: str = FURY, seats: int = 2, **setup: Any) -> Stacked:
    """A round in which seat 1 is to decide."""
    table = Stacked(game, **({"dealer": "dora"} | setup))
    table.seat(*PLAYERS[:seats])
    table.bet()
    table.deal()
    while not table.playing.turn:
        table.step()
    return table


def declared(**setup: Any) -> Stacked:
    """A round in which seat 1 has declared a fold."""
    table = asked(**setup)
    table.do(commands.decide, P1, seat=1, word="fold")
    return table


def played_on(table: Stacked) -> None:
    """The round goes to its end, and the log holds."""
    while table.table.playing:
        if table.playing.turn:
            table.say("play")
        else:
            table.step()
    assert holds(table)


def holds(table: Stacked) -> bool:
    found = audit(table.store, KEY)
    assert found.faults == ()
    return found.holds


def seen(table: Stacked, viewer: Actor | None = None) -> RoundView:
    now = table.room.view(table.name, viewer).round
    assert now is not None
    return now


def last_row(table: Stacked) -> Recorded:
    return [*table.store.read()][-1]


def last_made(table: Stacked) -> events.DecisionMade:
    return next(e for e in reversed(table.happened()) if isinstance(e, events.DecisionMade))


def test_only_the_document_of_3_card_fury_has_the_dealer_confirm_a_fold() -> None:
    found = {
        (game.key, word)
        for game in games.GAMES.values()
        for steps in game.procedures.values()
        for step in steps
        for word in step.confirms
    }
    assert found == {(FURY, "fold")}


def test_a_fold_is_final_when_the_dealer_has_confirmed_it() -> None:
    table = declared()
    assert last_row(table).kind == "decision-declared"
    assert (table.playing.turn, table.playing.unconfirmed) == (1, "fold")
    assert table.playing.decisions == {}
    table.do(commands.confirm_decision, DEALER, seat=1)
    row = last_row(table)
    assert (row.kind, row.command, row.actor) == ("decision-made", "confirm-decision", "dora")
    assert (table.playing.turn, table.playing.unconfirmed) == (2, "")
    assert table.playing.decisions == {1: ("fold",)}
    assert table.playing.by_system == {}
    played_on(table)


def test_until_then_the_player_may_play_instead_and_that_is_final() -> None:
    table = declared()
    table.do(commands.decide, P1, seat=1, word="play")
    assert (table.playing.turn, table.playing.unconfirmed) == (2, "")
    assert table.playing.decisions == {1: ("play",)}
    said = table.refusal(commands.confirm_decision, DEALER, seat=1)
    assert said == "seat 1 has declared no decision that waits to be confirmed"
    played_on(table)


def test_a_fold_is_declared_once() -> None:
    said = declared().refusal(commands.decide, P1, seat=1, word="fold")
    assert said == "seat 1 has declared fold already: it waits for dora to confirm"


@pytest.mark.parametrize("game", sorted(g.key for g in games.GAMES.values() if g.has_fold))
def test_where_the_house_deals_or_the_document_does_not_ask_a_fold_is_final_at_once(
    game: str,
) -> None:
    for dealer in ("",) if game == FURY else ("", "dora"):
        table = asked(game, seats=3, dealer=dealer)
        seat = table.playing.turn
        table.do(commands.decide, table.player_at(seat), seat=seat, word="fold")
        assert (table.playing.decisions[seat], table.playing.unconfirmed) == (("fold",), "")


@pytest.mark.parametrize(
    ("by", "seat", "said"),
    [
        (RELIEF, 1, "dealer dirk does not deal at table pit-1: dora does"),
        (AUTOMATIC, 1, "dealer house does not deal at table pit-1: dora does"),
        (FLOOR, 1, "floor fran may not ask for confirm-decision: that takes a dealer"),
        (P1, 1, "player p1 may not ask for confirm-decision: that takes a dealer"),
        (DEALER, 2, "seat 2 has declared no decision that waits to be confirmed"),
    ],
)
def test_nobody_but_the_dealer_of_the_table_confirms_what_was_declared(
    by: Actor, seat: int, said: str
) -> None:
    assert declared().refusal(commands.confirm_decision, by, seat=seat) == said


def test_nothing_is_confirmed_before_it_is_declared() -> None:
    said = asked().refusal(commands.confirm_decision, DEALER, seat=1)
    assert said == "seat 1 has declared no decision that waits to be confirmed"


def test_the_round_waits_for_the_confirmation() -> None:
    table = declared()
    said = table.refusal(commands.next_step, DEALER)
    assert said == "seat 1 has declared fold: confirm it first (confirm-decision seat=1)"
    said = table.refusal(commands.decide, P2, seat=2, word="play")
    assert said == "seat 2 cannot play: it is the turn of seat 1"


def test_a_declared_fold_stops_the_clock_and_does_not_time_out() -> None:
    table = declared(decision_seconds=20)
    assert table.playing.until == 0
    assert not time_passes(table, HOUR)
    assert table.refusal(commands.time_out, DEALER) == "no time is running at table pit-1"
    table.do(commands.confirm_decision, DEALER, seat=1)
    assert table.playing.until == table.now + 20_000_000
    time_passes(table, HOUR)
    assert table.playing.decisions == {1: ("fold",), 2: ("fold",)}
    assert table.playing.by_system == {2: (0,)}, "what the system says needs no confirmation"
    played_on(table)


def test_the_dealer_who_takes_over_confirms() -> None:
    table = declared()
    table.do(commands.change_dealer, FLOOR, dealer=RELIEF.name)
    assert table.refusal(commands.confirm_decision, DEALER, seat=1).endswith("dirk does")
    table.do(commands.confirm_decision, RELIEF, seat=1)
    assert table.playing.decisions == {1: ("fold",)}
    played_on(table)


def test_where_the_automatic_dealer_takes_over_the_fold_is_final() -> None:
    table = declared()
    table.do(commands.change_dealer, FLOOR, dealer="")
    row = last_row(table)
    assert (row.kind, row.command, row.actor) == ("decision-made", "change-dealer", "house")
    assert last_made(table).confirmed_by == "house"
    assert (table.playing.turn, table.playing.decisions) == (2, {1: ("fold",)})
    played_on(table)


def test_the_fold_of_a_player_who_went_away_is_final_and_the_players_own() -> None:
    table = declared()
    table.do(commands.free_seat, FLOOR, seat=1, reason="went home")
    assert (table.playing.turn, table.playing.decisions) == (2, {1: ("fold",)})
    assert table.playing.by_system == {}
    assert told(table)[-1] == "the house confirms fold of p1 at seat 1"
    assert last_made(table).confirmed_by == "house"
    played_on(table)


def test_a_seat_whose_player_is_away_folds_without_a_confirmation() -> None:
    table = asked()
    table.do(commands.free_seat, FLOOR, seat=2, reason="went home")
    table.do(commands.decide, P1, seat=1, word="play")
    assert (table.playing.turn, table.playing.by_system) == (0, {2: (0,)})
    played_on(table)


def test_a_round_can_be_void_while_a_fold_waits() -> None:
    table = declared(decision_seconds=20)
    table.do(commands.report, WATCHER, irregularity="fouled-deck", reason="a joker")
    said = table.refusal(commands.confirm_decision, DEALER, seat=1)
    assert said == "table pit-1 holds until fouled-deck is ruled on"
    table.do(commands.rule, FLOOR, reason="looked at", upheld=False)
    assert (table.playing.unconfirmed, table.playing.until) == ("fold", 0)
    table.do(commands.report, WATCHER, irregularity="fouled-deck", reason="a joker")
    table.do(commands.rule, OTHER_FLOOR, reason="looked at")
    assert (table.last.void != "", table.last.turn, table.last.unconfirmed) == (True, 0, "")
    assert holds(table)


def test_a_dead_hand_takes_its_declared_fold_with_it_and_no_other() -> None:
    table = declared(seats=3).table
    other = after(table, events.SeatDied(2, (), 1, 0)).playing
    assert other is not None
    assert (other.turn, other.unconfirmed) == (1, "fold")
    own = after(table, events.SeatDied(1, (), 2, 0)).playing
    assert own is not None
    assert (own.turn, own.unconfirmed) == (2, "")


def test_a_room_that_starts_again_knows_the_declared_fold() -> None:
    table = declared()
    before = table.table
    table.room = Room(table.store, KEY, clock=Clock.of(lambda: table.now), shoe=table.shoe)
    assert table.table == before
    table.do(commands.confirm_decision, DEALER, seat=1)
    played_on(table)


def test_everyone_sees_what_waits_and_the_player_what_is_still_open() -> None:
    table = declared()
    assert [seen(table, viewer).unconfirmed for viewer in (None, P1, P2, DEALER)] == ["fold"] * 4
    assert table.room.view(table.name, P1).choices == (ChoiceView("play", 1000),)
    table.do(commands.confirm_decision, DEALER, seat=1)
    assert seen(table, P1).unconfirmed == ""


def told(table: Stacked) -> list[str]:
    return [step.text for step in recall(table.store, table.name, 1).steps]


def test_the_replay_tells_who_declared_and_who_confirmed() -> None:
    table = declared()
    table.do(commands.confirm_decision, DEALER, seat=1)
    assert told(table)[-2:] == [
        "p1 at seat 1 declares fold and waits for the dealer to confirm it",
        "dora confirms fold of p1 at seat 1",
    ]


def test_a_search_of_the_log_tells_the_confirmation_as_the_replay_does() -> None:
    table = declared()
    table.do(commands.confirm_decision, DEALER, seat=1)
    register = Register()
    register.read(table.store.read())
    assert told_at(last_row(table), register).text == "dora confirms fold of p1 at seat 1"


def test_only_a_confirmed_decision_names_who_confirmed_it() -> None:
    table = declared()
    table.do(commands.confirm_decision, DEALER, seat=1)
    assert last_made(table).confirmed_by == "dora"
    table.do(commands.decide, P2, seat=2, word="play")
    assert last_made(table).confirmed_by == ""
    assert b"confirmed" not in last_row(table).body


def said_of(rows: list[Recorded]) -> list[str]:
    return [fault.sentence for fault in audit(rechained(rows), every=True).faults]


DIRK = {"actor": "dirk", "role": "dealer"}
DORA = {"actor": "dora", "role": "dealer"}
FRAN = {"actor": "fran", "role": "floor"}
ME = {"actor": "p1", "role": "player", "command": "decide"}


@pytest.mark.parametrize(
    ("made", "who", "said"),
    [
        ({"confirmed_by": ""}, ME, "fold of seat 1 was final before dora confirmed it"),
        ({}, DIRK, "dirk acted where dora deals"),
        ({"word": "play"}, DORA, "what became final is play and should be fold"),
        ({"by_system": True}, DORA, "what p1 declared is marked as the system's"),
        ({}, DORA | {"command": "next-step"}, "dora did not confirm what p1 declared"),
        ({"confirmed_by": "dirk"}, DORA, "dora made it final, and the log names dirk"),
        ({"confirmed_by": ""}, DORA, "dora made it final, and the log names p1"),
        (
            {"word": "play", "bet": "play", "cents": 1000},
            ME,
            "p1 made it final, and the log names dora",
        ),
    ],
)
def test_the_audit_finds_a_fold_that_the_dealer_has_not_confirmed(
    made: dict[str, Any], who: dict[str, str], said: str
) -> None:
    rows = [*declared().store.read()]
    final = events.DecisionMade(5, 1, "p1", "fold", next_seat=2, confirmed_by="dora")
    assert said_of(rows) == []
    # The first event of a command says what was asked for; this one may have followed another.
    beside = events.BankFilled(1) if "command" in who and who["role"] == "dealer" else None
    happened = [each for each in (beside, replace(final, **made)) if each]
    assert said in said_of(appended(rows, *happened, **who))


@pytest.mark.parametrize(
    ("dealer", "happened", "who", "said"),
    [
        ("dora", events.DecisionMade(5, 1, "p1", "fold"), DORA, "dora decided for p1"),
        ("", events.DecisionDeclared(1, "p1", "fold"), ME, "fold of seat 1 needs no confirmation"),
        ("dora", events.DecisionDeclared(1, "p1", "fold"), DORA, "staff accounts cannot play"),
    ],
)
def test_the_audit_finds_a_decision_in_the_wrong_hands(
    dealer: str, happened: events.AnyEvent, who: dict[str, str], said: str
) -> None:
    rows = [*asked(dealer=dealer).store.read()]
    given = {"command": "confirm-decision"} | who
    if isinstance(happened, events.DecisionDeclared):
        given["command"] = "decide"
    assert said in said_of(appended(rows, happened, **given))


def test_the_audit_finds_a_fold_that_was_declared_twice_or_was_not_open() -> None:
    table = declared()
    twice = appended([*table.store.read()], events.DecisionDeclared(1, "p1", "fold"), **ME)
    assert "seat 1 had declared fold already" in said_of(twice)
    played_on(table)
    rows = [*table.store.read()]
    forged = rewritten(rows, first(rows, "decision-declared"), lambda e: replace(e, word="pray"))
    assert "seat 1 said pray; open to it was play or fold" in said_of(forged)


def test_a_log_from_before_folds_were_confirmed_still_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as before:
        before.setattr(procedure, "needs_confirmation", lambda *_: False)
        table = declared()
        assert table.playing.decisions == {1: ("fold",)}
        played_on(table)
    rows = [*table.store.read()]
    assert said_of(rows) == ["fold of seat 1 was final before dora confirmed it"]
    older = rewritten(rows, 1, lambda opened: replace(opened, rules_digest="older"))
    found = audit(rechained(older))
    assert (found.faults, found.other_rules) == ((), {"older": 1})
    assert recall(rechained(older), table.name, 1).state.decisions[1] == ("fold",)
