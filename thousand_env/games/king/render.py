"""King as text: the table as one seat or an onlooker sees it, and the score sheet."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from thousand_env.drawing.text import by_name, seat_names, sheet_lines, table_lines
from thousand_env.games.king.actions import OVER, PHASES
from thousand_env.games.king.cards import RANKS, SUIT_SIZE, card_text, mask_text
from thousand_env.games.king.rules import (
    HALF_LAST_COST,
    HEART_COST,
    JOKER_COST,
    JOKER_DEAL,
    KINDS,
    KING_COST,
    LAST_COST,
    LOTTERY_DEAL,
    MAN_COST,
    QUEEN_COST,
    ROBBER,
    TRICK_COST,
    TRICK_PRIZE,
    RuleSet,
)
from thousand_env.games.king.state import NONE, next_seat

SUIT_NAMES: Final = ("spades", "clubs", "diamonds", "hearts")
_COLUMNS: Final = ("", "total", "bid", "tricks", "points", "hand")


def render_view(view: Any, rules: RuleSet, names: Sequence[str] | None = None) -> str:
    """What a seat knows (a record of ``VIEW_DTYPE``) as text: the table, its hand, no legal actions.

    ``names`` by seat; without them the seats are called as PettingZoo's agents, ``player_0``.
    """
    hands = [""] * rules.players
    hands[view.seat] = mask_text(int(view.hand))
    return _table_text(view, rules, hands, names)


def render_state(state: Any, rules: RuleSet, names: Sequence[str] | None = None) -> str:
    """A game's record (``STATE_DTYPE``) as text with all hands open."""
    hands = [mask_text(int(mask)) for mask in state.hand[: rules.players]]
    return _table_text(state, rules, hands, names)


def _table_text(record: Any, rules: RuleSet, hands: list[str], names: Sequence[str] | None) -> str:
    players, names = rules.players, seat_names(rules.players, names)
    lines = _head_lines(record, rules, names)
    lines += _seat_lines(record, players, hands, names)
    if record.to_move != NONE:
        lines += _deal_facts(record, players, names)
    return "\n".join(lines)


def kind_name(kind: int) -> str:
    """A kind of deal in words: ``no queens``."""
    return KINDS[kind].replace("_", " ")


def winners(record: Any, players: int) -> list[int]:
    """Seats with the highest total (K11)."""
    best = max(record.score[:players])
    return [seat for seat in range(players) if record.score[seat] == best]


def _head_lines(record: Any, rules: RuleSet, names: Sequence[str]) -> list[str]:
    deals = len(rules.plan)
    if record.phase == OVER:
        best = " and ".join(names[seat] for seat in winners(record, rules.players))
        return [f"game over after {record.deals} deals, won by {best}"]
    if record.to_move == NONE:
        return [f"{record.deals} of {deals} deals played"]
    dealer, mover = names[record.dealer], names[record.to_move]
    return [
        f"deal {record.deals + 1} of {deals}, {kind_name(record.kind)}: {worth(record.kind, rules)}",
        f"dealt by {dealer}; {PHASES[record.phase]}: {mover} to move",
    ]


def worth(kind: int, rules: RuleSet) -> str:
    """What a kind of deal costs or brings, in words (K3, K5, K7 to K10)."""
    if kind == ROBBER:
        return ", ".join(worth(misere, rules) for misere in range(ROBBER))
    if kind == LOTTERY_DEAL:
        first, second = rules.compiled()["prizes"][0]
        return f"the first out gets {first}, the second {second}"
    if kind == JOKER_DEAL:
        return f"a heart costs its rank, 2 to 14, the joker {JOKER_COST}"
    costs = (
        f"a trick costs {TRICK_COST[rules.players]}",
        f"a heart costs {HEART_COST}",
        f"a queen costs {QUEEN_COST}",
        f"a king or jack costs {MAN_COST}",
        f"the king of hearts costs {KING_COST[rules.players]}",
        _last_worth(rules),
    )
    return costs[kind] if kind < len(costs) else f"a trick brings {TRICK_PRIZE}"


def _last_worth(rules: RuleSet) -> str:
    if rules.last == "last":
        return f"the last trick costs {LAST_COST[rules.players]}"
    other = "last but one" if rules.last == "last_two" else "seventh"
    return f"the {other} and the last trick cost {HALF_LAST_COST[rules.players]} each"


