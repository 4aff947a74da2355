"""The observation: one layout table, and the decoder back to facts; ``encoder.py`` writes it.

``LAYOUT`` is the only description: offsets, the docs table, ``decode`` and the tests come from it.
Everything is relative to the player who looks: slot 0 is himself, 1 to 3 the others clockwise; of
three players nobody sits in slot 3.  Version in ``OBSERVATION_VERSION``.
"""

from typing import Final

from thousand_env.games.common.layout import Block, Layout
from thousand_env.games.king.cards import NUM_CARDS
from thousand_env.games.king.rules import KINDS

OBSERVATION_VERSION = 1


def _cards(name: str, meaning: str) -> Block:
    return Block(name, NUM_CARDS, "cards", meaning)


def _card(name: str, meaning: str) -> Block:
    return Block(name, NUM_CARDS, "one_hot", meaning)


# The sets of cards come first, one beside the other, so that the encoder writes them in one loop.
LAYOUT: Final = Layout(
    (
        _cards("hand", "own cards"),
        _cards("played_own", "cards this player has played or laid"),
        _cards("played_next", "cards the next player has played or laid"),
        _cards("played_second", "cards the one after him has played or laid"),
        _cards("played_third", "cards the third one has played or laid"),
        _cards("lacks_next", "cards the next player has shown not to hold"),
        _cards("lacks_second", "cards the one after him has shown not to hold"),
        _cards("lacks_third", "cards the third one has shown not to hold"),
        _cards("trick", "cards of the current trick"),
        _cards("talon", "open cards of an auction deal, also after they were taken"),
        _card("gift_own", "card given to this player"),
        _card("gift_next", "card given to the next player, if known"),
        _card("gift_second", "card given to the one after him, if known"),
        _card("gift_third", "card given to the third one, if known"),
        Block("phase", 6, "one_hot", "open, bid, give, trump, play, lay"),
        Block("kind", len(KINDS), "one_hot", ", ".join(KINDS)),
        Block(
            "led", 4, "one_hot", "suit led to the current trick: spades, clubs, diamonds, hearts"
        ),
        Block("trump", 4, "one_hot", "trump suit"),
        Block("leader", 4, "one_hot", "slot of who leads the current trick"),
        Block("best", 4, "one_hot", "slot of who is taking it"),
        Block("first_hand", 4, "one_hot", "slot of the first hand"),
        Block("bidder", 4, "one_hot", "slot of the highest bidder"),
        Block("declarer", 4, "one_hot", "slot of who names trumps"),
        Block("passed", 4, "flags", "by slot: out of the sale"),
        Block("on_sale", 1, "flags", "the open cards have been offered"),
        Block("reserve", 1, "numbers", "reserve price", 400),
        Block("bid", 1, "numbers", "highest bid", 400),
        Block("points", 4, "numbers", "by slot: points of the tricks so far", 400),
        Block("tricks", 4, "numbers", "by slot: tricks taken", 17),
        Block("hand_size", 4, "numbers", "by slot: cards in hand", 17),
        Block("score", 4, "numbers", "by slot: total", 1000),
        Block("tricks_played", 1, "numbers", "tricks of the deal that are done", 17),
        Block("players", 2, "one_hot", "three or four players"),
        Block("deals", 1, "numbers", "deals done in the game", 15),
        Block("deals_left", 1, "numbers", "deals to come after this one", 15),
    )
)

OFFSETS: Final = LAYOUT.offsets
OBSERVATION_SIZE: Final = LAYOUT.size
decode = LAYOUT.decode
