"""What an address asks of the designer of pay tables: a bet, wanted figures, what rows may pay."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from fairdeal import games
from fairdeal.analysis.bounds import Choices, Space, space_of
from fairdeal.analysis.design import Between, Design, Designs, Goal, long_search, searched
from fairdeal.analysis.par import cases
from fairdeal.analysis.progress import Progress
from fairdeal.analysis.search import Rank
from fairdeal.errors import FairdealError, Malformed, Refused, did_you_mean
from fairdeal.games.layout import Game
from fairdeal.games.paytable import row_key
from fairdeal.games.variant import odds_listed
from fairdeal.web.lab import words
from fairdeal.web.lab.editing import is_bare, shown_pay
from fairdeal.web.lab.sheet import Sheet, read_sheet
from fairdeal.web.lab.words import Shown, Vocabulary, Words

LISTED: Final = (20, 50, 100, 500)
"""How many of the pay tables that meet the goal a page may list."""

_FIRST: Final = {"edge.from": "3", "edge.to": "5"}
"""What is wanted when the page is first opened."""

_GOALS: Final = ("edge", "hit", "deviation", "top")
_PLAIN: Final = ("any-order", "by", "most", "search")
_SHEET: Final[Sequence[str]] = ("game", "bet", "table")
_GROUPS: Final = ("option", "beside")
_VOCABULARY: Final = Vocabulary(
    "a search",
    (*_SHEET, *_PLAIN),
    (*_GROUPS, *_GOALS, "row"),
    lasting=(*_GOALS, *_PLAIN),
    longest=200,
)
_FAR: Final = 999_999_999
_MOST_ODDS: Final = 1000
"""What one row may pay, at most; a terminal takes more."""
_NUMBER: Final = re.compile(r"(-?\d{1,9}(?:\.\d{1,9})?)\s*%?", re.ASCII)
_THOUSANDS: Final = re.compile(r"\d{1,3}(,\d{3})+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Wish:
    """A figure that a person may ask for, from one number to another."""

    key: str
    name: str
    percent: bool
    least: int
    most: int
    """The ends of the range where nothing is typed."""
    low: str
    high: str
    """The ends as they are typed; empty where nothing is."""

    @property
    def unit(self) -> str:
        """What its numbers are."""
        return "%" if self.percent else ""

    def wanted(self) -> Between | None:
        """The range; None where nothing is typed.  What is not a range is refused in a sentence."""
        if not (self.low or self.high):
            return None
        low, high = self._end(self.low, self.least), self._end(self.high, self.most)
        found = Between(low, high)
        anything = Between(Fraction(-1), Fraction(1))
        Goal(**{"edge": anything, self.key: found})
        return found

    def _end(self, text: str, otherwise: int) -> Fraction:
        match = _NUMBER.fullmatch(text) if text else None
        if text and (match is None or ("%" in text and not self.percent)):
            raise Malformed(
                f"{self.name} cannot be {text!r}: expected a number such as 3.5",
                code="design.range",
            )
        return Fraction(match[1] if match else otherwise) / (100 if self.percent else 1)

    def range(self) -> str:
        """The range as a person types it at a terminal."""
        low, high = (
            (text or str(end)).removesuffix("%").strip() + self.unit
            for text, end in ((self.low, self.least), (self.high, self.most))
        )
        return f"{low}-{high}"


@dataclass(frozen=True, slots=True)
class Field:
    """A row of the pay table, and what it may pay."""

    key: str
    """As a person names the row: ``flush``."""
    name: str
    heading: str
    """Of its column."""
    text: str
    """What it may pay, as typed; empty where it stays as it is."""
    now: str
    """What the table in force pays; empty where the table has no such row."""
    hint: str
    fault: str


@dataclass(frozen=True)
class Question:
    """Which pay tables are searched for; without a space or goal where something is unreadable."""

    sheet: Sheet
    """The bet and the pay table that rows outside the search are taken from."""
    wishes: tuple[Wish, ...]
    rows: tuple[Field, ...]
    is_usual: bool
    """Whether no row is named, so that each may pay usual odds."""
    any_order: bool
    rank: Rank
    most: int
    search: bool
    """Whether the search is to be begun by itself."""
    follows: bool
    """Whether it was typed into a form that showed the same bet and pay table."""
    goal: Goal | None
    space: Space | None
    faults: Mapping[str, str]
    """By the name of the field; those of a range by the field of its low end."""

    @property
    def columns(self) -> dict[str, list[Field]]:
        """The rows by the heading of their column."""
        found: dict[str, list[Field]] = {}
        for row in self.rows:
            found.setdefault(row.heading, []).append(row)
        return found

    @property
    def words(self) -> Words:
        """The shortest address of the question: defaults need not be said."""
        found = self.sheet.words
        typed = {
            f"{wish.key}.{end}": text
            for wish in self.wishes
            for end, text in (("from", wish.low), ("to", wish.high))
        }
        if {name: typed[name] for name in _FIRST} != _FIRST:
            found |= {name: typed[name] for name in _FIRST}
        found |= {name: text for name, text in typed.items() if text and name not in _FIRST}
        if not self.is_usual:
            found |= {f"row.{row.key}": row.text for row in self.rows if row.text}
        found |= {"any-order": "on"} if self.any_order else {}
        found |= {"by": str(self.rank)} if self.rank is not Rank.EDGE else {}
        return found | ({"most": str(self.most)} if self.most != LISTED[0] else {})

    @property
    def is_under_options(self) -> bool:
        """Whether the house has chosen otherwise than by default."""
        return any(name.partition(".")[0] in _GROUPS for name in self.words)

    @property
    def takes(self) -> str:
        """A sentence where the search takes long; it then begins only when a person asks for it."""
        return long_search(self.space) if self.space else ""

    @property
    def address(self) -> str:
        """Where the question is found again."""
        return words.address(self.words)

    @property
    def shown(self) -> str:
        """What a form that shows this question says of itself."""
        return Shown.write(self.words)

    @property
    def command(self) -> str:
        """The same question at a terminal."""
        sheet = self.sheet
        said = ["fairdeal", "design", sheet.game.key, sheet.case.bet]
        tables = {sheet.case.priced_by, *sheet.beside}
        for bet, table in sheet.terms.pay.items():
            if bet in tables and table.name != sheet.sheets.defaults[bet]:
                said += ["--pay-table", f"{bet}={table.name}"]
        for option in sheet.game.options:
            if sheet.terms.options[option.key] != option.default:
                said += ["--option", f"{option.key}={sheet.terms.options[option.key]}"]
        for wish in self.wishes:
            if wish.low or wish.high or wish.key == "edge":
                said += [f"--{wish.key}", wish.range()]
        for row in () if self.is_usual else self.rows:
            said += ["--row", f"{row.key}={row.text}"] if row.text else []
        said += ["--any-order"] if self.any_order else []
        said += ["--by", str(self.rank)] if self.rank is not Rank.EDGE else []
        said += ["--most", str(self.most)] if self.most != LISTED[0] else []
        return shlex.join(said)

    def opened(self, made: Design) -> str:
        """The address of a found pay table in the lab's editor."""
        assert self.space is not None, "a table was found in it"
        base, found = self.space.base, self.sheet.words
        columns = {column.key: column for column in base.columns}
        for row in self.space.rows:
            column, pay = columns[row.column], made.pays[row.key]
            event = column.lines()[row.hand]
            if event not in base.printed[row.column] or pay != base.pays[row.column][event]:
                found[f"line.{row.column}.{row.hand}"] = shown_pay(pay, is_bare(base, column))
        return words.address(found)

    def printed(self, name: str) -> str:
        """The address of a table of the document in the lab's editor."""
        return words.address(self.sheet.words | {"table": name})


