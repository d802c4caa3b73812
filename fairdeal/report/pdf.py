"""The par sheet as a PDF, the same bytes in every run."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import Any

from fairdeal.report.layout import document


def pdf(sheet: Mapping[str, Any]) -> bytes:
    """The PDF: A4, with the sheet itself attached for machines to read."""
    import matplotlib
    import typst

    inputs = {
        "document": json.dumps(asdict(document(sheet))),
        "sheet": json.dumps(sheet, indent=1),
    }
    template = resources.files("fairdeal.report") / "templates" / "par.typ"
    made = typst.compile(
        template.read_bytes(),
        font_paths=[Path(matplotlib.get_data_path()) / "fonts" / "ttf"],  # the pictures' own
        ignore_system_fonts=True,
        sys_inputs=inputs,
        pdf_standards="ua-1",
    )
    assert isinstance(made, bytes), "a PDF is one file"
    return made
