"""``thousand play``: a person against agents, in the terminal."""

import argparse
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from thousand_agents import games as agent_games
from thousand_agents.base import Agent, notes_on
from thousand_agents.help_text import RAW, agents_help, opponents_help, plain
from thousand_agents.rules_option import add_game, rules_of
from thousand_agents.table import decide, ending, seat_agents
from thousand_env import games
from thousand_env.drawing.text import show
from thousand_env.errors import ActionError, ThousandError
from thousand_env.games.common.game import BaseGame
from thousand_env.games.interface import GamePackage
from thousand_env.record import save_record

COMMANDS = "or: save FILE, score, help, quit"
LONGEST_NAME = 30  # of an agent; a record takes names of 40 characters
GUIDE = """\
Type an action as it is listed: {actions}
A number chooses from the list; the beginning of a word will do where it is plain.
save FILE writes the game so far, to be read by thousand replay FILE{readers}; score shows the score
sheet, quit leaves. The rules in words: thousand rules --game {game} --text."""

EPILOG = (
    "In the game, save FILE writes it down; of Thousand, thousand solve FILE says\n"
    "what each decision cost, and thousand advise FILE --seat 0 what to do next."
)


class Leave(Exception):
    """The person leaves the table."""


def main(argv: Sequence[str] | None = None) -> int:
    """Play a match; the person sees what his seat may know and types actions."""
    epilog = f"{agents_help()}\n\n{EPILOG}"
    parser = argparse.ArgumentParser(
        "thousand play", description=plain(__doc__), epilog=epilog, formatter_class=RAW
    )
    parser.add_argument("--seat", type=int, default=0, help="yours")
    parser.add_argument(
        "--against",
        help=f"one agent or one a seat; by default {opponents_help()}",
    )
    add_game(parser)
    parser.add_argument("--seed", type=int, help="of the cards; drawn if not given")
    args = parser.parse_args(argv)
    rules = rules_of(args)
    if not 0 <= args.seat < rules.players:
        parser.error(f"--seat is 0 to {rules.players - 1}")
    against = args.against or agent_games.of(rules).OPPONENT
    specs = against.split(",")
    others = seat_agents(specs, rules.players - 1, rules)
    agents: list[Agent | None] = [*others[: args.seat], None, *others[args.seat :]]
    seed = secrets.randbits(32) if args.seed is None else args.seed
    for note in notes_on(specs, rules):
        print(note)
    return Table(games.of(rules).Game(rules, seed=seed), agents, args.seat, seed).run()


