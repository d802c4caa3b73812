"""``fairdeal sweep``: the figures of many variants of a pay table, as CSV."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Final

import click

from fairdeal.cli.asked import Asked, asked, once, table_options
from fairdeal.cli.files import check_writable, replace_file
from fairdeal.cli.progress import bar
from fairdeal.errors import Malformed, Refused
from fairdeal.games.variant import Change, parse_change, with_changes

MOST: Final = 200_000
"""Variants that one sweep may have."""

_COMMA: Final = re.compile(r",(?!\d{3} (?:to|for) 1)", re.ASCII)
"""Between two values, and not between thousands."""

_RANGE: Final = re.compile(r"(\d{1,9})\.\.(\d{1,9})(?::(\d{1,9}))?", re.ASCII)


@click.command("sweep")
@click.argument("game")
@click.option(
    "--vary",
    "varied",
    multiple=True,
    metavar="BET.HAND=LIST",
    help='What a line may pay: "3..5", "10..40:5" (in steps of 5) or "3,4,push".',
)
@once("--bet", metavar="BET", help="Only this bet.")
@table_options
@once("--csv", "file_name", metavar="FILE", help="Write there instead of the screen.")
def command(
    game: str,
    varied: tuple[str, ...],
    bet: str | None,
    pay_tables: tuple[str, ...],
    file: str | None,
    changes: tuple[str, ...],
    options: tuple[str, ...],
    file_name: str | None,
) -> None:
    """Evaluate every variant of GAME's pay tables and write a line of CSV for each.

    \b
    fairdeal sweep three-card-poker --vary "pair-plus.flush=3..4" --vary "pair-plus.straight=5,6"
    fairdeal sweep three-card-fury --pay-table monster=8 --vary "monster.beat.straight-flush=5..15"
    """
    about = asked(game, pay_tables, file, changes, options)
    axes = [_axis(about, text) for text in varied]
    if not axes:
        raise Malformed('nothing varies: expected --vary "BET.HAND=3..5"', code="sweep.nothing")
    fixed = [parse_change(about.game, text) for text in changes]
    axes_and_fixed = [*axes, *([each] for each in fixed)]
    named = [f"{each.bet}.{each.column}.{each.hand}" for each, *_ in axes_and_fixed]
    for name in (name for name in named if named.count(name) > 1):
        raise Malformed(f"{name.replace('.pays.', '.')} is varied twice", code="sweep.twice")
    number = prod(map(len, axes))
    if number > MOST:
        raise Refused(
            f"{number:,} variants are too many: at most {MOST:,} in one sweep", code="sweep.many"
        )
    if file_name is not None:
        check_writable(Path(file_name))
        if file is not None and Path(file).resolve() == Path(file_name).resolve():
            raise Malformed(f"--tables and --csv name one file: {file_name}", code="file.twice")
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(_rows(about, axes, number, bet))
    if file_name is None:
        click.echo(written.getvalue(), nl=False)
        return
    replace_file(Path(file_name), written.getvalue().encode())
    click.echo(f"wrote {file_name} ({number:,} variants)", err=True)


def _axis(about: Asked, text: str) -> list[Change]:
    """Every change that one line may undergo."""
    place, _, listed = text.partition("=")
    words: list[str] = []
    for word in (part.strip() for part in _COMMA.split(listed)):
        if match := _RANGE.fullmatch(word):
            low, high, step = int(match[1]), int(match[2]), int(match[3] or 1)
            if low > high or not step:
                raise Malformed(
                    f"{word!r} in {text!r} is no range: expected such as 3..5 or 10..40:5",
                    code="sweep.range",
                )
            if (high - low) // step >= MOST:
                raise Refused(f"{word!r} has too many values", code="sweep.many")
            words += map(str, range(low, high + 1, step))
        else:
            words.append(word)
    if len(set(words)) < len(words):
        raise Malformed(f"{text!r} names a value twice", code="sweep.twice")
    return [parse_change(about.game, f"{place}={word}") for word in words]


def _rows(
    about: Asked, axes: Sequence[Sequence[Change]], number: int, bet: str | None
) -> Iterator[list[str]]:
    from fairdeal.analysis.par import chosen_cases, figure
    from fairdeal.games.digest import rules_digest

    digest = rules_digest()
    touched = {each.bet for axis in axes for each in axis}
    cases = [case for case in chosen_cases(about.game, bet) if case.priced_by in touched]
    if not cases:
        raise Refused(f"what varies does not decide {bet}", code="bet.unpriced")
    yield [
        *(f"{axis[0].bet}.{axis[0].column}.{axis[0].hand}".replace(".pays.", ".") for axis in axes),
        *("pay_table", "bet", "per", "house_edge", "house_edge_exact", "hit_frequency"),
        *("standard_deviation", "variance_exact", "element_of_risk", "rules_digest"),
    ]
    with bar(f"{number:,} variants") as progress:
        for done, changes in enumerate(product(*axes), 1):
            tables = with_changes(about.game, about.sheets, about.terms.pay, changes)
            terms = replace(about.terms, pay={**about.terms.pay, **tables})
            for case in cases:
                found = figure(about.game, case.bet, terms)
                risk, base = found.element_of_risk, about.terms.pay[case.priced_by].name
                yield [
                    *(change.pays for change in changes),
                    *(
                        base,
                        case.bet,
                        found.per,
                        repr(float(found.house_edge)),
                        str(found.house_edge),
                    ),
                    repr(float(found.outcomes.win)),
                    *(repr(found.standard_deviation), str(found.variance)),
                    "" if risk is None else repr(float(risk)),
                    digest,
                ]
            progress(done / number)
