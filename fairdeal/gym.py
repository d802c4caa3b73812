"""Gymnasium environments: one player against the dealer, in every game that is installed.

Importing this module registers ``fairdeal/ThreeCardPoker-v0`` and an id like it for every other
game.  An episode is one round: it is dealt as a live table deals it, the actions are the words of
the game, and the reward is what the referee settles.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from fairdeal import cards, extras, games, money
from fairdeal.errors import Malformed, Refused, did_you_mean, listed
from fairdeal.front import arguments
from fairdeal.games import referee
from fairdeal.games.heads_up import SEAT, HeadsUp
from fairdeal.games.layout import Game, Placed, Who
from fairdeal.games.round import Line, Round, Seat, moves
from fairdeal.games.sheets import approved
from fairdeal.games.terms import terms

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ImportError:
    extras.need("fairdeal.gym", "gym")
    raise

__all__ = ["WAIT", "Table", "id_of", "register"]

WAIT: Final = "wait"
"""The one action that is open in a round without a decision, as when the dealer has a natural."""

Observation: TypeAlias = dict[str, Any]
"""Arrays by name, as Gymnasium's ``Dict`` space has them."""

_BASE_CENTS: Final = 1000
_HIDDEN: Final = len(cards.DECK)
_HANDS: Final = {"own": Who.SEATS, "dealer": Who.DEALER, "board": Who.BOARD}


