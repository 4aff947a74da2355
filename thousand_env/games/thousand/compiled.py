"""Thousand's part in the shared compiled loops, and their registration."""

from typing import Final

from thousand_env.games.common import core
from thousand_env.games.common.sets import nth_bit
from thousand_env.games.common.stream import draw
from thousand_env.games.common.types import Array, Rules, State, Word
from thousand_env.games.thousand import encoder, engine
from thousand_env.games.thousand.actions import BASE, NUM_ACTIONS, OVER
from thousand_env.games.thousand.cards import count_cards
from thousand_env.games.thousand.observe import OBSERVATION_SIZE
from thousand_env.games.thousand.state import STATE_DTYPE
from thousand_env.games.thousand.view import VIEW_DTYPE, fill_view
from thousand_env.jit import jit

REWARD_WIN, REWARD_SCORE, REWARD_SETTLEMENT = range(3)
REWARDS: Final = {"win": REWARD_WIN, "score": REWARD_SCORE, "settlement": REWARD_SETTLEMENT}
SCORE_REWARD_UNIT = 100
SETTLEMENT_REWARD_UNIT = 1000


@jit
def played(g: State) -> int:
    """Deals played: a match begins with none, whatever its table."""
    return g.deals


@jit
def pay(g: State, r: Rules, kind: int, rewards: Array, row: int) -> None:
    """Rewards of a step; a score's change is paid once, also one that came with the first pack."""
    over = g.phase == OVER
    for seat in range(r.players):
        change = g.score[seat] - g.paid[seat]
        g.paid[seat] = g.score[seat]
        if kind == REWARD_SCORE:
            rewards[row, seat] = change / SCORE_REWARD_UNIT
        elif kind == REWARD_WIN and over:
            rewards[row, seat] = 1 if seat == g.winner else -1 / (r.players - 1)
        elif kind == REWARD_SETTLEMENT and over:
            rewards[row, seat] = settlement(g, r, seat) / SETTLEMENT_REWARD_UNIT
        else:
            rewards[row, seat] = 0


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
def write_mask(g: State, mask: Array, row: int) -> None:
    """The legal actions as a row of truth values (A,)."""
    for action in range(NUM_ACTIONS):
        mask[row, action] = False
    base = BASE[g.phase]
    for bit in range(min(engine.WINDOW, NUM_ACTIONS - base)):
        mask[row, base + bit] = (g.legal >> bit) & 1


@jit
def random_action(g: State, key: Word, counter: int) -> int:
    """A uniformly random legal action, by one draw of a stream."""
    return BASE[g.phase] + nth_bit(g.legal, draw(key, counter, count_cards(g.legal)))


core.register(
    STATE_DTYPE,
    VIEW_DTYPE,
    OBSERVATION_SIZE,
    start_match=engine.start_match,
    deal=engine.deal,
    deal_given=engine.deal_given,
    apply=engine.apply,
    renew=engine.settle,
    played=played,
    write_mask=write_mask,
    random_action=random_action,
    pay=pay,
    fill_view=fill_view,
    new_scratch=encoder.new_scratch,
    encode_view=encoder.encode_view,
)
