"""What the page Ask sends: a question, every field of it checked before a worker sees it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from thousand_agents.advice.bid_question import MOST_WORLDS, BidQuestion
from thousand_agents.advice.seat_cards import read_cards
from thousand_agents.dark.ask import CHUNK, MOST_DEALS
from thousand_agents.dark.question import PLAYOUT
from thousand_agents.web.players import check_spec
from thousand_env.checks import check, check_seed
from thousand_env.errors import ThousandError
from thousand_env.foreign import shown
from thousand_env.games.thousand import RuleSet, rules_from
from thousand_env.games.thousand.rules import FORCED_BID, MAX_BID
from thousand_env.games.thousand.table import parse_table, table_dict

LONGEST: Final = 120  # characters of a text of cards
_COMMON: Final = ("rules", "table", "dealer", "me", "others", "judge", "seed")
_CARDS: Final = (*_COMMON, "cards", "seat", "worlds")
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "dark": (*_COMMON, "deals"),
    "bid": (*_CARDS, "bid_stands", "by", "passed"),
    "contract": (*_CARDS, "contract", "give"),
}


class FieldError(ThousandError):
    """A field of the page that is wrong; ``field`` is its name."""

    def __init__(self, field: str, message: str) -> None:
        self.field = field
        super().__init__(message if message.startswith(field) else f"{field}: {message}")


@dataclass(frozen=True)
class DarkForm:
    """What ``make_question`` and ``ask`` of ``thousand_agents.dark`` are to be called with."""

    rules: RuleSet
    table: Mapping[str, Any]
    dealer: int | None
    me: str
    others: tuple[str, ...]
    judge: str | None
    seed: int
    deals: int | None


Question = DarkForm | BidQuestion


def read_question(form: Any, offered: Sequence[str] = ()) -> Question:
    """A question from a browser; ``offered`` are specs of the server's start.

    Raises: FieldError that says which field is wrong, and what would be right.
    """
    kind = form.get("kind") if isinstance(form, Mapping) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise FieldError("kind", f"one of {', '.join(KINDS)} is expected, not {shown(kind)}")
    keys = {"kind", *KINDS[kind]}
    for key in sorted(keys ^ set(form), key=str):
        why = "is missing" if key in keys else "is no field of this question"
        raise FieldError(str(key)[:40], f"{why}; fields: {', '.join(['kind', *KINDS[kind]])}")
    with _field("rules"):
        check(isinstance(form["rules"], Mapping), "an object of options is expected")
        rules = rules_from(form["rules"])
    common = _common(form, rules, offered)
    if kind == "dark":
        deals = _number(form, "deals", CHUNK, MOST_DEALS, True)
        return DarkForm(rules=rules, deals=deals, **common)
    common["cards"] = _cards(form, rules, kind)
    common["seat"] = _seat(form, "seat", rules)
    common["worlds"] = _number(form, "worlds", 2, MOST_WORLDS)
    if kind == "bid":
        return BidQuestion(rules=rules, **common, **_auction(form, rules))
    return BidQuestion(rules=rules, **common, **_declared(form))


def _common(form: Mapping[str, Any], rules: RuleSet, offered: Sequence[str]) -> dict[str, Any]:
    with _field("table"):
        table = table_dict(parse_table(form["table"], rules), rules.players)
    with _field("judge"):
        check(form["judge"] in (None, PLAYOUT), f"null or {PLAYOUT!r} is expected")
    with _field("seed"):
        seed = check_seed(form["seed"])
    return {
        "table": table,
        "dealer": _seat(form, "dealer", rules),
        "me": _agent(form["me"], "me", offered),
        "others": _others(form["others"], rules, offered),
        "judge": form["judge"],
        "seed": seed,
    }


def _others(specs: Any, rules: RuleSet, offered: Sequence[str]) -> tuple[str, ...]:
    wanted = rules.players - 1
    with _field("others"):
        listed = isinstance(specs, list) and len(specs) in (1, wanted)
        check(listed, f"a list of one agent is expected, or of {wanted} clockwise from you")
    return tuple(_agent(spec, "others", offered) for spec in specs)


def _agent(spec: Any, field: str, offered: Sequence[str]) -> str:
    with _field(field):
        check(isinstance(spec, str), f"a spec is a text, not {shown(spec)}")
        return check_spec(spec, offered)


def _cards(form: Mapping[str, Any], rules: RuleSet, kind: str) -> str:
    """The cards as a text; as many as the question needs."""
    cards = form["cards"]
    with _field("cards"):
        check(isinstance(cards, str) and len(cards) <= LONGEST, "a text of cards is expected")
        _, talon = read_cards(cards, rules)
        check(bool(talon) or kind == "bid", "the talon's cards are missing behind the hand (R6.1)")
        check(not talon or kind == "contract", "before the bidding nobody has the talon (R6.1)")
    return str(cards)


def _auction(form: Mapping[str, Any], rules: RuleSet) -> dict[str, Any]:
    passed, players = form["passed"], rules.players
    with _field("passed"):
        listed = passed is None or (
            isinstance(passed, list)
            and all(type(seat) is int and 0 <= seat < players for seat in passed)
            and len(set(passed)) == len(passed)
        )
        check(listed, f"null or a list of seats from 0 to {players - 1} is expected")
    bid, by = _number(form, "bid_stands", FORCED_BID, MAX_BID, True), _seat(form, "by", rules)
    with _field("bid_stands" if bid is None else "by"):
        check((bid is None) == (by is None), "a bid that stands and the seat it is of go together")
    return {"bid_stands": bid, "by": by, "passed": None if passed is None else frozenset(passed)}


def _declared(form: Mapping[str, Any]) -> dict[str, Any]:
    give = form["give"]
    with _field("give"):
        text = give is None or (isinstance(give, str) and len(give) <= LONGEST)
        check(text, "null or a text of cards is expected")
    return {"contract": _number(form, "contract", FORCED_BID, MAX_BID), "give": give}


def _seat(form: Mapping[str, Any], field: str, rules: RuleSet) -> int | None:
    return _number(form, field, 0, rules.players - 1, True)


def _number(
    form: Mapping[str, Any], field: str, low: int, high: int, open_: bool = False
) -> int | None:
    """A whole number in a field; ``open_``: null leaves it to the computation."""
    value = form[field]
    if open_ and value is None:
        return None
    with _field(field):
        check(
            type(value) is int and low <= value <= high,
            f"a number from {low} to {high} is expected, not {shown(value)}",
        )
    return int(value)


@contextmanager
def _field(name: str) -> Iterator[None]:
    """Errors within are of that field."""
    try:
        yield
    except ThousandError as error:
        raise FieldError(name, str(error)) from None
