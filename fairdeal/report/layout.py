"""The par sheet as a document: what it states and in which order, for every form it takes."""

from collections.abc import Iterator
from typing import Any

from fairdeal.games.phrases import source
from fairdeal.report import (
    banking,
    bets,
    blackjack,
    conditions,
    sources,
    starting_hands,
    strategy,
    together,
)
from fairdeal.report.blocks import Document, Fact, Section
from fairdeal.report.subject import Subject, subject


def document(sheet: dict[str, Any]) -> Document:
    """The whole document."""
    about = subject(sheet)
    facts = [Fact("Source", source(sheet))]
    if sheet["own_tables"]:
        facts.append(Fact("Not pay tables of this source", ", ".join(sheet["own_tables"])))
    facts += [
        Fact("Rules digest", sheet["rules_digest"]),
        Fact("Analysis digest", sheet["analysis_digest"]),
        Fact("Computed by", f"Fairdeal {sheet['version']}"),
    ]
    return Document(
        sheet["name"], about.game.text, sheet["rules_digest"], tuple(facts), tuple(_sections(about))
    )


def _sections(about: Subject) -> Iterator[Section]:
    """What there is to say, in the order in which one asks."""
    sheet = about.sheet
    yield sources.game(about)
    yield bets.summary(about)
    yield from bets.bets(about)
    if "strategies" in sheet:
        yield from strategy.strategies(about)
    if "starting_hands" in sheet:
        yield from starting_hands.chapters(sheet["starting_hands"])
    for key, chapter in (
        ("blackjack", blackjack.blackjack),
        ("envy", conditions.envy),
        ("progressive", conditions.progressive),
        ("bank", banking.bank),
        ("coverage", banking.coverage),
        ("combination", together.combination),
    ):
        if key in sheet:
            yield chapter(about)
    yield from sources.printed(about)
    yield sources.readings(about)
