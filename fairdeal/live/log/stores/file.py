"""The file of a log: whether it can be one, who may write it, and whether it is still there."""

import fcntl
import os
from collections.abc import Mapping
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from fairdeal.errors import Malformed, Unavailable

Identity = tuple[int, int]
"""Device and number of a file, which stay with it whatever its name."""


def check_path(path: Path, read_only: bool) -> None:
    """Refuse a path at which there is no log and cannot be one.

    Nobody but SQLite opens the file: when a process closes a file, the system drops every lock that
    the process holds on it, and with them those that keep other programs from this log.
    """
    try:
        found = path.stat()
    except FileNotFoundError:
        if not path.parent.is_dir():
            sentence = f"there is no folder {path.parent} to keep the log {path.name} in"
        elif read_only:
            raise Unavailable(f"there is no log in {path}", code="store.none") from None
        else:
            return
        raise Unavailable(sentence, code="store.unavailable") from None
    except OSError as error:
        raise _closed_to_us(path, said(error)) from error
    if not S_ISREG(found.st_mode):
        thing = "folder" if S_ISDIR(found.st_mode) else "device"
        raise Malformed(f"{path} is a {thing}: a log wants a file", code="store.foreign")
    if found.st_nlink > 1:
        # What is not in the file yet lies beside it, under the one name or under the other.
        raise _closed_to_us(path, f"it has {found.st_nlink} names (hard links), and may have one")
    if not os.access(path, os.R_OK):
        raise _closed_to_us(path, "permission denied")


def _closed_to_us(path: Path, reason: str) -> Unavailable:
    return Unavailable(f"the log in {path} cannot be opened: {reason}", code="store.unavailable")


def guard_of(path: Path, what: str = "the log") -> int:
    """The lock file, held; the system lets go of it when the process ends, however it ends."""
    guard = -1
    try:
        guard = os.open(beside(path, ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(guard, 0)
        os.write(guard, f"{os.getpid()}\n".encode())
    except BlockingIOError:
        holder = os.read(guard, 20).decode(errors="replace").strip()
        os.close(guard)
        # Whoever has just taken the lock has not said who it is.
        who = f"process {holder}" if holder else "another process"
        raise Unavailable(
            f"{what} in {path} is in use by {who}: only one may write it",
            code="store.in-use",
        ) from None
    except OSError as error:
        if guard >= 0:
            os.close(guard)
        sentence = f"{what} in {path} cannot be locked: {said(error)}"
        raise Unavailable(sentence, code="store.unavailable") from error
    return guard


def beside(path: Path, end: str) -> Path:
    """A file that belongs to the log, by the end of its name."""
    return path.with_name(path.name + end)


def identity(place: Path | int) -> Identity | None:
    """Which file is at the path, or is open under the number; nothing when there is none."""
    try:
        found = os.fstat(place) if isinstance(place, int) else place.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def displaced(files: Mapping[Path, Identity | None]) -> Path | None:
    """The first of the files that is no longer in its place."""
    for path, known in files.items():
        now = identity(path)
        if now is None or now != known:
            return path
    return None


def flush(folder: Path) -> None:
    """Make the names in a folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def said(error: OSError) -> str:
    """What the system complains about."""
    return str(error.strerror).lower()
