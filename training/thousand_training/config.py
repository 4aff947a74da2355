"""The settings of a training run, from TOML."""

from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from thousand_env.errors import ThousandError
from thousand_env.foreign import parse_toml, read_toml, shown

_HERE = Path(__file__).parent
_BUILT, _SOURCE = _HERE / "configs", _HERE.parent / "configs"  # in a wheel, in the repository
CONFIGS = _BUILT if _BUILT.is_dir() else _SOURCE


class ConfigError(ThousandError):
    """An unknown setting, a value that isn't allowed, or a file or folder that can't be used."""


@dataclass(frozen=True)
class Config:
    """One training run."""

    rules: str = "classic"
    """Preset, with options if wanted: ``classic,golden=false``."""
    seed: int = 0
    """Of the decks, the network's first weights and the draws of actions."""
    threads: int = 2
    """Processor threads of PyTorch."""
    minutes: float = 3.0
    """Training time; the run ends by this or by ``iterations``, whichever is first."""
    iterations: int = 100
    """Rounds of playing and learning."""
    num_games: int = 1024
    """Matches played side by side."""
    steps: int = 64
    """Decisions of each match in one iteration."""
    epochs: int = 1
    """Passes over the decisions of an iteration."""
    minibatch: int = 4096
    """Decisions a gradient step."""
    width: int = 256
    """Units of a hidden layer of the policy."""
    value_width: int = 128
    """Units of a hidden layer of the value network."""
    depth: int = 2
    """Hidden layers, of policy and value alike."""
    learning_rate: float = 1e-3
    """At the start; falls to a tenth in a straight line."""
    gae_lambda: float = 0.95
    """Lambda of generalised advantage estimation (Schulman et al. 2016); gamma is 1."""
    clip: float = 0.15
    """Largest change of an action's chance in one iteration, as a ratio (PPO)."""
    entropy_bidding: float = 0.03
    """Weight of the entropy bonus in every phase before the play; falls to a tenth."""
    entropy_play: float = 0.02
    """The same in the play of the cards."""
    value_weight: float = 0.5
    """Weight of the value loss."""
    dark_exploration: float = 0.05
    """Share of dark offers in which a dark is forced, else its branch is never learnt."""
    save_every: int = 20
    """Iterations between two checkpoints."""

    def __post_init__(self) -> None:
        for f in fields(self):
            value = getattr(self, f.name)
            whole_for_float = f.type is float and type(value) is int
            if type(value) is not f.type and not whole_for_float:
                raise ConfigError(f"{f.name} = {shown(value)}: {f.type.__name__} is expected")  # type: ignore[union-attr]
            if f.type in (int, float):
                self._check_range(f.name, value)
            if whole_for_float:
                object.__setattr__(self, f.name, float(value))
        if self.dark_exploration >= 1:
            raise ConfigError(f"dark_exploration = {self.dark_exploration}: a share below 1")

    @staticmethod
    def _check_range(name: str, value: float) -> None:
        least = 0 if name in _MAY_BE_ZERO else _LEAST.get(name, 1e-12)
        most = _MOST.get(name, 1e12)
        if not least <= value <= most:
            raise ConfigError(f"{name} = {shown(value)} is out of range: {least:g} to {most:g}")

    def as_dict(self) -> dict[str, Any]:
        """All settings by name."""
        return asdict(self)


_LEAST = {"steps": 8}  # fewer leave no decision with a next one of the same player
_MOST = {"threads": 256, "num_games": 2**20, "steps": 2**16, "width": 8192, "value_width": 8192}
_MOST["depth"] = 64
_MAY_BE_ZERO = ("seed", "entropy_bidding", "entropy_play", "dark_exploration", "gae_lambda")


def load_config(name: str, changes: dict[str, str] | None = None) -> Config:
    """A config by its name (``demo``) or path, with some settings changed by text.

    Raises: ConfigError.
    """
    path = Path(name) if name.endswith(".toml") else CONFIGS / f"{name}.toml"
    try:
        values = read_toml(path)
    except (OSError, ValueError) as error:  # TOML's errors among them
        known = ", ".join(sorted(p.stem for p in CONFIGS.glob("*.toml")))
        raise ConfigError(f"config {name}: {error}; shipped: {known}") from None
    for key, text in (changes or {}).items():
        values[key] = _read(text)
    unknown = set(values) - {f.name for f in fields(Config)}
    if unknown:
        raise ConfigError(f"unknown setting {sorted(unknown)[0]!r:.40} in config {name}")
    return Config(**values)


def _read(text: str) -> Any:
    try:
        return parse_toml(f"x = {text}")["x"]
    except ValueError:  # no TOML value: a plain text
        return text
