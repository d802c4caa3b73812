"""Par sheets as documents: complete, well-formed, self-contained and the same in every run."""

import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from fairdeal.games import GAMES
from fairdeal.games.describe import described_table
from fairdeal.games.sheets import approved
from fairdeal.report import borders, charts, curves, drawing, plots
from fairdeal.report.html import html
from fairdeal.report.layout import document
from fairdeal.report.numbers import ratio
from fairdeal.report.pdf import pdf
from tests.test_drawing import extent, shapes

HOSTILE = '<script>alert("$1 & $2")</script>'


def exact(text: str) -> dict[str, Any]:
    return {"exact": text, "value": float(Fraction(text))}


def figure(
    bet: str, table: str | None, ways: dict[str, int], per: str = "stake", **more: Any
) -> dict[str, Any]:
    deals = sum(ways.values())
    mean = sum(Fraction(net) * number for net, number in ways.items()) / deals

    def share(sign: int) -> dict[str, Any]:
        found = sum(
            n for net, n in ways.items() if (Fraction(net) > 0) - (Fraction(net) < 0) == sign
        )
        return exact(str(Fraction(found, deals)))

    return {
        "bet": bet,
        "pay_table": table,
        "per": per,
        "house_edge": exact(str(-mean)),
        "hit_frequency": share(1),
        "win": share(1),
        "push": share(0),
        "lose": share(-1),
        "standard_deviation": 1.5,
        "variance": exact("9/4"),
        "deals": deals,
        "outcomes": [{"net": net, "ways": number} for net, number in ways.items()],
        **({"hands": 22_100} if "lines" in more else {}),
        **more,
    }


def whole_game(bet: str, table: str | None, ways: dict[str, int], **more: Any) -> dict[str, Any]:
    risk = {"element_of_risk": exact("1/70"), "average_wager": exact("5/3")}
    return figure(bet, table, ways, per=bet, **risk, share_played=exact("2/3"), **more)


def line(event: str, pays: str, ways: int) -> dict[str, Any]:
    return {"event": event, "pays": pays, "ways": ways}


def printed(what: str, text: str, correct: str, value: str) -> dict[str, Any]:
    agrees = text == correct
    return {"figure": what, "printed": text, "correct": correct, "agrees": agrees, **exact(value)}


def border(ranks: str, decision: str, value: str) -> dict[str, Any]:
    part = {"play": "1", "fold": "0"}.get(decision, "3/4")
    taken = [decision] if decision != "it depends" else ["play", "fold"]
    worth = {"lowest": exact(value), "highest": exact(str(Fraction(value) + Fraction(1, 90)))}
    return {
        "hand": "2c 6d Qs",
        "words": ranks,
        "decision": decision,
        "share_played": exact(part),
        "value_of_play": worth,
        "value_of_fold": exact("-1"),
        "choices": [
            {
                "choice": word,
                "share": exact("1/2"),
                "hand": "2c 6d Qs",
                "up": "As" if clear else None,
            }
            for word, clear in zip(taken, (True, False), strict=False)
        ],
    }


def cut(up: str | None, *hands: dict[str, Any], clean: bool = True) -> dict[str, Any]:
    """The border at some hands, strongest first."""
    played = [hand for hand in hands if hand["decision"] != "fold"]
    folded = [hand for hand in hands if hand["decision"] != "play"]
    sure = [hand for hand in hands if hand["decision"] == "play"]
    step = {
        "lower": "fold",
        "higher": "play",
        "always_from": sure[-1] if sure else None,
        "never_up_to": next((hand for hand in folded if hand["decision"] == "fold"), None),
        "mixed_strengths": 0 if clean else 1,
        "text": "play: from here up",
    }
    return {
        "up": up,
        "steps": [step] if folded else [],
        "weakest_played": played[-1],
        "strongest_folded": folded[0] if folded else None,
        "strength_decides": clean,
        "share_played": exact("2/3" if folded else "1"),
        "near": list(hands),
        "chart": [
            {"ranks": hand["words"], "decision": hand["decision"]}
            for hand in hands
            if "-" in hand["words"]
        ],
    }


