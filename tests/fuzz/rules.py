"""The readers of rules, tables and training settings."""

import json
import tempfile
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import thousand_env as te
from tests.fuzz.oracle import Target, accepted
from tests.fuzz.records import mutate_json
from tests.fuzz.trees import dump, dump_toml, mutate, mutate_bytes
from tests.random_records import PRESETS, biased_deal, eventful_options, table_or_none
from thousand_agents.rules_option import parse_rules
from thousand_env.games.thousand import RuleSet, load_rules, rules_from
from thousand_env.games.thousand.rules import OPTIONS
from thousand_training.config import ConfigError, load_config

_FOLDER = tempfile.TemporaryDirectory()
_PATH = Path(_FOLDER.name, "house.toml")


def mutate_toml(data: bytes, rng: Random) -> bytes:
    """A change of a value, or of the bytes where the text is no TOML any more."""
    if rng.random() < 0.15:
        return mutate_bytes(data, rng)
    try:
        tree = tomllib.loads(data.decode())
        return dump_toml(mutate(tree, rng)).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError, TypeError):  # TypeError: a date has no JSON form
        return mutate_bytes(data, rng)


def check_rules(rules: RuleSet) -> None:
    """A rule set that was taken is whole: every form of it leads back to it."""
    assert rules_from(rules.as_dict()) == rules == rules_from(rules.short())
    assert parse_rules(option_text(rules.as_dict())) == rules
    assert len(str(rules)) < 10000 and len(rules.hash) == 12
    rules.compiled()


def option_text(options: dict[str, Any]) -> str:
    """Options as ``--rules`` takes them."""
    values = {k: v for k, v in options.items() if k != "preset"}
    pairs = (f"{name}={dump(value)}" for name, value in values.items())
    return ",".join([options.get("preset", "classic"), *pairs])


# --- a TOML file, the text of an option


def file_seed(rng: Random) -> bytes:
    return dump_toml(eventful_options(rng, rng.choice((2, 3, 4)))).encode()


def check_file(data: bytes) -> None:
    _PATH.write_bytes(data)
    rules = accepted(te.RulesError, load_rules, _PATH)
    if rules is not None:
        check_rules(rules)


def option_seed(rng: Random) -> bytes:
    return option_text(eventful_options(rng, rng.choice((2, 3, 4)))).encode()


def mutate_option(data: bytes, rng: Random) -> bytes:
    """Parts between commas moved, doubled, and given another option's value."""
    parts = data.split(b",")
    at = rng.randrange(len(parts))
    name, _, value = parts[at].partition(b"=")
    how = rng.randrange(5)
    if how == 0:
        parts.insert(at, rng.choice(parts))
    elif how == 1:
        parts[at] = rng.choice([*OPTIONS, *PRESETS]).encode() + b"=" + value
    elif how == 2:
        parts[at] = name + b"=" + rng.choice(parts).partition(b"=")[2]
    elif how == 3:
        strange = mutate([rng.randrange(1000), value.decode("utf-8", "replace")], rng)
        parts[at] = name + b"=" + dump(strange).encode("utf-8", "surrogatepass")
    else:
        return mutate_bytes(data, rng)
    return b",".join(parts)


def check_option(data: bytes) -> None:
    rules = accepted(te.RulesError, parse_rules, data.decode("utf-8", "surrogateescape"))
    if rules is not None:
        check_rules(rules)


# --- a table and a pack


def table_seed(rng: Random) -> bytes:
    """Rules, a table they allow, a dealer and a pack."""
    players = rng.choice((2, 3, 4))
    options = eventful_options(rng, players)
    dealer = rng.randrange(players)
    hands, talon = biased_deal(rng, players, dealer)
    form = {"rules": options, "table": table_or_none(rng, options), "dealer": dealer}
    return dump(form | {"deal": {"hands": hands, "talon": talon}}).encode()


def check_table(data: bytes) -> None:
    """Single game and batch refuse the same, and a refused reset or pack changes nothing."""
    try:
        form = json.loads(data)
    except (ValueError, RecursionError):
        return
    form = form if isinstance(form, dict) else {"table": form}
    rules = accepted(te.RulesError, rules_from, form.get("rules", {}))
    if rules is None:
        return
    check_rules(rules)
    table, dealer, pack = form.get("table"), form.get("dealer"), form.get("deal")
    game = accepted(te.TableError, te.Game, rules, None, table, dealer)
    if game is not None:
        assert te.Game(rules, None, game.table, game.dealer).table == game.table
        before = game.state.tobytes()
        deal = (pack.get("hands"), pack.get("talon")) if isinstance(pack, dict) else (pack, pack)
        if accepted(te.TableError, lambda: game.deal(*deal) or True) is None:
            assert game.state.tobytes() == before
    _check_reset(rules, {"table": table, "dealer": dealer, "hands": pack})


def _check_reset(rules: RuleSet, options: dict[str, Any]) -> None:
    env = te.VectorEnv(num_games=2, rules=rules)
    env.reset()
    arrays = (env.state, env.observation, env.views)
    before = [np.array(array).tobytes() for array in arrays]
    if accepted(te.TableError, lambda: env.reset(options=options) or True) is None:
        after = (env.state, env.observation, env.views)
        assert [np.asarray(array).tobytes() for array in after] == before


# --- the settings of a training run


def config_seed(rng: Random) -> bytes:
    settings = {"rules": "classic", "seed": 1, "minutes": 0.5, "width": 8, "learning_rate": 1e-3}
    kept = rng.sample(sorted(settings), 3)
    return dump_toml({name: settings[name] for name in kept}).encode()


def check_config(data: bytes) -> None:
    _PATH.write_bytes(data)
    accepted(ConfigError, load_config, str(_PATH))


RULES_FILE = Target(check_file, file_seed, mutate_toml)
RULES_OPTION = Target(check_option, option_seed, mutate_option)
TABLE = Target(check_table, table_seed, mutate_json)
CONFIG = Target(check_config, config_seed, mutate_toml)
