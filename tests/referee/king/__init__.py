"""A slow, plain-Python referee of King, written from the rules page only (K1..K13).

It shares no code with the library: it is the oracle the library is checked against.

Where the page is silent or can be read in two ways, this referee does the following.

K1   The page names no default number of players: 4.
K1   The page has no order of dealing: `deal` is given the hands; `deal_pack` cuts a pack into
     packets, seat 0 first, the open cards last.
K1   Dealers pass clockwise through the whole game, from misères to plus rounds without a restart;
     the first dealer is an argument.
K3   Every trick deal is played to the last card, also when nothing is left to lose.
K3   `seventh_and_last`: the seventh trick counted from the first; 70 each for three.
K4   "Hearts may not be led" binds every lead of the deal, the first one too; a hand of hearts only
     leads any of them, also under `forced`.
K4   "Under the ace": the ace of hearts already lies in this trick, led or not. Before the ace is
     played the holder of the king is free.
K5   The robber deal follows deal 6; its last trick is written by `last`; the king of hearts costs
     as a trick's heart, as a man and as the king.
K6   The plus rounds are played in the order of the list; the same round twice is not refused.
K6   A `plus` left out means the default; a string instead of a list is refused.
K8   Reserves, like bids, are multiples of 5 from 0 to 400; a bid may be any such multiple above
     the highest one, not only the next.
K8   A bidder with one legal text (the others' 400 stands) is asked and can only pass.
K8   The last bidder left without any bid is asked; who holds the highest bid when all others have
     passed buys without being asked again.
K8   When all pass an unconditional opening, the owner's own play begins at once, without `keep`.
K8   A reserve of 5 may be lowered to 0, though the least bid stays 5.
K8   The gifts come one by one before the trump; a receiver sees his gift at once. An open card may
     be given on, face down.
K8   The buyer gives to the seller too, as one of "the others".
K9   Who cannot lay says `pass`, also the first hand without a start card: nobody is skipped
     silently but those who are out.
K9   `lottery_start` is any rank ("8" or 8, "T" or 10); 2 is refused for three, whose pack has no
     2 of clubs, so that clubs could not be started.
K9   With `each` there are as many lottery deals as players.
K9   The page gives the option behind `balanced` no name: here `lottery_prizes` [source] source |
     balanced. It changes only the first prize of one lottery for three.
K9   The prizes are written when the deal ends, not when the first player is out.
K10  In the joker variant `plus` is empty; anything in it is refused, and so are `robber` true and
     `last` other than its default. `discard_king`, `swap_queens_and_men` and the lottery's options
     mean nothing there and are not refused.
K10  Led, the joker is a heart led. A player void in the suit led may throw it, and so he may take
     the trick; who can follow the suit may not play it.
K10  Penalties are written as minus, as in K3; such a game sums to -124 a deal.
K11  With the source's 700 for three the game sums to -90, whatever the other round is.
K12  Shared places are 1, 1, 3, ...: the number of seats above, plus one.
K13  Whose turn it is, the phase, the dealer, hand sizes, tricks, the layout and the written deals
     are public. Legal texts are seen only by the seat to move. Between deals the view has no deal.
"""

from tests.referee.errors import IllegalMove

from .referee import Referee
from .rules import DEFAULTS, PRESETS, Rules

__all__ = ["DEFAULTS", "PRESETS", "IllegalMove", "Referee", "Rules"]
