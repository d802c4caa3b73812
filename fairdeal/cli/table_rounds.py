"""The round in play and the one before, on the screen."""

from collections.abc import Sequence

from rich.text import Text

from fairdeal import money
from fairdeal.books.calendar import time_of
from fairdeal.cli.fitting import Column, show_rows
from fairdeal.cli.grids import heading
from fairdeal.cli.screen import Screen
from fairdeal.live.events import Paid
from fairdeal.live.views import LastView, RoundView, Shown


def show_last(screen: Screen, last: LastView) -> None:
    """What came of the round before, while bets are placed for the next."""
    heading(screen, f"Round {last.number}, the one before")
    if last.void:
        _show_void(screen, last.void)
    if last.dealer:
        screen.show(f"dealer  {cards_shown(last.dealer)}")
    if last.board:
        screen.show(f"board   {cards_shown(last.board)}")
    columns = [Column("seat"), Column("cards"), Column("won", is_right=True)]
    rows = [
        [[str(seat)], [cards_shown(held)], [won(last.lines, seat)]]
        for seat, held in last.seats.items()
    ]
    show_rows(screen, columns, rows)


def show_round(screen: Screen, now: RoundView, bank_seat: int) -> None:
    """What is to be done, who does it and until when, and the dealer's cards."""
    heading(screen, f"Round {now.number}")
    until = f", until {time_of(now.until)[11:]} UTC" if now.until else ""
    if now.void:
        _show_void(screen, now.void)
    elif now.over:
        screen.show("over: the deck is shown, see fairdeal replay")
    elif now.offered:
        screen.show(f"the bank is offered to seat {now.offered}{until}")
    elif now.betting:
        screen.show(f"place your bets{until}")
    else:
        screen.show(Text(now.text))
    if now.unconfirmed:
        said = f"seat {now.turn} has declared {now.unconfirmed}"
        screen.show(f"{said} and waits for the dealer to confirm it")
    elif now.turn:
        screen.show(f"seat {now.turn} is to decide{until}")
    if bank_seat and now.bank_cents is not None and not now.over:
        screen.show(f"the bank of seat {bank_seat} holds {money.show(now.bank_cents)}")
    if now.dealer:
        screen.show(f"dealer  {cards_shown(now.dealer)}")
    if now.board:
        screen.show(f"board   {cards_shown(now.board)}")
    if now.next_card:
        screen.show(f"the next card, {now.next_card}, lies face up")
    if now.commitment:
        screen.show(f"deck fixed as {now.commitment}")


def _show_void(screen: Screen, reason: str) -> None:
    screen.show(Text(f"void, and every bet was returned: {reason}"))


def cards_shown(held: Shown) -> str:
    """The cards, those that lie face down as question marks."""
    return " ".join(card or "??" for card in held)


def won(lines: Sequence[Paid], seat: int, is_bank: bool = False) -> str:
    """What the seat won of the bank, or the bank of all seats; empty before anything is settled."""
    if is_bank:
        nets = [-line.net_cents for line in lines]
    else:
        nets = [line.net_cents for line in lines if line.seat == seat]
    return money.show_net(sum(nets)) if nets else ""
