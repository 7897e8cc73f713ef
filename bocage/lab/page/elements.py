"""The small parts of a report's page: numbers in words, bars with their intervals, tables and lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from bocage.lab.measuring.intervals import Interval
from bocage.lab.measuring.summing import Difference

SPACE = "\N{NO-BREAK SPACE}"
DASH = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"
OTHER = "other"  # the colour of what belongs to no side


class Sides(tuple[str, ...]):
    """The sides of a game, as a report names and colours them.

    >>> sides = Sides(["allied", "german"], {"allied": "the Allies"})
    >>> sides.words("allied"), sides.words("german"), sides.words(""), sides.colour("german"), sides.colour("")
    ('the Allies', 'german', 'nobody', 'side2', 'other')
    """

    _words: Mapping[str, str]

    def __new__(cls, sides: Iterable[str], words: Mapping[str, str]) -> Sides:
        made = super().__new__(cls, sides)
        made._words = words
        return made

    def words(self, side: str) -> str:
        """A side as a sentence calls it."""
        return self._words.get(side, side) if side else "nobody"

    def colour(self, side: str) -> str:
        """The class of a side's bars and lines."""
        return f"side{self.index(side) + 1}" if side in self else OTHER


def capital(words: str) -> str:
    """With a capital letter.

    >>> capital("the Allies win")
    'The Allies win'
    """
    return words[:1].upper() + words[1:]


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "game"), counted(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def percent(share: float) -> str:
    """A share as people write it; what is not quite nothing or everything does not look like it.

    >>> percent(0.634), percent(0.002), percent(0.998), percent(1)
    ('63\\xa0%', 'under 1\\xa0%', 'over 99\\xa0%', '100\\xa0%')
    """
    if 0 < share < 0.005:
        return f"under 1{SPACE}%"
    if 0.995 < share < 1:
        return f"over 99{SPACE}%"
    return f"{share * 100:.0f}{SPACE}%"


def span(interval: Interval) -> str:
    """An interval of shares.

    >>> span(Interval(0.63, 0.527, 0.718))
    '53–72\\xa0%'
    """
    return f"{interval.low * 100:.0f}{DASH}{interval.high * 100:.0f}{SPACE}%"


def points(number: float) -> str:
    """A difference of percentages.

    >>> points(0.123), points(-0.2), points(0)
    ('+12', '−20', '±0')
    """
    rounded = round(number * 100)
    return f"+{rounded}" if rounded > 0 else f"{MINUS}{-rounded}" if rounded < 0 else "±0"


def plain(number: float) -> str:
    """A number without needless digits.

    >>> plain(3.0), plain(2.5), plain(0.04), plain(128.4)
    ('3', '2.5', '0.04', '128')
    """
    if number == int(number):
        return f"{int(number):,}"
    if abs(number) >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if abs(number) >= 0.1 else f"{number:.2g}"


def listed(words: Sequence[str]) -> str:
    """Words with commas and an "and".

    >>> listed(["a", "b", "c"]), listed(["a"])
    ('a, b and c', 'a')
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


# Bars: 100 units wide, whatever the width on the screen


def share_bar(interval: Interval, colour: str, half: bool = False) -> str:
    """A share as a bar, with its interval as a whisker."""
    inside = _rect(0, interval.share * 100, colour)
    return _bar(inside + (_half(50) if half else "") + _whisker(interval.low * 100, interval.high * 100))


def wins_bar(first: Interval, second_share: float, sides: Sides) -> str:
    """Both sides' shares from the two ends, draws between them, and the interval of the first."""
    mine, theirs = first.share * 100, second_share * 100
    return _bar(
        _rect(0, mine, sides.colour(sides[0]))
        + _rect(mine, 100 - mine - theirs, OTHER)
        + _rect(100 - theirs, theirs, sides.colour(sides[1]))
        + _half(50)
        + _whisker(first.low * 100, first.high * 100)
    )


def amount_bar(mean: float, low: float | None, high: float | None, most: float, colour: str) -> str:
    """An amount as a bar, with where most games lie."""
    scale = 100 / most if most else 0
    whisker = "" if low is None or high is None else _whisker(low * scale, high * scale)
    return _bar(_rect(0, mean * scale, colour) + whisker)


def range_bar(low: float, middle: float, high: float, first: float, last: float) -> str:
    """When something happens: the turns between which most games lie, and a mark at the middle."""
    scale = 100 / max(1, last - first + 1)
    left, right = (low - first) * scale, (high - first + 1) * scale
    mark = (middle - first + 0.5) * scale
    return _bar(_rect(left, right - left, "when") + f'<path class="whisker mark" d="M{mark:.1f} 0V12"/>')


def difference_bar(change: Difference, most: float, sides: Sides) -> str:
    """A difference to either side of nothing: what is more than that helps the first side."""
    scale = 50 / most if most else 0

    def place(value: float) -> float:
        return max(0.0, min(100.0, 50 + value * scale))

    start, end = sorted((50.0, place(change.points)))
    colour = sides.colour(sides[0 if change.points > 0 else 1])
    return _bar(_rect(start, end - start, colour) + _half(50) + _whisker(place(change.low), place(change.high)))


def _bar(inside: str) -> str:
    track = '<rect class="track" width="100" height="12"/>'
    return f'<svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">{track}{inside}</svg>'


def _rect(x: float, width: float, kind: str) -> str:
    return f'<rect class="{kind}" x="{x:.1f}" width="{width:.1f}" y="1" height="10"/>' if width > 0 else ""


def _half(x: float) -> str:
    return f'<path class="half" d="M{x:g}-2V14"/>'


def _whisker(low: float, high: float) -> str:
    line = f"M{low:.1f} 6H{high:.1f}M{low:.1f} 3V9M{high:.1f} 3V9"
    return f'<path class="whisker halo" d="{line}"/><path class="whisker" d="{line}"/>'


# Tables and lists


class Raw(str):
    """A text that is markup already."""

    __slots__ = ()


Cell = str
WITH_ONE_NUMBER = 3  # columns: a name, a bar and its number


def table(heads: Sequence[str], rows: Iterable[Sequence[Cell]], caption: str = "", kind: str = "bars") -> str:
    """A table whose first column names the rows. Bars are markup; everything else is text."""
    parts = [f'<table class="{kind}{" one" if len(heads) == WITH_ONE_NUMBER else ""}">']
    if caption:
        parts.append(f"<caption>{escape(caption)}</caption>")
    parts.append(
        "<thead><tr>" + "".join(f'<th scope="col">{escape(head)}</th>' for head in heads) + "</tr></thead><tbody>"
    )
    for first, *rest in rows:
        if not rest:
            parts.append(f'<tr><th class="group" colspan="{len(heads)}" scope="rowgroup">{text(first)}</th></tr>')
            continue
        cells = "".join(
            f'<td class="gauge">{cell}</td>'
            if isinstance(cell, Raw)
            else f'<td class="number" data-label="{escape(head)}">{escape(cell)}</td>'
            for head, cell in zip(heads[1:], rest, strict=True)
        )
        parts.append(f'<tr><th scope="row">{text(first)}</th>{cells}</tr>')
    return "".join(parts) + "</tbody></table>"


def text(words: Cell) -> str:
    """Words as markup."""
    return words if isinstance(words, Raw) else escape(words)


def paragraph(words: str, kind: str = "") -> str:
    """A paragraph of plain words."""
    return f"<p{_class(kind)}>{text(words)}</p>"


def bullets(items: Iterable[str]) -> str:
    """A list of plain sentences."""
    return "<ul>" + "".join(f"<li>{text(item)}</li>" for item in items) + "</ul>"


def key(entries: Mapping[str, str]) -> str:
    """What colours mean: words -> class."""
    return '<ul class="key">' + "".join(
        f'<li><svg viewBox="0 0 20 12" aria-hidden="true"><rect class="{kind}" width="20" height="12"/></svg>'
        f"{escape(words)}</li>"
        for words, kind in entries.items()
    ) + "</ul>"  # fmt: skip


def fold(summary: str, inside: str, kind: str = "", opened: bool = False) -> str:
    """Something that is unfolded on demand."""
    return f"<details{_class(kind)}{' open' if opened else ''}><summary>{escape(summary)}</summary>{inside}</details>"


def figure(title: str, aid: str, drawing: str) -> str:
    """A drawing with its title and a sentence on how to read it."""
    words = f"<strong>{escape(title)}</strong><span>{escape(aid)}</span>"
    return f'<figure class="card"><figcaption>{words}</figcaption>{drawing}</figure>'


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
