"""The showdown solver on two large games, the house's own and small decks; each count twice."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
import pytest

from fairdeal import games
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.par import cases
from fairdeal.analysis.progress import unseen
from fairdeal.analysis.registry import solver_of, why_unsolved
from fairdeal.analysis.seven.patterns import Deck
from fairdeal.analysis.showdowns import Showdowns
from fairdeal.analysis.solver import Situation
from fairdeal.analysis.solvers import showdown
from fairdeal.analysis.solvers.asking import first, signature_of
from fairdeal.analysis.solvers.deals import split
from fairdeal.analysis.solvers.decisions import added, best, distribution, shares, values
from fairdeal.analysis.solvers.declared import Declared, declare
from fairdeal.analysis.solvers.lookup import Lookup
from fairdeal.analysis.solvers.showdown import Counts, by_hand, count, ranked
from fairdeal.analysis.solvers.staking import Choice
from fairdeal.analysis.strategy import Border, Step, Taken, _lowest, strategy
from fairdeal.cards import parse, show
from fairdeal.errors import Refused
from fairdeal.games import GAMES, SETTLEMENTS, ags_3_card
from fairdeal.games.kinds import Event, Of, Showdown, Strength, ask
from fairdeal.games.layout import Act, Game
from fairdeal.games.paytable import paid
from fairdeal.games.round import Round, Seat
from fairdeal.games.showdown import events_of, given_up, pays_of
from fairdeal.games.terms import Terms, terms
from fairdeal.players.optimal import optimal
from fairdeal.rule import rule
from fairdeal.web.form import edges
from tests.solvers import caribbean_stud, four_card_poker

CALL: Final = (Choice("call", {"call": 2}), Choice("fold", folds=True))
RAISE: Final = (
    *(Choice(word, {"play": times}) for times, word in enumerate(("play", "double", "triple"), 1)),
    Choice("fold", folds=True),
)
SHOWDOWNS: Final = [key for key in GAMES if isinstance(SETTLEMENTS[key].kind, Showdown)]
FEW: Final = Deck((0, 1, 11, 12), 3)
FOUR_SUITS: Final = Deck((0, 11, 12), 4)
TEN_CARDS: Final = Deck((8, 9, 10, 11, 12), 2)
TWELVE_CARDS: Final = Deck((0, 1, 2, 12), 3)
FIFTEEN_CARDS: Final = Deck((0, 1, 2, 11, 12), 3)
SIXTEEN_CARDS: Final = Deck((0, 1, 11, 12), 4)
LONG: Final = (pytest.mark.slow, pytest.mark.compiled, pytest.mark.exhaustive)


@cache
def caribbean() -> Declared:
    return declare(caribbean_stud.GAME, caribbean_stud.SHOWDOWN, CALL)


@cache
def four_card() -> Declared:
    return declare(four_card_poker.GAME, four_card_poker.SHOWDOWN, RAISE)


def chosen_by(of: Declared, under: Terms) -> tuple[Counts, Any, Any]:
    counts = of.counts()
    prices = of.prices(counts, under, AT_RESET)
    return counts, prices, best(counts, prices, of.choices, of.base)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.exhaustive
def test_caribbean_stud_has_its_published_figures() -> None:
    of = caribbean()
    counts, prices, chosen = chosen_by(of, caribbean_stud.usual())
    law = distribution(counts, prices, of.choices, of.base, chosen)
    taken = shares(counts, of.choices, chosen)
    assert law.house_edge == Fraction(142_031_221, 2_718_662_100)
    assert law.total == counts.deals == 19_933_230_517_200
    assert f"{float(law.house_edge / (of.before + added(of.choices, taken))):.5%}" == "2.55529%"
    assert f"{float(law.variance) ** 0.5:.5f}" == "2.24295"
    assert f"{float(taken[0]):.4%}" == "52.2255%"
    found = strategy(of, caribbean_stud.usual())
    assert len(found.cuts) == 13
    assert all(cut.steps[0].higher == "call" for cut in found.cuts)
    assert not found.never


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.exhaustive
def test_four_card_poker_has_its_published_figures_and_nobody_doubles() -> None:
    of, under = four_card(), four_card_poker.usual()
    counts, prices, chosen = chosen_by(of, under)
    law = distribution(counts, prices, of.choices, of.base, chosen)
    taken = shares(counts, of.choices, chosen)
    assert law.house_edge == Fraction(8_840_827_253, 317_119_576_410)
    told = [f"{float(share):.3%}" for share in taken]
    assert told == ["22.093%", "0.000%", "30.714%", "47.193%"]
    assert taken[1] == 0
    assert f"{float(law.house_edge / (of.before + added(of.choices, taken))):.4%}" == "1.3013%"
    alone = Showdowns(of).figure("aces-up", under, AT_RESET)
    assert f"{float(alone.house_edge):.4%}" == "3.8917%"
    assert alone.outcomes.total == 2_598_960
    found = strategy(of, under)
    assert found.never == ("double",)
    assert [(step.lower, step.higher) for step in found.cuts[0].steps] == [
        ("fold", "play"),
        ("play", "triple"),
    ]


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.exhaustive
@pytest.mark.parametrize(("game", "rows"), [(caribbean, 30), (four_card, 4)])
def test_rows_of_large_games_are_those_of_a_loop_over_the_dealers_hands(
    game: Any, rows: int
) -> None:
    of = game()
    under = {"caribbean-stud": caribbean_stud.usual, "four-card-poker": four_card_poker.usual}
    counts, prices, chosen = chosen_by(of, under[of.game.key]())
    worth = values(counts, prices, of.choices, of.base)
    lookup, random = Lookup(counts, chosen), Random(7)
    for _ in range(rows):
        dealt = tuple(random.sample(range(52), 6))
        known = Situation(dealt[:5], dealt[5])
        told = Showdowns(of).advice(under[of.game.key](), known, AT_RESET)
        situation = lookup.situation(tuple(sorted(dealt[:5])), dealt[5:])
        found = [Fraction(int(each[situation]), counts.going_on) for each in worth]
        assert found == list(told.choices.values())


@pytest.mark.parametrize("key", [*SHOWDOWNS[:1], *SHOWDOWNS[1:3]])
def test_situations_are_worth_what_a_loop_over_all_dealer_hands_says(key: str) -> None:
    game, under = GAMES[key], terms(GAMES[key])
    solver = solver_of(game)
    assert isinstance(solver, Showdowns)
    of = solver.of
    counts, prices, chosen = chosen_by(of, under)
    worth = values(counts, prices, of.choices, of.base)
    lookup, random = Lookup(counts, chosen), Random(11)
    for _ in range(6):
        dealt = tuple(random.sample(range(52), game.player_cards + 1))
        own, shown = dealt[:-1], dealt[-1:] if of.asked.up else ()
        told = solver.advice(under, Situation(own, shown[0] if shown else None), AT_RESET)
        situation = lookup.situation(tuple(sorted(own)), shown)
        found = [Fraction(int(each[situation]), counts.going_on) for each in worth]
        assert found == list(told.choices.values())


def naive_counts(of: Declared, under: Terms) -> tuple[dict[tuple[str, int], int], int]:
    """Every deal of a small deck, by the choice that is best and the units it wins."""
    game, rules, deck = of.game, of.rules, of.asked.deck.cards
    pays, total = pays_of(game, rules, under), 0
    found: dict[tuple[str, int], int] = {}
    for own in combinations(deck, game.player_cards):
        rest = [card for card in deck if card not in own]
        for up in combinations(rest, of.asked.up):
            hidden = [card for card in rest if card not in up]
            sums: dict[str, list[int]] = {choice.word: [] for choice in of.choices}
            for more in combinations(hidden, game.dealer_cards - of.asked.up):
                dealer = tuple(sorted((*up, *more)))
                result = rules.settle(
                    ask(rules.player.rule, own),
                    ask(rules.dealer.rule, dealer),
                    events_of(rules, Round(game, under, dealer, ()), Seat(1, own, {})),
                    pays,
                )
                units = dict(zip(of.bets, result, strict=True))
                for choice in of.choices:
                    net = 0
                    for bet in of.base:
                        lost = given_up(game, bet, under.options) if choice.folds else None
                        times = choice.stakes.get(bet, 0) + (bet not in of.decided)
                        net += times * (units[bet] if lost is None else lost)
                    sums[choice.word].append(net)
            word = max(sums, key=lambda each: sum(sums[each]))
            for net in sums[word]:
                found[word, net] = found.get((word, net), 0) + 1
                total += 1
    return found, total


@pytest.mark.parametrize(
    ("game", "rules", "choices", "under", "deck"),
    [
        (GAMES[SHOWDOWNS[0]], None, None, None, FEW),
        (GAMES[SHOWDOWNS[1]], None, None, None, FEW),
        (GAMES[SHOWDOWNS[2]], None, None, None, FOUR_SUITS),
        pytest.param(GAMES[SHOWDOWNS[3]], None, None, None, FEW, marks=pytest.mark.compiled),
        (
            caribbean_stud.GAME,
            caribbean_stud.SHOWDOWN,
            CALL,
            caribbean_stud.usual(),
            TEN_CARDS,
        ),
        (
            four_card_poker.GAME,
            four_card_poker.SHOWDOWN,
            RAISE,
            four_card_poker.usual(),
            TWELVE_CARDS,
        ),
        *(
            pytest.param(GAMES[key], None, None, None, deck, marks=LONG)
            for key in SHOWDOWNS
            for deck in (FIFTEEN_CARDS, SIXTEEN_CARDS)
        ),
    ],
    ids=lambda each: each.key if isinstance(each, Game) else "",
)
def test_small_decks_are_counted_as_a_loop_over_all_deals_counts_them(
    game: Game,
    rules: Showdown | None,
    choices: tuple[Choice, ...] | None,
    under: Terms | None,
    deck: Deck,
) -> None:
    kind = rules or SETTLEMENTS[game.key].kind
    assert isinstance(kind, Showdown)
    of, under = declare(game, kind, choices, deck), under or terms(game)
    counts, prices, chosen = chosen_by(of, under)
    found, total = naive_counts(of, under)
    law = distribution(counts, prices, of.choices, of.base, chosen)
    nets: dict[Fraction, int] = {}
    for (_, net), ways in found.items():
        nets[Fraction(net)] = nets.get(Fraction(net), 0) + ways
    assert law.total == total == counts.deals
    assert law.ways == {net: nets[net] for net in sorted(nets, reverse=True)}
    taken = dict.fromkeys((choice.word for choice in of.choices), 0)
    for (word, _), ways in found.items():
        taken[word] += ways
    assert shares(counts, of.choices, chosen) == [Fraction(ways, total) for ways in taken.values()]


def test_what_is_known_of_situations_is_known_of_every_hand() -> None:
    of = declare(GAMES[SHOWDOWNS[1]], kind_of(SHOWDOWNS[1]), deck=FEW)
    counts, _, chosen = chosen_by(of, terms(of.game))
    table, lookup = by_hand(counts, chosen + 1), Lookup(counts, chosen)
    cards = FEW.cards
    for place, own in enumerate(
        sorted(combinations(range(len(cards)), 3), key=lambda hand: hand[::-1])
    ):
        held = tuple(cards[each] for each in own)
        for up, card in enumerate(cards):
            if card in held:
                assert table[place, up] == 0
            else:
                assert table[place, up] == lookup.chosen(held, (card,)) + 1


def kind_of(key: str) -> Showdown:
    kind = SETTLEMENTS[key].kind
    assert isinstance(kind, Showdown)
    return kind


@rule
def spades_beat(a: int, b: int, c: int) -> int:
    """A strength that tells suits apart, which no strength may."""
    return max(a, b, c) & 3


@pytest.mark.parametrize("suits", ["", "d"])
def test_a_rule_that_tells_suits_apart_and_does_not_say_so_is_refused(suits: str) -> None:
    rules = kind_of(SHOWDOWNS[0])
    if suits:
        events = {**rules.events, "bonus": Event(spades_beat, Of.OWN, suits=suits)}
        rules = replace(rules, events=events)
    else:
        rules = replace(rules, player=Strength(spades_beat))
    with pytest.raises(Refused, match=r"the rule spades_beat tells .*suits"):
        count(declare(GAMES[SHOWDOWNS[0]], rules, deck=FOUR_SUITS).asked)


def test_strengths_far_apart_are_numbered_like_near_ones() -> None:
    of = declare(GAMES[SHOWDOWNS[0]], replace(kind_of(SHOWDOWNS[0]), dealer=Strength(far_apart)))
    found = ranked(far_apart, 3, FEW)
    assert np.array_equal(found.class_of, ranked(of.rules.player.rule, 3, FEW).class_of)


@rule
def far_apart(a: int, b: int, c: int) -> int:
    """The strength of three cards, each a million above the last."""
    return int(GAME_STRENGTH(a, b, c)) * 1_000_000


GAME_STRENGTH: Final = kind_of(SHOWDOWNS[0]).player.rule


def test_what_rules_said_can_be_forgotten() -> None:
    showdown.forget()
    assert showdown.ranked.cache_info().currsize == 0


def test_an_example_has_the_lowest_suits_that_events_allow() -> None:
    of = declare(GAMES[SHOWDOWNS[0]], kind_of(SHOWDOWNS[0]))
    assert show(_lowest(of, sorted(parse("As Ks Qs")))) == "Qs Ks As"
    assert show(_lowest(of, sorted(parse("Ah Kh Qh")))) == "Qc Kc Ac"
    assert show(_lowest(of, sorted(parse("As Ks 2h")))) == "2d Kc Ac"


def test_a_game_that_is_decided_twice_against_a_dealer_is_refused() -> None:
    game = GAMES[SHOWDOWNS[0]]
    steps = game.procedures["machine"]
    twice = replace(game, procedures={"machine": (*steps, *game.decisions)})
    with pytest.raises(Refused, match="a player who faces a dealer decides once") as refusal:
        declare(twice, kind_of(SHOWDOWNS[0]))
    assert refusal.value.code == "game.unsolved"


def test_a_dealer_without_hidden_cards_and_one_with_too_many_are_refused() -> None:
    game, rules = GAMES[SHOWDOWNS[1]], kind_of(SHOWDOWNS[1])
    with pytest.raises(Refused, match="no card of the player/dealer is hidden"):
        declare(replace(game, dealer_cards=1), rules)
    with pytest.raises(Refused, match="may hold 133,784,560 hands"):
        declare(replace(game, dealer_cards=7), rules)


def test_a_hand_is_looked_up_in_any_suits() -> None:
    counts, _, chosen = chosen_by(solved(SHOWDOWNS[1]), terms(GAMES[SHOWDOWNS[1]]))
    lookup = Lookup(counts, chosen)
    for up in ("Kd", "Kc", "Kh"):
        assert lookup.chosen(tuple(sorted(parse("Ks 9h 2d"))), parse(up)) == 0
        assert lookup.chosen(tuple(sorted(parse("Ks 8h 2d"))), parse(up)) == 1
    with pytest.raises(AssertionError, match="is in no situation"):
        lookup.situation(tuple(sorted(parse("Ks 9h 2d"))), parse("Ks"))


def solved(key: str) -> Declared:
    solver = solver_of(GAMES[key])
    assert isinstance(solver, Showdowns)
    return solver.of


def test_a_rule_without_named_forms_and_one_with_too_many_events_are_refused() -> None:
    with pytest.raises(Refused, match="does not name the form of events"):
        signature_of(spades_beat)
    with pytest.raises(Refused, match="10 cards or events are too many"):
        first(10)


class Nothing(NamedTuple):
    """No events, or no pays."""


class Won(NamedTuple):
    """Units of the ante."""

    ante: int


@rule
def higher_card(player: int, dealer: int, events: Nothing, pays: Nothing) -> Won:
    """Two to one for the higher card; ties push."""
    if player > dealer:
        return Won(2)
    return Won(0 if player == dealer else -1)


@rule
def rank_alone(card: int) -> int:
    """The rank of one card."""
    return card >> 2


@rule
def higher_rank(a: int, b: int) -> int:
    """The higher of two ranks."""
    return max(a, b) >> 2


@rule
def by_margin(player: int, dealer: int, events: Nothing, pays: Nothing) -> Won:
    """As many units as the player's rank is higher: a region for each rank."""
    return Won(max(player - dealer, -1))


