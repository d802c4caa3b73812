"""Every error raised on purpose.

FairdealError            carries a stable ``code`` and a sentence for a person
├── Malformed            the input cannot be read: a card, an amount, a name, a pay table
├── Refused              the input is readable, but the rules do not allow it
└── Corrupt              something impossible was found; nothing may go on
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import ClassVar


class FairdealError(Exception):
    """One sentence that says who, what and why, with the values."""

    kind: ClassVar[str] = "error"

    def __init__(self, sentence: str, *, code: str, faults: Iterable[str] = ()) -> None:
        super().__init__(sentence)
        self.code = code
        """Stable name of the fault, such as ``card.twice``; programs may rely on it."""
        self.faults = tuple(faults) or (sentence,)
        """Every single fault, where a check can find several."""


class Malformed(FairdealError):
    """The input cannot be read."""

    kind = "malformed"


class Refused(FairdealError):
    """The rules do not allow what was asked."""

    kind = "refused"


class Corrupt(FairdealError):
    """Damage: stored or shipped data contradicts itself."""

    kind = "corrupt"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint that names the nearest known word, or all of them when none is near.

    >>> did_you_mean("par-plus", ["ante", "pair-plus"])
    'did you mean pair-plus?'
    >>> did_you_mean("zzz", ["ante", "pair-plus"])
    'expected ante or pair-plus'
    """
    names = list(known)
    near = {name.lower(): name for name in names}
    close = get_close_matches(word.lower(), near, n=1, cutoff=0.6)
    if close:
        return f"did you mean {near[close[0]]}?"
    return f"expected {listed(names, 'or')}"


def listed(words: Iterable[str], conjunction: str = "and") -> str:
    """The words as a person would list them.

    >>> listed(["ante", "play", "pair plus"])
    'ante, play and pair plus'
    """
    *first, last = list(words) or ["nothing"]
    return f"{', '.join(first)} {conjunction} {last}" if first else last
