"""King's compiler switch: machine code of its players depends on the rules' sources and these."""

from thousand_agents.compilers import compiler

jit = compiler("greedy", "pimc", "worlds", "king")
