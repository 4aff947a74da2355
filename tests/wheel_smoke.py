"""Run by `make wheel-test` where only the wheel and its base dependencies are installed."""

import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np

import thousand_env as te
from thousand_env import thousand_v0

env = te.VectorEnv("thousand", 16, te.rules("thousand", "classic"), seed=0)
env.reset()
for step in range(200):
    env.step(env.sample(step))
assert not env.illegal.any()

game = te.Game(seed=1)
while not game.over and len(game.deals) < 5:
    game.apply(game.legal()[0])

aec = thousand_v0.env()
aec.reset(seed=0)
for _, _agent in zip(range(50), aec.agent_iter(), strict=False):
    observation, _, terminated, truncated, _ = aec.last()
    mask = observation["action_mask"]
    aec.step(None if terminated or truncated else int(np.flatnonzero(mask)[0]))

for package in (te.thousand, te.king, te.bochki):  # what `thousand rules --text` prints
    page = package.RULES_PAGE
    assert page.is_file() and page.with_suffix(".ru.md").is_file(), page

weights = Path(find_spec("thousand_agents").origin).parent / "models" / "weights"
assert {"base-v5-classic-3", "base-v5-online-3", "equity-classic-3"} <= {
    path.stem for path in weights.iterdir()
}

heavy = {"torch", "rich", "scipy", "matplotlib"} & set(sys.modules)
assert not heavy, f"the environment imported {heavy}"
print("wheel-smoke: 200 batched steps, a game of", len(game.deals), "deals, an AEC loop: fine")
