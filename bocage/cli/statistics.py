"""`bocage stats`: the course of a match in tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from bocage.cli.common import Data
from bocage.engine.naming import counted
from bocage.lab.measuring.course import Course, Figures, course_of
from bocage.lab.notes import notes_of
from bocage.terminal import saves
from bocage.terminal.screen import Screen


def stats(
    file: Annotated[Path, typer.Argument(help="The record of a match.")],
    side: Annotated[
        str | None, typer.Option(help="Count only what this side may know while the match goes on.")
    ] = None,
    over: Data = None,
) -> None:
    """The luck of the dice, losses and key figures of a match, turn by turn.

    Of a match that goes on only what everybody (or a side) may know is counted.
    """
    match = saves.read(file, data=over)
    match.view(side)  # complains about an unknown side
    course = course_of(match, side)
    words = {name: notes_of(match.game).side_words.get(name, name) for name in match.game.sides}
    screen = Screen()
    told = "the match is over" if course.over else f"the match goes on; counted is what {_eyes(course, words)} may know"
    screen.line(f"{match.game.title}: {counted(match.moment, 'entry', 'entries')}, {told}.")
    if course.since:
        screen.line(f"What happened before moment {course.since} is kept as a log only and cannot be counted.")
    _print_luck(screen, course, words)
    if course.losses:
        table = _table("Losses", "side", "kind", course.loss_unit)
        for loss in course.losses:
            table.add_row(words[loss.side], loss.kind, str(loss.number))
        screen.console.print(table)
    for plot in course.plots:
        _print_figures(screen, plot, course)


def _eyes(course: Course, words: dict[str, str]) -> str:
    return words[course.of] if course.of else "everybody"


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", show_edge=False, pad_edge=False)
    for place, name in enumerate(columns):
        table.add_column(name, justify="left" if not place or name == "kind" else "right")
    return table


def _print_luck(screen: Screen, course: Course, words: dict[str, str]) -> None:
    if not course.luck:
        return
    table = _table(f"Luck of the dice, in {course.luck_unit}", "side", "dice", "got", "expected", "luck", "spread")
    for one in course.luck:
        luck = one.got - one.expected
        row = (str(one.dice), f"{one.got:g}", f"{one.expected:.2f}", f"{luck:+.2f}", f"{one.spread:.2f}")
        table.add_row(words[one.side], *row)
    screen.console.print(table)
    screen.line(course.luck_aid)
    for throw in course.throws:
        luck = throw.got - throw.expected
        screen.item(f"{throw.moment:5} {luck:+6.2f}  ", throw.text)


def _print_figures(screen: Screen, plot: Figures, course: Course) -> None:
    table = _table(f"{plot.title} ({plot.unit})", "turn", *(curve.name for curve in plot.curves))
    turns = dict.fromkeys(turn for curve in plot.curves for turn, _ in curve.points)
    for turn in turns:
        found = (dict(curve.points).get(turn) for curve in plot.curves)
        name = course.turns.get(str(turn), "")
        table.add_row(f"{turn} {name}".strip(), *("" if value is None else f"{value:g}" for value in found))
    screen.console.print(table)
    screen.line(plot.aid)
