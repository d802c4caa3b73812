"""Par figures: from nothing, from counts that are kept, and by a loop over every deal."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from benchmarks.harness import OWN, Bench
from fairdeal.analysis import three_way_action
from fairdeal.analysis.blackjack.dealer import draws_from
from fairdeal.analysis.blackjack.house import House
from fairdeal.analysis.blackjack.solution import solve
from fairdeal.analysis.blackjack.states import states
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.par import cases, figure, figures
from fairdeal.analysis.seven import patterns
from fairdeal.analysis.seven.outcomes import poker_outcomes
from fairdeal.analysis.solvers import asking, declared, kept, showdown
from fairdeal.games.ags_3_card import SixCard, six_card_event
from fairdeal.games.sheets import approved
from fairdeal.games.terms import terms
from fairdeal.games.three_card_fury import Pays, SevenCard, seven_card_event
from fairdeal.games.variant import parse_change, with_changes
from tests import direct

TCP, NAPA, AGS, FURY, WAYS = OWN

EDGE = Fraction(686_689, 20_358_520)
SIX = (18_876_456, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 184, 4)
SEVEN = (113_355_660, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 35_820, 4_140, 1_592, 32)
PAYS = (-1, 5, 11, 15, 20, 50, 200, 1_000, 20_000)
"""The six card bonus A with one changed line."""
ERRATA = ("12.86%", "8.24%", "5.65%", "11.09%")


def forget_deals() -> None:
    """Drop every count of deals; how hands rank and which differ only by suits stays."""
    kept.forget()
    for each in (
        showdown.kinds_of,
        three_way_action.poker,
        three_way_action.high_card,
        solve,
    ):
        each.cache_clear()


def forget() -> None:
    """Drop everything but the numbering of hands and compiled code."""
    forget_deals()
    showdown.forget()
    for each in (
        declared.hands_by_event,
        patterns.patterns,
        states,
        draws_from,
        three_way_action.hands_by_bonus,
    ):
        each.cache_clear()


def everything() -> list[Figure]:
    """Every bet of every game under every pay table of the documents."""
    return [
        each
        for game in OWN
        for each in figures(game, approved(game), terms(game), cases(game), AT_RESET)
    ]


def fury_tables() -> list[Fraction]:
    """The base game of 3 Card Fury under all eleven Monster tables."""
    return [
        figure(FURY, "ante", terms(FURY, {"monster": name})).house_edge
        for name in approved(FURY).tables["monster"]
    ]


def is_fury(edges: list[Fraction]) -> bool:
    """Whether these are the edges of the eleven tables."""
    known = (
        *(0.030995455465, 0.025379097772, 0.034614775534, 0.040231133228, 0.047469773364),
        *(0.055260468665, 0.020003247866, 0.022529238266, 0.025299312353, 0.027533595378),
        0.031179913651,
    )
    return edges[7] == Fraction(13_186_531, 585_307_450) and all(
        abs(float(edge) - each) < 1e-11 for edge, each in zip(edges, known, strict=True)
    )


def changed_line(game: Any, text: str) -> Fraction:
    """A side bet after one of its lines was edited."""
    change = parse_change(game, text)
    base = terms(game)
    tables = with_changes(game, approved(game), base.pay, [change])
    return figure(game, change.bet, replace(base, pay={**base.pay, **tables})).house_edge


def said(rule: Any, hands: Any) -> Any:
    """What a rule says of rows of cards."""
    return asking.asked(rule, hands, np.arange(52))


def classes() -> tuple[tuple[int, ...], ...]:
    """Six- and seven-card hands by what they make."""
    return (
        patterns.event_counts(partial(said, six_card_event), 6, SixCard),
        patterns.event_counts(partial(said, seven_card_event), 7, SevenCard),
    )


def bench(found: Bench) -> None:
    """Measure everything here."""
    ante = partial(figure, TCP, "ante", terms(TCP))
    is_edge: Callable[[Figure], bool] = lambda each: each.house_edge == EDGE  # noqa: E731
    fast = found.time(
        "Three Card Poker base game, everything anew", ante, is_edge, target=5, before=forget
    )
    found.time("Three Card Poker base game, another pay table", ante, is_edge)
    napa = partial(figure, NAPA, "ante", terms(NAPA))
    is_napa: Callable[[Figure], bool] = lambda each: (  # noqa: E731
        each.house_edge == Fraction(229_314, 12_724_075)
    )
    found.time(
        "Napa with all up cards, deals counted anew", napa, is_napa, target=10, before=forget_deals
    )
    found.time("Napa with all up cards, everything anew", napa, is_napa, before=forget)
    found.time("Napa with all up cards, another pay table", napa, is_napa)
    fury = found.time(
        "Fury, all eleven Monster tables, deals counted anew",
        fury_tables,
        is_fury,
        target=15,
        before=forget_deals,
    )
    found.time(
        "Fury, all eleven Monster tables, everything anew",
        fury_tables,
        is_fury,
        target=12,
        before=forget,
    )
    found.time("Fury, all eleven Monster tables, counts kept", fury_tables, is_fury)
    found.time(
        "six- and seven-card classes, everything anew",
        classes,
        lambda each: each == (SIX, SEVEN),
        target=15,
        before=forget,
    )
    found.time(
        "seven against seven, all outcomes, everything anew",
        poker_outcomes,
        lambda each: (sum(each), each.tied) == (6_071_092_494_667_200, 1_259_191_407_432),
        target=150,
        before=forget,
    )
    found.time(
        "blackjack, default rules, everything anew",
        partial(solve, House.of()),
        lambda each: each.house_edge == Fraction(381_367_739_165_921, 107_265_696_720_682_500),
        target=400,
        before=forget,
    )
    found.time(
        "pair plus after one changed line",
        partial(changed_line, TCP, "pair-plus.flush=3"),
        lambda edge: edge == Fraction(402, 5_525),
        target=1,
    )
    found.time(
        "six card bonus after one changed line",
        partial(changed_line, AGS, "six-card-bonus.straight=11"),
        lambda edge: (
            edge == Fraction(sum(n * -w for n, w in zip(SIX, PAYS, strict=True)), 20_358_520)
        ),
        target=1,
    )
    found.time(
        "every pay table of every game, everything anew",
        everything,
        lambda each: (
            len(each) == 11 + 2 + 8 + 37 + 12
            and all(p.agrees or p.correct in ERRATA for one in each for p in one.printed)
        ),
        target=1_500,
        before=forget,
        times=5,
    )
    _loops(found, fast, fury)


def _loops(found: Bench, fast: float, fury: float) -> None:
    """The same by looking at every deal, which is only the check."""
    hands = direct.hands_of(3)
    pays = terms(TCP).pay["ante-bonus"].units()
    slow = found.time(
        "Three Card Poker, loop over 407,170,400 deals, two threads",
        lambda: direct.counted(direct.three_card_deals, hands, pays, 16)[0],
        lambda ways: -sum(n * w for n, w in ways.items()) == EDGE * 407_170_400,
        times=3,
    )
    found.add("  times everything anew without a loop", slow / fast, "x")
    four, under = direct.hands_of(4), terms(FURY)
    fury_pays = Pays(
        under.pay["monster"].units("beat"),
        under.pay["monster"].units("busted"),
        under.pay["royal-family"].units(),
        under.pay["seven-card"].units(),
    )
    slow = found.time(
        "Fury, one table, loop over 4,682,459,600 deals, two threads",
        lambda: direct.counted(direct.fury_deals, four, fury_pays, 600)[0],
        lambda ways: (
            -sum(n * w for n, w in ways.items())
            == Fraction(13_186_531, 585_307_450) * 4_682_459_600
        ),
        times=1,
    )
    found.add("  times all eleven tables, deals counted anew", slow / fury, "x")
