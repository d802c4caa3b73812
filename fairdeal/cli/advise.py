"""``fairdeal advise``: the best decision, and what each choice is worth."""

import json
from typing import Any, Final

import click

from fairdeal import cards
from fairdeal.cli.asked import asked, game_argument, meter_option, stakes_of, table_options
from fairdeal.cli.options import json_option, needs, once
from fairdeal.cli.progress import bar
from fairdeal.cli.screen import Screen
from fairdeal.errors import FairdealError, Malformed
from fairdeal.games import notation

_HINTS: Final = {"up.missing": ": add --up CARD", "said.unknown": " (--said)"}
"""By the code of what is missing or wrong, the option that gives it."""


@click.command("advise")
@game_argument
@once("--cards", "held", metavar="CARDS", required=True, help="The player's cards, as dealt.")
@once("--up", metavar="CARD", help="The dealer's card that is face up.")
@once("--seen", metavar="CARDS", help="Other cards that have been seen.")
@once("--board", metavar="CARDS", help="The shared cards that are face up.")
@once("--said", metavar="WORDS", help="The decisions so far, such as hit or check.")
@once(
    "--bets",
    metavar='"BET=DOLLARS ..."',
    default="the base game, per ante",
    help="The bets on the layout.",
)
@meter_option
@table_options
@json_option
@needs("analysis")
def command(
    game: str,
    held: str | None,
    up: str | None,
    seen: str | None,
    board: str | None,
    said: str | None,
    bets: str | None,
    meters: tuple[str, ...],
    pay_tables: tuple[str, ...],
    file: str | None,
    changes: tuple[str, ...],
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Say what to do with a hand of GAME, and what each choice is worth, exactly.

    \b
    fairdeal advise three-card-poker --cards "Qs 6h 4d"
    fairdeal advise napa-three-card-poker --cards "Ts 6h 4d" --up Kd --seen Qc
    fairdeal advise three-way-action --cards "Ts 6d" --up 9h
    fairdeal advise three-way-action --cards "Ts 2d 3c" --said hit --up 9h
    """
    if held is None:
        said_so = '--cards is missing: give the player\'s cards, as in --cards "Qs 7h 3d"'
        raise Malformed(said_so, code="cards.missing")
    about = asked(game, pay_tables, file, changes, options)
    stakes = stakes_of(about, bets)
    own, others = _cards("--cards", held), _cards("--seen", seen or "")
    shown = _cards("--up", up) if up is not None else ()
    shared = _cards("--board", board or "")
    if up is not None and len(shown) != 1:
        raise Malformed(f"--up names {len(shown)} cards: expected one", code="up.number")
    first = shown[0] if shown else None

    from fairdeal.analysis.conditions import Conditions
    from fairdeal.analysis.registry import solver_of
    from fairdeal.analysis.solver import Situation

    conditions = Conditions(meters=notation.parse_amounts("meter", " ".join(meters)))
    conditions.check(about.game, about.terms)
    with bar("weighing the choices"):
        known = Situation(own, first, others, (said or "").split(), stakes, shared)
        try:
            found = solver_of(about.game).advice(about.terms, known, conditions)
        except Malformed as error:
            raise Malformed(f"{error}{_HINTS.get(error.code, '')}", code=error.code) from None
    answer: dict[str, Any] = {
        "game": about.game.key,
        "cards": cards.show(own),
        "up": None if first is None else cards.name(first),
        "seen": cards.show(others),
        "board": cards.show(shared),
        **found.as_json(),
    }
    if as_json:
        click.echo(json.dumps(answer, indent=2))
    else:
        _show(answer)


def _cards(name: str, text: str) -> tuple[int, ...]:
    try:
        return cards.parse(text)
    except FairdealError as error:
        raise Malformed(f"{name}: {error}", code=error.code) from None


def _show(answer: dict[str, Any]) -> None:
    screen = Screen()
    against = f" against {answer['up']}" if answer["up"] else ""
    against += f" with {answer['board']}" if answer["board"] else ""
    screen.show(
        f"{answer['cards']}{against}: [bold]{' or '.join(answer['best']) or 'nothing to decide'}[/]"
    )
    for each in answer["choices"]:
        value = each["value"]
        if answer["per"] == "dollar":
            worth = f"${value['value']:+.6f}".replace("$+", "+$").replace("$-", "-$")
        else:
            worth = f"{value['value']:+.6f} per {answer['per']}"
        screen.show(f"  {each['choice']:<7} {worth}  ({value['exact']})")
    screen.flush()
