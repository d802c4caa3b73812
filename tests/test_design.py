"""The search for pay tables: against a loop over every table, and against whole figures."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal.analysis import bounds, search
from fairdeal.analysis.bounds import Odds, roughness, space_of, usual_odds
from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.design import (
    MOST_BEST,
    MOST_JUDGED,
    MOST_SUMMED,
    Between,
    Design,
    Designs,
    Goal,
    between,
    design,
    searched,
)
from fairdeal.analysis.distribution import Distribution
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.par import figure
from fairdeal.analysis.search import Constant, Rank, Row, Sums, Wanted
from fairdeal.errors import FairdealError, Malformed, Refused
from fairdeal.games import GAMES
from fairdeal.games.layout import Game
from fairdeal.games.paytable import Pay, Unit, pay_of
from fairdeal.games.sheets import approved, read_sheets
from fairdeal.games.terms import Terms, terms
from fairdeal.games.variant import Change, changed
from fairdeal.report import designs
from tests.examples import duel_in_halves, edited, registered

TCP, NAPA, AGS, FURY, WAYS = GAMES.values()

WIDE = Goal(edge=between(-1, 1))


@dataclass(frozen=True)
class Asked:
    """A search that a loop can do as well."""

    game: str
    bet: str
    rows: Mapping[str, Sequence[Odds]]
    goal: Goal
    options: Mapping[str, str] | None = None
    tables: Mapping[str, str] | None = None
    any_order: bool = False

    @property
    def terms(self) -> Terms:
        return terms(GAMES[self.game], self.tables, self.options)

    def found(self, rank: Rank = Rank.EDGE, most: int = 100) -> Designs:
        return design(
            GAMES[self.game],
            self.bet,
            self.terms,
            self.goal,
            rows=self.rows,
            any_order=self.any_order,
            rank=rank,
            most=most,
        )


def rough(text: str) -> int:
    """How far from round the number of a pay is, by its digits."""
    digits = "".join(each for each in text.partition(" ")[0] if each.isdigit()).strip("0")
    if len(digits) < 2:
        return 0
    return 2 * (len(digits) - 1) - (digits[-1] == "5")


def naive(asked: Asked, figure_of: str, table_of: str) -> list[tuple[dict[str, str], Fraction]]:
    """Every table that meets the goal, nearest to the middle first, by a loop over all of them."""
    game, under = GAMES[asked.game], asked.terms
    base = under.pay[table_of]
    columns = {column.key: column for column in base.columns}
    kept = []
    for picked in product(*asked.rows.values()):
        changes = []
        for row, odds in zip(asked.rows, picked, strict=True):
            column, hand = row.split(".") if "." in row else ("pays", row)
            changes.append(Change(base.bet, column, hand, str(odds)))
        table = changed(game, approved(game), base, changes)
        if not asked.any_order and any(
            table.units(key)[worse] > table.units(key)[better]
            for key, column in columns.items()
            for worse in table.printed[key]
            for better in table.printed[key]
            if worse < better and Unit.METER not in column.units
        ):
            continue
        found = figure(game, figure_of, replace(under, pay={**under.pay, table_of: table}))
        goal = asked.goal
        nets = [max(table.units(key)) for key in columns]
        if (
            goal.edge.low <= found.house_edge <= goal.edge.high
            and (not goal.hit or goal.hit.low <= found.outcomes.win <= goal.hit.high)
            and (
                not goal.deviation
                or goal.deviation.low**2 <= found.variance <= goal.deviation.high**2
            )
            and (not goal.top or goal.top.low <= max(nets) <= goal.top.high)
        ):
            pays = {
                row: str(table.pays[column][columns[column].lines()[hand]])
                for row in asked.rows
                for column, hand in [row.split(".") if "." in row else ("pays", row)]
            }
            distance = abs(found.house_edge - (goal.edge.low + goal.edge.high) / 2)
            highest = [
                -table.units(column)[columns[column].lines()[hand]]
                for row in asked.rows
                for column, hand in [row.split(".") if "." in row else ("pays", row)]
            ]
            roughest = sum(map(rough, pays.values()))
            kept.append(((distance, roughest, highest), pays, found.house_edge))
    kept.sort(key=lambda each: each[0])
    return [(pays, edge) for _, pays, edge in kept]


PAIR_PLUS: dict[str, list[Odds]] = {
    "straight-flush": [35, 40, 50],
    "three-of-a-kind": [25, 30, 33],
    "straight": [5, 6, 7, "push"],
    "flush": [3, 4, 6],
    "pair": [1, "push", "lose"],
}
SIX_CARD: dict[str, list[Odds]] = {
    "royal-flush": [500, 1000],
    "four-of-a-kind": [50, 100],
    "flush": [10, 15],
    "straight": [9, 10, 11],
    "three-of-a-kind": [5, 6, 7, 8],
}
EASY = [
    Asked(TCP.key, "pair-plus", PAIR_PLUS, Goal(edge=between("0.02", "0.08"))),
    Asked(TCP.key, "pair-plus", PAIR_PLUS, Goal(edge=between(0, 1)), any_order=True),
    Asked(
        TCP.key,
        "pair-plus",
        PAIR_PLUS,
        Goal(edge=between(-1, 1), hit=between("0.08", "0.2"), deviation=between("2.5", "3.2")),
    ),
    Asked(
        TCP.key, "pair-plus", PAIR_PLUS, Goal(edge=between(-1, 1), top=between(36, 49)), None, None
    ),
    Asked(AGS.key, "player-bonus", {"mini-royal": [50, 200], **PAIR_PLUS}, WIDE),
]
COMPILED = [
    Asked(NAPA.key, "pair-plus", {"mini-royal": [50, 200], **PAIR_PLUS}, WIDE),
    Asked(
        TCP.key,
        "bonus",
        {"straight-flush": [50, 60], "three-of-a-kind": [30, 45, 70], "straight": [5, 6, 7]},
        Goal(edge=between("0.1", "0.3")),
        {"bonus-on-fold": "forfeited", "ante": "mandatory"},
        {"bonus": "TCPB-02"},
    ),
    Asked(AGS.key, "six-card-bonus", SIX_CARD, Goal(edge=between("0.1", "0.4"))),
    Asked(
        FURY.key,
        "royal-family",
        {"mini-royal": [30, 40], "three-card-straight": [2, 3, 4], "three-card-flush": [1, 2]},
        Goal(edge=between("0", "0.4")),
    ),
    Asked(
        WAYS.key,
        "bonus",
        {"four-of-a-kind": [20, 30], "flush": [3, 5], "straight": [2, 3], "two-pair-jacks": [1]},
        WIDE,
    ),
]


@pytest.mark.parametrize("asked", EASY, ids=lambda asked: f"{asked.game} {asked.bet}")
def test_the_search_finds_what_a_loop_over_whole_figures_finds(asked: Asked) -> None:
    expected = naive(asked, asked.bet, asked.bet)
    assert expected
    answer = asked.found(most=1_000)
    shown = [
        ({row: str(each.pays[row]) for row in asked.rows}, each.house_edge) for each in answer.best
    ]
    assert shown == expected
    assert answer.meeting == len(expected)
    assert asked.found(most=3).best == answer.best[:3]
    assert asked.found(most=3).meeting == answer.meeting


@pytest.mark.compiled
@pytest.mark.parametrize("asked", COMPILED, ids=lambda asked: f"{asked.game} {asked.bet}")
def test_the_search_finds_the_same_for_more_cards_and_bets_that_a_fold_forfeits(
    asked: Asked,
) -> None:
    test_the_search_finds_what_a_loop_over_whole_figures_finds(asked)


@pytest.mark.parametrize("bet", ["ante", "ante-bonus"])
def test_a_pay_table_that_decides_the_strategy_is_judged_by_the_whole_figure(bet: str) -> None:
    rows: dict[str, list[Odds]] = {
        "straight-flush": [3, 5],
        "three-of-a-kind": [2, 4],
        "straight": [1, 3],
    }
    asked = Asked(TCP.key, bet, rows, Goal(edge=between("0.01", "0.04")))
    answer = asked.found()
    assert answer.space.bet == "ante"
    assert answer.space.base.bet == "ante-bonus"
    assert answer.candidates == 4
    expected = naive(asked, "ante", "ante-bonus")
    found = [
        ({row: str(p) for row, p in each.pays.items()}, each.house_edge) for each in answer.best
    ]
    assert found == expected
    assert answer.assumptions == ("best strategy",)


@pytest.mark.compiled
@pytest.mark.parametrize("bet", ["monster", "ante"])
def test_columns_are_in_order_each_by_itself(bet: str) -> None:
    rows: dict[str, list[Odds]] = {
        "beat.mini-royal": [20, 30, 60],
        "busted.straight-flush": [10, 50, 100],
    }
    asked = Asked(FURY.key, bet, rows, Goal(edge=between(0, 1)))
    answer = asked.found()
    found = [({row: str(each.pays[row]) for row in rows}, each.house_edge) for each in answer.best]
    assert found == naive(asked, bet, "monster")
    assert answer.candidates == len(found) == 4  # the spade mini-royal pays 50, the busted trips 20


def test_every_rank_puts_its_own_figure_first() -> None:
    asked = Asked(TCP.key, "pair-plus", PAIR_PLUS, Goal(edge=between("0.01", "0.2")))
    by_rank = {rank: asked.found(rank, 1_000).best for rank in Rank}
    everything = set(map(str, by_rank[Rank.EDGE]))
    assert all(set(map(str, each)) == everything for each in by_rank.values())
    middle = Fraction(21, 200)

    def distance(each: Design) -> Fraction:
        return abs(each.house_edge - middle)

    def all_rough(each: Design) -> int:
        return sum(map(roughness, each.pays.values()))

    keys: dict[Rank, list[Any]] = {
        Rank.EDGE: [distance(each) for each in by_rank[Rank.EDGE]],
        Rank.SIMPLE: [(all_rough(each), distance(each)) for each in by_rank[Rank.SIMPLE]],
        Rank.DEVIATION: [(each.variance, distance(each)) for each in by_rank[Rank.DEVIATION]],
        Rank.HIT: [(-each.hit_frequency, distance(each)) for each in by_rank[Rank.HIT]],
        Rank.TOP: [(-each.top, distance(each)) for each in by_rank[Rank.TOP]],
    }
    assert all(each == sorted(each) for each in keys.values())


def test_sums_and_whole_figures_give_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    goal = Goal(edge=between("0.01", "0.2"), deviation=between(2, 4))
    asked = Asked(TCP.key, "pair-plus", {**PAIR_PLUS, "straight": [5, 7]}, goal)
    by_sums = [asked.found(rank, 50) for rank in Rank]
    monkeypatch.setattr("fairdeal.analysis.design.fits", lambda *_: False)
    for rank, summed in zip(Rank, by_sums, strict=True):
        judged = asked.found(rank, 50)
        assert replace(judged, space=summed.space) == summed


def test_a_table_with_envy_is_judged_with_a_full_table_of_others() -> None:
    rows: dict[str, list[Odds]] = {"straight": [5, 6], "envy.akq-spades": ["$50", 2000]}
    answer = Asked(TCP.key, "bonus", rows, WIDE, None, {"bonus": "TCPB-04E"}).found()
    assert answer.candidates == 4
    assert "6 other players" in answer.assumptions[0]
    assert str(answer.best[0].pays["envy.akq-spades"]) in ("$50", "$2,000")
    base = replace(answer.best[0], pays={**answer.best[0].pays, "straight": Pay(Unit.TO, 6)})
    given_pays = {**base.pays, "envy.akq-spades": Pay(Unit.DOLLARS, 100_00)}
    printed = next(each for each in answer.printed if each.name == "TCPB-04E")
    assert given_pays == printed.design.pays
    [one] = design(
        TCP,
        "bonus",
        terms(TCP, {"bonus": "TCPB-04E"}),
        WIDE,
        fixed={"straight": 6},
        rows={"three-of-a-kind": [40]},
        conditions=Conditions(others=0),
    ).best
    assert one.house_edge > printed.design.house_edge


def test_a_meter_stays_a_meter_at_its_reset_level() -> None:
    rows: dict[str, list[Odds]] = {
        "three-of-a-kind": [20, 25],
        "straight": [5, 6],
        "flush": ["3 to 1", "3 for 1"],
    }
    answer = Asked(AGS.key, "stax", rows, WIDE).found()
    assert answer.candidates == 8
    assert answer.assumptions == ("meters at reset",)
    now = figure(AGS, "stax", terms(AGS))
    pays = {"three-of-a-kind": "20 for 1", "straight": "6 for 1", "flush": "3 to 1"}
    [same] = [each for each in answer.best if {row: str(each.pays[row]) for row in rows} == pays]
    assert (same.house_edge, same.variance) == (now.house_edge, now.variance)
    assert same.top == Fraction(1000, 5)
    assert str(same.pays["royal-diamonds"]) == "star meter"
    fixed = design(
        AGS, "stax", terms(AGS), WIDE, rows={"royal-diamonds": [100, 300]}, any_order=True
    )
    assert [str(each.pays["royal-diamonds"]) for each in fixed.best].count("300 for 1") == 1


def test_rows_in_different_units_are_told_apart() -> None:
    trips = [f"{odds} to 1" for odds in range(1, 501)]
    rows: dict[str, list[Odds]] = {"three-of-a-kind": [*trips], "straight": [*range(3, 303)]}
    answer = design(AGS, "stax", terms(AGS), WIDE, rows=rows, any_order=True)
    assert answer.candidates == 150_000 > MOST_JUDGED
    space = answer.space
    for each in answer.best[:5]:
        assert space.judged(each.pays).house_edge == each.house_edge


def test_a_table_that_shows_other_deals_for_other_pays_is_judged_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = Asked(TCP.key, "pair-plus", {"flush": [3, 4]}, WIDE)
    expected = asked.found()
    whole = bounds.Space.judged
    seen: list[str] = []

    def judged(space: bounds.Space, pays: Mapping[str, Pay]) -> Figure:
        found = whole(space, pays)
        seen.append(str(pays["flush"]))
        changed_deals = {**found.outcomes.ways, Fraction(-2): len(seen)}
        return found if len(seen) > 2 else replace(found, outcomes=Distribution(changed_deals))

    monkeypatch.setattr(bounds.Space, "judged", judged)
    answer = asked.found()
    assert sorted(seen[2:]) == ["3 to 1", "4 to 1"]
    assert answer.best == expected.best


def test_printed_tables_stand_beside_with_their_own_figures() -> None:
    answer = Asked(
        TCP.key, "pair-plus", {"flush": [3, 4]}, Goal(edge=between("0.03", "0.06"))
    ).found()
    edges = {each.name: each.design.house_edge for each in answer.printed}
    assert edges["D"] == Fraction(402, 5525)
    assert [each.name for each in answer.printed if each.meets] == ["B", "C"]
    assert answer.meeting == 0
    assert answer.edges == (Fraction(128, 5525), Fraction(402, 5525))


def test_rows_that_are_not_named_stay_unless_none_is_named() -> None:
    under = terms(TCP)
    some = space_of(TCP, "pair-plus", under, {"flush": range(3, 7)}, {"pair": 1})
    assert [len(row.pays) for row in some.rows] == [1, 1, 1, 4, 1]
    free = space_of(TCP, "pair-plus", under, fixed={"pair": 1})
    assert [len(row.pays) for row in free.rows] == [9, 8, 9, 7, 1]
    trips = {pay.amount for pay in free.rows[1].pays}
    assert trips == {15, 20, 25, 30, 35, 40, 50, 60}
    assert free.candidates == sum(1 for _ in free.every())
    lost = space_of(TCP, "bonus", under)
    assert [str(pay) for pay in lost.rows[-1].pays] == ["lose"]


def test_a_bare_number_has_the_unit_of_its_row() -> None:
    [*_, flush] = space_of(AGS, "stax", terms(AGS), {"flush": [4], "straight": [9]}).rows
    assert str(flush.pays[0]) == "4 to 1"
    rows = {"straight": ["9", "push", "10 to 1"]}
    *_, straight, _ = space_of(AGS, "stax", terms(AGS), rows).rows
    assert [*map(str, straight.pays)] == ["push", "9 for 1", "10 to 1"]
    lost = space_of(TCP, "bonus", terms(TCP), {"straight": [4]}).rows[-1]
    assert str(lost.pays[0]) == "4 to 1"
    only_meters = """
