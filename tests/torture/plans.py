"""The tables that are played, and who is there."""

from dataclasses import dataclass
from typing import Any, Final

from fairdeal.live.actors import Actor, Role

FLOOR: Final = Actor("flora", Role.FLOOR)
MANAGER: Final = Actor("mona", Role.MANAGER)
CAMERAS: Final = Actor("vera", Role.SURVEILLANCE)


@dataclass(frozen=True, slots=True)
class Plan:
    """One table and how it is set up."""

    name: str
    game: str
    dealer: str = ""
    """Empty for the automatic dealer."""
    style: str = ""
    hands: int = 1
    """Seats that each player holds."""
    betting_seconds: int = 0
    decision_seconds: int = 0
    float_cents: int = 1_000_000
    seats: int = 6

    def setup(self) -> dict[str, Any]:
        """What the floor says when it opens the table."""
        return {
            "game": self.game,
            "dealer": self.dealer,
            "style": self.style,
            "seats": self.seats,
            "hands_per_player": self.hands,
            "betting_seconds": self.betting_seconds,
            "decision_seconds": self.decision_seconds,
            "float_cents": self.float_cents,
            "tiers": {},
            "fills_itself": True,
        }

    def player(self, seat: int) -> Actor:
        """Who sits at a seat; names are the table's own, so that chips cannot be mixed up."""
        return Actor(f"{self.name}.{(seat - 1) // self.hands + 1}", Role.PLAYER)


# A float of $5 makes the house fill the bank again and again; seconds let the clock act.
PLANS: Final = (
    Plan("tcp-1", "three-card-poker", dealer="dana", hands=2),
    Plan("tcp-2", "three-card-poker", float_cents=500),
    Plan("ags-1", "ags-3-card", betting_seconds=1, decision_seconds=1),
    Plan("ags-2", "ags-3-card", dealer="dirk", style="hand"),
    Plan("fury-1", "three-card-fury"),
    Plan("napa-1", "napa-three-card-poker", hands=2),
    Plan("napa-2", "napa-three-card-poker", dealer="dora"),
    Plan("twa-1", "three-way-action", decision_seconds=1),
    Plan("twa-2", "three-way-action", dealer="dina", float_cents=500),
)
