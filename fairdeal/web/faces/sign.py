"""The sign over a table, or over the meters of a progressive: what a whole room may read."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from fairdeal import money
from fairdeal.errors import Refused, did_you_mean
from fairdeal.live import Actor, Room
from fairdeal.live.history.naming import game_name
from fairdeal.live.log.chain import Recorded
from fairdeal.live.table.progressive import FROM_TABLES, is_progressive, is_table
from fairdeal.web.faces.table import shown_to
from fairdeal.web.feeding import feeding
from fairdeal.web.hub import Parts
from fairdeal.web.naming import look, title
from fairdeal.web.past.rounds import Ended, Rounds
from fairdeal.web.rendering import rendered

_LATEST: Final = 6
"""Rounds on a sign."""

_PARTS: Final = ("title", "meters", "said", "results")


class SignFace:
    """What signs show; nobody sees more than the public."""

    def __init__(self, room: Room, rounds: Rounds) -> None:
        self._room = room
        self._rounds = rounds

    def check(self, topic: str) -> None:
        """There are signs of tables and of progressives."""
        progressives = self._room.links.names()
        if topic not in progressives and self._room.table(topic).setup is None:
            hint = did_you_mean(topic, [*self._room.tables(), *progressives])
            raise Refused(f"there is no table or progressive {topic!r}: {hint}", code="sign.none")

    def touched(self, rows: Sequence[Recorded]) -> Iterable[str]:
        """Tables, and everything that shows a meter when one moves."""
        topics = {row.stream for row in rows if is_table(row.stream)}
        if any(is_progressive(row.stream) or row.kind in FROM_TABLES for row in rows):
            topics |= {*self._room.links.names(), *feeding(self._room)}
        return topics

    def parts(self, topic: str, viewer: Actor | None) -> Parts:
        """The pieces of the sign."""
        shown = self.shown(topic)
        return {name: rendered(f"sign/{name}.html", sign=shown) for name in _PARTS}

    def shown(self, topic: str) -> dict[str, Any]:
        """Everything that the templates of a sign need; a table comes before a progressive."""
        if self._room.table(topic).setup is None:
            return self._progressive(topic)
        return self._table(topic)

    def _table(self, name: str) -> dict[str, Any]:
        view = self._room.view(name)
        felt, setup = shown_to(view, None), view.setup
        assert setup is not None, "it was opened"
        rounds = self._rounds.of(name)
        limits = [(spot.name, spot.limits) for spot in felt["spots"] if spot.limits]
        return {
            "look": felt["look"],
            "title": felt["game"],
            "about": f"{name} · {felt['dealer']}",
            "stage": felt["stage"] if view.is_open else "Closed",
            "meters": felt["meters"],
            "limits": limits,
            "said": felt["say"],
            "rounds": [_result(each) for each in rounds[:_LATEST]],
            "won": _won(rounds),
        }

    def _progressive(self, name: str) -> dict[str, Any]:
        now = self._room.progressive(name)
        assert now.setup is not None, "it was opened"
        fed = feeding(self._room, name)
        rounds = [each for table in fed for each in self._rounds.of(table)]
        where = ", ".join(f"{table} ({self._game(table)})" for table in fed)
        off = f"Takes no bets for now: {now.disabled}" if now.disabled else ""
        return {
            "look": look(now.setup.links[0].game),
            "title": title(name) if len(name) > 4 else name.upper(),
            "about": f"For a bet of {money.show(now.setup.wager_cents)}",
            "stage": "",
            "meters": [(key.capitalize(), cents) for key, cents in now.shown.items()],
            "limits": [],
            "said": off or (f"Played at {where}" if where else "No table feeds it now"),
            "rounds": [],
            "won": _won(sorted(rounds, key=lambda each: -each.at)),
        }

    def _game(self, table: str) -> str:
        setup = self._room.table(table).setup
        return game_name(setup.game) if setup else ""


def _result(each: Ended) -> dict[str, Any]:
    """A round without names: what every seat won."""
    seats = sorted(each.staked)
    won = [] if each.void else [(seat, each.won.get(seat, 0)) for seat in seats]
    return {"number": each.number, "void": each.void, "seats": won}


def _won(rounds: Iterable[Ended]) -> dict[str, Any] | None:
    """The latest jackpot that was paid, as far as rounds are remembered."""
    for each in rounds:
        if each.jackpots:
            meter, cents = each.jackpots[-1]
            return {"meter": title(meter), "cents": cents, "where": f"{each.table}/{each.number}"}
    return None
