"""``fairdeal doctor``: what may be wrong with this installation and its room."""

import json
import os
import platform
import re
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from rich.table import Table
from rich.text import Text

from fairdeal import __version__, extras, games
from fairdeal.cli.options import json_option
from fairdeal.cli.rooms import (
    key_option,
    many,
    mark_is,
    mark_option,
    reading,
    room_option,
    where_is,
)
from fairdeal.cli.screen import Screen
from fairdeal.errors import Corrupt, FairdealError, Refused, Unavailable, listed

if TYPE_CHECKING:
    from fairdeal.live.log.chain import Head

_LITTLE: Final = 1_000_000_000
"""Bytes on the disk below which there is a warning: a busy year of a table takes some."""
_TOO_LITTLE: Final = 50_000_000

_TRIED: Final = ("Linux", "Darwin")
"""Systems on which the tests are run."""

_SECOND: Final = 1_000_000
_DAY: Final = 24 * 60 * 60
"""Seconds after which a room that has gone on needs another backup."""
_LATE: Final = 5
"""Seconds after which the mark of a room at work has every event."""


class State(StrEnum):
    """What came of a check."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Check:
    """One check: what was found, and what to do about it."""

    check: str
    state: State
    found: str
    do: str = ""


@dataclass(frozen=True, slots=True)
class _Room:
    """The room that is looked at."""

    where: str
    key: str | None
    mark: str | None = None
    last: list[int] = field(default_factory=list)
    """When its last event was recorded, once the log was read."""

    @property
    def file(self) -> Path | None:
        """Where the log is a file, its path."""
        place = self.where.removeprefix("sqlite:///")
        return None if "://" in place or place == "memory:" else Path(place)


@click.command("doctor")
@room_option
@key_option
@mark_option
@json_option
def command(room: str | None, key: str | None, mark: str | None, as_json: bool) -> None:
    """Check this installation and a room: SQLite, key, mark, accounts, clock, disk and versions.

    It changes nothing, and works beside a running room or without any room.  Each check is ok,
    warn or fail; the exit code is 1 when one fails.

    \b
    fairdeal doctor
    fairdeal doctor --room /srv/room/fairdeal.db --json
    """
    about = _Room(where_is(room), key, mark_is(mark))
    there = [check for check, extra in _CHECKS if not extra or not extras.missing(extra)]
    found = [each for check in there for each in check(about)]
    failed = [each for each in found if each.state is State.FAIL]
    if as_json:
        shown = {
            "holds": not failed,
            "checks": [asdict(each) for each in found],
            "versions": _versions(),
        }
        click.echo(json.dumps(shown, indent=2))
    else:
        _show(found)
    if failed:
        faults = [f"{each.check}: {each.found}" for each in failed]
        raise Corrupt("; ".join(faults), code="doctor.failed", faults=faults)


def _show(found: list[Check]) -> None:
    screen = Screen()
    grid = Table.grid(padding=(0, 2, 0, 0))
    for each in found:
        grid.add_row(each.state, each.check, Text(f"{each.found}\n{each.do}".strip()))
    screen.show(grid)
    screen.flush()


def _program(_: _Room) -> Iterator[Check]:
    said = f"fairdeal {__version__}, {platform.python_implementation()} {platform.python_version()}"
    yield Check("program", State.OK, said)
    system = f"{platform.system()} {platform.machine()}"
    if platform.system() in _TRIED:
        yield Check("system", State.OK, system)
    else:
        advice = "Fairdeal is tested on Linux and written for macOS and Windows as well"
        yield Check("system", State.WARN, f"{system} is not a system it is tested on", advice)


def _dependencies(_: _Room) -> Iterator[Check]:
    versions = _versions()
    missing = [name for name, version in versions.items() if not version]
    if missing:
        said = f"not installed: {', '.join(missing)}"
        yield Check("dependencies", State.FAIL, said, "install Fairdeal again with pip")
    else:
        yield Check("dependencies", State.OK, f"{len(versions)} installed")
    absent = extras.missing(*extras.EXTRAS)
    present = [name for name in extras.EXTRAS if name not in absent]
    advice = f'pip install "fairdeal[{",".join(absent)}]" brings the rest' if absent else ""
    yield Check("extras", State.OK, ", ".join(present) or "none", advice)


def _versions() -> dict[str, str]:
    """The versions of what Fairdeal depends on; empty for what is missing.

    A dependency with a marker is one of an extra or for some systems only, and may be missing.
    """
    found = {}
    for requirement in metadata.requires("fairdeal") or ():
        wanted, _, marker = requirement.partition(";")
        name = re.split(r"[^\w.-]", wanted.strip(), maxsplit=1)[0]
        extra = re.search(r"extra == ['\"]([\w-]+)", marker)
        if name == "fairdeal" or (extra and extra[1] not in extras.EXTRAS):
            continue  # an extra that includes others, or tools to test Fairdeal with
        if (version := _version(name)) or not marker:
            found[name] = version
    return found


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _sqlite(_: _Room) -> Iterator[Check]:
    from fairdeal.live.log.stores import connecting

    library = connecting.sqlite3.__name__.partition(".")[0]
    said = f"SQLite {connecting.sqlite3.sqlite_version}, by {library}"
    if connecting.is_sound():
        yield Check("SQLite", State.OK, said)
        return
    fixed = ", ".join(".".join(map(str, each)) for each in connecting.SOUND)
    advice = (
        "This version can damage a file when two programs write or checkpoint it at the same time"
        f" (WAL-reset bug; fixed in {fixed}).  A room has one writer, so let no other program write"
        " its file, or install pysqlite3 where it has a wheel."
    )
    yield Check("SQLite", State.WARN, f"{said}, has the WAL-reset bug", advice)


def _cache(_: _Room) -> Iterator[Check]:
    try:
        from fairdeal.analysis.compiled import CACHE, cache_folder
    except Exception as error:  # a compiler that does not load may fail in any way
        said = f"the compiler cannot be loaded: {error}"
        yield Check("compiler", State.FAIL, said, "install Fairdeal again with pip")
        return
    if CACHE is not None:
        yield Check("cache", State.OK, str(CACHE.parent))
    else:
        advice = "name a folder of your own with FAIRDEAL_CACHE, or every start compiles again"
        said = f"{cache_folder()} cannot be written, or others can write it"
        yield Check("cache", State.WARN, said, advice)


def _log(about: _Room) -> Iterator[Check]:
    """The database is reachable, its head readable and sealed with the key."""
    if about.where == "memory:":
        yield Check("room", State.OK, "in memory: nothing is saved")
        return
    try:
        with reading(about.where) as store:
            head = store.head()
            about.last.extend(row.at for row in store.read(after=max(0, head.pos - 1)))
    except Unavailable as error:
        if error.code != "store.none":
            yield Check("room", State.FAIL, str(error))
        else:
            yield Check("room", State.OK, f"there is no room in {about.where} yet")
        return
    except FairdealError as error:
        yield Check("room", State.FAIL, str(error))
        return
    yield Check("room", State.OK, f"{store.name}: {many(head.pos, 'event')}")
    yield _key(about, head.pos, head.hash, head.seal)
    yield _mark(about, head)
    yield _accounts(about)
    yield from _files(about)
    yield _backup(about, head)


def _key(about: _Room, pos: int, digest: bytes, seal: bytes) -> Check:
    from fairdeal.live.log.chain import Head, is_sealed
    from fairdeal.live.places import key_path
    from fairdeal.live.shoe import key_in

    try:
        path = key_path(about.where, about.key)
        key = key_in(path, create=False)
    except Refused:
        advice = "name its file with --key FILE"
        return Check("key", State.WARN, "not checked: a database has no key file beside it", advice)
    except FairdealError as error:
        return Check("key", State.FAIL, str(error))
    if seal and not is_sealed(Head(pos, digest, seal), key):
        advice = "name the room's own key with --key FILE, or put it back from its copy"
        return Check("key", State.FAIL, f"the key in {path} did not seal this log", advice)
    return Check("key", State.OK, f"{path}, for its owner alone")


def _mark(about: _Room, head: "Head") -> Check:
    """The log contains what the mark has, and the mark can be written and is up to date."""
    from fairdeal.live.log import mark
    from fairdeal.live.places import key_path, mark_path
    from fairdeal.live.shoe import key_in

    try:
        path = mark_path(about.where, about.key, about.mark)
        key = key_in(key_path(about.where, about.key), create=False)
    except FairdealError:
        return Check("mark", State.WARN, "not checked: it takes the room's key")
    try:
        known = mark.read(path, key)
        with reading(about.where) as store:
            mark.check(store, known, key, path)
    except FairdealError as error:
        return Check("mark", State.FAIL, str(error))
    if known is None:
        return Check("mark", State.OK, f"none yet: the next start writes {path}")
    if not os.access(path.parent, os.W_OK):
        advice = "let the room's user write there, or name another place with --mark"
        return Check("mark", State.WARN, f"{path.parent} cannot be written", advice)
    late = time.time_ns() // 1000 - max(about.last, default=0)
    if known.pos < head.pos and late > _LATE * _SECOND:
        behind = many(head.pos - known.pos, "event")
        advice = "see what the room says of its mark; a start brings it up to date"
        return Check("mark", State.WARN, f"{path} is {behind} behind the log", advice)
    return Check("mark", State.OK, f"{path}: {known}")


def _accounts(about: _Room) -> Check:
    from fairdeal.live.account_stream import accounts_in, wrong_passwords

    try:
        with reading(about.where) as store:
            accounts = accounts_in(store)
            wrong = wrong_passwords(store, accounts)
    except FairdealError as error:
        return Check("accounts", State.FAIL, str(error))
    if wrong:
        said = f"what is kept of the password of {listed(wrong)} is not what the log names"
        return Check("accounts", State.FAIL, said, "set another password: fairdeal accounts reset")
    if not accounts.people:
        return Check("accounts", State.OK, "none yet: fairdeal serve prints the manager's link")
    return Check("accounts", State.OK, f"{many(len(accounts.people), 'account')} in the log")


def _files(about: _Room) -> Iterator[Check]:
    """Nobody but its owner may read the log and what lies beside it."""
    from fairdeal.live.log.stores.file import beside, is_exposed
    from fairdeal.live.places import backup_record, beside_log, mark_path

    log = [about.file, *(beside(about.file, end) for end in ("-wal", "-shm"))] if about.file else []
    try:
        more = beside_log(about.where, about.key).values()
        record = backup_record(about.where, about.key)
        paths = [*log, *more, record, mark_path(about.where, about.key, about.mark)]
    except Refused:
        paths = log
    exposed = [str(each) for each in paths if each.exists() and is_exposed(each)]
    if exposed:
        advice = f"allow their owner alone: chmod 600 {' '.join(exposed)}"
        yield Check("files", State.WARN, f"{listed(exposed)} can be read by others", advice)
    elif paths:
        yield Check("files", State.OK, "for their owner alone")


def _backup(about: _Room, head: "Head") -> Check:
    """When the last good backup was made."""
    from fairdeal.live.log import backups, mark
    from fairdeal.live.places import backup_record

    if about.file is None:
        said = "not known: a database is backed up with its own tools, such as pg_dump"
        return Check("backup", State.OK, said)
    advice = f"fairdeal backup --room {about.where} --to FILE, best every day and to another disk"
    try:
        last = backups.last_backup(backup_record(about.where, about.key))
    except FairdealError as error:
        return Check("backup", State.WARN, str(error), advice)
    if last is None:
        return Check("backup", State.WARN, "no backup was made of this room", advice)
    said = f"{last.file} of {mark.moment(last.at)}, up to event {last.pos:,} of {head.pos:,}"
    if last.encrypted:
        said += ", encrypted"
    if not Path(last.file).exists():
        return Check("backup", State.WARN, f"{said}, is not there", advice)
    if time.time_ns() // 1000 - last.at > _DAY * _SECOND and last.pos < head.pos:
        return Check("backup", State.WARN, f"{said}, is older than a day", advice)
    return Check("backup", State.OK, said)


def _clock(about: _Room) -> Iterator[Check]:
    now = time.time_ns() // 1000
    built = int(Path(__file__).stat().st_mtime * _SECOND)
    behind = max([built, *about.last]) - now
    said = f"{time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime(now // _SECOND))} UTC"
    if behind > _SECOND:
        what = "the log's last event" if about.last and about.last[-1] > built else "this program"
        advice = "set the clock, and let the system keep it by NTP"
        said = f"{said} is {behind // _SECOND:,} s before {what}"
        yield Check("clock", State.FAIL, said, advice)
    else:
        yield Check("clock", State.OK, said)


def _zones(_: _Room) -> Iterator[Check]:
    from fairdeal.books.calendar import Calendar
    from fairdeal.books.owner import calendar_of

    try:
        Calendar.of("America/Los_Angeles")
    except FairdealError as error:
        yield Check("time zones", State.FAIL, str(error), "install tzdata")
        return
    try:
        house = calendar_of()
    except FairdealError as error:
        advice = "see FAIRDEAL_ZONE, FAIRDEAL_DAY_STARTS and FAIRDEAL_SHIFTS"
        yield Check("gaming day", State.FAIL, str(error), advice)
        return
    yield Check("gaming day", State.OK, f"begins at {house.starts:%H:%M}, {house.zone}")


def _disk(about: _Room) -> Iterator[Check]:
    place = about.file.absolute().parent if about.file else Path.cwd()
    if not place.is_dir():
        return  # the room's own check has said so
    free = shutil.disk_usage(place).free
    said = f"{free / 1e9:,.1f} GB free in {place}"
    if free < _TOO_LITTLE:
        advice = "a room that cannot write takes no commands: make space"
        yield Check("disk", State.FAIL, said, advice)
    elif free < _LITTLE:
        yield Check("disk", State.WARN, said, "make space soon: a round takes some 11 kB")
    else:
        yield Check("disk", State.OK, said)


def _games(_: _Room) -> Iterator[Check]:
    for key, source in games.SOURCES.items():
        if source:
            yield Check("game", State.OK, f"{key} of {source}")
    for fault in games.FAULTS.values():
        yield Check("game", State.WARN, fault, "ask its author, or uninstall it")


_CHECKS: Final[tuple[tuple[Callable[[_Room], Iterator[Check]], str], ...]] = (
    (_program, ""),
    (_dependencies, ""),
    (_games, ""),
    (_sqlite, "room"),
    (_cache, "analysis"),
    (_log, "room"),
    (_clock, ""),
    (_zones, "room"),
    (_disk, ""),
)
"""In this order, and each if its extra is installed; the clock is compared with the log."""
