"""The rule set: every option of the game, its values and its default (R2 to R15).

The only place where numbers of the rules stand.  The compiled core sees the options as one record
of plain integers (``RuleSet.compiled``), so another rule set never recompiles anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np

from thousand_env.errors import RulesError
from thousand_env.games.common.options import choice, number, pair, switch
from thousand_env.games.common.ruleset import BaseRules, attribute_of

# Fixed numbers of the game; what may differ between tables is an option below.
FORCED_BID = 100  # R5.1
DARK_BID = 120  # R7.2, R8.1
MAX_BID = 400  # R5.3
CAP_WITHOUT_MARRIAGE = 120  # R5.3
ACE_MARRIAGE_VALUE = 200  # R5.3, R10.6
OBLIGATORY_CONTRACT = 125  # R9.6
OBLIGATORY_ABOVE = 120  # R9.7: he must take more than this
OBLIGATORY_BARRELS_USED = 2  # R9.7: the third barrel
FALL = 120  # R9.3: a fall without an own contract
CONCEDE_SIXTY = 60  # R6.4
SCORE_UNIT = 5  # R2.3
BOLTS_FOR_PENALTY = 3  # R11.4
CONCESSIONS_FOR_PENALTY = 3  # R6.4
DUMP_TRUCK_SCORE = 555  # R11.7
PACK_POINTS = 120  # R1.2
CARDS_EACH = (0, 0, 10, 7, 7)  # R2.2, by players
TALON_SIZE = 3
TWO_TALON_SIZE = 2

# Choices as the core sees them: the position in the option's list.
OFF, OPTIONAL, MANDATORY = range(3)
ACES_PLAY, ACES_REDEAL, ACES_GIVE = range(3)
CAP_MARRIAGES, CAP_PAIR, CAP_120, CAP_NONE = range(4)
CONCEDE_OFF, CONCEDE_60, CONCEDE_HALF = range(3)
DOUBLED_TRICKS, DOUBLED_ALL, DOUBLED_DECLARER = range(3)
FAIL_REPLAY, FAIL_START, FAIL_KEEP = range(3)
KNOCK_FIRST, THIRD_KNOCKS_BOTH, COEXIST = range(3)
BOLTS_OFF, BOLTS_ANY, BOLTS_ROW = range(3)
BONUS_NONE, BONUS_TALON, BONUS_TALON_MARRIAGE, BONUS_ACES40, BONUS_ACES50 = range(5)
ACE_MARRIAGE_OFF, ACE_MARRIAGE_PLAIN, ACE_MARRIAGE_TRUMP = range(3)
NO_SILENCE = -(10**9)
MOST_WEAK_ENDLESSLY = 30  # three hands are rarely all worth much more (R1.2: 120 in all)


_NO_ACE_RULES = {"redeal_four_aces": "off", "four_aces_with_talon": "play"}
_OPEN = _NO_ACE_RULES | {"talon_blind_at_100": False, "golden": False, "obligatory": False}

PRESETS: Final[dict[str, dict[str, Any]]] = {  # R15
    "classic": {},
    "online": _OPEN | {"barrel_contract": 120, "doubled": "declarer"},
    "polish": _OPEN
    | {"bid_step": 10, "round_to": 10, "must_beat": True, "must_overtrump": True}
    | {"dark": False, "dump_truck": False, "bolts": "off", "barrel_at": 0}
    | {"redeal_weak_hand": 0, "redeal_talon_nines": 0, "redeal_weak_talon": 0},
    "pagat": _OPEN
    | {"bid_cap": "pair", "barrel_jump": True, "barrel_contract": 120, "dark": False},
}


@dataclass(frozen=True)
class RuleSet(BaseRules):
    """All options of a game of Thousand; the defaults are the preset ``classic``.

    Frozen and checked: a wrong value or a contradictory pair raises RulesError, and so does an
    unknown option in ``rules``, ``rules_from`` and ``load_rules``, which build rule sets.
    The option ``raise`` is the attribute ``raise_``, since the word is Python's own.
    """

    players: int = number(3, 2, 4, "R2.2", "players at the table; of four, the dealer sits out")
    redeal_four_aces: str = choice("mandatory", "off mandatory", "R4.1", "four aces in a hand")
    redeal_four_nines: str = choice(
        "optional", "off optional mandatory", "R4.2", "re-deal for four nines in a hand"
    )
    redeal_weak_hand: tuple[int, str] = pair(
        14, 120, "optional mandatory", "R4.2", "re-deal for a hand worth less than this"
    )
    redeal_talon_nines: tuple[int, str] = pair(
        2, 3, "optional", "R4.3", "the declarer may ask a re-deal for so many nines in the talon"
    )
    redeal_weak_talon: tuple[int, str] = pair(
        5, 120, "optional", "R4.3", "the declarer may ask a re-deal for a talon worth less"
    )
    four_aces_with_talon: str = choice(
        "give_ace", "play redeal give_ace", "R4.4", "four aces that come together by the talon"
    )
    redeal_limit: int = number(3, 0, 99, "R4.5", "this re-deal in a row costs the dealer; 0 = none")
    redeal_penalty: int = number(120, 5, 1000, "R4.5", "what it costs him", unit=5)
    bid_step: int = number(5, 5, 10, "R5.2", "step of bids and raises", unit=5)
    bid_cap: str = choice("marriages", "marriages pair 120 none", "R5.3", "highest bid on a hand")
    silence_below: int | str = number(
        "off", -5000, 5000, "R5.4", "a player under this score may not bid", unit=5
    )
    talon_blind_at_100: bool = switch(True, "R6.1", "talon not shown when nobody overbid 100")
    raise_: bool = switch(True, "R6.3", "the declarer may raise after the gift")
    concede: str = choice("sixty", "off sixty half", "R6.4", "what a concession pays opponents")
    concede_third_penalty: int = number(
        0, 0, 1000, "R6.4", "extra loss on every third concession", unit=5
    )
    dark: bool = switch(True, "R7.1", "dark bids")
    dark_min_score: int = number(240, -5000, 5000, "R7.1", "score needed to go dark", unit=5)
    dark_raise: bool = switch(False, "R7.3", "the dark bidder may raise")
    dark_concede: bool = switch(True, "R7.3", "the dark bidder may concede")
    doubled: str = choice("tricks", "tricks all declarer", "R7.4", "what a dark deal doubles")
    golden: bool = switch(True, "R8.1", "the first circle is golden")
    golden_circles: int = number(3, 1, 99, "R8.2", "golden circles in all")
    golden_on_fail: str = choice(
        "replay", "replay start keep", "R8.2", "after a circle nobody made"
    )
    golden_double_bolts: bool = switch(False, "R8.1", "a golden bolt counts twice")
    barrel_at: int = number(880, 0, 5000, "R9.1", "score of the barrel; 0 = no barrel", unit=5)
    barrel_jump: bool = switch(False, "R9.1", "reaching the goal by an own contract wins at once")
    goal: int = number(1000, 5, 10000, "R9.1", "score that ends a match")
    barrel_deals: int = number(3, 0, 99, "R9.2", "deals on the barrel; 0 = no limit")
    barrel_contract: int = number(125, 100, 400, "R9.2", "contract that wins from it", unit=5)
    barrel_collision: str = choice(
        "knock_first", "knock_first third_knocks_both coexist", "R9.4", "several on the barrel"
    )
    barrels_to_zero: int = number(3, 0, 99, "R9.5", "this barrel used zeroes the score; 0 = off")
    obligatory: bool = switch(True, "R9.7", "obligatory game: third barrel, last deal")
    must_beat: bool = switch(False, "R10.2", "following, beat the best card if you can")
    must_overtrump: bool = switch(False, "R10.2", "trumping, over-trump if you can")
    marriage_first_lead: bool = switch(
        False, "R10.4", "marriage may be announced at the first lead"
    )
    announce: str = choice("optional", "optional auto", "R10.5", "announcing a marriage")
    ace_marriage: str = choice("off", "off 200 200_trump", "R10.6", "four aces announced for 200")
    round_declarer: bool = switch(False, "R11.1", "the declarer's tricks are rounded first")
    round_to: int = number(5, 5, 10, "R11.2", "opponents' tricks are rounded to this", unit=5)
    bolt_by: str = choice("tricks", "tricks points", "R11.4", "a bolt: no trick, or no point")
    bolt_declarer: bool = switch(True, "R11.4", "the declarer can get a bolt")
    bolts: str = choice("any", "off any row", "R11.4", "every third bolt, or three in a row")
    bolt_penalty: int = number(120, 5, 1000, "R11.4", "what the third bolt costs", unit=5)
    sitter_bonus: str = choice(
        "none", "none talon talon_marriage aces40 aces50", "R11.5", "what the sitting dealer writes"
    )
    dump_truck: bool = switch(True, "R11.7", "exactly 555 drops to 0")
    reverse_dump_truck: bool = switch(False, "R11.7", "exactly -555 rises to 0")

    game: ClassVar[str] = "thousand"
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = PRESETS

    def _check_together(self) -> None:
        aces_apart = self.redeal_four_aces == "off" and self.four_aces_with_talon == "play"
        if self.ace_marriage != "off" and not aces_apart:  # R4.6
            raise RulesError(
                f"ace_marriage = {self.ace_marriage} needs redeal_four_aces = off and "
                f"four_aces_with_talon = play, not {self.redeal_four_aces} and "
                f"{self.four_aces_with_talon} (R4.6)"
            )
        if self.barrel_at and not FALL < self.barrel_at < self.goal:
            raise RulesError(
                f"barrel_at = {self.barrel_at} must be 0 (no barrel), or above {FALL} and below "
                f"goal = {self.goal} (R9.1)"
            )
        limit, mode = self.redeal_weak_hand
        if mode == "mandatory" and limit > MOST_WEAK_ENDLESSLY and not self.redeal_limit:
            raise RulesError(
                f"redeal_weak_hand = {limit}, mandatory would re-deal without end: at most "
                f"{MOST_WEAK_ENDLESSLY} with redeal_limit = 0 (R4.2, R4.5)"
            )
        if self.dump_truck and self.barrel_at == DUMP_TRUCK_SCORE:  # nobody could stay on it
            raise RulesError(
                f"barrel_at = {DUMP_TRUCK_SCORE} contradicts dump_truck = true (R11.7): choose "
                "another score, or dump_truck = false"
            )

    def compiled(self) -> Any:
        """The options as the core reads them: a record array of one, ``RULES_DTYPE``."""
        record = np.zeros(1, RULES_DTYPE)
        for name, option in OPTIONS.items():
            attribute, value = attribute_of(name), getattr(self, attribute_of(name))
            if option.modes:
                record[attribute + "_mode"] = MANDATORY if value[1] == "mandatory" else OPTIONAL
                value = value[0]
            elif option.choices:
                value = OFF if value == "off" else option.choices.index(value)
                if value and name == "redeal_four_aces":
                    value = MANDATORY
            elif value == "off":
                value = NO_SILENCE
            record[attribute] = value
        return record


OPTIONS: Final = RuleSet.options()

_NUMBERS = [(attribute_of(n), np.int32) for n, o in OPTIONS.items() if o.high or o.choices]
_SWITCHES = [(attribute_of(n), np.bool_) for n, o in OPTIONS.items() if not (o.high or o.choices)]
_MODES = [(f"{name}_mode", np.int32) for name, option in OPTIONS.items() if option.modes]
RULES_DTYPE: Final = np.dtype((np.record, _NUMBERS + _MODES + _SWITCHES))

rules, rules_from, load_rules = RuleSet.preset, RuleSet.from_mapping, RuleSet.load
