"""Compile kernels from the rules, and never from rules that have since changed."""

import os
import shutil
import stat
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache, cached_property, lru_cache, wraps
from pathlib import Path
from threading import RLock
from typing import Any, Final, TypeAlias, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache
from numba.extending import register_jitable
from numpy.typing import NDArray

from fairdeal.errors import Unavailable
from fairdeal.fingerprint import Fingerprints
from fairdeal.rule import RULES

F = TypeVar("F", bound=Callable[..., Any])
G = TypeVar("G", bound=Callable[..., Any])

KEPT_SECONDS: Final = 60 * 24 * 60 * 60
"""How long compiled code is kept that nothing uses."""

_OPTIONS: Final[dict[str, Any]] = {"nogil": True}


def part(function: F) -> F:
    """A piece of kernels that are made in a factory.

    It becomes part of each of them: a call that passes arrays costs more than a few lookups.
    """
    made: F = register_jitable(inline="always")(function)
    return made


_LOCAL: Final = "<locals>"

_FORM: Final = 2
"""Of the kept code of closures; another number has them compiled again."""

_KERNELS: Final = Fingerprints("numba", "numpy", "fairdeal.rule", __name__)


def cache_folder() -> Path:
    """$FAIRDEAL_CACHE/fairdeal, or else the folder that the system has for caches."""
    if named := os.environ.get("FAIRDEAL_CACHE"):
        return Path(named) / "fairdeal"
    return platformdirs.user_cache_path("fairdeal", appauthor=False)


def safe_folder(name: str) -> Path | None:
    """A folder of that name in the cache, or None where nothing safe can be had.

    What is kept there is believed, so that a place that others may write to is not used.
    """
    try:
        place = cache_folder() / name
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        found = place.stat()
        shared = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        owned = not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
        return place if owned and not shared and os.access(place, os.W_OK) else None
    except (OSError, RuntimeError):  # no such place, or no home at all
        return None


CACHE: Final = safe_folder("kernels")


def kernel(function: F) -> F:
    """Compile a function when it is first called; its loops release the interpreter lock.

    It may be a closure, over a rule for instance.  No kernel is parallel in itself: slices of the
    work go to ``THREADS``, which gives progress and compiles several times faster.
    """
    compiled = numba.njit(**_OPTIONS)(function)
    if hasattr(compiled, "_cache"):  # without the compiler there is none
        compiled._cache = _Kept(function)
    return cast(F, compiled)


def compiles() -> bool:
    """Whether the compiler is at work; ``NUMBA_DISABLE_JIT`` switches it off."""
    return not numba.config.DISABLE_JIT  # type: ignore[attr-defined]


def compiled_alone(function: F, calls: Iterable[tuple[Any, ...]]) -> F:
    """A function compiled by itself, for every kind of arguments in some calls."""
    dispatcher: Any = kernel(function)
    type_of: Callable[[Any], Any] = numba.typeof
    for kinds in {tuple(map(type_of, call)) for call in calls}:
        dispatcher.compile(kinds)
    return cast(F, dispatcher)


def kernel_digest(function: Callable[..., Any]) -> str:
    """The fingerprint of what a kernel computes: its code, with all rules and kernels it calls."""
    form = _FORM if _LOCAL in function.__qualname__ else 1
    return _KERNELS.of(function, _OPTIONS, numba.config.BOUNDSCHECK, np.__version__, form)  # type: ignore[attr-defined]


