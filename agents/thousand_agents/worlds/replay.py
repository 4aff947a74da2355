"""A deal with given cards, played again in the core up to where a view stands.

Every action of the view's log must have been legal, and nothing may have happened that the view
doesn't show: so all that bids, claims, re-deals that didn't happen (R4) and gifts prove is checked
by the rules' own code.  Questions that others were asked unseen (R13) are answered ``waive`` and
``keep``.
"""

from thousand_agents.worlds.compiled import jit
from thousand_env.games.common.sets import nth_bit
from thousand_env.games.thousand.actions import (
    A_CONTRACT,
    A_DARK,
    A_GIVE,
    A_KEEP,
    A_LOOK,
    A_PASS,
    A_REDEAL,
    A_WAIVE,
    CONTRACT,
    DARK,
    GIFT,
    REDEAL,
)
from thousand_env.games.thousand.cards import NUM_CARDS
from thousand_env.games.thousand.engine import apply, legal, open_deal
from thousand_env.games.thousand.rules import NO_SILENCE
from thousand_env.games.thousand.state import GOLDEN_DEAL, NONE, OBLIGATORY_DEAL
from thousand_env.games.thousand.view import HIDDEN


@jit
def bend_rules(r, v):
    """Change rules so that a deal from the view's table takes the same course.

    The table may have changed within the deal, by the dealer's penalty (R4.5).  So what followed
    from the table before is taken from the view, and the penalty, in the table by now, costs
    nothing.
    """
    r.redeal_penalty = 0
    r.silence_below = NO_SILENCE
    r.obligatory = v.kind == OBLIGATORY_DEAL
    r.dark = v.phase == DARK
    for k in range(v.log_length):
        if v.log_action[k] == A_DARK or v.log_action[k] == A_LOOK:
            r.dark = True


@jit
def replay(p, v, r, g, gifts):
    """Play the view's log in ``g``, whose pack is laid out; False if this world doesn't fit it.

    ``r`` are the bent rules, ``gifts`` the cards given, as masks.
    """
    if v.kind != GOLDEN_DEAL:
        g.golden_circle = 0
    open_deal(g, r)
    if g.closed != v.closed and (g.closed or not p.penalty_later):
        return False
    given = 0
    for k in range(v.log_length + 1):
        seat, action = NONE, NONE  # after the last decision
        if k < v.log_length:
            seat, action = int(v.log_seat[k]), int(v.log_action[k])
        elif v.phase == GIFT and v.chosen_talon == NONE:  # a question is open (see sample_worlds)
            return g.phase == REDEAL and g.to_move != v.seat and g.closed == v.closed
        if action == HIDDEN or A_GIVE <= action < A_GIVE + NUM_CARDS:
            action = A_GIVE + nth_bit(gifts[given], 0)
            given += 1
        _answer_unseen(v, r, g, seat, action)
        if k < v.log_length and (g.to_move != seat or not apply(g, r, action)):
            return False
    return g.phase == v.phase and g.to_move == v.to_move and g.closed == v.closed


@jit
def _answer_unseen(v, r, g, seat, action):
    """Answer what others were asked unseen before ``seat`` took this action."""
    while g.to_move != v.seat:
        claims = action == A_REDEAL and g.to_move == seat
        raises = A_CONTRACT <= action < A_PASS
        if g.phase == REDEAL and not claims:
            answer = A_WAIVE
        elif g.phase == CONTRACT and not raises:
            answer = A_KEEP
        else:
            return
        apply(g, r, answer)


@jit
def restore_table(v, r, g):
    """What the replay bent, as the view has it; ``r`` are the rules of the game.

    A view doesn't tell the dealer's score before a penalty of this deal: it is taken to be the
    penalty higher, as it is but where he was dumped (R11.7).  A fall from the barrel costs its own
    sum (R9.3), by default the same.
    """
    g.golden_circle = v.golden_circle
    for i in range(len(v.trick_cards)):
        g.trick_cards[i] = v.trick_cards[i]  # the last deal's, before the first trick
    if v.closed:
        g.start_score[v.dealer] += r.redeal_penalty
    g.legal = legal(g, r)
