"""Networks distilled from search: what is searched, what is fitted, and that a run can be stopped."""

import os
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

import thousand_env as te
from tests.test_equity import Stops
from thousand_agents.base import UNIFORM, make_agent
from thousand_agents.executors.serial import SerialExecutor
from thousand_agents.pimc.equity import score_difference
from thousand_agents.worlds import sample_worlds
from thousand_env.errors import ThousandError
from thousand_env.games.thousand.actions import GIFT, NUM_ACTIONS, PHASES, PLAY, TALON
from thousand_env.games.thousand.cards import mask_text
from thousand_env.games.thousand.state import NONE

torch = pytest.importorskip("torch")

from thousand_agents.models.equity import EquityModel  # noqa: E402
from thousand_agents.models.equity.file import path_of as equity_path  # noqa: E402
from thousand_agents.models.equity.file import read_equity, write_equity  # noqa: E402
from thousand_agents.models.net import POLICY_PREFIX, NetAgent, policy_metadata  # noqa: E402 - torch is an extra
from thousand_agents.models.tensors import ModelError, save_tensors  # noqa: E402 - torch is an extra
from thousand_training.config import ConfigError  # noqa: E402
from thousand_training.distil.config import DistilConfig, load_distil_config  # noqa: E402
from thousand_training.distil.data import Decisions, SearchJob, read, search_chunk  # noqa: E402
from thousand_training.distil.fit import FLOOR, fit, gains, loss_of  # noqa: E402
from thousand_training.distil.muon import Muon  # noqa: E402
from thousand_training.distil.search import Search  # noqa: E402
from thousand_training.distil.train import main, train  # noqa: E402
from thousand_training.playouts import MOST  # noqa: E402
from thousand_training.rollout import TEMPERATURE  # noqa: E402
from thousand_training.ship import ship  # noqa: E402

EQUITY = "equity-classic-3"
CLASSIC, ONLINE = te.rules("thousand", "classic"), te.rules("thousand", "online")
LEVEL = {"score": [300, 300, 300]}
TINY = DistilConfig(chunks=3, chunk=200, worlds=2, epochs=2, batch=32, width=8)


@pytest.fixture(scope="module")
def chunk():
    return search_chunk(SearchJob(CLASSIC, 2, "", UNIFORM, 7, 0, 3000))


def same(one, other):
    return all((getattr(one, f.name) == getattr(other, f.name)).all() for f in fields(Decisions))


@pytest.mark.parametrize("decisions", [8, 28])
def test_a_value_is_the_mean_of_what_greedy_players_make_of_sampled_worlds(decisions):
    env = te.VectorEnv("thousand", 6, CLASSIC, seed=3, episode="deal")
    env.reset(options={"table": {"score": [300, 420, 180]}})
    greedy, search = make_agent("greedy", CLASSIC), Search(CLASSIC, 5, EQUITY)
    equity = EquityModel.load(EQUITY, CLASSIC)
    for _ in range(decisions):
        env.step(greedy.act(env.views, env.action_mask, None))
    for view, mask in zip(env.views, env.action_mask, strict=True):
        actions = np.flatnonzero(mask)
        found = search.values(view.copy(), actions, seed=11)
        worlds = sample_worlds(view.copy(), CLASSIC, 5, 11)
        for action, value in zip(actions, found, strict=True):
            by_hand = [played_out(world, int(action), greedy) for world in worlds]
            points = [score_difference(end, seat, 3)[0] for end, seat in by_hand]
            chances = [equity(end, seat, 3)[0] for end, seat in by_hand]
            assert value == pytest.approx([np.mean(points) / 100, np.mean(chances) / 0.1], rel=1e-5)
        assert (found[:, :1] == Search(CLASSIC, 5).values(view.copy(), actions, seed=11)).all()


