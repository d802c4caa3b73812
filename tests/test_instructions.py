"""Strategies told to people: what they say, what they cost, and that they can be followed."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, Final

import numpy as np
import pytest

from fairdeal.analysis import instructions as module
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.decision_tree import (
    Answer,
    Fact,
    Facts,
    Node,
    Question,
    _Growing,
    answers,
    decided,
    grown,
)
from fairdeal.analysis.instructions import Instructions, Line, Names, Part, Row, names
from fairdeal.analysis.registry import solver_of
from fairdeal.analysis.seven.patterns import Deck
from fairdeal.analysis.showdowns import Showdowns
from fairdeal.analysis.solvers.decisions import values
from fairdeal.analysis.solvers.declared import Declared, declare
from fairdeal.analysis.strategy import Strategy, strategy
from fairdeal.cards import parse
from fairdeal.errors import Refused
from fairdeal.games import GAMES, SETTLEMENTS
from fairdeal.games.kinds import Showdown, ask
from fairdeal.games.layout import Game
from fairdeal.games.round import Round, Seat
from fairdeal.games.showdown import events_of, given_up, pays_of
from fairdeal.games.terms import Terms, terms
from tests.examples import example, registered

SMALL: Final = {
    "caribbean-stud": Deck((8, 9, 10, 11, 12), 2),
    "four-card-poker": Deck((0, 3, 5, 8, 10, 12), 2),
    "napa-three-card-poker": Deck((0, 1, 11, 12), 3),
    "three-card-poker": Deck((0, 1, 9, 10, 12), 3),
}


@pytest.fixture(autouse=True, scope="module")
def _with_examples() -> Iterator[None]:
    with registered(example("caribbean-stud"), example("four-card-poker")):
        yield


@cache
def small(key: str) -> Declared:
    kind = SETTLEMENTS[key].kind
    assert isinstance(kind, Showdown)
    return declare(GAMES[key], kind, deck=SMALL[key])


@cache
def worth(key: str) -> dict[tuple[tuple[int, ...], int | None], dict[str, int]]:
    """Units that each choice wins in each situation of a small deck, by the rules alone."""
    of, game = small(key), GAMES[key]
    under, deck = terms(game), of.asked.deck.cards
    return {
        (own, up[0] if up else None): _summed(of, game, under, own, up)
        for own in combinations(deck, game.player_cards)
        for up in combinations([card for card in deck if card not in own], of.asked.up)
    }


def _summed(
    of: Declared, game: Game, under: Terms, own: tuple[int, ...], up: tuple[int, ...]
) -> dict[str, int]:
    rest = [card for card in of.asked.deck.cards if card not in own and card not in up]
    sums = dict.fromkeys((choice.word for choice in of.choices), 0)
    for more in combinations(rest, game.dealer_cards - len(up)):
        dealer = tuple(sorted((*up, *more)))
        result = of.rules.settle(
            ask(of.rules.player.rule, own),
            ask(of.rules.dealer.rule, dealer),
            events_of(of.rules, Round(game, under, dealer, ()), Seat(1, own, {})),
            pays_of(game, of.rules, under),
        )
        for bet, units in zip(of.bets, result, strict=True):
            for choice in of.choices if bet in of.base else ():
                lost = given_up(game, bet, under.options) if choice.folds else None
                times = choice.stakes.get(bet, 0) + (bet not in of.decided)
                sums[choice.word] += times * (units if lost is None else lost)
    return sums


def told(key: str) -> Instructions:
    found = strategy(small(key), terms(GAMES[key])).instructions
    assert found is not None
    return found


def counted_cost(key: str, choice: Callable[[tuple[int, ...], int | None], str]) -> Fraction:
    """What a way to play loses against the best, by the rules alone."""
    known = worth(key)
    lost = sum(max(won.values()) - won[choice(*seen)] for seen, won in known.items())
    return Fraction(lost, len(known) * small(key).asked.going_on)


@pytest.mark.parametrize("key", SMALL)
def test_instructions_cost_what_a_player_loses_who_follows_them(key: str) -> None:
    found = told(key)
    assert found.cost == counted_cost(key, found.choice)
    by_words = {"call", "play", "double", "triple", "fold"}
    assert {found.choice(*seen) for seen in worth(key)} <= by_words - set(found.never)


@pytest.mark.parametrize("key", ["caribbean-stud", "four-card-poker"])
def test_fewer_answers_cost_more_and_exactly_what_they_lose(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    costs = []
    for most in (3, 8, 200):
        monkeypatch.setattr(module, "MOST", most)
        found = told(key)
        assert found.cost == counted_cost(key, found.choice)
        costs.append(found.cost)
    assert costs[0] > costs[1] > costs[2]
    least = dict[tuple[int, ...], dict[str, int]]()
    facts = names(small(key)).facts
    for seen, won in worth(key).items():
        sums = least.setdefault(facts.of(*seen), dict.fromkeys(won, 0))
        for word, units in won.items():
            sums[word] += max(won.values()) - units
    lost = sum(min(sums.values()) for sums in least.values())
    floor = Fraction(lost, len(worth(key)) * small(key).asked.going_on)
    assert floor <= costs[2] <= max(floor, module.ENOUGH)


@pytest.mark.parametrize("key", ["caribbean-stud", "four-card-poker"])
def test_json_of_instructions_can_be_followed_like_the_instructions(key: str) -> None:
    found = told(key)
    shown = json.loads(json.dumps(found.as_json()))
    parts = [part for row in shown["rows"] for part in row["parts"]]
    assert sum(Fraction(part["share"]["exact"]) for part in parts) == 1
    facts, of = found.names.facts, small(key)
    named = [found.names.words(place) for place in range(len(facts.strengths))]
    assert len(set(named)) == len(named)

    def followed(held: tuple[int, ...], up: int | None) -> str:
        known = dict(zip(facts.columns, facts.of(held, up), strict=True))
        place = next(value for column, value in known.items() if column.fact is Fact.STRENGTH)
        part = next(
            each
            for each in parts
            if named.index(each["weakest"]) <= place <= named.index(each["strongest"])
        )
        node = part["decision"]
        while "choice" not in node:
            value = next(
                value
                for column, value in known.items()
                if column.fact == node["fact"]
                and (column.fact is not Fact.CARD or column.card == node["card"] - 1)
            )
            least = node["at_least"]
            if node["fact"] == "strength":
                least = named.index(least)
            elif isinstance(least, str):
                least = "23456789TJQKA".index(least)
            node = node["yes"] if value >= least else node["no"]
        return str(node["choice"])

    assert all(followed(*seen) == found.choice(*seen) for seen in worth(key))
    assert len(of.choices) > 1


@pytest.mark.parametrize("key", SMALL)
def test_facts_read_off_cards_are_those_that_kernels_read(key: str) -> None:
    of = small(key)
    facts, deck = names(of).facts, np.array(of.asked.deck.cards)
    counts = of.counts()
    classes = np.searchsorted(np.array(facts.strengths), counts.kinds.strengths)
    seen = 0
    for job, rows, _ in counts.situations():
        up = job.cards[0] if job.up else None
        read = facts.rows(classes[rows.kind], rows.hands, deck, -1 if up is None else up)
        for hand, known in zip(rows.hands, read.tolist(), strict=True):
            assert facts.of(tuple(deck[hand].tolist()), up) == tuple(known)
            seen += 1
    assert seen > 20


def test_facts_of_a_hand_are_what_a_person_would_say() -> None:
    facts = names(small("four-card-poker")).facts
    held, up = parse("Qc Qd Tc 7c 2d"), parse("Td")[0]
    known = dict(zip(facts.columns, facts.of(held, up), strict=True))
    by_fact = {
        column.fact: value for column, value in known.items() if column.fact is not Fact.CARD
    }
    assert by_fact == {
        Fact.STRENGTH: by_fact[Fact.STRENGTH],
        Fact.UP: 8,
        Fact.HELD: 1,
        Fact.SUITED: 2,
        Fact.LEFT: 0,
        Fact.FLUSH: 3,
    }
    cards = [value for column, value in known.items() if column.fact is Fact.CARD]
    assert cards == [1, 1, 0, -1, -1]


def whole(key: str) -> Strategy:
    found = solver_of(GAMES[key]).strategy(terms(GAMES[key]))
    assert found is not None
    return found


def lines(key: str) -> list[str]:
    found = whole(key).instructions
    assert found is not None
    assert found.cost == 0
    return [line.text for line in found.lines()]


def test_games_in_which_strength_decides_are_told_in_a_sentence() -> None:
    assert lines("three-card-poker") == [
        "play Q-6-4 and better (67.42 %); fold Q-6-3 and below (32.58 %)"
    ]
    assert lines("napa-three-card-poker") == [
        "against A: play A-9-2 and better (35.17 %); fold A-8-7 and below (64.83 %)",
        "against K: play K-9-2 and better (50.52 %); fold K-8-7 and below (49.48 %)",
        "against Q: play Q-9-2 and better (63.19 %); fold Q-8-7 and below (36.81 %)",
        "against J to 2: play every hand",
    ]


@pytest.mark.compiled
def test_fury_is_told_by_the_three_cards_that_count() -> None:
    assert lines("three-card-fury") == [
        "play Q-5-3 and better (87.87 %); fold J-10-8 and below (12.13 %)"
    ]


def test_rows_that_a_rank_up_tells_apart_are_followed_by_that_rank() -> None:
    found = whole("napa-three-card-poker").instructions
    assert found is not None
    assert [found.choice(parse("Kc 8d 7h"), parse(up)[0]) for up in ("Ks", "Qs", "Js")] == [
        "fold",
        "play",
        "play",
    ]


CARIBBEAN: Final = """\
call A-K-Q-J-2 and better (50.20 %)
from A-K-4-3-2 to A-K-Q-10-9 (6.12 %), the first line that fits decides:
  with A-K-J-8-3 or better:
    if you hold a card of the rank up: call
    below A-K-Q-8-3: fold
    if the card up is no higher than your fourth highest card: call
    otherwise fold
  if you hold no card of the rank up: fold
  if the card up is a jack or lower: call
  with A-K-J-3-2 or better: call
  otherwise fold
