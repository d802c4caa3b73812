"""Counts that are kept: in memory while the process lives, and large ones on disk.

Counts depend on the rules and on the solver, never on pays.  What lies on disk is only numbers; a
file that is damaged or was counted otherwise is counted again.
"""

import hashlib
import json
import logging
import shutil
import tempfile
from math import comb, factorial
from pathlib import Path
from typing import Any, Final

import numpy as np

from fairdeal.analysis.compiled import Progress, safe_folder, unseen
from fairdeal.analysis.solvers import asking, orbits, showdown, sweep
from fairdeal.analysis.solvers.showdown import Asked, Counts, count, kinds_of
from fairdeal.fingerprint import Fingerprints, files_digest

_SOLVER: Final = (asking, orbits, showdown, sweep)

KEPT: Final = 6
"""Counts that are kept on disk; the ones used longest ago go first."""

FROM: Final = 1_000_000
"""Rows from which on counting takes longer than reading."""

_ARRAYS: Final = {"paid": np.int32, "counts": np.int32, "ways": np.int64, "merged": np.int32}

_log = logging.getLogger(__name__)


def counts_key(asked: Asked) -> str:
    """What the counts depend on: what the rules mean, the cards, and how they are counted."""
    rules, here = asked.rules, Path(__file__).parent
    solver = files_digest(here, (Path(str(each.__file__)) for each in _SOLVER))
    meant = Fingerprints().of(rules.settle, rules.player, rules.dealer, dict(rules.events))
    told = [meant, solver, asked[1:]]
    return hashlib.sha256(json.dumps(told, default=str).encode()).hexdigest()[:16]


_KNOWN: Final[dict[Asked, Counts]] = {}
"""Counts of this process; the progress of counting is no part of them."""


def counted(asked: Asked, progress: Progress = unseen) -> Counts:
    """Every situation of a game, counted once."""
    known = _KNOWN.get(asked)
    if known is None:
        is_large = _hands(asked) // factorial(asked.deck.suits) >= FROM  # a row for each swap
        known = (_from_disk(asked) if is_large else None) or count(asked, progress)
        _KNOWN[asked] = known
        if is_large:
            _keep(known)
    return known


def _hands(asked: Asked) -> int:
    """All hands of a player, with all cards that may be up."""
    cards = len(asked.deck.cards)
    return comb(cards, asked.player_cards) * comb(cards - asked.player_cards, asked.up)


def forget() -> None:
    """Drop the counts of this process."""
    _KNOWN.clear()


def _folder(asked: Asked) -> Path | None:
    every = safe_folder("counts")
    return None if every is None else every / counts_key(asked)


def _from_disk(asked: Asked) -> Counts | None:
    place = _folder(asked)
    if place is None or not place.exists():
        return None
    try:
        header = json.loads((place / "header.json").read_text(encoding="utf-8"))
        arrays = {name: np.load(place / f"{name}.npy", mmap_mode="r") for name in _ARRAYS}
        found = Counts(asked, kinds_of(asked), **arrays)
        _check(found, header)
    except (OSError, ValueError, KeyError, TypeError, EOFError) as error:
        _log.warning("counts in %s are not used and are counted again: %s", place, error)
        shutil.rmtree(place, ignore_errors=True)
        return None
    place.touch()
    return found


def _check(found: Counts, header: Any) -> None:
    """Refuse numbers that are not those of the game."""
    asked = found.asked
    shapes = {name: list(getattr(found, name).shape) for name in _ARRAYS}
    if header != {"key": counts_key(asked), "shapes": shapes}:
        raise ValueError("the header names other counts")
    for name, kind in _ARRAYS.items():
        if getattr(found, name).dtype != kind:
            raise ValueError(f"{name} has numbers of another kind")
    rows, regions = len(found.ways), found.kinds.starts.shape[1] - 1
    if found.counts.shape != (rows, regions) or found.paid.shape != (rows,):
        raise ValueError("the arrays do not fit together")
    if found.hands != _hands(asked) or int(found.counts[0].sum()) != asked.going_on:
        raise ValueError("the counts are not those of all deals")
    if int(found.paid.max()) >= len(found.kinds.player) or int(found.merged.max()) >= rows:
        raise ValueError("a number points beyond the end")


def _keep(found: Counts) -> None:
    """Write the counts beside their place and move them there, if there is a safe one."""
    place = _folder(found.asked)
    if place is None or place.exists():
        return
    try:
        beside = Path(tempfile.mkdtemp(dir=place.parent, prefix="new-"))
        shapes = {}
        for name in _ARRAYS:
            array = getattr(found, name)
            np.save(beside / f"{name}.npy", array)
            shapes[name] = list(array.shape)
        header = {"key": place.name, "shapes": shapes}
        (beside / "header.json").write_text(json.dumps(header), encoding="utf-8")
        beside.rename(place)
        kept = sorted(place.parent.iterdir(), key=lambda each: each.stat().st_mtime)
        for old in kept[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError as error:  # no room, or another process was faster
        _log.info("counts were not kept: %s", error)
