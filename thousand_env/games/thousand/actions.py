"""The table of actions: number <-> text (R14).  Part of the environment's version.

The numbers are laid out so that the actions of every phase lie within 63 consecutive numbers: the
legal actions of a game are one 64-bit word, bit ``b`` standing for action ``BASE[phase] + b``.
"""

from typing import Final

from thousand_env.errors import ActionError
from thousand_env.foreign import shown
from thousand_env.games.thousand.cards import (
    ACE,
    KING,
    NUM_CARDS,
    QUEEN,
    SUIT_SIZE,
    card_text,
    parse_card,
)

# Phases.  DEAL and OVER ask nobody; the others wait for a decision.
DEAL, DARK, REDEAL, AUCTION, TALON, GIFT, CONTRACT, PLAY, OVER = range(9)
PHASES: Final = (
    "deal", "dark", "redeal", "auction", "talon", "gift", "contract", "play", "over",
)  # fmt: skip

LOWEST_RAISE, HIGHEST_BID, BID_UNIT = 105, 400, 5  # bids are counted in fives from 105
NUM_BIDS = (HIGHEST_BID - LOWEST_RAISE) // BID_UNIT + 1

A_PLAY = 0  # + card
A_MARRY = 24  # + 2 * suit, + 1 for leading the king instead of the queen
A_MARRY_ACE = 32  # + suit
A_DARK, A_LOOK = 36, 37
A_TALON = 38  # + 0 or 1
A_WAIVE, A_REDEAL = 40, 41
A_GIVE = 42  # + card
A_CONCEDE, A_KEEP = 66, 67
A_CONTRACT = 68  # + number of fives above 105
A_PASS = 128
A_BID = 129  # + number of fives above 105
NUM_ACTIONS = A_BID + NUM_BIDS

# First action of each phase's window, by phase (DEAL and OVER have none).
BASE = (0, A_DARK, A_DARK, A_PASS, A_DARK, A_REDEAL, A_CONCEDE, A_PLAY, 0)


def _texts() -> list[str]:
    cards = [card_text(card) for card in range(NUM_CARDS)]
    bids = range(LOWEST_RAISE, HIGHEST_BID + 1, BID_UNIT)
    texts = [f"play {card}" for card in cards]
    for suit in range(4):
        texts += [f"marry {cards[suit * SUIT_SIZE + rank]}" for rank in (QUEEN, KING)]
    texts += [f"marry {cards[suit * SUIT_SIZE + ACE]}" for suit in range(4)]
    texts += ["dark", "look", "talon 1", "talon 2", "waive", "redeal"]
    texts += [f"give {card}" for card in cards]
    texts += ["concede", "keep", *(f"contract {bid}" for bid in bids)]
    texts += ["pass", *(f"bid {bid}" for bid in bids)]
    return texts


ACTION_TEXTS: Final = tuple(_texts())
_NUMBERS = {text: number for number, text in enumerate(ACTION_TEXTS)}


def action_text(action: int) -> str:
    """Text form of an action number (R14)."""
    if not 0 <= action < NUM_ACTIONS:
        raise ActionError(
            f"action {shown(action)}: a number from 0 to {NUM_ACTIONS - 1} is expected"
        )
    return ACTION_TEXTS[action]


def parse_action(text: str) -> int:
    """Action number of a text form (R14); case and the spelling of cards don't matter.

    Raises: ActionError for a text that is no action of the game.
    """
    words = text.split() if isinstance(text, str) and len(text) < 40 else []
    if len(words) == 2 and words[0].lower() in ("play", "give", "marry"):
        words[1] = card_text(parse_card(words[1]))
        number = _NUMBERS.get(f"{words[0].lower()} {words[1]}")
    else:
        number = _NUMBERS.get(" ".join(words).lower())
    if number is None:
        raise ActionError(
            f"unknown action {shown(text)}: actions look like 'bid 105', 'pass', 'give 9S', "
            "'contract 130', 'keep', 'play AS', 'marry KH', 'dark', 'look', 'concede', 'redeal'"
        )
    return number
