"""Games with shared cards: figures, advice, players and books, each held against a second count."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from fairdeal import games
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.par import figure
from fairdeal.analysis.registry import solver_of, why_unsolved
from fairdeal.analysis.shared_cards import SharedCards, shared_at, shared_cards, structure_of
from fairdeal.analysis.solver import Situation
from fairdeal.analysis.solvers import community
from fairdeal.cards import DECK, parse
from fairdeal.errors import FairdealError, Refused
from fairdeal.games import referee
from fairdeal.games.kinds import Community
from fairdeal.games.layout import Act, Game, Pass, Placed, Who
from fairdeal.games.round import Round, Seat
from fairdeal.games.terms import Terms, terms
from fairdeal.players.optimal import optimal
from fairdeal.players.strategy import Situation as Seen
from fairdeal.rule import rule
from tests.examples import FEW as SMALL
from tests.examples import PACKAGES
from tests.solvers import games as by_hand
from tests.typed import Run

RIDE, ULTIMATE = "let-it-ride", "ultimate-texas-holdem"
pytestmark = pytest.mark.usefixtures("more_games")


def small(key: str) -> SharedCards:
    """The example game, played with a few cards only."""
    return few(games.GAMES[key], SMALL[key])


def few(game: Game, deck: tuple[int, ...], rules: Any = None) -> SharedCards:
    kind = rules or games.SETTLEMENTS[game.key].kind
    assert isinstance(kind, Community)
    return shared_cards(game, kind, deck)


def under(key: str, **pay_tables: str) -> Terms:
    return terms(games.GAMES[key], pay_tables)


def rides(own: tuple[int, ...], shared: tuple[int, ...], said: tuple[str, ...]) -> Counter[str]:
    """Cents that each bet of Let It Ride wins, ten dollars each."""
    seat = Seat(1, own, {"first": 1000, "second": 1000, "third": 1000}, said)
    played = Round(games.GAMES[RIDE], under(RIDE), (), (seat,), board=shared)
    return Counter[str]({line.bet: line.net_cents for line in referee.settle(played)})


def test_the_best_play_of_a_small_let_it_ride_is_that_of_a_loop_over_all_rounds() -> None:
    deck, total, deals = SMALL[RIDE], Fraction(0), 0
    nets = Counter[int]()
    for own in combinations(deck, 3):
        rest = [card for card in deck if card not in own]
        first: dict[str, list[Counter[str]]] = {"ride": [], "pull": []}
        for word, found in first.items():
            for card in rest:
                later = [each for each in rest if each != card]
                second = {
                    last: [rides(own, (card, each), (word, last)) for each in later]
                    for last in ("ride", "pull")
                }
                found += max(second.values(), key=lambda all_: sum(map(Counter.total, all_)))
        best = max(first.values(), key=lambda all_: sum(map(Counter.total, all_)))
        total += sum(map(Counter.total, best))
        deals += len(best)
        nets.update(map(Counter.total, best))
    found_figure = small(RIDE).figure("first", under(RIDE), AT_RESET)
    assert found_figure.house_edge == -total / deals / 1000
    assert found_figure.outcomes.total == deals
    assert {net * 1000: ways for net, ways in found_figure.outcomes.ways.items()} == nets


@pytest.mark.parametrize("key", [RIDE, ULTIMATE])
def test_a_structure_read_off_the_declaration_counts_as_one_written_by_hand(key: str) -> None:
    by, deck = small(key), SMALL[key]
    every: dict[str, Any] = {
        RIDE: (
            by_hand.RIDE,
            by_hand.RIDE_STRUCTURE,
            by_hand.RIDE_PAYS,
            {"bet-1": "first", "bet-2": "second", "bet-3": "third"},
        ),
        ULTIMATE: (
            by_hand.ULTIMATE,
            by_hand.ULTIMATE_STRUCTURE,
            by_hand.ULTIMATE_PAYS,
            {"ante": "ante", "blind": "blind", "play": "play"},
        ),
    }
    rules, structure, pays, names = every[key]
    other = community.solver(rules, structure, pays, deck)
    counts = other.count()
    solved = other.best(counts, pays)
    outcomes = other.tally(counts, solved)
    head = by.figure(by.of.head, under(key), AT_RESET)
    assert head.house_edge == -solved.value
    assert head.wagered == solved.wager
    for bet, ours in names.items():
        if ours != by.of.head and ours != "play":
            assert by.figure(ours, under(key), AT_RESET).outcomes == outcomes.of(bet)
    assert [start.choices for start in by.starts(under(key))] == [
        dict(zip(ours.choices, start.choices.values(), strict=True))
        for ours, start in zip(by.starts(under(key)), solved.starts, strict=True)
    ]


def test_cases_units_and_stages_follow_from_the_declaration() -> None:
    by = small(ULTIMATE)
    assert {case.bet: case.priced_by for case in by.cases()} == {
        "ante": "blind",
        "blind": "blind",
        "trips": "trips",
    }
    assert {case.bet: case.priced_by for case in small(RIDE).cases()} == {
        "first": "third",
        "second": "third",
        "third": "third",
        "three-card-bonus": "three-card-bonus",
    }
    assert (by.base, by.decided_by) == ({"ante": 1, "blind": 1, "play": 1}, "blind")
    assert shared_at(by.game) == [0, 3, 5]
    assert shared_at(games.GAMES[RIDE]) == [0, 1]
    structure = structure_of(by.of, frozenset({"trips"}))
    assert structure.parts == {"play": 1, "ante": 1, "blind": 2, "trips": 1}
    assert [[choice.word for choice in stage.choices] for stage in structure.stages] == [
        ["4x", "3x", "check"],
        ["2x", "check"],
        ["1x", "fold"],
    ]


@pytest.mark.compiled
def test_let_it_ride_has_the_published_figures() -> None:
    by, usual = solver_of(games.GAMES[RIDE]), under(RIDE)
    assert by.figure("first", usual, AT_RESET).house_edge == Fraction(37_963, 1_082_900)
    own = {line.event: line.ways for line in by.figure("three-card-bonus", usual, AT_RESET).lines}
    assert own == {
        "mini royal": 4,
        "straight flush": 44,
        "three of a kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
    }
    assert own.keys() == {line.event for line in figure(by.game, "three-card-bonus", usual).lines}


@pytest.mark.compiled
@pytest.mark.exhaustive
def test_seven_cards_win_trips_as_often_as_published() -> None:
    found = solver_of(games.GAMES[ULTIMATE]).figure("trips", under(ULTIMATE), AT_RESET)
    assert [line.ways for line in found.lines] == [
        *(4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620)
    ]
    assert found.hands == 133_784_560
    assert f"{float(found.house_edge):.3%}" == "3.498%"


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.exhaustive
def test_ultimate_texas_holdem_has_the_published_edge_and_a_sample_counted_directly() -> None:
    by, usual, chance = solver_of(games.GAMES[ULTIMATE]), under(ULTIMATE), Random(7)
    head = by.figure("ante", usual, AT_RESET)
    assert head.house_edge == Fraction(50_643_648_973, 2_317_817_502_000)
    assert f"{float(head.element_of_risk or 0):.3%}" == "0.526%"
    player = optimal(by.game, usual)
    for _ in range(10):
        dealt = tuple(chance.sample(DECK, 7))
        own, board = dealt[:2], dealt[2:]
        rest = [card for card in DECK if card not in dealt]
        told = by.advice(usual, Situation(own, board=board), AT_RESET).choices
        every = [raised(own, other, board, "1x") for other in combinations(rest, 2)]
        assert told == {"1x": Fraction(sum(every), len(every) * 1000), "fold": -2}
        word = player.word(Seen(own, (), ("check", "check"), ("1x", "fold"), board))
        assert word == max(told, key=lambda each: told[each])


def raised(own: tuple[int, ...], dealer: tuple[int, ...], board: tuple[int, ...], word: str) -> int:
    """Cents that ante, blind and play win, ten dollars each, after checks and a word."""
    said = {"4x": (), "2x": ("check",), "1x": ("check", "check"), "fold": ("check", "check")}[word]
    seat = Seat(1, own, {"ante": 1000, "blind": 1000}, (*said, word))
    played = Round(games.GAMES[ULTIMATE], under(ULTIMATE), dealer, (seat,), board=board)
    return sum(line.net_cents for line in referee.settle(played))


def test_advice_on_a_flop_is_the_average_of_all_that_can_follow() -> None:
    by, deck = small(ULTIMATE), SMALL[ULTIMATE]
    for own, flop in ((deck[:2], deck[2:5]), (deck[1:9:5], deck[3:6])):
        rest = [card for card in deck if card not in {*own, *flop}]
        twice, once = [], []
        for more in combinations(rest, 2):
            board, others = (*flop, *more), [card for card in rest if card not in more]
            hands = [*combinations(others, 2)]
            twice += [raised(own, other, board, "2x") for other in hands]
            stays = sum(raised(own, other, board, "1x") for other in hands)
            once.append(max(stays, -2000 * len(hands)))
        deals = 1000 * len(twice)
        known = Situation(own, board=flop)
        expected = {"2x": Fraction(sum(twice), deals), "check": Fraction(sum(once), deals)}
        assert by.advice(under(ULTIMATE), known, AT_RESET).choices == expected
        staked = replace(known, stakes={"ante": 1000, "blind": 1000, "trips": 500})
        dollars = by.advice(under(ULTIMATE), staked, AT_RESET)
        trips = by.of.rules.events["trips"].rule
        table = under(ULTIMATE).pay["trips"].units()
        wins = [table[trips((*own, *flop, *more))] for more in combinations(rest, 2)]
        beside = Fraction(5 * sum(wins), len(wins))
        assert dollars.per == "dollar"
        assert dollars.choices == {word: 10 * value + beside for word, value in expected.items()}


def test_advice_goes_by_the_words_so_far_and_own_cards_are_known() -> None:
    by, own = small(RIDE), parse("7c 7d Ks")
    stakes = {"first": 1000, "second": 1000, "third": 1000, "three-card-bonus": 500}
    found = {
        word: by.advice(
            under(RIDE),
            Situation(own, said=(word,), board=parse("2c"), stakes=stakes),
            AT_RESET,
        ).choices
        for word in ("ride", "pull")
    }
    rest = [card for card in SMALL[RIDE] if card not in {*own, *parse("2c")}]
    bonus = 5 * under(RIDE).pay["three-card-bonus"].units()[1]
    for first, choices in found.items():
        for second, value in choices.items():
            every = [rides(own, (*parse("2c"), card), (first, second)).total() for card in rest]
            assert value == Fraction(sum(every), len(every) * 100) + bonus
    assert by.advice(under(RIDE), Situation(own), AT_RESET).best == ("ride",)


@pytest.mark.parametrize(
    ("key", "known", "sentence"),
    [
        (RIDE, {"held": "7c 7d"}, r"the player has 2 cards \(7c 7d\): expected 3"),
        (RIDE, {"held": "7c 7d Ks", "up": "2c"}, "in let-it-ride no card of the dealer is up"),
        (RIDE, {"held": "7c 7d Ks", "board": "7c"}, "7c is named 2 times: in hand and board"),
        (RIDE, {"held": "7c 7d Ks", "board": "2c As"}, r"at 2 shared cards \(2c As\): expected 0"),
        (
            RIDE,
            {"held": "7c 7d Ks", "board": "2c"},
            "before the decision at 1 shared card there is 1",
        ),
        (
            RIDE,
            {"held": "7c 7d Ks", "said": "ride"},
            "1 decision given: before the decision at 0 shared cards",
        ),
        (
            RIDE,
            {"held": "7c 7d Ks", "board": "2c", "said": "raise"},
            "decision 1 was not 'raise': expected ride or pull",
        ),
        (
            RIDE,
            {"held": "7c 7d Ks", "stakes": {"three-card-bonus": 5}},
            "without an first there is nothing to decide",
        ),
        (RIDE, {"held": "7c 7d Ks", "seen": "2c 7h Tc Td"}, "4 seen cards are too many: 2 are"),
        (ULTIMATE, {"held": "2c 2d", "seen": "4h"}, "too many"),
        (
            ULTIMATE,
            {"held": "2c 2d", "board": "4h 5c 7c", "said": "check 2x"},
            "2 decisions given: before the decision at 3 shared cards there is 1",
        ),
    ],
)
def test_questions_that_make_no_sense_get_a_sentence(
    key: str, known: dict[str, Any], sentence: str
) -> None:
    asked = Situation(
        parse(known["held"]),
        parse(known["up"])[0] if "up" in known else None,
        parse(known.get("seen", "")),
        known.get("said", "").split(),
        known.get("stakes", {}),
        parse(known.get("board", "")),
    )
    with pytest.raises(FairdealError, match=sentence):
        small(key).advice(under(key), asked, AT_RESET)


@pytest.mark.parametrize("key", [RIDE, ULTIMATE])
def test_a_programmed_player_says_what_is_worth_most(key: str, few_cards: None) -> None:
    by, chance = small(key), Random(3)
    structure = structure_of(by.of, frozenset())
    player = optimal(by.game, under(key))
    for _ in range(60):
        at = chance.randrange(len(structure.stages))
        stage = structure.stages[at]
        dealt = tuple(chance.sample(SMALL[key], by.game.player_cards + stage.common))
        own, board = dealt[: by.game.player_cards], dealt[by.game.player_cards :]
        said = tuple(chance.choice([*structure.going_on(number)]) for number in range(at))
        words = tuple(choice.word for choice in stage.choices)
        told = by.advice(under(key), Situation(own, said=said, board=board), AT_RESET)
        assert player.word(Seen(own, (), said, words, board)) in told.best


def test_bets_placed_together_have_the_joint_law_of_all_rounds() -> None:
    by, deck = small(RIDE), SMALL[RIDE]
    stakes = {"first": 1000, "second": 1000, "third": 1000, "three-card-bonus": 500}
    told: list[float] = []
    found = by.together(under(RIDE), stakes, AT_RESET, told.append)
    assert found.joint.bets == ("first", "second", "third", "three-card-bonus")
    for bet in ("second", "third", "three-card-bonus"):
        assert found.joint.of(bet).mean == -by.figure(bet, under(RIDE), AT_RESET).house_edge
    base = dict.fromkeys(("first", "second", "third"), Fraction(1))
    assert found.joint.together(base) == by.figure("first", under(RIDE), AT_RESET).outcomes
    assert found.net_cents.mean == sum(
        found.joint.of(bet).mean * cents for bet, cents in stakes.items()
    )
    per_round = by.figure("first", under(RIDE), AT_RESET)
    assert found.wagered_cents == 1000 * (per_round.wagered or 0) + 500
    alone = by.together(under(RIDE), {"three-card-bonus": 500}, AT_RESET, told.append)
    assert alone.wagered_cents == 500
    assert alone.joint.of("three-card-bonus") == found.joint.of("three-card-bonus")
    assert len(deck) == 8


def changed_bet(game: Game, key: str, **changes: Any) -> Game:
    bets = tuple(replace(b, **changes) if b.key == key else b for b in game.bets)
    return replace(game, bets=bets)


def test_a_bet_that_a_fold_forfeits_is_counted_under_best_play_and_alone() -> None:
    game = changed_bet(games.GAMES[ULTIMATE], "trips", survives_fold=False)
    kind = games.SETTLEMENTS[ULTIMATE].kind
    by = few(game, SMALL[ULTIMATE], kind)
    lost, usual = by.figure("trips", under(ULTIMATE), AT_RESET), under(ULTIMATE)
    kept = small(ULTIMATE).figure("trips", usual, AT_RESET)
    assert lost.house_edge > kept.house_edge
    assert lost.assumptions == ("best strategy of the ante; a fold forfeits the bet",)
    stakes = {"ante": 1000, "blind": 1000, "trips": 500}
    why = "trips cannot be counted with other bets of ultimate-texas-holdem: a fold forfeits it"
    with pytest.raises(Refused, match=why):
        by.together(usual, stakes, AT_RESET, lambda _: None)
    with pytest.raises(Refused, match=why):
        by.advice(
            usual, Situation(parse("2c 2d"), board=parse("4h 5c 7c"), stakes=stakes), AT_RESET
        )
    assert by.advice(usual, Situation(parse("2c 2d"), board=parse("4h 5c 7c")), AT_RESET)


class Told(NamedTuple):
    """What the player's cards are."""

    blind: int
    trips: int


