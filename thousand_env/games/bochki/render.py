"""Bochki as text: the table, which is open to all, and the score sheet."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from thousand_env.drawing.text import MARK, seat_names, sheet_lines, table_lines
from thousand_env.games.bochki.actions import OVER, PHASES
from thousand_env.games.bochki.cards import mask_text
from thousand_env.games.bochki.division import division
from thousand_env.games.bochki.options import HOUSE
from thousand_env.games.bochki.phases.turn import barrel
from thousand_env.games.bochki.rules import DEALS, GOAL, RuleSet
from thousand_env.games.bochki.state import NONE

EXTRA: Final = "extra"  # a turn that only a barrel gives (B7)
TABLE_NOTE: Final = "the default score table, `house`, is this project's own (B4)"
_COLUMNS: Final = ("", "score", "turn", "deals")
_WHOSE: Final = " by this project's table (B4)"


def render_view(view: Any, rules: RuleSet, names: Sequence[str] | None = None) -> str:
    """What a seat knows (a record of ``VIEW_DTYPE``) as text: everything is open (B10).

    ``names`` by seat; without them the seats are called as PettingZoo's agents, ``player_0``.
    """
    return _table_text(view, rules, names)


def render_state(state: Any, rules: RuleSet, names: Sequence[str] | None = None) -> str:
    """A game's record (``STATE_DTYPE``) as text."""
    return _table_text(state, rules, names)


def _table_text(record: Any, rules: RuleSet, names: Sequence[str] | None) -> str:
    names = seat_names(rules.players, names)
    rows = [(*_COLUMNS, f"hand, and what it scores{_WHOSE if rules.score_table == HOUSE else ''}")]
    for seat in range(rules.players):
        mark = "> " if seat == record.to_move else "  "
        row = (mark + names[seat], score_text(record, seat), turn_points(record, seat))
        rows.append((*row, deals_text(record, seat), hand_text(record, rules, seat)))
    outside = [names[seat] for seat in range(rules.players) if not record.entered[seat]]
    lines = [_headline(record, rules, names), *table_lines(rows)]
    if outside and record.phase != OVER:
        lines.append(
            f"not in the game, nor free to stop, before a turn of {rules.entry} points: "
            f"{', '.join(outside)} (B5)"
        )
    return "\n".join(lines)


def hand_text(record: Any, rules: RuleSet, seat: int) -> str:
    """His cards and the combinations that they score, as ``... 9C 9D 9H: 3X 30``."""
    hand = int(record.hand[seat])
    parts = " + ".join(f"{name} {rules.values[name]}" for name, _ in division(rules, hand))
    return f"{mask_text(hand)}: {parts or 'nothing'}" if hand else ""


def _headline(record: Any, rules: RuleSet, names: Sequence[str]) -> str:
    players, turns = rules.players, rules.max_turns
    if record.phase == OVER:
        best = " and ".join(names[seat] for seat in leaders(record, players))
        won = max(record.score[:players]) >= GOAL
        return f"game over, won by {best}" if won else f"cut after {turns} turns, {best} in front"
    alone = "" if record.alone == NONE else f" of {names[record.alone]}"
    where = f"turn {record.turns + 1} of {turns}{alone}"
    if record.to_move == NONE:
        return f"{where}: deal {record.turn_deals + 1} of {DEALS} is next"
    dealer, mover = names[record.dealer], names[record.to_move]
    deal = f"deal {record.turn_deals} of {DEALS}, dealt by {dealer}"
    return f"{where}, {deal}; {PHASES[record.phase]}: {mover} to move"


def leaders(record: Any, players: int) -> list[int]:
    """Seats with the highest score; at the end they have won (B9)."""
    best = max(record.score[:players])
    return [seat for seat in range(players) if record.score[seat] == best]


def score_text(record: Any, seat: int) -> str:
    """A score: in an oval in a barrel, a mark for every turn used there, "-" before the entry."""
    if not record.entered[seat]:
        return "-"
    return _in_barrel(int(record.score[seat])) + MARK * int(record.barrel_turns[seat])


def _in_barrel(score: int) -> str:
    return f"({score})" if barrel(score) else str(score)


def turns_have_ended(record: Any) -> bool:
    """Are the turns done whose last hands still lie there?  The next ones begin with their deal."""
    return bool(record.to_move == NONE and not record.turn_deals and any(record.hand))


def is_over(record: Any, seat: int) -> bool:
    """Is his turn over, of those that are shown?"""
    return turns_have_ended(record) or not record.playing[seat]


