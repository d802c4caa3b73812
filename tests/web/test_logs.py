"""What the server logs: refusals and errors always, every request for who wants to see it."""

import json
import logging

import pytest

from fairdeal.web.logs import JsonLines, TextLines, logging_to_stderr
from tests.web.house import House


def lines(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    ours = [each for each in caplog.records if each.name == "fairdeal.requests"]
    return [(each.levelname, each.message) for each in ours]


def test_a_refused_sign_in_is_logged_with_its_address_and_no_password(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO), house.browser() as browser:
        browser.post("/sign-in", content="name=max&password=hunter2hunter2")
        browser.get("/")
    [(level, said)] = lines(caplog)
    assert level == "WARNING"
    assert said.startswith("refused POST '/sign-in' from ")
    assert ": 401, " in said
    assert "hunter2" not in caplog.text


def test_every_request_is_logged_for_who_wants_to_see_all(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, "fairdeal.requests"), house.browser() as browser:
        browser.get("/api/tables?name=secret")
        browser.get("/no%0Asuch")
    told = lines(caplog)
    assert [level for level, _ in told] == ["DEBUG", "DEBUG"]
    assert told[0][1].startswith("GET '/api/tables' from ")
    assert ": 200, " in told[0][1]
    assert "\n" not in told[1][1], "an address cannot forge a line"
    assert "secret" not in str(told)


def test_the_first_managers_link_is_in_no_log(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, "fairdeal.requests"), house.browser() as browser:
        browser.get("/first/a-very-secret-word")
    [(_, said)] = lines(caplog)
    assert "'/first/...'" in said
    assert "a-very-secret-word" not in said


def test_a_line_of_json_is_one_object_with_everything_in_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = logging.getLogger("fairdeal.requests")
    extra = {"about": {"status": 429, "client": "203.0.113.7"}}
    with logging_to_stderr("info", "json"):
        log.debug("not shown")
        log.warning("refused %r", "/a\nb", extra=extra)
        log.error("Internal error. Reference: 3fa1", exc_info=ZeroDivisionError("by zero"))
    log.warning("after the room has closed")
    refused, error = map(json.loads, capsys.readouterr().err.splitlines())
    assert refused["time"].endswith("Z")
    assert (refused["level"], refused["logger"]) == ("warning", "fairdeal.requests")
    assert (refused["message"], refused["status"]) == (r"refused '/a\nb'", 429)
    assert "trace" not in refused
    assert error["trace"].endswith("ZeroDivisionError: by zero")


def test_an_unforeseen_error_is_logged_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    server = logging.getLogger("uvicorn.error")
    with logging_to_stderr("info", "text"):
        server.error("Exception in ASGI application\n")
        server.info("Started server process [1]")
        server.warning("Invalid HTTP request received.")
    [line] = capsys.readouterr().err.splitlines()
    time, level, *words = line.split()
    assert (len(time), level) == (len("2026-11-16T19:51:51Z"), "WARNING")
    assert " ".join(words) == "Invalid HTTP request received."


def test_both_forms_take_any_record() -> None:
    record = logging.LogRecord("a", logging.INFO, "", 0, "%s tables", (6,), None)
    assert TextLines().format(record).endswith("Z INFO    6 tables")
    assert json.loads(JsonLines().format(record))["message"] == "6 tables"
