"""``fairdeal settle``: the referee."""

import json

import click
from rich import box
from rich.console import Console
from rich.table import Table

from fairdeal import cards, games, money
from fairdeal.errors import Malformed
from fairdeal.games import notation, referee
from fairdeal.games.round import Line, Round
from fairdeal.games.terms import named_tables, terms


@click.command("settle")
@click.argument("game")
@click.option("--dealer", required=True, metavar="CARDS", help="The dealer's cards, as dealt.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    required=True,
    metavar='"CARDS | BETS | DECISIONS"',
    help="One player; give the option once for each, from seat 1 up.",
)
@click.option(
    "--pay-table",
    "pay_tables",
    multiple=True,
    metavar="BET=NAME",
    help="A pay table other than the default, or a combination such as TCP-07.",
)
@click.option(
    "--option", "options", multiple=True, metavar="KEY=VALUE", help="A house option; see games."
)
@click.option("--bank", metavar="DOLLARS", help="What the player/dealer has posted.")
@click.option(
    "--meter", "meters", multiple=True, metavar="NAME=DOLLARS", help="A progressive meter."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(
    game: str,
    dealer: str,
    seats: tuple[str, ...],
    pay_tables: tuple[str, ...],
    options: tuple[str, ...],
    bank: str | None,
    meters: tuple[str, ...],
    as_json: bool,
) -> None:
    """Settle a round of GAME: every bet, its amount and the reason, in settlement order.

    Cards are typed in the order dealt, such as "Qs 7h 3d".  Bets are dollars; the play bet needs
    no entry, the decision places it.

    \b
    fairdeal settle three-card-poker --dealer "Jc 9s 2h" \\
        --seat "Qs 7h 3d | ante=10 pair-plus=5 | play" --pay-table pair-plus=D
    fairdeal settle three-way-action --dealer "9h 8c 2d 5s Kd 3c 4h" \\
        --seat "Ts 6d 4c 7h 2s Jc Qd | high-card=5 blackjack=10 poker=5 | hit stand"
    """
    chosen = games.game(game)
    played = Round(
        chosen,
        terms(chosen, named_tables(chosen, pay_tables), _pairs(options)),
        cards.parse(dealer),
        tuple(notation.parse_seat(number, text) for number, text in enumerate(seats, 1)),
        None if bank is None else money.dollars(bank),
        notation.parse_amounts("meter", meters),
    )
    lines = referee.settle(played)
    if as_json:
        shown = {"game": chosen.key, "settlement": [each.as_json() for each in lines]}
        click.echo(json.dumps(shown, indent=2))
    else:
        _show(played, lines)


def _pairs(words: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not sign:
            raise Malformed(f"{word!r} is not KEY=VALUE", code="option.unreadable")
        pairs[key.strip()] = value.strip()
    return pairs


def _show(played: Round, lines: list[Line]) -> None:
    console = Console(highlight=False)
    console.print(f"[bold]{played.game.name}[/], {played.game.dealer} {cards.show(played.dealer)}")
    for seat in played.seats:
        console.print(f"seat {seat.number} {cards.show(seat.cards)} {' '.join(seat.decisions)}")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("seat", "bet", "stake", "result"):
        table.add_column(heading, justify="right" if heading in ("stake", "result") else "left")
    table.add_column("why", overflow="fold")
    for each in lines:
        table.add_row(
            str(each.seat),
            played.game.bet(each.bet).name,
            money.show(each.stake_cents) if each.stake_cents else "",
            _result(each),
            each.reason,
        )
    console.print(table)
    totals = [
        f"seat {seat.number} {money.show_net(referee.total_net(lines, seat))}"
        for seat in played.seats
    ]
    against = played.game.dealer if played.game.player_banked else "house"
    totals.append(f"{against} {money.show_net(-referee.total_net(lines))}")
    console.print("  ".join(totals))


def _result(each: Line) -> str:
    if each.net_cents:
        return money.show_net(each.net_cents)
    if each.returned_cents:
        return "returned"
    return "push" if each.stake_cents else "nothing"
