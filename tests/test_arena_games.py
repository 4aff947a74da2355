"""The arena plays every game: sets, tables, ties, forfeits, reports, resuming."""

import json

import numpy as np
import polars
import pytest
from gymnasium.vector import AutoresetMode

import thousand_env as te
from thousand_agents import games as agent_games
from thousand_agents.arena import run as arena_run
from thousand_agents.arena import run_arena
from thousand_agents.arena.batch import Batch
from thousand_agents.arena.games import play_sets
from thousand_agents.arena.parts import ArenaError
from thousand_agents.arena.report import report
from thousand_agents.arena.scores import Scores
from thousand_agents.arena.seatings import seatings
from thousand_agents.base import AgentError, fingerprint, make_agent
from thousand_agents.games.king import pieces
from thousand_env import games
from thousand_env.errors import RulesWarning
from thousand_env.games.common import core
from thousand_env.games.king.rules import KINDS
from thousand_env.learner import RandomAgent

RULES = {
    "thousand": [te.rules("thousand")],
    "king": [
        te.rules("king", players=3),
        te.rules("king", robber=True),
        te.rules("king", players=3, plus=["lottery"], lottery_deals="each"),
        te.rules("king", variant="joker"),
    ],
    "bochki": [te.rules("bochki"), te.rules("bochki", players=2, turns="in_order", max_turns=12)],
}
TABLES = [rules for name in games.NAMES for rules in RULES[name]]
every_table = pytest.mark.parametrize("rules", TABLES, ids=lambda r: f"{r.game}-{r.hash[:4]}")
every_unit = pytest.mark.parametrize("unit", ["deal", "match"])
NEW = [rules for rules in TABLES if rules.game != "thousand"]  # which test_arena.py plays
every_new = pytest.mark.parametrize("rules", NEW, ids=lambda r: f"{r.game}-{r.hash[:4]}")


def some_sets(rules, sets, unit, agents=None, decisions=False):
    players = agents or [RandomAgent(), RandomAgent()]
    return play_sets(players, seatings(2, rules.players), sets, rules, 4, unit, decisions)


def same(a, b):
    return list(a) == list(b) and all(np.array_equal(a[name], b[name]) for name in a)


def by_seat(columns, name, rules):
    return np.stack([columns[f"{name}_{seat}"] for seat in range(rules.players)], axis=1)


def test_all_games_are_tried():
    assert {*RULES} == {*games.NAMES}


@every_new
@every_unit
def test_decisions_replayed_one_by_one_give_games_and_deals(rules, unit):
    """By the interpreted interface of a single game, not by the arena's loops."""
    part = some_sets(rules, np.arange(3), unit, decisions=True)
    columns, made, game = part.games, part.decisions, games.of(rules)
    starts = agent_games.of(rules).sample_tables(4, np.arange(3), rules)
    deal_row = decision = 0
    for row in range(len(columns["set"])):
        number = int(columns["set"][row])
        states = game.new_states(1)
        states["seed"], states["deck"] = 4, number
        g, r = states[0], rules.compiled()[0]
        start = starts[number] if unit == "deal" else game.new_table(rules)
        core.start_match(g, r, start)
        limit, before = 1 if unit == "deal" else game.MOST_DEALS, start["score"].copy()
        while True:
            if core.played(g) > int(part.deals["deal"][deal_row]) and (
                number == part.deals["set"][deal_row]
            ):
                written = by_seat(part.deals, "written", rules)[deal_row]
                assert (g.score - before)[: rules.players].tolist() == written.tolist()
                for name, column in game.deal_columns(states, rules.players).items():
                    assert column[0] == part.deals[name][deal_row], name
                before, deal_row = g.score.copy(), deal_row + 1
                if deal_row == len(part.deals["deal"]) or part.deals["deal"][deal_row] == 0:
                    break
            if g.phase == core.DEAL and core.played(g) < limit:
                core.deal(g, r)
            elif g.to_move != core.NONE:
                assert g.to_move == made["seat"][decision] and g.phase == made["phase"][decision]
                assert core.played(g) == made["deal"][decision]
                assert columns[f"agent_{g.to_move}"][row] == made["agent"][decision]
                assert core.apply(g, r, int(made["action"][decision]))
                decision += 1
        assert columns["deals"][row] == core.played(g) and g.to_move == core.NONE
        points = [int(columns[f"points_{seat}"][row]) for seat in range(rules.players)]
        assert points == (g.score - start["score"])[: rules.players].tolist()
        over = g.phase == len(game.PHASES) - 1
        best = max(g.score[: rules.players])
        mask = sum(1 << s for s in range(rules.players) if g.score[s] == best) if over else 0
        assert columns["winners"][row] == mask and over >= (unit == "match")
    assert deal_row == len(part.deals["deal"]) and decision == len(made["action"])


