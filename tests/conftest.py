"""The long soak runs only when it is asked for: `make soak`, or BOCAGE_LONG=1; shared assertions tell what they saw."""

from __future__ import annotations

import os

import pytest

# Else pytest explains only the failures of assertions that stand in the test files themselves.
pytest.register_assert_rewrite(
    "map_reading",
    "tests.breaking",
    "tests.cli.wandering",
    "tests.forging",
    "tests.perft",
    "tests.showing.reading",
    "tests.soaking",
    "tests.storing",
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests marked `long` out of an ordinary run."""
    if os.environ.get("BOCAGE_LONG") == "1":
        return
    long = [item for item in items if item.get_closest_marker("long")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("long")]
