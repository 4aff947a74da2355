"""Progress of a long run on stderr: a bar on a terminal, a line now and then elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LINE_EVERY = 10.0  # seconds

Report = Callable[[int], None]


@contextmanager
def progress(total: int, what: str) -> Iterator[Report]:
    """A function to call with how many of ``total`` are done."""
    if sys.stderr.isatty():
        try:
            from rich.console import Console
            from rich.progress import Progress
        except ImportError:  # rich is an extra
            yield _lines(total, what)
            return
        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(what, total=total)
            yield lambda done: bar.update(task, completed=done)
    else:
        yield _lines(total, what)


def _lines(total: int, what: str) -> Report:
    last = time.monotonic()

    def report(done: int) -> None:
        nonlocal last
        if time.monotonic() - last >= LINE_EVERY:
            last = time.monotonic()
            print(f"{what}: {done} of {total}", file=sys.stderr, flush=True)

    return report