def strategy(
    table: str | None, *cuts: dict[str, Any], sides: bool = True, lines: Sequence[str] = ()
) -> dict[str, Any]:
    """How to play; a line below another begins with a space for each level."""
    side = {"bet": "pair-plus", "forfeited_by_a_fold": True, "hands_it_could_change": 12}
    return {
        "pay_table": table,
        "per": "ante",
        "share_played": exact("2/3"),
        "shares": [
            {"choice": "play", "told": "played", "share": exact("2/3")},
            {"choice": "double", "told": "doubled", "share": exact("0")},
            {"choice": "fold", "told": "folded", "share": exact("1/3")},
        ],
        "instructions": {
            "lines": [
                {"depth": len(line) - len(line.lstrip()), "text": line.lstrip()}
                for line in lines or ("play Q-6-4 and better", "never double")
            ]
        },
        "cuts": list(cuts),
        "simple_rules": [{"rule": "play every hand", "cost": exact("1/23")}],
        "side_bets": [side] if sides else [],
    }


def _tables(game: str, options: dict[str, str]) -> list[dict[str, Any]]:
    """The pay tables of a game's document under some options."""
    sheets = approved(GAMES[game])
    return [
        described_table(table.under(options), is_default=sheets.defaults[bet] == name)
        for bet, named in sheets.tables.items()
        for name, table in named.items()
    ]


def sheet(game: str, *figures: dict[str, Any], **more: Any) -> dict[str, Any]:
    maker = {"maker": "A maker", "title": "A manual", "date": "2001", "note": ""}
    return {
        "game": game,
        "name": f"The game of {game}",
        "rules_digest": "0123456789abcdef",
        "analysis_digest": "fedcba9876543210",
        "own_tables": ["pair-plus <i>mine</i>"] if "own" in more else [],
        "version": "9.9",
        "document": maker,
        "options": {},
        "pay_tables": _tables(game, more.get("options", {})),
        "figures": list(figures),
        "readings": [{"point": "a point <b>", "ours": "a reading & more"}],
        **more,
    }


LINE = (
    border("Q-7-5", "play", "-97/100"),
    border("Q-6-4", "play", "-99/100"),
    border("Q-6-3", "fold", "-101/100"),
)
FEW = {"1": 40, "0": 5, "-1": 55}
RARE = {"4000": 1, "7": 720, "-1": 21379}
MANY = {str(net): 5 + net * net + (net < 0) for net in range(-8, 9)}
CROWD = {str(net): 10 + abs(net) for net in range(-40, 400, 10)}
LINES = [
    line("ace-king-queen of spades", "4,000 to 1", 1),
    line("straight", "7 to 1", 720),
    line("an impossible hand", "lose", 0),
]


def three_card_poker() -> dict[str, Any]:
    """Own, hostile and approved tables, envy, several bets together, figures printed wrong."""
    par = {
        "agrees": True,
        "figures": [
            printed("par per ante, TCP-01", "3.37%", "3.37%", "1/29"),
            printed("par per ante, TCP-02", "3.37%", "3.37%", "1/29"),
        ],
    }
    wrong = {
        "agrees": False,
        "figures": [printed("probability of two pair, jacks or better", "0.5", "0.4", "-2/5")],
    }
    own = [line("ace-king-queen of spades", "9 to 1", 1), line("straight", "lose", 720)]
    others = [{"others": n, "house_edge": exact(f"{30 - n}/100")} for n in range(3)]
    envy = [
        {"pay_table": name, "stake_cents": 100, "hands": "other players", "others": others}
        for name in ("X", HOSTILE)
    ]
    together = {
        "stakes_cents": {"ante": 1000, "pair-plus": 500},
        "method": "exact, over every deal",
        "simulated": False,
        "deals": sum(MANY.values()),
        "expected_loss_cents": exact("1000/23"),
        "house_edge": exact("1/33"),
        "element_of_risk": exact("1/48"),
        "average_wager_cents": exact("480500/221"),
        "standard_deviation_cents": 2673.0,
        "win": exact("9/20"),
        "push": exact("1/20"),
        "lose": exact("1/2"),
        "bets": [{"bet": bet, "house_edge": exact("1/50")} for bet in ("ante", "pair-plus")],
        "covariances": [
            {"bets": ["ante", "pair-plus"], "covariance": exact("9/10"), "correlation": 0.3}
        ],
        "joint": [{"net": ["1", "40"], "ways": 7}, {"net": ["-1/2", "0"], "ways": 5}],
        "outcomes_cents": [{"net": f"{net}00", "ways": ways} for net, ways in MANY.items()],
    }
    return sheet(
        "three-card-poker",
        whole_game("ante", "A", FEW, published=par, assumptions=["best strategy"], reading="so"),
        whole_game("ante", "B", FEW),
        whole_game("ante", "C", FEW),
        figure("pair-plus", "A", FEW),
        figure("bonus", "TCPB-03E", RARE, lines=LINES, published=wrong),
        figure("bonus", HOSTILE, {"9": 1, "-1": 22099}, lines=own, envy=exact("1/9")),
        options={"ante": "mandatory"},
        strategies=[strategy("A", cut(None, *LINE)), strategy("B", cut(None, *LINE))],
        envy=envy,
        combination=together,
    )


