"""Shapes of the map maker: what decides them is the same on every machine."""

from __future__ import annotations

import pytest

from maps.shapes import coordinates, line, simplified


@pytest.mark.parametrize("noise", [1e-12, -1e-12])
def test_the_last_digit_does_not_say_which_point_stays(noise: float) -> None:
    """Two points stand off equally far, and only one of them stays; processors differ in the last digit of a sine."""
    even = simplified(line([(0.0, 0.0), (2.0, 5.0), (4.0, 5.0), (6.0, 0.0)]), 4.0)
    assert len(coordinates(even)) == 3
    uneven = simplified(line([(0.0, 0.0), (2.0, 5.0 - noise), (4.0, 5.0 + noise), (6.0, 0.0)]), 4.0)
    assert coordinates(uneven) == coordinates(even)
