"""The notebooks of docs/notebooks, executed from scratch, with outputs that are always the same."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import nbformat
from nbclient import NotebookClient

FOLDER: Final = Path(__file__).parent / "notebooks"
_LIMIT: Final = 600
"""Seconds that a cell may take, the first compilation included."""


def notebooks() -> dict[Path, str]:
    """Every notebook, by its place."""
    return {path: executed(path) for path in sorted(FOLDER.glob("*.ipynb"))}


def executed(path: Path) -> str:
    """A notebook with the outputs of its cells, as its file should be."""
    notebook = nbformat.read(path, as_version=4)
    for number, cell in enumerate(notebook.cells, 1):
        cell.id, cell.metadata = f"cell-{number}", {}
    with TemporaryDirectory() as folder:
        # A person's own settings and history of IPython have no part in it.
        environment = {**os.environ, "IPYTHONDIR": folder, "PYTHONHASHSEED": "0"}
        NotebookClient(
            notebook,
            timeout=_LIMIT,
            kernel_name="python3",
            record_timing=False,
            extra_arguments=["--log-level=ERROR"],
            resources={"metadata": {"path": folder}},
        ).execute(env=environment)
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return str(nbformat.writes(notebook)) + "\n"
