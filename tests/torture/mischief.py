"""What careless and hostile clients do: ask twice, ask again what was answered, borrow a key."""

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from tests.torture.memory import Memory
from tests.torture.plans import FLOOR
from tests.torture.wire import Ask, Not

OFTEN: Final = 0.03

TWICE: Final = ""
"""A second click is as good as the first."""
AGAIN: Final = "again"
STOLEN: Final = "stolen"


class Mischief:
    """Commands that go out beside an honest one."""

    def __init__(self, memory: Memory, choose: Random) -> None:
        self._memory = memory
        self._choose = choose
        self._answered: list[Ask] = []

    def beside(self, ask: Ask) -> Iterator[tuple[Ask, str]]:
        """What else is sent, and which mischief it is."""
        if self._choose.random() < OFTEN:
            yield ask, TWICE
        if not self._answered:
            return
        if self._choose.random() < OFTEN:
            # Often what was answered lately, as a client asks that was cut off; and as often what
            # the table no longer knows by heart.
            since = self._choose.choice((-20, 0))
            yield self._choose.choice(self._answered[since:]), AGAIN
        if self._choose.random() < OFTEN / 3:
            yield _stolen(self._choose.choice(self._answered[-100:])), STOLEN

    def answered(self, ask: Ask, mischief: str) -> None:
        """The command was done, now or before."""
        if not mischief:
            self._answered.append(ask)
        elif mischief == STOLEN:
            self._complain(ask, "was answered to somebody who wanted something else")

    def refused(self, ask: Ask, mischief: str, refusal: Not) -> None:
        """Right for a borrowed key alone."""
        if refusal.error in ("Conflict", "Unavailable") or refusal.code == "table.elsewhere":
            return
        if mischief == AGAIN or (mischief == STOLEN and refusal.code != "command.key-used"):
            self._complain(ask, f"was answered before, and now: {refusal.sentence}")

    def _complain(self, ask: Ask, what: str) -> None:
        self._memory.findings.faults.append(f"{ask.title} {what}")


def _stolen(ask: Ask) -> Ask:
    """Something else under the same key."""
    wanted = {"player": "nobody", "cents": 77}
    return replace(ask, command="buy-in", name=FLOOR.name, role=FLOOR.role, arguments=wanted)
