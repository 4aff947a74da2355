"""Self-play training for the games of thousand_env: networks, learning and evaluation."""
