"""How bets, hands, amounts and games are written on every page."""

from typing import Final

from fairdeal import money
from fairdeal.live import events

_SMALL: Final = frozenset({"a", "in", "of"})
"""Words that a title does not begin with a capital."""


def title(name: str) -> str:
    """The name of a bet or a hand as a sign has it.

    >>> title("pair plus"), title("STAX"), title("7 Card Bonus"), title("three of a kind")
    ('Pair Plus', 'STAX', '7 Card Bonus', 'Three of a Kind')
    >>> title("suited ace-king-queen")
    'Suited Ace-King-Queen'
    """
    first, *others = name.split() or [""]
    return " ".join([_begun(first), *(each if each in _SMALL else _begun(each) for each in others)])


def _begun(word: str) -> str:
    """A word with capitals at its beginning, unless it has capitals of its own."""
    if not word.islower():
        return word
    return "-".join(part.capitalize() for part in word.split("-"))


def capital(text: str) -> str:
    """A text that begins a line.

    >>> capital("pair of sixes"), capital("")
    ('Pair of sixes', '')
    """
    return f"{text[:1].upper()}{text[1:]}"


def signed(cents: int) -> str:
    """An amount won or lost, with a real minus sign.

    >>> signed(2500), signed(0)
    ('+$25', 'Push')
    """
    if cents == 0:
        return "Push"
    return f"+{money.show(cents)}" if cents > 0 else f"\N{MINUS SIGN}{money.show(-cents)}"


def span(limit: events.Limit) -> str:
    """What a bet takes."""
    least, most = money.show(limit.least_cents), money.show(limit.most_cents)
    return least if least == most else f"{least} to {most}"


def look(game: str) -> str:
    """The class that gives a game's felt its colour; a game that has none of its own is green."""
    return f"game-{game}"
