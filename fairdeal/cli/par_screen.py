"""Par sheets on the screen."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rich import box
from rich.markup import escape
from rich.table import Table

from fairdeal.analysis.errata import Compared
from fairdeal.cli.screen import Screen
from fairdeal.games.phrases import source

ROOM_FOR_FRACTIONS: Final = 110
"""Columns from which the exact fractions fit beside the figures."""

LONGEST_IN_A_TABLE: Final = 24
"""Characters of a fraction that a table has room for."""


def show_sheet(shown: dict[str, Any], in_detail: bool) -> None:
    """Print a par sheet; *in_detail* with every line and outcome of every figure."""
    screen = Screen()
    screen.show(f"[bold]{shown['name']}[/]: exact par sheet")
    screen.show(f"Source: {source(shown)}")
    screen.show(f"Rules digest: {shown['rules_digest']}")
    options = ", ".join(f"{key}={value}" for key, value in shown["options"].items())
    if options:
        screen.show(f"Options: {options}")
    _figures(screen, shown["figures"], in_detail)
    if in_detail:
        for figure in shown["figures"]:
            _outcomes(screen, figure)
    for section, show in (
        ("combination", _combination),
        ("strategies", _strategies),
        ("blackjack", _blackjack),
        ("envy", _envy),
        ("progressive", _progressive),
        ("bank", _bank),
        ("coverage", _coverage),
    ):
        if section in shown:
            show(screen, shown[section])
    screen.flush()


def show_published(rows: Sequence[Compared], keys: Sequence[str]) -> None:
    """Print every printed figure beside the exact one; those of several tables together."""
    screen = Screen()
    for key in keys:
        _heading(screen, key)
        same: dict[tuple[str, str, str], list[Compared]] = {}
        for each in (each for each in rows if each.game.key == key):
            named = (each.printed.what, each.printed.text, each.printed.correct)
            same.setdefault(named, []).append(each)
        if not same:
            screen.show("  the document prints no figures")
            continue
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
        table.add_column("figure")
        table.add_column("bet and tables", no_wrap=True)
        for name in ("printed", "exact"):
            table.add_column(name, justify="right", no_wrap=True)
        table.add_column("", no_wrap=True)
        for (what, text, _), group in same.items():
            names = [str(each.figure.pay_table) for each in group]
            tables = ", ".join(names) if len(names) < 3 else f"{names[0]} to {names[-1]}"
            table.add_row(
                what,
                f"{group[0].figure.bet} {tables}",
                text,
                _printed_like(group[0]),
                "agrees" if group[0].printed.agrees else "[bold]differs[/]",
            )
        screen.show(table)
        for each in (each for group in same.values() for each in group):
            if each.belongs_to:
                screen.show(
                    f"  {each.figure.bet} {each.figure.pay_table}: {each.printed.what} is"
                    f" {each.printed.correct}; what is printed belongs to {each.belongs_to}"
                )
    wrong = sum(not each.printed.agrees for each in rows)
    screen.show(f"{len(rows)} printed figures, {len(rows) - wrong} agree, {wrong} differ")
    screen.flush()


def _printed_like(each: Compared) -> str:
    """The exact figure with two digits more than the printed one has."""
    text = each.printed.text
    percent_sign = text.endswith("%")
    digits = len(text.rstrip("%").partition(".")[2]) + 2
    value = float(each.printed.exact) * (100 if percent_sign else 1)
    return f"{value:.{digits}f}{'%' if percent_sign else ''}"


def percent(value: dict[str, Any], digits: int = 4) -> str:
    """A share of one as people read it."""
    return f"{100 * value['value']:.{digits}f} %"


def _figures(screen: Screen, figures: Sequence[dict[str, Any]], in_detail: bool) -> None:
    _heading(screen, "Figures")
    longest = max(len(each["house_edge"]["exact"]) for each in figures)
    wide = screen.width >= ROOM_FOR_FRACTIONS and longest <= LONGEST_IN_A_TABLE
    right = ["house edge", "wins", "pushes", "deviation", "risk", "printed"]
    table = _table(("bet", "table"), right + ["exactly"] * wide)
    for each in figures:
        row = [
            percent(each["house_edge"]),
            percent(each["win"], 2),
            percent(each["push"], 2),
            f"{each['standard_deviation']:.4f}",
            percent(each["element_of_risk"]) if "element_of_risk" in each else "",
            _verdict(each),
        ]
        exactly = [each["house_edge"]["exact"]] * wide
        table.add_row(each["bet"], escape(each["pay_table"] or ""), *row, *exactly)
    screen.show(table)
    for text in dict.fromkeys(
        f"{each['bet']}: {said}" for each in figures for said in each.get("assumptions", ())
    ):
        screen.show(f"  {text}")
    screen.show("  wins is the hit frequency; risk is the loss per dollar that is wagered in all")
    if not wide and not in_detail:
        screen.show("  --bet BET, --json and a wider screen show the exact fractions")


def _verdict(figure: dict[str, Any]) -> str:
    if "published" not in figure:
        return ""
    return "agrees" if figure["published"]["agrees"] else "[bold]differs[/]"


def _outcomes(screen: Screen, figure: dict[str, Any]) -> None:
    name = f"{figure['bet']} {figure['pay_table'] or ''}".strip()
    _heading(screen, escape(f"{name}: exactly"))
    keys = ("house_edge", "hit_frequency", "push", "lose", "variance", "element_of_risk")
    for key in (key for key in keys if key in figure):
        screen.show(f"  {key.replace('_', ' ')} {figure[key]['exact']}")
    for each in figure.get("published", {}).get("figures", ()):
        found = "agrees" if each["agrees"] else f"[bold]differs: {each['correct']}[/]"
        screen.show(f"  printed {each['figure']} {each['printed']}: {found}")
    if "lines" in figure:
        _heading(screen, escape(f"{name}: lines"))
        table = _table(("hand", "pays"), ("ways", "probability"))
        for line in figure["lines"]:
            share = line["ways"] / figure["deals"]
            table.add_row(line["event"], line["pays"], f"{line['ways']:,}", f"{share:.8f}")
        screen.show(table)
    _heading(screen, escape(f"{name}: outcomes per {figure['per']}"))
    table = _table((), ("net", "ways", "probability"))
    for each in figure["outcomes"]:
        table.add_row(each["net"], f"{each['ways']:,}", f"{each['probability']:.8f}")
    table.add_row("all", f"{figure['deals']:,}", "")
    screen.show(table)


def _combination(screen: Screen, shown: dict[str, Any]) -> None:
    named = ", ".join(f"{bet} ${cents / 100:,.2f}" for bet, cents in shown["stakes_cents"].items())
    _heading(screen, f"Together: {named}")
    screen.show(f"  {shown['method']}")
    table = _table(("",), ("",))
    loss, deviation = shown["expected_loss_cents"], shown["standard_deviation_cents"]
    for text, value in (
        ("expected loss", f"${loss['value'] / 100:.4f}"),
        ("house edge on what is bet at first", percent(shown["house_edge"])),
        ("element of risk", percent(shown["element_of_risk"])),
        ("average wager", f"${shown['average_wager_cents']['value'] / 100:,.2f}"),
        ("standard deviation", f"${deviation / 100:,.2f}"),
        ("wins", percent(shown["win"], 2)),
        ("pushes", percent(shown["push"], 2)),
        ("loses", percent(shown["lose"], 2)),
    ):
        table.add_row(text, value)
    screen.show(table)
    pairs = _table(("two bets", ""), ("covariance", "correlation"))
    for each in shown["covariances"]:
        pairs.add_row(
            *each["bets"], f"{each['covariance']['value']:.6f}", f"{each['correlation']:.4f}"
        )
    screen.show(pairs)


def _strategies(screen: Screen, strategies: Sequence[dict[str, Any]]) -> None:
    _heading(screen, "Best strategy")
    same: dict[str, list[str]] = {}
    for each in strategies:
        said = "; ".join(_in_words(cut) for cut in each["cuts"])
        same.setdefault(said, []).append(each["pay_table"] or "")
    for names in same.values():
        first = next(each for each in strategies if (each["pay_table"] or "") == names[0])
        if len(same) > 1:
            screen.show(f"  [bold]table {', '.join(names)}[/]")
        elif len(names) > 1:
            screen.show("  the same under every table")
        for cut in first["cuts"]:
            screen.show(f"  {_in_words(cut)}")
        if len(first["cuts"]) == 1:
            _near(screen, first["cuts"][0])
        for rule in first["simple_rules"]:
            screen.show(f"  {rule['rule']}: costs {percent(rule['cost'])} of the ante")
        for bet in first["side_bets"]:
            screen.show(f"  {_effect(bet)}")


def _in_words(cut: dict[str, Any]) -> str:
    share = f"{100 * cut['share_played']['value']:.2f} % of hands"
    when = f"against {'10' if cut['up'] == 'T' else cut['up']}: " if cut["up"] else ""
    if cut["strongest_folded"] is None:
        return f"{when}play every hand"
    rest = "" if cut["strength_decides"] else "; near the border other cards decide"
    return f"{when}play {cut['weakest_played']['words']} and better ({share}){rest}"


def _near(screen: Screen, cut: dict[str, Any]) -> None:
    table = _table(("hand", "best"), ("worth at least", "at most", "fold"))
    for each in cut["near"]:
        value = each["value_of_play"]
        table.add_row(
            each["words"],
            each["decision"],
            f"{value['lowest']['value']:.6f}",
            f"{value['highest']['value']:.6f}",
            f"{each['value_of_fold']['value']:.6f}",
        )
    screen.show(table)


def _effect(bet: dict[str, Any]) -> str:
    if not bet["forfeited_by_a_fold"]:
        return f"{bet['bet']} outlives a fold, or never wins by playing: it changes no decision"
    if not bet["hands_it_could_change"]:
        return f"{bet['bet']} is lost on a fold, but pays no hand that is folded: no change"
    return f"{bet['bet']} could change the decision on {bet['hands_it_could_change']:,} hands"


def _blackjack(screen: Screen, shown: dict[str, Any]) -> None:
    _heading(screen, "Blackjack: best first word (H hit, S stand, D double, P split)")
    ups = [cell["up"] for cell in shown["rows"][0]["cells"]]
    table = _table(("hand", "total"), ups)
    for row in shown["rows"]:
        letters = [{"split": "P"}.get(c["best"], c["best"][0].upper()) for c in row["cells"]]
        table.add_row(row["hand"], row["total"], *letters)
    screen.show(table)
    for rule in shown["simple_rules"]:
        screen.show(f"  {rule['rule']}: costs {percent(rule['cost'])} of the bet")
    for each in shown["options"]:
        screen.show(f"  with {each['option']}: house edge {percent(each['house_edge'])}")


def _envy(screen: Screen, tables: Sequence[dict[str, Any]]) -> None:
    stake = tables[0]["stake_cents"] / 100
    _heading(screen, f"Envy: house edge of a ${stake:,.2f} bonus by number of other bettors")
    grid = _table(("table",), [str(each["others"]) for each in tables[0]["others"]])
    for table in tables:
        grid.add_row(
            escape(table["pay_table"]), *(percent(e["house_edge"], 2) for e in table["others"])
        )
    screen.show(grid)


def _progressive(screen: Screen, shown: dict[str, Any]) -> None:
    _heading(screen, "Progressive")
    screen.show(f"  return of the fixed awards {percent(shown['fixed_return'])}")
    screen.show(f"  at reset {percent(shown['return_at_reset'])}")
    screen.show(f"  in the long run, with increments {percent(shown['long_run_return'])}")
    table = _table(
        ("meter",), ("reset", "one in", "average award", "breaks even at", "return per $1")
    )
    for each in shown["meters"]:
        table.add_row(
            each["meter"],
            f"${each['reset_cents'] / 100:,.2f}",
            f"{each['bets_to_a_hit']['value']:,.1f}",
            f"${each['average_award_cents']['value'] / 100:,.2f}",
            f"${each['break_even_cents']['value'] / 100:,.2f}",
            f"{each['return_per_dollar_on_the_meter']['value']:.8f}",
        )
    screen.show(table)
    screen.show("  a meter breaks even there with every other one at its reset level")


def _bank(screen: Screen, rows: Iterable[dict[str, Any]]) -> None:
    _heading(screen, "The bank, covering everything, per round in antes")
    table = _table(
        (), ("players", "pair plus", "edge", "deviation", "ruin of 100", "of 500", "of 1000")
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
    screen.show("  ruin of a bankroll in antes, as a random walk with the exact mean and variance")


def _coverage(screen: Screen, shown: dict[str, Any]) -> None:
    posted = f"${shown['posted_cents'] / 100:,.2f}"
    _heading(screen, f"A posted wager of {posted} against {shown['players']} players")
    screen.show(f"  {shown['method']}")
    error = shown["standard_error_cents"]
    give = f" ± {error / 100:.4f}" if error else ""
    screen.show(f"  won per round ${shown['edge_per_round_cents'] / 100:.4f}{give}")
    screen.show(f"  standard deviation ${shown['standard_deviation_per_round_cents'] / 100:,.2f}")
    screen.show(f"  used up in {100 * shown['chance_used_up']:.4f} % of rounds")
    screen.show(f"  lost whole in {100 * shown['chance_lost_whole']:.4f} % of rounds")
    for times, chance in shown["ruin_by_posted_wagers"].items():
        screen.show(f"  a bankroll of {times} posted wagers is ruined: {100 * chance:.4f} %")


def _table(left: Sequence[str], right: Sequence[str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for name in left:
        table.add_column(name, overflow="fold", min_width=min(len(name), 8) or None)
    for name in right:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _heading(screen: Screen, text: str) -> None:
    screen.show(f"\n[bold underline]{text}[/]")
