"""How strong is it by now?  Meetings with the fixed opponents in the arena."""

from pathlib import Path

import numpy as np

from thousand_agents.arena import run_arena
from thousand_agents.arena.result import ArenaResult
from thousand_agents.base import Agent, make_agent
from thousand_agents.models.bidder import BidderAgent
from thousand_agents.models.net import NetAgent
from thousand_agents.networks import BIDDER
from thousand_training.exploit import exploit, players_of
from thousand_training.learner import Learner

SEED_STEP = 1_000_003  # the arena's decks are not those of the training


def as_agent(learner: Learner) -> Agent:
    """The policy as it stands, with the card play that it was trained with."""
    net = NetAgent(learner.actor(), "learner", learner.cast.adviser)
    card_play = learner.cast.card_play
    return BidderAgent(net, card_play) if card_play else net


def as_spec(learner: Learner, path: Path) -> str:
    """The spec of the agent in a checkpoint."""
    if learner.config.phase == "bidding":
        return f"{BIDDER}{path},card_play={learner.config.card_play}"
    return str(path)


def evaluate(learner: Learner) -> dict[str, float]:
    """Points a deal, share of wins and the like against each opponent, every time on the same decks."""
    config = learner.config
    if config.seating != "mixed":
        return _evaluate_exploit(learner)
    row: dict[str, float] = {}
    for opponent in config.evaluate_against:
        result = _meet(learner, opponent, config.evaluate_sets, "deal")
        points, own = result.estimates[0], result.agents[0]
        row |= {
            f"arena/{opponent}": points.mean,
            f"arena/{opponent}_error": _or_nan(points.standard_error),
            **{f"arena/{opponent}_{name}": _or_nan(value) for name, value in own.figures.items()},
        }
        if config.evaluate_matches:
            result = _meet(learner, opponent, config.evaluate_matches, "match")
            row |= {
                f"arena/{opponent}_wins": result.agents[0].win_share,
                f"arena/{opponent}_wins_fair": result.agents[0].fair_share,
            }
    return row


def _evaluate_exploit(learner: Learner) -> dict[str, float]:
    """The lead over each opponent, seated as in training, and what that loses."""
    config = learner.config
    row: dict[str, float] = {}
    net = NetAgent(learner.actor(), "learner", learner.cast.adviser)
    own, seed = players_of(config, net, learner.cast.card_play), config.seed + SEED_STEP
    for spec in config.evaluate_against:
        other = make_agent(spec, learner.rules)
        found = exploit(own, other, learner.rules, config.evaluate_sets, seed, spec)
        row |= {
            f"arena/{spec}": found.lead.mean,
            f"arena/{spec}_error": _or_nan(found.lead.standard_error),
            f"loss_of/{spec}": found.loss.mean,
        }
    return row


def _or_nan(figure: float | None) -> float:
    return np.nan if figure is None else figure


def _meet(learner: Learner, opponent: str, sets: int, unit: str) -> ArenaResult:
    seed = learner.config.seed + SEED_STEP
    result = run_arena([as_agent(learner), opponent], sets, learner.rules, seed, unit)
    if result.interrupted:  # by Ctrl-C, which is meant for the whole run
        raise KeyboardInterrupt
    return result
