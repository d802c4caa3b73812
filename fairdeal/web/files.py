"""The stylesheet and the script, under addresses that change with their content."""

import hashlib
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.web.access.guard import SAFE

_KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_KEPT: Final = {"cache-control": "public, max-age=31536000, immutable"}


_FOLDER: Final = resources.files("fairdeal.web").joinpath("static")
NAMES: Final = frozenset(each.name for each in _FOLDER.iterdir())


@cache
def _file(name: str) -> bytes:
    return _FOLDER.joinpath(name).read_bytes()


@cache
def address(name: str) -> str:
    """Where a file is found; with another content it has another address, so it can be kept."""
    return f"/static/{name}?{hashlib.sha256(_file(name)).hexdigest()[:12]}"


async def static(request: Request) -> Response:
    """A file, or a sentence that there is none."""
    name = request.path_params["name"]
    if name not in NAMES:
        return Response(f"there is no file {name!r}", 404, SAFE, "text/plain")
    return Response(_file(name), 200, {**SAFE, **_KEPT}, _KINDS[Path(name).suffix])
