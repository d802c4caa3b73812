"""Every player's chips, reckoned a second time from what the clients were told.

Nothing is shared with the ledger of the package: this reads the words of the log and adds up.
"""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from fairdeal.live.log.chain import Recorded


class Books:
    """The chips of one table, by where they lie."""

    def __init__(self) -> None:
        self.accounts: Counter[str] = Counter()

    def post(self, event: Recorded) -> None:
        """Move what the event moves."""
        body = json.loads(event.body)
        match event.kind:
            case "table-opened":
                self._move("house", "bank", body["float_cents"])
            case "bank-filled":
                self._move("house", "bank", body["cents"])
            case "table-closed":
                self._move("bank", "house", body["bank_cents"])
            case "chips-bought":
                self._move("cage", _chips(body), body["cents"])
            case "chips-cashed":
                self._move(_chips(body), "cage", body["cents"])
            case "bank-posted":
                self._move(_chips(body), f"position:{body['player']}", body["cents"])
            case "bank-declined":
                self._move(f"position:{body['player']}", _chips(body), body.get("cents", 0))
            case "bets-placed" | "decision-made":
                self._move(_chips(body), "layout", body.get("cents", 0))
            case "bets-settled":
                self._settle(body["lines"], _bank(body), 1)
            case "seat-died":
                self._return(body["returned"])
            case "round-closed":
                self._bank_back(body)
            case "round-voided":
                self._settle(body.get("undone", ()), _bank(body), -1)
                self._move("held", "layout", body.get("held_cents", 0))
                self._return(body["returned"])
                self._bank_back(body)
            case _:
                self._post_meters(event.kind, body)

    def _post_meters(self, kind: str, body: dict[str, Any]) -> None:
        match kind:
            case "meters-fed":
                for meter, cents in body["cents"].items():
                    self._move("bank", f"pool:{body['progressive']}.{meter}", cents)
            case "pay-held":
                self._move("layout", "held", body["stake_cents"])
            case "pay-made":
                self._pay(body)

    def faults(self) -> list[str]:
        """What no table may come to between two events."""
        found = [
            f"{account} holds {cents} cents"
            for account, cents in self.accounts.items()
            if cents < 0 and not account.startswith(("cage", "house", "pool:"))
        ]
        if total := sum(self.accounts.values()):
            found.append(f"the balances add up to {total} cents and not to nothing")
        return found

    def balances(self) -> dict[str, int]:
        """What is not empty."""
        return {account: cents for account, cents in self.accounts.items() if cents}

    def differing(self, others: Iterable[tuple[str, int]]) -> list[str]:
        """The accounts that somebody else reckons otherwise."""
        theirs, ours = dict(others), self.balances()
        return sorted(name for name in ours.keys() | theirs if ours.get(name) != theirs.get(name))

    def _move(self, source: str, target: str, cents: int) -> None:
        self.accounts[source] -= cents
        self.accounts[target] += cents

    def _settle(self, lines: Iterable[dict[str, Any]], bank: str, sign: int) -> None:
        """A stake goes back to its player, together with what the bank adds or without what it
        takes; *sign* -1 undoes it."""
        for line in lines:
            self._move("layout", _chips(line), sign * line["stake_cents"])
            self._move(bank, _chips(line), sign * line["net_cents"])

    def _pay(self, body: dict[str, Any]) -> None:
        """A win that had waited; a meter pays the bank, and the house fills it up again."""
        line = body["line"]
        self._move("held", _chips(line), line["stake_cents"])
        self._move(_bank(body), _chips(line), line["net_cents"])
        if body.get("meter"):
            meter = f"pool:{body['progressive']}.{body['meter']}"
            self._move(meter, _bank(body), body["award_cents"])
            self._move("house", meter, body.get("reset_cents", 0))

    def _return(self, bets: Iterable[tuple[int, str, str, int]]) -> None:
        for _, player, _, cents in bets:
            self._move("layout", f"chips:{player}", cents)

    def _bank_back(self, body: dict[str, Any]) -> None:
        if banker := body.get("banker", ""):
            self._move(f"position:{banker}", f"chips:{banker}", body.get("bank_cents", 0))


def _chips(body: dict[str, Any]) -> str:
    return f"chips:{body['player']}"


def _bank(body: dict[str, Any]) -> str:
    banker = body.get("banker", "")
    return f"position:{banker}" if banker else "bank"


def books_of(events: Iterable[Recorded]) -> tuple[Books, list[str]]:
    """The books of a table after its events, and everything that was ever wrong with them."""
    books, found = Books(), []
    for event in events:
        books.post(event)
        found += [f"{event}: {fault}" for fault in books.faults()]
        if event.kind in ("round-closed", "round-voided") and books.accounts["layout"]:
            found.append(f"{event}: {books.accounts['layout']} cents are left on the layout")
    return books, found
