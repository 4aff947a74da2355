"""Compiled loops over a batch of games: begin, step, observe, play at random.

A kernel works on the games ``start`` to ``stop`` of its arrays and releases Python's lock, so that
threads can share a batch.  Every game goes its own way: results don't depend on the split.
"""

import numpy as np

from thousand_env.games.thousand.actions import BASE, DEAL, NUM_ACTIONS, OVER
from thousand_env.games.thousand.cards import count_cards, nth_bit
from thousand_env.games.thousand.encoder import encode_view
from thousand_env.games.thousand.engine import WINDOW, apply, deal, start_match
from thousand_env.games.thousand.observe import OBSERVATION_SIZE
from thousand_env.games.thousand.state import NONE, SEATS, draw
from thousand_env.games.thousand.types import Array, Rules, State, Word
from thousand_env.games.thousand.view import fill_view
from thousand_env.jit import jit

REWARD_NONE, REWARD_WIN, REWARD_SCORE, REWARD_SETTLEMENT = range(4)
SCORE_REWARD_UNIT = 100
SETTLEMENT_REWARD_UNIT = 1000


@jit
def deal_on(g: State, r: Rules, limit: int) -> None:
    """Deal until somebody has to decide, or the match or its ``limit`` of deals is over."""
    while g.phase == DEAL and g.deals < limit:
        deal(g, r)


@jit
def begin_kernel(
    states: Array, rules: Array, starts: Array, which: Array, limit: int, start: int, stop: int
) -> None:
    """Begin the next match, from its start table, in every game where ``which`` is true."""
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
    whether the match ended; ``finals`` (N, words) keeps the games as they ended.  With
    ``autoreset`` a match that ended is followed by the next in the same step.
    """
    r = rules[0]
    slots = np.empty(SEATS, np.int64)
    codes = np.empty(OBSERVATION_SIZE, np.int16)
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
        _observe(g, r, state_words, views, view_words, observation, mask, player, i, codes, slots)


@jit
def _reward(g: State, r: Rules, kind: int, rewards: Array, i: int) -> None:
    """Rewards of a step; a score's change is paid once, also one that came with the first pack."""
    over = g.phase == OVER
    for seat in range(r.players):
        change = g.score[seat] - g.paid[seat]
        g.paid[seat] = g.score[seat]
        if kind == REWARD_SCORE:
            rewards[i, seat] = change / SCORE_REWARD_UNIT
        elif kind == REWARD_WIN and over:
            rewards[i, seat] = 1 if seat == g.winner else -1 / (r.players - 1)
        elif kind == REWARD_SETTLEMENT and over:
            rewards[i, seat] = settlement(g, r, seat) / SETTLEMENT_REWARD_UNIT
        else:
            rewards[i, seat] = 0


@jit
def settlement(g: State, r: Rules, seat: int) -> int:
    """What a seat gets of a finished match: the others pay the winner (R9.6)."""
    if seat != g.winner:
        return g.score[seat] - r.goal
    total = 0
    for other in range(r.players):
        if other != seat:
            total += r.goal - g.score[other]
    return total


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
    slots = np.empty(SEATS, np.int64)
    codes = np.empty(OBSERVATION_SIZE, np.int16)
    for i in range(start, stop):
        g = states[i]
        _observe(
            g, rules[0], state_words, views, view_words, observation, mask, player, i, codes, slots
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
    codes: Array,
    slots: Array,
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
        encode_view(views[i], observation, i, codes, slots)
        write_mask(g, mask, i)


@jit
def write_mask(g: State, mask: Array, row: int) -> None:
    """The legal actions as a row of truth values (A,)."""
    for action in range(NUM_ACTIONS):
        mask[row, action] = False
    base = BASE[g.phase]
    for bit in range(min(WINDOW, NUM_ACTIONS - base)):
        mask[row, base + bit] = (g.legal >> bit) & 1


@jit
def sample_kernel(states: Array, key: int, actions: Array, start: int, stop: int) -> None:
    """A uniformly random legal action of each game into ``actions`` (N,); 0 where it is over."""
    stream = np.uint64(key)
    for i in range(start, stop):
        g = states[i]
        actions[i] = 0
        if g.legal:
            n = draw(stream, i, count_cards(g.legal))
            actions[i] = BASE[g.phase] + nth_bit(g.legal, n)


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
            if g.phase == OVER:
                finished += 1
                g.match += 1
                start_match(g, r, starts[i])
            while g.phase == DEAL:
                deal(g, r)
            n = draw(key, i * decisions + k, count_cards(g.legal))
            apply(g, r, BASE[g.phase] + nth_bit(g.legal, n))
    return finished
