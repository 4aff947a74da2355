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

import numpy as np

from thousand_agents.advice import BidAdviser
from thousand_agents.advice.bid_text import auction_json, auction_lines
from thousand_agents.advice.contracts import ContractChance, contract_chances
from thousand_agents.advice.declarer import choices_of, denied, gifts_of, gifts_text, read_gifts
from thousand_agents.advice.match import Choice, Players, make_players, play_choices
from thousand_agents.advice.match_answer import MatchAnswer, make_match_answer
from thousand_agents.advice.match_text import match_lines
from thousand_agents.advice.seat_auction import Seating, Standing, auction
from thousand_agents.advice.seat_cards import read_cards
from thousand_agents.advice.seat_contract import after_talon, seat_declarer
from thousand_agents.advice.text import REDEAL, WIDTH
from thousand_agents.arena.games import agent_of
from thousand_agents.arena.progress import progress
from thousand_agents.dark.question import PLAYOUT, check_scores
from thousand_agents.executors import make_executor
from thousand_agents.models.equity import EquityError
from thousand_agents.players_option import add_judge, add_players, are_quick, split_specs
from thousand_agents.rules_option import HELP, parse_rules
from thousand_agents.table_option import HELP as TABLE_HELP
from thousand_agents.table_option import parse_table
from thousand_agents.worlds import sample_worlds
from thousand_env.checks import check, check_seed
from thousand_env.errors import TableError
from thousand_env.games.thousand import RuleSet, action_text
from thousand_env.games.thousand.render import render_view
from thousand_env.games.thousand.rules import FORCED_BID
from thousand_env.games.thousand.seat_record import SeatReplay

MOST_WORLDS = 5000
FEW_MATCHES = 1000
BID_MEANS = "each bid is made now, then the players named do the rest"
PLAY_MEANS = "keep and contract: these cards are given; the players named do the rest"
REDEAL_MEANS = "; redeal: they play what is dealt next"

Found = tuple[dict[str, Any], list[str]]  # as JSON and as text


def main(argv: Sequence[str] | None = None) -> int:
    """Print what each bid is worth, or each choice of the declarer."""
    args = _parser().parse_args(argv)
    found, lines = _found(args)
    print(dumps(found) if args.json else "\n".join(lines))
    return 0


def ask(argv: Sequence[str]) -> dict[str, Any]:
    """What ``--json`` prints for these arguments.

    Raises: ThousandError for arguments that ask nothing sensible.
    """
    return _found(_parser().parse_args(argv))[0]


def _found(args: argparse.Namespace) -> Found:
    check(
        2 <= args.worlds <= MOST_WORLDS, f"--worlds {args.worlds}: 2 to {MOST_WORLDS} are possible"
    )
    rules, seed = parse_rules(args.rules), check_seed(args.seed)
    hand, talon = read_cards(args.cards, rules)
    table = parse_table(args.table, rules) if args.table is not None else {}
    found, lines = (
        _declarer(args, rules, table, hand, talon) if talon else _bidder(args, rules, table, hand)
    )
    return found | {"seed": seed}, lines


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("thousand bid", description=__doc__)
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
        default=400,
        help=f"sampled deals, 2 to {MOST_WORLDS}, by default 400",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the sampled deals")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    return parser


# --- with a hand as dealt ------------------------------------------------------------------------


def _bidder(args: argparse.Namespace, rules: RuleSet, table: Any, hand: str) -> Found:
    """What each bid is worth."""
    if args.contract is not None or args.give is not None:
        raise TableError(
            "--contract and --give are the declarer's, who has the talon: write its cards behind "
            "the hand (R6.1)"
        )
    seating = Seating.of(rules, args.dealer, args.seat)
    replay = auction(rules, table, seating, hand, _standing(args, seating, rules))
    answer, missing = _match_of_bids(args, replay)
    advice = BidAdviser(rules, args.worlds).advise(replay.view, replay.action_mask, args.seed)
    chances = _chances(replay, args.worlds, args.seed)
    found = auction_json(replay, hand, advice, chances)
    found |= {"dealer": seating.dealer, "match": answer and answer.as_dict(), "no_match": missing}
    said = wrap(f"chance to win the match: {missing}", WIDTH)
    if answer:
        said = match_lines(answer, BID_MEANS)
    return found, [*auction_lines(replay, advice, chances), "", *said]


