"""Counters as SVG: a box with the unit's symbol, its size above, its name beside and its factors below.

The symbols are our drawing of the usual military ones; nothing is copied from printed counters. Nations differ in
lightness as well as in hue, so that they can be told apart without colour vision.
"""

from __future__ import annotations

from typing import NamedTuple
from xml.sax.saxutils import escape

SIZE = 54.0  # the side of a counter, in the units of the map


class Paint(NamedTuple):
    """The colours of a nation's counters."""

    face: str
    ink: str
    box: str


class Chit(NamedTuple):
    """A counter to be drawn: a unit, or a marker if it has a sign in place of a symbol."""

    name: str
    paint: Paint
    symbol: str = ""
    size: str = ""
    factors: str = ""
    reduced: bool = False
    marks: str = ""  # small letters on the edge: what the unit has done
    sign: str = ""  # for markers: what is written on it
    tooltip: str = ""


# Symbols in a box of 26 x 17 around (0, 0)
_WIDE, _HIGH = 26.0, 17.0
_CROSS = "M-13 -8.5L13 8.5M-13 8.5L13 -8.5"
_OVAL = "M-5 -4.4H5A4.4 4.4 0 0 1 5 4.4H-5A4.4 4.4 0 0 1 -5 -4.4Z"
_WINGS = "M-4 7.6A2.1 2.1 0 0 1 0 7.6A2.1 2.1 0 0 1 4 7.6"
_BALL = "M-2 0A2 2 0 1 1 2 0A2 2 0 1 1 -2 0Z"
_QUESTION = "M-3.4 -3.2C-3.4 -7.4 3.6 -7.4 3.6 -3C3.6 0 0 -.6 0 2.8M0 5.4V6"
SYMBOLS: dict[str, tuple[str, ...]] = {
    "infantry": (_CROSS,),
    "mechanized": (_CROSS, _OVAL),
    "armour": (_OVAL,),
    "heavy armour": (_OVAL, "M-9 -8.5V8.5"),
    "airborne": (_CROSS, _WINGS),
    "special": (_CROSS, "M-13 -3.4L0 -8.5L13 -3.4"),
    "static infantry": (_CROSS, "M-13 6.4H13"),
    "glider": (_CROSS, "M-6 4.6L0 7L6 4.6"),
    "mountain": (_CROSS, "M-3 7.6L0 2.6L3 7.6Z"),
    "flak": ("M-13 8.5C-13 1 13 1 13 8.5", "M0 -6V1M-2 -4V0M2 -4V0"),
    "fort": ("M-10 5V-4H-7V-1.6H-4V-4H-1.5V-1.6H1.5V-4H4V-1.6H7V-4H10V5Z",),
    "headquarters": ("M-13 -3.6H13",),
    "parachute": (_CROSS, _WINGS),
    "marine": (_CROSS, "M0 -4.6V4.4M-2.6 -2.4H2.6M-4 2C-3 5.4 3 5.4 4 2"),
    "supply": ("M-13 4.4H13",),
    "unknown": (_QUESTION,),
    "dummy": (_QUESTION,),
    "armoured reconnaissance": (_OVAL, "M-13 8.5L13 -8.5"),
    "artillery": (_BALL,),
    "self-propelled artillery": (_OVAL, _BALL),
    "armoured engineer": (_OVAL, "M-8 4V-3H8V4M0 -3V2"),
    "police": ("M-6 -5C-4 -2.8 -2 -2.8 0 -5C2 -2.8 4 -2.8 6 -5C5 0 7 4 0 7C-7 4 -5 0 -6 -5Z",),
    "naval": ("M-9 1H9L6 6H-6ZM-3 1V-2H2V1M0 -2V-6",),
    "leader": ("M0 -6.5L1.6 -2H6.2L2.5 .8L3.8 5.4L0 2.7L-3.8 5.4L-2.5 .8L-6.2 -2H-1.6Z",),
}


def definitions() -> str:
    """What the counters of a picture share: the stripes of reduced ones."""
    return (
        '<pattern id="reduced" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="2.6" height="7" fill="#fff" fill-opacity=".55"/></pattern>'
    )


def draw(chit: Chit, x: float, y: float, scale: float = 1) -> str:
    """A counter with its centre at (x, y), smaller if need be.

    >>> "5-6" in draw(Chit("1", Paint("#fff", "#000", "#fff"), "infantry", "XX", "5-6"), 0, 0)
    True
    """
    half = SIZE / 2
    face, ink, box = chit.paint
    smaller = f" scale({scale})" if scale != 1 else ""
    square = f'width="{SIZE}" height="{SIZE}" rx="5"'
    parts = [
        f'<g transform="translate({x:.1f} {y:.1f}){smaller}">',
        f"<title>{escape(chit.tooltip)}</title>" if chit.tooltip else "",
        f'<rect x="{1.5 - half}" y="{1.5 - half}" {square} fill="#000" fill-opacity=".28"/>',
        f'<rect x="{-half}" y="{-half}" {square} fill="{face}" stroke="{ink}" stroke-width="1.2"/>',
    ]
    if chit.reduced:
        parts.append(f'<rect x="{-half}" y="{-half}" {square} fill="url(#reduced)"/>')
    parts += _sign(chit) if chit.sign else _unit(chit, ink, box)
    parts.append("</g>")
    return "".join(parts)


def _sign(chit: Chit) -> list[str]:
    lines = chit.sign.split("\n")
    top = -9.0 * (len(lines) - 1) + 6
    return [
        f'<text y="{top + 18 * number:.1f}" font-size="{19 if len(line) < 4 else 14}" text-anchor="middle" '
        f'font-family="sans-serif" font-weight="bold" fill="{chit.paint.ink}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    ]


def _unit(chit: Chit, ink: str, box: str) -> list[str]:
    left, top = -_WIDE / 2, -_HIGH / 2
    drawn = "".join(f'<path d="{path}"/>' for path in SYMBOLS[chit.symbol])
    text = f'font-family="sans-serif" text-anchor="middle" fill="{ink}"'
    name = 11.0 if len(chit.name) < 5 else 40.0 / len(chit.name)
    found = [
        f'<text y="-16.5" font-size="9" {text}>{escape(chit.size)}</text>',
        f'<g transform="translate(0 -4.5)" fill="none" stroke="{ink}" stroke-width="1.5" stroke-linejoin="round">',
        f'<rect x="{left}" y="{top}" width="{_WIDE}" height="{_HIGH}" fill="{box}"/>{drawn}</g>',
        f'<text y="23.5" font-size="17" font-weight="bold" {text}>{escape(chit.factors)}</text>',
        f'<text transform="translate(-17 -4.5) rotate(-90)" font-size="{name:.1f}" font-weight="bold" {text}>',
        f"{escape(chit.name)}</text>",
    ]
    if chit.marks:
        found.append(f'<text x="20" y="0" font-size="9" font-weight="bold" {text}>{escape(chit.marks)}</text>')
    return found
