"""The declarations beside the documents: how a round is dealt, what a fold takes, what is ruled."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from fairdeal.games import GAMES
from fairdeal.games.blackjack_leg import Word
from fairdeal.games.layout import Act, Game, Pass, Placed, Who
from fairdeal.games.referee import settle
from tests.rounds import random_round

game_keys = pytest.mark.parametrize("key", GAMES)
SEATS, DEALER = Who.SEATS, Who.DEALER

# The deals of each document, written down a second time.
DEALS = {
    ("three-card-poker", "machine"): [(SEATS, "ddd"), (DEALER, "ddd")],
    ("napa-three-card-poker", "machine"): [(SEATS, "ddd"), (DEALER, "udd")],
    ("ags-3-card", "machine"): [(SEATS, "ddd"), (DEALER, "ddd")],
    ("ags-3-card", "hand"): [(SEATS, "d"), (DEALER, "d")] * 3,
    ("three-card-fury", "machine"): [(DEALER, "ddd"), (SEATS, "dddd")],
    ("three-card-fury", "hand"): [(SEATS, "d"), (DEALER, "d")] * 3 + [(SEATS, "d")],
    ("three-way-action", "hand"): [
        *[(SEATS, "u"), (DEALER, "u"), (SEATS, "u"), (DEALER, "d"), (SEATS, ""), (DEALER, "")]
    ],
}

# What outlives a fold; 3 Way Action knows none.
SURVIVORS = {
    "three-card-poker": {"bonus", "envy"},
    "napa-three-card-poker": set(),
    "ags-3-card": {"player-bonus", "six-card-bonus", "stax"},
    "three-card-fury": {"seven-card"},
    "three-way-action": set(),
}

# Rulings that a document prints itself, and whether they void the round.
PRINTED_RULINGS = {
    "three-card-poker": {"wrong-number-of-cards": True, "shuffler-malfunction": True},
    "napa-three-card-poker": {
        "machine-malfunction": True,
        "dealer-hand-exposed": True,
        "looked-early": False,
        "positions-not-adjacent": False,
    },
    "ags-3-card": {},
    "three-card-fury": {"seat-skipped": True, "card-to-empty-seat": False, "card-exposed": True},
    "three-way-action": {},
}

SEATS_AT_THE_TABLE = {"three-card-fury": 6, "three-way-action": 6}

ACTS = {
    "three-card-poker": "bet announce deal decide collect reveal settle settle clear",
    "napa-three-card-poker": "bet announce deal announce decide reveal settle clear",
    "ags-3-card": "bet announce deal decide collect reveal settle clear",
    "three-card-fury": "bet announce deal discard decide collect reveal settle clear",
    "three-way-action": "bet announce deal settle deal peek decide reveal draw draw settle deal"
    " reveal settle settle clear",
}


def passes(game: Game, style: str) -> list[Pass]:
    return [each for step in game.procedures[style] for each in step.passes]


def test_every_deal_style_of_the_documents_is_declared() -> None:
    declared = {(key, style) for key, game in GAMES.items() for style in game.procedures}
    assert declared == set(DEALS)


@pytest.mark.parametrize(("key", "style"), DEALS)
def test_cards_are_dealt_as_the_document_has_it(key: str, style: str) -> None:
    game = GAMES[key]
    dealt = passes(game, style)
    assert [(each.to, each.faces) for each in dealt] == DEALS[key, style]
    counts: Counter[Who] = Counter()
    for each in dealt:
        counts[each.to] = max(counts[each.to] + len(each.faces), each.fill_to)
    assert counts == {SEATS: game.player_cards, DEALER: game.dealer_cards}
    burnt = sum(each.burn for each in dealt)
    assert burnt == (1 if (key, style) == ("three-card-fury", "machine") else 0)


@game_keys
def test_a_round_goes_through_the_acts_of_its_manual(key: str) -> None:
    for steps in GAMES[key].procedures.values():
        assert " ".join(step.act for step in steps) == ACTS[key]


@game_keys
def test_the_procedure_settles_every_stage_once_and_in_order(key: str) -> None:
    game = GAMES[key]
    for steps in game.procedures.values():
        carried_out = [stage for step in steps for stage in step.stages]
        assert carried_out == [stage.key for stage in game.stages]
        assert next(step.say for step in steps if step.act is Act.ANNOUNCE)[0] == "No more bets"


@game_keys
def test_the_choices_shown_are_the_decisions_accepted(key: str) -> None:
    words = tuple(word.name.lower() for word in Word)
    expected = words if key == "three-way-action" else ("play", "fold")
    for steps in GAMES[key].procedures.values():
        assert [step.choices for step in steps if step.act is Act.DECIDE] == [expected]


@game_keys
def test_options_named_in_a_declaration_exist(key: str) -> None:
    game = GAMES[key]
    known = {f"{option.key}={value}" for option in game.options for value in option.values}
    steps = [step for steps in game.procedures.values() for step in steps]
    named = {step.when for step in steps} | {bet.forfeited_when for bet in game.bets}
    assert named - {""} <= known
    assert {bet.required_by for bet in game.bets} - {""} <= {each.key for each in game.options}


@game_keys
def test_the_rulings_of_the_document_are_declared(key: str) -> None:
    game = GAMES[key]
    ruled = {each.key: each.voids_round for each in game.irregularities}
    assert PRINTED_RULINGS[key].items() <= ruled.items()
    assert {"fouled-deck", "wrong-number-of-cards"} <= set(ruled)
    assert len(ruled) == len(game.irregularities)
    for each in game.irregularities:
        if each.key in PRINTED_RULINGS[key]:
            assert each.source.startswith(("manual", "house rules")), each


@game_keys
def test_bets_survive_a_fold_as_the_document_has_it(key: str) -> None:
    assert {bet.key for bet in GAMES[key].bets if bet.survives_fold} == SURVIVORS[key]


@pytest.mark.parametrize("key", [key for key in GAMES if key != "three-way-action"])
def test_a_fold_takes_what_the_declaration_says_it_takes(key: str) -> None:
    random = Random(key)
    for _ in range(300):
        played = replace(random_round(key, random), bank_cents=None)
        for line in settle(played):
            seat = next(each for each in played.seats if each.number == line.seat)
            bet = played.game.bet(line.bet)
            if not seat.folded or bet.placed is Placed.AWARD:
                continue
            if bet.survives(played.terms.options):
                assert "folded" not in line.reason
            else:
                assert line.net_cents == -line.stake_cents
                assert line.reason.startswith("player folded")


@game_keys
def test_a_game_has_the_seats_of_its_document(key: str) -> None:
    game = GAMES[key]
    assert game.seats == SEATS_AT_THE_TABLE.get(key, 7)
    assert game.seats * game.player_cards + game.dealer_cards <= 52
    if key not in SEATS_AT_THE_TABLE:
        assert any(reading.point == "number of betting positions" for reading in game.readings)
