"""Where work is done: in this process, in worker processes, or on a Ray cluster.

This package imports nothing heavy: a worker sets its threads before NumPy or torch is loaded.
"""

from thousand_agents.executors.base import EXECUTORS, Executor, make_executor

__all__ = ["EXECUTORS", "Executor", "make_executor"]
