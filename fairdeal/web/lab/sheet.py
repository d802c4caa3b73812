"""The sheet that an address describes: a bet, its pay tables, and the conditions it is under."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from fairdeal import games, money
from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.par import cases, chosen_cases
from fairdeal.analysis.registry import solver_of
from fairdeal.analysis.solver import Case
from fairdeal.errors import FairdealError, Malformed
from fairdeal.games.layout import Game, Option
from fairdeal.games.paytable import Unit
from fairdeal.games.sheets import Sheets, approved
from fairdeal.games.terms import Terms, terms
from fairdeal.web.lab import words
from fairdeal.web.lab.editing import Edited, edited, unchanged
from fairdeal.web.lab.words import Shown, Words

_MOST_DIGITS: Final = 3
_LINES: Final = ("line.", "other.")


@dataclass(frozen=True)
class Sheet:
    """A bet under one pay table, and perhaps under a second one to compare it with."""

    game: Game
    case: Case
    terms: Terms
    """With the pay table as the document has it."""
    own: Edited | None
    """The pay table with what was typed; None where no pay table decides."""
    other: Edited | None
    """A second one."""
    conditions: Conditions
    typed: Mapping[str, str]
    """What was typed about the conditions, by the name of the field."""
    faults: Mapping[str, str]
    """What cannot be read, by the name of the field."""
    sheets: Sheets = field(repr=False)

    def under(self, edit: Edited | None) -> Terms:
        """The terms with a pay table in force."""
        if edit is None:
            return self.terms
        return replace(self.terms, pay={**self.terms.pay, self.case.priced_by: edit.table})

    @property
    def beside(self) -> list[str]:
        """The other bets whose pay tables matter."""
        return beside(self.game, self.case, self.terms.options)

    @property
    def words(self) -> Words:
        """The shortest address of the sheet: defaults need not be said."""
        found = {"game": self.game.key, "bet": self.case.bet}
        for word, edit in (("table", self.own), ("against", self.other)):
            if edit is not None:
                found[word] = edit.model.name
        for group, edit in (("line", self.own), ("other", self.other)):
            if edit is not None:
                typed = (line for line in edit.lines if line.is_changed or line.fault)
                found |= {f"{group}.{line.name}": line.text for line in typed}
        found |= {
            f"option.{option.key}": self.terms.options[option.key]
            for option in self.game.options
            if self.terms.options[option.key] != option.default
        }
        found |= {
            f"beside.{bet}": self.terms.pay[bet].name
            for bet in self.beside
            if self.terms.pay[bet].name != self.sheets.defaults[bet]
        }
        return found | {name: text for name, text in self.typed.items() if text}

    @property
    def address(self) -> str:
        """Where the sheet is found again."""
        return words.address(self.words)

    @property
    def is_changed(self) -> bool:
        """Whether a line does not say what the document says."""
        return any(name.startswith(_LINES) for name in self.words)

    @property
    def reset(self) -> str:
        """The address of the same sheet with every line as the document has it."""
        kept = {name: text for name, text in self.words.items() if not name.startswith(_LINES)}
        return words.address(kept)

    @property
    def design(self) -> str:
        """The address at which a pay table of the same bet is designed."""
        kept = ("game", "bet", "table", "option", "beside") if self.own else ("game",)
        return words.address(words.only(self.words, kept))

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that may matter to the bet."""
        solver = solver_of(self.game)
        matter = bool(solver.base) or self.case.bet == solver.charted
        return self.game.options if matter else ()

    @property
    def others(self) -> str:
        """The players whose hands earn envy."""
        whose = self.game.bet(self.case.bet).others
        return whose.called(self.terms.options) if whose else ""

    @property
    def shown(self) -> str:
        """What a form that shows this sheet says of itself."""
        return Shown.write({**self.words, "fields": ",".join(self.typed)})


