"""The limits and pay tables beside a felt: the same for everybody, drawn once for each setup."""

from fairdeal import games
from fairdeal.live import events
from fairdeal.web.drawing.helping import sheets
from fairdeal.web.naming import span, title
from fairdeal.web.rendering import rendered


class Beside:
    """Draws them again when the floor has opened a table with others."""

    def __init__(self) -> None:
        self._drawn: dict[str, tuple[events.TableOpened, str]] = {}

    def shown(self, table: str, setup: events.TableOpened) -> str:
        """What stands beside the felt of a table."""
        setup_before, drawn = self._drawn.get(table, (None, ""))
        if setup_before is not setup:
            drawn = _drawn(setup)
            self._drawn[table] = setup, drawn
        return drawn


def _drawn(setup: events.TableOpened) -> str:
    bets = [bet for bet in games.known(setup.game).bets if bet.key in setup.limits]
    limits = [(title(bet.name), span(setup.limits[bet.key])) for bet in bets]
    form = [setup.game, *(bet.key for bet in bets), *(["practice"] if setup.practice else [])]
    return rendered(
        "parts/side.html",
        limits=limits,
        sheets=sheets(setup),
        form=" ".join(form),  # what the frame of a page is made for: another one is another page
    )
