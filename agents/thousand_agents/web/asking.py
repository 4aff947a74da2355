"""What the page Ask asks: which bid, concede or play, dark or look; answered in a worker."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from thousand_agents.arena.plots import interval_plot
from thousand_agents.commands import bid
from thousand_agents.dark import PLAYOUT, ask, make_question
from thousand_agents.dark.plots import points_plot
from thousand_agents.web.players import check_spec
from thousand_agents.web.texts import texts
from thousand_env.checks import check, is_whole
from thousand_env.errors import ThousandError
from thousand_env.foreign import shown
from thousand_env.games.thousand import RuleSet, rules_from
from thousand_env.games.thousand.rules import MAX_BID

MOST_WORLDS: Final = 1000
MOST_DEALS: Final = 20_000
_LONGEST: Final = 100  # characters of a hand
_SEED: Final = 0

_COMMON: Final = ("rules", "table", "dealer", "me", "others", "playout")
_BID: Final = (*_COMMON, "cards", "seat", "bid", "by", "passed", "contract", "worlds")
_DARK: Final = (*_COMMON, "deals")


@dataclass(frozen=True)
class Question:
    """A question, everything checked that can be without a game; ``form`` as the page sent it."""

    rules: RuleSet
    form: Mapping[str, Any]
    language: str


def read_question(form: Any, dark: bool, language: str, offered: Sequence[str]) -> Question:
    """The question of a page.

    Raises: ThousandError that says what is wrong.
    """
    keys = _DARK if dark else _BID
    if not isinstance(form, Mapping) or set(form) != set(keys):
        raise ThousandError(f"a question is an object with the keys {', '.join(keys)}")
    check(isinstance(form["rules"], Mapping), "rules: an object of options is expected")
    check(isinstance(form["table"], Mapping), "table: an object is expected (R16)")
    check(type(form["playout"]) is bool, "playout: true or false is expected")
    rules = rules_from(form["rules"])
    _check_agents(form, rules, offered)
    _check_seat(form, "dealer", rules)
    if dark:
        _check_number(form, "deals", 64, MOST_DEALS)
    else:
        _check_bid(form, rules)
    return Question(rules, form, language)


def _check_agents(form: Mapping[str, Any], rules: RuleSet, offered: Sequence[str]) -> None:
    me, others = form["me"], form["others"]
    check(
        isinstance(others, list) and len(others) == rules.players - 1,
        f"others: a list of {rules.players - 1} agents is expected, clockwise from you",
    )
    for spec in (me, *others):
        check(isinstance(spec, str), f"an agent's spec is a text, not {shown(spec)}")
        check_spec(spec, offered)


def _check_seat(form: Mapping[str, Any], key: str, rules: RuleSet) -> None:
    seat = form[key]
    check(
        is_whole(seat, 0) and seat < rules.players,
        f"{key}: a seat from 0 to {rules.players - 1} is expected, not {shown(seat)}",
    )


def _check_number(form: Mapping[str, Any], key: str, low: int, high: int) -> None:
    check(
        is_whole(form[key], low) and form[key] <= high,
        f"{key}: a number from {low} to {high} is expected, not {shown(form[key])}",
    )


def _check_bid(form: Mapping[str, Any], rules: RuleSet) -> None:
    cards, passed = form["cards"], form["passed"]
    check(isinstance(cards, str) and len(cards) <= _LONGEST, "cards: a text of cards is expected")
    check(not cards.lstrip().startswith("-"), "cards: a text of cards is expected")
    _check_seat(form, "seat", rules)
    _check_number(form, "worlds", 2, MOST_WORLDS)
    for key in ("bid", "contract"):
        if form[key] is not None:
            _check_number(form, key, 0, MAX_BID)
    if form["bid"] is not None:
        _check_seat(form, "by", rules)
    seats = isinstance(passed, list) and all(is_whole(s, 0) and s < rules.players for s in passed)
    check(seats and len(passed) <= rules.players, "passed: a list of seats is expected")


def ask_bid(question: Question) -> dict[str, Any]:
    """What ``thousand bid`` finds, with plots: which bid, or with the talon which choice (R6).

    Raises: ThousandError.
    """
    try:
        found = bid.ask(_arguments(question))
    except SystemExit:  # argparse; nothing that was checked comes here
        raise ThousandError("these are no arguments of thousand bid") from None
    words = texts(question.language)
    found["plots"] = [plot for plot in (_chances(found, words), _contracts(found, words)) if plot]
    return found


def _arguments(question: Question) -> list[str]:
    form, short = question.form, dict(question.rules.short())
    rules = [short.pop("preset"), *(f"{key}={json.dumps(value)}" for key, value in short.items())]
    arguments = [form["cards"], "--rules", ",".join(rules), "--table", json.dumps(form["table"])]
    arguments += ["--dealer", str(form["dealer"]), "--seat", str(form["seat"])]
    arguments += ["--me", form["me"], "--others", ",".join(form["others"])]
    arguments += ["--worlds", str(form["worlds"]), "--seed", str(_SEED)]
    if form["contract"] is not None:
        arguments += ["--contract", str(form["contract"])]
    elif form["bid"] is not None:
        arguments += ["--bid-stands", str(form["bid"]), "--by", str(form["by"])]
        arguments += ["--passed", ",".join(map(str, form["passed"]))]
    return arguments + ["--playout"] * form["playout"]


def _chances(found: Mapping[str, Any], words: Mapping[str, str]) -> str | None:
    """Chances to win after each choice, drawn."""
    if not found["match"]:
        return None
    rows = [
        (choice["name"], 100 * choice["chance"]["mean"], _percent(choice["chance"]["interval"]))
        for choice in found["match"]["choices"]
    ]
    return interval_plot(rows, words["ask.axis_win"])


def _contracts(found: Mapping[str, Any], words: Mapping[str, str]) -> str | None:
    """Chances to make each contract, drawn: by greedy play."""
    rows = [
        (str(row["contract"]), 100 * row["greedy"]["share"], _percent(row["greedy"]["interval"]))
        for row in found.get("contracts", ())
    ]
    return interval_plot(rows, words["ask.axis_made"]) if rows else None


def _percent(interval: Sequence[float] | None) -> tuple[float, float] | None:
    return None if interval is None else (100 * interval[0], 100 * interval[1])


def ask_dark(question: Question) -> dict[str, Any]:
    """What ``thousand dark ask`` finds, with the plot of the points.

    Raises: ThousandError.
    """
    form = question.form
    asked = make_question(
        question.rules,
        form["table"],
        form["dealer"],
        form["me"],
        form["others"],
        PLAYOUT if form["playout"] else None,
        _SEED,
    )
    answer = ask(asked, form["deals"])
    return answer.as_dict() | {"plots": [points_plot(answer.counts)]}


ANSWERS: Final[Mapping[str, Callable[[Question], dict[str, Any]]]] = {
    "bid": ask_bid,
    "dark": ask_dark,
}
