"""The blackjack leg as a par sheet and an adviser show it."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fairdeal.analysis.advice import Advice, check_cards
from fairdeal.analysis.blackjack.advice import advise
from fairdeal.analysis.blackjack.house import CARD, VALUES, House
from fairdeal.analysis.blackjack.policies import SIMPLE_RULES
from fairdeal.analysis.blackjack.solution import Start, solve
from fairdeal.analysis.figures import exact
from fairdeal.errors import Malformed
from fairdeal.games.blackjack_leg import Word
from fairdeal.games.terms import Terms
from fairdeal.games.three_way_action import GAME
from fairdeal.hands.blackjack import points_of, total_of

_NAMES = tuple("A" if points_of(card) == 11 else str(points_of(card)) for card in CARD)


def decisions(terms: Terms) -> list[dict[str, Any]]:
    """The best word for every two cards against every card up."""
    rows: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for (low, high, up), start in sorted(solve(House.of(terms.options)).starts.items()):
        if start.best is not None:  # nothing is to be said to a natural
            rows.setdefault((high, low), []).append(_cell(start, start.best, up))
    return [
        {
            "kind": _kind(*pair),
            "hand": f"{_NAMES[pair[0]]}-{_NAMES[pair[1]]}",
            "total": _total(*pair),
            "cells": rows[pair],
        }
        for pair in sorted(rows, key=_place)
    ]


def chart(terms: Terms) -> dict[str, Any]:
    """The best words, and what simpler play costs."""
    house = House.of(terms.options)
    best = solve(house)
    return {
        "rows": decisions(terms),
        "simple_rules": [
            {"rule": text, "cost": exact(solve(house, policy=policy).house_edge - best.house_edge)}
            for text, policy in SIMPLE_RULES.items()
        ],
        "options": [
            {
                "option": f"{option.key}={value}",
                "house_edge": exact(
                    solve(House.of({**terms.options, option.key: value})).house_edge
                ),
            }
            for option in GAME.options
            for value in option.values
            if terms.options[option.key] != value
        ],
    }


def _kind(high: int, low: int) -> str:
    if high == low == VALUES - 1:
        return "pair"
    return "soft" if high == VALUES - 1 else "hard"


def _total(high: int, low: int) -> str:
    points = total_of((CARD[high], CARD[low])).points
    return f"{'soft' if high == VALUES - 1 else 'hard'} {points}"


def _place(pair: tuple[int, int]) -> tuple[int, int, int]:
    """Hard hands first, then soft ones, then aces; each by its total, the highest first."""
    high, low = pair
    kinds = ("hard", "soft", "pair")
    return kinds.index(_kind(high, low)), -total_of((CARD[high], CARD[low])).points, -high


def _cell(start: Start, best: Word, up: int) -> dict[str, Any]:
    return {
        "up": _NAMES[up],
        "best": best.name.lower(),
        "values": {word.name.lower(): exact(value) for word, value in start.values.items()},
    }


def advice(
    terms: Terms,
    held: tuple[int, ...],
    said: Sequence[str],
    up: int | None,
    seen: Sequence[int],
    stake_cents: int = 0,
) -> Advice:
    """What each word is worth to a blackjack hand; in dollars where the stake is known."""
    if up is None:
        raise Malformed(
            "three-way-action is played with a card of the dealer up: expected --up",
            code="up.missing",
        )
    check_cards({"--cards": held, "--up": (up,), "--seen": seen})
    found = advise(held, up, said, seen=seen, house=House.of(terms.options))
    unit = Fraction(stake_cents, 100) if stake_cents else Fraction(1)
    return Advice(
        {word.name.lower(): value * unit for word, value in found.items()},
        "dollar" if stake_cents else "bet",
    )
