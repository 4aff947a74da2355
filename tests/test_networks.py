"""Networks as agents: those that come with the package, bids of one with cards of another, beliefs."""

import numpy as np
import pytest
from safetensors.numpy import save_file

import thousand_env as te
from thousand_agents import networks
from thousand_agents.arena import run_arena
from thousand_agents.base import AgentError, fingerprint, make_agent
from thousand_agents.models.policy_belief import DOUBT, PolicyBelief
from thousand_agents.pimc import PimcAgent
from thousand_agents.pimc.equity import score_difference
from thousand_env.errors import ThousandError
from thousand_env.games.thousand.cards import parse_card

torch = pytest.importorskip("torch")

from thousand_agents.models.net import POLICY_PREFIX, NetAgent, PolicyNet, policy_metadata  # noqa: E402 - torch is an extra
from thousand_agents.models.net_search import GAP, LOGIT, WEIGHT, NetPimcAgent  # noqa: E402
from thousand_agents.models.playouts import PlayOuts  # noqa: E402
from thousand_agents.models.tensors import ModelError, load_tensors, save_tensors  # noqa: E402 - torch is an extra
from thousand_training.distil.config import load_distil_config  # noqa: E402
from thousand_training.games import EQUITY_UNIT  # noqa: E402
from thousand_training.rollout import TEMPERATURE  # noqa: E402
from thousand_training.ship import ship  # noqa: E402

CLASSIC, BASE = te.rules("thousand", "classic"), f"net:{networks.BASE}"


def write_net(path, seed=0, **more):
    torch.manual_seed(seed)
    net = PolicyNet(16, 1)
    tensors = {POLICY_PREFIX + key: value for key, value in net.state_dict().items()}
    save_tensors(path, tensors, policy_metadata(net, CLASSIC) | more)
    return str(path)


@pytest.fixture
def weights(tmp_path, monkeypatch):
    """A folder of networks in place of the package's."""
    monkeypatch.setattr(networks, "WEIGHTS", tmp_path)
    for name in (networks.BELIEVED, networks.BASE):
        write_net(tmp_path / f"{name}-classic-3.safetensors")
    return tmp_path


def some_views(games=40, steps=20):
    env = te.VectorEnv("thousand", games, CLASSIC, seed=2)
    env.reset()
    for k in range(steps):
        env.step(env.sample(k))
    return env.views.copy(), env.action_mask.copy()


def test_a_network_of_the_package_is_named_by_its_spec_and_found_by_the_rules(weights):
    agent = make_agent(BASE, CLASSIC)
    views, masks = some_views()
    actions = agent.act(views, masks, np.random.default_rng(0))
    assert agent.name == BASE and masks[np.arange(len(views)), actions].all()
    assert (agent.act(views, masks.astype(np.int8), None) == actions).all()
    with pytest.raises(
        AgentError,
        match=f"for online, 3 players; there are: {networks.BELIEVED}-classic-3, base",
    ):
        make_agent(BASE, te.rules("thousand", "online"))
    with pytest.raises(AgentError, match="no network 'best'"):
        make_agent("net:best", CLASSIC)


@pytest.mark.parametrize("name", ["**", "a**", "*", "/etc/x", "../x", "", "a" * 5000, "equity"])
def test_a_name_that_no_network_has_is_refused_and_never_read_as_a_pattern(weights, name):
    (weights / "equity-classic-3.safetensors").write_bytes(b"another kind of model")
    with pytest.raises(AgentError, match="no network"):
        make_agent(f"net:{name}", CLASSIC)
    assert fingerprint(f"net:{name}")


@pytest.mark.parametrize("adviser", ["[]", "{}", "[" * 5000, '"nobody"', "3"])
def test_a_foreign_file_with_odd_metadata_has_a_hash_and_is_refused(tmp_path, adviser):
    path = tmp_path / "odd.safetensors"
    save_file({"x": np.zeros(1, np.float32)}, path, {"adviser": adviser})
    assert fingerprint(str(path))
    with pytest.raises(ModelError):
        make_agent(str(path), CLASSIC)


def test_bidders_in_bidders_are_limited(tmp_path):
    for spec in ("bidder:" * 2000, "bidder:x,card_play=" * 3000 + "greedy"):
        with pytest.raises(AgentError, match="at most 8 bidders in one another"):
            make_agent(spec, CLASSIC)
    with pytest.raises(AgentError, match="no such file"):
        make_agent("x" * 5000 + ".safetensors", CLASSIC)


def test_its_hash_follows_the_weights(weights):
    before = fingerprint(BASE), fingerprint("net+pimc")
    write_net(weights / f"{networks.BASE}-classic-3.safetensors", seed=1)
    assert fingerprint(BASE) != before[0]
    assert fingerprint("net+pimc") == fingerprint("net+pimc:worlds=20") != fingerprint("pimc")


def test_search_with_a_policy_and_equity_plays_legally(weights):
    result = run_arena(["net+pimc:worlds=1", "greedy"], 2, CLASSIC, seed=1)
    assert result.agents[0].spec == "net+pimc:worlds=1" and not result.agents[0].forfeits