@rule
def settle_by_table(
    player: int, dealer: int, events: by_hand.UltimateEvents, pays: by_hand.UltimatePays
) -> by_hand.UltimateUnits:
    """The raised bet is paid by the blind's table, so that its sums depend on the pays."""
    line = pays.blind[events.blind + 0]
    return by_hand.UltimateUnits(0, 0, line if player > dealer else -1)


@rule
def settle_oddly(
    player: int, dealer: int, events: by_hand.UltimateEvents, pays: by_hand.UltimatePays
) -> by_hand.UltimateUnits:
    """The blind wins one more than its line pays when that is odd."""
    line = pays.blind[events.blind + 0]
    return by_hand.UltimateUnits(0, line + line % 2, 0)


@rule
def settle_without_trips(
    player: int, dealer: int, events: Told, pays: by_hand.UltimatePays
) -> by_hand.UltimateUnits:
    """Trips are left to their pay table, as bets with meters are."""
    return by_hand.settle_ultimate(player, dealer, by_hand.UltimateEvents(events.blind), pays)


def test_a_rule_that_no_open_table_fits_is_counted_for_the_pays_in_force() -> None:
    kind = games.SETTLEMENTS[ULTIMATE].kind
    assert isinstance(kind, Community)
    events = {"blind": kind.events["blind"]}
    rules = replace(by_hand.ULTIMATE, settle=settle_by_table, events=events)
    by = few(games.GAMES[ULTIMATE], SMALL[ULTIMATE], rules)
    pays = {"blind": under(ULTIMATE).pay["blind"].units()}
    alone = community.solver(rules, by_hand.ULTIMATE_STRUCTURE, pays, SMALL[ULTIMATE])
    found = alone.best(alone.count(), pays)
    assert by.figure("ante", under(ULTIMATE), AT_RESET).house_edge == -found.value
    by = few(games.GAMES[ULTIMATE], SMALL[ULTIMATE], replace(rules, settle=settle_oddly))
    with pytest.raises(Refused, match="does more with the pays than pay one of the lines"):
        by.figure("ante", under(ULTIMATE), AT_RESET)


