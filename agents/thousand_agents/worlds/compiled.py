"""The sampler's compiler switch: its machine code depends on the rules' sources and its own."""

from pathlib import Path

import thousand_env
from thousand_env.jit import Compiler

jit = Compiler(Path(thousand_env.__file__).parent / "games", Path(__file__).parent)
