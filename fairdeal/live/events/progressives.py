"""A progressive: its meters, and everything that people do to them."""

import msgspec

from fairdeal.live.events.base import Event


class MeterSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """One meter as it was configured."""

    reset_cents: int
    rate: int
    """Millionths of each wager that the meter grows by."""
    ceiling_cents: int = 0
    """What it does not grow beyond; 0 for no ceiling."""


class Link(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bet that feeds the meters and wins them."""

    game: str
    bet: str
    wins: dict[str, str]
    """The meter by line of the pay table."""
    lines: tuple[str, ...] = ()
    """All lines of the pay table: with others, a hand would win at other odds."""


class ProgressiveOpened(Event, frozen=True):
    """A progressive began; the house put the reset levels into its meters."""

    progressive: str
    wager_cents: int
    """The wager that the meters are meant for."""
    meters: dict[str, MeterSetup]
    links: tuple[Link, ...]
    shared: bool = False
    """Winners of one meter in one round share it; else the first in order of settlement takes it,
    and the next the reset level."""


class ProgressiveDisabled(Event, frozen=True):
    """The progressive takes no bets; what lay on a layout already is concluded."""

    reason: str


class ProgressiveEnabled(Event, frozen=True):
    """The progressive takes bets again, with the same parameters."""

    reason: str


class RateScheduled(Event, frozen=True):
    """A meter grows at another rate from its next win on."""

    meter: str
    rate: int
    reason: str


class CeilingRaised(Event, frozen=True):
    """A meter may grow further than before; 0 for no ceiling."""

    meter: str
    ceiling_cents: int
    reason: str


class AdjustmentProposed(Event, frozen=True):
    """A person proposes to lower a meter, for one of the reasons that allow it."""

    meter: str
    why: str
    """One of ``malfunction``, ``cap``, ``receipts`` and ``seed``."""
    cents: int
    reason: str
    by: str


class AdjustmentRefused(Event, frozen=True):
    """Another person refused the adjustment, or it was taken back."""

    by: str
    reason: str


class MeterAdjusted(Event, frozen=True):
    """Two people agreed that a meter's money falls."""

    progressive: str
    meter: str
    why: str
    cents: int
    before_cents: int
    """What the meter showed when it was approved."""
    after_cents: int
    by: str
    approver: str
    reason: str
