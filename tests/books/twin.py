"""The books once more, from the raw text of the log and by another way of reckoning.

What was staked is what left the players' chips for the layout, not what settlements name; what the
bank won is what the players came to have less.  Nothing of the package is used.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol


class Written(Protocol):
    """An event as the log has it."""

    @property
    def stream(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def body(self) -> bytes: ...


@dataclass
class Account:
    """One table's books over the whole log."""

    money: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    voids: int = 0
    hands: int = 0
    dead: int = 0
    system: int = 0
    handle: int = 0
    win: int = 0
    award: int = 0
    paid: Counter[str] = field(default_factory=Counter)
    staked: Counter[str] = field(default_factory=Counter)
    returned: int = 0
    _events: list[tuple[str, Any]] = field(default_factory=list)

    def hear(self, kind: str, said: Any) -> None:
        if kind in ("chips-bought", "chips-cashed", "bank-filled", "dealer-tipped"):
            self.money[kind] += said["cents"]
        elif kind == "table-opened":
            self.money[kind] += said["float_cents"]
        elif kind == "table-closed":
            self.money[kind] += said["bank_cents"]
        elif kind == "meters-fed":
            self.money[kind] += sum(said["cents"].values())
        elif kind == "pay-made":
            self._pay(said["line"], said.get("award_cents", 0))
            self.money["resets"] += said.get("reset_cents", 0)
        elif kind == "round-opened":
            self._events = []
        elif kind == "round-closed":
            self._close()
        elif kind == "round-voided":
            self.voids += any(e["bets"] for k, e in self._events if k == "bets-placed")
        else:
            self._events.append((kind, said))

    def _pay(self, line: Any, award: int) -> None:
        """A held win: its stake left the layout with the round, and counted as the bank's."""
        self.award += award
        self.win -= line["stake_cents"] + line["net_cents"] - award
        self.paid[line["bet"]] += max(line["net_cents"], 0)
        self.staked[line["bet"]] += line["stake_cents"]

    def _close(self) -> None:
        on_layout: Counter[int] = Counter()
        came_back: Counter[int] = Counter()
        for kind, said in self._events:
            if kind == "bets-placed":
                on_layout[said["seat"]] += said["cents"]
            if kind == "decision-made":
                on_layout[said["seat"]] += said.get("cents", 0)
            if kind in ("decision-made", "bank-declined"):
                self.system += bool(said.get("by_system"))
            if kind == "seat-died":
                del on_layout[said["seat"]]
                self.dead += 1
            if kind == "bets-settled":
                for line in said["lines"]:
                    came_back[line["seat"]] += line["stake_cents"] + line["net_cents"]
                    self.paid[line["bet"]] += max(line["net_cents"], 0)
                    self.staked[line["bet"]] += line["stake_cents"]
                    self.returned += line.get("returned_cents", 0)
        self.rounds += 1
        self.hands += sum(cents > 0 for cents in on_layout.values())
        self.handle += on_layout.total()
        self.win += on_layout.total() - came_back.total()


def accounts(written: Iterable[Written]) -> dict[str, Account]:
    """The books of every table."""
    found: defaultdict[str, Account] = defaultdict(Account)
    for each in written:
        found[each.stream].hear(each.kind, json.loads(each.body))
    return dict(found)
