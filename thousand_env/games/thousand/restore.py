"""States brought from outside: nothing that would lead the compiled rules out of their arrays."""

from typing import Any, Final

import numpy as np

from thousand_env.errors import ThousandError
from thousand_env.games.thousand.actions import A_GIVE, AUCTION, DARK, DEAL, OVER, REDEAL
from thousand_env.games.thousand.cards import NUM_CARDS, PACK
from thousand_env.games.thousand.rules import MAX_BID, RuleSet
from thousand_env.games.thousand.state import (
    LOG_SIZE,
    NONE,
    OBLIGATORY_DEAL,
    ORDINARY,
    STATE_DTYPE,
)

SEAT = -2  # stands for the highest seat of the table
_RANGES: Final = {
    "phase": (DEAL, OVER),
    "to_move": (NONE, SEAT),
    "winner": (NONE, SEAT),
    "asked": (0, 4),
    "dealer": (0, SEAT),
    "first_hand": (0, SEAT),
    "declarer": (NONE, SEAT),
    "leader": (NONE, SEAT),
    "best_seat": (NONE, SEAT),
    "kind": (ORDINARY, OBLIGATORY_DEAL),
    "contract": (0, MAX_BID),
    "bid": (0, MAX_BID),
    "chosen_talon": (NONE, 1),
    "trump": (NONE, 3),
    "trick_size": (0, 2),
    "trick_cards": (0, NUM_CARDS - 1),
    "best_card": (NONE, NUM_CARDS - 1),
    "gifts": (NONE, NUM_CARDS - 1),
    "hand": (0, PACK),
    "dealt": (0, PACK),
    "talon": (0, PACK),
    "log_length": (0, LOG_SIZE - 1),
    "deals": (0, 10**6),
    "redeals": (0, 10**6),
    "score": (-(10**7), 10**7),
    "bolts": (0, 2),
    "concessions": (0, 10**5),
    "barrel_deals": (NONE, 10**5),
    "barrels_used": (0, 10**5),
    "golden_circle": (0, 10**4),
    "golden_deal": (0, SEAT),
    "golden_made": (0, 1),
    "closed": (0, 1),
    "conceded": (0, 1),
    "bids": (0, MAX_BID),
    "passed": (0, 1),
    "talon_shown": (0, 1),
    "talon_taken": (0, PACK),
    "tricks_played": (0, 11),
    "tricks": (0, 11),
    "trick_points": (0, 120),
    "announced": (0, 0b11111),
    "marriage_points": (0, 480),
    "played": (0, PACK),
    "void": (0, 0b1111),
}


def check_states(states: Any, count: int, rules: RuleSet) -> None:
    """Refuse what isn't ``count`` states of games by these rules.

    Raises: ThousandError that names the field; it doesn't prove that the games can be reached.
    """
    players = rules.players
    if (
        not isinstance(states, np.ndarray)
        or states.shape != (count,)
        or states.dtype != STATE_DTYPE
    ):
        raise ThousandError(f"state: an array ({count},) as env.state returns it is expected")
    for name, (low, high) in _RANGES.items():
        top = players - 1 if high == SEAT else high
        if ((states[name] < low) | (states[name] > top)).any():
            raise ThousandError(f"state: {name} must lie in {low} to {top}: not of this game")
    asks_nobody = (states["phase"] == DEAL) | (states["phase"] == OVER)
    if (asks_nobody != (states["to_move"] == NONE)).any():
        raise ThousandError("state: to_move must be -1 just where nobody is to decide")
    _check_bidding(states[states["phase"] == AUCTION], players)
    early = (states["phase"] == DARK) | (states["phase"] == REDEAL)
    if states["passed"][early].any():
        raise ThousandError("state: before the auction nobody has passed")
    gave = (states["log_action"] >= A_GIVE) & (states["log_action"] < A_GIVE + NUM_CARDS)
    gave &= np.arange(LOG_SIZE) < states["log_length"][:, None]
    if (gave.sum(axis=1) > 2).any():
        raise ThousandError("state: more than two cards given in the log")


def _check_bidding(states: Any, players: int) -> None:
    """The turn goes round until it finds who has not passed: somebody must be there to be found."""
    if (states["declarer"] == states["to_move"]).any():
        raise ThousandError("state: in the auction the player whose bid stands isn't asked")
    rows = np.arange(len(states))
    for name in ("declarer", "to_move"):
        seats = states[name]
        if (seats == NONE).any() or states["passed"][rows, seats].any():
            raise ThousandError("state: in the auction a player who has passed can't be to move")
        if players == 4 and ((states["first_hand"] + 3) % 4 == seats).any():
            raise ThousandError("state: the dealer sits out and can't bid")
