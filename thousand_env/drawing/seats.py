"""Players around a table: plates with what is known of each, and their hands."""

from typing import Final

from thousand_env.drawing.canvas import Canvas
from thousand_env.drawing.cards import CARD_BOX
from thousand_env.drawing.letters import fitted, width
from thousand_env.drawing.table import Seat, Table

PLATE_HEIGHT: Final = 44
_PAD: Final = 12
_NAME, _SCORE, _NOTE, _BADGE = 15, 17, 12.5, 11  # sizes of text
_UPPER, _LOWER = 19, 36  # base lines
_DOT: Final = 3.5
_WIDEST_STEP: Final = 1.06  # of cards side by side, in cards


def card_height(card_width: float) -> float:
    """Height of a card."""
    return card_width * CARD_BOX[1] / CARD_BOX[0]


def draw_plate(canvas: Canvas, table: Table, seat: int, x: float, y: float, room: float) -> None:
    """Name, badges and score above; notes and dots below.  Golden: it is his turn."""
    player, turn = table.seats[seat], seat == table.to_move
    ground, strong, soft = ("gold", "ink", "ink") if turn else ("plate", "chalk", "soft")
    canvas.rect(x, y, room, PLATE_HEIGHT, 10, canvas.fill(ground))
    if not player.notes and not player.dots:
        y += (_LOWER - _UPPER) / 2  # nothing stands below
    used = _score(canvas, player, x + room - _PAD, y, strong)
    left, right = x + _PAD, x + room - _PAD - used - 8
    if seat == table.dealer:
        left += _dealer_disc(canvas, left, y + _UPPER - 5.5)
    badges = sum(width(badge, _BADGE, True) + 18 for badge in player.badges)
    name = fitted(player.name, _NAME, max(right - left - badges, 30), True)
    left += canvas.text(left, y + _UPPER, name, _NAME, strong, True) + 8
    for badge in player.badges:
        left += draw_pill(canvas, left, y + _UPPER - 13, badge, _BADGE, 17) + 5
    notes = fitted(" · ".join(player.notes), _NOTE, room - 2 * _PAD - 12 * player.dots)
    canvas.text(x + _PAD, y + _LOWER, notes, _NOTE, soft)
    for k in range(player.dots):
        canvas.circle(
            x + room - _PAD - _DOT - 11 * k,
            y + _LOWER - 4,
            _DOT,
            canvas.fill("ink" if turn else "gold"),
        )


def _score(canvas: Canvas, player: Seat, right: float, y: float, role: str) -> float:
    """The score, in an oval where it has one; its width."""
    if not player.score:
        return 0
    inset = 8 if player.oval else 0
    used = canvas.text(right - inset, y + _UPPER, player.score, _SCORE, role, True, "end")
    used += 2 * inset
    if player.oval:
        line = canvas.stroke("gold" if role == "chalk" else "ink", 1.6)
        canvas.rect(right - used, y + 3, used, 21, 10.5, line)
    return used


def _dealer_disc(canvas: Canvas, x: float, middle: float) -> float:
    letter = canvas.style.say("dealer")[:1].upper()
    canvas.circle(x + 8, middle, 8, canvas.fill("paper"))
    canvas.text(x + 8, middle + 4, letter, 11, "ink", True, "middle")
    return 22


def draw_pill(
    canvas: Canvas, x: float, y: float, text: str, size: float, height: float, role: str = "paper"
) -> float:
    """A word on a ground of its own; its width."""
    used = width(text, size, True) + 12
    canvas.rect(x, y, used, height, height / 2, canvas.fill(role))
    canvas.text(x + 6, y + height / 2 + 0.36 * size, text, size, "ink", True)
    return used


def draw_fan(
    canvas: Canvas, table: Table, seat: int, x: float, y: float, room: float, card_width: float
) -> None:
    """A hand side by side, cards over each other where room is short."""
    cards = table.seats[seat].cards
    if not cards:
        return
    step = card_width * _WIDEST_STEP
    if len(cards) > 1:
        step = min(step, (room - card_width) / (len(cards) - 1))
    x += (room - card_width - step * (len(cards) - 1)) / 2
    for k, card in enumerate(cards):
        canvas.card(x + k * step, y, card_width, card, f' data-seat="{seat}"')
