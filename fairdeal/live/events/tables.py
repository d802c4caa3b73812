"""Tables that open and close, seats, and chips that come and go."""

import msgspec

from fairdeal.live.events.base import Event


class Limit(msgspec.Struct, frozen=True, array_like=True):
    """What a table takes on one bet."""

    least_cents: int
    most_cents: int
    step_cents: int


class RoomOpened(Event, frozen=True):
    """The room was opened, or says for the first time what its chips are worth."""

    chips: str
    """``play`` or ``cash``."""


class LossAccepted(Event, frozen=True):
    """A manager accepted that the log has lost events: the room goes on from an older end."""

    lost_pos: int
    """The last event that the mark has, which the log lacks; 0 where there was no readable mark."""
    lost_hash: bytes
    """The hash of that event; empty where there was no readable mark."""
    lost_at: int
    """When that event was recorded, in microseconds since 1970."""
    pos: int
    """The event at which the log ended when the loss was accepted."""
    hash: bytes
    """The hash of that event."""
    by: str
    reason: str


class LogMoved(Event, frozen=True):
    """The log goes on at another place; this is its last event here."""

    to: str
    """That place, without a password."""
    incarnation: int
    """The incarnation of the log there."""
    pos: int
    """The last event that was moved."""
    hash: bytes
    """The hash of the log up to that event."""


class ClockSet(Event, frozen=True):
    """A machine's clock was set while the room was open, or was behind the log at a start."""

    moved: int
    """By how many microseconds; ahead positive, back negative."""
    log: str
    """What the log's time does: ``follows`` the clock; ``waits`` until the clock has caught up with
    it; or ``goes-on`` without the clock, which is too far ahead to be believed."""


class TableOpened(Event, frozen=True):
    """The floor opened the table, or opened it again with another configuration."""

    configuration: int
    """Counts the configurations of this table from 1: pay tables and limits never change in one."""
    game: str
    style: str
    """How cards come: ``machine`` or ``hand``."""
    pay_tables: dict[str, str]
    options: dict[str, str]
    rules_digest: str
    """Fingerprint of the game's rules in force; a round is settled by these or not at all."""
    limits: dict[str, Limit]
    profile: str
    profile_from: str
    """The date of the edition of the profile that is in force."""
    seats: int
    hands_per_player: int
    betting_seconds: int
    """How long the automatic dealer waits for bets; 0 until it is told."""
    decision_seconds: int
    """How long a seat may think; 0 for ever."""
    float_cents: int
    """What the house put into the table's bank."""
    dealer: str = ""
    """The person who deals; empty for the automatic dealer."""
    progressive: str = ""
    """The progressive whose meters the table feeds and wins; empty for none."""
    plays_on: bool = False
    """The table goes on while a payment waits for approval; else it holds."""
    aggregates: dict[str, int] = msgspec.field(default_factory=dict)
    """By bet, the most cents that all seats together win on it in one round."""
    tiers: dict[str, int] = msgspec.field(default_factory=dict)
    """By role, from how many cents on it signs a payment, beside what the law has signed."""
    practice: bool = False
    """A table to learn at: players may ask there what each choice is worth."""
    floor_fills: bool = False
    """Only the floor adds to the bank; otherwise the house adds what a payment needs."""
    signed_voids: bool = False
    """A void that drops held payments takes the signatures that paying them takes."""
    tips: bool = False
    """The table has a tip box: players may tip the dealer."""
    extra: bool = False
    """The room opened it when its game had no free seat, and closes it when it is not needed."""


class DealerChanged(Event, frozen=True):
    """Another dealer took over; empty for the automatic one."""

    dealer: str


class ClosingAnnounced(Event, frozen=True):
    """The table closes when the round in play is over."""

    reason: str


class TableClosed(Event, frozen=True):
    """The table takes no more bets; its bank went back to the house."""

    reason: str
    bank_cents: int
    tips_cents: int = 0
    """What lay in the tip box and was paid to the dealers."""


class TableDisabled(Event, frozen=True):
    """No new bets until the table is enabled; a round in play is concluded."""

    reason: str


class TableEnabled(Event, frozen=True):
    """Bets are taken again."""

    reason: str


class BankFilled(Event, frozen=True):
    """The house added to the table's bank."""

    cents: int
    by: str = ""
    """Who filled it; empty where the house did so automatically, as the bank was short."""


class BankShort(Event, frozen=True):
    """The bank cannot pay what comes next; the table waits until the floor fills it."""

    cents: int
    """What is missing."""
    pay: int = 0
    """The payment that waits for it; 0 for the bets of the round."""


class SeatFreed(Event, frozen=True):
    """The floor freed the seats of a player who went away.

    A hand in play follows the declared default, and the seats are free when the round is over.
    """

    seats: tuple[int, ...]
    player: str
    reason: str
    later: bool = False
    """Bets or a bank of the round keep the seats until it is over."""


class SeatTaken(Event, frozen=True):
    """A player sat down."""

    seat: int
    player: str


class SeatLeft(Event, frozen=True):
    """A player gave up a seat; chips stay the player's until they are cashed."""

    seat: int
    player: str


class ChipsBought(Event, frozen=True):
    """A player gave cash and took chips."""

    player: str
    cents: int


class ChipsCashed(Event, frozen=True):
    """A player gave chips and took cash."""

    player: str
    cents: int


class DealerTipped(Event, frozen=True):
    """A player tipped the dealer: chips went from the player to the tip box."""

    player: str
    cents: int
    by: str = ""
    """The dealer who put them there; empty where the player did."""
