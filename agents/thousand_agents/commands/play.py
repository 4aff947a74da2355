"""``thousand play``: a person against agents, in the terminal."""

import argparse
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import thousand_env as te
from thousand_agents.base import Agent, specs_help
from thousand_agents.rules_option import HELP, parse_rules
from thousand_agents.table import decide, seat_agents
from thousand_env.drawing.text import show
from thousand_env.errors import ActionError, ThousandError
from thousand_env.games.thousand.cards import card_text, parse_card
from thousand_env.games.thousand.render import render_view, score_sheet
from thousand_env.games.thousand.state import NONE
from thousand_env.record import save_record

COMMANDS = "or: save FILE, score, help, quit"
LONGEST_NAME = 30  # of an agent; a record takes names of 40 characters
GUIDE = """\
Type an action as it is listed: bid 105, pass, give 9S, contract 130, keep, play AS, marry KH
(lead the king and announce the marriage), dark or look, concede, redeal or waive.
A number chooses from the list; a card alone (AS, 10h) plays or gives it; the beginning of a word
will do where it is plain (p AS, k). Cards: 9 J Q K T A and S C D H.
save FILE writes the game so far, to be read by thousand replay FILE, thousand solve FILE (what each
decision cost) and thousand advise FILE --seat 0 (what to do next; the number is yours); score shows
the score sheet, quit leaves."""

EPILOG = (
    "In the game, save FILE writes it down; thousand solve FILE says what each decision cost, and "
    "thousand advise FILE --seat 0 what to do next."
)


class Leave(Exception):
    """The person leaves the table."""


def main(argv: Sequence[str] | None = None) -> int:
    """Play a match; the person sees what his seat may know and types actions."""
    parser = argparse.ArgumentParser("thousand play", description=__doc__, epilog=EPILOG)
    parser.add_argument("--seat", type=int, default=0, help="yours")
    parser.add_argument(
        "--against", default="greedy", help=f"one agent or one a seat: {specs_help()}"
    )
    parser.add_argument("--rules", default="classic", help=HELP)
    parser.add_argument("--seed", type=int, help="of the cards; drawn if not given")
    args = parser.parse_args(argv)
    rules = parse_rules(args.rules)
    if not 0 <= args.seat < rules.players:
        parser.error(f"--seat is 0 to {rules.players - 1}")
    others = seat_agents(args.against.split(","), rules.players - 1, rules)
    agents: list[Agent | None] = [*others[: args.seat], None, *others[args.seat :]]
    seed = secrets.randbits(32) if args.seed is None else args.seed
    return Table(te.Game(rules, seed=seed), agents, args.seat, seed).run()


class Table:
    """The match, the agents by seat (None is the person) and what was shown so far."""

    def __init__(self, game: te.Game, agents: Sequence[Agent | None], seat: int, seed: int) -> None:
        self.game, self.agents, self.seat, self.seed = game, agents, seat, seed
        self.names = [f"{a.name[:LONGEST_NAME]} {k}" if a else "you" for k, a in enumerate(agents)]
        self.rng = np.random.default_rng(seed)
        self.shown = 0  # results
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
        assert self.game.winner is not None
        print(f"The match is over: {self.names[self.game.winner]} won. {self.game.settlement}")
        print(self._farewell())
        return 0

    def _farewell(self) -> str:
        """Where the game is kept, or how the next one can be, and what reads it."""
        file = self.saved or "FILE"
        readers = (
            f"`thousand solve {file}` and `thousand advise {file} --seat {self.seat}` read it."
        )
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
        """Deals thrown in, and the score sheet after a deal."""
        game = self.game
        for result in game.results[self.shown :]:
            if result["kind"] == "redealt":
                print("  the deal is thrown in, a re-deal")
            else:
                print(f"\n{score_sheet(self.names, game.results, game.start)}\n")
        self.shown = len(game.results)

    def _tell(self, player: int, action: str) -> None:
        """What the person hears of another's decision (R13)."""
        if action in ("waive", "keep"):
            return  # that there was a choice is nobody else's business
        gifts = self.game.view(self.seat).gifts
        seen = [f"give {card_text(int(card))}" for card in gifts if card != NONE]
        if action.startswith("give") and action not in seen:
            action = "give ??"
        print(f"  {self.names[player]}: {action}")

    def _ask(self) -> None:
        """Show the person's view and carry out what he types, asking again after a wrong entry."""
        game = self.game
        print()
        show(render_view(game.view(self.seat), self.names))
        legal = game.legal()
        print("  ".join(f"{n}) {text}" for n, text in enumerate(legal, 1)))
        while True:
            try:
                entry = input("> ").strip()
                if not self._command(entry):
                    game.apply(understand(entry, legal))
                    return
            except (ThousandError, UnicodeDecodeError) as error:
                print(f"{error}\n({COMMANDS})")

    def _command(self, entry: str) -> bool:
        """Carry out an entry that is no action; False if it is one."""
        word, _, rest = entry.partition(" ")
        if word in ("quit", "exit", "q"):
            raise Leave
        if word in ("help", "?"):
            print(GUIDE)
        elif word == "score":
            print(score_sheet(self.names, self.game.results, self.game.start))
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


def understand(entry: str, legal: Sequence[str]) -> str:
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
    last = _card_or_word(words[-1])
    fits = [t for t in legal if t.split()[1:] == [last]]
    if len(words) == 1:  # of a card, playing comes before announcing in the list
        fits = fits[:1] or [t for t in legal if t.startswith(words[0])]
    else:
        fits = [t for t in fits if len(words) == 2 and t.startswith(words[0])]
    if len(fits) > 1 and words[0] not in fits:
        raise ThousandError(f"{entry!r:.40} could be {', '.join(fits)}")
    return words[0] if len(fits) > 1 else fits[0] if fits else entry


def _card_or_word(text: str) -> str:
    """The plain form of a card (R1.4), or the word as it is."""
    try:
        return card_text(parse_card(text))
    except ActionError:
        return text