def read_sheet(pairs: Sequence[tuple[str, str]]) -> Sheet:
    """The sheet of an address, or a sentence that says what is wrong with it."""
    said, shown = words.read(pairs)
    game = games.game(said.get("game", next(iter(games.GAMES))))
    case = chosen_cases(game, said.get("bet") or cases(game)[0].bet)[0]
    sheets, options = approved(game), words.group(said, "option")
    tables = words.group(said, "beside")
    known = beside(game, case, terms(game, None, options).options)
    for bet in (bet for bet in tables if bet not in known):
        raise Malformed(
            f"the pay table of {bet} does not matter to {case.bet}", code="lab.unreadable"
        )
    if case.priced_by and said.get("table"):
        tables[case.priced_by] = said["table"]
    in_force = terms(game, tables, options)
    typed = {name: words.group(said, name) for name in ("line", "other")}
    if not case.priced_by and any((said.get("table"), said.get("against"), *typed.values())):
        raise Malformed(
            f"no pay table decides {case.bet} of {game.key}: there is nothing to change",
            code="lab.unreadable",
        )
    own = other = None
    if case.priced_by:
        own = _edit(game, sheets, in_force, case, "", typed["line"], shown)
        if said.get("against"):
            other = _edit(game, sheets, in_force, case, said["against"], typed["other"], shown)
        elif typed["other"]:
            raise Malformed("other lines need a table to compare with", code="lab.unreadable")
    faults: dict[str, str] = {}
    for name, edit in (("line", own), ("other", other)):
        lines = () if edit is None else edit.lines
        faults |= {f"{name}.{line.name}": line.fault for line in lines if line.fault}
    fields = _conditions_of(in_force, (own, other))
    for name in said.keys() - fields:
        if shown is None and name.startswith(("others", "stake", "meter.")):
            raise Malformed(f"{name} does not matter to {case.bet} here", code="lab.unreadable")
    said_of = {name: said.get(name, "") for name in fields}
    conditions = _conditions(game, in_force, said_of, faults)
    return Sheet(game, case, in_force, own, other, conditions, said_of, faults, sheets)


def beside(game: Game, case: Case, options: Mapping[str, str]) -> list[str]:
    """The other bets whose pay tables matter: what decides the ante also says what is folded."""
    solver = solver_of(game)
    if not solver.decided_by or case.priced_by == solver.decided_by:
        return []
    is_at_risk = not game.bet(case.bet).survives(options)
    head = next(iter(solver.base))
    return [solver.decided_by] if is_at_risk and game.bet(head).is_required(options) else []


def _edit(
    game: Game,
    sheets: Sheets,
    in_force: Terms,
    case: Case,
    name: str,
    typed: Words,
    shown: Shown | None,
) -> Edited:
    """The table of that name, or the one in force, with what was typed into it."""
    options, bet = in_force.options, case.priced_by
    table = terms(game, {bet: name}, options).pay[bet] if name else in_force.pay[bet]
    if shown is not None:
        # What a form sends as it was shown is not a change, whatever it means now.
        before = {option.key: option.default for option in game.options}
        before |= words.group(shown.words, "option")
        gone = unchanged(sheets.tables[bet][table.name].under(before), typed)
        typed = {key: text for key, text in typed.items() if key not in gone}
    return edited(game, sheets, table, typed)


def _conditions_of(in_force: Terms, edits: Sequence[Edited | None]) -> list[str]:
    """The names of the conditions that matter."""
    tables = [edit.table for edit in edits if edit is not None]
    envy = ["others", "stake"] if any(table.others for table in tables) else []
    pays = (pay for table in tables for pay in table.pays.get("pays", ()))
    meters = {pay.meter for pay in pays if pay.unit is Unit.METER}
    return envy + [f"meter.{key}" for key in in_force.meters if key in meters]


def _conditions(
    game: Game, in_force: Terms, said: Mapping[str, str], faults: dict[str, str]
) -> Conditions:
    """The conditions as far as they can be read; what cannot goes to *faults*."""
    found = Conditions()
    for name, text in said.items():
        try:
            further = _with(found, name, text) if text else found
            further.check(game, in_force)
            found = further
        except FairdealError as error:
            faults[name] = str(error)
    return found


def _with(found: Conditions, name: str, text: str) -> Conditions:
    """The conditions with one more."""
    if name == "others":
        if not (text.isascii() and text.isdigit()) or len(text) > _MOST_DIGITS:
            raise Malformed(f"{text!r} is not a number of other players", code="lab.unreadable")
        return replace(found, others=int(text))
    cents = money.dollars(text)
    if name != "stake":
        return replace(found, meters={**found.meters, name.removeprefix("meter."): cents})
    if not cents:
        raise Malformed("envy needs a bonus bet above $0", code="lab.unreadable")
    return replace(found, stake_cents=cents)
