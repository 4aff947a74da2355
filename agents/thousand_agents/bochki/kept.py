"""The decisions of two players at their best: found once a rule set, then kept in a file."""

import zipfile
import zlib
from pathlib import Path
from typing import Any, Final

import numpy as np

from thousand_agents.arena.progress import progress
from thousand_agents.bochki.compiled import jit
from thousand_agents.bochki.solve import two_players
from thousand_agents.bochki.terms import new_stops, terms_of
from thousand_env.files import written_aside
from thousand_env.games.bochki.rules import RuleSet

# What comes of no file, or a damaged one.
_NONE: Final = (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile, zlib.error)


def best_stops(rules: RuleSet) -> Any:
    """The stops of ``two_players`` under some rules, from the file if there is one.

    Finding them takes some seconds and shows its progress on stderr.  The file lies beside the
    machine code, in a folder named after the sources, and so does not outlive a change of either.
    """
    terms, path = terms_of(rules), path_of(rules)
    shape = new_stops(terms, terms.goal + 1).shape
    try:
        return _read(path, shape)
    except _NONE:
        pass
    with progress(2 * rules.max_turns, "solving stop or risk, once; it may end early") as report:
        _, stop = two_players(terms, rules.max_turns, report)
    _write(path, stop)
    return stop


def path_of(rules: RuleSet) -> Path:
    """Where they are kept."""
    return jit.cache_folder / f"stops-{rules.hash}.npz"


def _read(path: Path, shape: tuple[int, ...]) -> Any:
    with np.load(path) as file:
        packed = file["stop"]
    if packed.shape != (*shape[:-1], (shape[-1] + 7) // 8):
        raise ValueError(f"stops of another shape: {packed.shape}")
    return np.unpackbits(packed, axis=-1, count=shape[-1]).view(np.bool_)


def _write(path: Path, stop: Any) -> None:
    """Keep the stops; where nothing can be written, every process finds them for itself."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with written_aside(path) as part, part.open("wb") as file:
            np.savez_compressed(file, stop=np.packbits(stop, axis=-1))
    except OSError:
        pass
