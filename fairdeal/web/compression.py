"""Pages and JSON are sent compressed; event streams are not, as they must not wait for more."""

from typing import Final

from starlette.datastructures import Headers
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

_AS_THEY_ARE: Final = (*DEFAULT_EXCLUDED_CONTENT_TYPES, "application/pdf")
_LEAST: Final = 1000
"""Bytes of an answer that fits into one packet as it is."""

_LEVEL: Final = 6
"""Some tenths of a millisecond for a page; the highest level would save another hundredth."""


class Compressed:
    """Compresses what is answered.

    The length of a compressed page tells a listener on the network what in it is alike (BREACH).
    Two things keep that from a stranger who would have a visitor's browser ask for page after page:
    the token, the one secret that pages repeat, is masked differently in each; and what another
    site makes a browser ask for is answered as it is.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._compressing = GZipMiddleware(app, _LEAST, _LEVEL, exclude_content_types=_AS_THEY_ARE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        is_page = scope["type"] == "http" and not scope["path"].startswith("/static/")
        app = self._compressing if is_page and not _is_foreign(scope) else self._app
        await app(scope, receive, send)


def _is_foreign(scope: Scope) -> bool:
    return Headers(scope=scope).get("sec-fetch-site", "") in ("cross-site", "same-site")
