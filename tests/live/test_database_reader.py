"""Who reads the database, its files or backups learns no card before it lies face up (CARD-2)."""

import base64
import random
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from fairdeal import cards, games
from fairdeal.live import AUTOMATIC, Room, commands, events
from fairdeal.live.log import codec
from fairdeal.live.log.stores import open_store
from fairdeal.live.log.stores.connecting import sqlite3
from fairdeal.live.shoe import Deck, Shoe, Shuffle
from fairdeal.live.table.context import deck_in_play
from fairdeal.live.table.state import RoundState
from tests.live.decks import Arranged
from tests.live.tables import BETS, FLOOR, KEY, PLAYERS, card_by_card

GAMES = sorted(games.GAMES)

Places = list[tuple[str, bytes]]
"""What was found where: in a file, or in a column of the database."""


@dataclass(frozen=True)
class Read:
    """A log in a file, as somebody without the key can read it while a round is played."""

    deck: Deck
    now: RoundState
    events: list[events.AnyEvent]
    during: Places
    """While seats decide, with the write-ahead log as it is."""
    backup: Places
    """A copy that was made then."""
    snapshot: Places
    """When the room was closed then, with a snapshot of the table."""
    afterwards: Places
    """When the room went on and the round was over."""


def room_on(path: Path) -> Room:
    shoe = Arranged(KEY, below=card_by_card(random.Random(11)))
    return Room(open_store(path, KEY), KEY, shoe=shoe)


def dealt(room: Room, game: str) -> RoundState:
    """A round of three players that waits for decisions."""
    room.do("pit-1", commands.open_table, by=FLOOR, game=game)
    for seat, player in enumerate(PLAYERS[:3], 1):
        room.do("pit-1", commands.sit, by=player, seat=seat)
        room.do("pit-1", commands.buy_in, by=FLOOR, player=player.name, cents=100_000)
    now = room.table("pit-1").playing
    banker = now.offered if now else 0
    if banker:
        by = PLAYERS[banker - 1]
        room.do("pit-1", commands.post_bank, by=by, seat=banker, cents=50_000)
    for seat, player in enumerate(PLAYERS[:3], 1):
        if seat != banker:
            room.do("pit-1", commands.place, by=player, seat=seat, bets=dict(BETS[game]))
    room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    waiting = room.table("pit-1").playing
    assert waiting is not None
    return waiting


def played_out(room: Room, commitment: bytes) -> None:
    while (now := room.table("pit-1").playing) and now.commitment == commitment:
        word = "stand" if "blackjack" in now.bets[now.turn] else "fold"
        room.do("pit-1", commands.decide, by=PLAYERS[now.turn - 1], seat=now.turn, word=word)


def places(path: Path) -> Places:
    """Every file of a log, and every value of every column of every relation."""
    files = [file for file in path.parent.iterdir() if file.name.startswith(path.name)]
    return [*((file.name, file.read_bytes()) for file in files), *values(path)]


def values(path: Path) -> Iterator[tuple[str, bytes]]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as reader:
        kinds = dict(reader.execute("SELECT name, type FROM sqlite_master"))
        for name in (name for name, kind in kinds.items() if kind == "table"):
            found = reader.execute(f"SELECT * FROM {name}")
            columns = [column[0] for column in found.description]
            for row in found:
                for column, value in zip(columns, row, strict=True):
                    held = value if isinstance(value, bytes) else str(value).encode()
                    yield f"{name}.{column}", held


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Read]:
    """The log of each game, played once."""

    @cache
    def read_of(game: str) -> Read:
        path = tmp_path_factory.mktemp(game) / "room.db"
        with room_on(path) as room:
            now = dealt(room, game)
            log = [codec.decoded(each.kind, each.body) for each in room.store.read()]
            during = places(path)
            copy = path.with_name("copy.db")
            room.store.backup(copy)
            backup = places(copy)
        snapshot = places(path)
        with room_on(path) as room:
            played_out(room, now.commitment)
            afterwards = places(path)
        deck = deck_in_play(Arranged(KEY, below=int), "pit-1", now)
        return Read(deck, now, log, during, backup, snapshot, afterwards)

    return read_of


def written(secret: bytes) -> list[bytes]:
    """A secret as somebody might have written it down: clear, hexadecimal, base64 at any offset."""
    forms = [secret, secret.hex().encode(), secret.hex().upper().encode()]
    for offset in range(3):
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            inside = encode(bytes(offset) + secret)
            # The letters at both ends depend on what stands beside the secret.
            forms.append(inside[4 if offset else 0 : -4])
    return forms


