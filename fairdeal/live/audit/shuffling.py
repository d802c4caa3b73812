"""The shuffle: the house commits before the bets, and no seed is chosen after that."""

from collections.abc import Iterator
from typing import Any, Final

from fairdeal.live import events
from fairdeal.live.audit.seen import Seen
from fairdeal.live.shoe import SEED_BYTES, Shuffle, secret_fault, value_after

_HASH_BYTES: Final = 32


def shuffled_fairly(seen: Seen[Any]) -> Iterator[str]:
    """What is wrong with the part that an event has in the shuffle.

    A table of an older log begins without commitments.  Once the house has committed to a secret
    there, it does so for every round.
    """
    match seen.event:
        case events.SeedAnnounced():
            yield from _announced(seen)
        case events.DeckCommitted():
            yield from _committed(seen)
        case events.RoundOpened():
            yield from _opened(seen)
        case events.BetsPlaced(seed=seed) if seed:
            yield from _revealed(seen)
        case events.BettingClosed():
            yield from _closed(seen)
        case events.RoundClosed() | events.RoundVoided():
            yield from _shown(seen)


def owed(seen: Seen[Any]) -> tuple[type, ...]:
    """What must follow when the first player sits down: the house commits to a secret."""
    if seen.table.committed or not seen.table.has_committed:
        return ()
    match seen.event:
        case events.SeatTaken():
            return events.SeedAnnounced, events.DeckCommitted
        case events.SeedAnnounced():
            return (events.DeckCommitted,)
        case _:
            return ()


def _announced(seen: Seen[events.SeedAnnounced]) -> Iterator[str]:
    event, table = seen.event, seen.table
    yield from seen.wrong("the player", event.player, table.seats.get(event.seat, ""))
    yield from seen.wrong("the length of the anchor", len(event.anchor), SEED_BYTES)


def _committed(seen: Seen[events.DeckCommitted]) -> Iterator[str]:
    """The first commitment of a table, or one after it was empty; no bet can be known."""
    event, table, now = seen.event, seen.table, seen.table.playing
    if table.committed:
        yield f"the house had committed to another secret for round {table.committed.round} already"
    yield from seen.wrong("the length of the commitment", len(event.commitment), _HASH_BYTES)
    is_betting = now is not None and now.betting
    number = table.playing.number if is_betting and table.playing else table.rounds + 1
    yield from seen.wrong("the round of the commitment", event.round, number)
    if is_betting and now and now.in_play() and table.has_committed:
        yield "the house committed to a secret when bets lay there already"
    if is_betting and now and now.revealed:
        yield "the house committed to a secret when it knew seeds of the round"


def _opened(seen: Seen[events.RoundOpened]) -> Iterator[str]:
    """The commitment is older than the first bet."""
    stands = seen.table.committed
    if stands is None and seen.table.has_committed:
        yield "the house had not committed to a secret when the round was opened"
    elif stands is not None:
        yield from seen.wrong("the round of the commitment", stands.round, seen.event.round)


def _revealed(seen: Seen[events.BetsPlaced]) -> Iterator[str]:
    """The seed is the next one of a chain that is older than the commitment; one a round."""
    event, now = seen.event, seen.now
    chain = seen.table.chains.get(event.seat)
    if event.seat in now.revealed:
        yield f"seat {event.seat} revealed a second seed in one round"
    if chain is None:
        yield f"seat {event.seat} had announced no seeds before the house committed"
    elif chain.player != event.player or value_after(event.seed) != chain.value:
        yield f"the seed of seat {event.seat} is not the next one of its chain"


def _closed(seen: Seen[events.BettingClosed]) -> Iterator[str]:
    """The deck follows from the commitment that stood, and from the seeds of seats in play."""
    event, table, now = seen.event, seen.table, seen.now
    yield from seen.wrong("the length of the commitment", len(event.commitment), _HASH_BYTES)
    if event.sealed:
        if table.has_committed:
            yield "the deck was drawn when the bets were known, and not from the committed secret"
        return
    if table.committed is None:
        yield "the house had not committed to a secret"
    elif event.commitment != table.committed.commitment:
        yield (
            f"the deck was made from the commitment {event.commitment.hex()}, and the house had"
            f" published {table.committed.commitment.hex()} before the bets"
        )
    due = [(seat, now.revealed[seat].seed) for seat in now.in_play() if seat in now.revealed]
    if [(each.seat, each.seed) for each in event.seeds] != due:
        named = [each.seat for each in event.seeds]
        yield f"the seeds of seats {named} were used, and not those that seats in play revealed"
    yield from seen.wrong("the beacon", event.beacon, "")


def _shown(seen: Seen[Any]) -> Iterator[str]:
    """A round that ends shows its secret, and has the commitment for the next one."""
    event, table, now = seen.event, seen.table, seen.now
    if table.has_committed:
        length = len(event.next_commitment)
        yield from seen.wrong("the length of the next commitment", length, _HASH_BYTES)
    if event.deck or not table.committed or now.commitment or not event.secret:
        return  # a deck is compared as a whole
    about = Shuffle(table.name, now.number, table.committed.commitment)
    if fault := secret_fault(about, event.secret):
        yield fault
