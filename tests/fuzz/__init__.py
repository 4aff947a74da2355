"""Attack on everything that reads what others wrote; see ``targets.py`` and ``run.py``."""
