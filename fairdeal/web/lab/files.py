"""The sheet as a file: exactly the tables, options and conditions that are on the page."""

import csv
import io
import json
import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import parse_qsl

from fairdeal.analysis import counting
from fairdeal.analysis.sheet import par_sheet
from fairdeal.report.printer import Printer
from fairdeal.web.lab.counted import request
from fairdeal.web.lab.sheet import Sheet, read_sheet

_NOT_A_NAME: Final = re.compile(r"[^A-Za-z0-9-]+")
_KEPT: Final = 64
"""Files that are kept; one has some hundred thousand bytes."""


def _json(sheet: dict[str, Any]) -> bytes:
    return json.dumps(sheet, indent=2).encode()


def _csv(sheet: dict[str, Any]) -> bytes:
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\r\n")
    lines.writerow(("table", "part", "name", "value", "exact"))
    for figure in sheet["figures"]:
        lines.writerows((figure["pay_table"] or "", *row) for row in _rows(figure))
    lines.writerow(("", "sheet", "rules digest", sheet["rules_digest"], ""))
    return written.getvalue().encode()


def _rows(figure: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """What is stated of one figure, each in a line: part, name, value, exact value."""
    for key, each in figure.items():
        if isinstance(each, dict) and "exact" in each:
            yield "figure", key.replace("_", " "), repr(each["value"]), each["exact"]
    yield "figure", "standard deviation", repr(figure["standard_deviation"]), ""
    for each in figure.get("lines", ()):
        yield "line", each["event"], each["pays"], f"{each['ways']}/{figure['hands']}"
    for each in figure["outcomes"]:
        exact = f"{each['ways']}/{figure['deals']}"
        yield "outcome", each["net"], repr(each["probability"]), exact
    for each in figure.get("published", {}).get("figures", ()):
        finding = "agrees" if each["agrees"] else "differs"
        yield f"printed, {finding}", each["figure"], each["printed"], each["exact"]
    for each in figure.get("assumptions", ()):
        yield "assumption", "", each, ""


KINDS: Final[Mapping[str, str]] = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "pdf": "application/pdf",
}
"""The media type of each kind of file."""


def par_of(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    """The par sheet that an address describes, wherever figures are counted."""
    return par_sheet(request(read_sheet(pairs))).as_json()


class Files:
    """Makes the files; what was asked for of late is not made twice."""

    def __init__(self) -> None:
        self._printer = Printer()
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        """By kind and address of the sheet; only the thread of the pages looks at it."""

    def kept(self, sheet: Sheet, kind: str) -> bytes | None:
        """The file, where it was made before."""
        return self._kept.get((kind, sheet.address))

    def keep(self, sheet: Sheet, kind: str, content: bytes) -> None:
        """For who asks next."""
        self._kept[kind, sheet.address] = content
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def made(self, sheet: Sheet, kind: str) -> bytes:
        """A new file."""
        par = counting.run(par_of, parse_qsl(sheet.address.partition("?")[2]))
        if kind in _WRITTEN:
            return _WRITTEN[kind](par)
        return self._printer.printed(kind, par)

    def close(self) -> None:
        """Make nothing more."""
        self._printer.close()


_WRITTEN: Final = {"json": _json, "csv": _csv}
"""What takes no time."""


def name(sheet: Sheet, kind: str) -> str:
    """What the file is called."""
    edits = [edit for edit in (sheet.own, sheet.other) if edit is not None]
    tables = [f"{edit.model.name}{'-changed' if edit.is_changed else ''}" for edit in edits]
    words = _NOT_A_NAME.sub("-", "-".join(("par", sheet.game.key, sheet.case.bet, *tables)))
    return f"{words.lower()}.{kind}"
