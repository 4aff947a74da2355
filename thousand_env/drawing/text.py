"""Plain text: tables, score sheets, and printing with red suits in red."""

from collections.abc import Sequence
from typing import Final

MARK: Final = "·"  # beside a number, such as a bolt's
_RED: Final = r"\b(10|[2-9JQKTA])[DH]\b"


def seat_names(players: int, names: Sequence[str] | None) -> Sequence[str]:
    """The names given, or the agents' own: ``player_0``."""
    return [f"player_{seat}" for seat in range(players)] if names is None else names


def by_name(names: Sequence[str], numbers: Sequence[int]) -> str:
    """A number a seat: ``Anna +20, Boris -20``."""
    return ", ".join(f"{name} {number:+}" for name, number in zip(names, numbers, strict=True))


def table_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines: the first and the last column to the left, numbers between to the right."""
    columns = len(rows[0])
    widths = [max(len(row[k]) for row in rows) for k in range(columns)]
    return [_aligned(row, widths) for row in rows]


def _aligned(row: Sequence[str], widths: list[int]) -> str:
    first, *numbers, last = row
    cells = [n.rjust(w) for n, w in zip(numbers, widths[1:-1], strict=True)]
    return "  ".join([first.ljust(widths[0]), *cells, last]).rstrip()


def sheet_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """A score sheet: number and kind of the deal, then a column a player.

    Numbers stand right under each other, their marks (``MARK``) beside them.
    """
    columns = range(len(rows[0]))
    widths = [max(len(row[k].rstrip(MARK)) for row in rows) for k in columns]
    marks = [max(len(row[k]) - len(row[k].rstrip(MARK)) for row in rows) for k in columns]
    return [_sheet_line(row, widths, marks) for row in rows]


def _sheet_line(row: Sequence[str], widths: list[int], marks: list[int]) -> str:
    cells = []
    for k, cell in enumerate(row):
        number = cell.rstrip(MARK)
        beside = cell[len(number) :].ljust(marks[k])
        cells.append((number.ljust(widths[k]) if k == 1 else number.rjust(widths[k])) + beside)
    return "  ".join(cells).rstrip()


def show(text: str) -> None:
    """Print a rendered table, red suits in red where rich is installed."""
    try:
        from rich.console import Console
        from rich.text import Text
    except ImportError:
        print(text, flush=True)
        return
    coloured = Text(text)
    coloured.highlight_regex(_RED, "red")
    Console(soft_wrap=True).print(coloured)