def test_a_bet_that_a_meter_may_pay_has_a_figure_of_its_own_only() -> None:
    game, usual = games.GAMES[ULTIMATE], under(ULTIMATE)
    kind = games.SETTLEMENTS[ULTIMATE].kind
    assert isinstance(kind, Community)
    rules = replace(
        by_hand.ULTIMATE,
        settle=settle_without_trips,
        events={**by_hand.ULTIMATE.events, "trips": kind.events["trips"]},
    )
    by = few(game, SMALL[ULTIMATE], rules)
    assert by.figure("trips", usual, AT_RESET) == small(ULTIMATE).figure("trips", usual, AT_RESET)
    with pytest.raises(Refused, match="trips cannot be counted with other bets"):
        by.together(usual, {"ante": 100, "blind": 100, "trips": 100}, AT_RESET, lambda _: None)
    lost = few(changed_bet(game, "trips", survives_fold=False), SMALL[ULTIMATE], rules)
    with pytest.raises(Refused, match="a meter pays it, and a fold forfeits it"):
        lost.figure("trips", usual, AT_RESET)


def test_envy_beside_shared_cards_gets_a_sentence() -> None:
    usual, envious = under(ULTIMATE), terms(games.GAMES["three-card-poker"], {"bonus": "TCPB-03E"})
    [envy] = (each for each in envious.pay["bonus"].columns if each.others)
    table = usual.pay["trips"]
    paying = replace(
        table,
        columns=(*table.columns, envy),
        pays={**table.pays, envy.key: envious.pay["bonus"].pays[envy.key]},
        printed={**table.printed, envy.key: envious.pay["bonus"].printed[envy.key]},
    )
    asked = replace(usual, pay={**usual.pay, "trips": paying})
    with pytest.raises(Refused, match="pays for other players' hands, and cards are shared"):
        small(ULTIMATE).figure("trips", asked, AT_RESET)


