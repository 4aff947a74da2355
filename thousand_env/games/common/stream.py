"""The random stream that deals cards: splitmix64 over a key, so that it depends on its key alone."""

import numpy as np

from thousand_env.games.common.types import Array, State, Word
from thousand_env.jit import jit

DEALER_DRAW = 2**31 - 1  # stands for the deal number in the stream that draws the dealer

_GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@jit
def mix(x: Word) -> Word:
    """The finaliser of splitmix64 (Steele, Lea, Flood 2014): 64 bits in, 64 bits out."""
    x = (x ^ (x >> _S30)) * _MIX_1
    x = (x ^ (x >> _S27)) * _MIX_2
    return x ^ (x >> _S31)


@jit
def stream(g: State, deal: int, redeal: int) -> Word:
    """Key of one deal: (seed, deck, match, deal, re-deal number) and nothing else."""
    key = mix(np.uint64(g.seed) + _GOLDEN_GAMMA)
    for part in (g.deck, g.match, np.int64(deal), np.int64(redeal)):
        key = mix((key ^ np.uint64(part)) + _GOLDEN_GAMMA)
    return key


@jit
def draw(key: Word, counter: int, n: int) -> int:
    """Draw ``counter`` of a stream: a number below n (bias under n / 2**32)."""
    word = mix(key + np.uint64(counter) * _GOLDEN_GAMMA) >> _S32
    return int((word * np.uint64(n)) >> _S32)


@jit
def shuffle(key: Word, cards: Array, count: int) -> None:
    """Fisher-Yates over the first ``count`` of ``cards``, in place."""
    for i in range(count - 1, 0, -1):
        j = draw(key, i, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