def test_a_policys_chances_are_of_legal_actions_and_sum_to_one():
    torch.manual_seed(0)
    belief = PolicyBelief(NetAgent(PolicyNet(16, 1), "net"))
    views, masks = some_views(games=5)
    for view, mask in zip(views, masks):
        legal = np.flatnonzero(mask)
        rows = np.zeros(len(legal), np.int64)
        chances = belief(view[None][rows], mask[None][rows], legal)
        assert chances.sum() == pytest.approx(1) and (chances >= DOUBT / len(legal)).all()


def test_worlds_are_drawn_as_often_as_a_belief_explains_them():
    """Bayes' rule: who bids nine times as often with an ace has it at nine times the odds."""
    game = te.Game(CLASSIC, seed=None, dealer=2, table={"score": [300, 300, 300]})
    game.deal(("AS TS JS 9C JC 9D JD", "AC TC KC QC AH TH AD", "KS QS 9S 9H JH KH QH"), "TD KD QD")
    for action in ("look", "bid 105"):
        game.apply(action)
    view = game.view(2)
    assert view["to_move"] == 2
    ace = 1 << parse_card("AH")

    def held(agent):
        worlds = agent._sample(view, 4000, seed=3)
        return np.mean((worlds["dealt"][:, 1] & ace) != 0)

    def bids_with_the_ace(views, masks, actions):
        return np.where((views["hand"] & ace) != 0, 0.9, 0.1)

    plain = held(PimcAgent(CLASSIC, worlds=2))
    odds = plain / (1 - plain) * 9
    net = NetAgent(PolicyNet(16, 1), "net")
    in_two_steps = NetPimcAgent(CLASSIC, 2, net, net, score_difference)
    in_two_steps._belief = bids_with_the_ace
    for agent in (PimcAgent(CLASSIC, worlds=2, belief=bids_with_the_ace), in_two_steps):
        assert held(agent) == pytest.approx(odds / (1 + odds), abs=0.04)


def a_decision(decisions, score=300):
    """What the player to move sees, and may do, after so many decisions of greedy players."""
    env = te.VectorEnv("thousand", 1, CLASSIC, seed=5, episode="deal")
    env.reset(options={"table": {"score": [score] * 3}})
    for _ in range(decisions):
        env.step(make_agent("greedy", CLASSIC).act(env.views, env.action_mask, None))
    return env.views[0], env.action_mask[0]


def told(logits_of, worlds=4):
    """A search player whose network says so, but plays the rest of a deal by logits that are all alike."""
    agent = NetPimcAgent(CLASSIC, worlds, Says({}), Says({}), score_difference)
    agent._belief, agent._adviser = None, Says(logits_of)
    return agent


@pytest.mark.parametrize("decisions", [5, 18])  # before the play; a card
def test_an_opinion_counts_as_some_more_worlds(decisions):
    view, mask = a_decision(decisions)
    actions, plain = told({}).values(view, mask, seed=3)
    plain = plain.mean(1)  # the same as without a network, but that differences are smaller
    spread = (plain - plain.mean()) * (4 + WEIGHT) / 4
    assert len(actions) > 1 and spread.any()
    expected = np.zeros(len(actions))
    expected[0] = LOGIT
    found = told({int(actions[0]): 1.0}).values(view, mask, seed=3)[1].mean(1)
    wanted = np.array([4, WEIGHT]) / (4 + WEIGHT) @ [spread, expected - expected.mean()]
    assert found - found.mean() == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize("decisions", [4, 18])
def test_what_the_network_puts_far_behind_is_not_looked_at(decisions):
    view, mask = a_decision(decisions)
    choice = int(np.flatnonzero(mask)[-1])  # a bid that the search player would not look at
    near, far = (told({choice: by * GAP / LOGIT}).values(view, mask, 3)[0] for by in (0.9, 1.1))
    assert len(near) > 1 and choice in near and far.tolist() == [choice]
    everything = told({choice: 1.1 * GAP / LOGIT}).act(view[None], mask[None], np.random)
    assert everything.tolist() == [choice]


@pytest.mark.parametrize("decisions", [5, 18])
def test_where_the_opinion_is_clear_a_foreign_view_or_mask_is_refused_all_the_same(decisions):
    view, mask = a_decision(decisions)
    choice = int(np.flatnonzero(mask)[-1])
    agent, rng = told({choice: 99.0}), np.random.default_rng(0)
    other = view.copy()
    other["to_move"] = (view["to_move"] + 1) % 3
    for wrong, theirs in ((other, mask), (view, np.ones_like(mask)), (view, np.zeros_like(mask))):
        with pytest.raises(ThousandError):
            agent.act(wrong[None], theirs[None], rng)
    assert agent.act(view[None], mask[None], rng).tolist() == [choice]


