"""Commands on their way to a room, and those that have to be sent again."""

from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Final

from msgspec.structs import replace

from tests.torture.memory import Memory
from tests.torture.mischief import Mischief
from tests.torture.process import RoomProcess
from tests.torture.wire import Ask

_NUMBERS: Final = count(1)


@dataclass(slots=True)
class Sent:
    """A command on its way."""

    ask: Ask
    room: RoomProcess
    mischief: str
    """Empty for what somebody really wants; see :mod:`tests.torture.mischief`."""


class Post:
    """What the people of one table have sent, and wait to send."""

    def __init__(self, memory: Memory, choose: Random) -> None:
        self.mischief = Mischief(memory, choose)
        self.waiting: list[Ask] = []
        self._memory = memory
        self._choose = choose
        self._on_the_way: dict[int, Sent] = {}

    @property
    def is_on_the_way(self) -> bool:
        """Whether an answer is still to come."""
        return bool(self._on_the_way)

    def send(self, room: RoomProcess, asks: list[Ask]) -> None:
        """All at once and in any order, as many people do; with some mischief beside."""
        self._choose.shuffle(asks)
        for ask in asks:
            self._memory.sent.add(ask.title)
            for each, mischief in ((ask, ""), *self.mischief.beside(ask)):
                number = next(_NUMBERS)
                self._on_the_way[number] = Sent(each, room, mischief)
                room.send(replace(each, number=number))

    def answered(self, number: int) -> Sent:
        """The command to which an answer has come."""
        return self._on_the_way.pop(number)

    def take_back(self, room: RoomProcess) -> None:
        """The room is gone: what it has not answered waits to be sent again, under its old key."""
        for number, sent in list(self._on_the_way.items()):
            if sent.room is room:
                del self._on_the_way[number]
                if not sent.mischief:
                    self.waiting.append(sent.ask)
                    self._memory.resent.add(sent.ask.title)
