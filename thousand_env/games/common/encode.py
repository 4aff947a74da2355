"""Views of any game as observations."""

from typing import Any

import numpy as np

from thousand_env.games.common import core
from thousand_env.games.common.kernels import encode_kernel


def encode(views: Any) -> Any:
    """Views, shape (N,) of a game's ``VIEW_DTYPE``, as observations: float32, shape (N, OBS).

    A blank view, which ``VectorEnv.views`` holds for a finished game, gives zeros.
    """
    out = np.zeros((len(views), core.observation_size(views.dtype)), np.float32)
    encode_kernel(views, out)
    return out