def read_question(pairs: Sequence[tuple[str, str]]) -> Question:
    """The question of an address, or a sentence that says what is wrong with it."""
    said, shown = words.read(pairs, _VOCABULARY)
    sheet = _sheet(said)
    faults: dict[str, str] = {}
    if shown is None and not any(name in said for name in _FIRST):
        said |= _FIRST
    wishes = tuple(_wishes(said))
    goal = _goal(wishes, faults)
    any_order = said.get("any-order", "") in ("on", "yes")
    typed = {key: text for key, text in words.group(said, "row").items() if text}
    usual = space_of(sheet.game, sheet.case.bet, sheet.terms, sheets=sheet.sheets)
    if shown is not None and _is_as_shown(sheet, shown, typed):
        typed = {}
    odds = _odds(usual, typed, faults)
    space = _space(usual, odds, any_order, faults) if len(odds) == len(typed) else None
    question = Question(
        sheet,
        wishes,
        (),
        not typed,
        any_order,
        _rank(said.get("by", "")),
        _most(said.get("most", "")),
        said.get("search", "" if space is None or not long_search(space) else "off") != "off",
        shown is not None and words.only(sheet.words, _SHEET) == words.only(shown.words, _SHEET),
        goal,
        space,
        faults,
    )
    return replace(question, rows=tuple(_fields(question, usual, typed)))


