"""Agents that are networks: where their files are, and how they are made of a spec.

``PATH.safetensors``; ``net:NAME``, one that comes with the package; ``bidder:NETWORK,card_play=SPEC``,
a network's bids with another's card play.
"""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from thousand_agents import games
from thousand_agents.games import BIDDER, FILE, SHIPPED
from thousand_agents.models import ADVISERS
from thousand_agents.spec import AgentError
from thousand_env.games.thousand import RuleSet
from thousand_env.learner import Agent

CARD_PLAY: Final = ",card_play="
NAME: Final = re.compile(r"[A-Za-z0-9._-]{1,80}")
MOST_NESTED: Final = 8  # bidders in bidders
WEIGHTS: Final = Path(__file__).parent / "models" / "weights"
BASE: Final = "base-v5"  # the strongest
BELIEVED: Final = "base-v3"  # the one that `net+pimc` weighs worlds by: measured with this one
OWN: Final = f"a path that ends in {FILE}"  # where no network comes with the package
FORMS: Final = (
    f"{SHIPPED}{BASE}, or a path that ends in {FILE}; a network's bids with another's card play: "
    f"{BIDDER}PATH{CARD_PLAY}greedy"
)


def shipped(name: str, rules: RuleSet) -> Path:
    """The file of a network that comes with the package, for these rules.

    Raises: AgentError if there is none; it lists what there is.
    """
    path = WEIGHTS / f"{name}-{rules.short()['preset']}-{rules.players}{FILE}"
    if path not in files_of(name):
        known = ", ".join(file.stem for file in files_of("*"))
        raise AgentError(
            f"no network {name!r:.40} for {rules.short()['preset']}, {rules.players} players; "
            f"there are: {known or 'none'}"
        )
    return path


def files_of(name: str) -> list[Path]:
    """The files of a network that comes with the package, for all rules; ``*`` is any name."""
    if name != "*" and not NAME.fullmatch(name):
        return []
    return [p for p in sorted(WEIGHTS.glob(f"{name}-*-*{FILE}")) if "equity" not in p.stem]


def path_of(spec: str, rules: RuleSet) -> Path:
    """The file that a network's spec names.

    Raises: AgentError if it isn't there.
    """
    if spec.startswith(SHIPPED):
        return shipped(spec[len(SHIPPED) :], rules)
    if not is_file(Path(spec)):
        raise AgentError(f"no such file: {spec:.200}; agents: {games.of(rules).SPECS}")
    return Path(spec)


def is_file(path: Path) -> bool:
    """Is there a file?  A name that no file can have names none."""
    with suppress(OSError, ValueError):
        return path.is_file()
    return False


def network_files(spec: str) -> list[Path]:
    """What a network's play depends on, whatever the rules."""
    return files_of(spec[len(SHIPPED) :]) if spec.startswith(SHIPPED) else [Path(spec)]


def advisers(spec: str) -> list[str]:
    """The agents whose advice a network asks for, as its files say; a file that can't be read says none."""
    from safetensors import SafetensorError, safe_open

    found: list[object] = []
    for path in network_files(spec):
        if not is_file(path):
            continue
        with (
            suppress(OSError, SafetensorError, ValueError, RecursionError),
            safe_open(path, "np") as file,
        ):
            found.append(json.loads((file.metadata() or {}).get("adviser", '""')))
    return [name for name in ADVISERS if name in found]


def load_network(spec: str, rules: RuleSet, bids_only: bool = False) -> Agent:
    """The agent in a network's file.

    Raises: AgentError or ModelError for a file that isn't there or doesn't fit the rules.
    """
    from thousand_agents.models.net import NetAgent  # torch takes a second: only where it is needed

    path = path_of(spec, rules)
    agent = NetAgent.load(path, rules, bids_only)
    if spec.startswith(SHIPPED):
        agent.name = spec
    return agent


def load_bidder(spec: str, rules: RuleSet, make: Callable[[str, RuleSet], Agent]) -> Agent:
    """The bidder of a spec; ``make`` makes its card player."""
    network, card_play = bidder_parts(spec)
    from thousand_agents.models.bidder import BidderAgent

    return BidderAgent(load_network(network, rules, bids_only=True), make(card_play, rules))


def bidder_parts(spec: str) -> tuple[str, str]:
    """Network and card player of ``bidder:NETWORK,card_play=SPEC``.

    Raises: AgentError for too many bidders in one another.
    """
    if spec.count(BIDDER) > MOST_NESTED:
        raise AgentError(f"{spec:.40} ...: at most {MOST_NESTED} bidders in one another")
    network, _, card_play = spec[len(BIDDER) :].partition(CARD_PLAY)
    return network, card_play or "greedy"
