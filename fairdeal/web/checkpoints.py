"""Signed checkpoints for anyone who asks, and the proofs that belong to them."""

import anyio.to_thread
import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from fairdeal.errors import Malformed, Refused
from fairdeal.live.log.checkpoints import Kept
from fairdeal.live.log.notary import Consistency, LogTree, newest
from fairdeal.live.log.stores.protocol import Store
from fairdeal.web.access.guard import SAFE, in_json
from fairdeal.web.openapi import Included
from fairdeal.web.site import Site


class Checkpoints:
    """What witnesses and players ask for: the newest checkpoint, and proofs under it."""

    def __init__(self, site: Site) -> None:
        self._store = site.room.store

    def routes(self) -> list[BaseRoute]:
        """Their addresses."""
        return [
            Route("/checkpoint", self.newest),
            Route("/api/checkpoint/consistency", self.consistency),
            Route("/api/checkpoint/inclusion", self.inclusion),
        ]

    async def newest(self, request: Request) -> Response:
        """The newest checkpoint as a signed note."""
        kept = await anyio.to_thread.run_sync(_newest, self._store)
        return PlainTextResponse(kept.note, 200, SAFE)

    async def consistency(self, request: Request) -> Response:
        """The proof that the tree of one size begins with that of another."""
        sizes = _number(request, "old"), _number(request, "new")
        return in_json(await anyio.to_thread.run_sync(self._consistency, *sizes))

    def _consistency(self, old: int, new: int) -> bytes:
        size = _newest(self._store).size
        if not 0 <= old <= new <= size:
            raise Malformed(
                f"there is no proof from {old:,} to {new:,} entries: expected two sizes in order,"
                f" up to that of the newest checkpoint, {size:,}",
                code="proof.sizes",
            )
        path = LogTree(self._store).tree.consistency(old, new)
        return msgspec.json.encode(Consistency(old, new, tuple([each.hex() for each in path])))

    async def inclusion(self, request: Request) -> Response:
        """The proof that the newest checkpoint covers the entry at a position."""
        pos = _number(request, "pos")
        return in_json(await anyio.to_thread.run_sync(included, self._store, pos))


def included(store: Store, pos: int) -> bytes:
    """The proof for the entry of the event at *pos*, as JSON."""
    _newest(store)
    row = next(store.read(pos - 1, pos), None) if pos else None
    if row is None:
        raise Refused(f"the log has no event {pos:,}", code="event.none")
    tree = LogTree(store)
    proof = tree.inclusion(row.pos - row.part)
    assert tree.kept is not None, "the proof leads to it"
    leaf, path = proof.leaf.line.decode(), tuple([each.hex() for each in proof.path])
    return msgspec.json.encode(Included(leaf, proof.index, proof.size, path, tree.kept.note))


def _newest(store: Store) -> Kept:
    if (kept := newest(store)) is None:
        raise Refused(
            "the room has signed no checkpoint yet: ask again in a second", code="checkpoint.none"
        )
    return kept


def _number(request: Request, name: str) -> int:
    text = request.query_params.get(name, "")
    if not (text.isascii() and text.isdecimal()) or len(text) > 18:
        raise Malformed(
            f"{name}={text!r:.40} is not a number: expected one such as 42",
            code="number.unreadable",
        )
    return int(text)
