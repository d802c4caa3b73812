"""Games with common cards and staged choices: counted once, then priced under any pay table.

``solver`` finds the solver that fits a game or refuses it.  Its ``count`` goes over all deals, its
``best`` makes the best of every choice under given pays, its ``tally`` says how often each result
then comes about.  ``counted`` keeps counts in a folder, ``advise`` helps with one hand.
"""

import hashlib
import json
import logging
import shutil
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final, TypeAlias

import numpy as np

from fairdeal import cards
from fairdeal.analysis.advice import check_cards
from fairdeal.analysis.compiled import Progress, unseen
from fairdeal.analysis.solvers.board_counts import BoardCounts
from fairdeal.analysis.solvers.board_setup import Setup
from fairdeal.analysis.solvers.boards import BoardSolver
from fairdeal.analysis.solvers.hands import FULL, Deck
from fairdeal.analysis.solvers.settling import Lines, Pays, Settling, Sheet
from fairdeal.analysis.solvers.staking import Structure
from fairdeal.analysis.solvers.turns import TurnCounts, TurnSolver
from fairdeal.errors import Malformed, Refused, listed
from fairdeal.games.kinds import Community

_LOG: Final = logging.getLogger(__name__)

Solver: TypeAlias = BoardSolver | TurnSolver
Counts: TypeAlias = BoardCounts | TurnCounts

HEADER: Final = "counts.json"


def solver(game: Community, structure: Structure, lines: Lines, deck: Deck = FULL) -> Solver:
    """The solver for the game, or a refusal that says why it cannot be counted.

    *lines* gives the pays of the lines that are always the same, and None for all others.
    """
    settling = Settling(game.settle, Sheet.of(lines))
    for bet in structure.bets:
        if bet not in settling.bets:
            raise Refused(
                f"{bet} cannot be counted: the settlement rule settles {listed(settling.bets)}",
                code="game.unsolved",
            )
    if set(settling.events) != set(game.events):
        raise Refused(
            f"the settlement rule is told events of {listed(settling.events)}, but the game has"
            f" {listed(game.events)}",
            code="game.unsolved",
        )
    if structure.dealers:
        return BoardSolver(Setup(game, structure, settling, deck))
    return TurnSolver(game, structure, settling, deck)


def counted(
    by: Solver, key: str, folder: Path | None = None, progress: Progress = unseen
) -> Counts:
    """The counts that lie in the folder, or else new ones, which are then kept there.

    *key* names all that the counts depend on beside structure, lines and deck: the game's rules
    and the solver itself.
    """
    if folder is not None and (found := load(by, key, folder)) is not None:
        return found
    counts = by.count(progress)
    for array in counts:
        array.setflags(write=False)  # as they are when loaded
    if folder is not None:
        save(by, counts, key, folder)
    return counts


def save(by: Solver, counts: Counts, key: str, folder: Path) -> None:
    """Keep the counts; a folder that cannot be written costs a line in the log."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        place = Path(mkdtemp(dir=folder, prefix="new-"))
        try:
            for name, array in counts._asdict().items():
                np.save(place / f"{name}.npy", array, allow_pickle=False)
            (place / HEADER).write_text(json.dumps(_header(by, counts, key)))
            shutil.rmtree(folder / _name(by, key), ignore_errors=True)
            place.rename(folder / _name(by, key))
        finally:
            shutil.rmtree(place, ignore_errors=True)
    except OSError as error:
        _LOG.warning("counts could not be kept in %s: %s", folder, error)


def load(by: Solver, key: str, folder: Path) -> Counts | None:
    """The counts that were kept, mapped from their files; None without any that are sound."""
    place = folder / _name(by, key)
    if not place.exists():
        return None
    kind = BoardCounts if isinstance(by, BoardSolver) else TurnCounts
    try:
        header = json.loads((place / HEADER).read_text())
        arrays = [
            np.asarray(np.load(place / f"{name}.npy", mmap_mode="r", allow_pickle=False))
            for name in kind._fields
        ]
        found: Counts = kind(*arrays)
        if header == _header(by, found, key) and header["deals"] == by.deals:
            return found
        fault = "they are not those of this game"
    except (OSError, ValueError, KeyError, TypeError) as error:
        fault = f"{type(error).__name__}: {error}"
    _LOG.warning("counts in %s are of no use, and are counted again: %s", place, fault)
    return None


def _name(by: Solver, key: str) -> str:
    """The folder of the counts: a fingerprint of all that they depend on."""
    sheet = {field: list(map(str, lines)) for field, lines in by.settling.sheet.lines.items()}
    told = json.dumps([type(by).__name__, key, repr(by.structure), sheet, by.deck])
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def _header(by: Solver, counts: Counts, key: str) -> dict[str, Any]:
    return {
        "key": key,
        "arrays": {
            name: [str(array.dtype), list(array.shape)] for name, array in counts._asdict().items()
        },
        "deals": _deals(by, counts),
    }


def _deals(by: Solver, counts: Counts) -> int:
    if isinstance(by, BoardSolver):
        assert isinstance(counts, BoardCounts), "counts are given to the solver that made them"
        return by.counted(counts)
    assert isinstance(counts, TurnCounts), "counts are given to the solver that made them"
    return by.counted(counts)


def advise(
    by: Solver,
    counts: Counts,
    pays: Pays,
    own: Sequence[int],
    common: Sequence[int] = (),
    seen: Sequence[int] = (),
    stakes: Mapping[str, int] | None = None,
) -> dict[str, Fraction]:
    """What each choice is worth to a player who sees these cards, in base units.

    *stakes* says what is on the bets by now, where earlier choices may have differed.
    """
    structure = by.structure
    check_cards({"the hand": own, "the common cards": common, "the cards seen": seen})
    for card in (*own, *common, *seen):
        if card not in by.deck:
            raise Malformed(f"{cards.name(card)} is not in the deck", code="card.unknown")
    if len(own) != structure.own:
        raise Malformed(
            f"the player has {len(own)} cards ({cards.show(own) or 'none'}): expected"
            f" {structure.own}",
            code="cards.number",
        )
    known = [stage.common for stage in structure.stages]
    if len(common) not in known:
        raise Malformed(
            f"nothing is decided at {len(common)} common cards"
            f" ({cards.show(common) or 'none'}): expected {listed(map(str, known), 'or')}",
            code="cards.number",
        )
    if isinstance(by, BoardSolver):
        assert isinstance(counts, BoardCounts), "counts are given to the solver that made them"
        return by.advise(counts, pays, own, common, seen)
    return by.advise(pays, own, common, seen, stakes)
