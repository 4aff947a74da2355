"""One test per rule of the rules page, against the real core, in the order of its ids."""
