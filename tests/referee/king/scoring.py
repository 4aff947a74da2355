"""What a deal writes: penalties (K3, K5, K10), tricks and prices (K7, K8), prizes (K9)."""

from .cards import JOKER, KING_OF_HEARTS, RANKS, of_suit
from .deal import Deal
from .rules import Rules

TRICK = {4: 20, 3: 15}  # K3, by the number of players
HEART = 20
QUEEN = 60
MAN = 30
KING = {4: 150, 3: 140}
LAST = {4: 150, 3: 140}
TRICKS = {4: 13, 3: 17}
PLUS_TRICK = 25  # K7, K8
JOKER_COST = 20  # K10


def written(rules: Rules, deal: Deal) -> list:
    """What each seat writes for a finished deal."""
    if deal.kind == "lottery":
        return prizes(rules, deal)
    points = trick_points(rules, deal)
    if deal.seller is not None:  # K8
        points[deal.declarer] -= deal.bid
        points[deal.seller] += deal.bid
    return points


def trick_points(rules: Rules, deal: Deal) -> list:
    """Points of the tricks finished so far, of each seat, without a price."""
    if deal.kind not in COSTS:
        return [PLUS_TRICK * len(deal.tricks_of(seat)) for seat in range(deal.seats)]
    costs = COSTS[deal.kind]
    return [-sum(cost(rules, deal, seat) for cost in costs) for seat in range(deal.seats)]


def cards_of(deal: Deal, seat: int) -> list:
    """All cards of the seat's tricks."""
    return [card for cards in deal.tricks_of(seat) for card in cards]


def tricks_cost(rules: Rules, deal: Deal, seat: int) -> int:
    """K3, deal 1."""
    return TRICK[deal.seats] * len(deal.tricks_of(seat))


def hearts_cost(rules: Rules, deal: Deal, seat: int) -> int:
    """K3, deal 2."""
    return HEART * len(of_suit(cards_of(deal, seat), "H"))


def queens_cost(rules: Rules, deal: Deal, seat: int) -> int:
    """K3, the girls."""
    return QUEEN * sum(card[0] == "Q" for card in cards_of(deal, seat))


def men_cost(rules: Rules, deal: Deal, seat: int) -> int:
    """K3, the boys."""
    return MAN * sum(card[0] in "KJ" for card in cards_of(deal, seat))


def king_cost(rules: Rules, deal: Deal, seat: int) -> int:
    """K3, deal 5."""
    return KING[deal.seats] * (KING_OF_HEARTS in cards_of(deal, seat))


def last_cost(rules: Rules, deal: Deal, seat: int) -> int:
    """K3, deal 6."""
    last = TRICKS[deal.seats]
    costly = {"last": [last], "last_two": [last - 1, last], "seventh_and_last": [7, last]}
    numbers = costly[rules["last"]]
    winners = [winner for number, (winner, _) in enumerate(deal.tricks, 1) if number in numbers]
    return LAST[deal.seats] // len(numbers) * winners.count(seat)


def joker_cost(rules: Rules, deal: Deal, seat: int) -> int:
    """K10: hearts by their rank, the ace 14; the joker 20."""
    return sum(heart_value(card) for card in of_suit(cards_of(deal, seat), "H"))


def heart_value(card: str) -> int:
    """K10: 2 to 14, the joker 20."""
    return JOKER_COST if card == JOKER else RANKS.index(card[0]) + 2


#: Every kind of deal that costs something, and what.
COSTS = {
    "no_tricks": [tricks_cost],
    "no_hearts": [hearts_cost],
    "no_queens": [queens_cost],
    "no_men": [men_cost],
    "no_king": [king_cost],
    "no_last": [last_cost],
    "robber": [tricks_cost, hearts_cost, queens_cost, men_cost, king_cost, last_cost],  # K5
    "joker": [joker_cost],
}


def prizes(rules: Rules, deal: Deal) -> list:
    """K9: the first and the second out are paid."""
    points = [0] * deal.seats
    for seat, prize in zip(deal.out, prize_money(rules)):
        points[seat] = prize
    return points


def prize_money(rules: Rules) -> tuple:
    """K9."""
    four = rules["players"] == 4
    if rules["lottery_deals"] == "each":
        return (200, 125) if four else (250, 175)
    if four:
        return (800, 500)
    return (790, 485) if rules["lottery_prizes"] == "balanced" else (700, 485)
