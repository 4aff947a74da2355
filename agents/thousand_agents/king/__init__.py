"""King's players: greedy by fitted rules of thumb, and a search player on sampled worlds."""

from typing import Final

# The chance that the others do what the greedy player would have done, as the search player takes it.
DEFAULT_TRUST: Final = 0.75
