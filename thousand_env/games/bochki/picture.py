"""Bochki as a picture: the table, which is open to all."""

from collections.abc import Sequence
from typing import Any, Final

from thousand_env.drawing.canvas import Svg
from thousand_env.drawing.layout import draw_table
from thousand_env.drawing.letters import fitted
from thousand_env.drawing.table import Cards, Pile, Seat, Table
from thousand_env.drawing.text import seat_names
from thousand_env.drawing.theme import Style
from thousand_env.games.bochki.actions import DEAL, OVER, PHASES
from thousand_env.games.bochki.cards import mask_text
from thousand_env.games.bochki.division import division
from thousand_env.games.bochki.options import HOUSE
from thousand_env.games.bochki.phases.turn import barrel
from thousand_env.games.bochki.render import (
    deal_points,
    is_over,
    leaders,
    render_state,
    render_view,
    took_part,
    turns_have_ended,
)
from thousand_env.games.bochki.rules import BARREL_TURNS, DEALS, RuleSet
from thousand_env.games.bochki.state import NONE

WORDS: Final = (  # all that is said, for those who translate (``Style.words``)
    "barrel", "deal", "dealer", "decide", "entry", "extra turn", "game over", "in front",
    "score table: this project's own", "to move", "turn", "turn over",
)  # fmt: skip
_OWNER: Final = (13, 60)  # size of the name over a combination, and its room
_PLAIN: Final = Style()


def svg_state(
    state: Any, rules: RuleSet, names: Sequence[str] | None = None, style: Style = _PLAIN
) -> Svg:
    """A game's record (``STATE_DTYPE``) as an SVG document."""
    return draw_table(_table(state, rules, names, style, render_state(state, rules, names)), style)


def svg_view(
    view: Any, rules: RuleSet, names: Sequence[str] | None = None, style: Style = _PLAIN
) -> Svg:
    """What a seat knows (``VIEW_DTYPE``) as an SVG document: it sits below; everything is open."""
    return draw_table(_table(view, rules, names, style, render_view(view, rules, names)), style)


def _cards(mask: Any) -> Cards:
    return tuple(mask_text(int(mask)).split())


def _table(
    record: Any, rules: RuleSet, names: Sequence[str] | None, style: Style, text: str
) -> Table:
    names = seat_names(rules.players, names)
    to_move = None if record.to_move == NONE else int(record.to_move)
    facts = []
    if rules.score_table == HOUSE:  # said wherever results are shown (B4)
        facts.append(style.say("score table: this project's own"))
    return Table(
        title=_title(record, rules, style),
        status=_status(record, rules, names, style),
        seats=tuple(
            _seat(record, rules, seat, names[seat], style) for seat in range(rules.players)
        ),
        text=text,
        to_move=to_move,
        dealer=_dealer(record, rules.players),
        below=int(getattr(record, "seat", 0)),  # a state is nobody's
        piles=() if to_move is None else _combinations(record, rules, names[to_move]),
        facts=tuple(facts),
    )


def _dealer(record: Any, players: int) -> int:
    """Who has dealt what is shown; between two deals the next one has the deal (B1)."""
    between = record.phase == DEAL and any(record.hand)
    return int(record.dealer - between) % players


def _title(record: Any, rules: RuleSet, style: Style) -> str:
    if record.phase == OVER:
        return style.begin("game over")
    if turns_have_ended(record):
        return style.begin("turn over")
    parts = [f"{style.begin('turn')} {record.turns + 1}"]
    parts.append(f"{style.say('deal')} {max(record.turn_deals, 1)}/{DEALS}")
    if record.alone != NONE and record.barrel_turns[record.alone]:
        parts.append(style.say("extra turn"))
    return " · ".join(parts)


def _status(record: Any, rules: RuleSet, names: Sequence[str], style: Style) -> str:
    if record.phase == OVER:
        best = ", ".join(names[seat] for seat in leaders(record, rules.players))
        return f"{style.begin('in front')}: {best}"
    if record.to_move == NONE:
        return f"{style.begin('dealer')}: {names[_dealer(record, rules.players)]}"
    return f"{style.begin(PHASES[record.phase])} · {style.say('to move')}: {names[record.to_move]}"


def _seat(record: Any, rules: RuleSet, seat: int, name: str, style: Style) -> Seat:
    """Score, oval in a barrel with a dot for every turn used there; the turn, deal by deal."""
    score, badges, notes = int(record.score[seat]), [], []
    if barrel(score):
        badges.append(f"{style.say('barrel')} {record.barrel_turns[seat]}/{BARREL_TURNS}")
    if not record.entered[seat]:
        badges.append(f"{style.say('entry')} {rules.entry}")
    if took_part(record, seat):
        scored = " + ".join(map(str, deal_points(record, seat)))
        notes.append(f"{style.say('turn')} {record.points[seat]} ({scored})")
        if is_over(record, seat):
            notes.append(style.say("turn over"))
    return Seat(
        name,
        str(score),
        oval=barrel(score) > 0,
        dots=int(record.barrel_turns[seat]),
        badges=tuple(badges),
        notes=tuple(notes),
        cards=_cards(record.hand[seat]),
    )


def _combinations(record: Any, rules: RuleSet, whose: str) -> tuple[Pile, ...]:
    """What the hand of the player to move scores, with his name: it may lie below another's hand."""
    whose = fitted(whose, *_OWNER)
    return tuple(
        Pile(f"{whose}: {name} · {rules.values[name]}", _cards(cards))
        for name, cards in division(rules, int(record.hand[record.to_move]))
    )
