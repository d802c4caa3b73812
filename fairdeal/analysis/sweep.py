"""The figures of many variants of pay tables: some rows vary, each over everything it may pay."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from fairdeal.analysis.conditions import AT_RESET, Conditions
from fairdeal.analysis.figures import Figure, exact
from fairdeal.analysis.par import chosen_cases, figure
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.solver import Case
from fairdeal.errors import Malformed, Refused
from fairdeal.games.digest import rules_digest
from fairdeal.games.layout import Game
from fairdeal.games.sheets import Sheets
from fairdeal.games.terms import Terms
from fairdeal.games.variant import MOST, Change, with_changes


@dataclass(frozen=True)
class Variant:
    """What one bet is worth where some rows pay something else."""

    changes: tuple[Change, ...]
    pay_table: str
    """The pay table that is changed, by its name."""
    figure: Figure
    rules_digest: str

    def __repr__(self) -> str:
        said = ", ".join(f"{line}={pays}" for line, pays in self.pays.items())
        return f"<Variant {said}: house edge {self.figure.house_edge}>"

    @property
    def pays(self) -> dict[str, str]:
        """What each row that varies pays, as typed."""
        return {change.line: change.pays for change in self.changes}

    def as_json(self) -> dict[str, Any]:
        """The variant with the names of a par sheet's JSON."""
        found = self.figure
        risk = found.element_of_risk
        return {
            "pays": self.pays,
            "pay_table": self.pay_table,
            "bet": found.bet,
            "per": found.per,
            "house_edge": exact(found.house_edge),
            "hit_frequency": exact(found.outcomes.win),
            "standard_deviation": found.standard_deviation,
            "variance": exact(found.variance),
            **({} if risk is None else {"element_of_risk": exact(risk)}),
            "rules_digest": self.rules_digest,
        }


def sweep(
    game: Game,
    sheets: Sheets,
    terms: Terms,
    axes: Sequence[Sequence[Change]],
    bet: str | None = None,
    *,
    fixed: Sequence[Change] = (),
    conditions: Conditions = AT_RESET,
    progress: Progress = unseen,
) -> Iterator[Variant]:
    """Every variant: of each axis, which holds all that one row may pay, one change.

    The figures are those of *bet*, or of every bet that the changed tables decide.  Changes that
    the terms hold already are *fixed*: their rows cannot vary as well.
    """
    named = [each.line for each in (*(axis[0] for axis in axes), *fixed)]
    for name in named:
        if named.count(name) > 1:
            raise Malformed(f"{name} is varied twice", code="sweep.twice")
    number = prod(map(len, axes))
    if number > MOST:
        raise Refused(
            f"{number:,} variants are too many: at most {MOST:,} in one sweep", code="sweep.many"
        )
    touched = {axis[0].bet for axis in axes}
    cases = [case for case in chosen_cases(game, bet) if case.priced_by in touched]
    if not cases:
        raise Refused(
            f"the rows that vary do not decide {bet}: give rows of its pay table",
            code="bet.unpriced",
        )
    digest = rules_digest(game)

    def variants() -> Iterator[Variant]:
        for done, changes in enumerate(product(*axes), 1):
            tables = with_changes(game, sheets, terms.pay, changes)
            under = replace(terms, pay={**terms.pay, **tables})
            for case in cases:
                yield _variant(game, case, terms, under, changes, digest, conditions)
            progress(done / number)

    return variants()


def _variant(
    game: Game,
    case: Case,
    terms: Terms,
    under: Terms,
    changes: tuple[Change, ...],
    digest: str,
    conditions: Conditions,
) -> Variant:
    base = terms.pay[case.priced_by].name
    return Variant(changes, base, figure(game, case.bet, under, conditions), digest)
