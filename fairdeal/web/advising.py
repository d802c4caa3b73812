"""What each choice is worth to a player who may ask: counted aside, and kept.

The first count of a process takes seconds, as the analysis is loaded and compiled, and later ones
a few milliseconds; pages say meanwhile that it is being counted.
"""

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Final

from fairdeal import cards, games
from fairdeal.analysis import counting
from fairdeal.errors import Refused
from fairdeal.games.layout import Who
from fairdeal.games.terms import terms
from fairdeal.live import events
from fairdeal.live.views import View

if TYPE_CHECKING:
    from fairdeal.analysis.advice import Advice

_KEPT: Final = 512
_AT_ONCE: Final = 0.02
"""Seconds that a page waits for an answer before it says that there will be one."""


@dataclass(frozen=True, slots=True)
class Question:
    """Everything that a decision depends on, as far as the player may see it."""

    game: str
    pay_tables: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    held: tuple[int, ...]
    up: int | None
    """The dealer's card that lies face up."""
    seen: tuple[int, ...]
    """Other cards that lie face up."""
    said: tuple[str, ...]
    bets: tuple[tuple[str, int], ...]
    meters: tuple[tuple[str, int], ...]
    board: tuple[int, ...] = ()
    """The shared cards that lie face up."""

    @classmethod
    def of(cls, view: View) -> "Question | None":
        """What a player has to decide now; None where nothing is."""
        now, setup = view.round, view.setup
        if now is None or setup is None or not view.choices:
            return None
        seat = view.seats[now.turn - 1]
        shown = _cards(*now.dealer)
        others = (card for each in view.seats if each.seat != now.turn for card in each.cards)
        return cls(
            setup.game,
            tuple(setup.pay_tables.items()),
            tuple(setup.options.items()),
            _cards(*seat.cards),
            shown[0] if shown else None,
            (*_cards(*others, now.next_card), *shown[1:]),
            seat.decisions,
            tuple(seat.bets.items()),
            tuple(view.meters.items()),
            _cards(*now.board),
        )

    @classmethod
    def example(cls, setup: events.TableOpened) -> "Question":
        """Any hand of a table's game, so that the adviser can get ready before the first deal."""
        game = games.game(setup.game)
        held = cards.DECK[: len(game.faces_at_decision(Who.SEATS))]
        up = cards.DECK[-1] if "u" in game.faces_at_decision(Who.DEALER) else None
        tables, options = tuple(setup.pay_tables.items()), tuple(setup.options.items())
        return cls(setup.game, tables, options, held, up, (), (), (), ())


def _cards(*names: str | None) -> tuple[int, ...]:
    return cards.parse(" ".join(name for name in names if name))


class Adviser:
    """Counts what is asked, one question after the other, on a thread of its own."""

    def __init__(self, answer: "Callable[[Question], Advice] | None" = None) -> None:
        self._answer = answer or (lambda question: counting.run(answered, question))
        self._counts = ThreadPoolExecutor(1, thread_name_prefix="adviser")
        self._known: OrderedDict[Question, Future[Advice]] = OrderedDict()
        self._lock = Lock()

    def advice(self, question: Question, then: Callable[[], None]) -> "Advice | None":
        """The answer, if it is there in no time; else None, and *then* is called when it is."""
        known = self._asked(question)
        wait([known], _AT_ONCE)
        if known.done():
            return self._result(question, known)
        known.add_done_callback(lambda _: then())
        return None

    def _result(self, question: Question, known: "Future[Advice]") -> "Advice | None":
        """The answer; one that could not be counted is counted again when it is asked for again."""
        error = known.exception()
        if isinstance(error, Refused) and error.code == counting.ENDED:
            with self._lock:
                self._known.pop(question, None)
            return None
        return known.result()

    def prepare(self, setup: events.TableOpened) -> None:
        """Have everything loaded before the first hand of a table is to be played."""
        self._asked(Question.example(setup))

    def _asked(self, question: Question) -> "Future[Advice]":
        with self._lock:
            known = self._known.get(question)
            if known is None:
                known = self._known[question] = self._counts.submit(self._answer, question)
                if len(self._known) > _KEPT:
                    self._known.popitem(last=False)
            return known

    def close(self) -> None:
        """Answer nothing more."""
        self._counts.shutdown(cancel_futures=True)


def answered(question: Question) -> "Advice":
    """The exact value of every choice."""
    # The analysis is slow to load, and rooms without practice tables do not need it.
    from fairdeal.analysis.conditions import Conditions
    from fairdeal.analysis.registry import solver_of
    from fairdeal.analysis.solver import Situation

    game, stakes = games.game(question.game), dict(question.bets)
    chosen = terms(game, dict(question.pay_tables), dict(question.options))
    known = Situation(
        question.held, question.up, question.seen, question.said, stakes, question.board
    )
    conditions = Conditions(meters=dict(question.meters))
    return solver_of(game).advice(chosen, known, conditions)
