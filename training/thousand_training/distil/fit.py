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
from thousand_training.distil.muon import Muon
from thousand_training.games import EQUITY_UNIT
from thousand_training.playouts import UNIT
from thousand_training.rollout import TEMPERATURE, centred

FLOOR: Final = 0.6  # hundreds of points, tenths of the match
UNITS: Final = (("points", UNIT), ("chances", 100 * EQUITY_UNIT))
_PROCESSOR: Final[Any] = getattr(torch.cpu, "get_capabilities", dict)()  # old PyTorch: nothing
# Products in half precision are four times as fast where the processor knows them, else slower.
FAST_HALVES: Final = any(_PROCESSOR.get(name) for name in ("avx512_bf16", "amx_bf16"))
BLOCK: Final = 4096  # decisions at a time where nothing is learnt


def fit(own: Decisions, config: DistilConfig, start: PolicyNet | None = None) -> PolicyNet:
    """A network that was fitted to the decisions, a new one or that to start from.

    Raises: ConfigError if its weights grow beyond all numbers, or a step needs more memory than there is.
    """
    torch.manual_seed(config.seed)
    net = start or PolicyNet(config.width, config.depth, ADVISERS[0], form="blocks")
    optimizers = optimizers_of(net, config)
    steps = config.epochs * -(-len(own) // config.batch)
    falling = [torch.optim.lr_scheduler.LinearLR(each, 1.0, 1e-3, steps) for each in optimizers]
    with _memory_asked_for(config), progress(steps, "gradient steps") as report:
        done = 0
        for _ in range(config.epochs):
            for rows in torch.randperm(len(own)).split(config.batch):
                observation, advice, action, value = _tensors(own, rows.numpy())
                with torch.autocast("cpu", torch.bfloat16, enabled=FAST_HALVES):
                    logits = net.own_logits(observation, advice)[1]
                loss = loss_of(logits.float(), action, wanted(value, config.points_share))
                net.zero_grad()
                loss.backward()
                for optimizer, rate in zip(optimizers, falling, strict=True):
                    optimizer.step()
                    rate.step()
                done += 1
                report(done)
            if not all(weights.isfinite().all() for weights in net.parameters()):
                raise ConfigError(
                    f"the fit diverged within {done} of {steps} steps: a smaller learning_rate than "
                    f"{config.learning_rate:g} or weight_decay than {config.weight_decay:g} is needed"
                )
    return net


def optimizers_of(net: PolicyNet, config: DistilConfig) -> list[torch.optim.Optimizer]:
    """Muon for the matrices of the blocks, which are most of the weights; AdamW for the others."""
    blocks: list[Tensor] = []
    others: list[Tensor] = []
    for name, weights in net.named_parameters():
        (blocks if ".blocks." in name and weights.ndim == 2 else others).append(weights)
    rate, decay = config.learning_rate, config.weight_decay
    return [
        Muon(blocks, lr=rate, weight_decay=decay, halves=FAST_HALVES),
        torch.optim.AdamW(others, lr=rate, weight_decay=decay, foreach=True),
    ]


@contextmanager
def _memory_asked_for(config: DistilConfig) -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:
        if "allocate memory" not in str(error):  # PyTorch has no error of its own for it
            raise
        sizes = f"batch = {config.batch}, width = {config.width}, depth = {config.depth}"
        raise ConfigError(f"not enough memory for {sizes}: a smaller one is needed") from None


def loss_of(logits: Tensor, action: Tensor, value: Tensor) -> Tensor:
    """The mean loss of a decision, of a network's logits (B, NUM_ACTIONS)."""
    tried = action != NONE
    logits = logits.gather(1, action.clamp(min=0))
    best = value.masked_fill(~tried, -torch.inf).max(1, keepdim=True).values
    behind = (value - best).clamp(min=-FLOOR).masked_fill(~tried, 0)
    chances = logits.masked_fill(~tried, -torch.inf).softmax(1)
    error = centred(logits * TEMPERATURE, tried) - centred(behind, tried)
    return (error.square() - chances * behind).sum(1).mean()


def _tensors(decisions: Decisions, rows: Any) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Observations, advice, actions and their values (B, C, W) of some decisions."""
    observation = torch.from_numpy(decisions.observation[rows]).float()
    advice, action = (
        torch.from_numpy(a[rows]).long() for a in (decisions.advice, decisions.action)
    )
    return observation, advice, action, torch.from_numpy(decisions.value[rows])


def wanted(value: Tensor, points_share: float) -> Tensor:
    """What the network is to make most of (B, C), of values (B, C, W): points, or chances with some points."""
    if value.shape[2] == 1:
        return value[:, :, 0]
    return points_share * value[:, :, 0] + (1 - points_share) * value[:, :, 1]


@torch.inference_mode()
def gains(net: PolicyNet, others: Decisions) -> dict[str, dict[str, dict[str, float]]]:
    """What the network's choice gains on the greedy player's, a decision, by worth and phase.

    In ``points`` and, with an equity, in ``chances``, percentage points of the match, by the values of
    decisions that nothing was fitted to: ``decisions``, ``gain`` and ``half``, the half-width of its
    95% interval, ``best``, what the best of the values would gain (too much: some of it is chance).
    """
    gain, most = [], []
    for rows in np.array_split(np.arange(len(others)), -(-len(others) // BLOCK)):
        observation, advice, action, value = _tensors(others, rows)
        tried = action != NONE
        logits = net.own_logits(observation, advice)[1].gather(1, action.clamp(min=0))
        choice = logits.masked_fill(~tried, -torch.inf).argmax(1)
        advised = value[action == advice.unsqueeze(1)]
        best = value.masked_fill(~tried.unsqueeze(2), -torch.inf).amax(1)
        gain.append(value[torch.arange(len(rows)), choice] - advised)
        most.append(best - advised)
    return {
        worth: _by_phase(others.phase, unit * torch.cat(gain)[:, i], unit * torch.cat(most)[:, i])
        for i, (worth, unit) in enumerate(UNITS[: others.value.shape[2]])
    }


def _by_phase(phases: Any, gain: Any, most: Any) -> dict[str, dict[str, float]]:
    gain, most = gain.numpy(), most.numpy()
    return {
        PHASES[phase]: {
            "decisions": int(here.sum()),
            "gain": round(float(gain[here].mean()), 2),
            "half": round(float(1.96 * gain[here].std() / here.sum() ** 0.5), 2),
            "best": round(float(most[here].mean()), 2),
        }
        for phase in np.unique(phases)
        for here in [phases == phase]
    }
