"""Random rounds of every game: the referee and the naive twin agree on every cent and its order."""

from random import Random

import pytest

from fairdeal.games import GAMES
from fairdeal.games.blackjack_leg import Word
from fairdeal.games.referee import round_faults, settle
from fairdeal.games.round import Round, Seat
from tests import naive
from tests.invariants import assert_sound
from tests.rounds import random_round
from tests.scale import CHUNKS, SCALE, part_of
from tests.twins import naively_settled, named, plain

ROUNDS = 200_000


@pytest.mark.exhaustive
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("key", GAMES)
def test_referee_and_twin_agree_on_random_rounds(key: str, chunk: int) -> None:
    random = Random(f"{key} {chunk}")
    for _ in range(part_of(ROUNDS)):
        played = random_round(key, random)
        lines = settle(played)
        assert plain(lines) == naively_settled(played), played
        assert_sound(played, lines)


def test_referee_and_twin_allow_the_same_blackjack_decisions() -> None:
    random = Random(7)
    for _ in range(1500 * SCALE):
        played = random_round("three-way-action", random)
        seat = random.choice(played.seats)
        said = seat.decisions[: random.randrange(len(seat.decisions) + 1)]
        legal = naive.legal_words(
            named(seat.cards), said, named(played.dealer), played.terms.options
        )
        for word in Word:
            tried = (*said, word.name.lower())
            faults = decision_faults(played, seat, tried)
            refused = [fault for fault in faults if "cannot" in fault]
            waved_through = tried == ("stand",) and not legal  # a stand to a complete hand
            assert bool(refused) != (tried[-1] in legal or waved_through), (played, tried)


def decision_faults(played: Round, seat: Seat, said: tuple[str, ...]) -> list[str]:
    tried = Seat(seat.number, seat.cards, seat.bets, said)
    return round_faults(Round(played.game, played.terms, played.dealer, (tried,)))
