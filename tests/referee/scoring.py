"""What each seat writes for a deal: contract, points, concession, bolts, bonus (R6.4, R7.4, R11)."""

from .cards import ACES, marriage_points, points, rounded
from .deal import Deal
from .rules import Rules
from .table import Table

OBLIGATORY_NEEDS = 121  # R9.7: more than 120


def is_made(rules: Rules, deal: Deal) -> bool:
    """R11.1, R9.7, R7.4: on plain points."""
    if deal.conceded:
        return False
    if deal.kind == "obligatory":
        return deal.raw(deal.declarer) >= OBLIGATORY_NEEDS
    taken = deal.trick_points[deal.declarer]
    if rules["round_declarer"]:
        taken = rounded(taken, rules["round_to"])
    return taken + deal.marriage_points(deal.declarer) >= deal.contract


def played_entry(rules: Rules, deal: Deal, seat: int) -> int:
    """R11.1, R11.2, R7.4: one active seat's result of a played deal, without bolts."""
    twice = 2 if deal.is_doubled() else 1
    if seat == deal.declarer:
        return twice * (deal.contract if is_made(rules, deal) else -deal.contract)
    taken = rounded(deal.trick_points[seat], rules["round_to"])
    married = deal.marriage_points(seat)
    if rules["doubled"] == "declarer":
        return taken + married
    if rules["doubled"] == "all":
        return twice * (taken + married)
    return twice * taken + married


def conceded_entry(rules: Rules, table: Table, deal: Deal, seat: int) -> int:
    """R6.4, R7.4: one active seat's result of a conceded deal."""
    twice = 2 if deal.is_doubled() else 1
    if seat == deal.declarer:
        third = table.concessions[seat] % 3 == 0  # this one is counted already
        return -twice * deal.contract - (rules["concede_third_penalty"] if third else 0)
    if table.on_barrel(seat):
        return 0
    amount = 60 if rules["concede"] == "sixty" else deal.contract // 2 // 5 * 5
    return amount if rules["doubled"] == "declarer" else twice * amount


def sitter_bonus(rules: Rules, table: Table, deal: Deal) -> int:
    """R11.5: what the dealer who sits out writes, from the talon as dealt."""
    form = rules["sitter_bonus"]
    talon = deal.talons[0]
    if form == "none" or table.on_barrel(deal.sitter):
        return 0
    if form == "talon":
        return rounded(points(talon), rules["round_to"])
    if form == "talon_marriage":
        return rounded(points(talon), rules["round_to"]) + marriage_points(talon)
    each = 40 if form == "aces40" else 50
    return each * len(talon & ACES) + marriage_points(talon)


def can_get_bolt(rules: Rules, deal: Deal, seat: int) -> bool:
    """R11.4: can this deal give the seat a bolt at all?"""
    if rules["bolts"] == "off" or deal.conceded or seat not in deal.active:
        return False
    return seat != deal.declarer or rules["bolt_declarer"]


def earned_bolts(rules: Rules, deal: Deal, seat: int) -> int:
    """R11.4, R7.4, R8.1: bolts of a seat that can get one: none, one, or two."""
    nothing = deal.raw(seat) if rules["bolt_by"] == "points" else deal.tricks[seat]
    if nothing != 0:
        return 0
    golden_two = deal.kind == "golden" and rules["golden_double_bolts"]
    return 2 if deal.kind == "dark" or golden_two else 1


def write_bolts(rules: Rules, table: Table, deal: Deal) -> tuple:
    """R11.4: write this deal's bolts; (bolts by seat, the seats that pay for a third)."""
    written = [0] * deal.seats
    paying = set()
    for seat in deal.active:
        if not can_get_bolt(rules, deal, seat):
            continue
        written[seat] = earned_bolts(rules, deal, seat)
        if written[seat] == 0 and rules["bolts"] == "row":
            table.bolts[seat] = 0
        table.bolts[seat] += written[seat]
        if table.bolts[seat] >= 3:
            table.bolts[seat] -= 3
            paying.add(seat)
    return written, paying


def entries(rules: Rules, table: Table, deal: Deal, paying: set) -> list:
    """R16 `entry`: the deal's own result for each seat, with bolt penalties."""
    entry = [0] * deal.seats
    for seat in deal.active:
        if deal.conceded:
            entry[seat] = conceded_entry(rules, table, deal, seat)
        else:
            entry[seat] = played_entry(rules, deal, seat)
        if seat in paying:
            entry[seat] -= rules["bolt_penalty"]
    if deal.sitter is not None:
        entry[deal.sitter] = sitter_bonus(rules, table, deal)
    return entry
