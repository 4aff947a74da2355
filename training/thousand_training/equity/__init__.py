"""Match equity: its training data, its ensemble, its report."""