NESTED: Final = ("play from Q up", "below that:", " if a king is up: fold", " otherwise play")


def napa() -> dict[str, Any]:
    """A card up, a bank, and a wager that covers only so much."""
    unclear = border("K-9-2", "it depends", "-1")
    cuts = [
        cut("A", *LINE),
        cut("K", border("K-9-3", "play", "-9/10"), unclear, clean=False),
        cut("T", border("5-3-2", "play", "-1/2")),
        cut("9", border("5-3-2", "play", "-2/5")),
    ]
    banks = [
        {
            "players": players,
            "pair_plus_units": units,
            "edge_per_round": exact(f"{players}/50"),
            "variance_per_round": exact(f"{3 * players}"),
            "standard_deviation_per_round": 1.7,
            "covariance_of_two_players": exact("1/2"),
            "ruin": {"50": 0.5, "100": 0.25},
        }
        for units in (0, 1)
        for players in (1, 2, 3)
    ]
    coverage = {
        "posted_cents": 20000,
        "ante_cents": 1000,
        "pair_plus_cents": 500,
        "players": 3,
        "method": "simulation of 2,000 rounds",
        "simulated": True,
        "edge_per_round_cents": 190.25,
        "standard_error_cents": 3.5,
        "standard_deviation_per_round_cents": 4735.0,
        "chance_used_up": 0.0116,
        "chance_lost_whole": 0.0034,
        "ruin_by_posted_wagers": {"1": 0.7, "2": 0.5},
    }
    pays = [line("royal flush", "200 to 1", 4), line("pair", "1 to 1", 3744)]
    return sheet(
        "napa-three-card-poker",
        whole_game("ante", None, FEW),
        figure("pair-plus", "NAPA", {"200": 8, "1": 7488, "-1": 36704}, lines=pays),
        strategies=[strategy(None, *cuts, lines=NESTED)],
        bank=banks,
        coverage=coverage,
    )


def ags() -> dict[str, Any]:
    """Meters, an option that is not the default, and a table that nobody knows."""
    meters = [
        {
            "meter": name,
            "probability": exact("33/22100"),
            "bets_to_a_hit": exact("22100/33"),
            "reset_cents": 25000,
            "increment": exact("3/50"),
            "wager_cents": 500,
            "return_per_dollar_on_the_meter": exact("33/110500"),
            "average_award_cents": exact("496000/11"),
            "break_even_cents": exact("5488000/33"),
        }
        for name in ("diamond", "heart", "star")
    ]
    progressive = {
        key: exact("3/5")
        for key in (
            "fixed_return",
            "return_at_reset",
            "long_run_return",
            "house_edge_at_reset",
            "long_run_house_edge",
        )
    }
    always = border("Q-6-4", "play", "-1/2")
    depends = border("pair of twos", "it depends", "-1")
    return sheet(
        "ags-3-card",
        figure("stax", "unheard of", RARE),
        figure("player-bonus", "mine", RARE, lines=[line("pair", "1 to 1", 3744)]),
        options={"stax-units": "all-to-1", "ante": "mandatory"},
        strategies=[
            strategy("X", cut(None, always), sides=False),
            strategy("Y", cut(None, border("pair of threes", "play", "0"), depends), sides=False),
        ],
        progressive={**progressive, "meters": meters},
        readings=[],
    )