def test_with_trust_others_mostly_did_in_the_sampled_worlds_what_the_greedy_player_would():
    env = te.VectorEnv("thousand", 30, CLASSIC, seed=3, episode="deal")
    env.reset(options={"table": LEVEL})
    greedy = make_agent("greedy", CLASSIC)
    for _ in range(14):
        env.step(greedy.act(env.views, env.action_mask, None))
    shares = []
    for trust in (UNIFORM, 0.9):
        search = Search(CLASSIC, 8, trust=trust)
        found = [as_greedy(search.sample(view.copy(), seed=5), greedy) for view in env.views]
        shares.append(np.mean(found))
    assert shares[0] + 0.1 < shares[1] < 1


def as_greedy(worlds, greedy):
    """Share of the decisions of the two others, in worlds that are played again, that are the greedy player's."""
    same, seat = [], int(worlds["to_move"][0])
    for world in worlds:
        game = te.Game(CLASSIC, seed=None, dealer=int(world["dealer"]), table=LEVEL)
        hands = [mask_text(int(world["dealt"][player])) for player in range(3)]
        game.deal(hands, mask_text(int(world["talon"][0])))
        for action in world["log_action"][: world["log_length"]]:
            if game.player != seat and game.action_mask.sum() > 1:
                view, mask = np.array([game.view(game.player)]), game.action_mask[None]
                same.append(greedy.act(view, mask, None)[0] == action)
            game.apply(int(action))
    return np.mean(same)


def played_out(world, action, greedy):
    """The deal's end after an action and the rest of the deal, and the seat that did it."""
    one = te.VectorEnv("thousand", 1, CLASSIC)
    one.reset()
    one.state = np.array([world])
    seat, deals = int(one.current_player[0]), one.state["deals"][0]
    one.step(np.array([action]))
    while one.state["deals"][0] == deals and not one.terminated[0]:
        one.step(greedy.act(one.views, one.action_mask, None))
    return (one.finals if one.terminated[0] else one.state).copy(), seat


def test_legal_actions_are_tried_the_greedy_players_among_them(chunk):
    assert len(chunk) == 3000 and {GIFT, PLAY} < set(chunk.phase) and TALON not in chunk.phase
    tried = chunk.action != NONE
    assert (tried.sum(1) >= 2).all() and tried.shape[1] == MOST
    assert ((chunk.action == chunk.advice[:, None]).sum(1) == 1).all()
    assert (chunk.action < NUM_ACTIONS).all() and not chunk.value[~tried].any()
    assert all(len(set(row[row != NONE])) == (row != NONE).sum() for row in chunk.action)


def test_a_chunk_depends_on_its_job_alone(chunk):
    job = SearchJob(CLASSIC, 2, EQUITY, 0.8, 7, 0, 300)
    assert same(search_chunk(job), search_chunk(job))
    assert not same(search_chunk(job), search_chunk(replace(job, number=1)))


def test_a_run_that_was_stopped_comes_out_the_same(tmp_path):
    for run in ("stopped", "whole"):
        (tmp_path / run).mkdir()
    with pytest.raises(KeyboardInterrupt):
        train(TINY, tmp_path / "stopped", Stops(after=2))
    assert len([*(tmp_path / "stopped").glob("decisions-*")]) == 2
    found = train(TINY, tmp_path / "stopped", Stops(after=1))  # only one is left to search
    assert found == train(TINY, tmp_path / "whole", SerialExecutor())
    one, other = (
        NetAgent.load(tmp_path / run / "model.safetensors", CLASSIC) for run in ("stopped", "whole")
    )
    weights = other.net.state_dict()
    assert all(torch.equal(tensor, weights[name]) for name, tensor in one.net.state_dict().items())


def test_a_run_goes_on_with_more_decisions_and_another_network_but_no_other_search(tmp_path):
    train(TINY, tmp_path, SerialExecutor())
    first = (tmp_path / "decisions-000000.npz").read_bytes()
    train(replace(TINY, chunks=4, width=16), tmp_path, Stops(after=1))
    assert (tmp_path / "decisions-000000.npz").read_bytes() == first
    assert NetAgent.load(tmp_path / "model.safetensors", CLASSIC).net.width == 16
    for change in (
        {"worlds": 3},
        {"seed": 1},
        {"rules": "online"},
        {"chunk": 100},
        {"equity": EQUITY},
        {"trust": 0.8},
    ):
        with pytest.raises(ConfigError, match=f"other {next(iter(change))}.*choose another --out"):
            train(replace(TINY, **change), tmp_path, SerialExecutor())


