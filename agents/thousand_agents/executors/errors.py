"""The executors' error class, apart since its base brings NumPy along (see the package)."""

from thousand_env.errors import ThousandError


class ExecutorError(ThousandError):
    """An executor that can't be had, or a job that its workers don't survive."""