@every_new
@every_unit
def test_a_set_is_the_same_in_any_batch(rules, unit):
    sets = np.arange(6)
    whole = some_sets(rules, sets, unit)
    parts = [some_sets(rules, np.array(part), unit) for part in ([0], [1, 2, 3], [4, 5])]
    joined = arena_run.join_parts(parts)
    assert same(joined.games, whole.games) and same(joined.deals, whole.deals)


@every_new
def test_all_seatings_of_a_set_begin_alike(rules):
    seen = {}
    for row in range(4):
        batch = Batch(
            rules,
            9,
            np.arange(4),
            agent_games.of(rules).sample_tables(9, np.arange(4), rules),
            np.full((4, rules.players), row),
            "deal",
        )
        seen[row] = batch.states.tobytes()
    assert len({*seen.values()}) == 1


# --- start tables ---


@every_table
def test_sampled_tables_are_tables_of_the_game(rules):
    game, brought = games.of(rules), agent_games.of(rules)
    tables = brought.sample_tables(1, np.arange(200), rules)
    for table in tables:
        form = game.table_dict(table, rules.players)
        assert game.table_dict(game.parse_table(form, rules), rules.players) == form
    assert (tables["dealer"] == core.NONE).all() and "sampled" in brought.DESCRIPTION
    assert not tables["score"][:, rules.players :].any()
    assert len({table.tobytes() for table in tables}) > (1 if rules.game == "king" else 100)
    again = brought.sample_tables(1, np.arange(100, 200), rules)
    assert np.array_equal(again, tables[100:])
    assert not np.array_equal(brought.sample_tables(2, np.arange(200), rules), tables)


@pytest.mark.parametrize("rules", RULES["king"], ids=lambda r: r.hash[:4])
def test_kings_tables_stand_evenly_in_the_plan_and_sum_to_what_was_written(rules):
    tables = agent_games.of(rules).sample_tables(1, np.arange(3000), rules)
    deals = len(rules.plan)
    counts = np.bincount(tables["deals"], minlength=deals)
    assert len(counts) == deals and counts.min() > 0.7 * 3000 / deals
    before = np.cumsum([0, *(sum(pieces(kind, rules)) for kind in rules.plan)])
    assert np.array_equal(tables["score"].sum(axis=1), before[tables["deals"]])
    played = some_sets(rules, np.arange(20), "match").deals  # deals really write as much
    written = by_seat(played, "written", rules).sum(axis=1)
    assert written.tolist() == [sum(pieces(rules.plan[k], rules)) for k in played["deal"]]


def test_of_two_prizes_of_a_lottery_nobody_gets_both():
    rules = te.rules("king", players=3, plus=["lottery"], lottery_deals="each")
    tables = agent_games.of(rules).sample_tables(1, np.arange(4000), rules)
    assert rules.plan[6:] == ["lottery"] * 3
    one = tables["score"][tables["deals"] == 7][:, :3]
    six = tables["score"][tables["deals"] == 6][:, :3]
    assert one.mean() - six.mean() == pytest.approx((250 + 175) / 3, abs=15)
    assert one.max() <= 250 and six.max() <= 0


def test_bochkis_tables_hold_scores_that_turns_lead_to():
    rules = te.rules("bochki")
    tables = agent_games.of(rules).sample_tables(1, np.arange(3000), rules)
    score = tables["score"][:, :3]
    assert {*score.ravel().tolist()} <= {0, *range(60, 1000, 5)}  # B5: in with 60 or more
    assert np.array_equal(tables["entered"] == 1, tables["score"] > 0)
    assert 0.1 < (score == 0).mean() < 0.2 or (score == 0).any()
    own = te.rules("bochki", score_table={"2Y": 100, "3X": 100})
    assert (agent_games.of(own).sample_tables(1, np.arange(300), own)["score"] % 100 == 0).all()


# --- ends ---


@pytest.mark.parametrize("name", ["king", "bochki"])
def test_equal_scores_at_the_end_share_the_win(name):
    game = games.load(name)
    states = game.new_states(3)
    states["phase"] = [len(game.PHASES) - 1] * 2 + [1]
    states["score"] = [[50, 50, 20, 0], [-5, -40, -90, 0], [7, 0, 0, 0]]
    assert game.win_shares(states, 3).tolist() == [[0.5, 0.5, 0], [1, 0, 0], [0, 0, 0]]


def test_shares_of_a_tie_go_to_the_agents_in_those_seats():
    plan = seatings(2, 3)
    columns = some_sets(te.rules("king", players=3), np.arange(1), "match").games
    columns["winners"][:] = [0b011, 0b100, 0b111, 0, 0b001, 0b110]
    shares = Scores(columns, plan).shares[0]
    third = [1 / 3] * 3
    wanted = [[0.5, 0.5, 0], [0, 0, 1], third, third, [1, 0, 0], [0, 0.5, 0.5]]
    assert shares.tolist() == wanted


