"""Who decides at a table: the agents of its seats, and a substitute where one gives no answer."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from thousand_agents.web import jobs
from thousand_agents.web.lanes import LaneError, Lanes

SUBSTITUTE: Final = "greedy"  # decides where an agent doesn't
STRIKES: Final = 3  # decisions missed before the substitute stays

Missed = Callable[[dict[str, Any]], Awaitable[None]]


class Seats:
    """The agents by seat, as specs.  ``missed`` is told of every decision that one of them missed."""

    def __init__(self, agents: Sequence[str], lanes: Lanes, missed: Missed) -> None:
        self.agents = [*agents]
        self._strikes = [0] * len(agents)
        self._lanes, self._missed = lanes, missed

    async def decide(self, seat: int, decision: jobs.Decision) -> int:
        """The agent's action; the substitute's where the agent gives none."""
        spec = self.agents[seat]
        try:
            action = await self._lanes.of(spec).run(jobs.act, jobs.Turn(spec, decision))
        except Exception as error:  # an agent is somebody else's program: anything can happen
            await self._strike(seat, str(error) or type(error).__name__)
            return await self._substitute(decision)
        self._strikes[seat] = 0
        return action

    async def _strike(self, seat: int, reason: str) -> None:
        self._strikes[seat] += 1
        for_good = self._strikes[seat] >= STRIKES
        if for_good:
            self.agents[seat] = SUBSTITUTE
        said = {"seat": seat, "reason": reason, "substitute": SUBSTITUTE, "forGood": for_good}
        await self._missed(said)

    async def _substitute(self, decision: jobs.Decision) -> int:
        while True:
            try:
                turn = jobs.Turn(SUBSTITUTE, decision)
                return await self._lanes.of(SUBSTITUTE).run(jobs.act, turn)
            except LaneError:  # out of memory, perhaps: the table waits for better times
                await asyncio.sleep(1)
