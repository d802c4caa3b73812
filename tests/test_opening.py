"""How to play games with shared cards: by starting hands, by later hands, and how hands end."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from fairdeal import games
from fairdeal.analysis import opening as module
from fairdeal.analysis.instructions import Line
from fairdeal.analysis.opening import (
    Decision,
    Opening,
    Share,
    cells_of,
    phrases,
    read,
)
from fairdeal.analysis.shared_cards import shared_cards
from fairdeal.analysis.solvers.hands import FULL
from fairdeal.analysis.solvers.solution import Start
from fairdeal.cards import parse, rank_of, suit_of
from fairdeal.games.kinds import Community
from fairdeal.games.layout import Who
from fairdeal.games.terms import terms
from fairdeal.report import charts, starting_hands
from fairdeal.report.blocks import Beside, Fold, Heading, Table
from tests.examples import FEW

RIDE, ULTIMATE = "let-it-ride", "ultimate-texas-holdem"
pytestmark = pytest.mark.usefixtures("more_games")


def best(key: str, deck: tuple[int, ...] = (), **more: Any) -> Opening:
    game = games.GAMES[key]
    kind = games.SETTLEMENTS[key].kind
    assert isinstance(kind, Community)
    found = shared_cards(replace(game, **more), kind, deck or FEW[key]).opening(terms(game))
    assert found is not None
    return found


def told(hands: Iterable[tuple[tuple[int, ...], str]], word: str = "raise") -> list[str]:
    return list(phrases(cells_of((held, [said]) for held, said in hands), word))


def two_cards(raised: Iterable[str]) -> list[str]:
    """The words for hands that are raised, among all of two cards."""
    own = set(raised)
    return told(
        (held, "raise" if name(held) in own else "check") for held in combinations(range(52), 2)
    )


def name(held: tuple[int, ...]) -> str:
    low, high = sorted(held)
    ranks = "23456789TJQKA"
    suited = suit_of(low) == suit_of(high)
    pair = rank_of(low) == rank_of(high)
    return ranks[rank_of(high)] + ranks[rank_of(low)] + ("" if pair else "s" if suited else "o")


@pytest.mark.parametrize(
    ("raised", "words"),
    [
        ("AA KK QQ", ["a pair of queens or better"]),
        ("AA", ["a pair of aces"]),
        ("QQ JJ TT 77", ["a pair of tens to queens", "a pair of sevens"]),
        (" ".join(2 * rank for rank in "23456789TJQKA"), ["any pair"]),
        ("AKs AKo AQs AQo", ["A-Q or better"]),
        ("AKs AKo AQs", ["A-K", "A-Q suited or better"]),
        ("K9s K8s K7o K5s", ["K-7 of two suits", "K-9 to K-8 suited", "K-5 suited"]),
        ("32s", ["any suited three"]),
        ("32s 32o", ["any three"]),
        ("32o", ["any three of two suits"]),
    ],
)
def test_two_cards_are_told_by_pairs_and_by_the_higher_card(raised: str, words: list[str]) -> None:
    assert two_cards(raised.split()) == words


def threes(raised: Any) -> list[str]:
    """The words for hands of three cards that are raised, among all."""
    return told((held, "raise" if raised(held) else "check") for held in combinations(range(52), 3))


def ranks(held: tuple[int, ...]) -> list[int]:
    return sorted(map(rank_of, held), reverse=True)


def suited(held: tuple[int, ...]) -> int:
    suits = [suit_of(card) for card in held]
    return max(map(suits.count, suits))


def test_three_cards_are_told_by_sets_suits_and_ranks() -> None:
    assert threes(lambda held: suited(held) == 3) == ["any three cards of one suit"]
    assert threes(lambda held: ranks(held) == [12, 11, 10]) == ["A-K-Q"]
    assert threes(lambda held: ranks(held) == [12, 11, 10] and suited(held) < 3) == [
        "not of one suit: A-K-Q"
    ]
    assert threes(lambda held: ranks(held) == [12, 11, 10] and suited(held) == 1) == [
        "at most 1 of one suit: A-K-Q"
    ]
    assert threes(lambda held: ranks(held) == [12, 11, 8] and suited(held) > 1) == [
        "3 or 2 of one suit: A-K-10"
    ]
    assert threes(lambda held: len({*ranks(held)}) < 3) == ["any three of a kind", "any pair"]
    assert threes(lambda held: len({*ranks(held)}) == 3) == ["any three cards"]
    kicked = threes(lambda held: ranks(held) == [12, 12, 11])
    assert kicked == ["pair: A-A-K"], "the card beside the pair matters"
    kicked = threes(lambda held: ranks(held) == [12, 12, 11] and suited(held) == 2)
    assert kicked == ["pair, 2 of one suit: A-A-K"]


def test_pairs_of_two_ranks_are_told_one_by_one_where_not_all_are_alike() -> None:
    four = [parse(text) for text in ("Ac Ad Kc Kd", "Ac Ad Qc Qd", "3c 3d 2c 2d")]
    hands = [(held, "check" if rank_of(held[0]) == 1 else "raise") for held in four]
    assert told(hands) == ["two pair: A-K, A-Q"]
    assert told(hands[:2]) == ["two pair"]


def test_hands_whose_suits_decide_are_told_apart() -> None:
    held = parse("Ac Kc Qd"), parse("Ac Kd Qc")
    assert told(zip(held, ("raise", "check"), strict=True)) == ["some of A-K-Q, by their suits"]


def test_let_it_ride_says_which_hands_ride_at_both_decisions() -> None:
    found = best(RIDE)
    first, second = found.decisions
    assert (first.when, second.when) == ("before any shared card", "with 1 shared card")
    texts = [line.text for line in found.lines()]
    assert texts[0] == "before any shared card:"
    assert any(text.startswith("let bet 1 ride") for text in texts)
    assert any(text.startswith("pull back bet 2 with all other hands") for text in texts)
    assert sum(share for _, share in found.endings) == 1
    assert sum(found.shares.values()) == 1
    assert min(rule.cost for rule in found.simple_rules) >= 0
    for decision in found.decisions:
        assert sum(each.share or 0 for each in decision.shares) == 1


@pytest.mark.compiled
def test_let_it_ride_has_the_strategy_that_players_know() -> None:
    found = best(RIDE, FULL)
    words = [[line.text for line in decision.lines] for decision in found.decisions]
    assert words[0][1:3] == ["any three of a kind", "a pair of tens or better"]
    assert words[0][3].startswith("of one suit: A-K-Q, A-K-J, A-K-10, A-Q-J, ")
    assert words[0][3].endswith(", 8-7-6, 7-6-5, 6-5-4, 5-4-3")
    assert words[1][5] == "any four cards of one suit"
    assert "J-10-9-8" in words[1][6]


def test_later_hands_that_are_too_many_are_told_by_their_shares(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST", 0)
    [first, *_] = best(RIDE).decisions[1].lines
    assert first.text.startswith("let bet 2 ride with ")
    assert first.text.endswith(" % of the hands that come to it")


def test_ultimate_is_told_before_the_flop_and_by_what_is_held_after_it() -> None:
    found = best(ULTIMATE)
    assert [decision.when for decision in found.decisions] == [
        "before any shared card",
        "with 3 shared cards",
        "with 5 shared cards",
    ]
    flop = found.decisions[1]
    assert sum(each.share for each in flop.holdings) == 1
    assert all(sum(each.taken) == 1 for each in flop.holdings)
    raised = sum(each.share * each.taken[0] for each in flop.holdings)
    assert raised == flop.shares[0].share, "counted in two ways"
    told = [line.text for line in found.lines()]
    assert "never raise 3x" in told
    assert f"{flop.holdings[0].name}: " in "".join(told)


def test_boards_of_fewer_than_five_cards_in_all_have_no_names() -> None:
    game = games.GAMES[ULTIMATE]
    [(style, steps), *_] = game.procedures.items()
    turned = {3: 2, 2: 3}
    other = tuple(
        replace(step, cards=turned[step.cards]) if Who.BOARD in step.turns else step
        for step in steps
    )
    found = best(ULTIMATE, procedures={style: other})
    assert [each.common for each in found.decisions] == [0, 2, 5]
    assert [each.holdings for each in found.decisions] == [(), (), ()]


def raising_alike(times: int) -> Opening:
    """Ultimate with raises after the flop and after the river that stake the same."""
    game = games.GAMES[ULTIMATE]
    [(style, steps), *_] = game.procedures.items()
    other = tuple(
        replace(
            step,
            choices=tuple(
                replace(each, times=times) if each.word == "2x" else each for each in step.choices
            ),
        )
        for step in steps
    )
    return best(ULTIMATE, procedures={style: other})


def test_where_two_ways_to_play_end_alike_no_share_of_later_choices_is_told() -> None:
    found = raising_alike(1)
    assert [each.share for each in found.decisions[2].shares] == [None, None]
    assert found.decisions[2].lines == ()
    assert any(" or " in text for text, _ in found.endings)
    assert read(found.as_json()) == found
    flop = found.decisions[1]
    assert all(" % of the hands" not in line.text for line in flop.lines)


def test_what_is_read_back_is_what_was_written() -> None:
    for key in (RIDE, ULTIMATE):
        found = best(key)
        assert read(found.as_json()) == found


def test_a_game_without_a_first_decision_has_no_opening() -> None:
    game = games.GAMES[RIDE]
    style, steps = next(iter(game.procedures.items()))
    plain = tuple(replace(step, choices=(), default="") for step in steps)
    kind = games.SETTLEMENTS[RIDE].kind
    assert isinstance(kind, Community)
    by = shared_cards(replace(game, procedures={style: plain}), kind, FEW[RIDE])
    assert by.opening(terms(game)) is None


def made(*starts: Start, shares: tuple[Share, ...]) -> Opening:
    return Opening("ante", starts, (Decision(0, shares, (Line(0, "raise it"),)),), (), ())


def test_a_chart_marks_each_choice_and_hands_whose_suits_decide() -> None:
    words = ("4x", "3x", "2x", "check")
    half = Fraction(1, 4)
    shares = tuple(Share(word, word, word, half) for word in words)
    worth = dict.fromkeys(words, Fraction(0))
    hands = zip(("Ac Kc", "Ac Kd", "Kc Kd", "Ac Ad", "As Ks"), (*words, "check"), strict=True)
    starts = [Start(tuple(sorted(parse(text))), 1, worth, word) for text, word in hands]
    drawn = starting_hands.chart(made(*starts, shares=shares))
    assert drawn is not None
    assert drawn.ranks == ("A", "K")
    looks = [[mark and (mark.letters, mark.look) for mark in row] for row in drawn.rows]
    assert looks == [[("C", "quiet"), ("*", "mixed")], [("3", "middle"), ("2", "faint")]]
    assert drawn.legend == "4 4x, 3 3x, 2 2x, C check"
    svg = charts.two_cards(drawn, "says")
    assert svg == charts.two_cards(drawn, "says")
    assert ">*</text>" in svg
    one = starting_hands.chart(made(*starts[:1], shares=shares))
    assert one is not None
    assert one.rows[1] == (None, None)
    three = Start(tuple(sorted(parse("Ac Kd Qc"))), 1, worth, "4x")
    assert starting_hands.chart(made(three, shares=shares)) is None


def test_a_chapter_has_the_chart_the_words_and_the_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = [type(each) for each in starting_hands.blocks(best(ULTIMATE))]
    assert kinds[0] is Beside
    assert kinds.count(Heading) == 2
    assert kinds[-1] is Fold
    ride = list(starting_hands.blocks(best(RIDE)))
    assert isinstance(ride[0], Heading)
    [ends] = [each for each in ride if isinstance(each, Beside)]
    [table] = ends.left
    assert isinstance(table, Table)
    assert table.title == "How a hand ends"
    monkeypatch.setattr(starting_hands, "MOST", 1)
    assert Fold not in map(type, starting_hands.blocks(best(RIDE)))


def test_pay_tables_under_which_play_is_the_same_share_a_chapter() -> None:
    same = best(ULTIMATE).as_json()
    other = {**same, "per": "blind"}
    tables = [{"pay_table": "1", **same}, {"pay_table": "2", **same}, {"pay_table": "3", **other}]
    titles = [each.title for each in starting_hands.chapters(tables)]
    assert titles == ["Strategy, table 1 and 2", "Strategy, table 3"]
    [alone] = starting_hands.chapters([{"pay_table": None, **same}])
    assert alone.title == "Strategy"
    assert "of all starting hands" in alone.lead
