"""Playing sets: all seatings of some sets in one batch of games."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from thousand_agents.arena.streams import GameStreams
from thousand_agents.arena.tables import sample_table
from thousand_agents.base import Agent
from thousand_env import VectorEnv
from thousand_env.games.thousand import RuleSet

NOBODY = -1


@dataclass
class Games:
    """What the games of K sets came to, G games a set, P seats."""

    points: Any  # (K, G, P) change of score from the start table
    winner: Any  # (K, G) seat, or -1: the deal ended no match, or the match was cut off
    deals: Any  # (K, G) deals played
    declarer: Any  # (K, G) of the last deal
    contract: Any  # (K, G)
    made: Any  # (K, G) bool
    decisions: Any  # (agents,)
    seconds: Any  # (agents,) spent in ``act``

    @staticmethod
    def join(parts: list["Games"]) -> "Games":
        """The parts one after the other."""
        by_set = ("points", "winner", "deals", "declarer", "contract", "made")
        joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in by_set}
        for name in ("decisions", "seconds"):
            joined[name] = np.sum([getattr(part, name) for part in parts], axis=0)
        return Games(**joined)


def play_sets(
    agents: list[Agent], seats: Any, sets: Any, rules: RuleSet, seed: int, unit: str
) -> Games:
    """Play the sets numbered ``sets`` (K,) in all seatings ``seats`` (G, P) to the end.

    All games of a set have its number as deck id: the same cards, and the same first dealer.
    """
    games = len(seats)
    env = VectorEnv(
        "thousand", len(sets) * games, rules, seed, episode=unit, autoreset=AutoresetMode.DISABLED
    )
    decks = np.repeat(sets, games)
    env.reset(options=_options(sets, games, rules, seed, unit) | {"deck_ids": decks})
    start = env.state["score"]
    who = np.tile(seats, (len(sets), 1))
    places = np.tile(np.arange(games), len(sets))
    streams = [GameStreams(seed, decks, places, k) for k in range(len(agents))]
    decisions, seconds = _play(env, agents, who, streams)
    end = env.state
    shape, players = (len(sets), games), rules.players
    return Games(
        points=(end["score"] - start)[:, :players].reshape(*shape, players),
        winner=end["winner"].reshape(shape),
        deals=end["deals"].reshape(shape),
        declarer=end["last_declarer"].reshape(shape),
        contract=end["last_contract"].reshape(shape),
        made=end["last_made"].reshape(shape) == 1,
        decisions=decisions,
        seconds=seconds,
    )


def _options(sets: Any, games: int, rules: RuleSet, seed: int, unit: str) -> dict[str, Any]:
    if unit == "match":
        return {}
    tables = [sample_table(np.random.default_rng([seed, int(number)]), rules) for number in sets]
    return {"table": [table for table in tables for _ in range(games)]}


def _play(env: VectorEnv, agents: list[Agent], who: Any, streams: list[Any]) -> tuple[Any, Any]:
    """All games to their end; decisions and seconds of each agent."""
    decisions, seconds = np.zeros(len(agents), np.int64), np.zeros(len(agents))
    games = np.arange(env.num_games)
    actions = np.zeros(env.num_games, np.int64)
    while (env.current_player != NOBODY).any():
        mover = np.where(env.current_player == NOBODY, NOBODY, who[games, env.current_player])
        for k, agent in enumerate(agents):
            rows = np.flatnonzero(mover == k)
            if len(rows):
                views, masks = env.views[rows], env.action_mask[rows]
                streams[k].rows = rows
                began = time.perf_counter()
                actions[rows] = agent.act(views, masks, streams[k])
                seconds[k] += time.perf_counter() - began
                decisions[k] += len(rows)
        env.step(actions)
        _check_legal(env, agents, mover)
    return decisions, seconds


def _check_legal(env: VectorEnv, agents: list[Agent], mover: Any) -> None:
    if env.illegal.any():
        name = agents[mover[np.flatnonzero(env.illegal)[0]]].name
        raise RuntimeError(f"agent {name} chose an illegal action: a bug of this agent")
