"""Par figures against the documents, the literature, the naive twin and hand-made sums."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest

from fairdeal.analysis import bank as bank_module
from fairdeal.analysis import three_way_simulation
from fairdeal.analysis.bank import Bank
from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.coverage import Posted, posted
from fairdeal.analysis.distribution import Distribution, Joint
from fairdeal.analysis.envy import envy
from fairdeal.analysis.errata import _owner, compared
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.par import cases, chosen_cases, figure, figures
from fairdeal.analysis.printed import Printed
from fairdeal.analysis.progressive import progressive
from fairdeal.analysis.registry import solver_of
from fairdeal.analysis.sheet import Request, par_sheet
from fairdeal.analysis.showdowns import Showdowns
from fairdeal.analysis.solver import Case, Situation
from fairdeal.analysis.solvers.decisions import best, coded, values
from fairdeal.analysis.solvers.declared import Declared, declare
from fairdeal.analysis.strategy import Strategy, _by_rank_up, _cut
from fairdeal.cards import parse
from fairdeal.errors import FairdealError, Refused
from fairdeal.games import GAMES
from fairdeal.games.kinds import Of
from fairdeal.games.sheets import approved
from fairdeal.games.terms import Terms, terms
from fairdeal.games.three_card_poker import SHOWDOWN
from tests import naive
from tests.naive.published import PUBLISHED, PUBLISHED_PROBABILITY
from tests.twins import NAMES

TCP, NAPA, AGS, FURY, WAYS = GAMES.values()


def declared(key: str) -> Declared:
    solver = solver_of(GAMES[key])
    assert isinstance(solver, Showdowns)
    return solver.of


def strategy_of(key: str, under: Terms) -> Strategy:
    found = solver_of(GAMES[key]).strategy(under)
    assert found is not None
    return found


def all_figures(key: str) -> list[Figure]:
    game = GAMES[key]
    return list(figures(game, approved(game), terms(game), cases(game), Conditions()))


@pytest.mark.parametrize(
    ("key", "bet", "table", "edge"),
    [
        # Published analyses of the same pay tables, to the digits they print.
        ("three-card-poker", "ante", "A", "3.3730%"),
        ("three-card-poker", "pair-plus", "A", "2.3167%"),
        ("three-card-poker", "pair-plus", "D", "7.2760%"),
        ("ags-3-card", "ante", "AGS", "3.3730%"),
        ("ags-3-card", "player-bonus", "A", "7.0950%"),
        ("napa-three-card-poker", "pair-plus", "NAPA", "4.3801%"),
        pytest.param(
            *("three-card-fury", "royal-family", "8", "3.4958%"), marks=pytest.mark.compiled
        ),
    ],
)
def test_edges_are_those_of_the_literature(key: str, bet: str, table: str, edge: str) -> None:
    found = [each for each in all_figures(key) if (each.bet, each.pay_table) == (bet, table)]
    assert Printed(what="", text=edge, exact=found[0].house_edge).agrees


def test_one_card_up_is_worth_what_is_known_of_it() -> None:
    # With the usual ante bonus a player who sees one dealer card has an advantage of 3.48 %.
    found = figure(NAPA, "ante", terms(NAPA))
    with_bonus = found.house_edge - Fraction(48 * 5 + 52 * 4 + 720, 22_100)
    assert Printed(what="", text="-3.48%", exact=with_bonus).agrees


def test_three_card_poker_plays_queen_six_four_and_any_queen_costs_little() -> None:
    found = strategy_of(TCP.key, terms(TCP))
    (cut,) = found.cuts
    assert cut.is_clean
    assert cut.weakest_played.as_json()["words"] == "Q-6-4"
    assert cut.strongest_folded is not None
    assert cut.strongest_folded.as_json()["words"] == "Q-6-3"
    costs = {each.text: each.cost for each in found.simple_rules}
    queens = costs["play queen high or better, as the dealer does"]
    assert Printed(
        what="", text="3.45%", exact=queens + figure(TCP, "ante", terms(TCP)).house_edge
    ).agrees
    blind = costs["play every hand"]
    assert Printed(
        what="", text="7.65%", exact=blind + figure(TCP, "ante", terms(TCP)).house_edge
    ).agrees


def test_napa_plays_everything_against_a_card_below_the_queen() -> None:
    found = strategy_of(NAPA.key, terms(NAPA))
    by_card = {cut.up: cut for cut in found.cuts}
    assert all(by_card[rank].strongest_folded is None for rank in range(10))
    assert all(by_card[rank].strongest_folded is not None for rank in (10, 11, 12))
    weakest = [by_card[rank].weakest_played.as_json()["words"] for rank in (10, 11, 12)]
    assert weakest == ["Q-9-2", "K-9-2", "A-9-2"]


def test_no_side_bet_changes_a_decision_in_any_game() -> None:
    for game in (TCP, NAPA, AGS, FURY):
        for effect in strategy_of(game.key, terms(game)).effects:
            assert effect.changed == 0, (game.key, effect)


def test_a_pay_table_that_pays_folded_hands_would_change_decisions() -> None:
    paying = dict(terms(TCP).pay)
    table = paying["pair-plus"]
    lines = {"pays": (*([table.pays["pays"][1]] * 2), *table.pays["pays"][2:])}
    under = replace(terms(TCP), pay={**paying, "pair-plus": replace(table, pays=lines)})
    effects = {each.bet: each for each in strategy_of(TCP.key, under).effects}
    assert effects["pair-plus"].changed == 22_100 - 14_900


def test_far_apart_results_are_told_apart_like_near_ones() -> None:
    near, far = np.array([[5, -1], [5, 7]]), np.array([[5, -(10**9)], [5, 10**9]])
    for units in (near, far):
        nets, codes = coded(units)
        assert (nets[codes] == units).all()
        assert nets.tolist() == sorted(set(units.ravel().tolist()))


def test_sums_that_need_more_than_64_bits_are_exact() -> None:
    small, large = {"ante": 1, "play": 1}, {"ante": 10**17, "play": 10**17}
    of = declared(TCP.key)
    counts = of.counts()
    prices = of.prices(counts, terms(TCP), Conditions())
    few, many = (values(counts, prices, of.choices, each) for each in (small, large))
    for one, other in zip(few, many, strict=True):
        assert [each * 10**17 for each in one.tolist()] == other.tolist()
    chosen = best(counts, prices, of.choices, large)
    assert (chosen == best(counts, prices, of.choices, small)).all()


def test_a_wide_border_is_told_by_its_two_ends() -> None:
    of = declared(TCP.key)
    counts = of.counts()
    prices = of.prices(counts, terms(TCP), Conditions())
    worth = np.stack(values(counts, prices, of.choices, of.base), axis=1)
    [(_, rows, situation)] = counts.situations()
    known = counts.kinds.strengths[rows.kind]
    odd = np.ones(len(counts.ways), np.int8)  # each situation as its last row is: never mixed
    odd[situation] = np.where((known & 1 == 1) | (known > 1 << 12), 0, 1)
    [known_so] = _by_rank_up(of, counts, odd, worth, 1)
    cut = _cut(known_so)
    assert not cut.is_clean
    assert len(cut.near) == 12
    assert {each.decision for each in cut.near} == {"play", "fold", "it depends"}
    (step,) = cut.steps
    assert step.mixed > 0
    assert step.text.startswith("play: from ")
    assert "some of the hands" in step.text


def naive_value(held: tuple[str, ...], up: str | None) -> Fraction:
    """What playing is worth per ante, by the naive ranking and the words of the rules."""
    player = naive.three_card_key(held)
    queen = naive.three_card_key(("Qc", "3d", "2h"))
    rest = [card for card in NAMES if card not in held and card != up]
    dealt = combinations(rest, 3 if up is None else 2)
    nets = []
    for cards in dealt:
        dealer = naive.three_card_key(cards if up is None else (up, *cards))
        if dealer < queen:
            nets.append(1)
        else:
            nets.append(2 * ((player > dealer) - (player < dealer)))
    return Fraction(sum(nets), len(nets))


@pytest.mark.parametrize(
    ("held", "up"),
    [
        (("Qs", "6h", "4d"), None),
        (("Qs", "6s", "3d"), None),
        (("2s", "2h", "Kd"), None),
        (("Ac", "Kc", "Qc"), None),
        (("Ks", "9h", "2d"), "Kd"),
        (("As", "9h", "2d"), "Ah"),
        (("5s", "3h", "2d"), "Jc"),
    ],
)
def test_values_of_hands_are_those_of_the_naive_twin(held: tuple[str, ...], up: str | None) -> None:
    game = TCP if up is None else NAPA
    cards = parse(" ".join(held))
    known = Situation(cards, None if up is None else parse(up)[0])
    found = solver_of(game).advice(terms(game), known, Conditions()).choices["play"]
    bonus = {"Ac": 5}.get(held[0], 0)
    assert found == naive_value(held, up) + bonus


def test_fury_values_are_those_of_the_naive_twin() -> None:
    held = ("Qs", "5h", "3d", "2c")
    player = naive.best_three_of_four(held)
    rest = [card for card in NAMES if card not in held]
    king = naive.three_card_key(("Kc", "3d", "2h"))
    nets = []
    for cards in combinations(rest, 3):
        dealer = naive.three_card_key(cards)
        ante = (player > dealer) - (player < dealer)
        nets.append(ante + (ante if dealer >= king else 0) - 1)
    known = Situation(parse(" ".join(held)))
    found = solver_of(FURY).advice(terms(FURY), known, Conditions())
    assert found.choices == {"play": Fraction(sum(nets), len(nets)), "fold": Fraction(-2)}


def test_every_printed_figure_is_found_and_only_the_c_tables_differ() -> None:
    rows = [each for game in GAMES.values() for each in compared(game)]
    found = {
        (each.game.key, each.figure.bet, table, each.printed.what.partition(",")[0]): each
        for each in rows
        for table in each.tables
    }
    for key, bets in PUBLISHED.items():
        for bet, tables in bets.items():
            for table, printed in tables.items():
                for what, text in printed.items():
                    name = "par per ante" if bet == "ante" else what.replace("-", " ")
                    assert found[key, bet, table, name].printed.text == text
    texts = {each.printed.text for each in rows if "probability of" in each.printed.what}
    assert texts == set(PUBLISHED_PROBABILITY["three-way-action"]["bonus"].values())
    wrong = [each for each in rows if not each.printed.agrees]
    assert [(each.tables[0], each.printed.correct, each.belongs_to) for each in wrong] == [
        ("C1", "12.86%", "3WA-A1"),
        ("C2", "8.24%", "3WA-A2"),
        ("C3", "5.65%", "3WA-A3"),
        ("C4", "11.09%", "3WA-A4"),
    ]
    assert len(rows) == 12 + 8 + (5 + 3 + 8) + (4 + 2 + 7)


def test_a_distribution_knows_its_moments() -> None:
    dice = Distribution.of([(-1, 3), (0, 1), (2, 2)])
    assert dice.total == 6
    assert dice.mean == Fraction(1, 6)
    assert dice.house_edge == Fraction(-1, 6)
    assert dice.variance == Fraction(11, 6) - Fraction(1, 36)
    assert (dice.win, dice.push, dice.lose) == (Fraction(1, 3), Fraction(1, 6), Fraction(1, 2))


def test_a_joint_distribution_knows_how_bets_go_together() -> None:
    one, two = Fraction(1), Fraction(-1)
    both = Joint(("a", "b"), {(one, one): 1, (one, two): 1, (two, two): 2})
    assert both.of("a").mean == 0
    assert both.covariance("a", "b") == Fraction(1, 2)
    assert 0.5 < both.correlation("a", "b") < 0.6
    assert Joint(("a", "b"), {(one, one): 1}).correlation("a", "b") == 0
    assert both.together({"a": Fraction(2), "b": Fraction(1)}).ways == {3: 1, 1: 1, -3: 2}


def test_envy_pays_for_every_other_hand() -> None:
    table = approved(TCP).tables["bonus"]["TCPB-03E"]
    of = declare(TCP, SHOWDOWN)
    assert envy(of, table, 0, 100).mean == 0
    per_hand = Fraction(100 + 3 * 25 + 44 * 5, 22_100)
    assert envy(of, table, 4, 100).mean == 4 * per_hand
    assert envy(of, table, 4, 200).mean == 2 * per_hand
    assert envy(of, approved(TCP).tables["bonus"]["TCPB-01"], 6, 100).mean == 0


def bonus_pays(held: tuple[str, ...]) -> tuple[int, int]:
    """What three cards pay their own bettor by TCPB-04E, and another one as envy."""
    ranks, suits = sorted(card[0] for card in held), {card[1] for card in held}
    kind = naive.three_card_category(held)
    if ranks == ["A", "K", "Q"] and len(suits) == 1:
        return (3_000, 100) if suits == {"s"} else (1_000, 25)
    return {"straight-flush": (50, 5), "three-of-a-kind": (40, 0), "straight": (6, 0)}.get(
        kind.replace("_", "-").replace(" ", "-"), (-1, 0)
    )


def test_the_variance_of_envy_is_that_of_a_listing_of_hands() -> None:
    every = {hand: bonus_pays(hand) for hand in combinations(NAMES, 3)}
    earning = {hand: pays[1] for hand, pays in every.items() if pays[1]}
    assert len(earning) == 48
    sums = [Fraction(0), Fraction(0)]
    for other, cents in earning.items():
        apart = [pays[0] for hand, pays in every.items() if not set(hand) & set(other)]
        sums[0] += sum(2 * net * cents + cents**2 for net in apart)
        sums[1] += cents * len(apart)
    deals = 22_100 * 18_424
    own = Distribution.of((pays[0], 1) for pays in every.values())
    mean, both = own.mean + sums[1] / deals, own.expected(lambda net: net * net) + sums[0] / deals
    under = terms(TCP, {"bonus": "TCPB-04E"})
    found = figure(TCP, "bonus", under, Conditions(others=1))
    assert found.house_edge == -mean
    assert found.variance == both - mean**2


def test_a_bonus_that_a_fold_forfeits_earns_less_envy() -> None:
    options = {"bonus-on-fold": "forfeited", "ante": "mandatory"}
    found = figure(TCP, "bonus", terms(TCP, {"bonus": "TCPB-03E"}, options), Conditions(others=6))
    played = Fraction(713_073, 10_179_260)  # counted a second time by hand over all pairs of hands
    assert found.more["envy"] == played
    assert "a folded bonus earns no envy; best strategy of the ante" in found.assumptions
    safe = figure(TCP, "bonus", terms(TCP, {"bonus": "TCPB-03E"}, {"bonus-on-fold": "forfeited"}))
    assert safe.house_edge == Fraction(433, 2_210)
    assert "placed without an ante, so that nothing is folded" in safe.assumptions


def test_printed_envy_figures_hold_with_six_others() -> None:
    found = {each.pay_table: each for each in all_figures(TCP.key) if each.bet == "bonus"}
    for name in ("TCPB-03E", "TCPB-04E"):
        assert "6 other players and a bonus bet of $1" in found[name].assumptions
        assert all(each.agrees for each in found[name].printed)
    unprinted = figure(TCP, "bonus", _without_print("TCPB-03E"))
    assert unprinted.assumptions[0].startswith("6 other")


@pytest.mark.parametrize(
    ("hands", "others", "said"),
    [
        ("any-player", 1, "1 other player and a bonus bet of $1"),
        ("any-player", 2, "2 other players and a bonus bet of $1"),
        ("bonus-bettors", 1, "1 other bonus bettor and a bonus bet of $1"),
    ],
)
def test_the_figure_of_an_envy_table_says_whose_hands_it_counts(
    hands: str, others: int, said: str
) -> None:
    under = terms(TCP, {"bonus": "TCPB-03E"}, {"envy-hands": hands})
    assert figure(TCP, "bonus", under, Conditions(others=others)).assumptions[0] == said


def test_envy_lowers_the_edge_by_the_same_for_each_other_player() -> None:
    """48 of 22,100 hands pay $395 between them, counted by hand."""
    under = terms(TCP, {"bonus": "TCPB-03E"})
    edges = [figure(TCP, "bonus", under, Conditions(others=n)).house_edge for n in range(7)]
    steps = {before - after for before, after in pairwise(edges)}
    assert steps == {Fraction(395, 22_100)}
    assert f"{float(edges[6]):.4f}" == "0.1959"


def _without_print(name: str) -> Terms:
    under = terms(TCP, {"bonus": name})
    return replace(under, pay={**under.pay, "bonus": replace(under.pay["bonus"], published={})})


def test_stax_returns_what_can_be_summed_by_hand() -> None:
    found = progressive("stax", solver_of(AGS).hands_by_event("stax"), terms(AGS))
    fixed = Fraction(52 * 20 + 720 * 6 + 1_096 * 4, 22_100)
    meters = Fraction(1 * 200 + 3 * 100 + 11 * 80 + 33 * 50, 22_100)
    assert found.fixed == fixed
    assert found.at_reset == fixed + meters
    assert found.long_run == fixed + meters + Fraction(23, 100)
    edge = figure(AGS, "stax", terms(AGS)).house_edge
    assert edge == 1 - found.at_reset
    for each in found.meters:
        assert found.returned({each.meter: 2 * each.reset_cents}) > found.at_reset
        shown = int(each.break_even_cents)
        assert found.returned({each.meter: shown}) <= 1 < found.returned({each.meter: shown + 1})


@pytest.mark.parametrize("units", ["all-for-1", "all-to-1"])
def test_stax_follows_the_reading_of_its_units(units: str) -> None:
    under = terms(AGS, options={"stax-units": units})
    found = progressive("stax", solver_of(AGS).hands_by_event("stax"), under)
    assert figure(AGS, "stax", under).house_edge == 1 - found.at_reset


def test_a_meter_above_its_reset_is_worth_its_share() -> None:
    at_reset = figure(AGS, "stax", terms(AGS))
    grown = figure(AGS, "stax", terms(AGS), Conditions(meters={"star": 400_000}))
    assert at_reset.house_edge - grown.house_edge == Fraction(600, 22_100)
    assert grown.assumptions == ("meters at star $4,000, others at reset",)


@pytest.mark.parametrize(
    ("conditions", "words"),
    [
        (Conditions(others=3), "ags-3-card pays no envy"),
        (Conditions(meters={"sun": 5}), "ags-3-card has no meter 'sun'"),
        (Conditions(meters={"star": 999_99}), "meter star cannot show $999.99: it starts at"),
    ],
)
def test_conditions_that_cannot_be_are_refused(conditions: Conditions, words: str) -> None:
    with pytest.raises(Refused) as refusal:
        conditions.check(AGS, terms(AGS))
    assert words in str(refusal.value)


def test_a_bet_without_a_figure_of_its_own_is_named() -> None:
    with pytest.raises(
        FairdealError,
        match="play of three-card-poker has no figure of its own: it is counted in ante",
    ):
        chosen_cases(TCP, "play")


def test_a_compulsory_ante_makes_pair_plus_depend_on_the_fold_and_changes_nothing() -> None:
    alone = figure(TCP, "pair-plus", terms(TCP))
    after = figure(TCP, "pair-plus", terms(TCP, options={"ante": "mandatory"}))
    assert alone.house_edge == after.house_edge
    assert after.assumptions


def test_conditions_that_can_be_are_accepted() -> None:
    Conditions(others=2).check(TCP, terms(TCP))
    Conditions(meters={"star": 100_000}).check(AGS, terms(AGS))


def test_a_wrong_figure_may_belong_to_no_table() -> None:
    found = figure(TCP, "pair-plus", terms(TCP))
    wrong = Printed(what="house advantage", text="50%", exact=found.house_edge)
    assert _owner(found, wrong, [replace(found, printed=(wrong,))]) == ""


@pytest.mark.parametrize(("bet", "total"), [("royal-family", 270_725), ("seven-card", 133_784_560)])
def test_bonus_bets_of_fury_pay_what_their_tables_say(bet: str, total: int) -> None:
    of, pays = declared(FURY.key), terms(FURY).pay[bet].units()
    assert of.events_paid(bet, terms(FURY), Conditions()) == [*map(Fraction, pays)]
    assert sum(of.hands_by_event(bet)) == total


def test_the_sheet_of_a_banked_game_has_its_bank(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Bank(1, 0, Fraction(1, 50), Fraction(3), Fraction(1))
    monkeypatch.setattr(bank_module, "bank", lambda *words: known)
    asked = Request(NAPA, approved(NAPA), terms(NAPA), [Case("ante", "")])
    shown = par_sheet(asked).as_json()
    assert shown["bank"] == [known.as_json()] * 14
    assert [each["pay_table"] for each in shown["strategies"]] == [None]


def test_the_bets_of_3_way_action_go_to_their_own_simulation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = solver_of(TCP).together(terms(TCP), {"ante": 100}, Conditions(), lambda _: None)
    monkeypatch.setattr(three_way_simulation, "together", lambda *a, **b: told)
    asked = Request(
        WAYS, approved(WAYS), terms(WAYS), [Case("high-card", "")], stakes={"high-card": 100}
    )
    assert par_sheet(asked).combination == told


def test_envy_is_found_by_what_the_column_is_whatever_its_key() -> None:
    table = approved(TCP).tables["bonus"]["TCPB-03E"]
    columns = tuple(
        replace(each, key="neighbours") if each.key == "envy" else each for each in table.columns
    )
    pays = {"pays": table.pays["pays"], "neighbours": table.pays["envy"]}
    renamed = replace(table, columns=columns, pays=pays, printed={})
    of = declare(TCP, SHOWDOWN)
    assert renamed.others is table.others
    assert envy(of, renamed, 4, 100) == envy(of, table, 4, 100)


def test_envy_of_larger_hands_or_of_the_dealers_cards_is_refused() -> None:
    table, of = approved(TCP).tables["bonus"]["TCPB-03E"], declare(TCP, SHOWDOWN)
    larger = replace(of, game=replace(TCP, player_cards=4))
    event = replace(SHOWDOWN.events["bonus"], of=Of.ALL)
    rules = replace(SHOWDOWN, events={**SHOWDOWN.events, "bonus": event})
    for each in (larger, replace(of, rules=rules)):
        with pytest.raises(Refused, match="bonus of three-card-poker has no exact figures"):
            envy(each, table, 1, 100)


def test_the_bank_of_another_game_is_not_taken_for_that_of_napa() -> None:
    assert bank_module.is_known(NAPA)
    assert posted(NAPA, 200_00, {"ante": 1_000, "pair-plus": 500}) == Posted(200_00, 1_000, 500)
    other = replace(TCP, player_banked=True)
    with pytest.raises(Refused, match="the bank of three-card-poker has no figures, only that of"):
        posted(other, 200_00, {"ante": 1_000})
    asked = Request(other, approved(TCP), terms(TCP), chosen_cases(TCP, "ante"))
    assert "bank" not in par_sheet(asked).as_json()
