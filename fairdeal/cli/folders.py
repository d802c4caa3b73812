"""Several files of one folder, which appear there when all of them are complete."""

import secrets
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from fairdeal.books.parts import Part
from fairdeal.errors import Malformed


@contextmanager
def files_in(folder: Path, names: Iterable[str]) -> Iterator[dict[str, Part]]:
    """Files by their names; when something goes wrong, those that were there before stay."""
    token = secrets.token_hex(4)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
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
