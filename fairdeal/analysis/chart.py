"""A chart of decisions: the best word for every hand against every card up."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from fairdeal.analysis.figures import exact


@dataclass(frozen=True, slots=True)
class Field:
    """What to do with a hand against one card up."""

    up: str
    """The card as a chart names it: ``A``, ``10``."""
    best: str
    values: Mapping[str, Fraction]
    """What each word is worth, in units of the bet."""

    def as_json(self) -> dict[str, Any]:
        """The field with the names of a par sheet's JSON."""
        values = {word: exact(value) for word, value in self.values.items()}
        return {"up": self.up, "best": self.best, "values": values}


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of two cards against every card up."""

    kind: str
    """``hard``, ``soft`` or ``pair``."""
    name: str
    """As a chart names it: ``10-6``."""
    total: str
    """``hard 16``, ``soft 17``."""
    fields: tuple[Field, ...]

    def as_json(self) -> dict[str, Any]:
        """The row with the names of a par sheet's JSON."""
        return {
            "kind": self.kind,
            "hand": self.name,
            "total": self.total,
            "cells": [each.as_json() for each in self.fields],
        }


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart of a bet; in full with what simpler play and other options cost."""

    hands: tuple[Hand, ...]
    simple_rules: Mapping[str, Fraction] = field(default_factory=dict)
    """By rule, what it costs beyond the best play; empty where this was not asked."""
    options: Mapping[str, Fraction] = field(default_factory=dict)
    """By ``option=value``, the house edge under it; empty where this was not asked."""

    def rows(self) -> list[dict[str, Any]]:
        """The hands with the names of a par sheet's JSON."""
        return [each.as_json() for each in self.hands]

    def as_json(self) -> dict[str, Any]:
        """The chart with the names of a par sheet's JSON."""
        shown: dict[str, Any] = {"rows": self.rows()}
        if self.simple_rules:
            shown["simple_rules"] = [
                {"rule": text, "cost": exact(cost)} for text, cost in self.simple_rules.items()
            ]
        if self.options:
            shown["options"] = [
                {"option": option, "house_edge": exact(edge)}
                for option, edge in self.options.items()
            ]
        return shown
