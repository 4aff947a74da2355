"""``python -m thousand_training.distil classic``: play, search, fit, write the network."""

import sys

from thousand_agents.cli import run

if __name__ == "__main__":
    sys.exit(run("thousand_training.distil.train", sys.argv[1:]))  # bad input without a traceback
