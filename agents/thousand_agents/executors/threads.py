"""One thread a worker: results don't depend on the number of cores, workers don't fight for them.

Imports nothing that starts threads, for ``limit_threads`` has to come before that.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

LIMITS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


def limit_threads() -> None:
    """One thread in everything this process loads from now on, and in torch even if loaded."""
    os.environ.update(dict.fromkeys(LIMITS, "1"))
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)


@contextmanager
def one_torch_thread() -> Iterator[None]:
    """Torch's sums depend on its number of threads: one inside, as before afterwards."""
    before = sys.modules["torch"].get_num_threads() if "torch" in sys.modules else None
    if before is not None:
        sys.modules["torch"].set_num_threads(1)
    try:
        yield
    finally:
        if before is not None:
            sys.modules["torch"].set_num_threads(before)
