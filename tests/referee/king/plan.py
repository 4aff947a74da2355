"""Which deals a game has, and how many cards are dealt in each (K1, K3, K5..K10)."""

from .rules import Rules

#: K3, in order; a deal's kind is its name here, or robber, trump, auction, lottery, joker.
MISERES = ("no_tricks", "no_hearts", "no_queens", "no_men", "no_king", "no_last")
NO_HEART_LEAD = ("no_hearts", "no_king", "robber")  # K4: deals 2, 5 and 7
KING_MATTERS = ("no_king", "robber")  # K4: deals 5 and 7


def plan(rules: Rules) -> list:
    """The kinds of all deals of a game."""
    if rules.joker:
        return ["joker"] * rules["players"]  # K10
    kinds = list(MISERES)
    if rules["swap_queens_and_men"]:  # K3
        kinds[2], kinds[3] = kinds[3], kinds[2]
    if rules["robber"]:  # K5
        kinds.append("robber")
    for entry in rules["plus"]:  # K6
        kinds += [entry] * round_length(rules, entry)
    return kinds


def round_length(rules: Rules, entry: str) -> int:
    """K7, K8: one deal per player; K9: one, or as many as players."""
    once = entry == "lottery" and rules["lottery_deals"] == "once"
    return 1 if once else rules["players"]


def sizes(rules: Rules, kind: str) -> tuple:
    """K1, K8: the cards in each hand and those open on the table."""
    if kind == "auction":
        return (12, 4) if rules["players"] == 4 else (16, 3)
    return (13, 0) if rules["players"] == 4 else (17, 0)
