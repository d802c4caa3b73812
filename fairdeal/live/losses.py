"""How a person accepts that a log has lost events: an event of the room, and a new mark."""

from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from typing import Final, NamedTuple

from fairdeal.errors import Corrupt, Malformed, Refused, Unavailable
from fairdeal.live import events
from fairdeal.live.account_stream import AccountStream
from fairdeal.live.actors import Actor, Role
from fairdeal.live.arguments import packed
from fairdeal.live.clocks import now
from fairdeal.live.commands.checks import reason_given
from fairdeal.live.log import codec, mark, notary
from fairdeal.live.log.chain import ROOM, Draft, Entry, Recorded
from fairdeal.live.log.mark import Mark
from fairdeal.live.log.stores.protocol import Store
from fairdeal.live.places import check_not_moved, mark_path, opened

ACCEPTS: Final = "accept-loss"
"""The command under which the log has it."""


class Peopled(NamedTuple):
    """A log, and the accounts in it."""

    store: Store
    accounts: AccountStream


def accept_loss(
    where: str | Path,
    *,
    by: Actor,
    reason: str,
    key_file: str | Path | None = None,
    mark_file: str | Path | None = None,
    sign_in: Callable[[Peopled], object] = lambda log: None,
) -> Recorded:
    """Record who goes on with a log that went back, or lost its mark, and mark the log as it is.

    A log that lacks nothing is left alone.  Where the log has accounts the person has one, and
    *sign_in* refuses who cannot prove it.
    """
    if by.role is not Role.MANAGER:
        said = f"{by} may not accept a loss: that takes a manager"
        raise Refused(said, code="role.refused")
    reason = reason_given(reason)
    path = mark_path(where, key_file, mark_file)
    store, key = opened(where, key_file)
    try:
        check_not_moved(store)
        lost = _lost(store, key, path)
        people = AccountStream(store, key, now)
        if why := people.read_on().missing(by.name, by.role, ACCEPTS, now()):
            raise Refused(f"{by} may not accept a loss: {why}", code="account.none")
        if people.now.people:
            sign_in(Peopled(store, people))
        [recorded] = store.append(acceptance(store, lost, by, reason, now()))
        # Before the mark: one that was broken off here is accepted again, in yet another history.
        store.seal(key, marked=True, origin=store.origin.raised())
        try:
            mark.write(path, Mark.of(key, recorded), key)
        except OSError as error:
            raise Unavailable(
                f"the loss is accepted as event {recorded.pos:,}, but the mark {path} cannot be"
                f" written: {error.strerror}; repair that and accept the loss again",
                code="log.mark-unwritable",
            ) from None
    finally:
        store.close()
    return recorded


def acceptance(store: Store, lost: Mark, by: Actor, reason: str, at: int) -> Entry:
    """The entry with which a person accepts a loss, at the end of the log as it is."""
    head, last = store.head(), mark.last_of(store)
    event = events.LossAccepted(lost.pos, lost.hash, lost.at, head.pos, head.hash, by.name, reason)
    return Entry(
        ROOM,
        store.streams().get(ROOM, 0),
        max(at, last.at if last else 0),
        by.name,
        by.role,
        ACCEPTS,
        f"{ACCEPTS}-{token_hex(8)}",
        packed(ACCEPTS, {"reason": reason}),
        (Draft(*codec.encoded(event)),),
    )


def _lost(store: Store, key: bytes, path: Path) -> Mark:
    """What the log once had; a mark at event 0 where no mark says it."""
    there = None
    try:
        there = mark.read(path, key)
        mark.check(store, there, key, path)
        notary.followed(store, key)
    except (Unavailable, Corrupt, Malformed) as error:
        if error.code == "log.went-back":
            return there if there and mark.missing(store, there) else Mark(0, b"", b"", 0)
        if error.code.startswith(("log.mark-", "checkpoint.")):
            return Mark(0, b"", b"", 0)
        raise
    raise Refused(
        f"the log in {store.name} has lost nothing that its mark has: there is no loss to accept",
        code="loss.none",
    )
