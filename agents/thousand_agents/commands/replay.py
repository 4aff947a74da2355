"""``thousand replay``: check written games and print them move by move."""

import argparse
import sys
from collections.abc import Sequence
from itertools import groupby
from json import dumps
from typing import Any

from thousand_agents.help_text import plain
from thousand_agents.record_option import form_of, read_file
from thousand_agents.table import ending
from thousand_env import games
from thousand_env.errors import RecordError
from thousand_env.games.common.game import BaseGame
from thousand_env.record import read_record, write_record
from thousand_env.record_form import MOST_BYTES

Move = tuple[str, str, str]  # phase, name of the player, action


def main(argv: Sequence[str] | None = None) -> int:
    """The command; see ``replay``."""
    parser = argparse.ArgumentParser("thousand replay", description=plain(__doc__))
    parser.add_argument(
        "files", nargs="+", help="written games (JSON), not one seat's; - is the standard input"
    )
    parser.add_argument("--json", action="store_true", help="a line of JSON for each file")
    parser.add_argument("--gif", metavar="FILE", help="write one game as a moving picture instead")
    parser.add_argument("--deal", type=int, metavar="N", help="with --gif: this deal only, from 1")
    args = parser.parse_args(argv)
    if args.gif is None:
        if args.deal is not None:
            parser.error("--deal goes with --gif")
        return replay(args.files, args.json)
    if len(args.files) > 1 or args.json:
        parser.error("--gif takes one game, and no --json")
    return draw(args.files[0], args.gif, args.deal)


def draw(file: str, gif: str, deal: int | None = None) -> int:
    """Write a written game, or one deal of it, as a GIF: a frame a decision, all hands open.

    Raises: RecordError for a game that is refused or has too many decisions, and for a file that
        can't be written; the file is written whole or not at all.
    """
    from thousand_agents.arena.progress import progress
    from thousand_agents.gif import count_frames, write_gif

    game = _load(file)
    with progress(count_frames(game, deal), "frames") as report:
        count = write_gif(game, game.names, gif, deal, report)
    print(f"{gif}: {count} frames")
    return 0


def replay(files: list[str], json: bool = False) -> int:
    """Replay written games, every action checked: score sheet and deals, move by move.

    A file ``-`` is the standard input.  With ``json`` each file is one line of JSON: ``file``,
    ``ok``, and either ``error`` or ``record``, the full record with its result worked out anew.
    Returns the exit code: 1 if a file was refused; the others are done all the same.
    """
    refused = 0
    for file in files:
        try:
            game = _load(file)
        except RecordError as error:
            refused += 1
            _report(file, error, json)
            continue
        record = write_record(game)
        if json:
            print(dumps({"file": file, "ok": True, "record": record}))
        else:
            print(f"# {file}\n\n{_match_text(game, record['players'])}\n")
    return 1 if refused else 0


def _load(file: str) -> BaseGame:
    if file == "-":
        return read_record(form_of(sys.stdin.buffer.read(MOST_BYTES + 1)))
    return read_record(form_of(read_file(file)))


def _report(file: str, error: RecordError, json: bool) -> None:
    if json:
        print(dumps({"file": file, "ok": False, "error": str(error)}))
    else:
        print(f"thousand replay: {file} is refused: {error}", file=sys.stderr)


def _match_text(game: BaseGame, names: Sequence[str]) -> str:
    """Rules, score sheet, deals, winners."""
    rules = ", ".join(f"{key} = {dumps(value)}" for key, value in game.rules.short().items())
    parts = [
        f"rules: {rules}",
        games.text_of(game.rules).score_sheet(names, game.results, game.start),
        *deal_texts(game, names),
    ]
    return "\n\n".join([*parts, ending(game, names)] if game.over else parts)


def deal_texts(game: BaseGame, names: Sequence[str]) -> list[str]:
    """The text of each deal; a second game tells phase and player of every action."""
    again = type(game)(game.rules, seed=None, table=game.start, dealer=game.first_dealer)
    result_line, texts = games.text_of(game.rules).result_line, []
    for number, deal in enumerate(game.deals, 1):
        dealer, done = names[again.dealer], len(again.results)
        again.deal(deal["hands"], deal["talon"])
        moves: list[Move] = []
        for action in deal["actions"]:
            moves.append((again.phase, names[again.player or 0], action))
            again.apply(action)
        results = [f"  {result_line(result, names)}" for result in again.results[done:]]
        lines = [f"deal {number}, {dealer} deals", *_cards(deal, names)]
        lines += [*_moves(moves, sum(map(bool, deal["hands"]))), *results]
        texts.append("\n".join(lines if again.player is None else [*lines, "  not finished"]))
    return texts


def _cards(deal: dict[str, Any], names: Sequence[str]) -> list[str]:
    talon = deal["talon"] if isinstance(deal["talon"], str) else " | ".join(deal["talon"])
    rows = [(name, cards or "sits out") for name, cards in zip(names, deal["hands"], strict=True)]
    rows += [("talon", talon)] if talon else []
    width = max(len(name) for name, _ in rows)
    return [f"  {name:{width}}  {cards}" for name, cards in rows]


def _moves(moves: list[Move], players: int) -> list[str]:
    """A line for each phase, and of the play one for each trick, or each round of laying."""
    lines = []
    for phase, run in groupby(moves, key=lambda move: move[0]):
        texts = [f"{name} {action.removeprefix(f'{phase} ')}" for _, name, action in run]
        if phase in ("play", "lay"):
            tricks = [texts[k : k + players] for k in range(0, len(texts), players)]
            lines += [f"  {n:2}. {', '.join(trick)}" for n, trick in enumerate(tricks, 1)]
        else:
            lines.append(f"  {phase}: {', '.join(texts)}")
    return lines
