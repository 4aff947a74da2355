"""This package's compiler switch."""

from thousand_agents.compilers import compiler

jit = compiler("bochki")
