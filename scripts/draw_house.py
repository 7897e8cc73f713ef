"""Draws docs/house.svg: the rooms of the project, as they stand in the tree, and who may import whom.

The layers are those that import-linter checks (pyproject.toml), the modules are the files, and the words are the first
lines of their docstrings. Run it with `make house` after a module came or went; a test compares.
"""

from __future__ import annotations

import ast
import textwrap
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "house.svg"
WIDTH, MARGIN, GAP, LINE = 1180, 24, 14, 15
ROOMS = ("data", "rules", "words", "bot", "table", "terminal", "lab")
PAPER, INK, SOFT, FRAME = "#fbfaf6", "#211f1b", "#5a554b", "#c9c1ae"
TITLE = "The house: imports point downwards only, and games never import each other"
TINTS = {"games": "#e7ecd8", "machinery": "#f3e9d6", "ground": "#dfe7ee"}


def subject(file: Path) -> str:
    """The first sentence of a module's docstring."""
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return text.split("\n")[0].rstrip(".")


def modules(folder: Path) -> list[str]:
    """The modules of a package and the packages below it, by name."""
    files = [path.stem for path in folder.glob("*.py") if path.stem not in ("__init__", "__main__")]
    folders = [f"{path.name}/" for path in folder.iterdir() if (path / "__init__.py").is_file()]
    return sorted(files) + sorted(folders)


def layers() -> list[list[str]]:
    """The layers from the top down, each with its packages, as the contract has them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (layered,) = [contract for contract in contracts if contract["type"] == "layers"]
    return [[name.strip() for name in layer.split("|")] for layer in layered["layers"]]


class Drawing:
    """An SVG that grows downwards."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.y = MARGIN

    def text(self, x: float, y: float, words: str, size: int = 12, colour: str = INK, weight: str = "normal") -> None:
        """A line of text."""
        look = f'font-size="{size}" fill="{colour}" font-weight="{weight}"'
        self.parts.append(f'<text x="{x:g}" y="{y:g}" {look}>{escape(words)}</text>')

    def box(self, x: float, y: float, width: float, height: float, tint: str) -> None:
        """A room."""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="8" fill="{tint}" stroke="{FRAME}"/>'
        )

    def room(self, x: float, width: float, name: str, about: str, inside: list[str], tint: str) -> float:
        """A package with what is in it; its height."""
        letters = int(width / 6.6)
        told = textwrap.wrap(about, letters)[:2]
        listed = textwrap.wrap("  ".join(inside), letters) if inside else []
        height = 26 + LINE * (len(told) + len(listed)) + (6 if listed else 0)
        self.box(x, self.y, width, height, tint)
        self.text(x + 12, self.y + 20, name, 14, weight="bold")
        y = self.y + 20
        for line in told:
            y += LINE
            self.text(x + 12, y, line, 12, SOFT)
        y += 4
        for line in listed:
            y += LINE
            self.text(x + 12, y, line, 11)
        return height

    def games(self, folder: Path) -> float:
        """The games side by side, each with its rooms."""
        slugs = sorted(path.name for path in folder.iterdir() if (path / "__init__.py").is_file())
        width = (WIDTH - 2 * MARGIN - GAP * (len(slugs) - 1)) / len(slugs)
        heights = []
        for number, slug in enumerate(slugs):
            x = MARGIN + number * (width + GAP)
            rooms = [room for room in ROOMS if (folder / slug / room).is_dir()]
            letters = int(width / 6.4)
            lines = []
            for room in rooms:
                listed = textwrap.wrap(f"{room}/  " + "  ".join(modules(folder / slug / room)), letters)
                lines += [(line, not number_) for number_, line in enumerate(listed)]
            height = 34 + LINE * len(lines)
            heights.append(height)
            self.box(x, self.y, width, height, TINTS["games"])
            self.text(x + 12, self.y + 20, f"games/{slug}", 14, weight="bold")
            for row, (line, first) in enumerate(lines):
                self.text(x + (12 if first else 24), self.y + 20 + LINE * (row + 1), line, 11, INK if first else SOFT)
        return max(heights)


def draw() -> str:
    """The picture."""
    drawing = Drawing()
    drawing.text(
        MARGIN, drawing.y + 12, "The house: imports point downwards only, and games never import each other", 15
    )
    drawing.y += 30
    for layer in layers():
        if layer == ["bocage.games"]:
            height = drawing.games(ROOT / "bocage" / "games")
        else:
            width = (WIDTH - 2 * MARGIN - GAP * (len(layer) - 1)) / len(layer)
            heights = []
            for number, name in enumerate(layer):
                path = ROOT / Path(*name.split("."))
                package = path.is_dir()
                about = subject(path / "__init__.py" if package else path.with_suffix(".py"))
                ground = name.split(".")[1] in ("hexes", "engine", "parts", "rules")
                tint = TINTS["ground" if ground else "machinery"]
                title = name.removeprefix("bocage.") + ("/" if package else ".py")
                inside = modules(path) if package else []
                heights.append(drawing.room(MARGIN + number * (width + GAP), width, title, about, inside, tint))
            height = max(heights)
        drawing.y += int(height) + GAP
    body = "\n".join(drawing.parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {drawing.y + MARGIN - GAP}" '
        f'font-family="ui-sans-serif, system-ui, sans-serif" role="img" aria-label="The rooms of Bocage">\n'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>\n{body}\n</svg>\n'
    )


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
    print(f"The house is drawn in {PICTURE.relative_to(ROOT)}.")
