"""A settled round: the cards as they lie, every bet with its result and reason, and the totals."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from fairdeal import cards, money
from fairdeal.games import referee
from fairdeal.games.phrases import terms_in_words
from fairdeal.games.reasons import result
from fairdeal.games.round import Line, Round
from fairdeal.report.blocks import Block, Cell, Plot, Table, columns, row
from fairdeal.report.drawing import EDGE, GREY, INCH, NORMAL, WHITE, Drawing, width_of
from fairdeal.report.numbers import MINUS

Hand: TypeAlias = tuple[str, Sequence[int], str]
"""Who holds the cards, the cards, and what is said of them."""

_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_BLACK, _RED = "#111111", "#c8102e"
_WIDE, _HIGH, _APART, _CORNER = 25.0, 35.0, 4.0, 3.0
_GAP: Final = 12.0
_LARGE: Final = 12.0


def settled(played: Round, lines: Sequence[Line]) -> Iterator[Block]:
    """The round for people."""
    holders: list[Hand] = [(played.game.dealer, played.dealer, "")] if played.dealer else []
    holders += [("board", played.board, "")] if played.board else []
    for seat in played.seats:
        holders.append((f"seat {seat.number}", seat.cards, " ".join(seat.decisions)))
    yield hands(holders)
    rows = tuple(
        row(
            str(each.seat),
            Cell(played.game.bet(each.bet).name, tone="strong"),
            money.show(each.stake_cents) if each.stake_cents else "",
            signed(result(each.stake_cents, each.net_cents, each.returned_cents, each.reason)),
            each.reason,
        )
        for each in lines
    )
    heads = columns("seat", "bet", "# stake", "# result", "~ why")
    yield Table(heads, rows, note=terms_in_words(played))
    totals = [
        row(f"seat {seat.number}", _net(referee.total_net(lines, seat))) for seat in played.seats
    ]
    against = played.game.dealer if played.game.player_banked else "house"
    totals.append(row(against, _net(-referee.total_net(lines))))
    yield Table(columns("", "# in all"), tuple(totals))


def hands(holders: Sequence[Hand]) -> Plot:
    """The cards of some hands, one below the other."""
    names = max(width_of(who) for who, _, _ in holders) + _GAP
    lengths = [len(held) * (_WIDE + _APART) for _, held, _ in holders]
    said = max(width_of(text) for _, _, text in holders)
    wide = names + max(lengths) + _GAP + said
    drawing = Drawing(wide / INCH, len(holders) * (_HIGH + _GAP) / INCH)
    for place, (who, held, text) in enumerate(holders):
        top = place * (_HIGH + _GAP) + _GAP / 2
        middle = top + _HIGH / 2
        drawing.text(0, middle, who, colour=GREY, anchor="start")
        for number, card in enumerate(held):
            _card(drawing, names + number * (_WIDE + _APART), top, card)
        drawing.text(names + lengths[place] + _GAP / 2, middle, text, anchor="start", bold=True)
    says = "; ".join(
        " ".join(filter(None, (who, cards.show(held), text))) for who, held, text in holders
    )
    return Plot(drawing.svg(says), says)


def _card(drawing: Drawing, left: float, top: float, card: int) -> None:
    """A face with its rank above its suit."""
    name, sign = cards.RANKS[cards.rank_of(card)], cards.SUITS[cards.suit_of(card)]
    colour = _RED if sign in "dh" else _BLACK
    drawing.box(left, top, _WIDE, _HIGH, EDGE, corner=_CORNER)
    drawing.box(left + 0.7, top + 0.7, _WIDE - 1.4, _HIGH - 1.4, WHITE, corner=_CORNER - 0.7)
    x = left + _WIDE / 2
    drawing.text(
        x, top + 0.3 * _HIGH, name.replace("T", "10"), colour=colour, size=_LARGE, bold=True
    )
    drawing.text(x, top + 0.7 * _HIGH, _SIGNS[sign], colour=colour, size=_LARGE + NORMAL / 4)


def _net(cents: int) -> Cell:
    return Cell(signed(money.show_net(cents)), tone="strong")


def signed(text: str) -> str:
    """An amount with the minus sign of a printed table."""
    return text.replace("-", MINUS)
