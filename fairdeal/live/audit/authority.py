"""Whether everybody did only what the role allows, and only in the own name.

The log does not keep the name of a command, but the first event that a command brings tells which
ones it can have been.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from fairdeal.errors import FairdealError, listed
from fairdeal.live import codec, events
from fairdeal.live.actors import AUTOMATIC, MAY, Role, check_name
from fairdeal.live.audit.seen import Seen

_BY_THE_DEALER: Final = (
    events.StepTaken,
    events.CardsDealt,
    events.DealerPeeked,
    events.DecisionAsked,
    events.CardsTurned,
    events.BankFilled,
    events.BetsSettled,
    events.RoundClosed,
)

_COMMANDS: Final[Mapping[type, tuple[str, ...]]] = {
    events.TableOpened: ("open-table",),
    events.ClosingAnnounced: ("close-table",),
    events.TableClosed: ("close-table", "reconfigure"),
    events.RoundVoided: ("close-table", "reconfigure"),
    events.TableDisabled: ("disable",),
    events.TableEnabled: ("enable",),
    events.DealerChanged: ("change-dealer",),
    events.ChipsBought: ("buy-in",),
    events.ChipsCashed: ("cash-out",),
    events.SeatTaken: ("sit",),
    events.SeatLeft: ("leave",),
    events.BankDeclined: ("decline-bank", "leave", "time-out"),
    events.BankPosted: ("post-bank",),
    events.RoundOpened: ("open-round", "place"),
    events.BetsPlaced: ("place",),
    events.BettingClosed: ("no-more-bets", "time-out"),
    events.DecisionMade: ("decide", "time-out"),
    events.IrregularityReported: ("report",),
    events.IrregularityRuled: ("rule",),
    **dict.fromkeys(_BY_THE_DEALER, ("next-step",)),
}
"""What must have been asked for an event to be the first that comes of it."""

_ALLOWED: Final = {
    codec.KINDS[event]: {role for command in commands for role in MAY[command]}
    for event, commands in _COMMANDS.items()
}
"""The roles that may have asked, by kind of event."""


def authority_faults(seen: Seen[Any]) -> Iterator[str]:
    """What speaks against this person having brought the event about."""
    record = seen.record
    if record.part == 0:
        yield from _role_faults(record.kind, record.actor, record.role)
    yield from _person_faults(seen, record.actor, record.role)


@lru_cache(maxsize=10_000)
def _role_faults(kind: str, actor: str, role: str) -> tuple[str, ...]:
    if role not in set(Role):
        return (f"there is no role {role!r}",)
    if kind not in _ALLOWED:
        return ("no command begins with such an event",)
    try:
        check_name(role, actor)
    except FairdealError as error:
        return (str(error),)
    if role in _ALLOWED[kind]:
        return ()
    takes = listed(sorted(_ALLOWED[kind]), "or")
    return (f"{role} {actor} may not do this: that takes a {takes}",)


def _person_faults(seen: Seen[Any], actor: str, role: str) -> Iterator[str]:
    match seen.event:
        case (
            events.BetsPlaced(player=player)
            | events.BankPosted(player=player)
            | events.SeatTaken(player=player)
        ):
            yield from _own(actor, player)
        case (
            events.DecisionMade(player=player, by_system=by_system)
            | events.BankDeclined(player=player, by_system=by_system)
        ):
            if by_system and role != Role.DEALER:
                yield f"{role} {actor} cannot take what is the system's to take"
            if not by_system and role == Role.DEALER:
                yield f"{role} {actor} spoke for {player} and it is not marked as the system's"
            if role == Role.PLAYER:
                yield from _own(actor, player)
        case events.SeatLeft(player=player) if role == Role.PLAYER:
            yield from _own(actor, player)
        case events.ChipsBought(player=player) | events.ChipsCashed(player=player):
            if player == actor:
                yield f"{actor} handled chips of the own"
            if role == Role.DEALER:
                yield from _own_table(seen, actor)
        case events.IrregularityReported(by=by) | events.IrregularityRuled(by=by):
            if by != actor:
                yield f"{actor} acted in the name of {by}"
        case _ if _deals(seen, role):
            yield from _own_table(seen, actor)


def _own_table(seen: Seen[Any], actor: str) -> Iterator[str]:
    dealer = seen.table.dealer or AUTOMATIC.name
    if actor != dealer:
        yield f"{actor} acted where {dealer} deals"


def _own(actor: str, player: str) -> Iterator[str]:
    if actor != player:
        yield f"{actor} acted in the name of {player}"


def _deals(seen: Seen[Any], role: str) -> bool:
    """Whether the dealer did it; what follows by itself is nobody's."""
    by_dealer = (*_BY_THE_DEALER, events.BettingClosed)
    opens = isinstance(seen.event, events.RoundOpened) and role == Role.DEALER
    return seen.record.part == 0 and (opens or isinstance(seen.event, by_dealer))
