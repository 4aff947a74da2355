"""``thousand advise``: what the search player of Thousand would do now, from what one seat knows.

Hidden cards play no part in it, unlike in ``thousand solve``, which is hindsight.
"""

import argparse
from collections.abc import Iterator, Sequence
from json import dumps
from textwrap import wrap
from typing import Any

from thousand_agents.advice import Advice, Adviser
from thousand_agents.advice.seat_positions import (
    Asked,
    Form,
    decision_at_end,
    decisions_of,
    load_seat_form,
)
from thousand_agents.advice.text import (
    BEFORE_PLAY,
    IN_PLAY,
    WIDTH,
    advice_json,
    explanation,
    option_lines,
    verdict_lines,
)
from thousand_agents.base import DEFAULT_WORLDS, UNIFORM
from thousand_agents.help_text import plain
from thousand_agents.pimc.agent import EARLY, LATE
from thousand_agents.pimc.belief import LEAST_TRUST
from thousand_env.checks import check, check_seed
from thousand_env.games.thousand.render import render_view

MOST_WORLDS = 1000  # EARLY times as many are drawn before the play
NOTE = "Advice from what this seat knows; the cards it hasn't seen are sampled."


def main(argv: Sequence[str] | None = None) -> int:
    """Print what the search player would do, with the value of every action that it looks at."""
    parser = argparse.ArgumentParser("thousand advise", description=plain(__doc__))
    parser.add_argument(
        "record", help="one seat's record (RULES.md R16), or a full one with --seat"
    )
    parser.add_argument("--seat", type=int, help="who asks, if the record has all cards")
    parser.add_argument(
        "--deal", type=int, metavar="N", help="every decision of the seat in this deal, from 1"
    )
    parser.add_argument(
        "--worlds",
        type=int,
        default=DEFAULT_WORLDS,
        help=f"2 to {MOST_WORLDS}, as in pimc:worlds={DEFAULT_WORLDS}, the default",
    )
    parser.add_argument(
        "--trust",
        type=float,
        default=UNIFORM,
        help=f"{LEAST_TRUST:g} to {1 - LEAST_TRUST:g}, as in pimc:trust=0.8; {UNIFORM:g}, the "
        "default, takes all worlds as equally likely",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the sampled worlds")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    args = parser.parse_args(argv)
    check(
        2 <= args.worlds <= MOST_WORLDS, f"--worlds {args.worlds}: 2 to {MOST_WORLDS} are possible"
    )
    seed = check_seed(args.seed)
    form = load_seat_form(args.record, args.seat)
    found = _advised(form, args.deal, args.worlds, args.trust, seed)
    if args.json:
        decisions = [_as_json(*pair) for pair in found]
        print(dumps({"seat": form["seat"], "seed": seed, "note": NOTE, "decisions": decisions}))
    else:
        _print_text(found, form["players"], args.worlds)
    return 0


def _advised(
    form: Form, deal: int | None, worlds: int, trust: float, seed: int
) -> Iterator[tuple[Asked, Advice]]:
    """The decision at the record's end, or all of the seat in one deal."""
    asked = [decision_at_end(form)] if deal is None else decisions_of(form, deal)
    adviser = None
    for decision in asked:
        adviser = adviser or Adviser(decision.rules, worlds, trust)
        yield decision, adviser.advise(decision.view, decision.mask, seed)


def _print_text(found: Iterator[tuple[Asked, Advice]], names: list[str], worlds: int) -> None:
    """Each decision as soon as it is judged; what the numbers mean before the first."""
    number = 0
    for number, pair in enumerate(found, 1):
        if number == 1:
            notes = [_play_outs(worlds), explanation(len(names))]
            print("\n".join([NOTE, *(line for note in notes for line in wrap(note, WIDTH))]))
        print("\n" + "\n".join(_as_text(*pair, names)), flush=True)
    if not number:
        print("this seat had nothing to decide in this deal")


def _play_outs(worlds: int) -> str:
    """Why more deals are sampled than ``--worlds`` says."""
    return (
        f"--worlds {worlds}: before the play {EARLY} times as many deals are sampled, in it {LATE} "
        f"times: playing out is quick but noisy; {worlds} of the latter are solved, too."
    )


def _as_text(asked: Asked, advice: Advice, names: list[str]) -> list[str]:
    lines = [f"deal {asked.deal} of the record", render_view(asked.view, asked.rules, names)]
    if advice.worlds:
        lines += ["", *wrap(f"{advice.worlds} sampled deals; {_estimated_by(asked)}", WIDTH)]
    lines += [*option_lines(advice), *verdict_lines(advice)]
    return lines if asked.done is None else [*lines, f"  done: {asked.done}"]


def _as_json(asked: Asked, advice: Advice) -> dict[str, Any]:
    return {
        "deal": asked.deal,
        "phase": asked.phase,
        "legal": asked.legal,
        "estimated_by": _estimated_by(asked),
        **advice_json(advice),
        "done": asked.done,
    }


def _estimated_by(asked: Asked) -> str:
    return IN_PLAY if asked.phase == "play" else BEFORE_PLAY