class Table(gymnasium.Env[Observation, np.int64]):
    """A table with one player, with the same bets every round.

    An observation has these parts; a hand that the game does not have is left out.

    - ``own``, ``dealer``, ``board``: cards from 0 to 51 in the order dealt, 52 for a card that is
      face down or not dealt yet
    - ``said``: the actions so far, and ``len(actions)`` where nothing has been said yet
    - ``stage``: which of the game's decisions the round has come to, counted from 0; the number of
      decisions once all are past
    - ``stakes``: what lies on each of ``bets`` by now, in units

    The last step of a round brings the reward: what all bets won together, in units.  One unit is
    the stake of the first bet placed, in the order of the layout.  ``info["action_mask"]`` has a 1
    for every action that is open; after the last step ``info["net_cents"]`` is the reward in cents
    and ``info["lines"]`` the settlement, bet by bet.

    >>> table = Table("three-card-poker", {"ante": 10, "pair-plus": 5})
    >>> table.actions
    ('play', 'fold')
    >>> seen, info = table.reset(options={"deck": "Qs 7h 3d Jc 9s 2h"})
    >>> seen["own"].tolist(), seen["dealer"].tolist()
    ([43, 22, 5], [52, 52, 52])
    >>> seen, reward, is_over, _, info = table.step(table.actions.index("play"))
    >>> reward, is_over, info["net_cents"]
    (0.5, True, 500)
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  (Gymnasium's form)

    def __init__(
        self,
        game: str | Game,
        bets: arguments.Amounts | None = None,
        *,
        pay: Mapping[str, str] | str | None = None,
        options: Mapping[str, str] | None = None,
        illegal: Literal["refuse", "default"] = "refuse",
        render_mode: Literal["ansi"] | None = None,
    ) -> None:
        """A table of *game*, a key such as ``three-card-poker``, with *bets* in dollars.

        Without *bets* there are $10 on each bet of the base game.  *pay* names pay tables by bet,
        or a combination, and *options* are those of the house.  An *illegal* action is refused, or
        replaced by the word that the game declares for a player who says nothing in time.
        """
        self.game = game if isinstance(game, Game) else games.game(arguments.key("game", game))
        tables = arguments.pay_tables(self.game, approved(self.game), pay)
        self.terms = terms(self.game, tables, arguments.options(options))
        _check("illegal", illegal, ["refuse", "default"])
        if render_mode is not None:
            _check("render_mode", render_mode, self.metadata["render_modes"])
        self.illegal = illegal
        self.render_mode = render_mode
        self.stakes = self._base() if bets is None else arguments.amounts("bets", "bet", bets)
        """Cents on every bet before the deal."""
        referee.check_bets(self.game, self.terms, self.stakes)
        placed = [bet.key for bet in self.game.bets if bet.key in self.stakes]
        self.unit_cents = self.stakes[placed[0]]
        """What a reward of 1 is in cents."""
        most = {bet.key: self._most(bet.key) for bet in self.game.bets}
        self.bets = tuple(key for key, cents in most.items() if cents)
        """The bets that may have a stake, in the order of ``stakes``."""
        asks = games.SETTLEMENTS[self.game.key].moves
        bare = Round(self.game, self.terms, (), (Seat(SEAT, (), self.stakes),))
        always_decides = asks is moves and bool(moves(bare, bare.seats[0]))
        self.actions = (*self.game.choices, *(() if always_decides else (WAIT,)))
        """What the player says with each action."""
        # Where a game has moves of its own, each word takes a card or ends a hand.
        words = len(self.game.decisions) if asks is moves else self.game.player_cards
        rows = {
            "own": (self.game.player_cards, _HIDDEN),
            "dealer": (self.game.dealer_cards, _HIDDEN),
            "board": (self.game.board_cards, _HIDDEN),
            "said": (words, len(self.actions)),
        }
        self._rows = {name: row for name, row in rows.items() if row[0]}
        self.action_space = spaces.Discrete(len(self.actions))
        high = np.array([most[key] / self.unit_cents for key in self.bets], np.float32)
        parts: dict[str, spaces.Space[Any]] = {
            name: spaces.MultiDiscrete([nothing + 1] * size)
            for name, (size, nothing) in self._rows.items()
        }
        parts["stage"] = spaces.Discrete(len(self.game.decisions) + 1)
        parts["stakes"] = spaces.Box(np.zeros_like(high), high, dtype=np.float32)
        self.observation_space = spaces.Dict(parts)
        self._now: HeadsUp | None = None
        self._lines: tuple[Line, ...] = ()

    def _base(self) -> dict[str, int]:
        """The same on every bet that is compulsory or that decisions are measured by."""
        measures = {choice.of for step in self.game.decisions for choice in step.choices}
        placeable = [bet for bet in self.game.bets if bet.placed is Placed.BEFORE_THE_DEAL]
        base = [
            bet.key
            for bet in placeable
            if bet.key in measures or bet.is_required(self.terms.options)
        ]
        return dict.fromkeys(base or [placeable[0].key], _BASE_CENTS)

    def _most(self, key: str) -> int:
        """The most cents that may ever lie on a bet."""
        of = next((self.stakes.get(choice.of, 0) for choice in self.game.raises(key)), 0)
        return self.stakes.get(key, 0) + of * self.game.most_times(key)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal the next round up to its first decision, from a shuffled deck.

        ``options={"deck": "Qs 7h 3d"}`` names the cards that are dealt first.
        """
        example = '{"deck": "Qs 7h 3d"}'
        wanted = {} if options is None else arguments.named("options", options, example)
        for key in wanted:
            _check("reset option", key, ["deck"])
        first = _deck(wanted.get("deck", ""))
        super().reset(seed=None if seed is None else arguments.whole("seed", seed))
        others = [card for card in self.np_random.permutation(52).tolist() if card not in first]
        self._now, self._lines = HeadsUp(self.game, self.terms, self.stakes, first + others), ()
        return self._seen(self._now), {"action_mask": self._mask(self._open(self._now))}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Say a word; the round goes on to the next decision or to its end."""
        now = self._now
        if now is None or self._lines:
            raise Refused("no round is in play: reset() deals one", code="round.none")
        if isinstance(action, bool) or not self.action_space.contains(action):
            known = listed((f"{at} ({word})" for at, word in enumerate(self.actions)), "or")
            raise Malformed(
                f"there is no action {arguments.shown(action)}: expected {known}",
                code="action.unknown",
            )
        self._say(now, self.actions[action])
        if not now.is_over:
            return self._seen(now), 0.0, False, False, {"action_mask": self._mask(self._open(now))}
        self._lines = tuple(now.settle())
        net_cents = referee.total_net(self._lines)
        info = {"action_mask": self._mask(()), "net_cents": net_cents, "lines": self._lines}
        return self._seen(now), net_cents / self.unit_cents, True, False, info

    def _open(self, now: HeadsUp) -> tuple[str, ...]:
        return tuple(each.word for each in now.moves) or (WAIT,)

    def _say(self, now: HeadsUp, word: str) -> None:
        open_to = self._open(now)
        if word not in open_to and self.illegal == "refuse":
            raise Refused(
                f"action {self.actions.index(word)} ({word}) is not open: expected"
                f" {listed(open_to, 'or')}",
                code="decision.illegal",
            )
        if not now.is_over:
            now.say(word if word in open_to else now.default)

    def _mask(self, open_to: Iterable[str]) -> NDArray[np.int8]:
        known = set(open_to)
        return np.array([word in known for word in self.actions], np.int8)

    def _seen(self, now: HeadsUp) -> Observation:
        """What the player knows; a card that is face down is not part of it."""
        known: dict[str, Sequence[int | None]] = {
            name: now.seen(who) for name, who in _HANDS.items()
        }
        known["said"] = [self.actions.index(word) for word in now.said]
        stakes = [now.stakes.get(key, 0) / self.unit_cents for key in self.bets]
        return {
            **{name: _row(known[name], size, no) for name, (size, no) in self._rows.items()},
            "stage": np.int64(now.decision),
            "stakes": np.array(stakes, np.float32),
        }

    def render(self) -> str | None:
        """The table as text: cards, stakes, and what is open or how the bets were settled."""
        now = self._now
        if self.render_mode is None or now is None:
            return None
        rules = games.SETTLEMENTS[self.game.key]
        own, dealer, board = (now.seen(who) for who in _HANDS.values())
        shared = _up(board)
        rows = []
        if dealer:
            reads = "" if None in dealer else rules.dealers_hand.reads(_up(dealer) + shared)
            rows.append((self.game.dealer, _shown(dealer, reads)))
        if board:
            rows.append(("board", _shown(board)))
        rows.append(("you", _shown(own, rules.reads(_up(own) + shared))))
        staked = [f"{key} {money.show(cents)}" for key, cents in now.stakes.items() if cents]
        rows.append(("stakes", ", ".join(staked)))
        rows.append(("said", ", ".join(now.said) or "nothing yet"))
        if self._lines:
            net = referee.total_net(self._lines)
            paid = [(each.bet, each.net_cents, each.reason) for each in self._lines]
            for label, cents, why in (*paid, ("net", net, "")):
                rows.append((label, f"{money.show_net(cents):>8}  {why}".rstrip()))
        else:
            rows.append(("open", listed(self._open(now), "or")))
        wide = max(len(label) for label, _ in rows) + 2
        return "\n".join([self.game.name, *(f"{label:{wide}}{text}" for label, text in rows)])


def id_of(key: str) -> str:
    """The Gymnasium id of a game.

    >>> id_of("ags-3-card")
    'fairdeal/Ags3Card-v0'
    """
    parts = arguments.key("key", key).split("-")
    return f"fairdeal/{''.join(part.capitalize() for part in parts)}-v0"


def register(key: str) -> None:
    """Register a game that was taken up after this module was imported."""
    known = games.game(arguments.key("key", key)).key
    gymnasium.register(id_of(known), entry_point="fairdeal.gym:Table", kwargs={"game": known})


def _check(what: str, value: object, known: list[str]) -> None:
    typed = arguments.text(what, value)
    if typed not in known:
        hint = did_you_mean(typed, known)
        raise Malformed(f"{what} cannot be {value!r}: {hint}", code="argument.unknown")


def _deck(first: arguments.Cards) -> list[int]:
    """Cards that are dealt first."""
    found = arguments.hand("deck", first)
    for card in cards.twice(found):
        raise Malformed(f"{cards.name(card)} is named twice in the deck", code="card.twice")
    return [*found]


def _row(values: Sequence[int | None], size: int, nothing: int) -> NDArray[np.int64]:
    """Numbers in a row of that size, with *nothing* in the places that have none."""
    row = np.full(size, nothing, np.int64)
    for at, value in enumerate(values):
        if value is not None:
            row[at] = value
    return row


def _up(hand: Iterable[int | None]) -> tuple[int, ...]:
    return tuple(card for card in hand if card is not None)


def _shown(hand: Iterable[int | None], reads: str = "") -> str:
    held = " ".join("??" if card is None else cards.name(card) for card in hand)
    return f"{held}  {reads}" if reads else held


for _key in games.GAMES:
    register(_key)
