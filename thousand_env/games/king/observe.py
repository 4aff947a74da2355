"""The observation: one layout table, and the decoder back to facts; ``encoder.py`` writes it.

``LAYOUT`` is the only description: offsets, the docs table, ``decode`` and the tests come from it.
Everything is relative to the player who looks: slot 0 is himself, 1 to 3 the others clockwise; of
three players nobody sits in slot 3.  Version in ``OBSERVATION_VERSION``.
"""

from typing import Any, Final

import numpy as np

from thousand_env.games.king.cards import NUM_CARDS, mask_cards
from thousand_env.games.king.common import Block
from thousand_env.games.king.rules import KINDS

OBSERVATION_VERSION = 1


def _cards(name: str, meaning: str) -> Block:
    return Block(name, NUM_CARDS, "cards", meaning)


def _card(name: str, meaning: str) -> Block:
    return Block(name, NUM_CARDS, "one_hot", meaning)


# The sets of cards come first, one beside the other, so that the encoder writes them in one loop.
LAYOUT: Final = (
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
    Block("led", 4, "one_hot", "suit led to the current trick: spades, clubs, diamonds, hearts"),
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


def _offsets() -> dict[str, int]:
    offsets, start = {}, 0
    for block in LAYOUT:
        offsets[block.name] = start
        start += block.size
    return offsets


OFFSETS: Final = _offsets()
OBSERVATION_SIZE: Final = sum(block.size for block in LAYOUT)


def decode(observation: Any) -> dict[str, Any]:
    """The facts an observation encodes, by the names of ``LAYOUT``; the inverse of the encoder.

    ``observation`` is one row, shape (OBSERVATION_SIZE,).  Cards come as lists of card numbers,
    ``one_hot`` as a position or None, ``numbers`` and ``flags`` as whole numbers (a list if the
    block is longer than one).
    """
    row = np.asarray(observation)
    if row.shape != (OBSERVATION_SIZE,):
        raise ValueError(f"an observation has shape ({OBSERVATION_SIZE},), not {row.shape}")
    return {block.name: _decode_block(block, row) for block in LAYOUT}


def _decode_block(block: Block, row: Any) -> Any:
    start = OFFSETS[block.name]
    values = [
        round(float(x) * block.scale / block.unit) * block.unit
        for x in row[start : start + block.size]
    ]
    if block.kind == "cards":
        return mask_cards(sum(1 << i for i, x in enumerate(values) if x))
    if block.kind == "one_hot":
        return values.index(1) if 1 in values else None
    return values if block.size > 1 else values[0]


def layout_table() -> str:
    """The layout as a Markdown table, for the docs."""
    lines = ["| floats | name | kind | divided by | meaning |", "|---|---|---|---|---|"]
    for b in LAYOUT:
        start = OFFSETS[b.name]
        span = f"{start}" if b.size == 1 else f"{start}-{start + b.size - 1}"
        lines.append(f"| {span} | {b.name} | {b.kind} | {b.scale} | {b.meaning} |")
    return "\n".join(lines)
