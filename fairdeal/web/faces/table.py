"""A table as a player or a spectator sees it."""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from textwrap import wrap
from typing import Any, Final

from fairdeal import cards, games, money
from fairdeal.errors import Refused, did_you_mean, listed
from fairdeal.games.layout import FOLD
from fairdeal.hands.words import ONE
from fairdeal.live import Actor, Role, Room, events
from fairdeal.live.log.chain import Recorded
from fairdeal.live.table.progressive import FROM_TABLES, is_progressive, is_table
from fairdeal.live.views import Shown, View
from fairdeal.web.access.seating import MISSED
from fairdeal.web.drawing.felt import STAGES, Felt
from fairdeal.web.drawing.pieces import CHIPS, Face, Hand
from fairdeal.web.drawing.ring import ring, shuffler
from fairdeal.web.drawing.spots import spots
from fairdeal.web.faces.bar import Bar, Choice, bar, first_limits
from fairdeal.web.faces.beside import Beside
from fairdeal.web.faces.receipt import Receipt, receipt, timed_out
from fairdeal.web.feeding import feeding
from fairdeal.web.hub import Alike, Parts
from fairdeal.web.naming import capital, look
from fairdeal.web.past.rounds import Rounds
from fairdeal.web.purse import Chips, Purses, owners
from fairdeal.web.rendering import rendered

LATEST: Final = 8
"""Rounds in the list beside the felt."""

ANYBODY: Final = Actor("anybody", Role.PLAYER)
"""Stands for all players who only watch; nobody of that name sits down by a page."""

_FEW: Final = 4
"""Cards of a hand that are drawn large."""

_PRINTED: Final = 84
"""Characters that fit on a line printed on the felt."""

_PARTS: Final = (
    "stages",
    "dealer",
    "say",
    "ring",
    "hero",
    "mid",
    "bar",
    "receipt",
    "exit",
    "spoken",
)


class TableFace:
    """The page of a table."""

    def __init__(self, room: Room, play_chips: int = 0, rounds: Rounds | None = None) -> None:
        self.room = room
        self.rounds = rounds or Rounds(room)
        self._play_chips = play_chips
        self._purses = Purses(room)
        self._beside = Beside()

    def check(self, topic: str) -> None:
        """A table must have been opened at least once."""
        known(self.room, topic)

    def touched(self, rows: Sequence[Recorded]) -> Iterable[str]:
        """The tables themselves; and all that feed a progressive, when a meter moves."""
        tables = {row.stream for row in rows if is_table(row.stream)}
        if any(is_progressive(row.stream) or row.kind in FROM_TABLES for row in rows):
            tables |= {*feeding(self.room)}
        return tables

    def alike(self, topic: str) -> Alike:
        """All players who have nothing of their own here see the same."""
        table = self.room.table(topic)
        own = owners(self.room, topic)
        own |= {pay.due.player for pay in table.holding.pays.values()}
        own |= {*table.round.players.values()} if table.round else set()
        own |= {who for each in self.rounds.of(topic)[:LATEST] for who, _ in each.staked.values()}

        def stands(viewer: Actor | None) -> Actor | None:
            watches = viewer and viewer.role is Role.PLAYER and viewer.name not in own
            return ANYBODY if watches and ANYBODY.name not in own else viewer

        return stands

    def parts(self, topic: str, viewer: Actor | None) -> Parts:
        """The pieces of the page."""
        view = self.room.view(topic, viewer)
        shown = shown_to(
            view, viewer, self._play_chips, self._chips(viewer), self._last_bets(topic, viewer)
        )
        latest = latest_rounds(self.rounds, topic, viewer)
        return {
            **{name: rendered(f"parts/{name}.html", felt=shown) for name in _PARTS},
            "history": rendered("parts/history.html", felt=shown, rounds=latest),
            "side": self._beside.shown(topic, known(self.room, topic)),
        }

    def _chips(self, viewer: Actor | None) -> tuple[Chips, ...]:
        return tuple(self._purses.of(viewer.name)) if viewer and _plays(viewer) else ()

    def _last_bets(self, table: str, viewer: Actor | None) -> Mapping[str, int]:
        return self.rounds.last_bets(table, viewer.name) if viewer and _plays(viewer) else {}


def _plays(viewer: Actor) -> bool:
    return viewer.role is Role.PLAYER and viewer != ANYBODY


def latest_rounds(rounds: Rounds, table: str, viewer: Actor | None) -> list[dict[str, Any]]:
    """The last rounds of a table, with what the viewer won in each."""
    return [
        {
            "number": each.number,
            "void": each.void,
            "won": each.won_by(viewer.name) if viewer and viewer.role is Role.PLAYER else None,
        }
        for each in rounds.of(table)[:LATEST]
    ]


