"""King (K1 to K13); its rules in words are in ``RULES.md`` beside this file.

The names below are those of ``games/interface.py``.
"""

from pathlib import Path
from typing import Final

from thousand_env.games.king.actions import (
    ACTION_TEXTS,
    NUM_ACTIONS,
    PHASES,
    action_text,
    parse_action,
)
from thousand_env.games.king.compiled import REWARDS, SCORE_REWARD_UNIT
from thousand_env.games.king.game import Game
from thousand_env.games.king.observe import (
    LAYOUT,
    OBSERVATION_SIZE,
    OBSERVATION_VERSION,
    decode,
)
from thousand_env.games.king.outcome import deal_columns, win_shares
from thousand_env.games.king.restore import check_states
from thousand_env.games.king.rules import (
    MAX_DEALS,
    PRESETS,
    RuleSet,
    load_rules,
    rules,
    rules_from,
)
from thousand_env.games.king.state import STATE_DTYPE, TABLE_DTYPE, new_states
from thousand_env.games.king.table import (
    idle_seat,
    new_table,
    parse_hands,
    parse_table,
    table_dict,
)
from thousand_env.games.king.view import VIEW_DTYPE, new_views

TITLE: Final = "King"
RULES_PAGE: Final = Path(__file__).with_name("RULES.md")
MOST_DEALS: Final = MAX_DEALS  # no game is longer

__all__ = [
    "ACTION_TEXTS",
    "LAYOUT",
    "MOST_DEALS",
    "NUM_ACTIONS",
    "OBSERVATION_SIZE",
    "OBSERVATION_VERSION",
    "PHASES",
    "PRESETS",
    "REWARDS",
    "RULES_PAGE",
    "SCORE_REWARD_UNIT",
    "STATE_DTYPE",
    "TABLE_DTYPE",
    "TITLE",
    "VIEW_DTYPE",
    "Game",
    "RuleSet",
    "action_text",
    "check_states",
    "deal_columns",
    "decode",
    "idle_seat",
    "load_rules",
    "new_states",
    "new_table",
    "new_views",
    "parse_action",
    "parse_hands",
    "parse_table",
    "rules",
    "rules_from",
    "table_dict",
    "win_shares",
]
