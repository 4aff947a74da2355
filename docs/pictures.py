"""Write the pictures of tables in docs/pictures/; with --check, name the stale ones and exit 1."""

import random
import sys
from pathlib import Path

from thousand_env import games
from thousand_env.files import written_aside
from thousand_env.games.common.game import BaseGame

NAMES = ["Anna", "Łukasz", "Вера", "Zoë"]
# By game: the table it begins from, and decisions before the picture.
POSITIONS = {
    "thousand": (
        {
            "score": [300, 120, 880],
            "bolts": [0, 2, 1],
            "barrel_deals_used": [None, None, 1],
            "barrels_used": [0, 0, 1],
        },
        12,
    ),
    "king": ({"totals": [-120, -200, -60, 120], "deals": 6}, 23),
    "bochki": ({"scores": [235, 0, 845], "turns": 9}, 4),
}
SEED = 3


def position(name: str) -> BaseGame:
    """A game somewhere on its way."""
    table, steps = POSITIONS[name]
    game, rng = games.load(name).Game(seed=SEED, table=table, dealer=0), random.Random(SEED)
    for _ in range(steps):
        game.apply(rng.choice([text for text in game.legal() if text not in ("redeal", "concede")]))
    return game


def picture(name: str) -> str:
    """The table as the player to move sees it."""
    game = position(name)
    names, view = NAMES[: game.rules.players], game.view(game.player or 0)
    return games.picture_of(game.rules).svg_view(view, game.rules, names)


def main(check: bool, folder: Path = Path(__file__).parent / "pictures") -> int:
    """Check the pictures or write those that are stale; the exit status."""
    stale = 0
    for name in POSITIONS:
        path, text = folder / f"{name}.svg", f"{picture(name)}\n"
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if check:
            print(f"{path} is stale: run python docs/pictures.py")
        else:
            with written_aside(path) as part:
                part.write_text(text, encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
