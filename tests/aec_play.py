"""Random play in the PettingZoo environment."""

import random

import numpy as np


def legal_choice(observation, rng):
    return int(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))


def play(env, seed, steps=10**9):
    """Random play up to ``steps``: what ``last`` and ``rewards`` handed out, by agent."""
    rng = random.Random(seed)
    from_last = dict.fromkeys(env.possible_agents, 0.0)
    from_rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(steps):
        observation, reward, terminated, truncated, _ = env.last()
        from_last[agent] += reward
        done = terminated or truncated
        env.step(None if done else legal_choice(observation, rng))
        if not done:
            for name, value in env.rewards.items():
                from_rewards[name] += value
    return from_last, from_rewards
