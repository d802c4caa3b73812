"""Pages of other games: choices, spots, boards and felts follow from the declaration."""

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest

from fairdeal import games
from fairdeal.games import describe, phrases
from fairdeal.games.layout import Choice
from fairdeal.live import Actor, Role, commands
from fairdeal.live.views import SetupView
from fairdeal.web import files
from fairdeal.web.drawing import helping
from fairdeal.web.drawing.felt import Felt
from fairdeal.web.drawing.pieces import Spot
from fairdeal.web.drawing.ring import ring
from fairdeal.web.drawing.spots import spots
from fairdeal.web.faces.bar import Bar, bar, covers_cents, least_cents
from fairdeal.web.faces.table import shown_to
from tests.live.tables import DEALER
from tests.web.house import AUTOMATIC, House, fresh_stylesheet

PIA, TOM = Actor("guest-pia", Role.PLAYER), Actor("guest-tom", Role.PLAYER)
ANTE = {"ante": 1000, "blind": 1000}
THREE = {"first": 500, "second": 500, "third": 500}

pytestmark = pytest.mark.usefixtures("more_games")


@pytest.fixture(autouse=True)
def _fresh_stylesheet() -> Iterator[None]:
    with fresh_stylesheet():
        yield


def felt(house: House, viewer: Actor = PIA) -> Felt:
    return Felt(house.room.view("pit-1", viewer), viewer)


def seen(house: House, viewer: Actor = PIA) -> Bar:
    return bar(felt(house, viewer))


def on(house: House, viewer: Actor = PIA) -> dict[str, Spot]:
    return {spot.key: spot for spot in spots(felt(house, viewer))}


def dealt(house: House, game: str, deck: str, bets: dict[str, int], seats: int = 6) -> None:
    house.open(game, seats=seats)
    house.deck = deck
    house.seat(PIA)
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets=bets)
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)


def say(house: House, word: str) -> None:
    house.room.do("pit-1", commands.decide, by=PIA, seat=1, word=word)


def offered(house: House) -> list[tuple[str, str, str]]:
    return [(each.word, each.key, each.sub) for each in seen(house).choices]


HOLDEM = "7h 5h | Ad 4c | Kh 9h 3h"


def test_the_bar_shows_the_choices_of_the_decision_at_hand_with_their_costs(house: House) -> None:
    dealt(house, "small-holdem", HOLDEM, ANTE)
    assert offered(house) == [("check", "C", ""), ("raise", "R", "$30")]
    say(house, "check")
    assert offered(house) == [("check", "C", ""), ("raise", "R", "$20")]
    say(house, "check")
    assert offered(house) == [("fold", "F", ""), ("call", "C", "$10")], "a fold stands on the left"
    say(house, "call")
    assert seen(house).kind == "bet"


def test_choices_of_different_costs_stand_in_the_order_of_the_declaration(house: House) -> None:
    dealt(house, "two-card-duel", "Ks 9h | Ad 4c", {"ante": 1000})
    assert offered(house) == [("fold", "F", ""), ("raise", "R", "$10"), ("double", "D", "$20")]
    assert on(house)["raised"].when == "$10 to $20 more"
    assert not on(house)["raised"].equals, "it may be twice the ante"
    assert on(house)["raised"].legend == "1 to 2 times the ante"
    say(house, "double")
    assert on(house)["raised"].cents == 2000


def test_a_decision_is_told_to_the_others_in_the_past_tense(house: House) -> None:
    house.open("two-card-duel")
    house.seat(PIA, TOM)
    for seat, player in enumerate((PIA, TOM), 1):
        house.room.do("pit-1", commands.place, by=player, seat=seat, bets={"ante": 1000})
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    assert on(house, TOM)["raised"].when == "on your turn"
    say(house, "double")
    assert [place.state for place in ring(felt(house, TOM)) if place.number == 1] == ["Doubled"]


def test_a_bet_that_can_be_taken_back_says_what_comes_back(house: House) -> None:
    dealt(house, "let-go", "Kc 7s 2h | Td 4c", THREE, seats=5)
    assert offered(house) == [("ride", "R", ""), ("take", "T", "$5 back")]
    shown = shown_to(house.room.view("pit-1", PIA), PIA)
    assert str(shown["spoken"]).endswith("Ride or take for $5 back.")
    assert on(house)["first"].cents == 500
    say(house, "take")
    assert (on(house)["first"].cents, on(house)["second"].cents) == (0, 500)
    say(house, "take")
    receipt = shown_to(house.room.view("pit-1", PIA), PIA)["receipt"]
    assert [(line.name, line.net_cents) for line in receipt.lines] == [("Third", -500)]


def test_spots_say_what_must_equal_what_and_when_a_decision_places_a_bet(house: House) -> None:
    house.open("small-holdem")
    house.deck = HOLDEM
    house.seat(PIA)
    spot = on(house)
    assert [*spot] == ["trips", "ante", "blind", "play"]
    assert (spot["blind"].legend, spot["play"].legend) == (
        "Must equal the ante",
        "1 to 3 times the ante",
    )
    assert (spot["blind"].equals, spot["play"].equals) == (True, False)
    assert spot["play"].when == "after the deal"
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets=ANTE)
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    assert on(house)["play"].when == "$30 more"
    say(house, "raise")
    assert on(house)["play"].cents == 3000


