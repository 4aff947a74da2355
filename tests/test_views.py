"""R13: what a player can't know changes nothing of what he sees, in any phase."""

import numpy as np
import pytest

import thousand_env as te
from thousand_env.games.thousand.actions import A_GIVE, DARK, PHASES
from thousand_env.games.thousand.cards import PACK, mask_cards
from thousand_env.games.thousand.engine import legal
from thousand_env.games.thousand.phases.gift import receiver_of
from thousand_env.games.thousand.state import NONE

# Optional re-deals often, darks from 0 points, concessions off so that a lone `keep` occurs.
RULES = {"golden": False, "dark_min_score": 0, "redeal_weak_hand": 40, "redeal_four_aces": "off"}


def known_cards(view):
    """Cards whose place the seat knows, from its view alone."""
    known = int(view.hand) | int(view.talon_seen)
    for card in view.gifts:
        known |= 0 if card == NONE else 1 << int(card)
    for mask in view.played:
        known |= int(mask)
    return known


def permute(mask, moved):
    """A set of cards with some cards replaced by others."""
    return sum(1 << moved.get(card, card) for card in mask_cards(int(mask)))


def resample(state, view, rules, rng):
    """The same game with all cards that the seat doesn't know dealt anew among their places."""
    hidden = mask_cards(PACK & ~known_cards(view))
    moved = dict(zip(hidden, rng.permutation(hidden).tolist()))
    other = state.copy()
    for seat in range(4):
        own = seat == view.seat and view.hand_seen
        if not own:
            other.hand[seat] = permute(state.hand[seat], moved)
            other.dealt[seat] = permute(state.dealt[seat], moved)
    for i in range(2):
        other.talon[i] = permute(state.talon[i], moved)
    other.talon_taken = permute(state.talon_taken, moved)
    gives = 0
    for which in range(2):
        if state.gifts[which] != NONE:
            other.gifts[which] = moved.get(int(state.gifts[which]), int(state.gifts[which]))
    for k in range(int(state.log_length)):
        if A_GIVE <= state.log_action[k] < A_GIVE + 24:
            other.log_action[k] = A_GIVE + other.gifts[gives]
            gives += 1
    return other, len(hidden)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("extra", [{}, {"concede": "off"}, {"golden": True}, {"dark_raise": True}])
def test_r13_hidden_cards_change_neither_view_nor_observation_nor_mask(players, extra):
    rules = te.rules(players=players, **(RULES | extra))
    compiled = rules.compiled()[0]
    env = te.VectorEnv("thousand", 24, rules, seed=players, episode="match")
    env.reset()
    rng = np.random.default_rng(0)
    phases, changed = set(), 0
    for step in range(90):
        states = env.state
        others = states.copy()
        for i in range(len(states)):
            view = env.view(i)
            phases.add(PHASES[view.phase])
            others[i], hidden = resample(states[i], view, rules, rng)
            changed += hidden > 1
            assert legal(others[i], compiled) == states[i].legal
        seen = [env.observation.tobytes(), env.action_mask.tobytes(), env.views.tobytes()]
        env.state = others
        assert seen == [env.observation.tobytes(), env.action_mask.tobytes(), env.views.tobytes()]
        env.state = states
        env.step(env.sample(step))
    assert {"redeal", "gift", "play"} <= phases
    assert changed > 1000


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r13_hidden_cards_change_no_other_seats_view(players):
    rules = te.rules(players=players, **RULES)
    env = te.VectorEnv("thousand", 12, rules, seed=9)
    env.reset()
    rng = np.random.default_rng(1)
    for step in range(60):
        states = env.state
        for seat in range(players):
            views = [env.view(i, seat) for i in range(12)]
            others = states.copy()
            for i in range(12):
                others[i], _ = resample(states[i], views[i], rules, rng)
            env.state = others
            for i in range(12):
                assert env.view(i, seat).tobytes() == views[i].tobytes()
            env.state = states
        env.step(env.sample(step))


def test_r7_1_the_first_hand_sees_no_card_before_it_decides_on_a_dark():
    env = te.VectorEnv("thousand", 200, te.rules(**RULES), seed=0)
    env.reset()
    dark = env.state["phase"] == DARK
    assert dark.sum() > 100
    assert not env.views["hand"][dark].any()
    assert not env.views["hand_seen"][dark].any()
    assert env.action_mask[dark].sum(axis=1).tolist() == [2] * int(dark.sum())
    env.step(np.where(dark, te.thousand.parse_action("look"), env.sample(0)))
    assert env.view(int(np.flatnonzero(dark)[0])).hand_seen


WEAK_FIRST_HAND = ["QS AD TD KD QD AH TH", "9S 9C 9D 9H JS JC JD", "AS TS KS AC TC KC QC"]


def test_r13_nobody_else_learns_that_a_player_waived_a_redeal():
    rules = te.rules(**(RULES | {"redeal_weak_hand": 20, "dark": False}))
    game = te.Game(rules, seed=None, dealer=0)
    game.deal(WEAK_FIRST_HAND, "KH QH JH")
    assert game.phase == "redeal" and game.player == 1
    phases = [te.thousand.PHASES[game.view(seat).phase] for seat in range(3)]
    assert phases == ["auction", "redeal", "auction"]
    assert [game.view(seat).to_move for seat in range(3)] == [2, 1, 2]
    before = [game.view(seat).tobytes() for seat in range(3)]
    game.apply("waive")
    assert [int(game.view(seat).log_length) for seat in range(3)] == [0, 1, 0]
    assert [game.view(seat).tobytes() == before[seat] for seat in range(3)] == [True, False, True]


def test_r13_who_waits_for_his_own_question_does_not_see_another_being_asked():
    rules = te.rules(**(RULES | {"redeal_weak_hand": 20, "dark": False}))
    views = []
    for ace, queen in (("AH", "QD"), ("QD", "AH")):
        game = te.Game(rules, seed=None, dealer=2)
        hands = [f"JS JC JD JH QS QC {queen}", "9S 9C 9D 9H AS AC AD", "TS KS TC KC TD KD TH"]
        game.deal(hands, f"QH KH {ace}")
        views.append(game.view(1))
    assert [view.to_move for view in views] == [1, 1]
    assert views[0].tobytes() == views[1].tobytes()


def test_r6_2_giver_and_receiver_know_the_gift_and_nobody_else():
    game = te.Game(te.rules(golden=False, dark=False), seed=11, dealer=0)
    while game.phase != "gift":
        game.apply("pass" if "pass" in game.legal() else "waive")
    declarer = game.player
    gift = next(text for text in game.legal() if text.startswith("give"))
    card = te.thousand.parse_action(gift) - A_GIVE
    game.apply(gift)
    receiver = receiver_of(game.state, te.rules(golden=False, dark=False).compiled()[0], 0)
    third = 3 - declarer - receiver
    assert game.view(declarer).gifts[0] == card
    assert game.view(receiver).gifts[0] == card
    assert game.view(third).gifts[0] == NONE


def test_a_view_holds_nothing_of_an_earlier_longer_view():
    env = te.VectorEnv("thousand", 1, te.rules(golden=False), seed=5)
    env.reset()
    for step in range(200):
        env.step(env.sample(step))
        fresh = env.view(0, int(env.current_player[0]))
        assert fresh.tobytes() == env.views[0].tobytes()
