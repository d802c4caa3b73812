"""The declared procedure of a table's game, and the round as the referee reads it."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import lru_cache

from fairdeal import games
from fairdeal.games.digest import rules_digest
from fairdeal.games.layout import FOLD, Act, Game, Step, Who
from fairdeal.games.round import Move, Round, Seat, turn_of
from fairdeal.games.terms import Terms, terms
from fairdeal.house.limits import Limit
from fairdeal.house.profile import Profile, profile
from fairdeal.live.events import BOARD, BURNED, DEALER, Deal, TableOpened
from fairdeal.live.shoe import Deck
from fairdeal.live.table.ledger import position
from fairdeal.live.table.state import RoundState, Table

Named = tuple[tuple[str, str], ...]


def setup_of(table: Table) -> TableOpened:
    """The configuration of a table that has been opened."""
    assert table.setup is not None, f"table {table.name} has never been opened"
    return table.setup


def game_of(table: Table) -> Game:
    """The game the table deals."""
    return games.known(setup_of(table).game)


def steps_of(table: Table) -> tuple[Step, ...]:
    """The steps of a round at this table, in order."""
    return steps_in(setup_of(table))


def steps_in(setup: TableOpened) -> tuple[Step, ...]:
    """The steps of a round under a configuration, in order."""
    return _steps(games.known(setup.game), setup.style, _named(setup.options))


def terms_of(table: Table) -> Terms:
    """The pay tables and options in force at this table."""
    setup = setup_of(table)
    return _terms(games.known(setup.game), _named(setup.pay_tables), _named(setup.options))


def profile_of(table: Table) -> Profile:
    """The edition of the jurisdiction's profile that is in force at this table."""
    setup = setup_of(table)
    return profile(setup.profile, date.fromisoformat(setup.profile_from))


def seconds_of(table: Table) -> int:
    """How long people have for what the table waits for: to bet, or to decide and to answer."""
    setup, now = setup_of(table), table.playing
    is_betting = now is not None and now.betting and not now.offered
    return setup.betting_seconds if is_betting else setup.decision_seconds


def rules_hold(table: Table) -> bool:
    """Whether this program has the rules under which the table was opened."""
    setup = setup_of(table)
    game = games.GAMES.get(setup.game)
    return game is not None and setup.rules_digest == rules_digest(game)


def law_holds(table: Table, on: date) -> bool:
    """Whether the edition in force at this table is still that of the day."""
    return profile(setup_of(table).profile, on) == profile_of(table)


def limits_in(setup: TableOpened) -> dict[str, Limit]:
    """The table's limits by bet, as the house reckons with them."""
    return {
        bet: Limit(limit.least_cents, limit.most_cents, limit.step_cents)
        for bet, limit in setup.limits.items()
    }


def _named(values: Mapping[str, str]) -> Named:
    return tuple(sorted(values.items()))


@lru_cache
def _steps(game: Game, style: str, options: Named) -> tuple[Step, ...]:
    chosen = {f"{key}={value}" for key, value in options}
    steps = game.procedures[style]
    return tuple(step for step in steps if not step.when or step.when in chosen)


@lru_cache
def _terms(game: Game, pay_tables: Named, options: Named) -> Terms:
    if isinstance(game, games.Absent):
        return Terms(game.key, {}, dict(options), {})
    return terms(game, dict(pay_tables), dict(options))


def step_of(table: Table, now: RoundState) -> Step:
    """The step that is to be done next."""
    return steps_of(table)[now.step]


def step_ahead(table: Table, now: RoundState) -> int:
    """The number of the first step from here on that has something to do."""
    steps = steps_of(table)
    at = min(now.step, len(steps) - 1)  # a round that is over is past them all
    while not now.betting and not now.turn and _is_idle(table, now, steps[at]):
        at += 1
    return at


def _is_idle(table: Table, now: RoundState, step: Step) -> bool:
    """Whether there is no folded hand to collect, or no bet to settle."""
    seats = now.in_play()
    if step.act is Act.COLLECT:
        return not any(FOLD in now.decisions.get(seat, ()) for seat in seats)
    if step.act is not Act.SETTLE or step.turns:
        return False
    game, pay = game_of(table), terms_of(table).pay
    staked = {bet for seat in seats for bet in now.wagers(seat)}
    bets = [game.bet(key) for each in game.stages if each.key in step.stages for key in each.bets]
    return not any(
        bet.key in staked or (bet.rides_on in staked and pay[bet.rides_on].has(bet.key))
        for bet in bets
    )


def past_betting(table: Table) -> int:
    """The number of the step that follows when the betting is closed."""
    acts = [step.act for step in steps_of(table)]
    return acts.index(Act.ANNOUNCE) + 1


def can_look(table: Table, now: RoundState) -> bool:
    """Whether players may look at their own cards: from the decisions on, if there are any."""
    acts = [step.act for step in steps_of(table)]
    return now.step >= (acts.index(Act.DECIDE) if Act.DECIDE in acts else len(acts))


