"""Read ``.hand`` files: rounds worked out by hand from the documents.

== a title, one for each round
# where the ruling comes from, and how the amounts were worked out
pay table  pair-plus D
option     bonus-on-fold forfeited
bank       200
banker     3
meter      star 1250
board      As Ks Qs
dealer     Jc 9s 2h
seat 1     Qs 7h 3d | ante=10 pair-plus=5 | play
-> seat 1 play push : dealer does not qualify
-> seat 1 ante +10
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from fairdeal import cards, money
from fairdeal.games import GAMES
from fairdeal.games.notation import parse_seat
from fairdeal.games.round import Line, Round, Seat
from fairdeal.games.terms import terms

FOLDER = Path(__file__).parent / "hands"

_RESULT = re.compile(
    r"-> seat (?P<seat>\d) (?P<bet>[a-z-]+) (?P<net>push|0|[+-][\d.]+)"
    r"(?: returned (?P<returned>[\d.]+))?(?: : (?P<words>.+))?"
)


@dataclass(frozen=True)
class Expected:
    """A line of the settlement as it was worked out by hand."""

    seat: int
    bet: str
    net_cents: int
    returned_cents: int
    pushes: bool
    words: str

    def is_met_by(self, line: Line) -> bool:
        """Whether the referee's line says the same."""
        return (
            (line.seat, line.bet, line.net_cents, line.returned_cents)
            == (self.seat, self.bet, self.net_cents, self.returned_cents)
            and self.pushes == (line.net_cents == 0 and line.stake_cents > 0)
            and self.words in line.reason
        )


@dataclass
class WorkedRound:
    """One round of a file, as written."""

    game: str
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
        return f"{self.game}: {self.title}"

    def round(self) -> Round:
        """The round for the referee."""
        game = GAMES[self.game]
        chosen = terms(game, self.pay_tables, self.options)
        return Round(
            game,
            chosen,
            self.dealer,
            tuple(self.seats),
            self.bank,
            self.meters,
            self.banker,
            board=self.board,
        )

    def add(self, line: str) -> None:
        """Take in one line of the file."""
        if line.startswith("->"):
            self.expected.append(_expected(line))
            return
        word, _, rest = re.sub(r"^(pay table|seat \d)", _joined, line).partition(" ")
        rest = rest.strip()
        key, _, value = rest.partition(" ")
        match word.split("_"):
            case ["pay", "table"]:
                self.pay_tables[key] = value.strip()
            case ["option"]:
                self.options[key] = value.strip()
            case ["meter"]:
                self.meters[key] = money.dollars(value)
            case ["bank"]:
                self.bank = money.dollars(rest)
            case ["banker"]:
                self.banker = int(rest)
            case ["dealer"]:
                self.dealer = cards.parse(rest)
            case ["board"]:
                self.board = cards.parse(rest)
            case ["seat", number]:
                self.seats.append(parse_seat(int(number), rest))
            case _:
                raise ValueError(f"{self}: cannot read {line!r}")


def _joined(match: re.Match[str]) -> str:
    return match[0].replace(" ", "_")


def _expected(line: str) -> Expected:
    match = _RESULT.fullmatch(line)
    if match is None:
        raise ValueError(f"cannot read {line!r}")
    net = match["net"]
    cents = 0 if net in ("push", "0") else money.dollars(net[1:]) * (-1 if net[0] == "-" else 1)
    returned = money.dollars(match["returned"]) if match["returned"] else 0
    words = match["words"] or ""
    return Expected(int(match["seat"]), match["bet"], cents, returned, net == "push", words)


def worked_rounds() -> list[WorkedRound]:
    """Every round of every file."""
    rounds: list[WorkedRound] = []
    for path in sorted(FOLDER.glob("*.hand")):
        for text in path.read_text(encoding="utf-8").splitlines():
            line = text.strip()
            if line.startswith("=="):
                rounds.append(WorkedRound(path.stem, line.removeprefix("==").strip()))
            elif line and not line.startswith("#"):
                rounds[-1].add(line)
    return rounds
