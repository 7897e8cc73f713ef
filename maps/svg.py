"""Writing SVG: elements, compact path data and text, always in the same order and with rounded numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias
from xml.sax.saxutils import escape

from maps.shapes import Point, Shape, rings

Value: TypeAlias = str | float | int


def number(value: float, places: int = 1) -> str:
    """A number as short as it can be written.

    >>> number(12.04), number(-0.5), number(0.04)
    ('12', '-.5', '0')
    """
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    if text.startswith("0."):
        return text[1:]
    return "-" + text[2:] if text.startswith("-0.") else text


def element(name: str, content: str | Iterable[str] = "", **attributes: Value | None) -> str:
    """One element; underscores in attribute names become hyphens, and a trailing one is dropped."""
    parts = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        text = value if isinstance(value, str) else number(float(value), 2)
        parts.append(f'{key.rstrip("_").replace("_", "-")}="{escape(text, {chr(34): "&quot;"})}"')
    inner = content if isinstance(content, str) else "\n".join(content)
    head = " ".join(parts)
    return f"<{head}>{inner}</{name}>" if inner else f"<{head}/>"


def group(content: Iterable[str], **attributes: Value | None) -> str:
    """A group of elements, one per line."""
    return element("g", "\n" + "\n".join(content) + "\n", **attributes)


def text(words: str, x: float, y: float, **attributes: Value | None) -> str:
    """A line of text."""
    return element("text", escape(words), x=number(x), y=number(y), **attributes)


def polyline(points: Sequence[Point], closed: bool = False, places: int = 1) -> str:
    """Path data through points, in relative steps, each rounded against the rounded point before it."""
    scale = 10**places
    whole = [(round(x * scale), round(y * scale)) for x, y in points]
    if closed and len(whole) > 1 and whole[0] == whole[-1]:
        whole.pop()
    if not whole:
        return ""
    out = [f"M{number(whole[0][0] / scale, places)}", _joined(whole[0][1], scale, places)]
    last = whole[0]
    first_step = True
    for here in whole[1:]:
        dx, dy = here[0] - last[0], here[1] - last[1]
        if dx == 0 and dy == 0:
            continue
        step = number(dx / scale, places)
        out.append(("l" + step) if first_step else (step if step.startswith("-") else " " + step))
        out.append(_joined(dy, scale, places))
        first_step, last = False, here
    return "".join(out) + ("z" if closed else "")


def _joined(value: int, scale: int, places: int) -> str:
    text = number(value / scale, places)
    return text if text.startswith("-") else " " + text


def area(geometry: Shape, places: int = 1) -> str:
    """Path data of an area with its holes (fill it even-odd)."""
    return "".join(polyline(ring, True, places) for ring in rings(geometry))


def path(data: str, **attributes: Value | None) -> str:
    """A path element."""
    return element("path", "", d=data, **attributes)
