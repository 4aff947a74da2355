"""What to bid with a dealt hand, or what to do with the talon: one question, whoever asks it.

Seven cards are a hand as dealt: what each bid is worth, in points and in chances to win the match,
and the chance of each contract.  Ten cards, the talon's three last, are the declarer's, who bid
``contract``: conceding (R6.4), playing, and every raise (R6.3), in chances to win the match.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from thousand_agents.advice.adviser import Advice, BidAdviser
from thousand_agents.advice.bid_text import auction_json
from thousand_agents.advice.contracts import ContractChance, contract_chances
from thousand_agents.advice.declarer import choices_of, denied, gifts_of, gifts_text, read_gifts
from thousand_agents.advice.match import Choice, MatchSample, Players, make_players
from thousand_agents.advice.match_answer import MatchAnswer, make_match_answer
from thousand_agents.advice.seat_auction import Seating, Standing, auction
from thousand_agents.advice.seat_cards import read_cards
from thousand_agents.advice.seat_contract import after_talon, seat_declarer
from thousand_agents.advice.text import REDEAL
from thousand_agents.arena.games import agent_of
from thousand_agents.dark.question import check_scores
from thousand_agents.models.equity import EquityError
from thousand_agents.worlds import sample_worlds
from thousand_env.checks import check, check_seed
from thousand_env.errors import TableError
from thousand_env.games.thousand import RuleSet, action_text
from thousand_env.games.thousand.rules import FORCED_BID
from thousand_env.games.thousand.seat_record import SeatReplay

DEFAULT_WORLDS: Final = 400
MOST_WORLDS: Final = 5000

Play = Callable[
    [Players, Sequence[Choice], Any], MatchSample
]  # as ``play_choices``, on some worlds


@dataclass(frozen=True)
class BidQuestion:
    """A question as the options of ``thousand bid`` say it; None and empty are what they leave out.

    ``table`` is R16's form; ``others`` are specs clockwise from the seat, or one for all of them;
    ``judge`` is an equity model's path or name, or ``PLAYOUT``; ``seed`` is of the sampled deals.
    """

    rules: RuleSet
    cards: str
    table: Mapping[str, Any] = field(default_factory=dict)
    seat: int | None = None
    dealer: int | None = None
    bid_stands: int | None = None
    by: int | None = None
    passed: frozenset[int] | None = None
    contract: int | None = None
    give: str | None = None
    me: str = "greedy"
    others: tuple[str, ...] = ("greedy",)
    judge: str | None = None
    worlds: int = DEFAULT_WORLDS
    seed: int = 0


@dataclass(frozen=True)
class AuctionAnswer:
    """What each bid is worth with a hand as dealt; ``missing`` says why ``match`` is None."""

    replay: SeatReplay
    hand: str
    dealer: int
    seed: int
    advice: Advice
    chances: list[ContractChance]
    match: MatchAnswer | None
    missing: str | None

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        found = auction_json(self.replay, self.hand, self.advice, self.chances)
        match = self.match and self.match.as_dict()
        return found | {
            "dealer": self.dealer,
            "match": match,
            "no_match": self.missing,
            "seed": self.seed,
        }


@dataclass(frozen=True)
class DeclarerAnswer:
    """What each choice of the declarer is worth; ``gives`` are his gifts with their receivers."""

    replay: SeatReplay
    hand: str
    talon: str
    dealer: int
    seed: int
    contract: int
    gives: list[str]
    given: bool  # the question named them
    denied: str  # what can't be done, and by which rule
    match: MatchAnswer

    @property
    def redeals(self) -> bool:
        """Is a re-deal among the choices?"""
        return REDEAL in [choice.name for choice in self.match.choices]

    @property
    def gift_text(self) -> str:
        """Who gives what, if it is played."""
        who = "you give" if self.given else f"{self.match.players.agents[self.replay.seat]} gives"
        return f"if it is played, {who} {' and '.join(self.gives)}"

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "cards": self.hand,
            "talon": self.talon,
            "rules": self.replay.rules.short(),
            "table": self.replay.table,
            "seat": self.replay.seat,
            "dealer": self.dealer,
            "contract": self.contract,
            "gives": self.gives,
            "not_possible": self.denied,
            "match": self.match.as_dict(),
            "seed": self.seed,
        }


def answer_bid(question: BidQuestion, play: Play) -> AuctionAnswer | DeclarerAnswer:
    """The answer; ``play`` plays the choices in the sampled deals.

    Raises: TableError, AgentError, EquityError for a question that can't be.
    """
    check(
        2 <= question.worlds <= MOST_WORLDS,
        f"--worlds {question.worlds}: 2 to {MOST_WORLDS} are possible",
    )
    check_seed(question.seed)
    hand, talon = read_cards(question.cards, question.rules)
    if talon:
        return _declarer(question, hand, talon, play)
    return _bidder(question, hand, play)


# --- with a hand as dealt ------------------------------------------------------------------------


def _bidder(question: BidQuestion, hand: str, play: Play) -> AuctionAnswer:
    """What each bid is worth."""
    if question.contract is not None or question.give is not None:
        raise TableError(
            "--contract and --give are the declarer's, who has the talon: write its cards behind "
            "the hand (R6.1)"
        )
    rules, worlds, seed = question.rules, question.worlds, question.seed
    seating = Seating.of(rules, question.dealer, question.seat)
    replay = auction(rules, question.table, seating, hand, _standing(question, seating))
    match, missing = _match_of_bids(question, replay, play)
    advice = BidAdviser(rules, worlds).advise(replay.view, replay.action_mask, seed)
    chances = _chances(replay, worlds, seed)
    return AuctionAnswer(replay, hand, seating.dealer, seed, advice, chances, match, missing)


def _match_of_bids(
    question: BidQuestion, replay: SeatReplay, play: Play
) -> tuple[MatchAnswer | None, str | None]:
    """Chances to win after each bid, or why they are not told."""
    actions = np.flatnonzero(replay.action_mask).tolist()
    if len(actions) == 1:
        return None, "nothing to decide"
    try:
        players = _players(question, replay)
    except EquityError as error:
        if question.judge is not None:
            raise
        return None, str(error)
    choices = [Choice(action_text(action), action) for action in actions]
    worlds = sample_worlds(replay.view, replay.rules, question.worlds, question.seed)
    return make_match_answer(players, choices, play(players, choices, worlds)), None


def _standing(question: BidQuestion, seating: Seating) -> Standing | None:
    """Where the auction stands by the question, None if it says nothing of it."""
    bid, by, passed = question.bid_stands, question.by, question.passed
    if bid is None and by is None and passed is None:
        return None
    if bid is None and by is None:
        return Standing(FORCED_BID, seating.first_hand(question.rules), passed or frozenset())
    if bid is None or by is None:
        raise TableError("--bid-stands and --by belong together: a bid, and the seat that made it")
    return Standing(bid, by, passed or frozenset())


def _chances(replay: SeatReplay, worlds: int, seed: int) -> list[ContractChance]:
    """Chances of the contracts for the lowest legal bid; none if no bid is legal."""
    bids = [text for text in replay.legal if text.startswith("bid")]
    if not bids:
        return []
    lowest = min(int(text.split()[1]) for text in bids)
    return contract_chances(replay.view, replay.rules, lowest, worlds, seed)


# --- with the talon ------------------------------------------------------------------------------


def _declarer(question: BidQuestion, hand: str, talon: str, play: Play) -> DeclarerAnswer:
    """What conceding, playing and each raise are worth."""
    rules, contract, give = question.rules, question.contract, question.give
    if contract is None:
        raise TableError("a hand with the talon: --contract says what you bid for it (R6.3)")
    if (question.bid_stands, question.by, question.passed) != (None, None, None):
        raise TableError(
            "--bid-stands, --by and --passed: with the talon the auction is over (R5.1)"
        )
    seating = seat_declarer(rules, question.dealer, question.seat, contract)
    replay = after_talon(rules, question.table, seating, hand, talon, contract)
    players = _players(question, replay)
    worlds = sample_worlds(replay.view, rules, question.worlds, question.seed)
    gifts = _gifts(give, players, worlds[:1])
    choices = choices_of(rules, worlds[:1], gifts, give is not None)
    return DeclarerAnswer(
        replay=replay,
        hand=hand,
        talon=talon,
        dealer=seating.dealer,
        seed=question.seed,
        contract=contract,
        gives=gifts_text(rules, worlds[0], gifts),
        given=give is not None,
        denied=denied(rules, choices),
        match=make_match_answer(players, choices, play(players, choices, worlds)),
    )


def _gifts(give: str | None, players: Players, world: Any) -> tuple[int, ...]:
    if give is not None:
        return read_gifts(players.rules, world, give)
    spec, code = players.agents[players.seat], players.hashes[players.seat]
    return gifts_of(players.rules, world, agent_of(spec, code, players.rules), players.seed)


def _players(question: BidQuestion, replay: SeatReplay) -> Players:
    players = make_players(
        replay.rules, replay.seat, question.me, question.others, question.judge, question.seed
    )
    check_scores(players.judge, replay.table["score"])
    return players
