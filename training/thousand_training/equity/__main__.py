"""``python -m thousand_training.equity classic``: play, fit, write the model, test it."""

import sys

from thousand_agents.cli import run

if __name__ == "__main__":
    sys.exit(run("thousand_training.equity.train", sys.argv[1:]))  # bad input without a traceback
