"""The only dispatcher: one game from decision to decision.

Scalar functions over one game ``g`` and its rules ``r``.  A game with ``phase == DEAL`` waits for
cards: ``deal`` shuffles, ``deal_given`` brings some.  A deal asks nobody by itself: what it scores may end turns, and the next deal may be due at once.
"""

from thousand_env.games.bochki.actions import DECIDE, NUM_ACTIONS, OVER
from thousand_env.games.bochki.phases import circle, decide, match
from thousand_env.games.bochki.phases import deal as dealing
from thousand_env.games.bochki.state import LOG_SIZE, NONE
from thousand_env.games.common.types import Array, Rules, State, Table
from thousand_env.jit import jit


@jit
def start_match(g: State, r: Rules, start: Table) -> None:
    """A game from a start table, its dealer drawn by lot unless given; no cards yet."""
    match.begin(g, r, start)
    dealing.clear(g)
    settle(g, r)


@jit
def deal(g: State, r: Rules) -> None:
    """Shuffle, deal, count, and go on to the first decision or the next deal (B1, B2)."""
    dealing.clear(g)
    dealing.hand_out(g, r)
    open_deal(g, r)


@jit
def deal_given(g: State, r: Rules, hands: Array, talon: Array) -> None:
    """The next deal from given cards: masks by seat, 0 where no turn runs; the rest stays out."""
    dealing.clear(g)
    for seat in range(r.players):
        g.hand[seat] = hands[seat]
    open_deal(g, r)


@jit
def open_deal(g: State, r: Rules) -> None:
    """Cards are dealt: count them and ask who is left (B2, B3)."""
    circle.count_deal(g, r)
    if g.phase != OVER and not decide.begin(g, r):
        circle.go_on(g, r)
    settle(g, r)


@jit
def settle(g: State, r: Rules) -> None:
    """Store the legal actions of the decision reached."""
    if g.phase == DECIDE:
        g.legal = decide.legal(g, r)
    else:
        g.to_move = NONE
        g.legal = 0


@jit
def is_legal(g: State, action: int) -> bool:
    """Is this action number legal now?"""
    return 0 <= action < NUM_ACTIONS and (g.legal >> action) & 1 != 0


@jit
def apply(g: State, r: Rules, action: int) -> bool:
    """Carry out a legal action, up to the next decision, the next deal or the end.

    Returns False, with the game unchanged, if the action is illegal.
    """
    if not is_legal(g, action):
        return False
    if g.log_length < LOG_SIZE:  # always so in a game from its start
        g.log_action[g.log_length] = action
        g.log_seat[g.log_length] = g.to_move
        g.log_length += 1
    if not decide.apply(g, r, action) and g.phase != OVER:
        circle.go_on(g, r)
    settle(g, r)
    return True
