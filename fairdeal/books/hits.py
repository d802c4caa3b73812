"""How often meters were won and what that cost, held against the exact analysis."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp, lgamma, log, log1p
from typing import Any, Final

from fairdeal.analysis.figures import exact
from fairdeal.books.expectation import figure_of, why_unknown
from fairdeal.books.progressives import Reader, Step
from fairdeal.books.wagers import Theme
from fairdeal.live import events
from fairdeal.live.table.holding import PARTS

_NEGLIGIBLE: Final = 1e-18
"""Of the sum: smaller terms change no digit that is shown."""

ASSUMED: Final = (
    "hits: every bet is taken to win a meter with the exact chance of its hand, independently of"
    " the others; hands of one round come from one deck, which makes almost no difference",
    "tail: the exact binomial chance of so many hits or more, or of so few or fewer, whichever side"
    " the result is on; by chance alone at most two meters in a hundred have one below 1 %",
    "cost: in the long run the winners of a meter get what bets bring it, and its reset level once"
    " for every hit",
)
"""What the comparison rests on."""


@dataclass(frozen=True)
class _Level:
    """A meter as one theme wins it."""

    progressive: str
    meter: str
    theme: Theme


class Hits:
    """Hears every step of a log, and counts bets and hits of an interval."""

    def __init__(self, reader: Reader, begin: int, end: int) -> None:
        self._reader, self._begin, self._end = reader, begin, end
        self._themes: dict[str, Theme] = {}
        self._bets: Counter[_Level] = Counter()
        self._parts: Counter[_Level] = Counter()
        self._hits: Counter[_Level] = Counter()
        self._won: Counter[_Level] = Counter()

    def hear(self, step: Step) -> None:
        """Count one event."""
        row, event = step.row, step.event
        if isinstance(event, events.TableOpened):
            self._themes[row.stream] = Theme.of(event)
        if step.then is None or not self._begin <= row.at < self._end:
            return
        if isinstance(event, events.MetersFed):
            for key, parts in event.parts.items():
                level = _Level(step.then.name, key, self._themes[row.stream])
                self._bets[level] += len(event.stakes)
                self._parts[level] += parts
        elif isinstance(event, events.PayHeld):
            level = _Level(step.then.name, event.meter, self._themes[row.stream])
            self._hits[level] += 1
            won = [hit for hit in step.then.hits.values() if hit.pos == row.pos]
            self._won[level] += sum(hit.cents for hit in won)

    def rows(self, progressive: str = "") -> Iterator[dict[str, Any]]:
        """A row for each meter and game, in the order in which they were first bet on."""
        for level, bets in self._bets.items():
            if progressive in ("", level.progressive):
                yield self._row(level, bets)

    def _row(self, level: _Level, bets: int) -> dict[str, Any]:
        now = self._reader.progressives[level.progressive]
        assert now.setup is not None
        [link] = [each for each in now.setup.links if each.game == level.theme.game]
        labels = frozenset(label for label, meter in link.wins.items() if meter == level.meter)
        chance = None
        if not why_unknown(level.theme, link.bet):
            chance = _chance(level.theme, link.bet, labels)
        hits, reset = self._hits[level], now.meters[level.meter].reset_cents
        shown: dict[str, Any] = {
            "progressive": level.progressive,
            "meter": level.meter,
            "game": level.theme.game,
            "theme": level.theme.id,
            "bet": link.bet,
            "bets": bets,
            "hits": hits,
            "hit_frequency": exact(Fraction(hits, bets)),
            "won_cents": self._won[level],
            "contributed_parts": self._parts[level],
            "reset_cents": reset,
            "probability": None,
            "expected_hits": None,
            "expected_cents": None,
            "tail": None,
        }
        if chance is not None:
            brought = Fraction(self._parts[level], PARTS)
            side, tail = tail_of(bets, hits, chance)
            shown |= {
                "probability": exact(chance),
                "expected_hits": exact(bets * chance),
                "expected_cents": exact(bets * chance * reset + brought),
                "tail": {"side": side, "probability": tail},
            }
        return shown


@lru_cache
def _chance(theme: Theme, bet: str, labels: frozenset[str]) -> Fraction:
    """How likely a bet is to get a hand of these lines."""
    assert theme.terms is not None
    sheet = theme.terms.pay[bet]
    found = figure_of(theme, bet, 1, 0)
    lines = zip(sheet.printed["pays"], found.lines, strict=True)
    ways = sum(line.ways for event, line in lines if sheet.label("pays", event) in labels)
    return Fraction(ways, found.hands)


def tail_of(bets: int, hits: int, chance: Fraction) -> tuple[str, float]:
    """The exact binomial chance of what was seen, or of anything farther out on the same side.

    >>> tail_of(2, 2, Fraction(1, 2))
    ('at least', 0.25)
    """
    p, q = float(chance), float(1 - chance)
    choose = lgamma(bets + 1) - lgamma(hits + 1) - lgamma(bets - hits + 1)
    term = exp(choose + hits * log(p) + (bets - hits) * log1p(-p))
    if hits >= bets * chance:
        total, each = term, hits
        while each < bets and term > _NEGLIGIBLE * total:
            term *= (bets - each) / (each + 1) * p / q
            each += 1
            total += term
        return "at least", min(1.0, total)
    total, each = term, hits
    while each and term > _NEGLIGIBLE * total:
        term *= each / (bets - each + 1) * q / p
        each -= 1
        total += term
    return "at most", min(1.0, total)
