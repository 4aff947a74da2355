"""Colours of pictures: a palette each for light and dark, as CSS variables with plain fallbacks.

Every colour has a role.  An element carries its role as a class and the colour itself as an
attribute: programs without CSS variables draw the attribute, browsers take the variable
``--te-ROLE``, which a page may set, and else the palette of the theme.  The rules stand in
``@supports``, so that programs without variables pass over them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from thousand_env.errors import ThousandError

Palette = Mapping[str, str]

LIGHT: Final[Palette] = {
    "room": "#efebe2",
    "caption": "#292524",  # text on the room
    "rim": "#6b4423",
    "edge": "#14532d",
    "felt": "#1a6b3c",
    "chalk": "#ffffff",  # text on felt and plates
    "plate": "#0d3b22",
    "soft": "#cfe3d6",  # lesser text on plates and felt
    "gold": "#facc15",
    "paper": "#fffdf8",
    "line": "#a8a29e",
    "ink": "#1c1917",  # text on paper and gold
    "back": "#1e3a8a",
    "weave": "#93a8e0",
    "spades": "#1c1917",
    "clubs": "#1c1917",
    "diamonds": "#b91c1c",
    "hearts": "#b91c1c",
    "joker": "#6d28d9",
}
DARK: Final[Palette] = {
    "room": "#16181c",
    "caption": "#e7e5e4",
    "rim": "#3a2a1d",
    "edge": "#0c2418",
    "felt": "#14402a",
    "chalk": "#f5f5f4",
    "plate": "#081a11",
    "soft": "#b5cdbf",
    "gold": "#e3b341",
    "paper": "#e7e2d6",
    "line": "#78716c",
    "ink": "#1c1917",
    "back": "#1e2f66",
    "weave": "#7086c4",
    "spades": "#1c1917",
    "clubs": "#1c1917",
    "diamonds": "#991b1b",
    "hearts": "#991b1b",
    "joker": "#5b21b6",
}
FOUR_COLOURS: Final[Palette] = {"clubs": "#14532d", "diamonds": "#1e40af"}  # on either paper

THEMES: Final = ("auto", "light", "dark")  # auto: dark where the reader's system is
_STROKED: Final = (
    "rim",
    "edge",
    "line",
    "weave",
    "gold",
    "ink",
    "spades",
    "clubs",
    "diamonds",
    "hearts",
)


@dataclass(frozen=True)
class Style:
    """How pictures look.

    Args:
        theme: ``light``, ``dark`` or ``auto``, which goes by the reader's system and is light
            in pixels.
        four_colours: clubs green and diamonds blue.
        compact: 390 wide, for phones, instead of 860.
        words: what stands for an English word of the picture, as ``{"contract": "контракт"}``;
            words left out stay as they are.
    """

    theme: str = "auto"
    four_colours: bool = False
    compact: bool = False
    words: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise ThousandError(f"theme = {self.theme!r:.40}: one of {', '.join(THEMES)}")

    @property
    def palette(self) -> Palette:
        """Colours by role, for programs without CSS variables."""
        base = DARK if self.theme == "dark" else LIGHT
        return {**base, **FOUR_COLOURS} if self.four_colours else base

    @property
    def classes(self) -> str:
        """Classes of the document."""
        return f"te te-{self.theme}" + (" te-four" if self.four_colours else "")

    def say(self, word: str) -> str:
        """A word in the reader's language."""
        return self.words.get(word, word)

    def begin(self, word: str) -> str:
        """The same at the beginning of a line."""
        said = self.say(word)
        return said[:1].upper() + said[1:]


def _variables(palette: Palette) -> str:
    return "".join(f"--{role}:var(--te-{role},{colour});" for role, colour in palette.items())


def _css() -> str:
    """The same for every picture, as several may stand in one page."""
    rules = [
        f".te{{{_variables(LIGHT)}}}",
        f".te-dark{{{_variables(DARK)}}}",
        f"@media(prefers-color-scheme:dark){{.te-auto{{{_variables(DARK)}}}}}",
        f".te-four.te{{{_variables(FOUR_COLOURS)}}}",
        *(f".te-{role}{{fill:var(--{role})}}" for role in LIGHT),
        *(f".te-{role}-line{{fill:none;stroke:var(--{role})}}" for role in _STROKED),
    ]
    return f"@supports(color:var(--te)){{{''.join(rules)}}}"


CSS: Final = _css()
