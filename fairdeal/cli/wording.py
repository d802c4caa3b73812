"""The arguments of commands, as a person types them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from fairdeal import money

_KINDS: Final[Mapping[str, str]] = {
    "game": "GAME",
    "pay_tables": "BET=NAME,...",
    "options": "OPTION=VALUE",
    "limits": "BET=LEAST-MOST",
    "bets": "BET=DOLLARS",
    "aggregates": "BET=DOLLARS",
    "tiers": "ROLE=DOLLARS",
    "profile": "NAME",
    "style": "STYLE",
    "dealer": "NAME",
    "player": "NAME",
    "word": "WORD",
    "irregularity": "KEY",
    "progressive": "NAME",
    "bet": "BET",
    "hand": "HAND",
    "meter": "METER",
    "wins": "HAND=METER",
    "resets": "METER=DOLLARS",
    "ceilings": "METER=DOLLARS",
    "rates": "METER=PERCENT",
    "rate": "PERCENT",
    "checked": "hand,wager,amount,player,deck",
    "why": "WORD",
}
_BY_TYPE: Final[Mapping[Any, str]] = {bool: "yes|no", int: "NUMBER"}

_UNSAID: Final[Mapping[tuple[str, str], str]] = {
    ("open-table", "pay-tables"): "the game's default for each bet",
    ("open-table", "options"): "the game's default for each option",
    ("open-table", "limits"): "least to most for each bet",
    ("open-table", "style"): "the game's first deal style",
    ("open-table", "betting-seconds"): "no time limit",
    ("open-table", "dealer"): "the automatic dealer",
    ("change-dealer", "dealer"): "the automatic dealer",
    ("cash-out", "amount"): "all chips",
    ("sit", "anchor"): "no seeds for the shuffle",
    ("place", "seed"): "no seed for the shuffle",
    ("tip", "player"): "yourself, for a player",
    ("report", "seat"): "no seat",
    ("sit", "seat"): "the first free seat",
    ("open-table", "progressive"): "none",
    ("open-table", "aggregates"): "none",
    ("open-table", "tiers"): "the jurisdiction's limits",
    ("open-progressive", "bet"): "the bet whose pay table names meters",
    ("open-progressive", "wins"): "those of the pay table",
    ("open-progressive", "resets"): "the published levels for the wager",
    ("open-progressive", "rates"): "the published rates",
    ("open-progressive", "ceilings"): "none",
    ("open-progressive", "wager"): "the published levels' wager",
    ("open-progressive", "pay-tables"): "the game's default for each bet",
}
"""What holds where a person says nothing and the code has an empty value for it."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a command."""

    name: str
    """As it is typed: ``amount``, ``hands-per-player``."""
    field: str
    """As the command calls it: ``cents``, ``hands_per_player``."""
    kind: Any
    is_many: bool
    """Typed with a dot and a name, as often as there are names: ``bets.ante=10``."""
    otherwise: str
    """What holds when it is not typed; empty for one that must be."""

    @property
    def shape(self) -> str:
        """How it is typed.

        >>> from fairdeal.live.commands import place
        >>> [each.shape for each in taken_by("place", place).values()]
        ['seat=NUMBER', 'bets.BET=DOLLARS', 'seed=TEXT']
        """
        written = "DOLLARS" if self.is_money else _BY_TYPE.get(self.kind, "TEXT")
        written = _KINDS.get(self.field, written)
        return f"{self.name}{'.' if self.is_many else '='}{written}"

    @property
    def is_money(self) -> bool:
        """Whether it is an amount: typed in dollars, told in cents."""
        return self.field in ("bets", "aggregates", "tiers") or "cents" in self.field


def taken_by(name: str, command: Callable[..., Any]) -> dict[str, Argument]:
    """What a command takes, by the names that people type.

    Nobody types cents: a word that says cents and takes dollars would cost a hundredfold.
    """
    from msgspec import structs

    from fairdeal.live.arguments import form_of

    found = {}
    for field in structs.fields(form_of(command)):
        word = "amount" if field.name == "cents" else field.name.removesuffix("_cents")
        word = word.replace("_", "-")
        unsaid = "" if field.required else _otherwise(name, word, field)
        is_many = "Mapping" in str(field.type)
        found[word] = Argument(word, field.name, field.type, is_many, unsaid)
    return found


def _otherwise(name: str, word: str, field: Any) -> str:
    if not field.default and field.default is not False:
        return _UNSAID.get((name, word), "unchanged")
    if "cents" in field.name:
        return money.show(field.default)
    if isinstance(field.default, bool):
        return "yes" if field.default else "no"
    return str(field.default)