def without_decision(rules: Showdown, dealt: int) -> Declared:
    """A game of one card against some, in which nothing is decided."""
    game = GAMES[SHOWDOWNS[0]]
    steps = tuple(step for step in game.procedures["machine"] if step.act is not Act.DECIDE)
    bets = tuple(bet for bet in game.bets if bet.key == "ante")
    procedures = {"machine": steps}
    return declare(
        replace(game, player_cards=1, dealer_cards=dealt, procedures=procedures, bets=bets), rules
    )


@pytest.mark.parametrize(
    ("settle", "ranking", "dealt"),
    [(higher_card, rank_alone, 1), (by_margin, rank_alone, 1), (higher_card, higher_rank, 2)],
)
def test_games_of_one_card_without_a_decision_are_counted(
    settle: Any, ranking: Any, dealt: int
) -> None:
    rules = Showdown(settle=settle, player=Strength(rank_alone), dealer=Strength(ranking))
    of = without_decision(rules, dealt)
    assert [(each.word, each.stakes, each.folds) for each in of.choices] == [("stay", {}, False)]
    assert (of.head, of.base, of.decided_by) == ("ante", {"ante": 1}, "")
    counts, under = of.counts(), Terms(of.game.key, {}, {"ante": "mandatory"}, {})
    prices = of.prices(counts, under, AT_RESET)
    chosen = best(counts, prices, of.choices, of.base)
    law = distribution(counts, prices, of.choices, of.base, chosen)
    nets: dict[int, int] = {}
    for own in range(52):
        for dealer in combinations([card for card in range(52) if card != own], dealt):
            net = settle(own >> 2, max(dealer) >> 2, Nothing(), Nothing()).ante
            nets[net] = nets.get(net, 0) + 1
    assert law.ways == nets
    told = strategy(of, under)
    assert (told.cuts, told.simple_rules) == ((), ())


