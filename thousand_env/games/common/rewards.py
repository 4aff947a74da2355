"""Who wins by score, in games that share it so."""

from typing import Any

from thousand_env.games.common.types import Rules, State
from thousand_env.jit import jit


@jit
def win_by_score(g: State, r: Rules, seat: int) -> float:
    """1 for the highest score, the others share -1; winners who are level share what they get."""
    best = g.score[0]
    for other in range(1, r.players):
        best = max(best, g.score[other])
    winners = 0
    for other in range(r.players):
        if g.score[other] == best:
            winners += 1
    loss = -1 / (r.players - 1)
    return (1 + (winners - 1) * loss) / winners if g.score[seat] == best else loss


def shares_by_score(states: Any, over: Any, players: int) -> Any:
    """Shares of the win (n, P): equal parts for the highest scores where ``over``, else zeros."""
    score = states["score"][:, :players]
    best = (score == score.max(axis=1, keepdims=True)) & over[:, None]
    return best / best.sum(axis=1, keepdims=True).clip(min=1)
