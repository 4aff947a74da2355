"""The command ``thousand``: finds the subcommand, which imports what it needs."""

import io
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

# Name, module with a ``main(argv) -> exit code``, what it does.
COMMANDS = (
    ("play", "thousand_agents.commands.play", "play in the terminal against agents"),
    (
        "serve",
        "thousand_agents.commands.serve",
        "Thousand in the browser: play, watch, review, ask",
    ),
    ("watch", "thousand_agents.commands.watch", "look on while agents play"),
    ("replay", "thousand_agents.commands.replay", "check written games and show them"),
    (
        "solve",
        "thousand_agents.commands.solve",
        "what each decision of a written game of Thousand cost, in hindsight",
    ),
    (
        "bid",
        "thousand_agents.commands.bid",
        "which bid in Thousand; with the talon: concede, play or raise, by simulation",
    ),
    (
        "advise",
        "thousand_agents.commands.advise",
        "what to do now in a game of Thousand, from what one seat knows",
    ),
    (
        "equity",
        "thousand_agents.commands.equity",
        "each player's chance to win a match of Thousand, from the table",
    ),
    (
        "dark",
        "thousand_agents.commands.dark",
        "shall the first hand go dark (Thousand)? dark ask, map, options, agents",
    ),
    (
        "rules",
        "thousand_agents.commands.rules",
        "the options of a preset, with their meaning; --text: the rules in words",
    ),
    ("arena", "thousand_agents.commands.arena", "let agents meet on the same cards: arena run A B"),
    ("train", "thousand_training.train", "train a policy by self-play"),
    ("bench", "thousand_agents.commands.bench", "measure speed beside other environments"),
)

EXTRAS = "pip install 'thousand-env[agents,train,render,web,bench]', or in a checkout make setup, make setup-bench"


def usage() -> str:
    """The text of ``thousand --help``."""
    rows = [f"  {name:8} {meaning}" for name, _, meaning in COMMANDS]
    return "\n".join(
        [
            "usage: thousand COMMAND ...",
            "",
            "The card games Thousand, King and Bochki (--game): play, watch, train, measure.",
        ]
        + ["", "commands:", *rows, "", "thousand COMMAND --help tells more about one of them."]
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run a subcommand; bad input ends with a message and exit code 2, never with a traceback."""
    name, *rest = list(sys.argv[1:] if argv is None else argv) or ["--help"]
    if name in ("-h", "--help"):
        print(usage())
        return 0
    modules = {command: module for command, module, _ in COMMANDS}
    if name not in modules:
        print(f"thousand: no command {name!r}; commands: {', '.join(modules)}", file=sys.stderr)
        return 2
    return run(modules[name], rest)


def run(module: str, argv: Sequence[str]) -> int:
    """Import a subcommand's module and run it."""
    from thousand_env.errors import ThousandError  # here: --help and typing errors stay quick

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without the sign for a bolt
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _tell(warnings.showwarning)
            code = int(import_module(module).main(argv))
        sys.stdout.flush()  # a reader who went away is noticed here, not at exit
        return code
    except ModuleNotFoundError as error:
        print(f"thousand: {error}; it comes with an extra: {EXTRAS}", file=sys.stderr)
        return 2
    except ThousandError as error:
        print(f"thousand: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of a pipe went away
        _leave_stdout()
        return 1
    except (OSError, MemoryError) as error:  # a full disk, a folder that can't be written
        print(f"thousand: {error or 'not enough memory'}", file=sys.stderr)
        try:
            sys.stdout.flush()
        except OSError:
            _leave_stdout()
        return 1
    except KeyboardInterrupt:
        print("\nthousand: stopped", file=sys.stderr)
        return 130


def _tell(show: Callable[..., None]) -> Callable[..., None]:
    """Shows a warning about rules once and as a message, without the line of code that it came by."""
    from thousand_env.errors import RulesWarning

    told: set[str] = set()

    def tell(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        if not issubclass(category, RulesWarning):
            show(message, category, *where, **more)
        elif str(message) not in told:
            told.add(str(message))
            print(f"thousand: {message}", file=sys.stderr)

    return tell


def _leave_stdout() -> None:
    """Throw away what can't be written: Python would try once more at its end, and fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
