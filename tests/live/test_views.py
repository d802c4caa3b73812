"""What each may see of a table at every step: literally, and nothing beside it."""

from itertools import chain
from typing import Any

import msgspec
import pytest

from fairdeal import cards, games
from fairdeal.live import AUTOMATIC, Actor, Role, Room, commands, events
from fairdeal.live.log import codec
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.table import procedure
from fairdeal.live.views import ChoiceView, RoundView, SeatView, View
from tests.live.stacking import Stacked
from tests.live.tables import (
    AUDITOR,
    BETS,
    DEALER,
    FLOOR,
    KEY,
    MANAGER,
    PLAYERS,
    WATCHER,
    Felt,
    time_passes,
)

GAMES = sorted(games.GAMES)
P1, P2, P3 = PLAYERS[:3]
STAFF = (DEALER, FLOOR, WATCHER, AUDITOR, MANAGER, AUTOMATIC)
CALM = ("play", "stand")


def seen(table: Stacked, viewer: Actor | None = None) -> View:
    return table.room.view("pit-1", viewer)


def round_of(view: View) -> RoundView:
    assert view.round is not None
    return view.round


def seat_of(view: View, number: int) -> SeatView:
    return view.seats[number - 1]


def shown(held: tuple[str | None, ...]) -> str:
    return " ".join(card or "--" for card in held)


def sight(view: View) -> str:
    """The cards of the seats that have some, and the dealer's, as the viewer sees them."""
    hands = [shown(seat.cards) for seat in view.seats if seat.cards]
    return " | ".join([*hands, shown(round_of(view).dealer)])


def dealt(game: str, **setup: Any) -> Stacked:
    """All bets down and the betting closed at a table where a person deals from the deuces up."""
    table = Stacked(game, dealer="dora", **setup)
    table.seat(*PLAYERS[:3])
    table.do(commands.open_round, DEALER)
    table.bet()
    table.do(commands.no_more_bets, DEALER)
    return table


def go_on(table: Stacked) -> bool:
    """One step or decision further; the last seat folds where it can. Whether the round goes on."""
    now = table.table.playing
    if now is None:
        return False
    if not now.turn:
        table.step()
    elif now.turn == 3 and "fold" in table.words():
        table.say("fold")
    else:
        table.say(next(word for word in table.words() if word in CALM))
    return True


THREE_WAY = """
first    2c | 2d | 2h | 2s
         =
settle   2c | 2d | 2h | 2s
         =
second   2c 3c | 2d 3d | 2h 3h | 2s --
         =
asked    2c 3c | 2d 3d | 2h 3h | 2s --
         =
stand    2c 3c | 2d 3d | 2h 3h | 2s --
         =
stand    2c 3c | 2d 3d | 2h 3h | 2s --
         =
stand    2c 3c | 2d 3d | 2h 3h | 2s --
         =
hole     2c 3c | 2d 3d | 2h 3h | 2s 3s
         =
draw     2c 3c | 2d 3d | 2h 3h | 2s 3s 4c 4d 4h
         =
settle   2c 3c | 2d 3d | 2h 3h | 2s 3s 4c 4d 4h
         =
fill     2c 3c -- -- -- -- -- | 2d 3d -- -- -- -- -- | 2h 3h -- -- -- -- -- | 2s 3s 4c 4d 4h -- --
         2c 3c 4s 5c 5d 5h 5s | 2d 3d -- -- -- -- -- | 2h 3h -- -- -- -- -- | 2s 3s 4c 4d 4h -- --
turn     2c 3c 4s 5c 5d 5h 5s | 2d 3d 6c 6d 6h 6s 7c | 2h 3h 7d 7h 7s 8c 8d | 2s 3s 4c 4d 4h 8h 8s
         =
settle   2c 3c 4s 5c 5d 5h 5s | 2d 3d 6c 6d 6h 6s 7c | 2h 3h 7d 7h 7s 8c 8d | 2s 3s 4c 4d 4h 8h 8s
         =
settle   2c 3c 4s 5c 5d 5h 5s | 2d 3d 6c 6d 6h 6s 7c | 2h 3h 7d 7h 7s 8c 8d | 2s 3s 4c 4d 4h 8h 8s
         =
clear    2c 3c 4s 5c 5d 5h 5s | 2d 3d 6c 6d 6h 6s 7c | 2h 3h 7d 7h 7s 8c 8d | 2s 3s 4c 4d 4h 8h 8s
         =
"""