def test_games_that_cannot_be_counted_get_a_sentence() -> None:
    game = games.GAMES[ULTIMATE]

    def why(game: Game) -> str:
        with pytest.raises(Refused) as refusal:
            few(game, SMALL[ULTIMATE], games.SETTLEMENTS[ULTIMATE].kind)
        assert refusal.value.code == "game.unsolved"
        return str(refusal.value)

    award = changed_bet(game, "blind", placed=Placed.AWARD, rides_on="ante", equals="")
    assert "blind has no stake of its own, and cards are shared" in why(award)
    [style, *_] = game.procedures
    up = tuple(
        replace(
            step, passes=(Pass(Who.BOARD, "ddddd"), Pass(Who.SEATS, "dd"), Pass(Who.DEALER, "ud"))
        )
        if step.act is Act.DEAL
        else step
        for step in game.procedures[style]
    )
    assert "a card of the dealer is up beside shared cards" in why(
        replace(game, procedures={style: up})
    )
    other = tuple(
        replace(
            step,
            choices=tuple(
                replace(choice, bet="trips", of="trips") if choice.word == "3x" else choice
                for choice in step.choices
            ),
        )
        for step in game.procedures[style]
    )
    assert "3x decides on trips, which is not part of the base game of ante" in why(
        replace(game, procedures={style: other})
    )


