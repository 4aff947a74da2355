"""Workers on a Ray cluster: one that runs already, or a small one of our own on this machine."""

import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import Any

from thousand_agents.executors.base import AHEAD, TRIES, Executor, Job, Result, cores
from thousand_agents.executors.errors import ExecutorError
from thousand_agents.executors.threads import limit_threads

KNOCK_SECONDS = 10


class RayExecutor(Executor):
    """Ray tasks of one core each; Ray itself does a job again if its worker died.

    ``workers``: by default the cores of the cluster, or of this machine.  On a cluster this package
    has to be installed on every machine, and files named by a spec have to be there.
    """

    def __init__(self, workers: int | None, address: str | None) -> None:
        self._ray = _import_ray()
        self._own = not self._ray.is_initialized()
        if address and not self._own:
            raise ExecutorError(f"Ray is already connected to a cluster: leave out {address}")
        if self._own:
            self._connect(workers, address)
        self.workers = workers or int(self._ray.cluster_resources().get("CPU", 1))

    def _connect(self, workers: int | None, address: str | None) -> None:
        size = {} if address else {"num_cpus": workers or cores(), "include_dashboard": False}
        try:
            if address:
                _knock(address)
            self._ray.init(
                address=address or "local", log_to_driver=False, logging_level="error", **size
            )
        except (OSError, ValueError, RuntimeError) as error:
            where = f"at {address}" if address else "could be started"
            raise ExecutorError(f"no Ray cluster {where}: {str(error)[:200]}") from None

    def run(
        self, function: Callable[[Job], Result], jobs: Iterable[Job]
    ) -> Generator[Result, None, None]:
        """The results in the order of the jobs."""
        remote = self._ray.remote(num_cpus=1, max_retries=TRIES - 1)(_one_thread)
        waiting, tasks = iter(jobs), deque[Any]()
        try:
            while True:
                for job in waiting:
                    tasks.append(remote.remote(function, job))
                    if len(tasks) == AHEAD * self.workers:
                        break
                if not tasks:
                    return
                yield self._result(tasks[0])
                tasks.popleft()
        finally:
            for task in tasks:
                self._ray.cancel(task, force=True)

    def _result(self, task: Any) -> Any:
        try:
            return self._ray.get(task)
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause or error from None
        except (self._ray.exceptions.WorkerCrashedError, self._ray.exceptions.OutOfMemoryError):
            raise ExecutorError(
                f"{TRIES} times a Ray worker died over a job (killed, or out of memory?)"
            ) from None

    def close(self) -> None:
        """Leave the cluster; our own ends with it."""
        if self._own:
            self._ray.shutdown()


def _knock(address: str) -> None:
    """Is anybody there?  Ray itself asks for minutes.

    Raises: OSError or ValueError if not.
    """
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:  # else Ray's own words, such as "auto"
        socket.create_connection((host, int(port)), KNOCK_SECONDS).close()


def _one_thread(function: Callable[[Any], Any], job: Any) -> Any:
    limit_threads()
    return function(job)


def _import_ray() -> Any:
    try:
        import ray
    except ModuleNotFoundError:
        raise ExecutorError(
            "ray is not installed; it comes with: pip install 'thousand-env[ray]'"
        ) from None
    return ray
