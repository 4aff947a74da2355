"""Bochki's part in the shared compiled loops, and their registration."""

from typing import Final

import numpy as np

from thousand_env.games.bochki import encoder, engine
from thousand_env.games.bochki.actions import A_DEAL, A_STOP, NUM_ACTIONS, OVER
from thousand_env.games.bochki.observe import OBSERVATION_SIZE
from thousand_env.games.bochki.state import STATE_DTYPE
from thousand_env.games.bochki.view import VIEW_DTYPE, fill_view
from thousand_env.games.common import core
from thousand_env.games.common.rewards import win_by_score
from thousand_env.games.common.stream import draw
from thousand_env.games.common.types import Array, Rules, State, Word
from thousand_env.jit import jit

REWARD_WIN, REWARD_SCORE = range(2)
REWARDS: Final = {"win": REWARD_WIN, "score": REWARD_SCORE}
SCORE_REWARD_UNIT = 100


@jit
def played(g: State) -> int:
    """Circles done since the match began; with turns in order, turns (extra ones not counted)."""
    return g.played


@jit
def pay(g: State, r: Rules, kind: int, rewards: Array, row: int) -> None:
    """Rewards of a step: the change of the scores, or at the end who has won or leads (B9)."""
    for seat in range(r.players):
        change = g.score[seat] - g.paid[seat]
        g.paid[seat] = g.score[seat]
        rewards[row, seat] = change / SCORE_REWARD_UNIT if kind == REWARD_SCORE else 0
    if kind == REWARD_WIN and g.phase == OVER:
        for seat in range(r.players):
            rewards[row, seat] = win_by_score(g, r, seat)


@jit
def write_mask(g: State, mask: Array, row: int) -> None:
    """The legal actions as a row of truth values (A,)."""
    for action in range(NUM_ACTIONS):
        mask[row, action] = (g.legal >> action) & 1


@jit
def random_action(g: State, key: Word, counter: int) -> int:
    """A uniformly random legal action, by one draw of a stream."""
    if g.legal & (1 << A_STOP):
        return int(np.int64(draw(key, counter, NUM_ACTIONS)))  # one type for the compiler
    return A_DEAL


core.register(
    STATE_DTYPE,
    VIEW_DTYPE,
    OBSERVATION_SIZE,
    start_match=engine.start_match,
    deal=engine.deal,
    deal_given=engine.deal_given,
    apply=engine.apply,
    renew=engine.settle,
    played=played,
    write_mask=write_mask,
    random_action=random_action,
    pay=pay,
    fill_view=fill_view,
    new_scratch=encoder.new_scratch,
    encode_view=encoder.encode_view,
)
