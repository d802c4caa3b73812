"""Tables with cards that all hands share, several decisions, and bets that are taken back."""

from typing import Any

import msgspec
import pytest

from fairdeal import cards, games
from fairdeal.cli.table_screen import show_table
from fairdeal.games.layout import Who
from fairdeal.live import AUTOMATIC, Actor, commands, events
from fairdeal.live.audit import Findings, audit
from fairdeal.live.events import BOARD, DEALER
from fairdeal.live.history.naming import hand_told, holder
from fairdeal.live.history.recall import recall
from fairdeal.live.log.stores.protocol import Store
from fairdeal.live.table import procedure
from fairdeal.live.table.dealer import can_spare_a_card
from fairdeal.live.views import View
from tests.live.forging import first, rechained, rewritten
from tests.live.stacking import Stacked
from tests.live.tables import DEALER as DORA
from tests.live.tables import FLOOR, KEY, PLAYERS, time_passes

P1, P2 = PLAYERS[:2]
HOLDEM = "7h 5h | 2c 2d | Ad 4c | Kh 9h 3h"
"""Seat 1 makes a flush, seat 2 a pair of twos; the dealer has ace high."""
ONE_BY_ONE = "7h 5h | 2c 2d | Ad 4c | Kh 9h | 8s | 3h"
"""The same where a card is burned before the last one of the board."""
ANTE = {"ante": 1000, "blind": 1000}
THREE = {"first": 500, "second": 500, "third": 500}
EVERYBODY: tuple[Actor | None, ...] = (None, P1, P2, FLOOR, DORA)

pytestmark = pytest.mark.usefixtures("more_games")


def holdem(style: str = "hand", **setup: Any) -> Stacked:
    table = Stacked("small-holdem", HOLDEM if style == "hand" else ONE_BY_ONE, style=style, **setup)
    table.seat(P1, P2)
    return table


def let_go(deck: str = "Kc 7s 2h | Td 4c") -> Stacked:
    table = Stacked("let-go", deck, seats=5)
    table.seat(P1)
    table.bet(THREE)
    table.deal()
    return table


def boards(table: Stacked) -> set[tuple[str | None, ...]]:
    """The board as each viewer sees it."""
    found = set()
    for viewer in EVERYBODY:
        now = table.room.view(table.name, viewer).round
        assert now is not None
        found.add(now.board)
    return found


def honest(store: Store) -> Findings:
    found = audit(store, KEY, every=True)
    assert [str(fault) for fault in found.faults] == []
    return found


@pytest.mark.parametrize("style", ["hand", "machine"])
def test_no_viewer_sees_a_card_of_the_board_before_it_is_turned(style: str) -> None:
    table = holdem(style)
    table.bet({**ANTE, "trips": 500})
    table.deal()
    hidden: tuple[str | None, ...] = (None,) * 3 if style == "hand" else ()
    assert boards(table) == {hidden}
    for word in ("check", "check"):
        table.say(word)
    assert boards(table) == {("Kh", "9h", *hidden[2:])}
    for word in ("raise", "check"):
        table.say(word)
    assert boards(table) == {("Kh", "9h", "3h")}
    assert table.playing.turn == 2, "seat 1 has raised and is asked no more"
    table.say("fold")
    assert boards(table) == {("Kh", "9h", "3h")}
    table.bet(ANTE)
    last = table.room.view(table.name).last
    assert last is not None
    assert last.board == ("Kh", "9h", "3h")
    honest(table.store)


def test_no_message_to_a_viewer_names_a_card_that_lies_face_down() -> None:
    table = holdem()
    table.bet(ANTE)
    table.deal()
    for viewer in EVERYBODY:
        shown = msgspec.json.encode(table.room.view(table.name, viewer)).decode()
        assert not any(f'"{card}"' in shown for card in ("Kh", "9h", "3h", "Ad", "4c"))


def test_a_raise_ends_the_decisions_of_a_seat_and_every_bet_is_settled_by_hand_count() -> None:
    table = holdem()
    table.bet({**ANTE, "trips": 500})
    table.deal()
    for word in ("check", "raise", "raise"):
        table.say(word)
    assert table.last.over
    # Ace high does not play, so both antes push.  The flush wins 2 x $10 on play, 3 to 2 on $10 of
    # blind and 5 to 1 on $5 of trips; the pair wins 3 x $10 on play, blind pushes, trips loses $5.
    lines = {(line.seat, line.bet): line.net_cents for line in table.last.lines}
    assert lines == {
        (1, "play"): 2000,
        (1, "ante"): 0,
        (1, "blind"): 1500,
        (1, "trips"): 2500,
        (2, "play"): 3000,
        (2, "ante"): 0,
        (2, "blind"): 0,
        (2, "trips"): -500,
    }
    assert table.chips() == {P1.name: 1_006_000, P2.name: 1_002_500}
    assert honest(table.store).settled_again == 1