SIGHTS = {
    "three-card-poker": """
        dealt    -- -- -- | -- -- -- | -- -- -- | -- -- --
                 2c 2d 2h | -- -- -- | -- -- -- | -- -- --
        asked    -- -- -- | -- -- -- | -- -- -- | -- -- --
                 2c 2d 2h | -- -- -- | -- -- -- | -- -- --
        play     -- -- -- | -- -- -- | -- -- -- | -- -- --
                 2c 2d 2h | -- -- -- | -- -- -- | -- -- --
        play     -- -- -- | -- -- -- | -- -- -- | -- -- --
                 2c 2d 2h | -- -- -- | -- -- -- | -- -- --
        fold     -- -- -- | -- -- -- | -- -- -- | -- -- --
                 2c 2d 2h | -- -- -- | -- -- -- | -- -- --
        collect  -- -- -- | -- -- -- | -- -- -- | -- -- --
                 2c 2d 2h | -- -- -- | -- -- -- | -- -- --
        reveal   -- -- -- | -- -- -- | -- -- -- | 4d 4h 4s
                 2c 2d 2h | -- -- -- | -- -- -- | 4d 4h 4s
        settle   -- -- -- | -- -- -- | 3h 3s 4c | 4d 4h 4s
                 2c 2d 2h | -- -- -- | 3h 3s 4c | 4d 4h 4s
        settle   -- -- -- | 2s 3c 3d | 3h 3s 4c | 4d 4h 4s
                 2c 2d 2h | 2s 3c 3d | 3h 3s 4c | 4d 4h 4s
        settle   2c 2d 2h | 2s 3c 3d | 3h 3s 4c | 4d 4h 4s
                 =
        envy     2c 2d 2h | 2s 3c 3d | 3h 3s 4c | 4d 4h 4s
                 =
        clear    2c 2d 2h | 2s 3c 3d | 3h 3s 4c | 4d 4h 4s
                 =
    """,
    "ags-3-card": """
        dealt    -- -- -- | -- -- -- | -- -- -- | -- -- --
                 2c 2d 2h | -- -- -- | -- -- -- | -- -- --
        asked    -- -- -- | -- -- -- | -- -- -- | -- -- --
                 2c 2d 2h | -- -- -- | -- -- -- | -- -- --
        play     -- -- -- | -- -- -- | -- -- -- | -- -- --
                 2c 2d 2h | -- -- -- | -- -- -- | -- -- --
        play     -- -- -- | -- -- -- | -- -- -- | -- -- --
                 2c 2d 2h | -- -- -- | -- -- -- | -- -- --
        fold     -- -- -- | -- -- -- | -- -- -- | -- -- --
                 2c 2d 2h | -- -- -- | -- -- -- | -- -- --
        collect  -- -- -- | -- -- -- | -- -- -- | -- -- --
                 2c 2d 2h | -- -- -- | -- -- -- | -- -- --
        reveal   -- -- -- | -- -- -- | -- -- -- | 4d 4h 4s
                 2c 2d 2h | -- -- -- | -- -- -- | 4d 4h 4s
        settle   -- -- -- | -- -- -- | 3h 3s 4c | 4d 4h 4s
                 2c 2d 2h | -- -- -- | 3h 3s 4c | 4d 4h 4s
        settle   -- -- -- | 2s 3c 3d | 3h 3s 4c | 4d 4h 4s
                 2c 2d 2h | 2s 3c 3d | 3h 3s 4c | 4d 4h 4s
        settle   2c 2d 2h | 2s 3c 3d | 3h 3s 4c | 4d 4h 4s
                 =
        clear    2c 2d 2h | 2s 3c 3d | 3h 3s 4c | 4d 4h 4s
                 =
    """,
    "three-card-fury": """
        dealt    -- -- -- -- | -- -- -- -- | -- -- -- -- | -- -- --
                 =
        discard  -- -- -- -- | -- -- -- -- | -- -- -- -- | -- -- --
                 3c 3d 3h 3s | -- -- -- -- | -- -- -- -- | -- -- --
        asked    -- -- -- -- | -- -- -- -- | -- -- -- -- | -- -- --
                 3c 3d 3h 3s | -- -- -- -- | -- -- -- -- | -- -- --
        play     -- -- -- -- | -- -- -- -- | -- -- -- -- | -- -- --
                 3c 3d 3h 3s | -- -- -- -- | -- -- -- -- | -- -- --
        play     -- -- -- -- | -- -- -- -- | -- -- -- -- | -- -- --
                 3c 3d 3h 3s | -- -- -- -- | -- -- -- -- | -- -- --
        fold     -- -- -- -- | -- -- -- -- | -- -- -- -- | -- -- --
                 3c 3d 3h 3s | -- -- -- -- | -- -- -- -- | -- -- --
        collect  -- -- -- -- | -- -- -- -- | -- -- -- -- | -- -- --
                 3c 3d 3h 3s | -- -- -- -- | -- -- -- -- | -- -- --
        reveal   -- -- -- -- | -- -- -- -- | -- -- -- -- | 2c 2d 2h
                 3c 3d 3h 3s | -- -- -- -- | -- -- -- -- | 2c 2d 2h
        settle   -- -- -- -- | -- -- -- -- | 5c 5d 5h 5s | 2c 2d 2h
                 3c 3d 3h 3s | -- -- -- -- | 5c 5d 5h 5s | 2c 2d 2h
        settle   -- -- -- -- | 4c 4d 4h 4s | 5c 5d 5h 5s | 2c 2d 2h
                 3c 3d 3h 3s | 4c 4d 4h 4s | 5c 5d 5h 5s | 2c 2d 2h
        settle   3c 3d 3h 3s | 4c 4d 4h 4s | 5c 5d 5h 5s | 2c 2d 2h
                 =
        clear    3c 3d 3h 3s | 4c 4d 4h 4s | 5c 5d 5h 5s | 2c 2d 2h
                 =
    """,
    "three-way-action": THREE_WAY,
}
"""After each step: what the public sees, and below it what the player at seat 1 sees if more.

Seats 1 and 2 play and seat 3 folds, with a bonus that outlives the fold, so that it is turned.
"""

