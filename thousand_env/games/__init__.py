"""The games, each a package of the same shape."""