def cards_of(now: RoundState, deck: Deck, number: int) -> tuple[int, ...]:
    """The cards of a seat, of the dealer or of the board, in the order dealt."""
    return tuple(deck.order[place] for place in now.hand(number).places)


def to_turn(step: Step, now: RoundState, number: int) -> int:
    """How many cards of a hand lie face up once the step has turned it."""
    hand = now.hand(number)
    if number != BOARD or not step.cards:
        return len(hand.places)
    return len(hand.shown) + step.cards


def numbers_of(who: Who, now: RoundState) -> list[int]:
    """The numbers of the hands that a step means."""
    fixed = {Who.DEALER: [DEALER], Who.BOARD: [BOARD]}
    return fixed.get(who) or now.in_play()


def needs_confirmation(table: Table, now: RoundState, word: str) -> bool:
    """Whether a decision is final only when the dealer has confirmed it: where a person deals."""
    return bool(table.dealer) and word in step_of(table, now).confirms


def played(table: Table, now: RoundState, deck: Deck, seats: Iterable[int] | None = None) -> Round:
    """The round as far as it has come, or only some of its seats."""
    numbers = now.in_play() if seats is None else seats
    return Round(
        game_of(table),
        terms_of(table),
        cards_of(now, deck, DEALER),
        tuple(
            Seat(n, cards_of(now, deck, n), now.bets[n], now.decisions.get(n, ()), now.players[n])
            for n in numbers
        ),
        bank_cents=_posted(table, now) if now.banker else None,
        aggregates_cents=setup_of(table).aggregates,
        banker=now.banker_seat,
        board=cards_of(now, deck, BOARD),
        decision=sum(step.act is Act.DECIDE for step in steps_of(table)[: now.step]),
    )


def _posted(table: Table, now: RoundState) -> int:
    """A player's bank as it was before anything was paid out of it."""
    moved = sum(line.net_cents for line in now.every_line())
    return table.accounts.get(position(now.banker), 0) + moved


def is_by_hand(step: Step) -> bool:
    """Whether the step turns hands of seats and settles them: a person does one after the other."""
    return Who.SEATS in step.turns and bool(step.stages)


def seats_left(table: Table, now: RoundState, step: Step) -> list[int]:
    """The seats that such a step has still to settle, in order."""
    game = game_of(table)
    stage = next(each for each in game.stages if each.key in step.stages)
    left = [
        seat for seat in now.in_play() if seat not in now.settled and open_bets(table, now, seat)
    ]
    return sorted(left, key=lambda seat: turn_of(game, stage, seat, now.banker_seat))


def open_bets(table: Table, now: RoundState, seat: int) -> list[str]:
    """The bets of a seat that are neither settled nor held for approval."""
    done = {line.bet for line in now.every_line() if line.seat == seat}
    done |= {pay.due.bet for pay in table.holding.of_round(now.number) if pay.due.seat == seat}
    return [bet for bet in now.wagers(seat) if bet not in done]


def arranged(setup: TableOpened, number: int, held: tuple[int, ...]) -> tuple[int, ...]:
    """Cards that lie face up, as they are laid out: the dealer arranges a hand that is whole."""
    game = games.known(setup.game)
    if number != DEALER or len(held) < game.dealer_cards:
        return held
    return games.settlement_of(game.key).dealers_hand.arranged(held)


def called(setup: TableOpened, now: RoundState) -> str:
    """The announcement of the dealer's hand; empty before the step that makes it."""
    made = steps_in(setup)[: now.step]
    calls = next((step.calls for step in reversed(made) if step.calls), ())
    hand, board = now.hand(DEALER), now.hand(BOARD).shown
    is_whole = "d" not in hand.faces and len(board) == games.known(setup.game).board_cards
    if not calls or now.over or not is_whole:
        return ""
    return games.settlement_of(setup.game).dealers_hand.called(calls, hand.shown + board)


def moves(table: Table, now: RoundState, deck: Deck, seat: int) -> tuple[Move, ...]:
    """What the seat may say next; nothing when it has nothing to decide."""
    so_far = played(table, now, deck, [seat])
    return games.settlement_of(so_far.game.key).moves(so_far, so_far.seats[0])


def deals(step: Step, now: RoundState, deck: Deck) -> tuple[Deal, ...]:
    """The cards of a dealing step, hand by hand in the order in which they leave the deck."""
    dealt: list[Deal] = []
    top = now.used
    for to, faces in _faces(step, now):
        cards = deck.order[top : top + len(faces)]
        shown = tuple(card for card, face in zip(cards, faces, strict=True) if face == "u")
        dealt.append(Deal(to, faces, shown))
        top += len(faces)
    return tuple(dealt)


def _faces(step: Step, now: RoundState) -> Iterator[tuple[int, str]]:
    """Who gets which cards, as letters of faces."""
    for each in step.passes:
        for to in numbers_of(each.to, now):
            faces = each.faces or "d" * (each.fill_to - len(now.hand(to).places))
            if faces:
                yield to, faces
            if each.burn:
                yield BURNED, "d" * each.burn
