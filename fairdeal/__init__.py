"""Card-room table games whose every payout can be proven."""

__version__ = "0.1.0"
