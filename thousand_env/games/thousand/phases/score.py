"""What a deal comes to for each seat (R6.4, R7.4, R11.1 to R11.5)."""

from thousand_env.games.common.types import Rules, State
from thousand_env.games.thousand.cards import ACE, SUIT_SIZE, marriage_points, mask_points
from thousand_env.games.thousand.phases.barrel import on_barrel
from thousand_env.games.thousand.rules import (
    BOLTS_FOR_PENALTY,
    BOLTS_OFF,
    BOLTS_ROW,
    BONUS_ACES40,
    BONUS_NONE,
    BONUS_TALON,
    BONUS_TALON_MARRIAGE,
    CONCEDE_60,
    CONCEDE_SIXTY,
    CONCESSIONS_FOR_PENALTY,
    DOUBLED_ALL,
    DOUBLED_DECLARER,
    OBLIGATORY_ABOVE,
    SCORE_UNIT,
)
from thousand_env.games.thousand.state import DARK_DEAL, GOLDEN_DEAL, OBLIGATORY_DEAL, sitter
from thousand_env.jit import jit

_BY_POINTS = 1  # bolt_by = points


@jit
def round_points(points: int, unit: int) -> int:
    """To the nearest multiple of 5 or 10; halves go down (R11.2)."""
    return (points + (unit - 1) // 2) // unit * unit


@jit
def sits_out(g: State, r: Rules, seat: int) -> bool:
    """Is this the dealer of four (R2.2)?"""
    return seat == sitter(g.first_hand, r.players)


@jit
def raw_points(g: State, seat: int) -> int:
    """Tricks and announced marriages, unrounded (R11.3)."""
    return g.trick_points[seat] + g.marriage_points[seat]


@jit
def is_made(g: State, r: Rules) -> bool:
    """Did the declarer make the contract (R11.1, R9.7)?"""
    return not g.conceded and raw_points(g, g.declarer) >= least_total(g, r)


@jit
def least_total(g: State, r: Rules) -> int:
    """The least raw total that makes the contract (R11.1, R9.7).

    A declarer's rounded tricks make it (``round_declarer``) if the total rounded does: marriages are
    multiples of ten.
    """
    if g.kind == OBLIGATORY_DEAL:
        return OBLIGATORY_ABOVE + 1
    if not r.round_declarer:
        return int(g.contract)
    unit = int(r.round_to)
    return (g.contract + unit - 1) // unit * unit - (unit - 1) // 2


@jit
def _factor(g: State) -> int:
    """What dark and golden deals multiply (R7.4, R8.1)."""
    return 2 if g.kind == DARK_DEAL or g.kind == GOLDEN_DEAL else 1


@jit
def entry(g: State, r: Rules, seat: int, made: bool) -> int:
    """The deal's own result for a seat, without bolts."""
    if sits_out(g, r, seat):
        return sitter_entry(g, r, seat)
    if seat == g.declarer:
        return g.contract * _factor(g) if made else -g.contract * _factor(g)
    if g.conceded:
        return _concession_entry(g, r, seat)
    return _opponent_entry(g, r, seat)


@jit
def _opponent_entry(g: State, r: Rules, seat: int) -> int:
    """Rounded tricks and announced marriages (R11.2), doubled as R7.4 says."""
    tricks = round_points(g.trick_points[seat], r.round_to)
    marriages = g.marriage_points[seat]
    if r.doubled != DOUBLED_DECLARER:
        tricks *= _factor(g)
    if r.doubled == DOUBLED_ALL:
        marriages *= _factor(g)
    return tricks + marriages


@jit
def _concession_entry(g: State, r: Rules, seat: int) -> int:
    """What a concession pays an opponent (R6.4, R7.4)."""
    if on_barrel(g, seat):
        return 0
    half = g.contract // 2 // SCORE_UNIT * SCORE_UNIT
    amount = CONCEDE_SIXTY if r.concede == CONCEDE_60 else half
    return amount if r.doubled == DOUBLED_DECLARER else amount * _factor(g)


@jit
def sitter_entry(g: State, r: Rules, seat: int) -> int:
    """What the dealer who sits out writes (R11.5)."""
    if r.sitter_bonus == BONUS_NONE or on_barrel(g, seat):
        return 0
    talon = g.talon[0]
    if r.sitter_bonus == BONUS_TALON:
        return round_points(mask_points(talon), r.round_to)
    if r.sitter_bonus == BONUS_TALON_MARRIAGE:
        return round_points(mask_points(talon), r.round_to) + marriage_points(talon)
    each = 40 if r.sitter_bonus == BONUS_ACES40 else 50
    bonus = marriage_points(talon)
    for suit in range(4):
        if (talon >> (suit * SUIT_SIZE + ACE)) & 1:
            bonus += each
    return bonus


@jit
def count_concession(g: State, r: Rules) -> int:
    """Count a concession; the extra loss if it is a third one (R6.4)."""
    g.concessions[g.declarer] += 1
    third = g.concessions[g.declarer] % CONCESSIONS_FOR_PENALTY == 0
    return r.concede_third_penalty if third else 0


@jit
def write_bolt(g: State, r: Rules, seat: int) -> bool:
    """Count a seat's bolts of this deal; True if the third one falls (R11.4)."""
    g.last_bolts[seat] = 0
    can_get = not g.conceded and not sits_out(g, r, seat)
    can_get = can_get and (r.bolt_declarer or seat != g.declarer)
    if r.bolts == BOLTS_OFF or not can_get:
        return False
    by_points = r.bolt_by == _BY_POINTS
    empty = raw_points(g, seat) == 0 if by_points else g.tricks[seat] == 0
    if not empty:
        if r.bolts == BOLTS_ROW:
            g.bolts[seat] = 0
        return False
    g.last_bolts[seat] = _bolt_weight(g, r)
    g.bolts[seat] += g.last_bolts[seat]
    if g.bolts[seat] < BOLTS_FOR_PENALTY:
        return False
    g.bolts[seat] -= BOLTS_FOR_PENALTY
    return True


@jit
def _bolt_weight(g: State, r: Rules) -> int:
    """Two in a dark, one in a golden deal unless the rules double it (R7.4, R8.1)."""
    if g.kind == DARK_DEAL or (g.kind == GOLDEN_DEAL and r.golden_double_bolts):
        return 2
    return 1
