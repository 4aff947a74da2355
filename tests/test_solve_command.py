"""``thousand solve`` and ``thousand bench solver``."""

import copy
import json
import random
import re
from pathlib import Path

import numpy as np
import pytest

import thousand_env as te
from tests.rules.helpers import LOST, SWEEP, SWEEP_TWO, do, finish, lay, new_game
from tests.solver_positions import gift_values
from thousand_agents.cli import main
from thousand_agents.solver import Solver
from thousand_agents.table import decide, seat_agents
from thousand_env.games.thousand.cards import card_text
from thousand_env.games.thousand.seat_record import hide
from thousand_env.record import record_text, save_record

NAMES = ["Anna", "Boris", "Вера Петровна Длинная", "Dmitri"]


def solve(game, tmp_path, capsys, *options):
    """The deals that ``thousand solve --json`` finds in a game."""
    path = tmp_path / "game.json"
    save_record(game, path, NAMES[: game.rules.players])
    assert main(["solve", str(path), "--json", *options]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["note"].startswith("Hindsight, not advice")
    return found["deals"]


def solve_text(game, tmp_path, capsys, *options):
    path = tmp_path / "game.json"
    save_record(game, path, NAMES[: game.rules.players])
    assert main(["solve", str(path), *options]) == 0
    return capsys.readouterr().out


def greedy_match(rules, seed, deals):
    """Some deals between greedy players."""
    game = te.Game(rules, seed=seed)
    agents, rng = seat_agents(["greedy"], rules.players, rules), np.random.default_rng(seed)
    while game.player is not None and game.state.deals < deals:
        game.apply(decide(game, agents[game.player], rng))
    return game


def along(game):
    """The game again before each action of its first deal, and that action."""
    again = te.Game(game.rules, None, game.start, game.first_dealer)
    again.deal(game.deals[0]["hands"], game.deals[0]["talon"])
    for action in game.deals[0]["actions"]:
        yield again, action
        again.apply(action)


def by_phase(deal, phase):
    return [decision for decision in deal["decisions"] if decision["phase"] == phase]


def test_every_legal_play_has_its_value_in_the_position_it_was_made_in(tmp_path, capsys):
    rng, game = random.Random(4), te.Game(te.rules("thousand", "online"), seed=4)
    while not game.results:
        game.apply(rng.choice([text for text in game.legal() if text not in ("concede", "redeal")]))
    solver = Solver(game.rules)
    plays = iter(by_phase(solve(game, tmp_path, capsys)[0], "play"))
    costs = 0
    for again, action in along(game):
        if again.phase == "play":
            found, g = next(plays), again.state
            totals = solver.action_values(g)
            values = {text: totals[n] for text, n in zip(again.legal(), again.legal_actions())}
            best = (max if g.to_move == g.declarer else min)(values.values())
            assert found["values"] == values and found["action"] == action
            assert found["seat"] == g.to_move and found["best"] == best
            assert found["cost"] == abs(values[action] - best)
            costs += found["cost"]
    assert next(plays, None) is None and costs > 0


@pytest.mark.parametrize("players", [2, 3])
def test_a_card_given_is_worth_the_best_that_can_follow(players, tmp_path, capsys):
    game = te.Game(te.rules("thousand", "online", players=players), seed=players)
    while game.phase != "play":
        wanted = [text for text in game.legal() if text in ("pass", "talon 2", "keep")]
        game.apply((wanted or game.legal())[0])
    gifts = by_phase(solve(game, tmp_path, capsys)[0], "gift")
    states = [copy.deepcopy(again) for again, _ in along(game) if again.phase == "gift"]
    assert len(gifts) == len(states) == players - 1
    for found, again in zip(gifts, states):
        all_values = gift_values(game.rules, again)
        values = {f"give {cards[0]}": 0 for cards in all_values}
        for cards, value in all_values.items():
            values[f"give {cards[0]}"] = max(values[f"give {cards[0]}"], value)
        assert {a: v for a, v in found["values"].items() if a.startswith("give")} == values
        assert found["best"] == max(values.values())


def test_r6_3_a_contract_is_worth_what_the_declarer_writes(tmp_path, capsys):
    """All tricks with the spade marriage are 160: so much can be made, and no more."""
    game = lay(new_game(preset="online"), *SWEEP)
    finish(do(game, "pass, pass, give 9C, give JD, contract 130"), marry="KS")
    (deal,) = solve(game, tmp_path, capsys)
    (contract,) = by_phase(deal, "contract")
    assert contract["unit"] == "written"
    assert (contract["value"], contract["best"], contract["cost"]) == (130, 160, 30)
    assert contract["values"] == {
        "concede": -100,
        "keep": 100,
        **{f"contract {bid}": bid for bid in range(105, 161, 5)},
    }
    text = solve_text(game, tmp_path, capsys)
    assert " contract Anna         contract 130  +130   30  best +160: contract 160\n" in text


def test_r6_4_a_lost_contract_and_a_third_concession_cost_what_is_written(tmp_path, capsys):
    options = {"concede_third_penalty": 60}
    game = new_game({"concessions": [2, 0, 0]}, preset="online", **options)
    do(lay(game, *LOST), "pass, pass, give JH, give JD, concede")
    (contract,) = by_phase(solve(game, tmp_path, capsys)[0], "contract")
    values = contract["values"]
    assert (values["concede"], values["keep"], values["contract 120"]) == (-160, -100, -120)
    assert contract["cost"] == 60 and game.results[0]["entry"][0] == -160


def rules_page_record():
    """The example of RULES.md, R16: its last deal is conceded with cards that make 135."""
    page = (Path(te.__file__).parent / "RULES.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    return next(block for block in blocks if '"conceded": true' in block)


def test_r6_4_a_concession_before_the_gift_is_judged_by_what_playing_writes(tmp_path, capsys):
    path = tmp_path / "page.json"
    path.write_text(rules_page_record(), encoding="utf-8")
    assert main(["solve", str(path), "--json", "--deal", "3"]) == 0
    (deal,) = json.loads(capsys.readouterr().out)["deals"]
    (makes,) = [d["makes"] for d in deal["declaring"] if d["seat"] == 2]
    (found,) = by_phase(deal, "gift")
    assert (found["action"], found["unit"], found["value"]) == ("concede", "written", -100)
    assert found["best"] == makes == 135 and found["cost"] == 235
    assert deal["given_away_written"] == {"2": 235} and deal["given_away"] == {"2": 0}
    assert main(["solve", str(path), "--deal", "3"]) == 0
    text = capsys.readouterr().out
    assert "concede       -100  235  best +135: give QS\n" in text
    assert "given away in points that the declarer writes: Rita 235\n" in text


def test_r6_4_a_concession_of_cards_that_make_nothing_costs_nothing(tmp_path, capsys):
    for options, cost in (({}, 0), ({"concede_third_penalty": 60}, 60)):
        game = new_game({"concessions": [2, 0, 0]}, preset="online", **options)
        do(lay(game, *LOST), "pass, pass, concede")
        (found,) = by_phase(solve(game, tmp_path, capsys)[0], "gift")
        assert (found["value"], found["best"], found["cost"]) == (-100 - cost, -100, cost)
        assert found["value"] == game.results[0]["entry"][0]


@pytest.mark.parametrize("players", [2, 3])
def test_r6_2_a_gift_instead_of_a_concession_writes_the_best_contract_after_it(
    players, tmp_path, capsys
):
    """Each first gift, compared with playing on from it in the game and judging the contract."""
    pack = SWEEP_TWO if players == 2 else SWEEP
    before = "pass, talon 1" if players == 2 else "pass, pass"
    start = do(lay(new_game(dealer=players - 1, preset="online", players=players), *pack), before)
    (found,) = by_phase(solve(do(copy.deepcopy(start), "concede"), tmp_path, capsys)[0], "gift")
    for gift in [text for text in start.legal() if text.startswith("give")][::4]:
        game = do(copy.deepcopy(start), gift)
        if game.phase == "gift":
            for card in Solver(game.rules).best_gift(game.state).cards:
                game.apply(f"give {card_text(card)}")
        (contract,) = by_phase(solve(do(game, "keep"), tmp_path, capsys)[0], "contract")
        assert found["values"][gift] == contract["best"]


def test_r7_4_a_dark_concession_is_doubled_and_so_is_what_playing_writes(tmp_path, capsys):
    game = new_game({"score": [300, 0, 0]})
    do(lay(game, *SWEEP), "dark, pass, pass, concede")
    (found,) = by_phase(solve(game, tmp_path, capsys)[0], "gift")
    assert (found["value"], found["best"], found["cost"]) == (-240, 240, 480)
    assert found["value"] == game.results[0]["entry"][0]


@pytest.mark.parametrize(
    ("pack", "options", "dark", "look"),
    [
        (SWEEP, {}, 240, 160),  # 160 points; a raise to 160 is for ordinary deals
        (SWEEP, {"dark_raise": True}, 320, 160),
        (SWEEP, {"raise_": False}, 240, 100),
        (LOST, {}, -240, -100),
    ],
)
def test_r7_3_dark_and_look_are_worth_what_the_first_hand_writes_if_all_others_pass(
    pack, options, dark, look, tmp_path, capsys
):
    game = lay(new_game({"score": [300, 0, 0]}, **options), *pack)
    for action in ("dark", "look"):
        played = do(copy.deepcopy(game), f"{action}, pass")
        (found,) = by_phase(solve(played, tmp_path, capsys)[0], "dark")
        assert (found["values"], found["unit"]) == ({"dark": dark, "look": look}, "written")
        assert (found["value"], found["best"]) == (found["values"][action], max(dark, look))
        assert found["cost"] is None  # as of a bid
    text = solve_text(played, tmp_path, capsys)
    first, second = sorted([(dark, "dark"), (look, "look")], reverse=True)
    assert f"if all others pass {first[0]:+}: {first[1]}, {second[0]:+}: {second[1]}\n" in text


def test_r12_a_dark_of_two_players_is_worth_what_the_better_talon_brings(tmp_path, capsys):
    table = {"score": [300, 0]}
    game = lay(new_game(table, dealer=1, preset="online", players=2), *SWEEP_TWO)
    (deal,) = solve(do(game, "dark, pass"), tmp_path, capsys)
    makes = max(d["makes"] for d in deal["declaring"] if d["seat"] == 0)
    assert by_phase(deal, "dark")[0]["values"]["dark"] == (240 if makes >= 120 else -240)


def test_r4_4_a_deal_that_the_talon_throws_away_gives_a_dark_no_value(tmp_path, capsys):
    pack = ("AS AC AD 9S JS QS KS", "TS KC TC QC JC 9C 9D", "TD KD QD JD TH KH QH", "AH JH 9H")
    game = new_game({"score": [300, 0, 0]}, four_aces_with_talon="redeal")
    (deal, *_) = solve(do(lay(game, *pack), "dark"), tmp_path, capsys)
    assert by_phase(deal, "dark")[0]["values"] == {"dark": None, "look": None}


@pytest.mark.parametrize("phase", ["talon", "gift", "play"])
def test_r8_1_golden_deals_are_valued_from_the_talon_on(phase, tmp_path, capsys):
    game = te.Game(te.rules("thousand", "classic", players=2), seed=5)
    while not game.results:
        game.apply(game.legal()[0])
    assert game.results[0]["kind"] == "golden"
    found = by_phase(solve(game, tmp_path, capsys, "--deal", "1")[0], phase)
    assert found and all(d["cost"] is not None for d in found if d["action"] != "redeal")


# --- the summary ---------------------------------------------------------------------------------


def summary(game, tmp_path, capsys, *options):
    path = tmp_path / "game.json"
    save_record(game, path, NAMES[: game.rules.players])
    assert main(["solve", str(path), "--json", *options]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_summary_counts_what_every_player_gave_away_and_the_ten_dearest(tmp_path, capsys):
    game = greedy_match(te.rules("thousand", "classic"), 3, 6)
    found = summary(game, tmp_path, capsys)
    judged = [
        (deal["deal"], number, d)
        for deal in found["deals"]
        for number, d in enumerate(deal["decisions"], 1)
        if d["cost"] is not None
    ]
    for seat in range(3):
        own = [d for _, _, d in judged if d["seat"] == seat]
        assert found["summary"]["given_away"][str(seat)] == {
            "total": sum(d["cost"] for d in own if d["unit"] == "total"),
            "written": sum(d["cost"] for d in own if d["unit"] == "written"),
            "judged": len(own),
            "cost": sum(d["cost"] > 0 for d in own),
        }
    dear = sorted((t for t in judged if t[2]["cost"]), key=lambda t: (-t[2]["cost"], *t[:2]))[:10]
    keys = ("deal", "decision", "cost", "unit", "better")
    assert len(dear) == 10 and [[row[k] for k in keys] for row in found["summary"]["dearest"]] == [
        [deal, number, d["cost"], d["unit"], [a for a, v in d["values"].items() if v == d["best"]]]
        for deal, number, d in dear
    ]


def test_brief_prints_the_summary_alone_and_a_match_ends_with_it(tmp_path, capsys):
    game = greedy_match(te.rules("thousand", "classic"), 3, 6)
    brief, full = (solve_text(game, tmp_path, capsys, *o) for o in (["--brief"], []))
    head, rest = brief.split("\n\n", 1)
    assert full.startswith(f"{head}\n\ndeal 1, ") and full.endswith(f"\n\n{rest}")
    lines = brief.splitlines()
    assert len(lines) < 30 and max(map(len, lines)) <= 100
    assert rest.startswith(f"summary of {len(game.deals)} deals: ")
    found = summary(game, tmp_path, capsys, "--brief")
    assert "deals" not in found
    first, row = found["summary"]["dearest"][0], lines[lines.index("the dearest decisions:") + 2]
    assert row.split()[:2] == [str(first["deal"]), str(first["decision"])]
    assert f"  {first['action']} " in row and first["better"][0] in row
    for seat, away in found["summary"]["given_away"].items():
        numbers = [str(away[key]) for key in ("judged", "cost", "total", "written")]
        name = NAMES[int(seat)][:12]
        assert [*name.split(), *numbers] in [line.split() for line in lines]


def test_the_summary_of_one_deal_comes_only_if_asked_for(tmp_path, capsys):
    game = do(lay(new_game(preset="online"), *SWEEP), "pass, pass")
    assert "summary" not in solve_text(game, tmp_path, capsys)
    text = solve_text(game, tmp_path, capsys, "--brief")
    assert "summary of 1 deal: " in text and "no decision cost anything" in text


def test_r5_3_what_a_seat_could_bid_is_made_and_within_its_cap(tmp_path, capsys):
    game = lay(new_game(preset="online"), *SWEEP)
    do(game, "pass, pass")
    (deal,) = solve(game, tmp_path, capsys)
    caps = {0: 120 + 40, 1: 120 + 60 + 80, 2: 120 + 100}
    for found in deal["declaring"]:
        makes = Solver(game.rules).declares(game.state, found["seat"]).value
        bid = min(makes // 5 * 5, caps[found["seat"]])
        lowest = 100 if found["seat"] == 0 else 105
        assert found["makes"] == makes and found["biddable"] == (bid if bid >= lowest else None)
    assert [found["biddable"] for found in deal["declaring"]] == [160, 210, 195]
    assert [d["action"] for d in by_phase(deal, "auction")] == ["pass", "pass"]
    assert all(d["cost"] is None for d in deal["decisions"])
    text = solve_text(game, tmp_path, capsys)
    assert "    Boris 210, giving " in text and "; could bid up to 210\n" in text
    assert "would make 210; could bid up to 210\n" in text


def test_r5_3_the_cap_of_the_dealt_cards_bounds_the_bid_not_the_contract(tmp_path, capsys):
    """The queen of spades lies in the talon: 160 are made, but 120 is the highest bid."""
    pack = [SWEEP[0].replace("QS", "AD"), *SWEEP[1:3], SWEEP[3].replace("AD", "QS")]
    game = do(lay(new_game(preset="online"), *pack), "pass, pass, give 9C, give JD")
    (deal,) = solve(game, tmp_path, capsys)
    first = deal["declaring"][0]
    assert (first["makes"], first["biddable"]) == (160, 120)


def test_r12_two_players_talons_are_compared(tmp_path, capsys):
    game = lay(new_game(dealer=1, preset="online", players=2), *SWEEP_TWO)
    do(game, "pass, talon 2, give JH, keep")
    (deal,) = solve(game, tmp_path, capsys)
    (talon,) = by_phase(deal, "talon")
    makes = {f"talon {d['talon']}": d["makes"] for d in deal["declaring"] if d["seat"] == 0}
    assert talon["values"] == makes
    assert talon["cost"] == max(makes.values()) - makes["talon 2"] > 0
    text = solve_text(game, tmp_path, capsys)
    assert f"Anna {makes['talon 1']} with talon 1, giving" in text


def test_the_play_of_a_deal_costs_nothing_if_everybody_follows_the_solver(tmp_path, capsys):
    game = te.Game(te.rules("thousand", "online", players=4), seed=9)
    solver = Solver(game.rules)
    while not game.results:
        if game.phase == "play":
            values, legal = solver.action_values(game.state), game.legal_actions()
            best = max if game.player == game.state.declarer else min
            game.apply(best(legal, key=lambda action: values[action]))
        else:
            wanted = [text for text in game.legal() if text in ("pass", "keep")]
            game.apply((wanted or [text for text in game.legal() if "give" in text])[0])
    (deal,) = solve(game, tmp_path, capsys, "--deal", "1")
    assert all(decision["cost"] == 0 for decision in by_phase(deal, "play"))
    given_away = {str(seat): 0 for seat in range(4) if seat != deal["dealer"]}
    declarer = str(game.results[0]["declarer"])
    given_away[declarer] = sum(decision["cost"] for decision in by_phase(deal, "gift"))
    assert deal["given_away"] == given_away


@pytest.mark.parametrize(("preset", "players"), [("classic", 3), ("polish", 2), ("classic", 4)])
def test_the_text_is_readable_in_100_columns_and_tells_every_action(
    preset, players, tmp_path, capsys
):
    game = greedy_match(te.rules("thousand", preset, players=players), players, 3)
    text = solve_text(game, tmp_path, capsys)
    lines = text.splitlines()
    assert lines[0].startswith("Hindsight, not advice") and max(map(len, lines)) <= 100
    deals = solve(game, tmp_path, capsys)
    assert [deal["deal"] for deal in deals] == list(range(1, len(game.deals) + 1))
    flat = " ".join(text.replace("\n", " ").split())
    for number, deal in enumerate(deals):
        assert [d["action"] for d in deal["decisions"]] == game.deals[number]["actions"]
        for decision in by_phase(deal, "play"):
            equal = [a for a, v in decision["values"].items() if v == decision["best"]]
            shown = " ".join(a.removeprefix("play ") for a in equal)
            assert f"{decision['best']}: {shown}" in flat
    only = solve_text(game, tmp_path, capsys, "--deal", "2")
    assert "deal 2, " in only and "deal 1, " not in only and "deal 3, " not in only
    assert only.split("\n\n")[1].rstrip() in text
    assert solve(game, tmp_path, capsys, "--deal", "2") == deals[1:2]


def test_deals_thrown_away_and_unfinished_are_shown_as_far_as_they_go(tmp_path, capsys):
    game = new_game()
    lay(game, "AS AC AD AH 9S JS QS", "TS KS TC KC QC JC 9C", "TD KD QD JD TH KH QH", "9D JH 9H")
    lay(game, *SWEEP)
    text = solve_text(game, tmp_path, capsys)
    assert "deal 1, Вера Петровн deals: thrown away by a re-deal\n\ndeal 2" in text
    assert "deal 2, Вера Петровн deals: not finished" in text
    thrown, unfinished = solve(game, tmp_path, capsys)
    assert thrown["decisions"] == unfinished["decisions"] == thrown["declaring"] == []
    assert len(unfinished["declaring"]) == 3 and unfinished["result"] is None


def refused(argv, capsys):
    assert main(argv) == 2
    return capsys.readouterr().err


def test_one_seats_record_is_refused_and_the_way_to_advice_is_named(tmp_path, capsys):
    game = greedy_match(te.rules("thousand", "online"), 1, 1)
    path = tmp_path / "seat.json"
    save_record(game, path)
    path.write_text(record_text(hide(path.read_text(), 0)))
    message = refused(["solve", str(path)], capsys)
    assert "one seat's record" in message and "thousand advise" in message


def test_bad_input_is_refused(tmp_path, capsys):
    game = greedy_match(te.rules("thousand", "online"), 1, 1)
    path = tmp_path / "game.json"
    save_record(game, path)
    for number in ("0", "-1", "9"):
        message = refused(["solve", str(path), "--deal", number], capsys)
        assert f"--deal {number}: the record has {len(game.deals)} deals" in message
    assert "cannot read" in refused(["solve", str(tmp_path / "none.json")], capsys)
    path.with_name("play.txt").write_text("deal 1")
    assert "play.txt: no JSON" in refused(["solve", str(path.with_name("play.txt"))], capsys)
    path.write_text(path.read_text().replace("play", "plai", 1))
    assert "plai" in refused(["solve", str(path)], capsys)


def test_solving_leaves_the_match_alone():
    from thousand_agents.analysis.hindsight import hindsight

    game = greedy_match(te.rules("thousand", "online"), 2, 2)
    before = game.state.tobytes(), json.dumps(game.deals)
    assert len(list(hindsight(game))) == len(game.deals)
    assert before == (game.state.tobytes(), json.dumps(game.deals))


# --- the benchmark -------------------------------------------------------------------------------


def test_bench_solver_tells_nodes_and_time_by_cards_left(capsys):
    assert main(["bench", "solver", "--deals", "4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["deals"] == 4 and found["rules"] == {"preset": "classic", "golden": False}
    keys = [(row["cards"], row["question"]) for row in found["rows"]]
    assert keys == [(n, q) for n in range(24, 0, -3) for q in ("exact", "null window")]
    nodes = {key: row["nodes_mean"] for key, row in zip(keys, found["rows"])}
    assert nodes[24, "exact"] > nodes[15, "exact"] > nodes[6, "exact"] > 0
    assert nodes[24, "null window"] < nodes[24, "exact"]
    assert all(row["ms_p90"] >= row["ms_median"] > 0 for row in found["rows"])


def test_bench_solver_as_text(capsys):
    assert main(["bench", "solver", "--deals", "2"]) == 0
    out = capsys.readouterr().out
    assert out.count("whole deal, ") == 2 and "(aim 5.0)" in out and "(aim 0.3)" in out
    with pytest.raises(SystemExit) as stop:
        main(["bench", "solver", "--deals", "0"])
    assert stop.value.code == 2 and "at least 1" in capsys.readouterr().err


def test_the_same_deals_are_measured_again_from_the_same_seed():
    from thousand_agents.bench_solver import positions

    rules = te.rules("thousand", "classic", golden=False)
    first, again = positions(rules, 3, 7), positions(rules, 3, 7)
    for states, same in zip(first, again):
        assert [g.tobytes() for g in states] == [g.tobytes() for g in same]
        assert {int(g.trick_size) for g in states} == {0}
    assert [int(g.tricks_played) for trick in first for g in trick] == sorted([*range(8)] * 3)