def test_a_network_that_plays_out_does_so_in_one_thread_and_leaves_torch_as_it_was():
    view, mask = a_decision(18)
    agent, before, seen = told({}), torch.get_num_threads(), []
    told_by = agent._adviser.logits
    agent._adviser.logits = lambda *a: (seen.append(torch.get_num_threads()), told_by(*a))[1]
    torch.set_num_threads(2)
    try:
        agent.act(view[None], mask[None], np.random.default_rng(0))
        assert seen == [1] and torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)


def test_worlds_drawn_more_than_once_are_valued_alike():
    view, mask = a_decision(18)
    agent = told({})
    actions, worlds = agent._candidates(view, mask), agent._sample(view, 3, seed=1)
    each = [agent._look(view, worlds[[k]], actions) for k in range(3)]
    again = [1, 0, 1, 2, 1]
    found = agent._look(view, worlds[again], actions)
    gaps = [(values - values[0])[:, 0] for values in each]
    assert len(worlds) == len(np.unique(worlds["dealt"], axis=0)) and np.ptp(gaps) > 0
    assert found - found[0] == pytest.approx(np.array(gaps)[again].T)


def test_play_outs_end_as_the_environment_does_with_the_same_policy():
    torch.manual_seed(3)
    net = NetAgent(PolicyNet(16, 1), "net")
    env = te.VectorEnv("thousand", 60, CLASSIC, seed=4, episode="deal")
    env.reset(options={"table": {"score": [300, 500, 800]}})
    for k in range(9):
        env.step(env.sample(k))
    worlds, masks = env.state.copy(), env.action_mask.copy()
    ends = [PlayOuts(CLASSIC, net).ends(worlds[[k]], np.flatnonzero(masks[k])) for k in range(60)]
    by_rank = [np.flatnonzero(mask) for mask in masks]
    for rank in range(max(map(len, by_rank))):
        rows = [k for k in range(60) if rank < len(by_rank[k])]
        env.state = worlds
        actions = masks.argmax(1)
        actions[rows] = [by_rank[k][rank] for k in rows]
        waiting = np.ones(60, np.bool_)
        while waiting.any():
            env.step(actions)
            for k in np.flatnonzero(waiting & (env.terminated | env.truncated)):
                waiting[k] = False
                if k in rows:
                    for field in ("score", "bolts", "winner"):
                        assert (ends[k][rank][field] == env.finals[k][field]).all()
            actions = net.act(env.views, env.action_mask, None)


class Says(NetAgent):
    """A network of some logits, the others being 0."""

    def __init__(self, logits_of):
        super().__init__(PolicyNet(16, 1), "says")
        self.logits_of = logits_of

    def logits(self, views, masks, rng):
        found = torch.zeros(masks.shape)
        for action, logit in self.logits_of.items():
            found[:, action] = logit
        return found.masked_fill(~torch.from_numpy(masks), -torch.inf)


def test_the_adviser_is_understood_as_it_was_fitted():
    assert pytest.approx(TEMPERATURE * EQUITY_UNIT) == LOGIT


def test_a_bidder_leaves_chance_to_its_card_player_row_by_row(tmp_path):
    path = write_net(tmp_path / "bids.safetensors", phase="bidding")
    for card_play in ("random", "pimc:worlds=1"):
        spec = f"bidder:{path},card_play={card_play}"
        first = run_arena([spec, "greedy"], 3, CLASSIC, seed=5, chunk=1)
        assert (
            first.estimates[0].mean == run_arena([spec, "greedy"], 3, CLASSIC, 5).estimates[0].mean
        )


def test_what_ships_is_the_policy_alone_and_plays_the_same(tmp_path):
    counted = {"decisions": 5, "seconds": 1.0, "phase": "all"}
    run = write_net(tmp_path / "run.safetensors", seed=3, **counted)
    path = ship(tmp_path / "run.safetensors", "new", tmp_path)
    assert path.name == "new-classic-3.safetensors"
    assert load_tensors(path)[1]["decisions"] == 5
    views, masks = some_views()
    one, two = (make_agent(str(p), CLASSIC).act(views, masks, None) for p in (run, path))
    assert np.array_equal(one, two)
    write_net(tmp_path / "bare.safetensors")
    with pytest.raises(ModelError, match="is there already"):
        ship(tmp_path / "run.safetensors", "new", tmp_path)
    for name in ("../esc", "a/b", ""):
        with pytest.raises(ModelError, match="letters, digits, dots and dashes"):
            ship(tmp_path / "run.safetensors", name, tmp_path)
    with pytest.raises(ModelError, match="no checkpoint of a run"):
        ship(tmp_path / "bare.safetensors", "new", tmp_path)


@pytest.mark.parametrize("rules", ["classic", "online"])
def test_the_strongest_network_is_what_its_shipped_config_makes(rules):
    path = networks.shipped(networks.BASE, te.rules("thousand", rules))
    config, (_, metadata) = load_distil_config(f"{rules}-belief"), load_tensors(path)
    assert metadata["config"] == config.as_dict() and config.rules == rules
    assert metadata["decisions"] == config.chunks * config.chunk
