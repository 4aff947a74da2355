"""Compiled loops over a batch of games: begin, step, observe, play at random.

A kernel works on the games ``start`` to ``stop`` of its arrays and releases Python's lock, so that
threads can share a batch.  Every game goes its own way: results don't depend on the split.
"""

import numpy as np

from thousand_env.games.king.actions import (
    BASE,
    DEAL,
    LEGAL_WORDS,
    NUM_ACTIONS,
    OVER,
    WORD_BITS,
)
from thousand_env.games.king.common import (
    Array,
    Rules,
    State,
    Word,
    count_cards,
    draw,
    nth_bit,
)
from thousand_env.games.king.encoder import NUM_CODES, NUM_SETS, encode_view
from thousand_env.games.king.engine import apply, deal, start_match
from thousand_env.games.king.state import NONE
from thousand_env.games.king.view import fill_view
from thousand_env.jit import jit

REWARD_NONE, REWARD_WIN, REWARD_SCORE = range(3)
SCORE_REWARD_UNIT = 100


@jit
def deal_on(g: State, r: Rules, limit: int) -> None:
    """Deal until somebody has to decide, or the game or its ``limit`` of deals is over."""
    while g.phase == DEAL and g.deals - g.start_deals < limit:
        deal(g, r)


@jit
def begin_kernel(
    states: Array, rules: Array, starts: Array, which: Array, limit: int, start: int, stop: int
) -> None:
    """Begin the next game, from its start table, wherever ``which`` is true."""
    r = rules[0]
    for i in range(start, stop):
        if which[i]:
            start_match(states[i], r, starts[i])
            deal_on(states[i], r, limit)


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
    """One decision in every game that isn't finished, up to the next decision, then observe it.

    Writes ``rewards`` (N, P), whether the action was ``illegal`` (then the game is unchanged) and
    whether the game ended; ``finals`` (N, words) keeps the games as they ended.  With
    ``autoreset`` a game that ended is followed by the next in the same step.
    """
    r = rules[0]
    sets, codes = np.empty(NUM_SETS, np.int64), np.empty(NUM_CODES, np.int16)
    for i in range(start, stop):
        g = states[i]
        finished = g.phase == OVER or g.phase == DEAL
        illegal[i] = not finished and not apply(g, r, int(actions[i]))
        if finished or illegal[i]:
            for seat in range(r.players):
                rewards[i, seat] = 0
            if illegal[i]:
                terminated[i] = False
                truncated[i] = False
            continue
        deal_on(g, r, limit)
        ended = g.phase == OVER or g.phase == DEAL
        terminated[i] = ended and (g.phase == OVER or limit == 1)
        truncated[i] = ended and not terminated[i]
        _reward(g, r, reward_kind, rewards, i)
        if ended:
            for k in range(state_words.shape[1]):
                finals[i, k] = state_words[i, k]
            if autoreset:
                g.match += 1
                start_match(g, r, starts[i])
                deal_on(g, r, limit)
        _observe(g, r, state_words, views, view_words, observation, mask, player, i, sets, codes)


@jit
def _reward(g: State, r: Rules, kind: int, rewards: Array, i: int) -> None:
    """Rewards of a step: the change of the totals, or at the end who has won (K11)."""
    for seat in range(r.players):
        change = g.score[seat] - g.paid[seat]
        g.paid[seat] = g.score[seat]
        rewards[i, seat] = change / SCORE_REWARD_UNIT if kind == REWARD_SCORE else 0
    if kind == REWARD_WIN and g.phase == OVER:
        for seat in range(r.players):
            rewards[i, seat] = win_reward(g, r, seat)


@jit
def win_reward(g: State, r: Rules, seat: int) -> float:
    """1 for the highest total, the others share -1; winners who are level share what they get."""
    best = g.score[0]
    for other in range(1, r.players):
        best = max(best, g.score[other])
    winners = 0
    for other in range(r.players):
        if g.score[other] == best:
            winners += 1
    loss = -1 / (r.players - 1)
    return (1 + (winners - 1) * loss) / winners if g.score[seat] == best else loss


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
    """Views (N,), observations (N, OBS), masks (N, A) and numbers of the players to move (N,)."""
    sets, codes = np.empty(NUM_SETS, np.int64), np.empty(NUM_CODES, np.int16)
    for i in range(start, stop):
        g = states[i]
        _observe(
            g, rules[0], state_words, views, view_words, observation, mask, player, i, sets, codes
        )


@jit
def _observe(
    g: State,
    r: Rules,
    state_words: Array,
    views: Array,
    view_words: Array,
    observation: Array,
    mask: Array,
    player: Array,
    i: int,
    sets: Array,
    codes: Array,
) -> None:
    """What the player to move of game ``i`` sees.

    A finished game has no player (-1), a blank view, a zero observation and a mask all true.
    """
    player[i] = g.to_move
    if g.to_move == NONE:
        mask[i, :] = True
        observation[i, :] = 0
        view_words[i, :] = 0
    else:
        fill_view(g, r, g.to_move, state_words, i, views[i], view_words, i)
        encode_view(views[i], observation, i, sets, codes)
        write_mask(g, mask, i)


@jit
def write_mask(g: State, mask: Array, row: int) -> None:
    """The legal actions as a row of truth values (A,)."""
    for action in range(NUM_ACTIONS):
        mask[row, action] = False
    base = BASE[g.phase]
    for word in range(LEGAL_WORDS):
        if g.legal[word]:
            for place in range(min(WORD_BITS, NUM_ACTIONS - base)):
                mask[row, base + place] = (g.legal[word] >> place) & 1
        base += WORD_BITS


@jit
def random_action(g: State, key: Word, counter: int) -> int:
    """A uniformly random legal action, by one draw of a stream."""
    first = count_cards(g.legal[0])
    n = draw(key, counter, first + count_cards(g.legal[1]))
    if n < first:
        return BASE[g.phase] + nth_bit(g.legal[0], n)
    return BASE[g.phase] + WORD_BITS + nth_bit(g.legal[1], n - first)


@jit
def sample_kernel(states: Array, key: int, actions: Array, start: int, stop: int) -> None:
    """A uniformly random legal action of each game into ``actions`` (N,); 0 where it is over."""
    stream = np.uint64(key)
    for i in range(start, stop):
        g = states[i]
        actions[i] = random_action(g, stream, i) if g.to_move != NONE else 0


@jit
def random_play_kernel(
    states: Array, rules: Array, starts: Array, key: Word, decisions: int
) -> int:
    """``decisions`` random legal actions in each game, game after game; games finished."""
    r = rules[0]
    finished = 0
    for i in range(len(states)):
        g = states[i]
        for k in range(decisions):
            if g.phase == OVER:
                finished += 1
                g.match += 1
                start_match(g, r, starts[i])
            while g.phase == DEAL:
                deal(g, r)
            apply(g, r, random_action(g, key, i * decisions + k))
    return finished
