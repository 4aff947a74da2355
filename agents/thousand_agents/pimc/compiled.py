"""The search player's compiler switch: its machine code depends on all that it calls."""

from thousand_agents.compilers import compiler

jit = compiler("greedy", "solver", "worlds", "pimc")
