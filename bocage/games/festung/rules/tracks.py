"""The General Records Track: victory points (16.1) and German Infrastructure with its collapse (15)."""

from __future__ import annotations

from bocage.rules import WORD, event

from .look import Play

scored = event(
    "victory points", "16.1",
    lambda game, delta, vp: f"Victory points {'rise' if delta > 0 else 'fall'} by {abs(delta)} to {vp}.",
    delta=WORD, vp=WORD,
)  # fmt: skip
worn = event(
    "infrastructure", "15.1",
    lambda game, delta, left: f"German Infrastructure {'rises' if delta > 0 else 'falls'} by {abs(delta)} to {left}.",
    delta=WORD, left=WORD,
)  # fmt: skip
collapse = event("collapse", "15.2", "German Infrastructure collapses.", side="axis")

ENDED = ("production_miracle", "oil_ignored")  # by the collapse (ruling R17)


def change_vp(play: Play, delta: int, rule: str) -> None:
    """Move the marker of victory points; it never goes below 0 (ruling R39)."""
    position = play.position
    before, position.vp = position.vp, max(0, position.vp + delta)
    if position.vp != before:
        scored(play, position.vp - before, position.vp, rule=rule)


def change_infrastructure(play: Play, delta: int, rule: str) -> None:
    """Move the marker of Infrastructure; when it comes to 0 it has collapsed for good (15.2)."""
    position = play.position
    before, position.infrastructure = position.infrastructure, max(0, position.infrastructure + delta)
    if position.infrastructure != before:
        worn(play, position.infrastructure - before, position.infrastructure, rule=rule)
    if not position.infrastructure and not position.collapsed:
        position.collapsed = True
        position.flags = {name: flag for name, flag in position.flags.items() if name not in ENDED}
        collapse(play)
