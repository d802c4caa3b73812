"""Every error raised on purpose.

FairdealError            carries a stable ``code`` and a sentence for a person
├── Malformed            the input cannot be read: a card, an amount, a name, a pay table
├── Refused              the input is readable, but the rules do not allow it
├── Conflict             another command was first; ask again with the new state
├── Unavailable          something relied on cannot be reached or written; nothing was changed,
│                        unless the code says that this is not known
└── Corrupt              something impossible was found; nothing may go on
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from traceback import TracebackException, extract_tb
from typing import Final

_LOADS: Final = re.compile(rf"^<|\bimportlib\b|^{re.escape(str(Path(__file__).parent))}\b")
"""Files of the code that loads an author's module."""


class FairdealError(Exception):
    """One sentence that says who, what and why, with the values."""

    def __init__(self, sentence: str, *, code: str, faults: Iterable[str] = ()) -> None:
        super().__init__(sentence)
        self.code = code
        """Stable name of the fault, such as ``card.unreadable``; programs may rely on it."""
        self.faults = tuple(faults) or (sentence,)
        """Every single fault, where a check can find several."""


class Malformed(FairdealError):
    """The input cannot be read."""


class Refused(FairdealError):
    """The rules do not allow what was asked."""


class Conflict(FairdealError):
    """Another command was first: this one was decided on a state that has changed."""


class Unavailable(FairdealError):
    """Something the program relies on cannot be reached or written."""


class Corrupt(FairdealError):
    """Damage: stored or shipped data contradicts itself."""


def named(error: Exception) -> str:
    """What went wrong; where a forged value was to blame, the kind of error belongs to it.

    >>> named(KeyError("ante"))
    "KeyError: 'ante'"
    """
    return str(error) if isinstance(error, FairdealError) else f"{type(error).__name__}: {error}"


def located(error: BaseException) -> str:
    """What went wrong while an author's module was loaded, with file and line, and the nearest
    name where Python knows one.
    """
    if isinstance(error, FairdealError):
        return str(error)
    told = list(TracebackException.from_exception(error).format_exception_only())[-1].strip()
    if isinstance(error, AttributeError) and error.name and "Did you mean" not in told:
        near = get_close_matches(error.name, dir(error.obj), n=1)  # Python 3.11 leaves it out
        told += f". Did you mean: {near[0]!r}?" if near else ""
    if isinstance(error, SyntaxError) and error.filename:  # the file was not run: no frame names it
        return f"{told}; {Path(error.filename).name}, line {error.lineno}"
    files = ((Path(frame.filename), frame.lineno) for frame in extract_tb(error.__traceback__))
    places = [each for each in files if not _LOADS.search(str(each[0]))]
    own = [each for each in places if each[0].parent == places[0][0].parent]
    return f"{told}; {own[-1][0].name}, line {own[-1][1]}" if own else told


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint that names the nearest known words, or all of them when none is near.

    >>> did_you_mean("par-plus", ["ante", "pair-plus"])
    'did you mean pair-plus?'
    >>> did_you_mean("three-card", ["three-card-poker", "three-card-fury", "ags-3-card"])
    'did you mean three-card-poker or three-card-fury?'
    >>> did_you_mean("zzz", ["ante", "pair-plus"])
    'expected ante or pair-plus'
    """
    names = list(known)
    near = {name.lower(): name for name in names}
    typed = word.lower().strip()
    close = [near[name] for name in near if len(typed) > 2 and typed in name]
    if not close and not typed.isdigit():
        close = [near[name] for name in get_close_matches(typed, near, n=1)]
    if close:
        return f"did you mean {listed(close, 'or')}?"
    return f"expected {listed(names, 'or')}"


def listed(words: Iterable[str], conjunction: str = "and") -> str:
    """The words as a person would list them.

    >>> listed(["ante", "play", "pair plus"])
    'ante, play and pair plus'
    """
    *first, last = list(words) or ["nothing"]
    return f"{', '.join(first)} {conjunction} {last}" if first else last
