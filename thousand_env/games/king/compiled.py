"""King's part in the shared compiled loops, and their registration."""

from typing import Final

from thousand_env.games.common import core
from thousand_env.games.common.rewards import win_by_score
from thousand_env.games.common.sets import count_cards, nth_bit
from thousand_env.games.common.stream import draw
from thousand_env.games.common.types import Array, Rules, State, Word
from thousand_env.games.king import encoder, engine
from thousand_env.games.king.actions import BASE, LEGAL_WORDS, NUM_ACTIONS, OVER, WORD_BITS
from thousand_env.games.king.observe import OBSERVATION_SIZE
from thousand_env.games.king.state import STATE_DTYPE
from thousand_env.games.king.view import VIEW_DTYPE, fill_view
from thousand_env.jit import jit

REWARD_WIN, REWARD_SCORE = range(2)
REWARDS: Final = {"win": REWARD_WIN, "score": REWARD_SCORE}
SCORE_REWARD_UNIT = 100


@jit
def played(g: State) -> int:
    """Deals played since the start table, which may stand anywhere in the plan."""
    return g.deals - g.start_deals


@jit
def pay(g: State, r: Rules, kind: int, rewards: Array, row: int) -> None:
    """Rewards of a step: the change of the totals, or at the end who has won (K11)."""
    for seat in range(r.players):
        change = g.score[seat] - g.paid[seat]
        g.paid[seat] = g.score[seat]
        rewards[row, seat] = change / SCORE_REWARD_UNIT if kind == REWARD_SCORE else 0
    if kind == REWARD_WIN and g.phase == OVER:
        for seat in range(r.players):
            rewards[row, seat] = win_by_score(g, r, seat)


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
