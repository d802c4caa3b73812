"""``fairdeal settle``: the referee."""

import json

import click

from fairdeal import cards, games, money
from fairdeal.cli import completion
from fairdeal.cli.asked import game_argument, meter_option, option_option, pairs
from fairdeal.cli.options import json_option, read, said
from fairdeal.cli.settlement_screen import show_receipt, terms_in_force
from fairdeal.errors import Malformed
from fairdeal.games import notation, referee
from fairdeal.games.round import Round
from fairdeal.games.terms import named_tables, terms


@click.command("settle")
@game_argument
@click.option(
    "--dealer", multiple=True, metavar="CARDS", help="The dealer's cards, as dealt.  [required]"
)
@click.option(
    "--board",
    multiple=True,
    metavar="CARDS",
    help="The cards that all hands share, in games that have some.",
)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar='"CARDS | BETS | DECISIONS"',
    help="One player; repeat it for each seat, from seat 1 up." + said(required=True),
)
@click.option(
    "--pay-table",
    "pay_tables",
    multiple=True,
    metavar="BET=NAME",
    shell_complete=completion.pay_tables,
    help="A pay table other than the default, or a combination such as TCP-07.",
)
@option_option
@click.option(
    "--bank",
    multiple=True,
    metavar="DOLLARS",
    help="What the player/dealer has posted." + said(default="every bet is covered"),
)
@meter_option
@json_option
def command(
    game: str,
    dealer: tuple[str, ...],
    board: tuple[str, ...],
    seats: tuple[str, ...],
    pay_tables: tuple[str, ...],
    options: tuple[str, ...],
    bank: tuple[str, ...],
    meters: tuple[str, ...],
    as_json: bool,
) -> None:
    """Settle a round of GAME: every bet, its amount and the reason, in settlement order.

    Cards are typed in the order dealt, such as "Qs 7h 3d".  Bets are dollars, without the dollar
    sign; the play bet needs no entry, the decision places it.  Keep the quotes.

    \b
    fairdeal settle three-card-poker --dealer "Jc 9s 2h" \\
      --seat "Qs 7h 3d | ante=10 pair-plus=5 | play" --pay-table pair-plus=D
    fairdeal settle three-way-action --dealer "9h 8c 2d 5s Kd 3c 4h" \\
      --seat "Ts 6d 4c 7h 2s Jc Qd | high-card=5 blackjack=5 poker=5 | hit stand"
    """
    chosen = games.game(game)
    dealt = _cards("--dealer", dealer, f"the {chosen.dealer}'s", chosen.dealer_cards)
    shared = _cards("--board", board, "the board's", chosen.board_cards)
    if not seats:
        raise Malformed(
            '--seat is missing: give each player as --seat "CARDS | BETS | DECISIONS"',
            code="seat.missing",
        )
    posted = _once("--bank", bank)
    played = Round(
        chosen,
        terms(chosen, named_tables(chosen, pay_tables), pairs(options)),
        dealt,
        tuple(notation.parse_seat(number, text) for number, text in enumerate(seats, 1)),
        None if posted is None else read("--bank", money.dollars, posted),
        notation.parse_amounts("meter", " ".join(meters)),
        board=shared,
    )
    lines = referee.settle(played)
    if as_json:
        shown = {
            "game": chosen.key,
            "terms": terms_in_force(played),
            "settlement": [each.as_json() for each in lines],
        }
        click.echo(json.dumps(shown, indent=2))
    else:
        show_receipt(played, lines)


def _cards(name: str, typed: tuple[str, ...], whose: str, number: int) -> tuple[int, ...]:
    """The cards of an option; those that the game has must be given."""
    text = _once(name, typed)
    if text is None and number:
        raise Malformed(
            f"{name} is missing: give {whose} {number} cards, as in {name} {_example(number)}",
            code="seat.missing",
        )
    return read(name, cards.parse, text) if text is not None else ()


def _example(number: int) -> str:
    return f'"{" ".join(["Jc", "9s", "2h", "5d", "Kc", "8h", "4s"][:number])}"'


def _once(name: str, values: tuple[str, ...]) -> str | None:
    if len(values) > 1:
        raise Malformed(f"{name} is given {len(values)} times", code="option.twice")
    return values[0] if values else None
