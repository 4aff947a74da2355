"""Re-deals by hand, the dark offer, caps and bids (R4, R5, R7.1)."""

from .cards import ACE_MARRIAGE, ACES, NINES, marriage_points, marriages, points
from .deal import Deal
from .rules import Rules
from .table import Table

HIGHEST_BID = 400  # R5.3


def mandatory_redeal(rules: Rules, deal: Deal) -> bool:
    """R4.1, R4.2: does a dealt hand force a re-deal?"""
    return any(hand_is_mandatory(rules, deal.hands[seat]) for seat in deal.active)


def hand_is_mandatory(rules: Rules, hand: set) -> bool:
    """R4.1, R4.2, the forms that happen by themselves."""
    if rules["redeal_four_aces"] == "mandatory" and ACES <= hand:
        return True
    return hand_has_redeal(rules, hand, "mandatory")


def hand_has_redeal(rules: Rules, hand: set, mode: str) -> bool:
    """R4.2: four nines or a weak hand, in the given mode."""
    least, weak_mode = rules["redeal_weak_hand"]
    four_nines = rules["redeal_four_nines"] == mode and NINES <= hand
    weak = weak_mode == mode and points(hand) < least
    return four_nines or weak


def talon_has_redeal(rules: Rules, talon: set) -> bool:
    """R4.3: enough nines in the talon, or few points."""
    nines = rules["redeal_talon_nines"]
    enough_nines = nines > 0 and len(talon & NINES) >= nines
    return enough_nines or points(talon) < rules["redeal_weak_talon"]


def silenced(rules: Rules, table: Table, seat: int) -> bool:
    """R5.4, on the score at this moment."""
    below = rules["silence_below"]
    return below is not None and table.score[seat] < below


def obliged(rules: Rules, table: Table, deal: Deal) -> int | None:
    """R9.7: who must play the obligatory game in this deal, if anybody."""
    if not rules["obligatory"] or not rules["barrel_deals"] or not rules["barrel_at"]:
        return None
    for seat in deal.active:
        last = table.barrel_deals_used[seat] == rules["barrel_deals"] - 1
        if last and table.barrels_used[seat] == 2:
            return seat
    return None


def dark_is_offered(rules: Rules, table: Table, deal: Deal) -> bool:
    """R7.1 (golden and obligatory deals never get here)."""
    return (
        rules["dark"]
        and not silenced(rules, table, deal.first)
        and table.score[deal.first] >= rules["dark_min_score"]
        and not any(table.on_barrel(seat) for seat in range(deal.seats))
    )


def cap(rules: Rules, hand: set) -> int:
    """R5.3: the highest bid allowed on these cards."""
    if rules["bid_cap"] == "none":
        return HIGHEST_BID
    if rules["bid_cap"] == "120":
        return 120
    if rules["bid_cap"] == "pair":
        return HIGHEST_BID if marriages(hand) else 120
    top = 120 + marriage_points(hand)
    if rules["ace_marriage"] != "off" and ACES <= hand:
        top += ACE_MARRIAGE
    return min(top, HIGHEST_BID)


def raises(rules: Rules, over: int, hand: set) -> list:
    """R5.2, R6.3: the multiples of bid_step above `over`, up to the cap."""
    step = rules["bid_step"]
    return [bid for bid in range(over + 1, cap(rules, hand) + 1) if bid % step == 0]


def legal_bids(rules: Rules, table: Table, deal: Deal) -> set:
    """R5.1..R5.4, R7.2: what the player to speak may say in the auction."""
    hand = deal.hands[deal.player]
    dark_stands = deal.kind == "dark"
    if silenced(rules, table, deal.player) or (dark_stands and not marriages(hand)):
        return {"pass"}
    return {"pass"} | {f"bid {bid}" for bid in raises(rules, deal.bid, hand)}
