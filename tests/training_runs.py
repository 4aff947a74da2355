"""Small training runs, and games on their way, for the tests of the training."""

import thousand_env as te
from thousand_training.config import load_config
from thousand_training.learner import Learner
from thousand_training.metrics import Metrics
from thousand_training.selfplay import play

SMALL = {
    "minutes": "1e6", "iterations": "4", "num_games": "16", "steps": "40",
    "minibatch": "128", "width": "32", "value_width": "16", "threads": "1", "save_every": "1000",
    "warm_decisions": "1000",
}  # fmt: skip
PLAIN = SMALL | {"warm_start": "[]", "pool_share": "0", "opponents_share": "0"}


KING = SMALL | {"pool_share": "0", "steps": "52"}  # 52 cards: a deal and more


def learner_of(changes, equity=None, config="smoke"):
    return Learner(load_config(config, SMALL | changes), equity)


def king_of(changes):
    return learner_of(KING | changes, config="king")


def bochki_of(changes):
    return learner_of(PLAIN | changes, config="bochki")


def played(learner, folder):
    with Metrics(folder) as metrics:
        return play(learner, metrics)


def running_games(players=3, decisions=25):
    env = te.VectorEnv(num_games=64, rules=te.rules(players=players, golden=False), seed=5)
    env.reset()
    for key in range(decisions):
        env.step(env.sample(key))
    return env
