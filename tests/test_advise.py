"""``thousand advise``: what to do now, from what one seat knows."""

import copy
import json
import random

import numpy as np
import pytest

import thousand_env as te
from tests.random_records import random_record
from tests.rules.helpers import SWEEP, do, finish, lay, new_game
from thousand_agents.advice import Adviser
from thousand_agents.advice.seat_positions import decisions_of
from thousand_agents.base import make_agent
from thousand_agents.cli import main
from thousand_agents.pimc.agent import EARLY
from thousand_agents.table import decide
from thousand_agents.worlds import sample_worlds
from thousand_env.games.thousand import action_text
from thousand_env.games.thousand.cards import mask_text
from thousand_env.games.thousand.seat_record import hide
from thousand_env.record import record_text, save_record, write_record

NAMES = ["Anna", "Boris", "Vera", "Gleb"]


def seat_file(game, seat, tmp_path):
    """One seat's record of a game, as a file."""
    path = tmp_path / "seat.json"
    record = write_record(game, NAMES[: game.rules.players])
    path.write_text(record_text(hide(record, seat)), encoding="utf-8")
    return str(path)


def advise(game, tmp_path, capsys, *options, seat=None):
    """The decisions that ``thousand advise --json`` finds in the record of the player to move."""
    path = seat_file(game, game.player if seat is None else seat, tmp_path)
    assert main(["advise", path, "--json", *options]) == 0
    return json.loads(capsys.readouterr().out)["decisions"]


def text_of(capsys, *argv):
    assert main(["advise", *argv]) == 0
    return capsys.readouterr().out


