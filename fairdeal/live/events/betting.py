"""A round until the bets lie: the bank of a player, bets, and the shuffle."""

from fairdeal.live.events.base import Event


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


class BettingClosed(Event, frozen=True):
    """No more bets; the deck is shuffled, and its order can no longer change."""

    step: int
    commitment: bytes
    """Hash of the nonce and the order of the deck, both shown when the round is over."""
    sealed: bytes
    """Order and nonce, encrypted with the room's key."""