def test_suits_that_events_name_stay_apart_beside_a_card_that_is_up() -> None:
    plain = kind_of(SHOWDOWNS[1])
    named = {"pair-plus": replace(plain.events["pair-plus"], suits="s")}
    laws = []
    for rules in (plain, replace(plain, events=named)):
        of = declare(GAMES[SHOWDOWNS[1]], rules, deck=FOUR_SUITS)
        counts, prices, chosen = chosen_by(of, terms(of.game))
        laws.append(distribution(counts, prices, of.choices, of.base, chosen).ways)
        assert len(counts.jobs) == (6 if rules is not plain else 3)
    assert laws[0] == laws[1]


def test_a_strategy_of_five_cards_names_hands_and_what_is_mixed() -> None:
    of = declare(caribbean_stud.GAME, caribbean_stud.SHOWDOWN, CALL, TEN_CARDS)
    found = strategy(of, caribbean_stud.usual(two_pair=3))
    assert len(found.cuts) == 5
    border = found.cuts[0].weakest_played
    assert border.words == "J-J-A-K-Q"
    assert found.cuts[0].chart == ()
    assert [each.text for each in found.simple_rules] == [
        "call every hand",
        "ignore the card that is up",
    ]
    raised = declare(four_card_poker.GAME, four_card_poker.SHOWDOWN, RAISE, TWELVE_CARDS)
    told = strategy(raised, four_card_poker.usual())
    assert sum(share for _, share in told.taken) == 1
    assert "double" in told.never
    assert told.as_json()["never"] == list(told.never)


