"""Wins that wait for approval, and the dealer's jackpot terminal, on the screen."""

from typing import Final

from fairdeal import money
from fairdeal.cli.fitting import Column, show_rows
from fairdeal.cli.grids import heading
from fairdeal.cli.screen import Screen
from fairdeal.live.table.holding import Screen as Shown
from fairdeal.live.views import PayView, View

_TO_DO: Final = {
    Shown.HANDS: "choose-hand, none if it was touched in error",
    Shown.PENDING: "touch-pending or cancel-jackpot",
    Shown.CONFIRM: "pay-jackpot or cancel-jackpot",
    Shown.STOPPED: "cancel-jackpot, or settle-claim by the floor",
}
"""What each screen waits for, by the name of the command."""


def show_pays(screen: Screen, view: View) -> None:
    """Payments that wait, and what is entered at which seat."""
    if view.pays:
        heading(screen, "Payments that wait")
        names = ("pay", "round", "seat", "player", "for", "from")
        columns = [Column(name) for name in names]
        columns += [Column("waits for", may_break=True), Column("amount", is_right=True)]
        show_rows(screen, columns, [_pay(each) for each in view.pays])
    if view.terminal:
        heading(screen, "Terminal")
        columns = [Column(name) for name in ("seat", "screen", "hand", "by", "next")]
        rows = [
            [[str(seat)], [str(at.screen)], [at.hand], [at.by], [_TO_DO[at.screen]]]
            for seat, at in sorted(view.terminal.items())
        ]
        show_rows(screen, columns, rows)


def _pay(pay: PayView) -> list[list[str]]:
    cells = [str(pay.pay), str(pay.round), str(pay.seat), pay.player]
    cells += [pay.hand or pay.bet, f"{pay.meter} meter" if pay.meter else "bank"]
    waits = list(pay.missing) if pay.handed_in else ["the dealer"]
    waits += [f"form {pay.form}"] if pay.form else []
    waits += [f"deck kept {pay.deck_days} days"] if pay.deck_days > 1 else []
    waits += ["deck kept 1 day"] if pay.deck_days == 1 else []
    waits += [f"sent back: {pay.sent_back}"] if pay.sent_back else []
    amount = "not shown" if pay.cents is None else money.show(pay.cents)
    return [*([each] for each in cells), waits, [amount]]
