"""Tables and hands from outside: what every game checks of them."""

from collections.abc import Callable, Sequence
from typing import Any

from thousand_env.checks import is_whole
from thousand_env.errors import ActionError, TableError
from thousand_env.foreign import shown
from thousand_env.games.common.core import NONE


def check_dealer(dealer: Any, players: int) -> int:
    """A dealer's seat, or -1 for None (drawn by lot)."""
    if dealer is None:
        return NONE
    if not is_whole(dealer, 0) or dealer >= players:
        raise TableError(f"dealer = {shown(dealer)} is no seat; seats are 0 to {players - 1}")
    return int(dealer)


def check_hands(hands: Any, players: int) -> list[Any]:
    """As many hands as players."""
    if not isinstance(hands, (list, tuple)) or len(hands) != players:
        raise TableError(f"hands: a list of {players} texts is expected, one a seat")
    return list(hands)


def parse_cards(place: str, text: Any, parse_card: Callable[[str], int]) -> int:
    """Mask of cards written as a text; ``place`` names it in errors.

    Raises: TableError for what is no card, or a card that stands there twice.
    """
    if not isinstance(text, str) or len(text) > 200:
        raise TableError(f"{place}: a text such as 'AS TH 9C' is expected")
    mask = 0
    for word in text.split():
        try:
            card = parse_card(word)
        except ActionError as error:
            raise TableError(f"{place}: {error}") from None
        if mask >> card & 1:
            raise TableError(f"{place}: {word[:20]} stands there twice")
        mask |= 1 << card
    return mask


def union_of(masks: Sequence[int], mask_text: Callable[[int], str]) -> int:
    """All cards of the masks together.

    Raises: TableError for a card that is in two of them.
    """
    union = 0
    for mask in masks:
        if union & mask:
            raise TableError(f"{mask_text(union & mask)} dealt twice")
        union |= mask
    return union
