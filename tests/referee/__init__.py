"""A slow, plain-Python referee of Thousand, written from the rules page only (R1..R16).

It shares no code with the library: it is the oracle the library is checked against.
"""

from .errors import IllegalMove
from .referee import Referee
from .rules import DEFAULTS, PRESETS, Rules

__all__ = ["DEFAULTS", "PRESETS", "IllegalMove", "Referee", "Rules"]