NAPA = """
    dealt    -- -- -- | -- -- -- | 3h -- --
             =
    look     -- -- -- | -- -- -- | 3h -- --
             2c 2d 2h | -- -- -- | 3h -- --
    asked    -- -- -- | -- -- -- | 3h -- --
             2c 2d 2h | -- -- -- | 3h -- --
    play     -- -- -- | -- -- -- | 3h -- --
             2c 2d 2h | -- -- -- | 3h -- --
    fold     -- -- -- | -- -- -- | 3h -- --
             2c 2d 2h | -- -- -- | 3h -- --
    reveal   -- -- -- | -- -- -- | 4c 3h 3s
             2c 2d 2h | -- -- -- | 4c 3h 3s
    settle   2c 2d 2h | -- -- -- | 4c 3h 3s
             =
    settle   2c 2d 2h | -- -- -- | 4c 3h 3s
             =
    clear    2c 2d 2h | -- -- -- | 4c 3h 3s
             =
"""
"""Seat 1 banks: it is seat 2 whose player looks, once the bank's hand lies in its place.

Nothing outlives a fold here, and the hand of seat 3 is not turned.
"""


def sights(text: str) -> list[tuple[str, str]]:
    lines = [line.strip() for line in text.strip().splitlines()]
    public = [line.split(None, 1)[1] for line in lines[::2]]
    own = [
        public_ if mine == "=" else mine for public_, mine in zip(public, lines[1::2], strict=True)
    ]
    return list(zip(public, own, strict=True))


