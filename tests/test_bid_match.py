"""Chances to win the match: of every bid, and of the declarer's choices (R6.3, R6.4)."""

import json

import numpy as np
import pytest

import thousand_env as te
from thousand_agents.advice.declarer import choices_of, gifts_of
from thousand_agents.advice.match import (
    CHUNK,
    Choice,
    MatchJob,
    MatchSample,
    begun,
    make_players,
    play_choices,
    play_worlds,
)
from thousand_agents.advice.match_answer import make_match_answer
from thousand_agents.advice.seat_auction import Seating, auction
from thousand_agents.advice.seat_contract import after_talon, seat_declarer
from thousand_agents.arena.batch import Batch
from thousand_agents.cli import main
from thousand_agents.dark import PLAYOUT
from thousand_agents.dark.answer import CLOSE
from thousand_agents.executors import make_executor
from thousand_agents.executors.serial import SerialExecutor
from thousand_agents.greedy import GreedyAgent
from thousand_agents.models.equity import EquityError, EquityModel
from thousand_agents.table import decide
from thousand_agents.worlds import sample_worlds
from thousand_env.games.thousand import action_text
from thousand_env.games.thousand.actions import GIFT
from thousand_env.games.thousand.cards import mask_text
from thousand_env.games.thousand.table import parse_table

CLASSIC, ONLINE = te.rules("thousand", "classic"), te.rules("thousand", "online")
EXAMPLE, TALON = "AS KS QS JH TD 9C KC", "TS 9H AD"
STRONG = "AS TS KS QS AH KH QH"  # two marriages, their suits' aces
SPADES, REST = "AS TS KS QS JS 9S AC", "TC AD 9D"  # all tricks but one, at the worst
HOPELESS, NOTHING = "9S JS 9C JC 9D JD QH", "9H JH QS"
SCORES = {"score": [300, 420, 180]}
BARREL = {"score": [880, 420, 180], "barrel_deals_used": [0, None, None]}
SEATS = 3
MODEL = EquityModel.load("equity-classic-3", CLASSIC)


