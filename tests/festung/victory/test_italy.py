"""The surrender of Italy (13.2)."""

from __future__ import annotations

from bocage.games.festung.rules import italy
from tests.cases import rule
from tests.festung.playing import midway, place

SEVEN = "1721 1820 1821 1920 1921 2019 2018"


@rule("13.2", "R29")
def test_eight_hexes_of_italy_and_sicily_make_it_surrender() -> None:
    """T077: Sardinia, Corsica and Beach Heads do not count; the Balkans box is no refuge."""
    for held, surrendered in ((f"{SEVEN} 1320 1319 1318 1922", False), (f"{SEVEN} 1918", True)):
        match = midway(italy.test, "IT-VII BALKANS; IT-XII 1617; GE-LXXX 1617", allied_control=held, marked="1922")
        assert match.position.surrendered == surrendered
        assert (place(match, "IT-VII") == "pool") == surrendered
        assert (place(match, "IT-XII") == "pool") == surrendered
        assert place(match, "GE-LXXX") == "1617"
