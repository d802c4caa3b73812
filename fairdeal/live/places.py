"""Where the log of a room and its key lie."""

from pathlib import Path

from fairdeal.errors import Malformed, Refused, Unavailable
from fairdeal.live.log.stores import open_store


def is_new(where: str | Path) -> bool:
    """Whether there is no log yet, so that a key can be made for it."""
    try:
        store = open_store(where, read_only=True)
    except Unavailable as error:
        if error.code == "store.none":
            return True
        raise
    try:
        return store.head().pos == 0
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
