"""Networks that play; training imports them, never the other way round."""

import os

# PyTorch's threads wait for each other in busy loops unless told otherwise, before it is imported.
# With another process on the same two cores that made training eight times slower (3,500 decisions
# a second instead of 28,700).
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

ADVISERS = ("greedy",)  # agents that a network may lean on; they draw no chance numbers
FORMS = ("flat", "suits", "blocks")  # of policy networks; the last has to have an adviser
