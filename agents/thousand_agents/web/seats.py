"""Who decides at a table: the agents of its seats, and a substitute where one gives no answer."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from thousand_agents.web import jobs
from thousand_agents.web.lanes import Lanes
from thousand_agents.web.players import QUICK

SUBSTITUTE: Final = "greedy"  # decides where an agent doesn't
STRIKES: Final = 3  # decisions missed before the substitute stays

Missed = Callable[[dict[str, Any]], Awaitable[None]]


class Seats:
    """The agents by seat, as specs.  ``missed`` is told of every decision that one of them missed."""

    def __init__(self, agents: Sequence[str], lanes: Lanes, missed: Missed) -> None:
        self.agents = [*agents]
        self._strikes = [0] * len(agents)
        self._lanes, self._missed = lanes, missed

    def at_once(self, seat: int, decision: jobs.Decision) -> int | None:
        """The action of an agent that takes no time, or where there is no choice; else None."""
        if len(decision.legal) == 1:
            return decision.legal[0]
        spec = self.agents[seat]
        return jobs.act(jobs.Turn(spec, decision)) if spec in QUICK else None

    async def decide(self, seat: int, decision: jobs.Decision) -> int:
        """The agent's action; the substitute's where the agent gives none."""
        action = self.at_once(seat, decision)
        if action is not None:
            return action
        turn = jobs.Turn(self.agents[seat], decision)
        try:
            action = await self._lanes.of(turn.spec).run(jobs.act, turn)
        except Exception as error:  # an agent is somebody else's program: anything can happen
            await self._strike(seat, str(error) or type(error).__name__)
            return jobs.act(jobs.Turn(SUBSTITUTE, decision))
        self._strikes[seat] = 0
        return action

    async def _strike(self, seat: int, reason: str) -> None:
        self._strikes[seat] += 1
        for_good = self._strikes[seat] >= STRIKES
        if for_good:
            self.agents[seat] = SUBSTITUTE
        said = {"seat": seat, "reason": reason, "substitute": SUBSTITUTE, "forGood": for_good}
        await self._missed(said)
