"""Match equity: what a model promises, its files, ``thousand equity``, and how it is trained."""

import json
import random
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import thousand_env as te
from tests.referee.randoms import random_options
from thousand_agents.arena.batch import Batch
from thousand_agents.base import make_agent
from thousand_agents.cli import run
from thousand_agents.executors.serial import SerialExecutor
from thousand_agents.models.equity import EquityError, EquityModel, Features, shipped_name
from thousand_agents.models.equity.file import path_of, read_equity, write_equity
from thousand_agents.pimc import PimcAgent
from thousand_env.games.thousand.rules import rules_from
from thousand_env.games.thousand.state import TABLE_DTYPE, new_states
from thousand_env.games.thousand.table import new_table, parse_table, table_dict
from thousand_env.games.thousand.view import new_views
from thousand_training.config import ConfigError
from thousand_training.equity.baselines import Softmax, uniform
from thousand_training.equity.config import EquityConfig, load_equity_config
from thousand_training.equity.data import collect, jobs_of, play_matches
from thousand_training.equity.fit import examples, fit_ensemble, split
from thousand_training.equity.report import ALL, evaluate
from thousand_training.equity.starts import start_tables
from thousand_training.equity.train import train

CLASSIC, ONLINE = te.rules("thousand", "classic"), te.rules("thousand", "online")
SEATS = 3


@pytest.fixture(scope="module", params=[CLASSIC, ONLINE], ids=["classic", "online"])
def model(request):
    return EquityModel.load(shipped_name(request.param), request.param)


def some_tables(rules, count=2000, seed=0):
    """Tables as the training data begins with, with dealers."""
    rng = np.random.default_rng(seed)
    tables, _ = start_tables(rng, count, rules)
    tables["dealer"] = rng.integers(0, rules.players, count)
    return tables


def as_records(tables, blank):
    for name in tables.dtype.names:
        blank[name] = tables[name]
    return blank


def table(rules, dealer=0, **form):
    return np.array([parse_table(form, rules, dealer)])


def test_chances_are_a_distribution_over_the_players(model):
    tables = some_tables(model.rules)
    for chances in (model.chances(tables), *model.members(tables)):
        assert chances.shape == (len(tables), SEATS)
        assert ((chances >= 0) & (chances <= 1)).all()
        assert chances.sum(axis=1) == pytest.approx(1, abs=1e-6)


def test_chances_are_the_mean_of_the_members_and_each_a_plain_network(model):
    tables = some_tables(model.rules, 300).repeat(2)
    assert model.chances(tables) == pytest.approx(model.members(tables).mean(axis=0), abs=1e-6)
    layers, _ = read_equity(path_of(shipped_name(model.rules)))
    features = Features(model.rules).build(tables, tables["dealer"])
    for m, found in enumerate(model.by_place(features)):
        hidden = features
        for weight, bias in layers[:-1]:
            hidden = np.maximum(hidden @ weight[m] + bias[m], 0)
        odds = np.exp(hidden @ layers[-1][0][m] + layers[-1][1][m])
        assert found == pytest.approx(odds / odds.sum(axis=1, keepdims=True), abs=1e-5)


def test_turning_the_seats_and_the_dealer_turns_the_chances(model):
    tables = some_tables(model.rules)
    turned = tables.copy()
    for name in ("score", "bolts", "concessions", "barrel_deals", "barrels_used"):
        turned[name][:, :SEATS] = np.roll(tables[name][:, :SEATS], 1, axis=1)
    turned["dealer"] = (tables["dealer"] + 1) % SEATS
    expected = np.roll(model.chances(tables), 1, axis=1)
    assert model.chances(turned) == pytest.approx(expected, abs=1e-7)


def test_the_dealer_matters_and_an_unknown_one_is_the_mean_over_all(model):
    tables = some_tables(model.rules, 200)
    known = []
    for tables["dealer"] in range(SEATS):
        known.append(model.chances(tables))
    assert np.abs(known[0] - known[1]).max() > 0.01
    tables["dealer"] = -1
    assert model.chances(tables) == pytest.approx(np.mean(known, axis=0), abs=1e-7)