def test_words_of_the_game_name_hands_where_it_has_some(monkeypatch: pytest.MonkeyPatch) -> None:
    of = declare(caribbean_stud.GAME, caribbean_stud.SHOWDOWN, CALL, TEN_CARDS)
    read = replace(caribbean_stud.SETTLEMENT, reads=lambda held: f"the hand {show(held)}")
    monkeypatch.setattr(games, "SETTLEMENTS", {**SETTLEMENTS, of.game.key: read})
    border = strategy(of, caribbean_stud.usual()).cuts[0].weakest_played
    assert border.words.startswith("the hand ")


def test_a_step_says_what_is_certain_and_what_is_not() -> None:
    nothing = Fraction(0)
    low, high = (
        Border((), number, text, nothing, nothing, nothing, (Taken("play", Fraction(1), (), ()),))
        for number, text in enumerate(("Q-6-3", "K-2-3"))
    )
    told = {
        (low, None, 0): "play: from Q-6-3 up",
        (high, low, 4): "play: from K-2-3 up, and some of the hands above Q-6-3",
        (high, None, 4): "play: from K-2-3 up, and some of the hands any hand",
        (None, low, 4): "play: some of the hands above Q-6-3",
        (None, None, 4): "play: with some hands of any strength",
    }
    for (always, never, mixed), text in told.items():
        assert Step("fold", "play", always, never, mixed).text == text.replace(
            "some of the hands any hand", "some of all others"
        )


