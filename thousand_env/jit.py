"""The one compiler switch: how rule functions become machine code.

Every rule is a plain Python function.  ``jit`` compiles it with Numba and keeps the machine code
on disk, in a folder named after a hash of the source files.  Numba itself only looks at the file of
the function it compiles, not at the functions that one calls, so an edited rule would go on running
in its old form; with the hash in the folder's name it can't.

``NUMBA_DISABLE_JIT=1`` runs the same source as plain Python, for debugging and coverage.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np

INTERPRETED: bool = bool(numba.config.DISABLE_JIT)

if INTERPRETED:  # the random stream wraps around in 64 bits, as machine code does silently
    np.seterr(over="ignore")


def _sources_hash(*folders: Path) -> str:
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder(*folders: Path) -> Path:
    return Path(os.environ.get("NUMBA_CACHE_DIR") or _user_cache(), _sources_hash(*folders))


def _user_cache() -> Path:
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:  # no home, as in some containers
        base = tempfile.gettempdir()
    return Path(base, "thousand_env")


@contextmanager
def _numba_cache(folder: Path) -> Iterator[None]:
    """Numba's cache folder for the functions decorated inside; other packages keep theirs."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


class Compiler:
    """A ``jit`` decorator whose cache, in ``cache_folder``, depends on all sources below folders."""

    def __init__(self, *folders: Path) -> None:
        self.cache_folder = _cache_folder(*folders)

    def __call__(self, function: Callable[..., Any]) -> Any:
        """The function compiled, without the GIL, its machine code kept on disk."""
        with _numba_cache(self.cache_folder):
            try:
                return numba.njit(cache=True, nogil=True, error_model="numpy")(function)
            except RuntimeError:  # no folder can be written: compile in every process instead
                return numba.njit(nogil=True, error_model="numpy")(function)


# Compiled functions outside this folder call into it, never the other way round; of their own file
# Numba itself sees an edit.
jit = Compiler(Path(__file__).parent / "games")


@cache
def announce_first_compile(folder: Path | None = None) -> None:
    """Say once, on stderr, that the first start compiles; later starts read the cache.

    The folder itself is there as soon as a function is decorated; index files come with machine code.
    """
    folder = folder or jit.cache_folder
    if not INTERPRETED and not any(folder.rglob("*.nbi")):
        _announce()


@cache
def _announce() -> None:
    print("thousand_env: compiling, once; up to a minute …", file=sys.stderr)
