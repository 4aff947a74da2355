"""``thousand dark ask``: legal questions, the two branches, how many deals, the command."""

import json
import random
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

import thousand_env as te
from tests.referee.randoms import random_options
from thousand_agents.base import AgentError, make_agent
from thousand_agents.cli import main
from thousand_agents.dark import (
    PLAYOUT,
    DarkError,
    DarkJob,
    agent_spread,
    ask,
    make_answer,
    make_question,
    play_chunk,
)
from thousand_agents.dark.answer import CLOSE, DARK, LOOK, _verdict
from thousand_agents.dark.ask import CHUNK, CLEAR, DEPENDS, FIRST_LOOK, INTERRUPTED, NARROW
from thousand_agents.dark.figures import Figure, break_even_of, mean_of
from thousand_agents.dark.sample import OUTCOMES, OVERBID, REDEALT
from thousand_agents.dark.text import doubts_text, spread_lines
from thousand_agents.executors import make_executor
from thousand_agents.executors.serial import SerialExecutor
from thousand_agents.models.equity import EquityError
from thousand_agents.players_option import split_specs
from thousand_agents.table import decide
from thousand_env.errors import TableError, ThousandError
from thousand_env.games.thousand.rules import rules_from

CLASSIC, ONLINE = te.rules("thousand", "classic"), te.rules("thousand", "online")
SCORES = {"score": [300, 420, 180]}
SEATS = 3


@pytest.fixture(scope="module")
def question():
    return make_question(CLASSIC, SCORES)


# --- which questions are legal ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "table", "rule", "why"),
    [
        (CLASSIC, {"score": [235, 400, 400]}, "R7.1", "235; 240 or more"),
        (CLASSIC, SCORES | {"score": [300, 880, 0], "barrel_deals_used": [None, 0, None]})
        + ("R7.1", "seat 1 is on the barrel"),
        (CLASSIC, {"score": [300, 0, 0], "golden": {"circle": 1, "deal": 1, "made": False}})
        + ("R7.1, R8.1", "golden round"),
        (
            CLASSIC,
            {"score": [300, 0, 880], "barrel_deals_used": [None, None, 2]}
            | {"barrels_used": [0, 0, 2]},
            "R7.1, R9.7",
            "seat 2 must play its obligatory game",
        ),
        (te.rules("thousand", "pagat"), SCORES, "R7.1", "dark=true"),
        (te.rules("thousand", "classic", silence_below=500), SCORES, "R7.1, R5.4", "silenced"),
    ],
)
def test_a_question_without_an_offer_is_refused_with_its_rule(rules, table, rule, why):
    with pytest.raises(DarkError, match=why) as error:
        make_question(rules, table)
    assert error.value.rule == rule and f"({rule})" in str(error.value)


def test_240_is_enough_and_235_is_not():
    assert make_question(CLASSIC, {"score": [240, 700, 700]}).me == 0
    with pytest.raises(DarkError):
        make_question(CLASSIC, {"score": [235, 700, 700]})
    lower = te.rules("thousand", "classic", dark_min_score=235)
    assert make_question(lower, {"score": [235, 700, 700]}, judge=PLAYOUT).me == 0


def test_a_question_is_legal_just_where_the_game_offers_the_dark():
    rng, seen = np.random.default_rng(5), set()
    for case in range(150):
        rules = rules_from(random_options(random.Random(case)))
        scores = rng.integers(20, 70, rules.players) * 5
        table = {"score": [int(s) - (s == 555) * 5 for s in scores]}
        dealer = int(rng.integers(rules.players))
        try:
            game = te.Game(rules, seed=case, table=table, dealer=dealer)
        except TableError:
            continue
        try:
            make_question(rules, table, dealer, "random", ["random"], PLAYOUT)
            legal = True
        except DarkError:
            legal = False
        assert legal == ("dark" in game.legal())
        seen.add(legal)
    assert seen == {True, False}


