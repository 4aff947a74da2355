"""The players of King: legal everywhere, sensible in clear positions, better than chance."""

import pickle
import random

import numpy as np
import pytest

import thousand_env as te
from tests.king_match import advantage, interval, one_against, play
from tests.referee.king.randoms import random_options
from tests.test_king_core import apply_all, at_deal
from thousand_agents.base import AgentError
from thousand_agents.king.fit_data import choices, fitting_rules, positions
from thousand_agents.king.greedy import GreedyAgent
from thousand_agents.king.pimc import PimcAgent
from thousand_agents.king.weights import weights
from thousand_env.games.king import action_text, rules_from
from thousand_env.games.king.rules import KINDS
from thousand_env.learner import RandomAgent

ROBBER = {"robber": True}  # with lottery and auction
GREEDY, PIMC = GreedyAgent, lambda rules: PimcAgent(rules, 10)
BOTH = pytest.mark.parametrize("make", [GREEDY, PIMC], ids=["greedy", "pimc"])


def choice(make, game):
    """What an agent does in a game."""
    views = np.array([game.view(game.player)])
    return action_text(
        int(make(game.rules).act(views, game.action_mask[None], np.random.default_rng(0))[0])
    )


def mixed(rules, games, steps):
    """Games that stand at different decisions of all kinds of deal."""
    env = te.VectorEnv("king", games, rules, seed=5)
    env.reset(options={"table": [{"deals": i % len(rules.plan)} for i in range(games)]})
    for step in range(steps):
        env.step(env.sample(step))
    return env


def test_it_plays_legally_under_all_rules():
    rng = random.Random(1)
    for seed in range(25):
        rules = rules_from(random_options(rng))
        env, agent = mixed(rules, 2 * len(rules.plan), 0), GreedyAgent(rules)
        for step in range(70):
            chance = env.sample(seed + step)  # off the paths of its own play, too
            own = agent.act(env.views, env.action_mask, None)
            assert env.action_mask[np.arange(env.num_games), own].all(), rules.short()
            env.step(np.where(np.random.default_rng(step).random(env.num_games) < 0.3, chance, own))


def test_the_search_player_plays_whole_deals_legally():
    for options in (ROBBER | {"players": 3}, ROBBER, {"variant": "joker"}):
        rules = rules_from(options)
        kinds = [rules.plan.index(kind) for kind in dict.fromkeys(rules.plan)]
        table = [{"deals": deal} for deal in kinds]
        agents = [PimcAgent(rules, 1), RandomAgent()]
        seats = np.arange(rules.players)[None] % 2
        points = play(agents, rules, seats, len(kinds), table=table, episode="deal")
        assert (points.sum(axis=(1, 2)) != 0).any(axis=1).all()  # every deal was written


@BOTH
def test_the_same_view_and_draw_give_the_same_action_in_any_batch(make):
    rules = rules_from(ROBBER)
    env, agent = mixed(rules, 18, 15), make(rules)
    together = agent.act(env.views, env.action_mask, np.random.default_rng(1))
    draws = np.random.default_rng(1).random(18)

    class Given:
        def __init__(self, draw):
            self.draw = draw

        def random(self, size):
            return np.array([self.draw])

    other = pickle.loads(pickle.dumps(agent))
    for i in reversed(range(18)):
        row = slice(i, i + 1)
        assert other.act(env.views[row], env.action_mask[row], Given(draws[i]))[0] == together[i]


def test_wrong_numbers_of_worlds_and_foreign_masks_are_refused():
    for worlds in (0, -1, 1.5, 10**6):
        with pytest.raises(AgentError, match="worlds"):
            PimcAgent(rules_from({}), worlds)
    game = at_deal("no_tricks")
    agent, views = PimcAgent(game.rules, 2), np.array([game.view(1)])
    nothing = np.zeros_like(game.action_mask[None])
    with pytest.raises(AgentError, match="nothing is legal"):
        agent.act(views, nothing, np.random.default_rng(0))
    with pytest.raises(AgentError, match="the player to move"):
        agent.act(np.array([game.view(2)]), game.action_mask[None], np.random.default_rng(0))


