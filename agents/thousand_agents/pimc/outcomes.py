"""How a deal would be written if its declarer came to so many points."""

from thousand_agents.pimc.compiled import jit
from thousand_agents.solver.search import marriages_left
from thousand_env.games.thousand.cards import mask_points
from thousand_env.games.thousand.phases import match, play
from thousand_env.games.thousand.phases.score import sits_out
from thousand_env.games.thousand.rules import PACK_POINTS
from thousand_env.games.thousand.state import active_players


@jit
def finish_with(g, r, total):
    """End the deal with a total of the declarer's, by the core's own bookkeeping (R11.6).

    The opponents share what is left of the pack evenly and get no bolt: the solver knows only what
    they keep from the declarer.
    """
    declarer = g.declarer
    opponents = active_players(r) - 1
    own_tricks = max(0, total - g.marriage_points[declarer] - marriages_left(r, g.hand[declarer]))
    theirs = PACK_POINTS - own_tricks
    if r.players == 2:
        theirs -= mask_points(g.talon[1 - g.chosen_talon])
    for seat in range(r.players):
        if seat != declarer and not sits_out(g, r, seat):
            g.trick_points[seat] = max(0, theirs) // opponents
            g.tricks[seat] = max(1, g.tricks[seat])
    g.tricks[declarer] = max(1, g.tricks[declarer])
    g.trick_points[declarer] = total - g.marriage_points[declarer]
    match.finish_deal(g, r)


@jit
def finish_kernel(rules, worlds, actions, totals, ends):
    """``ends`` (C * K,): the worlds (K,) after each play (C,), ended with its total (C, K)."""
    r = rules[0]
    for c in range(len(actions)):
        for k in range(len(worlds)):
            g = ends[c * len(worlds) + k]
            ends[c * len(worlds) + k] = worlds[k]
            play.apply(g, r, actions[c])
            finish_with(g, r, totals[c, k])
