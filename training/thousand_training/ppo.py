"""Self-play by proximal policy optimisation, from top to bottom.

``num_games`` matches are played side by side on the vector API, every seat by the same network.
Each iteration plays ``steps`` decisions in every match, credits each decision with what its own
player scored in the rest of that deal (never chaining values across players), and improves the
policy by a clipped step (Schulman et al. 2017).  Points of the deal are the goal: tables come from
the matches themselves, barrel and golden round included.

Arrays of an iteration are (steps, games) with T = steps and N = games; P seats.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from filelock import FileLock, Timeout
from torch import Tensor, nn

import thousand_env as te
from thousand_agents.models.net import PolicyNet, mlp
from thousand_agents.rules_option import parse_rules
from thousand_env.files import PART
from thousand_env.games.thousand import OBSERVATION_SIZE, parse_action
from thousand_env.games.thousand.actions import PHASES, PLAY
from thousand_training.checkpoint import load_checkpoint, save_checkpoint
from thousand_training.config import Config, ConfigError, load_config
from thousand_training.metrics import Metrics

DARK = parse_action("dark")
PHASE_NAMES = PHASES[1:-1]  # the phases in which somebody decides, in the observation's order


class Learner:
    """Everything that a run changes: networks, optimizer, matches, random streams, counters."""

    def __init__(self, config: Config) -> None:
        torch.set_num_threads(config.threads)
        torch.manual_seed(config.seed)
        self.config = config
        self.rules = parse_rules(config.rules)
        self.policy = PolicyNet(config.width, config.depth)
        self.value = mlp(OBSERVATION_SIZE, config.value_width, config.depth, 1, last_gain=1.0)
        self.nets = nn.ModuleDict({"policy": self.policy, "value": self.value})
        self.optimizer = torch.optim.Adam(
            self.nets.parameters(), lr=config.learning_rate, eps=1e-5, foreach=True
        )
        self.env = te.VectorEnv(
            "thousand", config.num_games, self.rules, seed=config.seed, reward="score"
        )
        self.env.reset()
        self.generator = torch.Generator().manual_seed(config.seed)
        self.iteration = self.decisions = 0
        self.seconds = 0.0

    @property
    def progress(self) -> float:
        """Share of the run that is done, from 0 to 1."""
        by_time = self.seconds / (60 * self.config.minutes)
        return min(1.0, max(by_time, self.iteration / self.config.iterations))


def explore_dark(probabilities: Tensor, mask: Tensor, share: float) -> Tensor:
    """Chances (N, A) with ``share`` of the dark offers forced to be taken."""
    offered = mask[:, DARK].unsqueeze(1)
    forced = torch.zeros_like(probabilities)
    forced[:, DARK] = 1
    return torch.where(offered, (1 - share) * probabilities + share * forced, probabilities)


@torch.inference_mode()
def play(learner: Learner, metrics: Metrics) -> dict[str, Any]:
    """One iteration's decisions by the current policy; arrays by name."""
    config, env = learner.config, learner.env
    shape = (config.steps, config.num_games)
    data: dict[str, Any] = {
        "observation": np.empty((*shape, OBSERVATION_SIZE), np.float32),
        "mask": np.empty((*shape, env.action_mask.shape[1]), np.bool_),
        "action": np.empty(shape, np.int64),
        "log_chance": np.empty(shape, np.float32),  # of the action drawn, exploration included
        "value": np.empty(shape, np.float32),
        "player": np.empty(shape, np.int64),
        "reward": np.empty((*shape, learner.rules.players), np.float32),
        "deal_over": np.empty(shape, np.bool_),
    }
    for t in range(config.steps):
        data["observation"][t], data["mask"][t] = env.observation, env.action_mask
        data["player"][t] = env.current_player
        observation, mask = torch.from_numpy(env.observation), torch.from_numpy(env.action_mask)
        chances = learner.policy(observation, mask).softmax(1)
        chances = explore_dark(chances, mask, config.dark_exploration)
        action = torch.multinomial(chances, 1, generator=learner.generator)
        data["action"][t] = action.squeeze(1).numpy()
        data["log_chance"][t] = chances.gather(1, action).log().squeeze(1).numpy()
        data["value"][t] = learner.value(observation).squeeze(1).numpy()
        deals = env.views["deals"].copy()
        env.step(data["action"][t])
        ended = env.terminated | env.truncated
        data["reward"][t] = env.rewards
        data["deal_over"][t] = ended | (env.views["deals"] != deals)
        metrics.count_dark(data["mask"][t][:, DARK], data["action"][t] == DARK)
        metrics.count_deals(env.state[data["deal_over"][t]])
    return data


