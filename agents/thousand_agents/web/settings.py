"""What is chosen when somebody sits down at a table: rules, seats, agents, tempo."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from thousand_agents.web.messages import TEMPOS
from thousand_agents.web.players import check_spec
from thousand_env.checks import check, check_seed
from thousand_env.errors import ThousandError
from thousand_env.foreign import shown
from thousand_env.games.thousand import RuleSet, rules_from
from thousand_env.record_form import check_names

PERSON: Final = ""  # in place of a spec: the seat of whoever sits at the table
_KEYS: Final = ("rules", "agents", "name", "tempo", "training", "seed")
_LONGEST_NAME: Final = 30


@dataclass(frozen=True)
class Settings:
    """A table as it was chosen.

    ``agents`` are specs by seat, ``PERSON`` for the person's; nobody's seat is his at a table that
    is only watched.  ``tempo`` is in milliseconds between two decisions; ``training`` allows undo
    and hints; ``seed`` is of the cards, None if they are drawn.
    """

    rules: RuleSet
    agents: tuple[str, ...]
    names: tuple[str, ...]
    tempo: int
    training: bool
    seed: int | None

    @property
    def seat(self) -> int | None:
        """The person's seat; None at a table that is only watched."""
        return self.agents.index(PERSON) if PERSON in self.agents else None

    @cached_property
    def form(self) -> dict[str, Any]:
        """What ``read_settings`` reads."""
        seat = self.seat
        return {
            "rules": self.rules.short(),
            "agents": list(self.agents),
            "name": "" if seat is None else self.names[seat],
            "tempo": self.tempo,
            "training": self.training,
            "seed": self.seed,
        }


def read_settings(form: Any, offered: Sequence[str] = ()) -> Settings:
    """Settings from a browser or a file, everything checked but whether the agents can be made.

    Raises: ThousandError that says what is wrong.
    """
    if not isinstance(form, Mapping) or set(form) != set(_KEYS):
        raise ThousandError(f"a table is an object with the keys {', '.join(_KEYS)}")
    rules = _rules(form["rules"], form["agents"])
    agents = _agents(form["agents"], rules, offered)
    watched = PERSON not in agents
    check(form["tempo"] in TEMPOS, f"tempo: one of {', '.join(map(str, TEMPOS))} is expected")
    check(form["tempo"] or not watched, "tempo: a table that is watched needs time to be seen")
    check(type(form["training"]) is bool, "training: true or false is expected")
    seed = form["seed"] if form["seed"] is None else check_seed(form["seed"])
    check(seed is None or watched, "seed: whoever plays gets cards that are drawn")
    return Settings(
        rules=rules,
        agents=agents,
        names=_names(form["name"], agents),
        tempo=int(form["tempo"]),
        training=form["training"] and not watched,
        seed=seed,
    )


def _rules(options: Any, agents: Any) -> RuleSet:
    check(isinstance(agents, list), "agents: a list is expected, one a seat")
    check(isinstance(options, Mapping), "rules: an object of options is expected")
    rules = rules_from(options)
    check(
        len(agents) == rules.players,
        f"agents: {len(agents)} of them for {rules.players} players: one a seat is expected",
    )
    return rules


def _agents(agents: Sequence[Any], rules: RuleSet, offered: Sequence[str]) -> tuple[str, ...]:
    for spec in agents:
        check(isinstance(spec, str), f"agents: a spec is a text, not {shown(spec)}")
    check(agents.count(PERSON) <= 1, "agents: one seat at most is the person's")
    return tuple(spec and check_spec(spec, offered) for spec in agents)


def _names(name: Any, agents: Sequence[str]) -> tuple[str, ...]:
    """Names by seat: the person's, and of each agent its spec and seat."""
    names = [f"{spec[:_LONGEST_NAME]} {seat + 1}" for seat, spec in enumerate(agents)]
    if PERSON in agents:
        names[agents.index(PERSON)] = name
    check(
        isinstance(name, str) and len(name) <= _LONGEST_NAME,
        f"name: a text of at most {_LONGEST_NAME} characters is expected",
    )
    return tuple(check_names(names))
