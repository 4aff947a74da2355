"""The agent that asks a program: ``cmd:PROGRAM ARGS``, ``cmd:timeout=2 PROGRAM ARGS``."""

import json
import os
import shlex
import shutil
from collections import deque
from typing import Any, Final

import numpy as np

from thousand_agents.base import fingerprint
from thousand_agents.outside.message import hello, request
from thousand_agents.outside.program import Failure, Program
from thousand_agents.spec import AgentError, read_option
from thousand_env.errors import ActionError
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.actions import PHASES, parse_action

GIVEN_UP: Final = -1  # in place of an action: this game is forfeited
STARTS: Final = 10  # of the program, the first one included
SLOW_START: Final = 10.0  # seconds that the first answer after a start may take at least
RECENT_BATCHES: Final = 26  # of the same agent under several labels, played at the same time
SEEDS: Final = 2**53  # whole numbers that every language's floats hold
DEFAULTS: Final = {"timeout": 10.0}  # seconds for one answer


class OutsideAgent:
    """A program that plays; it is started when first needed and ends with this object.

    ``act`` asks it for each row.  Where its answer doesn't count (too late, illegal, no JSON, or the
    program died) the row's action is -1 and ``reasons`` tells why, row -> text, until the next call.
    A program that died or lost step is started again for the other rows, at most ``STARTS`` times.
    """

    def __init__(self, spec: str, rules: RuleSet) -> None:
        self.name = spec
        self.reasons: dict[int, str] = {}
        self._words, self._timeout = read_command(spec)
        self._hello = _line(hello(rules))
        self._program: Program | None = None
        self._last_failure = ""
        self._starts = self._asked = self._batches = 0
        self._recent: deque[tuple[Any, int]] = deque(maxlen=RECENT_BATCHES)

    def act(self, views: Any, masks: Any, rng: Any) -> Any:
        """One action for each view, or -1."""
        seeds = (rng.random(len(views)) * SEEDS).astype(np.int64)
        batch = self._batch_of(rng)
        games = getattr(rng, "rows", range(len(views)))
        self.reasons = {}
        actions = np.full(len(views), GIVEN_UP, np.int64)
        for row, game in enumerate(games):
            self._asked += 1
            name = f"{batch}.{game}"
            line = _line(request(self._asked, name, int(seeds[row]), views[row], masks[row]))
            try:
                actions[row] = read_answer(self._answer(line), views[row], masks[row])
            except Failure as failure:
                self.reasons[row] = str(failure)
        return actions

    def fingerprint(self) -> str:
        """That of its spec, whose files it covers."""
        return fingerprint(self.name)

    def close(self) -> None:
        """End the program; a later ``act`` starts it again."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def _batch_of(self, stream: Any) -> int:
        """A number for a batch of games: each has a stream of its own (in the arena, each agent)."""
        for known, number in self._recent:
            if known is stream:
                return number
        self._batches += 1
        self._recent.append((stream, self._batches))
        return self._batches

    def _answer(self, line: bytes) -> str:
        """The action text that the program answers; it goes on only after an answer."""
        if self._program is None and self._starts == STARTS:
            raise Failure(
                f"failed {STARTS} times and isn't started again; the last time: {self._last_failure}"
            )
        try:
            return _action_of(self._ask(line))
        except BaseException as error:  # Ctrl-C, too: the answer would be taken for the next one's
            self.close()
            self._last_failure = str(error) or type(error).__name__
            raise

    def _ask(self, line: bytes) -> bytes:
        if self._program is not None:
            return self._program.ask(line, self._timeout)
        self._starts += 1
        self._program = Program(self._words)
        return self._program.ask(self._hello + line, max(self._timeout, SLOW_START))


def read_command(spec: str) -> tuple[list[str], float]:
    """The words of the command and the seconds for an answer.

    Raises: AgentError for wrong options, or a program that isn't there.
    """
    if os.name != "posix":
        raise AgentError(f"agent {spec!r:.80}: outside players need Linux or macOS")
    if "\0" in spec:
        raise AgentError(f"agent {spec!r:.80}: a command holds no zero byte")
    try:
        words = shlex.split(spec.partition(":")[2])
    except ValueError as error:
        raise AgentError(f"agent {spec!r:.80}: {error}") from None
    options = dict(DEFAULTS)
    while words and "=" in words[0]:
        key, value = read_option(spec, words.pop(0), DEFAULTS)
        options[key] = value
    if not words:
        raise AgentError(f"agent {spec!r:.80}: a program is expected, cmd:PROGRAM ARGS")
    if shutil.which(words[0]) is None:
        raise AgentError(f"agent {spec!r:.80}: no program {words[0]!r:.80} can be run")
    return words, options["timeout"]


def read_answer(text: str, view: Any, mask: Any) -> int:
    """The number of a legal action.

    Raises: Failure for any other.
    """
    try:
        action = parse_action(text)
    except ActionError:
        raise Failure(f"unknown action {text!r:.60}") from None
    if not mask[action]:
        raise Failure(f"illegal action {text!r:.60} in phase {PHASES[view.phase]}")
    return action


def _action_of(line: bytes) -> str:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    action = answer.get("action") if isinstance(answer, dict) else None
    if not isinstance(action, str):
        start = line[:60].decode(errors="replace")
        raise Failure(f'no answer such as {{"action": "pass"}}: {start!r}')
    return action


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"
