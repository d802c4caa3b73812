"""The dealer's procedure: what is announced, in which order hands are laid out and steps taken."""

import pytest

from fairdeal import cards
from fairdeal.hands.three_card import highest_first
from fairdeal.live import commands, events
from fairdeal.live.audit import audit
from fairdeal.live.history.recall import recall
from fairdeal.live.views import RoundView
from tests.live.stacking import Stacked
from tests.live.tables import DEALER, KEY, PLAYERS


def dealt(game: str, deck: str, seats: int = 1) -> Stacked:
    """A round whose betting a person has just closed."""
    table = Stacked(game, deck, dealer="dora")
    table.seat(*PLAYERS[:seats])
    table.bet()
    table.deal()
    return table


def seen(table: Stacked) -> RoundView:
    now = table.room.view("pit-1").round
    assert now is not None
    return now


def revealed(table: Stacked) -> RoundView:
    """Every seat stays in and the dealer goes on until the whole hand lies face up."""
    while not seen(table).call:
        if table.playing.turn:
            table.say("play")
        else:
            table.step()
    return seen(table)


@pytest.mark.parametrize(
    ("held", "laid_out"),
    [
        ("7h 9h Qc", "Qc 9h 7h"),
        ("6d Ks 2c", "Ks 6d 2c"),
        ("2c As 3d", "3d 2c As"),
        ("As Qd Kd", "As Kd Qd"),
        ("9c Ks 9h", "Ks 9c 9h"),
        ("2c As 4d", "As 4d 2c"),
    ],
)
def test_a_hand_is_laid_out_from_the_highest_card_to_the_lowest(held: str, laid_out: str) -> None:
    assert highest_first(tuple(cards.parse(held))) == tuple(cards.parse(laid_out))


@pytest.mark.parametrize(
    ("game", "deck", "laid_out", "call"),
    [
        (
            "three-card-poker",
            "Jd Js 6c | 7h 9h 8h",
            "9h 8h 7h",
            "Dealer plays: nine-high straight flush",
        ),
        ("three-card-poker", "Jd Js 6c | 4s Tc Jh", "Jh Tc 4s", "Dealer does not play: jack high"),
        ("ags-3-card", "Jd Js 6c | 2c As 3d", "3d 2c As", "Dealer qualifies: three-high straight"),
        (
            "three-card-fury",
            "4s Tc Qh 2c | Ad Ac 5d 8d",
            "Qh Tc 4s",
            "Dealer does not qualify: queen high",
        ),
        (
            "three-card-fury",
            "Kh Qh Ah 2c | Ad Ac 5d 8d",
            "Ah Kh Qh",
            "Dealer qualifies: mini-royal",
        ),
    ],
)
def test_the_dealer_names_the_hand_and_lays_it_out_highest_first(
    game: str, deck: str, laid_out: str, call: str
) -> None:
    table = dealt(game, deck)
    assert seen(table).call == ""
    now = revealed(table)
    assert (" ".join(map(str, now.dealer)), now.call) == (laid_out, call)


def test_a_player_dealers_hand_is_named_too() -> None:
    table = dealt("napa-three-card-poker", "Jd Js 6c | 4s Tc Jh", 2)
    assert revealed(table).call == "Player/dealer does not qualify: jack high"


def test_the_log_keeps_the_order_dealt_and_tells_the_hand_laid_out() -> None:
    table = dealt("three-card-poker", "Jd Js 6c | 7h 9h 8h")
    revealed(table)
    turned = next(each for each in table.happened() if isinstance(each, events.CardsTurned))
    assert turned.turned == (events.Turned(0, tuple(cards.parse("7h 9h 8h"))),)
    told = [step.text for step in recall(table.store, "pit-1", 1).steps]
    assert "turned: dealer 9h 8h 7h (nine-high straight flush)" in told


def test_in_three_way_action_the_dealers_cards_stay_as_dealt_and_are_named_at_each_game() -> None:
    table = dealt("three-way-action", "9c 9h | 2c Tc Ts 3c 3d 4h 4s 5h 5s 7d 7h Kd")
    calls = []
    while table.table.playing:
        if table.playing.turn:
            table.say("stand")
        else:
            table.step()
        if table.table.playing and seen(table).call not in calls:
            calls.append(seen(table).call)
    assert calls == ["", "Dealer has 19", "Dealer qualifies: two pair (sevens and fives)"]
    last = table.room.view("pit-1").round
    assert last is not None
    assert last.dealer[:2] == ("9h", "Tc")


def test_the_hole_card_is_looked_at_only_with_an_ace_or_a_ten_point_card_up() -> None:
    for up, looks in (("6d", False), ("9d", False), ("Kd", True), ("Ad", True)):
        table = dealt("three-way-action", f"9c {up} | 2c 3s")
        table.step(3)
        step = table.room.view("pit-1").round
        assert step is not None
        assert step.text.startswith("With an ace" if looks else "Seat by seat")
        assert ("step-taken" in table.kinds()) is not looks
        table.step()
        assert ("dealer-peeked" in table.kinds()) is looks
        while table.table.playing:
            if table.playing.turn:
                table.say("stand")
            else:
                table.do(commands.next_step, DEALER)
        assert audit(table.store, KEY).faults == ()
