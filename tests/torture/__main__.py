"""Kill a room at random moments while clients play, and count what was lost.

Each store gives one line of JSON, and several stores one more, which sums them up: the last line of
the output speaks for the whole run.  The exit status is 0 when nothing was lost, nothing was done
twice and the audit passed.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import randrange
from shutil import rmtree
from tempfile import mkdtemp
from time import monotonic
from typing import Any, Final

from fairdeal.live import Room
from tests.torture.approvals import Approvals
from tests.torture.campaign import Campaign
from tests.torture.paying import torture_approvals
from tests.torture.places import STORES, Place, options, place_for
from tests.torture.plans import PLANS
from tests.torture.process import RoomProcess

PARTS: Final = ("tables", "approvals")
"""Many tables at play, and one at which every round wins a meter."""


def torture(
    place: Place, folder: Path, kills: int, seed: int, fault: str = ""
) -> tuple[dict[str, Any], list[str]]:
    """The verdict as it is printed, and every fault in a sentence."""
    began, (store, log, cut) = monotonic(), place
    key_file = folder / "room.key"
    names = ("east", "west") if store == "postgres" else ("room",)
    if len(names) > 1:
        Room.open(log, key_file=key_file).close()  # several rooms share one key
    rooms = [
        RoomProcess(
            name,
            [
                log,
                str(key_file),
                *options(",".join(plan.name for plan in PLANS[start :: len(names)])),
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


def _progress(name: str, kills: int) -> Callable[[Campaign | Approvals], None]:
    """One line on a terminal, written over itself; one line in all elsewhere."""
    rewrites = sys.stderr.isatty()
    if not rewrites:
        print(f"a room on {name} is killed {kills} times", file=sys.stderr, flush=True)

    def show(run: Campaign | Approvals) -> None:
        if rewrites:
            said = f"{name}: {run.kills} of {kills} kills, {len(run.memory.told)} commands"
            end = "\n" if run.kills >= kills else ""
            print(f"\r{said}\x1b[K", end=end, file=sys.stderr, flush=True)

    return show


def _in_a_folder(
    part: str, store: str, kills: int, given: argparse.Namespace
) -> tuple[dict[str, Any], list[str]]:
    """Torture one store in a folder of its own, which is kept where something was found."""
    folder = Path(mkdtemp(prefix="fairdeal-torture-"))
    with place_for(store, folder, cut=given.cut) as place:
        if part == "tables":
            verdict, faults = torture(place, folder, kills, given.seed, given.fault)
        else:
            shown = _progress(f"{store}, in the middle of approvals", kills)
            verdict, faults = torture_approvals(
                place, folder, kills, given.seed, shown, given.fault
            )
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    if faults:
        print(f"{len(faults)} faults; the log is kept in {folder}", file=sys.stderr)
    else:
        rmtree(folder)
    print(json.dumps(verdict), flush=True)
    return verdict, faults


def _shares(part: str, store: str, kills: int) -> Iterator[tuple[str, str, int]]:
    """What is tortured, on which store, with how many kills."""
    for each in PARTS if part == "all" else (part,):
        # Where both are asked for, approvals get two kills for every three of the tables.
        first = kills * 2 // 3 if part == "all" and each == "approvals" else kills
        if store != "all":
            yield each, store, max(first, 1)
        else:
            # Starting on a database takes longer, and of the tables two rooms start for one.
            yield each, "sqlite", max(first, 1)
            yield each, "postgres", max(first // 3, 1)


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
    words = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    words.add_argument("--part", choices=(*PARTS, "all"), default="tables")
    words.add_argument("--store", choices=(*STORES, "all"), default="sqlite")
    words.add_argument(
        "--kills", type=int, default=300, help="with all stores: of the first, a third of the next"
    )
    words.add_argument("--seed", type=int, default=randrange(10**6), help="what clients choose")
    words.add_argument("--cut", action="store_true", help="end connections to the database, too")
    words.add_argument("--fault", default="", help=argparse.SUPPRESS)
    given = words.parse_args()
    shares = _shares(given.part, given.store, given.kills)
    runs = [_in_a_folder(part, store, kills, given) for part, store, kills in shares]
    if len(runs) > 1:
        print(json.dumps(summed_up([verdict for verdict, _ in runs])), flush=True)
    failed = any(faults or verdict["audit"] != "passed" for verdict, faults in runs)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
