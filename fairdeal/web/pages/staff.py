"""The accounts of the house's people, for managers: opened, disabled, and what happened to them."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal.errors import Malformed, did_you_mean
from fairdeal.live import Role
from fairdeal.web.access.account import Account
from fairdeal.web.access.accounts import Accounts
from fairdeal.web.access.guard import address_of, in_json
from fairdeal.web.access.passwords import LEAST
from fairdeal.web.access.permissions import check_sees
from fairdeal.web.moments import moment
from fairdeal.web.pages.desk import Desk

ROLES: Final = tuple(role for role in Role if role is not Role.PLAYER)

_SHOWN: Final = 40
"""Entries of the diary on the page."""


class Staff(Desk):
    """Who works here."""

    page = "staff"

    def routes(self) -> list[BaseRoute]:
        """Their addresses."""
        return [
            Route("/staff", self.open),
            Route("/api/staff/{account}/{change}", self.change, methods=["POST"]),
        ]

    async def open(self, request: Request) -> Response:
        """Every account, and what happened last."""
        session = self.enter(request)
        accounts = self.site.accounts
        return self.show(
            session,
            "staff.html",
            people=[_shown(each, accounts.is_locked(each)) for each in accounts.every()],
            roles=ROLES,
            least=LEAST,
            entries=[
                {"when": moment(each.at), "told": each} for each in accounts.diary.latest()[:_SHOWN]
            ],
            broken=accounts.diary.broken,
            unwritten=accounts.diary.unwritten,
        )

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
        accounts = self.site.accounts
        await self.site.guard.hashed(_CHANGES[change], accounts, name, told, by, where)
        self.site.hub.dismiss()
        return self.site.guard.marked(session, in_json())


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


def _shown(account: Account, is_locked: bool) -> dict[str, Any]:
    return {
        "name": account.name,
        "role": account.role,
        "created": moment(account.created),
        "by": account.by,
        "seen": moment(account.seen) if account.seen else "never",
        "changed": moment(account.changed),
        "is_own": account.own,
        "disabled": account.disabled,
        "is_locked": is_locked,
        "is_shut": bool(account.disabled) or is_locked,
    }
