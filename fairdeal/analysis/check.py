"""What the analysis finds wrong with the rules of a game: those that fail or do not compile."""

import dis
import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from fairdeal import cards
from fairdeal.analysis.compiled import compiled_alone, compiles
from fairdeal.errors import listed, named
from fairdeal.games.check import told
from fairdeal.games.kinds import Kind, Rule, forms_of, rules_of
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
    form, odd = forms_of(kind.settle).result, []
    for rule in (each for each in named_here if each in asked):
        faults += [f"{_where(rule)} {why}" for why in _unfit(rule)]
        answers = _odd_answers(rule, asked[rule], form if rule is kind.settle else None)
        odd += [f"{_where(rule)} {why}" for why in answers]
    # a round that an answer of the wrong kind leaves unsettled says nothing more
    faults += odd or [f"{where} {why}" for where, why in unsettled.items()]
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


def _unfit(rule: Rule) -> Iterator[str]:
    """What a rule does that no rule may."""
    codes = [*dis.get_instructions(rule)]
    if any(each.opname.startswith("LOAD_GLOBAL") and each.argval == "print" for each in codes):
        yield "prints, and a rule only answers"
    for each in (each for each in codes if each.opname == "IMPORT_NAME"):
        yield f"imports {each.argval}: import it above the rule"


def _odd_answers(rule: Rule, calls: Sequence[tuple[Any, ...]], form: Any) -> Iterator[str]:
    """The first answer of a rule that is no whole number, or not of the form of a settlement."""
    for call in calls:
        try:
            said = rule(*call)
        except Exception:  # whatever an author's rule does; it is told with its round
            continue
        if form is not None and not isinstance(said, form):
            expected = f"{form.__name__}({', '.join(form._fields)})"
            yield f"answers {said!r}, asked about {_shown(call)}: expected {expected}"
            return
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
    except Exception as error:  # the compiler has many kinds, and not all are its own
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


def _where(rule: Rule, error: Exception | None = None, line: int | None = None) -> str:
    """The rule, with file and line; the line of the error where it names one of the rule's."""
    file = Path(inspect.getsourcefile(rule) or "")
    lines, begins = inspect.getsourcelines(rule)
    if (at := _place(error)) is not None and Path(at[0]).name == file.name:
        line = at[1] if begins < at[1] < begins + len(lines) else None
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


def _place(error: Exception | None) -> tuple[str, int] | None:
    """File and line that an error of the compiler names."""
    if (at := getattr(error, "loc", None)) is not None:
        return at.filename, at.line
    found = re.search(r"Raised from (.+) \((\d+)\)", str(error))
    return (found[1], int(found[2])) if found else None


_REASONS: Final = (
    (r"Unknown attribute '(\w+)'", "the compiler does not know .{0}"),
    (r"Untyped global name '(\w+)'", "it uses {0}, which the compiler does not know"),
    (r"name '(\w+)' is not defined", "{0} is not defined"),
    (r"reflected (list|set).* variable '(\w+)'", "it reads the {0} {1}: use a tuple"),
    (r"The use of yield in a closure", "it asks for values one by one inside a call: write a loop"),
    (r"Cannot unify .*(?:str|unicode)", "a value is text in one case and no text in another"),
    (r"Cannot unify ", "a value has one type in one case and another type in another"),
    (r">>> (\w+)\(.*(?:str|unicode)", "it asks for {0} of text"),
    (r">>> (\w+)\(", "the compiler does not know {0} of what it is given there"),
    (r"Exception object cannot be stored", "it gives a caught error a name"),
    (r"context manager", "it uses with"),
)
"""What the compiler says, by words that it uses, and what we say in its place."""

_NO_REASON: Final = "it does there what the compiler does not know"


def _reason(error: Exception) -> str:
    """Why a rule does not compile, in our words, as far as the compiler lets it be known."""
    text = str(error)
    found = ((re.search(pattern, text), says) for pattern, says in _REASONS)
    told = next((says.format(*match.groups()) for match, says in found if match), _NO_REASON)
    return f"{told} (a rule works with ints, tuples of ints, loops and other rules)"