def test_a_game_without_a_decision_is_counted_as_it_falls() -> None:
    game = games.GAMES[RIDE]
    [style, *_] = game.procedures
    steps = tuple(
        replace(step, act=Act.ANNOUNCE, choices=(), default="") for step in game.procedures[style]
    )
    still = replace(game, procedures={style: steps})
    by = few(still, SMALL[RIDE], games.SETTLEMENTS[RIDE].kind)
    found = by.figure("first", under(RIDE), AT_RESET)
    assert found.house_edge == 3 * small(RIDE).figure("third", under(RIDE), AT_RESET).house_edge
    assert by.starts(under(RIDE)) == ()


def test_seats_share_what_shared_cards_decide() -> None:
    bonus = small(RIDE).covariance("three-card-bonus", under(RIDE))
    assert bonus is not None
    assert 0 < bonus < Fraction(1, 10)
    assert small(RIDE).covariance("third", under(RIDE)) is None
    assert small(ULTIMATE).covariance("trips", under(ULTIMATE)) is None


MORE = """
[third.2]
place = "our own"
pays = [
    ["royal-flush", "500 to 1"],
    ["straight-flush", "200 to 1"],
    ["four-of-a-kind", "50 to 1"],
    ["full-house", "11 to 1"],
    ["flush", "8 to 1"],
    ["straight", "5 to 1"],
    ["three-of-a-kind", "3 to 1"],
    ["two-pair", "2 to 1"],
    ["tens-or-better", "1 to 1"],
]
"""


