"""Positions of the greedy player's own games, and what each choice in them leads to (see ``fit``)."""

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from thousand_agents.greedy import GreedyAgent
from thousand_agents.greedy.compiled import jit
from thousand_agents.greedy.features import FEATURES, describe
from thousand_agents.greedy.giving import GIFT_SIZE, worth_given
from thousand_agents.greedy.outlook import look
from thousand_agents.greedy.playing import situation
from thousand_agents.greedy.values import HAND_SIZE, estimate
from thousand_env import VectorEnv
from thousand_env.games.thousand import RuleSet, rules
from thousand_env.games.thousand.actions import A_GIVE, A_PASS, GIFT, PLAY
from thousand_env.games.thousand.cards import mask_cards
from thousand_env.games.thousand.state import NONE

GAMES = 4096  # in a batch that positions are taken from
ROLLOUTS = 16384  # in a batch that plays them out
MIXED = 40  # steps after which the games of a batch stand at different points of a deal
TAKEN = 0.15  # share of the positions of play that are kept: fewer from each deal, more deals
EXPLORED = 0.08  # share of plays at random, for positions the player would not get into itself
BOLT = 40  # a third of what the third bolt costs (R11.4)


def fitting_rules(players: int) -> RuleSet:
    """Ordinary deals, and every hand played: the numbers are used under all rules."""
    return rules(
        "classic", players=players, golden=False, dark=False, concede="off",
        redeal_four_aces="off", redeal_four_nines="off", redeal_weak_hand=0,
        redeal_talon_nines=0, redeal_weak_talon=0, four_aces_with_talon="play",
    )  # fmt: skip


def forced_deals(agent: GreedyAgent, players: int, deals: int, seed: int) -> tuple[Any, Any, Any]:
    """Deals that the first hand plays for 100 or more: cards dealt, cards kept, points taken."""
    env = VectorEnv("thousand", GAMES, fitting_rules(players), seed, episode="deal")
    env.reset()
    found: list[Any] = []
    while sum(len(points) for _, _, points in found) < deals:
        actions = agent.act(env.views, env.action_mask, None)
        actions[env.action_mask[:, A_PASS]] = A_PASS
        env.step(actions)
        ended = env.finals[env.terminated]
        seat = ended["last_declarer"]
        dealt = ended["dealt"][np.arange(len(ended)), seat]
        given = np.where(ended["gifts"] == NONE, 0, 1 << np.maximum(ended["gifts"], 0)).sum(axis=1)
        kept = (dealt | ended["talon_taken"]) & ~given
        found.append((dealt, kept, ended["last_raw"][np.arange(len(ended)), seat]))
    dealt, kept, points = (np.concatenate(part) for part in zip(*found, strict=True))
    return dealt, kept, points


def play_choices(agent: GreedyAgent, players: int, count: int, seed: int) -> tuple[Any, ...]:
    """Every legal play of some positions: features, outcome, position, situation."""
    options = fitting_rules(players)
    rng = np.random.default_rng(seed)
    env = VectorEnv("thousand", GAMES, options, seed, episode="deal")
    env.reset()
    states: list[Any] = []
    views: list[Any] = []
    masks: list[Any] = []
    step = 0
    while sum(map(len, states)) < count:
        playing = env.views["phase"] == PLAY
        choice = playing & (env.action_mask.sum(axis=1) > 1)
        if step >= MIXED:
            taken = choice & (rng.random(GAMES) < TAKEN)
            states.append(env.state[taken])
            views.append(env.views[taken])
            masks.append(env.action_mask[taken])
        actions = agent.act(env.views, env.action_mask, rng)
        for i in np.flatnonzero(choice & (rng.random(GAMES) < EXPLORED)):
            actions[i] = rng.choice(np.flatnonzero(env.action_mask[i]))
        env.step(actions)
        step += 1
    position, action = np.nonzero(np.concatenate(masks))
    terms = np.zeros((len(action), len(FEATURES)))
    situations = np.zeros(len(action), np.int64)
    _describe_plays(np.concatenate(views), options.compiled(), position, action, terms, situations)
    outcome = play_out(agent, options, np.concatenate(states)[position], action[:, None])
    return terms, outcome, position, situations


