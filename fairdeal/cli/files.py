"""Files that are written whole or not at all."""

import os
import tempfile
from pathlib import Path

from fairdeal.errors import Malformed


def replace_file(path: Path, content: bytes) -> None:
    """Put the content where the path says; what was there stays until all of it is written."""
    check_writable(path)
    try:
        place = path.resolve()  # what a link leads to is replaced, not the link
        if place.exists() and not place.is_file():  # a device or a pipe cannot be put in place
            place.write_bytes(content)
            return
        mode = place.stat().st_mode if place.exists() else 0o666 & ~_umask()
        handle, name = tempfile.mkstemp(dir=place.parent, prefix=".fairdeal-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).chmod(mode)
            Path(name).replace(place)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise _unwritable(path, error.strerror) from None


def check_writable(path: Path) -> None:
    """Refuse a place where nothing can be put, before the work is done."""
    try:
        place = path.resolve()
        if place.is_dir():
            raise _unwritable(path, "it is a folder")
        if not place.parent.is_dir():
            raise _unwritable(path, f"there is no folder {place.parent}")
        if not os.access(place if place.exists() else place.parent, os.W_OK):
            raise _unwritable(path, "it is not yours to write")
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, why: object) -> Malformed:
    return Malformed(f"cannot write {path}: {why}", code="file.unwritable")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