[stax.M]
place = "a test"
mixes-units = "a test"
pays = [
    ["royal-diamonds", "star meter"],
    ["royal-other", "spade meter"],
    ["straight-flush-diamonds", "push"],
    ["straight-flush-other", "push"],
    ["three-of-a-kind", "lose"],
    ["straight", "lose"],
    ["flush", "lose"],
]
"""
    own = read_sheets(AGS, only_meters, beside=approved(AGS))
    under = terms(AGS)
    under = replace(under, pay={**under.pay, "stax": own.tables["stax"]["M"]})
    answer = design(AGS, "stax", under, WIDE, rows={"flush": ["lose", "push", 2]}, any_order=True)
    assert {str(each.pays["flush"]) for each in answer.best} == {"lose", "push", "2 to 1"}
    assert space_of(AGS, "stax", under).candidates == 1


def test_a_row_that_the_table_leaves_out_may_be_added() -> None:
    answer = Asked(TCP.key, "pair-plus", {"mini-royal": [40, 50, 500]}, WIDE).found()
    assert answer.candidates == 3
    as_printed = [each for each in answer.best if each.pays["mini-royal"].amount == 40]
    assert [each.house_edge for each in as_printed] == [Fraction(128, 5525)]


@pytest.mark.parametrize(
    ("odds", "number"),
    [("40", 0), ("35", 1), ("33", 2), ("125", 3), ("4,000", 0), ("1,250", 3), ("121", 4), ("0", 0)],
)
def test_round_numbers_have_few_digits(odds: str, number: int) -> None:
    pay = pay_of(f"{odds} to 1")
    assert pay is not None
    assert roughness(pay) == rough(str(pay)) == number


@pytest.fixture
def halves(tmp_path: Path) -> Iterator[Game]:
    with registered(module := duel_in_halves(tmp_path)):
        yield module.GAME


def test_a_row_of_halves_may_pay_what_it_pays_now_and_whole_odds_from_half_to_twice(
    halves: Game,
) -> None:
    rows = {row.key: row for row in space_of(halves, "twins", terms(halves)).rows}
    assert [str(pay) for pay in rows["suited"].pays] == ["1 to 1", "3 to 2", "2 to 1", "3 to 1"]


def test_the_top_award_of_3_to_2_is_one_and_a_half_stakes(halves: Game) -> None:
    rows: dict[str, list[Odds]] = {"aces": ["3 to 2", 1, 2], "pair": [1], "suited": [1]}
    for top, pays in ((Fraction(3, 2), ["3 to 2"]), (Fraction(2), ["2 to 1"]), (Fraction(3), [])):
        goal = replace(WIDE, top=between(top, top))
        found = design(halves, "twins", terms(halves), goal, rows=rows)
        assert [str(each.pays["aces"]) for each in found.best] == pays
        assert all(each.top == top for each in found.best)


def test_odds_to_two_are_written_out_beside_numbers_that_are_to_one(halves: Game) -> None:
    found = design(halves, "twins", terms(halves), WIDE, rows={"suited": ["3 to 2", 2]})
    unit = designs.unit_of_all(found)
    assert {designs.pays(each, ["suited"], unit)[0] for each in found.best} == {"3 to 2", "2"}
    assert "pays are to 1, where they say nothing else" in designs.notes(found)


@pytest.mark.parametrize(
    "twins",
    [
        "min(paid(pays.twins, events.twins), 5)",
        "-1 if pays.twins[3] == 15 else paid(pays.twins, events.twins)",
    ],
    ids=["pays five at most", "pays nothing beside 15"],
)
def test_a_rule_that_treats_some_pays_otherwise_is_asked_about_every_table(
    tmp_path: Path, twins: str
) -> None:
    words = {"twins = paid(pays.twins, events.twins)": f"twins = {twins}"}
    module = edited("two-card-duel", tmp_path, words)
    with registered(module):
        under, rows = terms(module.GAME), {"aces": [4, 15], "pair": [2]}
        found = design(module.GAME, "twins", under, WIDE, rows=rows, any_order=True)
        assert len(found.best) == 2
        for each in found.best:
            now = replace(under, pay={**under.pay, "twins": found.space.table(each.pays)})
            assert each.house_edge == figure(module.GAME, "twins", now).house_edge


def test_amounts_that_are_too_much_for_a_game_are_no_reason_to_refuse_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = Asked(TCP.key, "pair-plus", {"flush": [3, 4]}, WIDE)
    right = asked.found()
    judged = bounds.Space.judged

    def limited(space: bounds.Space, pays: Mapping[str, Pay]) -> Figure:
        if any(pay.amount > 1_000_000 for pay in pays.values()):
            raise Refused("too large to be counted", code="game.unsolved")
        return judged(space, pays)

    monkeypatch.setattr(bounds.Space, "judged", limited)
    assert asked.found().best == right.best


def test_odds_to_two_are_less_round_than_odds_to_one() -> None:
    ordered = [pay_of(text) for text in ("2 to 1", "3 to 2", "33 to 1")]
    assert [roughness(pay) for pay in ordered if pay] == [0, 1, 2]


def test_odds_of_which_the_lesser_win_is_the_higher_award_are_refused(halves: Game) -> None:
    with pytest.raises(Refused, match="row aces cannot pay 4 for 1 and 7 to 2 in one search"):
        space_of(halves, "twins", terms(halves), {"aces": ["4 for 1", "7 to 2"]})


def test_usual_odds_are_those_that_people_print() -> None:
    assert usual_odds(0, 9) == [*range(1, 10)]
    assert usual_odds(13, 14) == []
    assert usual_odds(75, 130) == [75, 80, 100, 120]
    assert len(usual_odds(1, 999_999_999)) == 9 + 12 * 8
    assert usual_odds(20_000, 20_000) == [20_000]


def test_a_design_can_be_made_into_a_pay_table() -> None:
    answer = Asked(TCP.key, "pair-plus", {"flush": [3]}, WIDE).found()
    [made] = answer.best
    table = changed(TCP, approved(TCP), answer.space.base, answer.space.changes(made.pays))
    assert table.pays["pays"] == approved(TCP).tables["pair-plus"]["D"].pays["pays"]


def test_progress_is_told_from_nothing_to_all_and_may_end_the_search() -> None:
    asked = Asked(TCP.key, "pair-plus", PAIR_PLUS, WIDE)
    space = space_of(TCP, "pair-plus", asked.terms, PAIR_PLUS)
    shares: list[float] = []
    searched(space, WIDE, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        searched(space, WIDE, progress=stop)
    with pytest.raises(KeyboardInterrupt):
        design(TCP, "ante", terms(TCP), WIDE, rows={"straight": [1]}, progress=stop)


@pytest.mark.parametrize(
    ("rows", "fixed", "sentence"),
    [
        ({"flsh": [3]}, {}, "pair-plus has no row 'flsh': did you mean flush?"),
        ({"flush": [3]}, {"Flush": 4}, "row Flush is varied and fixed as well"),
        ({"flush": []}, {}, "row flush is given nothing to pay"),
        ({"flush": [3, 4, 3]}, {}, "row flush names 3 to 1 twice, which is one pay"),
        ({"flush": ["push", 0]}, {}, "row flush names push and 0 to 1, which is one pay"),
        ({"flush": ["lots"]}, {}, "row flush cannot pay 'lots': give a pay such as '4 to 1'"),
        ({"flush": ["star meter"]}, {}, "row flush cannot pay 'star meter'"),
        ({"flush": [-1]}, {}, "row flush cannot pay '-1'"),
        ({"flush": [10**9]}, {}, "row flush cannot pay '1000000000 to 1'"),
        ({"flush": range(200_001)}, {}, "row flush may pay more than 200,000 odds"),
        (
            {"flush": [5], "pair": [5, 6], "straight": [4, 6]},
            {"three-of-a-kind": 5},
            "no pay table is in order: flush pays at least 5 to 1, but straight, a better hand, at"
            " most 4 to 1",
        ),
    ],
)
def test_bounds_that_cannot_be_are_refused_in_one_sentence(
    rows: dict[str, list[Odds]], fixed: dict[str, Odds], sentence: str
) -> None:
    with pytest.raises(FairdealError) as refused:
        design(TCP, "pair-plus", terms(TCP), WIDE, rows=rows, fixed=fixed)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("game", "bet", "sentence"),
    [
        (TCP, "pair-plu", "three-card-poker has no bet 'pair-plu': did you mean pair-plus?"),
        (TCP, "play", "no pay table decides play of three-card-poker: expected ante, ante-bonus,"),
        (NAPA, "ante", "no pay table decides ante of napa-three-card-poker: expected pair-plus"),
    ],
)
def test_a_bet_without_a_pay_table_is_refused(game: object, bet: str, sentence: str) -> None:
    assert isinstance(game, type(TCP))
    with pytest.raises(FairdealError) as refused:
        design(game, bet, terms(game), WIDE)
    assert str(refused.value).startswith(sentence)


def test_more_candidates_than_can_be_searched_are_refused_with_their_number() -> None:
    rows = {
        "straight-flush": range(1, 5_001),
        "three-of-a-kind": range(1, 1_001),
        "straight": range(1, 1_001),
        "flush": range(1, 1_001),
    }
    with pytest.raises(Refused) as refused:
        design(TCP, "pair-plus", terms(TCP), WIDE, rows=rows)
    text = str(refused.value)
    assert f"at most {MOST_SUMMED:,}; narrow straight-flush, which may pay 5,000" in text
    number = int(text.partition(" ")[0].replace(",", ""))
    assert number == sum(t * (t + 1) // 2 * (5_001 - t) for t in range(1, 1_001))
    rows = {"straight-flush": range(1, 101), "three-of-a-kind": range(1, 2_001)}
    with pytest.raises(Refused, match=f"at most {MOST_JUDGED:,}, because each needs the figure"):
        design(TCP, "ante", terms(TCP), WIDE, rows=rows, any_order=True)
    for most in (0, MOST_BEST + 1):
        with pytest.raises(Refused, match="expected 1 to 10,000"):
            design(TCP, "ante", terms(TCP), WIDE, rows={"straight": [1]}, most=most)


@pytest.mark.parametrize(
    ("goal", "sentence"),
    [
        ({"edge": between(0.05, 0.03)}, "the wanted house edge goes from 5 % to 3 %: the low end"),
        (
            {"edge": between(3, 5)},
            "the wanted house edge cannot be 500 %: expected -100 % to 100 %",
        ),
        ({"edge": between(-2, 0)}, "the wanted house edge cannot be -200 %"),
        ({"hit": between(0, 2)}, "the wanted hit frequency cannot be 200 %: expected 0 % to 100 %"),
        ({"deviation": between(-1, 2)}, "the wanted standard deviation cannot be -1: expected at"),
        ({"top": between(40, 30)}, "the wanted top award goes from 40 to 30: the low end is above"),
    ],
)
def test_a_goal_that_cannot_be_is_refused(goal: dict[str, Between], sentence: str) -> None:
    with pytest.raises(Malformed) as refused:
        Goal(**{"edge": between(0, 1), **goal})
    assert str(refused.value).startswith(sentence)


ROWS = st.lists(
    st.tuples(
        st.integers(0, 30),
        st.lists(st.integers(-3, 12), min_size=1, max_size=4, unique=True).map(sorted),
        st.booleans(),
        st.lists(st.integers(0, 3), min_size=4, max_size=4),
    ),
    min_size=1,
    max_size=5,
)


def row_of(ways: int, nets: Sequence[int], rough_of: Sequence[int], bound: bool) -> Row:
    """A row that pays so many deals."""
    return Row(
        tuple(nets),
        tuple(max(net, 0) for net in nets),
        tuple(rough_of[: len(nets)]),
        bound,
        tuple(Sums(ways * net, ways * net * net, ways if net > 0 else 0) for net in nets),
    )


def every_table(rows: Sequence[Row]) -> Iterator[tuple[int, ...]]:
    for choices in product(*(range(len(row.worths)) for row in rows)):
        nets = [row.worths[each] for row, each in zip(rows, choices, strict=True)]
        if all(nets[i] <= nets[i - 1] for i in range(1, len(rows)) if rows[i].bound):
            yield choices


@settings(max_examples=300)
@given(
    made=ROWS,
    others=st.dictionaries(st.integers(-3, 3), st.integers(0, 40), min_size=1, max_size=3),
    ends=st.tuples(st.fractions(-3, 3), st.fractions(-3, 3)).map(sorted),
    hits=st.none() | st.tuples(st.integers(0, 80), st.integers(0, 80)).map(sorted),
    top=st.none() | st.tuples(st.integers(0, 12), st.integers(0, 12)).map(sorted),
    spread=st.none() | st.tuples(st.integers(0, 20_000), st.integers(0, 200_000)),
    rank=st.sampled_from(Rank),
    most=st.integers(1, 30),
    at_once=st.sampled_from([1, 5, 2**18]),
)
def test_the_search_over_whole_numbers_agrees_with_a_loop(
    made: list[tuple[int, list[int], bool, list[int]]],
    others: dict[int, int],
    ends: list[Fraction],
    hits: list[int] | None,
    top: list[int] | None,
    spread: tuple[int, int] | None,
    rank: Rank,
    most: int,
    at_once: int,
) -> None:
    rows = [
        row_of(ways, nets, rough_of, bound and place > 0)
        for place, (ways, nets, bound, rough_of) in enumerate(made)
    ]
    worths = [[Fraction(net) for net in row.worths] for row in rows]
    flags = [row.bound for row in rows]
    number = search.number_of(worths, flags)
    assert number == sum(1 for _ in every_table(rows))
    if not number:
        return
    kept = search.occurring(worths, flags)
    assert [set(each) for each in kept] == [
        set(each) for each in zip(*every_table(rows), strict=True)
    ]
    rows = [
        replace(
            row,
            worths=row.worths[each.start : each.stop],
            brings=row.brings[each.start : each.stop],
            awards=row.awards[each.start : each.stop],
            roughness=row.roughness[each.start : each.stop],
        )
        for row, each in zip(rows, kept, strict=True)
    ]
    deals = sum(others.values()) + sum(ways for ways, *_ in made)
    if not deals:
        return
    constant = Constant(
        deals,
        sum(net * n for net, n in others.items()),
        sum(net * net * n for net, n in others.items()),
        sum(n for net, n in others.items() if net > 0),
    )
    low, high = (each * deals for each in ends)
    wanted = Wanted(
        (-(-low.numerator // low.denominator), high.numerator // high.denominator),
        (low + high) / 2,
        (hits[0], hits[1]) if hits else (0, deals),
        (top[0], top[1]) if top else (0, 100),
        spread,
    )
    keyed, totals = [], []
    for choices in every_table(rows):
        picked = list(zip(rows, choices, strict=True))
        won = [row.worths[each] for row, each in picked]
        nets = [*others.items(), *zip(won, (ways for ways, *_ in made), strict=True)]
        total = sum(net * n for net, n in nets)
        hit = sum(n for net, n in nets if net > 0)
        variance = deals * sum(net * net * n for net, n in nets) - total * total
        highest = max([0, *(row.awards[each] for row, each in picked)])
        all_rough = sum(row.roughness[each] for row, each in picked)
        totals.append(total)
        if (
            low <= total <= high
            and wanted.hits[0] <= hit <= wanted.hits[1]
            and wanted.top[0] <= highest <= wanted.top[1]
            and (spread is None or spread[0] <= variance <= spread[1])
        ):
            first = {
                Rank.EDGE: 0,
                Rank.SIMPLE: all_rough,
                Rank.DEVIATION: variance,
                Rank.HIT: -hit,
                Rank.TOP: -highest,
            }[rank]
            distance = abs(total - (low + high) / 2)
            keyed.append((first, distance, all_rough, [-each for each in choices], choices))
    keyed.sort()
    assert search.fits(rows, constant, wanted)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "AT_ONCE", at_once)
        found = search.search(rows, constant, wanted, rank, most)
    assert found.meeting == len(keyed)
    assert list(found.best) == [each[-1] for each in keyed[:most]]
    assert found.totals == (min(totals), max(totals))


def test_numbers_that_need_more_than_64_bits_do_not_fit() -> None:
    row = row_of(1, (1, 2), (0, 0), bound=False)
    wanted = Wanted((-5, 5), Fraction(0), (0, 10), (0, 10))
    constant = Constant(10, -8, 8, 0)
    assert search.fits([row], constant, wanted)
    for ways, net in ((2**61, 2), (1, 2**31)):
        assert not search.fits([row_of(ways, (1, net), (0, 0), bound=False)], constant, wanted)
    assert not search.fits([replace(row, awards=(1, 2**62))], constant, wanted)
    assert not search.fits([row], constant, replace(wanted, total=(-(2**60), 5)))
    assert not search.fits([row] * 62, constant, wanted)


@pytest.mark.parametrize("deals", [2**30 - 35, 2**40 - 87])
def test_a_variance_beyond_64_bits_is_compared_exactly(deals: int) -> None:
    row = row_of(7, range(30_000, 30_400), (0,) * 400, bound=False)
    constant = Constant(deals, -(deals - 7), deals - 7, 0)
    spreads = []
    for net in row.worths:
        total = constant.total + 7 * net
        spreads.append(deals * (constant.square + 7 * net * net) - total * total)
    assert min(spreads) > 2**62
    wanted = Wanted((-(2**41), 2**41), Fraction(0), (0, deals), (0, 31_000))
    for low, high in ((100, 200), (0, 0), (399, 399)):
        for slack in (0, 1):
            exact = replace(wanted, spread=(spreads[low] + slack, spreads[high]))
            found = search.search([row], constant, exact, Rank.DEVIATION, 400)
            assert [each for (each,) in found.best] == [*range(low + slack, high + 1)]
    nothing = replace(wanted, spread=(2**200, 2**201))
    assert search.search([row], constant, nothing, Rank.EDGE, 5).meeting == 0
    assert bounds.MOST_ODDS >= 400
