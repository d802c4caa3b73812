"""Whether each actor did only what the role allows, and only under that actor's name."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from fairdeal.errors import FairdealError
from fairdeal.live import events
from fairdeal.live.actors import AUTOMATIC, MAY, Actor, Role, check_may
from fairdeal.live.audit.seen import Seen
from fairdeal.live.log import codec

BEGINS: Final[Mapping[str, tuple[type, ...]]] = {
    "open-table": (events.TableOpened,),
    "reconfigure": (events.TableClosed, events.RoundVoided),
    "close-table": (events.ClosingAnnounced, events.TableClosed, events.RoundVoided),
    "disable": (events.TableDisabled,),
    "enable": (events.TableEnabled,),
    "change-dealer": (events.DealerChanged,),
    "fill-bank": (events.BankFilled,),
    "free-seat": (events.SeatFreed,),
    "buy-in": (events.ChipsBought,),
    "cash-out": (events.ChipsCashed,),
    "tip": (events.DealerTipped,),
    "sit": (events.SeatTaken,),
    "announce-seed": (events.SeedAnnounced,),
    "leave": (events.BankDeclined, events.SeatLeft),
    "post-bank": (events.BankPosted,),
    "decline-bank": (events.BankDeclined,),
    "place": (events.DeckCommitted, events.RoundOpened, events.BetsPlaced),
    "decide": (events.DecisionDeclared, events.DecisionMade),
    "open-round": (events.DeckCommitted, events.RoundOpened),
    "no-more-bets": (events.DeckCommitted, events.BettingClosed),
    "next-step": (
        events.StepTaken,
        events.CardsDealt,
        events.DealerPeeked,
        events.DecisionAsked,
        events.CardsTurned,
        events.BankFilled,
        events.BankShort,
        events.BetsSettled,
        events.RoundClosed,
    ),
    "confirm-decision": (events.DecisionMade,),
    "time-out": (
        events.BankDeclined,
        events.DeckCommitted,
        events.BettingClosed,
        events.DecisionMade,
    ),
    "report": (events.IrregularityReported,),
    "rule": (events.IrregularityRuled, events.RulingSigned),
    "touch-seat": (events.SeatTouched,),
    "choose-hand": (events.HandChosen, events.HandErased),
    "touch-pending": (events.PendingTouched,),
    "cancel-jackpot": (events.JackpotCancelled,),
    "pay-jackpot": (events.PaySubmitted,),
    "settle-claim": (events.ClaimSettled,),
    "submit-pay": (events.PaySubmitted,),
    "approve-pay": (events.PaySigned,),
    "send-back": (events.PaySentBack,),
    "open-progressive": (events.ProgressiveOpened,),
    "disable-progressive": (events.ProgressiveDisabled,),
    "enable-progressive": (events.ProgressiveEnabled,),
    "schedule-rate": (events.RateScheduled,),
    "raise-ceiling": (events.CeilingRaised,),
    "propose-adjustment": (events.AdjustmentProposed,),
    "approve-adjustment": (events.MeterAdjusted,),
    "refuse-adjustment": (events.AdjustmentRefused,),
}
"""What each command can bring first."""

_BY_THE_TABLES_DEALER: Final = (
    *("open-round", "no-more-bets", "next-step", "confirm-decision"),
    *("buy-in", "cash-out", "tip", "report"),
    *("touch-seat", "choose-hand", "touch-pending", "cancel-jackpot", "pay-jackpot", "submit-pay"),
)


def authority_faults(seen: Seen[Any]) -> Iterator[str]:
    """What speaks against this person having brought the event about."""
    record = seen.record
    if record.part == 0:
        yield from role_faults(record.command, record.kind, record.actor, record.role)
        if _is_the_dealers(seen):
            yield from _own_table(seen, record.actor)
    elif record.actor == AUTOMATIC.name and record.command != "time-out":
        yield from _own_table(seen, record.actor)
    yield from _person_faults(seen, record.actor, record.role)


@lru_cache(maxsize=10_000)
def role_faults(command: str, kind: str, actor: str, role: str) -> tuple[str, ...]:
    """Why an actor in this role could not have asked for what brought such an event."""
    if role not in set(Role):
        return (f"there is no role {role!r}",)
    if command not in MAY:
        return (f"there is no command {command!r}",)
    try:
        check_may(Actor(actor, Role(role)), command)
    except FairdealError as error:
        return (str(error),)
    if kind not in {codec.KINDS[each] for each in BEGINS[command]}:
        return (f"{command} does not begin with such an event",)
    return ()


def _is_the_dealers(seen: Seen[Any]) -> bool:
    """Whether only the table's own dealer can have asked for it, of all dealers.

    The clock belongs to nobody's table, except where it closes the betting.
    """
    record = seen.record
    closes = isinstance(seen.event, events.BettingClosed)
    return record.role == Role.DEALER and (record.command in _BY_THE_TABLES_DEALER or closes)


def _person_faults(seen: Seen[Any], actor: str, role: str) -> Iterator[str]:
    match seen.event:
        case (
            events.BetsPlaced(player=player)
            | events.BankPosted(player=player)
            | events.SeatTaken(player=player)
            | events.SeedAnnounced(player=player)
            | events.DecisionDeclared(player=player)
        ):
            yield from _own(actor, player)
        case events.DecisionMade() if seen.now.unconfirmed and seen.record.command != "decide":
            yield from _confirmed(seen, seen.event)
        case (
            events.DecisionMade(player=player, by_system=by_system)
            | events.BankDeclined(player=player, by_system=by_system)
        ):
            yield from _spoken_for(seen, player, by_system=by_system)
            if by := getattr(seen.event, "confirmed_by", ""):
                yield f"{actor} made it final, and the log names {by}"
        case events.SeatLeft(player=player) if role == Role.PLAYER:
            yield from _own(actor, player)
        case events.DealerTipped(player=player, by=by):
            if role == Role.PLAYER:
                yield from _own(actor, player)
            if by != ("" if role == Role.PLAYER else actor):
                yield f"{actor} put in the tip, and the log names {by or player}"
        case events.BankFilled(by=by) if by and by != actor:
            yield f"{actor} acted in the name of {by}"
        case events.ChipsBought(player=player) | events.ChipsCashed(player=player):
            if player == actor:
                yield f"{actor} handled their own chips"
        case events.IrregularityReported(by=by) | events.IrregularityRuled(by=by):
            if by != actor:
                yield f"{actor} acted in the name of {by}"


def _confirmed(seen: Seen[Any], made: events.DecisionMade) -> Iterator[str]:
    """What a player declared is final when the dealer has confirmed it.

    No confirmation is needed once the player went away, or the automatic dealer took over.
    """
    yield from seen.wrong("what became final", made.word, seen.now.unconfirmed)
    if made.by_system:
        yield f"what {made.player} declared is marked as the system's"
    needs = seen.table.dealer and not seen.now.is_away(made.seat)
    is_confirmed = seen.record.command == "confirm-decision"
    if needs and not is_confirmed:
        yield f"{seen.table.dealer} did not confirm what {made.player} declared"
    by = seen.record.actor if is_confirmed else AUTOMATIC.name
    if made.confirmed_by != by:
        yield f"{by} made it final, and the log names {made.confirmed_by or made.player}"


def _spoken_for(seen: Seen[Any], player: str, *, by_system: bool) -> Iterator[str]:
    """What a player did not decide was decided when the time was up, and is marked so."""
    record = seen.record
    if isinstance(seen.event, events.DecisionMade) and seen.now.is_away(seen.event.seat):
        if not by_system:
            yield f"what was decided for {player}, who went away, is not marked as the system's"
        return
    timed_out = record.command == "time-out"
    if by_system != timed_out:
        marked = "is" if by_system else "is not"
        yield f"what {record.command} brought for {player} {marked} marked as the system's"
    if timed_out:
        if record.actor != AUTOMATIC.name:
            yield from _own_table(seen, record.actor)
    elif record.role == Role.PLAYER:
        yield from _own(record.actor, player)
    elif isinstance(seen.event, events.DecisionMade):
        yield f"{record.actor} decided for {player}"


def _own_table(seen: Seen[Any], actor: str) -> Iterator[str]:
    dealer = seen.table.dealer or AUTOMATIC.name
    if actor != dealer:
        yield f"{actor} acted where {dealer} deals"


def _own(actor: str, player: str) -> Iterator[str]:
    if actor != player:
        yield f"{actor} acted in the name of {player}"