def test_ties_are_played_and_written_as_such():
    rules = te.rules("bochki", players=4, max_turns=1)
    part = some_sets(rules, np.arange(20), "match")
    several = np.array([int(mask).bit_count() for mask in part.games["winners"]])
    assert several.min() >= 1 and (several > 1).any()
    shares = Scores(part.games, seatings(2, 4)).shares
    assert np.allclose(shares.sum(axis=2), 1)
    level = shares.reshape(-1, 4)[several > 1]
    assert ((level > 0).sum(axis=1) == several[several > 1]).all()


def test_deals_that_end_before_anybody_is_asked_are_noted_however_many():
    """A deal without points ends a turn in a barrel (B8); with the third all falls to 100 (B7)."""
    with pytest.warns(RulesWarning):
        rules = te.rules("bochki", players=4, turns="in_order", score_table={"4X": 5})
    table = games.of(rules).parse_table({"scores": [250, 250, 250, 250]}, rules, 0)
    batch = Batch(rules, 2, np.arange(1), np.array([table]), np.zeros((1, 4), np.int64), "match")
    assert batch.at_once.numbers.tolist() == [0, 1, 2, 3]  # more than the batch has room for
    assert (batch.at_once.written.sum(axis=1) == -150).all()
    assert (batch.at_once.written[:, [1, 2, 3, 0]].diagonal() == -150).all()
    assert batch.played.tolist() == [4] and (batch.points() == -150).all()


class GivesUp(RandomAgent):
    """Gives up all its games at its first decision."""

    name = "gives-up"

    def act(self, views, masks, rng):
        return np.full(len(views), -1)


@every_table
@every_unit
def test_a_forfeit_costs_its_seat_and_the_others_share_the_win(rules, unit):
    plan = seatings(2, rules.players)
    part = some_sets(rules, np.arange(6), unit, [GivesUp(), RandomAgent()])
    points, seat = by_seat(part.games, "points", rules), part.games["forfeit_seat"]
    lost = seat >= 0
    assert lost.sum() > 4 and not part.games["winners"][lost].any()
    assert (points[lost, seat[lost]] < 0).all()
    others = points[lost].copy()
    others[np.arange(lost.sum()), seat[lost]] = 1
    assert (others > 0).all()
    shares = Scores(part.games, plan).shares.reshape(-1, rules.players)[lost]
    wanted = np.full_like(shares, 1 / (rules.players - 1))
    wanted[np.arange(lost.sum()), seat[lost]] = 0
    assert np.allclose(shares, wanted)
    phases = games.of(rules).PHASES
    reasons = {*part.games["forfeit_reason"][lost].tolist()}
    assert reasons <= {f"no action in phase {phase}" for phase in phases}


# --- agents ---


@pytest.mark.parametrize("name", games.NAMES)
def test_an_agent_of_no_game_or_another_is_refused_and_the_games_own_are_listed(name):
    rules, brought = te.rules(name), agent_games.load(name)
    foreign = {
        "nobody",
        "maniac",
        "cmd:bot",
        "bidder:x",
        "x.safetensors",
        "net:base-v1",
        "pimc:worlds=20",
    }
    known = {spec for spec in foreign if spec.partition(":")[0] in brought.AGENTS}
    forms = {
        "cmd:": "cmd:bot",
        "bidder:": "bidder:x",
        ".safetensors": "x.safetensors",
        "net:": "net:base-v1",
    }
    known |= {forms[form] for form in brought.FORMS}
    for spec in foreign - known:
        with pytest.raises(AgentError) as caught:
            make_agent(spec, rules)
        assert f"unknown agent {spec!r}; agents: {brought.SPECS}" in str(caught.value)
    for spec, kind in brought.AGENTS.items():
        if spec == "net+pimc":  # it comes with weights for some rules only
            continue
        agent = make_agent(spec, rules)
        assert agent.name.startswith(spec) and len(fingerprint(spec, name)) == 12, kind
    assert all(spec in brought.SPECS for spec in brought.AGENTS)


def test_fingerprints_are_by_game_and_thousands_stay():
    assert fingerprint("greedy") == fingerprint("greedy", "thousand") == "afde155f10b5"
    assert len({fingerprint("random", name) for name in games.NAMES}) == 1  # one agent for all
    for name in games.NAMES[1:]:
        if "greedy" in agent_games.load(name).AGENTS:
            assert fingerprint("greedy", name) != fingerprint("greedy")


# --- folders and reports ---


