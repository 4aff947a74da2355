"""The folder of a run: one manifest that says what is played, one process that writes."""

import json
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from thousand_agents.arena.objects import OBJECT, UNTOLD
from thousand_agents.arena.parts import TABLES, ArenaError, write_file
from thousand_env.files import PART

FORMAT = "thousand-arena/2"
MANIFEST, LOCK = "manifest.json", "run.lock"
_PACKAGES = ("thousand-env", "numpy", "numba")
_OWN_PARTS = tuple(
    f"{name}.*{PART}" for name in (MANIFEST, *(f"{table}-*.parquet" for table in TABLES))
)
_OWN_HASH = "give it a method fingerprint() -> str that changes when its play does"
_KINDS: dict[str, type] = {
    "unit": str,
    "game": str,
    "rules": dict,
    "rules_hash": str,
    "seed": int,
    "agents": list,
    "lineups": list,
    "sets": int,
    "sequential": dict,  # or None
    "chunk": int,
    "start": str,
    "decisions": bool,
    "versions": dict,
}


def versions() -> dict[str, str]:
    """What played; the results should not depend on it, but if they do it is known."""
    return {name: version(name) for name in _PACKAGES} | {"python": platform.python_version()}


@contextmanager
def only_writer(path: Path) -> Iterator[None]:
    """Hold a results folder; a killed process doesn't block it.

    Raises: ArenaError if another process writes there, or the folder can't be made.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(path / LOCK)
    try:
        path.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        raise ArenaError(f"another process writes to {path}: choose another --out") from None
    except (OSError, ValueError) as error:  # ValueError: a path with a zero byte
        raise ArenaError(
            f"cannot write to {str(path)!r:.200}: {getattr(error, 'strerror', error)}"
        ) from None
    try:
        for pattern in _OWN_PARTS:  # others' files are not ours to remove
            for left in path.glob(pattern):  # by a process that was killed
                left.unlink()
        yield
    finally:
        lock.release()


def settle_manifest(path: Path, manifest: dict[str, Any], chunk: int | None) -> dict[str, Any]:
    """The manifest of a folder: the one there if it is of the same run, else ``manifest``, written.

    More sets than before extend the run: the only change that is ever made to a manifest.

    Raises: ArenaError that names what is different, or an agent of which that can't be told, or if
        files are there that are no run's.
    """
    file = path / MANIFEST
    if not file.exists():
        if any(path.glob("*.parquet")):
            raise ArenaError(
                f"{path} holds Parquet files without a {MANIFEST}: choose another --out"
            )
        _write(file, manifest)
        return manifest
    before = read_manifest(path)
    for key, value in manifest.items():
        if key in ("versions", "sets") or (key == "chunk" and chunk is None):
            continue
        if before.get(key) != value:
            raise ArenaError(_difference(path, key, before.get(key), value))
    untold = [agent["spec"] for agent in manifest["agents"] if agent["hash"] == UNTOLD]
    if untold:
        raise ArenaError(
            f"{path} has results, but whether agent {untold[0]} is still what played them can't be "
            f"told: {_OWN_HASH}, or choose another --out"
        )
    if manifest["sets"] < before["sets"]:
        raise ArenaError(
            f"{path} is a run of {before['sets']} sets, not {manifest['sets']}: ask for as many to "
            "go on, or for more to extend it"
        )
    after = before | {"sets": manifest["sets"]}
    if after != before:
        _write(file, after)
    return after


def read_manifest(path: Path) -> dict[str, Any]:
    """The manifest of a results folder.

    Raises: ArenaError if there is none, or it is no manifest of this format, or a spoilt one.
    """
    try:
        manifest = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise ArenaError(f"no results of arena run in {path}: it has no {MANIFEST}") from None
    except (OSError, ValueError, RecursionError) as error:
        raise ArenaError(f"cannot read {path / MANIFEST}: {str(error)[:200]}") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ArenaError(f"{path / MANIFEST} is no manifest of this format ({FORMAT})")
    _check_manifest(path, manifest)
    return manifest


def _check_manifest(path: Path, manifest: dict[str, Any]) -> None:
    missing = [key for key in _KINDS if key not in manifest]
    if missing:
        raise ArenaError(f"{path}: the manifest lacks {', '.join(missing)}")
    wrong = [key for key, kind in _KINDS.items() if not isinstance(manifest[key], kind)]
    wrong = [key for key in wrong if key != "sequential" or manifest[key] is not None]
    wrong += [key for key in ("sets", "chunk") if key not in wrong and manifest[key] < 1]
    names = {"label": str, "spec": str, "hash": str}
    if "agents" not in wrong and not all(
        isinstance(agent, dict) and {k: type(v) for k, v in agent.items()} == names
        for agent in manifest["agents"]
    ):
        wrong.append("agents")
    if wrong:
        raise ArenaError(
            f"{path}: {wrong[0]} in the manifest can't be {str(manifest[wrong[0]])[:80]!r}"
        )


def _write(file: Path, manifest: dict[str, Any]) -> None:
    write_file(file, (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode())


def _difference(path: Path, key: str, before: Any, now: Any) -> str:
    """What differs, as narrowly as it can be said."""
    hint = ""
    if key == "agents" and len(before) == len(now):
        was, agent = next((b, n) for b, n in zip(before, now, strict=True) if b != n)
        name = next(name for name in was if was[name] != agent[name])
        if name == "hash" and agent["spec"].endswith(OBJECT):
            hint = f" (it covers the object's file and attributes, unless you {_OWN_HASH})"
        key, before, now = f"{name} of agent {was['label']}", was[name], agent[name]
    texts = [json.dumps(value, ensure_ascii=False)[:200] for value in (before, now)]
    return (
        f"{path} is another run: {key} was {texts[0]}, now it is {texts[1]}{hint}; choose "
        "another --out, or run it with the arguments it began with"
    )