def check_sights(game: str, player: Actor, expected: str) -> None:
    table = dealt(game)
    assert sight(seen(table)) == "", "no card is out yet"
    watched = []
    while go_on(table):
        public = sight(seen(table))
        for viewer in STAFF:
            assert sight(seen(table, viewer)) == public, viewer
        watched.append((public, sight(seen(table, player))))
    assert watched == sights(expected)


@pytest.mark.parametrize("game", sorted(SIGHTS))
def test_who_sees_which_cards_after_each_step(game: str) -> None:
    check_sights(game, P1, SIGHTS[game])


def test_who_sees_which_cards_after_each_step_where_a_player_banks() -> None:
    check_sights("napa-three-card-poker", P2, NAPA)


def test_who_banks_sees_no_more_than_the_public() -> None:
    """Napa: the player/dealer may not touch the cards."""
    table = dealt("napa-three-card-poker")
    while go_on(table):
        assert sight(seen(table, P1)) == sight(seen(table))


@pytest.mark.parametrize("game", GAMES)
def test_a_player_sees_no_cards_of_another(game: str) -> None:
    table = dealt(game)
    while go_on(table):
        now, view = table.table.playing, seen(table, P3)
        if now is not None:
            face_up = {cards.name(c) for hand in now.hands.values() for c in hand.shown}
            others = {c for seat in view.seats if seat.player != "p3" for c in seat.cards if c}
            assert others <= face_up


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_the_deck_is_seen_before_the_end_and_all_of_it_after(game: str) -> None:
    table = dealt(game)
    deck = table.deck
    while go_on(table):
        for viewer in (None, P1, P2, P3, *STAFF):
            now = round_of(seen(table, viewer))
            assert now.commitment == table.last.commitment.hex()
            if now.over:
                assert now.deck == tuple(map(cards.name, deck.order))
                assert (now.secret, now.nonce) == (deck.secret.hex(), "")
            else:
                assert (now.deck, now.secret) == ((), "")


@pytest.mark.parametrize("game", GAMES)
def test_players_of_a_table_know_each_others_names_and_those_who_watch_see_none(game: str) -> None:
    guests = [Actor(f"zebra-{n}", Role.PLAYER) for n in (1, 2, 3)]
    table = Stacked(game, dealer="dora")
    table.seat(*guests, cents=7_654_321)
    table.do(commands.open_round, DEALER)
    table.bet()
    table.do(commands.no_more_bets, DEALER)
    while go_on(table):
        shown = seen(table)
        watching = msgspec.json.encode(seen(table, P1)).decode()
        assert "zebra" not in watching, "anyone can be a guest"
        hashes = (round_of(shown).commitment, round_of(shown).secret)
        told = msgspec.json.encode(shown).decode()
        for each in hashes:  # which may hold any digits
            told = told.replace(each, "")
        assert "zebra" not in told
        assert "7653" not in told
        assert "7654" not in told
        assert all(seat.chips_cents is None for seat in seen(table).seats)
    assert round_of(seen(table)).lines
    assert {line.player for line in round_of(seen(table)).lines} == {""}
    for viewer in (guests[0], FLOOR):
        names = [seat.player for seat in seen(table, viewer).seats if seat.player]
        assert names == [each.name for each in guests]
        assert {line.player for line in round_of(seen(table, viewer)).lines} <= {*names}


@pytest.mark.parametrize("viewer", [*STAFF, P1, P2, None], ids=str)
def test_a_player_sees_the_own_chips_and_staff_everybodys(viewer: Actor | None) -> None:
    table = Stacked("three-card-poker")
    table.seat(P1, cents=900)
    table.seat(P2, seats=(2,), cents=800)
    expected: dict[Actor | None, list[int | None]] = {
        None: [None, None, None],
        P1: [900, None, None],
        P2: [None, 800, None],
    }
    chips = [seat.chips_cents for seat in seen(table, viewer).seats[:3]]
    assert chips == expected.get(viewer, [900, 800, None])
    assert [seat.taken for seat in seen(table, viewer).seats[:3]] == [True, True, False]