def advantages(data: dict[str, Any], gae_lambda: float) -> tuple[Any, Any]:
    """Each decision's advantage for its own player (T, N), and where it is known (T, N).

    Runs backwards.  For every match and seat it carries the reward since, the value and the
    advantage at that seat's next decision of the same deal.  The last decision of a seat in a deal
    that the iteration cuts off has no next value and is left out.
    """
    steps, games, players = data["reward"].shape
    reward = np.zeros((games, players), np.float32)
    next_value = np.zeros((games, players), np.float32)
    next_advantage = np.zeros((games, players), np.float32)
    has_next = np.zeros((games, players), np.bool_)
    advantage = np.zeros((steps, games), np.float32)
    known = np.zeros((steps, games), np.bool_)
    rows = np.arange(games)
    for t in reversed(range(steps)):
        over = data["deal_over"][t]
        reward[over] = next_value[over] = next_advantage[over] = 0
        has_next[over] = True
        reward += data["reward"][t]
        seat = rows, data["player"][t]
        delta = reward[seat] + next_value[seat] - data["value"][t]
        advantage[t] = np.where(has_next[seat], delta + gae_lambda * next_advantage[seat], 0)
        known[t] = has_next[seat]
        next_value[seat], next_advantage[seat] = data["value"][t], advantage[t]
        has_next[seat] = True
        reward[seat] = 0
    return advantage, known


def normalise_by_phase(advantage: Tensor, phase: Tensor) -> Tensor:
    """Advantages (B,) with mean 0 and deviation 1 within each phase: their scales differ."""
    out = torch.empty_like(advantage)
    for k in range(len(PHASE_NAMES)):
        own = phase == k
        if own.any():
            values = advantage[own]
            out[own] = (values - values.mean()) / (values.std(correction=0) + 1e-6)
    return out


def learn(learner: Learner, data: dict[str, Any]) -> dict[str, float]:
    """``epochs`` passes over an iteration's decisions; mean losses by name."""
    config = learner.config
    advantage, known = advantages(data, config.gae_lambda)
    keep = torch.from_numpy(np.flatnonzero(known))
    batch = {
        name: torch.from_numpy(data[name]).flatten(0, 1)[keep]
        for name in ("observation", "mask", "action", "log_chance", "value")
    }
    batch["target"] = torch.from_numpy(advantage).flatten()[keep] + batch["value"]
    phase = batch["observation"][:, : len(PHASE_NAMES)].argmax(1)
    batch["advantage"] = normalise_by_phase(batch["target"] - batch["value"], phase)
    falling = 1 - 0.9 * learner.progress
    in_play = phase == PLAY - 1
    batch["entropy_weight"] = falling * torch.where(
        in_play, config.entropy_play, config.entropy_bidding
    )
    for group in learner.optimizer.param_groups:
        group["lr"] = config.learning_rate * falling
    sums: dict[str, float] = {}
    count = 0
    for _ in range(config.epochs):
        order = torch.randperm(len(keep), generator=learner.generator)
        for rows in order.split(config.minibatch):
            losses = step(learner, {name: tensor[rows] for name, tensor in batch.items()})
            count += 1
            for name, value in losses.items():
                sums[name] = sums.get(name, 0.0) + value
    return {name: value / count for name, value in sums.items()}


