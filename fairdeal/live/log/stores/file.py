"""The file of a log: whether it can be one, who may write it, and whether it is still there."""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Final

import filelock

from fairdeal.errors import Malformed, Unavailable

_HAS_MODES: Final = hasattr(os, "geteuid")

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
        guard = os.open(beside(path, ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        # The descriptor's lock, not the path's: it leaves the file and its content to us, and a
        # forked child shares it.
        if not filelock.lock_descriptor(guard, blocking=False):
            raise _in_use(path, what, guard)
        os.ftruncate(guard, 0)
        os.write(guard, f"{os.getpid()}\n".encode())
    except Unavailable:
        os.close(guard)
        raise
    except OSError as error:
        if guard >= 0:
            os.close(guard)
        sentence = f"{what} in {path} cannot be locked: {said(error)}"
        raise Unavailable(sentence, code="store.unavailable") from error
    return guard


def _in_use(path: Path, what: str, guard: int) -> Unavailable:
    try:
        holder = os.read(guard, 20).decode(errors="replace").strip()
    except PermissionError:  # Windows locks what lies in the file, too
        holder = ""
    # A process that has just taken the lock has not written its number yet.
    who = f"process {holder}" if holder else "another process"
    sentence = f"{what} in {path} is in use by {who}: only one may write it"
    return Unavailable(sentence, code="store.in-use")


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
    if not hasattr(os, "O_DIRECTORY"):  # Windows opens no folders, and keeps a journal of names
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_private(path: Path) -> None:
    """Make a new, empty file that only its owner may read."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def keep_private(paths: Iterable[Path]) -> list[str]:
    """Take the files from all but their owner; a sentence on each that others could read."""
    notes = []
    for path in paths:
        with suppress(FileNotFoundError):
            if not is_exposed(path):
                continue
            try:
                path.chmod(0o600)
            except OSError as error:
                notes.append(f"{path} can be read by others, and that stays so: {said(error)}")
            else:
                notes.append(f"{path} could be read by others: now its owner alone may read it")
    return notes


def is_exposed(path: Path) -> bool:
    """Whether others than its owner may read or write a file; Windows has no such bits."""
    return _HAS_MODES and bool(path.stat().st_mode & 0o077)


def said(error: OSError) -> str:
    """What the system complains about."""
    return str(error.strerror).lower()