def test_bets_on_all_the_cards_are_counted_with_the_base_game() -> None:
    of = declare(ags_3_card.GAME, ags_3_card.SHOWDOWN, deck=FEW)
    stakes = {"ante": 1, "six-card-bonus": 1}
    found = Showdowns(of).together(terms(ags_3_card.GAME), stakes, AT_RESET, unseen)
    hands = of.hands_by_event("six-card-bonus")
    units = terms(ags_3_card.GAME).pay["six-card-bonus"].units()
    alone = Fraction(sum(n * net for n, net in zip(hands, units, strict=True)), sum(hands))
    assert found.joint.of("six-card-bonus").mean == alone
    assert found.joint.total == of.counts().deals


def test_hands_of_every_length_are_taken_from_a_row() -> None:
    known = np.arange(52)
    for size in range(10):
        assert first(size)(known[5:], known) == tuple(range(5, 5 + size))


def test_the_bonus_of_3_way_action_counts_seven_cards() -> None:
    assert sum(solver_of(GAMES["three-way-action"]).hands_by_event("bonus")) == 133_784_560


def test_a_game_that_no_solver_fits_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(GAMES[SHOWDOWNS[0]], key="unsolved")
    known = {**SETTLEMENTS, "unsolved": replace(SETTLEMENTS[SHOWDOWNS[0]], kind=None)}
    monkeypatch.setattr(games, "SETTLEMENTS", known)
    monkeypatch.setattr(games, "GAMES", {**GAMES, "unsolved": game})
    why = "unsolved has no exact figures: no solver of the analysis fits its rules"
    assert why_unsolved(game) == why
    under = replace(terms(GAMES[SHOWDOWNS[0]]), game="unsolved")
    assert edges.counted(under) == {}
    assert edges._key(under)[2] == ""
    for ask_for in (cases, lambda each: optimal(each, terms(GAMES[SHOWDOWNS[0]]))):
        with pytest.raises(Refused, match=why) as refusal:
            ask_for(game)
        assert refusal.value.code == "game.unsolved"


