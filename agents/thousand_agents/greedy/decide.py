"""One decision for every view of a batch: which strategy function answers in which phase."""

from thousand_agents.greedy import bidding, giving, playing
from thousand_agents.greedy.compiled import jit
from thousand_agents.greedy.values import estimate, hand_kind
from thousand_env.games.thousand.actions import (
    A_CONCEDE,
    A_TALON,
    AUCTION,
    CONTRACT,
    DARK,
    GIFT,
    PLAY,
    REDEAL,
)


@jit
def decide(v, r, w, masks, row):
    """The action a view calls for."""
    if v.phase == PLAY:
        return playing.choose(v, r, w.play, masks, row)
    if v.phase == AUCTION:
        return bidding.choose_bid(v, r, w, masks, row)
    if v.phase == GIFT:
        return giving.choose(v, r, w, masks, row)
    if v.phase == CONTRACT:
        return decide_contract(v, r, w, masks, row)
    if v.phase == DARK:
        return bidding.choose_dark(v, w.style[0])
    if v.phase == REDEAL:
        return bidding.choose_hand_redeal(v, r)
    return A_TALON  # two talons, both unseen (R12): no reason for either


@jit
def decide_contract(v, r, w, masks, row):
    """A contract, or giving up (R6.3, R6.4)."""
    kind = hand_kind(v.players, True)
    if masks[row, A_CONCEDE] and bidding.gives_up(v, r, w, estimate(w.hand[kind], v.hand), kind):
        return A_CONCEDE
    return bidding.choose_contract(v, r, w, masks, row)


@jit
def decide_kernel(views, rules, w, masks, actions):
    """Actions (N,) for views (N,) and masks (N, A)."""
    for row in range(len(views)):
        actions[row] = decide(views[row], rules[0], w, masks, row)
