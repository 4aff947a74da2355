"""The only dispatcher: one game from decision to decision, in the order of R3.

Scalar functions over one game ``g`` and its rules ``r``.  A game with ``phase == DEAL`` waits for
cards: ``deal`` shuffles, and whoever brings cards of his own writes them and calls ``open_deal``.
"""

from thousand_env.games.common.types import Array, Rules, State, Table
from thousand_env.games.thousand.actions import (
    A_CONCEDE,
    A_REDEAL,
    AUCTION,
    BASE,
    CONTRACT,
    DARK,
    DEAL,
    GIFT,
    OVER,
    PLAY,
    REDEAL,
    TALON,
)
from thousand_env.games.thousand.phases import (
    auction,
    contract,
    dark,
    gift,
    match,
    play,
    redeal,
    talon,
)
from thousand_env.games.thousand.phases import deal as dealing
from thousand_env.games.thousand.state import DARK_DEAL, LOG_SIZE, NONE, ORDINARY
from thousand_env.jit import jit

WINDOW = 63  # actions of one phase lie within so many numbers


@jit
def start_match(g: State, r: Rules, start: Table) -> None:
    """A match from a start table, its dealer drawn by lot unless given; no cards yet."""
    match.begin(g, r, start)
    dealing.clear(g, r)
    settle(g, r)


@jit
def deal(g: State, r: Rules) -> None:
    """Shuffle the next pack and go on to the first decision, or to the next pack (R3.1)."""
    dealing.clear(g, r)
    dealing.hand_out(g, r)
    open_deal(g, r)


@jit
def deal_given(g: State, r: Rules, hands: Array, talon: Array) -> None:
    """The next pack from given cards: masks by seat and of the talon."""
    dealing.clear(g, r)
    dealing.lay_out(g, hands, talon)
    open_deal(g, r)


@jit
def open_deal(g: State, r: Rules) -> None:
    """Cards are dealt: mandatory re-deals, the kind of the deal, the dark offer (R3.1, R3.2)."""
    if not (redeal.mandatory_due(g, r) and redeal.carry_out(g, r)):
        dealing.choose_kind(g, r)
        if dark.offered(g, r):
            g.phase = DARK
            g.to_move = g.first_hand
        else:
            _ask_redeals(g, r)
    settle(g, r)


@jit
def _ask_redeals(g: State, r: Rules) -> None:
    """Optional re-deals by hand, then the auction or the talon (R3.3 to R3.5).

    The forced bid is on the table before anybody is asked, so that the others can't tell from the
    table that somebody is (R13).
    """
    if g.kind == ORDINARY or g.kind == DARK_DEAL:
        auction.open_bidding(g)
    if redeal.ask(g, r):
        return
    if g.kind == ORDINARY or g.kind == DARK_DEAL:
        auction.begin(g, r)
    else:
        _to_talon(g, r)


@jit
def _to_talon(g: State, r: Rules) -> None:
    if r.players == 2:
        talon.begin(g, r)
    else:
        talon.take(g, r, 0)
        _to_gift(g, r)


@jit
def _to_gift(g: State, r: Rules) -> None:
    if not (talon.aces_redeal_due(g, r) and redeal.carry_out(g, r)):
        gift.begin(g, r)


@jit
def _to_contract(g: State, r: Rules) -> None:
    if not contract.begin(g, r):
        play.begin(g, r)


@jit
def _concede(g: State, r: Rules) -> None:
    g.conceded = 1
    match.finish_deal(g, r)


@jit
def settle(g: State, r: Rules) -> None:
    """Store the legal actions of the decision reached."""
    if g.phase == DEAL or g.phase == OVER:
        g.to_move = NONE
        g.legal = 0
    else:
        g.legal = legal(g, r)


@jit
def legal(g: State, r: Rules) -> int:
    """Bits of the legal actions in the phase's window (actions.py), from that phase's rules."""
    if g.phase == DARK:
        return dark.legal(g, r)
    if g.phase == REDEAL:
        return redeal.legal(g, r)
    if g.phase == AUCTION:
        return auction.legal(g, r)
    if g.phase == TALON:
        return talon.legal(g, r)
    if g.phase == GIFT:
        return gift.legal(g, r)
    if g.phase == CONTRACT:
        return contract.legal(g, r)
    return play.legal(g, r)


@jit
def is_legal(g: State, action: int) -> bool:
    """Is this action number legal now?"""
    bit = action - BASE[g.phase]
    return 0 <= bit < WINDOW and (g.legal >> bit) & 1 == 1


@jit
def apply(g: State, r: Rules, action: int) -> bool:
    """Carry out a legal action, up to the next decision, the next pack or the end.

    Returns False, with the game unchanged, if the action is illegal.
    """
    if not is_legal(g, action):
        return False
    if g.log_length < LOG_SIZE:  # always so in a game from its start
        g.log_action[g.log_length] = action
        g.log_seat[g.log_length] = g.to_move
        g.log_length += 1
    _dispatch(g, r, action)
    settle(g, r)
    return True


@jit
def _dispatch(g: State, r: Rules, action: int) -> None:
    if g.phase == PLAY:
        if play.apply(g, r, action):
            match.finish_deal(g, r)
    elif action == A_CONCEDE:
        _concede(g, r)
    elif g.phase == DARK:
        dark.apply(g, r, action)
        _ask_redeals(g, r)
    elif g.phase == REDEAL:
        if not redeal.apply(g, r, action):
            _ask_redeals(g, r)
    elif g.phase == AUCTION:
        if auction.apply(g, r, action):
            _to_talon(g, r)
    elif g.phase == TALON:
        talon.apply(g, r, action)
        _to_gift(g, r)
    elif g.phase == GIFT:
        _dispatch_gift(g, r, action)
    else:
        contract.apply(g, r, action)
        play.begin(g, r)


@jit
def _dispatch_gift(g: State, r: Rules, action: int) -> None:
    if action == A_REDEAL:
        redeal.carry_out(g, r)
    elif gift.apply(g, r, action):
        _to_contract(g, r)
