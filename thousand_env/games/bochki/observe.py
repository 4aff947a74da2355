"""The observation: one layout table, and the decoder back to facts; ``encoder.py`` writes it.

``LAYOUT`` is the only description: offsets, the docs table, ``decode`` and the tests come from it.
Everything is relative to the player who looks: slot 0 is himself, 1 to 3 the others clockwise; of
fewer players nobody sits in the last slots.  The cards of the last deal stand in the view only:
they have been counted, and every deal has a fresh pack.  Version in ``OBSERVATION_VERSION``.
"""

from typing import Final

from thousand_env.games.bochki.options import UNIT
from thousand_env.games.bochki.rules import BARREL_TURNS, BARRELS, GOAL
from thousand_env.games.common.layout import Block, Layout

OBSERVATION_VERSION = 1

_TURN_SCALE, _TURNS_SCALE = 400, 200

LAYOUT: Final = Layout(
    (
        Block("score", 4, "numbers", "by slot: score", GOAL, UNIT),
        Block("entered", 4, "flags", "by slot: is in the game"),
        Block("barrel", 4 * len(BARRELS), "flags", "by slot, then barrel: the score lies in it"),
        Block("barrel_turns", 4, "numbers", "by slot: turns used to leave it", BARREL_TURNS),
        Block("playing", 4, "flags", "by slot: the turn runs"),
        Block("points", 4, "numbers", "by slot: what the turn has brought", _TURN_SCALE, UNIT),
        Block("last_deal", 4, "numbers", "by slot: points of its last deal", _TURN_SCALE, UNIT),
        # The sum, which a network can't tell to five points from its parts.
        Block("after", 1, "numbers", "own score with what the turn has brought", GOAL, UNIT),
        Block("after_barrel", len(BARRELS), "flags", "the barrel that it lies in"),
        Block("after_goal", 2, "one_hot", f"it is {GOAL}, or more"),
        Block("turn_deals", 2, "one_hot", "deals of the turn that are done: one or two"),
        Block("alone", 1, "flags", "one player's turn, not one of all side by side"),
        Block("dealer", 4, "one_hot", "slot of the dealer, who decides last"),
        Block("first", 4, "one_hot", "slot of who is first in the circle, of extra turns, too"),
        Block("players", 3, "one_hot", "two, three or four players"),
        Block("turns", 1, "numbers", "circles done in the game", _TURNS_SCALE),
        Block("turns_left", 1, "numbers", "circles to come after this one", _TURNS_SCALE),
    )
)

OFFSETS: Final = LAYOUT.offsets
OBSERVATION_SIZE: Final = LAYOUT.size
decode = LAYOUT.decode
