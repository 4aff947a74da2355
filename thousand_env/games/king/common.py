"""What King takes as it is from the first game: the one place to change when that moves."""

from thousand_env.games.thousand.cards import count_cards, nth_bit
from thousand_env.games.thousand.observe import Block
from thousand_env.games.thousand.options import (
    Option,
    check_is_mapping,
    choice,
    number,
    plain_value,
    switch,
)
from thousand_env.games.thousand.rules import format_value
from thousand_env.games.thousand.state import DEALER_DRAW, draw, stream
from thousand_env.games.thousand.types import Array, Rules, State, Table, View, Word
from thousand_env.games.thousand.view import words

__all__ = [
    "DEALER_DRAW",
    "Array",
    "Block",
    "Option",
    "Rules",
    "State",
    "Table",
    "View",
    "Word",
    "check_is_mapping",
    "choice",
    "count_cards",
    "draw",
    "format_value",
    "nth_bit",
    "number",
    "plain_value",
    "stream",
    "switch",
    "words",
]
