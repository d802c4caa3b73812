"""Figures as documents print them, held against the exact ones."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Printed:
    """One printed figure beside the exact one."""

    what: str
    """Which figure: ``house-advantage``, ``probability of a flush``."""
    text: str
    """As printed."""
    exact: Fraction
    where: str = ""
    """The place in the document."""

    @property
    def value(self) -> Fraction:
        """What the text says."""
        number = Fraction(Decimal(self.text.rstrip("%")))
        return number / 100 if self.text.endswith("%") else number

    @property
    def agrees(self) -> bool:
        """Whether the exact figure rounds to what is printed."""
        return abs(self.exact - self.value) <= self._last_place / 2

    @property
    def correct(self) -> str:
        """The exact figure, rounded as the printed one is."""
        percent = self.text.endswith("%")
        digits = -int(Decimal(self.text.rstrip("%")).as_tuple().exponent)
        shown = round(self.exact * 100 if percent else self.exact, digits)
        return f"{float(shown):.{digits}f}" + ("%" if percent else "")

    @property
    def _last_place(self) -> Fraction:
        digits = int(Decimal(self.text.rstrip("%")).as_tuple().exponent)
        return Fraction(10) ** digits / (100 if self.text.endswith("%") else 1)

    def as_json(self) -> dict[str, Any]:
        """The comparison as ``fairdeal par --json`` prints it."""
        return {
            "figure": self.what,
            "printed": self.text,
            "exact": str(self.exact),
            "value": float(self.exact),
            "agrees": self.agrees,
            "correct": self.correct,
        }
