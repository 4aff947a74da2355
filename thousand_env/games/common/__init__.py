"""What all games share: compiled loops, rule sets, layouts, the Python game."""
