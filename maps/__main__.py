"""``python -m maps roundup`` draws a game's map and writes it beside the game's tables."""

from __future__ import annotations

import argparse
from pathlib import Path

from maps import stamp
from maps.sheet import write


def main() -> None:
    """Read the command line and draw."""
    reader = argparse.ArgumentParser(prog="python -m maps", description="Draw the map of a game.")
    reader.add_argument("game", help="the game's slug, such as roundup")
    reader.add_argument("--to", type=Path, help="write the files into this folder instead")
    wanted = reader.parse_args()
    for path in write(wanted.game, wanted.to):
        print(f"{path} ({path.stat().st_size:,} bytes)")
    if wanted.to is None:
        stamp.write(wanted.game)


main()
