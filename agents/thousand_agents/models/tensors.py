"""The file format of networks: tensors with JSON texts beside them."""

import json
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from thousand_env import games
from thousand_env.errors import ThousandError
from thousand_env.files import written_aside
from thousand_env.foreign import shown

FORMAT = "thousand-checkpoint/1"
FIRST_GAME = "thousand"  # what a file plays that was written before there were others
MOST_BYTES = 2**32  # of a file; the largest networks of a few layers have a tenth


class ModelError(ThousandError):
    """A checkpoint that can't be read or written, or that doesn't fit these rules or this observation."""


def one_line(error: Exception) -> str:
    """The start of another library's message, for one of ours."""
    words = " ".join(str(error).split())[:300]
    return "".join(letter if letter.isprintable() else "?" for letter in words)


def save_tensors(path: Path, tensors: dict[str, Tensor], metadata: dict[str, Any]) -> None:
    """Write a checkpoint, whole or not at all; metadata as JSON texts.

    Raises: ModelError if it can't be written; what was there stays.
    """
    texts = {key: json.dumps(value) for key, value in metadata.items()}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with written_aside(path) as part:
            # Not save_file: that writes to a hidden name of its own, which only the owner may read.
            part.write_bytes(save({k: t.contiguous() for k, t in tensors.items()}, texts))
    except OSError as error:
        raise ModelError(f"cannot write the checkpoint {path}: {str(error)[:200]}") from None


def load_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Tensors and metadata of a checkpoint.

    Raises: ModelError for a missing or corrupt file, another format or another observation.
    """
    try:
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            raise ValueError(f"no file, or one of more than {MOST_BYTES} bytes")
        with safe_open(path, "pt") as file:
            metadata = {k: json.loads(v) for k, v in (file.metadata() or {}).items()}
            # Copies: what safetensors gives is the file itself, which somebody may write anew.
            tensors = {key: file.get_tensor(key).clone() for key in file.keys()}  # noqa: SIM118
    except (OSError, SafetensorError, ValueError, RuntimeError) as error:  # no memory, too deep
        raise ModelError(f"cannot read the checkpoint {path}: {one_line(error)}") from None
    if metadata.get("format") != FORMAT:
        raise ModelError(f"{path} is no checkpoint of this project ({FORMAT})")
    version = games.load(game_of(metadata, path)).OBSERVATION_VERSION
    if metadata.get("observation_version") != version:
        found = shown(metadata.get("observation_version"))
        raise ModelError(f"{path} was trained on observation version {found}; this is {version}")
    return tensors, metadata


def game_of(metadata: dict[str, Any], path: Path) -> str:
    """The game that a checkpoint plays.

    Raises: ModelError for one that isn't known here.
    """
    game = metadata.get("game", FIRST_GAME)
    if game not in games.NAMES:
        raise ModelError(f"{path} plays {shown(game)}; games: {', '.join(games.NAMES)}")
    return str(game)
