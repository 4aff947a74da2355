"""The settings of an equity model, from TOML."""

from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from thousand_agents.rules_option import parse_rules
from thousand_env.errors import ThousandError
from thousand_env.foreign import read_toml, shown
from thousand_env.games.thousand import RuleSet
from thousand_training.config import CONFIGS, ConfigError

FOLDER = CONFIGS / "equity"


def _number(default: float, least: float, most: float) -> Any:
    return field(default=default, metadata={"least": least, "most": most})


@dataclass(frozen=True)
class EquityConfig:
    """How an equity model is made: matches, networks, the test afterwards."""

    rules: str = "classic"
    """Preset, with options if wanted: ``classic,players=4``."""
    population: tuple[str, ...] = ("greedy",)
    """Specs of the players; the player of each seat of each match is drawn among them."""
    matches: int = _number(220_000, 20, 10**8)
    """To learn from, those for early stopping included."""
    test_matches: int = _number(40_000, 10, 10**8)
    """For the report; played only when the model is written."""
    seed: int = _number(0, 0, 2**31)
    """Of start tables, cards, the players' chance, first weights and bootstraps."""
    test_seed: int = _number(1, 0, 2**31)
    """The same for the test; another number."""
    tables_share: float = _number(0.4, 0.0, 1.0)
    """Of a match's tables after its first, each drawn for itself."""
    chunk: int = _number(5_000, 10, 10**6)
    """Matches of one file, played side by side by one worker."""
    valid_share: float = _number(0.1, 0.01, 0.5)
    """Of the matches, for early stopping and calibration."""
    members: int = _number(5, 1, 50)
    """Networks of the ensemble."""
    width: int = _number(32, 4, 1024)
    """Units of each of the two hidden layers."""
    batch: int = _number(8192, 16, 2**20)
    """Tables a gradient step."""
    learning_rate: float = _number(3e-3, 1e-6, 1.0)
    """At the start; falls to a hundredth along a cosine."""
    weight_decay: float = _number(1e-3, 0.0, 10.0)
    """Of AdamW."""
    epochs: int = _number(12, 1, 10_000)
    """At most."""
    patience: int = _number(3, 1, 10_000)
    """Epochs without a better loss on the other matches, until a member stops."""

    def __post_init__(self) -> None:
        for f in fields(self):
            value = getattr(self, f.name)
            if f.name == "population":
                _check_population(value)
            elif f.metadata:
                _check_number(f.name, value, f)
            elif not isinstance(value, str):
                raise ConfigError(f"{f.name} = {shown(value)}: a text is expected")
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


def _check_number(name: str, value: Any, f: Any) -> None:
    whole = isinstance(f.default, int)
    if type(value) is not int and (whole or type(value) is not float):
        kind = "a whole number" if whole else "a number"
        raise ConfigError(f"{name} = {shown(value)}: {kind} is expected")
    least, most = f.metadata["least"], f.metadata["most"]
    if not least <= value <= most:
        raise ConfigError(f"{name} = {shown(value)} is out of range: {least:g} to {most:g}")


def load_equity_config(name: str) -> EquityConfig:
    """A config by its name (``classic``) or path.

    Raises: ConfigError for a file that can't be read or a wrong setting; RulesError for its rules.
    """
    path = Path(name) if name.endswith(".toml") else FOLDER / f"{name}.toml"
    try:
        values = read_toml(path)
    except (OSError, ValueError) as error:  # TOML's errors among them
        known = ", ".join(sorted(p.stem for p in FOLDER.glob("*.toml")))
        raise ConfigError(f"config {name!r:.80}: {error}; shipped: {known}") from None
    unknown = set(values) - {f.name for f in fields(EquityConfig)}
    if unknown:
        listed = ", ".join(f.name for f in fields(EquityConfig))
        raise ConfigError(
            f"unknown setting {sorted(unknown)[0]!r:.40} in config {name}; settings: {listed}"
        )
    try:
        config = EquityConfig(**values)
        config.rule_set  # noqa: B018 (refused now, not after an hour)
    except ThousandError as error:
        raise ConfigError(f"config {name}: {error}") from None
    return config