@pytest.mark.parametrize(
    ("viewer", "reads"),
    [
        *((viewer, True) for viewer in (FLOOR, MANAGER, AUDITOR, WATCHER)),
        *((viewer, False) for viewer in (DEALER, AUTOMATIC, P1, None)),
    ],
    ids=str,
)
def test_the_books_are_for_those_who_read_them(viewer: Actor | None, reads: bool) -> None:
    table = Stacked("three-card-poker", float_cents=500)
    assert seen(table, viewer).accounts == ({"house": -500, "bank": 500} if reads else {})


@pytest.mark.parametrize("viewer", [*STAFF, P1, None], ids=str)
def test_who_reported_something_is_for_staff_and_that_the_table_holds_for_all(
    viewer: Actor | None,
) -> None:
    table = Stacked("three-card-poker")
    table.do(commands.report, WATCHER, irregularity="fouled-deck", reason="two aces")
    view = seen(table, viewer)
    assert view.held == "fouled-deck"
    assert (view.pending is not None) is (viewer in STAFF)
    if view.pending:
        assert (view.pending.by, view.pending.reason) == ("cam", "two aces")


@pytest.mark.parametrize("game", GAMES)
def test_choices_are_shown_to_the_player_whose_turn_it_is_and_to_nobody_else(game: str) -> None:
    table = dealt(game)
    while not table.playing.turn:
        go_on(table)
    turn = table.playing.turn
    for viewer in (None, P1, P2, P3, *STAFF):
        mine = viewer == table.player_at(turn)
        assert bool(seen(table, viewer).choices) is mine
    words = [each.word for each in seen(table, table.player_at(turn)).choices]
    assert words == list(table.words())


