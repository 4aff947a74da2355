"""A training run: its folder, its loop, and the command ``thousand train``."""

import argparse
import math
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from thousand_env.files import PART
from thousand_training import dmc, ppo, rollout
from thousand_training.checkpoint import load_checkpoint, save_checkpoint
from thousand_training.clone import clone
from thousand_training.config import ConfigError, load_config, shipped
from thousand_training.evaluate import evaluate
from thousand_training.learner import Learner
from thousand_training.metrics import Metrics
from thousand_training.selfplay import play

LEARN = {"ppo": ppo.learn, "rollout": rollout.learn, "dmc": dmc.learn}


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
    with Metrics(out, learner.iteration, learner.decisions) as metrics:
        with learner.executor, at_iterations_end() as stopped:
            while learner.progress < 1 and not stopped:
                row = iterate(learner, metrics)
                check_finite(row, path)
                metrics.write(learner, row)
                if learner.iteration % learner.config.save_every == 0:
                    save_checkpoint(learner, path)
        save_checkpoint(learner, path)
    return path


@contextmanager
def at_iterations_end() -> Iterator[list[int]]:
    """Put Ctrl-C off: what is yielded is true once it came; a second one stops at once.

    An iteration that is left halfway can't be gone on with number for number.
    """
    came: list[int] = []
    before = signal.getsignal(signal.SIGINT)

    def note(number: int, frame: object) -> None:
        came.append(number)
        signal.signal(signal.SIGINT, before)
        print("\nstopping after this iteration; go on with --resume", file=sys.stderr)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, note)
    try:
        yield came
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, before)


def check_finite(row: dict[str, float], path: Path) -> None:
    """Raises: ConfigError for a run whose losses are no numbers any more."""
    if any(not math.isfinite(value) for name, value in row.items() if name.startswith("loss/")):
        raise ConfigError(
            f"the training diverged: lower learning_rate; the last checkpoint stays in {path}"
        )


def iterate(learner: Learner, metrics: Metrics) -> dict[str, float]:
    """Play, learn, now and then look how strong it is; what came of it, by name."""
    start, looked = time.perf_counter(), _looks(learner)
    data = play(learner, metrics)
    began = time.perf_counter()
    row = (clone if learner.warming else LEARN[learner.config.algorithm])(learner, data)
    row["decisions/own"] = float(data["mine"].mean())
    learner.parts["learning"] += time.perf_counter() - began
    learner.iteration += 1
    learner.decisions += data["action"].size
    learner.keep_past_self()
    learner.seconds += time.perf_counter() - start
    if _looks(learner) > looked or (learner.progress >= 1 and learner.config.evaluate_minutes):
        row |= _timed_evaluation(learner)
    return row


def _looks(learner: Learner) -> float:
    """How many evaluations are due by now."""
    minutes = learner.config.evaluate_minutes
    return learner.seconds // (60 * minutes) if minutes else 0


def _timed_evaluation(learner: Learner) -> dict[str, float]:
    start = time.perf_counter()
    row = evaluate(learner)
    seconds = time.perf_counter() - start
    learner.seconds += seconds
    learner.parts["evaluation"] += seconds
    return row


def main(argv: Sequence[str] | None = None) -> int:
    """The command ``thousand train``."""
    parser = argparse.ArgumentParser(
        "thousand train",
        description="Self-play training; thousand train plot RUN draws a run's learning curves.",
    )
    parser.add_argument("config", nargs="?", default="demo", help=f"{shipped()} or a .toml")
    parser.add_argument("--out", type=Path, help="folder of the run; default runs/CONFIG")
    parser.add_argument("--resume", action="store_true", help="go on from the folder's checkpoint")
    parser.add_argument("--phase", help="all or bidding; as --set phase=...")
    parser.add_argument("--device", help="cpu or cuda; as --set device=...")
    parser.add_argument(
        "--set",
        nargs="*",
        action="extend",
        default=[],
        metavar="NAME=VALUE",
        help="change settings",
    )
    argv = sys.argv[1:] if argv is None else argv
    if argv[:1] == ["plot"]:
        from thousand_training.plots import main as plot

        return plot(argv[1:])
    args = parser.parse_args(argv)
    if not all("=" in text for text in args.set):
        parser.error("--set takes NAME=VALUE, such as seed=1")
    out = args.out or Path("runs") / Path(args.config).stem
    path = out / "checkpoint.safetensors"
    if args.resume and not path.exists():
        parser.error(
            f"cannot read the checkpoint {path}: there is none; leave out --resume to begin"
        )
    changes = dict(text.split("=", 1) for text in args.set)
    changes |= {k: v for k, v in (("phase", args.phase), ("device", args.device)) if v}
    config = load_config(args.config, changes)
    with only_run(out):
        if not args.resume and path.exists():
            parser.error(f"{out} holds a run: add --resume to go on, or choose another --out")
        learner = Learner(config)
        if args.resume:
            load_checkpoint(learner, path)
        print(f"training {args.config}: rules {learner.rules.short()}, into {out}")
        print(f"saved {train(learner, out)}")
        print(shares(learner))
    return 0


def shares(learner: Learner) -> str:
    """What the time was used for."""
    total = max(learner.seconds, 1e-9)
    parts = ", ".join(f"{name} {spent / total:.0%}" for name, spent in learner.parts.items())
    return f"{learner.decisions / total:.0f} decisions a second; time: {parts}"


if __name__ == "__main__":
    sys.exit(main())