class _Kept:
    """The machine code of a kernel on disk; damaged or not to be written, it only costs time.

    Numba asks for it when it is about to compile the kernel: only then is everything defined that
    the kernel uses.  It asks under its lock, so that no two threads are in here at once.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    @cached_property
    def _cache(self) -> Any:
        if CACHE is not None:
            with suppress(Unavailable, OSError, RuntimeError):  # a function typed in by a person
                return _NamedByMeaning(self._function)
        return NullCache()

    @property
    def cache_path(self) -> Any:
        """Where it lies, for Numba's statistics."""
        return self._cache.cache_path

    def load_overload(self, *words: Any) -> Any:
        """The kernel for some types of arguments; None where it must be compiled."""
        _know_the_rules()
        try:
            return self._cache.load_overload(*words)
        except Exception:  # whatever lies there, it is not machine code of ours
            return None

    def save_overload(self, *words: Any) -> None:
        """Keep the kernel for some types of arguments."""
        _prune()
        for attempt in (self._cache.flush, lambda: None):
            try:
                self._cache.save_overload(*words)
            except Exception:
                with suppress(Exception):
                    attempt()  # a damaged index is thrown away, and the code kept again
            else:
                return

    def flush(self) -> None:
        """Forget what was kept."""
        self._cache.flush()


_known: Final[set[Callable[..., object]]] = set()
"""The rules that the compiler has been told of."""


def _know_the_rules() -> None:
    """Tell the compiler of rules that were imported since it was last asked for something."""
    for rule in [each for each in RULES if each not in _known]:
        register_jitable(rule)
        _known.add(rule)


class _Place:
    """Numba's question where to keep a kernel, answered with the kernel's digest.

    Numba itself watches only the file of the kernel, so that an edited rule would go on being
    served as it was compiled, and a comment would have everything in the file compiled again.
    """

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self.digest = kernel_digest(function)
        self._py_file = file

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "_Place":
        return cls(function, file)

    def ensure_cache_path(self) -> None:
        """It is there, or nothing would be kept."""

    def get_cache_path(self) -> str:
        return str(CACHE)

    def get_source_stamp(self) -> str:
        return self.digest

    def get_disambiguator(self) -> str:
        return self.digest


class _InPlace(CompileResultCacheImpl):
    _locator_classes = [_Place]  # noqa: RUF012, as Numba has it


class _NamedByMeaning(FunctionCache):
    """Numba's cache of one kernel, in files that are named after what the kernel computes."""

    _impl_class = _InPlace

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        if _LOCAL in function.__qualname__:
            # Numba numbers functions from 1 in every process.  A closure that is read from disk
            # and another of its factory, compiled now, could share a symbol and lose constants.
            function.__qualname__ += f".{self._impl.locator.digest}"
        with suppress(OSError):  # it was not compiled before
            os.utime(Path(self.cache_path, f"{self._impl.filename_base}.nbi"))

    def _index_key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:
        """What code must agree in; Numba would compare a closure's kernels by their identity."""
        return signature, codegen.magic_tuple(), self._py_func.__module__, self._impl.locator.digest


@cache
def _prune() -> None:
    """Once in a process, remove code that nothing has used for long."""
    if CACHE is None:
        return
    oldest = time.time() - KEPT_SECONDS
    for index in CACHE.glob("*.nbi"):
        with suppress(OSError):  # another process may be at it
            if index.stat().st_mtime < oldest:
                for each in CACHE.glob(f"{index.stem}.*"):
                    each.unlink()
    for folder in CACHE.parent.glob("kernels-*"):  # as older versions name them
        if folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


def once(maxsize: int) -> Callable[[G], G]:
    """Remember what a function has answered, like ``lru_cache``, and never ask it twice at a time.

    Threads that ask at once get one answer.  A function may call itself or another that is
    remembered so: each has a lock of its own, which the thread that holds it may take again.
    """

    def remember(function: G) -> G:
        known, lock = lru_cache(maxsize)(function), RLock()

        @wraps(function)
        def asked(*words: Any) -> Any:
            with lock:
                return known(*words)

        asked.cache_clear = known.cache_clear  # type: ignore[attr-defined]
        return cast(G, asked)

    return remember


THREADS: Final = ThreadPoolExecutor(thread_name_prefix="fairdeal")

Ints: TypeAlias = NDArray[np.int64]
"""Whole numbers; never unsigned ones, in which -1 would be very large."""

Whole: TypeAlias = NDArray[np.signedinteger[Any]]
"""Whole numbers of any width."""
