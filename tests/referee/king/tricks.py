"""Naming trumps and playing the cards: what may be played and who takes the trick (K2, K4, K10)."""

from .cards import ACE_OF_HEARTS, JOKER, KING_OF_HEARTS, SUITS, of_suit, strength, suit
from .deal import Deal
from .plan import KING_MATTERS, NO_HEART_LEAD
from .rules import Rules


def legal_trumps(rules: Rules, deal: Deal) -> set:
    """K7, K8."""
    return {f"trump {name}" for name in SUITS}


def do_trump(rules: Rules, deal: Deal, word: str, what: str) -> None:
    """K7, K8: who names trumps leads."""
    deal.trump = what
    deal.phase = "play"
    deal.player = deal.declarer


def legal_plays(rules: Rules, deal: Deal) -> set:
    """The player's legal `play` texts."""
    hand = deal.hands[deal.player]
    cards = may_follow(rules, deal, hand) if deal.trick else may_lead(deal, hand)
    return {f"play {card}" for card in cards}


def may_lead(deal: Deal, hand: set) -> set:
    """K4: no heart in deals 2, 5 and 7 while another suit is held."""
    if deal.kind in NO_HEART_LEAD:
        return hand - of_suit(hand, "H") or hand
    return hand


def may_follow(rules: Rules, deal: Deal, hand: set) -> set:
    """K2, K4."""
    if king_is_forced(rules, deal, hand):
        return {KING_OF_HEARTS}
    return of_suit(hand, led_suit(deal)) or hand


def king_is_forced(rules: Rules, deal: Deal, hand: set) -> bool:
    """K4: must the player, who follows, part with the king of hearts now?"""
    if rules["discard_king"] == "free" or deal.kind not in KING_MATTERS:
        return False
    if KING_OF_HEARTS not in hand:
        return False
    led = led_suit(deal)
    if led == "H":
        return ACE_OF_HEARTS in [card for _, card in deal.trick]
    return not of_suit(hand, led)


def led_suit(deal: Deal) -> str:
    """The suit of the first card of the trick; a led joker is a heart (K10)."""
    return suit(deal.trick[0][1])


def do_play(rules: Rules, deal: Deal, word: str, what: str) -> None:
    """One card; a full trick goes to its winner, who leads; the last ends the deal."""
    seat = deal.player
    deal.hands[seat].remove(what)
    deal.trick.append((seat, what))
    deal.player = deal.left_of(seat)
    if len(deal.trick) < deal.seats:
        return
    winner = trick_winner(deal)
    deal.tricks.append((winner, [card for _, card in deal.trick]))
    deal.trick = []
    deal.player = winner
    if not any(deal.hands):
        deal.phase = "done"


def trick_winner(deal: Deal) -> int:
    """Who takes the trick as it lies."""
    best = best_card([card for _, card in deal.trick], led_suit(deal), deal.trump)
    return next(seat for seat, card in deal.trick if card == best)


def best_card(cards: list, led: str, trump: str | None) -> str:
    """K2: the highest trump, or the highest card led; K10: in a plain trick the joker."""
    if JOKER in cards and led != "H":
        return JOKER
    return max(of_suit(cards, trump) or of_suit(cards, led), key=strength)
