"""A table as a picture, wide or for a phone: opponents above, the middle, one's own seat below."""

from dataclasses import dataclass
from typing import Final

from thousand_env.drawing.canvas import Canvas, Svg
from thousand_env.drawing.letters import fitted
from thousand_env.drawing.middle import Room, draw_facts, draw_piles, draw_rows
from thousand_env.drawing.seats import PLATE_HEIGHT, card_height, draw_fan, draw_plate
from thousand_env.drawing.table import Table
from thousand_env.drawing.theme import Style

WIDE, COMPACT = 860, 390  # widths in pixels
_MARGIN: Final = 12
_GAP: Final = 6
_ARC: Final = 8  # how much lower the outer ones of three opponents sit


@dataclass(frozen=True)
class _Measures:
    width: int
    header: int  # height of the headline
    hand: int  # width of a card in one's own hand
    other: int  # in another's
    pile: int  # in the middle
    middle: int  # height of the middle
    fan: int  # width of one's own hand at most
    plate: int  # of one's own plate
    radius: int  # of the table's corners


_WIDE: Final = _Measures(WIDE, 46, 70, 44, 58, 182, 740, 420, 120)
_COMPACT: Final = _Measures(COMPACT, 52, 58, 40, 52, 206, 366, 366, 30)


def draw_table(table: Table, style: Style) -> Svg:
    """The picture; its size depends on the number of seats and the style only."""
    m = _COMPACT if style.compact else _WIDE
    canvas = Canvas(style)
    others = _other_places(m, len(table.seats) - 1)
    block = PLATE_HEIGHT + _GAP + card_height(m.other)
    middle = max(y for _, y, _ in others) + block + _GAP
    hand = middle + m.middle
    plate = hand + card_height(m.hand) + _GAP
    height = round(plate + PLATE_HEIGHT + _MARGIN)
    canvas.rect(0, 0, m.width, height, 0, canvas.fill("room"))
    top, inset = m.header + (0 if style.compact else 18), 4 if style.compact else 14
    bottom = height - (4 if style.compact else 26)
    canvas.felt(inset, top, m.width - 2 * inset, bottom - top, m.radius)
    _headline(canvas, table, m)
    for step, (x, y, width) in enumerate(others, 1):
        seat = (table.below + step) % len(table.seats)
        draw_plate(canvas, table, seat, x, y, width)
        draw_fan(canvas, table, seat, x, y + PLATE_HEIGHT + _GAP, width, m.other)
    _middle(canvas, table, m, middle)
    draw_fan(canvas, table, table.below, (m.width - m.fan) / 2, hand, m.fan, m.hand)
    draw_plate(canvas, table, table.below, (m.width - m.plate) / 2, plate, m.plate)
    return canvas.document(m.width, height, table.title, table.text)


def _other_places(m: _Measures, count: int) -> list[tuple[float, float, float]]:
    """Left, top and width of each opponent's block, clockwise."""
    inner = m.width - 2 * _MARGIN
    if m.width == COMPACT:
        block = PLATE_HEIGHT + _GAP + card_height(m.other) + _GAP
        return [(_MARGIN, m.header + _MARGIN + k * block, inner) for k in range(count)]
    width = min((inner - (count - 1) * _MARGIN) / count, 380)
    step = inner / count
    lower = [_ARC if count == 3 and k != 1 else 0 for k in range(count)]
    return [
        (_MARGIN + k * step + (step - width) / 2, m.header + lower[k], width) for k in range(count)
    ]


def _headline(canvas: Canvas, table: Table, m: _Measures) -> None:
    """Which deal it is and who is to decide: in one line, or two on a phone."""
    inner = m.width - 2 * _MARGIN
    if m.width == COMPACT:
        canvas.text(_MARGIN, 20, fitted(table.title, 14, inner, True), 14, "caption", True)
        canvas.text(_MARGIN, 40, fitted(table.status, 13, inner), 13, "caption")
        return
    status = fitted(table.status, 14, 0.45 * inner)
    used = canvas.text(m.width - _MARGIN, 28, status, 14, "caption", False, "end")
    title = fitted(table.title, 16, inner - used - 2 * _MARGIN, True)
    canvas.text(_MARGIN, 28, title, 16, "caption", True)


def _middle(canvas: Canvas, table: Table, m: _Measures, top: float) -> None:
    room = Room(_MARGIN, top, m.width - 2 * _MARGIN, m.middle)
    if table.rows:
        used = draw_rows(canvas, table.rows, room)
    else:
        used = draw_piles(canvas, table.piles, room, m.pile)
    draw_facts(canvas, table.facts, room, used)
