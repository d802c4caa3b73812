"""What a person asks the analysis about: a game, its pay tables, options and changes to them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import click

from fairdeal import games
from fairdeal.cli import completion
from fairdeal.cli.options import once, said
from fairdeal.errors import Malformed
from fairdeal.games import notation, referee
from fairdeal.games.layout import Game
from fairdeal.games.paytable import PayTable
from fairdeal.games.sheets import Sheets, approved, read_own, with_own
from fairdeal.games.terms import Terms, named_tables, terms
from fairdeal.games.variant import parse_change, with_changes

F = TypeVar("F", bound=Callable[..., Any])

game_argument = click.argument("game", shell_complete=completion.game_keys)
bet_option = once("--bet", metavar="BET", shell_complete=completion.bets, help="Only this bet.")
meter_option = click.option(
    "--meter",
    "meters",
    multiple=True,
    metavar="NAME=DOLLARS",
    help="What a progressive meter shows." + said(default="its reset level"),
)
option_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    shell_complete=completion.options,
    help="A house option, as fairdeal games GAME lists them.",
)


def table_options(function: F) -> F:
    """The options by which a person chooses, brings or changes pay tables."""
    for option in (
        option_option,
        click.option(
            "--set",
            "changes",
            multiple=True,
            metavar="BET.HAND=PAYS",
            help='Change what a row pays, as in "pair-plus.flush=4".',
        ),
        once(
            "--tables",
            "file",
            metavar="FILE",
            help="Your own pay tables (TOML), in place of the published ones.",
        ),
        click.option(
            "--pay-table",
            "pay_tables",
            multiple=True,
            metavar="BET=NAME",
            shell_complete=completion.pay_tables,
            help="Only this pay table, or a combination such as TCP-07.",
        ),
    ):
        function = option(function)
    return function


@dataclass(frozen=True)
class Asked:
    """A game with the tables that matter."""

    game: Game
    terms: Terms
    sheets: Sheets
    """Every table that may be chosen."""
    chosen: Mapping[str, Sequence[PayTable]]
    """By bet, the tables asked about."""
    is_narrow: bool
    """Whether the user chose among the tables, so that other bets do not matter."""

    @property
    def reported(self) -> Sheets:
        """The tables asked about, in the form of all tables."""
        tables = {bet: {each.name: each for each in some} for bet, some in self.chosen.items()}
        return replace(self.sheets, tables=tables)


def asked(
    game: str,
    pay_tables: Sequence[str],
    file: str | None,
    changes: Sequence[str],
    options: Sequence[str],
) -> Asked:
    """What the words on the command line mean."""
    chosen = games.game(game)
    own = None if file is None else read_own(chosen, Path(file))
    sheets = with_own(chosen, own) if own else approved(chosen)
    named = named_tables(chosen, pay_tables, sheets)
    under = terms(chosen, named, pairs(options), sheets)
    made = [parse_change(chosen, text) for text in changes]
    if made:
        changed = with_changes(chosen, sheets, under.pay, made)
        under = replace(under, pay={**under.pay, **changed})
        return Asked(chosen, under, sheets, {bet: [t] for bet, t in changed.items()}, True)
    if named:
        tables = {bet: [under.pay[bet]] for bet in named}
        return Asked(chosen, under, sheets, tables, True)
    reported = (own or sheets).tables
    tables = {
        bet: [each.under(under.options) for each in some.values()] for bet, some in reported.items()
    }
    return Asked(chosen, under, sheets, tables, own is not None)


def pairs(words: Sequence[str]) -> dict[str, str]:
    """Options and their values, from ``natural=6:5``."""
    found: dict[str, str] = {}
    for word in words:
        key, sign, value = (part.strip() for part in word.partition("="))
        if not sign:
            raise Malformed(
                f"{word!r} is not an option and its value: expected KEY=VALUE",
                code="option.unreadable",
            )
        if key.lower() in found:
            raise Malformed(f"option {key!r} is given twice", code="option.twice")
        found[key.lower()] = value
    return found


def stakes_of(about: Asked, bets: str | None) -> dict[str, int]:
    """Cents by bet, from ``ante=10 pair-plus=5``, as far as the game allows them together."""
    if bets is None:
        return {}
    stakes = notation.parse_amounts("bet", bets)
    referee.check_bets(about.game, about.terms, stakes)
    return stakes
