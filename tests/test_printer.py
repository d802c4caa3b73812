"""Sheets are printed in a process of its own, which comes and goes with who needs it."""

import io
import json
import os
import sys
from typing import Any

import pytest

from fairdeal.errors import Unavailable
from fairdeal.report import printer
from fairdeal.report.printer import Printer, answer


def test_what_is_asked_for_is_answered_with_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(sheet: dict[str, Any]) -> bytes:
        raise ValueError("no such letter")

    monkeypatch.setattr(printer, "KINDS", {"text": lambda sheet: b"two\nlines", "pdf": fails})
    asked = b"".join(json.dumps([kind, {}]).encode() + b"\n" for kind in ("text", "pdf"))
    answers = io.BytesIO()
    answer(io.BytesIO(asked), answers)
    first, _, rest = answers.getvalue().partition(b"failed ")
    assert first == b"done 9\ntwo\nlines"
    assert b"ValueError: no such letter" in rest


def test_the_process_gives_way_to_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    monkeypatch.setattr(os, "nice", given.append)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    printer.main()
    monkeypatch.delattr(os, "nice")  # as on Windows
    printer.main()
    assert given == [10]


def test_a_printer_that_broke_is_replaced_and_one_that_is_closed_is_gone() -> None:
    press = Printer()
    press.close()
    with pytest.raises(RuntimeError, match="KeyError: 'parchment'"):
        press.printed("parchment", {})
    first = press._process
    assert first is not None
    with pytest.raises(RuntimeError, match="KeyError: 'parchment'"):
        press.printed("parchment", {})
    assert press._process is first, "one process prints them all"
    first.kill()
    first.wait()
    with pytest.raises(RuntimeError, match="KeyError: 'parchment'"):
        press.printed("parchment", {})
    second = press._process
    assert second is not None
    assert second is not first
    press.close()
    assert second.returncode == 0


def test_a_printer_that_ends_before_it_answers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/true")
    with pytest.raises(Unavailable, match="has ended: ask again"):
        Printer().printed("pdf", {"long": "x" * 1_000_000})
