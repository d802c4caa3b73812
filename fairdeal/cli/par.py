"""``fairdeal par``: exact par sheets."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from fairdeal import extras, money
from fairdeal.cli import completion
from fairdeal.cli.asked import Asked, asked, bet_option, meter_option, stakes_of, table_options
from fairdeal.cli.files import check_writable, replace_file
from fairdeal.cli.options import json_option, needs, once, read
from fairdeal.cli.progress import bar
from fairdeal.errors import Malformed, Refused
from fairdeal.games import notation

if TYPE_CHECKING:
    from fairdeal.analysis.coverage import Posted

MOST_POSTED: Final = 1_000_000_00
"""Cents that a player/dealer may post."""


@click.command("par")
@click.argument("game", required=False, shell_complete=completion.game_keys)
@bet_option
@table_options
@once(
    "--bets",
    metavar='"BET=DOLLARS ..."',
    help="Bets placed together: their joint distribution and cost.",
)
@once("--others", type=int, metavar="N", help="Other players whose hands earn envy.")
@meter_option
@once("--bank", metavar="DOLLARS", help="What a player/dealer posts; needs --bets.")
@once("--players", type=int, metavar="N", default=1, help="Players that the bank faces.")
@click.option(
    "--published", is_flag=True, help="Compare every published figure with the exact one."
)
@json_option
@once("--html", "html_file", metavar="FILE", help="Write the sheet as an HTML page.")
@once("--pdf", "pdf_file", metavar="FILE", help="Write the sheet as a PDF.")
@needs("analysis")
def command(
    game: str | None,
    bet: str | None,
    pay_tables: tuple[str, ...],
    file: str | None,
    changes: tuple[str, ...],
    options: tuple[str, ...],
    bets: str | None,
    others: int | None,
    meters: tuple[str, ...],
    bank: str | None,
    players: int | None,
    published: bool,
    as_json: bool,
    html_file: str | None,
    pdf_file: str | None,
) -> None:
    """Print the exact par sheet of GAME: house edge, hit frequency, outcomes and strategy.

    Every figure is counted over every deal, by the functions that settle the table.  A figure that
    has to be simulated says so.

    \b
    fairdeal par three-card-poker
    fairdeal par three-card-poker --bet pair-plus --set pair-plus.flush=4
    fairdeal par ags-3-card --bet stax --meter star=4000
    fairdeal par three-card-fury --bets "ante=10 monster=10 royal-family=5"
    fairdeal par napa-three-card-poker --bank 200 --players 3 \\
      --bets "ante=10 pair-plus=5"
    fairdeal par --published
    """
    if published:
        ctx = click.get_current_context()
        alone = {"game", "published", "as_json"}
        if any(
            ctx.get_parameter_source(each) is ParameterSource.COMMANDLINE
            for each in ctx.params.keys() - alone
        ):
            raise Refused(
                "--published takes no other option than --json and a game: it reports what the"
                " documents print",
                code="option.alone",
            )
        _published(game, as_json)
        return
    if game is None:
        raise Malformed("GAME is missing: type fairdeal par GAME", code="game.missing")
    about = asked(game, pay_tables, file, changes, options)
    stakes = stakes_of(about, bets)
    _check_files(file, html_file, pdf_file)
    shown = _sheet(about, bet, stakes, others, meters, bank, players)
    for path, kind in ((html_file, "html"), (pdf_file, "pdf")):
        if path is not None:
            _write(shown, Path(path), kind)
    if as_json:
        click.echo(json.dumps(shown, indent=2))
    elif html_file is None and pdf_file is None:
        from fairdeal.cli.par_screen import show_sheet

        show_sheet(shown, in_detail=bet is not None or about.is_narrow)


def _check_files(tables: str | None, html_file: str | None, pdf_file: str | None) -> None:
    """Each document gets a file of its own, in a place where one can be."""
    if pdf_file is not None:
        extras.need("fairdeal par --pdf", "pdf")
    taken = {Path(tables).resolve(): "--tables"} if tables else {}
    for name, text in (("--html", html_file), ("--pdf", pdf_file)):
        if text is not None:
            check_writable(Path(text))
            if (other := taken.setdefault(Path(text).resolve(), name)) != name:
                raise Malformed(f"{other} and {name} name one file: {text}", code="file.twice")


def _sheet(
    about: Asked,
    bet: str | None,
    stakes: dict[str, int],
    others: int | None,
    meters: tuple[str, ...],
    bank: str | None,
    players: int | None,
) -> dict[str, Any]:
    from fairdeal.analysis.conditions import AT_RESET, Conditions
    from fairdeal.analysis.par import chosen_cases
    from fairdeal.analysis.sheet import Request, par_sheet

    game = about.game
    whose = (stakes[each.key] for each in game.bets if each.others and each.key in stakes)
    conditions = Conditions(
        others,
        next(whose, AT_RESET.stake_cents),
        notation.parse_amounts("meter", " ".join(meters)),
    )
    conditions.check(game, about.terms)
    cases = chosen_cases(game, bet)
    if about.is_narrow:
        cases = [case for case in cases if case.priced_by in about.chosen]
        if not cases:
            tables = ", ".join(f"{key} {each[0].name}" for key, each in about.chosen.items())
            raise Refused(f"{tables} does not decide {bet}", code="bet.unpriced")
    posted = _posted(about, bank, players, stakes)
    with bar(f"counting {game.name}") as progress:
        counted = par_sheet(
            Request(
                game,
                about.reported,
                about.terms,
                cases,
                conditions,
                stakes,
                posted,
                players or 1,
            ),
            progress,
        )
    return counted.as_json()


def _posted(
    about: Asked, bank: str | None, players: int | None, stakes: dict[str, int]
) -> "Posted | None":
    """A player/dealer's wager, if one is named."""
    from fairdeal.analysis.coverage import posted

    game = about.game
    if bank is None:
        if players is not None:
            raise Refused("--players needs --bank, which they face", code="players.alone")
        return None
    if not game.player_banked:
        raise Refused(
            f"{game.key} is banked by the house: it takes no player's bank", code="bank.unknown"
        )
    if players is not None and not 1 <= players <= game.seats:
        raise Refused(
            f"{players} players cannot face the bank: expected 1 to {game.seats}",
            code="players.impossible",
        )
    if not stakes:
        raise Refused(
            '--bank needs --bets, such as "ante=10 pair-plus=5", which it covers', code="bank.alone"
        )
    cents = read("--bank", money.dollars, bank)
    if not 0 < cents <= MOST_POSTED:
        raise Refused(
            f"a bank cannot be {money.show(cents)}: expected up to {money.show(MOST_POSTED)}",
            code="bank.amount",
        )
    for bet, stake in stakes.items():
        if stake > MOST_POSTED:
            raise Refused(
                f"{bet} cannot be {money.show(stake)} here: expected up to"
                f" {money.show(MOST_POSTED)}",
                code="bank.amount",
            )
    return posted(game, cents, stakes)


def _write(shown: dict[str, Any], path: Path, kind: str) -> None:
    from fairdeal.report.html import html
    from fairdeal.report.pdf import pdf

    with bar(f"writing {path.name}"):
        content = html(shown).encode() if kind == "html" else pdf(shown)
    replace_file(path, content)
    click.echo(f"wrote {path} ({len(content):,} bytes)", err=True)


def _published(game: str | None, as_json: bool) -> None:
    from fairdeal import games
    from fairdeal.analysis.errata import compared
    from fairdeal.cli.par_screen import show_published

    keys = [games.game(game).key] if game else list(games.GAMES)
    with bar("counting what is printed"):
        rows = [each for key in keys for each in compared(games.GAMES[key])]
    if as_json:
        click.echo(json.dumps([each.as_json() for each in rows], indent=2))
    else:
        show_published(rows, keys)