def test_a_person_who_deals_turns_the_board_in_steps_and_calls_the_dealers_hand() -> None:
    table = holdem(dealer=DORA.name)
    table.bet(ANTE)
    table.do(commands.no_more_bets, DORA)
    said = iter(("check", "raise", "check", "fold"))
    calls = set()
    while (now := table.table.playing) is not None:
        shown = table.room.view(table.name, P1).round
        assert shown is not None
        calls.add(shown.call)
        if now.turn:
            table.say(next(said))
        else:
            table.step()
    assert calls == {"", "Dealer does not play: ace high"}
    assert table.last.decisions == {1: ("check", "check", "fold"), 2: ("raise",)}
    honest(table.store)


def texts(table: Stacked) -> list[str]:
    return [step.text for step in recall(table.store, table.name, table.table.rounds).steps]


def test_a_replay_tells_what_was_turned_and_what_the_dealer_made_of_it() -> None:
    table = holdem()
    table.bet(ANTE)
    table.deal()
    for word in ("check", "check", "check", "raise", "fold"):
        table.say(word)
    said = texts(table)
    assert any(each.startswith("dealt: seat 1 (7h) (5h); seat 2") for each in said)
    assert any(each.endswith("board (Kh) (9h) (3h)") for each in said)
    turned = [each for each in said if each.startswith("turned: ")]
    assert turned == [
        "turned: board Kh 9h",
        "turned: board Kh 9h 3h",
        "turned: dealer Ad 4c (ace high)",
        "turned: seat 2 2c 2d",
    ]
    found = recall(table.store, table.name, 1)
    assert found.hands() == [DEALER, BOARD, 1, 2]
    assert found.cards(BOARD) == cards.parse("Kh 9h 3h")
    assert holder(BOARD) == "board"


def test_board_and_dealer_turned_in_one_go_are_read_together(more_games: None) -> None:
    table = holdem()
    setup = procedure.setup_of(table.table)
    held, board = cards.parse("Ad 4c"), cards.parse("Kh 9h 3h")
    assert hand_told(setup, DEALER, held) == "Ad 4c", "it makes nothing without the board"
    assert hand_told(setup, DEALER, held, board) == "Ad 4c (ace high)"
    assert hand_told(setup, BOARD, board) == "Kh 9h 3h"


def test_a_hand_that_a_bet_survives_is_turned_after_a_fold() -> None:
    table = holdem()
    table.bet({**ANTE, "trips": 500})
    table.deal()
    for word in ("check", "check", "check", "check", "fold", "fold"):
        table.say(word)
    lines = {(line.seat, line.bet): line.net_cents for line in table.last.lines}
    assert lines[1, "trips"] == 2500
    assert lines[1, "blind"] == -1000, "counted in half stakes, and lost once"
    assert table.last.hand(1).faces == "uu"
    honest(table.store)


def test_a_taken_back_bet_gives_the_chips_back_and_is_not_settled() -> None:
    table = let_go()
    assert table.table.chips(P1.name) == 1_000_000 - 1500
    assert [(each.word, each.cents) for each in viewed(table).choices] == [
        ("ride", 0),
        ("take", -500),
    ]
    table.say("take")
    assert table.table.chips(P1.name) == 1_000_000 - 1000
    assert table.playing.wagers(1) == {"second": 500, "third": 500}
    table.say("take")
    assert table.last.over
    assert [(line.bet, line.stake_cents, line.net_cents) for line in table.last.lines] == [
        ("third", 500, -500)
    ]
    assert table.table.chips(P1.name) == 1_000_000 - 500
    assert "p1 at seat 1 says take, $5 back from first" in texts(table)
    assert honest(table.store).settled_again == 1


def viewed(table: Stacked) -> View:
    return table.room.view(table.name, P1)


def test_bets_that_ride_are_paid_each_by_its_own_table() -> None:
    table = let_go("Kc Ks 2h | Td 4c")
    table.say("ride")
    table.say("ride")
    assert [(line.bet, line.net_cents) for line in table.last.lines] == [
        ("first", 500),
        ("second", 500),
        ("third", 500),
    ]
    honest(table.store)


