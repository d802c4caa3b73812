"""Every rule compiles alone under Numba, and answers there as it does in plain Python."""

import inspect
from collections.abc import Callable

import pytest
from numba.core.errors import NumbaError

from fairdeal.analysis.compiled import compiled_alone
from fairdeal.rule import RULES
from tests.calls import recorded_calls

OURS = [rule for rule in RULES if rule.__module__.startswith("fairdeal.")]
"""The rules of our games; tests define others."""
RULE_IDS = [f"{rule.__module__.removeprefix('fairdeal.')}.{rule.__name__}" for rule in OURS]

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("rule", OURS, ids=RULE_IDS)
def test_rule_compiles_alone_and_agrees_with_python(rule: Callable[..., object]) -> None:
    calls = recorded_calls().get(rule, [])
    assert calls, "no random round asks this rule anything"
    try:
        fast = compiled_alone(rule, calls)
    except NumbaError as error:
        where = f"{inspect.getsourcefile(rule)}:{inspect.getsourcelines(rule)[1]}"
        pytest.fail(f"the rule at {where} does not compile: {error}")
    answers = [rule(*call) for call in calls]
    assert [fast(*call) for call in calls] == answers
    assert len(set(answers)) > 1, "every answer is the same: the calls show nothing"


def test_a_rule_that_cannot_be_compiled_is_found() -> None:
    def lookup(card: int) -> int:
        return {"ace": card}["ace"].bit_count()

    with pytest.raises(NumbaError):
        compiled_alone(lookup, [(1,)])
