"""``thousand solve``: what every decision of a played deal was worth with open cards.

This is hindsight, not advice: nobody at the table saw all the cards.
"""

import argparse
from collections.abc import Sequence
from json import dumps
from textwrap import wrap
from typing import Any

from thousand_agents.analysis.hindsight import NOTE, DealInHindsight, Declaring, Judged, hindsight
from thousand_env.errors import RecordError
from thousand_env.games.thousand.cards import card_text
from thousand_env.games.thousand.record import RecordedGame, load_record

WIDTH = 100
LONGEST_NAME = 12
GLUE = "\N{NO-BREAK SPACE}"  # where a line must not be broken
EXPLANATION = (
    "value: the declarer's total with best play of all afterwards; of a contract, what he writes. "
    "cost: what the action gave away against the best one, seen from the player's side."
)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the value of every legal action of a record's deals."""
    parser = argparse.ArgumentParser("thousand solve", description=__doc__)
    parser.add_argument("record", help="a written game (JSON) with all cards, not one seat's")
    parser.add_argument("--deal", type=int, metavar="N", help="only this deal, counted from 1")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    args = parser.parse_args(argv)
    game = _load(args.record)
    if args.deal is not None and not 1 <= args.deal <= len(game.deals):
        raise RecordError(f"--deal {args.deal}: the record has {len(game.deals)} deals")
    deals = hindsight(game, args.deal)
    if args.json:
        found = [_deal_json(deal) for deal in deals]
        print(dumps({"file": args.record, "note": NOTE, "players": game.names, "deals": found}))
        return 0
    print("\n".join([NOTE, *wrap(EXPLANATION, WIDTH)]))
    for deal in deals:
        print(f"\n{_deal_text(deal, [name[:LONGEST_NAME] for name in game.names])}", flush=True)
    return 0


def _load(path: str) -> RecordedGame:
    try:
        return load_record(path)
    except RecordError as error:
        if "one seat's record" not in str(error):
            raise
        raise RecordError(
            f"{path} is one seat's record, with hidden cards, and solve needs all of them; "
            "`thousand advise` says what to do from what one seat knows"
        ) from None


# --- text ----------------------------------------------------------------------------------------


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
    order = sorted(set(decision.values.values()), reverse=decision.declares)
    if decision.written:
        order = order[:1]  # every contract has a value of its own
    groups = []
    for value in order:
        names = [_short(text) for text, found in decision.values.items() if found == value]
        groups.append(f"{_shown(value, decision)}:{GLUE}{' '.join(names)}")
    return f"best {groups[0]}" if decision.written else ", ".join(groups)


def _short(action: str) -> str:
    """``AS`` for a card played or given; the rest in full, kept on one line."""
    return action.removeprefix("play ").removeprefix("give ").replace(" ", GLUE)


def _costs(deal: DealInHindsight, names: list[str]) -> str:
    """What the players gave away by talon, gifts and cards."""
    lost = _lost(deal)
    if not lost:
        return "nothing here can be judged"
    text = ", ".join(f"{names[seat]} {points}" for seat, points in lost.items())
    return f"given away in points of the declarer's total: {text}"


def _lost(deal: DealInHindsight) -> dict[int, int]:
    """Points of the declarer's total that each seat gave away, by seat."""
    lost: dict[int, int] = {}
    for decision in deal.decisions:
        if decision.cost is not None and not decision.written:
            lost[decision.seat] = lost.get(decision.seat, 0) + decision.cost
    return dict(sorted(lost.items()))


# --- JSON ----------------------------------------------------------------------------------------


def _deal_json(deal: DealInHindsight) -> dict[str, Any]:
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
                "unit": "written" if decision.written else "total",
                "values": {text: decision.values.get(text) for text in decision.legal},
            }
            for decision in deal.decisions
        ],
        "given_away": {str(seat): points for seat, points in _lost(deal).items()},
    }
