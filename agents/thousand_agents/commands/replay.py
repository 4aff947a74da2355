"""``thousand replay``: check written games (R16) and print them move by move."""

import argparse
import sys
from collections.abc import Sequence
from itertools import groupby
from json import dumps
from typing import Any

from thousand_agents.record_option import form_of, read_file
from thousand_env.errors import RecordError
from thousand_env.games.thousand.game import Game
from thousand_env.record import read_record, write_record
from thousand_env.record_form import MOST_BYTES

Move = tuple[str, str, str]  # phase, name of the player, action


def main(argv: Sequence[str] | None = None) -> int:
    """The command; see ``replay``."""
    parser = argparse.ArgumentParser("thousand replay", description=__doc__)
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


def _load(file: str) -> Game:
    if file == "-":
        return read_record(form_of(sys.stdin.buffer.read(MOST_BYTES + 1)))
    return read_record(form_of(read_file(file)))


def _report(file: str, error: RecordError, json: bool) -> None:
    if json:
        print(dumps({"file": file, "ok": False, "error": str(error)}))
    else:
        print(f"thousand replay: {file} is refused: {error}", file=sys.stderr)


def _match_text(game: Game, names: Sequence[str]) -> str:
    """Rules, score sheet, deals, winner."""
    from thousand_env.games.thousand.render import score_sheet

    rules = ", ".join(f"{key} = {dumps(value)}" for key, value in game.rules.short().items())
    parts = [
        f"rules: {rules}",
        score_sheet(names, game.results, game.start),
        *deal_texts(game, names),
    ]
    if game.winner is not None and game.settlement is not None:
        pays = ", ".join(
            f"{name} {amount:+}" for name, amount in zip(names, game.settlement, strict=True)
        )
        parts.append(f"{names[game.winner]} wins the match; settlement: {pays}")
    return "\n\n".join(parts)


def deal_texts(game: Game, names: Sequence[str]) -> list[str]:
    """The text of each deal; a second game tells phase and player of every action."""
    again = Game(game.rules, seed=None, table=game.start, dealer=game.first_dealer)
    texts = []
    for number, deal in enumerate(game.deals, 1):
        dealer = names[again.dealer]
        again.deal(deal["hands"], deal["talon"])
        moves: list[Move] = []
        for action in deal["actions"]:
            moves.append((again.phase, names[again.player or 0], action))
            again.apply(action)
        result = game.results[number - 1] if number <= len(game.results) else None
        lines = [f"deal {number}, {dealer} deals", *_cards(deal, names)]
        lines += [*_moves(moves, min(len(names), 3)), _outcome(result, names)]
        texts.append("\n".join(lines))
    return texts


def _cards(deal: dict[str, Any], names: Sequence[str]) -> list[str]:
    talon = deal["talon"] if isinstance(deal["talon"], str) else " | ".join(deal["talon"])
    rows = [*zip(names, deal["hands"], strict=True), ("talon", talon)]
    width = max(len(name) for name, _ in rows)
    return [f"  {name:{width}}  {cards or 'sits out'}" for name, cards in rows]


def _moves(moves: list[Move], trick_size: int) -> list[str]:
    """A line for each phase, and of the play one for each trick."""
    lines = []
    for phase, run in groupby(moves, key=lambda move: move[0]):
        texts = [f"{name} {action.removeprefix(f'{phase} ')}" for _, name, action in run]
        if phase == "play":
            tricks = [texts[k : k + trick_size] for k in range(0, len(texts), trick_size)]
            lines += [f"  {n:2}. {', '.join(trick)}" for n, trick in enumerate(tricks, 1)]
        else:
            lines.append(f"  {phase}: {', '.join(texts)}")
    return lines


def _outcome(result: dict[str, Any] | None, names: Sequence[str]) -> str:
    if result is None:
        return "  not finished"
    if result["kind"] == "redealt":
        return "  thrown away: re-deal"
    end = "conceded" if result["conceded"] else "made" if result["made"] else "not made"
    written = ", ".join(
        f"{name} {points:+}" for name, points in zip(names, result["written"], strict=True)
    )
    declarer = f"{names[result['declarer']]} {result['contract']}"
    return f"  {result['kind']}, {declarer}: {end}; written: {written}"
