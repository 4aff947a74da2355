"""The search player's compiler switch: its machine code depends on all that it calls."""

from pathlib import Path

import thousand_agents
import thousand_env
from thousand_env.jit import Compiler

_AGENTS = Path(thousand_agents.__file__).parent

jit = Compiler(
    Path(thousand_env.__file__).parent / "games",
    *(_AGENTS / name for name in ("greedy", "solver", "worlds", "pimc")),
)
