"""Positions for tests: a deal of a wanted kind with wanted cards."""

from .cards import RANKS, SUITS, pack
from .plan import sizes
from .referee import Referee
from .rules import Rules


def fill(rules: Rules, kind: str, wanted: dict, talon: str = "") -> tuple:
    """Hands that begin with the wanted cards of some seats; the rest of the pack in order."""
    each, open_cards = sizes(rules, kind)
    packets = [wanted.get(seat, "").split() for seat in range(rules["players"])] + [talon.split()]
    taken = {card for packet in packets for card in packet}
    rest = sorted(pack(rules["players"], rules.joker) - taken)
    for packet, size in zip(packets, [each] * rules["players"] + [open_cards]):
        missing = size - len(packet)
        packet += rest[:missing]
        rest = rest[missing:]
    return packets[:-1], packets[-1]


def at_deal(kind: str, wanted: dict | None = None, talon: str = "", **options) -> Referee:
    """A game that stands in its first deal of the kind; dealer 0, first hand seat 1."""
    referee = Referee(options)
    referee.number = referee.plan.index(kind)
    referee.deal(*fill(referee.rules, kind, wanted or {}, talon))
    return referee


def apply_all(referee: Referee, *texts: str) -> Referee:
    """The same referee, some decisions later."""
    for text in texts:
        referee.apply(text)
    return referee


def finish_trick(referee: Referee) -> Referee:
    """The others add any card they may."""
    while referee.player is not None and referee.current.trick:
        referee.apply(min(referee.legal()))
    return referee


def suits_apart(players: int) -> dict:
    """Hands with which the first hand, seat 1, takes every trick without trumps by leading down."""
    suits = {name: " ".join(rank + name for rank in reversed(RANKS)) for name in SUITS}
    if players == 4:
        return {1: suits["S"], 2: suits["H"], 3: suits["D"], 0: suits["C"]}
    return {1: suits["S"] + " AC KC QC JC", 2: suits["H"]}


def all_tricks_to_first_hand(kind: str, **options) -> Referee:
    """The game after a misère deal in which seat 1 took every trick."""
    hands = suits_apart(options["players"])
    referee = at_deal(kind, hands, **options)
    for card in hands[1].split():
        finish_trick(apply_all(referee, f"play {card}"))
    return referee