def as_cards(held: bytes) -> list[bytes]:
    """A row of cards as a text would have it, as numbers and as names."""
    names = [cards.name(card) for card in held]
    return [
        ",".join(map(str, held)).encode(),
        ", ".join(map(str, held)).encode(),
        '","'.join(names).encode(),
        " ".join(names).encode(),
        "".join(names).encode(),
    ]


def forms_of_secret(deck: Deck) -> list[bytes]:
    return [*written(deck.secret), *written(deck.secret[:12]), *written(deck.secret[-12:])]


def forms_of_order(deck: Deck, used: int) -> list[bytes]:
    """Any twelve cards in bytes, and any five that are not dealt yet in words."""
    forms = [form for start in range(41) for form in written(deck.order[start : start + 12])]
    forms += [deck.order[start : start + 8] for start in range(45)]
    for start in range(used, 48):
        forms += as_cards(deck.order[start : start + 5])
    return forms


def found(forms: list[bytes], where: Places) -> list[str]:
    assert min(map(len, forms)) >= 8, "what is shorter may be found by chance"
    return [name for name, held in where if any(form in held for form in forms)]


@pytest.mark.parametrize("game", GAMES)
def test_the_round_is_one_with_cards_face_down_and_seats_that_decide(
    read: Callable[[str], Read], game: str
) -> None:
    """What follows would prove nothing of a table without secrets."""
    now = read(game).now
    assert now.turn
    assert any("d" in hand.faces for hand in now.hands.values())
    assert {name for name, _ in read(game).during} >= {"room.db", "room.db-wal", "event.body"}


@pytest.mark.parametrize("when", ["during", "backup", "snapshot"])
@pytest.mark.parametrize("game", GAMES)
def test_no_file_and_no_column_holds_the_secret_during_a_round(
    read: Callable[[str], Read], game: str, when: str
) -> None:
    log = read(game)
    assert found(forms_of_secret(log.deck), getattr(log, when)) == []


@pytest.mark.parametrize("when", ["during", "backup", "snapshot"])
@pytest.mark.parametrize("game", GAMES)
def test_no_file_and_no_column_holds_the_order_of_the_deck_during_a_round(
    read: Callable[[str], Read], game: str, when: str
) -> None:
    log = read(game)
    assert found(forms_of_order(log.deck, log.now.used), getattr(log, when)) == []


@pytest.mark.parametrize("when", ["during", "backup", "snapshot"])
@pytest.mark.parametrize("game", [game for game in GAMES if game != "three-way-action"])
def test_no_file_and_no_column_holds_a_hand_that_lies_face_down(
    read: Callable[[str], Read], game: str, when: str
) -> None:
    log = read(game)
    hands = [
        bytes(log.deck.order[place] for place in hand.places)
        for number, hand in log.now.hands.items()
        if number > 0
    ]
    assert hands
    forms = [form for hand in hands for form in as_cards(hand) if len(form) >= 8]
    assert found(forms, getattr(log, when)) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_event_names_a_card_that_nobody_has_seen(read: Callable[[str], Read], game: str) -> None:
    """Read as a program would, event by event."""
    log = read(game)
    face_up = {card for hand in log.now.hands.values() for card in hand.shown}
    named: set[int] = set()
    for event in log.events:
        match event:
            case events.CardsDealt(deals=deals):
                named |= {card for deal in deals for card in deal.shown}
            case events.DecisionMade(shown=shown) | events.DealerPeeked(shown=shown):
                named |= set(shown)
            case _:
                assert not isinstance(event, events.CardsTurned | events.RoundClosed)
    assert named == face_up


@pytest.mark.parametrize("game", GAMES)
def test_the_deck_in_the_log_opens_with_the_key_which_is_not_there(
    read: Callable[[str], Read], game: str
) -> None:
    log = read(game)
    committed = next(each for each in log.events if isinstance(each, events.DeckCommitted))
    about = Shuffle("pit-1", committed.round, committed.commitment)
    assert Shoe(KEY).secret(about, committed.sealed) == log.deck.secret
    assert found(written(KEY), log.during) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_snapshot_is_there_to_be_read(read: Callable[[str], Read], game: str) -> None:
    assert "snapshot.body" in {name for name, _ in read(game).snapshot}


@pytest.mark.parametrize("game", GAMES)
def test_the_same_search_finds_deck_and_secret_once_the_round_is_over(
    read: Callable[[str], Read], game: str
) -> None:
    """They are in the log then, for everybody to check: the search is one that finds them."""
    log = read(game)
    assert "event.body" in found(forms_of_secret(log.deck), log.afterwards)
    assert "event.body" in found(forms_of_order(log.deck, log.now.used), log.afterwards)
