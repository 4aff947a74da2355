"""Bochki's core led through games by numbers: what each deal scores, and who decides what (B2)."""

from tests.referee.bochki.examples import disjoint_hands
from thousand_env.games.bochki import Game, rules_from


def alone(*scores, entered=None, **options):
    """Two players, turn by turn, seat 0 to begin; who has points is in."""
    table = {"scores": list(scores or (0, 0))} | ({"entered": entered} if entered else {})
    return Game(rules_from({"players": 2, "turns": "in_order"} | options), None, table, dealer=1)


def side_by_side(*scores, dealer=-1, **options):
    """Turns together, seat 0 to begin unless another dealer is given."""
    players = len(scores)
    rules = rules_from({"players": players} | options)
    return Game(rules, None, {"scores": list(scores)}, dealer=dealer % players)


def run(game, *steps):
    """Words are decisions, numbers deals that score so much: one, or a tuple by seat."""
    for step in steps:
        if isinstance(step, str):
            game.apply(step)
            continue
        by_seat = {game.playing[0]: step} if isinstance(step, int) else dict(enumerate(step))
        order = [(game.dealer + k) % game.rules.players for k in range(1, game.rules.players + 1)]
        taking = [seat for seat in order if seat in game.playing]
        hands = [""] * game.rules.players
        for seat, hand in zip(taking, disjoint_hands(tuple(by_seat[seat] for seat in taking))):
            hands[seat] = hand
        game.deal(hands)
    return game


def scores(game):
    """The scores, by seat."""
    return game.table["scores"]


def written(game, seat=0):
    """What the seat's turns have written so far."""
    return [result["written"] for result in game.results if result["seat"] == seat]