def _seat_lines(record: Any, players: int, hands: list[str], names: Sequence[str]) -> list[str]:
    rows = [_COLUMNS]
    for seat in range(players):
        mark = "> " if seat == record.to_move else "  "
        tricks, points = str(record.tricks[seat]), str(record.points[seat])
        row = (mark + names[seat], str(record.score[seat]), bid_of(record, seat))
        rows.append((*row, tricks, points, hands[seat]))
    return table_lines(rows)


def bid_of(record: Any, seat: int) -> str:
    """A seat's last word in the sale (K8)."""
    if seat == record.bidder:
        return str(record.bid)
    return "pass" if record.passed[seat] else ""


def _deal_facts(record: Any, players: int, names: Sequence[str]) -> list[str]:
    """Open cards, sale, trump, gifts, layout and trick, as far as there are any: a line each."""
    facts = []
    if record.talon:
        facts.append(f"open cards: {mask_text(int(record.talon))}")
    if record.reserve != NONE:
        facts.append(f"offered for {record.reserve}" if record.reserve else "offered for any price")
    if record.declarer != NONE:
        trump = "" if record.trump == NONE else f", trump {SUIT_NAMES[record.trump]}"
        facts.append(f"declarer {names[record.declarer]}{trump}")
    gifts = [f"{card} to {names[seat]}" for card, seat in given(record, players)]
    if gifts:
        facts.append(f"given: {', '.join(gifts)}")
    if record.kind == LOTTERY_DEAL:
        suits = zip(SUIT_NAMES, laid_out(record), strict=True)
        facts += [f"{suit}: {' '.join(card for card in row if card)}" for suit, row in suits]
    trick = [f"{names[seat]} {card}" for card, seat in trick_cards(record, players)]
    if trick:
        facts.append(f"trick: {', '.join(trick)}")
    return facts


def given(record: Any, players: int) -> list[tuple[str, int]]:
    """Cards given, as far as they are known, and to whom (K8)."""
    gifts = [int(card) for card in record.gifts[:players]]
    return [(card_text(card), seat) for seat, card in enumerate(gifts) if card != NONE]


def laid_out(record: Any) -> list[tuple[str, ...]]:
    """The lottery's cards by suit, low to high, "" where none lies yet (K9)."""
    laid = 0
    for mask in record.played:
        laid |= int(mask)
    suits = range(len(SUIT_NAMES))
    cards = [[suit * SUIT_SIZE + rank for rank in range(len(RANKS))] for suit in suits]
    return [tuple(card_text(c) if laid >> c & 1 else "" for c in suit) for suit in cards]


def trick_cards(record: Any, players: int) -> list[tuple[str, int]]:
    """The cards of the trick in order of play, and whose they are."""
    seat, cards = int(record.leader), []
    for card in record.trick_cards[: record.trick_size]:
        cards.append((card_text(int(card)), seat))
        seat = int(next_seat(players, seat))
    return cards


def score_sheet(
    names: Sequence[str], results: Sequence[Mapping[str, Any]], start: Mapping[str, Any]
) -> str:
    """The game as players keep it: a column a player, a line a deal with what it wrote, the totals.

    ``results`` are ``Game.results``, ``start`` is the table before them (``Game.start``).
    """
    rows = [("", "", *names)]
    if any(start["totals"]):
        rows.append(("", "start", *map(str, start["totals"])))
    for number, result in enumerate(results, start["deals"] + 1):
        written = (str(points) for points in result["written"])
        rows.append((str(number), result["kind"].replace("_", " "), *written))
    totals = results[-1]["totals"] if results else start["totals"]
    rows.append(("", "total", *map(str, totals)))
    return "\n".join(sheet_lines(rows))


def result_line(result: Mapping[str, Any], names: Sequence[str]) -> str:
    """An entry of ``Game.results`` on one line."""
    parts = [result["kind"].replace("_", " ")]
    if result["declarer"] is not None:
        price = f" for {result['price']}" if result["price"] else ""
        parts.append(f"{names[result['declarer']]}{price}, trump {result['trump']}")
    if result["out"]:
        parts.append(f"out: {', '.join(names[seat] for seat in result['out'])}")
    return f"{'; '.join(parts)}; written: {by_name(names, result['written'])}"


def heard(view: Any, action: str) -> str:
    """What a seat hears of another's action, just carried out (K13): gifts only if they are its."""
    seen = [f"give {card_text(int(card))}" for card in view.gifts if card != NONE]
    return "give ??" if action.startswith("give") and action not in seen else action
