"""The settings of a training run, from TOML."""

from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from thousand_agents.games import OUTSIDE
from thousand_env.errors import ThousandError
from thousand_env.foreign import parse_toml, read_toml, shown
from thousand_training.limits import (
    CHOICES,
    DARK_EXPLORATION,
    IN_ANY_GAME,
    LEAST,
    LISTS,
    MAY_BE_ZERO,
    MOST,
    SHARES,
)

_HERE = Path(__file__).parent
_BUILT, _SOURCE = _HERE / "configs", _HERE.parent / "configs"  # in a wheel, in the repository
CONFIGS = _BUILT if _BUILT.is_dir() else _SOURCE


class ConfigError(ThousandError):
    """An unknown setting, a value that isn't allowed, or a file or folder that can't be used."""


@dataclass(frozen=True)
class Config:
    """One training run."""

    game: str = "thousand"
    """Which game is learned; settings that only Thousand knows are marked."""
    rules: str = "classic"
    """Preset, with options if wanted: ``classic,golden=false``."""
    seed: int = 0
    """Of the decks, the network's first weights and the draws of actions."""
    threads: int = 2
    """Processor threads of PyTorch."""
    groups: int = 1
    """Groups of games that are played apart, each with cards and random streams of its own; several
    can be played at the same time."""
    executor: str = "serial"
    """Who plays several groups: ``serial``, one after the other; ``process``, worker processes; or
    ``ray``. A run comes out the same, whoever it is."""
    workers: int = 0
    """Worker processes; 0: as many as there are cores."""
    address: str = ""
    """Of a Ray cluster; without it one is started on this machine."""
    device: str = "cpu"
    """Where networks learn: ``cpu`` or ``cuda``. Games are always played on the processor."""
    minutes: float = 3.0
    """Training time; the run ends by this or by ``iterations``, whichever is first."""
    iterations: int = 100
    """Rounds of playing and learning, the warm start's among them."""
    save_every: int = 20
    """Iterations between two checkpoints."""

    algorithm: str = "ppo"
    """``ppo``; ``rollout`` (Thousand): every action is played out by greedy players; ``dmc``: deep
    Monte Carlo."""
    phase: str = "all"
    """``all`` decisions are learned, or ``bidding`` (Thousand): darks, bids, raises and concessions."""
    card_play: str = "greedy"
    """With ``phase = "bidding"``: the agent that gives, plays and asks for re-deals."""
    reward: str = "points"
    """``points`` written in the deal, ``lead``: own points less the mean of the others', ``win``: of
    the match, in which decisions are credited with all that comes, or ``equity`` (Thousand): change
    of the chance to win the match."""
    equity: str = ""
    """With ``reward = "equity"``: name or path of the equity model."""

    num_games: int = 1024
    """Games played side by side."""
    steps: int = 64
    """Decisions of each game in one iteration."""
    tables_share: float = 0.0
    """Share of the games that are single deals from tables sampled as the arena does, the rest
    being whole matches."""
    pool_share: float = 0.0
    """Share of the games with a past self in some of the seats."""
    pool_every: int = 50
    """Iterations between two snapshots for the pool."""
    pool_size: int = 20
    """Past selves kept; the oldest goes first."""
    opponents: tuple[str, ...] = ()
    """Agents that sit in some of the seats in ``opponents_share`` of the games."""
    opponents_share: float = 0.0
    """Share of the games with one of ``opponents``."""
    seating: str = "mixed"
    """Where opponents sit: ``mixed``, in one seat or more, drawn anew each iteration; ``alone``, in
    all seats but the learner's; ``team`` (Thousand), in one, with two learners against it
    (``seats.py``)."""
    dark_exploration: float = DARK_EXPLORATION
    """Share of dark offers (Thousand) in which a dark is forced, else its branch is never learnt."""

    warm_start: tuple[str, ...] = ()
    """Agents whose decisions are cloned before self-play begins."""
    warm_decisions: int = 1_000_000
    """Decisions of theirs to learn from."""
    epochs: int = 1
    """Passes over the decisions of an iteration."""
    minibatch: int = 4096
    """Decisions a gradient step."""
    network: str = "flat"
    """``flat``: the policy's layers look at the whole observation; ``suits`` (Thousand): at each suit
    alike."""
    width: int = 256
    """Units of a hidden layer of the policy."""
    value_width: int = 128
    """Units of a hidden layer of the value network."""
    depth: int = 2
    """Hidden layers, of policy and value alike."""
    privileged: bool = False
    """The value network, which only training uses, also sees the hidden cards (Thousand)."""
    adviser: str = ""
    """``greedy``: the policy is told what that agent would do, and starts out from it."""
    belief_weight: float = 0.0
    """Weight of the loss of telling who holds which card, from the policy's last hidden layer
    (Thousand)."""
    learning_rate: float = 1e-3
    """At the start; falls to a tenth in a straight line."""
    gae_lambda: float = 0.95
    """Lambda of generalised advantage estimation (Schulman et al. 2016); gamma is 1."""
    clip: float = 0.15
    """Largest change of an action's chance in one iteration, as a ratio (PPO)."""
    entropy_bidding: float = 0.03
    """Weight of the entropy bonus in every phase before the play; falls to a tenth."""
    entropy_play: float = 0.02
    """The same in the play of the cards, and in a game that has nothing before it."""
    value_weight: float = 0.5
    """Weight of the value loss."""
    epsilon: float = 0.05
    """Share of random decisions (DMC); falls to a tenth."""

    evaluate_minutes: float = 0.0
    """Training time between two meetings with ``evaluate_against`` in the arena; 0 = none."""
    evaluate_sets: int = 256
    """Sets of a meeting, at deal level."""
    evaluate_matches: int = 0
    """Sets of whole matches on top, for the share of wins."""
    evaluate_against: tuple[str, ...] = ("greedy",)
    """Whom it meets."""

    def __post_init__(self) -> None:
        for f in fields(self):
            value = getattr(self, f.name)
            if f.name in LISTS:
                value = [value] if isinstance(value, str) else value
                if not isinstance(value, list | tuple) or not all(
                    isinstance(x, str) for x in value
                ):
                    raise ConfigError(f"{f.name} = {shown(value)}: a list of agents is expected")
                object.__setattr__(self, f.name, tuple(value))
                continue
            whole_for_float = f.type is float and type(value) is int
            if type(value) is not f.type and not whole_for_float:
                raise ConfigError(f"{f.name} = {shown(value)}: {f.type.__name__} is expected")  # type: ignore[union-attr]
            if f.type in (int, float):
                self._check_range(f.name, value)
            if whole_for_float:
                object.__setattr__(self, f.name, float(value))
        self._check_together()

    @staticmethod
    def _check_range(name: str, value: float) -> None:
        least = 0 if name in MAY_BE_ZERO else LEAST.get(name, 1e-12)
        most = 1 if name in SHARES else MOST.get(name, 1e12)
        if not least <= value <= most:
            raise ConfigError(f"{name} = {shown(value)} is out of range: {least:g} to {most:g}")

    def _check_together(self) -> None:
        """Choices, and settings that must fit each other."""
        for name, known in CHOICES.items():
            if getattr(self, name) not in known:
                listed = ", ".join(choice or '""' for choice in known)
                found = shown(getattr(self, name))
                raise ConfigError(f"{name} = {found}: one of {listed} is expected")
        if self.game != "thousand":
            self._check_known_to_all_games()
        if self.dark_exploration >= 1:
            raise ConfigError(f"dark_exploration = {self.dark_exploration}: a share below 1")
        agents = [*self.warm_start, *self.opponents, self.card_play]
        if any(OUTSIDE in spec for spec in agents):
            raise ConfigError(f"{OUTSIDE} may give a game up, which training doesn't know")
        if self.pool_share + self.opponents_share > 1:
            raise ConfigError("pool_share and opponents_share: together at most 1")
        if self.opponents_share and not self.opponents:
            raise ConfigError("opponents_share: name the opponents")
        if self.num_games % self.groups:
            raise ConfigError(f"groups = {self.groups}: a divisor of {self.num_games} games")
        if self.groups == 1 and self.executor != "serial":
            raise ConfigError(f'executor = "{self.executor}": more than one group is expected')
        if self.seating != "mixed" and (self.opponents_share != 1 or self.pool_share):
            raise ConfigError(
                f'seating = "{self.seating}": with opponents_share = 1.0 and pool_share = 0.0 only'
            )
        if self.reward == "win" and self.tables_share:
            raise ConfigError('reward = "win": of whole matches; tables_share = 0.0 is expected')
        if self.seating == "team" and self.algorithm == "rollout":
            raise ConfigError('seating = "team": play-outs know no team; use algorithm = "ppo"')
        if (self.reward == "equity") != bool(self.equity):
            raise ConfigError('equity: the name of a model, with reward = "equity" and only there')
        if self.algorithm != "ppo" and (self.warm_start or self.privileged or self.belief_weight):
            raise ConfigError("warm_start, privileged, belief_weight: only PPO has a critic")
        if self.algorithm == "dmc" and self.adviser:
            raise ConfigError("adviser: DMC's network gives values, which an adviser has none of")
        if self.algorithm == "rollout" and self.reward != "lead":
            raise ConfigError('algorithm = "rollout" needs reward = "lead"')

    def _check_known_to_all_games(self) -> None:
        for name, allowed in IN_ANY_GAME.items():
            if getattr(self, name) not in allowed:
                listed = ", ".join(map(shown, allowed))
                raise ConfigError(
                    f"{name} = {shown(getattr(self, name))} is of Thousand only; with "
                    f'game = "{self.game}": {listed}'
                )

    @property
    def tells_hidden(self) -> bool:
        """Does learning need to know where the hidden cards lie?"""
        return self.privileged or self.belief_weight > 0

    def as_dict(self) -> dict[str, Any]:
        """All settings by name."""
        return asdict(self)


def shipped() -> str:
    """The names of the configs that come with the package."""
    return ", ".join(sorted(path.stem for path in CONFIGS.glob("*.toml")))


def load_config(name: str, changes: dict[str, str] | None = None) -> Config:
    """A config by its name (``demo``) or path, with some settings changed by text.

    Raises: ConfigError.
    """
    path = Path(name) if name.endswith(".toml") else CONFIGS / f"{name}.toml"
    try:
        values = read_toml(path)
    except (OSError, ValueError) as error:  # TOML's errors among them
        raise ConfigError(f"config {name}: {error}; shipped: {shipped()}") from None
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
