"""A chart of decisions: the best word for every hand against every card up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

from fairdeal.analysis.figures import exact
from fairdeal.analysis.instructions import Line
from fairdeal.errors import listed

_PAIR: Final = "pair"


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


def _against(fields: Sequence[Field]) -> str:
    """What to do against which cards up: ``stand against 2 to 6; hit against 7 to A``."""
    ups = [each.up for each in fields]
    runs: dict[str, list[list[int]]] = {}
    for place, each in enumerate(fields):
        own = runs.setdefault(each.best, [])
        if own and own[-1][-1] == place - 1:
            own[-1].append(place)
        else:
            own.append([place])
    if len(runs) == 1:
        return f"always {next(iter(runs))}"
    return "; ".join(
        f"{word} against "
        + listed(
            ups[run[0]] if len(run) == 1 else f"{ups[run[0]]} to {ups[run[-1]]}" for run in own
        )
        for word, own in runs.items()
    )


def _as_hands(several: Sequence[tuple[str, str, str, str]], total: str) -> str:
    """The hands of a total that does not always play alike."""
    return f" ({', '.join(name for _, each, _, name in several if each == total)})"


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart of a bet; in full with what simpler play and other options cost."""

    hands: tuple[Hand, ...]
    simple_rules: Mapping[str, Fraction] = field(default_factory=dict)
    """By rule, what it costs beyond the best play; empty where this was not asked."""
    options: Mapping[str, Fraction] = field(default_factory=dict)
    """By ``option=value``, the house edge under it; empty where this was not asked."""

    def lines(self) -> Iterator[Line]:
        """The chart in words: neighbouring hands that play alike are one line."""
        said = [(each.kind, each.total, _against(each.fields), each.name) for each in self.hands]
        for (kind, words), run in groupby(said, lambda each: (each[0], each[2])):
            several = list(run)
            if kind == _PAIR:
                named = listed(name for *_, name in several)
            else:
                totals = list(dict.fromkeys(total for _, total, *_ in several))
                mixed = {total for _, total, other, _ in said if other != words}
                named = listed(
                    f"{total}{_as_hands(several, total) if total in mixed else ''}"
                    for total in totals
                )
            yield Line(0, f"{named}: {words}")

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
