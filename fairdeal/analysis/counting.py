"""Where figures are counted: in this process, or wherever a program wants it.

A compiler that runs out of memory ends its process without a word.  A card room has figures counted
in another one, with :func:`counting_in`; who asks for a figure with :func:`run` need not know.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, ParamSpec, Protocol, TypeVar

from fairdeal.analysis.progress import Progress

P = ParamSpec("P")
T = TypeVar("T")

ENDED: Final = "figures.ended"
"""The code of a count that did not come to its end."""


class Runner(Protocol):
    """Calls functions of modules, with arguments that can be pickled, somewhere."""

    def __call__(
        self, function: Callable[..., Any], args: tuple[Any, ...], progress: Progress | None
    ) -> Any:
        """What the function returns; told of *progress*, it has a way to tell as last argument."""


def here(function: Callable[..., Any], args: tuple[Any, ...], progress: Progress | None) -> Any:
    """Call it in this process."""
    return function(*args) if progress is None else function(*args, progress)


_runners: Final[list[Runner]] = [here]
"""The last one counts."""


@contextmanager
def counting_in(runner: Runner) -> Iterator[None]:
    """Have all figures of this process counted there."""
    _runners.append(runner)
    try:
        yield
    finally:
        _runners.remove(runner)


def is_here() -> bool:
    """Whether figures are counted in this process."""
    return _runners[-1] is here


def run(function: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """What a function of a module returns, wherever it is called."""
    assert not more, "arguments are sent by place"
    found: T = _runners[-1](function, args, None)
    return found


def run_with(progress: Progress, function: Callable[..., T], *args: Any) -> T:
    """The same for a function that tells how far it is; what *progress* raises ends it."""
    found: T = _runners[-1](function, args, progress)
    return found
