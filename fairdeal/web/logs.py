"""The server's log lines on stderr: start, stop, refusals, errors and requests."""

import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LOG: Final = logging.getLogger("fairdeal.requests")
_FIRST: Final = "/first/"
"""The address of the first manager's link ends with a secret."""


class TextLines(logging.Formatter):
    """A line as people read it, with the time in UTC."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(message)s")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        """Seconds are enough for a person."""
        return _time(record, "seconds")


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message and what the record is about."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON; line ends in it are escaped."""
        line: dict[str, Any] = {
            "time": _time(record, "milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "about", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def _time(record: logging.LogRecord, exactness: str) -> str:
    written = datetime.fromtimestamp(record.created, UTC).isoformat(timespec=exactness)
    return written.replace("+00:00", "Z")


def in_json(said: str) -> str:
    """A line of the same form for what is not a record: words for the terminal, or a last word."""
    record = {"name": "fairdeal.serve", "levelname": "INFO", "msg": said}
    return JsonLines().format(logging.makeLogRecord(record))


def is_json() -> bool:
    """Whether the log's lines are JSON."""
    return any(isinstance(each.formatter, JsonLines) for each in logging.getLogger().handlers)


@contextmanager
def logging_to_stderr(level: str, form: str) -> Iterator[None]:
    """Write every record from the level on, until the room is closed."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    server, root = logging.getLogger("uvicorn.error"), logging.getLogger()
    before = root.level, server.level
    root.addHandler(handler)
    root.setLevel(level.upper())
    # What the server says of its start and stop we say ourselves.  Starlette hands an unforeseen
    # error to our own handler, which logs it with its reference, and then on to the server.
    server.setLevel(max(logging.WARNING, root.level))
    server.addFilter(_is_new)
    try:
        yield
    finally:
        server.removeFilter(_is_new)
        root.removeHandler(handler)
        root.setLevel(before[0])
        server.setLevel(before[1])


def _is_new(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith("Exception in ASGI application")


def log_error(request: Request, said: str, error: Exception | None = None, **more: object) -> None:
    """Log what went wrong with a request; with an *error* also where in the code."""
    extra = _about(request, **more)
    method, path = extra["about"]["method"], extra["about"]["path"]
    _LOG.error("%s %r: %s", method, path, said, exc_info=error, extra=extra)


def _about(request: Request, **more: object) -> Mapping[str, Any]:
    """What a record says of a request; never its query or its body."""
    path = request.url.path
    if path.startswith(_FIRST):
        path = f"{_FIRST}..."
    client = request.client.host if request.client else ""
    return {"about": {"method": request.method, "path": path, "client": client, **more}}


class RequestLog:
    """Logs every answer: refusals as warnings, the others for who wants to see all."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0

        async def heard(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, heard)
        finally:
            _tell(Request(scope), status, time.perf_counter() - began)


def _tell(request: Request, status: int, seconds: float) -> None:
    is_refused = status == 429 or (request.method == "POST" and status in (401, 403))
    level = logging.WARNING if is_refused else logging.DEBUG
    if _LOG.isEnabledFor(level):
        extra = _about(request, status=status, milliseconds=round(1000 * seconds, 1))
        said = extra["about"]
        _LOG.log(
            level,
            "%s%s %r from %s: %s, %s ms",
            "refused " if is_refused else "",
            said["method"],
            said["path"],
            said["client"] or "nowhere",
            status or "no answer",
            said["milliseconds"],
            extra=extra,
        )
