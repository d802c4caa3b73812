"""Jackpots and large wins on the screen, each with all that is to be kept of it."""

from collections.abc import Iterator

from rich.markup import escape

from fairdeal import money
from fairdeal.cli.grids import heading, note
from fairdeal.cli.meters_screen import Row, head
from fairdeal.cli.screen import Screen
from fairdeal.errors import listed
from fairdeal.live.history.naming import game_name, hand_name
from fairdeal.live.table.amounts import exactly, share


def show_jackpots(shown: Row) -> None:
    """Every win that waited for approval, with all that is to be kept of it."""
    screen = Screen()
    head(screen, shown, "Jackpots and large wins")
    if not shown["jackpots"]:
        screen.show("\nno activity")
    for row in shown["jackpots"]:
        source = f"the {row['meter']} meter of {row['progressive']}" if row["meter"] else "the bank"
        amount = money.show(row["amount_cents"])
        heading(screen, escape(f"{row['id']}: {amount} from {source}, {row['status']}"))
        for text in _about(row):
            note(screen, escape(text))
    screen.flush()


def _about(row: Row) -> Iterator[str]:
    where = f"seat {row['seat']} of {row['table']}, round {row['round']}"
    bet = f"{money.show(row['stake_cents'])} on {row['bet']}"
    hand = f"{hand_name(row['hand'], row['game'], row['bet'])} with " if row["hand"] else ""
    yield (
        f"won {row['won_at']}, event {row['pos']} of the log: {row['player']} at {where} of"
        f" {game_name(row['game'])}; {hand}{bet}"
    )
    if row["meter"]:
        top = money.show(row["ceiling_cents"]) if row["ceiling_cents"] else "none"
        yield (
            f"the meter stood at {money.show(row['meter_cents'])}; reset by the house"
            f" {money.show(row['reset_cents'])}, rate {share(row['rate_millionths'])}, ceiling"
            f" {top}, beyond it {exactly(row['overflow_parts'])}"
        )
    if row["shares"] > 1:
        yield f"share {row['share']} of {row['shares']}"
    for each in row["sent_back"]:
        yield f"sent back by {each['role']} {each['by']} {each['at']}: {each['reason']}"
    if row["entered_by"]:
        yield f"submitted by {row['entered_by']} {row['entered_at']}"
    for each in row["signed"]:
        checks = listed(each["checked"])
        yield f"signed by {each['role']} {each['by']} {each['at']}, having checked {checks}"
    if row["waits"] and row["missing"]:
        yield f"needs {listed(row['missing'])}"
    if row["entered_by"]:
        kept = row["deck_kept_until"]
        deck = f"the deck is kept until {kept}" if kept else "the deck need not be kept"
        yield f"tax form: {row['form'] or 'none'}; {deck}"
    if row["paid_at"]:
        yield f"paid {row['paid_at']}, event {row['paid_pos']} of the log"
