"""The JSON interface is as its description says, whoever asks for whatever."""

import json
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.routing import Route

from fairdeal import games
from fairdeal.live import Actor, Role, commands
from fairdeal.web.access.guard import TOKEN
from fairdeal.web.access.limits import Bucket
from fairdeal.web.access.sessions import COOKIE
from fairdeal.web.openapi import description
from tests.live.tables import FLOOR, MANAGER
from tests.scale import SCALE
from tests.web.house import PASSWORD, House

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
NOT_TRIED = {"/api/tables/{name}/stream": "it does not end"}


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
    house.open("ags-3-card", progressive="stax", limits={"stax": "5"})
    house.open("three-way-action", "pit-2", dealer="dora")
    for seat, name in enumerate(("pat", "tom"), 1):
        player = Actor(name, Role.PLAYER)
        house.room.do("pit-1", commands.sit, by=player, seat=seat)
        house.room.do("pit-1", commands.buy_in, by=FLOOR, player=name, cents=100_000)
    guard = house.site.guard
    guard._asking = guard._commands = guard._guessing = Bucket(10**9, 0, lambda: 0)
    return house


@pytest.mark.parametrize("role", [Role.PLAYER, Role.MANAGER])
def test_whatever_is_asked_is_answered_as_described(house: House, role: Role) -> None:
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", house.app)
    if role is not Role.PLAYER:
        house.staff("pat", role)
    session = house.session(Actor("pat", role))
    cookies = {COOKIE: house.site.sessions.cookie(session)}
    headers = {TOKEN: house.site.sessions.token(session)}
    codes: set[int] = set()
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]
        if operation.path not in NOT_TRIED:
            _try(operation, cookies, headers, codes)
    assert {200, 400, 403, 404} <= codes
    assert 429 not in codes


def _try(operation: Any, cookies: Any, headers: Any, codes: set[int]) -> None:
    """What fits the description, and what does not, at tables that there are and at others."""
    cases = st.one_of(
        operation.as_strategy(generation_mode=GenerationMode.POSITIVE),
        operation.as_strategy(generation_mode=GenerationMode.NEGATIVE),
    )

    @settings(max_examples=6 * SCALE, suppress_health_check=[*HealthCheck])
    @given(cases, st.sampled_from(["pit-1", "pit-2", "stax", "", ""]))
    def tried(case: Any, where: str) -> None:
        if where and "name" in case.path_parameters:
            case.path_parameters["name"] = where
        answer = case.call(cookies=cookies, headers=headers)
        case.validate_response(answer, checks=CHECKS)
        codes.add(answer.status_code)

    tried()


def test_every_address_of_the_interface_is_described(house: House) -> None:
    described = {
        (path.replace("{game}", "{}").replace("{name}", "{}"), method.upper())
        for path, methods in description()["paths"].items()
        for method in methods
    }
    for route in house.app.routes:
        assert isinstance(route, Route)
        if not route.path.startswith("/api/") or route.path.startswith(OF_PAGES):
            continue
        path = route.path
        for field in ("{name}", "{game}", "{topic}", "{table}"):
            path = path.replace(field, "{}")
        for method in (route.methods or {"GET"}) - {"HEAD"}:
            if path.endswith("{command}"):
                assert any(each.startswith(path[: -len("{command}")]) for each, _ in described)
            else:
                assert (path, method) in described, f"describe {method} {route.path}"


OF_PAGES = ("/api/openapi.json", "/api/floor", "/api/staff", "/api/dealer", "/api/books")
"""Addresses that are for pages of ours alone, and the description itself."""


def test_a_program_learns_who_it_is_and_signs_in(house: House) -> None:
    house.staff("fran", Role.FLOOR)
    with house.browser() as browser:

        def session() -> dict[str, str]:
            """Each answer has a token of its own, and all of them are good."""
            known: dict[str, str] = browser.client.get("/api/session").json()
            browser.token = known.pop("token")
            return known

        guest = session()
        assert (guest["role"], guest["home"]) == ("player", "/")
        assert session() == guest
        wrong = {"name": "fran", "password": "wrong horse"}
        answer = browser.client.post("/api/session", json=wrong)
        assert (answer.status_code, answer.json()["code"]) == (401, "account.wrong")
        assert session() == guest
        right = {"name": "fran", "password": PASSWORD}
        fran = browser.client.post("/api/session", json=right).json()
        assert (fran["name"], fran["role"], fran["home"]) == ("fran", "floor", "/floor")
        del fran["token"]
        assert session() == fran
        assert browser.act("disable", reason="dark").status_code == 200


def test_a_program_that_signs_in_unreadably_is_told(house: House) -> None:
    with house.browser() as browser:
        for body in (b"", b"[]", b'{"name": "fran"}', b'{"name": 1, "password": 2}'):
            answer = browser.client.post("/api/session", content=body)
            assert (answer.status_code, answer.json()["code"]) == (400, "request.json")


def test_signs_are_told_richest_meter_first(house: House) -> None:
    with house.browser() as browser:
        [sign] = browser.get("/api/progressives").json()
        assert sign == browser.get("/api/progressives/stax").json()
        assert (sign["tables"], sign["disabled"]) == (["pit-1"], "")
        assert [*sign["meters"].values()] == sorted(sign["meters"].values(), reverse=True)
        answer = browser.get("/api/progressives/stacks")
        assert (answer.status_code, answer.json()["code"]) == (404, "progressive.unknown")


def test_games_are_told_as_the_command_tells_them(house: House) -> None:
    with house.browser() as browser:
        listed = browser.get("/api/games").json()
        assert [each["game"] for each in listed] == [*games.GAMES]
        shown = browser.get("/api/games/three-card-poker").json()
        assert shown["name"] == "Three Card Poker"
        assert shown["bets"][0]["bet"] == "ante"
        assert browser.get("/api/games/roulette").json()["code"] == "game.unknown"


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "page.unknown"),
        ("DELETE", "/api/tables/pit-1", 405, "page.method"),
        ("GET", "/api/tables/pit-1/sit", 405, "page.method"),
    ],
)
def test_an_address_that_is_not_there_is_told(
    house: House, method: str, path: str, status: int, code: str
) -> None:
    with house.browser() as browser:
        answer = browser.client.request(method, path)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert "content-security-policy" in answer.headers


def test_a_page_that_is_not_there_is_told_as_a_page(house: House) -> None:
    with house.browser() as browser:
        for path in ("/lab/", "/nothing"):
            answer = browser.get(path, follow_redirects=False)
            assert answer.status_code == 404
        assert "There is no page /nothing." in answer.text
        assert "content-security-policy" in answer.headers


def test_a_body_too_deep_to_read_is_told(house: House) -> None:
    with house.browser() as browser:
        browser.get("/")
        deep = b"[" * 30_000 + b"]" * 30_000
        headers = {TOKEN: browser.token}
        answer = browser.client.post(
            "/api/tables/pit-1/sit", content=b'{"x":' + deep + b"}", headers=headers
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "request.json")


def test_the_description_is_the_same_each_time() -> None:
    assert json.dumps(description()) == json.dumps(description())