def test_time_lets_every_bet_ride() -> None:
    table = let_go()
    for _ in range(2):
        time_passes(table, 60_000_000)
    assert table.last.decisions == {1: ("ride", "ride")}
    assert table.last.by_system == {1: (0, 1)}
    honest(table.store)


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("fold", "seat 1 cannot fold: expected check or raise"),
        ("call", "seat 1 cannot call: expected check or raise"),
    ],
)
def test_a_word_of_another_decision_is_refused(word: str, says: str) -> None:
    table = holdem()
    table.bet(ANTE)
    table.deal()
    assert table.refusal(commands.decide, P1, seat=1, word=word) == says


def test_a_raise_that_chips_do_not_cover_is_refused_with_its_price() -> None:
    table = Stacked("small-holdem", HOLDEM)
    table.seat(P1, cents=4_000)
    table.bet(ANTE)
    table.deal()
    assert table.refusal(commands.decide, P1, seat=1, word="raise") == (
        "seat 1 cannot raise: it takes $30 and p1 has chips for $20"
    )
    table.say("check")
    table.say("raise")
    assert table.last.decisions == {1: ("check", "raise")}


def test_the_board_counts_among_the_cards_that_a_round_still_needs() -> None:
    table = holdem("machine")
    table.bet(ANTE)
    table.deal()
    now = table.playing
    assert can_spare_a_card(table.table, now)
    used = msgspec.structs.replace(now, used=52 - 4)
    assert not can_spare_a_card(table.table, used), "three for the board and one to burn"


def forged(table: Stacked, kind: str, **fields: Any) -> list[str]:
    """What the audit finds when the first event of a kind says something else."""
    rows = [*table.store.read()]
    pos = first(rows, kind)
    log = rechained(rewritten(rows, pos, lambda event: msgspec.structs.replace(event, **fields)))
    return [str(fault) for fault in audit(log, every=True).faults]


def test_a_board_of_which_too_many_cards_were_turned_is_found() -> None:
    table = holdem()
    table.bet(ANTE)
    table.deal()
    for word in ("raise", "raise"):
        table.say(word)
    assert procedure.numbers_of(Who.BOARD, table.last) == [BOARD]
    for shown, says in (
        ("Kh 9h 3h", "how many cards of board lay face up then is 3 and should be 2"),
        ("Kh", "how many cards of board lay face up then is 1 and should be 2"),
        ("Kh 9h 3h 2s", "4 cards were turned of a hand of 3"),
    ):
        turned = events.Turned(BOARD, cards.parse(shown))
        assert says in forged(table, "cards-turned", turned=(turned,))[0]


def test_a_bet_taken_back_that_does_not_lie_there_is_found() -> None:
    table = let_go()
    table.say("take")
    faults = forged(table, "decision-made", cents=-600)
    assert "a decision took $6 off first, where less lay" in faults[0]


def test_a_table_whose_game_has_no_decisions_deals_and_settles_in_one_go() -> None:
    table = Stacked("bare-cut", "Ks 2h 9d")
    table.seat(P1, P2)
    table.bet({"cut": 500})
    table.do(commands.no_more_bets, AUTOMATIC)
    assert [(line.seat, line.net_cents) for line in table.last.lines] == [(1, 500), (2, -500)]
    assert games.game("bare-cut").decisions == ()
    honest(table.store)


def test_cards_of_a_game_without_decisions_stay_down_until_they_are_turned() -> None:
    table = Stacked("bare-cut", "Ks 9d", dealer=DORA.name)
    table.seat(P1)
    table.do(commands.open_round, DORA)
    table.bet({"cut": 500})
    table.do(commands.no_more_bets, DORA)
    table.step()
    assert viewed(table).seats[0].cards == (None,)
    table.step()
    now = viewed(table).round
    assert now is not None
    assert now.call == "Dealer has nine"
    table.step()
    assert viewed(table).seats[0].cards == ("Ks",)


def test_a_terminal_shows_the_board_and_what_a_decision_gives_back(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = let_go()
    show_table(viewed(table))
    assert "You may say: ride, take ($5 back)" in capsys.readouterr().out
    table.say("ride")
    show_table(viewed(table))
    assert "board   Td ??" in capsys.readouterr().out
    table.say("ride")
    table.bet(THREE)
    show_table(viewed(table))
    assert "board   Td 4c" in capsys.readouterr().out
