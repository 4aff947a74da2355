"""Thousand as text: the table as one seat or an onlooker sees it, and the score sheet."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from thousand_env.drawing.text import MARK, by_name, seat_names, sheet_lines, table_lines
from thousand_env.games.thousand.actions import OVER, PHASES
from thousand_env.games.thousand.cards import card_text, mask_text
from thousand_env.games.thousand.rules import RuleSet
from thousand_env.games.thousand.state import KINDS, NONE, ORDINARY, REDEALT

SUIT_NAMES: Final = ("spades", "clubs", "diamonds", "hearts")
_COLUMNS: Final = ("", "score", "bid", "tricks", "points", "hand")


def render_view(view: Any, rules: RuleSet, names: Sequence[str] | None = None) -> str:
    """What a seat knows (a record of ``VIEW_DTYPE``) as text: the table, its hand, no legal actions.

    ``names`` by seat; without them the seats are called as PettingZoo's agents, ``player_0``.
    """
    players, seat = rules.players, int(view.seat)
    hands = [""] * players
    hands[seat] = mask_text(int(view.hand)) if view.hand_seen else "(not seen yet)"
    talon = mask_text(int(view.talon_seen))
    return _table_text(view, players, hands, talon, names)


def render_state(state: Any, rules: RuleSet, names: Sequence[str] | None = None) -> str:
    """A game's record (``STATE_DTYPE``) as text with all hands and the talon open."""
    hands = [mask_text(int(mask)) for mask in state.hand[: rules.players]]
    talon = " | ".join(mask_text(int(mask)) for mask in state.talon if mask)
    return _table_text(state, rules.players, hands, talon, names)


def _table_text(
    record: Any, players: int, hands: list[str], talon: str, names: Sequence[str] | None
) -> str:
    names = seat_names(players, names)
    lines = [headline(record, players, names), *_seat_lines(record, players, hands, names)]
    if talon:
        lines.append(f"talon: {talon}")
    lines += deal_facts(record, players, names)
    return "\n".join(lines)


def headline(record: Any, players: int, names: Sequence[str]) -> str:
    """Which deal it is and who is to decide what."""
    phase = PHASES[record.phase]
    if record.phase == OVER:
        winner = getattr(record, "winner", NONE)  # a view has no such field
        result = "" if winner == NONE else f", won by {names[winner]}"
        return f"match over after {record.deals} deals{result}"
    if record.to_move == NONE:
        return f"{record.deals} deals played"
    kind = "" if record.kind == ORDINARY else f", {KINDS[record.kind]}"
    if record.golden_circle:
        kind += f", circle {record.golden_circle}"
    dealer, mover = names[record.dealer], names[record.to_move]
    return f"deal {record.deals + 1}{kind}, dealt by {dealer}; {phase}: {mover} to move"


def _seat_lines(record: Any, players: int, hands: list[str], names: Sequence[str]) -> list[str]:
    rows = [_COLUMNS]
    for seat in range(players):
        mark = "> " if seat == record.to_move else "  "
        tricks, points = record.tricks[seat], points_of(record, seat)
        rows.append(
            (mark + names[seat], _score_of(record, seat), bid_of(record, players, seat))
            + (str(tricks), str(points), hands[seat])
        )
    return table_lines(rows)


def points_of(record: Any, seat: int) -> int:
    """Tricks and announced marriages so far (R11.3)."""
    return int(record.trick_points[seat] + record.marriage_points[seat])


def _score_of(record: Any, seat: int) -> str:
    on_barrel = record.barrel_deals[seat] != NONE
    return score_text(int(record.score[seat]), on_barrel, int(record.bolts[seat]))


def score_text(score: int, on_barrel: bool, bolts: int) -> str:
    """A score as players write it: in an oval on the barrel, a mark for every bolt."""
    return (f"({score})" if on_barrel else str(score)) + MARK * bolts


def bid_of(record: Any, players: int, seat: int) -> str:
    """A seat's last word in the auction."""
    if players == 4 and seat == record.dealer and record.to_move != NONE:
        return "sits out"
    bid = str(record.bids[seat]) if record.bids[seat] else ""
    return f"{bid} pass".strip() if record.passed[seat] else bid


def deal_facts(record: Any, players: int, names: Sequence[str]) -> list[str]:
    """The contract, trump, gifts and trick, as far as there are any: a line each."""
    facts: list[str] = []
    if record.to_move == NONE:
        return facts
    if record.contract and record.declarer != NONE:
        trump = "" if record.trump == NONE else f", trump {SUIT_NAMES[record.trump]}"
        facts.append(f"contract {record.contract} by {names[record.declarer]}{trump}")
    receivers = playing_from(record, players, record.declarer)[1:]  # R6.2
    gifts = [
        f"{card_text(int(card))} to {names[seat]}"
        for card, seat in zip(record.gifts, receivers, strict=False)
        if card != NONE
    ]
    if gifts:
        facts.append(f"given: {', '.join(gifts)}")
    trick = [
        f"{names[seat]} {card_text(int(card))}"
        for card, seat in zip(
            record.trick_cards[: record.trick_size],
            playing_from(record, players, record.leader),
            strict=False,
        )
    ]
    if trick:
        facts.append(f"trick: {', '.join(trick)}")
    return facts


def playing_from(record: Any, players: int, first: int) -> list[int]:
    """Seats that play in this deal, clockwise from ``first`` (R2.2)."""
    seats = [(int(first) + step) % players for step in range(players)]
    return [seat for seat in seats if players < 4 or seat != record.dealer]


def score_sheet(
    names: Sequence[str], results: Sequence[Mapping[str, Any]], start: Mapping[str, Any]
) -> str:
    """The match as players keep it: a column a player, a line a played deal.

    ``results`` are the deals of R16's ``result`` (``Game.results``), ``start`` the table before
    them (``Game.start``).  A score on the barrel stands in an oval, ``(880)``; every bolt of the
    deal adds a mark; dark, golden and obligatory deals are named.  Re-deals aren't written.
    """
    rows = [("", "", *names)]
    if any(start["score"]):
        rows.append(("", "start", *_sheet_scores(start, [0] * len(names))))
    played = [result for result in results if result["kind"] != KINDS[REDEALT]]
    for number, result in enumerate(played, 1):
        kind = "" if result["kind"] == KINDS[ORDINARY] else result["kind"]
        rows.append((str(number), kind, *_sheet_scores(result["table"], result["bolts"])))
    return "\n".join(sheet_lines(rows))


def _sheet_scores(table: Mapping[str, Any], bolts: Sequence[int]) -> list[str]:
    seats = zip(table["score"], table["barrel_deals_used"], bolts, strict=True)
    return [score_text(score, used is not None, new) for score, used, new in seats]


def result_line(result: Mapping[str, Any], names: Sequence[str]) -> str:
    """An entry of ``Game.results`` on one line."""
    if result["kind"] == KINDS[REDEALT]:
        return "thrown away: re-deal"
    end = "conceded" if result["conceded"] else "made" if result["made"] else "not made"
    declarer = f"{names[result['declarer']]} {result['contract']}"
    return f"{result['kind']}, {declarer}: {end}; written: {by_name(names, result['written'])}"


def heard(view: Any, action: str) -> str:
    """What a seat hears of another's action, just carried out (R13); "" for nothing."""
    if action in ("waive", "keep"):
        return ""  # that there was a choice is nobody else's business
    seen = [f"give {card_text(int(card))}" for card in view.gifts if card != NONE]
    return "give ??" if action.startswith("give") and action not in seen else action
