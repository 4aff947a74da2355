"""Names for what the compiler sees: Numba infers the real types, these say what is meant."""

from typing import Any

State = Any  # one game, a record of STATE_DTYPE
Rules = Any  # the options, a record of RULES_DTYPE
View = Any  # what one seat knows, a record of VIEW_DTYPE
Scratch = Any  # a record that an encoder gathers into
Table = Any  # a record of TABLE_DTYPE
Array = Any  # a NumPy array, its shape in the docstring
Word = Any  # 64 bits of the random stream, unsigned
