"""The declarer's choices once he holds the talon: give up, claim a re-deal, or play what (R6)."""

from typing import Any

import numpy as np

from thousand_agents.advice.match import Choice, begun
from thousand_agents.arena.batch import Batch
from thousand_agents.base import Agent
from thousand_env.errors import TableError
from thousand_env.games.thousand import RuleSet, action_text, parse_action
from thousand_env.games.thousand.actions import A_CONCEDE, A_KEEP, A_REDEAL, CONTRACT, GIFT
from thousand_env.games.thousand.phases.gift import receiver_of

KEEP = action_text(A_KEEP)


def gifts_of(rules: RuleSet, world: Any, agent: Agent, seed: int) -> tuple[int, ...]:
    """The cards that an agent gives (R6.2), if it plays, as actions; ``world`` (1,) before them."""
    rng, batch = np.random.default_rng(seed), _single(rules, world)
    given: tuple[int, ...] = ()
    while batch.states[0].phase == GIFT:
        _, views, masks = batch.rows_of(0)
        masks = masks.copy()
        masks[:, [A_CONCEDE, A_REDEAL]] = False
        given += (int(agent.act(views, masks, rng)[0]),)
        batch.act(np.zeros(1, np.int64), np.array(given[-1:]))
    return given


def read_gifts(rules: RuleSet, world: Any, cards: str) -> tuple[int, ...]:
    """The cards that the user gives, to the left and to the next, as actions.

    Raises: TableError for a wrong number of cards, or one that can't be given.
    """
    given: tuple[int, ...] = ()
    words = cards.split()
    wanted = 1 if rules.players == 2 else 2
    if len(words) != wanted:
        raise TableError(f"--give {cards!r:.40}: {wanted} of the declarer's cards are given (R6.2)")
    batch = _single(rules, world)
    for word in words:
        action = parse_action(f"give {word}")
        if not batch.rows_of(0)[2][0, action]:
            raise TableError(f"--give {cards!r:.40}: {word:.10} can't be given here (R6.2, R4.4)")
        given += (action,)
        batch.act(np.zeros(1, np.int64), np.array([action]))
    return given


def choices_of(rules: RuleSet, world: Any, gifts: tuple[int, ...], given: bool) -> list[Choice]:
    """All that the declarer may do; ``given`` leaves out what he could only have done before.

    Conceding is the same before the gift as after it (R6.4).

    Raises: TableError where only one thing can be done.
    """
    before, after = (_single(rules, begun(rules, world, cards)) for cards in ((), gifts))
    first, last = (batch.rows_of(0)[2][0] for batch in (before, after))
    found = [Choice(action_text(A_CONCEDE), A_CONCEDE)] if first[A_CONCEDE] else []
    if first[A_REDEAL] and not given:
        found.append(Choice(action_text(A_REDEAL), A_REDEAL))
    if after.states[0].phase == CONTRACT:
        contracts = [int(action) for action in np.flatnonzero(last) if action != A_CONCEDE]
        found += [Choice(action_text(action), action, gifts) for action in contracts]
    else:  # nothing is asked any more
        found.append(Choice(KEEP, gifts[-1], gifts[:-1]))
    if len(found) == 1:
        raise TableError(
            "nothing to decide: these rules and cards allow neither a concession (R6.4) nor a raise "
            "(R6.3)"
        )
    return found


def denied(rules: RuleSet, choices: list[Choice]) -> str:
    """What the declarer can't do, and by which rule; "" if he has every kind of choice."""
    names = [choice.name for choice in choices]
    texts = []
    if action_text(A_CONCEDE) not in names:
        texts.append('no concession: these rules have none (R6.4, concede = "off")')
    if not any(name.startswith("contract") for name in names):
        why = "the cards kept allow none (R6.3, R5.3)"
        texts.append(f"no raise: {why if rules.raise_ else 'these rules have none (R6.3)'}")
    return "; ".join(texts)


def gifts_text(rules: RuleSet, world: Any, gifts: tuple[int, ...]) -> list[str]:
    """The cards of gifts, and whom they go to."""
    receivers = [int(receiver_of(world, rules.compiled()[0], k)) for k in range(len(gifts))]
    cards = [action_text(action).split()[1] for action in gifts]
    return [f"{card} to seat {seat}" for card, seat in zip(cards, receivers, strict=True)]


def _single(rules: RuleSet, world: Any) -> Batch:
    return Batch.of_states(rules, world, np.zeros((1, rules.players), np.int64), "deal")
