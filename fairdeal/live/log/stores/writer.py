"""One thread writes: whatever is in line goes to the disk together, then everybody hears of it."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from threading import RLock, Thread
from typing import Final

from fairdeal.errors import FairdealError
from fairdeal.live.log.chain import Entry, Recorded
from fairdeal.live.log.checkpoints import Signed
from fairdeal.live.log.stores.protocol import (
    WENT_BACK,
    Snapshot,
    behind,
    broke_off,
    closed,
    lost,
    stopped,
)

MOST: Final = 256
"""Tasks written together: enough to share one wait for the disk among all tables of a room."""

Task = Entry | Snapshot | Signed
Outcome = tuple[Recorded, ...] | FairdealError
_Answer = Future[tuple[Recorded, ...]]
_Batch = list[tuple[Task, _Answer]]
_Told = tuple[Task, _Answer, Outcome | Exception]


class Writer:
    """The line in front of a log, and the thread that empties it.

    *write* records a batch and answers for each of its tasks; where it raises, none was recorded,
    or it is not known whether they were.  After such a doubt nothing more is written: what the log
    has is known to the next start alone.  Nothing more is written either to a log that went back.
    """

    def __init__(self, name: str, write: Callable[[Sequence[Task]], Sequence[Outcome]]) -> None:
        self.failures = 0
        self.stopped = ""
        """Why nothing more is written until a new start."""
        self.went_back = False
        self._name = name
        self._write = write
        self._line: SimpleQueue[tuple[Task, _Answer] | None] = SimpleQueue()
        self._batch: _Batch = []
        self._lost: dict[str, int] = {}
        # The holder of the gate may rely on the line staying as it is.  Nobody is told anything
        # meanwhile: a call-back may want a lock of a thread that waits at the gate.
        self._gate = RLock()
        self._over: Callable[[str], FairdealError] | None = None
        self._thread = Thread(target=self._run, name=f"log {name}", daemon=True)
        self._thread.start()

    @property
    def in_line(self) -> int:
        """Tasks that wait, or are being written."""
        return self._line.qsize() + len(self._batch)

    def submit(self, task: Task, seen: int | None = None) -> _Answer:
        """Put the task in line; what is in line cannot be taken back."""
        answer: _Answer = Future()
        answer.set_running_or_notify_cancel()
        with self._gate:
            if self._over is not None:
                answer.set_exception(self._over(self._name))
            elif seen is not None and self._lost.get(task.stream, 0) > seen:
                assert isinstance(task, Entry), "only entries are decided on a state"
                answer.set_exception(lost(task))
            else:
                self._line.put((task, answer))
        return answer

    def close(self) -> None:
        """Write what is in line and end the thread."""
        with self._gate:
            if self._over is None:
                self._over = closed
                self._line.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self.stopped and self._next_batch():
                self._settle_batch()
        finally:
            # Usually nothing is left; but whatever ended the thread, nobody may wait for ever.
            self._end()

    def end(self, error: Exception) -> None:
        """Refuse at once whatever comes from now on; what is in line is refused with it."""
        with self._gate:
            self.went_back = _code_of(error) == WENT_BACK
            self._over, self.stopped = partial(_refused, error), str(error)
            self._line.put(None)

    def _next_batch(self) -> _Batch:
        self._batch = []
        while (item := self._line.get()) is not None:
            self._batch.append(item)
            # Only this thread takes from the line, so that what is there stays there.
            if len(self._batch) == MOST or self._line.empty():
                return self._batch
        if self._batch:
            self._line.put(None)
        return self._batch

    def _settle_batch(self) -> None:
        try:
            outcomes = self._write([task for task, _ in self._batch])
        except Exception as error:
            # Whatever it was, everybody who waits must hear of it.
            failed = [(task, answer, _again(error)) for task, answer in self._batch]
            if _ends(error):
                self.end(error)
            self._settle(failed, partial(self._not_begun, error))
            return
        told: list[_Told] = []
        first: dict[str, FairdealError] = {}
        for (task, answer), outcome in zip(self._batch, outcomes, strict=True):
            told.append((task, answer, outcome))
            if isinstance(outcome, FairdealError):
                first.setdefault(task.stream, outcome)
        self._settle(
            told, lambda task: behind(task, first[task.stream]) if task.stream in first else None
        )

    def _not_begun(self, error: Exception, _: Task) -> Exception:
        """What those hear who are still in line: with them there is no doubt."""
        return _refused(error, self._name) if _ends(error) else _again(error)

    def _settle(self, told: Sequence[_Told], verdict: Callable[[Task], Exception | None]) -> None:
        """Tell everybody; after a failure also the entries in line that the *verdict* fails.

        What is lost is noted before anybody hears of it: a command that needs it is refused, and
        one that loads the state again is not.
        """
        failed = [each for each in told if isinstance(each[2], Exception)]
        if failed:
            with self._gate:
                condemned = self._taken_out(verdict)
                self.failures += 1
                for task, _, _ in (*failed, *condemned):
                    if isinstance(task, Entry):
                        self._lost[task.stream] = self.failures
            told = [*told, *condemned]
        _tell(told)

    def _taken_out(self, verdict: Callable[[Task], Exception | None]) -> list[_Told]:
        condemned: list[_Told] = []
        spared = []
        while not self._line.empty():
            item = self._line.get()
            error = verdict(item[0]) if item else None
            if item and error:
                condemned.append((*item, error))
            else:
                spared.append(item)
        for item in spared:
            self._line.put(item)
        return condemned

    def _end(self) -> None:
        """Take no more tasks, and refuse those that are left."""
        with self._gate:
            if self._over is None:
                self._over, self.stopped = stopped, str(broke_off(self._name))
            waiting = self._taken_out(lambda _: stopped(self._name))
        at_work = [
            (task, answer, broke_off(self._name))
            for task, answer in self._batch
            if not answer.done()
        ]
        _tell([*at_work, *waiting])


def _ends(error: Exception) -> bool:
    """Whether nothing more may be written after it."""
    return _code_of(error) in ("store.doubtful", WENT_BACK)


def _code_of(error: Exception) -> str:
    return error.code if isinstance(error, FairdealError) else ""


def _refused(error: Exception, name: str) -> FairdealError:
    """What is said to those who were not among the first to meet it."""
    if isinstance(error, FairdealError) and error.code == WENT_BACK:
        return type(error)(str(error), code=error.code)
    return stopped(name)


def _again(error: Exception) -> Exception:
    """An error for each caller, for a raised one collects its caller's frames."""
    return type(error)(str(error), code=error.code) if isinstance(error, FairdealError) else error


def _tell(told: Iterable[_Told]) -> None:
    """Everybody hears, even where a call-back wants to end the thread."""
    ending: BaseException | None = None
    for _, answer, outcome in told:
        try:
            if isinstance(outcome, Exception):
                answer.set_exception(outcome)
            else:
                answer.set_result(outcome)
        except BaseException as error:
            ending = error
    if ending is not None:
        raise ending
