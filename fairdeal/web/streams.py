"""Server-sent events, as plain ASGI: one task sends, another waits for the client to hang up."""

import asyncio
from typing import Final

from starlette.types import Receive, Send

from fairdeal.live import Actor
from fairdeal.web.audience import Client
from fairdeal.web.hub import Hub, Page

_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"x-accel-buffering", b"no"),
]


async def stream(
    hub: Hub,
    client: Client,
    page: Page,
    viewer: Actor | None,
    receive: Receive,
    send: Send,
    headers: list[tuple[bytes, bytes]],
    last: str = "",
    first: bytes = b"",
) -> None:
    """Send the *first* message and then what happens, until one of the two ends is gone."""
    await hub.join(client, page, viewer, last)
    try:
        start = {"type": "http.response.start", "status": 200, "headers": [*_HEADERS, *headers]}
        await send(start)
        await send({"type": "http.response.body", "body": first, "more_body": True})
        sending = asyncio.ensure_future(_sent(client, send))
        hanging_up = asyncio.ensure_future(_hung_up(receive))
        _, running = await asyncio.wait({sending, hanging_up}, return_when=asyncio.FIRST_COMPLETED)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
    finally:
        hub.leave(client, page)


def the_time(now: int) -> bytes:
    """The message by which the clocks of a page are set; *now* is in microseconds since 1970."""
    return b"event: now\ndata: %d\n\n" % (now // 1000)


async def _sent(client: Client, send: Send) -> None:
    while (message := await client.line.get()) is not None:
        await send({"type": "http.response.body", "body": message, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _hung_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