@pytest.mark.parametrize(("key", "words"), [(RIDE, "let bet 1 ride"), (ULTIMATE, "never raise 3x")])
def test_par_sheets_as_files_have_a_chapter_about_strategy(
    key: str, words: str, few_cards: None, run: Run, tmp_path: Path
) -> None:
    page, paper = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    code, out, _ = run("par", key, "--html", str(page), "--pdf", str(paper))
    assert (code, out) == (0, "")
    text = page.read_text(encoding="utf-8")
    assert ">Before any shared card<" in text
    assert words in text
    assert "How a hand ends" in text
    assert paper.read_bytes().startswith(b"%PDF-")


def test_par_advise_and_sweep_take_the_games_as_any_other(
    few_cards: None, run: Run, tmp_path: Path
) -> None:
    code, out, err = run("par", ULTIMATE, "--bets", "ante=10 blind=10 trips=5")
    assert (code, err) == (0, "")
    assert "before any shared card:" in out
    assert "exact, over every deal" in out
    assert "C check" in out
    tables = tmp_path / "two.toml"
    own = (PACKAGES[RIDE] / "let_it_ride.toml").read_text(encoding="utf-8")
    tables.write_text(own + MORE, encoding="utf-8")
    code, out, err = run("par", RIDE, "--bet", "first", "--tables", str(tables))
    assert (code, err) == (0, "")
    assert "pay table 2" in out
    code, out, _ = run("par", RIDE, "--json")
    sheet = json.loads(out)
    [starting] = sheet["starting_hands"]
    assert starting["pay_table"] == "1"
    assert {each["best"] for each in starting["hands"]} <= {"ride", "pull"}
    assert sum(each["ways"] for each in starting["hands"]) == 56
    assert "strategies" not in sheet
    code, out, err = run("advise", RIDE, "--cards", "7c 7d Ks", "--board", "2c", "--said", "ride")
    assert (code, err) == (0, "")
    assert out.startswith("7c 7d Ks with 2c: ")
    code, out, err = run("advise", ULTIMATE, "--cards", "2c 2d", "--board", "4h 5c 7c", "--json")
    assert json.loads(out)["board"] == "4h 5c 7c"
    code, out, err = run("sweep", RIDE, "--bet", "first", "--vary", "third.two-pair=1..3")
    assert (code, err, len(out.splitlines())) == (0, "", 4)
    assert why_unsolved(games.GAMES[RIDE]) == ""
