"""Rounds worked out by hand, in the ``.hand`` file of a game, and the referee held against them.

== a title, one for each round
# where the ruling comes from, and how the amounts were worked out
pay table  pair-plus D
option     bonus-on-fold forfeited
bank       200
banker     3
meter      star 1250
board      4c 9s Kd
dealer     Jc 9s 2h
seat 1     Qs 7h 3d | ante=10 pair-plus=5 | play
-> seat 1 play push : dealer does not qualify
-> seat 1 ante +10
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Final

from fairdeal import cards, money
from fairdeal.errors import FairdealError, Malformed, named
from fairdeal.games import referee
from fairdeal.games.layout import Game
from fairdeal.games.notation import parse_seat
from fairdeal.games.round import Line, Round, Seat
from fairdeal.games.terms import terms

_RESULT: Final = re.compile(
    r"-> seat (?P<seat>\d) (?P<bet>[a-z0-9-]+) (?P<net>push|0|[+-][\d.]+)"
    r"(?: returned (?P<returned>[\d.]+))?(?: : (?P<words>.+))?"
)
_WORD: Final = re.compile(r"pay table|seat \d|[a-z]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Expected:
    """A line of the settlement as it was worked out by hand."""

    seat: int
    bet: str
    net_cents: int
    returned_cents: int
    pushes: bool
    words: str
    """Words that the reason must contain."""

    def is_met_by(self, line: Line) -> bool:
        """Whether the referee's line says the same."""
        return (
            (line.seat, line.bet, line.net_cents, line.returned_cents)
            == (self.seat, self.bet, self.net_cents, self.returned_cents)
            and self.pushes == (line.net_cents == 0 and line.stake_cents > 0)
            and self.words in line.reason
        )

    def __str__(self) -> str:
        net = "push" if self.pushes else money.show_net(self.net_cents)
        words = f" because {self.words!r}" if self.words else ""
        return f"seat {self.seat} {self.bet} {net}{_back(self.returned_cents)}{words}"


@dataclass(slots=True)
class WorkedRound:
    """One round of a file, as written."""

    game: Game
    title: str
    pay_tables: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    meters: dict[str, int] = field(default_factory=dict)
    bank: int | None = None
    banker: int = 0
    dealer: tuple[int, ...] = ()
    board: tuple[int, ...] = ()
    seats: list[Seat] = field(default_factory=list)
    expected: list[Expected] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.game.key}: {self.title}"

    def round(self) -> Round:
        """The round for the referee."""
        return Round(
            self.game,
            terms(self.game, self.pay_tables, self.options),
            self.dealer,
            tuple(self.seats),
            self.bank,
            self.meters,
            self.banker,
            board=self.board,
        )

    def faults(self) -> Iterator[str]:
        """Where the referee settles otherwise, each in a sentence."""
        try:
            lines = referee.settle(self.round())
        except Exception as error:  # whatever an author's rule does
            yield named(error)
            return
        for line, due in _pairs(lines, self.expected):
            if line is None:
                yield f"expected {due}, and the referee has no such line there"
            elif due is None:
                yield f"the referee adds {_told(line)}"
            elif not due.is_met_by(line):
                yield f"expected {due}; the referee has {_told(line)}"

    def add(self, text: str) -> None:
        """Take in one line of the file."""
        if text.startswith("->"):
            self.expected.append(_expected(text))
            return
        word = _WORD.match(text)
        rest = text[word.end() :].strip() if word else ""
        key, _, value = rest.partition(" ")
        match word[0].split() if word else []:
            case ["pay", "table"]:
                self.pay_tables[key] = value.strip()
            case ["option"]:
                self.options[key] = value.strip()
            case ["meter"]:
                self.meters[key] = money.dollars(value)
            case ["bank"]:
                self.bank = money.dollars(rest)
            case ["banker"] if rest.isdecimal():
                self.banker = int(rest)
            case ["dealer"]:
                self.dealer = cards.parse(rest)
            case ["board"]:
                self.board = cards.parse(rest)
            case ["seat", number]:
                self.seats.append(parse_seat(int(number), rest))
            case _:
                raise Malformed(
                    f"{text!r} is not a line of a .hand file: expected pay table, option, bank,"
                    " banker, meter, board, dealer, seat N or ->",
                    code="hand.unreadable",
                )


def _pairs(
    lines: list[Line], expected: list[Expected]
) -> Iterator[tuple[Line, Expected | None] | tuple[None, Expected]]:
    """Each line beside the one expected in its place; where a line is missing or too many, the
    others stay beside those of their seat and bet.
    """
    if len(lines) == len(expected):
        yield from zip(lines, expected, strict=True)
        return
    settled = [(each.seat, each.bet) for each in lines]
    worked = [(each.seat, each.bet) for each in expected]
    matched = SequenceMatcher(None, settled, worked, autojunk=False)
    for how, at, to, due_at, due_to in matched.get_opcodes():
        if how == "equal":
            yield from zip(lines[at:to], expected[due_at:due_to], strict=True)
        else:
            yield from ((line, None) for line in lines[at:to])
            yield from ((None, due) for due in expected[due_at:due_to])


def _told(line: Line) -> str:
    net = f"{money.show_net(line.net_cents)}{_back(line.returned_cents)}"
    return f"seat {line.seat} {line.bet} {net} ({line.reason})"


def _back(cents: int) -> str:
    return f", {money.show(cents)} returned" if cents else ""


def _expected(text: str) -> Expected:
    match = _RESULT.fullmatch(text)
    if match is None:
        raise Malformed(
            f"{text!r} is not a result: give one such as"
            " '-> seat 1 ante +10 : words of the reason'",
            code="hand.unreadable",
        )
    net = match["net"]
    cents = 0 if net in ("push", "0") else money.dollars(net[1:]) * (-1 if net[0] == "-" else 1)
    returned = money.dollars(match["returned"]) if match["returned"] else 0
    words = match["words"] or ""
    return Expected(int(match["seat"]), match["bet"], cents, returned, net == "push", words)


def worked_rounds(game: Game, text: str) -> list[WorkedRound]:
    """Every round of a file; a line that cannot be read is named with its number."""
    rounds: list[WorkedRound] = []
    for number, each in enumerate(text.splitlines(), 1):
        line = each.strip()
        try:
            if line.startswith("=="):
                rounds.append(WorkedRound(game, line.removeprefix("==").strip()))
            elif line and not line.startswith("#"):
                if not rounds:
                    raise Malformed("a round begins with == and its title", code="hand.unreadable")
                rounds[-1].add(line)
        except FairdealError as error:
            raise Malformed(f"line {number}: {error}", code=error.code) from None
    return rounds
