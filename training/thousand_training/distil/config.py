"""The settings of a network that is distilled from search, from TOML."""

from dataclasses import asdict, dataclass
from typing import Any

from thousand_agents.base import UNIFORM
from thousand_agents.pimc.belief import LEAST_TRUST
from thousand_agents.rules_option import parse_rules
from thousand_env.games.thousand import RuleSet
from thousand_training.config import CONFIGS
from thousand_training.numbers import check_fields, load_settings, number

FOLDER = CONFIGS / "distil"


@dataclass(frozen=True)
class DistilConfig:
    """How much is searched, and the network that is fitted to it."""

    rules: str = "classic"
    """Preset, with options if wanted: ``classic,golden=false``."""
    equity: str = ""
    """Name or path of an equity model: actions are then valued by chances to win the match, too."""
    chunks: int = number(100, 2, 10**6)
    """Files of decisions to search and learn from; those put aside to test on are among them."""
    chunk: int = number(20_000, 50, 10**6)
    """Decisions of one file, searched by one worker."""
    worlds: int = number(16, 1, 10_000)
    """Sampled hidden hands that each action of a decision is played out in."""
    trust: float = number(UNIFORM, UNIFORM, 1 - LEAST_TRUST)
    """That the others do what the greedy player would: worlds that explain better what they did weigh more."""
    seed: int = number(0, 0, 2**31)
    """Of tables, cards, worlds and the network's first weights."""
    points_share: float = number(0.0, 0.0, 1.0)
    """Of points in what is fitted to where there is an equity: a hundred for a tenth of the match."""
    start: str = ""
    """``net:NAME`` or path of a network of blocks to go on from, of its own width and depth."""
    valid_share: float = number(0.04, 0.001, 0.5)
    """Of the chunks, one at least: put aside to test on."""
    width: int = number(192, 4, 1024)
    """Units of a tower."""
    depth: int = number(4, 1, 16)
    """Blocks of a tower."""
    epochs: int = number(3, 1, 10_000)
    """Passes over the decisions."""
    batch: int = number(256, 16, 2**20)
    """Decisions a gradient step."""
    learning_rate: float = number(2e-3, 1e-6, 1.0)
    """At the start; falls to nothing in a straight line."""
    weight_decay: float = number(0.01, 0.0, 10.0)
    """Of AdamW."""

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def rule_set(self) -> RuleSet:
        """The rules as the game knows them.

        Raises: RulesError.
        """
        return parse_rules(self.rules)

    def as_dict(self) -> dict[str, Any]:
        """All settings by name."""
        return asdict(self)


def load_distil_config(name: str) -> DistilConfig:
    """A config by its name (``classic``) or path.

    Raises: ConfigError for a file that can't be read or a wrong setting; RulesError for its rules.
    """
    return load_settings(DistilConfig, name, FOLDER)
