"""Agents of King against each other on the same decks, with what every kind of deal wrote."""

import numpy as np
from gymnasium.vector import AutoresetMode

import thousand_env as te
from thousand_env.games.king.rules import KINDS


def play(agents, rules, seats, decks, seed=0, table=None, episode="match"):
    """Every deck in all seatings (G, P) of agents by number: points (decks, G, P, kinds)."""
    n, players = decks * len(seats), rules.players
    env = te.VectorEnv("king", n, rules, seed, "score", episode, autoreset=AutoresetMode.DISABLED)
    env.reset(options={"deck_ids": np.repeat(np.arange(decks), len(seats)), "table": table})
    rng, who = np.random.default_rng(seed), np.tile(seats, (decks, 1))
    points, actions = np.zeros((n, players, len(KINDS))), np.zeros(n, np.int64)
    while (env.current_player >= 0).any():
        mover = np.where(
            env.current_player >= 0, who[np.arange(n), np.maximum(env.current_player, 0)], -1
        )
        for number, agent in enumerate(agents):
            rows = np.flatnonzero(mover == number)
            if len(rows):
                actions[rows] = agent.act(env.views[rows], env.action_mask[rows], rng)
        kinds = env.views["kind"].copy()
        env.step(actions)
        assert not env.illegal.any()
        paid = np.flatnonzero(env.rewards.any(axis=1))
        points[paid, :, kinds[paid]] += np.round(100 * env.rewards[paid])
    return points.reshape(decks, len(seats), players, len(KINDS))


def one_against(players):
    """Seatings (P, P) of agent 0 in every seat, agent 1 in the others."""
    return 1 - np.eye(players, dtype=np.int64)


def advantage(points, seats):
    """Points a game, by deck and kind (D, kinds), of agent 0 more than the others on average.

    ``points`` are those of ``play`` with the seatings of ``one_against``.
    """
    own = points[:, np.arange(len(seats)), np.argmin(seats, axis=1)]
    others = (points.sum(axis=2) - own) / (seats.shape[1] - 1)
    return (own - others).mean(axis=1)


def interval(values):
    """Mean over decks and half of its 95% interval."""
    return values.mean(axis=0), 1.96 * values.std(axis=0, ddof=1) / len(values) ** 0.5
