"""Compile kernels from the rules, and never from rules that have since changed."""

import os
import shutil
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba.extending import register_jitable
from numpy.typing import NDArray

from fairdeal.games import GAMES
from fairdeal.games.digest import PACKAGE, digest_of
from fairdeal.rule import RULES

F = TypeVar("F", bound=Callable[..., Any])

assert GAMES, "importing the games defines every rule"

_COMPILED: Final[set[int]] = set()


def learn_rules() -> None:
    """Make every rule that has been imported callable from kernels."""
    for rule in RULES:
        if id(rule) not in _COMPILED:
            _COMPILED.add(id(rule))
            register_jitable(rule)


learn_rules()


def part(function: F) -> F:
    """A piece of kernels that are made in a factory.

    It becomes part of each of them: a call that passes arrays costs more than a few lookups.
    """
    made: F = register_jitable(inline="always")(function)
    return made


KEPT: Final = 5
"""Sets of sources whose compiled code is kept beside the present one."""

SOURCES: Final = digest_of(PACKAGE.rglob("*.py"))
"""Fingerprint of everything that counts: the rules, and the analysis itself."""


def _prune(folder: Path) -> None:
    """Remove the code of all but the last few sets of sources."""
    kept = sorted(folder.glob("kernels-*"), key=lambda each: each.stat().st_mtime)
    for old in kept[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)


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


def _cache_dir() -> Path | None:
    """Where machine code of just these sources is kept.

    Numba's own cache watches only the file of the kernel itself, so an edited rule would go on
    being served as it was compiled.  Naming the place after all the sources makes that impossible.
    """
    name = f"kernels-{SOURCES}"
    with suppress(OSError, RuntimeError):
        if not (cache_folder() / name).exists():
            _prune(cache_folder())
    return safe_folder(name)


CACHE: Final = _cache_dir()
if CACHE is not None:
    numba.config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]


def kernel(function: F) -> F:
    """Compile a function when it is first called; its loops release the interpreter lock.

    No kernel is parallel in itself: slices of the work go to ``THREADS``, which gives progress and
    compiles several times faster.
    """
    compiled = numba.njit(cache=CACHE is not None, nogil=True)(function)
    _forgive(getattr(compiled, "_cache", None))
    return cast(F, compiled)


def _forgive(cache: Any) -> None:
    """Let a cache that is damaged or cannot be written cost time and nothing else."""
    if not hasattr(cache, "load_overload"):  # without the compiler there is none
        return
    load, save = cache.load_overload, cache.save_overload

    def load_overload(*words: Any) -> Any:
        try:
            return load(*words)
        except Exception:  # whatever lies there, it is no machine code of ours
            return None

    def save_overload(*words: Any) -> None:
        for attempt in (cache.flush, lambda: None):
            try:
                save(*words)
            except Exception:
                with suppress(Exception):
                    attempt()  # a damaged index is thrown away, and the code kept again
            else:
                return

    cache.load_overload, cache.save_overload = load_overload, save_overload


THREADS: Final = ThreadPoolExecutor(thread_name_prefix="fairdeal")

Ints: TypeAlias = NDArray[np.int64]
"""Whole numbers; never unsigned ones, in which -1 would be very large."""

Whole: TypeAlias = NDArray[np.signedinteger[Any]]
"""Whole numbers of any width."""

Progress: TypeAlias = Callable[[float], None]
"""Told the share of a long piece of work that is done."""


def unseen(_: float) -> None:
    """Progress that nobody watches."""
