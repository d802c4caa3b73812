"""Rooms and their logs: rounds that programmed players play, the audit, and a round replayed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Final

from fairdeal import extras, games
from fairdeal.books.calendar import time_of
from fairdeal.errors import Refused, Unavailable
from fairdeal.front import arguments
from fairdeal.front.results import Record, Result, grown
from fairdeal.games.reasons import result
from fairdeal.live import Room, commands
from fairdeal.live import audit as auditing
from fairdeal.live.audit import read_head
from fairdeal.live.clocks import Clock
from fairdeal.live.history import recall
from fairdeal.live.history.naming import bet_name, game_name, holder
from fairdeal.live.history.proof import Proof
from fairdeal.live.log.stores import Store, open_store
from fairdeal.live.places import check_place, known_key, known_mark, opened
from fairdeal.live.shoe import Shoe, new_key
from fairdeal.money import show, show_net
from fairdeal.players.crowd import crowd, run
from fairdeal.players.sitting import FLOOR
from fairdeal.players.strategies import check_strategy
from fairdeal.report.blocks import Block, Cell, Fold, Points, Table, Text, columns, row
from fairdeal.report.settled import hands, signed

_BEGINS: Final = 1_767_268_800_000_000
"""When a demo room opens: noon of 1 January 2026, UTC."""

_A_ROUND: Final = 60_000_000
"""Microseconds from one round of a demo room to the next."""

_ROUNDS: Final = 1_000_000
_SEATS: Final = 6
"""The most rounds at a table, and the most players."""

_PROOFS: Final = {
    Proof.HOLDS: "The deck is the one that was fixed before the first card was dealt.",
    Proof.BROKEN: "The deck that was shown is not the one that was fixed before the deal.",
    Proof.NOT_SHOWN: "The deck has not been shown.",
}


def _place(what: str, given: object) -> str | Path:
    """A file that there can be, or the address of a database."""
    place = arguments.place(what, given)
    check_place(what, place)
    return place


@dataclass(frozen=True, repr=False)
class Audit(auditing.Findings, Result):
    """What an audit of a log found, and what it looked at."""

    def __repr__(self) -> str:
        found = "everything holds" if self.holds else str(self.first_fault)
        return f"<Audit {self.events:,} events, {self.rounds:,} rounds: {found}>"

    def rows(self) -> list[Record]:
        """A row for each fault."""
        return [fault.as_json() for fault in self.faults]

    def blocks(self) -> Iterator[Block]:
        """What was looked at, and every fault."""
        facts = [
            ("events", f"{self.events:,}"),
            ("tables", ", ".join(self.tables)),
            ("rounds", f"{self.rounds:,}"),
            ("settled again, to the cent", f"{self.settled_again:,}"),
            ("debits and credits", f"add up to {show(sum(self.balances.values()))}"),
            ("seal of the room's key", str(self.seal)),
        ]
        rows = [row(Cell(name, tone="strong"), text) for name, text in facts]
        rows.append(row(Cell("verdict", tone="strong"), self._verdict()))
        yield Table(columns("checked", "~ found"), tuple(rows))
        if self.faults:
            faults = tuple(
                row(f"{each.pos:,}", each.table, Cell(each.check, tone="strong"), each.sentence)
                for each in self.faults
            )
            yield Table(columns("# event", "# table", "check", "~ what does not hold"), faults)
        if self.warnings:
            yield Points(self.warnings, "Notes")

    def _verdict(self) -> Cell:
        if self.holds:
            return Cell("\u2713 everything holds", tone="ok")
        return Cell("\u00d7 it does not hold", tone="bad")

    def _title(self) -> str:
        return "Audit of a log"


@dataclass(frozen=True, repr=False)
class Replay(recall.Recalled, Result):
    """A round of a log as it happened, step by step."""

    def __repr__(self) -> str:
        return (
            f"<Replay {self.table}/{self.state.number}: {game_name(self.setup.game)},"
            f" {len(self.steps)} steps, {self.standing}>"
        )

    def rows(self) -> list[Record]:
        """A row for each line of the settlement, with amounts in dollars."""
        return [
            {
                "seat": line.seat,
                "player": line.player,
                "bet": line.bet,
                "stake": Decimal(line.stake_cents) / 100,
                "net": Decimal(line.net_cents) / 100,
                "reason": line.reason,
            }
            for line in self.lines
        ]

    def blocks(self) -> Iterator[Block]:
        """The cards, the settlement, the proof of the deck, and every step folded away."""
        holders = []
        for number in self.hands():
            up = tuple(card for card in self.cards(number) if card is not None)
            player = self.state.players.get(number, "")
            said = " ".join((player, *self.state.decisions.get(number, ())))
            holders.append((holder(number), up, said.strip()))
        yield hands(holders)
        if self.lines:
            lines = tuple(
                row(
                    str(line.seat),
                    line.player,
                    Cell(bet_name(self.steps[-1].then, line.bet), tone="strong"),
                    show(line.stake_cents) if line.stake_cents else "",
                    signed(
                        result(line.stake_cents, line.net_cents, line.returned_cents, line.reason)
                    ),
                    line.reason,
                )
                for line in self.lines
            )
            yield Table(columns("seat", "player", "bet", "# stake", "# result", "~ why"), lines)
        chips = tuple(
            row(
                each.player,
                show(each.before_cents),
                show(each.after_cents),
                signed(show_net(each.won_cents)),
            )
            for each in self.balances
        )
        won = "# won" if self.state.over else "# won, less bets"
        yield Table(columns("player", "# chips before", "# after", won), chips)
        yield Text(_PROOFS[self.proof])
        steps = tuple(
            row(
                f"{each.pos:,}",
                time_of(each.at)[11:],
                "" if each.follows else each.actor,
                each.text,
            )
            for each in self.steps
        )
        heads = columns("# event", "time (UTC)", "by", "~ what happened")
        yield Fold("Every step", f"{len(steps)} events", (Table(heads, steps),))

    def _title(self) -> str:
        state = "" if self.standing == "closed" else f", {self.standing}"
        return f"Round {self.table}/{self.state.number}: {game_name(self.setup.game)}{state}"


def audit(
    where: str | Path,
    *,
    key_file: str | Path | None = None,
    mark_file: str | Path | None = None,
    head: str | None = None,
    every: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Audit:
    """Check the log of a room from the first event to the last, and settle every round again.

    *where* is a file or a ``postgresql://`` address; the room may be running meanwhile.  The audit
    ends at the first bad event, or with *every* lists all of them.  *head* is the ``head_in_words``
    of an earlier audit, which the log must still contain; so must the event that the room's mark
    names, which lies beside the key unless *mark_file* says where.
    """
    where = _place("where", where)
    keys = None if key_file is None else _place("key_file", key_file)
    marks = None if mark_file is None else _place("mark_file", mark_file)
    key = known_key(where, keys)
    noted = None if head is None else read_head(arguments.text("head", head))
    lists_all, told = arguments.flag("every", every), arguments.progress(progress)
    mark = known_mark(where, keys, marks)  # before the log, which grows first
    with _reading(where, key) as store:
        found = auditing.audit(store, key, every=lists_all, noted=noted, mark=mark, progress=told)
    return grown(Audit, found)


def replay(
    where: str | Path,
    table: str,
    number: int,
    *,
    progress: Callable[[float], None] | None = None,
) -> Replay:
    """A round in the log of a room, step by step: *number* counts the rounds of its table."""
    where, table = _place("where", where), arguments.text("table", table)
    number, told = arguments.whole("number", number), arguments.progress(progress)
    with _reading(where) as store:
        return grown(Replay, recall.recall(store, table, number, told))


def demo_room(
    *keys: str,
    rounds: int = 20,
    where: str | Path = "memory:",
    players: int = 3,
    strategy: str = "simple",
    seed: int = 0,
) -> Room:
    """A new room in which programmed players have played, with a table for each game.

    Without *keys* every installed game is played.  Cards, bets, decisions and the time of day come
    from the seed, so that examples and tests show the same rounds again.  Do not play in it: its
    decks can be known, while :class:`Room` takes its own from the operating system.  *where* must
    be a new log: the log of another room is refused and stays as it is.

    >>> import fairdeal as fd
    >>> with fd.demo_room("three-card-poker", rounds=2) as room:
    ...     room.table("pit-1").rounds
    2
    """
    check_strategy(arguments.text("strategy", strategy))
    if strategy == "optimal":
        extras.need("demo_room", "analysis")
    played = [games.game(arguments.key("key", key)).key for key in keys] or [*games.GAMES]
    rounds = arguments.whole("rounds", rounds, 1, _ROUNDS)
    players = arguments.whole("players", players, 2, _SEATS)
    seed, where = arguments.whole("seed", seed, 0), _place("where", where)
    now = _BEGINS

    def told() -> None:
        nonlocal now
        now += _A_ROUND

    if str(where) == "memory:":
        key = new_key()
        store = open_store("memory:", key)
    else:
        _check_new(where)
        store, key = opened(where, None)
        _check_unused(store)  # another process may have been faster
    cards = Random(f"{seed} cards")
    shoe = Shoe(key, cards.randbytes)
    room = Room(store, key, clock=Clock.of(lambda: now), shoe=shoe)
    try:
        for place, each in enumerate(played, 1):
            name = f"pit-{place}"
            room.do(name, commands.open_table, by=FLOOR, game=each, tiers={}, fills_itself=True)
            # One table after the other: what the seed decides never depends on the disk.
            run(
                one.play(rounds, told)
                for one in crowd(room, [name], seats=players, strategy=strategy, seed=seed)
            )
    except BaseException:
        room.close()
        raise
    return room


def _check_new(where: str | Path) -> None:
    """Refuse a log in which a room is, without opening it for writing."""
    try:
        store = open_store(where, read_only=True)
    except Unavailable as error:
        if error.code != "store.none":
            raise
        return
    _check_unused(store)
    store.close()


def _check_unused(store: Store) -> None:
    """Close and refuse a log that has events."""
    if events := store.head().pos:
        store.close()
        raise Refused(
            f"demo_room makes a new room: {store.name} has {events:,} events of a room already",
            code="demo.room",
        )


@contextmanager
def _reading(where: str | Path, key: bytes = b"") -> Iterator[Store]:
    if str(where) == "memory:":
        raise Refused("a room in memory ends with its process: name a log", code="store.memory")
    store = open_store(where, key, read_only=True)
    try:
        yield store
    finally:
        store.close()