def gift_choices(agent: GreedyAgent, players: int, count: int, seed: int) -> tuple[Any, ...]:
    """Every gift of some hands: terms of ``giving``'s score, outcome, position, and no situation."""
    options = fitting_rules(players)
    env = VectorEnv("thousand", GAMES, options, seed, episode="deal")
    env.reset()
    found: list[Any] = []
    while sum(map(len, found)) < count:
        found.append(env.state[(env.views["phase"] == GIFT) & (env.views["gifts"][:, 0] == NONE)])
        env.step(agent.act(env.views, env.action_mask, None))
    states = np.concatenate(found)[:count]
    hands = states["hand"][np.arange(count), states["to_move"]]
    gifts = [_gifts(int(hand), players) for hand in hands]
    position = np.repeat(np.arange(count), [len(of_hand) for of_hand in gifts])
    cards = np.concatenate(gifts)
    terms = np.zeros((len(cards), GIFT_SIZE), np.float32)
    _describe_gifts(hands[position], cards, terms)
    outcome = play_out(agent, options, states[position], A_GIVE + cards)
    return terms, outcome, position, np.zeros(len(cards), np.int64)


def _gifts(hand: int, players: int) -> list[list[int]]:
    """Cards to give, one or two; which of two goes to whom alternates."""
    cards = mask_cards(hand)
    if players == 2:
        return [[card] for card in cards]
    pairs = [[a, b] for a in cards for b in cards if a < b]
    return [pair[:: 1 if k % 2 else -1] for k, pair in enumerate(pairs)]


def play_out(agent: GreedyAgent, options: RuleSet, states: Any, actions: Any) -> Any:
    """What the player to move gets more than the others on average, (K,).

    The first actions (K, n) are given, the agent plays the rest of the deal in all seats.
    """
    found = np.zeros(len(states))
    for start in range(0, len(states), ROLLOUTS):
        part = slice(start, start + ROLLOUTS)
        found[part] = _play_out_batch(agent, options, states[part], actions[part])
    return found


def _play_out_batch(agent: GreedyAgent, options: RuleSet, states: Any, actions: Any) -> Any:
    mode = AutoresetMode.DISABLED
    env = VectorEnv("thousand", len(states), options, 0, episode="deal", autoreset=mode)
    env.reset()
    env.state = states
    for column in actions.T:
        env.step(column)
    chosen = np.zeros(len(states), np.int64)
    while (env.current_player != NONE).any():
        rows = np.flatnonzero(env.current_player != NONE)
        chosen[rows] = agent.act(env.views[rows], env.action_mask[rows], None)
        env.step(chosen)
    ended, players = env.state, options.players
    entries = (ended["last_entry"] - BOLT * ended["last_bolts"])[:, :players]
    own = entries[np.arange(len(states)), states["to_move"]]
    return own - (entries.sum(axis=1) - own) / (players - 1)


def hand_terms(hands: Any) -> Any:
    """The terms of ``values.estimate`` for hands (N,): float (N, HAND_SIZE)."""
    terms = np.zeros((len(hands), HAND_SIZE))
    _describe_hands(hands, terms)
    return terms


@jit
def _describe_hands(hands, terms):
    """The estimate is linear in its numbers, so that a term is the estimate with one number 1."""
    numbers = np.zeros(terms.shape[1])
    for k in range(len(numbers)):
        numbers[k] = 1
        for i in range(len(hands)):
            terms[i, k] = estimate(numbers, int(hands[i]))
        numbers[k] = 0


@jit
def _describe_gifts(hands, cards, terms):
    """The same for the score of a gift."""
    numbers = np.zeros(terms.shape[1])
    for k in range(len(numbers)):
        numbers[k] = 1
        for i in range(len(hands)):
            kept = int(hands[i])
            for card in cards[i]:
                kept &= ~(1 << card)
                terms[i, k] += worth_given(numbers, kept, card)
            terms[i, k] += estimate(numbers, kept)
        numbers[k] = 0


@jit
def _describe_plays(views, rules, position, actions, terms, situations):
    for i in range(len(actions)):
        v = views[position[i]]
        describe(v, rules[0], look(v, rules[0]), int(actions[i]), terms[i])
        situations[i] = situation(v)
