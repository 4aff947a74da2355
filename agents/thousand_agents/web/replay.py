"""A written game, step by step: every pack and every action, as all see it or as one seat did."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np

from thousand_agents.record_option import form_of
from thousand_agents.web.jobs import Decision
from thousand_agents.web.picture import Look, picture
from thousand_agents.web.scene import scene, sheet
from thousand_env.errors import RecordError, TableError
from thousand_env.games.common.records import words
from thousand_env.games.thousand import Game, action_text
from thousand_env.games.thousand.seat_form import read_deal
from thousand_env.games.thousand.seat_game import SeatGame
from thousand_env.games.thousand.seat_record import read_seat_record
from thousand_env.games.thousand.view import fill_view, new_views
from thousand_env.record import game_from, read_record, replay_deals
from thousand_env.record_form import DEAL_KEYS, read_head

FORMAT: Final = "thousand-record/1"
MOST_STEPS: Final = 20_000  # a match of 200 deals has some 6000; each takes 4 kB and more


@dataclass(frozen=True, eq=False)
class Step:
    """What a step brought, and how the game stood after it.

    ``action`` is None for a pack; ``record`` is the game's state, of one seat's record its view.
    """

    deal: int
    seat: int | None
    action: str | None
    record: Any
    legal: tuple[int, ...]  # what whoever is to move may do; of one seat's record only that seat


class Replay:
    """All steps of a record.

    Raises: RecordError for whatever is no record of a legal match, or one seat's side of one.
    """

    def __init__(self, data: bytes) -> None:
        self.form = form_of(data)
        if self.form["format"] != FORMAT:
            raise RecordError(f"only Thousand is shown here: a record of {FORMAT!r} is expected")
        self.seat: int | None = None  # whose record it is; None has all cards
        of_seat = "seat" in self.form
        head = read_head(self.form, DEAL_KEYS | {"redeal"} if of_seat else DEAL_KEYS)
        steps = sum(len(deal["actions"]) + 1 for deal in head.deals)
        if steps > MOST_STEPS:
            raise RecordError(f"{steps} steps: at most {MOST_STEPS} are shown here")
        if of_seat:
            read_seat_record(self.form)
            self.seat = int(self.form["seat"])
            self.game: Game = SeatGame(head, self.seat)
            self.steps = self._seat_steps()
        else:
            read_record(self.form)
            self.game = game_from(head)
            self.steps = self._steps()
        self.rules, self.names = self.game.rules, self.game.names
        self._decisions: dict[int, list[tuple[int, Decision, str]]] = {}  # by seat, when asked for

    def _steps(self) -> list[Step]:
        steps: list[Step] = []
        deals = self.form["deals"]
        mover: int | None = None
        for done in replay_deals(self.game, deals):
            number = len(self.game.deals)
            action = deals[number - 1]["actions"][done - 1] if done else None
            steps.append(self._step(number, mover if done else None, action))
            mover = self.game.player
        return steps

    def _seat_steps(self) -> list[Step]:
        game, seat = self.game, self.seat
        assert isinstance(game, SeatGame) and seat is not None
        steps: list[Step] = []
        for number in range(1, len(self.form["deals"]) + 1):
            deal = read_deal(self.form, number - 1, game.rules, seat, game.dealer)
            game.bring(deal)
            steps.append(self._step(number, None, None))
            for action in deal.actions:
                mover = int(steps[-1].record.to_move)
                game.step(action)
                steps.append(self._step(number, mover, action))
        return steps

    def _step(self, deal: int, mover: int | None, action: str | None) -> Step:
        game = self.game
        if self.seat is None:
            return Step(deal, mover, action, game.state, tuple(game.legal_actions()))
        own = game.player == self.seat
        legal = tuple(game.legal_actions()) if own else ()
        return Step(deal, mover, action, game.view(self.seat), legal)

    def seen(self, step: int, seat: int | None) -> Any:
        """The game after a step: a seat's view, or with all hands open.

        Raises: TableError for no step, no seat, or what the record doesn't know.
        """
        if not 0 <= step < len(self.steps):
            raise TableError(f"step {step}: 0 to {len(self.steps) - 1} is expected")
        if seat is not None and not 0 <= seat < self.rules.players:
            raise TableError(f"seat {seat}: 0 to {self.rules.players - 1} is expected")
        record = self.steps[step].record
        if self.seat is not None:
            if seat not in (None, self.seat):
                raise TableError(f"this is the record of seat {self.seat} alone")
            return record
        return record if seat is None else view_of(record, self._compiled, seat)

    @cached_property
    def _compiled(self) -> Any:
        return self.rules.compiled()[0]

    def decisions(self, seat: int) -> list[tuple[int, Decision, str]]:
        """Where a seat decided: the step before, what it knew then, and what it did.

        Raises: TableError as ``seen``.
        """
        if seat not in self._decisions:
            self._decisions[seat] = self._decided(seat)
        return self._decisions[seat]

    def _decided(self, seat: int) -> list[tuple[int, Decision, str]]:
        self.seen(0, seat)
        found = []
        for number, (before, after) in enumerate(zip(self.steps, self.steps[1:], strict=False)):
            if after.action is not None and after.seat == seat:
                view = self.seen(number, seat)
                if view.to_move == seat and len(before.legal) > 1:
                    decision = Decision(self.rules, view.tobytes(), before.legal, (0, number))
                    found.append((number, decision, after.action))
        return found

    def as_dict(self) -> dict[str, Any]:
        """What a page needs to know beforehand."""
        game = self.game
        return {
            "names": self.names,
            "rules": self.rules.short(),
            "seat": self.seat,
            "steps": [[step.deal, step.seat, step.action] for step in self.steps],
            "results": game.results,
            "sheet": sheet(game.results, game.start),
            "over": game.over,
            "winner": game.winner,
            "settlement": game.settlement,
        }


def view_of(state: Any, compiled: Any, seat: int) -> Any:
    """What a seat knows of a game, of which this is the state."""
    states, views = np.array([state]), new_views(1)
    fill_view(states[0], compiled, seat, words(states), 0, views[0], words(views), 0)
    return views[0]


def shown(replay: Replay, number: int, seat: int | None, look: Look) -> dict[str, Any]:
    """A step as the page draws it.

    Raises: TableError as ``Replay.seen``.
    """
    record = replay.seen(number, seat)
    return {
        "scene": scene(record, replay.rules),
        "picture": picture(record, replay.rules, replay.names, look),
        "legal": [action_text(action) for action in replay.steps[number].legal],
    }
