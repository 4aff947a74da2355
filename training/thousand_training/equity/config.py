"""The settings of an equity model, from TOML."""

from dataclasses import asdict, dataclass
from typing import Any

from thousand_agents.rules_option import parse_rules
from thousand_env.foreign import shown
from thousand_env.games.thousand import RuleSet
from thousand_training.config import CONFIGS, ConfigError
from thousand_training.numbers import check_fields, load_settings, number

FOLDER = CONFIGS / "equity"


@dataclass(frozen=True)
class EquityConfig:
    """How an equity model is made: matches, networks, the test afterwards."""

    rules: str = "classic"
    """Preset, with options if wanted: ``classic,players=4``."""
    population: tuple[str, ...] = ("greedy",)
    """Specs of the players; the player of each seat of each match is drawn among them."""
    matches: int = number(220_000, 20, 10**8)
    """To learn from, those for early stopping included."""
    test_matches: int = number(40_000, 10, 10**8)
    """For the report; played only when the model is written."""
    seed: int = number(0, 0, 2**31)
    """Of start tables, cards, the players' chance, first weights and bootstraps."""
    test_seed: int = number(1, 0, 2**31)
    """The same for the test; another number."""
    tables_share: float = number(0.4, 0.0, 1.0)
    """Of a match's tables after its first, each drawn for itself."""
    chunk: int = number(5_000, 10, 10**6)
    """Matches of one file, played side by side by one worker."""
    valid_share: float = number(0.1, 0.01, 0.5)
    """Of the matches, for early stopping and calibration."""
    members: int = number(5, 1, 50)
    """Networks of the ensemble."""
    width: int = number(32, 4, 1024)
    """Units of each of the two hidden layers."""
    batch: int = number(8192, 16, 2**20)
    """Tables a gradient step."""
    learning_rate: float = number(3e-3, 1e-6, 1.0)
    """At the start; falls to a hundredth along a cosine."""
    weight_decay: float = number(1e-3, 0.0, 10.0)
    """Of AdamW."""
    epochs: int = number(12, 1, 10_000)
    """At most."""
    patience: int = number(3, 1, 10_000)
    """Epochs without a better loss on the other matches, until a member stops."""

    def __post_init__(self) -> None:
        check_fields(self)
        _check_population(self.population)
        object.__setattr__(self, "population", tuple(self.population))
        if self.seed == self.test_seed:
            raise ConfigError(f"test_seed = {self.test_seed}: another number than seed is expected")

    @property
    def rule_set(self) -> RuleSet:
        """The rules as the game knows them.

        Raises: RulesError.
        """
        return parse_rules(self.rules)

    def as_dict(self) -> dict[str, Any]:
        """All settings by name."""
        return asdict(self) | {"population": list(self.population)}


def _check_population(value: Any) -> None:
    texts = isinstance(value, (list, tuple)) and all(isinstance(spec, str) for spec in value)
    if not texts or not value:
        raise ConfigError(f"population = {shown(value)}: a list of agents, such as ['greedy']")


def load_equity_config(name: str) -> EquityConfig:
    """A config by its name (``classic``) or path.

    Raises: ConfigError for a file that can't be read or a wrong setting; RulesError for its rules.
    """
    return load_settings(EquityConfig, name, FOLDER)
