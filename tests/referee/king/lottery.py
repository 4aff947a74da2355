"""The lottery: cards laid out by suit (K9)."""

from .cards import RANKS
from .deal import Deal
from .rules import Rules


def legal_lays(rules: Rules, deal: Deal) -> set:
    """A card that fits must be laid; only without one there is `pass`."""
    hand = deal.hands[deal.player]
    fitting = {f"lay {card}" for card in hand if fits(rules, deal.laid, card)}
    return fitting or {"pass"}


def fits(rules: Rules, laid: set, card: str) -> bool:
    """A start card, or a card next to a laid one, up or down."""
    rank, suit = card
    neighbours = [other + suit for other in RANKS if distance(other, rank) == 1]
    return rank == rules["lottery_start"] or any(other in laid for other in neighbours)


def distance(rank: str, other: str) -> int:
    """Steps between two ranks; the ace is above the king only (K1)."""
    return abs(RANKS.index(rank) - RANKS.index(other))


def do_lay(rules: Rules, deal: Deal, word: str, what: str) -> None:
    """A card or a pass; the next player with cards; the end when two are out."""
    seat = deal.player
    if word == "lay":
        deal.hands[seat].remove(what)
        deal.laid.add(what)
        if not deal.hands[seat]:
            deal.out.append(seat)
    if len(deal.out) == 2:
        deal.phase = "done"
    else:
        deal.player = next(other for other in deal.others(seat) if deal.hands[other])