def known(room: Room, table: str) -> events.TableOpened:
    """The configuration of a table that was opened at least once."""
    found = room.table(table).setup
    if found is None:
        hint = did_you_mean(table, room.tables())
        raise Refused(f"there is no table {table!r}: {hint}", code="table.unknown")
    return found


def shown_to(
    view: View,
    viewer: Actor | None,
    play_chips: int = 0,
    chips: Iterable[Chips] = (),
    last_bets: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """Everything that the templates of a table need.

    *chips* are the viewer's, at all tables, and *last_bets* those that the viewer last had here.
    """
    felt, now = Felt(view, viewer), view.round
    own, game, setup, seat = felt.own, felt.game, felt.setup, felt.seat
    paid, open_now, says = receipt(felt), bar(felt, last_bets), _say(felt)
    return {
        "table": view.table,
        "key": game.key,
        "game": game.name,
        "look": look(game.key),
        "stages": list(STAGES),
        "stage": felt.stage,
        "dealer": f"Dealer · {view.dealer.capitalize()}" if view.dealer else "Automatic dealer",
        "dealer_cards": felt.dealer_cards(),
        "board_cards": felt.board_cards(),
        "dealer_reads": "" if now and now.call else felt.dealer_reads(),
        "say": says,
        "spoken": _spoken(felt, open_now, paid) or says,
        "ring": list(ring(felt)),
        "shuffler": shuffler(felt),
        "commitment": grouped(_fixed(view)),
        "committed": view.committed,
        "chain": seat.chain if seat else "",
        "announced": seat.announced if seat else "",
        "shuffle": _shuffle(view, own),
        "practice": setup.practice,
        "own": own,
        "hands": _hands(felt),
        "hand": _size(game.player_cards),
        "read": felt.reads(own) if own else "",
        "won": paid.net_cents if paid else None,
        "spots": list(spots(felt)),
        "betting": felt.is_betting,
        "invitation": "You are watching. Choose a free seat to play.",
        "may_sit": not own and view.is_open and viewer is not None and viewer.role is Role.PLAYER,
        "free_seat": any(not seat.taken for seat in view.seats),
        "play_chips": play_chips,
        "balance": seat.chips_cents if seat else None,
        "missed": MISSED,
        "takes_tips": bool(own) and view.takes_tips,
        "tipped_cents": seat.tipped_cents if seat else 0,
        "left_here": next((each.cents for each in chips if each.table == view.table), 0),
        "elsewhere": [each for each in chips if each.table != view.table and each.cents],
        "staked": _staked(felt),
        "until": now.until if now and not view.held and not view.pays else 0,
        "seconds": setup.betting_seconds if felt.is_betting else setup.decision_seconds,
        "bar": open_now,
        "chips": [*reversed(CHIPS)],
        "void": felt.void,
        "number": felt.in_sight.number if felt.in_sight else 0,
        "note": timed_out(felt.by_system(own)) if own else "",
        "meters": [(name.capitalize(), cents) for name, cents in view.meters.items()],
        "print": _printed(view),
        "legends": _lines(" · ".join(capital(each) for each in game.legends)),
        "receipt": paid,
    }


def _fixed(view: View) -> str:
    """What fixes the deck: the commitment that stands before the bets, or that of the round."""
    now = view.round
    if now and not now.over and now.commitment:
        return now.commitment
    return view.committed.commitment if view.committed else ""


def _shuffle(view: View, own: int) -> str:
    """What the deck of this round follows from, in words that take the same room each time."""
    now = view.round
    if not view.committed:
        return "Fixed as soon as a player sits down"
    if now is None or now.betting or now.over:
        is_own = any(each.seat == own and each.chain for each in view.seats)
    else:
        is_own = own in now.seeds
    return f"Fixed before the bets, {'with' if is_own else 'without'} your seed"


def _hands(felt: Felt) -> list[Hand]:
    """One's own hands, with places for the cards that are still to come."""
    hands = [*felt.hands(felt.own)] if felt.own else [Hand(())]
    if len(hands) > 1:
        return hands
    missing = felt.game.player_cards - len(hands[0].faces)
    return [Hand((*hands[0].faces, *[Face("")] * missing))]


def _say(felt: Felt) -> str:
    """What goes on, as the dealer would say it to the viewer."""
    view, now = felt.view, felt.view.round
    if not view.is_open:
        return "The table is closed"
    if view.disabled:
        return f"No bets for now: {view.disabled}"
    if view.held:
        return "The table waits for a ruling"
    if now is None or now.over:
        return f"Void: {now.void}" if now and now.void else _between(felt)
    if now.offered:
        is_own = now.offered == felt.own
        return "Do you take the bank?" if is_own else f"Seat {now.offered} is offered the bank"
    if now.betting:
        return _between(felt)
    if now.unconfirmed:
        whose = "your" if now.turn == felt.own else f"seat {now.turn}'s"
        return f"Waiting for the dealer to confirm {whose} {now.unconfirmed}"
    if now.turn:
        return "Your decision" if now.turn == felt.own else f"Seat {now.turn} decides"
    if view.pays:
        return "A payment waits for approval"
    return now.call or (now.say[0] if now.say else now.text)


def _between(felt: Felt) -> str:
    """What is said from the end of a round to the end of the betting."""
    if felt.is_betting:
        return "Place your bets"
    if felt.view.closing:
        return "The table closes"
    if felt.game.player_banked:
        return "A player must take the bank"
    return f"{felt.view.dealer.capitalize()} opens the betting"


def _spoken(felt: Felt, open_now: Bar, paid: Receipt | None) -> str:
    """What a screen reader is given at a decision and at the end; empty at other times."""
    if open_now.note:
        return open_now.note
    if open_now.kind == "decide":
        hand = _hand(felt.cards(felt.own), felt.reads(felt.own).lower())
        so_far = f" So far you {_result(paid.net_cents)}." if paid else ""
        return f"You have {hand}.{so_far} {capital(_open(open_now.choices))}."
    if paid is None or not paid.is_over:
        return ""
    folded = "You folded. " if FOLD in felt.decisions(felt.own) else ""
    shown = felt.in_sight.dealer if felt.in_sight else ()
    reads = felt.dealer_reads().lower()
    dealer = f"{capital(felt.game.dealer)} has {_hand(shown, reads)}. " if shown else ""
    if paid.is_bank:
        return f"{dealer}Your bank {_result(paid.net_cents, 's')}."
    return f"{dealer}{folded}You {_result(paid.net_cents)}."


def _hand(shown: Shown, reads: str) -> str:
    """Cards by rank, and what they make where they make something."""
    ranks = ", ".join(ONE[cards.rank_of(card)] for card in _held(shown))
    return f"{ranks}: {reads}" if reads else ranks


def _held(shown: Shown) -> tuple[int, ...]:
    return tuple(cards.parse(" ".join(card for card in shown if card)))


def _open(choices: Iterable[Choice]) -> str:
    """What can be said now, each with its price."""
    can = [each for each in choices if each.is_open and not each.is_dear]
    return listed([f"{each.word}{_price(each.cents)}" for each in can], "or")


def _price(cents: int) -> str:
    if cents < 0:
        return f" for {money.show(-cents)} back"
    return f" for {money.show(cents)} more" if cents else ""


def _result(cents: int, ending: str = "") -> str:
    if cents == 0:
        return f"break{ending} even"
    return f"{'win' if cents > 0 else 'lose'}{ending} {money.show(abs(cents))}"


def _staked(felt: Felt) -> int:
    """What a player has on the table that is not settled yet, a bank counted."""
    seat, now = felt.seat, felt.view.round
    if seat is None or now is None or now.void:
        return 0
    if seat.banks and not now.over:
        return now.bank_cents or 0
    settled = felt.lines_by_bet(felt.own)
    return sum(cents for bet, cents in felt.bets(felt.own).items() if bet not in settled)


def _printed(view: View) -> str:
    assert view.setup is not None, "a table that was never opened has no page"
    least = min(limit.least_cents for limit in first_limits(view.setup).values())
    bank = view.round.bank_cents if view.round and not view.round.over else None
    more = f"bank {money.show(bank)}" if bank is not None else f"bets from {money.show(least)}"
    return f"{games.known(view.setup.game).name} · {more}"


def _size(cards: int) -> str:
    """The class of a hand of so many cards; few cards are drawn large and need none."""
    if cards <= _FEW:
        return ""
    return "of-five" if cards == _FEW + 1 else "seven"


def _lines(text: str) -> list[str]:
    """The text in lines of about one length that fit on the felt."""
    number = ceil(len(text) / _PRINTED) or 1
    lines = wrap(text, min(_PRINTED, len(text) // number + 10))
    return [each.removeprefix("· ") for each in lines]


def grouped(commitment: str) -> str:
    """The first half of a hash, as people compare it."""
    return " ".join(commitment[at : at + 4] for at in range(0, min(len(commitment), 32), 4))