def step(learner: Learner, rows: dict[str, Tensor]) -> dict[str, float]:
    """One gradient step on a minibatch."""
    config = learner.config
    logits = learner.policy(rows["observation"], rows["mask"])
    log_chances = logits.log_softmax(1)
    log_chance = log_chances.gather(1, rows["action"].unsqueeze(1)).squeeze(1)
    ratio = (log_chance - rows["log_chance"]).exp()
    clipped = ratio.clamp(1 - config.clip, 1 + config.clip)
    policy_loss = -torch.min(ratio * rows["advantage"], clipped * rows["advantage"]).mean()
    # An illegal action has chance 0 and log chance -inf, and adds nothing to the entropy.
    entropy = -(log_chances.exp() * log_chances.masked_fill(~rows["mask"], 0)).sum(1)
    value = learner.value(rows["observation"]).squeeze(1)
    value_loss = (value - rows["target"]).square().mean()
    bonus = (rows["entropy_weight"] * entropy).mean()
    learner.optimizer.zero_grad(set_to_none=True)
    (policy_loss + config.value_weight * value_loss - bonus).backward()
    nn.utils.clip_grad_norm_(learner.nets.parameters(), 0.5)
    learner.optimizer.step()
    return {
        "loss/policy": policy_loss.item(),
        "loss/value": value_loss.item(),
        "policy/entropy": entropy.mean().item(),
        "policy/clipped": (ratio != clipped).float().mean().item(),
    }


@contextmanager
def only_run(out: Path) -> Iterator[None]:
    """Hold the folder of a run; a second run in it is refused, a killed one doesn't block it.

    What a killed one was writing is thrown away.
    """
    out.mkdir(parents=True, exist_ok=True)
    lock = FileLock(out / "run.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise ConfigError(f"another process trains in {out}: choose another --out") from None
    try:
        for name in ("checkpoint.safetensors", "metrics.jsonl"):
            for unfinished in out.glob(f"{name}.*{PART}"):
                unfinished.unlink()
        yield
    finally:
        lock.release()


def train(learner: Learner, out: Path) -> Path:
    """Run to the end, or to Ctrl-C, and save; the checkpoint's path.

    Saves at the beginning, too: ``--resume`` goes on wherever a run is killed, and a folder that
    can't be written shows at once.  Hold the folder by ``only_run``.
    Raises: ConfigError or ModelError for one that can't; the checkpoint in it stays.
    """
    path = out / "checkpoint.safetensors"
    save_checkpoint(learner, path)
    with Metrics(out, learner.rules.players, learner.iteration, learner.decisions) as metrics:
        try:
            while learner.progress < 1:
                start = time.perf_counter()
                data = play(learner, metrics)
                losses = learn(learner, data)
                learner.iteration += 1
                learner.decisions += data["action"].size
                learner.seconds += time.perf_counter() - start
                metrics.write(learner, losses)
                if learner.iteration % learner.config.save_every == 0:
                    save_checkpoint(learner, path)
        except KeyboardInterrupt:
            print("\nstopped; go on with --resume", file=sys.stderr)
        save_checkpoint(learner, path)
    return path


def main(argv: Sequence[str] | None = None) -> int:
    """The command ``thousand train``."""
    parser = argparse.ArgumentParser("thousand train", description="Self-play training by PPO.")
    parser.add_argument("config", nargs="?", default="demo", help="smoke, demo, base or a .toml")
    parser.add_argument("--out", type=Path, help="folder of the run; default runs/CONFIG")
    parser.add_argument("--resume", action="store_true", help="go on from the folder's checkpoint")
    parser.add_argument(
        "--set", nargs="*", default=[], metavar="NAME=VALUE", help="change settings"
    )
    args = parser.parse_args(argv)
    if not all("=" in text for text in args.set):
        parser.error("--set takes NAME=VALUE, such as seed=1")
    out = args.out or Path("runs") / Path(args.config).stem
    path = out / "checkpoint.safetensors"
    if args.resume and not path.exists():
        parser.error(
            f"cannot read the checkpoint {path}: there is none; leave out --resume to begin"
        )
    config = load_config(args.config, dict(text.split("=", 1) for text in args.set))
    with only_run(out):
        if not args.resume and path.exists():
            parser.error(f"{out} holds a run: add --resume to go on, or choose another --out")
        learner = Learner(config)
        if args.resume:
            load_checkpoint(learner, path)
        print(f"training {args.config}: rules {learner.rules.short()}, into {out}")
        print(f"saved {train(learner, out)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