# ---- clear positions; seat 1 leads, and a trick is as it would be in a real deal

LAST_SEAT = [
    # kind, seat 0's hand, the trick before it, what it must play, options
    ("no_tricks", "9S 3S KS 4C 7C", "TS 4S 2S", "9S", {}),  # duck, with the highest that does
    ("no_tricks", "3S 4S JC AC 5D", "6C 8C 9C", "AC", {}),  # takes it anyway: the dearest
    ("no_hearts", "4S 5S AH 3D 4D", "6C 8C TC", "AH", {}),  # rid of a heart
    ("no_queens", "QS 3S 4C 7C JD", "4S KS 2S", "QS", {}),  # a gift for the king
    ("no_queens", "QD 3D 4C 7C JD", "4S KS 2S", "QD", {}),
    ("no_men", "KS 3S 4C 7C 5D", "4S AS 2S", "KS", {}),
    ("no_king", "KH 3H 4C 7C 5D", "4S 7S 2S", "KH", {}),
    ("no_king", "KH 3H 4C 7C AC", "4S 7S 2S", "KH", {"discard_king": "forced"}),
    ("robber", "KH 3H 4C 7C QC", "4S 7S 2S", "KH", ROBBER),
    ("joker", "XX 4S 3C 9D", "7S 9S 6S", "4S", {"variant": "joker"}),
    ("joker", "AH XX 3C 9D 2H", "3S 9S 6S", "AH", {"variant": "joker"}),  # the joker would take it
]


@BOTH
@pytest.mark.parametrize(("kind", "hand", "trick", "card", "options"), LAST_SEAT)
def test_k3_it_ducks_and_discards_what_is_dear(make, kind, hand, trick, card, options):
    led = trick.split()
    hands = {0: hand, **{seat: led[seat - 1] for seat in (1, 2, 3)}}
    game = at_deal(kind, spread(hands, led[0][1], options), **options)
    apply_all(game, *(f"play {text}" for text in led))
    assert choice(make, game) == f"play {card}"


def spread(hands, led, options):
    """Whole hands: seat 0 gets low cards of its other suits, the others what is left by chance."""
    ranks = "3456789TJQKA" if options.get("variant") == "joker" else "23456789TJQKA"
    own = hands[0].split()
    taken = {card for text in hands.values() for card in text.split()}
    deck = [rank + suit for rank in ranks for suit in "CDSH" if rank + suit not in taken]
    suits = {card[1] for card in own} - {led, "H"}
    own += [card for card in deck if card[1] in suits][: 13 - len(own)]
    rest = [card for card in deck if card not in own]
    random.Random(1).shuffle(rest)
    each = len(rest) // 3
    others = {
        seat: " ".join([hands[seat], *rest[each * (seat - 1) :][:each]]) for seat in (1, 2, 3)
    }
    return {0: " ".join(own), **others}


@BOTH
def test_k7_it_names_the_suit_that_takes_most_tricks(make):
    game = at_deal("trump", {1: "AH KH QH JH 9H 7H AS 5S 4C 3C 8D 6D 2D"})
    assert choice(make, game) == "trump H"


@BOTH
def test_k8_a_strong_hand_plays_or_asks_much_and_a_weak_one_sells(make):
    strong = "AS KS QS JS TS 9S AH 9H AC KC AD 5D"
    weak = "2S 3S 4S 2C 3C 4C 2D 3D 4D 2H 3H 5H"
    other = "6S 7S 8S QC TC 9C 8C 7C QH JH TH 8H"
    owner = choice(make, at_deal("auction", {1: strong}, "KD QD QC 2H", plus=["auction"]))
    assert owner == "keep" or int(owner.split()[1]) >= 100
    seller = at_deal("auction", {1: weak, 2: strong, 3: other}, "QD KH JC 5C", plus=["auction"])
    assert choice(make, seller).startswith("open")
    apply_all(seller, "open 10")
    assert choice(make, seller).startswith("bid")
    poor = at_deal("auction", {1: strong, 2: weak}, "6D 7D 5C 6C", plus=["auction"])
    apply_all(poor, "open 150")
    assert choice(make, poor) == "pass"