def took_part(record: Any, seat: int) -> bool:
    """Has he had a hand in the turns that run, or ran last?"""
    if turns_have_ended(record):
        return bool(record.hand[seat] or any(record.deal_points[seat]))
    return bool(record.turn_deals) and record.alone in (NONE, seat)


def turn_points(record: Any, seat: int) -> str:
    """What his turn has brought so far, "" if he has none."""
    return str(record.points[seat]) if took_part(record, seat) else ""


def deals_text(record: Any, seat: int) -> str:
    """What the deals of his turn scored, as ``35 80``; ``end`` where it is over."""
    if not took_part(record, seat):
        return ""
    scored = [str(points) for points in deal_points(record, seat)]
    return " ".join([*scored, "end"] if is_over(record, seat) else scored)


def deal_points(record: Any, seat: int) -> list[int]:
    """What each deal of his turn has scored."""
    deals = DEALS if turns_have_ended(record) else record.turn_deals
    points = [int(points) for points in record.deal_points[seat, :deals]]
    burnt = sum(points) > 0 == record.points[seat]
    while not record.hand[seat] and len(points) > 1 and not points[-1]:
        points.pop()  # dealt without him
    return [*points, 0] if burnt and points[-1] else points  # but not the one that burnt the rest


def score_sheet(
    names: Sequence[str], results: Sequence[Mapping[str, Any]], start: Mapping[str, Any]
) -> str:
    """The game as players keep it: a column a player, a line a turn, extra turns in their own.

    ``results`` are ``Game.results``, ``start`` is the table before them (``Game.start``).  A score
    in a barrel stands in an oval, ``(235)``; "-" is a player who isn't in the game.
    """
    rows, entered = [("", "", *names)], [*start["entered"]]
    if any(start["scores"]):
        scores = zip(start["scores"], entered, strict=True)
        rows.append(("", "start", *(_in_barrel(s) if there else "-" for s, there in scores)))
    for number, (kind, line) in enumerate(_lines(results), 1):
        cells = [_cell(line.get(seat), entered) for seat in range(len(names))]
        rows.append((str(number), kind, *cells))
    return "\n".join([*sheet_lines(rows), *_legend(rows[1:]), TABLE_NOTE])


def _legend(rows: Sequence[Sequence[str]]) -> list[str]:
    """What the signs in a score sheet mean, of those that are there."""
    cells = [cell for row in rows for cell in row]
    told = {
        "-: not in the game (B5)": "-" in cells,
        "( ): in a barrel": any("(" in cell for cell in cells),
        EXTRA + ": one more turn, alone, to leave it (B7)": EXTRA in cells,
    }
    return ["; ".join(text for text, there in told.items() if there)] * any(told.values())


def _lines(results: Sequence[Mapping[str, Any]]) -> list[tuple[str, dict[int, Any]]]:
    """Turns by line; an extra one, the second or third in a barrel, is taken alone (B7)."""
    lines: list[tuple[str, dict[int, Any]]] = []
    for result in results:
        seat, extra = result["seat"], (result["barrel_turn"] or 0) > 1
        if extra or not lines or lines[-1][0] or seat in lines[-1][1]:
            lines.append((EXTRA if extra else "", {}))
        lines[-1][1][seat] = result
    return lines


def _cell(result: Mapping[str, Any] | None, entered: list[bool]) -> str:
    """What a turn left him with; ``entered`` keeps who is in the game."""
    if result is None:
        return ""
    seat, score = result["seat"], result["score"]
    entered[seat] = entered[seat] or score > 0 or result["points"] > GOAL  # void, but in (B5, B9)
    return _in_barrel(score) if entered[seat] else "-"


def result_line(result: Mapping[str, Any], names: Sequence[str]) -> str:
    """An entry of ``Game.results`` on one line."""
    deals, why = " ".join(map(str, result["deals"])), "".join(f", {text}" for text in _why(result))
    written, score = f"{result['written']:+}", _in_barrel(result["score"])
    return f"{names[result['seat']]}: {deals}; written: {written}{why}; score {score}"


def _why(result: Mapping[str, Any]) -> list[str]:
    """Why a turn writes something else than its deals come to."""
    points, score, told = result["points"], result["score"], []
    if sum(result["deals"]) > points:
        told.append(f"{sum(result['deals']) - points} burnt by a deal without points (B6)")
    if score == 0 < points <= GOAL:
        told.append(f"{points} is not enough to come into the game (B5)")
    if score - result["written"] + points > GOAL > score:
        told.append(f"{points} would pass {GOAL} (B9)")
    if result["fell"]:
        told.append(f"falls from the barrel at {result['barrel']} (B7)")
    return told


def heard(view: Any, action: str) -> str:
    """What a seat hears of another's action: everything (B10)."""
    return action