def test_tables_views_and_games_give_the_same_chances(model):
    tables = some_tables(model.rules, 200)
    states = as_records(tables, new_states(200))
    states["winner"] = -1
    views = as_records(tables, new_views(200))
    assert (model.chances(states) == model.chances(tables)).all()
    assert (model.chances(views) == model.chances(tables)).all()
    assert model.chances(states[:0]).shape == (0, SEATS)


def test_the_deals_played_and_concessions_that_cost_nothing_change_nothing(model):
    tables = some_tables(model.rules, 200)
    before = model.chances(tables)
    tables["deals"] = 77
    tables["concessions"][:, 0] += 1
    assert model.chances(tables) == pytest.approx(before, abs=1e-6)


def test_a_finished_match_is_as_it_ended(model):
    states = as_records(some_tables(model.rules, 90), new_states(90))
    states["winner"] = np.arange(90) % 4 - 1
    over = states["winner"] >= 0
    for chances in (model.chances(states), *model.members(states)):
        assert (chances[over] == np.eye(SEATS)[states["winner"][over]]).all()
        assert (chances[~over] < 1).all()


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"score": [880, 0, 0], "barrel_deals_used": [0, None, None]}, {"score": [0, 0, 0]}),
        ({"score": [700, 300, 300]}, {"score": [300, 300, 300]}),
        ({"score": [300, 300, 300]}, {"score": [-200, 300, 300]}),
        ({"score": [300, 300, 300], "bolts": [0, 1, 1]}, {"score": [300] * 3, "bolts": [2, 1, 1]}),
        (
            {"score": [880, 500, 500], "barrel_deals_used": [0, None, None]},
            {"score": [880, 500, 500], "barrel_deals_used": [2, None, None]},
        ),
        ({"score": [560, 400, 400]}, {"score": [545, 400, 400]}),  # the dump truck waits (R11.7)
    ],
)
def test_what_is_better_has_a_better_chance(model, better, worse):
    for dealer in range(SEATS):
        good, bad = (table(model.rules, dealer, **form) for form in (better, worse))
        assert model.chances(good)[0, 0] > model.chances(bad)[0, 0]


def test_a_chance_of_one_is_not_given_before_the_end(model):
    leader = table(model.rules, 0, score=[880, -300, -300], barrel_deals_used=[0, None, None])
    assert 0.7 < model.chances(leader)[0, 0] < 0.995


def test_the_chances_are_right_on_fresh_matches(model):
    job = jobs_of(model.rules, ("greedy",), 987_654, 1000, 1000, 1.0)[0]
    matches = play_matches(job)
    estimates = {
        "model": model.chances(matches.tables),
        "uniform": uniform(matches.tables, model.rules),
    }
    found = evaluate(matches, estimates, model.rules)[ALL]
    assert found["ece"] < found["ece_by_chance"] + 0.02
    assert found["others"]["uniform"]["worse_by"][0] > 0.1
    wrong = {"model": model.chances(matches.tables)[:, ::-1]} | {"uniform": estimates["uniform"]}
    assert evaluate(matches, wrong, model.rules)[ALL]["ece"] > 0.05


def test_a_leader_is_no_surer_than_matches_from_his_own_table_show(model):
    """Not drawn from among the tables of other matches: which of them are kept can't matter."""
    count = 1500
    leader = table(model.rules, 2, score=[875, 365, 425])
    starts = np.repeat(leader, count)
    batch = Batch(model.rules, 4, np.arange(count), starts, np.zeros((count, SEATS), int), "match")
    rng, greedy = np.random.default_rng(0), make_agent("greedy", model.rules)
    while (batch.waiting >= 0).any():
        rows, views, masks = batch.rows_of(0)
        batch.act(rows, greedy.act(views, masks, rng))
    won = batch.win_shares()[:, 0].mean()
    error = (won * (1 - won) / count) ** 0.5
    assert abs(model.chances(leader)[0, 0] - won) < 3 * error


