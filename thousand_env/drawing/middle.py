"""The middle of a table: piles of cards, cards laid out in rows, facts on labels."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from thousand_env.drawing.canvas import Canvas
from thousand_env.drawing.cards import MINI_BOX
from thousand_env.drawing.letters import fitted, width
from thousand_env.drawing.seats import card_height, draw_pill
from thousand_env.drawing.table import Cards, Pile

_LABEL, _CAPTION = 13, 13  # sizes of text
_LABEL_HEIGHT, _CAPTION_HEIGHT = 19, 20
_BETWEEN: Final = 36  # piles
_FACT, _FACT_HEIGHT, _FACT_GAP = 13, 22, 6
_LEAST_FACT: Final = 8
_SMALL: Final = 0.76  # size of what is over
_MINI_HEIGHT: Final = 35.0


class Room(NamedTuple):
    """A part of the picture."""

    x: float
    y: float
    width: float
    height: float


def draw_piles(canvas: Canvas, piles: Sequence[Pile], room: Room, card_width: float) -> float:
    """Piles side by side, centred; the height used, the same whatever lies there."""
    height = _LABEL_HEIGHT + card_height(card_width) + _CAPTION_HEIGHT
    between = _BETWEEN * min(1.0, room.width / 600)
    needed = sum(_step(pile, card_width) * len(pile.cards) for pile in piles)
    free = room.width - between * (len(piles) - 1)
    scale = min(1.0, free / needed) if needed else 1.0
    x = room.x + (free - needed * scale) / 2
    for pile in piles:
        _pile(canvas, pile, x, room.y, card_width * scale)
        x += _step(pile, card_width * scale) * len(pile.cards) + between
    return height


def _step(pile: Pile, card_width: float) -> float:
    return card_width * (1.45 if pile.captions else _SMALL * 1.08 if pile.small else 1.08)


def _pile(canvas: Canvas, pile: Pile, x: float, y: float, card_width: float) -> None:
    step = _step(pile, card_width)
    if pile.small:
        y += (1 - _SMALL) * card_height(card_width) / 2
        card_width *= _SMALL
    top = y + _LABEL_HEIGHT
    middle = x + step * len(pile.cards) / 2
    canvas.text(middle, y + 13, pile.label, _LABEL, "soft", False, "middle")
    for k, card in enumerate(pile.cards):
        left = x + k * step + (step - card_width) / 2
        canvas.card(left, top, card_width, card)
        if k == pile.best:
            size = card_width + 5, card_height(card_width) + 5
            canvas.rect(left - 2.5, top - 2.5, *size, 8, canvas.stroke("gold", 3))
    for k, caption in enumerate(pile.captions):
        base = top + card_height(card_width) + 16
        text = fitted(caption, _CAPTION, step - 4)
        canvas.text(x + (k + 0.5) * step, base, text, _CAPTION, "chalk", False, "middle")


def draw_rows(canvas: Canvas, rows: Sequence[Cards], room: Room) -> float:
    """Small cards in rows, empty places left dark; the height used."""
    wide = _MINI_HEIGHT * MINI_BOX[0] / MINI_BOX[1]
    step = wide + 2.4
    for line, cards in enumerate(rows):
        x = room.x + (room.width - step * len(cards)) / 2
        y = room.y + line * (_MINI_HEIGHT + 3)
        for k, card in enumerate(cards):
            if card:
                canvas.mini(x + k * step, y, wide, card)
            else:
                canvas.rect(x + k * step, y, wide, _MINI_HEIGHT, 3, canvas.fill("edge"))
    return len(rows) * (_MINI_HEIGHT + 3)


def draw_facts(canvas: Canvas, facts: Sequence[str], room: Room, used: float) -> None:
    """Labels centred below what is ``used``, in as many lines as there is room for."""
    size = float(_FACT)
    lines = int((room.height - used) // (_FACT_HEIGHT + 4))
    while len(wrapped := _wrapped(facts, size, room.width)) > lines and size > _LEAST_FACT:
        size -= 0.5
    for number, line in enumerate(wrapped):
        x = room.x + (room.width - _length(line, size)) / 2
        y = room.y + used + 4 + number * (_FACT_HEIGHT + 4)
        for fact in line:
            x += draw_pill(canvas, x, y, fact, size, _FACT_HEIGHT) + _FACT_GAP


def _wrapped(facts: Sequence[str], size: float, room: float) -> list[list[str]]:
    lines: list[list[str]] = []
    for fact in facts:
        text = fitted(fact, size, room - 12, True)
        if lines and _length([*lines[-1], text], size) <= room:
            lines[-1].append(text)
        else:
            lines.append([text])
    return lines


def _length(line: Sequence[str], size: float) -> float:
    return sum(width(fact, size, True) + 12 + _FACT_GAP for fact in line) - _FACT_GAP
