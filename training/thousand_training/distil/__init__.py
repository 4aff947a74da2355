"""Search, distilled into a policy network: positions, what each action is worth in sampled worlds, a fit."""
