"""What one seat knows (B10): everything but the cards left out and those to come."""


def view(referee, seat: int) -> dict:
    """What `seat` sees now, as plain data; by seat, None for who has no turn now."""
    to_move = referee.player == seat
    seats = range(referee.rules["players"])
    turns = [referee.turns.get(s) for s in seats]
    return {
        "seat": seat,
        "to_move": to_move,
        "legal": referee.legal() if to_move else set(),
        "player": referee.player,
        "phase": referee.phase,
        "table": referee.table(),
        "dealer": referee.dealer,
        "circle": referee.circle,
        "extra": referee.extra,
        "taking_part": set(referee.taking_part()),
        "turn_kind": [turn and turn.kind for turn in turns],
        "turn_deals": [turn and list(turn.deals) for turn in turns],
        "turn_points": [turn and turn.points for turn in turns],
        "hands": [set(referee.hands[s]) if s in referee.hands else None for s in seats],
        "winner": referee.winner,
        "score_table": referee.rules.label,
    }
