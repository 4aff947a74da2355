"""King (K1 to K13); its rules in words are in ``RULES.md`` beside this file.

The names below are what the APIs above (vector, AEC, seat) need of a game.
"""

from thousand_env.games.king.actions import (
    ACTION_TEXTS,
    NUM_ACTIONS,
    PHASES,
    action_text,
    parse_action,
)
from thousand_env.games.king.encoder import encode
from thousand_env.games.king.observe import OBSERVATION_SIZE, OBSERVATION_VERSION, decode
from thousand_env.games.king.rules import PRESETS, RuleSet, load_rules, rules, rules_from

__all__ = [
    "ACTION_TEXTS",
    "NUM_ACTIONS",
    "OBSERVATION_SIZE",
    "OBSERVATION_VERSION",
    "PHASES",
    "PRESETS",
    "RuleSet",
    "action_text",
    "decode",
    "encode",
    "load_rules",
    "parse_action",
    "rules",
    "rules_from",
]