def test_a_choice_says_what_it_costs() -> None:
    poker, blackjack = dealt("three-card-poker"), dealt("three-way-action")
    for table in (poker, blackjack):
        while not table.playing.turn:
            go_on(table)
    assert seen(poker, P1).choices == (ChoiceView("play", 1000), ChoiceView("fold", 0))
    assert seen(blackjack, P1).choices == (
        ChoiceView("hit", 0),
        ChoiceView("stand", 0),
        ChoiceView("double", 1000),
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_view_says_what_the_dealer_does_next_and_says(game: str) -> None:
    table = dealt(game)
    steps = procedure.steps_of(table.table)
    while table.table.playing:
        now = round_of(seen(table))
        assert (now.text, now.say) == (steps[now.step].text, steps[now.step].say)
        go_on(table)


def test_bets_and_decisions_are_seen_by_everybody() -> None:
    table = dealt("three-card-poker")
    for _ in range(3):
        go_on(table)
    time_passes(table, 31_000_000)
    first, second = seat_of(seen(table), 1), seat_of(seen(table), 2)
    bets = dict(BETS["three-card-poker"])
    assert first.bets == bets | {"play": 1000}
    assert (first.decisions, first.by_system) == (("play",), ())
    assert second.bets == bets
    assert (second.decisions, second.by_system) == (("fold",), (0,))


def test_the_bank_of_a_player_is_seen_by_everybody() -> None:
    table = dealt("napa-three-card-poker")
    assert round_of(seen(table)).bank_cents == 50_000
    assert [seat.banks for seat in seen(table).seats[:3]] == [True, False, False]
    assert round_of(seen(dealt("three-card-poker"))).bank_cents is None


def test_a_dead_seat_shows_no_bets_for_they_went_back() -> None:
    table = dealt("three-way-action")
    table.step()
    table.do(commands.report, WATCHER, irregularity="seat-skipped", reason="seen", seat=2)
    table.do(commands.rule, FLOOR, reason="looked at")
    assert (seat_of(seen(table), 2).dead, seat_of(seen(table), 2).bets) == (True, {})
    assert seat_of(seen(table), 1).bets == BETS["three-way-action"]


def test_an_exposed_card_is_seen_by_everybody() -> None:
    table = dealt("three-way-action")
    table.step()
    table.do(commands.report, WATCHER, irregularity="card-exposed", reason="seen")
    table.do(commands.rule, FLOOR, reason="looked at")
    assert round_of(seen(table)).next_card == "3c"
    table.step()
    assert round_of(seen(table)).next_card == "3c"
    table.step()
    assert round_of(seen(table)).next_card is None


def test_who_sits_down_after_a_round_sees_the_own_name_and_chips_there() -> None:
    """The last round stays on view until the next; its players are named in its lines."""
    table = Stacked("three-card-poker")
    table.seat(P1)
    table.play()
    table.do(commands.leave, P1, seat=1)
    table.seat(P2, cents=700)
    view = seen(table, P2)
    assert (seat_of(view, 1).player, seat_of(view, 1).chips_cents) == ("p2", 700)
    assert {line.player for line in round_of(view).lines} == {"p1"}
    assert round_of(view).left == (1,)


def test_a_table_that_was_never_opened_shows_nothing() -> None:
    view = Room(MemoryStore(KEY), KEY).view("pit-9", FLOOR)
    assert (view.is_open, view.setup, view.seats, view.round) == (False, None, (), None)


def test_a_view_tells_when_a_table_closes_or_is_disabled_and_who_deals() -> None:
    table = dealt("three-card-poker")
    table.do(commands.disable, FLOOR, reason="dark")
    table.do(commands.close_table, FLOOR, reason="end of shift")
    view = seen(table)
    assert (view.closing, view.disabled, view.dealer) == ("end of shift", "dark", "dora")


def test_a_void_round_says_why_and_shows_no_lines() -> None:
    table = dealt("three-card-poker")
    table.do(commands.report, WATCHER, irregularity="fouled-deck", reason="two aces")
    table.do(commands.rule, FLOOR, reason="looked at")
    now = round_of(seen(table))
    assert (now.over, now.lines) == (True, ())
    assert now.void == "The deck is found to be short, doubled or marked"
    assert len(now.deck) == 52


def test_bets_are_seen_though_the_deck_cannot_be_opened() -> None:
    """INT-1: wagers of an interrupted game are held and visible; its cards are not, by anybody."""
    table = dealt("three-card-poker")
    table.step(2)
    table.room = Room(table.store, bytes(32))
    view = seen(table, P1)
    assert seat_of(view, 1).bets == BETS["three-card-poker"]
    assert (shown(seat_of(view, 1).cards), view.choices) == ("-- -- --", ())


def test_staff_of_the_same_name_as_a_player_sees_no_own_cards() -> None:
    table = dealt("three-card-poker")
    table.step(2)
    assert sight(seen(table, Actor("p1", Role.DEALER))) == sight(seen(table))


def test_the_last_round_stays_on_view_when_the_table_is_opened_for_another_game() -> None:
    table = dealt("three-way-action")
    while go_on(table):
        pass
    table.do(commands.close_table, FLOOR, reason="quiet")
    table.do(commands.open_table, FLOOR, game="three-card-poker")
    now = round_of(seen(table))
    assert (now.over, len(now.lines), len(now.deck)) == (True, 12, 52)


def test_the_last_round_stays_on_view_while_bets_are_placed_for_the_next() -> None:
    """DISP-1: at a table that players bank, the next round is opened as soon as one is over."""
    felt = Felt("napa-three-card-poker")
    felt.fill(3)
    felt.play()
    view = felt.room.view("pit-1", PLAYERS[0])
    last = view.last
    assert last is not None
    assert (last.number, round_of(view).number) == (1, 2)
    happened = [codec.decoded(each.kind, each.body) for each in felt.store.read()]
    paid = [each.lines for each in happened if isinstance(each, events.BetsSettled)]
    assert last.lines == tuple(chain(*paid))
    assert len(last.deck) == 52
    assert all(None not in held for held in (last.dealer, *last.seats.values()))
    public = felt.room.view("pit-1").last
    assert public is not None
    assert not any(line.player for line in public.lines)
    felt.bet()
    assert felt.room.view("pit-1").last == public
    felt.do(commands.no_more_bets, AUTOMATIC)
    assert felt.room.view("pit-1").last is None
