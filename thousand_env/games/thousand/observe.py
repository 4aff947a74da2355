"""The observation: one layout table, and the decoder back to facts; ``encoder.py`` writes it.

``LAYOUT`` is the only description: offsets, the docs table, ``decode`` and the tests come from it.
Everything is relative to the player who looks: slot 0 is himself, 1 and 2 the players clockwise
who play this deal, 3 the dealer who sits out of four.  Version in ``OBSERVATION_VERSION``.
"""

from typing import Final

from thousand_env.games.common.layout import Block, Layout
from thousand_env.games.thousand.cards import NUM_CARDS

OBSERVATION_VERSION = 1


def _cards(name: str, meaning: str) -> Block:
    return Block(name, NUM_CARDS, "cards", meaning)


LAYOUT: Final = Layout(
    (
        Block("phase", 7, "one_hot", "dark, redeal, auction, talon, gift, contract, play"),
        Block("kind", 4, "one_hot", "ordinary, dark, golden, obligatory"),
        _cards("hand", "own cards (none before the dark decision)"),
        Block("hand_seen", 1, "flags", "own cards have been seen"),
        _cards("played_own", "cards this player has played"),
        _cards("played_left", "cards the next player has played"),
        _cards("played_right", "cards the one after him has played"),
        _cards("trick_first", "card that leads the current trick"),
        _cards("trick_second", "second card of the current trick"),
        _cards("talon_seen", "cards of the talon, if seen"),
        _cards("gift_left", "card given to the declarer's left, if known"),
        _cards("gift_right", "card given to the player after him, if known"),
        Block("trump", 4, "one_hot", "trump suit: spades, clubs, diamonds, hearts"),
        Block("declarer", 3, "one_hot", "slot of the declarer; in the auction, whose bid stands"),
        Block("first_hand", 3, "one_hot", "slot of the first hand"),
        Block("chosen_talon", 2, "one_hot", "talon taken (the second only with two players)"),
        Block("talon_shown", 1, "flags", "the talon was shown to all"),
        Block("closed", 1, "flags", "no more re-deals in this deal"),
        Block("passed", 3, "flags", "by slot: out of the auction"),
        Block("bids", 3, "numbers", "by slot: last bid", 400),
        Block("bid", 1, "numbers", "bid that stands", 400),
        Block("contract", 1, "numbers", "contract, 0 before there is one", 400),
        Block("void", 12, "flags", "by slot, then suit: shown not to hold"),
        Block("announced", 15, "flags", "by slot: marriages by suit, then four aces"),
        Block("trick_points", 3, "numbers", "by slot: points in tricks", 120),
        Block("marriage_points", 3, "numbers", "by slot: points of marriages", 120),
        Block("tricks", 3, "numbers", "by slot: tricks taken", 11),
        Block("score", 4, "numbers", "by slot: score", 1000, 5),
        Block("bolts", 4, "numbers", "by slot: bolts", 3),
        Block("concessions", 4, "numbers", "by slot: concessions", 3),
        Block("on_barrel", 4, "flags", "by slot: on the barrel"),
        Block("barrel_deals", 4, "numbers", "by slot: deals used on the barrel", 3),
        Block("barrels_used", 4, "numbers", "by slot: barrels used up", 3),
        Block("players", 3, "one_hot", "two, three or four players"),
        Block("golden_circle", 1, "numbers", "golden circle, 0 = none", 3),
        Block("golden_deal", 1, "numbers", "deals of the golden circle played", 3),
        Block("golden_made", 1, "flags", "a golden of this circle was made"),
        Block("redeals", 1, "numbers", "the dealer's re-deals in a row", 3),
        Block("deals", 1, "numbers", "deals played in the match", 200),
    )
)

OFFSETS: Final = LAYOUT.offsets
OBSERVATION_SIZE: Final = LAYOUT.size
decode = LAYOUT.decode