def test_a_run_knows_its_equity_by_content_wherever_the_file_is(tmp_path):
    shipped, copy = equity_path(EQUITY), tmp_path / "mine.safetensors"
    copy.write_bytes(shipped.read_bytes())
    config, out = replace(TINY, equity=str(copy)), tmp_path / "run"
    out.mkdir()
    train(config, out, SerialExecutor())
    train(replace(config, equity=EQUITY), out, Stops(after=0))
    copy.write_bytes(equity_path("equity-online-3").read_bytes())
    with pytest.raises(ThousandError, match="trained under"):
        train(config, out, SerialExecutor())
    layers, metadata = read_equity(shipped)
    write_equity(copy, [(weight * 0.9, bias) for weight, bias in layers], metadata)
    with pytest.raises(ConfigError, match=r"\(other equity\)"):
        train(config, out, SerialExecutor())


def test_a_damaged_file_is_named(tmp_path):
    train(TINY, tmp_path, SerialExecutor())
    path = tmp_path / "decisions-000001.npz"
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(ConfigError, match=r"decisions-000001.npz: .* searches it again"):
        train(TINY, tmp_path, SerialExecutor())
    path.unlink()
    train(TINY, tmp_path, SerialExecutor())
    assert len(read([path], TINY.chunk, 1)) == TINY.chunk


def changed(name, row, value):
    """A column with another value in one row."""

    def change(columns):
        columns[name][row] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: c.pop("advice"), "it holds 'observation', .* not observation, phase"),
        (lambda c: c.update(more=np.zeros(3)), "'more', not observation"),
        (lambda c: c.update(value=c["value"].astype(float)), "value is float64 .* not float32"),
        (lambda c: c.update(value=c["value"][:, :5]), r"value is float32 \(200, 5, 1\), not"),
        (lambda c: c.update({n: a[:50] for n, a in c.items()}), r"\(50, 318\), not float16 \(200,"),
        (lambda c: c.update(phase=np.int8(3)), r"phase is int8 \(\), not int8 \(200,\)"),
        (changed("value", (3, 0), np.nan), "not all of its numbers are finite"),
        (changed("observation", (3, 0), np.inf), "not all of its numbers are finite"),
        (changed("phase", 3, 120), "a phase that there isn't"),
        (changed("action", (3, 0), 30_000), "an action that there isn't"),
        (changed("action", 3, NONE), "the greedy player's choice is not among"),
        (changed("advice", 3, NONE), "the greedy player's choice is not among"),
    ],
)
def test_a_file_that_holds_anything_else_is_named(tmp_path, chunk, change, message):
    columns = {f.name: getattr(chunk, f.name)[:200].copy() for f in fields(Decisions)}
    path = tmp_path / "decisions-000000.npz"
    np.savez(path, **columns)
    assert len(read([path], 200, 1)) == 200
    change(columns)
    np.savez(path, **columns)
    with pytest.raises(ConfigError, match=f"decisions-000000.npz: .*{message}.*searches it again"):
        read([path], 200, 1)


