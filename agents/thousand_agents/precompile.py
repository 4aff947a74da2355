"""Compile everything that the commands need, once: ``python -m thousand_agents.precompile``.

Numba compiles a function when it is first called; this calls them all, so that the first ``bid`` or
``watch`` doesn't take a minute.
"""

import numpy as np

import thousand_env as te
from thousand_agents.base import make_agent
from thousand_agents.solver import Solver

SEATS = 3


def main() -> None:
    """A deal in every API, by every kind of compiled player."""
    rules = te.rules("thousand", "online")
    env = te.VectorEnv("thousand", 2, rules, episode="deal")
    env.reset()
    env.step(env.sample(0))
    agent, rng = make_agent("pimc:worlds=1,trust=0.6", rules), np.random.default_rng(0)
    make_agent("optimal", te.rules("bochki"))
    solver = Solver(rules)
    game = te.Game(rules, seed=0, table={"score": [300] * SEATS})
    while not game.results and game.player is not None:
        if game.phase == "gift":
            solver.best_gift(game.state)
            solver.declares(game.state, 0)
        if game.phase == "play":
            solver.value(game.state)
            solver.reaches(game.state, 100)
            solver.action_values(game.state)
        view = np.array([game.view(game.player)])
        game.apply(int(agent.act(view, game.action_mask[None], rng)[0]))


if __name__ == "__main__":
    main()
