"""What a table sends: one JSON object a message, the state with a picture for each look."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from thousand_agents.web.match import Match
from thousand_agents.web.picture import Look, picture
from thousand_agents.web.scene import Once, scene, sheet
from thousand_agents.web.sentences import say
from thousand_env.games.thousand import action_text


@dataclass(eq=False)
class Client:
    """A window in which the table is open: how to send to it, and how its pictures look."""

    send: Callable[[str], Awaitable[None]]
    look: Look
    seen: str = ""  # the state that was sent last

    async def show(self, state: str) -> None:
        """Send a state, unless it is what is seen already: that would tell of hidden questions."""
        if state != self.seen:
            self.seen = state
            await self.send(state)


def frame(kind: str, **values: Any) -> str:
    """A message."""
    return json.dumps({"type": kind, **values}, ensure_ascii=False, separators=(",", ":"))


def refused(reason: str, turn: int, look: Look) -> str:
    """Why something wasn't done, to whom it was refused."""
    return frame("refused", reason=say(reason, look.language), turn=turn)


def missed(said: dict[str, Any], look: Look) -> str:
    """An agent gave no answer."""
    return frame("missed", **said | {"reason": say(said["reason"], look.language)})


def state_frames(match: Match, asked: bool, **room: Any) -> Callable[[Look], str]:
    """The table as it is seen now, by the look of its picture.

    Of the deal there is what the person's seat knows (R13), of the match what everybody does.
    ``asked``: is it for the person to decide?  ``room`` is what goes on around the match.
    """
    game, settings, still = match.game, match.settings, match.still
    seen = Once(match.seen())
    values = {
        "turn": match.turn,
        "seat": settings.seat,
        "names": settings.names,
        "training": settings.training,
        "scene": scene(seen, settings.rules) | {"player": match.player_seen},
        "legal": [action_text(action) for action in match.legal_actions()] if asked else [],
        "sheet": sheet(game.results, game.start),
        "taker": still.taker if still else None,
        "result": still.result if still else None,
        "over": game.over,
        "winner": game.winner,
        "settlement": game.settlement,
    }

    told = frame("state", **values, **room)

    @lru_cache
    def with_picture(look: Look) -> str:
        drawn = picture(seen, settings.rules, settings.names, look)
        return f'{told[:-1]},"picture":{json.dumps(drawn, ensure_ascii=False)}}}'

    return with_picture
