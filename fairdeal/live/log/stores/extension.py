"""How a batch makes a log longer, inside a transaction in which nobody else writes."""

from collections.abc import Iterable, Sequence
from typing import Final

import sqlalchemy as sa
from msgspec.structs import asdict, astuple

from fairdeal.errors import Conflict, FairdealError
from fairdeal.live.log.chain import Entry, Head, Recorded, head_of, recorded
from fairdeal.live.log.stores.protocol import Snapshot, behind, moved_on, overtaken, repeated
from fairdeal.live.log.stores.rows import BYTES, TEXT, WHOLE, with_rows
from fairdeal.live.log.stores.schema import EVENT, SAVE_SNAPSHOT, write_head
from fairdeal.live.log.stores.writer import Outcome, Task

Keys = set[tuple[str, str]]
"""Tables, each with a key of a command that it has recorded."""

_KIND: Final = {int: WHOLE, str: TEXT, bytes: BYTES}
_KINDS: Final = [_KIND[column.type.python_type] for column in EVENT.c]
_INSERT: Final = f"INSERT INTO event ({', '.join(EVENT.c.keys())}) {{rows}}"
_VERSIONS: Final = (
    "WITH asked (name) AS ({rows})"
    " SELECT name, (SELECT max(version) FROM event WHERE stream = name) AS version FROM asked"
)
_KNOWN: Final = (
    "WITH asked (name, code) AS ({rows})"
    " SELECT name, code FROM asked JOIN event ON stream = name AND event.key = code AND part = 0"
)


def extend(
    connection: sa.Connection, tasks: Sequence[Task], head: Head, key: bytes, known: Keys
) -> list[Outcome]:
    """Write what fits and say what became of each task; *known* commands are not repeated."""
    versions = _versions(connection, {task.stream for task in tasks})
    failed: dict[str, FairdealError] = {}
    snapshots: list[Snapshot] = []
    events: list[Recorded] = []
    outcomes: list[Outcome] = []
    last = head.pos, head.hash
    for task in tasks:
        error = failed.get(task.stream)
        if isinstance(task, Snapshot):
            if error is None and task.version <= versions[task.stream]:
                snapshots.append(task)
            outcomes.append(())
        elif error is not None:
            outcomes.append(behind(task, error))
        elif conflict := (
            _conflict(task, versions[task.stream], known) or _overtaken(connection, task, events)
        ):
            failed[task.stream] = conflict
            outcomes.append(conflict)
        else:
            new = recorded(task, last[0] + 1, last[1])
            last = new[-1].pos, new[-1].hash
            versions[task.stream] += len(new)
            known.add((task.stream, task.key))
            events += new
            outcomes.append(new)
    if events:
        _insert(connection, events)
        write_head(connection, head_of(key, *last))
    for snapshot in snapshots:
        connection.execute(SAVE_SNAPSHOT, {**asdict(snapshot), "seal": snapshot.seal(key)})
    return outcomes


def known_keys(connection: sa.Connection, tasks: Sequence[Task]) -> Keys:
    """Those of the tasks' commands that are in the log already."""
    asked = {(task.stream, task.key) for task in tasks if isinstance(task, Entry)}
    found = with_rows(connection, _KNOWN, [TEXT, TEXT], list(asked))
    return {(row.name, row.code) for row in found}


def _conflict(entry: Entry, version: int, known: Keys) -> Conflict | None:
    if entry.version != version:
        return moved_on(entry, version)
    return repeated(entry) if (entry.stream, entry.key) in known else None


def _overtaken(
    connection: sa.Connection, entry: Entry, before: Iterable[Recorded]
) -> Conflict | None:
    """Whether the log, or what is written *before* it now, has what should not have happened."""
    if (unless := entry.unless) is None:
        return None
    asked = sa.select(EVENT.c.pos).where(EVENT.c.pos > unless.after, EVENT.c.kind.in_(unless.kinds))
    happened = connection.execute(asked.limit(1)).first()
    if happened or any(event.kind in unless.kinds for event in before):
        return overtaken(entry, unless)
    return None


def _versions(connection: sa.Connection, streams: Iterable[str]) -> dict[str, int]:
    found = with_rows(connection, _VERSIONS, [TEXT], [(name,) for name in streams])
    return {row.name: row.version or 0 for row in found}


def _insert(connection: sa.Connection, events: Iterable[Recorded]) -> None:
    with_rows(connection, _INSERT, _KINDS, [astuple(event) for event in events])
