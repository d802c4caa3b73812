"""A round until the bets lie: the bank of a player, seeds, bets, and the shuffle."""

import msgspec

from fairdeal.live.events.base import Event


class SeedAnnounced(Event, frozen=True):
    """A player announced a chain of seeds for the shuffle; it counts from the next commitment."""

    seat: int
    player: str
    anchor: bytes
    """The last value of the chain; its seeds are revealed backwards, one a round."""


class DeckCommitted(Event, frozen=True):
    """The house committed to its secret for the next deck, where no commitment stood."""

    round: int
    """The round whose deck the secret is for."""
    commitment: bytes
    """Hash of the secret, the table and the round; the secret is shown when the round is over."""
    sealed: bytes
    """The secret, encrypted with the room's key."""


class RoundOpened(Event, frozen=True):
    """Betting began."""

    round: int
    """Counts the rounds of the table from 1, through all configurations."""
    until: int = 0
    """When the automatic dealer closes the betting; 0 for no limit."""


class BankOffered(Event, frozen=True):
    """A player was offered the bank of a game that players bank."""

    seat: int
    player: str
    until: int
    """When the offer passes on, in microseconds since 1970; 0 for no limit."""


class BankDeclined(Event, frozen=True):
    """A player declined the bank, or gave it up because no player bet against it."""

    seat: int
    player: str
    by_system: bool = False
    """No player answered, or bet, in time."""
    cents: int = 0
    """What had been posted and goes back."""


class BankPosted(Event, frozen=True):
    """A player took the bank and put up what it can lose or win."""

    seat: int
    player: str
    cents: int
    at: int
    """When, in microseconds since 1970: rotation is a matter of minutes."""
    until: int = 0
    """When the automatic dealer closes the betting; 0 for no limit."""


class BetsPlaced(Event, frozen=True):
    """A seat's bets, all of them, as they lie from now on."""

    seat: int
    player: str
    bets: dict[str, int]
    cents: int
    """What moved from the player's chips to the layout; negative when bets were taken back."""
    until: int = 0
    """When the automatic dealer closes the betting, where the first bet starts the time again."""
    seed: bytes = b""
    """The seat's seed for the shuffle: the value before the last one of its chain."""


class Seed(msgspec.Struct, frozen=True, array_like=True):
    """A seed that the order of a deck follows from."""

    seat: int
    seed: bytes


class BettingClosed(Event, frozen=True):
    """No more bets; the order of the deck follows from the house's secret and the seeds."""

    step: int
    commitment: bytes
    """What the house published before the bets; in older logs the hash of nonce and deck."""
    sealed: bytes = b""
    """Only in older logs, which drew the deck here: order and nonce, encrypted."""
    seeds: tuple[Seed, ...] = ()
    """The seeds of the seats in play, by seat."""
    beacon: str = ""
    """Reserved for a public source of randomness; empty."""
