"""Positions of the greedy player's own deals, and what each choice in them leads to (see ``fit``)."""

from typing import Any

import numpy as np

from thousand_agents.king.compiled import jit
from thousand_agents.king.features import FEATURES, describe
from thousand_agents.king.knowledge import unseen_cards
from thousand_agents.king.laying import LOTTERY_FEATURES, describe_lay, lottery_situation
from thousand_agents.king.outlook import look
from thousand_agents.king.playing import situation
from thousand_agents.king.rollout import Room, greedy_choice, outcome_kernel, play_out
from thousand_agents.king.weights import Weights
from thousand_env.games.common.records import words
from thousand_env.games.common.sets import count_cards, nth_bit
from thousand_env.games.common.start import start_tables
from thousand_env.games.common.stream import draw, stream
from thousand_env.games.king import RuleSet, rules
from thousand_env.games.king.actions import (
    A_KEEP,
    A_LAY,
    A_TRUMP,
    BASE,
    DEAL,
    GIVE,
    LAY,
    OPEN,
    OVER,
    PLAY,
)
from thousand_env.games.king.engine import apply, deal, start_match
from thousand_env.games.king.rules import LOTTERY_DEAL
from thousand_env.games.king.state import new_states
from thousand_env.games.king.view import fill_view, new_views

TAKEN = 12  # one in so many positions is kept: fewer from each deal, more deals
EXPLORED = 12  # one in so many plays is random, for positions the player would not get into
_TAKE, _EXPLORE, _RANDOM = 10_000, 20_000, 30_000  # places of these draws in a deal's stream


def fitting_rules(kind: str, players: int) -> list[RuleSet]:
    """Rules with a deal of this kind; several where they differ in what it costs."""
    if kind == "joker":
        return [rules(players=players, variant="joker")]
    if kind == "no_last":
        tricks = ("last", "last_two", "seventh_and_last")
        return [rules(players=players, last=last) for last in tricks]
    if kind == "no_king":
        return [rules(players=players, discard_king=how) for how in ("free", "forced")]
    plus = ["lottery" if kind == "lottery" else "trump", "auction"]
    return [rules(players=players, robber=True, plus=plus)]


def start_of(options: RuleSet, kind: str) -> Any:
    """The table before the first deal of this kind, (1,)."""
    tables = start_tables(options, 1, None, None)
    tables["deals"] = options.plan.index(kind)
    return tables


def positions(options: RuleSet, w: Weights, kind: str, count: int, seed: int) -> Any:
    """States (count,) with a choice in deals of a kind, among greedy players."""
    states = new_states(count)
    _collect(options.compiled(), w, start_of(options, kind), seed, Room().arrays, states)
    return states


def choices(options: RuleSet, w: Weights, states: Any) -> tuple[Any, ...]:
    """Every legal choice in states of one kind of deal: features, outcome, position, situation."""
    position, action = _legal_choices(states)
    lottery = states["kind"][0] == LOTTERY_DEAL
    terms = np.zeros((len(action), len(LOTTERY_FEATURES if lottery else FEATURES)))
    situations = np.zeros(len(action), np.int64)
    compiled, views = options.compiled(), new_views(1)
    _describe(
        compiled, w, states, words(states), views, words(views), position, action, terms, situations
    )
    points = np.empty(len(action))
    outcome_kernel(compiled, w, states[position], action, Room().arrays, points)
    return terms, points, position, situations


@jit
def _collect(rules, w, start, seed, room, states):
    """Fill ``states`` with positions of greedy players' deals, some of them led astray."""
    r, g = rules[0], room[0][0]
    found = deck = 0
    while found < len(states):
        g.seed, g.deck = seed, deck
        deck += 1
        start_match(g, r, start[0])
        deal(g, r)
        key = stream(g, g.deals, 0)
        step = 0
        while g.phase != DEAL and g.phase != OVER:
            step += 1
            action = greedy_choice(room, r, w)
            several = g.legal[0] & (g.legal[0] - 1)
            if several and (g.phase == PLAY or g.phase == LAY):
                if found < len(states) and draw(key, _TAKE + step, TAKEN) == 0:
                    states[found] = g
                    found += 1
                if draw(key, _EXPLORE + step, EXPLORED) == 0:
                    nth = draw(key, _RANDOM + step, count_cards(g.legal[0]))
                    action = BASE[g.phase] + nth_bit(g.legal[0], nth)
            apply(g, r, action)


def _legal_choices(states: Any) -> tuple[Any, Any]:
    bits = states["legal"][:, :1] >> np.arange(53) & 1
    position, place = np.nonzero(bits)
    return position, place + np.array(BASE)[states["phase"][position]]


@jit
def _describe(
    rules, w, states, state_words, views, view_words, position, actions, terms, situations
):
    r = rules[0]
    for i in range(len(actions)):
        k = position[i]
        v = views[0]
        fill_view(states[k], r, states[k].to_move, state_words, k, v, view_words, 0)
        if v.kind == LOTTERY_DEAL:
            describe_lay(v, unseen_cards(v, r), r.starts, actions[i] - A_LAY, terms[i])
            situations[i] = lottery_situation(v)
        else:
            describe(v, w.stakes, look(v, r, w.stakes), actions[i], terms[i])
            situations[i] = situation(v)


def played_deals(options: RuleSet, w: Weights, kind: str, deals: int, seed: int) -> tuple[Any, ...]:
    """Deals played for each trump suit by the first hand: hands, hands dealt, first hands, tricks.

    ``hands`` (D, 4, 4) as played, by trump suit and seat; ``dealt`` and ``tricks`` alike.
    """
    hands, dealt, tricks = (np.zeros((deals, 4, 4), np.int64) for _ in range(3))
    first = np.zeros(deals, np.int64)
    room = Room()
    _play_deals(
        options.compiled(), w, start_of(options, kind), seed, room.arrays, new_states(1), hands,
        dealt, first, tricks,
    )  # fmt: skip
    return hands, dealt, first, tricks


@jit
def _play_deals(rules, w, start, seed, room, kept, hands, dealt, first, tricks):
    r, g = rules[0], room[0][0]
    for i in range(len(hands)):
        g.seed, g.deck = seed, i
        start_match(g, r, start[0])
        deal(g, r)
        first[i] = g.first_hand
        while g.phase == OPEN or g.phase == GIVE:
            apply(g, r, A_KEEP if g.phase == OPEN else greedy_choice(room, r, w))
        kept[0] = g
        for trump in range(4):
            room[0][0] = kept[0]
            for seat in range(4):
                hands[i, trump, seat] = g.hand[seat]
                dealt[i, trump, seat] = g.dealt[seat]
            apply(g, r, A_TRUMP + trump)
            play_out(room, r, w)
            for seat in range(r.players):
                tricks[i, trump, seat] = g.last_written[seat]
