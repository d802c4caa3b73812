"""The parts of a par sheet beyond its figures, on the screen."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from rich.markup import escape

from fairdeal import money
from fairdeal.analysis.opening import Opening, read
from fairdeal.cli.grids import heading, note, percent, table_of
from fairdeal.cli.screen import Screen
from fairdeal.report.numbers import decimal
from fairdeal.report.starting_hands import NOTE, chart


def show_combination(screen: Screen, shown: dict[str, Any]) -> None:
    """Show that part of the sheet."""
    tables = shown["pay_tables"]
    named = ", ".join(
        f"{bet} {money.show(cents)}" + (f" ({tables[bet]})" if bet in tables else "")
        for bet, cents in shown["stakes_cents"].items()
    )
    heading(screen, f"Together: {escape(named)}")
    note(screen, shown["method"])
    for text in shown["assumptions"]:
        note(screen, text)
    error, deviation = shown["standard_error_cents"], shown["standard_deviation_cents"]
    if error:
        note(
            screen,
            "edges and expected loss are exact; the mean of the rounds dealt has a standard error"
            f" of ${error / 100:.4f}",
        )
    for text, value in (
        ("expected loss", f"${shown['expected_loss_cents']['value'] / 100:.4f}"),
        ("house edge on what is bet at first", percent(shown["house_edge"])),
        ("element of risk", percent(shown["element_of_risk"])),
        ("average wager", f"${shown['average_wager_cents']['value'] / 100:,.2f}"),
        ("standard deviation", f"${deviation / 100:,.2f}"),
        ("wins", percent(shown["win"], 2)),
        ("pushes", percent(shown["push"], 2)),
        ("loses", percent(shown["lose"], 2)),
    ):
        note(screen, f"{text:<35}{value:>12}")
    pairs = table_of(("two bets", ""), ("covariance in units", "correlation"))
    for each in shown["covariances"]:
        pairs.add_row(
            *each["bets"], f"{each['covariance']['value']:.6f}", f"{each['correlation']:.4f}"
        )
    screen.show(pairs)


def show_strategies(screen: Screen, strategies: Sequence[dict[str, Any]]) -> None:
    """Show that part of the sheet."""
    heading(screen, "Best strategy")
    same: dict[str, list[dict[str, Any]]] = {}
    for each in strategies:
        same.setdefault(json.dumps(each["instructions"]["lines"]), []).append(each)
    for alike in same.values():
        first, tables = alike[0], [each["pay_table"] or "" for each in alike]
        if len(same) > 1:
            note(screen, f"[bold]pay table {escape(', '.join(tables))}[/]")
        elif len(tables) > 1:
            note(screen, "the same under every pay table")
        for line in first["instructions"]["lines"]:
            note(screen, escape(line["text"]), line["depth"])
        if len(first["cuts"]) == 1 and first["cuts"][0]["strongest_folded"]:
            _near(screen, first["cuts"][0])
        for rule in first["simple_rules"]:
            note(
                screen, f"{rule['rule']}: costs {percent(rule['cost'])} of the {first['per']} more"
            )
        for bet in first["side_bets"]:
            note(screen, _effect(bet))


def show_starting_hands(screen: Screen, tables: Sequence[dict[str, Any]]) -> None:
    """Show how to play from the starting hand on, with a chart for two cards."""
    heading(screen, "Best strategy")
    for each in tables:
        if len(tables) > 1:
            note(screen, f"[bold]pay table {escape(each['pay_table'])}[/]")
        best = read(each)
        _first_decision(screen, best)
        for line in best.lines():
            note(screen, escape(line.text), line.depth)
        for told, share in best.endings:
            note(screen, f"{told}: {decimal(100 * share, 2)} % of all deals")
        for rule in best.simple_rules:
            note(screen, f"{rule.text}: costs {decimal(100 * rule.cost)} % of the {best.per} more")


def _first_decision(screen: Screen, best: Opening) -> None:
    """How many hands take each choice, and the chart of two cards."""
    every = sum(start.ways for start in best.starts)
    for word, share in best.shares.items():
        ways = int(share * every)
        note(screen, f"{word}: {ways:,} of {every:,} hands ({decimal(100 * share, 2)} %)")
    drawn = chart(best)
    if drawn is None:
        return
    length = max(len(mark.letters) for mark, _ in drawn.choices)
    screen.show(f"  {drawn.legend}")
    screen.show(f"  {NOTE}")
    screen.show("     " + " ".join(rank.rjust(length) for rank in drawn.ranks))
    for rank, marks in zip(drawn.ranks, drawn.rows, strict=True):
        cells = ((mark.letters if mark else "").rjust(length) for mark in marks)
        screen.show(f"  {rank:>2} {' '.join(cells)}")


def _near(screen: Screen, cut: dict[str, Any]) -> None:
    table = table_of(("hand", "best"), ("worth at least", "at most", "fold"))
    for each in cut["near"]:
        value = each["value_of_play"]
        table.add_row(
            each["words"],
            _best(each),
            f"{value['lowest']['value']:.6f}",
            f"{value['highest']['value']:.6f}",
            f"{each['value_of_fold']['value']:.6f}",
        )
    screen.show(table)


def _best(hand: dict[str, Any]) -> str:
    """The choice, or some of several with an example of each."""
    if hand["decision"] != "it depends":
        return str(hand["decision"])
    return "\n".join(escape(f"some {each['choice']}: {each['hand']}") for each in hand["choices"])


def _effect(bet: dict[str, Any]) -> str:
    if not bet["forfeited_by_a_fold"]:
        return f"{bet['bet']} outlives a fold: it changes no decision"
    if not bet["hands_it_could_change"]:
        return f"{bet['bet']} is lost on a fold, but pays no hand that is folded: no change"
    return f"{bet['bet']} could change the decision on {bet['hands_it_could_change']:,} hands"


def show_blackjack(screen: Screen, shown: dict[str, Any]) -> None:
    """Show that part of the sheet."""
    heading(screen, "Blackjack: best first word (H hit, S stand, D double, P split)")
    ups = [cell["up"] for cell in shown["rows"][0]["cells"]]
    table = table_of(("hand", "total"), ups)
    for row in shown["rows"]:
        letters = [{"split": "P"}.get(c["best"], c["best"][0].upper()) for c in row["cells"]]
        table.add_row(row["hand"], row["total"], *letters)
    screen.show(table)
    for rule in shown["simple_rules"]:
        note(screen, f"{rule['rule']}: costs {percent(rule['cost'])} of the bet")
    for each in shown["options"]:
        note(screen, f"with {each['option']}: house edge {percent(each['house_edge'])}")


def show_envy(screen: Screen, tables: Sequence[dict[str, Any]]) -> None:
    """Show that part of the sheet."""
    stake, others = tables[0]["stake_cents"] / 100, tables[0]["hands"]
    heading(screen, f"Envy: house edge of a ${stake:,.2f} bonus by number of {others}")
    grid = table_of(("table",), [str(each["others"]) for each in tables[0]["others"]])
    for table in tables:
        grid.add_row(
            escape(table["pay_table"]), *(percent(e["house_edge"], 2) for e in table["others"])
        )
    screen.show(grid)


def show_progressive(screen: Screen, shown: dict[str, Any]) -> None:
    """Show that part of the sheet."""
    wager = money.show(shown["meters"][0]["wager_cents"])
    heading(screen, f"Progressive, for a {wager} wager")
    for text, key in (
        ("fixed awards return", "fixed_return"),
        ("everything at reset returns", "return_at_reset"),
        ("everything with the meters as shown returns", "return_as_shown"),
        ("everything in the long run returns", "long_run_return"),
    ):
        note(screen, f"{text:<45}{percent(shown[key]):>10}")
    table = table_of(
        ("meter",), ("reset", "grows by", "shown", "one in", "average award", "breaks even at")
    )
    for each in shown["meters"]:
        table.add_row(
            each["meter"],
            money.show(each["reset_cents"]),
            percent(each["increment"], 0),
            money.show(each["shown_cents"]),
            f"{each['bets_to_a_hit']['value']:,.0f} bets",
            f"${each['average_award_cents']['value'] / 100:,.2f}",
            f"${each['break_even_cents']['value'] / 100:,.2f}",
        )
    screen.show(table)
    note(
        screen,
        "a meter breaks even there while the others show what they do; in the long run what goes"
        " into the meters comes out of them",
    )


def show_bank(screen: Screen, rows: Iterable[dict[str, Any]]) -> None:
    """Show that part of the sheet."""
    heading(screen, "The bank, covering everything, per round in antes")
    table = table_of(
        (), ("players", "pair plus", "edge", "std dev", "ruin of 100", "of 500", "of 1000")
    )
    for each in rows:
        table.add_row(
            str(each["players"]),
            str(each["pair_plus_units"]),
            f"{each['edge_per_round']['value']:.6f}",
            f"{each['standard_deviation_per_round']:.4f}",
            *(f"{100 * each['ruin'][size]:.2f} %" for size in ("100", "500", "1000")),
        )
    screen.show(table)
    screen.show(
        "  ruin of a bankroll in antes is approximate: a random walk of small steps with the"
    )
    note(screen, "exact mean and variance")


def show_coverage(screen: Screen, shown: dict[str, Any]) -> None:
    """Show that part of the sheet."""
    players = f"{shown['players']} player{'' if shown['players'] == 1 else 's'}"
    posted = money.show(shown["posted_cents"])
    heading(screen, f"A posted wager of {posted} against {players}")
    side = shown["pair_plus_cents"]
    bets = f"ante {money.show(shown['ante_cents'])}"
    bets += f", pair plus {money.show(side)}" if side else ""
    note(screen, f"each bets {bets} and plays the best strategy; {shown['method']}")
    error = shown["standard_error_cents"]
    give = f" (standard error ${error / 100:.4f})" if error else ""
    won = f"{shown['edge_per_round_cents'] / 100:+.4f}".replace("+", "+$").replace("-", "-$")
    note(screen, f"the bank wins {won} a round on average{give}")
    note(screen, f"standard deviation ${shown['standard_deviation_per_round_cents'] / 100:,.2f}")
    note(screen, f"used up in {100 * shown['chance_used_up']:.4f} % of rounds")
    note(screen, f"lost whole in {100 * shown['chance_lost_whole']:.4f} % of rounds")
    note(screen, "what a wager does not cover is not paid, which is why a small one wins more")
    for times, chance in shown["ruin_by_posted_wagers"].items():
        note(screen, f"ruin of a bankroll of {times} times the wager: about {100 * chance:.2g} %")
    screen.show(
        "  ruin is approximate: a random walk of small steps, exp(-2 edge bankroll/variance)"
    )


SECTIONS: Final[Mapping[str, Callable[[Screen, Any], None]]] = {
    "combination": show_combination,
    "strategies": show_strategies,
    "starting_hands": show_starting_hands,
    "blackjack": show_blackjack,
    "envy": show_envy,
    "progressive": show_progressive,
    "bank": show_bank,
    "coverage": show_coverage,
}
"""By the key of the sheet, in the order shown."""
