"""A table for programs: the whole view as JSON, whenever it changes."""

import msgspec

from fairdeal.live import Actor
from fairdeal.web.faces.table import TableFace
from fairdeal.web.hub import WHOLE, Parts


class ViewFace(TableFace):
    """What the JSON interface streams; it changes whenever the page of the table may."""

    def parts(self, topic: str, viewer: Actor | None) -> Parts:
        """The view in one piece."""
        return {WHOLE: msgspec.json.encode(self.room.view(topic, viewer)).decode()}
