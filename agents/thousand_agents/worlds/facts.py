"""What the sampler works out of a view once, for all worlds drawn from it.

A world puts every unseen card into a *box*: another's hand, a talon not taken, or a single card that
was given and is still held.  ``FACTS_DTYPE`` names the boxes, how many cards go into each, and into
which boxes each card may go.  How many cards still fit is one number, ``room``: a few bits a box;
the last box takes what remains and has no bits.
"""

from typing import Final

import numpy as np

from thousand_env.games.thousand.cards import NUM_CARDS

MAX_BOXES = 5  # the sitter of four sees no card: three hands and two gifts
HAND_BOX, TALON_BOX, GIFT_BOX = range(3)
IN_HAND = -2  # who was given a card, unseen by this seat, still holds it
MAX_OPTIONS = 9  # it is still held, or one of the eight cards played since
MAX_GIFTS = 2

FACTS_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("num_boxes", np.int64),
            ("kind", np.int64, (MAX_BOXES,)),
            ("owner", np.int64, (MAX_BOXES,)),  # seat that holds the box, or number of the talon
            ("capacity", np.int64, (MAX_BOXES,)),
            ("step", np.int64, (MAX_BOXES,)),  # what one card takes of ``room``; 0 for the last box
            ("field", np.int64, (MAX_BOXES,)),  # the bits of ``room`` that count this box
            ("room", np.int64),  # all boxes empty
            ("rooms", np.int64),  # numbers that ``room`` may be
            ("num_cards", np.int64),
            ("card", np.int64, (NUM_CARDS,)),
            ("allowed", np.int64, (NUM_CARDS,)),  # boxes it may go into, a bit a box
            ("keys", np.int64),  # so many of the first cards prove bids
            ("unsure", np.int64),  # unseen cards that might prove bids and aren't among them
            ("given", np.int64),  # cards given so far (R6.2)
            ("taken", np.int64),  # 1: the declarer took a talon
            ("penalty_later", np.int64),  # 1: a penalty (R4.5) may have followed the first decision
            ("gift_box", np.int64, (MAX_GIFTS,)),  # of a card given unseen, else -1
            ("receiver_box", np.int64, (MAX_GIFTS,)),  # the hand of who got it
            ("num_options", np.int64, (MAX_GIFTS,)),
            ("option", np.int64, (MAX_GIFTS * MAX_OPTIONS,)),  # a card, IN_HAND or -1 for none
        ],
    )
)
