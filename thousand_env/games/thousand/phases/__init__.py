"""The rules, a file a phase, in the order of play; each with its ``legal`` and its ``apply``."""
