"""What the analysis finds wrong with the rules of a game: those that fail or do not compile."""

import dis
import inspect
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from numba.core.errors import NumbaError

from fairdeal import cards
from fairdeal.analysis.compiled import compiled_alone, compiles
from fairdeal.errors import listed, named
from fairdeal.games.check import told
from fairdeal.games.kinds import Kind, Rule, rules_of
from fairdeal.games.layout import Game
from fairdeal.games.round import Round, Settlement
from fairdeal.games.sampling import asked_of_rules, failed_in, random_round
from fairdeal.rule import RULES, unmarked

_ROUNDS: Final = 300


def compile_faults(game: Game, settles: Settlement, kind: Kind, seed: int = 1) -> list[str]:
    """Rules that do not compile alone, or that answer otherwise when they are compiled."""
    if not compiles():
        return []
    random = Random(seed)
    rounds = [random_round(game, settles, random) for _ in range(_ROUNDS)]
    named_here = rules_of(kind)
    faults = [
        f"{_where(rule)} is not marked with @rule" for rule in named_here if rule not in RULES
    ]
    # before anything compiled is trusted: what is kept was compiled while they were marked
    faults += [
        f"{_where(rule, line=_line_of(rule, name))} calls {name}, without the mark @rule"
        for rule, name in unmarked(named_here)
    ]
    unsettled: dict[str, str] = {}

    def note(played: Round, error: Exception) -> None:
        where, why = _unsettled(kind, played, error)
        unsettled.setdefault(where, why)

    asked = asked_of_rules(rounds, note)
    for rule in (each for each in named_here if each in asked):
        faults += [f"{_where(rule)} {why}" for why in _unfit(rule, asked[rule])]
    faults += [f"{where} {why}" for where, why in unsettled.items()]
    if faults:
        return faults  # what is wrong in Python need not be compiled
    failed: set[str] = set()
    for rule in sorted(asked, key=RULES.index):
        ours = rule.__module__.startswith("fairdeal.") and rule not in named_here
        if ours or failed & {*rule.__code__.co_names}:
            continue  # what calls a rule that does not compile does not compile either
        if fault := _compile_fault(rule, asked[rule]):
            failed.add(rule.__name__)
            faults.append(fault)
    return faults


def _unsettled(kind: Kind, played: Round, error: Exception) -> tuple[str, str]:
    """The rule to which it is due that a round cannot be settled, and what it does."""
    if found := failed_in(error):
        rule, asked = found
        return _where(rule), f"raises {named(error)}, asked about {_shown(asked)}"
    return _where(kind.settle), f"cannot settle a round ({named(error)}): {told(played)}"


def _unfit(rule: Rule, calls: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    """What a rule does that no rule may."""
    codes = [*dis.get_instructions(rule)]
    if any(each.opname.startswith("LOAD_GLOBAL") and each.argval == "print" for each in codes):
        yield "prints, and a rule only answers"
    for each in (each for each in codes if each.opname == "IMPORT_NAME"):
        yield f"imports {each.argval}: import it above the rule"
    for call in calls:
        try:
            said = rule(*call)
        except Exception:  # whatever an author's rule does; it is told with its round
            continue
        many = said if isinstance(said, tuple) and hasattr(said, "_fields") else (said,)
        if odd := [each for each in many if not _is_whole(each)]:
            yield f"answers {odd[0]!r}, asked about {_shown(call)}: expected a whole number (int)"
            return


def _is_whole(said: object) -> bool:
    return isinstance(said, int) and not isinstance(said, bool)


def _shown(call: tuple[Any, ...]) -> str:
    """What a rule is asked about: cards by their names, anything else as it is."""
    held = call[0] if len(call) == 1 and isinstance(call[0], tuple) else call
    are_cards = all(isinstance(each, int) and 0 <= each < len(cards.DECK) for each in held)
    if are_cards and len({*held}) == len(held):
        return cards.show(held)
    return ", ".join(map(repr, call))


def _compile_fault(rule: Rule, calls: Sequence[tuple[Any, ...]]) -> str:
    """What is wrong with a compiled rule; empty if nothing is."""
    try:
        fast = compiled_alone(rule, calls)
    except NumbaError as error:
        why = _dict(rule) or _reason(error)
        return f"{_where(rule, error)} does not compile: {why}"
    for call in calls:
        said = rule(*call)
        try:
            answer = fast(*call)
        except Exception as error:  # whatever a rule may do that is compiled
            return f"{_where(rule)} fails when it is compiled ({named(error)}), asked {call}"
        if answer != said:
            return f"{_where(rule)} says {answer} when it is compiled, and {said} in Python: {call}"
    return ""


def _where(rule: Rule, error: NumbaError | None = None, line: int | None = None) -> str:
    """The rule, with file and line; the line of the error where it names one of the rule's."""
    file = Path(inspect.getsourcefile(rule) or "")
    lines, begins = inspect.getsourcelines(rule)
    at = getattr(error, "loc", None)
    if at is not None and Path(at.filename).name == file.name:
        line = at.line if begins < at.line < begins + len(lines) else None
    return f"rule {rule.__name__} ({file.name}, line {line or begins})"


def _line_of(rule: Rule, name: str) -> int | None:
    """The line on which a rule says a name; None where another function in it says so."""
    at = None
    for each in dis.get_instructions(rule):
        at = each.starts_line or at
        if each.argval == name:
            return at
    return None


def _dict(rule: Rule) -> str:
    """The dicts of its module that a rule reads."""
    found = [
        name for name in rule.__code__.co_names if isinstance(rule.__globals__.get(name), Mapping)
    ]
    return f"it reads the dict {listed(found)}: use a tuple" if found else ""


def _reason(error: NumbaError) -> str:
    """What the compiler says, in its first line that names a reason."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return next((line for line in lines if not line.startswith("Failed in nopython")), lines[0])