def fury() -> dict[str, Any]:
    """More tables than fit at the side of a picture, and a base game priced by a side bet."""
    names = [str(number) for number in range(1, 7)]
    return sheet(
        "three-card-fury",
        *(whole_game("ante", name, MANY) for name in names),
        *(figure("monster", name, RARE) for name in names),
        options={"monster-straight-flush": "ten-on-table-1-only"},
    )


def three_way_action(**more: Any) -> dict[str, Any]:
    """Blackjack, and a bet whose results are halves."""

    def cells(best: str) -> list[dict[str, Any]]:
        values = {best: exact("1/3"), "hit": exact("-1/3"), "double": exact("2/3")}
        alone = {"stand": exact("1")}
        return [
            {"up": "2", "best": best, "values": values},
            {"up": "A", "best": "stand", "values": alone},
        ]

    rows = [
        {"kind": "hard", "hand": "10-6", "total": "hard 16", "cells": cells("stand")},
        {"kind": "hard", "hand": "9-7", "total": "hard 16", "cells": cells("hit")},
        {"kind": "hard", "hand": "10-5", "total": "hard 15", "cells": cells("hit")},
        {"kind": "hard", "hand": "9-6", "total": "hard 15", "cells": cells("hit")},
        {"kind": "soft", "hand": "A-6", "total": "soft 17", "cells": cells("double")},
        {"kind": "pair", "hand": "A-A", "total": "soft 12", "cells": cells("split")},
    ]
    halves = {"1": 40, "-1/2": 6, "-1": 54}
    found = {"rows": rows, **more}
    return sheet("three-way-action", figure("high-card", None, halves), blackjack=found)


def rules_and_options() -> dict[str, Any]:
    rule = {"rule": "never split", "cost": exact("1/400")}
    option = {"option": "natural=6:5", "house_edge": exact("1/40")}
    return {"simple_rules": [rule], "options": [option]}


SHEETS = {
    "three-card-poker": three_card_poker(),
    "napa": napa(),
    "ags": ags(),
    "fury": fury(),
    "blackjack": three_way_action(**rules_and_options()),
    "blackjack alone": three_way_action(),
}
EVERY = pytest.mark.parametrize("name", SHEETS)


@cache
def page(name: str) -> str:
    return html(SHEETS[name])


class Page(HTMLParser):
    """The elements of a page, their attributes and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self.tags.append(tag)
        self.attributes += attrs
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element without content."""
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        """The element that began last ends."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Text."""
        self.text += data


@EVERY
def test_page_states_every_figure_every_reading_and_the_digest(name: str) -> None:
    shown, text = SHEETS[name], Page(page(name)).text
    for each in shown["figures"]:
        assert ratio(each["house_edge"]) in text
        assert f"{100 * each['house_edge']['value']:.4f} %".replace("-", "\u2212") in text
        assert str(each["pay_table"] or "") in text
        assert each.get("reading", "") in text
    for reading in shown["readings"]:
        assert reading["point"] in text
        assert reading["ours"] in text
    assert shown["rules_digest"] in text
    assert shown["document"]["title"] in text


@EVERY
def test_page_is_well_formed_and_refers_to_nothing_outside(name: str) -> None:
    text = page(name)
    found = Page(text)
    assert "http" not in text
    assert "@import" not in text
    assert "url(" not in text
    assert "script" not in found.tags
    keys = {value for key, value in found.attributes if key == "id"}
    for key, value in found.attributes:
        assert key not in ("src", "style")
        assert not key.startswith("on")
        if key == "href":
            assert value is not None
            assert value.removeprefix("#") in keys


@EVERY
def test_page_has_a_chapter_for_each_part_of_the_sheet_and_no_other(name: str) -> None:
    shown, found = SHEETS[name], Page(page(name))
    keys = [str(value) for key, value in found.attributes if key == "id"]
    assert keys[:2] == ["game", "summary"]
    assert keys[-1] == "sources"
    bets = dict.fromkeys(f"bet-{each['bet']}" for each in shown["figures"])
    assert [key for key in keys if key.startswith("bet-")] == list(bets)
    for part in ("envy", "progressive", "bank", "coverage", "combination", "blackjack"):
        assert (part in keys) == (part in shown)
    assert ("strategy-1" in keys) == ("strategies" in shown)
    assert ("printed" in keys) == any("published" in each for each in shown["figures"])


