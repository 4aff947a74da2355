"""``thousand bid``: what each bid on a dealt hand is worth, and the chance of each contract."""

import argparse
from collections.abc import Sequence
from json import dumps
from textwrap import wrap
from typing import Any

import numpy as np

from thousand_agents.advice import Advice, BidAdviser
from thousand_agents.advice.contracts import Chance, ContractChance, contract_chances
from thousand_agents.advice.seat_auction import Seating, Standing, auction, read_hand
from thousand_agents.advice.text import (
    BEFORE_PLAY,
    WIDTH,
    advice_json,
    bid_lines,
    columns,
    explanation,
    verdict_lines,
)
from thousand_agents.rules_option import HELP, parse_rules
from thousand_agents.table_option import HELP as TABLE_HELP
from thousand_agents.table_option import parse_table
from thousand_env.checks import check, check_seed
from thousand_env.errors import TableError
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.actions import A_WAIVE
from thousand_env.games.thousand.rules import FORCED_BID
from thousand_env.games.thousand.seat_record import SeatReplay
from thousand_env.render import render_view

MOST_WORLDS = 5000
BIDS = f"bid 105 means to bid that now and go on as a greedy player would; {BEFORE_PLAY}"
ESTIMATES = (
    "chance to make each contract, the talon not seen yet, the gift as the greedy player gives: with "
    "open cards (exact solver: all see all cards and play best), and if greedy players play it"
)
WAIVED = "this hand may claim a re-deal (R4.2); the numbers are for a deal that is played"


def main(argv: Sequence[str] | None = None) -> int:
    """Print what each bid is worth, and the chance of each contract."""
    args = _parser().parse_args(argv)
    check(
        2 <= args.worlds <= MOST_WORLDS, f"--worlds {args.worlds}: 2 to {MOST_WORLDS} are possible"
    )
    rules, seed = parse_rules(args.rules), check_seed(args.seed)
    hand = read_hand(args.cards, rules)
    seating = Seating.of(rules, args.dealer, args.seat)
    table = parse_table(args.table, rules) if args.table is not None else {}
    replay = auction(rules, table, seating, hand, _standing(args, seating, rules))
    advice = BidAdviser(rules, args.worlds).advise(replay.view, replay.action_mask, seed)
    chances = _chances(replay, args.worlds, seed)
    if args.json:
        found = _as_json(replay, hand, advice, chances)
        print(dumps(found | {"seed": seed, "dealer": seating.dealer}))
    else:
        print("\n".join(_as_text(replay, advice, chances)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("thousand bid", description=__doc__)
    parser.add_argument("cards", help='the hand as dealt, such as "AS KS QS JH TD 9C KC"')
    parser.add_argument(
        "--table",
        metavar="TABLE",
        help=f"{TABLE_HELP}; by default all is zero, and no golden round",
    )
    parser.add_argument("--rules", default="classic", help=HELP)
    parser.add_argument(
        "--seat", type=int, help="whose cards these are; by default 0, or the second hand"
    )
    parser.add_argument(
        "--dealer", type=int, help="by default so that the seat is the second hand, asked first"
    )
    parser.add_argument(
        "--bid-stands",
        type=int,
        metavar="BID",
        help="the highest bid so far; by default the forced 100 of the first hand",
    )
    parser.add_argument(
        "--by", type=int, metavar="SEAT", help="whose bid that is (with --bid-stands)"
    )
    parser.add_argument(
        "--passed", metavar="SEATS", help="who has passed, such as 1,2; by default nobody"
    )
    parser.add_argument(
        "--worlds",
        type=int,
        default=400,
        help=f"sampled deals, 2 to {MOST_WORLDS}, by default 400",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the sampled deals")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    return parser


def _standing(args: argparse.Namespace, seating: Seating, rules: RuleSet) -> Standing | None:
    """Where the auction stands by the options, None if they say nothing of it."""
    if args.bid_stands is None and args.by is None and args.passed is None:
        return None
    if (args.bid_stands is None) != (args.by is None):
        raise TableError("--bid-stands and --by belong together: a bid, and the seat that made it")
    passed = _passed(args.passed or "")
    if args.by is None:
        return Standing(FORCED_BID, seating.first_hand(rules), passed)
    return Standing(args.bid_stands, args.by, passed)


def _passed(text: str) -> frozenset[int]:
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) == 1 for word in words):
        raise TableError(f"--passed {text!r:.40}: seats between commas are expected, such as 1,2")
    return frozenset(map(int, words))


def _chances(replay: SeatReplay, worlds: int, seed: int) -> list[ContractChance]:
    """Chances of the contracts for the lowest legal bid; none if no bid is legal."""
    bids = [text for text in replay.legal if text.startswith("bid")]
    if not bids:
        return []
    lowest = min(int(text.split()[1]) for text in bids)
    return contract_chances(replay.view, replay.rules, lowest, worlds, seed)


def _as_text(replay: SeatReplay, advice: Advice, chances: list[ContractChance]) -> list[str]:
    view = replay.view
    lines = [render_view(view, replay.names)]
    lines += [f"{int(view.bid)} by {replay.names[view.declarer]} stands", ""]
    lines += [WAIVED, ""] if _waived(view) else []
    if not chances:
        return [*lines, "no bid is legal here"]
    lines += wrap(f"what each bid is worth, in {advice.worlds} sampled deals; {BIDS}", WIDTH)
    lines += [*bid_lines(advice), *verdict_lines(advice), ""]
    lines += [*wrap(explanation(replay.rules.players), WIDTH), "", *wrap(ESTIMATES, WIDTH)]
    rows = [("contract", "open cards", "greedy players")]
    rows += [(str(c.contract), _shown(c.open_cards), _shown(c.greedy)) for c in chances]
    return lines + columns(rows, "><<")


def _waived(view: Any) -> bool:
    return bool((view.log_action[: view.log_length] == A_WAIVE).any())


def _shown(chance: Chance) -> str:
    low, high = (100 * end for end in chance.interval)
    return f"{100 * chance.share:3.0f}% [{low:3.0f}, {high:3.0f}]"


def _as_json(
    replay: SeatReplay, hand: str, advice: Advice, chances: list[ContractChance]
) -> dict[str, Any]:
    view = replay.view
    return {
        "cards": hand,
        "rules": replay.rules.short(),
        "table": replay.table,
        "seat": replay.seat,
        "bid_stands": int(view.bid),
        "by": int(view.declarer),
        "passed": np.flatnonzero(view.passed).tolist(),
        "may_claim_redeal": _waived(view),
        "note": explanation(replay.rules.players),
        "estimated_by": BIDS,
        "bids": advice_json(advice),
        "contracts_estimated_by": ESTIMATES,
        "contracts": [
            {
                "contract": row.contract,
                "open_cards": vars(row.open_cards),
                "greedy": vars(row.greedy),
            }
            for row in chances
        ],
    }