def test_it_is_quick_and_needs_no_torch():
    code = "import sys, thousand_agents.models.equity; print('torch' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


def test_a_model_of_other_rules_is_refused():
    with pytest.raises(EquityError, match=r"was trained under .*classic.*, not under .*online"):
        EquityModel.load("equity-classic-3", ONLINE)
    with pytest.raises(EquityError, match=r"not under .*'golden': False"):
        EquityModel.load("equity-classic-3", replace(CLASSIC, golden=False))


def test_a_population_is_asked_for_by_its_specs_and_code(tmp_path):
    layers, said = read_equity(path_of("equity-classic-3"))
    path = tmp_path / "other.safetensors"
    write_equity(path, layers, said | {"population": [{"spec": "greedy", "hash": "0" * 12}]})
    EquityModel.load(path, CLASSIC)
    with pytest.raises(EquityError, match=r"was trained on .*0000.*, not on .*greedy"):
        EquityModel.load(path, CLASSIC, population=["greedy"])
    with pytest.raises(EquityError, match=r"not on .*timid"):
        EquityModel.load("equity-classic-3", CLASSIC, population=["timid"])


def test_foreign_and_damaged_files_are_refused(tmp_path):
    whole = path_of("equity-classic-3").read_bytes()
    path = tmp_path / "m.safetensors"
    for content in (b"", b"no model", whole[:-100], whole[: len(whole) // 2]):
        path.write_bytes(content)
        with pytest.raises(EquityError, match="cannot read the equity model"):
            EquityModel.load(path, CLASSIC)
    with pytest.raises(EquityError, match=r"no file.*equity-classic-3"):
        EquityModel.load("equity-polish-3", te.rules("thousand", "polish"))
    layers, said = read_equity(path_of("equity-classic-3"))
    (first, bias), *others = layers
    for wrong, changes, message in (
        (layers, {"format": "x/1"}, "no equity model of this project"),
        (layers, {"features": ["a"]}, "other features"),
        (layers, {"population": None}, "doesn't say who played"),
        ([(first[:, :-1], bias), *others], {}, "inputs and outputs"),
        ([(first[:, :, :-1], bias), *others], {}, "don't fit each other"),
        ([(first * np.nan, bias), *others], {}, "not finite"),
        (layers[:2], {}, "tensors .* are expected"),
    ):
        write_equity(path, wrong, said | changes)
        with pytest.raises(EquityError, match=message):
            EquityModel.load(path, CLASSIC)


def test_the_search_player_plays_a_legal_deal_by_it():
    model = EquityModel.load("equity-classic-3", CLASSIC, None)
    agent = PimcAgent(CLASSIC, worlds=2, equity=model)
    disabled = AutoresetMode.DISABLED
    env = te.VectorEnv("thousand", 1, CLASSIC, seed=2, episode="deal", autoreset=disabled)
    env.reset(options={"table": {"score": [800, 600, 300]}})
    rng = np.random.default_rng(0)
    while env.current_player[0] >= 0:
        env.step(agent.act(env.views, env.action_mask, rng))
        assert not env.illegal[0]
    with pytest.raises(EquityError, match="2 players; this equity is for 3"):
        model(env.state, 0, 2)


def equity_command(capsys, *args):
    code = run("thousand_agents.commands.equity", args)
    return code, capsys.readouterr()


def test_the_command_prints_three_chances_their_spread_and_what_they_mean(capsys):
    form = '{"score": [880, 400, 550], "barrel_deals_used": [1, null, null]}'
    code, text = equity_command(capsys, "--table", form, "--dealer", "1")
    assert code == 0
    for words in ("880", "deals next", "spread: the standard deviation", "greedy (", "classic"):
        assert words in text.out
    assert text.out.count("%") == 2 * SEATS


def test_the_command_as_json(capsys):
    code, text = equity_command(capsys, "--table", "300 400 500", "--rules", "online", "--json")
    found = json.loads(text.out)
    assert code == 0 and found["dealer"] is None and found["rules"] == {"preset": "online"}
    assert found["table"]["score"] == [300, 400, 500]
    assert sum(found["chances"]) == pytest.approx(1, abs=1e-3)
    assert found["chances"] == pytest.approx(np.mean(found["members"], axis=0), abs=1e-3)
    assert found["spread"] == pytest.approx(np.std(found["members"], axis=0, ddof=1), abs=1e-3)
    assert found["population"][0]["spec"] == "greedy" and found["matches"] >= 200_000


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--table", "880 400 550"), "is on the barrel: give barrel_deals_used"),
        (("--table", "1 2"), "2 scores for 3 players"),
        (("--dealer", "3"), "dealer = 3 is no seat"),
        (("--rules", "classic,golden=false"), "was trained under"),
        (("--rules", "polish"), "no file"),
        (("--model", "nowhere.safetensors"), "cannot read the equity model"),
    ],
)
def test_the_command_refuses_what_does_not_fit(capsys, args, message):
    code, text = equity_command(capsys, *args)
    assert code == 2 and message in text.err and not text.out


