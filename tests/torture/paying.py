"""Rooms that are killed in the middle of approvals: the verdict, as it is printed."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

from fairdeal.live import Room
from tests.torture.approvals import Approvals
from tests.torture.places import Place, options
from tests.torture.process import RoomProcess
from tests.torture.winners import STEPS, TABLE


def torture_approvals(
    place: Place,
    folder: Path,
    kills: int,
    seed: int,
    progress: Callable[[Approvals], None],
    fault: str = "",
) -> tuple[dict[str, Any], list[str]]:
    """The verdict, and every fault in a sentence."""
    began, key_file = monotonic(), folder / "room.key"
    Room.open(place.log, key_file=key_file).close()
    words = [place.log, str(key_file), *options(TABLE), "--stacked"]
    words += [f"--fault={fault}"] if fault else []
    run = Approvals(place.log, key_file, RoomProcess("room", words, folder / "room.err"), seed)
    run.run(kills, progress)
    found, memory = run.memory.findings, run.memory
    verdict = {
        "store": f"approvals on {place.store}",
        "kills": run.kills,
        "lost": len(found.lost),
        "doubled": len(found.doubled),
        "audit": "passed" if run.is_finished and not found.faults else "failed",
        "commands": len(memory.told),
        "steps": sum(run.steps[step] for step in STEPS),
        "events": len(memory.heard),
        "rounds": sum(event.kind == "round-opened" for event in memory.heard.values()),
        "held": run.pays["pay-held"],
        "paid": run.pays["pay-made"],
        "stood": run.stood,
        "one_further": run.one_further,
        "killed_at": dict(sorted(run.killed_at.items())),
        "sent_again": len(memory.resent),
        "found_done": len(memory.found_done),
        "seed": seed,
        "seconds": round(monotonic() - began, 1),
    }
    return verdict, [
        *(f"lost: {table}, {key}" for table, key in sorted(found.lost)),
        *(f"doubled: {table}, {key}" for table, key in sorted(found.doubled)),
        *found.faults,
    ]
