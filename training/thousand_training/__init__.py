"""Self-play training of Thousand players."""

import thousand_agents.models  # noqa: F401 (settles how PyTorch's threads wait)
