"""A recorded round on the screen: what happened, the cards, the settlement, and the proof."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date

from rich import box
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fairdeal import money
from fairdeal.books.calendar import time_of
from fairdeal.cli.grids import heading, table_of
from fairdeal.cli.screen import Screen
from fairdeal.cli.settlement_screen import ROOM_FOR_A_TABLE, result_of
from fairdeal.errors import listed
from fairdeal.house.limits import Limit
from fairdeal.live.events import DEALER, Paid
from fairdeal.live.history.following import RoundSummary
from fairdeal.live.history.naming import game_name, hand_told, holder, names
from fairdeal.live.history.proof import Proof
from fairdeal.live.history.recall import Balance, Recalled, Step

_PROOFS = {
    Proof.HOLDS: "The deck below follows from what was fixed before the first card was dealt:"
    " the house's secret, which hashes to the commitment, and the seeds of the players.",
    Proof.BROKEN: "The deck that was shown is NOT the one that was fixed before the deal.",
    Proof.NOT_SHOWN: "The deck has not been shown.",
}


def show_round(found: Recalled) -> None:
    """Print everything that is known of the round."""
    screen = Screen()
    name = f"{found.table}/{found.state.number}"
    state = "" if found.standing == "closed" else f", {found.standing}"
    screen.show(f"[bold]Replay of round {name}[/]: {game_name(found.setup.game)}{state}")
    for line in _terms(found):
        screen.show(Text(line))
    heading(screen, "What happened")
    _show_steps(screen, found.steps)
    if found.state.hands:
        heading(screen, "Cards")
        screen.show(_hands(found))
    if found.lines:
        heading(screen, "Settlement")
        _show_lines(screen, found.lines)
    if found.balances:
        heading(screen, "Chips, bets not counted")
        screen.show(_balances(found))
    heading(screen, "Proof")
    _show_proof(screen, found)
    screen.flush()


def _terms(found: Recalled) -> Iterator[str]:
    setup = found.setup
    first, last = found.steps[0].at, found.steps[-1].at
    who = found.dealer or "the automatic dealer"
    yield f"{time_of(first)} to {time_of(last)[11:]} UTC, dealt by {who}"
    tables = [f"{bet} {name}" for bet, name in setup.pay_tables.items()]
    yield f"pay tables: {', '.join(tables) or 'none'}"
    if setup.options:
        yield "options: " + ", ".join(f"{key} {value}" for key, value in setup.options.items())
    limits = (
        f"{bet} {Limit(each.least_cents, each.most_cents, each.step_cents)}"
        for bet, each in setup.limits.items()
    )
    yield f"limits: {', '.join(limits)}"
    # The profile that lays nothing down is of no date.
    since = f" of {setup.profile_from}" if setup.profile_from > date.min.isoformat() else ""
    profile = f"profile {setup.profile}{since}"
    yield f"configuration {setup.configuration}, {profile}, rules {setup.rules_digest}"


def _show_steps(screen: Screen, steps: Sequence[Step]) -> None:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column()
    for step in steps:
        who = "" if step.follows else step.actor
        mark = " [by the system]" if step.by_system else ""
        grid.add_row(time_of(step.at)[11:], Text(who), Text(f"{step.text}{mark}"))
    screen.show(grid)


def _hands(found: Recalled) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    state = found.state
    for number in found.hands():
        held = found.cards(number)
        known = tuple(card for card in held if card is not None)
        cards = " ".join("(?)" if card is None else names([card]) for card in held)
        if len(known) == len(held):
            cards = hand_told(found.setup, number, known)
        taken = state.by_system.get(number, ())
        said = [
            f"{word} (system)" if place in taken else word
            for place, word in enumerate(state.decisions.get(number, ()))
        ]
        who = state.banker if number == DEALER else state.players.get(number, "")
        out = "out of the round" if number in state.dead else " ".join(said)
        grid.add_row(holder(number), Text(who), cards, Text(out))
    return grid


def _show_lines(screen: Screen, lines: Sequence[Paid]) -> None:
    if screen.width < ROOM_FOR_A_TABLE:
        for line in lines:
            stake = f" {money.show(line.stake_cents)}" if line.stake_cents else ""
            screen.show(f"seat {line.seat} {line.bet}{stake}: [bold]{result_of(line)}[/]")
            screen.show(Padding(Text(line.reason), (0, 0, 0, 2)))
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("seat", "player", "bet", "stake", "result"):
        right = name in ("stake", "result")
        table.add_column(name, justify="right" if right else "left", no_wrap=True)
    table.add_column("why", overflow="fold")
    for line in lines:
        stake = money.show(line.stake_cents) if line.stake_cents else ""
        cells = (str(line.seat), line.player, line.bet, stake, result_of(line), line.reason)
        table.add_row(*map(Text, cells))
    screen.show(table)


def _balances(found: Recalled) -> Table:
    """Each player's chips; chips bought, cashed or tipped were not won or lost."""
    columns: dict[str, Callable[[Balance], str]] = {
        "before": lambda each: money.show(each.before_cents),
        "bought": lambda each: money.show(each.bought_cents),
        "cashed": lambda each: money.show(each.cashed_cents),
        "tipped": lambda each: money.show(each.tipped_cents),
        "after": lambda each: money.show(each.after_cents),
        "won" if found.state.over else "won, less bets": lambda each: money.show_net(
            each.won_cents
        ),
    }
    for name in ("bought", "cashed", "tipped"):
        if not any(getattr(each, f"{name}_cents") for each in found.balances):
            del columns[name]
    table = table_of(["player"], list(columns))
    for each in found.balances:
        table.add_row(each.player, *(cell(each) for cell in columns.values()))
    return table


def _show_proof(screen: Screen, found: Recalled) -> None:
    state = found.state
    screen.show(_PROOFS[found.proof])
    if not state.commitment:
        return
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_row("commitment", Text(state.commitment.hex(), overflow="fold"))
    for name, hidden in (("secret", state.secret), ("nonce", state.nonce)):
        if hidden:
            grid.add_row(name, Text(hidden.hex(), overflow="fold"))
    for each in state.seeds:
        grid.add_row(f"seed {each.seat}", Text(each.seed.hex(), overflow="fold"))
    if state.deck:
        grid.add_row("deck", names(state.deck))
    screen.show(grid)


def show_list(name: str, latest: Mapping[str, Sequence[RoundSummary]]) -> None:
    """Print rounds, table by table."""
    screen = Screen()
    screen.show(Text.assemble("Rounds of ", (name, "bold")))
    if not latest:
        screen.show("No round has been played.")
    for table in sorted(latest):
        games = listed(dict.fromkeys(game_name(each.game) for each in latest[table]))
        heading(screen, f"{table}: {games}")
        grid = table_of(["round", "begun (UTC)", "state"], ["seats", "staked", "players won"])
        for each in latest[table]:
            grid.add_row(
                f"{table}/{each.number}",
                time_of(each.begun),
                each.state,
                str(each.seats),
                money.show(each.staked_cents),
                money.show_net(each.net_cents),
            )
        screen.show(grid)
    if latest:
        screen.show(
            "\nfairdeal replay TABLE lists all rounds of a table, and fairdeal replay TABLE/NUMBER"
            " shows one of them step by step"
        )
    screen.flush()
