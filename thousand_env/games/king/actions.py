"""The table of actions: number <-> text (K12).  Part of the environment's version.

The numbers are laid out so that the actions of every phase lie within 124 consecutive numbers: the
legal actions of a game are two words of 62 bits, bit ``b`` of word ``w`` standing for action
``BASE[phase] + 62 * w + b``.
"""

from typing import Final

from thousand_env.errors import ActionError
from thousand_env.foreign import shown
from thousand_env.games.king.cards import JOKER, NUM_CARDS, SUITS, card_text, parse_card

# Phases.  DEAL and OVER ask nobody; the others wait for a decision.
DEAL, OPEN, BID, GIVE, TRUMP, PLAY, LAY, OVER = range(8)
PHASES: Final = ("deal", "open", "bid", "give", "trump", "play", "lay", "over")

HIGHEST_PRICE, PRICE_UNIT = 400, 5  # K8
NUM_BIDS = HIGHEST_PRICE // PRICE_UNIT  # from 5
WORD_BITS, LEGAL_WORDS = 62, 2

A_PLAY = 0  # + card
A_TRUMP = 53  # + suit
A_GIVE = 57  # + card, never the joker
A_LAY = 109  # + card, never the joker
A_PASS = 161
A_BID = 162  # + number of fives above 5
A_KEEP = 242
A_OPEN = 243  # + number of fives
NUM_ACTIONS = A_OPEN + NUM_BIDS + 1

# First action of each phase's window, by phase (DEAL and OVER have none).
BASE = (0, A_KEEP, A_PASS, A_GIVE, A_TRUMP, A_PLAY, A_LAY, 0)


def _texts() -> list[str]:
    cards = [card_text(card) for card in range(NUM_CARDS)]
    texts = [f"play {card}" for card in cards]
    texts += [f"trump {suit}" for suit in SUITS]
    texts += [f"give {card}" for card in cards[:JOKER]]
    texts += [f"lay {card}" for card in cards[:JOKER]]
    texts += ["pass", *(f"bid {PRICE_UNIT * (k + 1)}" for k in range(NUM_BIDS))]
    texts += ["keep", *(f"open {PRICE_UNIT * k}" for k in range(NUM_BIDS + 1))]
    return texts


ACTION_TEXTS: Final = tuple(_texts())
_NUMBERS = {text.lower(): number for number, text in enumerate(ACTION_TEXTS)}


def action_text(action: int) -> str:
    """Text form of an action number (K12)."""
    if not 0 <= action < NUM_ACTIONS:
        raise ActionError(
            f"action {shown(action)}: a number from 0 to {NUM_ACTIONS - 1} is expected"
        )
    return ACTION_TEXTS[action]


def parse_action(text: str) -> int:
    """Action number of a text form (K12); case and the spelling of cards don't matter.

    Raises: ActionError for a text that is no action of the game.
    """
    words = text.split() if isinstance(text, str) and len(text) < 40 else []
    if len(words) == 2 and words[0].lower() in ("play", "give", "lay"):
        words[1] = card_text(parse_card(words[1]))
    number = _NUMBERS.get(" ".join(words).lower())
    if number is None:
        raise ActionError(
            f"unknown action {shown(text)}: actions look like 'play QH', 'trump S', 'open 150', "
            "'open 0', 'keep', 'bid 160', 'pass', 'give 2D', 'lay 8S'"
        )
    return number