def test_a_file_cut_or_with_wrong_bits_anywhere_is_named_or_reads_the_same(tmp_path, chunk):
    path = tmp_path / "decisions-000000.npz"
    columns = {f.name: getattr(chunk, f.name)[:60] for f in fields(Decisions)}
    np.savez_compressed(path, **columns)
    whole, rng = path.read_bytes(), np.random.default_rng(0)
    spoilt = [whole[:size] for size in (0, 1, 30, len(whole) // 2, len(whole) - 1)]
    for at in rng.integers(len(whole), size=200):
        spoilt.append(whole[:at] + bytes([whole[at] ^ int(rng.integers(1, 256))]) + whole[at + 1 :])
    for content in spoilt:
        path.write_bytes(content)
        try:
            found = read([path], 60, 1)
        except ConfigError as error:
            said = str(error)
            assert "searches it again" in said and "\n" not in said
        else:
            assert all((getattr(found, name) == column).all() for name, column in columns.items())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "cannot read .*settings.json"),
        ("[" * 100_000, "cannot read .*settings.json"),
        ("[]", "settings.json holds no settings"),
        ("{}", "decisions of another run .other rules, population, equity, worlds, trust"),
        (None, "holds decisions without settings.json"),
    ],
)
def test_settings_that_are_damaged_or_gone_are_named(tmp_path, text, message):
    (tmp_path / "decisions-000000.npz").write_bytes(b"of another seed?")
    if text is not None:
        (tmp_path / "settings.json").write_text(text)
    with pytest.raises(ConfigError, match=f"{message}.*: choose another --out"):
        train(TINY, tmp_path, SerialExecutor())
    assert not (tmp_path / "model.safetensors").exists()


def test_a_fit_that_diverges_is_refused_and_the_model_before_it_stays(tmp_path):
    train(TINY, tmp_path, SerialExecutor())
    before = (tmp_path / "model.safetensors").read_bytes()
    wild = replace(TINY, learning_rate=1.0, weight_decay=10.0, epochs=100, batch=16)
    with pytest.raises(ConfigError, match=r"the fit diverged .* smaller learning_rate than 1 or"):
        train(wild, tmp_path, SerialExecutor())
    assert (tmp_path / "model.safetensors").read_bytes() == before


def test_a_network_that_there_is_no_memory_for_is_refused():
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_AS)
    some, huge = made_up(20_000), replace(TINY, batch=2**20, width=512, epochs=1)
    resource.setrlimit(resource.RLIMIT_AS, (address_space() + 2**27, before[1]))
    try:
        with pytest.raises(ConfigError, match="not enough memory for batch = 1048576, width = 512"):
            fit(some, huge)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def address_space():
    """Bytes that this process has taken, whether it uses them or not."""
    path = Path("/proc/self/statm")
    if not path.exists():
        pytest.skip("it can't be told here")
    return int(path.read_text().split()[0]) * os.sysconf("SC_PAGESIZE")


def test_what_a_killed_run_left_half_written_goes_and_others_files_stay(tmp_path):
    path = tmp_path / "tiny.toml"
    path.write_text("chunks = 2\nchunk = 50\nworlds = 1\nepochs = 1\nwidth = 4\n")
    for name in ("decisions-000001.npz", "settings.json", "model.safetensors", "report.json"):
        (tmp_path / f"{name}.0a1b2c3d.part").write_text("half")
    (tmp_path / "film.part").write_text("another's")
    assert main([str(path), "--out", str(tmp_path), "--executor", "serial"]) == 0
    assert [left.name for left in tmp_path.glob("*.part")] == ["film.part"]


@pytest.mark.parametrize("rules", ["classic", "online"])
def test_the_network_is_an_agent_and_can_be_shipped(tmp_path, rules):
    train(replace(TINY, rules=rules), tmp_path, SerialExecutor())
    model = tmp_path / "model.safetensors"
    path = ship(model, "tiny", tmp_path)
    assert path.name == f"tiny-{rules}-3.safetensors"
    agent = make_agent(str(path), te.rules("thousand", rules))
    env = te.VectorEnv("thousand", 32, te.rules("thousand", rules))
    env.reset(seed=1)
    for _ in range(40):
        actions = agent.act(env.views, env.action_mask, np.random.default_rng(0))
        assert env.action_mask[np.arange(32), actions].all()
        env.step(actions)


def made_up(count, seed=0):
    """Decisions between two cards, of which the higher is better if a flag is set."""
    rng = np.random.default_rng(seed)
    observation = np.zeros((count, te.games.load("thousand").OBSERVATION_SIZE), np.float16)
    observation[:, 11 + 24] = rng.integers(0, 2, count)  # the own cards have been seen
    action = np.full((count, MOST), NONE, np.int16)
    action[:, :2] = np.sort(rng.permuted(np.tile(np.arange(100, 124), (count, 1)), axis=1)[:, :2])
    value = np.zeros((*action.shape, 1), np.float32)
    value[:, 1, 0] = np.where(observation[:, 11 + 24], 0.3, -0.3)
    advice = action[np.arange(count), rng.integers(0, 2, count)]
    return Decisions(observation, np.full(count, PLAY, np.int8), action, value, advice)