fold everything below A-K-4-3-2 (43.68 %)
following these lines costs 0.00099 % of the ante more than best play"""


def by_hand(of: Declared) -> tuple[Fraction, Fraction]:
    """What Caribbean Stud costs by strength alone, and by the lines as a person reads them."""
    counts, under = of.counts(), terms(of.game)
    prices = of.prices(counts, under, AT_RESET)
    call, fold = values(counts, prices, of.choices, of.base)
    lost, by_strength = 0, dict[int, list[int]]()
    for job, rows, situation in counts.situations():
        up, hands = job.cards[0] >> 2, rows.hands.astype(np.int64) >> 2  # the lowest card first
        strength = counts.kinds.strengths[rows.kind]
        gain = (call[situation] - fold[situation]) * rows.ways
        holds = (hands == up).any(axis=1)
        upper = strength >= 0xCB961
        high = holds | ((strength >= 0xCBA61) & (up <= hands[:, 1]))
        low = holds & ((up <= 9) | (strength >= 0xCB910))
        calls = (strength >= 0xCBA90) | ((strength >= 0xCB210) & np.where(upper, high, low))
        lost += int(np.where(calls, np.maximum(-gain, 0), np.maximum(gain, 0)).sum())
        for sign, part in ((0, np.maximum(gain, 0)), (1, np.maximum(-gain, 0))):
            different, of_row = np.unique(strength, return_inverse=True)
            sums = np.zeros(len(different), np.int64)
            np.add.at(sums, of_row, part)
            for each, number in zip(different.tolist(), sums.tolist(), strict=True):
                by_strength.setdefault(each, [0, 0])[sign] += number
    alone = sum(min(each) for each in by_strength.values())
    return Fraction(alone, counts.deals), Fraction(lost, counts.deals)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.exhaustive
def test_caribbean_stud_is_told_in_eight_lines_for_a_thousandth_of_a_percent() -> None:
    solver = solver_of(GAMES["caribbean-stud"])
    assert isinstance(solver, Showdowns)
    found = whole("caribbean-stud")
    assert found.instructions is not None
    assert shown(found.instructions) == CARIBBEAN
    [row] = found.instructions.rows
    [band] = [part for part in row.parts if part.is_band]
    assert (band.last - band.first + 1, answers(band.decision)) == (156, 8)
    alone, cost = by_hand(solver.of)
    assert found.instructions.cost == cost
    assert f"{float(alone):.3%}" == "0.092%"
    costs = {each.text: f"{float(each.cost):.4%}" for each in found.simple_rules}
    assert costs["call ace-king or better, as the dealer does"] == "0.4577%"


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.exhaustive
def test_four_card_poker_is_told_in_few_answers_and_nobody_doubles() -> None:
    found = whole("four-card-poker")
    assert found.instructions is not None
    told_lines = shown(found.instructions).splitlines()
    assert "never double" in told_lines
    assert told_lines[0] == "triple K-K-A-3 and better (19.34 %)"
    assert "  if the card up is no higher than your pair:" in told_lines
    assert found.instructions.cost < Fraction(4, 10_000)
    bands = [part for part in found.instructions.rows[0].parts if part.is_band]
    assert sum(part.last - part.first + 1 for part in bands) == 546
    assert sum(answers(part.decision) for part in bands) == 23


def shown(found: Instructions) -> str:
    return "\n".join("  " * line.depth + line.text for line in found.lines())


XOR: Final = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.int16)


def test_a_question_that_saves_nothing_alone_is_asked_for_the_next_one() -> None:
    lost = np.array([[0, 1], [1, 0], [1, 0], [0, 1]], float)
    [tree] = grown(XOR, lost, [np.arange(4)], 0.01, 8)
    assert [decided(tree, facts) for facts in XOR.tolist()] == [0, 1, 1, 0]


def test_a_tree_asks_nothing_that_does_not_matter() -> None:
    lost = np.array([[0, 1], [0, 1], [0, 1], [0, 1]], float)
    assert grown(XOR, lost, [np.arange(4)], 0.0, 8) == [Answer(0)]
    same = np.zeros((2, 2), np.int16)  # nothing tells these two apart
    assert grown(same, np.array([[0, 1], [2, 0]], float), [np.arange(2)], 0.0, 8) == [Answer(1)]


def test_questions_of_one_fact_that_agree_below_or_above_are_one() -> None:
    facts = np.array([[0, 0], [1, 0], [1, 1], [2, 0]], np.int16)
    ladder = [(1, 0, 1, 0), (0, 0, 1, 1), (0, 1, 1, 1), (1, 1, 1, 0), (0, 0, 0, 1)]
    for best in ladder:
        lost = np.array([[choice != 0, choice != 1] for choice in best], float)
        [tree] = grown(facts, lost, [np.arange(4)], 0.0, 8)
        assert [decided(tree, each) for each in facts.tolist()] == list(best)
        assert not any(_is_idle(each) for each in _questions(tree))


def test_of_two_questions_about_one_fact_only_the_one_that_matters_is_asked() -> None:
    def leaf(choice: int) -> _Growing:
        return _Growing(np.arange(0), np.array([choice != 0, choice != 1], float))

    def question(at_least: int, yes: _Growing, no: _Growing) -> _Growing:
        return _Growing(np.arange(0), np.zeros(2), 0, at_least, yes, no)

    higher = question(1, question(2, leaf(0), leaf(1)), leaf(1))
    assert higher.tree() == Question(0, 2, Answer(0), Answer(1))
    lower = question(2, leaf(0), question(1, leaf(0), leaf(1)))
    assert lower.tree() == Question(0, 1, Answer(0), Answer(1))


def test_hands_that_lose_nothing_either_way_may_be_answered_either_way() -> None:
    facts = np.array([[0], [1], [2]], np.int16)
    lost = np.array([[0, 0], [2, 0], [0, 1]], float)
    [tree] = grown(facts, lost, [np.arange(3)], 0.0, 8)
    assert [decided(tree, each) for each in facts.tolist()][1:] == [1, 0]


def _questions(node: Node) -> Iterator[Question]:
    if isinstance(node, Question):
        yield node
        yield from _questions(node.yes)
        yield from _questions(node.no)


def _is_idle(node: Question) -> bool:
    yes, no = node.yes, node.no
    one = isinstance(yes, Question) and yes.column == node.column and yes.no == no
    other = isinstance(no, Question) and no.column == node.column and no.yes == yes
    return yes == no or one or other


def asked(fact: Fact, at_least: int, card: int = 0, key: str = "four-card-poker") -> list[str]:
    """The lines for one question in the band of all hands."""
    told_by = names(small(key))
    column = next(
        place
        for place, each in enumerate(told_by.facts.columns)
        if each.fact is fact and each.card == card
    )
    node = Question(column, at_least, Answer(0), Question(column, at_least, Answer(0), Answer(1)))
    last = len(told_by.facts.strengths) - 1
    row = Row((), (Part(0, last, Fraction(1), node),))
    turned = Row((), (Part(0, last, Fraction(1), Question(column, at_least, node, Answer(1))),))
    found = []
    for each in (row, turned):
        words = ("play", "fold")
        told_so = Instructions(told_by, words, (each,), (), "ante", Fraction(0))
        found.append(list(told_so.lines())[1].text.partition(":")[0])
    return found


@pytest.mark.parametrize(
    ("fact", "at_least", "card", "texts"),
    [
        (
            Fact.UP,
            10,
            0,
            ["if the card up is a queen or higher", "if the card up is a jack or lower"],
        ),
        (Fact.UP, 12, 0, ["if the card up is an ace", "if the card up is a king or lower"]),
        (Fact.UP, 1, 0, ["if the card up is a three or higher", "if the card up is a two"]),
        (
            Fact.HELD,
            1,
            0,
            ["if you hold a card of the rank up", "if you hold no card of the rank up"],
        ),
        (
            Fact.HELD,
            2,
            0,
            [
                "if you hold two or more cards of the rank up",
                "if you hold fewer than two cards of the rank up",
            ],
        ),
        (
            Fact.SUITED,
            1,
            0,
            ["if you hold a card of the suit up", "if you hold no card of the suit up"],
        ),
        (
            Fact.LEFT,
            6,
            0,
            [
                "if the card left over is an eight or higher",
                "if the card left over is a seven or lower",
            ],
        ),
        (
            Fact.FLUSH,
            3,
            0,
            [
                "if three or more of your cards are of one suit",
                "if fewer than three of your cards are of one suit",
            ],
        ),
        (
            Fact.CARD,
            0,
            1,
            [
                "if the card up is no higher than your second card, with sets first",
                "if the card up is higher than your second card, with sets first",
            ],
        ),
        (
            Fact.CARD,
            1,
            0,
            [
                "if the card up is lower than your first card, with sets first",
                "if the card up is no lower than your first card, with sets first",
            ],
        ),
    ],
)
def test_every_question_has_words_for_yes_and_for_no(
    fact: Fact, at_least: int, card: int, texts: list[str]
) -> None:
    assert asked(fact, at_least, card) == texts


def test_a_card_is_named_by_the_hands_that_are_in_question() -> None:
    told_by = names(small("four-card-poker"))
    by_name = {told_by.words(place): place for place in range(len(told_by.suited))}
    high = by_name["A-Q-10-7"]
    pair = by_name["Q-Q-A-10"]
    two_pair = by_name["two pair (aces and queens)"]
    assert told_by.nth_card(0, high, high) == "your highest card"
    assert told_by.nth_card(3, high, high) == "your fourth highest card"
    assert told_by.nth_card(0, pair, pair) == "your pair"
    assert told_by.nth_card(2, pair, pair) == "your third card, with sets first"
    assert told_by.nth_card(3, two_pair, two_pair) == "your lower pair"
    three = names(small("three-card-poker"))
    trips = [three.words(place) for place in range(len(three.suited))].index(
        "three of a kind (jacks)"
    )
    assert three.nth_card(2, trips, trips) == "your three of a kind"


def test_hands_that_share_a_name_are_told_apart_by_their_ranks() -> None:
    told_by = names(small("three-card-poker"))
    found = [told_by.words(place) for place in range(len(told_by.suited))]
    assert len(set(found)) == len(found)
    assert {"A-Q-J", "three of a kind (jacks)", "A-A-Q"} <= set(found)
    assert any(each.startswith("ace-high flush (A-") for each in found)
    place = found.index("J-J-2")
    assert (told_by.from_words(place), told_by.from_words(place + 1)) == ("pair of jacks", "J-J-3")


def test_hands_of_a_game_without_words_are_shown() -> None:
    told_by = names(small("three-card-poker"))
    nameless = Names(told_by.facts, told_by.examples, told_by.suited, told_by.sets, None)
    flush = int(np.flatnonzero(told_by.suited)[0])
    assert len(parse(nameless.words(flush))) == 3
    assert nameless.from_words(0) == nameless.words(0) == "J-3-2"


def test_lines_name_what_lies_at_the_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    told_by = names(small("three-card-poker"))
    last = len(told_by.suited) - 1
    node = Question(0, 3, Answer(0), Answer(1))
    half = Fraction(1, 2)

    def first_line(*parts: Part) -> list[Line]:
        row = Row((), parts)
        found = Instructions(told_by, ("play", "fold"), (row,), (), "ante", Fraction(0))
        return list(found.lines())

    below = first_line(Part(5, last, half, Answer(0)), Part(0, 4, half, node))
    assert below[1].text.startswith(f"{told_by.words(4)} and below (50.00 %), the first line")
    above = first_line(Part(5, last, half, node), Part(0, 4, half, Answer(1)))
    assert above[0].text.startswith(f"{told_by.words(5)} and better (50.00 %), the first line")
    assert above[-1].text == f"fold everything below {told_by.words(5)} (50.00 %)"
    middle = first_line(
        Part(5, last, half, Answer(0)), Part(4, 4, half, Answer(1)), Part(0, 3, half, Answer(0))
    )
    assert f"; fold {told_by.words(4)} (" in middle[0].text


def test_pays_beyond_all_measure_have_no_strategy_and_say_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of, under = small("three-card-poker"), terms(GAMES["three-card-poker"])
    huge: dict[str, Any] = {**of.base, "ante": 10**17}
    monkeypatch.setitem(of.__dict__, "base", huge)
    with pytest.raises(Refused, match="three-card-poker cannot be told: its pays are too large"):
        strategy(of, under)


def test_suits_that_an_event_tells_apart_change_no_instructions() -> None:
    game, kind = GAMES["napa-three-card-poker"], SETTLEMENTS["napa-three-card-poker"].kind
    assert isinstance(kind, Showdown)
    spades = replace(kind.events["pair-plus"], suits="s")
    apart = replace(kind, events={**kind.events, "pair-plus": spades})
    found = [
        strategy(declare(game, each, deck=Deck((0, 11, 12), 4)), terms(game))
        for each in (kind, apart)
    ]
    one, other = (shown(each.instructions) for each in found if each.instructions)
    assert one == other
    assert found[0].taken == found[1].taken


def test_facts_without_a_card_up_are_fewer() -> None:
    facts = names(small("three-card-poker")).facts
    assert isinstance(facts, Facts)
    assert [column.fact for column in facts.columns] == [Fact.STRENGTH, Fact.LEFT, Fact.FLUSH]
