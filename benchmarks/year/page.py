"""The page about the year: its tables, and a picture of the four meters."""

from calendar import month_abbr
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.year.checks import awarded, counted
from benchmarks.year.play import SEATS, Played
from docs.grid import grid
from docs.wrapping import wrapped
from fairdeal import money
from fairdeal.report.drawing import (
    BRASS,
    INFO,
    LOSE,
    WIN,
    Plot,
    Scale,
    plotted,
    round_ticks,
)

_DOCS: Final = Path(__file__).parents[2] / "docs"
PAGE: Final = _DOCS / "explanation" / "a-year-of-meters.md"
PICTURE: Final = _DOCS / "pictures" / "a-year-of-meters.svg"
_MONTHS: Final = list(month_abbr)[1:]
_COLOURS: Final = {"star": INFO, "spade": BRASS, "heart": LOSE, "diamond": WIN}

_FORM: Final = Path(__file__).parent / "page.md"


def page_of(played: Played) -> str:
    """The page, in Markdown."""
    page = _FORM.read_text(encoding="utf-8").format(
        tables=len(SEATS),
        bets=f"{played.bets:,}",
        rounds=f"{played.rounds:,}",
        events=f"{played.events:,}",
        seed=played.seed,
        money=_money(played),
        faults=f"{len(played.faults)} faults" if played.faults else "nothing",
        chances=_chances(played),
        awards=_awards(played),
        signed=_signed(played),
        rate=f"{played.bets / played.play_seconds:,.0f}",
        minutes=f"{played.play_seconds / 60:.1f}",
        audit=f"{played.audit_seconds / 60:.1f}",
        gigabytes=f"{played.log_bytes / 1e9:.1f}",
    )
    return wrapped(page)


def _money(played: Played) -> str:
    rows = []
    for award in awarded(played):
        meter = played.meters[award.meter]
        fed = played.bets * 500 * meter.rate // 1_000_000
        put = meter.reset_cents * (1 + award.wins)
        shown = meter.ended_parts // 1_000_000
        amounts = (put, fed, sum(meter.awards), shown)
        rows.append([award.meter, *map(money.show, amounts), str(award.off_parts)])
    return grid(("meter", "from the house", "from bets", "paid", "shown", "off by"), rows)


def _chances(played: Played) -> str:
    rows = [
        [
            each.hand.replace("-", " "),
            f"{each.chance.numerator * 22_100 // each.chance.denominator:,} in 22,100",
            f"{each.expected:,.1f}",
            f"{each.seen:,}",
            f"{each.least:,} to {each.most:,}",
            f"{each.tail:.2f}",
        ]
        for each in counted(played)
    ]
    return grid(("hand", "chance", "expected", "seen", "limits", "as far out"), rows)


def _awards(played: Played) -> str:
    rows = [
        [
            each.meter,
            str(each.wins),
            *(money.show(round(cents)) for cents in (each.expected_cents, each.average_cents)),
            f"{money.show(round(each.least_cents))} to {money.show(round(each.most_cents))}",
            money.show(each.highest_cents),
        ]
        for each in awarded(played)
    ]
    return grid(("meter", "wins", "expected award", "average award", "limits", "highest"), rows)


def _signed(played: Played) -> str:
    by = ", ".join(f"{times:,} by {role}" for role, times in sorted(played.signed.items()))
    forms = ", ".join(f"{n:,} {form}" for form, n in sorted(played.forms.items()) if form != "none")
    return f"Signatures: {by}. Tax forms: {forms or 'none'}."


def picture_of(played: Played) -> str:
    """The four meters over the year, as SVG."""

    days = [365 * bets / played.bets for bets, *_ in played.samples]
    months = [(365 * (month + 0.5) / 12, name) for month, name in enumerate(_MONTHS)]
    rows: list[list[Plot]] = []
    for place, name in _panels(played):
        shown = [sample[place] / 100 for sample in played.samples]
        high = 1.05 * max(shown)
        is_lowest = len(rows) == len(played.meters) - 1
        plot = Plot(
            Scale(0, 365, months if is_lowest else (), has_line=True),
            Scale(0, high, round_ticks(0, high, 6, "${:,.0f}".format), has_grid=True),
            name,
        )
        plot.line(zip(days, shown, strict=True), _COLOURS[name], 1)
        rows.append([plot])
    says = "What the sign showed of the star, spade, heart and diamond meters over the year"
    return plotted(7.5, 7, says, rows)


def _panels(played: Played) -> Iterator[tuple[int, str]]:
    """The place of every meter among the samples, the richest first."""
    yield from reversed(list(enumerate(played.meters, 1)))
