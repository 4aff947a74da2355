"""Positions for the solver's tests: random endings as states of the core, and as the oracle's."""

import copy
import random
from itertools import permutations

import thousand_env as te
from tests.brute_force import Position
from thousand_agents.solver import Solver
from thousand_env.games.thousand import rules_from
from thousand_env.games.thousand.actions import A_MARRY, A_MARRY_ACE, PLAY
from thousand_env.games.thousand.cards import (
    ALL_ACES,
    card_text,
    cards_mask,
    has_marriage,
    mask_cards,
)
from thousand_env.games.thousand.engine import apply, legal
from thousand_env.games.thousand.state import NONE, new_states


def random_play_rules(rng: random.Random, players: int) -> te.RuleSet:
    """Rules with every option of R10 drawn at random."""
    options = {
        "preset": "online",
        "players": players,
        "must_beat": rng.random() < 0.5,
        "must_overtrump": rng.random() < 0.5,
        "marriage_first_lead": rng.random() < 0.5,
        "announce": rng.choice(("optional", "auto")),
        "ace_marriage": rng.choice(("off", "200", "200_trump")),
    }
    return rules_from(options)


def random_ending(rng, rules, cards, laid=0, first=False):
    """A state (1,) with so many cards in each hand, then ``laid`` random ones on the table.

    Any leader, trump and declarer; four aces or a marriage often lie in one hand.  With ``first``
    this is a deal's first lead, by the declarer: a deal of few cards.
    """
    states = new_states(1)
    g, compiled = states[0], rules.compiled()[0]
    g.first_hand, g.phase, g.contract = rng.randrange(rules.players), PLAY, 100
    g.barrel_deals[:] = NONE
    sitter = (g.first_hand + 3) % 4 if rules.players == 4 else None
    seats = [seat for seat in range(rules.players) if seat != sitter]
    g.declarer, g.trump = rng.choice(seats), NONE
    g.to_move = g.declarer
    lucky = rng.choice((seats.index(g.declarer), rng.randrange(len(seats))))
    pack = random_pack(rng, lucky, cards)
    for seat in seats:
        g.hand[seat] = cards_mask(pack.pop() for _ in range(cards))
    if not first:
        g.tricks_played = (8 if len(seats) == 3 else 11) - cards
        g.trump, g.to_move = rng.randrange(-1, 4), rng.choice(seats)
        for seat in seats:
            g.played[seat] = cards_mask(pack.pop() for _ in range(g.tricks_played))
            g.trick_points[seat] = rng.randrange(40)
            g.marriage_points[seat] = rng.choice((0, 0, 40, 100))
    g.legal = legal(g, compiled)
    for _ in range(laid):
        apply(g, compiled, rng.choice(actions(g)))
    return states


def random_pack(rng, lucky, cards):
    """24 cards, dealt from the end; something to announce often lies in the hand ``lucky``."""
    pack = rng.sample(range(24), 24)
    suit = 6 * rng.randrange(4)
    together = rng.choice(([], [suit + 2, suit + 3], [5, 11, 17, 23]))
    if len(together) <= cards:
        pack = [card for card in pack if card not in together]
        place = len(pack) - cards * lucky
        pack[place:place] = together
    return pack


def actions(g):
    """Numbers of the legal plays of a state."""
    return [action for action in range(36) if int(g.legal) >> action & 1]


def position_of(rules, g):
    """A state in play as the oracle has it."""
    players = range(rules.players)
    sitter = (g.first_hand + 3) % 4 if rules.players == 4 else None
    seats = [(g.declarer + k) % rules.players for k in players]
    seats = [int(seat) for seat in seats if seat != sitter]
    return Position(
        tuple(int(g.hand[seat]) for seat in seats),
        seats.index(g.to_move),
        tuple(int(card) for card in g.trick_cards[: g.trick_size]),
        int(g.trump),
        bool(g.tricks_played == 0),
        int(g.trick_points[g.declarer] + g.marriage_points[g.declarer]),
    )


def features(g):
    """What makes an ending special, for the tests to see that they met it."""
    bits, hands = int(g.legal), [int(hand) for hand in g.hand]
    return {
        f"{g.trick_size} cards laid": True,
        "marriage to announce": bits >> A_MARRY & 255 and g.to_move == g.declarer,
        "marriage on the first lead": g.tricks_played == 0 and bits >> A_MARRY & 255,
        "ace marriage to announce": bits >> A_MARRY_ACE,
        "marriage of an opponent": any(
            has_marriage(hand, suit)
            for seat, hand in enumerate(hands)
            for suit in range(4)
            if seat != g.declarer
        ),
        "no trump": g.trump == NONE,
        "opponent leads": g.trick_size == 0 and g.to_move != g.declarer,
        "four aces": any(hand & ALL_ACES == ALL_ACES for hand in hands),
    }


def value_after_gift(rules, game, cards):
    """The total after giving cards in the core; None if a card may not be given."""
    after = copy.deepcopy(game)
    for card in cards:
        if f"give {card}" not in after.legal():
            return None
        after.apply(f"give {card}")
    if after.phase == "contract":
        after.apply("keep")
    return Solver(rules).value(after.state)


def gift_values(rules, game):
    """Every gift in the core, solved one by one; its cards in order."""
    hand, left = mask_cards(int(game.state.hand[game.player])), 2 - (game.rules.players == 2)
    left -= int(game.state.gifts[0] >= 0)
    texts = [card_text(card) for card in hand]
    values = {cards: value_after_gift(rules, game, cards) for cards in permutations(texts, left)}
    return {cards: value for cards, value in values.items() if value is not None}
