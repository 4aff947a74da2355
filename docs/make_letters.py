"""Makes ``thousand_env/drawing/letters.json``: outlines of the letters that pictures need, from a free font.

The font is Inter (SIL Open Font License 1.1, see ``letters-OFL.txt``), as Debian's package
``fonts-inter`` brings it; ``fonttools`` reads it::

    python docs/make_letters.py /usr/share/fonts/opentype/inter
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from fontTools.misc.transform import Identity
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from thousand_env.files import written_aside

UNITS: Final = 500  # of the outlines, per em
WEIGHTS: Final = {"medium": "Inter-Medium.otf", "bold": "Inter-Bold.otf"}
TARGET: Final = Path(__file__).parent.parent / "thousand_env" / "drawing" / "letters.json"

# Latin with the letters of western Europe and Poland, Cyrillic (Russian, Ukrainian, Belarusian).
CHARACTERS: Final = "".join(
    [
        *map(chr, range(0x20, 0x7F)),
        *map(chr, range(0xC0, 0x100)),
        "ĄąĆćĘęŁłŃńŚśŹźŻż",
        *map(chr, range(0x410, 0x450)),
        "ЁёЄєІіЇїЎўҐґ",
        "–—’‘“”„«»…·•×−≥≤→№°½✓",
    ]
)


def outlines(path: Path) -> dict[str, list[Any]]:
    """Advance and SVG path of every character, y downwards, ``UNITS`` per em."""
    font = TTFont(path)
    glyphs, names, scale = font.getGlyphSet(), font.getBestCmap(), UNITS / font["head"].unitsPerEm
    found = {}
    for character in CHARACTERS:
        glyph, pen = glyphs[names[ord(character)]], RecordingPen()
        glyph.draw(TransformPen(pen, Identity.scale(scale, -scale)))
        found[character] = [round(glyph.width * scale), svg_path(pen.value)]
    return found


def svg_path(commands: Sequence[Any]) -> str:
    """A recorded outline in relative SVG commands, which are the shortest."""
    parts: list[str] = []
    here = start = (0, 0)
    for name, points in commands:
        whole = [(round(x), round(y)) for x, y in points]
        if name == "closePath":
            parts.append("z")
            here = start
            continue
        letter = {"moveTo": "m", "lineTo": "l", "curveTo": "c", "qCurveTo": "q"}[name]
        if whole[-1] != here or letter == "m":
            parts.append(letter + _numbers(whole, here))
            here = whole[-1]
        if letter == "m":
            start = here
    return "".join(parts)


def _numbers(points: Sequence[tuple[int, int]], here: tuple[int, int]) -> str:
    numbers = [str(a - b) for point in points for a, b in zip(point, here, strict=True)]
    return " ".join(numbers).replace(" -", "-")


def main(argv: Sequence[str] | None = None) -> None:
    """Write the file anew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help=f"where {', '.join(WEIGHTS.values())} lie")
    folder = parser.parse_args(argv).folder
    form = {
        "source": "Inter, Copyright 2016-2022 The Inter Project Authors",
        "licence": "SIL Open Font License 1.1",
        "units": UNITS,
    }
    form |= {weight: outlines(folder / file) for weight, file in WEIGHTS.items()}
    text = json.dumps(form, ensure_ascii=False).replace('"], "', '"],\n"')  # a line a letter
    with written_aside(TARGET) as part:
        part.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