def test_a_fit_learns_what_is_best_and_gains_says_by_how_much():
    net = fit(made_up(4000), replace(TINY, epochs=10, width=16))
    others = made_up(2000, seed=1)
    found = gains(net, others)["points"][PHASES[PLAY]]
    advised = others.value[others.action == others.advice[:, None]]
    gain = 100 * (
        others.value[..., 0].max(1, where=others.action != NONE, initial=-9) - advised[:, 0]
    )
    assert found["decisions"] == 2000
    assert found["best"] == pytest.approx(gain.mean(), abs=0.01)
    assert found["gain"] > 0.95 * found["best"] > 10


@pytest.mark.parametrize(("share", "best"), [(0.0, 1), (0.3, 1), (0.7, 0), (1.0, 0)])
def test_with_an_equity_chances_are_made_most_of_or_points_by_their_share(share, best):
    some = made_up(2000)
    some.value = np.concatenate([-some.value, some.value], 2)  # each costs what the other gains
    some.value[:, 2:] = 0
    net = fit(some, replace(TINY, equity=EQUITY, points_share=share, epochs=10, width=16))
    found = gains(net, some)
    gained = [found[worth][PHASES[PLAY]]["gain"] for worth in ("points", "chances")]
    assert gained[best] > 1 and gained[1 - best] < -1


def test_a_fit_goes_on_from_a_network(tmp_path):
    train(TINY, tmp_path, SerialExecutor())
    model = str(tmp_path / "model.safetensors")
    small = replace(TINY, start=model, learning_rate=1e-6, width=64, equity=EQUITY)
    (tmp_path / "next").mkdir()
    found = train(small, tmp_path / "next", SerialExecutor())
    assert set(found) == {"points", "chances"}
    before, after = (
        NetAgent.load(at, CLASSIC).net for at in (model, tmp_path / "next/model.safetensors")
    )
    assert after.width == before.width == TINY.width
    for old, new in zip(before.parameters(), after.parameters(), strict=True):
        assert 0 < (old - new).abs().max() < 1e-4
    (tmp_path / "other").mkdir()
    train(replace(small, rules="online", equity=""), tmp_path / "other", SerialExecutor())
    assert NetAgent.load(tmp_path / "other/model.safetensors", ONLINE).net.width == TINY.width


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ("net:base-v2", "start = 'net:base-v2': a network of suits, not of blocks"),
        ("net:none", "none"),
    ],
)
def test_a_start_that_is_no_network_of_blocks_is_refused(tmp_path, start, message):
    with pytest.raises(ThousandError, match=message):
        train(replace(TINY, start=start), tmp_path, SerialExecutor())
    assert not [*tmp_path.iterdir()]


def test_an_equity_of_other_rules_is_refused_before_anything_is_searched(tmp_path):
    with pytest.raises(ThousandError, match="equity"):
        train(replace(TINY, rules="online", equity=EQUITY), tmp_path, SerialExecutor())
    assert not [*tmp_path.iterdir()]


def test_the_loss_is_the_expected_one_and_the_squared_error_down_to_the_floor():
    some = made_up(1)
    some.action[0, :3], some.value[0, :3, 0] = [100, 101, 102], [0.2, -0.1, -5.0]
    net = fit(some, replace(TINY, epochs=1))
    torch.nn.init.normal_(net.body.with_cards.weight)
    observation = torch.from_numpy(some.observation).float()
    advice, action = (torch.from_numpy(a).long() for a in (some.advice, some.action))
    own = net.own_logits(observation, advice)[1]
    logits = own[0, 100:103].detach().double().numpy()
    behind = np.array([0, -0.3, -FLOOR])
    chances = np.exp(logits) / np.exp(logits).sum()
    error = TEMPERATURE * (logits - logits.mean()) - (behind - behind.mean())
    assert loss_of(own, action, torch.from_numpy(some.value[..., 0])).item() == pytest.approx(
        (error**2).sum() - (chances * behind).sum(), rel=1e-4
    )


