"""The open cards of an auction deal: own play or sale, bids, gifts (K8)."""

from .deal import Deal
from .rules import Rules

STEP = 5
HIGHEST = 400


def legal_openings(rules: Rules, deal: Deal) -> set:
    """The owner plays himself or opens a sale; after a failed reserve only below it."""
    top = HIGHEST if deal.reserve is None else deal.reserve - STEP
    return {"keep"} | {f"open {price}" for price in range(0, top + 1, STEP)}


def do_open(rules: Rules, deal: Deal, word: str, what: str) -> None:
    """`keep`, or `open` with a reserve: all others are asked from the owner's left."""
    if word == "keep":
        take(deal, deal.first)
        return
    deal.reserve = int(what)
    deal.passed = set()
    deal.phase = "bid"
    deal.player = deal.left_of(deal.first)


def legal_bids(rules: Rules, deal: Deal) -> set:
    """Steps of 5 from the reserve (at least 5), above the highest bid, to 400."""
    least = max(deal.reserve, STEP) if deal.bid is None else deal.bid + STEP
    return {"pass"} | {f"bid {price}" for price in range(least, HIGHEST + 1, STEP)}


def do_bid(rules: Rules, deal: Deal, word: str, what: str) -> None:
    """A bid or a final pass; then the next who may bid, or the end of the sale."""
    if word == "pass":
        deal.passed.add(deal.player)
    else:
        deal.bid, deal.bidder = int(what), deal.player
    asked = [seat for seat in deal.others(deal.player) if may_bid(deal, seat)]
    if asked:
        deal.player = asked[0]
    else:
        end_sale(deal)


def may_bid(deal: Deal, seat: int) -> bool:
    """The owner does not bid, a pass is final, nobody bids over himself."""
    return seat not in deal.passed and seat not in (deal.first, deal.bidder)


def end_sale(deal: Deal) -> None:
    """The highest bid buys. Without one: own play, or after a reserve the owner decides again."""
    if deal.bidder is not None:
        take(deal, deal.bidder)
    elif deal.reserve == 0:
        take(deal, deal.first)
    else:
        deal.phase = "open"
        deal.player = deal.first


def take(deal: Deal, seat: int) -> None:
    """The seat takes the open cards and will give, name trumps and lead."""
    deal.declarer = seat
    deal.hands[seat] |= deal.talon
    deal.phase = "give"
    deal.player = seat


def legal_gifts(rules: Rules, deal: Deal) -> set:
    """Any card of his choice."""
    return {f"give {card}" for card in deal.hands[deal.player]}


def do_give(rules: Rules, deal: Deal, word: str, what: str) -> None:
    """One card to each of the others, clockwise from the giver's left (K12); then trumps."""
    giver = deal.player
    others = deal.others(giver)
    receiver = others[len(deal.gifts)]
    deal.hands[giver].remove(what)
    deal.hands[receiver].add(what)
    deal.gifts.append((giver, receiver, what))
    if receiver == others[-1]:
        deal.phase = "trump"
