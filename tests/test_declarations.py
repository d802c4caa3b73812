"""The declarations beside the documents: how a round is dealt, what a fold takes, what is ruled."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from fairdeal.games import GAMES, SETTLEMENTS
from fairdeal.games.blackjack_leg import Word
from fairdeal.games.layout import Act, ByOption, Direction, Effect, Game, Pass, Placed, Who
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

VOID, STANDS = Effect.VOID, Effect.STANDS

# Rulings that a document prints itself, and what they do to the round.
PRINTED_RULINGS = {
    "three-card-poker": {"wrong-number-of-cards": VOID, "shuffler-malfunction": VOID},
    "napa-three-card-poker": {
        "machine-malfunction": VOID,
        "dealer-hand-exposed": VOID,
        "looked-early": STANDS,
        "positions-not-adjacent": STANDS,
    },
    "ags-3-card": {},
    "three-card-fury": {"seat-skipped": VOID, "card-to-empty-seat": STANDS, "card-exposed": VOID},
    "three-way-action": {},
}

# Rulings of ordinary practice, where the document has none of its own.
PRACTICE = {
    "wrong-number-of-cards": VOID,
    "card-exposed": STANDS,
    "seat-skipped": VOID,
    "card-to-empty-seat": STANDS,
    "shuffler-malfunction": VOID,
    "machine-malfunction": VOID,
    "fouled-deck": VOID,
    "dealer-hand-exposed": VOID,
}

# Where the blackjack hands call for another ruling than hands that are dealt in packets.
BLACKJACK_RULINGS = {
    "card-exposed": Effect.SHOW,
    "card-drawn-unseen": STANDS,
    "dealer-card-missing": STANDS,
    "seat-skipped": Effect.DEAD_SEAT,
    "card-face-up": Effect.BURN,
}

SEATS_AT_THE_TABLE = {"three-card-fury": 6, "three-way-action": 6}

ADJACENT_HANDS = {"three-card-poker": 2, "napa-three-card-poker": 7}

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
def test_the_dealer_confirms_only_decisions_that_are_open_to_a_seat(key: str) -> None:
    for steps in GAMES[key].procedures.values():
        for step in steps:
            assert {*step.confirms} <= {*step.words}


@game_keys
def test_the_choices_shown_are_the_decisions_accepted(key: str) -> None:
    words = tuple(word.name.lower() for word in Word)
    expected = words if key == "three-way-action" else ("play", "fold")
    for steps in GAMES[key].procedures.values():
        [step] = [step for step in steps if step.act is Act.DECIDE]
        assert step.words == expected


@game_keys
def test_a_seat_that_does_not_decide_in_time_folds_or_stands(key: str) -> None:
    game = GAMES[key]
    word = "stand" if key == "three-way-action" else "fold"
    for steps in game.procedures.values():
        assert [step.default for step in steps if step.choices or step.default] == [word]
    readings = {reading.point: reading.ours for reading in game.readings}
    assert readings["a seat that does not decide in time"] == f"{word}s"


@game_keys
def test_a_player_holds_as_many_positions_as_the_document_allows(key: str) -> None:
    game = GAMES[key]
    assert game.adjacent_hands == ADJACENT_HANDS.get(key, 1)
    points = {reading.point for reading in game.readings}
    assert ("several hands of one player" in points) == (key not in ADJACENT_HANDS)


@game_keys
def test_only_a_players_bank_sets_the_order_of_action(key: str) -> None:
    game = GAMES[key]
    follows = {stage.seats is Direction.FROM_THE_BANK for stage in game.stages}
    assert follows == {game.player_banked}


@game_keys
def test_stages_settled_early_are_declared_stages(key: str) -> None:
    stages = {stage.key for stage in GAMES[key].stages}
    expected = stages if key == "three-way-action" else set()
    assert set(SETTLEMENTS[key].early_stages) == expected


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
    ruled = {each.key: each.effect for each in game.irregularities}
    printed = PRINTED_RULINGS[key]
    own = BLACKJACK_RULINGS if key == "three-way-action" else {}
    assert (PRACTICE | own | printed).items() <= ruled.items()
    assert len(ruled) == len(game.irregularities)
    for each in game.irregularities:
        assert each.voids_round == (each.effect is VOID)
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


@pytest.mark.parametrize("key", sorted(GAMES))
def test_what_depends_on_an_option_is_said_for_every_value_of_it(key: str) -> None:
    options = {option.key: option.values for option in GAMES[key].options}
    for bet in GAMES[key].bets:
        whose = [bet.others] if bet.others else []
        said = [(each.option, each.names) for each in whose]
        pieces = [piece for each in bet.details for piece in each.pieces]
        said += [(each.option, each.texts) for each in pieces if isinstance(each, ByOption)]
        for option, texts in said:
            assert {*texts} == {*options[option]}


def test_the_cards_of_the_first_decision_are_those_that_lie_there_by_then() -> None:
    found = {key: GAMES[key].faces_at_decision(Who.SEATS) for key in GAMES}
    assert found == {
        "three-card-poker": "ddd",
        "napa-three-card-poker": "ddd",
        "ags-3-card": "ddd",
        "three-card-fury": "dddd",
        "three-way-action": "uu",
    }
    assert GAMES["napa-three-card-poker"].faces_at_decision(Who.DEALER) == "udd"
    assert GAMES["three-way-action"].faces_at_decision(Who.DEALER) == "ud"