def _match_of_bids(
    args: argparse.Namespace, replay: SeatReplay
) -> tuple[MatchAnswer | None, str | None]:
    """Chances to win after each bid, or why they are not told."""
    actions = np.flatnonzero(replay.action_mask).tolist()
    if len(actions) == 1:
        return None, "nothing to decide"
    try:
        players = _players(args, replay)
    except EquityError as error:
        if args.equity is not None:
            raise
        return None, str(error)
    choices = [Choice(action_text(action), action) for action in actions]
    worlds = sample_worlds(replay.view, replay.rules, args.worlds, args.seed)
    return _answer(players, choices, worlds), None


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


# --- with the talon ------------------------------------------------------------------------------


def _declarer(args: argparse.Namespace, rules: RuleSet, table: Any, hand: str, talon: str) -> Found:
    """What conceding, playing and each raise are worth."""
    if args.contract is None:
        raise TableError("a hand with the talon: --contract says what you bid for it (R6.3)")
    if (args.bid_stands, args.by, args.passed) != (None, None, None):
        raise TableError(
            "--bid-stands, --by and --passed: with the talon the auction is over (R5.1)"
        )
    seating = seat_declarer(rules, args.dealer, args.seat, args.contract)
    replay = after_talon(rules, table, seating, hand, talon, args.contract)
    players = _players(args, replay)
    worlds = sample_worlds(replay.view, rules, args.worlds, args.seed)
    gifts = _gifts(args, players, worlds[:1])
    choices = choices_of(rules, worlds[:1], gifts, args.give is not None)
    answer = _answer(players, choices, worlds)
    found = {
        "cards": hand,
        "talon": talon,
        "rules": rules.short(),
        "table": replay.table,
        "seat": replay.seat,
        "dealer": seating.dealer,
        "contract": args.contract,
        "gives": gifts_text(rules, worlds[0], gifts),
        "not_possible": denied(rules, choices),
        "match": answer.as_dict(),
    }
    who = "you give" if args.give else f"{players.agents[replay.seat]} gives"
    given = " and ".join(gifts_text(rules, worlds[0], gifts))
    meaning = PLAY_MEANS + (REDEAL_MEANS if REDEAL in [c.name for c in choices] else "")
    lines = [render_view(replay.view, replay.names), f"if it is played, {who} {given}", ""]
    lines += match_lines(answer, meaning)
    return found, lines + wrap(found["not_possible"], WIDTH)


def _gifts(args: argparse.Namespace, players: Players, world: Any) -> tuple[int, ...]:
    if args.give is not None:
        return read_gifts(players.rules, world, args.give)
    spec, code = players.agents[players.seat], players.hashes[players.seat]
    return gifts_of(players.rules, world, agent_of(spec, code, players.rules), players.seed)


# --- chances to win ------------------------------------------------------------------------------


def _players(args: argparse.Namespace, replay: SeatReplay) -> Players:
    rules, seat, judge = replay.rules, replay.seat, args.playout or args.equity
    players = make_players(rules, seat, args.me, split_specs(args.others), judge, args.seed)
    check_scores(players.judge, replay.table["score"])
    return players


def _answer(players: Players, choices: Sequence[Choice], worlds: Any) -> MatchAnswer:
    few = players.judge != PLAYOUT or len(choices) * len(worlds) <= FEW_MATCHES
    quick = few and are_quick(players.agents)  # done sooner than worker processes would start
    with (
        make_executor("serial" if quick else "process") as executor,
        progress(len(worlds), "sampled deals") as report,
    ):
        sample = play_choices(players, choices, worlds, executor, report)
    return make_match_answer(players, choices, sample)