@BOTH
def test_k8_it_gives_away_nothing_good(make):
    game = at_deal(
        "auction", {1: "AS KS QS JS TS 9S AH KH AC KC 3D 2C"}, "4D 5H 7C 6C", plus=["auction"]
    )
    apply_all(game, "keep")
    assert choice(make, game).split()[1] in {"3D", "2C", "4D", "5H", "7C", "6C"}


@BOTH
def test_k9_it_opens_the_way_for_its_own_cards(make):
    """The eight of spades frees six own cards, that of hearts only others'."""
    own = "8S 9S TS JS QS KS AS 8H 3C 2C KD QD JD"
    game = at_deal("lottery", {1: own}, plus=["lottery"])
    assert choice(make, game) == "lay 8S"


@BOTH
def test_k9_it_holds_back_the_card_that_others_wait_for(make):
    """Behind the ace of diamonds is nothing, behind the seven of hearts are others' cards."""
    hands = {
        1: "8D 9D TD JD QD KD AD 7H 2S 3S 4S 5S 3C",
        2: "8H 6H 5H 4H 3H 2H 9H TH JH QH KH AH 2C",
    }
    game = at_deal("lottery", hands, plus=["lottery"])
    for card in ["8D", "9D", "TD", "JD", "QD", "KD"]:
        while game.player != 1:
            legal = game.legal()
            game.apply("lay 8H" if "lay 8H" in legal else legal[-1])
        game.apply(f"lay {card}")
    while game.player != 1:
        game.apply(game.legal()[-1])
    assert {"lay AD", "lay 7H"} <= set(game.legal())
    assert choice(make, game) == "lay AD"


@pytest.mark.parametrize("kind", ["no_hearts", "auction", "lottery"])
def test_the_choices_it_is_fitted_to_are_scored_as_it_scores_them(kind):
    """What plays best by the terms of ``fit_data`` is what the player does."""
    (rules,) = fitting_rules(kind, 4)
    w = weights(rules)
    states = positions(rules, w, kind, 60, seed=1)
    terms, points, position, situations = choices(rules, w, states)
    scores = np.einsum("ij,ij->i", terms, (w.lay if kind == "lottery" else w.play)[situations])
    env = te.VectorEnv("king", 60, rules)
    env.reset()
    env.state = states
    taken = GreedyAgent(rules).act(env.views, env.action_mask, None)
    for k in range(60):
        best = scores[position == k].argmax()
        assert taken[k] == np.flatnonzero(env.action_mask[k])[best]
    assert points.std() > 0


# ---- strength


@pytest.mark.parametrize("options", [ROBBER, ROBBER | {"players": 3}, {"variant": "joker"}])
def test_greedy_beats_random_players_in_every_kind_of_deal(options):
    rules = rules_from(options)
    seats = one_against(rules.players)
    points = play([GreedyAgent(rules), RandomAgent()], rules, seats, decks=60)
    mean, half = interval(advantage(points, seats))
    for kind in set(rules.plan):
        assert mean[KINDS.index(kind)] > half[KINDS.index(kind)], (kind, mean, half)


@pytest.mark.slow
def test_the_search_player_beats_greedy_ones():
    rules = rules_from({})
    seats = one_against(4)
    points = play([PimcAgent(rules, 20), GreedyAgent(rules)], rules, seats, decks=16)
    mean, half = interval(advantage(points, seats).sum(axis=1))
    assert mean > half
