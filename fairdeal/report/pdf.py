"""The par sheet as a PDF, the same bytes in every run."""

import json
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from fairdeal.report.layout import document


def pdf(sheet: dict[str, Any]) -> bytes:
    """The PDF: A4, readable for people who cannot see it, with the sheet attached as data."""
    import matplotlib
    import typst

    shown = {"document": json.dumps(asdict(document(sheet))), "sheet": json.dumps(sheet, indent=1)}
    template = resources.files("fairdeal.report") / "templates" / "par.typ"
    fonts = Path(matplotlib.get_data_path()) / "fonts" / "ttf"  # those the pictures measured

    def made(standard: Literal["ua-1"] | None) -> bytes:
        with resources.as_file(template) as path:
            return typst.compile(
                path,
                font_paths=[fonts],
                ignore_system_fonts=True,
                sys_inputs=shown,
                pdf_standards=standard,
            )

    try:
        return made("ua-1")
    except typst.TypstError:  # the standard refuses letters that no font has, as in some names
        return made(None)
