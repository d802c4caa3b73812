"""Signed cookies: whose they are, when they end, and what a page must send along."""

import pytest

from fairdeal.live import Actor, Role, Room
from fairdeal.web.access.accounts import Accounts
from fairdeal.web.access.sessions import Sessions
from fairdeal.web.site import Site
from tests.web.house import QUICK, House

KEY = bytes(range(32))
MINUTE = 60_000_000
FLOOR = Actor("fran", Role.FLOOR)


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1_790_000_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sessions(clock: Clock) -> Sessions:
    return Sessions(KEY, clock)


def test_a_cookie_says_who_it_is_to_every_room_with_the_key(
    sessions: Sessions, clock: Clock
) -> None:
    session = sessions.begin(FLOOR)
    cookie = sessions.cookie(session)
    assert sessions.read(cookie) == session
    assert Sessions(KEY, clock).read(cookie) == session
    assert Sessions(bytes(32), clock).read(cookie) is None


def test_every_guest_is_another(sessions: Sessions) -> None:
    names = {sessions.guest().name for _ in range(50)}
    assert len(names) == 50
    assert all(name.startswith("guest-") for name in names)
    assert sessions.guest().actor.role is Role.PLAYER


def test_a_cookie_with_any_letter_changed_is_nobody(sessions: Sessions) -> None:
    cookie = sessions.cookie(sessions.begin(FLOOR))
    for place, letter in enumerate(cookie[:-1]):
        other = "A" if letter != "A" else "B"
        assert sessions.read(cookie[:place] + other + cookie[place + 1 :]) is None
    for text in (None, "", ".", "x", cookie.partition(".")[0], f".{cookie.partition('.')[2]}"):
        assert sessions.read(text) is None


def test_a_cookie_of_another_form_is_nobody(sessions: Sessions) -> None:
    for body in ("bm8", "W10", "!"):
        assert sessions.read(f"{body}.{sessions._signature(body)}") is None


@pytest.mark.parametrize(("actor", "minutes"), [(FLOOR, 5), (Actor("pia", Role.PLAYER), 30)])
def test_who_does_nothing_for_a_while_is_idle(
    sessions: Sessions, clock: Clock, actor: Actor, minutes: int
) -> None:
    session = sessions.begin(actor)
    for _ in range(3):
        clock.now += minutes * MINUTE
        assert not sessions.is_idle(session)
        session = sessions.heard(session)
    clock.now += minutes * MINUTE + 1
    assert sessions.is_idle(session)


def test_a_room_that_starts_again_goes_by_the_cookie(sessions: Sessions, clock: Clock) -> None:
    session = sessions.begin(FLOOR)
    clock.now += 4 * MINUTE
    kept = sessions.cookie(sessions.heard(session))
    again = Sessions(KEY, clock)
    found = again.read(kept)
    assert found is not None
    clock.now += 5 * MINUTE
    assert not again.is_idle(found)
    clock.now += 1
    assert again.is_idle(found)


def test_no_session_outlives_a_long_shift(sessions: Sessions, clock: Clock) -> None:
    session = sessions.begin(FLOOR)
    for _ in range(181):
        clock.now += 4 * MINUTE
        session = sessions.heard(session)
    assert sessions.is_idle(session)


def test_a_clock_that_was_set_back_keeps_nobody_in(sessions: Sessions, clock: Clock) -> None:
    """A room that starts again with an older time takes no session for one of the future."""
    session = sessions.heard(sessions.begin(FLOOR))
    clock.now -= 60 * MINUTE
    again = Sessions(KEY, clock)
    found = again.read(sessions.cookie(session))
    assert found is not None
    assert again.is_idle(found)
    clock.now += 60 * MINUTE - 10_000_000
    assert not again.is_idle(found)


def test_who_has_gone_cannot_come_back_with_the_old_cookie(sessions: Sessions) -> None:
    session = sessions.begin(FLOOR)
    cookie = sessions.cookie(session)
    sessions.end(session)
    assert sessions.read(cookie) is None


def test_a_page_acts_for_its_own_session_alone(sessions: Sessions) -> None:
    one, other = sessions.begin(FLOOR), sessions.begin(FLOOR)
    assert sessions.may_act(one, sessions.token(one))
    assert not sessions.may_act(one, sessions.token(other))
    assert not sessions.may_act(one, "")
    assert not sessions.may_act(one, "ä")
    assert not sessions.may_act(one, sessions.token(one) + "AAAA")


def test_no_two_pages_have_the_same_token(sessions: Sessions) -> None:
    """Pages are compressed: what they repeat could be guessed from their length."""
    session = sessions.begin(FLOOR)
    tokens = {sessions.token(session) for _ in range(100)}
    assert len({each[:10] for each in tokens}) == len({each[-10:] for each in tokens}) == 100
    assert all(sessions.may_act(session, each) for each in tokens)


def test_the_house_decides_after_how_long_its_terminals_lock() -> None:
    now = [1_790_000_000_000_000]
    sessions = Sessions(KEY, lambda: now[0], idle_minutes=20)
    floor = sessions.begin(Actor("fran", Role.FLOOR))
    player = sessions.guest()
    now[0] += 19 * 60 * 1_000_000
    assert not sessions.is_idle(floor)
    now[0] += 2 * 60 * 1_000_000
    assert sessions.is_idle(floor)
    assert not sessions.is_idle(player), "players have a time of their own"


def test_what_was_locked_or_signed_out_of_stays_so_after_a_restart(house: House) -> None:
    house.staff("fran", Role.FLOOR)
    house.staff("finn", Role.FLOOR)
    with house.browser() as locked, house.browser() as left:
        locked.sign_in("fran")
        left.sign_in("finn")
        kept = [each.client.cookies["fairdeal"] for each in (locked, left)]
        locked.get("/floor")
        assert locked.post("/lock").status_code == 200
        left.get("/floor")
        assert left.post("/sign-out").status_code == 200
    room = Room(house.room.store, KEY, clock=house.clock)
    again = Site(room, Accounts(room, QUICK), Sessions(KEY, house.clock.monotonic), key=KEY)
    one, other = (again.sessions.read(cookie) for cookie in kept)
    assert one is not None
    assert again.sessions.is_idle(one), "the old cookie does not open it either"
    assert other is None
