"""The ensemble: small networks, each on its own bootstrap of the matches, with early stopping.

N tables, F features, P places from the first hand; a table's answer is the place that won.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from thousand_agents.models.equity import Features
from thousand_env.games.thousand import RuleSet
from thousand_training.equity.config import EquityConfig
from thousand_training.equity.data import Matches

BLOCK = 2**16  # tables at a time where nothing is learnt
TEMPERATURES = np.geomspace(0.8, 1.25, 61)

Layers = list[tuple[Any, Any]]  # of all members: weights (M, in, out), biases (M, out)


@dataclass
class Examples:
    """Features (N, F) and the place that won (N,), with each table's match (N,)."""

    features: Tensor
    place: Tensor
    match: Any


def examples(matches: Matches, rules: RuleSet) -> Examples:
    """What a network sees of the matches."""
    builder, dealers = Features(rules), np.asarray(matches.tables["dealer"])
    features = torch.from_numpy(builder.build(matches.tables, dealers))
    place = (matches.winner - dealers - 1) % rules.players
    return Examples(features, torch.from_numpy(place.astype(np.int64)), matches.match)


def split(matches: Matches, share: float, seed: int) -> tuple[Matches, Matches]:
    """The tables of all matches but a ``share``, and those of the share: no match is in both."""
    numbers = np.unique(matches.match)
    held = np.random.default_rng(seed).permutation(numbers)[: max(1, round(share * len(numbers)))]
    aside = np.isin(matches.match, held)
    return matches.pick(~aside), matches.pick(aside)


def network(inputs: int, width: int, players: int) -> nn.Sequential:
    """Two hidden layers."""
    return nn.Sequential(
        *(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()),
        nn.Linear(width, players),
    )


def fit_ensemble(train: Matches, valid: Matches, config: EquityConfig) -> tuple[Layers, Any]:
    """The members' layers, calibrated on ``valid``, and what there is to say of the fit."""
    rules = config.rule_set
    own, others = examples(train, rules), examples(valid, rules)
    nets, losses = [], []
    for member in range(config.members):
        net, loss = _fit_member(member, own, others, config, rules.players)
        nets.append(net)
        losses.append(loss)
    logits = torch.stack([_logits(net, others.features) for net in nets])
    by_temperature = [_mean_loss(logits / t, others.place) for t in TEMPERATURES]
    best = int(np.argmin(by_temperature))
    temperature = float(TEMPERATURES[best])
    said = {
        "temperature": round(temperature, 4),
        "valid_log_loss": round(by_temperature[best], 5),
        "members_valid_log_loss": [round(loss, 5) for loss in losses],
    }
    return _layers(nets, temperature), said


def _fit_member(
    member: int, own: Examples, others: Examples, config: EquityConfig, players: int
) -> tuple[nn.Sequential, float]:
    """A network of the epoch with the least loss on the other matches, and that loss."""
    torch.manual_seed(config.seed * config.members + member)
    rng = np.random.default_rng([config.seed, member])
    rows = _bootstrap(own.match, rng)
    net = network(own.features.shape[1], config.width, players)
    optimizer = torch.optim.AdamW(
        net.parameters(), lr=config.learning_rate, weight_decay=config.weight_decay, foreach=True
    )
    steps = config.epochs * -(-len(rows) // config.batch)
    falling = torch.optim.lr_scheduler.CosineAnnealingLR(
        optimizer, steps, eta_min=config.learning_rate / 100
    )
    best, kept, since = float("inf"), net.state_dict(), 0
    for epoch in range(config.epochs):
        for batch in torch.from_numpy(rng.permutation(rows)).split(config.batch):
            loss = nn.functional.cross_entropy(net(own.features[batch]), own.place[batch])
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            falling.step()
        found = _mean_loss(_logits(net, others.features)[None], others.place)
        print(f"member {member + 1}  epoch {epoch + 1:2}  valid log-loss {found:.5f}", flush=True)
        since += 1
        if found < best:
            best, since = found, 0
            kept = {name: tensor.clone() for name, tensor in net.state_dict().items()}
        if since == config.patience:
            break
    net.load_state_dict(kept)
    return net, best


def _bootstrap(match: Any, rng: np.random.Generator) -> Any:
    """Rows of as many matches as there are, drawn with replacement."""
    numbers, which = np.unique(match, return_inverse=True)
    times = np.bincount(rng.integers(0, len(numbers), len(numbers)), minlength=len(numbers))
    return np.repeat(np.arange(len(match)), times[which])


@torch.inference_mode()
def _logits(net: nn.Sequential, features: Tensor) -> Tensor:
    return torch.cat([net(block) for block in features.split(BLOCK)])


def _mean_loss(logits: Tensor, place: Tensor) -> float:
    """Log-loss of the mean of members' chances; logits (M, N, P)."""
    chances = logits.softmax(2).mean(0)
    return -chances[torch.arange(len(place)), place].log().mean().item()


def _layers(nets: list[nn.Sequential], temperature: float) -> Layers:
    """Weights of all members as the model's file has them; the temperature goes into the last."""
    layers = []
    for linears in zip(
        *([m for m in net if isinstance(m, nn.Linear)] for net in nets), strict=True
    ):
        weight = np.stack([linear.weight.detach().numpy().T for linear in linears])
        bias = np.stack([linear.bias.detach().numpy() for linear in linears])
        layers.append((weight, bias))
    weight, bias = layers[-1]
    layers[-1] = weight / temperature, bias / temperature
    return layers
