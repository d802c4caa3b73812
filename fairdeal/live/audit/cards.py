"""Cards: every one that was seen lay at its place in the deck, and came as the procedure has it."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from fairdeal import games
from fairdeal.games.layout import Act
from fairdeal.hands.blackjack import is_natural
from fairdeal.live import events
from fairdeal.live.audit.findings import Check
from fairdeal.live.audit.seen import Judges, Seen
from fairdeal.live.events import BOARD, DEALER
from fairdeal.live.history.naming import holder, names
from fairdeal.live.shoe import CARDS, Deck
from fairdeal.live.table import procedure
from fairdeal.live.table.dealer import Go, cards_to_draw

_ANY_DECK: Final = Deck(bytes(CARDS), b"")
"""Where only the number of cards matters."""


def as_it_lay(seen: Seen[Any], place: int, shown: Sequence[int]) -> Iterator[str]:
    """What was shown is what lay in the deck from that place on."""
    deck = seen.known.deck
    if deck is None or not shown:
        return
    lay = deck.order[place : place + len(shown)]
    if list(shown) != list(lay):
        yield f"{_told(shown)} was shown where {_told(lay)} lay in the deck"


def dealt(seen: Seen[events.CardsDealt]) -> Iterator[str]:
    """Cards leave the deck from its top, one after the other."""
    yield from closed_betting(seen)
    place = seen.now.used
    for deal in seen.event.deals:
        up = [place + each for each, face in enumerate(deal.faces) if face == "u"]
        if len(up) != len(deal.shown) or set(deal.faces) - {"u", "d"}:
            yield f"{len(deal.shown)} cards were shown and dealt as {deal.faces!r}"
        for each, card in zip(up, deal.shown, strict=False):
            yield from as_it_lay(seen, each, [card])
        place += len(deal.faces)
    if place > CARDS:
        yield f"{place} cards left a deck of {CARDS}"


def dealt_by_the_rules(seen: Seen[events.CardsDealt]) -> Iterator[str]:
    """The procedure says who gets how many cards, and which way up."""
    yield from _next(seen, seen.event.step, Act.DEAL, Act.DRAW)
    if seen.step.act is Act.DEAL:
        due = procedure.deals(seen.step, seen.now, _ANY_DECK)
    elif seen.known.deck is None:
        return
    else:
        drawn = cards_to_draw(seen.table, seen.now, seen.known.deck)
        due = (events.Deal(DEALER, "u" * len(drawn)),)
    was = [(each.to, each.faces) for each in seen.event.deals]
    yield from seen.wrong("who got which cards", was, [(each.to, each.faces) for each in due])


def peeked(seen: Seen[events.DealerPeeked]) -> Iterator[str]:
    """What is shown of the hole card is what lay there."""
    yield from closed_betting(seen)
    yield from _hand_as_it_lay(seen, DEALER, seen.event.shown)


def peeked_by_the_rules(seen: Seen[events.DealerPeeked]) -> Iterator[str]:
    """The dealer looks when the rules say so, and turns a natural."""
    yield from _next(seen, seen.event.step, Act.PEEK)
    deck = seen.known.deck
    if deck is not None:
        if not _peeks(seen, deck):
            yield "the dealer had no reason to look at the hole card"
        held = procedure.cards_of(seen.now, deck, DEALER)
        natural = held if is_natural(*held) else ()
        yield from seen.wrong("what was turned", _told(seen.event.shown), _told(natural))


def _peeks(seen: Seen[Any], deck: Deck) -> bool:
    so_far = procedure.played(seen.table, seen.now, deck)
    return games.settlement_of(so_far.game.key).peeks(so_far)


def turned(seen: Seen[events.CardsTurned]) -> Iterator[str]:
    """A hand that is turned shows the cards that it was dealt."""
    yield from closed_betting(seen)
    for hand in seen.event.turned:
        yield from _hand_as_it_lay(seen, hand.hand, hand.cards)


def _hand_as_it_lay(seen: Seen[Any], number: int, shown: Sequence[int]) -> Iterator[str]:
    places = seen.now.hand(number).places
    some = number == BOARD and len(seen.now.hand(number).shown) < len(shown) < len(places)
    if shown and len(shown) != len(places) and not some:
        yield f"{len(shown)} cards were turned of a hand of {len(places)}"
        return
    for place, card in zip(places, shown, strict=False):
        yield from as_it_lay(seen, place, [card])


def turned_by_the_rules(seen: Seen[events.CardsTurned], go: Go) -> Iterator[str]:
    """Turned are the dealer's hand, those still in, and folded ones under a bet, each in turn."""
    yield from at_step(seen, Act.COLLECT, Act.REVEAL, Act.SETTLE)
    due = seen.now.step if go.lines else go.step
    yield from seen.wrong("the next step", seen.event.step, due)
    was = [hand.hand for hand in seen.event.turned]
    yield from seen.wrong("whose cards were turned", was, go.turned)
    for hand in seen.event.turned:
        whole = procedure.to_turn(seen.step, seen.now, hand.hand)
        what = f"how many cards of {holder(hand.hand)} lay face up then"
        yield from seen.wrong(what, len(hand.cards), whole)


def nothing_to_do(seen: Seen[Any], go: Go) -> Iterator[str]:
    """A step that moved neither cards nor money had none to move."""
    deck, act = seen.known.deck, seen.step.act
    if act in (Act.BET, Act.DEAL, Act.CLEAR):
        yield f"the step {act!s} was left out"
    elif act is Act.PEEK and deck is not None and _peeks(seen, deck):
        yield "the dealer did not look at the hole card"
    elif act is Act.DRAW and deck is not None and cards_to_draw(seen.table, seen.now, deck):
        yield "the dealer did not draw"
    elif go.turned:
        yield f"the hands {go.turned} were not turned"


def closed_betting(seen: Seen[Any]) -> Iterator[str]:
    """Nothing is dealt, turned or settled while bets may change."""
    if seen.now.betting:
        yield "the betting was still open"


def _next(seen: Seen[Any], step: int, *acts: Act) -> Iterator[str]:
    """The step was due, and it is over."""
    yield from at_step(seen, *acts)
    yield from seen.wrong("the next step", step, seen.now.step + 1)


def at_step(seen: Seen[Any], *acts: Act) -> Iterator[str]:
    """The procedure had come to a step of this kind."""
    if seen.step.act not in acts:
        yield f"the procedure had come to {seen.step.act!s}: {seen.step.text}"


def _told(held: Sequence[int]) -> str:
    return names(held) or "nothing"


ALWAYS: Final[Judges] = {
    events.CardsDealt: (Check.CARDS, dealt),
    events.DealerPeeked: (Check.CARDS, peeked),
    events.CardsTurned: (Check.CARDS, turned),
}
BY_OUR_RULES: Final[Judges] = {
    events.CardsDealt: (Check.CARDS, dealt_by_the_rules),
    events.DealerPeeked: (Check.CARDS, peeked_by_the_rules),
}
