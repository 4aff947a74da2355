"""The search player: what it knows, what it decides, and that it can be done again."""

import numba
import numpy as np
import pytest

import thousand_env as te
from thousand_agents.arena import run_arena
from thousand_agents.base import AgentError, fingerprint, make_agent
from thousand_agents.pimc import PimcAgent
from thousand_agents.pimc.belief import GreedyBelief, likelihoods, resample
from thousand_agents.pimc.equity import WIN, score_difference
from thousand_agents.pimc.outcomes import finish_kernel
from thousand_agents.pimc.race import LEAST, race
from thousand_agents.worlds import sample_worlds
from thousand_env.games.thousand.actions import PLAY, action_text, parse_action
from thousand_env.games.thousand.cards import mask_text
from thousand_env.games.thousand.state import new_states

ONLINE = te.rules("thousand", "online")
# The declarer, seat 0, has the ace of trumps and a nine left; seat 1 the ten of trumps.
HANDS = ("AS KS QS AC KC AD JD", "9S JS TC 9C TD KD AH", "TS JC QC 9D KH QH JH")
TALON = "QD 9H TH"


def play_on(game, agent, rng, decisions):
    for _ in range(decisions):
        if game.needs_deal or game.over:
            return
        views = np.array([game.view(game.player)])
        game.apply(int(agent.act(views, game.action_mask[None], rng)[0]))


