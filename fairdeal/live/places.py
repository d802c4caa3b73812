"""Where a room's log, key, mark and audit results lie, and how a new room is begun there."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from fairdeal.errors import FairdealError, Malformed, Refused, Unavailable, listed
from fairdeal.live.events import LogMoved
from fairdeal.live.log import codec, mark, notary
from fairdeal.live.log.chain import ROOM, is_marked
from fairdeal.live.log.checkpoints import house_name
from fairdeal.live.log.mark import Mark, Marker
from fairdeal.live.log.moving import MOVED
from fairdeal.live.log.stores import open_store
from fairdeal.live.log.stores.file import flush
from fairdeal.live.log.stores.protocol import Store
from fairdeal.live.shoe import key_in

_LONGEST_NAME: Final = 240
"""Bytes of a file's name: systems allow 255, and the mark's lock adds a few."""
_LONGEST_PATH: Final = 4000
_ADDRESSES: Final = ("sqlite:///", "postgresql://", "postgres://")


def opened_with_mark(
    where: str | Path,
    key_file: str | Path | None,
    mark_file: str | Path | None,
    house: str | None = None,
) -> tuple[Store, bytes, Marker]:
    """The log, open for writing, its key and what keeps its mark; a log that went back is refused.

    A log without a mark, and never marked, gets one: from then on it does not open without it.
    Checkpoints name the *house* from now on, where it is given.
    """
    store, key = opened(where, key_file, mark_file)
    try:
        check_not_moved(store)
        path = mark_path(where, key_file, mark_file)
        mark.check(store, mark.read(path, key), key, path)
        notary.check(store, key)
        marker = Marker(path, key, mark.last_of(store))
        if marker.keep() and not is_marked(store.head(), key):
            store.seal(key, marked=True)
        name_house(store, key, house)
    except BaseException:
        store.close()
        raise
    return store, key, marker


def name_house(store: Store, key: bytes, house: str | None) -> None:
    """Have checkpoints name a house from now on, where one is given."""
    if house is not None and house_name(house) != store.origin.house:
        store.seal(key, origin=replace(store.origin, house=house))


def opened(
    where: str | Path, key_file: str | Path | None, mark_file: str | Path | None = None
) -> tuple[Store, bytes]:
    """The log, open for writing, and its key; where there is nothing of a room yet, a new one."""
    path = key_path(where, key_file)
    if not _begins(where, key_file, mark_file):
        key = key_in(path, create=False)
        return open_store(where, key), key
    # The key gets its name when the log is there: a start that breaks off leaves no key alone.
    begun = path.with_name(path.name + ".new")
    key = key_in(begun, create=True)
    if path.exists():  # another process was faster
        key = key_in(path, create=False)
    store = open_store(where, key)
    with suppress(FileExistsError, FileNotFoundError):
        os.link(begun, path)
        flush(path.absolute().parent)
    begun.unlink(missing_ok=True)
    return store, key


def check_not_moved(store: Store) -> None:
    """Refuses a log that goes on elsewhere, whatever was written behind the move."""
    last = next((row for row in store.stream(ROOM) if row.kind == MOVED), None)
    if last is None:
        return
    event = codec.decoded(last.kind, last.body)
    assert isinstance(event, LogMoved)
    raise Unavailable(
        f"the log in {store.name} was moved to {event.to}: open it there; here it opens for reading"
        " only",
        code="log.moved",
    )


def _begins(
    where: str | Path, key_file: str | Path | None, mark_file: str | Path | None = None
) -> bool:
    """Whether a new room begins; refused where the log is gone and something else of it is not."""
    path, mark_at = key_path(where, key_file), mark_path(where, key_file, mark_file)
    files = path, mark_at, checks_path(where, key_file)
    left = [str(each) for each in files if each.exists()]
    try:
        store = open_store(where, read_only=True)
    except Unavailable as error:
        if error.code != "store.none":
            raise
        if left:
            raise _log_gone(str(error), left) from None
        return True
    try:
        begins = store.head().pos == 0 and not path.exists()
    finally:
        store.close()
    if begins and mark_at.exists():
        raise _log_gone(f"the log in {store.name} is empty", left)
    return begins


def _log_gone(why: str, left: list[str]) -> Unavailable:
    is_one = len(left) == 1
    return Unavailable(
        f"{why}, but {listed(left)} of a room {'is' if is_one else 'are'} there: restore the log"
        f" from a backup, or move {'it' if is_one else 'them'} away to begin a new room",
        code="log.missing",
    )


def check_place(what: str, given: object) -> None:
    """Refuses what names neither a file that there can be nor a database.

    The address of a database is not repeated, because it may hold a password.
    """
    is_address = isinstance(given, str) and "://" in given
    why = ""
    try:
        path = os.fsencode(given) if isinstance(given, str | Path) else b""
    except UnicodeEncodeError:
        path = b"\0"
    if not path:
        why = "expected a path"
    elif b"\0" in path:
        why = "it has a character that no path can have"
    elif is_address and not str(given).startswith(_ADDRESSES):
        why = f"expected a path, or an address that begins with {listed(_ADDRESSES, 'or')}"
    elif str(given).startswith("postgres"):
        return
    elif max(map(len, path.split(b"/"))) > _LONGEST_NAME or len(path) > _LONGEST_PATH:
        why = f"a name may have {_LONGEST_NAME} bytes, and a path {_LONGEST_PATH:,}"
    if why:
        shown = "address" if is_address else f"{given!r:.56}" + "..." * (len(repr(given)) > 56)
        raise Malformed(f"{what} {shown} names no file: {why}", code="store.address")


def key_path(where: str | Path, key_file: str | Path | None) -> Path:
    """Where a room's key lies."""
    check_place("log", where)
    if key_file is not None:
        check_place("key", key_file)
        return Path(key_file)
    place = str(where).removeprefix("sqlite:///")
    if Path(place).name in ("", ".."):
        raise Malformed(f"{str(where)!r} names no file to keep a log in", code="store.address")
    if "://" in place:
        raise Refused(
            "a room in a database needs a key file: its decks are sealed with a key that is not in"
            " the database",
            code="key.missing",
        )
    return Path(place).with_name(Path(place).name + ".key")


