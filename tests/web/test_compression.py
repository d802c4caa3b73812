"""What goes over the network is small, and tells nothing by its length."""

import asyncio
import gzip
import json
from pathlib import Path

import pytest

from fairdeal.web.files import address
from tests.web.house import House
from tests.web.wire import Answer, asked, in_a_room

GZIP = {"accept-encoding": "br, gzip"}


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open("three-card-poker")
    return house


def answer_to(house: House, path: str, **headers: str) -> Answer:
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return asyncio.run(asked(house.app, "GET", path, named))


@pytest.mark.parametrize(
    "path", ["/", "/tables/pit-1", "/api/openapi.json", address("fairdeal.css"), "/nowhere"]
)
def test_pages_styles_and_json_are_compressed_for_who_can_read_it(house: House, path: str) -> None:
    whole, packed = answer_to(house, path), answer_to(house, path, **GZIP)
    assert "content-encoding" not in whole.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert whole.headers["vary"].lower() == packed.headers["vary"].lower() == "accept-encoding"
    assert len(packed.body) == int(packed.headers["content-length"]) < len(whole.body) / 2
    text = gzip.decompress(packed.body)
    assert len(text) == len(whole.body)


def test_what_is_short_or_packed_already_is_sent_as_it_is(house: House) -> None:
    short = answer_to(house, "/api/session", **GZIP)
    assert json.loads(short.body)["role"] == "player"
    pdf = answer_to(house, "/lab/sheet.pdf", **GZIP)
    assert pdf.body.startswith(b"%PDF")


def test_a_stream_is_not_held_back_to_be_compressed(house: House) -> None:
    async def scene() -> None:
        answer = await asked(house.app, "GET", "/stream/lobby/all", GZIP)
        assert answer.body.startswith(b"event: now")
        assert "content-encoding" not in answer.headers

    in_a_room(house.app, scene)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_another_site_has_a_browser_ask_for_tells_nothing_by_its_length(
    house: House, site: str
) -> None:
    """A page that repeats what it was asked for is as long as that, and no shorter for a guess."""
    foreign = {**GZIP, "sec-fetch-site": site}
    assert "content-encoding" not in answer_to(house, "/lab", **foreign).headers
    own = {**GZIP, "sec-fetch-site": "same-origin"}
    assert answer_to(house, "/lab", **own).headers["content-encoding"] == "gzip"
    styles = answer_to(house, address("fairdeal.css"), **foreign)
    assert styles.headers["content-encoding"] == "gzip"


def test_only_an_address_that_names_the_content_is_kept_for_good(house: House) -> None:
    assert "immutable" in answer_to(house, address("fairdeal.css")).headers["cache-control"]
    for path in ("/static/fairdeal.css", "/static/fairdeal.css?older"):
        assert answer_to(house, path).headers["cache-control"] == "no-cache"
