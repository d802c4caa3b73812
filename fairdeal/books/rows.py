"""Rows of a statement as plain data: counts, and every wager held against its theory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from fairdeal import games
from fairdeal.analysis.figures import exact
from fairdeal.books import journal
from fairdeal.books.activity import Counts, Place, Sample, Spot
from fairdeal.books.expectation import FAR_OFF, Expected, Verdict, expected, why_unknown
from fairdeal.books.pairs import deviations_of, variance_of
from fairdeal.books.wagers import HOUSE, Theme

_GRAVEST_FIRST: Final = (
    Verdict.VERY_IMPROBABLE,
    Verdict.IMPROBABLE,
    Verdict.RARE_PAY,
    Verdict.EXPECTED,
    Verdict.TOO_FEW,
    Verdict.UNKNOWN,
)


@dataclass
class Gathered:
    """What was counted at several places, every theme for itself."""

    counts: dict[Theme, Counts] = field(default_factory=dict)
    configurations: set[int] = field(default_factory=set)
    """Of the tables among these places."""

    def add(self, place: Place, counts: Counts) -> None:
        """Count what was counted at a place."""
        self.configurations.add(place.configuration)
        self.counts.setdefault(place.theme, Counts()).add(counts)


def row_of(gathered: Gathered, *, theory: bool) -> dict[str, Any]:
    """The figures of a row, whatever it stands for."""
    every = Counts()
    for counts in gathered.counts.values():
        every.add(counts)
    [bank] = {theme.bank for theme in gathered.counts}
    drop = every.moved_cents[journal.DROP]
    spots = list(every.spots.values())
    wagers = {
        theme: wagers_of(theme, counts, theory=theory) for theme, counts in gathered.counts.items()
    }
    shown: dict[str, Any] = {
        "rounds": every.rounds,
        "void_rounds": every.void_rounds,
        "hands": every.hands,
        "dead_hands": every.dead_hands,
        "system_decisions": every.system_decisions,
        "drop_cents": drop,
        "cashed_cents": every.moved_cents[journal.CASHED],
        "fills_cents": every.moved_cents[journal.FILLS],
        "floats_cents": every.moved_cents[journal.FLOATS],
        "banked_cents": every.moved_cents[journal.BANKED],
        "tips_cents": every.moved_cents[journal.TIPS],
        "tips_paid_cents": every.moved_cents[journal.TIPS_PAID],
        "win_cents": every.win_cents,
        "contributed_cents": every.moved_cents[journal.CONTRIBUTED],
        "after_meters_cents": every.win_cents - every.moved_cents[journal.CONTRIBUTED],
        "award_cents": sum(spot.award_cents for spot in spots),
        "resets_cents": every.moved_cents[journal.RESETS],
        "hold": exact(Fraction(every.win_cents, drop)) if drop and bank == HOUSE else None,
        "handle_cents": every.handle_cents,
        "paid_cents": sum(spot.paid_cents for spot in spots),
        "taken_cents": sum(spot.taken_cents for spot in spots),
        "pushes": sum(spot.pushes for spot in spots),
        "returned_cents": sum(spot.returned_cents for spot in spots),
        "wagers": [wager for found in wagers.values() for wager in found],
    }
    if not theory:
        return shown
    compared = {
        theme: {each["bet"]: each["theory"] for each in found if each["theory"]}
        for theme, found in wagers.items()
    }
    variance = sum(
        variance_of(found, gathered.counts[theme].pairs) for theme, found in compared.items()
    )
    return shown | _summary(shown["wagers"], variance)


def _summary(found: Sequence[Mapping[str, Any]], variance: float) -> dict[str, Any]:
    """The theory of several wagers: sums, and the gravest verdict on one of them."""
    compared = [each["theory"] for each in found if each["theory"]]
    means = [Fraction(each["expected_win_cents"]["exact"]) for each in compared]
    verdicts = {each["verdict"] for each in found}
    worst = next((each for each in _GRAVEST_FIRST if each in verdicts), Verdict.TOO_FEW)
    won, mean = sum(each["win_cents"] for each in compared), sum(means, Fraction(0))
    return {
        "compared_hands": sum(each["hands"] for each in compared),
        "hands_left_out": sum(each["hands_left_out"] for each in found),
        "compared_win_cents": won,
        "expected_win_cents": exact(mean) if compared else None,
        "standard_deviation_cents": sqrt(variance) if compared else None,
        "z": deviations_of(float(won - mean), variance),
        "verdict": str(worst),
        "flagged": [each["bet"] for each in found if each["verdict"] in FAR_OFF],
    }


def wagers_of(theme: Theme, counts: Counts, *, theory: bool) -> list[dict[str, Any]]:
    """The wagers of one theme, in the order of the layout."""
    game = games.known(theme.game)
    found = []
    for head in (bet.key for bet in game.bets if bet.key in counts.samples):
        parts = {
            bet.key: counts.spots[bet.key]
            for bet in game.bets
            if bet.key in counts.spots and game.head_of(bet.key) == head
        }
        found.append(_wager(theme, head, parts, counts.samples[head], theory=theory))
    return found


def _wager(
    theme: Theme, head: str, parts: Mapping[str, Spot], sample: Sample, *, theory: bool
) -> dict[str, Any]:
    whole = Spot()
    for spot in parts.values():
        whole.add(spot)
    shown: dict[str, Any] = {
        "game": theme.game,
        "theme": theme.id,
        "bet": head,
        "pay_tables": theme.tables_of(head),
        "hands": sample.hands.total() + sample.left_out,
        **_spot(whole),
        "parts": [{"bet": bet, **_spot(spot)} for bet, spot in parts.items()],
    }
    if theory:
        found = expected(theme, head, sample)
        shown["hands_left_out"] = shown["hands"] - (found.hands if found else 0)
        shown["left_out_because"] = _why_left_out(theme, head, sample)
        shown["theory"] = _theory(found) if found else None
        shown["verdict"] = str(found.verdict if found else Verdict.UNKNOWN)
    return shown


def _spot(spot: Spot) -> dict[str, Any]:
    return {
        "bets": spot.bets,
        "handle_cents": spot.handle_cents,
        "won": spot.won,
        "paid_cents": spot.paid_cents,
        "lost": spot.lost,
        "taken_cents": spot.taken_cents,
        "pushes": spot.pushes,
        "returned_cents": spot.returned_cents,
        "award_cents": spot.award_cents,
        "win_cents": spot.win_cents,
    }


def _why_left_out(theme: Theme, head: str, sample: Sample) -> str:
    """Why theory says nothing of some hands; empty where it covers all of them."""
    if why := why_unknown(theme, head):
        return why
    return "the player/dealer's bank might not have paid them whole" if sample.left_out else ""


def _theory(found: Expected) -> dict[str, Any]:
    return {
        "hands": found.hands,
        "stakes_cents": found.stakes_cents,
        "win_cents": found.win_cents,
        "expected_win_cents": exact(found.mean_cents),
        "difference_cents": exact(found.difference_cents),
        "house_edge": exact(found.mean_cents / found.stakes_cents),
        "standard_deviation_cents": sqrt(found.variance),
        "standard_deviation_apart_cents": sqrt(found.alone),
        "standard_deviation_bound_cents": sqrt(found.bound),
        "seats": str(found.seats),
        "z": found.z,
        "lumpy": found.is_lumpy,
        "largest_pay_cents": found.largest_pay_cents,
        "z_without_largest_pay": found.z_without_largest_pay,
        "hits": found.hits,
        "hit_frequency": exact(Fraction(found.hits, found.hands)),
        "expected_hit_frequency": exact(found.hit_frequency),
        "assumptions": list(found.assumptions),
    }
