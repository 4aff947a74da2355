"""A written game as a moving picture (GIF): a frame a decision, all hands open."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from gymnasium.error import DependencyNotInstalled

from thousand_agents.arena.progress import Report
from thousand_env import games
from thousand_env.drawing.pixels import image
from thousand_env.errors import RecordError, ThousandError
from thousand_env.files import written_aside
from thousand_env.games.common.game import BaseGame

MOST_FRAMES: Final = 1500  # about 20 kB and 0.1 seconds each
_STEP, _END = 800, 2500  # milliseconds: a decision, the end of a deal
_COLOURS: Final = 255  # one is left for what doesn't change


def count_frames(game: BaseGame, deal: int | None = None) -> int:
    """Frames of all deals, or of deal number ``deal``.

    Raises: RecordError if there are none or more than ``MOST_FRAMES``.
    """
    deals = game.deals
    if deal is not None:
        if not 1 <= deal <= len(deals):
            raise RecordError(f"deal {deal}: the record has deals 1 to {len(deals)}")
        deals = deals[deal - 1 : deal]
    count = sum(1 + len(entry["actions"]) for entry in deals)
    if not deals or count > MOST_FRAMES:
        raise RecordError(
            f"{count} frames: 1 to {MOST_FRAMES} are possible; --deal N takes one deal only"
        )
    return count


def write_gif(
    game: BaseGame,
    names: Sequence[str],
    path: str | Path,
    deal: int | None = None,
    report: Report = lambda done: None,
) -> int:
    """Write the frames of a game, or of one deal, to a file; how many there are.

    ``report`` is told of every frame done.  A file of that name is replaced at the end or not at all.
    Raises: RecordError as ``count_frames`` and for a file that can't be written; ThousandError
        without resvg-py and pillow.
    """
    count = count_frames(game, deal)
    durations: list[int] = []
    pictures = _pictures(game, names, deal, durations, report)
    try:
        first = next(pictures)
    except DependencyNotInstalled as error:
        raise ThousandError(str(error)) from None
    try:
        with written_aside(path) as part, part.open("wb") as file:
            # Pillow asks for the durations after the last frame.
            first.save(
                file, "GIF", save_all=True, append_images=pictures, duration=durations, loop=0
            )
    except (OSError, ValueError) as error:  # ValueError: a path with a zero byte
        raise RecordError(f"cannot write {str(path)[:200]}: {error}") from None
    return count


def _pictures(
    game: BaseGame, names: Sequence[str], deal: int | None, durations: list[int], report: Report
) -> Iterator[Any]:
    """The frames in colours of one palette, so that only what changes is stored."""
    palette = None
    for done, (svg, duration) in enumerate(_frames(game, names, deal), 1):
        picture = image(svg)
        palette = palette or picture.quantize(_COLOURS)
        durations.append(duration)
        yield picture.quantize(palette=palette, dither=0)
        report(done)


def _frames(game: BaseGame, names: Sequence[str], deal: int | None) -> Iterator[tuple[str, int]]:
    """Picture and milliseconds of every position, replayed in a second game."""
    draw = games.picture_of(game.rules).svg_state
    again = type(game)(game.rules, seed=None, table=game.start, dealer=game.first_dealer)
    for number, entry in enumerate(game.deals, 1):
        wanted = deal in (None, number)
        again.deal(entry["hands"], entry["talon"])
        for action in (None, *entry["actions"]):
            if action is not None:
                again.apply(action)
            if wanted:
                ended = again.needs_deal or again.over
                yield draw(again.state, again.rules, names), _END if ended else _STEP
        if number == deal:
            return