def bid(capsys, *argv):
    """What ``thousand bid --json`` finds."""
    assert main(["bid", *argv, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def bid_text(capsys, *argv):
    assert main(["bid", *argv]) == 0
    return capsys.readouterr().out


def by_name(found):
    return {choice["name"]: choice for choice in found["match"]["choices"]}


def auction_of(hand, rules=CLASSIC, table=SCORES):
    return auction(rules, table, Seating.of(rules, None, None), hand, None)


def declarer_of(hand, talon, contract=120, rules=CLASSIC, table=SCORES):
    return after_talon(
        rules, table, seat_declarer(rules, None, None, contract), hand, talon, contract
    )


def bids_of(replay):
    return [Choice(action_text(a), a) for a in np.flatnonzero(replay.action_mask).tolist()]


def worlds_and_choices(replay, count, seed=0):
    rules = replay.rules
    worlds = sample_worlds(replay.view, rules, count, seed)
    gifts = gifts_of(rules, worlds[:1], GreedyAgent(rules), 0)
    return worlds, choices_of(rules, worlds[:1], gifts, given=False)


# --- the same played one by one -------------------------------------------------------------------


def one_by_one(world, replay, table, choice):
    """(points, made, chances of seat 0) of one choice in ``te.Game``, None after a re-deal."""
    rules = replay.rules
    game = te.Game(rules, seed=None, table=table, dealer=int(replay.view.dealer))
    hands = [mask_text(int(mask)) for mask in world["dealt"][:SEATS]]
    game.deal(hands, mask_text(int(world["talon"][0])))
    log = [*world["log_action"][: world["log_length"]], *choice.before, choice.action]
    for action in map(int, log):
        game.apply(action)
    greedy, rng = GreedyAgent(rules), np.random.default_rng(0)
    while not game.results:
        game.apply(decide(game, greedy, rng))
    result = game.results[0]
    if result["kind"] == "redealt":
        return None
    if game.over:
        chances = np.full(MODEL.count, float(game.winner == 0))
    else:
        after = np.array([parse_table(game.table, rules, game.dealer)])
        chances = MODEL.members(after)[:, 0, 0]
    made = result["declarer"] == 0 and result["made"]
    return result["written"][0], made, chances


@pytest.mark.parametrize("table", [SCORES, BARREL])
@pytest.mark.parametrize("after", [False, True])
def test_each_choice_in_each_world_is_what_single_games_come_to(table, after):
    replay = declarer_of(EXAMPLE, TALON, table=table) if after else auction_of(EXAMPLE, table=table)
    worlds = sample_worlds(replay.view, CLASSIC, 6, 3)
    choices = worlds_and_choices(replay, 1)[1] if after else bids_of(replay)
    choices = choices[::5] + choices[1:3]
    sample = play_worlds(MatchJob(make_players(CLASSIC, 0), tuple(choices), worlds, 0))
    compared = 0
    for k, world in enumerate(worlds):
        for c, choice in enumerate(choices):
            found = one_by_one(world, replay, table, choice)
            if found is not None:
                assert found[0] == sample.points[k, c] and found[1] == sample.made[k, c]
                assert sample.chances[k, c] == pytest.approx(found[2])
                compared += 1
    assert compared > 0.7 * sample.points.size


# --- the same worlds, the same randomness ---------------------------------------------------------


def test_choices_are_compared_in_the_same_worlds_with_the_same_draws():
    worlds, choices = worlds_and_choices(declarer_of(EXAMPLE, TALON), 40)
    players = make_players(CLASSIC, 0, "random", ["random"])
    sample = play_worlds(MatchJob(players, (choices[1], choices[2], choices[1]), worlds, 0))
    assert np.array_equal(sample.chances[:, 0], sample.chances[:, 2])
    assert not np.array_equal(sample.chances[:, 0], sample.chances[:, 1])


def test_a_sample_depends_on_neither_executor_nor_jobs():
    worlds, choices = worlds_and_choices(declarer_of(EXAMPLE, TALON), CHUNK + 30)
    players = make_players(CLASSIC, 0, "random", ["greedy"])
    whole = play_worlds(MatchJob(players, tuple(choices), worlds, 0))
    done = []
    serial = play_choices(players, choices, worlds, SerialExecutor(), done.append)
    with make_executor("process", 2) as executor:
        process = play_choices(players, choices, worlds, executor, done.append)
    assert done.count(len(worlds)) == 2 and len(done) > 4
    for name in vars(whole):
        for other in (serial, process):
            assert np.array_equal(getattr(whole, name), getattr(other, name))


def test_games_go_on_from_given_states_and_leave_them_alone():
    worlds = sample_worlds(auction_of(EXAMPLE).view, CLASSIC, 5, 0)
    before = worlds.copy()
    after = begun(CLASSIC, worlds, [te.thousand.parse_action("bid 120")])
    assert np.array_equal(worlds, before)
    assert (after["bid"] == 120).all() and (after["declarer"] == 0).all()
    late = worlds.copy()
    late["deals"] = 50  # of a match in its middle
    batch = Batch.of_states(CLASSIC, late, np.zeros((5, SEATS), np.int64), "deal")
    greedy = GreedyAgent(CLASSIC)
    while (batch.waiting == 0).any():
        rows, views, masks = batch.rows_of(0)
        batch.act(rows, greedy.act(views, masks, None))
    assert (batch.played == 1).all() and batch.points().any()
    assert (batch.states["deals"] == 51).all()


# --- known answers --------------------------------------------------------------------------------


def test_r9_2_on_the_barrel_a_sure_hand_is_raised_to_125(capsys):
    found = bid(capsys, f"{SPADES} {REST}", "--contract", "120", "--table", json.dumps(BARREL))
    choices = by_name(found)
    assert choices["contract 125"]["chance"]["mean"] == 1
    assert choices["keep"]["points"]["mean"] == 0 and choices["keep"]["worse"]
    assert found["match"]["best"] == "contract 125" and choices["concede"]["worse"]
    assert choices["contract 160"]["chance"]["mean"] < 1 or choices["contract 160"]["same"]


def test_off_the_barrel_nothing_is_gained_by_a_raise_that_is_hardly_made(capsys):
    found = bid(capsys, f"{EXAMPLE} {TALON}", "--contract", "120", "--table", "300 420 180")
    assert found["match"]["verdict"] == "keep"
    assert all(by_name(found)[name]["worse"] for name in ("concede", "contract 125"))


def test_r6_4_a_hopeless_contract_is_conceded(capsys):
    """Whoever plays it loses as much, and the others take more than 60 each, marriages included."""
    found = bid(capsys, f"{HOPELESS} {NOTHING}", "--contract", "120", "--table", "300 300 300")
    choices = by_name(found)
    assert found["match"]["best"] == "concede" and choices["keep"]["worse"]
    assert choices["concede"]["points"]["interval"] == [-120, -120]
    assert choices["keep"]["makes"]["mean"] < 0.01


def test_two_marriages_with_their_aces_are_bid_on(capsys):
    found = bid(capsys, STRONG, "--table", "300 300 300", "--worlds", "100")
    assert by_name(found)["pass"]["worse"] and found["match"]["best"].startswith("bid")


def test_r4_3_a_redeal_by_talon_is_a_choice_before_the_gift_only(capsys):
    argv = (f"{EXAMPLE} 9H 9D JD", "--contract", "100", "--worlds", "30")
    before = bid(capsys, *argv)
    assert "redeal" in by_name(before) and by_name(before)["redeal"]["declares"]["mean"] < 1
    assert "redeal: they play what is dealt next" in bid_text(capsys, *argv)
    assert "redeal" not in by_name(bid(capsys, *argv, "--give", "9H 9D"))


def dealt_to_the_gift(count):
    """Real deals of greedy players, each up to its declarer's first gift."""
    starts = np.array([parse_table(SCORES, CLASSIC, 2)]).repeat(count)
    batch = Batch(CLASSIC, 7, np.arange(count), starts, np.zeros((count, SEATS), np.int64), "deal")
    greedy = GreedyAgent(CLASSIC)
    while (before := batch.states["phase"] != GIFT).any():
        rows, views, masks = batch.rows_of(0)
        actions = greedy.act(views, masks, None)
        batch.act(rows[before[rows]], actions[before[rows]])
    return batch.states


def test_contracts_are_made_about_as_often_as_in_the_real_deals():
    """What passes tell of the others' hands is not weighed: a contract is made a little oftener."""
    told, made = [], []
    for state in dealt_to_the_gift(250):
        seat, real = int(state.declarer), np.array([state])
        gifts = gifts_of(CLASSIC, real, GreedyAgent(CLASSIC), 0)
        keep = next(c for c in choices_of(CLASSIC, real, gifts, True) if c.name == "keep")
        known = Batch.of_states(CLASSIC, real, np.zeros((1, SEATS), np.int64), "deal").rows_of(0)
        worlds = sample_worlds(known[1][0], CLASSIC, 20, 0)
        players = make_players(CLASSIC, seat)
        for found, states in ((told, worlds), (made, real)):
            found.append(play_worlds(MatchJob(players, (keep,), states, 0)).made.mean())
    differences = np.array(made) - told
    assert np.abs(differences.mean()) < 0.03 + 3 * differences.std() / len(differences) ** 0.5
    assert 0.4 < np.mean(made) < 0.9


# --- the verdict ----------------------------------------------------------------------------------


def answer_of(chances):
    """An answer from chances (K, C, M)."""
    count, choices = chances.shape[:2]
    flags = np.zeros((count, choices), np.bool_)
    names = [Choice(f"choice {c}", c) for c in range(choices)]
    players = make_players(CLASSIC, 0, judge=PLAYOUT)
    return make_match_answer(players, names, MatchSample(chances, flags * 0, flags, flags, flags))


def test_the_verdict_is_the_best_choice_only_if_all_others_are_clearly_worse():
    noise = np.random.default_rng(0).normal(0, 0.01, (200, 1, 1))
    noise -= noise.mean()
    apart = answer_of(np.array([[0.3], [0.5], [0.4]]) + noise * [[1], [0], [2]])
    assert apart.verdict == apart.best == "choice 1" and apart.close == ()
    near = answer_of(np.array([[0.4995], [0.5], [0.4]]) + noise * [[5], [0], [1]])
    assert near.verdict == CLOSE and near.close == ("choice 0",)


def test_three_worlds_that_happen_to_agree_are_no_verdict():
    agreed = np.tile(np.array([0.3, 0.5])[None, :, None], (3, 1, 1))
    assert answer_of(agreed).verdict == CLOSE
    assert answer_of(np.tile(agreed[:1], (4, 1, 1))).verdict == "choice 1"


def test_the_spread_of_the_networks_makes_a_difference_unclear():
    noise = np.random.default_rng(0).normal(0, 0.01, (200, 1, 1))
    opinions = np.array([[0.50, 0.50, 0.50], [0.48, 0.46, 0.50]])
    assert answer_of(opinions + noise).verdict == CLOSE
    agreed = np.array([[0.50, 0.50, 0.50], [0.48, 0.48, 0.48]])
    assert answer_of(agreed + noise).verdict == "choice 0"


def test_choices_that_come_to_the_same_are_told_as_the_same():
    chances = (
        np.random.default_rng(0).random((50, 2, 2))[:, [0, 1, 0]] * np.array([1, 0.1, 1])[:, None]
    )
    answer = answer_of(chances)
    assert answer.verdict == "choice 0" and answer.choices[2].same and not answer.choices[2].worse


def test_of_equal_choices_one_is_hardly_ever_said_to_be_the_best():
    rng = np.random.default_rng(1)
    verdicts = [answer_of(rng.normal(0.3, 0.1, (60, 8, 1))).verdict for _ in range(120)]
    assert sum(verdict != CLOSE for verdict in verdicts) <= 5
    worse = [answer_of(rng.normal(0.3, 0.1, (60, 8, 1))).choices[0].worse for _ in range(120)]
    assert sum(worse) <= 9  # 1 in 40 of them, if 0 is the best in truth


# --- the command ----------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [EXAMPLE, f"{EXAMPLE} {TALON}"])
def test_text_says_what_json_says_of_the_match(cards, capsys):
    argv = [cards, "--table", "300 420 180", "--worlds", "60", "--seed", "4"]
    argv += ["--contract", "120"] if cards != EXAMPLE else []
    text, found = bid_text(capsys, *argv), bid(capsys, *argv)
    assert max(map(len, text.splitlines())) <= 100
    match = text[text.index("chance to win the match") :]
    for name, choice in by_name(found).items():
        low, high = (100 * end for end in choice["chance"]["interval"])
        row = next(line for line in match.splitlines() if line.startswith(f"  {name} "))
        assert f"{100 * choice['chance']['mean']:.1f}  [{low:.1f}, {high:.1f}]" in row
        assert row.endswith("worse") == choice["worse"]
    assert f"verdict: {found['match']['verdict']}" in match and found["match"]["worlds"] == 60
    assert [each["spec"] for each in found["match"]["agents"]] == ["greedy"] * SEATS
    assert found == json.loads(json.dumps(found, allow_nan=False))


def test_the_players_named_play_on(capsys):
    argv = [f"{EXAMPLE} {TALON}", "--contract", "120", "--worlds", "40"]
    greedy = bid(capsys, *argv)
    others = bid(capsys, *argv, "--me", "timid", "--others", "maniac,random")
    specs = [each["spec"] for each in others["match"]["agents"]]
    assert specs == ["timid", "maniac", "random"]
    assert by_name(others)["keep"]["chance"] != by_name(greedy)["keep"]["chance"]
    assert "of other players it is a guess" in " ".join(
        bid_text(capsys, *argv, "--others", "maniac").split()
    )


def test_without_a_model_for_the_rules_the_points_are_told_all_the_same(capsys):
    argv = [EXAMPLE, "--rules", "polish", "--worlds", "5"]
    found = bid(capsys, *argv)
    assert found["match"] is None and "--playout" in found["no_match"]
    assert len(found["bids"]["options"]) > 3 and "best" in bid_text(capsys, *argv)
    played = bid(capsys, *argv, "--playout")
    assert played["no_match"] is None and played["match"]["judge"] == PLAYOUT
    assert set(by_name(played)) == {option["action"] for option in found["bids"]["options"]}
    with pytest.raises(EquityError, match="trained under"):
        make_players(te.rules("thousand", "polish"), 0, judge="equity-classic-3")


@pytest.mark.parametrize(
    ("rules", "cards", "gives"),
    [
        ("classic,players=4", f"{EXAMPLE} {TALON}", ["9H to seat 1", "JH to seat 3"]),
        ("polish,players=2", f"{EXAMPLE} TC TH AC 9H 9D", ["9H to seat 1"]),
    ],
)
def test_r6_2_gifts_go_to_those_who_play(rules, cards, gives, capsys):
    argv = ["--rules", rules, "--contract", "120", "--playout", "--worlds", "3"]
    argv += ["--give", " ".join(given.split()[0] for given in gives)]
    argv += ["--seat", "0", "--dealer", "2" if "4" in rules else "0"]
    found = bid(capsys, cards, *argv)
    assert found["gives"] == gives and {"concede", "keep"} <= set(by_name(found))
    assert f"you give {' and '.join(gives)}" in bid_text(capsys, cards, *argv)


def test_r6_3_every_raise_on_the_cards_kept_is_a_choice(capsys):
    argv = [f"{EXAMPLE} {TALON}", "--contract", "130", "--worlds", "3"]
    raises = [f"contract {n}" for n in range(135, 161, 5)]
    assert list(by_name(bid(capsys, *argv))) == ["concede", "keep", *raises]
    given_away = bid(capsys, *argv, "--give", "KS 9H")
    assert list(by_name(given_away)) == ["concede", "keep"]
    assert "no raise: the cards kept allow none (R6.3" in given_away["not_possible"]


@pytest.mark.parametrize(("contract", "dealer"), [(100, 2), (105, 1), (160, 1)])
def test_r5_1_the_declarer_of_100_is_the_first_hand_else_the_second(contract, dealer):
    view = declarer_of(EXAMPLE, TALON, contract).view
    assert (view.dealer, view.contract, view.declarer) == (dealer, contract, 0)
    assert view.phase == te.thousand.PHASES.index("gift") and view.passed[:3].tolist() == [0, 1, 1]


def test_r6_1_a_talon_bought_for_100_stays_unseen_by_the_others():
    shown = [declarer_of(EXAMPLE, TALON, bought).view.talon_shown for bought in (100, 105)]
    assert shown == [0, 1]


def test_the_first_hand_may_have_bid_on():
    replay = after_talon(CLASSIC, SCORES, Seating(2, 0), EXAMPLE, TALON, 120)
    texts = [action_text(int(a)) for a in replay.view.log_action[: replay.view.log_length]]
    assert texts[-4:] == ["pass", "bid 105", "bid 120", "pass"]  # the second hand passed


def refused(capsys, *argv):
    assert main(["bid", *argv]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "Traceback" not in err
    return err


TEN = f"{EXAMPLE} {TALON}"
GOLDEN = '{"golden": {"circle": 1, "deal": 0, "made": false}}'
OBLIGED = json.dumps(BARREL | {"barrel_deals_used": [2, None, None], "barrels_used": [2, 0, 0]})


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([TEN], "--contract says what you bid for it (R6.3)"),
        ([EXAMPLE, "--contract", "120"], "write its cards behind the hand (R6.1)"),
        ([EXAMPLE, "--give", "9C JH"], "write its cards behind the hand (R6.1)"),
        ([TEN, "--contract", "170"], "these cards as dealt allow 160 at most (R5.3)"),
        ([TEN, "--contract", "122"], "in steps of 5 (R5.2)"),
        ([TEN, "--contract", "95"], "contracts are 100 to 400"),
        ([TEN, "--contract", "100", "--dealer", "1"], "the 100 is bound to seat 2"),
        ([TEN, "--contract", "120", "--by", "1"], "the auction is over (R5.1)"),
        ([TEN, "--contract", "120", "--give", "9C"], "2 of the declarer's cards are given (R6.2)"),
        ([TEN, "--contract", "120", "--give", "9C AH"], "AH can't be given here (R6.2"),
        ([TEN, "--contract", "120", "--give", "9C 9C"], "9C can't be given here (R6.2"),
        ([TEN, "--contract", "120", "--give", "9C XX"], "unknown card"),
        ([f"{EXAMPLE} AS 9H AD", "--contract", "120"], "AS stands there twice"),
        ([f"{EXAMPLE} 9H", "--contract", "120"], "the declarer has 10 with the talon (R6.1)"),
        ([TEN, "--contract", "120", "--table", GOLDEN], "without raise or concession (R8.1)"),
        ([TEN, "--contract", "120", "--table", OBLIGED], "no raise, no concession (R9.7)"),
        (
            [TEN, "--contract", "120", "--rules", "classic,concede=off,raise=false", "--playout"],
            "neither a concession (R6.4) nor a raise (R6.3)",
        ),
        ([TEN, "--contract", "120", "--rules", "classic,silence_below=100"], "(R5.4)"),
        (
            ["AS AH QS JH TD 9C KC TS AC AD", "--contract", "120", "--playout", "--rules"]
            + ["classic,four_aces_with_talon=redeal"],
            "a mandatory re-deal (R4.4)",
        ),
        ([TEN, "--contract", "120", "--rules", "polish"], "--playout"),
        ([TEN, "--contract", "120", "--table", "0 -405 0"], "none under -400"),
        ([TEN, "--contract", "120", "--others", "nobody"], "unknown agent 'nobody'"),
        ([TEN, "--contract", "120", "--others", "greedy,greedy,greedy"], "name one, or 2"),
        ([EXAMPLE, "--equity", "none"], "cannot read the equity model"),
    ],
)
def test_impossible_questions_are_refused_with_a_reason(argv, message, capsys):
    assert message in refused(capsys, *argv)


def test_r4_4_an_ace_must_go_where_four_come_together(capsys):
    argv = ["AS AH QS JH TD 9C KC TS AC AD", "--contract", "120"]
    assert "(R6.2, R4.4)" in refused(capsys, *argv, "--give", "9C JH")
    given = bid(capsys, *argv, "--worlds", "3")["gives"]
    assert any(card.startswith("A") for card in given)
