"""Kill a room at random moments while clients play, and count what was lost.

Each store gives one line of JSON, and several stores one more, which sums them up: the last line of
the output speaks for the whole run.  The exit status is 0 when nothing was lost, nothing was done
twice and the audit passed.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
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

STORES: Final = ("sqlite", "postgres")

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


def _in_a_folder(
    store: str, kills: int, given: argparse.Namespace
) -> tuple[dict[str, Any], list[str]]:
    """Torture one store in a folder of its own, which is kept where something was found."""
    folder = Path(mkdtemp(prefix="fairdeal-torture-"))
    with _place(store, folder, given.cut) as place:
        verdict, faults = torture(place, folder, kills, given.seed, given.fault)
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    if faults:
        print(f"{len(faults)} faults; the log is kept in {folder}", file=sys.stderr)
    else:
        rmtree(folder)
    print(json.dumps(verdict), flush=True)
    return verdict, faults


def summed_up(verdicts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What several runs come to together."""
    passed = all(each["audit"] == "passed" for each in verdicts)
    return {
        "store": ", ".join(each["store"] for each in verdicts),
        **{name: sum(each[name] for each in verdicts) for name in ("kills", "lost", "doubled")},
        "audit": "passed" if passed else "failed",
    }


def main() -> int:
    """Read the options, run, print the verdict."""
    options = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    options.add_argument("--store", choices=(*STORES, "all"), default="sqlite")
    options.add_argument(
        "--kills", type=int, default=300, help="with all stores: of the first, a third of the next"
    )
    options.add_argument("--seed", type=int, default=randrange(10**6), help="what clients choose")
    options.add_argument("--cut", action="store_true", help="end connections to the database, too")
    options.add_argument("--fault", default="", help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.store != "all":
        runs = [_in_a_folder(given.store, given.kills, given)]
    else:
        # Two rooms start for every kill of one, and each start takes longer.
        shares = (given.kills, max(given.kills // 3, 1))
        runs = [
            _in_a_folder(store, kills, given) for store, kills in zip(STORES, shares, strict=True)
        ]
        print(json.dumps(summed_up([verdict for verdict, _ in runs])), flush=True)
    failed = any(faults or verdict["audit"] != "passed" for verdict, faults in runs)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
