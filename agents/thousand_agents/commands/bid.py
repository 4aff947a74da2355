"""``thousand bid``: which bid with a dealt hand; with the talon: concede, play or raise?

Seven cards are a hand as dealt: what each bid is worth, in points and in chances to win the match,
and the chance of each contract.  Ten cards, the talon's three last, are the declarer's, who bid
--contract: conceding (R6.4), playing, and every raise (R6.3), in chances to win the match.
"""

import argparse
from collections.abc import Sequence
from json import dumps
from textwrap import wrap
from typing import Any

from thousand_agents.advice.bid_question import (
    DEFAULT_WORLDS,
    MOST_WORLDS,
    AuctionAnswer,
    BidQuestion,
    DeclarerAnswer,
    answer_bid,
)
from thousand_agents.advice.bid_text import BID_MEANS, auction_lines, play_meaning
from thousand_agents.advice.match import Choice, MatchSample, Players, play_choices
from thousand_agents.advice.match_text import match_lines
from thousand_agents.advice.text import WIDTH
from thousand_agents.arena.progress import progress
from thousand_agents.dark.question import PLAYOUT
from thousand_agents.executors import make_executor
from thousand_agents.help_text import plain
from thousand_agents.players_option import add_judge, add_players, are_quick, split_specs
from thousand_agents.rules_option import HELP, parse_rules
from thousand_agents.table_option import HELP as TABLE_HELP
from thousand_agents.table_option import parse_table
from thousand_env.errors import TableError
from thousand_env.games.thousand.render import render_view

FEW_MATCHES = 1000


def main(argv: Sequence[str] | None = None) -> int:
    """Print what each bid is worth, or each choice of the declarer."""
    args = _parser().parse_args(argv)
    answer = answer_bid(_question(args), _play)
    print(dumps(answer.as_dict()) if args.json else "\n".join(_lines(answer)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("thousand bid", description=plain(__doc__))
    parser.add_argument(
        "cards",
        help='the hand as dealt, such as "AS KS QS JH TD 9C KC"; the talon behind it, if you have it',
    )
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
        "--dealer",
        type=int,
        help="by default so that the seat is the second hand, asked first; of contract 100 the first",
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
        "--contract",
        type=int,
        metavar="BID",
        help="with the talon: what you bid for it; the others are taken to have passed",
    )
    parser.add_argument(
        "--give",
        metavar="CARDS",
        help='with the talon: the cards you give (R6.2), to the left first, such as "9C JH"; by '
        "default what the player of --me gives",
    )
    add_players(parser)
    add_judge(parser)
    parser.add_argument(
        "--worlds",
        type=int,
        default=DEFAULT_WORLDS,
        help=f"sampled deals, 2 to {MOST_WORLDS}, by default {DEFAULT_WORLDS}",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the sampled deals")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    return parser


def _question(args: argparse.Namespace) -> BidQuestion:
    rules = parse_rules(args.rules)
    return BidQuestion(
        rules=rules,
        cards=args.cards,
        table=parse_table(args.table, rules) if args.table is not None else {},
        seat=args.seat,
        dealer=args.dealer,
        bid_stands=args.bid_stands,
        by=args.by,
        passed=None if args.passed is None else _passed(args.passed),
        contract=args.contract,
        give=args.give,
        me=args.me,
        others=tuple(split_specs(args.others)),
        judge=args.playout or args.equity,
        worlds=args.worlds,
        seed=args.seed,
    )


def _passed(text: str) -> frozenset[int]:
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) == 1 for word in words):
        raise TableError(f"--passed {text!r:.40}: seats between commas are expected, such as 1,2")
    return frozenset(map(int, words))


def _play(players: Players, choices: Sequence[Choice], worlds: Any) -> MatchSample:
    few = players.judge != PLAYOUT or len(choices) * len(worlds) <= FEW_MATCHES
    quick = few and are_quick(players.agents)  # done sooner than worker processes would start
    with (
        make_executor("serial" if quick else "process") as executor,
        progress(len(worlds), "sampled deals") as report,
    ):
        return play_choices(players, choices, worlds, executor, report)


def _lines(answer: AuctionAnswer | DeclarerAnswer) -> list[str]:
    if isinstance(answer, AuctionAnswer):
        said = wrap(f"chance to win the match: {answer.missing}", WIDTH)
        if answer.match:
            said = match_lines(answer.match, BID_MEANS)
        return [*auction_lines(answer.replay, answer.advice, answer.chances), "", *said]
    replay = answer.replay
    lines = [render_view(replay.view, replay.rules, replay.names), answer.gift_text, ""]
    lines += match_lines(answer.match, play_meaning(answer.redeals))
    return lines + wrap(answer.denied, WIDTH)
