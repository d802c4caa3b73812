"""The stylesheet and the scripts, under addresses that change with their content."""

import gzip
import hashlib
import re
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.games import GAMES
from fairdeal.games.layout import Game
from fairdeal.web.access.guard import SAFE
from fairdeal.web.naming import look

_KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_KEPT: Final = {"cache-control": "public, max-age=31536000, immutable"}
_ASKED_AGAIN: Final = {"cache-control": "no-cache"}
"""Under an address that does not say which content is meant."""

_FOLDER: Final = resources.files("fairdeal.web").joinpath("static")
NAMES: Final = frozenset(each.name for each in _FOLDER.iterdir())


_IMPORTED: Final = re.compile(r'(?<= from ")\./([a-z]+\.js)(?=")')


@cache
def _file(name: str) -> bytes:
    """A file; what a script imports it finds under an address that can be kept, too."""
    content = _FOLDER.joinpath(name).read_bytes()
    if name == "fairdeal.css":
        return content + "".join(map(_felt, GAMES.values())).encode()
    if not name.endswith(".js"):
        return content
    return _IMPORTED.sub(lambda found: address(found[1]), content.decode()).encode()


def _felt(game: Game) -> str:
    """The colours of a game's felt: its own, lighter where the light falls, darker at the edge."""
    if not game.felt:
        return ""
    red, green, blue = bytes.fromhex(game.felt.removeprefix("#"))
    light, dark = (
        f"#{''.join(f'{min(255, round(part * times)):02x}' for part in (red, green, blue))}"
        for times in (1.3, 0.565)
    )
    return f".{look(game.key)} {{ --felt: {game.felt}; --felt-hi: {light}; --felt-lo: {dark}; }}\n"


@cache
def _packed(name: str) -> bytes:
    """The same, compressed once for all requests."""
    return gzip.compress(_file(name), mtime=0)


@cache
def _version(name: str) -> str:
    return hashlib.sha256(_file(name)).hexdigest()[:12]


@cache
def address(name: str) -> str:
    """Where a file is found; with another content it has another address, so it can be kept."""
    return f"/static/{name}?{_version(name)}"


async def static(request: Request) -> Response:
    """A file, or a sentence that there is none."""
    name = request.path_params["name"]
    if name not in NAMES:
        return Response(f"there is no file {name!r}", 404, SAFE, "text/plain")
    headers = SAFE | (_KEPT if request.url.query == _version(name) else _ASKED_AGAIN)
    headers["vary"] = "accept-encoding"
    content = _file(name)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"], content = "gzip", _packed(name)
    return Response(content, 200, headers, _KINDS[Path(name).suffix])
