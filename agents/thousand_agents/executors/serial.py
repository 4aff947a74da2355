"""One job after the other, in this process."""

from collections.abc import Callable, Generator, Iterable

from thousand_agents.executors.base import Executor, Job, Result
from thousand_agents.executors.threads import one_torch_thread


class SerialExecutor(Executor):
    """No workers: for debugging, small work, and objects that can't be sent to a worker."""

    def run(
        self, function: Callable[[Job], Result], jobs: Iterable[Job]
    ) -> Generator[Result, None, None]:
        """The results as they come, computed by one thread as a worker computes them."""
        for job in jobs:
            with one_torch_thread():
                result = function(job)
            yield result

    def close(self) -> None:
        """Nothing to let go."""
