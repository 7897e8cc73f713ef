"""The examples in the docstrings run, and the bit sets keep their lead over the twin."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import pkgutil
from pathlib import Path

import pytest

import bocage.hexes

MODULES = ["bocage.hexes", *(f"bocage.hexes.{module.name}" for module in pkgutil.iter_modules(bocage.hexes.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted > 0
    assert results.failed == 0


def test_bit_sets_are_at_least_eight_times_as_fast_as_dictionaries() -> None:
    path = Path(__file__).parents[2] / "benchmarks" / "hexes.py"
    spec = importlib.util.spec_from_file_location("benchmark_of_hexes", path)
    assert spec is not None
    assert spec.loader is not None
    benchmark = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(benchmark)
    for question, times in benchmark.run().items():
        assert times["factor"] >= 8, question
