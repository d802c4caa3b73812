"""The blackjack leg as a par sheet and an adviser show it."""

from collections.abc import Sequence
from fractions import Fraction

from fairdeal.analysis.advice import Advice, check_cards
from fairdeal.analysis.blackjack.advice import advise
from fairdeal.analysis.blackjack.house import CARD, VALUES, House
from fairdeal.analysis.blackjack.policies import SIMPLE_RULES
from fairdeal.analysis.blackjack.solution import Start, solve
from fairdeal.analysis.chart import Chart, Field, Hand
from fairdeal.errors import Malformed
from fairdeal.games.blackjack_leg import Word
from fairdeal.games.terms import Terms
from fairdeal.games.three_way_action import GAME
from fairdeal.hands.blackjack import points_of, total_of

_NAMES = tuple("A" if points_of(card) == 11 else str(points_of(card)) for card in CARD)


def chart(terms: Terms, *, in_full: bool = True) -> Chart:
    """The best words, and in full what simpler play and other options cost."""
    rows: dict[tuple[int, int], list[Field]] = {}
    for (low, high, up), start in sorted(solve(House.of(terms.options)).starts.items()):
        if start.best is not None:  # nothing is to be said to a natural
            rows.setdefault((high, low), []).append(_field(start, start.best, up))
    hands = tuple(
        Hand(_kind(*pair), f"{_NAMES[pair[0]]}-{_NAMES[pair[1]]}", _total(*pair), (*rows[pair],))
        for pair in sorted(rows, key=_place)
    )
    return Chart(hands, _simple_rules(terms), _options(terms)) if in_full else Chart(hands)


def _simple_rules(terms: Terms) -> dict[str, Fraction]:
    """What simpler play costs."""
    house = House.of(terms.options)
    best = solve(house).house_edge
    return {
        text: solve(house, policy=policy).house_edge - best for text, policy in SIMPLE_RULES.items()
    }


def _options(terms: Terms) -> dict[str, Fraction]:
    """The house edge under every other value of an option."""
    return {
        f"{option.key}={value}": solve(House.of({**terms.options, option.key: value})).house_edge
        for option in GAME.options
        for value in option.values
        if terms.options[option.key] != value
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


def _field(start: Start, best: Word, up: int) -> Field:
    values = {word.name.lower(): value for word, value in start.values.items()}
    return Field(_NAMES[up], best.name.lower(), values)


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
            f"{GAME.key} is played with a card of the dealer up, and none is given",
            code="up.missing",
        )
    check_cards({"hand": held, "up": (up,), "seen": seen})
    found = advise(held, up, said, seen=seen, house=House.of(terms.options))
    unit = Fraction(stake_cents, 100) if stake_cents else Fraction(1)
    return Advice(
        {word.name.lower(): value * unit for word, value in found.items()},
        "dollar" if stake_cents else "bet",
        to="blackjack",
    )
