"""The only dispatcher: one game from decision to decision.

Scalar functions over one game ``g`` and its rules ``r``.  A game with ``phase == DEAL`` waits for
cards: ``deal`` shuffles, and whoever brings cards of his own writes them and calls ``open_deal``.
"""

from thousand_env.games.common.sets import count_cards
from thousand_env.games.common.types import Array, Rules, State, Table
from thousand_env.games.king.actions import (
    BASE,
    BID,
    DEAL,
    GIVE,
    LEGAL_WORDS,
    OPEN,
    OVER,
    PLAY,
    TRUMP,
    WORD_BITS,
)
from thousand_env.games.king.cards import bit
from thousand_env.games.king.phases import auction, gift, lottery, match, play, trump
from thousand_env.games.king.phases import deal as dealing
from thousand_env.games.king.rules import AUCTION_DEAL, LOTTERY_DEAL, TRUMP_DEAL
from thousand_env.games.king.state import LOG_SIZE, NONE, no_actions
from thousand_env.jit import jit


@jit
def start_match(g: State, r: Rules, start: Table) -> None:
    """A game from a start table, its dealer drawn by lot unless given; no cards yet."""
    match.begin(g, r, start)
    dealing.clear(g, r)
    settle(g, r)


@jit
def deal(g: State, r: Rules) -> None:
    """Shuffle the next pack and go on to the first decision (K1)."""
    dealing.clear(g, r)
    dealing.hand_out(g, r)
    open_deal(g, r)


@jit
def deal_given(g: State, r: Rules, hands: Array, talon: Array) -> None:
    """The next cards from given ones: masks by seat, and of the open cards."""
    dealing.clear(g, r)
    for seat in range(r.players):
        dealing.lay_out(g, seat, hands[seat], count_cards(hands[seat]))
    g.talon = talon[0]
    open_deal(g, r)


@jit
def open_deal(g: State, r: Rules) -> None:
    """Cards are dealt: what the kind of the deal begins with (K3, K7 to K10)."""
    if g.kind == AUCTION_DEAL:
        auction.begin(g)
    elif g.kind == TRUMP_DEAL:
        g.declarer = g.first_hand
        trump.begin(g)
    elif g.kind == LOTTERY_DEAL:
        lottery.begin(g)
    else:
        play.begin(g, g.first_hand)
    settle(g, r)


@jit
def settle(g: State, r: Rules) -> None:
    """Store the legal actions of the decision reached."""
    if g.phase == DEAL or g.phase == OVER:
        g.to_move = NONE
        no_actions(g)
    elif g.phase == OPEN or g.phase == BID:
        auction.write_legal(g)
    else:
        no_actions(g)
        g.legal[0] = _cards_or_suits(g, r)


@jit
def _cards_or_suits(g: State, r: Rules) -> int:
    """Bits of the legal actions of a phase that needs one word."""
    if g.phase == PLAY:
        return play.legal(g, r)
    if g.phase == GIVE:
        return gift.legal(g)
    if g.phase == TRUMP:
        return trump.legal(g)
    return lottery.legal(g, r)


@jit
def is_legal(g: State, action: int) -> bool:
    """Is this action number legal now?"""
    place = action - BASE[g.phase]
    if not 0 <= place < LEGAL_WORDS * WORD_BITS:
        return False
    return g.legal[place // WORD_BITS] & bit(place % WORD_BITS) != 0


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
    elif g.phase == OPEN or g.phase == BID:
        if auction.apply(g, r, action):
            gift.begin(g, r)
    elif g.phase == GIVE:
        if gift.apply(g, r, action):
            trump.begin(g)
    elif g.phase == TRUMP:
        trump.apply(g, action)
        play.begin(g, g.declarer)
    elif lottery.apply(g, r, action):
        match.finish_deal(g, r)
