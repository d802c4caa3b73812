"""The par sheet as a PDF, the same bytes in every run."""

import json
from dataclasses import asdict
from importlib import resources
from typing import Any, Literal

from fairdeal.report.layout import document


def pdf(sheet: dict[str, Any]) -> bytes:
    """The PDF: A4, readable for people who cannot see it, with the sheet attached as data."""
    import typst

    shown = {"document": json.dumps(asdict(document(sheet))), "sheet": json.dumps(sheet, indent=1)}
    files = resources.files("fairdeal.report")

    def made(standard: Literal["ua-1"] | None) -> bytes:
        with resources.as_file(files / "templates" / "par.typ") as path:
            return typst.compile(
                path,
                ignore_system_fonts=True,
                sys_inputs=shown,
                pdf_standards=standard,
            )

    try:
        return made("ua-1")
    except typst.TypstError:  # the standard refuses letters that no font has, as in some names
        return made(None)
