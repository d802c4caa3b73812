"""The books of a room: what its tables took and paid, and what that was to be expected.

Reads logs and counts; writes nothing.  ``statement.statement``, ``meters_report.meters_report`` and
``export.export`` give what the command line and the pages show.
"""

from typing import Final

BY: Final = ("table", "shift", "day", "game", "wager")
"""What the rows of a statement may stand for."""
