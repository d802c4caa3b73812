"""Where the log of a room, its key and its accounts lie, and how a new room is begun there."""

import os
from contextlib import suppress
from pathlib import Path

from fairdeal.errors import Malformed, Refused, Unavailable, listed
from fairdeal.live.log.stores import open_store
from fairdeal.live.log.stores.file import flush
from fairdeal.live.log.stores.protocol import Store
from fairdeal.live.shoe import key_in


def opened(where: str | Path, key_file: str | Path | None) -> tuple[Store, bytes]:
    """The log, open for writing, and its key; where there is nothing of a room yet, a new one."""
    path = key_path(where, key_file)
    if not _begins(where, key_file):
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


def _begins(where: str | Path, key_file: str | Path | None) -> bool:
    """Whether a new room begins; refused where the log is gone and something else of it is not."""
    path = key_path(where, key_file)
    try:
        store = open_store(where, read_only=True)
    except Unavailable as error:
        if error.code != "store.none":
            raise
        left = [str(each) for each in (path, accounts_path(where, key_file)) if each.exists()]
        if left:
            raise Unavailable(
                f"{error}, but {listed(left)} of a room {'is' if len(left) == 1 else 'are'} there:"
                " restore the log from a backup, or move"
                f" {'it' if len(left) == 1 else 'them'} away to begin a new room",
                code="log.missing",
            ) from None
        return True
    try:
        return store.head().pos == 0 and not path.exists()
    finally:
        store.close()


def key_path(where: str | Path, key_file: str | Path | None) -> Path:
    """Where a room's key lies."""
    if key_file is not None:
        return Path(key_file)
    place = str(where).removeprefix("sqlite:///")
    if not Path(place).name:
        raise Malformed(f"{str(where)!r} names no file to keep a log in", code="store.address")
    if "://" in place:
        raise Refused(
            "a room in a database needs a key file: its decks are sealed with a key that is not in"
            " the database",
            code="key.missing",
        )
    return Path(place).with_name(Path(place).name + ".key")


def accounts_path(where: str | Path, key_file: str | Path | None) -> Path:
    """Where the accounts of the house's people lie: beside the key."""
    path = key_path(where, key_file)
    return path.with_name(path.name.removesuffix(".key") + ".staff")