def test_page_shows_hostile_names_as_text() -> None:
    text = page("three-card-poker")
    assert HOSTILE not in text
    assert HOSTILE in Page(text).text
    assert "a point &lt;b&gt;" in text


def test_page_is_the_same_in_every_run() -> None:
    assert html(SHEETS["three-card-poker"]) == page("three-card-poker")


@EVERY
def test_pdf_has_text_and_the_sheet_and_can_be_read_aloud(name: str) -> None:
    made = pdf(SHEETS[name])
    assert made.startswith(b"%PDF-")
    assert b"/Font" in made
    assert b"par-sheet.json" in made
    assert b"pdfuaid:part" in made


def test_pdf_is_the_same_in_every_run() -> None:
    assert pdf(SHEETS["napa"]) == pdf(deepcopy(SHEETS["napa"]))


def test_names_that_no_font_can_show_cost_nothing_but_their_letters() -> None:
    shown = deepcopy(SHEETS["fury"])
    for each in shown["figures"]:
        each["pay_table"] += "\x01\u8868\ufffe"
    assert "\u8868" in html(shown)
    assert pdf(shown).startswith(b"%PDF-")


def test_pictures_are_well_formed_plain_and_the_same_in_every_run() -> None:
    poker, banked = SHEETS["three-card-poker"], SHEETS["napa"]
    cuts = banked["strategies"][0]["cuts"]
    rows = SHEETS["blackjack"]["blackjack"]["rows"]
    drawn: list[Callable[[], str]] = [
        lambda: plots.outcomes(FEW, "antes", "says"),
        lambda: plots.outcomes(RARE, "antes", "says"),
        lambda: plots.outcomes(MANY, "antes", "says"),
        lambda: plots.outcomes(MANY | {"9": 1, "10": 10**6}, "antes", "says"),
        lambda: plots.outcomes(CROWD, "antes", "says"),
        lambda: plots.edges([(HOSTILE, 0.1, True), ("b", -0.1, False)], "says"),
        lambda: curves.envy(poker["envy"], "says"),
        lambda: curves.meters(SHEETS["ags"]["progressive"], "says"),
        lambda: curves.ruin(banked["bank"], "says"),
        lambda: curves.posted(banked["coverage"], "says"),
        lambda: charts.triangle(poker["strategies"][0]["cuts"][0], "says"),
        lambda: charts.blackjack(rows, "says"),
        lambda: charts.blackjack(rows[:2], "says"),
        lambda: borders.near(cuts[:2], "antes", "says"),
        lambda: borders.by_up_card(cuts, "share of hands to play", "says"),
    ]
    for draw in drawn:
        svg = draw()
        assert svg == draw()
        root = ElementTree.fromstring(svg)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.attrib["aria-label"] == "says"
        for element in root.iter():
            assert not element.attrib.keys() & {"style", "id", "href", "clip-path"}
        wide = float(root.attrib["viewBox"].split()[2])
        for text in shapes(svg, "text"):
            start, end = extent(text)
            assert "transform" in text.attrib or (start >= 0 and end <= wide + 0.1), text.text


def test_picture_of_outcomes_has_a_bar_and_a_label_for_each() -> None:
    root = ElementTree.fromstring(plots.outcomes(RARE, "antes", "says"))
    texts = [element.text for element in root.iter() if element.text]
    assert {"+4,000", "+7", "\u22121", "0.0045", "3.26", "96.74"} <= set(texts)
    fills = [element.attrib.get("fill") for element in root.iter()]
    assert fills.count(drawing.LOSE) == 1
    assert fills.count(drawing.WIN) == 2


def test_many_outcomes_share_bars_without_losing_one() -> None:
    root = ElementTree.fromstring(plots.outcomes(CROWD, "antes", "says"))
    texts = {element.text for element in root.iter() if element.text}
    assert {"\u221240 to \u221220", "\u221210", "0", "+10", "+20 to +40", "+200 to +390"} <= texts


