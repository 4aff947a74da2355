"""A slow, plain-Python referee of Bochki, written from its rules page only (B1..B10).

It shares no code with the library: it is the oracle the library is checked against.  Where the
page is silent or can be read in two ways, this is what the referee does:

- B1 `players` has no default on the page: 3.  There is one preset, `classic`, the defaults.
- B1 "then clockwise": the deal passes after every deal (not after every turn), the deals of extra
  turns included.  A given pack is dealt in packets: its first 7 (9) cards go to the first seat
  taking part from the dealer's left, the next 7 (9) to the next.
- B2 in_order: the seat left of the *first* dealer begins every circle; who deals later does not
  change the order of turns, so that they simply go round.
- B2 together: the order after a deal is from the left of that deal's dealer, also for what several
  turns write that end with it, and for whose extra turns come first after its last deal.
- B2 a turn is written the moment it ends: with `stop`, with the third deal, or by B8.  In together
  a player who stops writes before the others decide.
- B3 no run goes from the ace to the lowest card.  7Z (9Z): the suits *may* differ (so the source),
  seven cards of one suit are one as well; it matters only where a table values 7Z above 7Y.
- B4 a table given by the user may name any of the twelve combinations; one left out is worth 0, and
  so may be one named.  Negative values, unknown names and other than multiples of 5 are refused.
  Combinations worth 0 do not make a deal one with points (B6).
- B4 the warning names the scores that a player can hold and from which no series of turns leads to
  1000; the fall to 100 (B7) is such a turn.  Score 0 is named when nobody can enter.
- B5 "nothing burns in that turn" holds after 60 is reached, too.  In is whoever ends a turn with 60
  or more, even if B9 makes it void.  Once in he stays in, also after B7.
- B6 after a deal without points he may stop, with nothing; so may a player in a barrel.
- B7 in a barrel is who began the turn in it: points not yet written neither enter nor leave one.
  His three turns are counted whatever they bring; one that is void by B9 is used up.
- B7 together: his next turn runs with the others', the two extra ones after all of these have
  ended.  If several are due, one takes all of his, then the next.
- B7 landing in another barrel ends the extra turns; the three new ones begin with his next turn of
  the circle.
- B7 a given start table is one before a circle: whoever is in a barrel has all three turns left.
- B8 the turn that ends is written (0) at once and counts as one of the three.
- B9 the game ends with the first turn that writes 1000: turns in progress, and those that ended with
  the same deal later in the order, write nothing.  With `allowed` the score stands as it is.
- B9 `max_turns` counts circles: one turn of every player.  Extra turns are not counted, and those
  due in the last circle are still played.  Cut: no winner; all with the highest score lead.
- B10 a player who may not stop (B5) is still asked, with `deal` alone (as Thousand's R14 has it).
  There is no decision before the first deal of a turn and none after the third.
- B10 the last deal's hands stay in everybody's view until the next; the cards left out are in none.
"""

from .combinations import Scorer
from .errors import BadDeal, IllegalMove, StuckScores
from .referee import Referee
from .rules import DEFAULTS, HOUSE_TABLE, PRESETS, Rules

__all__ = [
    "DEFAULTS",
    "HOUSE_TABLE",
    "PRESETS",
    "BadDeal",
    "IllegalMove",
    "Referee",
    "Rules",
    "Scorer",
    "StuckScores",
]
