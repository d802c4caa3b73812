"""Random legal rounds of every game, with high hands far more often than chance gives them."""

from random import Random

from fairdeal.cards import ACE, DECK, rank_of, suit_of
from fairdeal.games import GAMES
from fairdeal.games.layout import Game
from fairdeal.games.round import Round, Seat
from fairdeal.games.sheets import approved
from fairdeal.games.terms import terms
from tests import naive
from tests.twins import named

AMOUNTS = (1, 5, 33, 100, 250, 500, 999, 1000, 2500, 40000)


def random_round(key: str, random: Random) -> Round:
    """A legal round with random seats, cards, bets, decisions, pay tables and options."""
    game = GAMES[key]
    options = {option.key: random.choice(option.values) for option in game.options}
    tables = {bet: random.choice(list(names)) for bet, names in approved(game).tables.items()}
    chosen = terms(game, tables, options)
    most = range(1, game.seats + 1)
    numbers = sorted(random.sample(most, random.choice((*(1,) * 6, 2, 2, 3, len(most)))))
    deck = shuffled(random)
    if key == "three-way-action" and random.random() < 0.15:
        pair_of_aces(deck, game.dealer_cards)
    dealer = tuple(deck.pop() for _ in range(game.dealer_cards))
    seats = []
    in_pairs = game.adjacent_hands > 1 and random.random() < 0.5
    for number in numbers:
        held = tuple(deck.pop() for _ in range(game.player_cards))
        bets = random_bets(game, options, random)
        said = decisions(game, options, dealer, held, bets, random)
        seats.append(Seat(number, held, bets, said, f"p{number // 2}" if in_pairs else ""))
    bank = random.choice((None, 0, 700, 3000, 12345, 100000)) if game.player_banked else None
    banker = 0
    if game.player_banked:
        banker = random.choice((0, *(number for number in most if number not in numbers)))
    meters = {key: random.randrange(1, 300_000) for key in chosen.meters if random.random() < 0.5}
    return Round(game, chosen, dealer, tuple(seats), bank, meters, banker)


def shuffled(random: Random) -> list[int]:
    """A deck whose first cards often come from few suits or few ranks; the last is dealt first."""
    deck = list(DECK)
    random.shuffle(deck)
    loaded = random.randrange(4)
    if loaded == 0:
        suit = random.randrange(4)
        deck.sort(key=lambda card: suit_of(card) == suit)
    elif loaded == 1:
        low = random.randrange(-1, 9)
        near = {rank % 13 for rank in range(low, low + random.choice((3, 4, 5)))}
        deck.sort(key=lambda card: rank_of(card) in near)
    elif loaded == 2:
        suit, low = random.randrange(4), random.choice((8, 9, 10))
        deck.sort(key=lambda card: suit_of(card) == suit and rank_of(card) >= low)
    if loaded < 3:  # mix the favoured cards with a few others
        top = random.choice((7, 10, 14, 20))
        favoured = deck[-top:]
        random.shuffle(favoured)
        deck[-top:] = favoured
    return deck


def pair_of_aces(deck: list[int], dealt_before: int) -> None:
    """Make the next two cards after those *dealt_before* aces, to be split."""
    for place in (-dealt_before - 1, -dealt_before - 2):
        ace = next(i for i, card in enumerate(deck) if rank_of(card) == ACE)
        deck[ace], deck[place] = deck[place], deck[ace]


def random_bets(game: Game, options: dict[str, str], random: Random) -> dict[str, int]:
    """Legal bets of one seat."""
    amount = random.choice(AMOUNTS)
    bets: dict[str, int] = {}

    def maybe(*keys: str) -> None:
        for key in keys:
            if random.random() < 0.6:
                bets[key] = random.choice(AMOUNTS)

    match game.key:
        case "three-card-poker":
            maybe("ante", "pair-plus", "bonus")
            if options["ante"] == "mandatory" or set(bets) <= {"bonus"}:
                bets["ante"] = amount
        case "napa-three-card-poker":
            bets["ante"] = amount
            if random.random() < 0.6:
                bets["pair-plus"] = random.randint(1, amount)
        case "ags-3-card":
            maybe("ante", "player-bonus", "six-card-bonus", "stax")
            if options["ante"] == "mandatory" or not bets:
                bets["ante"] = amount
        case "three-card-fury":
            bets = {"ante": amount, "monster": amount}
            maybe("royal-family", "seven-card")
        case "three-way-action":
            bets = {key: random.choice(AMOUNTS) for key in ("high-card", "blackjack", "poker")}
            maybe("bonus")
    return bets


def decisions(
    game: Game,
    options: dict[str, str],
    dealer: tuple[int, ...],
    held: tuple[int, ...],
    bets: dict[str, int],
    random: Random,
) -> tuple[str, ...]:
    """Legal decisions of one seat."""
    if game.key != "three-way-action":
        return (random.choice(("play", "play", "fold")),) if "ante" in bets else ()
    said: list[str] = []
    eager = random.random() < 0.3  # goes on drawing, for long hands
    while words := sorted(naive.legal_words(named(held), said, named(dealer), options)):
        if "split" in words and random.random() < 0.6:
            said.append("split")
        else:
            said.append("hit" if eager else random.choice(words))
    return tuple(said)
