"""How a position stands: a few telling numbers, weighed. The weights are data, fitted on games that bots played.

`bocage/games/<game>/bot/weights.csv` has a line for each side and feature, and
`python -m bocage.lab.tuning.fit GAME` writes it.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from math import exp

from bocage import shelf

BIAS = "bias"  # the feature that is always 1

Features = Mapping[str, float]


class Weights:
    """Side -> feature -> weight.

    >>> weights = Weights({"allied": {"bias": 0.0, "ports": 1.0}})
    >>> round(weights.share("allied", {"ports": 2.0}), 2)
    0.88
    """

    __slots__ = ("by_side",)

    def __init__(self, by_side: Mapping[str, Mapping[str, float]]) -> None:
        self.by_side = by_side

    @classmethod
    def of(cls, game: str) -> Weights:
        """The weights of a game; without a file every position stands even."""
        found: dict[str, dict[str, float]] = {}
        file = shelf.folder(game, "bot") / "weights.csv"
        if file.is_file():
            for row in csv.DictReader(file.read_text(encoding="utf-8").splitlines()):
                found.setdefault(row["side"], {})[row["feature"]] = float(row["weight"])
        return cls(found)

    def share(self, side: str, features: Features) -> float:
        """The share of victory that a side can expect, from 0 to 1."""
        weights = self.by_side.get(side, {})
        total = weights.get(BIAS, 0.0)
        for name, value in features.items():
            total += weights.get(name, 0.0) * value
        return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))
