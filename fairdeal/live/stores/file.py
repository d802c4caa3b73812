"""The file of a log: whether it can be one, who may write it, and whether it is still there."""

import fcntl
import os
from pathlib import Path

from fairdeal.errors import Malformed, Unavailable


def check_path(path: Path, read_only: bool) -> None:
    """Refuse a path at which there is no log and cannot be one."""
    try:
        with path.open("rb") as file:
            start = file.read(16)
    except FileNotFoundError:
        if not path.parent.is_dir():
            sentence = f"there is no folder {path.parent} to keep the log {path.name} in"
        elif read_only:
            sentence = f"there is no log in {path}"
        else:
            return
        raise Unavailable(sentence, code="store.unavailable") from None
    except IsADirectoryError:
        sentence = f"{path} is a folder: a log wants a file"
        raise Malformed(sentence, code="store.foreign") from None
    except OSError as error:
        sentence = f"the log in {path} cannot be opened: {said(error)}"
        raise Unavailable(sentence, code="store.unavailable") from error
    if start and start != b"SQLite format 3\0":
        raise Malformed(f"{path} is not a database", code="store.foreign")


def guard_of(path: Path) -> int:
    """The lock file, held; the system lets go of it when the process ends, however it ends."""
    lock = path.with_name(f"{path.name}.lock")
    try:
        guard = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        sentence = f"the log in {path} cannot be locked: {said(error)}"
        raise Unavailable(sentence, code="store.unavailable") from error
    try:
        fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        holder = os.read(guard, 20).decode(errors="replace").strip()
        os.close(guard)
        raise Unavailable(
            f"the log in {path} is in use by process {holder}: only one may write it",
            code="store.in-use",
        ) from None
    os.ftruncate(guard, 0)
    os.write(guard, f"{os.getpid()}\n".encode())
    return guard


def identity(path: Path) -> tuple[int, int] | None:
    """Which file is at the path, whatever its name; nothing when there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


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
