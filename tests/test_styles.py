"""The fixed styles (variants of greedy): each has its habit, and is otherwise greedy; spec strings."""

import re
from pathlib import Path

import numpy as np
import pytest

import thousand_env as te
from thousand_agents.base import AgentError, fingerprint, make_agent
from thousand_agents.games.thousand import AGENTS
from thousand_agents.greedy.values import chance, estimate, hand_kind
from thousand_agents.greedy.weights import Weights, fitted
from thousand_agents.spec import read_options
from thousand_agents.styles import STYLES
from thousand_env.games.thousand.actions import (
    A_BID,
    A_CONTRACT,
    A_DARK,
    A_LOOK,
    A_PASS,
    AUCTION,
    CONTRACT,
    DARK,
    PLAY,
    action_text,
)
from thousand_env.games.thousand.rules import PRESETS

# No golden round, and dark offers from the first deal on.
RULES = te.rules("thousand", "classic", golden=False, dark_min_score=-1000)


def decisions(spec, phase, steps=300, rules=RULES, games=60, mover=None):
    """Views, masks and actions of an agent in one phase, as play by ``mover`` brings them."""
    env = te.VectorEnv("thousand", games, rules, seed=2)
    env.reset()
    agent, rng = make_agent(spec, rules), np.random.default_rng(2)
    driver = agent if mover is None else make_agent(mover, rules)
    for _ in range(steps):
        views, masks = env.views.copy(), env.action_mask.copy()
        chosen = agent.act(views, masks, rng)
        assert masks[np.arange(games), chosen].all()
        rows = views["phase"] == phase
        yield from zip(views[rows], masks[rows], chosen[rows].tolist())
        env.step(chosen if driver is agent else driver.act(views, masks, rng))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("spec", STYLES)
def test_a_style_plays_legally_under_every_preset(spec, players):
    for preset in PRESETS:
        rules = te.rules("thousand", preset, players=players)
        assert sum(1 for _ in decisions(spec, PLAY, 120, rules, games=20)) > 100


@pytest.mark.parametrize("spec", ["maniac", "always-overbid"])
def test_overbidders_bid_as_far_as_the_caps_allow(spec):
    found = [*decisions(spec, AUCTION)]
    for _, mask, action in found:
        may_bid = mask[A_BID:].any()
        assert (action == A_PASS) == (not may_bid), action_text(action)
    assert sum(action != A_PASS for *_, action in found) > 100


def test_maniac_raises_as_far_as_it_counts():
    raised = 0
    for view, mask, action in decisions("maniac", CONTRACT):
        legal = np.flatnonzero(mask[A_CONTRACT:A_PASS])
        if len(legal) and view.barrel_deals[view.seat] < 0 and view.score[view.seat] <= 300:
            if action >= A_CONTRACT:  # else it gave the deal up
                assert action == A_CONTRACT + legal[-1]
                raised += 1
    assert raised > 20


def test_always_overbid_chooses_its_contract_as_greedy_does():
    greedy, rng, kept = make_agent("greedy", RULES), np.random.default_rng(0), 0
    for view, mask, action in decisions("always-overbid", CONTRACT):
        assert greedy.act(np.array([view]), mask[None], rng)[0] == action
        kept += action < A_CONTRACT
    assert kept > 20


def test_timid_bids_only_when_very_sure_and_never_raises():
    weights = Weights(style=None, **fitted())
    bids, greedy_bids = 0, 0
    greedy, rng = make_agent("greedy", RULES), np.random.default_rng(0)
    for view, mask, action in decisions("timid", AUCTION, mover="greedy", steps=400):
        greedy_bids += greedy.act(np.array([view]), mask[None], rng)[0] != A_PASS
        if action != A_PASS:
            bids += 1
            kind = hand_kind(view.players, False)
            sure = chance(weights, estimate(weights.hand[kind], view.hand), 105, kind)
            assert sure > 0.9
    assert 3 < bids < greedy_bids / 2
    contracts = [a for *_, a in decisions("timid", CONTRACT, mover="greedy", steps=400)]
    assert len(contracts) > 30 and max(contracts) < A_CONTRACT


@pytest.mark.parametrize(("spec", "answer"), [("dark-always", A_DARK), ("dark-never", A_LOOK)])
def test_dark_styles_give_one_answer_to_every_offer(spec, answer):
    chosen = [action for *_, action in decisions(spec, DARK)]
    assert len(chosen) > 100 and {*chosen} == {answer}


@pytest.mark.parametrize("spec", STYLES)
def test_a_style_plays_its_cards_as_greedy_does(spec):
    greedy, rng = make_agent("greedy", RULES), np.random.default_rng(0)
    for view, mask, action in decisions(spec, PLAY, 40, games=20):
        assert greedy.act(np.array([view]), mask[None], rng)[0] == action


@pytest.mark.parametrize("spec", STYLES)
def test_a_style_bears_its_name(spec):
    assert make_agent(spec, RULES).name == spec


def test_fingerprints_tell_all_agents_apart():
    codes = {fingerprint(spec) for spec in AGENTS}
    assert len(codes) == len(AGENTS) >= 6 and all(len(code) == 12 for code in codes)


@pytest.mark.parametrize("changed", ["weights.json", "bidding.py", "styles.py"])
def test_a_styles_fingerprint_covers_weights_code_and_style(monkeypatch, changed):
    before, read = fingerprint("timid"), Path.read_bytes

    def edited(path):
        return read(path) + (b" " if path.name == changed else b"")

    monkeypatch.setattr(Path, "read_bytes", edited)
    assert fingerprint("timid") != before


def test_options_of_a_spec_are_read_and_defaults_filled_in():
    defaults = {"worlds": 20, "share": 0.5}
    assert read_options("pimc", defaults) == defaults
    assert read_options("pimc:worlds=50", defaults) == {"worlds": 50, "share": 0.5}
    assert read_options("pimc:share=.25,worlds=5", defaults) == {"worlds": 5, "share": 0.25}


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("pimc:", "unknown option ''; options: worlds=20, share=0.5"),
        ("pimc:world=3", "unknown option 'world=3'; options: worlds=20, share=0.5"),
        ("pimc:worlds", "worlds is a whole number above 0, not ''"),
        ("pimc:worlds=0", "worlds is a whole number above 0, not '0'"),
        ("pimc:worlds=2.5", "worlds is a whole number above 0"),
        ("pimc:share=nan", "share is a number above 0, not 'nan'"),
        ("pimc:share=inf", "share is a number above 0"),
        ("pimc:worlds=3,worlds=4", "worlds is given twice"),
        ("pimc:worlds=3,,", "unknown option ''"),
    ],
)
def test_wrong_options_are_refused_with_what_is_allowed(spec, message):
    with pytest.raises(AgentError, match=re.escape(message)) as caught:
        read_options(spec, {"worlds": 20, "share": 0.5})
    assert repr(spec) in str(caught.value)


@pytest.mark.parametrize("spec", ["greedy:block=3", "timid:", "random:seed=1"])
def test_agents_without_options_say_so(spec):
    with pytest.raises(AgentError, match="takes no options"):
        make_agent(spec, RULES)
