"""Figures of books as a page writes them: amounts, deviations, verdicts and days in words."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from fairdeal import games, money
from fairdeal.books.expectation import FAR_OFF, IMPROBABLE, LEAST_HANDS
from fairdeal.books.wagers import HOUSE
from fairdeal.report.course import NOTABLE, deviations
from fairdeal.web.naming import title

Row = Mapping[str, Any]

_MINUS: Final = "\N{MINUS SIGN}"
NOTHING: Final = "\N{EN DASH}"
"""Stands where there is no figure."""


def net(cents: float) -> str:
    """An amount won or lost; what was reckoned, and is not a whole cent, to the dollar.

    >>> net(2500), net(0), net(199.5)
    ('+$25', '$0', '+$2')
    """
    whole = cents if isinstance(cents, int) else 100 * round(cents / 100)
    return money.show_net(whole).replace("-", _MINUS)


@dataclass(frozen=True)
class Line:
    """A row of books as a page shows it."""

    names: tuple[str, ...]
    link: Mapping[str, str]
    """What an address asks for that is about this row alone."""
    row: Row

    @property
    def wager(self) -> str:
        """The wager that the row is about, as the event log is searched for it; else empty."""
        return f"{self.row['game']}/{self.row['bet']}" if "bet" in self.row else ""

    @property
    def _theory(self) -> Row:
        """What theory says of it: of a wager by itself, of other rows among their sums."""
        return (self.row["theory"] or {}) if "theory" in self.row else self.row

    @property
    def expected(self) -> str:
        """The win that was to be expected."""
        mean = self._theory.get("expected_win_cents")
        return net(mean["value"]) if mean else NOTHING

    @property
    def z(self) -> str:
        """How far off it is, in standard deviations."""
        z = self._theory.get("z")
        return NOTHING if z is None else f"{z:+.1f}".replace("-", _MINUS)

    @property
    def tag(self) -> str:
        """The class of the mark on it: from two deviations on, and what the verdict says."""
        if self.row["verdict"] in FAR_OFF:
            return "bad"
        z = self._theory.get("z")
        hands = self._theory.get("hands" if "theory" in self.row else "compared_hands", 0)
        return "warn" if z and abs(z) >= NOTABLE and hands >= LEAST_HANDS else ""


def lines(shown: Row) -> list[Line]:
    """Every row of a statement; of those with one name each says what sets it apart."""
    named = [(*_named(row, shown["by"]), row) for row in shown["rows"]]
    often = Counter(names for names, _, _ in named)
    themes = {each["theme"]: each for each in shown["themes"]}
    return [
        Line((*names, _apart(row["theme"], themes)) if often[names] > 1 else names, link, row)
        for names, link, row in named
    ]


def _apart(theme: str, themes: Mapping[str, Row]) -> str:
    """In what a configuration of a game differs from the others: pay tables, options or rules."""
    own = themes[theme]
    game = games.known(own["game"])
    alike = [each for each in themes.values() if each["game"] == game.key]

    def differs(kind: str, key: str) -> bool:
        return len({each[kind].get(key) for each in alike}) > 1

    found = [
        f"{title(game.bet(bet).name)} {name}"
        for bet, name in own["pay_tables"].items()
        if differs("pay_tables", bet)
    ]
    found += [
        f"{key.replace('-', ' ')} {value}"
        for key, value in own["options"].items()
        if differs("options", key)
    ]
    return ", ".join(found) or f"rules {own['rules_digest'][:8]}"


def totals(shown: Row) -> Iterator[Line]:
    """The sums, one for what the house banks and one for what players do."""
    for row in shown["totals"]:
        yield Line(("House games" if row["bank"] == HOUSE else "Banked by players",), {}, row)


def _named(row: Row, by: str) -> tuple[tuple[str, ...], Mapping[str, str]]:
    match by:
        case "table":
            return (row["table"], games.known(row["game"]).name), {"table": row["table"]}
        case "shift":
            return (in_words(row["day"]), row["shift"], _bank(row)), {
                "day": row["day"],
                "shift": row["shift"],
            }
        case "day":
            return (in_words(row["day"]), _bank(row)), {"day": row["day"]}
        case "game":
            return (games.known(row["game"]).name,), {"game": row["game"]}
        case _:
            game = games.known(row["game"])
            return (title(game.bet(row["bet"]).name), game.name), {"game": row["game"]}


def _bank(row: Row) -> str:
    return "" if row["bank"] == HOUSE else "banked by players"


def in_words(day: str | date, *, year: bool = False) -> str:
    """A day as people write it.

    >>> in_words("2026-11-15", year=True)
    'Sunday 15 November 2026'
    """
    found = date.fromisoformat(day) if isinstance(day, str) else day
    return f"{found:%A} {found.day} {found:%B}" + (f" {found.year}" if year else "")


def heading(first: date, last: date) -> str:
    """The days of a report as its heading."""
    if first == last:
        return in_words(first, year=True)
    begin = f"{first.day}"
    if (first.year, first.month) != (last.year, last.month):
        begin += f" {first:%B}" + (f" {first.year}" if first.year != last.year else "")
    return f"{begin} to {last.day} {last:%B} {last.year}"


@dataclass(frozen=True)
class Answer:
    """Whether the win is where it should be."""

    tag: str
    short: str
    sentence: str


def answer(total: Row | None, flagged: Sequence[str]) -> Answer:
    """The answer in words; *flagged* are wagers that a person should look at."""
    if total is None or total["z"] is None:
        return Answer("", "Not known", "none of these hands can be held against exact figures")
    z = total["z"]
    off = f"{net(total['compared_win_cents'])} against {net(total['expected_win_cents']['value'])}"
    off += f" expected, {deviations(z)}"
    if total["compared_hands"] < LEAST_HANDS:
        return Answer(
            "",
            "Too few hands",
            f"{total['compared_hands']} hands are too few to judge by: {off}; from {LEAST_HANDS} on"
            " deviations begin to measure chances",
        )
    if flagged:
        return Answer("bad", "Look closer", f"improbable: {', '.join(flagged)}; in all {off}")
    if abs(z) >= IMPROBABLE:
        return Answer("bad", "Look closer", f"{off}: a fair room gets there once in 370 times")
    if abs(z) >= NOTABLE:
        return Answer("warn", "Worth a look", f"{off}: a fair room gets there once in 22 times")
    return Answer("ok", "Within range", off)