def test_the_first_hand_is_left_of_the_dealer_and_the_others_follow_clockwise():
    for dealer in range(SEATS):
        asked = make_question(
            CLASSIC, {"score": [300] * 3}, dealer, "timid", ["maniac", "dark-never"]
        )
        assert asked.me == (dealer + 1) % SEATS
        order = [asked.agents[(asked.me + k) % SEATS] for k in range(SEATS)]
        assert order == ["timid", "maniac", "dark-never"]


def test_rules_without_a_model_are_told_of_the_ways_out():
    rules = te.rules("thousand", "classic", doubled="all")
    with pytest.raises(EquityError, match="--playout"):
        make_question(rules, SCORES)
    with pytest.raises(EquityError, match="trained under"):
        make_question(rules, SCORES, judge="equity-classic-3")
    with pytest.raises(AgentError, match="name one, or 2"):
        make_question(CLASSIC, SCORES, others=["greedy"] * 3)
    with pytest.raises(AgentError, match="unknown agent"):
        make_question(CLASSIC, SCORES, me="nobody")


# --- the two branches -------------------------------------------------------------------------------


def by_hand(question, deck, answer, agents):
    """The same deal in ``te.Game``: (kind as it went, points by seat, the packs thrown away)."""
    game = te.Game(question.rules, question.seed, question.table, question.dealer, deck)
    game.apply(answer)
    rng, packs = np.random.default_rng(0), len(game.results)
    while not (played := [k for k, r in enumerate(game.results) if r["kind"] != "redealt"]):
        game.apply(decide(game, agents[game.player], rng))
    result = game.results[played[0]]  # mandatory re-deals of the next pack may follow it
    if played[0] > packs:
        kind = REDEALT
    else:
        kind = OVERBID if result["kind"] != "dark" else OUTCOMES.index("failed") - result["made"]
    return kind, result["written"]


def test_branches_are_those_of_single_games(question):
    agents = [make_agent("greedy", CLASSIC)] * SEATS
    sample = play_chunk(DarkJob(question, 40, 90))
    assert set(sample.outcome) == {*range(len(OUTCOMES))}
    for row, deck in enumerate(range(40, 90)):
        kind, written = by_hand(question, deck, "dark", agents)
        assert kind == sample.outcome[row]
        assert written == sample.dark_points[row].tolist()
        assert by_hand(question, deck, "look", agents)[1] == sample.look_points[row].tolist()


def test_the_first_decision_is_forced_whatever_the_player_would_say():
    samples = [
        play_chunk(DarkJob(make_question(CLASSIC, SCORES, me=me), 0, 300))
        for me in ("dark-always", "dark-never")
    ]
    same = (samples[0].outcome != REDEALT) & (samples[1].outcome != REDEALT)  # else asked again
    for name in ("outcome", "dark_points", "look_points", "dark_chances"):
        assert np.array_equal(*(getattr(s, name)[same] for s in samples))
    assert 0.8 < same.mean() < 1


def test_a_made_dark_writes_240_and_one_that_failed_loses_them(question):
    answer = ask(question, 512)
    made, failed = answer.parts["made"], answer.parts["failed"]
    assert (made.points[0].mean, failed.points[0].mean) == (240, -240)
    assert sum(part.share.mean for part in answer.parts.values()) == pytest.approx(1)
    effects = [part.effect.mean for part in answer.parts.values()]
    assert sum(effects) == pytest.approx(answer.gap.mean)
    stands = made.share.mean + failed.share.mean
    assert answer.stands.mean == pytest.approx(stands)
    assert answer.makes.mean == pytest.approx(made.share.mean / stands)
    for branch in (answer.win.dark, answer.win.look):
        assert sum(figure.mean for figure in branch) == pytest.approx(1)


@pytest.mark.parametrize("players", [2, 4])
def test_other_numbers_of_players_are_played_out(players):
    rules = te.rules("thousand", "classic", players=players)
    answer = ask(make_question(rules, {"score": [300] * players}, judge=PLAYOUT), 64)
    assert len(answer.win.dark) == players and answer.spread is None
    assert sum(figure.mean for figure in answer.win.look) == pytest.approx(1)


