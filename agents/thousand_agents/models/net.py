"""The policy network, what its file says, and the agent that plays with it."""

from pathlib import Path
from shlex import quote
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

import thousand_env as te
from thousand_agents.base import Agent, make_agent
from thousand_agents.models import ADVISERS, FORMS
from thousand_agents.models.blocks import SuitBlocks
from thousand_agents.models.suits import SuitBody
from thousand_agents.models.tensors import (
    FIRST_GAME,
    FORMAT,
    ModelError,
    game_of,
    load_tensors,
    one_line,
)
from thousand_agents.rules_option import rules_text
from thousand_env import games
from thousand_env.errors import ThousandError
from thousand_env.foreign import shown
from thousand_env.games.common.ruleset import BaseRules

POLICY_PREFIX = "policy."


def mlp(inputs: int, width: int, depth: int, outputs: int, last_gain: float) -> nn.Sequential:
    """``depth`` hidden layers of ``width`` with ReLU; orthogonal weights, the last scaled."""
    layers: list[nn.Module] = []
    for size in [inputs] + [width] * (depth - 1):
        layers += [nn.Linear(size, width), nn.ReLU()]
    layers.append(nn.Linear(width, outputs))
    for i, layer in enumerate(layers):
        if isinstance(layer, nn.Linear):
            gain = last_gain if i == len(layers) - 1 else 2**0.5
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)
    return nn.Sequential(*layers)


def _phases_of(package: Any) -> slice | None:
    """Where a game's observation says which phase asks, if it does."""
    start = package.LAYOUT.offsets.get("phase")
    return None if start is None else slice(start, start + len(package.PHASES) - 2)


