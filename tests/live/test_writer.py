"""The line in front of a log: who fails with whom, and who is spared."""

from collections.abc import Callable, Sequence
from threading import Event, Lock, Thread, current_thread

import pytest

from fairdeal.errors import Conflict, FairdealError, Unavailable
from fairdeal.live.log.chain import ORIGIN, Entry, StreamHead, recorded
from fairdeal.live.log.stores.protocol import Snapshot, moved_on
from fairdeal.live.log.stores.writer import MOST, Outcome, Task, Writer
from tests.live.entries import entry, until

quietly = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")


class Disk:
    """Writes when it is let, and fails as it is told."""

    def __init__(self) -> None:
        self.gate = Event()
        self.batches: list[list[str]] = []
        self.refused: set[str] = set()
        self.broken: BaseException | None = None
        self.writer = Writer("a test", self.write)

    def write(self, tasks: Sequence[Task]) -> list[Outcome]:
        self.batches.append([t.key if isinstance(t, Entry) else "snapshot" for t in tasks])
        assert self.gate.wait(10)
        if self.broken is not None:
            raise self.broken
        return [self.outcome(task) for task in tasks]

    def is_writing(self) -> None:
        """Wait until the first batch has left the line."""
        until(lambda: bool(self.batches))

    def close_behind(self, waiting: int) -> None:
        """Close while so many tasks are in line, and only then let the disk write."""
        closing = Thread(target=self.writer.close)
        closing.start()
        until(lambda: self.writer._line.qsize() == waiting + 1)
        self.gate.set()
        closing.join()

    def outcome(self, task: Task) -> Outcome:
        if not isinstance(task, Entry):
            return ()
        return (
            moved_on(task, 99)
            if task.key in self.refused
            else recorded(task, 1, ORIGIN, StreamHead())
        )


@pytest.fixture
def disk() -> Disk:
    return Disk()


def reason(call: Callable[[], object]) -> FairdealError:
    with pytest.raises(FairdealError) as caught:
        call()
    return caught.value


def test_what_waits_is_written_together(disk: Disk) -> None:
    first = disk.writer.submit(entry(key="first"))
    disk.is_writing()
    rest = [disk.writer.submit(entry(key=str(number))) for number in range(MOST + 10)]
    disk.gate.set()
    disk.writer.close()
    assert [len(batch) for batch in disk.batches] == [1, MOST, 10]
    assert first.result()[0].key == "first"
    assert [answer.result()[0].key for answer in rest] == [str(n) for n in range(MOST + 10)]
    assert disk.writer.failures == 0


def test_a_failure_takes_those_of_its_table_along_and_spares_the_others(disk: Disk) -> None:
    disk.refused = {"bad"}
    bad = disk.writer.submit(entry("pit-1", key="bad"))
    disk.is_writing()
    behind = disk.writer.submit(entry("pit-1", 1, "behind"))
    other = disk.writer.submit(entry("pit-2", 0, "other"))
    disk.writer.submit(Snapshot("pit-1", 2, "1", b""))
    disk.gate.set()
    disk.writer.close()
    assert str(reason(bad.result)) == (
        "table pit-1 is at event 99, not 0: place bad was decided on another state"
    )
    error = reason(behind.result)
    assert isinstance(error, Conflict)
    assert error.code == "table.moved-on"
    assert str(error).startswith("table pit-1 has lost what this was decided on: table pit-1 is at")
    assert other.result()
    assert disk.batches == [["bad"], ["other"]]
    assert disk.writer.failures == 1


def test_who_saw_the_failures_may_go_on_and_who_did_not_may_not(disk: Disk) -> None:
    disk.refused = {"bad"}
    disk.gate.set()
    seen = disk.writer.failures
    reason(disk.writer.submit(entry("pit-1", key="bad"), seen).result)
    late = disk.writer.submit(entry("pit-1", 1, "late"), seen)
    assert reason(late.result).code == "table.moved-on"
    assert "its state must be loaded again" in str(late.exception())
    assert disk.writer.submit(entry("pit-2", 0, "other"), seen).result()
    assert disk.writer.submit(entry("pit-1", 1, "fresh"), disk.writer.failures).result()
    assert disk.writer.submit(entry("pit-1", 2, "blind")).result()
    disk.writer.close()


def test_a_broken_disk_fails_everything_in_line_and_then_is_tried_again(disk: Disk) -> None:
    disk.broken = Unavailable("the disk is full", code="store.unavailable")
    answers = [disk.writer.submit(entry("pit-1", key="first"))]
    disk.is_writing()
    answers += [disk.writer.submit(entry(f"pit-{n}", key="more")) for n in range(3)]
    assert disk.writer.in_line == 4
    disk.gate.set()
    errors = [answer.exception(10) for answer in answers]
    assert [str(error) for error in errors] == ["the disk is full"] * 4
    assert len(set(map(id, errors))) == 4
    assert disk.writer.failures == 1
    disk.broken = None
    assert disk.writer.submit(entry("pit-1", key="again"), 1).result()
    disk.writer.close()


def test_only_what_was_being_written_is_in_doubt_and_nothing_more_is_written(disk: Disk) -> None:
    disk.broken = Unavailable("the answer was lost", code="store.doubtful")
    first = disk.writer.submit(entry("pit-1", key="first"))
    disk.is_writing()
    waiting = disk.writer.submit(entry("pit-2", key="waiting"))
    disk.gate.set()
    assert reason(first.result).code == "store.doubtful"
    assert reason(waiting.result).code == "store.stopped"
    assert str(waiting.exception()).endswith("; nothing was recorded")
    disk.broken = None
    assert reason(disk.writer.submit(entry("pit-3"), 1).result).code == "store.stopped"
    assert disk.writer.stopped == "the answer was lost"
    disk.writer.close()
    assert disk.batches == [["first"]]


