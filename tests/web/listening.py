"""A table with everybody listening: each face rendered for each viewer whenever something moves."""

import random
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Final

from fairdeal.analysis.advice import Advice
from fairdeal.errors import FairdealError
from fairdeal.games import GAMES
from fairdeal.live import Actor, Role, commands
from fairdeal.live.shoe import Deck
from fairdeal.live.table.state import RoundState
from fairdeal.web.access.accounts import Accounts
from fairdeal.web.access.sessions import Sessions
from fairdeal.web.advising import Adviser
from fairdeal.web.hub import Parts
from fairdeal.web.site import Site
from tests.live.tables import AUDITOR, BETS, DEALER, FLOOR, KEY, MANAGER, PLAYERS, WATCHER, Felt
from tests.web.house import QUICK
from tests.web.roles import may_listen
from tests.web.sight import Sight, named

ELSEWHERE: Final = Actor("elsewhere", Role.PLAYER)
STAFF: Final = (DEALER, FLOOR, WATCHER, AUDITOR, MANAGER)
WHOLE: Final = ("table", "view", "practice")
"""Faces that show every card that may be seen, so that nothing is missed by not being found."""

_CUE: Final = Advice({"play": Fraction(-45755, 9212), "fold": Fraction(-5)}, "dollar")


@dataclass
class Heard:
    """How much was looked at."""

    rounds: int = 0
    pages: int = 0
    characters: int = 0


class Listening:
    """One table, all whom it concerns, and everything that is sent to them."""

    def __init__(self, game: str, folder: Path, seed: int, *, by_hand: bool) -> None:
        self.whims = random.Random(seed)
        self.felt = Felt(game, seed=seed, dealer="dora" if by_hand else "", practice=True)
        self.by_hand = by_hand
        self.felt.fill(3, cents=10**9)
        accounts = Accounts(self.felt.room, QUICK)
        sessions = Sessions(KEY, lambda: self.felt.now)
        adviser = Adviser(lambda question: _CUE)  # what it says is for other tests
        self.site = Site(self.felt.room, accounts, sessions, adviser=adviser)
        self.viewers = (None, *PLAYERS[:3], ELSEWHERE, *STAFF)
        self.heard = Heard()
        self._printed: set[str] = set()
        self._sight = Sight(game)
        self._legends = tuple(each.lower() for each in GAMES[game].legends)
        """Printed on the felt before any deck is fixed, so that it tells nothing of the cards."""

    def play(self, rounds: int) -> Heard:
        """So many rounds."""
        for _ in range(rounds):
            self._round()
        return self.heard

    def _round(self) -> None:
        felt, whims = self.felt, self.whims
        self._sight = Sight(felt.game)
        if self.by_hand:
            felt.do(commands.open_round, DEALER)
        felt.bank(cents=100_000)
        now = felt.table.playing
        seats = [n for n in felt.table.seats if not now or felt.table.seats[n] != now.banker]
        for seat in whims.sample(seats, whims.randint(1, len(seats))):
            bets = _some(BETS[felt.game], whims)
            felt.do(commands.place, felt.player_at(seat), seat=seat, bets=bets)
        number = felt.table.rounds
        # Pay tables name cards; the very ones of before the deck was fixed tell nothing.
        self._printed = {self.site.hub.shown("table", felt.name, None)["side"]}
        felt.deal()
        while (now := felt.table.playing) and now.commitment and felt.table.rounds == number:
            self._look(now, felt.deck)
            if now.turn:
                felt.say(whims.choice(felt.words()))
            else:
                felt.do(commands.next_step, DEALER)
        self.heard.rounds += 1

    def _topics(self, face: str) -> list[str]:
        """What of a face can be looked at here."""
        found = []
        for topic in ("all", self.felt.name):
            try:
                self.site.hub.check(face, topic)
            except FairdealError:
                continue
            found.append(topic)
        assert found, f"say in {__name__} what of {face} can be looked at"
        return found

    def _shown(self) -> dict[tuple[str, str, Actor | None], Parts]:
        """Every page, for each who may look at it, as its stream would send it."""
        found: dict[tuple[str, str, Actor | None], Parts] = {}
        for face in self.site.hub.faces:
            for topic in self._topics(face):
                may = [each for each in self.viewers if may_listen(face, _role_of(each))]
                shown = self.site.hub.render((face, topic), may)
                found |= {(face, topic, viewer): parts for viewer, (_, parts) in shown.items()}
        return found

    def _look(self, now: RoundState, deck: Deck) -> None:
        secrets = [deck.secret.hex(), now.sealed.hex()]
        secrets += [b64encode(each).decode() for each in (deck.secret, now.sealed)]
        may_see = {each: self._sight.cards(now, deck, each) for each in self.viewers}
        may_not_hear = {each: self._sight.words(now, deck, each) for each in self.viewers}
        for (face, topic, viewer), whole in self._shown().items():
            parts = {name: text for name, text in whole.items() if text not in self._printed}
            text = _joined(*parts.values())
            where = f"{face} {topic} as {viewer} sees it in round {now.number} at step {now.step}"
            found = _named(parts)
            if face in WHOLE:
                assert found == may_see[viewer], f"{where}: {sorted(found)}"
            leaked = found - may_see[viewer]
            assert not leaked, f"{where} shows {sorted(leaked)}"
            heard = _without(_lower(text), self._legends)
            told = {words for words in may_not_hear[viewer] if words in heard}
            assert not told, f"{where} tells {told}"
            assert not any(each in text for each in secrets), f"{where} tells the deck"
            self.heard.pages += 1
            self.heard.characters += len(text)


def _role_of(viewer: Actor | None) -> str:
    return viewer.role if viewer else "player"


@lru_cache(64)  # many see the same
def _joined(*texts: str) -> str:
    return "\n".join(texts)


@lru_cache(64)
def _lower(text: str) -> str:
    return text.lower()


@lru_cache(64)
def _without(text: str, printed: tuple[str, ...]) -> str:
    for each in printed:
        text = text.replace(each, "")
    return text


def _named(parts: Parts) -> set[str]:
    return {card for text in parts.values() for card in named(text)}


def _some(bets: Mapping[str, int], whims: random.Random) -> dict[str, int]:
    """The bets that a seat must make, and some of the others."""
    must = ("ante", "monster", "high-card", "blackjack", "poker")
    chosen = {bet: cents for bet, cents in bets.items() if bet in must or whims.random() < 0.5}
    if "bonus" in chosen and "ante" in bets:
        chosen |= {"pair-plus": bets["pair-plus"]}  # it needs one
    return chosen