def mark_path(
    where: str | Path, key_file: str | Path | None, mark_file: str | Path | None = None
) -> Path:
    """Where a room's mark lies: beside the key, in the file named, or in the folder named."""
    path = key_path(where, key_file)
    name = path.name.removesuffix(".key") + ".mark"
    if mark_file is None:
        return path.with_name(name)
    check_place("mark", mark_file)
    return Path(mark_file) / name if Path(mark_file).is_dir() else Path(mark_file)


def known_key_file(where: str | Path, named: str | Path | None) -> Path | None:
    """The file of a room's key; None where it lies in no place that can be known."""
    if named is not None:
        return Path(named)
    try:
        path = key_path(where, None)
    except Refused:  # a database has no place beside it
        return None
    return path if path.exists() else None


def known_key(where: str | Path, named: str | Path | None) -> bytes:
    """The room's key; empty where there is none to be found and none was named."""
    path = known_key_file(where, named)
    return b"" if path is None else key_in(path, create=False)


def known_mark(
    where: str | Path, key_file: str | Path | None, mark_file: str | Path | None = None
) -> Mark | None:
    """The room's mark; None where there is none, or no key to be found to read it with."""
    try:
        path, key = mark_path(where, key_file, mark_file), known_key(where, key_file)
    except FairdealError:
        return None
    return mark.read(path, key) if key else None


def checks_path(where: str | Path, key_file: str | Path | None) -> Path:
    """Where the results of audits lie: beside the key."""
    path = key_path(where, key_file)
    return path.with_name(path.name.removesuffix(".key") + ".checks")


def beside_log(where: str | Path, key_file: str | Path | None) -> dict[str, Path]:
    """What else a backup of a room contains, by name."""
    return {"checks": checks_path(where, key_file)}


def backup_record(where: str | Path, key_file: str | Path | None) -> Path:
    """Where it is written when the last good backup was made: beside the key."""
    return checks_path(where, key_file).with_suffix(".backup")
