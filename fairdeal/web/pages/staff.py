"""The accounts of the house's people, for managers: opened, disabled, and what happened to them."""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import msgspec
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal.books.calendar import stamp
from fairdeal.books.export import cell
from fairdeal.errors import Malformed, did_you_mean
from fairdeal.live import Role
from fairdeal.live.accounts import Account
from fairdeal.web.access.account_log import Entry, Kind
from fairdeal.web.access.accounts import Accounts
from fairdeal.web.access.guard import SAFE, address_of, in_json
from fairdeal.web.access.passwords import LEAST
from fairdeal.web.access.permissions import check_sees
from fairdeal.web.access.sessions import Session
from fairdeal.web.moments import moment
from fairdeal.web.pages.desk import Desk, aside

ROLES: Final = tuple(role for role in Role if role is not Role.PLAYER)

_SHOWN: Final = 40
"""Entries of each kind of the account log on the page."""

_FOUND: Final = 200
"""Entries that a search shows; the file has all of them."""

_LONGEST: Final = 200
"""Characters that can be looked for."""

_HEADINGS: Final = {
    Kind.CHANGE: "Account changes",
    Kind.REFUSAL: "Refused sign-ins",
    Kind.SIGN_IN: "Sign-ins and locked terminals",
}
_COLUMNS: Final = ("when", "what", "account", "by", "from", "why")


class Staff(Desk):
    """Who works here."""

    page = "staff"

    def routes(self) -> list[BaseRoute]:
        """Their addresses."""
        return [
            Route("/staff", self.open),
            Route("/staff/log.csv", self.export),
            Route("/api/staff/{account}/{change}", self.change, methods=["POST"]),
        ]

    async def open(self, request: Request) -> Response:
        """Every account, and what happened last or what is looked for."""
        session = self.enter(request)
        accounts = self.site.accounts
        asked = _Sought.of(request.query_params)
        return self.show(
            session,
            "staff.html",
            people=[_shown(each, accounts.is_locked(each), session) for each in accounts.every()],
            roles=ROLES,
            least=LEAST,
            asked=asked,
            kinds=_HEADINGS,
            logs=await aside(self._logs, asked),
            unwritten=accounts.log.unwritten,
        )

    def _logs(self, asked: "_Sought") -> list[dict[str, Any]]:
        """The tables of the account log: one of each kind, or what is looked for."""
        log = self.site.accounts.log
        if not asked:
            return [
                _table(heading, log.latest(kind)[:_SHOWN], f"/staff?kind={kind}")
                for kind, heading in _HEADINGS.items()
            ]
        found = [*islice(log.find(asked.text, asked.kind), _FOUND + 1)]
        heading = _HEADINGS[asked.kind] if asked.kind else "Account log"
        return [_table(heading, found[:_FOUND], is_cut=len(found) > _FOUND)]

    async def export(self, request: Request) -> Response:
        """The account log as CSV, whole or what is looked for."""
        self.enter(request)
        text = await aside(self._csv, _Sought.of(request.query_params))
        headers = {**SAFE, "content-disposition": 'attachment; filename="fairdeal-accounts.csv"'}
        return Response(text, 200, headers, "text/csv; charset=utf-8")

    def _csv(self, asked: "_Sought") -> str:
        written = io.StringIO()
        lines = csv.writer(written, lineterminator="\n")
        lines.writerow(_COLUMNS)
        for each in self.site.accounts.log.find(asked.text, asked.kind):
            words = (each.what, each.about, each.by, each.where, each.text)
            lines.writerow([stamp(each.at), *map(cell, words)])
        return written.getvalue()

    async def change(self, request: Request) -> Response:
        """A manager changes an account; who may no longer be here is sent out at once."""
        session, asked = await self.site.guard.asked(request)
        check_sees(session.role, self.page)
        name, change = request.path_params["account"], request.path_params["change"]
        if change not in _CHANGES:
            hint = did_you_mean(change, _CHANGES)
            raise Malformed(f"an account has no {change!r}: {hint}", code="command.unknown")
        by, where = session.name, address_of(request)
        told = _told(asked)
        accounts, guard = self.site.accounts, self.site.guard
        if change in _HASHED:
            await guard.hashed(request, _CHANGES[change], accounts, name, told, by, where)
        else:  # a full line of sign-ins keeps no account open
            await aside(_CHANGES[change], accounts, name, told, by, where)
        self.site.hub.dismiss()
        return self.site.guard.marked(session, in_json())


class _Sought(NamedTuple):
    """What is looked for in the account log."""

    text: str
    kind: Kind | None

    def __bool__(self) -> bool:
        return bool(self.text or self.kind)

    @classmethod
    def of(cls, told: QueryParams) -> "_Sought":
        """What an address says; a kind that there is not is any."""
        kinds = {kind.value: kind for kind in Kind}
        return cls(told.get("q", "").strip()[:_LONGEST], kinds.get(told.get("kind", "")))

    @property
    def address(self) -> str:
        """The same for a file."""
        return urlencode({"q": self.text, "kind": self.kind or ""})


def _table(
    heading: str, entries: Sequence[Entry], more: str = "", *, is_cut: bool = False
) -> dict[str, Any]:
    shown = [{"when": moment(each.at), "told": each} for each in entries]
    return {"heading": heading, "entries": shown, "more": more, "is_cut": is_cut}


class _Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a form of the page says."""

    role: Role = Role.DEALER
    password: str = ""
    reason: str = ""


def _told(asked: Mapping[str, Any]) -> _Asked:
    try:
        return msgspec.convert(asked, _Asked)
    except msgspec.ValidationError as error:
        said = str(error)
        raise Malformed(
            f"an account cannot be changed like this: {said[:1].lower()}{said[1:]}",
            code="command.malformed",
        ) from None


_CHANGES: Final[Mapping[str, Callable[[Accounts, str, _Asked, str, str], Account]]] = {
    "open": lambda accounts, name, told, by, where: accounts.open(
        name, told.role, told.password, by=by, where=where
    ),
    "password": lambda accounts, name, told, by, where: accounts.set_password(
        name, told.password, by=by, where=where
    ),
    "disable": lambda accounts, name, told, by, where: accounts.disable(
        name, told.reason, by=by, where=where
    ),
    "enable": lambda accounts, name, told, by, where: accounts.enable(name, by=by, where=where),
}

_HASHED: Final = frozenset({"open", "password"})
"""Changes that hash a password."""


def _shown(account: Account, is_locked: bool, viewer: Session) -> dict[str, Any]:
    seen = moment(account.seen) if account.seen else "never"
    return {
        "name": account.name,
        "role": account.role,
        "created": moment(account.created),
        "by": account.by,
        "seen": "now" if account.name == viewer.name else seen,
        "changed": moment(account.changed),
        "is_own": account.own,
        "disabled": account.disabled,
        "is_locked": is_locked,
        "is_shut": bool(account.disabled) or is_locked,
    }
