"""A practice table for a player who has switched the adviser on."""

from typing import TYPE_CHECKING

from fairdeal import games
from fairdeal.errors import FairdealError, Refused
from fairdeal.live import Actor, Room
from fairdeal.web.advising import Adviser, Question
from fairdeal.web.faces.table import TableFace, known
from fairdeal.web.hub import Parts
from fairdeal.web.past.rounds import Rounds
from fairdeal.web.rendering import rendered

if TYPE_CHECKING:
    from collections.abc import Callable


class PracticeFace(TableFace):
    """The page of a table, and what each choice is worth; there is none of it elsewhere."""

    def __init__(
        self,
        room: Room,
        play_chips: int,
        rounds: Rounds,
        adviser: Adviser,
        again: "Callable[[str], None]",
    ) -> None:
        super().__init__(room, play_chips, rounds)
        self._adviser = adviser
        self._again = again

    def check(self, topic: str) -> None:
        """Only a practice table has an adviser."""
        if not known(self.room, topic).practice:
            raise Refused(
                f"table {topic} is not a practice table: there is no adviser", code="adviser.none"
            )

    def parts(self, topic: str, viewer: Actor | None) -> Parts:
        """The pieces of the page; what is worth most is counted from what the viewer may see."""
        view, parts = self.room.view(topic, viewer), super().parts(topic, viewer)
        if not (view.setup and view.setup.practice):  # it was one when the page was opened
            return {**parts, "advice": ""}
        question = Question.of(view)
        shown: dict[str, object] = {"table": topic, "asked": question is not None, "said": ""}
        shown["advice"], shown["to"] = None, ""
        if question is None:
            self._adviser.prepare(view.setup)
        else:
            try:
                found = self._adviser.advice(question, lambda: self._again(topic))
                shown["advice"] = found
                if found is not None and found.to:
                    shown["to"] = games.known(question.game).bet(found.to).name
            except FairdealError as error:  # some bets leave nothing to decide
                shown["said"] = str(error)
        return {**parts, "advice": rendered("parts/advice.html", **shown)}
