"""Files that are written whole or not at all."""

import os
import tempfile
from pathlib import Path

from fairdeal.errors import Malformed


def replace_file(path: Path, content: bytes) -> None:
    """Put the content where the path says; what was there stays until all of it is written."""
    try:
        if path.exists() and not path.is_file():  # a device or a pipe cannot be put in place
            path.write_bytes(content)
            return
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).chmod(0o666 & ~_umask())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise Malformed(f"cannot write {path}: {why}", code="file.unwritable") from None


def check_writable(path: Path) -> None:
    """Refuse a place where nothing can be put, before the work is done."""
    place = path if path.exists() and not path.is_file() else path.parent
    if path.is_dir() or not place.exists() or not os.access(place, os.W_OK):
        raise Malformed(f"cannot write {path}: no such place, or not yours", code="file.unwritable")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
