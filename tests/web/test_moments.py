"""Times on pages: by the house's clock, with its zone."""

import pytest

from fairdeal.web import moments

AT = 1_790_000_000_000_000


def test_times_are_those_of_the_houses_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRDEAL_ZONE", "America/Los_Angeles")
    assert moments.zone() == "America/Los_Angeles"
    assert moments.moment(AT) == "2026-09-21 07:13:20"
    assert moments.time(AT) == "07:13:20"
    assert moments.minute(AT) == "21 Sep, 07:13"
    assert moments.date_of(AT) == "21 September 2026"
    assert moments.plain("2026-09-21T14:13+00:00") == "2026-09-21 07:13 PDT"
    assert moments.day(AT).isoformat() == "2026-09-21"


def test_a_forged_moment_is_shown_as_it_is() -> None:
    assert moments.moment(10**30) == "1" + "0" * 30
