"""``fairdeal accounts``: accounts of the house's people, at the machine that the room runs on."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import click
from rich import box
from rich.table import Table

from fairdeal.cli.acting import actor
from fairdeal.cli.options import json_option, needs, once
from fairdeal.cli.rooms import (
    key_of,
    key_option,
    mark_is,
    mark_option,
    reading,
    room_option,
    where_is,
)
from fairdeal.cli.screen import Screen
from fairdeal.errors import Malformed, Refused, did_you_mean

if TYPE_CHECKING:
    from fairdeal.live import Actor, Room
    from fairdeal.live.accounts import Account
    from fairdeal.live.losses import Peopled
    from fairdeal.web.access.accounts import Accounts

PASSWORD: Final = "FAIRDEAL_PASSWORD"
"""The environment variable with the password of the person who acts."""
NEW_PASSWORD: Final = "FAIRDEAL_NEW_PASSWORD"
"""The environment variable with a password that is to be set."""

CONSOLE: Final = "console"
"""The place, and the device, of a person who signs in at the command line."""

_CHANGES: Final = ("open", "list", "disable", "enable", "reset")


@click.command("accounts")
@click.argument("change", metavar="CHANGE")
@click.argument("name", required=False)
@once("--role", metavar="ROLE", help="Role of a new account: dealer, floor, ... manager.")
@once("--reason", metavar="TEXT", help="Why an account is disabled.")
@once("--as", "who", metavar="ROLE:NAME", help="The person who asks, as in manager:max.")
@room_option
@key_option
@mark_option
@json_option
@needs("web")
def command(
    change: str,
    name: str | None,
    role: str | None,
    reason: str | None,
    who: str | None,
    room: str | None,
    key: str | None,
    mark: str | None,
    as_json: bool,
) -> None:
    """List the accounts of a room's people, or open, disable, enable or reset one.

    The first account is a manager's, and opened by that person; every other change takes a manager,
    who is named with --as and signs in.  Anybody can reset their own password.  A password that
    another person set must be replaced before its owner can do anything: reset it with --as the
    owner, or sign in to the pages.

    Passwords are asked for, or taken from the environment: FAIRDEAL_PASSWORD of the person who
    asks, FAIRDEAL_NEW_PASSWORD for the one to be set.

    \b
    fairdeal accounts list
    fairdeal accounts open max --role manager
    fairdeal accounts open dana --role dealer --as manager:max
    fairdeal accounts disable dana --reason "left the house" --as manager:max
    fairdeal accounts reset dana --as dealer:dana
    """
    if change not in _CHANGES:
        hint = did_you_mean(change, _CHANGES)
        raise Malformed(f"accounts cannot {change!r}: {hint}", code="command.unknown")
    where = where_is(room)
    if change == "list":
        with reading(where, key_of(where, key)) as store:
            from fairdeal.live.account_stream import accounts_in

            found = accounts_in(store)
        _list([account for _, account in sorted(found.people.items())], as_json)
        return
    if name is None:
        raise Malformed(f"accounts {change} needs a NAME", code="option.missing")
    by = None if who is None else actor(who)
    with accounts_of(where, key, mark) as accounts:
        account = _changed(accounts, change, name, role, reason, by)
    if as_json:
        click.echo(json.dumps(_as_json(account), indent=2))
    else:
        click.echo(f"{change}: {account.name}, {account.role}")


def _changed(
    accounts: "Accounts",
    change: str,
    name: str,
    role: str | None,
    reason: str | None,
    by: "Actor | None",
) -> "Account":
    if change == "open":
        person = actor(f"{role or ''}:{name}").role
        if by is None and not accounts.every():
            new = new_password(name)
            return accounts.open_own(name, new, person, where=CONSOLE, device=CONSOLE)
        manager = _signed_in(accounts, change, by)
        return accounts.open(name, person, new_password(name), by=manager, where=CONSOLE)
    if change == "reset" and by is not None and by.name == name:
        old = password_of(by)
        new = new_password(name)
        return accounts.choose_password(name, old, new, where=CONSOLE, device=CONSOLE)
    manager = _signed_in(accounts, change, by)
    if change == "reset":
        return accounts.set_password(name, new_password(name), by=manager, where=CONSOLE)
    if change == "disable":
        return accounts.disable(name, reason or "", by=manager, where=CONSOLE)
    return accounts.enable(name, by=manager, where=CONSOLE)


def _signed_in(accounts: "Accounts", change: str, by: "Actor | None") -> str:
    if by is None:
        raise Malformed(f"accounts {change} needs --as manager:NAME", code="actor.unreadable")
    return sign_in(accounts, by).name


@contextmanager
def accounts_of(where: str, key: str | None, mark: str | None) -> Iterator["Accounts"]:
    """The accounts of a room that no server runs, or that is in a database."""
    from fairdeal.live import Room
    from fairdeal.web.access.accounts import Accounts

    if where == "memory:":
        raise Refused(
            "a room in memory ends with its process: it has no accounts", code="store.memory"
        )
    with Room.open(where, key_file=key, mark_file=mark_is(mark), is_brief=True) as opened:
        accounts = Accounts(opened)
        try:
            yield accounts
        finally:
            accounts.close()


def sign_in(accounts: "Accounts", by: "Actor") -> "Account":
    """The account of the person who asks, after the password was checked."""
    account = accounts.sign_in(by.name, password_of(by), where=CONSOLE, device=CONSOLE)
    if account.role is not by.role:
        raise Refused(f"{by.name} is a {account.role}, not a {by.role}", code="role.refused")
    if not account.own:
        raise Refused(
            f"{by.name} still has the password that a manager set: choose your own with fairdeal"
            f" accounts reset {by.name} --as {by.role}:{by.name}",
            code="account.given",
        )
    return account


def check_in(room: "Room | Peopled", by: "Actor") -> None:
    """Sign in the person who gives a command, where the room has accounts.

    Players need none, nor does the automatic dealer.
    """
    from fairdeal.extras import need
    from fairdeal.live.accounts import OF_THE_ROOM
    from fairdeal.live.actors import AUTOMATIC, Role

    if by.role is Role.PLAYER or by == AUTOMATIC or not room.accounts.read_on().people:
        return
    if by.name in OF_THE_ROOM:
        raise Refused(f"{by} is the room itself: name a person with --as", code="account.none")
    need("a person of a room that has accounts", "web")
    from fairdeal.web.access.accounts import Accounts

    accounts = Accounts(room)
    try:
        sign_in(accounts, by)
    finally:
        accounts.close()


def password_of(by: "Actor") -> str:
    """The password of the person who asks."""
    return os.environ.get(PASSWORD) or _asked(f"Password of {by.name}")


def new_password(name: str) -> str:
    """A password that is to be set."""
    given = os.environ.get(NEW_PASSWORD)
    return given or _asked(f"New password of {name}", again=True)


def _asked(what: str, *, again: bool = False) -> str:
    answer: str = click.prompt(what, hide_input=True, confirmation_prompt=again, err=True)
    return answer


def _list(accounts: "list[Account]", as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps([_as_json(each) for each in accounts], indent=2))
        return
    if not accounts:
        click.echo("there is no account yet")
        return
    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("name", "role", "opened by", "state"):
        table.add_column(heading)
    for each in accounts:
        table.add_row(each.name, each.role, each.by, _state(each))
    screen = Screen()
    screen.show(table)
    screen.flush()


def _state(account: "Account") -> str:
    if account.disabled:
        return f"disabled: {account.disabled}"
    return "open" if account.own else "open, with a password that a manager set"


def _as_json(account: "Account") -> dict[str, object]:
    return {
        "name": account.name,
        "role": account.role,
        "by": account.by,
        "disabled": account.disabled,
        "own_password": account.own,
    }
