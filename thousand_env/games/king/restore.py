"""States brought from outside: nothing that would lead the compiled rules out of their arrays."""

from typing import Any, Final

import numpy as np

from thousand_env.errors import ThousandError
from thousand_env.games.common.sets import count_cards
from thousand_env.games.king.actions import BID, DEAL, GIVE, HIGHEST_PRICE, LAY, OPEN, OVER, PLAY
from thousand_env.games.king.cards import NUM_CARDS
from thousand_env.games.king.rules import JOKER_DEAL, MAX_DEALS, NO_TRICKS, RuleSet
from thousand_env.games.king.state import LOG_SIZE, NONE, SEATS, STATE_DTYPE

SEAT = -2  # stands for the highest seat of the table
_WHOLE_PACK = (1 << NUM_CARDS) - 1
_RANGES: Final = {
    "phase": (DEAL, OVER),
    "to_move": (NONE, SEAT),
    "dealer": (0, SEAT),
    "first_hand": (0, SEAT),
    "declarer": (NONE, SEAT),
    "bidder": (NONE, SEAT),
    "leader": (NONE, SEAT),
    "best_seat": (NONE, SEAT),
    "kind": (NO_TRICKS, JOKER_DEAL),
    "reserve": (NONE, HIGHEST_PRICE),
    "bid": (0, HIGHEST_PRICE),
    "trump": (NONE, 3),
    "trick_size": (0, SEAT),
    "trick_cards": (0, NUM_CARDS - 1),
    "best_card": (NONE, NUM_CARDS - 1),
    "gifts": (NONE, NUM_CARDS - 1),
    "gifts_at": (0, LOG_SIZE - SEATS),
    "log_length": (0, LOG_SIZE - 1),
    "hand": (0, _WHOLE_PACK),
    "dealt": (0, _WHOLE_PACK),
    "played": (0, _WHOLE_PACK),
    "lacks": (0, _WHOLE_PACK),
    "talon": (0, _WHOLE_PACK),
    "passed": (0, 1),
    "tricks": (0, 17),
    "tricks_played": (0, 17),
    "deals": (0, MAX_DEALS),
    "start_deals": (0, MAX_DEALS),
    "score": (-(10**7), 10**7),
    "points": (-(10**4), 10**4),
}


def check_states(states: Any, count: int, rules: RuleSet) -> None:
    """Refuse what isn't ``count`` states of games by these rules.

    Raises: ThousandError that names the field; it doesn't prove that the games can be reached.
    """
    if (
        not isinstance(states, np.ndarray)
        or states.shape != (count,)
        or states.dtype != STATE_DTYPE
    ):
        raise ThousandError(f"state: an array ({count},) as env.state returns it is expected")
    for name, (low, high) in _RANGES.items():
        top = rules.players - 1 if high == SEAT else high
        if ((states[name] < low) | (states[name] > top)).any():
            raise ThousandError(f"state: {name} must lie in {low} to {top}: not of this game")
    over = states["phase"] == OVER
    if (over != (states["deals"] >= len(rules.plan))).any():
        raise ThousandError("state: a game is over just when all its deals are done")
    asks_nobody = over | (states["phase"] == DEAL)
    if (asks_nobody != (states["to_move"] == NONE)).any():
        raise ThousandError("state: to_move must be -1 just where nobody is to decide")
    _check_hands(states, rules.players)
    _check_declarer(states, rules.players)


def _check_hands(states: Any, players: int) -> None:
    """Hand sizes that fit the hands, and a card for whoever plays or lays one."""
    sizes = np.array([[count_cards(int(hand)) for hand in hands] for hands in states["hand"]])
    if len(states) and (sizes != states["hand_size"]).any():
        raise ThousandError("state: hand_size must count the cards of each hand")
    rows = np.arange(len(states))
    uses_card = np.isin(states["phase"], (GIVE, PLAY, LAY))
    if len(states) and (uses_card & (sizes[rows, states["to_move"]] == 0)).any():
        raise ThousandError("state: a player to move without cards")
    laying = states["phase"] == LAY
    if len(states) and (laying & ((sizes[:, :players] == 0).sum(axis=1) > 1)).any():
        raise ThousandError("state: a lottery with two players out is over")


def _check_declarer(states: Any, players: int) -> None:
    """Who gives, and a gift still to give; who takes the trick that lies there."""
    early = np.isin(states["phase"], (OPEN, BID))
    if (states["gifts"][early] != NONE).any():
        raise ThousandError("state: before the sale is over no card has been given")
    giving = states[states["phase"] == GIVE]
    if (giving["declarer"] != giving["to_move"]).any():
        raise ThousandError("state: the declarer gives the cards")
    for state in giving:  # clockwise from his left, and somebody still waits
        order = [(state.declarer + k) % players for k in range(1, players + 1)]
        given = [bool(state.gifts[seat] != NONE) for seat in order]
        if given != sorted(given, reverse=True) or all(given[:-1]):
            raise ThousandError("state: gifts go clockwise from the declarer's left, one each")
    trick = states[states["trick_size"] > 0]
    blank = (trick["leader"] == NONE) | (trick["best_seat"] == NONE) | (trick["best_card"] == NONE)
    place = (trick["best_seat"] - trick["leader"]) % players
    if (blank | (place >= trick["trick_size"])).any():
        raise ThousandError(
            "state: a trick needs leader and best_card, and a best_seat that has played to it"
        )