def test_a_player_that_gives_up_is_named():
    asked = make_question(CLASSIC, SCORES, others=["cmd:false"])
    with pytest.raises(AgentError, match="gave up"):
        ask(asked, 2)


# --- how many deals ---------------------------------------------------------------------------------


def test_the_answer_depends_on_neither_executor_nor_chunks(question):
    count = 2 * CHUNK + 57
    serial = ask(question, count)
    with make_executor("process", 2) as executor:
        assert ask(question, count, executor).as_dict() == serial.as_dict()
    whole = make_answer(question, play_chunk(DarkJob(question, 0, count)), serial.stopped)
    assert whole.as_dict() == serial.as_dict()


def test_chance_in_the_agents_is_the_same_in_every_split():
    asked = make_question(CLASSIC, SCORES, me="random", others=["random"])
    whole, tail = play_chunk(DarkJob(asked, 0, 100)), play_chunk(DarkJob(asked, 60, 100))
    assert np.array_equal(whole.dark_points[60:], tail.dark_points)
    assert np.array_equal(whole.look_chances[60:], tail.look_chances)


def test_without_a_number_it_stops_at_the_first_look_that_is_clear(question):
    clear = ask(make_question(CLASSIC, {"score": [240, 300, 860]}))
    assert clear.deals == FIRST_LOOK and clear.stopped == CLEAR
    gap = clear.gap
    assert abs(gap.mean) > 3 * gap.reach / 1.97
    later = ask(make_question(CLASSIC, {"score": [240, 600, 600]}))
    assert later.deals & (later.deals - 1) == 0
    if later.stopped == NARROW:
        assert later.gap.reach <= 0.005


def test_ctrl_c_leaves_the_deals_that_are_done(question):
    class Stopped(SerialExecutor):
        def run(self, function, jobs):
            with closing(super().run(function, jobs)) as results:
                yield next(results)
                yield next(results)
                raise KeyboardInterrupt

    done = []
    answer = ask(question, None, Stopped(), done.append)
    assert answer.stopped == INTERRUPTED and answer.deals == 2 * CHUNK == done[-1]
    assert answer.win == ask(question, 2 * CHUNK).win


def test_a_number_of_deals_that_makes_no_sense_is_refused(question):
    with pytest.raises(ThousandError, match="deals = 0"):
        ask(question, 0)


def test_a_single_deal_has_no_interval_and_no_verdict(question):
    answer = ask(question, 1)
    assert answer.verdict == CLOSE and answer.gap.interval is None
    assert answer.break_even.chance.mean is None
    json.dumps(answer.as_dict())


def test_two_or_three_deals_that_happen_to_agree_are_no_verdict():
    assert mean_of(np.full(3, 0.2)) == Figure(pytest.approx(0.2))
    made = np.array([True, False])
    chance = break_even_of(made, np.array([0.8, 0.2]), np.array([0.5, 0.5]))
    assert chance == Figure(pytest.approx(0.5))  # without an interval, and no nan
    for seed in (3, 6, 20):  # equal in both deals
        answer = ask(make_question(CLASSIC, {"score": [300, 420, 180]}, seed=seed), 2)
        assert answer.verdict == CLOSE
        json.dumps(answer.as_dict(), allow_nan=False)


@pytest.mark.parametrize(
    ("mean", "reach", "spread", "verdict"),
    [
        (0.02, 0.01, 0.002, DARK),
        (-0.02, 0.01, None, LOOK),
        (0.02, 0.01, 0.01, CLOSE),  # the model doesn't know
        (0.02, 0.03, 0.001, CLOSE),  # the sample doesn't
    ],
)
def test_the_verdict_reckons_with_the_sample_and_with_the_model(mean, reach, spread, verdict):
    assert _verdict(Figure(mean, (mean - reach, mean + reach)), spread) == verdict


def test_an_early_stop_says_that_the_difference_is_overstated(question):
    clear = ask(make_question(CLASSIC, {"score": [240, 300, 860]}))
    assert clear.stopped == CLEAR and "overstates" in doubts_text(clear)
    assert "--deals" in doubts_text(clear)
    assert "overstates" not in doubts_text(ask(question, 512))


