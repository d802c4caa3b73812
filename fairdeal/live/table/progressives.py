"""Whether a table can feed a progressive, and whether a progressive can be opened as described."""

from collections.abc import Iterator, Mapping

from fairdeal import money
from fairdeal.games.layout import Game
from fairdeal.games.terms import Terms
from fairdeal.house.limits import Limit
from fairdeal.live.table.progressive import Progressive


def lines_of(chosen: Terms, bet: str) -> tuple[str, ...]:
    """The lines of a bet's pay table, from which a hand gets its odds."""
    sheet = chosen.pay[bet]
    return tuple(sheet.label("pays", event) for event in range(len(sheet.pays["pays"])))


def link_faults(
    progressive: Progressive, game: Game, limits: Mapping[str, Limit], chosen: Terms
) -> Iterator[str]:
    """What keeps a table with these limits and pay tables from the progressive, each a sentence."""
    setup = progressive.setup
    if setup is None:
        yield f"there is no progressive {progressive.name!r}: open it first"
        return
    if game.player_banked:
        yield f"{game.key} is banked by players, and feeds no progressive"
        return
    link = progressive.link(game.key, limits)
    if link is None:
        known = ", ".join(f"{each.bet} of {each.game}" for each in setup.links)
        yield f"progressive {progressive.name} is fed by {known}, which the table does not offer"
        return
    bet, limit = game.bet(link.bet), limits[link.bet]
    wager = money.show(setup.wager_cents)
    if limit.least < setup.wager_cents or (bet.by_meter and limit.most > setup.wager_cents):
        exactly = "exactly" if bet.by_meter else "at least"
        yield (
            f"{bet.name} must take {exactly} {wager}, for which the meters of"
            f" {progressive.name} are meant"
        )
    if set(lines_of(chosen, link.bet)) != set(link.lines):
        yield (
            f"{bet.name} by {chosen.pay[link.bet].name} has other lines than those for which"
            f" progressive {progressive.name} was opened, and its meters would have other odds"
        )
