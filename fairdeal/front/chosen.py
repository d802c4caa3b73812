"""A game under chosen pay tables and options: what it is, and how another is made of it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from fairdeal import games
from fairdeal.errors import Malformed, listed
from fairdeal.front import arguments
from fairdeal.front.arguments import Pays
from fairdeal.front.results import Drawn, PayTables
from fairdeal.games.digest import rules_digest
from fairdeal.games.sheets import Sheets, approved, read_own, with_own
from fairdeal.games.terms import Terms, terms
from fairdeal.games.variant import Change, parse_change, with_changes
from fairdeal.report.blocks import Block, Cell, Table, columns, row

if TYPE_CHECKING:
    from fairdeal.games.layout import Game as Declared

C = TypeVar("C", bound="Chosen")


class Chosen(Drawn):
    """A game under the pay tables and options of a house; it never changes."""

    __slots__ = ("_asked", "_sheets", "declared", "terms")

    declared: "Declared"
    """The game as its maker's document declares it."""
    terms: Terms
    """The pay tables and options in force."""
    _sheets: Sheets
    """Every pay table that may be chosen."""
    _asked: tuple[dict[str, str], dict[str, str], tuple[Change, ...]]
    """Pay tables, options and changes that are not the default."""

    def __init__(
        self,
        key: str,
        *,
        pay: Mapping[str, str] | str | None = None,
        options: Mapping[str, str] | None = None,
        tables: str | Path | None = None,
    ) -> None:
        declared = games.game(arguments.key("key", key))
        sheets = approved(declared)
        if tables is not None:
            own = read_own(declared, Path(arguments.place("tables", tables)))
            sheets = with_own(declared, own)
        names = arguments.pay_tables(declared, sheets, pay)
        self._make(declared, sheets, names, arguments.options(options), ())

    def _make(
        self,
        declared: "Declared",
        sheets: Sheets,
        pay: Mapping[str, str],
        options: Mapping[str, str],
        changes: Iterable[Change],
    ) -> None:
        made = tuple(changes)
        base = terms(declared, pay, options, sheets)
        tables = with_changes(declared, sheets, base.pay, made)
        for name, value in (
            ("declared", declared),
            ("_sheets", sheets),
            ("_asked", (dict(pay), dict(options), made)),
            ("terms", replace(base, pay={**base.pay, **tables})),
        ):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a game never changes: {name} cannot be set; use change()")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a game never changes: {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chosen):
            return NotImplemented
        return self.declared is other.declared and self.terms == other.terms

    def __hash__(self) -> int:
        return hash((self.key, *((bet, name) for bet, name in self.pay.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (type(self), self.key, self._sheets, *self._asked)

    def __repr__(self) -> str:
        sheets, (_, _, changes) = self._sheets, self._asked
        base = terms(self.declared, self._asked[0], self.options, sheets)
        said = [
            f"{bet}={table.name}"
            for bet, table in base.pay.items()
            if table.name != sheets.defaults[bet]
        ]
        said += [f"{change.line}={change.pays}" for change in changes]
        said += [
            f"{option.key}={self.options[option.key]}"
            for option in self.declared.options
            if self.options[option.key] != option.default
        ]
        return f"<{' '.join([type(self).__name__, self.key, *said])}>"

    @property
    def key(self) -> str:
        """The key of the game: ``three-card-poker``."""
        return self.declared.key

    @property
    def name(self) -> str:
        """What its document calls the game."""
        return self.declared.name

    @property
    def bets(self) -> tuple[str, ...]:
        """The bets of the layout, by key.

        >>> import fairdeal as fd
        >>> fd.Game("three-card-poker").bets[:4]
        ('ante', 'play', 'ante-bonus', 'pair-plus')
        """
        return tuple(bet.key for bet in self.declared.bets)

    @property
    def options(self) -> dict[str, str]:
        """The house options in force."""
        return dict(self.terms.options)

    @property
    def pay(self) -> dict[str, str]:
        """The pay tables in force: by bet, their names.

        >>> import fairdeal as fd
        >>> fd.Game("three-card-poker").change({"pair-plus.flush": 3}).pay["pair-plus"]
        'A with flush 3'
        """
        return {bet: table.name for bet, table in self.terms.pay.items()}

    @property
    def rules_digest(self) -> str:
        """The fingerprint of what the rules of the game mean."""
        return rules_digest(self.declared)

    def pay_tables(self, bet: str) -> PayTables:
        """The pay tables that may be chosen for a bet, by name.

        >>> import fairdeal as fd
        >>> fd.Game("three-card-poker").pay_tables("pair-plus")
        <PayTables pair-plus: A, B, C, D>
        """
        bet = self.declared.bet(arguments.key("bet", bet)).key
        if bet not in self._sheets.tables:
            having = listed(self._sheets.tables)
            raise Malformed(
                f"{self.key} has no pay tables for {bet}, only for {having}",
                code="paytable.unknown",
            )
        tables = {
            name: table.under(self.terms.options)
            for name, table in self._sheets.tables[bet].items()
        }
        return PayTables(bet, tables, self._sheets.defaults[bet])

    def change(
        self,
        pays: Mapping[str, Pays] | None = None,
        *,
        pay: Mapping[str, str] | str | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Self:
        """A game in which some rows pay something else, or with other pay tables or options.

        >>> import fairdeal as fd
        >>> fd.Game("three-card-poker").change({"pair-plus.flush": 3})
        <Game three-card-poker pair-plus.flush=3>
        """
        names, chosen, before = self._asked
        rows = {} if pays is None else arguments.named("pays", pays, '{"pair-plus.flush": 3}')
        changes = [
            parse_change(self.declared, f"{place}={arguments.pay(place, pays_now)}")
            for place, pays_now in rows.items()
        ]
        times = Counter(change.line for change in changes)
        for line in (line for line, number in times.items() if number > 1):
            raise Malformed(f"{line} is changed twice", code="change.twice")
        by_line = {change.line: change for change in (*before, *changes)}
        return _remade(
            type(self),
            self.key,
            self._sheets,
            {**names, **arguments.pay_tables(self.declared, self._sheets, pay)},
            {**chosen, **arguments.options(options)},
            by_line.values(),
        )

    def blocks(self) -> Iterator[Block]:
        """The bets with the pay tables in force, and the options."""
        rows = tuple(
            row(
                Cell(bet.key, tone="strong"),
                self.pay.get(bet.key, ""),
                bet.text,
                ", ".join(self.declared.rules_of(bet.key, self.options)),
            )
            for bet in self.declared.bets
        )
        yield Table(columns("bet", "pay table", "~ what it is about", "~ rules"), rows)
        if self.options:
            chosen = tuple(row(key, value) for key, value in self.options.items())
            yield Table(columns("option", "in force"), chosen)

    def _title(self) -> str:
        return self.name


def _remade(
    cls: type[C],
    key: str,
    sheets: Sheets,
    pay: Mapping[str, str],
    options: Mapping[str, str],
    changes: Iterable[Change],
) -> C:
    made = object.__new__(cls)
    made._make(games.game(key), sheets, pay, options, changes)
    return made