def test_players_who_differ_in_the_verdict_make_it_depend_on_them(question):
    answer = ask(question, 64)
    dark, look = replace(answer, verdict=DARK), replace(answer, verdict=LOOK)
    assert agent_spread([dark, dark]).verdict == DARK
    assert agent_spread([dark, look]).verdict == DEPENDS
    assert spread_lines(agent_spread([dark, look]))[-1].endswith(f": {DEPENDS}")


# --- the command ------------------------------------------------------------------------------------


def test_dark_ask_as_text_and_json(capsys):
    command = ["dark", "ask", "--table", "300 420 180", "--deals", "600", "--seed", "2"]
    assert main(command) == 0
    text = capsys.readouterr().out
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert f"verdict: {found['verdict']}" in text
    assert f"p* = {100 * found['break_even']['chance']['mean']:.1f}%" in text.replace("\n", " ")
    assert f"{100 * found['win']['difference'][0]['mean']:+.2f}" in text
    assert found["question"]["agents"][1]["spec"] == "greedy"
    assert found == json.loads(json.dumps(found, allow_nan=False))
    assert (found["deals"], found["others"], found["agents_spread"]) == (600, [], None)


def test_bolts_and_dealer_are_part_of_the_table(capsys):
    command = ["dark", "ask", "--table", "300 420 180", "--deals", "300", "--json"]
    assert main([*command, "--bolts", "0 2 1", "--barrels-used", "2,0,1", "--dealer", "0"]) == 0
    found = json.loads(capsys.readouterr().out)["question"]
    assert found["table"]["bolts"] == [0, 2, 1] and found["me"] == 1
    assert found["table"]["barrels_used"] == [2, 0, 1]


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--table", "235 400 400"], "240 or more are needed (R7.1)"),
        (["--table", "300 880 180", "--barrel", "- 1 -"], "on the barrel"),
        (["--table", '{"score": [300, 0, 0]}', "--bolts", "0 0 0"], "keys of its own"),
        (["--table", "300 420 180", "--bolts", "none"], "a number a seat"),
        (["--table", "300 420 180", "--bolts", "0 1_0 0"], "a number a seat"),
        (["--table", "300 420 180", "--bolts", ""], "a list of 3 numbers"),
        (["--table", "300 420 180", "--deals", "0"], "deals = 0"),
        (["--table", "300 420 180", "--dealer", "3"], "no seat"),
        (["--table", "300 420 180", "--others", "greedy,nobody"], "unknown agent 'nobody'"),
        (["--table", "300 420 180", "--equity", "none"], "cannot read the equity model"),
        (["--table", "300 420 180", "--equity", ""], "cannot read the equity model"),
        (["--table", "300 420 180", "--seed", "-1"], "seed -1"),
        (["--table", "300 420 -405"], "none under -400; play matches to their end"),
    ],
)
def test_bad_questions_end_with_a_message(argv, message, capsys):
    assert main(["dark", "ask", *argv]) == 2
    error = capsys.readouterr().err
    assert message in error and error.startswith("thousand: ") and "Traceback" not in error


def test_other_players_give_the_spread_of_the_agents(capsys):
    command = ["dark", "ask", "--table", "300 420 180", "--deals", "400"]
    command += ["--others", "greedy", "--others", "maniac,timid"]
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    gaps = [found, *found["others"]]
    gaps = [each["win"]["difference"][0]["mean"] for each in gaps]
    assert found["agents_spread"] == pytest.approx(np.std(gaps, ddof=1))
    assert main(command) == 0
    text = capsys.readouterr().out
    assert "greedy, maniac, timid" in text and "spread of the players" in text
    assert text.splitlines()[-1].endswith(f": {found['agents_verdict']}")


def test_options_of_a_spec_stay_with_it():
    assert split_specs("pimc:worlds=5,trust=0.6,greedy") == ["pimc:worlds=5,trust=0.6", "greedy"]
    assert split_specs("greedy, maniac") == ["greedy", "maniac"]
