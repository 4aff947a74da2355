"""Agents and rules for the tests of the Gymnasium environments."""

import thousand_env as te
from thousand_env.seat import RandomAgent


def highest(masks):
    """The highest legal action of each row: bids, raises, concedes where the rules allow it."""
    return masks.shape[-1] - 1 - masks[..., ::-1].argmax(axis=-1)


PLAYED_OUT = te.rules("thousand", "polish", concede="off")


class Highest:
    """Never draws, so that two environments can be compared."""

    name = "highest"

    def act(self, views, masks, rng):
        return highest(masks)


class Recorder(RandomAgent):
    """Plays at random and notes for whom."""

    def __init__(self):
        self.seats, self.turns = set(), 0

    def act(self, views, masks, rng):
        assert (views["seat"] == views["to_move"]).all()
        assert len(views) == len(masks) > 0
        self.seats |= {*views["seat"].tolist()}
        self.turns += len(views)
        return super().act(views, masks, rng)


def rules_of(players, **options):
    return te.rules("thousand", "classic", players=players, **options)


def highest_in(env):
    return int(highest(env.action_masks()))


def random_in(masks, rng):
    return RandomAgent().act(None, masks, rng)
