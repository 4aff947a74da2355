"""Random options, deals and decisions, and other worlds a seat cannot tell apart (for tests)."""

import copy
import random

from tests.referee.errors import IllegalMove

from .cards import ORDER, RANKS, pack, suit
from .plan import sizes
from .referee import Referee
from .rules import PLUS, PRESETS, WORDS, Rules


def random_options(rng: random.Random) -> dict:
    """A preset, a joker game, or every option at random; always allowed."""
    players = rng.choice((3, 4))
    draw = rng.random()
    if draw < 0.15:
        return {"preset": rng.choice(sorted(PRESETS)), "players": players}
    if draw < 0.3:
        return {"players": players, "variant": "joker"}
    options = {name: rng.choice(words) for name, words in WORDS.items()}
    robber = rng.random() < 0.5
    return {
        **options,
        "players": players,
        "variant": "king",
        "swap_queens_and_men": rng.random() < 0.5,
        "robber": robber,
        "plus": [rng.choice(PLUS) for _ in range(1 + robber)],
        "lottery_start": rng.choice(("8", "8", rng.choice(RANKS[1:]))),  # no 2 for three
    }


def random_pack(rng: random.Random, rules: Rules) -> list:
    """A shuffled pack; every other one more or less sorted by ranks or by suits.

    So that long suits, voids and hands of hearts only come often.
    """
    cards = sorted(pack(rules["players"], rules.joker))
    if rng.random() < 0.5:
        rng.shuffle(cards)
        return cards
    order = rng.sample("SCDH", 4)
    by_suit, disorder = rng.random() < 0.7, rng.choice((0.2, 1, 3))

    def place(card: str) -> float:
        base = order.index(suit(card)) if by_suit else ORDER.index(card[0]) / 3
        return base + disorder * rng.random()

    return sorted(cards, key=place)


def random_deal(rng: random.Random, referee: Referee) -> tuple:
    """Hands and open cards for the deal the referee waits for, as texts."""
    cards = random_pack(rng, referee.rules)
    n, (each, open_cards) = referee.rules["players"], sizes(referee.rules, referee.kind)
    packets = [cards[seat * each : (seat + 1) * each] for seat in range(n)]
    rng.shuffle(packets)
    talon = cards[n * each :]
    assert len(talon) == open_cards
    return [" ".join(packet) for packet in packets], " ".join(talon)


def choose(rng: random.Random, legal: set) -> str:
    """A random decision; low prices and passes more often than a uniform draw would.

    Passes most of all, so that reserves find no buyer and are lowered.
    """
    texts = sorted(legal)
    calm = [text for text in texts if text in ("pass", "keep")]
    if calm and rng.random() < (0.8 if calm == ["pass"] else 0.2):
        return calm[0]
    priced = [text for text in texts if text.startswith(("open", "bid"))]
    if priced and rng.random() < 0.7:
        return rng.choice(sorted(priced, key=lambda text: int(text.split()[1]))[:4])
    return rng.choice(texts)


def other_world(rng: random.Random, start: Referee, dealt: tuple, seat: int, now: Referee):
    """The referee in another world that looks the same to the seat, or None.

    `start` waits for the deal `dealt`, `now` has played in it. Two cards the seat cannot place
    change their holders, in the hands dealt and in the hidden gifts.
    """
    deal = now.current
    swapped = swap_of_gift(rng, deal, seat) or swap_of_hands(rng, deal, seat)
    if swapped is None:
        return None
    cards, in_hands = swapped
    hands = [renamed(text, cards) if in_hands else text for text in dealt[0]]
    other = copy.deepcopy(start)
    other.deal(hands, dealt[1])
    try:
        for _, text in deal.history:
            other.apply(renamed(text, cards) if text.startswith("give") else text)
    except IllegalMove:
        return None
    return other


def swap_of_gift(rng: random.Random, deal, seat: int):
    """Sometimes: a gift between two others was another card of the giver."""
    hidden = [
        gift for gift in deal.gifts if seat not in gift[:2] and gift[2] in deal.hands[gift[1]]
    ]
    if not hidden or rng.random() < 0.5:
        return None
    giver, _, card = rng.choice(hidden)
    kept = sorted(deal.hands[giver])
    return ((card, rng.choice(kept)), False) if kept else None


def swap_of_hands(rng: random.Random, deal, seat: int):
    """A card of one other seat for a card of another; none that the seat has seen."""
    seen = set(deal.talon) | {gift[2] for gift in deal.gifts if seat in gift[:2]}
    one, two = rng.sample(deal.others(seat), 2)
    first, second = sorted(deal.hands[one] - seen), sorted(deal.hands[two] - seen)
    return ((rng.choice(first), rng.choice(second)), True) if first and second else None


def renamed(text: str, cards: tuple) -> str:
    """The text with two cards exchanged."""
    other = {cards[0]: cards[1], cards[1]: cards[0]}
    return " ".join(other.get(word, word) for word in text.split())
