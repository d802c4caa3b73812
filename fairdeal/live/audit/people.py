"""The accounts of the house's people, followed through the log, and who acted without one."""

from collections.abc import Iterator

from fairdeal.errors import Refused, named
from fairdeal.live import events
from fairdeal.live.account_stream import event_of, wrong_passwords
from fairdeal.live.accounts import (
    COMMANDS,
    GRACE,
    Accounts,
    accounts_after,
    check,
    is_own,
)
from fairdeal.live.actors import Actor, Role
from fairdeal.live.audit.findings import Check, Fault
from fairdeal.live.audit.rows import Log
from fairdeal.live.log.chain import ACCOUNTS, Recorded
from fairdeal.live.worth import Worth


class PeopleFollower:
    """The accounts as they were at every place of the log."""

    def __init__(self) -> None:
        self.now = Accounts()
        self._unheld = 0
        """Commands of people before there was any account."""

    def follow(self, row: Recorded) -> Iterator[Fault]:
        """Go on to the next event of the accounts."""
        about = row.pos, row.stream, str(row.kind)
        try:
            event = event_of(row)
            if row.part == 0 and row.command != COMMANDS.get(type(event)):
                yield Fault(*about, Check.EVENT, f"{row.command} does not begin with such an event")
            check(self.now, Actor(row.actor, Role(row.role)), event)
            self.now = accounts_after(self.now, event, row.at)
        except Refused as error:
            yield Fault(*about, Check.AUTHORITY, str(error))
        except Exception as error:  # a forged event can be anything
            yield Fault(*about, Check.EVENT, named(error))

    def hold(self, row: Recorded, worth: Worth | None) -> Iterator[Fault]:
        """Hold the person who gave a command against the accounts at that moment."""
        if row.part:
            return
        who = str(row.actor), str(row.role), str(row.command)  # a forged field can be anything
        is_cash = worth is Worth.CASH
        if not self.now.people:
            self._unheld += row.role != Role.PLAYER and not is_own(*who, is_cash=is_cash)
        elif why := self.now.missing(*who, row.at, is_cash=is_cash, grace=GRACE):
            yield Fault(row.pos, row.stream, str(row.kind), Check.AUTHORITY, why)

    def finish(self, log: Log, pos: int) -> Iterator[str]:
        """What is wrong with what is kept of the passwords, at the end of the log, event *pos*."""
        wrong = {*wrong_passwords(log, self.now)}
        if wrong:  # a room at work may have set a password since
            for row in log.read(pos):
                event = event_of(row) if row.stream == ACCOUNTS else None
                if isinstance(event, events.PasswordSet | events.SignedIn) and event.kept:
                    wrong.discard(event.name)
        for name in sorted(wrong):
            yield f"what is kept of the password of {name} is not what the log names"

    def warnings(self) -> Iterator[str]:
        """What is not a fault and should be known."""
        if self._unheld:
            had = "had no account yet" if self.now.people else "has no accounts"
            yield (
                f"{self._unheld:,} commands of the house's people were not held against accounts:"
                f" the log {had}"
            )
