"""What a browser may say over a websocket: one JSON object a message, everything in it checked."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from thousand_env.errors import ThousandError
from thousand_env.foreign import shown

TEMPOS: Final = (0, 300, 800, 1600)  # milliseconds between two decisions of agents
_LONGEST: Final = 40  # characters of an action
_LONGEST_SPEC: Final = 300  # one of the server's start may be long
_MOST_TURNS: Final = 10**9

Check = Callable[[Any], bool]


class MessageError(ThousandError):
    """A message that no page of ours sends; the connection is closed with its text as the reason."""


def _is_action(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _LONGEST


def _is_turn(value: Any) -> bool:
    return type(value) is int and 0 <= value <= _MOST_TURNS


def _is_tempo(value: Any) -> bool:
    return type(value) is int and value in TEMPOS


def _is_seat(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 3


def _is_spec(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _LONGEST_SPEC


def _is_flag(value: Any) -> bool:
    return type(value) is bool


TABLE: Final[Mapping[str, Mapping[str, Check]]] = {
    "act": {"action": _is_action, "turn": _is_turn},
    "continue": {"turn": _is_turn},
    "undo": {"turn": _is_turn},
    "hint": {"turn": _is_turn},
    "tempo": {"tempo": _is_tempo},
    "pause": {"on": _is_flag},
    "leave": {},
}
REVIEW: Final[Mapping[str, Mapping[str, Check]]] = {
    "judge": {"seat": _is_seat, "judge": _is_spec},
    "stop": {},
}


def parse_json(data: str | bytes) -> Any:
    """What a JSON text says.

    Raises: ValueError, for halves of characters too: no answer could repeat them; RecursionError.
    """
    found = json.loads(data)
    json.dumps(found, ensure_ascii=False).encode()
    return found


def read_message(data: str | bytes, forms: Mapping[str, Mapping[str, Check]]) -> dict[str, Any]:
    """The message, its key ``type`` among ``forms`` and just the keys that belong to it.

    Raises: MessageError that says what is wrong; short enough for a websocket's close frame.
    """
    try:
        message = parse_json(data)
    except (ValueError, RecursionError):
        raise MessageError("a message is a JSON object") from None
    if not isinstance(message, dict):
        raise MessageError("a message is a JSON object")
    kind = message.get("type")
    if not isinstance(kind, str) or kind not in forms:
        raise MessageError(f"unknown type {shown(kind, 20)}; types: {', '.join(forms)}")
    checks = forms[kind]
    if set(message) != {"type", *checks}:
        raise MessageError(f"{kind} has the keys {', '.join(['type', *checks])} and no others")
    for key, check in checks.items():
        if not check(message[key]):
            raise MessageError(f"{kind}: {key} = {shown(message[key], 20)} is not allowed")
    return message