@pytest.mark.parametrize("shape", [(40, 90), (90, 40)])
def test_muon_steps_along_the_gradient_with_all_singular_values_about_one(shape):
    torch.manual_seed(0)
    weights = torch.nn.Parameter(torch.zeros(shape))
    gradient = torch.randn(shape)
    left, _, right = torch.linalg.svd(gradient, full_matrices=False)
    muon = Muon([weights], lr=0.1, weight_decay=0.0, halves=False)
    for _ in range(3):
        weights.grad = gradient.clone()
        before = weights.detach().clone()
        muon.step()
        step = (before - weights.detach()) / (0.1 * 0.2 * 90**0.5)
        sizes = (left.T @ step @ right.T).diagonal()
        assert ((sizes > 0.6) & (sizes < 1.3)).all()
        assert torch.linalg.norm(step - left @ torch.diag(sizes) @ right) < 1e-3


def test_muon_is_pytorchs_but_for_its_precision():
    theirs = getattr(torch.optim, "Muon", None)
    if theirs is None:
        pytest.skip("PyTorch has it since 2.9")
    torch.manual_seed(0)
    start, target = torch.randn(24, 16), torch.randn(24, 16)
    found = []
    for make in (
        lambda w: Muon([w], 0.02, 0.1, halves=False),
        lambda w: theirs([w], lr=0.02, weight_decay=0.1, adjust_lr_fn="match_rms_adamw"),
    ):
        weights = torch.nn.Parameter(start.clone())
        optimizer = make(weights)
        for _ in range(20):
            optimizer.zero_grad()
            (weights - target).square().sum().backward()
            optimizer.step()
        found.append(weights.detach())
    moved = (found[1] - start).abs().max()
    assert (found[0] - found[1]).abs().max() < 0.03 * moved


def test_blocks_without_an_adviser_are_refused(tmp_path):
    from thousand_agents.models.tensors import load_tensors

    train(TINY, tmp_path, SerialExecutor())
    tensors, metadata = load_tensors(tmp_path / "model.safetensors")
    save_tensors(tmp_path / "bad.safetensors", tensors, metadata | {"adviser": ""})
    with pytest.raises(ModelError, match="a network of blocks without an adviser"):
        NetAgent.load(tmp_path / "bad.safetensors", CLASSIC)


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"width": 16}, "the weights don't fit: .* size mismatch"),
        ({"depth": 2}, "the weights don't fit: .* Unexpected key"),
        ({"network": ["blocks"]}, "unknown form of network"),
        ({"rules_hash": "x"}, "its rules_hash is not that of its rules"),
    ],
)
def test_blocks_that_are_not_what_their_file_says_are_not_shipped(tmp_path, told, message):
    net = fit(made_up(32), replace(TINY, epochs=1))
    facts = policy_metadata(net, CLASSIC) | {"decisions": 32, "seconds": 1} | told
    weights = {f"{POLICY_PREFIX}{name}": tensor for name, tensor in net.state_dict().items()}
    save_tensors(tmp_path / "bad.safetensors", weights, facts)
    with pytest.raises(ModelError, match=message):
        ship(tmp_path / "bad.safetensors", "bad", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["bad.safetensors"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chunks = 1", "chunks = 1 is out of range: 2 to"),
        ("worlds = 1.5", "a whole number is expected"),
        ("games = 3", "unknown setting 'games'.*settings: rules"),
        ("trust = 0.4", "trust = 0.4 is out of range: 0.5 to 0.99"),
        ("rules = 3", "a text is expected"),
        ('rules = "chess"', "unknown preset"),
    ],
)
def test_a_bad_config_is_refused(tmp_path, text, message):
    path = tmp_path / "c.toml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=message):
        load_distil_config(str(path))
