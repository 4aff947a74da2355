"""Compiled loops over a batch of games of any kind: begin, step, observe, play at random.

A kernel works on the games ``start`` to ``stop`` of its arrays and releases Python's lock, so that
threads can share a batch.  Every game goes its own way: results don't depend on the split.
"""

import numpy as np

from thousand_env.games.common import core
from thousand_env.games.common.core import DEAL, NONE
from thousand_env.games.common.types import Array, Rules, State, Table, Word
from thousand_env.jit import jit

MOST_EMPTY_MATCHES = 100
# Games stepped before they are observed: few enough to stay in the processor's cache, and enough
# that the call costs nothing.  It counts references of its arrays, which for one game takes as long
# as observing it.
CHUNK = 64


@jit
def deal_on(g: State, r: Rules, limit: int) -> None:
    """Deal until somebody has to decide, or the match or its ``limit`` of deals is over."""
    while g.phase == DEAL and core.played(g) < limit:
        core.deal(g, r)


@jit
def begin_match(g: State, r: Rules, start: Table, limit: int) -> None:
    """Begin a match, up to its first decision."""
    core.start_match(g, r, start)
    deal_on(g, r, limit)
    pass_over(g, r, start, limit)


@jit
def pass_over(g: State, r: Rules, start: Table, limit: int) -> None:
    """A match that has ended without a decision is followed by the next.

    That takes a start table of Bochki, and luck.  Where so many in a row have none it stays ended.
    """
    tries = 0
    while g.to_move == NONE and tries < MOST_EMPTY_MATCHES:
        tries += 1
        g.match += 1
        core.start_match(g, r, start)
        deal_on(g, r, limit)


@jit
def begin_kernel(
    states: Array, rules: Array, starts: Array, which: Array, limit: int, start: int, stop: int
) -> None:
    """Begin the next match, from its start table, in every game where ``which`` is true."""
    r = rules[0]
    for i in range(start, stop):
        if which[i]:
            begin_match(states[i], r, starts[i], limit)


@jit
def begin_given_kernel(
    states: Array, rules: Array, starts: Array, row: int, hands: Array, talon: Array, limit: int
) -> None:
    """Begin the match of game ``row`` again, its first pack from given cards."""
    core.start_match(states[row], rules[0], starts[row])
    core.deal_given(states[row], rules[0], hands, talon)
    deal_on(states[row], rules[0], limit)
    pass_over(states[row], rules[0], starts[row], limit)


@jit
def renew_kernel(states: Array, rules: Array) -> None:
    """Work the legal actions out anew, whatever the states say of them."""
    for i in range(len(states)):
        core.renew(states[i], rules[0])


@jit
def step_kernel(
    states: Array,
    state_words: Array,
    rules: Array,
    views: Array,
    view_words: Array,
    observation: Array,
    mask: Array,
    player: Array,
    starts: Array,
    limit: int,
    reward_kind: int,
    autoreset: bool,
    rewards: Array,
    illegal: Array,
    terminated: Array,
    truncated: Array,
    finals: Array,
    actions: Array,
    start: int,
    stop: int,
) -> None:
    """One decision in every game that isn't finished, up to the next decision, then observe all.

    Writes ``rewards`` (N, P), whether the action was ``illegal`` (then the game is unchanged) and
    whether the match ended; ``finals`` (N, words) keeps the games as they ended.  With
    ``autoreset`` a match that ended is followed by the next in the same step.
    """
    r = rules[0]
    for first in range(start, stop, CHUNK):
        last = min(first + CHUNK, stop)
        for i in range(first, last):
            g = states[i]
            finished = g.to_move == NONE
            illegal[i] = not finished and not core.apply(g, r, int(actions[i]))
            if finished or illegal[i]:
                for seat in range(r.players):
                    rewards[i, seat] = 0
                if illegal[i]:
                    terminated[i] = False
                    truncated[i] = False
                continue
            deal_on(g, r, limit)
            ended = g.to_move == NONE
            terminated[i] = ended and (g.phase != DEAL or limit == 1)
            truncated[i] = ended and not terminated[i]
            core.pay(g, r, reward_kind, rewards, i)
            if ended:
                for k in range(state_words.shape[1]):
                    finals[i, k] = state_words[i, k]
                if autoreset:
                    g.match += 1
                    begin_match(g, r, starts[i], limit)
        observe_kernel(
            states, state_words, rules, views, view_words, observation, mask, player, first, last
        )


@jit
def observe_kernel(
    states: Array,
    state_words: Array,
    rules: Array,
    views: Array,
    view_words: Array,
    observation: Array,
    mask: Array,
    player: Array,
    start: int,
    stop: int,
) -> None:
    """Views (N,), observations (N, OBS), masks (N, A) and numbers of the players to move (N,).

    A finished game has no player (-1), a blank view, a zero observation and a mask all true.
    """
    r = rules[0]
    scratch = core.new_scratch(views[0])
    for i in range(start, stop):
        g = states[i]
        player[i] = g.to_move
        if g.to_move == NONE:
            mask[i, :] = True
            observation[i, :] = 0
            view_words[i, :] = 0
        else:
            core.fill_view(g, r, g.to_move, state_words, i, views[i], view_words, i)
            core.encode_view(views[i], observation, i, scratch)
            core.write_mask(g, mask, i)


@jit
def view_kernel(
    states: Array, state_words: Array, rules: Array, seats: Array, views: Array, view_words: Array
) -> None:
    """Views (K,) of what ``seats`` (K,) know of games (K,); the words are the records' own."""
    for i in range(len(states)):
        core.fill_view(states[i], rules[0], seats[i], state_words, i, views[i], view_words, i)


@jit
def mask_kernel(states: Array, masks: Array) -> None:
    """Legal actions of games (N,), bool (N, A)."""
    for i in range(len(states)):
        core.write_mask(states[i], masks, i)


@jit
def act_kernel(states: Array, rules: Array, action: int) -> None:
    """Carry out one action in each of games (N,), all of which allow it."""
    for i in range(len(states)):
        core.apply(states[i], rules[0], action)


@jit
def encode_kernel(views: Array, out: Array) -> None:
    """Write views (N,) as observations (N, OBS), zeros of a blank view."""
    if len(views):
        scratch = core.new_scratch(views[0])
        for row in range(len(views)):
            if views[row].players:
                core.encode_view(views[row], out, row, scratch)
            else:
                out[row, :] = 0


@jit
def sample_kernel(states: Array, key: int, actions: Array, start: int, stop: int) -> None:
    """A uniformly random legal action of each game into ``actions`` (N,); 0 where it is over."""
    stream = np.uint64(key)
    for i in range(start, stop):
        g = states[i]
        actions[i] = 0 if g.to_move == NONE else core.random_action(g, stream, i)


@jit
def random_play_kernel(
    states: Array, rules: Array, starts: Array, key: Word, decisions: int
) -> int:
    """``decisions`` random legal actions in each game, match after match; matches finished."""
    r = rules[0]
    finished = 0
    for i in range(len(states)):
        g = states[i]
        for k in range(decisions):
            if g.to_move == NONE and g.phase != DEAL:
                finished += 1
                g.match += 1
                core.start_match(g, r, starts[i])
            while g.phase == DEAL:
                core.deal(g, r)
            core.apply(g, r, core.random_action(g, key, i * decisions + k))
    return finished
