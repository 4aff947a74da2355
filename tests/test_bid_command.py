"""``thousand bid``: what each bid is worth, and the chance of each contract."""

import json

import numpy as np
import pytest
from scipy.stats import ttest_1samp

import thousand_env as te
from thousand_agents.advice import BidAdviser
from thousand_agents.advice.contracts import contract_chances
from thousand_agents.advice.intervals import chance_interval, mean_intervals
from thousand_agents.advice.seat_auction import Seating, Standing, auction
from thousand_agents.advice.seat_cards import read_cards
from thousand_agents.cli import main
from thousand_agents.greedy import GreedyAgent
from thousand_agents.pimc.equity import score_difference
from thousand_agents.solver import Solver
from thousand_agents.table import decide
from thousand_agents.worlds import sample_worlds
from thousand_env.games.thousand.cards import mask_text

ONLINE = te.rules("thousand", "online")
EXAMPLE = "AS KS QS JH TD 9C KC"
STRONG = "AS TS KS QS AH KH QH"  # two marriages, their suits' aces
HOPELESS = "9S JS 9C JC 9D JD QH"
SPADES = "AS TS KS QS JS 9S AC"


def bid(capsys, *argv):
    """What ``thousand bid --json`` finds."""
    assert main(["bid", *argv, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def bid_text(capsys, *argv):
    assert main(["bid", *argv]) == 0
    return capsys.readouterr().out


def refused(capsys, *argv):
    try:
        code = main(["bid", *argv])
    except SystemExit as stop:  # argparse
        code = stop.code
    out, err = capsys.readouterr()
    assert code == 2 and out == "" and "Traceback" not in err
    return err


def asked(hand, rules=ONLINE, standing=None, table=None, **seats):
    seating = Seating.of(rules, seats.get("dealer"), seats.get("seat"))
    return auction(rules, table or {}, seating, read_cards(hand, rules)[0], standing)


def values(found):
    return {option["action"]: option["value"] for option in found["bids"]["options"]}


# --- known answers -------------------------------------------------------------------------------


def test_two_marriages_with_their_aces_bid(capsys):
    found = bid(capsys, STRONG, "--table", "0 0 0", "--worlds", "40")
    best, by_action = found["bids"]["action"], values(found)
    assert best.startswith("bid") and "pass" not in found["bids"]["too_close"]
    assert by_action[best] > by_action["pass"] + 50
    chances = {row["contract"]: row["open_cards"]["share"] for row in found["contracts"]}
    assert chances[100] > 0.9 and chances[100] > chances[200] > chances[260]


def test_a_hopeless_hand_passes(capsys):
    found = bid(capsys, HOPELESS, "--rules", "online", "--worlds", "100")
    assert (found["bids"]["action"], found["bids"]["too_close"]) == ("pass", [])
    assert found["may_claim_redeal"]
    assert all(row["open_cards"]["share"] < 0.15 for row in found["contracts"])
    text = bid_text(capsys, HOPELESS, "--rules", "online", "--worlds", "10")
    assert "this hand may claim a re-deal (R4.2)" in text


def test_all_spades_surely_make_120_and_mostly_160(capsys):
    """Six trump tricks after the marriage and an ace: 40 + 72 + 11 of the last two are sure."""
    found = bid(capsys, SPADES, "--worlds", "40")
    rows = {row["contract"]: row["open_cards"] for row in found["contracts"]}
    assert rows[100]["share"] == rows[120]["share"] == 1.0
    assert rows[120]["interval"][0] > 0.9 and rows[120]["interval"][1] == 1.0


# --- what is shown -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "rules", "bids"),
    [
        (EXAMPLE, "classic", range(105, 161, 5)),  # R5.3: 120 and the marriage of spades
        (EXAMPLE, "polish", range(110, 161, 10)),
        (HOPELESS, "classic", range(105, 121, 5)),
        (HOPELESS, "pagat,bid_cap=none", range(105, 401, 5)),
    ],
)
def test_r5_3_every_legal_bid_has_its_value(hand, rules, bids, capsys):
    found = bid(capsys, hand, "--rules", rules, "--worlds", "4")
    assert set(values(found)) == {"pass", *(f"bid {n}" for n in bids)}
    assert found["bids"]["worlds"] == 4 and found["bids"]["not_looked_at"] == []
    shown = [option["value"] for option in found["bids"]["options"]]
    assert shown == sorted(shown, reverse=True)


def test_a_value_is_the_mean_change_of_the_score_difference_by_greedy_players(capsys):
    """Simulated again with the game's Python class and the greedy agent."""
    replay = asked(EXAMPLE, table={"score": [300, 420, 180]})
    agent = BidAdviser(ONLINE, 5)
    advice = agent.advise(replay.view, replay.action_mask, 5)
    worlds = agent._drawn
    greedy, rng = GreedyAgent(ONLINE), np.random.default_rng(0)
    for option in advice.options[::4]:
        found = []
        for world in worlds:
            game = game_of(world, table={"score": [300, 420, 180]})
            game.apply(option.action)
            while not game.results and not game.needs_deal:
                game.apply(decide(game, greedy, rng))
            found.append(score_difference(np.array([game.state]), 0, 3)[0])
        assert option.value == pytest.approx(np.mean(found) - (300 - (420 + 180) / 2))


def game_of(world, rules=ONLINE, **options):
    """A game with the cards of a world, at the second hand's first bid."""
    game = te.Game(rules, seed=None, dealer=1, **options)
    game.deal([mask_text(int(m)) for m in world["dealt"][:3]], mask_text(int(world["talon"][0])))
    while game.phase in ("dark", "redeal"):
        game.apply("look" if game.phase == "dark" else "waive")
    return game


def test_a_contracts_chances_are_those_of_the_solver_and_of_greedy_play():
    """The same worlds played in the game's Python class; nothing but gifts and contracts differs."""
    rules = te.rules("thousand", "polish", concede="off", bid_step=5)
    replay = asked(STRONG, rules)
    rows = contract_chances(replay.view, rules, 105, 5, 3)[::3]
    greedy, rng, solver = GreedyAgent(rules), np.random.default_rng(0), Solver(rules)
    totals, made = [], {row.contract: 0 for row in rows}
    for world in sample_worlds(replay.view, rules, 5, 3):
        for contract in made:
            game = game_of(world, rules)
            for text in ("bid 105", "pass", "pass"):
                game.apply(text)
            while game.phase == "gift":
                game.apply(decide(game, greedy, rng))
            raises = f"contract {contract}"
            game.apply(raises if raises in game.legal() else "keep")
            if contract == rows[0].contract:
                totals.append(solver.value(game.state))
            while not game.results:
                game.apply(decide(game, greedy, rng))
            result = game.results[0]
            made[contract] += result["made"] and (result["contract"] == contract)
    for row in rows:
        assert row.open_cards.share == pytest.approx(np.mean([t >= row.contract for t in totals]))
        if row.contract > 100:  # 100 itself can't be bid here
            assert row.greedy.share == pytest.approx(made[row.contract] / 5)


def test_text_says_what_json_says_in_100_columns(capsys):
    argv = (EXAMPLE, "--table", "300 420 180", "--worlds", "40")
    text, found = bid_text(capsys, *argv), bid(capsys, *argv)
    assert max(map(len, text.splitlines())) <= 100
    assert "bid 105 means to bid that now and go on as a greedy player would" in " ".join(
        text.split()
    )
    for option in found["bids"]["options"]:
        assert f"  {option['action']:7}  {option['value']:+6.1f}  [" in text
    for row in found["contracts"]:
        assert f"  {row['contract']:8}  {100 * row['open_cards']['share']:3.0f}% [" in text
    assert "greedy players do the rest" in text and "exact solver" in text
    assert "a match won counts 300 more" in text and found["note"].split(".")[0][:40] in text
    best, close = found["bids"]["action"], found["bids"]["too_close"]
    verdict = f"too close to call between {', '.join([best, *close])}" if close else f"best: {best}"
    assert f"  {verdict}" in text
    assert found["table"]["score"] == [300, 420, 180]
    assert found["cards"] == read_cards(EXAMPLE, ONLINE)[0]


def test_the_same_seed_gives_the_same_bytes_and_another_one_does_not(capsys):
    argv = (EXAMPLE, "--worlds", "20", "--json", "--seed")
    first, again, other = (bid_text(capsys, *argv, seed) for seed in ("7", "7", "8"))
    assert first == again != other


@pytest.mark.parametrize(
    ("rules", "hand"),
    [("polish,players=2", "AS KS QS JH TD 9C KC TC TH AC"), ("classic,players=4", EXAMPLE)],
)
def test_two_and_four_players(rules, hand, capsys):
    found = bid(capsys, hand, "--rules", rules, "--worlds", "10")
    assert "pass" in values(found) and found["contracts"][0]["contract"] == 100
    assert found["by"] == (found["dealer"] + 1) % len(found["table"]["score"])


def test_bids_stand_in_the_order_of_the_auction_and_the_best_is_marked(capsys):
    argv = (EXAMPLE, "--worlds", "30")
    lines, found = bid_text(capsys, *argv).splitlines(), bid(capsys, *argv)
    first = next(n for n, line in enumerate(lines) if line.startswith("  action"))
    rows = lines[first + 1 : first + 14]
    names = ["pass", *(f"bid {n}" for n in range(105, 161, 5))]
    assert [row[2:9].rstrip() for row in rows] == names
    marked = [row[2:9].rstrip() for row in rows if row.endswith("  best")]
    assert marked == [found["bids"]["action"]]


def test_the_contracts_end_with_the_first_that_is_never_made(capsys):
    for hand in (EXAMPLE, HOPELESS):
        rows = bid(capsys, hand, "--rules", "online", "--worlds", "20")["contracts"]
        never = [not row["open_cards"]["share"] and not row["greedy"]["share"] for row in rows]
        assert never == [False] * (len(rows) - 1) + [True]


# --- where the auction stands --------------------------------------------------------------------


def test_r5_1_left_out_the_seat_is_the_second_hand_and_100_stands(capsys):
    for argv, dealer, seat in (
        ((), 1, 0),
        (("--seat", "2"), 0, 2),
        (("--dealer", "2"), 2, 1),
        (("--seat", "0", "--dealer", "1"), 1, 0),
    ):
        found = bid(capsys, EXAMPLE, "--worlds", "2", *argv)
        assert (found["dealer"], found["seat"]) == (dealer, seat)
        assert (found["bid_stands"], found["by"], found["passed"]) == (100, (dealer + 1) % 3, [])


@pytest.mark.parametrize(
    ("seats", "standing", "log"),
    [
        ({"dealer": 0, "seat": 0}, Standing(100, 1, frozenset({2})), ["pass"]),
        ({"dealer": 0, "seat": 0}, Standing(120, 2, frozenset()), ["bid 120"]),
        ({"dealer": 2, "seat": 0}, Standing(110, 2, frozenset({1})), ["pass", "bid 110"]),
        ({"dealer": 2, "seat": 0}, Standing(110, 2, frozenset()), ["bid 105", "bid 110"]),
        (
            {"dealer": 1, "seat": 0},
            Standing(200, 2, frozenset({1})),
            ["bid 105", "pass", "bid 200"],
        ),
    ],
)
def test_r5_1_the_auction_before_is_the_shortest_with_the_lowest_bids(seats, standing, log):
    view = asked(EXAMPLE, standing=standing, **seats).view
    found = [te.thousand.action_text(int(a)) for a in view.log_action[: view.log_length]]
    assert found == log
    assert (view.bid, view.declarer, view.to_move) == (standing.bid, standing.by, seats["seat"])


def test_r5_3_a_high_bid_of_another_proves_his_marriages():
    replay = asked(EXAMPLE, standing=Standing(200, 2, frozenset({1})), dealer=1, seat=0)
    queens_and_kings = [{"QH", "KH"}, {"QD", "KD"}]  # 80 or 100 on top of 120
    for world in sample_worlds(replay.view, ONLINE, 50, 0):
        hand = set(mask_text(int(world["dealt"][2])).split())
        assert any(marriage <= hand for marriage in queens_and_kings)


def test_nobody_went_dark_before():
    rules = te.rules("thousand", "classic")
    view = asked(EXAMPLE, rules, table={"score": [300, 300, 300]}).view
    assert [te.thousand.action_text(int(view.log_action[0]))] == ["look"] and view.kind == 0


def test_a_player_who_may_not_bid_is_told_so(capsys):
    argv = (EXAMPLE, "--bid-stands", "160", "--by", "2", "--passed", "1")
    found = bid(capsys, *argv)
    assert (found["bids"]["action"], found["contracts"]) == ("pass", [])
    assert "no bid is legal here" in bid_text(capsys, *argv)


# --- intervals -----------------------------------------------------------------------------------


def test_the_intervals_hold_the_value_of_a_long_simulation_in_most_cases():
    rng, rules = np.random.default_rng(11), te.rules("thousand", "polish")
    short, long = BidAdviser(rules, 60), BidAdviser(rules, 1000)
    inside = {"value": 0, "less": 0}
    for number in range(20):
        cards = rng.permutation(24)[:7]
        replay = asked(mask_text(sum(1 << int(card) for card in cards)), rules)
        mask = replay.action_mask.copy()
        mask[np.flatnonzero(mask)[2:]] = False  # pass, and the lowest bid
        found = short.advise(replay.view, mask, number)
        truth = {o.action: o for o in long.advise(replay.view, mask, 1000 + number).options}
        for option in found.options:
            low, high = option.interval
            inside["value"] += low <= truth[option.action].value <= high
        low, high = found.options[1].less_interval
        better, worse = (truth[option.action].value for option in found.options)
        inside["less"] += low <= better - worse <= high
    assert 40 >= inside["value"] >= 34 and 20 >= inside["less"] >= 17


def test_an_interval_of_different_worlds_is_students():
    values = np.random.default_rng(0).normal(3, 2, (1, 30))
    wanted = ttest_1samp(values[0], 0).confidence_interval()
    assert mean_intervals(values)[0] == pytest.approx(tuple(wanted))
    assert mean_intervals(np.ones((2, 1))) == [None, None]


def test_worlds_drawn_twice_make_no_interval_narrower():
    values = np.random.default_rng(0).normal(3, 2, (2, 30))
    twice = mean_intervals(np.repeat(values, 2, axis=1), repeats=2.0)
    assert np.allclose(mean_intervals(values), twice)


def test_the_interval_of_a_chance_is_wilsons():
    assert chance_interval(0, 10) == pytest.approx((0, 0.27753), abs=1e-5)
    assert chance_interval(10, 10) == pytest.approx((0.72247, 1), abs=1e-5)
    assert chance_interval(5, 10) == pytest.approx((0.23659, 0.76341), abs=1e-5)


# --- errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["AS KS"], "2 of them; 7 are dealt to each of 3 players (R2.2)"),
        (["AS KS QS JH TD 9C AS"], "AS stands there twice"),
        (["AS KS QS JH TD 9C ZZ"], "unknown card 'ZZ'"),
        ([EXAMPLE, "--rules", "polish,players=2"], "7 of them; 10 are dealt"),
        ([EXAMPLE, "--rules", "bridge"], "unknown preset"),
        ([EXAMPLE, "--table", "300 420"], "2 scores for 3 players"),
        ([EXAMPLE, "--table", "880 0 0"], "barrel_deals_used"),
        ([EXAMPLE, "--seat", "3"], "--seat 3: seats are 0 to 2"),
        ([EXAMPLE, "--dealer", "-1"], "--dealer -1: seats are 0 to 2"),
        ([EXAMPLE, "--rules", "classic,players=4", "--seat", "1", "--dealer", "1"], "sits out"),
        ([EXAMPLE, "--seat", "0", "--dealer", "2"], "no auction asks seat 0 while 100 by seat 0"),
        (
            [EXAMPLE, "--seat", "0", "--dealer", "2"],
            "asked only when overbid (R5.1); an auction that asks it: --bid-stands 105 --by 1 --passed",
        ),
        ([EXAMPLE, "--seat", "0", "--dealer", "2"], "the first hand has 100 already and is asked"),
        (
            [EXAMPLE, "--bid-stands", "110", "--by", "2"],
            "bids on only when overbid, the second hand is asked first",
        ),
        ([EXAMPLE, "--bid-stands", "110", "--by", "2"], "--bid-stands 110 --by 2 --passed 1"),
        (
            [EXAMPLE, "--bid-stands", "110", "--by", "1", "--dealer", "0", "--seat", "0"],
            "seat 2 would be asked next; the turn goes clockwise (R5.1); an auction that asks it: --bid",
        ),
        ([EXAMPLE, "--passed", "0"], "seat 0 itself has passed, and a pass is final"),
        ([EXAMPLE, "--bid-stands", "110", "--by", "9"], "the bidders are seat 0, seat 1, seat 2"),
        ([EXAMPLE.replace(" ", ",")], "separate cards by spaces"),
        ([EXAMPLE.replace(" ", "")], "separate cards by spaces"),
        ([EXAMPLE, "--rules", "players=4"], "did you mean 'classic,players=4'?"),
        ([EXAMPLE, "--seat", "0", "--dealer", "0"], "those who have passed are none"),
        ([EXAMPLE, "--bid-stands", "110"], "--bid-stands and --by belong together"),
        ([EXAMPLE, "--by", "1"], "--bid-stands and --by belong together"),
        ([EXAMPLE, "--bid-stands", "102", "--by", "2"], "while 102 by seat 2 stands"),
        ([EXAMPLE, "--bid-stands", "110", "--by", "0"], "no auction asks seat 0 while 110 by"),
        ([EXAMPLE, "--bid-stands", "500", "--by", "2", "--passed", "1"], "500 by seat 2"),
        ([EXAMPLE, "--bid-stands", "110", "--by", "9"], "110 by seat 9"),
        ([EXAMPLE, "--passed", "1;2"], "--passed '1;2': seats between commas"),
        ([EXAMPLE, "--passed", "0,1"], "have passed are seat 0, seat 1"),
        ([EXAMPLE, "--worlds", "1"], "--worlds 1: 2 to 5000"),
        ([EXAMPLE, "--seed", "-1"], "seed -1"),
        (["AS AC AD AH KS QS 9C"], "thrown away at once, a mandatory re-deal (R4.1, R4.2)"),
        ([EXAMPLE, "--table", '{"golden": {"circle": 1, "deal": 0, "made": false}}'], "(R8.1)"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(argv, message, capsys):
    assert message in refused(capsys, *argv)


@pytest.mark.parametrize(
    ("seats", "standing"),
    [
        ({"dealer": 1}, Standing(110, 2, frozenset())),
        ({"dealer": 2, "seat": 0}, None),
        ({"dealer": 0, "seat": 0}, None),
        ({"dealer": 1}, Standing(102, 2, frozenset())),
        ({"dealer": 0, "seat": 2}, Standing(120, 2, frozenset({1}))),
    ],
)
def test_the_auction_named_in_a_refusal_asks_the_seat(seats, standing):
    with pytest.raises(te.TableError) as caught:
        asked(EXAMPLE, standing=standing, **seats)
    words = str(caught.value).split("an auction that asks it: ")[1].split()
    options = dict(zip(words[::2], words[1::2]))
    passed = frozenset(map(int, options.get("--passed", "").split(",") if len(words) > 4 else ()))
    named = Standing(int(options["--bid-stands"]), int(options["--by"]), passed)
    assert asked(EXAMPLE, standing=named, **seats).view.bid == named.bid


def test_r9_7_an_obligatory_game_has_no_auction(capsys):
    table = {"score": [0, 880, 0], "barrel_deals_used": [None, 2, None], "barrels_used": [0, 2, 0]}
    assert "(R9.7)" in refused(capsys, EXAMPLE, "--table", json.dumps(table))
