"""What happens to the accounts of the house's people.  No event has a password or its hash."""

from typing import TypeAlias

import msgspec

from fairdeal.live.events.base import Event


class AccountOpened(Event, frozen=True):
    """A manager opened an account; the first one is opened by its own manager."""

    name: str
    """The person's name."""
    role: str
    by: str
    where: str = ""


class AccountDisabled(Event, frozen=True):
    """A manager disabled an account: its person is signed out and cannot sign in."""

    name: str
    """Whose account it is."""
    reason: str
    by: str
    where: str = ""


class AccountEnabled(Event, frozen=True):
    """A manager enabled or unlocked an account."""

    name: str
    """Whose account it is."""
    by: str
    where: str = ""


class PasswordSet(Event, frozen=True):
    """A password was set, by the person or by a manager; the person is signed out everywhere."""

    name: str
    """Whose account it is."""
    by: str
    kept: bytes
    """SHA-256 of what the relation ``secret`` keeps for the account."""
    where: str = ""


class AccountLocked(Event, frozen=True):
    """Too many wrong passwords were tried; nobody signs in there for half an hour.

    There is the device, if the person has signed in at it before; else any other device of the
    house; else, without a device, every other browser.
    """

    name: str
    """Whose account it is."""
    where: str = ""
    device: str = ""


class SignedIn(Event, frozen=True):
    """A person signed in."""

    name: str
    """Whose account it is."""
    where: str = ""
    device: str = ""
    kept: bytes = b""
    """SHA-256 of what ``secret`` keeps from now on; empty where that stays as it was."""


class SignedOut(Event, frozen=True):
    """A person signed out, at every terminal."""

    name: str
    """Whose account it is."""
    where: str = ""


class TerminalLocked(Event, frozen=True):
    """A terminal was locked; its person signs in again there."""

    name: str
    """Whose account it is."""
    session: str
    """The number of the session at that terminal."""
    reason: str
    """Why."""
    where: str = ""


class Tried(msgspec.Struct, frozen=True, array_like=True):
    """Sign-ins that were refused for one name in one place."""

    name: str
    """Whose account it is; empty for names that no account has."""
    where: str
    device: str
    wrong: int
    """How many wrong passwords."""
    shut: int
    """How many more while the account was locked or disabled."""
    mark: str = ""
    """For a name that no account has, four hexadecimal digits that stand for it."""


class SignInsRefused(Event, frozen=True):
    """Sign-ins were refused, gathered for up to a minute."""

    refused: tuple[Tried, ...]
    """By name and place."""


AccountEvent: TypeAlias = (
    AccountOpened
    | AccountDisabled
    | AccountEnabled
    | PasswordSet
    | AccountLocked
    | SignedIn
    | SignedOut
    | TerminalLocked
    | SignInsRefused
)
