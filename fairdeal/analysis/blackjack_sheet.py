"""The blackjack leg as a par sheet shows it."""

from typing import Any

from fairdeal.games.terms import Terms


def chart(terms: Terms) -> dict[str, Any]:
    """The best word for every two cards against every card up."""
    raise NotImplementedError


def advice(terms: Terms, held, said, up, seen):
    raise NotImplementedError
