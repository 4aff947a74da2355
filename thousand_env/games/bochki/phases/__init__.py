"""One module for each phase of a game of Bochki."""