def designed(game: Game) -> list[str]:
    """The bets of a game that a pay table decides, so that there is something to design."""
    return [case.bet for case in cases(game) if case.priced_by]


def _sheet(said: Words) -> Sheet:
    game = games.game(said.get("game", next(iter(games.GAMES))))
    bets = designed(game)
    if not bets:
        raise Refused(
            f"no pay table decides a bet of {game.key}: there is nothing to design",
            code="design.unpriced",
        )
    about = {"game": game.key, "bet": bets[0]}
    about |= {name: text for name, text in words.only(said, (*_SHEET, *_GROUPS)).items() if text}
    sheet = read_sheet([*about.items()])
    if sheet.own is None:
        raise Refused(
            f"no pay table decides {sheet.case.bet} of {game.key}: there is nothing to design",
            code="design.unpriced",
        )
    return sheet


def _wishes(said: Words) -> Iterator[Wish]:
    ends = {f"{key}.{end}" for key in _GOALS for end in ("from", "to")}
    for name in said:
        if name.partition(".")[0] in _GOALS and name not in ends:
            raise Malformed(
                f"{name!r} says nothing about a search: {did_you_mean(name, sorted(ends))}",
                code="lab.unreadable",
            )
    for key, name, percent, least, most in (
        ("edge", "house edge", True, -100, 100),
        ("hit", "hit frequency", True, 0, 100),
        ("deviation", "standard deviation", False, 0, _FAR),
        ("top", "top award", False, 0, _FAR),
    ):
        low, high = said.get(f"{key}.from", ""), said.get(f"{key}.to", "")
        yield Wish(key, name, percent, least, most, low, high)


def _goal(wishes: Sequence[Wish], faults: dict[str, str]) -> Goal | None:
    found: dict[str, Between | None] = {}
    for wish in wishes:
        try:
            found[wish.key] = wish.wanted()
        except Malformed as error:
            faults[f"{wish.key}.from"] = str(error)
    if len(found) < len(wishes):
        return None
    edge = found.pop("edge") or Between(Fraction(-1), Fraction(1))
    return Goal(edge=edge, **found)


def _odds(usual: Space, typed: Words, faults: dict[str, str]) -> dict[str, list[str]]:
    """What each row that was typed may pay, as far as it can be read."""
    known = [row_key(column, hand) for column in usual.base.columns for hand in column.lines()]
    found = {}
    for key, text in typed.items():
        if key not in known:
            raise Malformed(
                f"{usual.base.bet} {usual.base.name} has no row {key!r}:"
                f" {did_you_mean(key, known)}",
                code="design.row",
            )
        try:
            listed = [text.replace(",", "")] if _THOUSANDS.fullmatch(text) else None
            odds = listed or odds_listed(f"{key}={text}", text)
            if len(odds) > _MOST_ODDS:
                raise Refused(
                    f"row {key} may pay {len(odds):,} different odds:"
                    f" expected up to {_MOST_ODDS:,}",
                    code="design.many",
                )
            space_of(usual.game, usual.bet, usual.terms, {key: odds}, sheets=usual.sheets)
            found[key] = odds
        except FairdealError as error:
            faults[f"row.{key}"] = str(error)
    return found