def test_chart_marks_what_to_play_and_what_to_fold() -> None:
    poker = SHEETS["three-card-poker"]["strategies"][0]["cuts"][0]
    root = ElementTree.fromstring(charts.triangle(poker, "says"))
    texts = [element.text for element in root.iter() if element.text]
    assert (texts.count("P"), texts.count("F")) == (2, 1)


def test_same_strategy_is_told_once_for_all_its_pay_tables() -> None:
    alike = [each.title for each in document(SHEETS["three-card-poker"]).sections]
    assert alike.count("Strategy") == 1
    unlike = [each.title for each in document(SHEETS["ags"]).sections]
    assert {"Strategy, table X", "Strategy, table Y"} <= set(unlike)


def test_lines_are_counted_over_the_hands_they_belong_to() -> None:
    text = Page(page("napa")).text
    assert "Counted over 22,100 hands." in text


def test_pay_tables_are_shown_as_the_options_in_force_read_them() -> None:
    rows = {
        straight_flush.group(1)
        for straight_flush in re.finditer(r"straight flush\s+((?:\d+\s+){6})", _flat("fury"))
    }
    assert any(row.split() == ["10", "9", "9", "9", "9", "9"] for row in rows)


def test_pay_tables_of_the_sheet_come_before_those_of_the_document() -> None:
    shown = deepcopy(SHEETS["fury"])
    shown["pay_tables"] = [
        {
            "bet": "monster",
            "name": name,
            "default": name == "2",
            "titles": {"pays": "pays"},
            "columns": {"pays": [{"hand": "an own line", "pays": "77 to 1"}]},
        }
        for name in ("1", "2")
    ]
    text = Page(html(shown)).text
    assert "an own line" in text
    assert "Table 2 in full" in text
    assert "mini-royal" not in text


def test_posted_wager_says_whether_it_was_simulated() -> None:
    counted = deepcopy(SHEETS["napa"])
    counted["coverage"] |= {
        "method": "exact",
        "simulated": False,
        "standard_error_cents": 0.0,
        "players": 1,
        "pair_plus_cents": 0,
    }
    assert "an exception: a simulation of 2,000 rounds" in Page(page("napa")).text
    assert "an exception" not in Page(html(counted)).text


def test_simulation_shows_no_fraction_as_if_it_were_exact() -> None:
    shown = deepcopy(SHEETS["three-card-poker"])
    shown["combination"] |= {"method": "simulation of 4,000 rounds", "simulated": True}
    text = Page(html(shown)).text
    assert "an exception: a simulation of 4,000 rounds" in text
    assert "standard error" in text
    assert "1000/23" not in text
    assert "Joint distribution" not in text
    assert "1000/23" in Page(page("three-card-poker")).text


def test_deals_too_many_to_write_out_are_told_by_fractions() -> None:
    shown = sheet("three-way-action", figure("poker", None, {"1": 10**20, "-1": 2 * 10**20}))
    text = Page(html(shown)).text
    assert "100,000,000" not in text
    assert "1/3" in text


def test_printed_figures_that_differ_come_first() -> None:
    text = Page(page("three-card-poker")).text
    assert "1 found to differ" in text
    start = text.rindex("Printed against exact")
    assert text.index("differs", start) < text.index("agrees", text.index("finding", start))


def test_bets_that_cannot_go_together_have_no_correlation() -> None:
    shown = deepcopy(SHEETS["three-card-poker"])
    shown["combination"]["covariances"][0]["correlation"] = None
    assert "How the bets go together" in Page(html(shown)).text
    shown["combination"]["covariances"] = []
    assert "How the bets go together" not in Page(html(shown)).text


def _flat(name: str) -> str:
    return re.sub(r"\s+", " ", Page(page(name)).text)


def test_own_pay_tables_are_named_as_such_and_other_readings_told() -> None:
    other = [{"option": "units=all", "house_edge": exact("3/40")}]
    shown = sheet("ags-3-card", figure("player-bonus", "A", FEW, otherwise=other), own=True)
    text = Page(html(shown)).text
    assert "Not pay tables of this source" in text
    assert "pair-plus <i>mine</i>" in text
    assert "With units=all the house edge is 7.5000 % (3/40)." in text
    assert "Not pay tables of this source" not in Page(page("napa")).text
