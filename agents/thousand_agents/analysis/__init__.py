"""What the decisions of a written game were worth."""
