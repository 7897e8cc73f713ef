"""Plots as inline SVG. Colours are names that the page fills in, so that one plot serves light, dark and paper.

Sides differ by more than colour: the first has a full line and dots, the second a broken line and squares.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from io import StringIO
from itertools import pairwise
from math import erf, sqrt
from typing import Any, NamedTuple

from bocage.engine.errors import BadInput
from bocage.lab.measuring.summing import Band
from bocage.lab.page.elements import OTHER, Sides

WIDTH, HEIGHT = 4.8, 2.9  # inches; narrow enough to be read on a phone
FONT = 10.0  # points
MOST_TICKS = 14

# Colours that stand for variables of the page. Nothing else in a plot has these values.
INK, FAINT, PAPER = "#010203", "#040506", "#fdfcfb"
COLOURS = {"side1": "#0a0b0c", "side2": "#0d0e0f", OTHER: "#101112"}
VARIABLES = {
    INK: "var(--ink)",
    FAINT: "var(--faint)",
    PAPER: "var(--paper)",
    COLOURS["side1"]: "var(--side1)",
    COLOURS["side2"]: "var(--side2)",
    COLOURS[OTHER]: "var(--other)",
}
HATCHES = {"side1": "", "side2": "///", OTHER: "\\\\"}
STYLES: Mapping[str, tuple[str, str]] = {"side1": ("-", "o"), "side2": ("--", "s"), OTHER: (":", "^")}


class Line(NamedTuple):
    """A figure by turn in a plot."""

    label: str
    colour: str
    bands: Sequence[Band]


def library() -> Any:
    """Matplotlib, or a sentence on how to get it."""
    try:
        import matplotlib
    except ImportError:
        raise BadInput("reports are drawn by matplotlib, which is missing: pip install 'bocage[lab]'") from None
    matplotlib.use("svg")
    from matplotlib import pyplot

    pyplot.rcParams.update(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": "bocage",
            "font.family": "sans-serif",
            "font.size": FONT,
            "text.color": INK,
            "axes.edgecolor": FAINT,
            "axes.labelcolor": INK,
            "axes.facecolor": "none",
            "figure.facecolor": "none",
            "xtick.color": INK,
            "ytick.color": INK,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "axes.axisbelow": True,
            "grid.color": FAINT,
            "grid.alpha": 0.35,
            "grid.linewidth": 0.6,
            "legend.frameon": False,
            "lines.linewidth": 2,
            "lines.markersize": 4.5,
        }
    )
    return pyplot


def by_turn(name: str, lines: Sequence[Line], unit: str, words: str) -> str:
    """Figures by turn: the average as a line, eight games of ten as a band."""
    pyplot = library()
    figure, axes = pyplot.subplots(figsize=(WIDTH, HEIGHT), layout="constrained")
    for line in lines:
        turns = [band.turn for band in line.bands]
        style, marker = STYLES[line.colour]
        axes.fill_between(
            turns, [band.low for band in line.bands], [band.high for band in line.bands],
            color=COLOURS[line.colour], alpha=0.18, linewidth=0,
        )  # fmt: skip
        axes.plot(
            turns, [band.mean for band in line.bands], style, marker=marker, color=COLOURS[line.colour],
            label=line.label,
        )  # fmt: skip
    axes.set_xlabel("turn")
    axes.set_ylabel(unit)
    axes.set_ylim(bottom=0)
    top = max((band.high for line in lines for band in line.bands), default=0)
    if top < 1:
        axes.set_ylim(top=1)
    _whole_numbers(axes)
    if len(lines) > 1:
        axes.legend(loc="best", fontsize=FONT - 1)
    return svg(figure, name, words)


def luck(name: str, nets: Mapping[str, Sequence[float]], labels: Mapping[str, str], sides: Sides, words: str) -> str:
    """How the first side's luck was spread, stacked by who won, beside what fair dice give."""
    pyplot = library()
    figure, axes = pyplot.subplots(figsize=(WIDTH, HEIGHT), layout="constrained")
    edges = [step / 2 for step in range(-6, 7)]
    winners = [side for side in nets if nets[side]]
    games = sum(len(nets[side]) for side in winners)
    clipped = [[max(-2.99, min(2.99, net)) for net in nets[side]] for side in winners]
    colours = [sides.colour(side) for side in winners]
    _, _, bars = axes.hist(
        clipped, bins=edges, stacked=True, color=[COLOURS[colour] for colour in colours], edgecolor=PAPER, linewidth=1,
        label=[labels[side] for side in winners],
    )  # fmt: skip
    for colour, group in zip(colours, bars if len(winners) > 1 else [bars], strict=True):
        for bar in group:
            bar.set_hatch(HATCHES[colour])

    def below(value: float) -> float:
        return 0.5 * (1 + erf(value / sqrt(2)))

    shares = [below(high) - below(low) for low, high in pairwise(edges)]
    shares[0] += below(edges[0])
    shares[-1] += 1 - below(edges[-1])
    middles = [(low + high) / 2 for low, high in pairwise(edges)]
    axes.plot(middles, [share * games for share in shares], ":", marker="", color=INK, label="fair dice")
    axes.set_xlabel(f"luck of {sides.words(sides[0])} (0 = fair)")
    axes.set_ylabel("games")
    axes.set_xticks([-3, -2, -1, 0, 1, 2, 3])
    axes.legend(loc="upper left", fontsize=FONT - 1.5)
    _, top = axes.get_ylim()
    axes.set_ylim(top=top * 1.35)  # room for the legend
    axes.yaxis.get_major_locator().set_params(integer=True)
    return svg(figure, name, words)


def _whole_numbers(axes: Any) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(nbins=MOST_TICKS, integer=True, steps=[1, 2, 5, 10]))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))


# From matplotlib's file to a part of a page


def svg(figure: Any, name: str, words: str) -> str:
    """A figure as an element of a page: small, with a text for those who do not see it, and no size of its own."""
    pyplot = library()
    file = StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    pyplot.close(figure)
    text = file.getvalue()
    text = text[text.index("<svg") :]
    # The style of the file would be one of the whole page.
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>|<style.*?</style>", "", text, flags=re.DOTALL)
    for colour, variable in VARIABLES.items():
        text = text.replace(colour, variable)
    text = _names(text, name)
    text = re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), text)
    text = re.sub(r"font-family: [^;\"]*;? ?", "", text)
    text = re.sub(r">\s+<", "><", text)
    text = re.sub(r"\s*\n\s*", " ", text)
    box = re.search(r'viewBox="[^"]*"', text)
    assert box is not None
    head = f'<svg class="plot" {box[0]} role="img" aria-label="{escape(words)}">'
    return re.sub(r"<svg[^>]*>", lambda _: head, text, count=1).strip()


def _names(text: str, name: str) -> str:
    """Keep the ids that something refers to, under names that no other plot of the page has."""
    used = set(re.findall(r"url\(#([^)]+)\)|href=\"#([^\"]+)\"", text))
    wanted = {one or other for one, other in used}
    text = re.sub(r' id="([^"]+)"', lambda found: f' id="{name}-{found[1]}"' if found[1] in wanted else "", text)
    text = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", text)
    return re.sub(r"(?:xlink:)?href=\"#([^\"]+)\"", rf'href="#{name}-\1"', text)