@pytest.mark.parametrize("seed", range(12))
def test_matches_begin_from_tables_that_can_be_reached(seed):
    rules = rules_from(random_options(random.Random(seed)))
    for start in some_tables(rules, 150, seed):
        assert parse_table(table_dict(start, rules.players), rules, int(start.dealer)) == start


def test_matches_begin_over_the_range_and_thickly_near_its_edges():
    tables = some_tables(CLASSIC, 20_000)
    scores, deals = tables["score"][:, :SEATS], tables["barrel_deals"][:, :SEATS]
    assert scores.min() < -350 and len(np.unique(scores)) > 230
    for low, high in ((200, 275), (510, 590), (800, 875)):
        assert ((scores >= low) & (scores <= high)).any(axis=1).mean() > 0.14
    on = (deals >= 0).sum(axis=1)
    assert (on == 1).mean() > 0.15 and (on == 2).mean() > 0.05 and (on == 3).mean() > 0.01
    assert (deals == 2).any(axis=1).mean() > 0.05
    golden = tables["golden_circle"]
    assert all((golden == circle).mean() > 0.03 for circle in (1, 2, 3))


def test_the_tables_of_a_match_are_those_its_deals_begin_with():
    """Played again on the vector API."""
    job = jobs_of(CLASSIC, ("greedy",), 5, 30, 30, 1.0)[0]
    matches = play_matches(job)
    starts = [matches.tables[matches.match == number][0] for number in range(30)]
    disabled = AutoresetMode.DISABLED
    env = te.VectorEnv("thousand", 30, CLASSIC, seed=5, autoreset=disabled)
    forms = [table_dict(start, SEATS) for start in starts]
    env.reset(options={"table": forms, "dealer": [int(s.dealer) for s in starts]})
    agent, rng = make_agent("greedy", CLASSIC), np.random.default_rng(0)
    seen = [{key(start)} for start in starts]
    while (env.current_player >= 0).any():
        before = env.state[["deals", "redeals"]].copy()
        env.step(agent.act(env.views, env.action_mask, rng))
        for i, state in enumerate(env.state):
            deals, redeals = before[i]
            if env.current_player[i] >= 0 and (state.deals, state.redeals) != (deals, redeals):
                seen[i].add(key(state))
                if state.deals > deals:  # mandatory ones came after the table (R4.1)
                    state.redeals = 0
                    seen[i].add(key(state))
    for number in range(30):
        rows = matches.match == number
        assert {key(t) for t in matches.tables[rows]} == seen[number]
        assert (matches.winner[rows] == env.state[number].winner).all()


def key(record):
    return tuple(np.ravel(record[name]).tolist() for name in TABLE_DTYPE.names).__repr__()