@pytest.mark.parametrize("rules", [RULES["king"][1], RULES["bochki"][0]], ids=lambda r: r.game)
@every_unit
def test_results_are_written_reported_and_gone_on_with(rules, unit, tmp_path):
    agents, game = ["random", "random"], games.of(rules)
    result = run_arena(agents, 6, rules, out=tmp_path, chunk=2, unit=unit, decisions=True)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert (manifest["game"], manifest["format"]) == (rules.game, "thousand-arena/2")
    kept = {path.name: path.read_bytes() for path in tmp_path.glob("[gd]*.parquet")}
    deals = polars.read_parquet(tmp_path / "deals-*.parquet")
    own = [*game.deal_columns(game.new_states(0), rules.players)]
    written = [f"written_{seat}" for seat in range(rules.players)]
    assert deals.columns == ["set", "lineup", "seating", "deal", *own, *written]
    assert deals.null_count().sum_horizontal()[0] == 0 and deals.height == result.deals
    (tmp_path / "games-000002.parquet").unlink()  # killed before it was written
    again = run_arena(agents, 6, rules, out=tmp_path, unit=unit, decisions=True)
    assert again.estimates == result.estimates and again.sets_found == 4
    assert {f.name: f.read_bytes() for f in tmp_path.glob("[gd]*.parquet")} == kept
    found = report(tmp_path)
    figures = agent_games.of(rules).figures(rules)
    for agent, summary in zip(found.agents, result.agents):
        assert agent.summary.figures == summary.figures and [*figures] == [*summary.figures]
    text = str(found)
    assert all(f" {figure.title} " in text for figure in figures.values())
    assert f"Game: {rules.game}" in text and agent_games.of(rules).note(rules) in text
    assert agent_games.of(rules).note(rules) in str(result) and f"\n{rules.game}, " in str(result)
    assert json.dumps(found.as_dict()) and result.as_dict()["game"] == rules.game
    other = te.rules("thousand")
    with pytest.raises(ArenaError, match=f'game was "{rules.game}", now it is "thousand"'):
        run_arena(agents, 6, other, out=tmp_path, unit=unit, decisions=True)


@every_table
def test_figures_count_what_an_agent_wrote(rules):
    part = some_sets(rules, np.arange(8), "match" if rules.game != "thousand" else "deal")
    who = by_seat(part.games, "agent", rules)
    mine = who[np.repeat(np.arange(len(who)), part.games["deals"])] == 0
    written = by_seat(part.deals, "written", rules)
    figures = agent_games.of(rules).figures(rules)
    found = {name: figure.value(part.deals, mine) for name, figure in figures.items()}
    if rules.game == "king":
        kinds = np.array(KINDS)[part.deals["kind"]]
        for kind in dict.fromkeys(rules.plan):
            own = written[kinds == kind][mine[kinds == kind]]
            assert found[kind] == pytest.approx(own.mean())
    if rules.game == "bochki":
        alone = part.deals["alone"]
        turns = [
            written[k, s]
            for k in range(len(alone))
            for s in range(rules.players)
            if mine[k, s] and alone[k] in (-1, s)
        ]
        assert found["turn"] == pytest.approx(np.mean(turns))
        assert found["nothing"] == pytest.approx(np.mean(np.array(turns) == 0))
        if rules.turns == "in_order":  # only whose turn it was has written
            others = [written[k, s] for k in range(len(alone)) for s in (0, 1) if s != alone[k]]
            assert not any(others) and {*alone.tolist()} == {0, 1}
    nothing = {name: figure.value(part.deals, mine & False) for name, figure in figures.items()}
    texts = [figure.text(nothing[name]) for name, figure in figures.items()]
    assert {*texts} <= {"-", "0.0%"}


def test_the_vector_environment_plays_the_same_deals():
    """King's start tables and decks are those of the public environment."""
    rules = RULES["king"][0]
    part = some_sets(rules, np.arange(2), "deal", decisions=True)
    decks = part.games["set"]
    starts = agent_games.of(rules).sample_tables(4, decks, rules)
    env = te.VectorEnv(
        "king", len(decks), rules, 4, episode="deal", autoreset=AutoresetMode.DISABLED
    )
    tables = [te.king.table_dict(table, rules.players) for table in starts]
    env.reset(options={"deck_ids": decks, "table": tables})
    each = len(decks) // 2
    game = part.decisions["set"] * each + part.decisions["seating"]
    begins, step = np.searchsorted(game, np.arange(len(decks))), np.zeros(len(decks), int)
    while (going := np.flatnonzero(env.current_player >= 0)).size:
        actions = np.zeros(len(decks), np.int64)
        actions[going] = part.decisions["action"][(begins + step)[going]]
        step[going] += 1
        env.step(actions)
        assert not env.illegal.any()
    gained = env.state["score"] - starts["score"]
    assert np.array_equal(gained[:, :3], by_seat(part.games, "points", rules))
