"""What one seat knows (K13), as plain data."""

from .scoring import trick_points


def view(referee, seat: int) -> dict:
    """Exactly what `seat` knows now. Between deals and after the game only the table is left."""
    deal = referee.current if referee.player is not None else None
    known = {
        "seat": seat,
        "options": dict(referee.rules),
        "plan": list(referee.plan),
        "number": referee.number,  # of the deal played or to come, from 0
        "dealer": referee.dealer,
        "totals": list(referee.totals),
        "results": [{**entry} for entry in referee.results],
        "places": referee.places(),
        "phase": referee.phase,
        "player": referee.player,
        "legal": referee.legal() if referee.player == seat else set(),
    }
    return known if deal is None else {**known, **deal_view(referee.rules, deal, seat)}


def deal_view(rules, deal, seat: int) -> dict:
    """The seat's knowledge of the deal in progress."""
    return {
        "kind": deal.kind,
        "first_hand": deal.first,
        "hand": set(deal.hands[seat]),
        "hand_sizes": [len(hand) for hand in deal.hands],
        "history": seen_history(deal, seat),
        "trump": deal.trump,
        "declarer": deal.declarer,
        "trick": list(deal.trick),
        "tricks": [(winner, list(cards)) for winner, cards in deal.tricks],
        "points": trick_points(rules, deal),  # of the tricks so far
        "talon": set(deal.talon),  # open, also after it was taken
        "reserve": deal.reserve,
        "bid": deal.bid,
        "bidder": deal.bidder,
        "passed": set(deal.passed),
        "gifts": [gift for gift in deal.gifts if seat in gift[:2]],  # (giver, receiver, card)
        "laid": set(deal.laid),
        "out": list(deal.out),
    }


def seen_history(deal, seat: int) -> list:
    """Every decision in order; a card given between two others is hidden."""
    seen = []
    gifts = iter(deal.gifts)
    for actor, text in deal.history:
        if text.startswith("give"):
            text = text if seat in next(gifts)[:2] else "give ??"
        seen.append((actor, text))
    return seen
