"""The declarer's side of a deal once he holds the talon: his cards, and the contract he bid."""

from typing import Any

from thousand_agents.advice.seat_auction import (
    Form,
    Seating,
    Standing,
    auctions,
    before_auction,
    check_table,
    record_of,
    with_actions,
)
from thousand_env.errors import RecordError, TableError
from thousand_env.games.common.table import parse_cards
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.cards import parse_card
from thousand_env.games.thousand.phases.auction import cap
from thousand_env.games.thousand.rules import FORCED_BID, MAX_BID
from thousand_env.games.thousand.seat_record import SeatReplay, read_seat_record


def seat_declarer(rules: RuleSet, dealer: int | None, seat: int | None, contract: int) -> Seating:
    """Seats as far as given; the rest so that the declarer is the second hand, of 100 the first.

    Raises: TableError as ``Seating.of``.
    """
    if contract == FORCED_BID and dealer is None:
        dealer = ((seat or 0) - 1) % rules.players
        seat = seat or 0
    return Seating.of(rules, dealer, seat)


def after_talon(
    rules: RuleSet, table: Any, seating: Seating, hand: str, talon: str, contract: int
) -> SeatReplay:
    """What the declarer knows when he holds the talon and has given no card yet (R6.2).

    The auction was the shortest that comes to the contract: nobody went dark, a re-deal that the
    seat may claim by hand was waived, and all others passed, after the lowest bids that it takes.  Of
    two players' talons it is the first.

    Raises: TableError for cards, a table or a contract that don't come together in any deal.
    """
    check_table(rules, table, seating.dealer)
    form = record_of(rules, table, seating, hand)
    actions = _won(form, seating, contract)
    if actions is None:
        raise TableError(_reason(rules, seating, hand, contract))
    if rules.players == 2:
        actions = [*actions, "talon 1"]
    found = with_actions(form, actions)
    found["deals"][0]["talon"] = [talon, "?"] if rules.players == 2 else talon
    try:
        replay = read_seat_record(found)
    except RecordError as error:
        raise TableError(str(error)) from None
    if replay.phase != "gift":
        raise TableError("four aces come together by this talon: a mandatory re-deal (R4.4)")
    return replay


def _won(form: Form, seating: Seating, contract: int) -> list[str] | None:
    """The actions up to the last pass, None if no auction ends like this."""
    seat, hands = seating.seat, form["deals"][0]["hands"]
    others = frozenset(other for other, hand in enumerate(hands) if hand and other != seat)
    for actions, known in auctions(form, before_auction(form), Standing(contract, seat, others)):
        view = known.view
        still_in = [other for other in others if not view.passed[other]]
        won = (int(view.bid), int(view.declarer)) == (contract, seat)
        if won and still_in == [known.player]:
            return [*actions, "pass"]
    return None


def _reason(rules: RuleSet, seating: Seating, hand: str, contract: int) -> str:
    """Why the seat can't have come by this contract."""
    first, limit = (
        seating.first_hand(rules),
        int(cap(rules.compiled()[0], parse_cards("", hand, parse_card))),
    )
    told = f"seat {seating.seat} can't have bid {contract}"
    if not FORCED_BID <= contract <= MAX_BID or contract % rules.bid_step:
        return (
            f"{told}: contracts are {FORCED_BID} to {MAX_BID} in steps of {rules.bid_step} (R5.2)"
        )
    if contract > limit:
        return f"{told} with {hand}: these cards as dealt allow {limit} at most (R5.3)"
    if contract == FORCED_BID:
        return (
            f"{told}: with dealer {seating.dealer} the {FORCED_BID} is bound to seat {first}, and "
            "another declarer has overbid it (R5.1)"
        )
    return f"{told} at this table: a silenced player bids no more than a forced 100 (R5.4)"
