"""Every rule compiles alone under Numba, and answers as it does in plain Python."""

import inspect
from collections.abc import Callable
from random import Random
from typing import Any

import numba
import pytest
from numba.core.errors import NumbaError

from fairdeal.games.three_card_fury import monster_event
from fairdeal.rule import RULES
from tests.compiled import compiled, signatures

RULE_IDS = [f"{rule.__module__.removeprefix('fairdeal.')}.{rule.__name__}" for rule in RULES]

pytestmark = pytest.mark.compiled


def argument(kind: Any, name: str, random: Random) -> Any:
    """A random argument of a Numba type, within what the rules are total on."""
    if kind is numba.types.boolean:
        return random.random() < 0.5
    if name in ("cards",):
        return tuple(random.sample(range(52), kind.count))
    if isinstance(kind, numba.types.NamedUniTuple):
        return kind.instance_class(*(random.randrange(1, 12) for _ in range(kind.count)))
    if isinstance(kind, numba.types.UniTuple):
        return tuple(random.randrange(-1, 500) for _ in range(kind.count))
    if name in ("event", "outcome", "how_many"):
        return random.randrange(7)
    if name in ("stake", "net", "left", "strength", "counts", "ranks"):
        return random.randrange(1 << 13)
    return random.randrange(52)


@pytest.mark.parametrize("rule", RULES, ids=RULE_IDS)
def test_rule_compiles_alone_and_agrees_with_python(rule: Callable[..., object]) -> None:
    try:
        fast = compiled(rule)
    except NumbaError as error:
        where = f"{inspect.getsourcefile(rule)}:{inspect.getsourcelines(rule)[1]}"
        pytest.fail(f"rule {rule.__name__} ({where}) does not compile: {error}")
    random = Random(rule.__name__)
    names = list(inspect.signature(rule).parameters)
    for _ in range(200):
        for kinds in signatures(rule):
            arguments = [
                argument(kind, name, random) for kind, name in zip(kinds, names, strict=True)
            ]
            assert fast(*arguments) == rule(*arguments), arguments


def test_a_rule_that_cannot_be_compiled_is_found() -> None:
    def lookup(card: int) -> int:
        return {"ace": card}["ace"].bit_count()

    with pytest.raises(NumbaError):
        compiled(lookup)


def test_every_rule_is_known_to_the_test() -> None:
    assert monster_event in RULES
    assert len(RULES) == len(set(RULE_IDS)) >= 25