@rule
def by_all_the_cards(
    player: int, dealer: int, events: ags_3_card.Events, pays: ags_3_card.Pays
) -> ags_3_card.Result:
    """A rule that compares hands otherwise when all cards make something."""
    won = 1 if player > dealer + (events.six_card_bonus << 8) else -1
    return ags_3_card.Result(won, won, 0, 0, paid(pays.six_card_bonus, events.six_card_bonus))


def test_regions_that_depend_on_all_the_cards_are_refused() -> None:
    rules = replace(ags_3_card.SHOWDOWN, settle=by_all_the_cards)
    of = declare(ags_3_card.GAME, rules, deck=FOUR_SUITS)
    with pytest.raises(Refused, match="six-card-bonus cannot be counted with the base game"):
        split(of.counts(), "six-card-bonus", 9, unseen)


def test_events_of_all_cards_that_claim_no_flush_are_counted_by_orbits() -> None:
    events = {**ags_3_card.SHOWDOWN.events, "six-card-bonus": Event(SIX, Of.ALL)}
    rules = replace(ags_3_card.SHOWDOWN, events=events)
    deck = Deck((0, 1, 2, 3, 12), 3)
    by_orbits = declare(ags_3_card.GAME, rules, deck=deck).hands_by_event("six-card-bonus")
    by_kinds = declare(ags_3_card.GAME, ags_3_card.SHOWDOWN, deck=deck)
    assert by_orbits == by_kinds.hands_by_event("six-card-bonus")
    assert sum(by_orbits) == 5_005


SIX: Final = ags_3_card.six_card_event
