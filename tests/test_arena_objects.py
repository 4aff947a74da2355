"""Agents given to the arena as objects: their hash, and results that a changed one can't go on with."""

import importlib.util
import json
import subprocess
import sys
import threading

import numpy as np
import pytest

import thousand_env as te
from thousand_agents.arena import run_arena
from thousand_agents.arena.objects import UNTOLD, object_fingerprint
from thousand_agents.arena.parts import ArenaError
from thousand_agents.base import AgentError, fingerprint, make_agent
from thousand_agents.pimc import PimcAgent
from thousand_agents.pimc.belief import GreedyBelief
from thousand_env.learner import RandomAgent

RULES = te.rules()
SOURCE = """
from thousand_env.learner import RandomAgent

class LowBidder(RandomAgent):
    name = {name!r}

    def __init__(self, limit=100, **more):
        self.limit = limit
        self.__dict__.update(more)
"""


def low_bidder(folder, *args, name="LowBidder", comment="", **more):
    """An agent from a module of its own."""
    path = folder / "low_bidder.py"
    path.write_text(SOURCE.format(name=name) + comment)
    spec = importlib.util.spec_from_file_location("low_bidder", path)
    module = sys.modules["low_bidder"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.LowBidder(*args, **more)


class OwnHash(RandomAgent):
    name = "own"

    def __init__(self, version):
        self.version, self.lock = version, threading.Lock()

    def fingerprint(self):
        return self.version


def test_the_manifest_tells_an_object_and_a_changed_one_is_refused(tmp_path):
    out = tmp_path / "run"
    result = run_arena([low_bidder(tmp_path), "greedy"], 4, RULES, out=out)
    agents = json.loads((out / "manifest.json").read_text())["agents"]
    assert agents[0]["spec"] == result.agents[0].spec == "LowBidder (an object)"
    again = run_arena([low_bidder(tmp_path), "greedy"], 6, RULES, out=out)  # the same: it goes on
    assert (again.sets, again.sets_found) == (6, 4)
    for changed in (low_bidder(tmp_path, 110), low_bidder(tmp_path, comment="# other bids")):
        with pytest.raises(ArenaError, match=r"hash of agent A was .*fingerprint\(\) -> str"):
            run_arena([changed, "greedy"], 6, RULES, out=out)


def test_an_own_class_called_greedy_is_not_greedy(tmp_path):
    result = run_arena([low_bidder(tmp_path, name="greedy"), "greedy"], 2, RULES, out=tmp_path)
    assert result.agents[0].hash != result.agents[1].hash == fingerprint("greedy")
    with pytest.raises(ArenaError, match=r"spec of agent A was .greedy \(an object\)."):
        run_arena(["greedy", "greedy"], 2, RULES, out=tmp_path)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ({"x": 1}, {"x": 1.0}),
        ({"x": [1, [2]]}, {"x": [1, 2]}),
        ({"x": np.arange(3)}, {"x": np.array([0, 1, 3])}),
        ({"x": np.zeros(2)}, {"x": np.zeros(2, np.float32)}),
        ({"x": {"a": 1}}, {"x": {"a": 2}}),
        ({"x": {1, 2}}, {"x": {1, 3}}),
        ({"x": OwnHash.act}, {"x": OwnHash.fingerprint}),
        ({"x": np.random.default_rng(1)}, {"x": np.random.default_rng(2)}),
        ({"x": RULES}, {"x": te.rules(players=2)}),
    ],
)
def test_the_hash_of_an_object_covers_its_attributes(tmp_path, a, b):
    codes = [object_fingerprint(low_bidder(tmp_path, **more)) for more in (a, a, b)]
    assert codes[0] == codes[1] != codes[2] and UNTOLD not in codes


def test_reasons_of_the_last_call_are_no_part_of_the_hash(tmp_path):
    told = low_bidder(tmp_path, reasons={3: "late"})
    assert object_fingerprint(told) == object_fingerprint(low_bidder(tmp_path))


