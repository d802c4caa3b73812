"""Several files of one folder, which appear there when all of them are complete."""

import hashlib
import secrets
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from fairdeal.errors import Malformed


class Part:
    """A file on its way, with what is to be said of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines = 0
        self._file = path.open("xb")
        self._digest = hashlib.sha256()

    def write(self, text: str) -> int:
        """Add a line."""
        data = text.encode()
        self._digest.update(data)
        self.lines += 1
        return self._file.write(data)

    @property
    def digest(self) -> str:
        """SHA-256 of what was written so far."""
        return self._digest.hexdigest()

    def close(self) -> None:
        """Nothing more is written."""
        self._file.close()


@contextmanager
def files_in(folder: Path, names: Iterable[str]) -> Iterator[dict[str, Part]]:
    """Files by their names; when something goes wrong, those that were there before stay."""
    token = secrets.token_hex(4)
    try:
        folder.mkdir(exist_ok=True)
        with ExitStack() as stack:
            parts: dict[str, Part] = {}
            for name in names:
                parts[name] = Part(folder / f".fairdeal-{token}-{name}")
                stack.callback(parts[name].path.unlink, missing_ok=True)
                stack.callback(parts[name].close)
            yield parts
            for name, part in parts.items():
                part.close()
                part.path.replace(folder / name)
    except OSError as error:
        raise Malformed(
            f"cannot write into {folder}: {error.strerror}", code="file.unwritable"
        ) from None
