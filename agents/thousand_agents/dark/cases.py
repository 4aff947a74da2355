"""Many questions in one go: over tables, over the options of the rules, or over opponents."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, Final

from thousand_agents.base import AgentError
from thousand_agents.dark.ask import check_deals
from thousand_agents.dark.question import PLAYOUT, DarkError, DarkQuestion, make_question
from thousand_env.errors import RulesError, TableError, ThousandError
from thousand_env.games.common.ruleset import format_value
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.rules import OPTIONS, rules_from

MAP, BY_OPTION, BY_AGENTS = "map", "options", "agents"
MOST_CASES: Final = 10_000

# The options that bear on a dark: its own rules, what is seen of the talon, the barrel.  Of a
# number its values stand here; of the others all are looked at.
VARIED: Final[Mapping[str, tuple[int, ...]]] = {
    "doubled": (),
    "dark_raise": (),
    "dark_concede": (),
    "talon_blind_at_100": (),
    "barrel_at": (880, 0),
    "barrel_jump": (),
    "barrel_deals": (3, 0),
    "barrel_contract": (120, 125),
    "barrel_collision": (),
    "barrels_to_zero": (3, 0),
    "obligatory": (),
}


@dataclass(frozen=True)
class Case:
    """One question of a series; ``keys`` tell it from the others."""

    keys: Mapping[str, Any]
    question: DarkQuestion | None  # None where no dark is possible, and ``reason`` says why
    reason: str | None = None


@dataclass(frozen=True)
class Series:
    """Questions with the same seed and number of deals, so that all play the same packs.

    ``settings`` is what the caller asked for, in plain values: another series has others.
    """

    kind: str
    cases: tuple[Case, ...]
    deals: int
    settings: Mapping[str, Any]

    @cached_property
    def questions(self) -> dict[int, DarkQuestion]:
        """The questions of the cases in which a dark is possible, by the case's number."""
        return {n: case.question for n, case in enumerate(self.cases) if case.question}


def map_series(
    rules: RuleSet,
    mine: Sequence[int],
    theirs: Sequence[int],
    fixed: Sequence[int] = (),
    me: str = "greedy",
    others: Sequence[str] = ("greedy",),
    judge: str | None = None,
    deals: int = 4096,
    seed: int = 0,
) -> Series:
    """The first hand's score by its opponents' score, in every combination.

    Args:
        rules, me, others, judge, seed: as ``make_question``.
        mine, theirs: scores; all opponents have the same, but for those of ``fixed``.
        fixed: scores of the last opponents clockwise from the first hand, the same in every table.
        deals: packs of each question.

    Raises: as ``make_question``; ThousandError if no dark is possible at any of the tables.
    """
    free = rules.players - 1 - len(fixed)
    if free < 1:
        raise ThousandError(
            f"{len(fixed)} fixed scores: of {rules.players - 1} opponents one at least has a score "
            "that varies"
        )

    def case(pair: tuple[int, int]) -> Case:
        table = {"score": [pair[0], *[pair[1]] * free, *fixed]}
        return _case(
            {"mine": pair[0], "theirs": pair[1]},
            lambda: make_question(rules, table, None, me, others, judge, seed),
        )

    mine, theirs = sorted(set(mine)), sorted(set(theirs))
    settings = {"mine": mine, "theirs": theirs, "fixed": [*fixed], "me": me, "others": [*others]}
    return _series(MAP, case, [*product(mine, theirs)], deals, settings | _common(rules, seed))


def option_series(
    rules: RuleSet,
    table: Mapping[str, Any],
    dealer: int | None = None,
    me: str = "greedy",
    others: Sequence[str] = ("greedy",),
    deals: int = 4096,
    seed: int = 0,
) -> Series:
    """A question under its own rules, and with one option changed at a time (``VARIED``).

    Every match is played to its end, since an equity model knows the rules of its training only.
    The first case, without an option, is the question itself.

    Raises: as ``make_question``, of the question itself; ThousandError for ``deals``.
    """
    base = make_question(rules, table, dealer, me, others, PLAYOUT, seed)
    own = rules.as_dict()
    changes: list[tuple[str, Any]] = [("", None)]
    changes += [(name, v) for name in VARIED for v in values_of(name) if v != own[name]]

    def case(change: tuple[str, Any]) -> Case:
        name, value = change
        keys = {"option": name, "value": format_value(value) if name else ""}

        def ask() -> DarkQuestion:
            changed = rules_from(own | {name: value}) if name else rules
            return make_question(changed, table, dealer, me, others, PLAYOUT, seed)

        return _case(keys, ask)

    settings = _common(rules, seed) | {"table": dict(base.table), "dealer": base.dealer}
    settings |= {"me": me, "others": [*others], "changes": [[*change] for change in changes]}
    return _series(BY_OPTION, case, changes, deals, settings)


def agent_series(
    rules: RuleSet,
    table: Mapping[str, Any],
    opponents: Sequence[Sequence[str]],
    dealer: int | None = None,
    me: str = "greedy",
    judge: str | None = None,
    deals: int = 4096,
    seed: int = 0,
) -> Series:
    """A question against several sets of opponents, each as ``others`` of ``make_question``.

    Raises: as ``make_question``; AgentError for a set that is named twice; ThousandError for ``deals``.
    """
    asked: dict[str, DarkQuestion] = {}
    for others in opponents:
        if (name := ", ".join(others)) in asked:
            raise AgentError(f"opponents {name!r:.80} are named twice")
        asked[name] = make_question(rules, table, dealer, me, others, judge, seed)
    first = next(iter(asked.values()))
    settings = _common(rules, seed) | {"table": dict(first.table), "dealer": first.dealer}
    settings |= {"me": me, "opponents": [*asked]}

    def case(name: str) -> Case:
        return Case({"opponents": name}, asked[name])

    return _series(BY_AGENTS, case, [*asked], deals, settings)


def values_of(name: str) -> Sequence[Any]:
    """The values of an option that are compared."""
    return VARIED[name] or OPTIONS[name].choices or (False, True)


def _common(rules: RuleSet, seed: int) -> dict[str, Any]:
    return {"rules": rules.short(), "rules_hash": rules.hash, "seed": seed}


def _series(
    kind: str, case: Callable[[Any], Case], asked: Sequence[Any], deals: int, settings: Any
) -> Series:
    if not 1 <= len(asked) <= MOST_CASES:
        raise ThousandError(f"{len(asked)} questions: 1 to {MOST_CASES} are possible in one go")
    cases = tuple(case(each) for each in asked)
    if all(each.question is None for each in cases):
        raise ThousandError(f"none of the {len(cases)} questions is a legal one: {cases[0].reason}")
    return Series(kind, cases, check_deals(deals), settings | {"deals": deals})


def _case(keys: Mapping[str, Any], ask: Callable[[], DarkQuestion]) -> Case:
    try:
        return Case(keys, ask())
    except (DarkError, TableError, RulesError) as error:
        return Case(keys, None, str(error))