def test_even_a_mistake_of_the_program_reaches_everybody_who_waits(disk: Disk) -> None:
    disk.broken = ZeroDivisionError()
    disk.gate.set()
    with pytest.raises(ZeroDivisionError):
        disk.writer.submit(entry()).result()
    disk.broken = None
    assert disk.writer.submit(entry()).result()
    disk.writer.close()


def test_a_snapshot_that_fails_costs_its_table_nothing(disk: Disk) -> None:
    disk.broken = Unavailable("the disk is full", code="store.unavailable")
    disk.gate.set()
    reason(disk.writer.submit(Snapshot("pit-1", 2, "1", b"")).result)
    disk.broken = None
    assert disk.writer.submit(entry("pit-1"), 0).result()
    disk.writer.close()


def test_a_call_back_may_submit_anew_when_it_hears_of_the_failure(disk: Disk) -> None:
    disk.refused = {"bad"}
    second = []
    heard = Event()

    def again(_: object) -> None:
        second.append(
            (disk.writer.submit(entry("pit-1", 5), disk.writer.failures), current_thread())
        )
        heard.set()

    disk.writer.submit(entry("pit-1", key="bad")).add_done_callback(again)
    disk.gate.set()
    assert heard.wait(10)
    [(answer, thread)] = second
    assert answer.result(10)[0].version == 6
    assert thread.name == "log a test"
    disk.writer.close()


def test_a_call_back_may_wait_for_somebody_who_submits(disk: Disk) -> None:
    own, waiting = Lock(), Event()
    answers = []

    def submit() -> None:
        with own:
            waiting.set()
            until(lambda: disk.writer.failures == 1)
            answers.append(disk.writer.submit(entry("pit-1", 1, "late"), 0))

    def again(_: object) -> None:
        assert waiting.wait(10)
        with own:
            answers.append(disk.writer.submit(entry("pit-1"), disk.writer.failures))

    disk.broken = Unavailable("the disk is full", code="store.unavailable")
    disk.writer.submit(entry("pit-1", key="bad")).add_done_callback(again)
    thread = Thread(target=submit)
    thread.start()
    assert waiting.wait(10)
    disk.gate.set()
    thread.join(10)
    until(lambda: len(answers) == 2)
    assert reason(answers[0].result).code == "table.moved-on"
    disk.writer.close()


@quietly
def test_a_call_back_that_ends_the_thread_leaves_nobody_waiting(disk: Disk) -> None:
    def leave(_: object) -> None:
        raise SystemExit

    first = disk.writer.submit(entry(key="first"))
    disk.is_writing()
    first.add_done_callback(leave)
    waiting = disk.writer.submit(entry(key="waiting"))
    disk.gate.set()
    stopped = (
        "the log in a test takes nothing more since a write broke off: start the program again,"
        " which reads what the log has; nothing was recorded"
    )
    assert first.result(10)
    assert str(reason(waiting.result)) == stopped
    disk.writer._thread.join(10)
    late = reason(disk.writer.submit(entry()).result)
    assert str(late) == stopped
    assert late.code == "store.stopped"
    assert "a fault of the program" in disk.writer.stopped
    disk.writer.close()


@quietly
def test_a_call_back_that_ends_the_thread_spares_those_who_are_recorded(disk: Disk) -> None:
    def leave(_: object) -> None:
        raise SystemExit

    disk.refused = {"bad"}
    disk.writer.submit(entry(key="first"))
    disk.is_writing()
    good = [disk.writer.submit(entry(f"pit-{n}", key="good")) for n in range(3)]
    bad = disk.writer.submit(entry("pit-4", key="bad"))
    good[0].add_done_callback(leave)
    disk.gate.set()
    assert all(answer.result(10) for answer in good)
    assert reason(bad.result).code == "table.moved-on"
    disk.writer.close()


@quietly
def test_a_thread_that_ends_while_it_writes_says_that_it_does_not_know(disk: Disk) -> None:
    disk.broken = SystemExit()
    first = disk.writer.submit(entry(key="first"))
    disk.is_writing()
    waiting = disk.writer.submit(entry(key="waiting"))
    disk.gate.set()
    error = reason(first.result)
    assert isinstance(error, Unavailable)
    assert str(error).endswith("; whether anything was recorded is not known")
    assert str(reason(waiting.result)).endswith("; nothing was recorded")
    disk.writer.close()


def test_what_is_in_line_cannot_be_taken_back(disk: Disk) -> None:
    answer = disk.writer.submit(entry())
    assert not answer.cancel()
    disk.gate.set()
    assert answer.result()
    disk.writer.close()


def test_closing_writes_what_is_in_line_and_nothing_afterwards(disk: Disk) -> None:
    answers = [disk.writer.submit(entry(key="first"))]
    disk.is_writing()
    answers += [disk.writer.submit(entry(key=str(number))) for number in range(2)]
    disk.close_behind(2)
    disk.writer.close()
    assert all(answer.done() and answer.result() for answer in answers)
    error = reason(disk.writer.submit(entry()).result)
    assert str(error) == "the log in a test is closed; nothing was recorded"
    assert error.code == "store.closed"


def test_a_failure_while_closing_leaves_nobody_waiting(disk: Disk) -> None:
    disk.broken = Unavailable("the disk is full", code="store.unavailable")
    answers = [disk.writer.submit(entry(key="first"))]
    disk.is_writing()
    answers += [disk.writer.submit(entry(key=str(number))) for number in range(2)]
    disk.close_behind(2)
    assert all(isinstance(answer.exception(), Unavailable) for answer in answers)
