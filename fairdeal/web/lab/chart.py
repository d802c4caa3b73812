"""The best decisions as a person learns them: a board of cards, or a row for each card up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from fairdeal.analysis.opening import Decision, Opening
from fairdeal.games.layout import FOLD
from fairdeal.report import charts, starting_hands
from fairdeal.report.blocks import Rule, Rules, Text
from fairdeal.report.charts import DEPENDS, letter, merged
from fairdeal.report.numbers import NOTHING, decimal, exactly, percent
from fairdeal.report.starting_hands import NOTE, SAYS, lead
from fairdeal.report.strategy import example, in_words, staying_in, up

__all__ = ["NOTE", "SAYS", "lead", "percent", "staying_in"]
"""What the page's template asks for beside the functions below."""

_RANKS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
_BLACKJACK: Final = {
    "stand": ("p", "S"),
    "hit": ("f", "H"),
    "double": ("d", "D"),
    "split": ("i", "P"),
}
"""The class and the letter of each decision in blackjack."""


_LOOKS: Final = {"strong": "p", "middle": "i", "faint": "d", "quiet": "f", "mixed": "d"}
"""The class of the choices with a starting hand."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A field of a board."""

    look: str
    letter: str
    is_border: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """Decisions in rows and columns."""

    corner: str
    across: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]


@dataclass(frozen=True, slots=True)
class Against:
    """What to do against one card of the dealer."""

    up: str
    played: str
    width: float
    """The same as a share of a bar that is 100 long."""
    from_: tuple[str, ...]
    """Where each choice begins that stakes more than the one before."""
    folded: str


def told(found: Mapping[str, Any]) -> Rules | Text:
    """The strategy in a sentence or two, or in lines."""
    return in_words(found)


def _look(decision: str) -> str:
    return {FOLD: "f", DEPENDS: "d"}.get(decision, "p")


def triangle(told: Mapping[str, Any]) -> Board | None:
    """Hands without a pair under the highest card at which the decision turns; else nothing."""
    cuts = told["cuts"]
    decisions = {tuple(each["ranks"].split("-")): each["decision"] for each in cuts[0]["chart"]}
    if len(cuts) > 1 or len(set(decisions.values())) < 2:
        return None
    ends = (cuts[0]["weakest_played"], cuts[0]["strongest_folded"])
    border = {tuple(each["words"].split("-")) for each in ends if each}
    highest = next(iter(decisions))[0]
    middles = [rank for rank in _RANKS if any(rank == hand[1] for hand in decisions)]
    lows = [rank for rank in _RANKS if any(rank == hand[2] for hand in decisions)]

    def cell(middle: str, low: str) -> Cell | None:
        hand = (highest, middle, low)
        if hand not in decisions:
            return None
        return Cell(_look(decisions[hand]), letter(decisions[hand]), hand in border)

    rows = tuple((middle, tuple(cell(middle, low) for low in lows)) for middle in middles)
    return Board(highest, tuple(lows), rows)


@dataclass(frozen=True, slots=True)
class TwoCards:
    """The chart of starting hands of two cards."""

    board: Board
    legend: str


def two_cards(best: Opening) -> TwoCards | None:
    """The best choice for every two cards; None where a starting hand has more or fewer."""
    drawn = starting_hands.chart(best)
    if drawn is None:
        return None
    rows = tuple(
        (rank, tuple(Cell(_LOOKS[mark.look], mark.letters) if mark else None for mark in marks))
        for rank, marks in zip(drawn.ranks, drawn.rows, strict=True)
    )
    return TwoCards(Board("\u00a0", drawn.ranks, rows), drawn.legend)


def lines(decision: Decision) -> Sequence[Rule]:
    """What to do at a decision, as far as it can be said in words."""
    return starting_hands.words(decision).rules


def legend(told: Mapping[str, Any]) -> str:
    """What the letters of a board mean."""
    return charts.legend(told["cuts"][0])


def near(told: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """The hands on both sides of the border: look and words of what is best, and its worth."""
    cuts = told["cuts"]
    for hand in cuts[0]["near"] if len(cuts) == 1 and cuts[0]["strongest_folded"] else ():
        low, high = (decimal(exactly(hand["value_of_play"][end])) for end in ("lowest", "highest"))
        worth = low if low == high else f"{low} to {high}"
        best = hand["decision"]
        if best == DEPENDS:
            best = "; ".join(f"some {example(each)}" for each in hand["choices"])
        yield hand["words"].replace("-", " "), _look(hand["decision"]), best, worth


def fold(told: Mapping[str, Any]) -> str:
    """What a fold is worth."""
    return decimal(exactly(told["cuts"][0]["weakest_played"]["value_of_fold"]), 0)


def raises(told: Mapping[str, Any]) -> tuple[str, ...]:
    """The choices that have a border below them, in the words of the game."""
    steps = (step["higher"] for cut in told["cuts"] for step in cut["steps"])
    return tuple(dict.fromkeys(steps))


def against(told: Mapping[str, Any]) -> list[Against]:
    """A row for each card up, or for several against which everything is played."""
    cuts = [cut for cut in told["cuts"] if cut["up"]]
    found = []
    for _, run in groupby(enumerate(cuts), lambda each: _run(*each)):
        several = [cut for _, cut in run]
        ups, cut = list(map(up, several)), several[0]
        steps = {step["higher"]: step for step in cut["steps"]}
        last = next((each for each in cut["steps"] if each["lower"] == FOLD), None)
        found.append(
            Against(
                ups[0] if len(ups) == 1 else f"{ups[0]} to {ups[-1]}",
                percent(exactly(cut["share_played"]), 2),
                round(100 * cut["share_played"]["value"], 1),
                tuple(
                    _hand(steps[word]["always_from"]) if word in steps else "every hand"
                    for word in raises(told)
                ),
                _hand(last["never_up_to"]) if last else NOTHING,
            )
        )
    return found


def _hand(hand: Mapping[str, Any] | None) -> str:
    return NOTHING if hand is None else hand["words"].replace("-", " ")


def _run(place: int, cut: Mapping[str, Any]) -> int:
    """Cards against which every hand is played go together; every other one stands alone."""
    return -1 if cut["strongest_folded"] is None else place


def costs(told: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What simpler rules cost."""
    return [(each["rule"], percent(exactly(each["cost"]))) for each in told["simple_rules"]]


def blackjack(rows: Sequence[Mapping[str, Any]]) -> Board:
    """Two cards down, the card up across."""
    found = tuple(
        (name, tuple(Cell(*_BLACKJACK[word]) for word in best)) for _, name, best in merged(rows)
    )
    return Board("", tuple(cell["up"] for cell in rows[0]["cells"]), found)
