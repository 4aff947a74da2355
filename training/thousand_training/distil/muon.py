"""Muon (Jordan et al. 2024): momentum whose singular values are all made about one, for matrices.

PyTorch has it, too, but always in bfloat16, which a processor that doesn't know it takes seconds a step for.
"""

from collections.abc import Iterable
from typing import Any, Final

import torch
from torch import Tensor

MOMENTUM: Final = 0.95  # these and the next two by Jordan et al.
COEFFICIENTS: Final = (3.4445, -4.7750, 2.0315)
ITERATIONS: Final = 5
AS_ADAMW: Final = (
    0.2  # root mean square of a step of AdamW (Liu et al. 2025), so that one rate does for both
)


class Muon(torch.optim.Optimizer):
    """For matrices only; ``halves`` says whether products in half precision are the quicker ones."""

    def __init__(self, weights: Iterable[Tensor], lr: float, weight_decay: float, halves: bool):
        super().__init__(weights, {"lr": lr, "weight_decay": weight_decay})
        self._type = torch.bfloat16 if halves else torch.float32

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:  # type: ignore[override]
        """One step by the gradients that are there; a closure isn't used."""
        for group in self.param_groups:
            for weights in group["params"]:
                if weights.grad is not None:
                    self._step(weights, weights.grad, group["lr"], group["weight_decay"])

    def _step(self, weights: Tensor, gradient: Tensor, rate: float, decay: float) -> None:
        state = self.state[weights]
        if not state:
            state["momentum"] = torch.zeros_like(weights)
        momentum = state["momentum"]
        momentum.lerp_(gradient, 1 - MOMENTUM)
        ahead = gradient.lerp(momentum, MOMENTUM)  # Nesterov's
        scale = AS_ADAMW * max(weights.shape) ** 0.5
        weights.mul_(1 - rate * decay)
        weights.add_(orthogonal(ahead.to(self._type)), alpha=-rate * scale)


def orthogonal(matrix: Tensor) -> Tensor:
    """The matrix with singular values from about 0.7 to 1.2, by Newton and Schulz's iteration."""
    wide = matrix if matrix.shape[0] <= matrix.shape[1] else matrix.T
    wide = wide / wide.norm().clamp(min=1e-7)  # the largest is one at most
    first, third, fifth = COEFFICIENTS
    for _ in range(ITERATIONS):
        square = wide @ wide.T
        wide = torch.addmm(
            wide, torch.addmm(square, square, square, beta=third, alpha=fifth), wide, beta=first
        )
    return wide if matrix.shape[0] <= matrix.shape[1] else wide.T
