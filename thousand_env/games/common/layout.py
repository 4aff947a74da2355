"""An observation's layout: one table of blocks, from which all else about it comes."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from thousand_env import games


@dataclass(frozen=True)
class Block:
    """A run of ``size`` floats.

    By ``kind``: ``cards`` and ``flags`` are 0 or 1, ``one_hot`` has at most one 1, ``numbers`` are
    whole numbers, multiples of ``unit``, divided by ``scale``.
    """

    name: str
    size: int
    kind: str
    meaning: str
    scale: int = 1
    unit: int = 1


class Layout(tuple[Block, ...]):
    """The blocks of an observation in order."""

    @property
    def size(self) -> int:
        """Floats in all."""
        return sum(block.size for block in self)

    @property
    def offsets(self) -> dict[str, int]:
        """Where each block begins."""
        starts = np.cumsum([0, *(block.size for block in self)])
        return {block.name: int(start) for block, start in zip(self, starts, strict=False)}

    @property
    def units(self) -> Any:
        """What each whole number is multiplied by: float32 (size,)."""
        return np.concatenate([np.full(b.size, b.unit / b.scale, np.float32) for b in self])

    def decode(self, observation: Any) -> dict[str, Any]:
        """The facts an observation encodes, by the blocks' names; the inverse of the encoder.

        ``observation`` is one row, shape (OBSERVATION_SIZE,).  Cards come as lists of card numbers,
        ``one_hot`` as a position or None, ``numbers`` and ``flags`` as whole numbers (a list if the
        block is longer than one).
        """
        row = np.asarray(observation)
        if row.shape != (self.size,):
            raise ValueError(
                f"an observation has shape ({self.size},), not {row.shape}{_whose(row.shape)}"
            )
        offsets = self.offsets
        return {b.name: _decode(b, row[offsets[b.name] :][: b.size]) for b in self}

    def table(self) -> str:
        """The layout as a Markdown table, for the docs."""
        lines = ["| floats | name | kind | divided by | meaning |", "|---|---|---|---|---|"]
        for b in self:
            start = self.offsets[b.name]
            span = f"{start}" if b.size == 1 else f"{start}-{start + b.size - 1}"
            lines.append(f"| {span} | {b.name} | {b.kind} | {b.scale} | {b.meaning} |")
        return "\n".join(lines)


def _whose(shape: tuple[int, ...]) -> str:
    """Whose observations look so, for a message: the games' ``decode`` are easily mixed up."""
    sizes = {games.load(name).OBSERVATION_SIZE: name for name in games.NAMES}
    if not shape or shape[-1] not in sizes:
        return ""
    name = sizes[shape[-1]]
    rows = " a row at a time" if len(shape) > 1 else ""
    return f": thousand_env.{name}.decode reads those of {games.load(name).TITLE}{rows}"


def _decode(block: Block, floats: Any) -> Any:
    values = [round(float(x) * block.scale / block.unit) * block.unit for x in floats]
    if block.kind == "cards":
        return [card for card, x in enumerate(values) if x]
    if block.kind == "one_hot":
        return values.index(1) if 1 in values else None
    return values if block.size > 1 else values[0]
