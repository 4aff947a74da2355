"""The fit: a policy follows what the actions of a decision are worth.

Two losses.  The policy's mean loss on the best action is what is wanted, but says nothing of an action
that it has given up.  So the logits are fitted to the values, too, where what is far worse than the best
need not be told apart: its value is lifted to ``FLOOR`` below it (without that a network learned for the
most part how bad bad actions are, and needed several times the decisions).
B decisions, C actions tried of each.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor

from thousand_agents.arena.progress import progress
from thousand_agents.models import ADVISERS
from thousand_agents.models.net import PolicyNet
from thousand_env.games.thousand.actions import PHASES
from thousand_env.games.thousand.state import NONE
from thousand_training.config import ConfigError
from thousand_training.distil.config import DistilConfig
from thousand_training.distil.data import Decisions
from thousand_training.playouts import UNIT
from thousand_training.rollout import TEMPERATURE, centred

FLOOR: Final = 0.6  # hundreds of points
BLOCK: Final = 4096  # decisions at a time where nothing is learnt


def fit(own: Decisions, config: DistilConfig) -> PolicyNet:
    """A network that was fitted to the decisions.

    Raises: ConfigError if its weights grow beyond all numbers, or a step needs more memory than there is.
    """
    torch.manual_seed(config.seed)
    net = PolicyNet(config.width, config.depth, ADVISERS[0], form="blocks")
    optimizer = torch.optim.AdamW(
        net.parameters(), lr=config.learning_rate, weight_decay=config.weight_decay, foreach=True
    )
    steps = config.epochs * -(-len(own) // config.batch)
    falling = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 1e-3, steps)
    with _memory_asked_for(config), progress(steps, "gradient steps") as report:
        done = 0
        for _ in range(config.epochs):
            for rows in torch.randperm(len(own)).split(config.batch):
                loss = loss_of(net, *_tensors(own, rows.numpy()))
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                optimizer.step()
                falling.step()
                done += 1
                report(done)
            if not all(weights.isfinite().all() for weights in net.parameters()):
                raise ConfigError(
                    f"the fit diverged within {done} of {steps} steps: a smaller learning_rate than "
                    f"{config.learning_rate:g} or weight_decay than {config.weight_decay:g} is needed"
                )
    return net


@contextmanager
def _memory_asked_for(config: DistilConfig) -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:
        if "allocate memory" not in str(error):  # PyTorch has no error of its own for it
            raise
        sizes = f"batch = {config.batch}, width = {config.width}, depth = {config.depth}"
        raise ConfigError(f"not enough memory for {sizes}: a smaller one is needed") from None


def loss_of(
    net: PolicyNet, observation: Tensor, advice: Tensor, action: Tensor, value: Tensor
) -> Tensor:
    """The mean loss of a decision."""
    tried = action != NONE
    logits = net.own_logits(observation, advice)[1].gather(1, action.clamp(min=0))
    best = value.masked_fill(~tried, -torch.inf).max(1, keepdim=True).values
    behind = (value - best).clamp(min=-FLOOR).masked_fill(~tried, 0)
    chances = logits.masked_fill(~tried, -torch.inf).softmax(1)
    error = centred(logits * TEMPERATURE, tried) - centred(behind, tried)
    return (error.square() - chances * behind).sum(1).mean()


def _tensors(decisions: Decisions, rows: Any) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """What ``loss_of`` is to be told of some decisions."""
    observation = torch.from_numpy(decisions.observation[rows]).float()
    advice, action = (
        torch.from_numpy(a[rows]).long() for a in (decisions.advice, decisions.action)
    )
    return observation, advice, action, torch.from_numpy(decisions.value[rows])


@torch.inference_mode()
def gains(net: PolicyNet, others: Decisions) -> dict[str, dict[str, float]]:
    """What the network's choice gains on the greedy player's, in points a decision, by phase.

    On decisions that nothing was fitted to, by their values: ``decisions``, ``gain`` and ``half``,
    the half-width of its 95% interval, ``best``, what the best of the values would gain (too much:
    some of it is chance).
    """
    chosen, best, advised = [], [], []
    for rows in np.array_split(np.arange(len(others)), -(-len(others) // BLOCK)):
        observation, advice, action, value = _tensors(others, rows)
        tried = action != NONE
        logits = net.own_logits(observation, advice)[1].gather(1, action.clamp(min=0))
        choice = logits.masked_fill(~tried, -torch.inf).argmax(1, keepdim=True)
        chosen.append(value.gather(1, choice).squeeze(1))
        best.append(value.masked_fill(~tried, -torch.inf).max(1).values)
        advised.append(value[action == advice.unsqueeze(1)])
    gain = UNIT * (torch.cat(chosen) - torch.cat(advised)).numpy()
    most = UNIT * (torch.cat(best) - torch.cat(advised)).numpy()
    return {
        PHASES[phase]: {
            "decisions": int(here.sum()),
            "gain": round(float(gain[here].mean()), 2),
            "half": round(float(1.96 * gain[here].std() / here.sum() ** 0.5), 2),
            "best": round(float(most[here].mean()), 2),
        }
        for phase in np.unique(others.phase)
        for here in [others.phase == phase]
    }
