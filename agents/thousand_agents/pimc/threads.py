"""A batch of decisions over several threads: the compiled search lets go of Python's lock."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def share_out(decide: Callable[[Any, int], None], crew: Sequence[Any], count: int) -> None:
    """``decide(member, row)`` for rows 0 to ``count``, each by whoever of the crew is free.

    No member works in two threads.  An exception, Ctrl-C's too, ends it after the rows at work.
    """
    rows = iter(range(count))

    def work(member: Any) -> None:
        for (
            row
        ) in rows:  # a step of range's iterator is one under Python's lock: no row comes twice
            decide(member, row)

    if len(crew) == 1:
        work(crew[0])
        return
    with ThreadPoolExecutor(len(crew)) as pool:
        try:
            for job in [pool.submit(work, member) for member in crew]:
                job.result()
        finally:
            for _ in rows:  # take the rest away
                pass
