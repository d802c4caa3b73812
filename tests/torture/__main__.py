"""Kill a room at random moments while clients play, and count what was lost.

The last line of the output is one line of JSON; the exit status is 0 when nothing was lost, nothing
was done twice and the audit passed.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import randrange
from shutil import rmtree
from tempfile import mkdtemp
from time import monotonic
from typing import Any, Final, NamedTuple

from fairdeal.live.shoe import key_in
from tests.torture.campaign import Campaign
from tests.torture.plans import PLANS
from tests.torture.process import RoomProcess

SNAPSHOT_EVERY: Final = 60
"""Events between two snapshots: few, so that kills meet one now and then."""

REMEMBER: Final = 50
"""Commands that a table knows by heart: few, so that it must often ask the log."""

_CUT: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


class Place(NamedTuple):
    """Where a log is kept."""

    store: str
    log: str
    cut: Callable[[], None] | None = None


def torture(
    place: Place, folder: Path, kills: int, seed: int, fault: str = ""
) -> tuple[dict[str, Any], list[str]]:
    """The verdict as it is printed, and every fault in a sentence."""
    began, (store, log, cut) = monotonic(), place
    key_file = folder / "room.key"
    names = ("east", "west") if store == "postgres" else ("room",)
    if len(names) > 1:
        key_in(key_file, create=True)  # whoever runs several rooms gives all of them one key
    rooms = [
        RoomProcess(
            name,
            [
                log,
                str(key_file),
                f"--load={','.join(plan.name for plan in PLANS[start :: len(names)])}",
                f"--snapshot-every={SNAPSHOT_EVERY}",
                f"--remember={REMEMBER}",
                *([f"--fault={fault}"] if fault else []),
            ],
            folder / f"{name}.err",
        )
        for start, name in enumerate(names)
    ]
    campaign = Campaign(log, key_file, rooms, PLANS, seed, cut)
    campaign.run(kills, _progress(store, kills))
    found, memory = campaign.memory.findings, campaign.memory
    verdict = {
        "store": store,
        "kills": campaign.kills,
        "lost": len(found.lost),
        "doubled": len(found.doubled),
        "audit": "passed" if campaign.is_finished and not found.faults else "failed",
        "commands": len(memory.told),
        "refused": len(memory.denied),
        "events": len(memory.heard),
        "rounds": sum(event.kind == "round-opened" for event in memory.heard.values()),
        "rounds_resumed": len(campaign.resumed),
        "states_compared": campaign.states_compared,
        "sent_again": len(memory.resent),
        "found_done": len(memory.found_done),
        "restarts_in_load": campaign.kills_in_load,
        "seed": seed,
        "seconds": round(monotonic() - began, 1),
    }
    if len(rooms) > 1:
        verdict["cuts"] = campaign.cuts
        verdict["takeover_seconds"] = round(campaign.takeover_seconds, 2)
    return verdict, [
        *(f"lost: {table}, {key}" for table, key in sorted(found.lost)),
        *(f"doubled: {table}, {key}" for table, key in sorted(found.doubled)),
        *found.faults,
    ]


def _progress(store: str, kills: int) -> Callable[[Campaign], None]:
    """One line on a terminal, written over itself; one line in all elsewhere."""
    rewrites = sys.stderr.isatty()
    if not rewrites:
        print(f"a room on {store} is killed {kills} times", file=sys.stderr, flush=True)

    def show(campaign: Campaign) -> None:
        if rewrites:
            said = (
                f"{store}: {campaign.kills} of {kills} kills, {len(campaign.memory.told)} commands"
            )
            end = "\n" if campaign.kills >= kills else ""
            print(f"\r{said}\x1b[K", end=end, file=sys.stderr, flush=True)

    return show


@contextmanager
def _place(store: str, folder: Path, cut: bool) -> Iterator[Place]:
    """Where a log can be, as long as it is needed."""
    if store == "sqlite":
        yield Place(store, str(folder / "room.db"))
        return
    from tests.live.postgres import Server

    server = Server()
    try:
        yield Place(store, server.place(), (lambda: server.tell(_CUT)) if cut else None)
    finally:
        server.remove()


def main() -> int:
    """Read the options, run, print the verdict."""
    options = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    options.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite")
    options.add_argument("--kills", type=int, default=300)
    options.add_argument("--seed", type=int, default=randrange(10**6), help="what clients choose")
    options.add_argument("--cut", action="store_true", help="end connections to the database, too")
    options.add_argument("--fault", default="", help=argparse.SUPPRESS)
    given = options.parse_args()
    folder = Path(mkdtemp(prefix="fairdeal-torture-"))
    with _place(given.store, folder, given.cut) as place:
        verdict, faults = torture(place, folder, given.kills, given.seed, given.fault)
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    if faults:
        print(f"{len(faults)} faults; the log is kept in {folder}", file=sys.stderr)
    else:
        rmtree(folder)
    print(json.dumps(verdict), flush=True)
    return 1 if faults or verdict["audit"] != "passed" else 0


if __name__ == "__main__":
    sys.exit(main())