def refused(capsys, *argv):
    assert main(["advise", *argv]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


def at_phases(rules, seed, deals):
    """A greedy match, copied at the first decision of each phase and seat."""
    game, seen = te.Game(rules, seed=seed), {}
    greedy, rng = make_agent("greedy", rules), np.random.default_rng(seed)
    while game.player is not None and game.state.deals < deals:
        seen.setdefault((game.phase, game.player), copy.deepcopy(game))
        action = decide(game, greedy, rng)
        game.apply("waive" if action == "redeal" and "waive" in game.legal() else action)
    return seen


# --- known answers -------------------------------------------------------------------------------


def test_a_last_card_is_forced(tmp_path, capsys):
    game = do(lay(new_game(preset="online"), *SWEEP), "pass, pass, give 9C, give JD, keep")
    while game.state.tricks_played < 7:
        game.apply(next(text for text in game.legal() if text.startswith("play")))
    (found,) = advise(game, tmp_path, capsys)
    assert found["action"] == game.legal()[0] and found["worlds"] == 0
    assert found["options"][0]["value"] is None and found["too_close"] == []
    text = text_of(capsys, seat_file(game, game.player, tmp_path))
    assert f"{game.legal()[0]}: the only legal action" in text


def test_r6_2_the_two_cards_that_take_no_trick_are_given(tmp_path, capsys):
    """All spades, AC and AD are kept: after 9C and JD are given every trick is sure."""
    game = do(lay(new_game(preset="online"), *SWEEP), "pass, pass")
    (first,) = advise(game, tmp_path, capsys)
    assert first["action"] in ("give 9C", "give JD") and first["phase"] == "gift"
    assert {"give AS", "give AC"} & {*first["not_looked_at"]} or first["options"][-1]["less"] > 50
    game.apply(first["action"])
    (second,) = advise(game, tmp_path, capsys)
    assert {first["action"], second["action"]} == {"give 9C", "give JD"}


def test_r10_4_a_marriage_that_the_contract_needs_is_announced(tmp_path, capsys):
    """All tricks are 120; king and queen of spades are led last, and 160 need their 40."""
    game = do(lay(new_game(preset="online"), *SWEEP), "pass, pass, give 9C, give JD, contract 160")
    for card in ("AS", "TS", "JS", "9S", "AC", "AD"):
        do(game, f"play {card}")
        while game.player != 0:
            game.apply(next(text for text in game.legal() if text.startswith("play")))
    (found,) = advise(game, tmp_path, capsys)
    assert found["action"] in ("marry KS", "marry QS")
    for option in found["options"]:
        assert option["value"] == 160 or (option["action"][:4] == "play" and option["less"] >= 320)


def test_r9_2_the_card_that_wins_the_match_is_played_and_a_win_counts(tmp_path, capsys):
    table = {"score": [880, 0, 0], "barrel_deals_used": [0, None, None]}
    game = lay(new_game(table), *SWEEP)
    do(game, "pass, pass, give 9C, give JD, contract 125, play AS")
    while game.player != 0:
        game.apply(game.legal()[0])
    (found,) = advise(game, tmp_path, capsys)
    assert found["action"].startswith("marry") and found["options"][0]["value"] > 125 + 300 - 120


# --- the same as the search player ---------------------------------------------------------------


@pytest.mark.parametrize("spec", ["pimc:worlds=2", "pimc:worlds=2,trust=0.8"])
def test_the_search_player_with_the_same_seed_does_what_is_advised_or_as_good(spec):
    rules = te.rules("thousand", "classic", golden=False, dark_min_score=-1000, players=4)
    agent = make_agent(spec, rules)
    adviser = Adviser(rules, 2, 0.8 if "trust" in spec else 0.5)
    seen = at_phases(rules, 3, 12)
    assert {"dark", "auction", "gift", "contract", "play"} <= {phase for phase, _ in seen}
    for game in seen.values():
        view, mask = game.view(game.player), game.action_mask
        for seed in range(2):
            advice = adviser.advise(view, mask, seed)
            action = agent.act(np.array([view]), mask[None], np.random.default_rng(seed))[0]
            assert advice.action == advice.options[0].action
            # The player gives up what falls behind before all worlds are seen.
            assert action_text(int(action)) in (advice.action, *advice.close)
            options = [option.action for option in advice.options]
            assert sorted([*options, *advice.skipped]) == sorted(game.legal())


def test_every_decision_can_be_asked_for(tmp_path, capsys):
    rules = te.rules(
        "thousand", "classic", players=2, golden=False, dark_min_score=-1000,
        redeal_weak_hand=[45, "optional"],
    )  # fmt: skip
    seen = at_phases(rules, 1, 10)
    phases = {phase for phase, _ in seen}
    assert phases == {"dark", "redeal", "auction", "talon", "gift", "contract", "play"}
    for (phase, seat), game in seen.items():
        (found,) = advise(game, tmp_path, capsys, "--worlds", "2", seat=seat)
        assert found["phase"] == phase and found["action"] in game.legal() == found["legal"]
        text = text_of(capsys, seat_file(game, seat, tmp_path), "--worlds", "2")
        assert max(map(len, text.splitlines())) <= 100 and f"  {found['action']}" in text
        assert ("as if the deal ended here" in text) == ("redeal" in game.legal())


def test_weighed_worlds_that_are_drawn_twice_count_once():
    rules = te.rules("thousand", "online")
    game = do(te.Game(rules, seed=5), "bid 105, bid 110")
    view, mask = game.view(game.player), game.action_mask
    even = Adviser(rules, 4).advise(view, mask, 0)
    weighed = Adviser(rules, 4, 0.95).advise(view, mask, 0)
    assert even.worlds == 4 * EARLY > weighed.worlds > 1


def test_intervals_and_differences_belong_together(tmp_path, capsys):
    game = do(te.Game(te.rules("thousand", "online"), seed=5), "bid 105")
    (found,) = advise(game, tmp_path, capsys, "--worlds", "5")
    best, *others = found["options"]
    assert best["less"] == 0 and found["worlds"] == 5 * EARLY
    for option in [best, *others]:
        assert option["less"] == pytest.approx(best["value"] - option["value"])
        assert option["interval"][0] <= option["value"] <= option["interval"][1]
    close = [o["action"] for o in others if o["less_interval"][0] <= 0 <= o["less_interval"][1]]
    assert found["too_close"] == close


# --- from what the player knows ------------------------------------------------------------------


def other_cards(game, seat, seed):
    """A game that differs in what the seat can't know, and in nothing else."""
    (world,) = sample_worlds(game.view(seat), game.rules, 1, seed)
    again = te.Game(game.rules, seed=None, table=game.start, dealer=game.first_dealer)
    players = game.rules.players
    again.deal(
        [mask_text(int(m)) for m in world["dealt"][:players]], mask_text(int(world["talon"][0]))
    )
    for action in world["log_action"][: world["log_length"]]:
        again.apply(int(action))
    assert again.view(seat).tobytes() == game.view(seat).tobytes()
    return again


@pytest.mark.parametrize("form", ["seat", "full"])
def test_r13_games_that_differ_in_hidden_cards_give_the_same_bytes(form, tmp_path, capsys):
    rules = te.rules("thousand", "online")
    seen = at_phases(rules, 6, 1)
    assert {"auction", "gift", "play"} <= {phase for phase, _ in seen}
    for (_, seat), game in seen.items():
        shown = []
        other = other_cards(game, seat, 1)
        assert other.deals[0]["hands"] != game.deals[0]["hands"]
        for same in (game, other):
            argv = [seat_file(same, seat, tmp_path)]
            if form == "full":
                argv = [str(tmp_path / "full.json"), "--seat", str(seat)]
                save_record(same, argv[0], NAMES[:3])
            shown += [(text_of(capsys, *argv, "--worlds", "3"), text_of(capsys, *argv, "--json"))]
        assert shown[0] == shown[1]


def test_a_full_record_and_the_seats_own_give_the_same_advice(tmp_path, capsys):
    game = do(te.Game(te.rules("thousand", "online"), seed=5), "bid 105")
    own = text_of(capsys, seat_file(game, game.player, tmp_path))
    path = tmp_path / "full.json"
    save_record(game, path, NAMES[:3])
    assert text_of(capsys, str(path), "--seat", str(game.player)) == own
    assert text_of(capsys, str(path), "--seat", str(game.player), "--seed", "1") != own


# --- a whole deal --------------------------------------------------------------------------------


def decisions_in_full_game(game, seat, number):
    """What the seat knew at each of its decisions of a deal, what was legal, and what it did."""
    again = te.Game(game.rules, seed=None, table=game.start, dealer=game.first_dealer)
    found = []
    for place, deal in enumerate(game.deals, 1):
        again.deal(deal["hands"], deal["talon"])
        for action in deal["actions"]:
            if place == number and again.player == seat:
                found.append((again.view(seat).tobytes(), again.legal(), action))
            again.apply(action)
    if number == len(game.deals) and again.player == seat:
        found.append((again.view(seat).tobytes(), again.legal(), None))
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r16_the_decisions_of_a_deal_are_those_of_the_full_game(players):
    rng, deals, redeals = random.Random(players), 0, 0
    while deals < 25:
        record = random_record(rng, players, 3)
        game = te.read_record(record)
        seat = rng.randrange(players)
        form = hide(record, seat)
        redeals += any("redeal" in deal for deal in form["deals"])
        for number in range(1, len(game.deals) + 1):
            found = [(a.view.tobytes(), a.legal, a.done) for a in decisions_of(form, number)]
            assert found == decisions_in_full_game(game, seat, number), json.dumps(record)
            deals += 1
    assert redeals > 3


def test_every_decision_of_a_deal_stands_beside_what_was_done(tmp_path, capsys):
    game = lay(new_game(preset="online"), *SWEEP)
    finish(do(game, "pass, pass, give 9C, give JD, contract 120"))
    found = advise(game, tmp_path, capsys, "--deal", "1", "--worlds", "2", seat=0)
    own = [a for a in game.deals[0]["actions"] if a.startswith(("give", "contract"))]
    assert [d["done"] for d in found[:3]] == own and len(found) == 3 + 8
    assert [d["phase"] for d in found] == ["gift", "gift", "contract", *["play"] * 8]
    text = text_of(capsys, seat_file(game, 0, tmp_path), "--deal", "1", "--worlds", "2")
    assert [line[8:] for line in text.splitlines() if "done: " in line] == [
        d["done"] for d in found
    ]


def test_who_sat_out_had_nothing_to_decide(tmp_path, capsys):
    game = lay(new_game(dealer=3, players=4, preset="online"), *SWEEP)
    finish(do(game, "pass, pass, give 9C, give JD"))
    assert advise(game, tmp_path, capsys, "--deal", "1", seat=3) == []
    path = seat_file(game, 3, tmp_path)
    assert text_of(capsys, path, "--deal", "1") == "this seat had nothing to decide in this deal\n"


# --- errors --------------------------------------------------------------------------------------


def test_whose_turn_it_is_instead_is_said(tmp_path, capsys):
    game = lay(new_game(preset="online"), *SWEEP)
    message = refused(capsys, seat_file(game, 0, tmp_path))
    assert "it is the turn of Boris (seat 1) in phase 'auction', not of Anna (seat 0)" in message
    finish(do(game, "pass, pass, give 9C, give JD"))
    assert "the next pack isn't dealt yet" in refused(capsys, seat_file(game, 0, tmp_path))
    table = {"score": [880, 0, 0], "barrel_deals_used": [0, None, None]}
    game = lay(new_game(table, preset="online"), *SWEEP)
    finish(do(game, "pass, pass, give 9C, give JD, contract 160"), marry="KS")
    assert game.over and "the match is over" in refused(capsys, seat_file(game, 0, tmp_path))


def test_r16_a_seats_record_without_the_key_seat_is_told_that_it_is_missing(tmp_path, capsys):
    path = seat_file(lay(new_game(preset="online"), *SWEEP), 1, tmp_path)
    form = json.loads((tmp_path / "seat.json").read_text(encoding="utf-8"))
    del form["seat"]
    (tmp_path / "seat.json").write_text(json.dumps(form), encoding="utf-8")
    for argv in ([path], [path, "--seat", "1"]):
        message = refused(capsys, *argv)
        assert f"{path}: a hand is '?'" in message and 'the key "seat" is missing' in message
        assert "all cards" not in message and "unknown card" not in message


def test_why_more_deals_are_sampled_than_worlds_are_asked_for_is_said(tmp_path, capsys):
    game = do(te.Game(te.rules("thousand", "online"), seed=5), "bid 105")
    text = " ".join(text_of(capsys, seat_file(game, 2, tmp_path), "--worlds", "3").split())
    assert f"{3 * EARLY} sampled deals; " in text
    assert f"--worlds 3: before the play {EARLY} times as many deals are sampled, in it 4" in text
    assert "playing out is quick but noisy; 3 of the latter are solved" in text


def test_help_gives_the_ranges_that_are_allowed(capsys):
    with pytest.raises(SystemExit):
        main(["advise", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert "2 to 1000" in text and "0.01 to 0.99" in text


def test_bad_input_is_refused(tmp_path, capsys):
    game = lay(new_game(preset="online"), *SWEEP)
    own = seat_file(game, 1, tmp_path)
    assert "--seat 0: this is the record of seat 1 alone" in refused(capsys, own, "--seat", "0")
    for number in ("0", "-1", "2"):
        assert f"--deal {number}: the record has 1 deals" in refused(capsys, own, "--deal", number)
    for worlds in ("1", "0", "1001"):
        assert f"--worlds {worlds}: 2 to 1000" in refused(capsys, own, "--worlds", worlds)
    for trust in ("0", "1", "nan", "-3"):
        assert "a chance from 0.01 to 0.99" in refused(capsys, own, "--trust", trust)
    assert "seed" in refused(capsys, own, "--seed", "-1")
    full = tmp_path / "full.json"
    save_record(game, full)
    assert "--seat says who asks" in refused(capsys, str(full))
    assert "from 0 to 2" in refused(capsys, str(full), "--seat", "3")
    assert "cannot read" in refused(capsys, str(tmp_path / "none.json"))
    full.write_text("{")
    assert f"{full}: no JSON" in refused(capsys, str(full))
    (tmp_path / "seat.json").write_text(
        (tmp_path / "seat.json").read_text().replace('"?"', '"AS"', 1)
    )
    assert "can't know it" in refused(capsys, own)
