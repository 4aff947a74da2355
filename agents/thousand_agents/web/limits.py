"""How much a browser may send, and how often; how long an agent may think."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from thousand_env.record_form import MOST_BYTES

_MOST_ADDRESSES: Final = 1000  # whose requests are counted; beyond it, those that rested longest go


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, so many at once."""

    a_second: float
    at_once: int


@dataclass(frozen=True)
class Limits:
    """All bounds in one place; sizes in bytes, times in seconds."""

    message: int = 4096  # a websocket message
    body: int = 64_000  # the body of a request
    record: int = MOST_BYTES  # the body that is a written game
    messages: Rate = Rate(20, 60)  # of one connection
    requests: Rate = Rate(2, 60)  # of one address, those that change or compute something
    connections: int = 4  # of one table
    waiting: int = 50  # hints, judged decisions and the like that wait for a worker
    rooms: int = 1000  # tables kept in memory; others are read again when asked for
    files: int = 20_000  # tables, and again as many records
    resting: float = 600.0  # a table without a connection leaves the memory
    sending: float = 60.0  # the body of a request
    thinking: float = 20.0  # an agent's decision
    analysis: float = 180.0  # a hint, a judged decision, an answer
    starting: float = 180.0  # a worker process, which may have to compile


class Bucket:
    """Tokens that come back with time (a token bucket): ``take`` tells whether one was left."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._left, self._then = float(rate.at_once), clock()

    def take(self) -> bool:
        """Take one, if there is one."""
        now = self._clock()
        self._left += (now - self._then) * self._rate.a_second
        self._left, self._then = min(self._left, self._rate.at_once), now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for every address; the number of them is bounded."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._of: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        """Take one of an address."""
        bucket = self._of.pop(address, None) or Bucket(self._rate, self._clock)
        self._of[address] = bucket  # the last one asked stands last
        if len(self._of) > _MOST_ADDRESSES:
            del self._of[next(iter(self._of))]
        return bucket.take()
