"""What a game brings: the names that the APIs above ask of its package ``thousand_env.games.NAME``.

Beside them it ``register``s its compiled functions (``common/core.py``).  Docs: ``add_a_game.md``.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from thousand_env.drawing.canvas import Svg
from thousand_env.drawing.theme import Style
from thousand_env.games.common.game import BaseGame
from thousand_env.games.common.layout import Layout
from thousand_env.games.common.ruleset import BaseRules


class GamePackage(Protocol):
    """A game's package; it is a module, so all of this stands at its top level."""

    TITLE: str  # as people write it
    RULES_PAGE: Path  # the rules in words; beside it RULES.ru.md, the same in Russian
    RuleSet: type[BaseRules]
    PRESETS: Mapping[str, Mapping[str, Any]]
    ACTION_TEXTS: tuple[str, ...]  # number -> text; part of the environment's version
    NUM_ACTIONS: int
    PHASES: tuple[str, ...]  # the first waits for cards, the last is the end
    LAYOUT: Layout  # of the observation
    OBSERVATION_SIZE: int
    OBSERVATION_VERSION: int
    TABLE_DTYPE: Any  # what is kept between deals: ``score``, ``dealer``, ``deals`` among it
    STATE_DTYPE: Any
    VIEW_DTYPE: Any
    REWARDS: Mapping[str, int]  # name -> number that the compiled ``pay`` knows; ``win``, ``score``
    SCORE_REWARD_UNIT: int  # points that a ``score`` reward of 1 stands for
    MOST_DEALS: int  # after so many played deals a match is truncated
    Game: type[BaseGame]

    @staticmethod
    def rules(preset: str = "classic", **options: Any) -> Any:
        """A preset with some options changed."""

    @staticmethod
    def rules_from(options: Any) -> Any:
        """Rules from a mapping of options, ``preset`` among them."""

    @staticmethod
    def load_rules(path: str | Path) -> Any:
        """Rules from a TOML file."""

    @staticmethod
    def action_text(action: int) -> str:
        """Text form of an action number."""

    @staticmethod
    def parse_action(text: str) -> int:
        """Action number of a text form."""

    @staticmethod
    def decode(observation: Any) -> dict[str, Any]:
        """The facts an observation encodes."""

    @staticmethod
    def new_states(count: int) -> Any:
        """Blank games (count,) of ``STATE_DTYPE``."""

    @staticmethod
    def new_views(count: int) -> Any:
        """Blank views (count,) of ``VIEW_DTYPE``."""

    @staticmethod
    def new_table(rules: Any, dealer: int = -1) -> Any:
        """The table of a new match; dealer -1 = drawn by lot."""

    @staticmethod
    def parse_table(form: Any, rules: Any, dealer: int | None = None) -> Any:
        """A table record from its written form; TableError for what no match can reach."""

    @staticmethod
    def table_dict(table: Any, players: int) -> dict[str, Any]:
        """A table record, or a game's, in its written form; the scores by seat come first."""

    @staticmethod
    def parse_hands(hands: Any, talon: Any, rules: Any, state: Any) -> tuple[Any, Any]:
        """Arrays for the compiled ``deal_given`` from a record's texts; TableError for a wrong pack."""

    @staticmethod
    def check_states(states: Any, count: int, rules: Any) -> None:
        """Refuse states from outside that would lead the compiled rules astray."""

    @staticmethod
    def idle_seat(rules: Any, dealer: int) -> int | None:
        """The seat that has no turn in a deal of this dealer, if there is one."""

    @staticmethod
    def deal_columns(states: Any, players: int) -> dict[str, Any]:
        """Columns (n,) by name of deals that have just ended, ``states`` (n,) before the next pack."""

    @staticmethod
    def win_shares(states: Any, players: int) -> Any:
        """Shares of the win (n, P): a row sums to 1 for a finished match, else to 0."""


class GameText(Protocol):
    """A game's module ``render``: what is going on as plain text."""

    @staticmethod
    def render_state(state: Any, rules: Any, names: Sequence[str] | None = None) -> str:
        """A game's record with all hands open; ``names`` by seat, else ``player_0``."""

    @staticmethod
    def render_view(view: Any, rules: Any, names: Sequence[str] | None = None) -> str:
        """What a seat knows."""

    @staticmethod
    def score_sheet(
        names: Sequence[str], results: Sequence[Mapping[str, Any]], start: Mapping[str, Any]
    ) -> str:
        """The match as players keep it, from ``Game.results`` and ``Game.start``."""

    @staticmethod
    def result_line(result: Mapping[str, Any], names: Sequence[str]) -> str:
        """An entry of ``Game.results`` on one line."""

    @staticmethod
    def heard(view: Any, action: str) -> str:
        """What the seat of a view hears of another's ``action``, just carried out; "" for nothing."""


class GamePicture(Protocol):
    """A game's module ``picture``: the same as SVG, described as a ``Table`` and drawn by ``drawing``."""

    WORDS: tuple[str, ...]  # all that is said, for those who translate (``Style.words``)

    @staticmethod
    def svg_state(
        state: Any, rules: Any, names: Sequence[str] | None = None, style: Style = ...
    ) -> Svg:
        """A game's record with all hands open; one size for all states of a rule set and style."""

    @staticmethod
    def svg_view(
        view: Any, rules: Any, names: Sequence[str] | None = None, style: Style = ...
    ) -> Svg:
        """What a seat knows; it sits below, and what it doesn't know lies face down."""
