"""K13: what a player of King can't know changes nothing of what he sees, in any phase."""

import numpy as np
import pytest

from tests.king_batch import GAMES, Batch
from tests.test_king_core import apply_all, at_deal
from thousand_env.games.king import rules
from thousand_env.games.king.actions import A_GIVE, A_LAY, PHASES
from thousand_env.games.king.cards import (
    HEARTS,
    KING_OF_HEARTS,
    PLAIN_PACK,
    RANKS,
    mask_cards,
    parse_card,
    suit_mask,
)
from thousand_env.games.king.engine import settle
from thousand_env.games.king.rules import KINDS
from thousand_env.games.king.state import NONE
from thousand_env.games.king.view import HIDDEN


def resample(state, view, rng):
    """The same game with all cards that the seat can't place dealt anew among their places."""
    players = int(view.players)
    known = int(view.hand) | sum(1 << int(card) for card in view.gifts if card != NONE)
    known |= int(np.bitwise_or.reduce(view.played)) | int(view.talon)
    hidden = [c for hand in state.hand[:players] for c in mask_cards(int(hand) & ~known)]
    hidden += [
        int(c) for c in state.gifts if c != NONE and not known >> int(c) & 1 and c not in hidden
    ]
    moved = dict(zip(hidden, rng.permutation(hidden).tolist()))
    other = state.copy()
    for seat in range(players):
        for name in ("hand", "dealt") if seat != view.seat else ():
            cards = mask_cards(int(getattr(state, name)[seat]))
            getattr(other, name)[seat] = sum(1 << moved.get(card, card) for card in cards)
    for seat in range(players):
        other.gifts[seat] = moved.get(int(state.gifts[seat]), int(state.gifts[seat]))
    for k in range(int(state.log_length)):
        action = int(state.log_action[k])
        if A_GIVE <= action < A_LAY:
            other.log_action[k] = A_GIVE + moved.get(action - A_GIVE, action - A_GIVE)
    return other, len(hidden)


@pytest.mark.parametrize("options", GAMES)
def test_k13_hidden_cards_change_neither_view_nor_observation_nor_mask(options):
    batch, rng, seen, changed = Batch(5, rules(**options)), np.random.default_rng(0), set(), 0
    for step in range(900):
        states = batch.states.copy()
        expected = [x.tobytes() for x in (batch.views, batch.observation, batch.mask)]
        for i in range(batch.n):
            batch.states[i], hidden = resample(states[i], batch.views[i], rng)
            changed += hidden > 1
            settle(batch.states[i], batch.compiled[0])
            seen.add((KINDS[states[i].kind], PHASES[states[i].phase]))
        batch.observe()
        assert expected == [x.tobytes() for x in (batch.views, batch.observation, batch.mask)]
        batch.states[:] = states
        batch.step(batch.sample(step))
    assert changed > 2000
    if "plus" in options:
        assert {"lottery", "auction", "robber"} <= {kind for kind, _ in seen}
        assert {"open", "bid", "give", "trump", "play", "lay"} == {phase for _, phase in seen}


def shown(game, seat):
    """Cards a seat has shown not to hold, as everybody sees it."""
    return int(game.view(0).lacks[seat])


def test_k13_what_a_play_shows_of_the_cards_that_stay_in_hand():
    spades, hearts = " ".join(rank + "S" for rank in RANKS), " ".join(rank + "H" for rank in RANKS)
    game = at_deal("no_tricks", {1: spades, 2: hearts})
    apply_all(game, "play 2S", "play 2H")
    assert (shown(game, 1), shown(game, 2)) == (0, suit_mask(0))  # void in spades
    led = apply_all(at_deal("no_king", {1: hearts}), "play 2H")
    assert shown(led, 1) == PLAIN_PACK & ~HEARTS  # he had to lead another suit (K4)
    assert shown(apply_all(at_deal("no_tricks", {1: hearts}), "play 2H"), 1) == 0
    for discard in ("free", "forced"):
        void = at_deal("no_king", {1: spades, 2: "3H", 3: "KH"}, discard_king=discard)
        apply_all(void, "play 2S", "play 3H")
        kept = KING_OF_HEARTS if discard == "forced" else 0
        assert shown(void, 2) == suit_mask(0) & PLAIN_PACK | kept


def test_k13_a_gift_is_known_to_giver_and_receiver_only():
    game = apply_all(at_deal("auction", plus=["auction"]), "keep")
    card = game.legal()[-1].split()[1]
    game.apply(f"give {card}")
    number = parse_card(card)
    assert [int(game.view(seat).gifts[2]) for seat in range(4)] == [NONE, number, number, NONE]
    last = [int(game.view(seat).log_action[1]) for seat in range(4)]
    assert last == [HIDDEN, A_GIVE + number, A_GIVE + number, HIDDEN]
