"""One thread writes: whatever is in line goes to the disk together, then everybody hears of it."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import SimpleQueue
from threading import RLock, Thread
from typing import Final

from fairdeal.errors import FairdealError
from fairdeal.live.chain import Entry, Recorded
from fairdeal.live.stores.protocol import Snapshot, behind, closed, lost

MOST: Final = 256
"""Tasks written together: enough to share one wait for the disk among all tables of a room."""

Task = Entry | Snapshot
Outcome = tuple[Recorded, ...] | FairdealError
_Answer = Future[tuple[Recorded, ...]]
_Failed = list[tuple[Task, _Answer, Exception]]


class Writer:
    """The line in front of a log, and the thread that empties it.

    *write* records a batch and answers for each of its tasks; where it raises, none was recorded.
    """

    def __init__(self, name: str, write: Callable[[Sequence[Task]], Sequence[Outcome]]) -> None:
        self.failures = 0
        self._name = name
        self._write = write
        self._line: SimpleQueue[tuple[Task, _Answer] | None] = SimpleQueue()
        self._lost: dict[str, int] = {}
        # Whoever holds the gate may rely on the line staying as it is; call-backs may submit anew.
        self._gate = RLock()
        self._open = True
        self._thread = Thread(target=self._run, name=f"log {name}", daemon=True)
        self._thread.start()

    def submit(self, task: Task, seen: int | None = None) -> _Answer:
        """Put the task in line; what is in line cannot be taken back."""
        answer: _Answer = Future()
        answer.set_running_or_notify_cancel()
        with self._gate:
            if not self._open:
                answer.set_exception(closed(self._name))
            elif seen is not None and self._lost.get(task.stream, 0) > seen:
                assert isinstance(task, Entry), "only entries are decided on a state"
                answer.set_exception(lost(task))
            else:
                self._line.put((task, answer))
        return answer

    def close(self) -> None:
        """Write what is in line and end the thread."""
        with self._gate:
            if self._open:
                self._open = False
                self._line.put(None)
        self._thread.join()

    def _run(self) -> None:
        while batch := self._batch():
            try:
                outcomes = self._write([task for task, _ in batch])
            except Exception as error:
                # Whatever it was, everybody who waits must hear of it.
                self._fail_all(batch, error)
            else:
                self._settle(batch, outcomes)

    def _batch(self) -> list[tuple[Task, _Answer]]:
        batch: list[tuple[Task, _Answer]] = []
        while (item := self._line.get()) is not None:
            batch.append(item)
            # Only this thread takes from the line, so that what is there stays there.
            if len(batch) == MOST or self._line.empty():
                return batch
        if batch:
            self._line.put(None)
        return batch

    def _settle(self, batch: list[tuple[Task, _Answer]], outcomes: Sequence[Outcome]) -> None:
        failed: _Failed = []
        first: dict[str, FairdealError] = {}
        for (task, answer), outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, FairdealError):
                failed.append((task, answer, outcome))
                first.setdefault(task.stream, outcome)
            else:
                answer.set_result(outcome)
        if failed:
            self._fail(
                failed,
                lambda task: behind(task, first[task.stream]) if task.stream in first else None,
            )

    def _fail_all(self, batch: list[tuple[Task, _Answer]], error: Exception) -> None:
        def again(_: Task) -> Exception:
            # Each caller gets an error of its own, for a raised one collects its caller's frames.
            if isinstance(error, FairdealError):
                return type(error)(str(error), code=error.code)
            return error

        self._fail([(task, answer, again(task)) for task, answer in batch], again)

    def _fail(self, failed: _Failed, verdict: Callable[[Task], Exception | None]) -> None:
        """Deliver failures, together with those in line that the *verdict* condemns."""
        with self._gate:
            spared = []
            while not self._line.empty():
                item = self._line.get()
                error = verdict(item[0]) if item else None
                if item and error:
                    failed.append((*item, error))
                else:
                    spared.append(item)
            for item in spared:
                self._line.put(item)
            self.failures += 1
            for task, _, _ in failed:
                if isinstance(task, Entry):
                    self._lost[task.stream] = self.failures
            for _, answer, error in failed:
                answer.set_exception(error)