class Table:
    """The match, the agents by seat (None is the person) and what was shown so far."""

    def __init__(
        self, game: BaseGame, agents: Sequence[Agent | None], seat: int, seed: int
    ) -> None:
        self.game, self.agents, self.seat, self.seed = game, agents, seat, seed
        self.text, self.about = games.text_of(game.rules), agent_games.of(game.rules)
        self.names = [f"{a.name[:LONGEST_NAME]} {k}" if a else "you" for k, a in enumerate(agents)]
        self.rng = np.random.default_rng(seed)
        self.shown, self.sheet = 0, self._sheet()  # results, and the score sheet, as last shown
        self.saved = ""  # the file of that name

    def run(self) -> int:
        """Play to the end of the match, or until the person leaves."""
        if sys.stdin is None or sys.stdin.closed:
            raise ThousandError("play needs a standard input to type into")
        print(
            f"You are seat {self.seat}; the cards are those of --seed {self.seed}. help tells more."
        )
        self._report()
        try:
            while not self.game.over:
                self._turn()
        except (Leave, EOFError, KeyboardInterrupt):
            print(f"\nYou left the table. {self._farewell()}")
            return 0
        print(f"{ending(self.game, self.names)}\n{self._farewell()}")
        return 0

    def _farewell(self) -> str:
        """Where the game is kept, or how the next one can be, and what reads it."""
        file = self.saved or "FILE"
        commands = ["replay FILE", *self.about.READERS]
        told = [f"`thousand {c.replace('FILE', file)}`" for c in commands]
        readers = f"{' and '.join(told)} read{'s' * (len(told) == 1)} it."
        readers = readers.replace("SEAT", str(self.seat))
        if self.saved:
            return f"{file} has the game as you last saved it: {readers}"
        return f"This game wasn't saved; `save FILE`, typed while it goes on, does it: {readers}"

    def _turn(self) -> None:
        """One decision of an agent or of the person."""
        game, player = self.game, self.game.player
        assert player is not None
        agent = self.agents[player]
        if agent is None:
            self._ask()
        else:
            action = decide(game, agent, self.rng)
            game.apply(action)
            self._tell(player, action)
        self._report()

    def _report(self) -> None:
        """What a deal came to, and the score sheet if there is something new on it."""
        for result in self.game.results[self.shown :]:
            print(f"  {self.text.result_line(result, self.names)}")
        self.shown, before, self.sheet = len(self.game.results), self.sheet, self._sheet()
        if self.sheet != before:
            print(f"\n{self.sheet}\n")

    def _sheet(self) -> str:
        return self.text.score_sheet(self.names, self.game.results, self.game.start)

    def _tell(self, player: int, action: str) -> None:
        """What the person hears of another's decision."""
        heard = self.text.heard(self.game.view(self.seat), action)
        if heard:
            print(f"  {self.names[player]}: {heard}")

    def _ask(self) -> None:
        """Show the person's view and carry out what he types, asking again after a wrong entry."""
        game = self.game
        print()
        show(self.text.render_view(game.view(self.seat), game.rules, self.names))
        legal = game.legal()
        print("  ".join(f"{n}) {text}" for n, text in enumerate(legal, 1)))
        while True:
            try:
                entry = input("> ").strip()
                if not self._command(entry):
                    game.apply(understand(entry, legal, games.of(game.rules)))
                    return
            except (ThousandError, UnicodeDecodeError) as error:
                print(f"{error}\n({COMMANDS})")

    def _command(self, entry: str) -> bool:
        """Carry out an entry that is no action; False if it is one."""
        word, _, rest = entry.partition(" ")
        if word in ("quit", "exit", "q"):
            raise Leave
        if word in ("help", "?"):
            readers = "".join(f", thousand {command}" for command in self.about.READERS)
            readers = readers.replace("SEAT", str(self.seat))
            told = {"actions": self.about.GUIDE, "game": self.game.rules.game, "readers": readers}
            print(GUIDE.format(**told))
        elif word == "score":
            print(self._sheet())
        elif word == "save":
            self._save(rest.strip())
        else:
            return False
        return True

    def _save(self, name: str) -> None:
        if not name:
            print("save needs a file name: save game.json")
            return
        save_record(self.game, Path(name), self.names)
        self.saved = name
        print(f"saved to {name}")


def understand(entry: str, legal: Sequence[str], game: GamePackage) -> str:
    """The action that an entry means: its text, its number, a card, or the start of one legal text.

    Raises: ThousandError if it means none, or more than one.
    """
    words = entry.lower().split()
    if not words:
        raise ThousandError(f"type one of: {', '.join(legal)}")
    if entry.isdecimal():
        number = int(entry) if len(entry) < 5 else 0
        if 1 <= number <= len(legal):
            return legal[number - 1]
        raise ThousandError(f"{entry:.20}: the list goes from 1 to {len(legal)}")
    last = _card_or_word(words[-1], game)
    fits = [t for t in legal if t.lower().split()[1:] == [last.lower()]]  # a suit: trump h
    if len(words) == 1:  # of a card, playing comes before announcing in the list
        fits = fits[:1] or [t for t in legal if t.startswith(words[0])]
    else:
        fits = [t for t in fits if len(words) == 2 and t.startswith(words[0])]
    if len(fits) > 1 and words[0] not in fits:
        raise ThousandError(f"{entry!r:.40} could be {', '.join(fits)}")
    return words[0] if len(fits) > 1 else fits[0] if fits else entry


def _card_or_word(text: str, game: GamePackage) -> str:
    """The plain form of a card, if it is one, or the word as it is."""
    try:
        return game.action_text(game.parse_action(f"play {text}")).split()[1]
    except ActionError:
        return text