def test_a_match_gives_its_first_table_and_of_the_others_a_share_however_long_it_is():
    count = 400
    every = play_matches(jobs_of(CLASSIC, ("greedy",), 1, count, count, 1.0)[0])
    some = play_matches(jobs_of(CLASSIC, ("greedy",), 1, count, count, 0.3)[0])
    for number in range(40):
        mine = some.tables[some.match == number]
        assert mine[0] == every.tables[every.match == number][0]
        assert {key(t) for t in mine} <= {key(t) for t in every.tables[every.match == number]}
    later, kept = (np.bincount(m.match, minlength=count) - 1 for m in (every, some))
    long = later > np.median(later)
    for which in (long, ~long):
        assert kept[which].sum() / later[which].sum() == pytest.approx(0.3, abs=0.03)


def test_no_match_is_both_learnt_from_and_held_out():
    matches = play_matches(jobs_of(CLASSIC, ("greedy",), 1, 60, 60, 0.4)[0])
    own, aside = split(matches, 0.25, 3)
    assert not np.intersect1d(own.match, aside.match).size
    assert len(np.unique(aside.match)) == 15
    assert len(own.winner) + len(aside.winner) == len(matches.winner)


@pytest.mark.parametrize("players", [2, 4])
def test_the_recipe_for_two_and_four_players(players):
    rules = te.rules("thousand", "classic", players=players)
    matches = play_matches(jobs_of(rules, ("greedy", "timid"), 0, 30, 30, 0.4)[0])
    seen = examples(matches, rules)
    assert seen.features.shape == (len(matches.winner), Features(rules).size)
    assert 0 <= seen.place.min() and seen.place.max() < players
    baseline = Softmax("score", matches, rules).chances(matches.tables)
    assert baseline.sum(axis=1) == pytest.approx(1)


class Stops(SerialExecutor):
    """Ctrl-C after some jobs."""

    def __init__(self, after):
        self.left = after

    def run(self, function, jobs):
        for result in super().run(function, jobs):
            if not self.left:
                raise KeyboardInterrupt
            self.left -= 1
            yield result


def test_matches_gone_on_with_after_a_stop_are_the_same(tmp_path):
    jobs = jobs_of(ONLINE, ("greedy",), 4, 50, 20, 0.4)
    with pytest.raises(KeyboardInterrupt):
        collect(jobs, tmp_path, "train", Stops(after=2))
    assert len([*tmp_path.iterdir()]) == 2
    resumed = collect(jobs, tmp_path, "train", Stops(after=1))  # only one is left to play
    (tmp_path / "whole").mkdir()
    whole = collect(jobs, tmp_path / "whole", "train", SerialExecutor())
    for name in ("tables", "match", "winner", "kind"):
        assert (getattr(resumed, name) == getattr(whole, name)).all()
    assert resumed.played == whole.played == 50
    next(tmp_path.glob("*.npz")).write_bytes(b"half a file")
    with pytest.raises(ConfigError, match="without it the same command plays it again"):
        collect(jobs, tmp_path, "train", SerialExecutor())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: c.pop("winner"), "it holds .* not tables, match"),
        (lambda c: c.update(more=np.zeros(3)), "'more', not tables"),
        (
            lambda c: c.update(winner=c["winner"].astype(float)),
            r"winner is float64 .* not int64 \(-1,",
        ),
        (lambda c: c.update(kind=c["kind"][:, None]), r"kind is int64 \(\d+, 1\), not int64 \(-1,"),
        (lambda c: c.update(tables=c["tables"][:-1]), r"tables has \d+ cells for \d+ matches"),
        (lambda c: c.update(kind=c["kind"][:-1]), r"kind: \d+ numbers below 4"),
        (lambda c: c["winner"].fill(3), r"winner: \d+ numbers below 3"),
        (lambda c: c["winner"].fill(-1), r"winner: \d+ numbers below 3"),
        (lambda c: c.update(played=np.zeros(2, int)), r"played is int64 \(2,\), not int64 \(\)"),
    ],
)
def test_matches_that_hold_anything_else_are_named(tmp_path, change, message):
    jobs = jobs_of(ONLINE, ("greedy",), 4, 20, 20, 0.4)
    collect(jobs, tmp_path, "train", SerialExecutor())
    (path,) = tmp_path.glob("*.npz")
    columns = dict(np.load(path))
    change(columns)
    np.savez(path, **columns)
    with pytest.raises(ConfigError, match=f"{message}.*without it the same command plays it again"):
        collect(jobs, tmp_path, "train", SerialExecutor())


