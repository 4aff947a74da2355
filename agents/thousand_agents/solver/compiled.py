"""The solver's compiler switch: its machine code depends on the rules' sources and its own."""

from thousand_agents.compilers import compiler

jit = compiler("solver")
