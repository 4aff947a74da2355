"""Settings for every test; the markers are listed in pyproject.toml."""

import os

# Set before NumPy or torch is imported: the tests run in several processes, one thread in each.
os.environ.setdefault("OMP_NUM_THREADS", "1")
