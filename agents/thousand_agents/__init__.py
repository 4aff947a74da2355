"""Players for the games of thousand_env, the arena they meet in, and the `thousand` command."""
