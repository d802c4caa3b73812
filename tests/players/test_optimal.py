"""The best strategies: what the analysis says, on every hand, as a plain lookup."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations_with_replacement
from random import Random

import pytest

from fairdeal.analysis import three_ways
from fairdeal.analysis.blackjack.advice import advise
from fairdeal.analysis.blackjack.house import CARD, House
from fairdeal.analysis.blackjack.solution import solve
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.registry import solver_of
from fairdeal.analysis.showdowns import Showdowns
from fairdeal.analysis.solver import Situation as Known
from fairdeal.analysis.solvers.decisions import best
from fairdeal.analysis.solvers.declared import Declared
from fairdeal.cards import DECK, parse
from fairdeal.games import GAMES
from fairdeal.games.blackjack_leg import MOST_CARDS, Word, play_out
from fairdeal.games.sheets import approved
from fairdeal.games.terms import Terms, terms
from fairdeal.players.strategies import strategy
from fairdeal.players.strategy import Situation, Strategy
from tests.test_blackjack_analysis import CHANGES, FIVE_VALUES

PLAY_OR_FOLD = ("play", "fold")
BLACKJACK = tuple(word.name.lower() for word in Word)


def best_of(game: str, under: Terms | None = None) -> Strategy:
    return strategy("optimal", GAMES[game], under or terms(GAMES[game]), Random(1))


def word(player: Strategy, cards: str, up: str = "", said: str = "") -> str:
    later = ("hit", "stand") if said else PLAY_OR_FOLD
    open_to = BLACKJACK if len(parse(cards)) == 2 else later
    return player.word(Situation(parse(cards), parse(up), tuple(said.split()), open_to))


@pytest.mark.parametrize(
    ("cards", "says"), [("Qs 6h 4d", "play"), ("Qs 6h 3d", "fold"), ("2c 2d 3h", "play")]
)
def test_three_card_poker_is_played_from_queen_six_four(cards: str, says: str) -> None:
    assert word(best_of("three-card-poker"), cards) == says


@pytest.mark.compiled
@pytest.mark.parametrize(("cards", "says"), [("Qs 6h 4d", "play"), ("Qs 6h 3d", "fold")])
def test_ags_3_card_is_played_from_queen_six_four(cards: str, says: str) -> None:
    assert word(best_of("ags-3-card"), cards) == says


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("cards", "up", "says"),
    [
        ("5s 3h 2d", "2c", "play"),
        ("5s 3h 2d", "Jc", "play"),
        ("Qs 9h 2d", "Qc", "play"),
        ("Qs 8h 7d", "Qc", "fold"),
        ("Ks 9h 2d", "Kc", "play"),
        ("Ks 8h 7d", "Kc", "fold"),
        ("As 9h 2d", "Ac", "play"),
        ("As 8h 7d", "Ac", "fold"),
        ("2s 2h 3d", "Ac", "play"),
    ],
)
def test_napa_is_played_by_the_card_that_is_up(cards: str, up: str, says: str) -> None:
    assert word(best_of("napa-three-card-poker"), cards, up) == says


@pytest.mark.compiled
@pytest.mark.parametrize(("cards", "says"), [("Qs 5h 3d 2c", "play"), ("Js Th 8d 7c", "fold")])
def test_fury_is_played_with_any_queen_and_no_jack(cards: str, says: str) -> None:
    assert word(best_of("three-card-fury"), cards) == says


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("cards", "up", "said", "says"),
    [
        ("6s 5d", "6h", "", "double"),
        ("As Ad", "6h", "", "split"),
        ("Ts 6d", "6h", "", "stand"),
        ("Ts 6d", "9h", "", "hit"),
        ("Ts 2d 4c", "9h", "hit", "hit"),
        ("5s 5d 8c", "9h", "hit", "stand"),
    ],
)
def test_the_blackjack_leg_is_played_as_books_have_it(
    cards: str, up: str, said: str, says: str
) -> None:
    assert word(best_of("three-way-action"), cards, up, said) == says


def test_whoever_cannot_double_or_split_hits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(three_ways, "solve", partial(solve, deck=FIVE_VALUES))
    player = best_of("three-way-action")
    found = solve(House.of(), FIVE_VALUES)
    starts = {
        (CARD[low], CARD[high], CARD[up]): start.best
        for (low, high, up), start in found.starts.items()
        if start.best is not None
    }
    assert {Word.DOUBLE, Word.SPLIT} <= set(starts.values())
    for (low, high, up), chosen in starts.items():
        rich = player.word(Situation((low, high), (up,), (), BLACKJACK))
        poor = player.word(Situation((low, high), (up,), (), ("hit", "stand")))
        assert rich == chosen.name.lower()
        assert poor == ("stand" if rich == "stand" else "hit")


SHOWDOWNS = [key for key, game in GAMES.items() if isinstance(solver_of(game), Showdowns)]


def declared(key: str) -> Declared:
    solver = solver_of(GAMES[key])
    assert isinstance(solver, Showdowns)
    return solver.of


def decided(key: str) -> Iterator[Terms]:
    """The terms under every approved table that decides the base game."""
    of = declared(key)
    for name in approved(of.game).tables.get(of.decided_by, {"": None}):
        yield terms(of.game, {of.decided_by: name} if name else {})


def situations(key: str) -> Iterator[tuple[Situation, int]]:
    """Every hand that differs, and the number of its situation."""
    for job, rows, numbers in declared(key).counts().situations():
        for hand, number in zip(rows.hands.tolist(), numbers.tolist(), strict=True):
            yield Situation(tuple(hand), job.cards, (), PLAY_OR_FOLD), number


def decides_as_analysed(key: str, some: list[tuple[Situation, int]]) -> None:
    of = declared(key)
    counts = of.counts()
    for under in decided(key):
        player = best_of(key, under)
        chosen = best(counts, of.prices(counts, under, AT_RESET), of.choices, of.base)
        said = [of.choices[chosen[number]].word for _, number in some]
        assert [player.word(each) for each, _ in some] == said


@pytest.mark.compiled
@pytest.mark.parametrize("key", SHOWDOWNS)
def test_hands_are_decided_as_the_analysis_decides_them_under_every_pay_table(key: str) -> None:
    every = list(situations(key))
    decides_as_analysed(key, Random(3).sample(every, min(len(every), 2000)))


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.exhaustive
@pytest.mark.parametrize("key", SHOWDOWNS)
def test_every_hand_is_decided_as_the_analysis_decides_it_under_every_pay_table(key: str) -> None:
    decides_as_analysed(key, list(situations(key)))


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.exhaustive
@pytest.mark.parametrize("key", SHOWDOWNS)
def test_hands_are_decided_as_advise_advises_it(key: str) -> None:
    player, under = best_of(key), terms(GAMES[key])
    random = Random(5)
    for _ in range(3000):
        dealt = tuple(random.sample(DECK, GAMES[key].player_cards + 1))
        own, shown = dealt[:-1], dealt[-1:] if declared(key).asked.up else ()
        known = Known(own, shown[0] if shown else None)
        found = solver_of(GAMES[key]).advice(under, known, AT_RESET)
        assert player.word(Situation(own, shown, (), PLAY_OR_FOLD)) in found.best


@pytest.mark.compiled
@pytest.mark.parametrize("key", SHOWDOWNS)
def test_no_side_bet_of_any_size_makes_another_decision_better(key: str) -> None:
    for bet, tables in approved(GAMES[key]).tables.items():
        for name in tables:
            found = solver_of(GAMES[key]).strategy(terms(GAMES[key], {bet: name}))
            assert found is not None
            assert not any(effect.changed for effect in found.effects)


def says_what_is_advised(
    player: Strategy, house: House, cards: Sequence[int], up: int, said: Sequence[str]
) -> None:
    values = advise(cards, up, said, house=house)
    if values:
        words = tuple(each.name.lower() for each in values)
        chosen = player.word(Situation(tuple(cards), (up,), tuple(said), words))
        assert values[Word[chosen.upper()]] == max(values.values())


@pytest.mark.compiled
def test_any_two_cards_get_the_word_that_advise_finds_best() -> None:
    player = best_of("three-way-action")
    for up in CARD:
        for low, high in combinations_with_replacement(CARD, 2):
            own = (low, next(card for card in (high, high + 1, high + 2) if card != low))
            if up not in own:
                says_what_is_advised(player, House.of(), own, up, ())


@pytest.mark.compiled
@pytest.mark.parametrize("changes", [{}, CHANGES], ids=["default", "changed"])
def test_longer_hands_get_the_word_that_advise_finds_best(changes: dict[str, str]) -> None:
    rng = Random(11)
    under = terms(GAMES["three-way-action"], options=changes)
    player, house = best_of("three-way-action", under), House.of(changes)
    for _ in range(60):
        up, *rest = rng.sample(DECK, 1 + MOST_CARDS)
        said: list[str] = []
        leg = play_out(tuple(rest), said, stopped=False, split_draws=house.split_draws)
        while leg.legal and not leg.is_settled_at_21:
            says_what_is_advised(player, house, rest[: leg.leg.used], up, said)
            said.append(rng.choice(leg.legal))
            leg = play_out(tuple(rest), said, stopped=False, split_draws=house.split_draws)
