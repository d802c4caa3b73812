"""``fairdeal settle``: the referee."""

import json
from typing import Any, Final

import click
from rich import box
from rich.padding import Padding
from rich.table import Table

from fairdeal import cards, games, money
from fairdeal.cli.screen import Screen
from fairdeal.errors import FairdealError, Malformed
from fairdeal.games import notation, referee
from fairdeal.games.reasons import EVEN
from fairdeal.games.round import Line, Round
from fairdeal.games.terms import named_tables, terms

ROOM_FOR_A_TABLE: Final = 76
"""Columns from which the reason fits beside the amounts."""


@click.command("settle")
@click.argument("game")
@click.option("--dealer", multiple=True, metavar="CARDS", help="The dealer's cards, as dealt.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
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
@click.option(
    "--bank",
    multiple=True,
    metavar="DOLLARS",
    help="What the player/dealer has posted; without it every bet is covered.",
)
@click.option(
    "--meter",
    "meters",
    multiple=True,
    metavar="NAME=DOLLARS",
    help="What a progressive meter shows; without it its reset level.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(
    game: str,
    dealer: tuple[str, ...],
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
        --seat "Ts 6d 4c 7h 2s Jc Qd | high-card=5 blackjack=10 poker=5 | hit stand"
    """
    chosen = games.game(game)
    dealt = _once("--dealer", dealer)
    if dealt is None:
        raise Malformed(
            f"nobody deals: expected --dealer with {chosen.dealer_cards} cards in quotes",
            code="seat.missing",
        )
    if not seats:
        raise Malformed(
            'nobody plays: expected --seat "CARDS | BETS | DECISIONS"', code="seat.missing"
        )
    posted = _once("--bank", bank)
    played = Round(
        chosen,
        terms(chosen, named_tables(chosen, pay_tables), _options(options)),
        _read("--dealer", cards.parse, dealt),
        tuple(notation.parse_seat(number, text) for number, text in enumerate(seats, 1)),
        None if posted is None else _read("--bank", money.dollars, posted),
        notation.parse_amounts("meter", " ".join(meters)),
    )
    lines = referee.settle(played)
    if as_json:
        shown = {
            "game": chosen.key,
            "terms": _terms_in_force(played),
            "settlement": [each.as_json() for each in lines],
        }
        click.echo(json.dumps(shown, indent=2))
    else:
        _show(played, lines)


def _once(name: str, values: tuple[str, ...]) -> str | None:
    if len(values) > 1:
        raise Malformed(f"{name} is given {len(values)} times", code="option.twice")
    return values[0] if values else None


def _read(name: str, reader: Any, text: str) -> Any:
    try:
        return reader(text)
    except FairdealError as error:
        raise Malformed(f"{name}: {error}", code=error.code) from None


def _options(words: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for word in words:
        key, sign, value = (part.strip() for part in word.partition("="))
        if not sign:
            raise Malformed(
                f"{word!r} is not an option and its value: expected KEY=VALUE",
                code="option.unreadable",
            )
        if key.lower() in pairs:
            raise Malformed(f"option {key!r} is given twice", code="option.twice")
        pairs[key.lower()] = value
    return pairs


def _terms_in_force(played: Round) -> dict[str, Any]:
    in_force: dict[str, Any] = {
        "pay_tables": {bet: table.name for bet, table in played.terms.pay.items()},
        "options": dict(played.terms.options),
    }
    if played.game.player_banked:
        in_force["bank_cents"] = played.bank_cents
    if played.terms.meters:
        resets = {key: meter.reset_cents for key, meter in played.terms.meters.items()}
        in_force["meters_cents"] = resets | dict(played.meters_cents)
    return in_force


def _terms_in_words(played: Round) -> str:
    """The pay tables of bets that lie there, the options that are not the default, and money."""
    placed = {bet for seat in played.seats for bet in seat.bets}
    placed |= {"ante-bonus"} if "ante" in placed else set()
    said = [
        " ".join(dict.fromkeys((played.game.bet(bet).name, table.name)))
        for bet, table in played.terms.pay.items()
        if bet in placed
    ]
    said += [
        f"{option.key} {played.terms.option(option.key)}"
        for option in played.game.options
        if played.terms.option(option.key) != option.default
    ]
    if played.game.player_banked:
        posted = played.bank_cents
        said.append("bank covers everything" if posted is None else f"bank {money.show(posted)}")
    if "stax" in placed:
        meters = _terms_in_force(played)["meters_cents"].items()
        said += [f"{meter} {money.show(cents)}" for meter, cents in meters]
    return ", ".join(said)


def _show(played: Round, lines: list[Line]) -> None:
    screen = Screen()
    screen.show(f"[bold]{played.game.name}[/]")
    screen.show(_terms_in_words(played) or "no pay tables in use")
    screen.show()
    holders = Table.grid(padding=(0, 2, 0, 0))
    holders.add_row(played.game.dealer, cards.show(played.dealer))
    for seat in played.seats:
        holders.add_row(f"seat {seat.number}", cards.show(seat.cards), " ".join(seat.decisions))
    screen.show(holders)
    screen.show()
    if screen.width >= ROOM_FOR_A_TABLE:
        screen.show(_table(played, lines))
    else:
        for each in lines:
            stake = f" {money.show(each.stake_cents)}" if each.stake_cents else ""
            name = played.game.bet(each.bet).name
            screen.show(f"seat {each.seat} {name}{stake}: [bold]{_result(each)}[/]")
            screen.show(Padding(each.reason, (0, 0, 0, 2)))
        screen.show()
    for seat in played.seats:
        screen.show(f"seat {seat.number} {money.show_net(referee.total_net(lines, seat))}")
    against = played.game.dealer if played.game.player_banked else "house"
    screen.show(f"{against} {money.show_net(-referee.total_net(lines))}")
    screen.flush()


def _table(played: Round, lines: list[Line]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("seat", "bet", "stake", "result"):
        right = heading in ("stake", "result")
        table.add_column(heading, justify="right" if right else "left", no_wrap=True)
    table.add_column("why", overflow="fold")
    before = lines[0]
    for each in lines:
        if (each.stage, each.seat) != (before.stage, before.seat) and len(played.seats) > 1:
            table.add_row()
        before = each
        table.add_row(
            str(each.seat),
            played.game.bet(each.bet).name,
            money.show(each.stake_cents) if each.stake_cents else "",
            _result(each),
            each.reason,
        )
    return table


def _result(each: Line) -> str:
    if each.net_cents:
        return money.show_net(each.net_cents)
    if each.returned_cents:
        return "returned"
    if each.reason.endswith(EVEN):
        return "even"
    return "push" if each.stake_cents else "nothing"
