"""``fairdeal sweep``: the figures of many variants of a pay table, as CSV."""

import csv
import io
import json
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from fairdeal.cli.asked import Asked, asked, bet_option, game_argument, table_options
from fairdeal.cli.files import check_writable, replace_file
from fairdeal.cli.options import json_option, needs, once, said
from fairdeal.cli.progress import bar
from fairdeal.errors import Malformed, Refused
from fairdeal.games.variant import Change, odds_listed, parse_change

if TYPE_CHECKING:
    from fairdeal.analysis.sweep import Variant

_HEADINGS: Final = (
    *("pay_table", "bet", "per", "house_edge", "house_edge_exact", "hit_frequency"),
    *("standard_deviation", "variance_exact", "element_of_risk", "rules_digest"),
)


@click.command("sweep")
@game_argument
@click.option(
    "--vary",
    "varied",
    multiple=True,
    metavar="BET.HAND=LIST",
    help='What a row may pay: "3..5", "10..40:5" (in steps of 5) or "3,4,push".'
    + said(required=True),
)
@bet_option
@table_options
@once("--csv", "file_name", metavar="FILE", default="stdout", help="Write the CSV to this file.")
@json_option
@needs("analysis")
def command(
    game: str,
    varied: tuple[str, ...],
    bet: str | None,
    pay_tables: tuple[str, ...],
    file: str | None,
    changes: tuple[str, ...],
    options: tuple[str, ...],
    file_name: str | None,
    as_json: bool,
) -> None:
    """Evaluate every variant of GAME's pay tables: a line of CSV, or an object of JSON, for each.

    \b
    fairdeal sweep three-card-poker --vary "pair-plus.flush=3..4" \\
      --vary "pair-plus.straight=5,6"
    fairdeal sweep three-card-fury --pay-table monster=8 \\
      --vary "monster.beat.straight-flush=5..15"
    """
    from fairdeal.analysis.sweep import sweep

    about = asked(game, pay_tables, file, changes, options)
    axes = [_axis(about, text) for text in varied]
    if not axes:
        raise Malformed(
            '--vary is missing: give what varies, as in --vary "BET.HAND=3..5"',
            code="sweep.nothing",
        )
    fixed = [parse_change(about.game, text) for text in changes]
    if file_name is not None:
        check_writable(Path(file_name))
        if file is not None and Path(file).resolve() == Path(file_name).resolve():
            raise Malformed(f"--tables and --csv name one file: {file_name}", code="file.twice")
    if as_json and file_name is not None:
        raise Refused("--json and --csv are two forms of one answer: give one", code="option.alone")
    number = prod(map(len, axes))
    told = f"{number:,} variant{'s' * (number > 1)}"
    with bar(told) as progress:
        variants = sweep(
            about.game, about.sheets, about.terms, axes, bet, fixed=fixed, progress=progress
        )
        found = list(variants)
    if as_json:
        click.echo(json.dumps([each.as_json() for each in found], indent=2))
        return
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\n")
    lines.writerow([*found[0].pays, *_HEADINGS])
    lines.writerows(map(_row, found))
    if file_name is None:
        click.echo(written.getvalue(), nl=False)
        return
    replace_file(Path(file_name), written.getvalue().encode())
    click.echo(f"wrote {file_name} ({told})", err=True)


def _axis(about: Asked, text: str) -> list[Change]:
    """Every change that one row may undergo."""
    place, _, listed = text.partition("=")
    return [parse_change(about.game, f"{place}={word}") for word in odds_listed(text, listed)]


def _row(found: "Variant") -> list[str]:
    """The cells of a line of CSV."""
    figure = found.figure
    risk = figure.element_of_risk
    return [
        *found.pays.values(),
        *(found.pay_table, figure.bet, figure.per),
        *(repr(float(figure.house_edge)), str(figure.house_edge)),
        repr(float(figure.outcomes.win)),
        *(repr(figure.standard_deviation), str(figure.variance)),
        "" if risk is None else repr(float(risk)),
        found.rules_digest,
    ]
