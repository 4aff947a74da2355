"""The observation says what the view says, and ``decode`` reads it back."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import thousand_env as te
from thousand_env.games.thousand.cards import mask_cards
from thousand_env.games.thousand.observe import LAYOUT, OBSERVATION_SIZE
from thousand_env.games.thousand.state import NONE


def slots_of(view):
    """Seats by slot: himself, the others clockwise who play, then the dealer of four."""
    n = int(view.players)
    clockwise = [(int(view.seat) + k) % n for k in range(n)]
    if n < 4:
        return clockwise
    playing = [seat for seat in clockwise if seat != view.dealer]
    return [*playing, int(view.dealer)]


def facts_of(view):
    """What the observation of a player to move should say, from the view by plain Python."""
    slots = slots_of(view)
    playing = slots[:3]
    one = lambda x: None if x == NONE else int(x)  # noqa: E731
    card = lambda c: [] if c == NONE else [int(c)]  # noqa: E731
    pad = lambda values, size: [int(x) for x in values] + [0] * (size - len(values))  # noqa: E731
    played = [mask_cards(int(view.played[seat])) for seat in playing] + [[]]
    trick = [int(c) for c in view.trick_cards[: view.trick_size]]
    bits = lambda mask, size: [int(mask) >> k & 1 for k in range(size)]  # noqa: E731
    by_slot = {
        name: pad([getattr(view, name)[seat] for seat in playing], 3)
        for name in ("passed", "bids", "trick_points", "marriage_points", "tricks")
    }
    by_table = {
        name: pad([getattr(view, name)[seat] for seat in slots], 4)
        for name in ("score", "bolts", "concessions", "barrels_used")
    }
    barrel = [int(view.barrel_deals[seat]) for seat in slots]
    names = ("hand_seen", "talon_shown", "closed", "bid", "contract", "golden_circle")
    names += ("golden_deal", "golden_made", "redeals", "deals")
    return {
        "phase": int(view.phase) - 1,
        "kind": int(view.kind),
        "hand": mask_cards(int(view.hand)),
        "played_own": played[0],
        "played_left": played[1],
        "played_right": played[2],
        "trick_first": trick[:1],
        "trick_second": trick[1:2],
        "talon_seen": mask_cards(int(view.talon_seen)),
        "gift_left": card(view.gifts[0]),
        "gift_right": card(view.gifts[1]),
        "trump": one(view.trump),
        "declarer": playing.index(view.declarer) if view.declarer != NONE else None,
        "first_hand": playing.index(view.first_hand),
        "chosen_talon": one(view.chosen_talon),
        "void": [x for seat in playing for x in bits(view.void[seat], 4)]
        + [0] * 4 * (3 - len(playing)),
        "announced": [x for seat in playing for x in bits(view.announced[seat], 5)]
        + [0] * 5 * (3 - len(playing)),
        "on_barrel": pad([x != NONE for x in barrel], 4),
        "barrel_deals": pad([max(x, 0) for x in barrel], 4),
        "players": int(view.players) - 2,
        **by_slot,
        **by_table,
        **{name: int(getattr(view, name)) for name in names},
    }


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", ["classic", "online", "polish", "pagat"])
def test_decode_gives_back_the_facts_of_the_view(preset, players):
    rules = te.rules("thousand", preset, players=players)
    env = te.VectorEnv("thousand", 8, rules, seed=1)
    env.reset(options={"table": {"score": [120, -35, 860, 5][:players]}})
    for step in range(250):
        for i in range(8):
            assert te.decode(env.observation[i]) == facts_of(env.views[i])
        env.step(env.sample(step))


def test_the_layout_covers_every_float_once():
    assert sum(block.size for block in LAYOUT) == OBSERVATION_SIZE
    assert len({block.name for block in LAYOUT}) == len(LAYOUT)


def test_encode_of_views_is_the_observation():
    env = te.VectorEnv("thousand", 32, seed=2)
    env.reset()
    for step in range(40):
        assert np.array_equal(te.encode(env.views), env.observation)
        env.step(env.sample(step))


def test_decode_refuses_another_shape():
    with pytest.raises(ValueError, match="shape"):
        te.decode(np.zeros(7))


def test_a_finished_games_blank_view_encodes_to_zeros_as_in_the_environment():
    env = te.VectorEnv(num_games=2, episode="deal", autoreset=AutoresetMode.DISABLED)
    env.reset()
    while (env.current_player >= 0).any():
        env.step(env.sample(0))
    assert not env.observation.any()
    assert np.array_equal(te.encode(env.views), env.observation)
