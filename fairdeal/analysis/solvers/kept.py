"""Counts that are kept: in memory while the process lives, and large ones on disk.

Counts depend on the rules and on the solver, never on pays.  What lies on disk is only numbers; a
file that is damaged or was counted otherwise is counted again.
"""

import json
import logging
import shutil
import time
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock, RLock
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import safe_folder
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.errors import Unavailable
from fairdeal.fingerprint import Fingerprints

KEPT: Final = 6
"""Counts that are kept on disk; the ones used longest ago go first."""

_IN_MEMORY: Final = 12
"""Counts that are kept in memory; the ones used longest ago go first."""

_STALE_SECONDS: Final = 60 * 60
"""After which counts that are still being written belong to a process that has ended."""

_COUNTS: Final = Fingerprints(
    *("numba", "numpy", "fairdeal.rule", "fairdeal.analysis.compiled"),
    "fairdeal.analysis.solvers.showdown._JOBS",
)

_HEADER: Final = "header.json"

_NEW: Final = "new-"
"""Begins the names of counts that are being written."""

_log: Final = logging.getLogger(__name__)

Arrays: TypeAlias = Mapping[str, NDArray[Any]]

T = TypeVar("T")


class Countable(Protocol[T]):
    """A game to be counted, with everything that its counts depend on; equal ones have the same."""

    @property
    def is_large(self) -> bool:
        """Whether counting takes longer than reading from disk."""

    def __hash__(self) -> int:
        """Equal games are counted once."""

    def count(self, progress: Progress = unseen) -> T:
        """Count everything."""

    def arrays(self, counts: T) -> Arrays:
        """The numbers of the counts."""

    def from_arrays(self, arrays: Arrays) -> T:
        """The counts with these numbers; ValueError where they are not those of all deals."""


_KNOWN: Final[OrderedDict[Countable[Any], Any]] = OrderedDict()
"""By game; the one used longest ago comes first."""

_CHANGES: Final = Lock()
"""Guards the order and the size of ``_KNOWN``: the lab, the adviser and the books ask from threads
of their own."""

_COUNTING: Final = RLock()
"""One game is counted at a time, since counting takes all processors.  Taken before ``_CHANGES``,
never while it is held, so that a known game is found while another one is counted."""


def counted(game: Countable[T], progress: Progress = unseen) -> T:
    """The counts of a game, counted once."""
    known = _recent(game)
    if known is None:
        with _COUNTING:
            known = _recent(game)  # another thread may have counted it meanwhile
            if known is None:
                known = _read_or_count(game, progress)
                with _CHANGES:
                    _KNOWN[game] = known
                    if len(_KNOWN) > _IN_MEMORY:
                        _KNOWN.popitem(last=False)
    return known


def _recent(game: Countable[T]) -> T | None:
    """The counts in memory, which are then the last to be dropped."""
    with _CHANGES:
        if game not in _KNOWN:
            return None
        _KNOWN.move_to_end(game)
        known: T = _KNOWN[game]
        return known


def _read_or_count(game: Countable[T], progress: Progress) -> T:
    place = _folder(game) if game.is_large else None
    known = None if place is None else _from_disk(game, place)
    if known is None:
        known = game.count(progress)
        for array in game.arrays(known).values():
            array.setflags(write=False)  # as if read: no kernel is compiled for both
        if place is not None:
            _keep(game.arrays(known), place)
    return known


def forget() -> None:
    """Drop the counts of this process."""
    with _CHANGES:
        _KNOWN.clear()


def counts_key(game: Countable[Any]) -> str:
    """What the counts depend on: what the rules mean, the cards, and all code that counts."""
    form = type(game)
    return _COUNTS.of(game, form.count, form.arrays, form.from_arrays)


def _folder(game: Countable[Any]) -> Path | None:
    every = safe_folder("counts")
    with suppress(Unavailable):  # a rule without source has no key
        return None if every is None else every / counts_key(game)
    return None


def _header(place: Path, arrays: Arrays) -> dict[str, Any]:
    shapes = {name: [str(each.dtype), list(each.shape)] for name, each in arrays.items()}
    return {"key": place.name, "arrays": shapes}


def _from_disk(game: Countable[T], place: Path) -> T | None:
    if not place.exists():
        return None
    try:
        header = json.loads((place / _HEADER).read_text(encoding="utf-8"))
        arrays = {
            name: np.load(place / f"{name}.npy", mmap_mode="r", allow_pickle=False)
            for name in header["arrays"]
        }
        if header != _header(place, arrays):
            raise ValueError("the header names other counts")
        found = game.from_arrays(arrays)
    except (OSError, ValueError, KeyError, TypeError, EOFError) as error:
        _log.warning("counts in %s are not used and are counted again: %s", place, error)
        shutil.rmtree(place, ignore_errors=True)
        return None
    place.touch()
    return found


def _keep(arrays: Arrays, place: Path) -> None:
    """Write the counts beside their place and move them there."""
    try:
        with TemporaryDirectory(dir=place.parent, prefix=_NEW, ignore_cleanup_errors=True) as made:
            beside = Path(made)
            for name, array in arrays.items():
                np.save(beside / f"{name}.npy", array, allow_pickle=False)
            header = json.dumps(_header(place, arrays))
            (beside / _HEADER).write_text(header, encoding="utf-8")
            if not place.exists():  # else another process was faster
                beside.rename(place)
        _prune(place.parent)
    except OSError as error:  # no room, or another process was faster just now
        _log.warning("counts were not kept: %s", error)


def _prune(folder: Path) -> None:
    """Remove the counts used longest ago, and what a killed process was writing."""
    every = sorted(folder.iterdir(), key=lambda each: each.stat().st_mtime)
    stale = time.time() - _STALE_SECONDS
    unfinished = [each for each in every if each.name.startswith(_NEW)]
    old = [each for each in unfinished if each.stat().st_mtime < stale]
    kept = [each for each in every if each not in unfinished]
    for each in (*old, *kept[:-KEPT]):
        shutil.rmtree(each, ignore_errors=True)
