"""One decision for every view of a batch: which strategy function answers in which phase."""

from thousand_agents.king import bidding, laying, playing
from thousand_agents.king.compiled import jit
from thousand_env.games.king.actions import (
    A_LAY,
    A_PASS,
    A_PLAY,
    BASE,
    BID,
    GIVE,
    LAY,
    NUM_ACTIONS,
    OPEN,
    PLAY,
    WORD_BITS,
)


@jit
def decide(v, r, w, legal):
    """The action a view calls for; ``legal`` is the first word of the legal actions' bits."""
    if v.phase == PLAY:
        return A_PLAY + playing.choose(v, r, w, legal)
    if v.phase == LAY:
        if legal >> (A_PASS - A_LAY):
            return A_PASS
        return A_LAY + laying.choose(v, r, w, legal)
    if v.phase == BID:
        return bidding.choose_bid(v, w)
    if v.phase == GIVE:
        return bidding.choose_gift(v, w)
    if v.phase == OPEN:
        return bidding.choose_opening(v, w)
    return bidding.choose_trump(v, w)


@jit
def legal_word(masks, row, phase):
    """The legal actions of a row of ``masks`` as bits: as many as one word of the core holds."""
    word = 0
    for place in range(min(WORD_BITS, NUM_ACTIONS - BASE[phase])):
        if masks[row, BASE[phase] + place]:
            word |= 1 << place
    return word


@jit
def decide_kernel(views, rules, w, masks, actions):
    """Actions (N,) for views (N,) and masks (N, A)."""
    for row in range(len(views)):
        legal = legal_word(masks, row, views[row].phase)
        actions[row] = decide(views[row], rules[0], w, legal)
