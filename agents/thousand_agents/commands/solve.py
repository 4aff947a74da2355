"""``thousand solve``: what every decision of a played deal of Thousand was worth with open cards.

This is hindsight, not advice: nobody at the table saw all the cards.
"""

import argparse
from collections.abc import Iterator, Sequence
from itertools import groupby
from json import dumps
from operator import itemgetter
from textwrap import wrap
from typing import Any

from thousand_agents.advice.text import columns
from thousand_agents.analysis.hindsight import NOTE, hindsight
from thousand_agents.analysis.judged import DealInHindsight, Declaring, Judged
from thousand_agents.analysis.summary import Dear, dearest, given_away, of_match, summary_json
from thousand_agents.help_text import plain
from thousand_agents.record_option import load_game
from thousand_env.errors import RecordError
from thousand_env.games.thousand import Game
from thousand_env.games.thousand.actions import DARK, PHASES
from thousand_env.games.thousand.cards import card_text

WIDTH = 100
LONGEST_NAME = 12
SUMMARY = (
    "points of the declarer's total given away by talon, gifts and cards, and points that a declarer "
    "could have written more by his contract or without conceding"
)
GLUE = "\N{NO-BREAK SPACE}"  # where a line must not be broken
EXPLANATION = (
    "value: the declarer's total with best play of all afterwards; where he decides on the contract, "
    "or gives up, what he writes: if he plays, by the highest contract that he makes; of dark and "
    "look the same, if all others pass. "
    "cost: what the action gave away against the best one, seen from the player's side."
)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the value of every legal action of a record's deals, and in the end what cost most."""
    parser = argparse.ArgumentParser("thousand solve", description=plain(__doc__))
    parser.add_argument(
        "record", help="a written game of Thousand (JSON) with all cards, not one seat's"
    )
    parser.add_argument("--deal", type=int, metavar="N", help="only this deal, counted from 1")
    parser.add_argument(
        "--brief", action="store_true", help="only the summary: each player, the dearest decisions"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    args = parser.parse_args(argv)
    game = _load(args.record)
    if args.deal is not None and not 1 <= args.deal <= len(game.deals):
        raise RecordError(f"--deal {args.deal}: the record has {len(game.deals)} deals")
    deals = hindsight(game, args.deal)
    if args.json:
        print(dumps({"file": args.record} | _as_json(list(deals), game.names, args.brief)))
    else:
        _print_text(deals, [name[:LONGEST_NAME] for name in game.names], args.brief)
    return 0


def _load(path: str) -> Game:
    try:
        return load_game(path, "thousand")
    except RecordError as error:
        if "one seat's record" not in str(error):
            raise
        raise RecordError(
            f"{path} is one seat's record, with hidden cards, and solve needs all of them; "
            "`thousand advise` says what to do from what one seat knows"
        ) from None


# --- text ----------------------------------------------------------------------------------------


def _print_text(deals: Iterator[DealInHindsight], names: list[str], brief: bool) -> None:
    """Each deal as soon as it is judged, then the summary; of a single deal only if asked for."""
    print("\n".join([NOTE, *wrap(EXPLANATION, WIDTH)]))
    judged = []
    for deal in deals:
        judged.append(deal)
        if not brief:
            print(f"\n{_deal_text(deal, names)}", flush=True)
    if brief or len(judged) > 1:
        print("\n" + "\n".join(_summary_lines(judged, names)))


def _summary_lines(deals: list[DealInHindsight], names: list[str]) -> list[str]:
    """A line for each player, and one for each of the dearest decisions."""
    players: list[tuple[str, ...]] = [
        ("player", "decisions", "that cost", "of the total", "written")
    ]
    for seat, away in of_match(deals).items():
        numbers = away.judged, away.cost, away.total, away.written
        players.append((names[seat], *map(str, numbers)))
    count = f"{len(deals)} deal{'s' * (len(deals) != 1)}"
    lines = [*wrap(f"summary of {count}: {SUMMARY}", WIDTH), *columns(players, "<>>>>")]
    dear = [_dear_cells(found, names) for found in dearest(deals)]
    if not dear:
        return [*lines, "no decision cost anything"]
    head = ("deal", "no", "player", "done", "cost", "", "better")
    return [*lines, "", "the dearest decisions:", *columns([head, *dear], ">><<><<")]


def _dear_cells(found: Dear, names: list[str]) -> tuple[str, ...]:
    d = found.decision
    unit, better = "written" if d.written else "", _joined(d.better)
    return str(found.deal), str(found.number), names[d.seat], d.action, str(d.cost), unit, better


def _deal_text(deal: DealInHindsight, names: list[str]) -> str:
    lines = [f"deal {deal.number}, {names[deal.dealer]} deals: {_outcome(deal.result, names)}"]
    if deal.declaring:
        lines.append("  with the talon and the best gift each would make as declarer:")
        lines += [f"    {names[d.seat]} {_makes(d, deal)}" for d in deal.declaring]
    if deal.decisions:
        width = max(len("player"), *(len(name) for name in names))
        lines.append(f"  no phase    {'player':{width}} action       value cost  every action")
        for number, decision in enumerate(deal.decisions, 1):
            lines += _decision_lines(number, decision, deal, names, width)
        lines += wrap(_costs(deal, names), WIDTH, initial_indent="  ", subsequent_indent="    ")
    return "\n".join(lines)


def _outcome(result: dict[str, Any] | None, names: list[str]) -> str:
    if result is None:
        return "not finished"
    if result["kind"] == "redealt":
        return "thrown away by a re-deal"
    end = "conceded" if result["conceded"] else "made" if result["made"] else "not made"
    return f"{result['kind']}, {names[result['declarer']]} {result['contract']}, {end}"


def _makes(declaring: Declaring, deal: DealInHindsight) -> str:
    """Total of a seat as declarer, the gift that leads there, and how far it could so have bid."""
    gift = " ".join(card_text(card) for card in declaring.gift.cards)
    return f"{_total(declaring, deal)}, giving {gift}{_biddable(declaring, deal)}"


def _total(declaring: Declaring, deal: DealInHindsight) -> str:
    two_talons = any(d.talon for d in deal.declaring)
    return f"{declaring.gift.value}{f' with talon {declaring.talon + 1}' if two_talons else ''}"


def _biddable(declaring: Declaring, deal: DealInHindsight) -> str:
    if not any(decision.phase == "auction" for decision in deal.decisions):
        return ""
    return (
        f"; could bid up to {declaring.biddable}" if declaring.biddable else "; could bid nothing"
    )


def _decision_lines(
    number: int, decision: Judged, deal: DealInHindsight, names: list[str], width: int
) -> list[str]:
    """A decision's line, gone on with below if its actions need more room."""
    value = "" if decision.value is None else _shown(decision.value, decision)
    cost = "" if decision.cost is None else decision.cost
    head = (
        f"  {number:2} {decision.phase:8} {names[decision.seat]:{width}} {decision.action:12} "
        f"{value:>5} {cost:>4}  "
    )
    text = _actions_text(decision, deal)
    lines = [line.replace(GLUE, " ") for line in wrap(text, WIDTH - len(head))] or [""]
    return [f"{head}{lines[0]}".rstrip(), *(" " * len(head) + line for line in lines[1:])]


def _shown(value: int, decision: Judged) -> str:
    return f"{value:+}" if decision.written else str(value)


def _actions_text(decision: Judged, deal: DealInHindsight) -> str:
    """The legal actions by value, best first; of bids what was biddable."""
    if not decision.values:
        own = [d for d in deal.declaring if d.seat == decision.seat]
        return " | ".join(f"would make {_total(d, deal)}{_biddable(d, deal)}" for d in own)
    dark = decision.phase == PHASES[DARK]
    if decision.written and decision.best is not None and not dark:  # each contract has its value
        return f"best {_shown(decision.best, decision)}:{GLUE}{_joined(decision.better)}"
    groups = []
    for value in sorted(set(decision.values.values()), reverse=decision.declares):
        names = [_short(text) for text, found in decision.values.items() if found == value]
        groups.append(f"{_shown(value, decision)}:{GLUE}{' '.join(names)}")
    return ("if all others pass " if dark else "") + ", ".join(groups)


def _joined(actions: list[str]) -> str:
    """``play KS JS, marry QH``: each verb once."""
    runs = groupby(map(str.split, actions), key=itemgetter(0))
    return ", ".join(
        " ".join([verb, *(word for words in run for word in words[1:])]) for verb, run in runs
    )


def _short(action: str) -> str:
    """``AS`` for a card played or given; the rest in full, kept on one line."""
    return action.removeprefix("play ").removeprefix("give ").replace(" ", GLUE)


def _costs(deal: DealInHindsight, names: list[str]) -> str:
    """What the players gave away by talon, gifts and cards, and by contract or concession."""
    lost = given_away(deal.decisions)
    total = [d.seat for d in deal.decisions if d.cost is not None and not d.written]
    written = [d.seat for d in deal.decisions if d.cost is not None and d.written]
    parts = []
    if total:
        shares = ", ".join(f"{names[s]} {lost[s].total}" for s in lost if s in total)
        parts.append(f"in points of the declarer's total: {shares}")
    if written:
        shares = ", ".join(f"{names[s]} {lost[s].written}" for s in lost if s in written)
        parts.append(f"in points that the declarer writes: {shares}")
    return f"given away {'; '.join(parts)}" if parts else "nothing here can be judged"


# --- JSON ----------------------------------------------------------------------------------------


def _as_json(deals: list[DealInHindsight], names: list[str], brief: bool) -> dict[str, Any]:
    found = {"note": NOTE, "players": names, "summary": summary_json(deals)}
    return found if brief else found | {"deals": [_deal_json(deal) for deal in deals]}


def _deal_json(deal: DealInHindsight) -> dict[str, Any]:
    lost = given_away(deal.decisions)
    return {
        "deal": deal.number,
        "dealer": deal.dealer,
        "result": deal.result,
        "declaring": [
            {
                "seat": d.seat,
                "talon": d.talon + 1,
                "makes": d.gift.value,
                "gift": [card_text(card) for card in d.gift.cards],
                "biddable": d.biddable,
            }
            for d in deal.declaring
        ],
        "decisions": [
            {
                "phase": decision.phase,
                "seat": decision.seat,
                "action": decision.action,
                "value": decision.value,
                "best": decision.best,
                "cost": decision.cost,
                "unit": decision.unit,
                "values": {text: decision.values.get(text) for text in decision.legal},
            }
            for decision in deal.decisions
        ],
        "given_away": {str(s): found.total for s, found in lost.items()},
        "given_away_written": {str(s): found.written for s, found in lost.items()},
    }
