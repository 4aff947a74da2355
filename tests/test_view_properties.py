"""Views and observations under random rules, from tables near every edge (R13)."""

import numpy as np
from hypothesis import given

import thousand_env as te
from tests.test_observation import facts_of
from tests.test_properties import SEEDS, choose, few, random_env
from tests.test_views import resample
from thousand_env.games.thousand.engine import legal


@given(SEEDS)
@few
def test_decode_gives_back_the_facts_under_random_rules_and_tables(seed):
    env = random_env(seed, 4)
    for step in range(60):
        for i in range(4):
            assert te.decode(env.observation[i]) == facts_of(env.views[i])
        env.step(choose(env, step))


@given(SEEDS)
@few
def test_r13_hidden_cards_change_nothing_under_random_rules_and_tables(seed):
    env = random_env(seed, 6)
    compiled = env.rules.compiled()[0]
    rng = np.random.default_rng(seed)
    for step in range(60):
        states = env.state
        others = states.copy()
        for i in range(len(states)):
            others[i], _ = resample(states[i], env.view(i), env.rules, rng)
            assert legal(others[i], compiled) == states[i].legal
        seen = [env.observation.tobytes(), env.action_mask.tobytes(), env.views.tobytes()]
        env.state = others
        assert seen == [env.observation.tobytes(), env.action_mask.tobytes(), env.views.tobytes()]
        env.state = states
        env.step(choose(env, step))