@pytest.mark.parametrize("preset", ["classic", "online", "polish", "pagat"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_whole_deals_by_every_preset(preset, players):
    rules = te.rules("thousand", preset, players=players)
    agent = PimcAgent(rules, worlds=2)
    score = [300] * players if rules.barrel_at else None
    table = {"score": score} if score else None
    game = te.Game(rules, seed=3, table=table)
    for _ in range(60):
        if game.over or (game.deals and len(game.results) >= 1):
            break
        play_on(game, agent, np.random.default_rng(0), 1)
    assert len(game.results) >= 1


def test_the_same_view_and_draw_give_the_same_action_in_any_batch(monkeypatch):
    monkeypatch.setattr(numba.config, "NUMBA_NUM_THREADS", 3)
    env = te.VectorEnv("thousand", 12, ONLINE, seed=4, episode="deal")
    env.reset()
    for k in range(30):
        env.step(env.sample(k))
    agent = PimcAgent(ONLINE, worlds=4)
    together = agent.act(env.views, env.action_mask, np.random.default_rng(1))
    draws = np.random.default_rng(1).random(12)

    class Given:
        def __init__(self, draw):
            self.draw = draw

        def random(self, size):
            return np.array([self.draw])

    other = PimcAgent(ONLINE, worlds=4)
    for i in reversed(range(12)):
        views, masks = env.views[i : i + 1], env.action_mask[i : i + 1]
        assert other.act(views, masks, Given(draws[i]))[0] == together[i]


def test_it_decides_by_the_view_alone():
    """R13: other hands that the seat can't tell apart change nothing."""
    first = te.Game(ONLINE, seed=None, dealer=2)
    first.deal(HANDS, TALON)
    second = te.Game(ONLINE, seed=None, dealer=2)
    second.deal((HANDS[2], HANDS[1], HANDS[0]), TALON)
    agent = PimcAgent(ONLINE, worlds=5)
    values = [agent.values(game.view(1), game.action_mask, seed=7)[1] for game in (first, second)]
    assert np.array_equal(*values)


def declared(hands=HANDS):
    """Seat 0 declares at 100 and is about to lead."""
    game = te.Game(ONLINE, seed=None, dealer=2)
    game.deal(hands, TALON)
    for action in ("pass", "pass", "give JD", "give 9H", "keep"):
        game.apply(action)
    return game


def test_it_announces_the_marriage_that_makes_the_contract():
    game = declared()
    agent = PimcAgent(ONLINE, worlds=10)
    rng = np.random.default_rng(0)
    play_on(game, agent, rng, 24)
    assert game.results[-1]["made"]


def test_a_hand_of_aces_and_marriages_bids_and_an_empty_one_passes():
    agent = PimcAgent(ONLINE, worlds=10)
    pack = [f"{rank}{suit}" for suit in "SCDH" for rank in "9JQKTA"]
    chosen = []
    for mine in ("AS TS KS QS AH KH QH", "9S JS 9C JC 9D JD AC"):
        rest = [card for card in pack if card not in mine.split()]
        game = te.Game(ONLINE, seed=None, dealer=2)
        game.deal((" ".join(rest[:7]), mine, " ".join(rest[7:14])), " ".join(rest[14:]))
        view = np.array([game.view(1)])
        action = agent.act(view, game.action_mask[None], np.random.default_rng(0))[0]
        chosen.append(action_text(int(action)))
    assert chosen[0].startswith("bid")
    assert chosen[1] == "pass"


def test_a_total_reaches_the_contract_or_not_as_r11_1_says():
    game = declared()
    worlds, ends = new_states(3), new_states(3)
    for k in range(3):
        worlds[k] = game.state
    ace = np.array([parse_action("play AS")])
    finish_kernel(ONLINE.compiled(), worlds, ace, np.array([[99, 100, 160]]), ends)
    assert ends["last_made"].tolist() == [0, 1, 1]
    assert ends["last_written"][:, 0].tolist() == [-100, 100, 100]
    assert (ends["last_raw"][:, 0] == [99, 100, 160]).all()
    assert (ends["deals"] == game.state["deals"] + 1).all()


def test_a_marriage_given_up_counts_for_nobody():
    """A king led without announcing: what is not the declarer's are trick points of the others."""
    game = declared()
    for action in ("play AS", "play 9S", "play TS"):
        game.apply(action)
    worlds, ends = new_states(1), new_states(2)
    worlds[0] = game.state
    plays = np.array([parse_action("play KS"), parse_action("marry KS")])
    finish_kernel(ONLINE.compiled(), worlds, plays, np.array([[80], [120]]), ends)
    assert ends["last_raw"][:, 1:3].sum(axis=1).tolist() == [40, 40]


def test_equity_is_the_lead_over_the_others_and_a_win_counts_more():
    states = new_states(3)
    states["score"][:, :3] = [[300, 100, 200], [1000, 0, 0], [0, 1000, 0]]
    states["winner"] = [-1, 0, 1]
    assert score_difference(states, 0, 3).tolist() == [150, 1000 + WIN, -500 - WIN / 2]


def test_worlds_that_explain_what_the_others_did_weigh_more():
    """R5.3: a bid of 125 proves a marriage; who passes at 100 seldom has a strong hand."""
    game = declared()
    worlds = sample_worlds(game.view(0), ONLINE, 200, seed=5)
    found = likelihoods(GreedyBelief(ONLINE, 0.9), worlds, 0, ONLINE.compiled())
    by_hand = np.array([likelihood_by_hand(world) for world in worlds[:25]])
    assert len(set(found)) > 1 and found.max() == 1
    assert found[:25] / found[0] == pytest.approx(by_hand / by_hand[0])


def likelihood_by_hand(world):
    """The log of a world played again in a game, the greedy player asked at every decision."""
    greedy = make_agent("greedy", ONLINE)
    hands = [mask_text(int(world["dealt"][seat])) for seat in range(3)]
    game = te.Game(ONLINE, seed=None, dealer=2)
    game.deal(hands, mask_text(int(world["talon"][0])))
    likelihood = 1.0
    for k in range(world["log_length"]):
        action = int(world["log_action"][k])
        if game.player != 0:
            view = np.array([game.view(game.player)])
            expected = greedy.act(view, game.action_mask[None], None)[0]
            likelihood *= 0.9 if expected == action else 1 - 0.9
        game.apply(action)
    return likelihood


def test_resampling_keeps_each_world_as_often_as_its_likelihood_asks():
    places = resample(np.array([0.1, 0.0, 0.3, 0.6]), 10, 0.5)
    assert np.bincount(places, minlength=4).tolist() == [1, 0, 3, 6]


# --- races ---------------------------------------------------------------------------------------


def looked_at(values):
    """A ``look`` over known values (C, K), and how many of them it was asked for."""
    asked = []

    def look(rows, first, stop):
        asked.append(len(rows) * (stop - first))
        return values[rows, first:stop]

    return look, asked


def test_a_race_finds_the_best_action_with_fewer_samples():
    noise = np.random.default_rng(3).normal(size=(6, 400))
    values = noise + np.array([0, 0, 5, 0, 3, 0])[:, None]
    look, asked = looked_at(values)
    assert race(6, 400, look) == 2
    assert sum(asked) < values.size / 4


def test_a_race_sees_every_sample_of_actions_that_stay_close():
    values = np.random.default_rng(3).normal(size=(2, 400)) + 0.05 * np.arange(2)[:, None]
    look, asked = looked_at(values)
    assert race(2, 400, look) == values.mean(axis=1).argmax()
    assert sum(asked) == values.size


def test_of_equal_actions_a_race_takes_the_first_and_drops_the_others_early():
    values = np.tile(np.random.default_rng(3).normal(size=400), (3, 1))
    values[0] -= 9
    look, asked = looked_at(values)
    assert race(3, 400, look) == 1
    assert sum(asked) <= values.size / 8


@pytest.mark.parametrize("samples", [2, 9, 20, 400])
def test_a_race_asks_for_as_many_samples_at_once_as_it_takes_to_drop_one(samples):
    look, asked = looked_at(np.random.default_rng(3).normal(size=(5, samples)))
    race(5, samples, look)
    assert asked[0] >= 5 * min(samples, LEAST)


@pytest.mark.parametrize("samples", [1, 2, 7, 20])
def test_a_race_over_few_samples_takes_the_best_mean(samples):
    values = np.random.default_rng(samples).normal(size=(5, samples))
    look, _ = looked_at(values)
    assert samples >= 8 or race(5, samples, look) == values.mean(axis=1).argmax()
    assert 0 <= race(5, samples, look) < 5


def test_one_failure_in_a_batch_is_raised_and_ends_it(monkeypatch):
    monkeypatch.setattr(numba.config, "NUMBA_NUM_THREADS", 2)
    env = te.VectorEnv("thousand", 9, ONLINE, seed=4, episode="deal")
    env.reset()
    agent = PimcAgent(ONLINE, worlds=1, equity=lambda *a: "x")
    with pytest.raises(AgentError, match="equity function must return"):
        agent.act(env.views, env.action_mask, np.random.default_rng(0))


def test_it_beats_random_clearly():
    result = run_arena(["pimc:worlds=3", "random"], 6, ONLINE, seed=2)
    assert result.estimates[0].mean > 60


def test_specs_name_worlds_and_trust_and_their_hash_tells_them_apart():
    assert make_agent("pimc", ONLINE).name == "pimc:worlds=20"
    assert make_agent("pimc:worlds=50,trust=0.8", ONLINE).name == "pimc:worlds=50,trust=0.8"
    assert fingerprint("pimc") == fingerprint("pimc:worlds=20") != fingerprint("pimc:worlds=21")
    for spec in (
        "pimc:worlds=0", "pimc:worlds=x", "pimc:worlds=1_0", "pimc:worlds=99999999", "pimc:depth=3",
        "pimc:trust=1", "pimc:trust=1e-320",
    ):  # fmt: skip
        with pytest.raises(AgentError):
            make_agent(spec, ONLINE)


def test_in_play_it_looks_at_every_legal_card():
    game = declared()
    agent = PimcAgent(ONLINE, worlds=3)
    actions, values = agent.values(game.view(0), game.action_mask, seed=1)
    assert game.view(0)["phase"] == PLAY
    assert sorted(actions) == sorted(parse_action(text) for text in game.legal())
    assert values.shape == (len(actions), 3)


@pytest.mark.parametrize(
    "wrong",
    [lambda *a: 1.0, lambda *a: [1.0], lambda s, *a: np.full(len(s), np.nan), lambda *a: "x"],
)
def test_an_equity_function_must_return_a_number_for_each_game(wrong):
    game = declared()
    agent = PimcAgent(ONLINE, worlds=2, equity=wrong)
    with pytest.raises(AgentError, match="equity function must return"):
        agent.values(game.view(0), game.action_mask, seed=1)


def test_a_view_of_another_seat_or_a_mask_that_is_not_its_own_is_refused():
    game = declared()
    agent, rng = PimcAgent(ONLINE, worlds=1), np.random.default_rng(0)
    right, mask = np.array([game.view(0)]), game.action_mask[None]
    every, none = np.ones_like(mask), np.zeros_like(mask)
    for view, wrong in ((np.array([game.view(1)]), mask), (right, every), (right, none)):
        with pytest.raises(AgentError, match="player to move is expected"):
            agent.act(view, wrong, rng)
    assert mask[0, agent.act(right, mask, rng)[0]]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda v, m, a: np.zeros(len(v)),
        lambda v, m, a: np.full(len(v), np.nan),
        lambda v, m, a: np.full(len(v), np.inf),
        lambda v, m, a: np.full(len(v) + 1, 0.5),
        lambda v, m, a: 0.5,
        lambda v, m, a: "x",
        lambda v, m, a: None,
    ],
)
def test_a_belief_must_return_a_chance_for_each_decision(wrong):
    game = declared()
    agent = PimcAgent(ONLINE, worlds=2, belief=wrong)
    with pytest.raises(AgentError, match="the belief must return"):
        agent.values(game.view(0), game.action_mask, seed=1)


def test_an_equity_of_ones_own_decides():
    """Who wants the others to score leads differently from who wants to score himself."""
    game = declared()
    own = PimcAgent(ONLINE, worlds=4, equity=lambda s, seat, players: s["score"][:, seat])
    against = PimcAgent(ONLINE, worlds=4, equity=lambda s, seat, players: -s["score"][:, seat])
    view, mask = game.view(0), game.action_mask
    (_, first), (_, second) = own.values(view, mask, 1), against.values(view, mask, 1)
    assert np.array_equal(first, -second)