def test_the_hash_of_an_object_is_the_same_in_another_process(tmp_path):
    """Sets of text have another order there."""
    words = "frozenset(str(n) for n in range(50))"
    agent = low_bidder(tmp_path, x=frozenset(str(n) for n in range(50)), y=np.arange(3))
    code = (
        "import numpy, low_bidder; from thousand_agents.arena.objects import object_fingerprint; "
        f"print(object_fingerprint(low_bidder.LowBidder(x={words}, y=numpy.arange(3))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == object_fingerprint(agent) != UNTOLD


def test_a_network_as_an_attribute_is_told_by_its_weights(tmp_path):
    torch = pytest.importorskip("torch")
    nets = []
    for value in (1.0, 1.0, 2.0):
        nets.append(torch.nn.Linear(2, 1))
        torch.nn.init.constant_(nets[-1].weight, value)
        torch.nn.init.zeros_(nets[-1].bias)
    codes = [object_fingerprint(low_bidder(tmp_path, net=net)) for net in nets]
    assert codes[0] == codes[1] != codes[2] and UNTOLD not in codes


@pytest.mark.parametrize("odd", [lambda: 0, threading.Lock()], ids=["lambda", "lock"])
def test_results_of_an_object_that_can_not_be_told_are_not_gone_on_with(tmp_path, odd):
    agent, out = low_bidder(tmp_path, odd=odd), tmp_path / "run"
    assert run_arena([agent, "random"], 2, RULES, out=out).agents[0].hash == UNTOLD
    with pytest.raises(ArenaError, match=r"agent LowBidder \(an object\) is still what .*finger"):
        run_arena([agent, "random"], 4, RULES, out=out)


def test_a_cycle_and_an_open_file_can_not_be_told_and_stay_as_they_are(tmp_path):
    ring = []
    ring.append(ring)
    assert object_fingerprint(low_bidder(tmp_path, ring=ring)) == UNTOLD
    with (tmp_path / "log").open("w") as log:
        assert object_fingerprint(low_bidder(tmp_path, log=log)) == UNTOLD
        log.write("still open")


def test_a_class_without_a_file_is_told_by_its_functions_or_not_at_all(monkeypatch):
    """As in a notebook: its functions have a source, its module has none."""

    class Bold(RandomAgent):
        limit = 200

        def act(self, views, masks, rng):
            return super().act(views, masks, rng)

    class Empty(RandomAgent):
        pass

    for cls in (Bold, Empty):
        cls.__module__ = "a_notebook"
    first = object_fingerprint(Bold())
    assert first != UNTOLD and object_fingerprint(Empty()) == UNTOLD
    monkeypatch.setattr(Bold, "limit", 300)
    assert object_fingerprint(Bold()) not in (first, UNTOLD)


def test_an_agent_may_bring_its_own_hash(tmp_path):
    result = run_arena([OwnHash("1"), "random"], 2, RULES, out=tmp_path)
    assert run_arena([OwnHash("1"), "random"], 3, RULES, out=tmp_path).sets_found == 2
    with pytest.raises(ArenaError, match=f'hash of agent A was "{result.agents[0].hash}"'):
        run_arena([OwnHash("2"), "random"], 3, RULES, out=tmp_path)
    with pytest.raises(AgentError, match=r"own: fingerprint\(\) answers 3, not a text"):
        run_arena([OwnHash(3), "random"], 3, RULES)


def test_the_greedy_player_as_an_object_has_the_same_hash_twice():
    codes = {object_fingerprint(make_agent("greedy", RULES)) for _ in range(2)}
    assert len(codes) == 1 and UNTOLD not in codes


def own_score(states, seat, players):
    return states["score"][:, seat]


@pytest.mark.parametrize(
    "changed", [{"worlds": 4}, {"belief": GreedyBelief(RULES, 0.8)}, {"equity": own_score}]
)
def test_search_players_are_told_by_their_settings_and_play_changes_nothing(changed):
    agents = [PimcAgent(RULES, **({"worlds": 3} | more)) for more in ({}, {}, changed)]
    env = te.VectorEnv("thousand", 2, RULES, seed=0)
    env.reset()
    agents[1].act(env.views, env.action_mask, np.random.default_rng(0))
    codes = [object_fingerprint(agent) for agent in agents]
    assert codes[0] == codes[1] != codes[2] and UNTOLD not in codes


def test_network_players_are_told_by_their_weights_and_play_changes_nothing():
    torch = pytest.importorskip("torch")
    from thousand_agents.models.net import NetAgent, PolicyNet

    codes, env = [], te.VectorEnv("thousand", 2, RULES, seed=0)
    env.reset()
    for seed in (1, 1, 2):
        torch.manual_seed(seed)
        agent = NetAgent(PolicyNet(8, 1), "net")
        codes.append(object_fingerprint(agent))
        agent.act(env.views, env.action_mask, np.random.default_rng(0))
        assert object_fingerprint(agent) == codes[-1]
    assert codes[0] == codes[1] != codes[2] and UNTOLD not in codes


class Nameless:
    def act(self, views, masks, rng):
        return np.argmax(masks, axis=1)


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        (OwnHash, "agent OwnHash is a class: give an object of it"),
        (Nameless(), "has no name: an agent is a spec, or an object with a text `name` and"),
        (None, "agent None has no name and no act: "),
    ],
)
def test_what_is_no_agent_is_told_what_an_agent_has_to_have(agent, message):
    with pytest.raises(AgentError, match=message):
        run_arena([agent, "greedy"], 2, RULES)
