"""What hands show of a declaration: from which one the dealer plays, and how kinds of hands rank.

Reasons, the felt and the page of rules repeat what the declaration says of hands, and the rules
decide the bets.  Here the two are held against each other.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import Final

from fairdeal import cards
from fairdeal.errors import FairdealError, listed
from fairdeal.games.kinds import Kind, Rule, ask, forms_of
from fairdeal.games.layout import Bet, Decides, Game
from fairdeal.games.round import Settlement
from fairdeal.games.sampling import loaded_deck
from fairdeal.games.showdown import pays_of
from fairdeal.games.terms import terms
from fairdeal.hands import words

_ALL_KINDS: Final = 5
"""Cards up to which a hand of every kind is asked about; of more cards, so many random hands."""

_RANDOM: Final = 3000

_NOT_SAID: Final = ("a", "an", "high", "or", "better")
"""Words of a qualifier that name no rank and no kind of hand."""


def some_hands(size: int) -> list[tuple[int, ...]]:
    """Hands of so many cards: one of every kind, suited and unsuited, and random ones."""
    random = Random(1)
    hands = [tuple(loaded_deck(random)[-size:]) for _ in range(_RANDOM)]
    if size > _ALL_KINDS:
        return hands
    hands += [
        tuple(rank << 2 | place & 3 for place, rank in enumerate(ranks))
        for ranks in combinations_with_replacement(range(13), size)
        if all(ranks.count(rank) <= 4 for rank in ranks)
    ]
    hands += [tuple(rank << 2 for rank in ranks) for ranks in combinations(range(13), size)]
    return hands


@dataclass(frozen=True, slots=True)
class Border:
    """From which hand on the dealer plays."""

    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    weakest: str = ""
    """The weakest hand that plays, in words; empty where every hand plays."""


def border(game: Game, settles: Settlement, kind: Kind) -> Border:
    """Hold ``plays`` and the qualifier against the rule that decides the bets.

    Where the dealer does not play, a bet that a qualifier decides is settled alike whatever the
    player has; where the dealer plays, it is not.
    """
    bets = [bet for bet in game.bets if bet.decided_by is Decides.QUALIFIER]
    if kind.dealer is None or not bets:
        return Border()
    known = {ask(kind.dealer.rule, held): held for held in some_hands(_size(game, dealer=True))}
    plays = {each: settles.dealers_hand.plays(held) for each, held in known.items()}
    faults = [*_contradictions(game, kind, bets, plays)]
    told = [f"{settles.dealers_hand.reads(known[dealer])}: {said}" for said, dealer in faults]
    weakest = min((each for each, does in plays.items() if does), default=None)
    if weakest is None:
        return Border((*told, "plays says that no hand of the dealer plays"))
    called = settles.dealers_hand.reads(known[weakest])
    says = f"the qualifier is {game.qualifier!r}, and the weakest hand that plays is {called}"
    if _names(game.qualifier, called):
        return Border((*told,), (), called)
    if _ranks(game.qualifier) and _ranks(called):
        return Border((*told, says), (), called)
    return Border((*told,), (f"{says}: is that what it says?",), called)


def _size(game: Game, *, dealer: bool) -> int:
    return (game.dealer_cards if dealer else game.player_cards) + game.board_cards


def _contradictions(
    game: Game, kind: Kind, bets: list[Bet], plays: dict[int, bool]
) -> Iterator[tuple[str, int]]:
    """Where the rule has the dealer play and ``plays`` does not, or the other way round."""
    players = [ask(kind.player.rule, held) for held in some_hands(_size(game, dealer=False))]
    low, high = min(players), max(players)
    name = kind.settle.__name__
    following = {dealer: _following(game, kind, bets, low, dealer, high) for dealer in plays}
    for dealer in sorted(plays):
        if not plays[dealer] and following[dealer]:
            moved = listed(following[dealer])
            yield (
                f"plays says that the {game.dealer} does not play, and {name} settles {moved} by"
                " the player's hand: plays must repeat the border that is in the rule",
                dealer,
            )
            break
    for dealer in sorted(plays):
        alike = [bet.key for bet in bets if bet.key not in following[dealer]]
        if plays[dealer] and low < dealer < high and alike:
            yield (
                f"plays says that the {game.dealer} plays, and {name} settles {listed(alike)} alike"
                " whatever the player has: plays must repeat the border that is in the rule",
                dealer,
            )
            break


def _following(
    game: Game, kind: Kind, bets: list[Bet], low: int, dealer: int, high: int
) -> list[str]:
    """The bets that the weakest and the strongest hand of a player do not win alike."""
    forms = forms_of(kind.settle)
    pays = pays_of(game, kind, terms(game))
    best = (max(_events(game, field)) for field in forms.events._fields)
    events = forms.events(*best)
    one, other = (kind.settle(player, dealer, events, pays) for player in (low, high))
    fields = {bet.key: bet.key.replace("-", "_") for bet in bets}
    return [
        key
        for key, field in fields.items()
        if getattr(one, field, None) != getattr(other, field, None)
    ]


def _events(game: Game, field: str) -> list[int]:
    return [int(each) for each in game.bet(field.replace("_", "-")).columns[0].events]


def _names(qualifier: str, called: str) -> bool:
    """Whether the words of a qualifier are among those of a hand, or the other way round."""
    said, heard = _words(qualifier), _words(called)
    return said <= heard or heard <= said


def _ranks(text: str) -> set[str]:
    return _words(text) & {*words.ONE}


def _words(text: str) -> set[str]:
    return {*text.lower().replace("-", " ").split()} - {*_NOT_SAID}


def ranking_faults(game: Game, kind: Kind) -> list[str]:
    """Kinds of hands that are listed above others that beat them, by their examples."""
    rules: dict[int, Rule] = {_size(game, dealer=False): kind.player.rule}
    if kind.dealer is not None:
        rules.setdefault(_size(game, dealer=True), kind.dealer.rule)
    found, above = [], None
    for each in game.ranking.kinds:
        try:
            held = cards.parse(each.example)
        except FairdealError as error:
            found.append(f"ranking: {each.name}: {error}")
            continue
        if len(held) not in rules:
            continue
        rule = rules[len(held)]
        strength = ask(rule, held)
        if above is not None and above[1] is rule and above[2] <= strength:
            found.append(
                f"ranking: {above[0].name} ({above[0].example}) stands above {each.name}"
                f" ({each.example}), and {rule.__name__} gives {above[2]} and {strength}"
            )
        above = each, rule, strength
    return found


def what_holds(game: Game, found: Border) -> str:
    """What was found of hands where nothing is wrong."""
    plays = "every hand of the dealer plays" if game.dealer_cards else "there is no dealer's hand"
    if found.weakest:
        plays = f"the {game.dealer} plays from {found.weakest}"
    kinds = len(game.ranking.kinds)
    return f"{plays}; {kinds} kinds of hands are listed"
