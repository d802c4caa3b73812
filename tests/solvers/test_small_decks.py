"""On decks so small that every deal can be looped over, the solvers agree with the loop."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from fairdeal.analysis.solvers import community
from fairdeal.analysis.solvers.boards import BoardSolver
from fairdeal.analysis.solvers.hands import suit_groups, swaps_within
from fairdeal.analysis.solvers.settling import Pays
from fairdeal.analysis.solvers.solution import Solver
from fairdeal.analysis.solvers.staking import Choice, Stage, Structure
from fairdeal.cards import parse
from fairdeal.games.kinds import Community
from tests.solvers import games
from tests.solvers.twin import Twin

TWO_SUITS = tuple(sorted(parse("Tc Jc Qc Kc Ac Td Jd Qd Kd")))
FOUR_SUITS = tuple(sorted(parse("2c 2d 2h 2s 7c 7d 7h 7s Ks")))
ODD = tuple(sorted(parse("2c 3c 4c 5c 6c 6d 5d 2h 2s")))
MIXED = tuple(sorted(parse("2c 2d 4h 5c 7c 8c 9c Jc Kd")))
STRAIGHTS = tuple(sorted(parse("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd")))


@dataclass(frozen=True)
class Case:
    """A game, its structure and a pay table, on a small deck."""

    game: Community
    structure: Structure
    lines: Mapping[str, Any]
    pays: Pays
    deck: tuple[int, ...]
    told: Any
    paid: Any

    @property
    def solver(self) -> Solver[Any]:
        return community.solver(self.game, self.structure, self.lines, self.deck)

    @property
    def twin(self) -> Twin:
        settling = self.solver.settling
        return Twin(
            self.game,
            self.structure,
            settling.bets,
            settling.events,
            self.pays,
            self.told,
            self.paid,
            self.deck,
        )


ULTIMATE = Case(
    games.ULTIMATE,
    games.ULTIMATE_STRUCTURE,
    games.ULTIMATE_LINES,
    games.ULTIMATE_PAYS,
    MIXED,
    games.UltimateEvents,
    games.UltimatePays,
)
RIDE = Case(
    games.RIDE,
    games.RIDE_STRUCTURE,
    games.RIDE_LINES,
    games.RIDE_PAYS,
    FOUR_SUITS[1:],
    games.RideEvents,
    games.RidePays,
)
STUD = Case(
    games.STUD,
    games.STUD_STRUCTURE,
    games.STUD_LINES,
    games.STUD_PAYS,
    ODD[1:8],
    games.StudEvents,
    games.StudPays,
)
RAISE = (Choice("raise", {"play": 2}, ends=True), Choice("check"))
LAST = (Choice("raise", {"play": 1}), Choice("double", {"play": 2}), Choice("fold", folds=True))
FOLD_OR_RAISE = (Choice("fold", folds=True), Choice("raise", {"play": 2}))


def staged(*stages: Stage, **more: Any) -> Structure:
    return replace(games.ULTIMATE_STRUCTURE, stages=stages, **more)


DEAR = staged(Stage(3, RAISE), Stage(5, (Choice("raise", {"play": 5}), Choice("fold", folds=True))))

CASES = {
    "ultimate": ULTIMATE,
    "ultimate, two suits": replace(ULTIMATE, deck=TWO_SUITS),
    "ultimate, four suits": replace(ULTIMATE, deck=FOUR_SUITS),
    "ultimate, odd deck": replace(ULTIMATE, deck=ODD),
    "ultimate, another table": replace(ULTIMATE, pays={"blind": (0, 0, 20, 1, 3, 5, 9)}, deck=ODD),
    "ultimate, all pays given": replace(ULTIMATE, lines=games.ULTIMATE_PAYS, deck=ODD),
    "ultimate, by the rule": replace(
        ULTIMATE,
        game=replace(
            games.ULTIMATE,
            player=replace(games.ULTIMATE.player, flush=0),
            dealer=replace(games.ULTIMATE.player, flush=0),
        ),
    ),
    "one decision, before the cards": replace(
        ULTIMATE, structure=staged(Stage(0, FOLD_OR_RAISE)), deck=ODD
    ),
    "one decision, on three cards": replace(
        ULTIMATE, structure=staged(Stage(3, FOLD_OR_RAISE)), deck=ODD
    ),
    "one decision, on the board": replace(ULTIMATE, structure=staged(Stage(5, LAST)), deck=ODD),
    "before the cards and on the board": replace(
        ULTIMATE, structure=staged(Stage(0, RAISE), Stage(5, LAST)), deck=ODD
    ),
    "a last raise that the pay table decides": replace(ULTIMATE, structure=DEAR, deck=STRAIGHTS),
    "a last raise that it decides otherwise": replace(
        ULTIMATE, structure=DEAR, deck=STRAIGHTS, pays={"blind": (0, 40, 0, 0, 0, 0, 0)}
    ),
    "a fold at every stage": replace(
        ULTIMATE,
        structure=staged(
            Stage(0, (*RAISE, Choice("fold", folds=True))),
            Stage(4, (Choice("fold", folds=True), *RAISE)),
            Stage(5, (Choice("raise", {"play": 1}), Choice("check"))),
        ),
        deck=ODD,
    ),
    "a fold before the cards": replace(
        ULTIMATE,
        structure=staged(
            Stage(0, (*RAISE, Choice("fold", folds=True))), Stage(3, RAISE), Stage(5, LAST)
        ),
        deck=ODD,
    ),
    "a blind that survives": replace(
        ULTIMATE,
        structure=replace(games.ULTIMATE_STRUCTURE, survivors=frozenset({"blind"})),
        deck=ODD,
    ),
    "own cards and spades": replace(
        ULTIMATE,
        game=games.SPADED,
        lines=games.SPADED_LINES,
        pays=games.SPADED_PAYS,
        deck=FOUR_SUITS,
        told=games.SpadedEvents,
        paid=games.SpadedPays,
    ),
    "ride": RIDE,
    "ride, two suits": replace(RIDE, deck=TWO_SUITS[:8]),
    "ride, after a card": replace(
        RIDE,
        structure=replace(games.RIDE_STRUCTURE, stages=games.RIDE_STRUCTURE.stages[1:]),
    ),
    "stud": STUD,
    "stud, two suits": replace(STUD, deck=TWO_SUITS[:7]),
    "stud, an ante that survives": replace(
        STUD, structure=replace(games.STUD_STRUCTURE, survivors=frozenset({"ante"}))
    ),
}


EVERYDAY = ("ultimate", "own cards and spades", "ride", "stud")
SOME = [pytest.param(name, marks=[] if name in EVERYDAY else pytest.mark.slow) for name in CASES]
"""All of them without the compiler, which takes long to compile loops for each structure."""


@pytest.mark.parametrize("name", SOME)
def test_values_choices_and_results_are_those_of_a_loop_over_all_deals(name: str) -> None:
    check(CASES[name])


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "deck"),
    [
        ("ultimate", "2c 2d 4h 5c 7c 8c 9c Jc Kd Kh As"),
        ("ultimate, four suits", "2c 2d 2h 2s 7c 7d 7h 7s Kc Ks Kh"),
        ("ride", "9c Tc Jc Qc Kc Ac 9d Td Jd Qd Kd Ad Ah As"),
        ("stud", "2c 3c 4c 5c 6c 6d 5d 2h 2s Ac Ah"),
    ],
)
def test_somewhat_larger_decks_agree_as_well(name: str, deck: str) -> None:
    check(replace(CASES[name], deck=tuple(sorted(parse(deck)))))


def check(case: Case) -> None:
    solver, twin = case.solver, case.twin
    counts = solver.count()
    assert solver.counted(counts) == solver.deals
    solved = solver.best(counts, case.pays)
    values, every = twin.results()
    assert every.total() == solver.deals
    outcomes = solver.tally(counts, solved)
    joint = outcomes.joint(twin.bets)
    assert joint.ways == dict(every)
    assert outcomes.together().mean == solved.value
    assert solved.value == twin.mean(every)
    swaps = swaps_within(suit_groups(case.deck))
    assert sum(start.ways for start in solved.starts) == len(
        list(combinations(case.deck, case.structure.own))
    )
    for start in solved.starts:
        if not (case.structure.dealers and case.structure.survivors):
            assert start.choices == values.get(start.cards, {})
        assert 1 <= start.ways <= len(swaps)


def tables(case: Case) -> list[Pays]:
    """Pay tables in which the open lines pay other numbers, one by one and all of them."""
    every = []
    for field, lines in case.lines.items():
        is_open = [line is None for line in lines]
        for pay in (0, 3, 90):
            for line in (*range(len(lines)), *range(-1, -len(lines), -1)):
                some = [
                    pay if is_open[i] and (i == line or line < -1) else each
                    for i, each in enumerate(case.pays[field])
                ]
                every.append({**case.pays, field: tuple(some)})
    return [each for i, each in enumerate(every) if each not in every[:i]]


ONE_BY_ONE = (
    "one decision, before the cards",
    "one decision, on three cards",
    "one decision, on the board",
    "before the cards and on the board",
    "a last raise that the pay table decides",
    "a last raise that it decides otherwise",
    "a fold at every stage",
    "a blind that survives",
)
"""Cases in which only the whole solution tells what a pay table is worth."""


@pytest.mark.parametrize("name", SOME)
def test_values_of_many_pay_tables_are_those_of_each_alone(name: str) -> None:
    case = CASES[name]
    solver, every = case.solver, tables(case)
    counts = solver.count()
    prices = np.array([solver.settling.sheet.priced(pays) for pays in every])
    found = solver.values(counts, prices)
    assert (found is None) == (name in ONE_BY_ONE)
    if found is not None:
        whole = solver.deals * solver.structure.unit
        assert [Fraction(total, whole) for total in found.tolist()] == [
            solver.best(counts, pays).value for pays in every
        ]
        is_open = bool(solver.settling.sheet.open)
        assert (solver.values(counts, prices + 2**60) is None) == is_open


@pytest.mark.parametrize("name", SOME)
def test_a_tally_after_others_is_that_of_a_tally_alone(name: str) -> None:
    case = CASES[name]
    solver = case.solver
    counts = solver.count()
    for pays in tables(case):
        solved = solver.best(counts, pays)
        found = solver.tally(counts, solved).joint(solver.structure.bets)
        assert found == case.solver.tally(counts, solved).joint(solver.structure.bets)


@pytest.mark.parametrize(
    "name",
    [
        "ultimate",
        pytest.param("a last raise that the pay table decides", marks=pytest.mark.slow),
        pytest.param("a last raise that it decides otherwise", marks=pytest.mark.slow),
        pytest.param("a fold at every stage", marks=pytest.mark.slow),
        pytest.param("one decision, on three cards", marks=pytest.mark.slow),
        "ride",
        "stud",
    ],
)
def test_the_average_wager_is_that_of_the_endings(name: str) -> None:
    solver, pays = CASES[name].solver, CASES[name].pays
    counts = solver.count()
    solved = solver.best(counts, pays)
    outcomes = solver.tally(counts, solved)
    endings = solver.structure.endings
    staked = sum(
        sum(endings[ending].stakes.values()) * number
        for ending, number in zip(outcomes.ending.tolist(), outcomes.deals.tolist(), strict=True)
    )
    assert solved.wager == Fraction(staked, solver.deals)


@pytest.mark.parametrize("name", ["ultimate", "ultimate, four suits"])
def test_choices_in_the_middle_are_found_by_the_cards(name: str) -> None:
    case = CASES[name]
    by = case.solver
    assert isinstance(by, BoardSolver)
    counts = by.count()
    solved = by.best(counts, case.pays)
    words = [choice.word for choice in case.structure.stages[1].choices]
    for flop in list(combinations(case.deck, 3))[::7]:
        rest = [card for card in case.deck if card not in flop]
        for own in list(combinations(rest, 2))[::5]:
            advice = by.advise(counts, case.pays, own, flop)
            chosen = words[solved.later[0][by.class_of(counts, own, flop)]]
            assert chosen == max(words, key=lambda word: advice[word])


@pytest.mark.parametrize(
    ("name", "own", "common", "seen", "stakes"),
    [
        ("ultimate", "2c Jc", "", "", None),
        ("ultimate", "2c Jc", "2d 4h 7c", "", None),
        ("ultimate", "9c 4h", "5c 7c Kd 2c Jc", "", None),
        pytest.param(
            "a last raise that the pay table decides",
            "7d 3d",
            "4h 5s 8h",
            "2c",
            None,
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "a fold at every stage", "2c 6d", "5c 6c 2h 3c", "", None, marks=pytest.mark.slow
        ),
        pytest.param(
            "a blind that survives", "2c 6d", "5c 6c 2h", "", None, marks=pytest.mark.slow
        ),
        pytest.param(
            "before the cards and on the board", "2c 6d", "", "", None, marks=pytest.mark.slow
        ),
        ("own cards and spades", "2s 7s", "2c 7h Ks", "", None),
        ("ride", "7d 2d Ks", "", "2h", None),
        ("ride", "2s 7d Ks", "2d", "", {"bet-1": 1, "bet-2": 1, "bet-3": 1}),
        ("ride", "2s 7d Ks", "2d", "2h 7s", {"bet-2": 1, "bet-3": 1, "bet-1": 0}),
        ("stud", "3c 6c", "", "", None),
        ("stud", "3c 6c", "5d", "", {"ante": 1, "third": 3}),
        ("stud", "5c 4c", "5d 6c", "2h", {"ante": 1, "third": 1, "fourth": 2}),
    ],
)
def test_advice_on_a_hand_is_the_average_over_all_that_can_follow(
    name: str, own: str, common: str, seen: str, stakes: dict[str, int] | None
) -> None:
    case = CASES[name]
    solver = case.solver
    counts = solver.count()
    cards = parse(own), parse(common), parse(seen)
    found = solver.advise(counts, case.pays, *cards, stakes)
    held = tuple(sorted(cards[0]))
    play = case.twin.play(held, tuple(sorted(cards[1])), cards[2])
    at = [stage.common for stage in case.structure.stages].index(len(cards[1]))
    state = tuple(sorted(stakes.items())) if stakes else play.base
    told = play.choices(at, (), state)
    without = case.structure.survivors if case.structure.dealers else frozenset[str]()
    assert found == {word: case.twin.mean(each, without) for word, each in told.items()}
