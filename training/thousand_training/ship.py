"""``python -m thousand_training.ship CHECKPOINT NAME``: a run's policy into the package, as ``net:NAME``.

The optimizer, the value network and the matches on their way stay behind.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from thousand_agents.cli import run
from thousand_agents.games import FILE
from thousand_agents.models.net import POLICY_PREFIX, policy_from
from thousand_agents.models.tensors import ModelError, game_of, load_tensors, save_tensors
from thousand_agents.networks import NAME, WEIGHTS
from thousand_env import games

KEPT = (
    "format", "game", "observation_version", "rules", "rules_hash", "width", "depth", "network", "adviser",
    "phase", "config",
)  # fmt: skip
COUNTED = ("decisions", "seconds")


def ship(checkpoint: Path, name: str, folder: Path = WEIGHTS) -> Path:
    """Write the policy of a checkpoint into ``folder``; the path.

    Raises: ModelError for a file that is no checkpoint of a run, a name that is taken or none, rules
        that are no preset, or not those of its hash, or if it can't be written; RulesError for none.
    """
    tensors, metadata = load_tensors(checkpoint)
    policy = {key: value for key, value in tensors.items() if key.startswith(POLICY_PREFIX)}
    missing = [key for key in ("rules", *COUNTED) if key not in metadata]
    if missing or not policy:
        raise ModelError(f"{checkpoint} is no checkpoint of a run: no {', '.join(missing)}")
    game = games.load(game_of(metadata, checkpoint))
    rules = game.rules_from(metadata["rules"])
    if not NAME.fullmatch(name):
        raise ModelError(f"name {name!r:.40}: letters, digits, dots and dashes are expected")
    if rules != game.rules(rules.short()["preset"], players=rules.players):
        raise ModelError(
            f"{checkpoint} was trained under {rules.short()}: only presets are shipped"
        )
    if metadata.get("rules_hash") != rules.hash:  # nobody could play with it
        raise ModelError(f"{checkpoint}: its rules_hash is not that of its rules, {rules.hash}")
    path = folder / f"{name}-{rules.short()['preset']}-{rules.players}{FILE}"
    if path.exists():
        raise ModelError(f"{path} is there already: choose another name")
    policy_from(tensors, metadata, checkpoint)
    kept = {key: metadata[key] for key in (*KEPT, *COUNTED) if key in metadata}
    save_tensors(path, policy, kept)
    return path


def main(argv: Sequence[str] | None = None) -> int:
    """Copy a policy out of a run's checkpoint."""
    parser = argparse.ArgumentParser("ship", description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("name", help="such as base-v1")
    args = parser.parse_args(argv)
    path = ship(args.checkpoint, args.name)
    print(f"{path}: {path.stat().st_size / 2**20:.1f} MiB")
    return 0


if __name__ == "__main__":
    sys.exit(run("thousand_training.ship", sys.argv[1:]))