class PolicyNet(nn.Module):
    """Observation (B, OBSERVATION_SIZE) -> logits (B, NUM_ACTIONS) of a game, illegal actions at -inf.

    ``form`` is one of FORMS: hidden layers over the whole observation, or the same ones over each suit.
    With an ``adviser``, one of ADVISERS, it is also told what he would do, an action number (B,), and
    starts out by doing so but for some 12% of all decisions.  ``blocks`` have that as an input only.
    """

    def __init__(
        self,
        width: int,
        depth: int,
        adviser: str = "",
        form: str = "flat",
        game: str = FIRST_GAME,
    ) -> None:
        super().__init__()
        self.width, self.depth, self.adviser, self.form = width, depth, adviser, form
        self.game, package = game, games.load(game)
        self._phases = _phases_of(package)
        self.body: nn.Module
        if form == "blocks":
            self.body = SuitBlocks(width, depth)
            return
        if form == "suits":
            self.body = SuitBody(width, depth)
        else:
            inputs, outputs = package.OBSERVATION_SIZE, package.NUM_ACTIONS
            self.body = mlp(inputs, width, depth, outputs, last_gain=0.01)
        if adviser:  # log odds of following him, by phase
            self.trust = nn.Parameter(torch.full((len(package.PHASES) - 2,), 2.0))

    def forward(self, observation: Tensor, mask: Tensor, advice: Tensor | None = None) -> Tensor:
        """Masked logits; a softmax gives no chance to an illegal action."""
        return self.with_features(observation, mask, advice)[1]

    def with_features(
        self, observation: Tensor, mask: Tensor, advice: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """The last hidden layer (B, width), of which training asks more, and masked logits."""
        assert not self.adviser or advice is not None, f"it needs the advice of {self.adviser}"
        features, logits = self.own_logits(observation, advice)
        if self.adviser and self.form != "blocks":
            assert advice is not None
            others = (mask.sum(1, keepdim=True) - 1).clamp(min=1)
            odds = self.phases(observation) @ self.trust.unsqueeze(1) + others.log()
            logits = logits.scatter_add(1, advice.unsqueeze(1), odds)
        return features, logits.masked_fill(~mask, -torch.inf)

    def phases(self, observation: Tensor) -> Tensor:
        """Which phase asks, as ones and zeros (B, P) in the order of the game's PHASES.

        A game that asks in one phase only need not say so in its observation.
        """
        if self._phases is None:
            return observation.new_ones(len(observation), 1)
        return observation[:, self._phases]

    def own_logits(
        self, observation: Tensor, advice: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """The last hidden layer, and logits without a bonus for the advice, of illegal actions, too."""
        if isinstance(self.body, SuitBlocks):
            return self.body(observation, advice)
        if isinstance(self.body, SuitBody):
            return self.body(observation)
        assert isinstance(self.body, nn.Sequential)
        features = self.body[:-1](observation)
        return features, self.body[-1](features)


def _other_rules(metadata: dict[str, Any], rules: BaseRules) -> str:
    """The rules of a checkpoint that was trained under others than these, and how to ask for them."""
    asked = rules_text(rules.short(), ",")
    try:
        found = games.load(rules.game).rules_from(metadata.get("rules"))
    except ThousandError:
        return f"{shown(metadata.get('rules'), 200)}, not under {asked}"
    trained = rules_text(found.short(), ",")
    return f"{trained}, not under {asked}: it plays with --rules {quote(trained)}"


def check_game(metadata: dict[str, Any], rules: BaseRules, path: Path) -> None:
    """Raises: ModelError unless the checkpoint plays the game that the rules are of."""
    game = game_of(metadata, path)
    if game != rules.game:
        raise ModelError(f"{path} plays {game}, not {rules.game}")


def policy_metadata(net: PolicyNet, rules: BaseRules) -> dict[str, Any]:
    """What a checkpoint must say so that it can be loaded safely."""
    return {
        "format": FORMAT,
        "game": net.game,
        "observation_version": games.load(net.game).OBSERVATION_VERSION,
        "rules": rules.short(),
        "rules_hash": rules.hash,
        "adviser": net.adviser,
        "width": net.width,
        "depth": net.depth,
        "network": net.form,
    }


def policy_from(tensors: dict[str, Tensor], metadata: dict[str, Any], path: Path) -> PolicyNet:
    """The policy network in a checkpoint.

    Raises: ModelError if sizes or names of the tensors don't fit.
    """
    width, depth = metadata.get("width"), metadata.get("depth")
    if type(width) is not int or type(depth) is not int:
        raise ModelError(f"{path} doesn't say its width and depth")
    if not 1 <= width <= 8192 or not 1 <= depth <= 64:
        raise ModelError(f"{path}: width {shown(width)}, depth {shown(depth)}: out of range")
    adviser = metadata.get("adviser", "")
    if adviser not in ("", *ADVISERS):
        raise ModelError(f"{path}: unknown adviser {shown(adviser)}")
    form, game = metadata.get("network", "flat"), game_of(metadata, path)
    if form not in FORMS or (form != "flat" and game != FIRST_GAME):
        raise ModelError(f"{path}: unknown form of network {shown(form)}")
    if form == "blocks" and not adviser:
        raise ModelError(f"{path}: a network of blocks without an adviser")
    cut = len(POLICY_PREFIX)
    own = {k[cut:]: v for k, v in tensors.items() if k.startswith(POLICY_PREFIX)}
    with torch.device("meta"):
        net = PolicyNet(width, depth, adviser, form, game)
    try:
        if not all(t.dtype == torch.float32 and t.isfinite().all() for t in own.values()):
            raise RuntimeError("not all are finite float32 numbers")
        net.load_state_dict(own, assign=True)
    except RuntimeError as error:
        raise ModelError(f"{path}: the weights don't fit: {one_line(error)}") from None
    return net


class NetAgent:
    """Plays the most likely action of a policy network."""

    def __init__(self, net: PolicyNet, name: str, adviser: Agent | None = None) -> None:
        self.net = net.eval().float()
        self.name, self.adviser = name, adviser

    @classmethod
    def load(cls, path: str | Path, rules: Any, bids_only: bool = False) -> "NetAgent":
        """From a checkpoint; ``bids_only`` if it is to be asked for bids alone.

        Raises: ModelError if it can't be read, plays another game, was trained under other rules, or
            has learned to bid only and is to play.
        """
        path = Path(path)
        tensors, metadata = load_tensors(path)
        check_game(metadata, rules, path)
        if metadata.get("rules_hash") != rules.hash:
            raise ModelError(f"{path} was trained under {_other_rules(metadata, rules)}")
        if metadata.get("phase") == "bidding" and not bids_only:
            raise ModelError(
                f"{path} has learned to bid only; with another's card play it is an agent: "
                f"bidder:{path},card_play=greedy"
            )
        net = policy_from(tensors, metadata, path)
        return cls(net, path.stem, make_agent(net.adviser, rules) if net.adviser else None)

    @torch.inference_mode()
    def act(self, views: Any, masks: Any, rng: np.random.Generator) -> Any:
        """Action numbers (N,) for views (N,) and masks (N, A); ``rng`` isn't used."""
        return self.logits(views, masks, rng).argmax(1).numpy()

    @torch.inference_mode()
    def logits(self, views: Any, masks: Any, rng: np.random.Generator) -> Tensor:
        """What the network says of each action (N, A)."""
        masks = np.asarray(masks, np.bool_)
        advice = self.adviser and torch.from_numpy(self.adviser.act(views, masks, rng))
        return self.net(torch.from_numpy(te.encode(views)), torch.from_numpy(masks), advice)
