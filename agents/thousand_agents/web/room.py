"""A table in the browser: one match, whoever is connected to it, and the agents' turns."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from thousand_agents.web import jobs
from thousand_agents.web.frames import Client, frame, missed, refused, state_frames
from thousand_agents.web.hints import HintJob, make_hint
from thousand_agents.web.lanes import Lanes
from thousand_agents.web.match import Match
from thousand_agents.web.picture import Look
from thousand_agents.web.seats import Seats
from thousand_agents.web.settings import read_settings
from thousand_agents.web.store import StoreError
from thousand_env.checks import check
from thousand_env.errors import ThousandError

FORMAT: Final = "thousand-web-table/1"
PATIENCE: Final = 0.25  # seconds of thinking that are not worth a picture of their own
SHOWN: Final = 2  # tempos that a finished trick, or a watched deal's end, is shown

Save = Callable[[dict[str, Any]], Awaitable[None]]


class Room:
    """One table.  Everything happens in the server's event loop; only slow agents think elsewhere.

    ``save`` is called with the form of the table whenever it changed for good; before that is seen.
    """

    def __init__(self, match: Match, lanes: Lanes, save: Save) -> None:
        self.match, self.settings = match, match.settings
        self.tempo, self.left, self.paused = self.settings.tempo, False, False
        self.clients: set[Client] = set()
        self._lanes, self._save = lanes, save
        self._seats = Seats(self.settings.agents, lanes, self._missed)
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._keeping = asyncio.Lock()  # a later form is never overtaken by an earlier one
        self.rested = time.monotonic()  # since when nobody is connected
        self._hints: set[asyncio.Task[None]] = set()
        self._unsaid: list[dict[str, Any]] = []  # of missed decisions

    # --- keeping ---------------------------------------------------------------------------------

    def as_dict(self) -> dict[str, Any]:
        """The table as it is kept: the cards follow from the seed, so the file stays secret."""
        settings = self.settings.form | {"tempo": self.tempo}
        match = self.match
        kept = {"seed": match.seed, "actions": [*match.actions], "turn": match.turn}
        return {"format": FORMAT, "settings": settings, **kept, "left": self.left}

    @classmethod
    def of_dict(cls, form: Any, offered: Any, lanes: Lanes, save: Any) -> "Room":
        """The table of a file.

        Raises: ThousandError for what is none, or not of today's rules.
        """
        check(isinstance(form, dict) and form.get("format") == FORMAT, "no table of ours")
        settings = read_settings(form["settings"], offered)
        room = cls(Match.replayed(settings, form["seed"], form["actions"]), lanes, save)
        room.match.turn, room.left = form["turn"] + 1, form["left"]
        return room

    async def keep(self) -> None:
        """Save the table as it stands now; where that fails all hear of it, and it goes on."""
        try:
            async with self._keeping:
                await self._save(self.as_dict())
        except (OSError, StoreError) as error:
            reason = f"this table can't be kept: {error}"
            await self._tell_each(lambda look: refused(reason, self.match.turn, look))

    @property
    def keeping(self) -> bool:
        """Is it being saved?"""
        return self._keeping.locked()

    # --- connections -----------------------------------------------------------------------------

    async def join(self, client: Client) -> None:
        """Somebody connects; whoever does sees the table as it stands."""
        self.clients.add(client)
        await client.show(self._state()(client.look))
        if not self._waits():
            self.begin()

    def part(self, client: Client) -> None:
        """Somebody is gone."""
        self.clients.discard(client)
        self.rested = time.monotonic()

    def begin(self) -> None:
        """Let the agents play until it is the person's turn."""
        if self._closed:
            return
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())
        self._wake.set()

    async def close(self) -> None:
        """Nothing more happens at this table."""
        self._closed = True
        async with self._keeping:  # what is being written is written to its end
            tasks = [task for task in (self._task, *self._hints) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def ended(self) -> bool:
        """Is the match over, or was it left for good?"""
        return self.left or (self.match.game.over and self.match.still is None)

    @property
    def persons_turn(self) -> bool:
        """Is it for the person to decide?"""
        seat = self.settings.seat
        return seat is not None and self.match.player == seat and not self.left

    @property
    def can_undo(self) -> bool:
        """In training, wherever nobody is thinking and nothing is shown by itself."""
        still = self.match.still
        waits = self.persons_turn or self.match.game.over or (still and still.result is not None)
        return self.settings.training and not self.left and bool(waits)

    # --- what goes on ----------------------------------------------------------------------------

    async def _run(self) -> None:
        """Play until the person is to decide, or nobody looks on."""
        while True:
            self._wake.clear()
            if self._waits():
                await self.keep()
                await self.tell_state()
                if not self._wake.is_set():  # nothing was said meanwhile
                    return
            elif self.match.still is not None:
                await self._show()
            else:
                await self._agent()

    def _waits(self) -> bool:
        """Is it for the person to go on?"""
        if self.settings.seat is None:  # watched: goes on by itself while somebody looks
            return self.ended or self.paused or not self.clients
        still = self.match.still
        return self.ended or self.persons_turn or (still is not None and still.result is not None)

    async def _show(self) -> None:
        """A trick, or a watched deal's end, stands for a while."""
        if self.match.still is not None and self.match.still.result is not None:
            await self.keep()
        await self.tell_state()
        await self._rest(SHOWN)
        if self.match.still is not None:
            self.match.go_on()

    async def _rest(self, tempos: float) -> None:
        await asyncio.sleep(tempos * self.tempo / 1000)

    async def _agent(self) -> None:
        """One agent's turn."""
        seat, turn = self.match.player, self.match.turn
        assert seat is not None
        decision = self._decision(seat)
        action = None if self.tempo else self._seats.at_once(seat, decision)
        if action is None:
            action = await self._thought(seat, decision)
        if self.match.turn == turn and not self.left:
            self.match.apply(action, show=self.tempo > 0)

    async def _thought(self, seat: int, decision: jobs.Decision) -> int:
        """An agent's action; it is seen thinking if that takes its time.

        What the person can't know of gets no time of its own, and nothing is told of it (R13).
        """
        answer = asyncio.ensure_future(self._seats.decide(seat, decision))
        try:
            if not self.tempo:
                await asyncio.wait([answer], timeout=PATIENCE)
            if not answer.done():
                await self.tell_state()
                await self._rest(0 if self.match.hidden else 1)
            return await answer
        finally:
            answer.cancel()

    async def _missed(self, said: dict[str, Any]) -> None:
        self._unsaid.append(said)
        await self._tell_missed()

    async def _tell_missed(self) -> None:
        """Tell of decisions that agents missed; of a hidden one as if it was their next (R13)."""
        while self._unsaid and not self.match.hidden:
            said = self._unsaid.pop(0)
            await self._tell_each(partial(missed, said))

    def _decision(self, seat: int) -> jobs.Decision:
        match = self.match
        stream = (match.seed, len(match.actions))
        view = match.game.view(seat).tobytes()
        return jobs.Decision(self.settings.rules, view, tuple(match.legal_actions()), stream)

    def begin_hint(self, client: Client) -> None:
        """Have the person's decision judged; the client hears of it, if it is still to be taken.

        Raises: ThousandError while another hint is on its way.
        """
        check(not self._hints, "a hint is on its way")
        task = asyncio.get_running_loop().create_task(self._hint(self.match.turn, client))
        self._hints.add(task)
        task.add_done_callback(self._hints.discard)

    async def _hint(self, turn: int, client: Client) -> None:
        seat = self.settings.seat
        assert seat is not None
        try:
            hint = await self._lanes.analysis.run(make_hint, HintJob(self._decision(seat)))
            text = frame("hint", turn=turn, **hint)
        except ThousandError as error:
            text = refused(str(error), turn, client.look)
        if turn == self.match.turn:
            with suppress(Exception):  # gone meanwhile
                await client.send(text)

    # --- what is seen ----------------------------------------------------------------------------

    async def tell_state(self) -> None:
        """Show all how the table stands now."""
        await self._tell_missed()
        state = self._state()
        for client in [*self.clients]:
            with suppress(Exception):
                await client.show(state(client.look))

    async def _tell_each(self, text: Callable[[Look], str]) -> None:
        """Send to all what their look asks for; who is gone hears nothing, and parts by himself."""
        for client in [*self.clients]:
            with suppress(Exception):
                await client.send(text(client.look))

    def _state(self) -> Callable[[Look], str]:
        """The table as it is seen now, by the look of its picture."""
        return state_frames(
            self.match,
            self.persons_turn,
            agents=self._seats.agents,
            tempo=self.tempo,
            undo=self.can_undo,
            paused=self.paused,
            left=self.left,
        )
