"""The readers of written games (R16), full and one seat's."""

import copy
import json
import warnings
from collections.abc import Callable
from random import Random
from typing import Any

import thousand_env as te
from tests.fuzz.oracle import Target, accepted
from tests.fuzz.trees import dump, mutate, mutate_bytes
from tests.random_records import cut, random_record
from tests.referee.bochki.randoms import random_options as bochki_options
from tests.referee.king.randoms import random_options as king_options
from thousand_env import games
from thousand_env.record import record_text


def full_seed(rng: Random) -> bytes:
    """A short match, sometimes stopped somewhere."""
    record = random_record(rng, rng.choice((2, 3, 3, 4)), rng.choice((1, 1, 2, 4)))
    if rng.random() < 0.5:
        record = cut(rng, record)
    return dump(record).encode()


def seat_seed(rng: Random) -> bytes:
    """The same as one seat knows it."""
    record = json.loads(full_seed(rng))
    return dump(te.hide(record, rng.randrange(len(record["players"])))).encode()


def mutate_json(data: bytes, rng: Random) -> bytes:
    """A change of the tree, or of the bytes where the text is no JSON any more."""
    if rng.random() < 0.1:
        return mutate_bytes(data, rng)
    try:
        return dump(mutate(json.loads(data), rng)).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return mutate_bytes(data, rng)


def check_full(data: bytes) -> None:
    """Refused by RecordError, or written and read to the same and known to a seat as to itself."""
    game = accepted(te.RecordError, te.read_record, data)
    _check_object(data, te.read_record)
    if game is None:
        return
    record = te.write_record(game)
    again = te.read_record(record_text(record))
    assert te.write_record(again) == record
    seat = len(data) % game.rules.players
    known = te.read_seat_record(te.hide(record, seat))
    assert known.view.tobytes() == game.view(seat).tobytes()
    if game.player == seat:  # else it may believe that it is, where another is asked (R13)
        assert known.legal == game.legal()


def check_seat(data: bytes) -> None:
    """Refused by RecordError, or a view that can be encoded."""
    known = accepted(te.RecordError, te.read_seat_record, data)
    _check_object(data, te.read_seat_record)
    if known is not None:
        assert known.player is None or known.player < len(known.names)
        assert bool(known.legal) == bool(known.action_mask.any())
        json.dumps([known.results, known.table, known.settlement])


def _check_object(data: bytes, read: Any) -> None:
    """The same as an object: as little may come through, and the object stays as it was."""
    try:
        form = json.loads(data)
    except (ValueError, RecursionError):
        return
    before = copy.deepcopy(form)
    accepted(te.RecordError, read, form)
    assert repr(form) == repr(before)  # NaN is not itself


# --- the other games, whose records one seat's don't exist of

_OPTIONS = {"king": king_options, "bochki": bochki_options}


def game_seed(name: str) -> Callable[[Random], bytes]:
    """Up to 60 random decisions from a table on its way, under random rules."""

    def seed(rng: Random) -> bytes:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", te.RulesWarning)
            rules = games.load(name).rules_from(_OPTIONS[name](rng))
        points = [5 * rng.randrange(199) for _ in range(rules.players)]
        table = (
            {"totals": points, "deals": rng.randrange(3)} if name == "king" else {"scores": points}
        )
        game = games.load(name).Game(rules, rng.randrange(1000), table)
        for _ in range(rng.randrange(60)):
            if not game.over:
                game.apply(rng.choice(game.legal()))
        return dump(te.write_record(game)).encode()

    return seed


def check_game(data: bytes) -> None:
    """Refused by RecordError, or written and read to the same."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", te.RulesWarning)  # of a table that leads nowhere (B4)
        game = accepted(te.RecordError, te.read_record, data)
        _check_object(data, te.read_record)
        if game is not None:
            record = te.write_record(game)
            again = te.read_record(record_text(record))
            assert te.write_record(again) == record
            assert again.state.tobytes() == game.state.tobytes()


RECORD = Target(check_full, full_seed, mutate_json)
KING_RECORD = Target(check_game, game_seed("king"), mutate_json)
BOCHKI_RECORD = Target(check_game, game_seed("bochki"), mutate_json)
SEAT_RECORD = Target(check_seat, seat_seed, mutate_json)
