"""Play of the cards: what may be played, announced, and who takes the trick (R10)."""

from .cards import ACE_MARRIAGE, ACES, MARRIAGE, rank
from .deal import Deal
from .rules import Rules


def legal_plays(rules: Rules, deal: Deal) -> set:
    """The player's legal `play` and `marry` texts."""
    hand = deal.hands[deal.player]
    if deal.trick:
        return {f"play {card}" for card in may_follow(rules, deal, hand)}
    married = {card for card in hand if may_announce(rules, deal, hand, card)}
    plain = hand - married if rules["announce"] == "auto" else hand  # R10.5
    return {f"play {card}" for card in plain} | {f"marry {card}" for card in married}


def may_follow(rules: Rules, deal: Deal, hand: set) -> set:
    """R10.2."""
    led = deal.trick[0][1][1]
    best = best_card(deal)
    same_suit = {card for card in hand if card[1] == led}
    if same_suit:
        trumped = best[1] != led
        if rules["must_beat"] and not trumped:
            return beating(same_suit, best) or same_suit
        return same_suit
    trumps = {card for card in hand if card[1] == deal.trump}
    if trumps:
        if rules["must_overtrump"] and best[1] == deal.trump:
            return beating(trumps, best) or trumps
        return trumps
    return set(hand)


def beating(cards: set, best: str) -> set:
    """Those of the cards, all of the suit of `best`, that beat it."""
    return {card for card in cards if rank(card) > rank(best)}


def best_card(deal: Deal) -> str:
    """R10.3: the card that takes the trick as it lies."""
    led = deal.trick[0][1][1]
    cards = [card for _, card in deal.trick]
    trumps = [card for card in cards if card[1] == deal.trump]
    return max(trumps or [card for card in cards if card[1] == led], key=rank)


def may_announce(rules: Rules, deal: Deal, hand: set, card: str) -> bool:
    """R10.4, R10.6: may this lead be announced as a marriage?"""
    first_lead = deal.tricks_played == 0
    if card[0] in "KQ":
        partner = ("Q" if card[0] == "K" else "K") + card[1]
        return partner in hand and (rules["marriage_first_lead"] or not first_lead)
    if card[0] == "A" and rules["ace_marriage"] != "off":
        return ACES <= hand and not first_lead
    return False


def announce(rules: Rules, deal: Deal, seat: int, card: str) -> None:
    """R10.4, R10.6: the value counts at once, the suit is trumps from this trick on."""
    if card[0] == "A":
        deal.announced[seat].append(("A", ACE_MARRIAGE))
        if rules["ace_marriage"] == "200_trump":
            deal.trump = card[1]
    else:
        deal.announced[seat].append((card[1], MARRIAGE[card[1]]))
        deal.trump = card[1]


def trick_winner(deal: Deal) -> int:
    """R10.3."""
    best = best_card(deal)
    return next(seat for seat, card in deal.trick if card == best)
