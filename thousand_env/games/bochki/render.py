"""Bochki as text: the table, which is open to all, and the score sheet."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from thousand_env.drawing.text import MARK, seat_names, sheet_lines, table_lines
from thousand_env.games.bochki.actions import OVER, PHASES
from thousand_env.games.bochki.cards import mask_text
from thousand_env.games.bochki.phases.turn import barrel
from thousand_env.games.bochki.rules import DEALS, GOAL, RuleSet
from thousand_env.games.bochki.state import NONE

TABLE_NOTE: Final = "the default score table, `house`, is this project's own (B4)"
_COLUMNS: Final = ("", "score", "turn", "deals", "hand")


def render_view(view: Any, names: Sequence[str] | None = None) -> str:
    """What a seat knows (a record of ``VIEW_DTYPE``) as text: everything is open (B10).

    ``names`` by seat; without them the seats are called as PettingZoo's agents, ``player_0``.
    """
    return _table_text(view, int(view.players), int(view.max_turns), names)


def render_state(state: Any, rules: RuleSet, names: Sequence[str] | None = None) -> str:
    """A game's record (``STATE_DTYPE``) as text."""
    return _table_text(state, rules.players, rules.max_turns, names)


def _table_text(record: Any, players: int, turns: int, names: Sequence[str] | None) -> str:
    names = seat_names(players, names)
    rows = [_COLUMNS]
    for seat in range(players):
        mark = "> " if seat == record.to_move else "  "
        hand = mask_text(int(record.hand[seat]))
        row = (mark + names[seat], score_text(record, seat), turn_points(record, seat))
        rows.append((*row, deals_text(record, seat), hand))
    return "\n".join([_headline(record, players, turns, names), *table_lines(rows), TABLE_NOTE])


def _headline(record: Any, players: int, turns: int, names: Sequence[str]) -> str:
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


def took_part(record: Any, seat: int) -> bool:
    """Has he had a hand in the turns that run, or ran last?"""
    return bool(record.turn_deals) and record.alone in (NONE, seat)


def turn_points(record: Any, seat: int) -> str:
    """What his turn has brought so far, "" if he has none."""
    return str(record.points[seat]) if took_part(record, seat) else ""


def deals_text(record: Any, seat: int) -> str:
    """What the deals of his turn scored, as ``35 80``; ``end`` where it is over."""
    if not took_part(record, seat):
        return ""
    scored = [str(points) for points in deal_points(record, seat)]
    return " ".join(scored if record.playing[seat] else [*scored, "end"])


def deal_points(record: Any, seat: int) -> list[int]:
    """What each deal of his turn has scored."""
    points = [int(points) for points in record.deal_points[seat, : record.turn_deals]]
    while not record.hand[seat] and len(points) > 1 and not points[-1]:
        points.pop()  # dealt without him
    return points


def score_sheet(
    names: Sequence[str], results: Sequence[Mapping[str, Any]], start: Mapping[str, Any]
) -> str:
    """The game as players keep it: a column a player, a line a turn, extra turns in their own.

    ``results`` are ``Game.results``, ``start`` is the table before them (``Game.start``).  A score
    in a barrel stands in an oval, ``(235)``.
    """
    rows = [("", "", *names)]
    if any(start["scores"]):
        rows.append(("", "start", *map(str, start["scores"])))
    rows += [
        (str(number), kind, *(_cell(line.get(seat)) for seat in range(len(names))))
        for number, (kind, line) in enumerate(_lines(results), 1)
    ]
    return "\n".join([*sheet_lines(rows), TABLE_NOTE])


def _lines(results: Sequence[Mapping[str, Any]]) -> list[tuple[str, dict[int, Any]]]:
    """Turns by line; an extra one, the second or third in a barrel, is taken alone (B7)."""
    lines: list[tuple[str, dict[int, Any]]] = []
    for result in results:
        seat, extra = result["seat"], (result["barrel_turn"] or 0) > 1
        if extra or not lines or lines[-1][0] or seat in lines[-1][1]:
            lines.append(("extra" if extra else "", {}))
        lines[-1][1][seat] = result
    return lines


def _cell(result: Mapping[str, Any] | None) -> str:
    return "" if result is None else _in_barrel(result["score"])


def result_line(result: Mapping[str, Any], names: Sequence[str]) -> str:
    """An entry of ``Game.results`` on one line."""
    deals = " ".join(map(str, result["deals"]))
    score = _in_barrel(result["score"])
    fell = f", falls from the barrel at {result['barrel']}" if result["fell"] else ""
    return f"{names[result['seat']]}: {deals}; written: {result['written']:+}{fell}; score {score}"


def heard(view: Any, action: str) -> str:
    """What a seat hears of another's action: everything (B10)."""
    return action