TINY = EquityConfig(
    matches=200, test_matches=80, chunk=100, tables_share=0.3, members=2, width=8, batch=256,
    epochs=3,
)  # fmt: skip


def test_training_from_nothing_to_a_model_and_its_report(tmp_path):
    report = train(TINY, tmp_path, SerialExecutor())
    model = EquityModel.load(tmp_path / "model.safetensors", CLASSIC, population=["greedy"])
    assert model.count == 2 and model.metadata["matches"] == 200
    assert report["test_matches"] == 80 and report["cut_off"] == 0
    regions = json.loads((tmp_path / "report.json").read_text())["regions"]
    assert {ALL, "one on the barrel", "golden round"} <= set(regions)
    assert set(regions[ALL]["others"]) == {"uniform", "score", "score and barrel"}
    assert (tmp_path / "reliability.svg").read_text().count("ECE") >= len(regions)
    assert "| golden round |" in (tmp_path / "report.md").read_text()
    with pytest.raises(ConfigError, match=r"another run \(other seed\): choose another --out"):
        train(replace(TINY, seed=9), tmp_path, SerialExecutor())


def test_the_same_matches_give_the_same_model():
    matches = play_matches(jobs_of(CLASSIC, ("greedy",), 1, 60, 60, 0.4)[0])
    own, aside = split(matches, 0.25, 3)
    (layers, said), (again, said_again) = (fit_ensemble(own, aside, TINY) for _ in range(2))
    assert said == said_again
    for (weight, bias), (weight_again, bias_again) in zip(layers, again):
        assert (weight == weight_again).all() and (bias == bias_again).all()
        assert (weight[0] != weight[1]).any()  # each member has a bootstrap of its own


def test_calibration_is_measured_over_matches_and_a_wrong_model_is_found_out():
    rng = np.random.default_rng(0)
    matches = play_matches(jobs_of(CLASSIC, ("greedy",), 1, 60, 60, 0.4)[0])
    count = 3000
    right = rng.dirichlet((1, 1, 1), count)
    drawn = (right.cumsum(axis=1) < rng.random(count)[:, None]).sum(axis=1)
    matches = replace(
        matches,
        tables=np.array([new_table(CLASSIC, 0)]).repeat(count),
        match=np.arange(count),
        winner=drawn,
        kind=np.zeros(count, np.int64),
    )
    over_sure = right**3 / (right**3).sum(axis=1, keepdims=True)
    found = evaluate(matches, {"right": right, "over-sure": over_sure}, CLASSIC)[ALL]
    assert found["ece"] < 2 * found["ece_by_chance"] < 0.03
    assert found["others"]["over-sure"]["worse_by"][0] > found["others"]["over-sure"]["worse_by"][1]
    sure = evaluate(matches, {"over-sure": over_sure}, CLASSIC)[ALL]
    assert sure["ece"] > 5 * sure["ece_by_chance"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("matches = 3", "matches = 3 is out of range"),
        ("matches = 1e6", "a whole number is expected"),
        ('population = "greedy"', "a list of agents"),
        ("seed = 1", "another number than seed"),
        ("games = 3", "unknown setting 'games'.*settings: rules"),
        ('rules = "chess"', "unknown preset"),
        ("rules = [", "config"),
    ],
)
def test_a_bad_config_is_refused(tmp_path, text, message):
    path = tmp_path / "c.toml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=message):
        load_equity_config(str(path))


def test_shipped_configs_are_those_of_the_shipped_models():
    for name in ("classic", "online"):
        config = load_equity_config(name)
        said = EquityModel.load(f"equity-{name}-3", config.rule_set).metadata
        assert said["settings"] == config.as_dict() and said["cut_off"] < said["matches"] / 1000
    with pytest.raises(ConfigError, match="shipped: classic, online"):
        load_equity_config("nowhere")
