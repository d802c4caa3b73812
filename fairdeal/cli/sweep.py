"""``fairdeal sweep``: the figures of many variants of a pay table, as CSV."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from fairdeal.cli.asked import (
    MOST,
    Asked,
    asked,
    bet_option,
    game_argument,
    odds_listed,
    table_options,
)
from fairdeal.cli.files import check_writable, replace_file
from fairdeal.cli.options import json_option, needs, once, said
from fairdeal.cli.progress import bar
from fairdeal.errors import Malformed, Refused
from fairdeal.games.variant import Change, parse_change, with_changes

if TYPE_CHECKING:
    from fairdeal.analysis.figures import Figure

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
    help='What a line may pay: "3..5", "10..40:5" (in steps of 5) or "3,4,push".'
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
    about = asked(game, pay_tables, file, changes, options)
    axes = [_axis(about, text) for text in varied]
    if not axes:
        raise Malformed(
            '--vary is missing: give what varies, as in --vary "BET.HAND=3..5"',
            code="sweep.nothing",
        )
    fixed = [parse_change(about.game, text) for text in changes]
    axes_and_fixed = [*axes, *([each] for each in fixed)]
    named = [_line(each) for each, *_ in axes_and_fixed]
    for name in (name for name in named if named.count(name) > 1):
        raise Malformed(f"{name} is varied twice", code="sweep.twice")
    number = prod(map(len, axes))
    if number > MOST:
        raise Refused(
            f"{number:,} variants are too many: at most {MOST:,} in one sweep", code="sweep.many"
        )
    if file_name is not None:
        check_writable(Path(file_name))
        if file is not None and Path(file).resolve() == Path(file_name).resolve():
            raise Malformed(f"--tables and --csv name one file: {file_name}", code="file.twice")
    if as_json and file_name is not None:
        raise Refused("--json and --csv are two forms of one answer: give one", code="option.alone")
    found = _variants(about, axes, number, bet)
    if as_json:
        click.echo(json.dumps([each.as_json() for each in found], indent=2))
        return
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\n")
    lines.writerow([*map(_line, (axis[0] for axis in axes)), *_HEADINGS])
    lines.writerows(each.as_row() for each in found)
    if file_name is None:
        click.echo(written.getvalue(), nl=False)
        return
    replace_file(Path(file_name), written.getvalue().encode())
    click.echo(f"wrote {file_name} ({number:,} variants)", err=True)


def _axis(about: Asked, text: str) -> list[Change]:
    """Every change that one line may undergo."""
    place, _, listed = text.partition("=")
    return [parse_change(about.game, f"{place}={word}") for word in odds_listed(text, listed)]


@dataclass(frozen=True)
class _Variant:
    """What one bet is worth where some lines pay something else."""

    changes: Sequence[Change]
    pay_table: str
    figure: "Figure"
    digest: str

    def as_row(self) -> list[str]:
        """The cells of a line of CSV."""
        found = self.figure
        risk = found.element_of_risk
        return [
            *(change.pays for change in self.changes),
            *(self.pay_table, found.bet, found.per),
            *(repr(float(found.house_edge)), str(found.house_edge)),
            repr(float(found.outcomes.win)),
            *(repr(found.standard_deviation), str(found.variance)),
            "" if risk is None else repr(float(risk)),
            self.digest,
        ]

    def as_json(self) -> dict[str, Any]:
        """The same with the names of a par sheet's JSON."""
        from fairdeal.analysis.figures import exact

        found = self.figure
        risk = found.element_of_risk
        return {
            "pays": {_line(change): change.pays for change in self.changes},
            "pay_table": self.pay_table,
            "bet": found.bet,
            "per": found.per,
            "house_edge": exact(found.house_edge),
            "hit_frequency": exact(found.outcomes.win),
            "standard_deviation": found.standard_deviation,
            "variance": exact(found.variance),
            **({} if risk is None else {"element_of_risk": exact(risk)}),
            "rules_digest": self.digest,
        }


def _line(change: Change) -> str:
    return f"{change.bet}.{change.column}.{change.hand}".replace(".pays.", ".")


def _variants(
    about: Asked, axes: Sequence[Sequence[Change]], number: int, bet: str | None
) -> Iterator[_Variant]:
    from fairdeal.analysis.par import chosen_cases, figure
    from fairdeal.games.digest import rules_digest

    digest = rules_digest(about.game)
    touched = {each.bet for axis in axes for each in axis}
    cases = [case for case in chosen_cases(about.game, bet) if case.priced_by in touched]
    if not cases:
        raise Refused(f"what varies does not decide {bet}", code="bet.unpriced")
    with bar(f"{number:,} variants") as progress:
        for done, changes in enumerate(product(*axes), 1):
            tables = with_changes(about.game, about.sheets, about.terms.pay, changes)
            terms = replace(about.terms, pay={**about.terms.pay, **tables})
            for case in cases:
                base = about.terms.pay[case.priced_by].name
                yield _Variant(changes, base, figure(about.game, case.bet, terms), digest)
            progress(done / number)
