"""Attack one target for some time: ``python -m tests.fuzz.run record --seconds 120``.

Guided by coverage where atheris is installed (it has wheels for Linux), else by chance.  What it
finds interesting is kept in ``runs/fuzz/TARGET``, and so is an input that breaks a promise, at which
it stops; ``--input FILE`` tries that one again.  With ``--interpreted`` the rules run as plain
Python: slower, but they guide, too, and a place outside an array shows.
"""

import argparse
import os
import random
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[2]
_SECONDS_AN_INPUT, _MEGABYTES = 20, 3000  # what counts as a hang, and as too much memory
_SEEDS = 40


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser("python -m tests.fuzz.run", description=__doc__)
    parser.add_argument("target")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--interpreted", action="store_true")
    parser.add_argument("--input", type=Path, help="try this one input, from an earlier run")
    args = parser.parse_args()
    if args.interpreted:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    atheris = None if args.input else _atheris()
    with atheris.instrument_imports(*_packages(args.interpreted)) if atheris else nullcontext():
        from tests.fuzz.targets import TARGETS
    if args.target not in TARGETS:
        sys.exit(f"unknown target {args.target!r}; targets: {', '.join(TARGETS)}")
    target = TARGETS[args.target]
    if args.input:
        target.check(args.input.read_bytes())
    elif atheris:
        _guided(atheris, target, args)
    else:
        print("atheris isn't installed: inputs are drawn by chance, without coverage")
        _by_chance(target, args.seconds)


def _atheris() -> Any:
    try:
        import atheris
    except ImportError:
        return None
    return atheris


def _packages(interpreted: bool) -> tuple[list[str], list[str]]:
    """What guides: all our code, but not what Numba compiles, which it then couldn't."""
    files = [] if interpreted else (_ROOT / "thousand_env").rglob("*.py")
    compiled = [f.relative_to(_ROOT).with_suffix("") for f in files if "@jit" in f.read_text()]
    greedy = "thousand_agents.greedy"  # compiled, too, and no reader
    names = [".".join(path.parts) for path in compiled]
    return ["thousand_env", "thousand_agents", "thousand_training"], [*names, greedy]


def _guided(atheris: Any, target: Any, args: argparse.Namespace) -> None:
    folder = _ROOT / "runs" / "fuzz" / args.target
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(_SEEDS):
        data = target.seed(random.Random(number))
        (folder / f"seed-{number:03}").write_bytes(data)
    target.check(data)  # a first start compiles the rules, which would look like a hang

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if rng.random() < 0.1:
            return atheris.Mutate(data, most)
        return target.mutate(data, rng)[:most]

    options = [
        f"-max_total_time={args.seconds}",
        f"-timeout={_SECONDS_AN_INPUT}",
        f"-rss_limit_mb={_MEGABYTES}",
        "-max_len=200000",
        f"-artifact_prefix={folder}/broken-",
        "-print_final_stats=1",
        "-verbosity=0",  # no line for every input that is kept
        str(folder),
    ]
    atheris.Setup([sys.argv[0], *options], target.check, custom_mutator=mutate)
    atheris.Fuzz()


def _by_chance(target: Any, seconds: int) -> None:
    from tests.fuzz.chance import attack

    end, tried = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        tried += attack(target, seed=time.time_ns(), inputs=100)
    print(f"{tried} inputs, no promise broken")


if __name__ == "__main__":
    main()
