"""No card reaches anybody who may not see it, whoever listens to whatever page."""

from pathlib import Path

import pytest

from fairdeal import cards, games
from fairdeal.live import views
from fairdeal.web.drawing import ring
from fairdeal.web.drawing.felt import Felt
from fairdeal.web.drawing.pieces import Face
from tests.scale import CHUNKS
from tests.web.listening import Listening

GAMES = sorted(games.GAMES)
ROUNDS = 10_000
"""Of each game."""


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(CHUNKS))
@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_sent_a_card_that_is_hidden_from_them(
    tmp_path: Path, game: str, part: int
) -> None:
    rounds = -(-ROUNDS // CHUNKS)
    heard = Listening(game, tmp_path, part, by_hand=part == 0).play(rounds)
    assert heard.rounds == rounds
    assert heard.pages > 20 * rounds


@pytest.mark.parametrize("game", GAMES)
def test_some_rounds_of_every_day(tmp_path: Path, game: str) -> None:
    for by_hand in (False, True):
        assert Listening(game, tmp_path, 99, by_hand=by_hand).play(3).rounds == 3


def test_a_view_that_lets_everybody_look_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "may_look", lambda table: table.playing is not None)
    table = Listening("three-card-fury", tmp_path, 1, by_hand=True)
    with pytest.raises(AssertionError, match="as player p"):
        table.play(1)


def test_a_view_that_takes_others_cards_for_own_ones_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    everybody = lambda table, viewer: {*table.playing.players} if table.playing else set()  # noqa: E731
    monkeypatch.setattr(views, "own_seats", everybody)
    with pytest.raises(AssertionError, match="sees it in round 1"):
        Listening("three-card-poker", tmp_path, 1, by_hand=False).play(1)


def test_a_card_that_is_only_drawn_or_only_put_into_words_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Listening("three-card-poker", tmp_path, 1, by_hand=False)

    def hole(felt: Felt) -> list[Face]:
        order = [table.felt.deck.order[place] for place in _dealers_places(table)]
        return [Face(cards.name(card)) for card in order]

    monkeypatch.setattr(Felt, "dealer_cards", hole)
    with pytest.raises(AssertionError, match=r"lobby all as None|table pit-1 as None"):
        table.play(1)


def _dealers_places(table: Listening) -> tuple[int, ...]:
    now = table.felt.table.playing
    return tuple(now.hand(0).places) if now and now.commitment else ()


def test_what_a_hidden_hand_makes_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Listening("three-card-poker", tmp_path, 1, by_hand=False)
    read = games.SETTLEMENTS["three-card-poker"].reads

    def told(felt: Felt, seat: int) -> str:
        now = table.felt.table.playing
        if not now or not now.commitment or seat not in now.bets:
            return ""
        return read(tuple(table.felt.deck.order[place] for place in now.hand(seat).places))

    monkeypatch.setattr(ring, "_state", lambda felt, seat: told(felt, seat.seat))
    with pytest.raises(AssertionError, match=r"tells \{"):
        table.play(3)
