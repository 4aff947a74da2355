"""Which agents a browser may name.

A spec from a browser must not start programs or open files: ``cmd:`` and paths are taken only if
whoever started the server offered them.
"""

from collections.abc import Sequence
from typing import Final

from thousand_agents.games import BIDDER, SHIPPED
from thousand_agents.games.thousand import AGENTS
from thousand_agents.networks import BASE, bidder_parts
from thousand_agents.spec import AgentError, read_options
from thousand_agents.styles import STYLES

QUICK: Final = frozenset({"greedy", "random", *STYLES})  # a decision takes less than a millisecond
OFFERED: Final = (
    "greedy",
    "pimc:worlds=20",
    f"{SHIPPED}{BASE}",
    "net+pimc:worlds=20",
    *STYLES,
    "random",
)
MOST_WORLDS: Final = 100  # of a search player named in a browser
_LONGEST: Final = 100


def check_spec(spec: str, offered: Sequence[str] = ()) -> str:
    """``spec`` itself if a browser may name it; ``offered`` are those of the server's start.

    Raises: AgentError.
    """
    if spec in offered:
        return spec
    if len(spec) > _LONGEST:
        raise AgentError(f"agent {spec!r:.40}: at most {_LONGEST} characters")
    if spec.startswith(BIDDER):
        for part in bidder_parts(spec):
            check_spec(part, offered)
        return spec
    if spec.startswith(SHIPPED):
        return spec
    kind = AGENTS.get(spec.partition(":")[0])
    if kind is None:
        listed = ", ".join([*OFFERED, *offered])
        raise AgentError(
            f"agent {spec!r:.60} is not offered in the browser, where there are {listed}, "
            "and others by thousand serve --agent SPEC"
        )
    options = read_options(spec, kind.options)
    if options.get("worlds", 0) > MOST_WORLDS:
        raise AgentError(f"agent {spec!r:.60}: worlds is at most {MOST_WORLDS} in the browser")
    return spec
