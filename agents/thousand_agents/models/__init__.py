"""Networks that play; training imports them, never the other way round."""