def _space(
    usual: Space, odds: Mapping[str, Sequence[str]], any_order: bool, faults: dict[str, str]
) -> Space:
    """Every pay table that the rows allow; a row that allows none has its fault said."""
    space = space_of(
        usual.game, usual.bet, usual.terms, odds, any_order=any_order, sheets=usual.sheets
    )
    if found := space.disorder():
        row, why = found
        faults[f"row.{row.key}"] = why
    return space


def _is_as_shown(sheet: Sheet, shown: Shown, typed: Words) -> bool:
    """Whether the rows say what the form had filled in by itself, perhaps for another table."""
    about = words.only(shown.words, (*_SHEET, *_GROUPS))
    try:
        before = read_sheet([*about.items()])
        usual = space_of(before.game, before.case.bet, before.terms, sheets=before.sheets)
    except FairdealError:  # no page of this site has such a form
        return False
    return typed == {row.key: text for row in usual.rows if (text := _listed(row))}


def _fields(question: Question, usual: Space, typed: Words) -> Iterator[Field]:
    """Every row that the pay table may have."""
    base = usual.base
    proposed = {row.key: row for row in usual.rows}
    searched = {row.key: row for row in question.space.rows} if question.space else {}
    for column in base.columns:
        bare = is_bare(base, column)
        heading = ", ".join(filter(None, (column.title, "to 1" if bare else "")))
        for hand, event in column.lines().items():
            key = row_key(column, hand)
            pay = base.pays[column.key][event] if event in base.printed[column.key] else None
            now = "" if pay is None else shown_pay(pay, bare)
            lower = column.falls_to.get(event)
            as_now = f"pays {now}" if pay or lower is None else f"as {column.name(lower)}"
            row = searched.get(key)
            fault = question.faults.get(f"row.{key}", "")
            yield Field(
                key,
                column.name(event),
                heading,
                typed.get(key, "") if typed else _listed(proposed[key]) if pay else "",
                now,
                _hint(row, bare) if row and len(row.pays) > 1 else as_now,
                fault,
            )


def _listed(row: Choices) -> str:
    """What a row may pay, as a person types it; nothing where it stays as it is."""
    if len(row.pays) == 1:
        return ""
    return ", ".join(pay.beside(pay.unit).replace(",", "") for pay in row.pays)


def _hint(row: Choices, bare: bool) -> str:
    first, last = (shown_pay(pay, bare) for pay in (row.pays[0], row.pays[-1]))
    return f"{len(row.pays):,} odds, {first} to {last}" if bare else f"{len(row.pays):,} odds"


def _rank(text: str) -> Rank:
    if text and text not in [*Rank]:
        raise Malformed(
            f"pay tables cannot be ordered by {text!r}: {did_you_mean(text, Rank)}",
            code="design.rank",
        )
    return Rank(text or Rank.EDGE)


def _most(text: str) -> int:
    if text and text not in map(str, LISTED):
        expected = did_you_mean(text, map(str, LISTED))
        raise Malformed(f"{text!r} pay tables cannot be listed: {expected}", code="design.most")
    return int(text or LISTED[0])


def designs_of(pairs: Sequence[tuple[str, str]], progress: Progress) -> Designs:
    """What the search of an address finds, wherever figures are counted."""
    question = read_question(pairs)
    assert question.space is not None, "the page has looked"
    assert question.goal is not None, "the page has looked"
    return searched(question.space, question.goal, question.rank, question.most, progress)
