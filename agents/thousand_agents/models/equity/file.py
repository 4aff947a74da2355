"""The file of an equity model: tensors of its networks, and what they were trained on."""

import json
from pathlib import Path
from typing import Any, Final

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from thousand_env.errors import ThousandError
from thousand_env.files import written_aside

FORMAT: Final = "thousand-equity/1"
WEIGHTS: Final = Path(__file__).parents[1] / "weights"
MOST_BYTES: Final = 2**26
LAYERS: Final = 3
SUFFIX: Final = ".safetensors"


class EquityError(ThousandError):
    """An equity model that can't be read or written, or that was trained on something else."""


def path_of(name: str | Path) -> Path:
    """The file that a name or path means: ``equity-classic-3`` is one that comes with the package."""
    text = str(name)
    return Path(text) if text.endswith(SUFFIX) else WEIGHTS / f"{text}{SUFFIX}"


def write_equity(path: Path, layers: list[tuple[Any, Any]], metadata: dict[str, Any]) -> None:
    """Write the layers, of all members ``weight`` (M, in, out) and ``bias`` (M, out).

    Raises: EquityError if it can't be written; what was there stays.
    """
    tensors = {}
    for k, (weight, bias) in enumerate(layers):
        tensors[f"{k}.weight"] = np.ascontiguousarray(weight, np.float32)
        tensors[f"{k}.bias"] = np.ascontiguousarray(bias, np.float32)
    texts = {key: json.dumps(value) for key, value in ({"format": FORMAT} | metadata).items()}
    try:
        with written_aside(path) as part:
            part.write_bytes(save(tensors, texts))
    except OSError as error:
        raise EquityError(f"cannot write the equity model {path}: {str(error)[:200]}") from None


def read_equity(path: Path) -> tuple[list[tuple[Any, Any]], dict[str, Any]]:
    """Layers and metadata of a file.

    Raises: EquityError for a missing, corrupt or foreign one.
    """
    try:
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            known = ", ".join(sorted(p.stem for p in WEIGHTS.glob(f"equity-*{SUFFIX}")))
            raise ValueError(
                f"no file, or one of more than {MOST_BYTES} bytes; models that come with the "
                f"package: {known}"
            )
        with safe_open(path, "np") as file:
            metadata = {k: json.loads(v) for k, v in (file.metadata() or {}).items()}
            names = set(file.keys())
            tensors = {key: np.array(file.get_tensor(key)) for key in sorted(names)}
    except (OSError, SafetensorError, ValueError, RecursionError, TypeError) as error:
        text = "".join(c if c.isprintable() else "?" for c in " ".join(str(error).split()))
        raise EquityError(
            f"cannot read the equity model {str(path)!r:.200}: {text[:300]}"
        ) from None
    if metadata.get("format") != FORMAT:
        raise EquityError(f"{path} is no equity model of this project ({FORMAT})")
    return _layers(tensors, path), metadata


def _layers(tensors: dict[str, Any], path: Path) -> list[tuple[Any, Any]]:
    wanted = {f"{k}.{name}" for k in range(LAYERS) for name in ("weight", "bias")}
    if set(tensors) != wanted:
        raise EquityError(f"{path}: tensors {', '.join(sorted(wanted))} are expected")
    layers = [(tensors[f"{k}.weight"], tensors[f"{k}.bias"]) for k in range(LAYERS)]
    members, inputs = layers[0][0].shape[:1], None
    for weight, bias in layers:
        fits = weight.ndim == 3 and bias.shape == (*members, weight.shape[2])
        fits = fits and weight.shape[:1] == members != (0,) and inputs in (None, weight.shape[1])
        if not fits or weight.dtype != np.float32 or bias.dtype != np.float32:
            raise EquityError(f"{path}: the sizes of the layers don't fit each other")
        if not (np.isfinite(weight).all() and np.isfinite(bias).all()):
            raise EquityError(f"{path}: weights that are not finite numbers")
        inputs = weight.shape[2]
    return layers