def test_the_board_has_places_before_it_is_dealt_and_is_read_with_the_hands(house: House) -> None:
    house.open("small-holdem", style="machine")
    house.deck = "7h 5h | Ad 4c | Kh 9h | 8s | 3h"
    house.seat(PIA)
    assert [face.name for face in felt(house).board_cards()] == ["", "", ""]
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets=ANTE)
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    assert felt(house).reads(1) == ""
    say(house, "check")
    assert [face.name for face in felt(house).board_cards()] == ["Kh", "9h", ""]
    say(house, "check")
    assert felt(house).reads(1) == "King-high flush"
    say(house, "call")
    assert felt(house).dealer_reads() == "Ace high"
    parts = house.site.hub.shown("table", "pit-1", PIA)
    assert any('aria-label="Shared cards"' in part for part in parts.values())


def test_a_dealers_terminal_shows_the_board(house: House) -> None:
    house.staff("dora", Role.DEALER)
    house.open("small-holdem", dealer="dora")
    house.deck = HOLDEM
    house.seat(PIA)
    house.room.do("pit-1", commands.open_round, by=DEALER)
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets=ANTE)
    house.room.do("pit-1", commands.no_more_bets, by=DEALER)
    house.room.do("pit-1", commands.next_step, by=DEALER)
    with house.browser() as browser:
        browser.sign_in("dora")
        page = browser.get("/dealer/pit-1").text
        assert '<span class="why">Board</span>' in page
        assert "king of hearts" not in page


@pytest.mark.parametrize("key", ["small-holdem", "let-go", "bare-cut", "two-card-duel"])
def test_table_and_rules_pages_of_any_game_open(house: House, key: str) -> None:
    game = games.game(key)
    house.open(key, seats=game.seats)
    with house.browser() as browser:
        for path in ("/", "/tables/pit-1", f"/rules/{key}"):
            answer = browser.get(path)
            assert answer.status_code == 200, path
            assert game.name.replace("'", "&#39;") in answer.text, path
        assert ("You do not decide in time" in answer.text) == bool(game.decisions)
        assert "in detail" not in answer.text


def test_what_the_table_does_for_who_does_not_decide_in_time_is_said() -> None:
    told = {key: helping.default_told(games.game(key)) for key in games.GAMES}
    assert told["small-holdem"] == "checks or folds"
    assert told["let-go"] == "rides"
    assert told["bare-cut"] == ""
    assert told["three-card-poker"] == "folds"


def test_limits_say_how_much_a_decision_stakes(house: House) -> None:
    house.open("small-holdem")
    setup = house.room.view("pit-1").setup
    assert isinstance(setup, SetupView)
    said = {limit["bet"]: limit["takes"] for limit in helping.limits(setup)}
    assert said["Play"] == "1 to 3 times the Ante"


def test_the_smallest_bets_and_the_bank_that_covers_them_count_every_multiple(house: House) -> None:
    house.open("small-holdem")
    house.seat(PIA, TOM)
    assert least_cents(felt(house)) == 1000
    assert covers_cents(felt(house)) == 1000 + 3 * 500, "ante, blind and three times the ante"


def test_the_stylesheet_has_the_felt_of_every_game_that_has_a_colour() -> None:
    files._file.cache_clear()
    css = files._file("fairdeal.css").decode()
    assert ".game-let-go { --felt: #102030; --felt-hi: #152a3e; --felt-lo: #09121b; }" in css
    assert ".game-two-card-duel { --felt: #5a4a12;" in css
    assert ".game-small-holdem {" not in css, "without a colour it is green"


def test_games_are_told_with_the_cards_that_all_share() -> None:
    said = {key: phrases.size(describe.described(games.game(key))) for key in games.GAMES}
    assert said["small-holdem"].startswith(
        "Up to 6 seats, 2 cards each, 2 for the dealer, 3 that all share; the house banks"
    )
    assert said["let-go"].startswith("Up to 5 seats, 3 cards each, 2 that all share;")
    assert said["bare-cut"].startswith("Up to 6 seats, 1 card each, 1 for the dealer;")
    holdem = describe.described(games.game("small-holdem"))
    assert phrases.settled_by(holdem, holdem["examples"][0]) == (
        'fairdeal settle small-holdem --dealer "Ad 4c" --board "Kh 9h 3h"'
        ' --seat "7h 5h | ante=10 blind=10 | check raise"'
    )


def test_a_word_whose_letters_other_words_have_gets_a_button_without_a_key(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt(house, "small-holdem", HOLDEM, ANTE)
    first = games.game("small-holdem").decisions[0]
    more = (*first.choices, Choice(word="cc", told="said cc"))
    steps = SimpleNamespace(steps_in=lambda setup: [replace(first, choices=more)] * 99)
    monkeypatch.setattr("fairdeal.web.faces.bar.procedure", steps)
    assert offered(house) == [("check", "C", ""), ("raise", "R", "$30"), ("cc", "", "not now")]
