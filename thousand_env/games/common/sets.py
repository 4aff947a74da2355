"""Sets of cards as bits of a word."""

from collections.abc import Iterable

from thousand_env.jit import jit


@jit
def count_cards(word: int) -> int:
    """Number of cards in a set; in general, of bits in a word below 2**63 (Hacker's Delight)."""
    x = int(word)
    x -= (x >> 1) & 0x5555555555555555
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x += x >> 8
    x += x >> 16
    x += x >> 32
    return x & 0x7F


@jit
def nth_bit(word: int, n: int) -> int:
    """Position of the n-th bit set in a word below 2**63, counted from 0."""
    x = int(word)
    for _ in range(n):
        x &= x - 1
    return count_cards((x & -x) - 1)


def mask_cards(mask: int) -> list[int]:
    """Card numbers in a set, lowest first."""
    return [card for card in range(int(mask).bit_length()) if mask >> card & 1]


def cards_mask(cards: Iterable[int]) -> int:
    """Set of cards as a mask."""
    mask = 0
    for card in cards:
        mask |= 1 << int(card)
    return mask
