"""What one seat knows (R13), as plain data."""


def view(referee, seat: int) -> dict:
    """Exactly what `seat` knows now. Between deals and after the match only the table is left."""
    known = {
        "seat": seat,
        "table": referee.table(),
        "dealer": referee.dealer,
        "winner": referee.winner,
        "to_move": referee.player == seat,
        "phase": referee.phase if referee.player == seat else None,
        "legal": referee.legal() if referee.player == seat else set(),
    }
    if referee.phase not in (None, "over"):
        known.update(deal_view(referee.current, seat))
    return known


def deal_view(deal, seat: int) -> dict:
    """The seat's knowledge of the deal in progress."""
    undecided = deal.phase == "dark"
    auctioned = not undecided and deal.kind in ("ordinary", "dark")
    blind = undecided and seat == deal.first  # R7.1
    sees_talon = deal.talon is not None and (deal.talon_shown or seat == deal.declarer)
    return {
        "first_hand": deal.first,
        "hand": None if blind or seat == deal.sitter else set(deal.hands[seat]),
        "kind": None if undecided else deal.kind,
        "talon": set(deal.talon) if sees_talon else None,
        "gifts": [gift for gift in deal.gifts if seat in gift[:2]],  # (giver, receiver, card)
        "history": seen_history(deal, seat),
        "redeal_penalty_paid_by": deal.penalty,
        "high_bid": deal.bid if auctioned else None,
        "high_bidder": deal.bidder if auctioned else None,
        "declarer": deal.declarer,
        "contract": deal.contract,
        "passed": set(deal.passed),
        "trump": deal.trump,
        "trick": list(deal.trick),
        "leader": deal.leader,
        "raw": [deal.raw(s) for s in range(deal.seats)],
        "tricks": list(deal.tricks),
        "announced": [list(announced) for announced in deal.announced],
    }


def seen_history(deal, seat: int) -> list:
    """R13: every action in order, given cards hidden, others' waives and keeps left out.

    `keep` is asked only of a declarer who has another choice, so that somebody else's `keep`
    would tell what his cards allow; the contract itself is in the view.
    """
    seen = []
    gifts = iter(deal.gifts)
    for actor, text in deal.history:
        if text.startswith("give"):
            giver, receiver, _ = next(gifts)
            text = text if seat in (giver, receiver) else "give ??"
        elif text in ("waive", "keep") and actor != seat:
            continue
        seen.append((actor, text))
    return seen
