"""All tables of a server: made, found again by their ids, kept in files, put to rest."""

import asyncio
import secrets
import time
from collections.abc import Sequence
from typing import Any

from thousand_agents.web import jobs
from thousand_agents.web.lanes import Lanes
from thousand_agents.web.limits import Limits
from thousand_agents.web.match import Match
from thousand_agents.web.players import QUICK
from thousand_agents.web.room import Room, Save
from thousand_agents.web.settings import read_settings
from thousand_agents.web.store import Store, StoreError, new_id

SWEEP = 30.0  # seconds between two looks for tables at rest


class Rooms:
    """Tables by id; whoever knows an id has the table, and nobody can find one out."""

    def __init__(self, store: Store, lanes: Lanes, limits: Limits, offered: Sequence[str]) -> None:
        self._store, self._lanes, self._limits = store, lanes, limits
        self._offered = tuple(offered)
        self._rooms: dict[str, Room] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    async def create(self, form: Any) -> str:
        """A new table's id.

        Raises: ThousandError for settings that are wrong, or an agent that can't be made.
        """
        settings = read_settings(form, self._offered)
        for spec in set(settings.agents) - QUICK - {""}:
            await self._lanes.of(spec).run(jobs.make, (spec, settings.rules))
        name = new_id()
        save = self._saver(name)
        seed = secrets.randbits(62) if settings.seed is None else settings.seed
        room = Room(Match(settings, seed), self._lanes, save)
        await save(room.as_dict())
        self._rooms[name] = room
        return name

    def find(self, name: str) -> Room:
        """The table of an id, from memory or from its file.

        Raises: StoreError if there is none; ThousandError if it doesn't fit today's rules.
        """
        room = self._rooms.get(name)
        if room is None:
            form = self._store.load("tables", name)
            try:
                room = Room.of_dict(form, self._offered, self._lanes, self._saver(name))
            except (KeyError, TypeError) as error:
                raise StoreError(f"the file of this table is broken: {error}") from None
            self._rooms[name] = room
        return room

    def _saver(self, name: str) -> Save:
        """How the table of an id is kept: by a thread, as a disk can take its time."""

        async def save(form: dict[str, Any]) -> None:
            await asyncio.to_thread(self._store.save, "tables", name, form)

        return save

    async def sweep(self) -> None:
        """Put tables to rest, for as long as the server runs."""
        while True:
            await asyncio.sleep(SWEEP)
            await self.rest()

    async def rest(self) -> None:
        """Take tables out of the memory where nobody has been for a while, or all seats are full."""
        now = time.monotonic()
        empty = [(name, room) for name, room in self._rooms.items() if not room.clients]
        empty.sort(key=lambda pair: pair[1].rested)
        too_many = len(self._rooms) - self._limits.rooms
        for number, (name, room) in enumerate(empty):
            if room.clients or room.keeping:  # by now
                continue
            if number < too_many or now - room.rested > self._limits.resting:
                del self._rooms[name]
                await room.close()

    async def close(self) -> None:
        """End what goes on at all tables; their files stay."""
        rooms, self._rooms = [*self._rooms.values()], {}
        for room in rooms:
            await room.close()
