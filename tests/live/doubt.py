"""A log that records, and whose answer is lost."""

from collections.abc import Callable
from concurrent.futures import Future

from fairdeal.errors import Unavailable
from fairdeal.live.log.chain import Entry, Recorded
from fairdeal.live.log.stores.protocol import Store


def unanswered(store: Store) -> Callable[..., Future[tuple[Recorded, ...]]]:
    """What its ``submit`` would be if every answer were lost on the way."""
    record = store.submit

    def submit(entry: Entry, seen: int | None = None) -> Future[tuple[Recorded, ...]]:
        record(entry, seen).result()
        answer: Future[tuple[Recorded, ...]] = Future()
        answer.set_exception(Unavailable("the answer was lost", code="store.doubtful"))
        return answer

    return submit
