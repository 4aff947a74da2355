"""What a person may say at a table: decide, go on, undo, ask for a hint, choose the tempo, leave."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from thousand_agents.web.frames import Client, refused
from thousand_agents.web.room import Room
from thousand_env.checks import check
from thousand_env.errors import ThousandError
from thousand_env.games.thousand.actions import parse_action

Order = Callable[[Room, dict[str, Any], Client], Awaitable[None]]


async def carry_out(room: Room, message: dict[str, Any], client: Client) -> None:
    """Do what a message (``messages.TABLE``) says, or tell its sender why not."""
    try:
        await _ORDERS[message["type"]](room, message, client)
    except ThousandError as error:
        await client.send(refused(str(error), room.match.turn, client.look))


async def _act(room: Room, message: dict[str, Any], client: Client) -> None:
    _check_turn(room, message)
    check(room.persons_turn, "it is not your turn")
    room.match.apply(parse_action(message["action"]), show=room.tempo > 0)
    room.begin()


async def _go_on(room: Room, message: dict[str, Any], client: Client) -> None:
    _check_turn(room, message)
    check(room.match.still is not None, "there is nothing to go on from")
    room.match.go_on()
    room.begin()


async def _undo(room: Room, message: dict[str, Any], client: Client) -> None:
    _check_turn(room, message)
    check(room.can_undo, "undo is for training, in your turn or after a deal")
    room.match.undo()
    await room.keep()
    room.begin()


async def _hint(room: Room, message: dict[str, Any], client: Client) -> None:
    _check_turn(room, message)
    check(room.settings.training and room.persons_turn, "hints are for training, in your turn")
    room.begin_hint(client)


async def _tempo(room: Room, message: dict[str, Any], client: Client) -> None:
    check(
        message["tempo"] > 0 or room.settings.seat is not None,
        "a table that is watched needs time to be seen",
    )
    room.tempo = message["tempo"]
    await room.keep()
    await room.tell_state()


async def _pause(room: Room, message: dict[str, Any], client: Client) -> None:
    check(room.settings.seat is None, "only a table that is watched can be stopped")
    room.paused = message["on"]
    room.begin()


async def _leave(room: Room, message: dict[str, Any], client: Client) -> None:
    room.left = True
    await room.keep()
    await room.tell_state()  # whatever an agent still thinks of
    room.begin()


def _check_turn(room: Room, message: dict[str, Any]) -> None:
    check(not room.left, "this match was ended")
    check(message["turn"] == room.match.turn, "too late: the table has moved on")


_ORDERS: Final[Mapping[str, Order]] = {
    "act": _act,
    "continue": _go_on,
    "undo": _undo,
    "hint": _hint,
    "tempo": _tempo,
    "pause": _pause,
    "leave": _leave,
}
