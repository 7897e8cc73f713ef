"""The commands about a match that was played: show a position of it, or replay it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import bocage
from bocage.cli.common import Data
from bocage.engine.naming import counted
from bocage.terminal import saves
from bocage.terminal.commands import draw_map
from bocage.terminal.faces import face_of
from bocage.terminal.picture import picture
from bocage.terminal.screen import Screen


def show(
    file: Annotated[Path, typer.Argument(help="The record of a match.")],
    at: Annotated[
        int | None, typer.Option(help="The moment: after this many entries. The last one by default.")
    ] = None,
    side: Annotated[str | None, typer.Option(help="Show only what this side may know.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write a picture to this file instead.")] = None,
    over: Data = None,
) -> None:
    """Show a position of a match, in the terminal or as a picture."""
    match = saves.read(file, data=over)
    if side is not None:
        match.view(side)  # complains about an unknown side
    position = match.position if at is None else match.at(at)
    look = match.game.look(match.game.shown(position, side))
    face = face_of(match.game.slug)
    phase = match.game.phase(position) if position.outcome is None else f"the end, {position.outcome.level}"
    if svg is not None:
        svg.write_text(picture(match.game.slug, look, face, phase), encoding="utf-8")
        print(f"Written to {svg}.")
        return
    screen = Screen()
    for line in face.header(look, phase):
        screen.line(line)
    draw_map(screen, face, look, side)
    for words in face.off_board(look):
        screen.item("", words)


def replay(
    file: Annotated[Path, typer.Argument(help="The record of a match.")],
    check: Annotated[bool, typer.Option("--check", help="Check every die and position against the record.")] = False,
    over: Data = None,
) -> None:
    """Replay a match: print its log, or check that it replays exactly."""
    match = saves.read(file, strict=check, data=over)
    if not check:
        screen = Screen()
        for number, rule, sentence in _log(match):
            screen.item(f"{number:5} {rule:>7}  ", sentence)
        return
    dice = sum(len(entry.dice) for entry in (match.opening, *match.entries))
    end = f"it ended with: {match.outcome_text}" if match.outcome else f"it stands at turn {match.position.turn}"
    print(f"{file}: {counted(match.moment, 'entry', 'entries')} and {counted(dice, 'die', 'dice')} as recorded; {end}.")


def _log(match: bocage.Match) -> list[tuple[int, str, str]]:
    """The log by entries of the record, which `show --at` takes; once a game is over nothing is secret any more."""
    over = match.outcome is not None
    old = [told for told in match.history if not over and told.seen_by(None)]
    return [(told.entry, told.rule, told.sentence) for told in old] + [
        (number, event.rule, match.game.sentence(event))
        for number, entry in enumerate((match.opening, *match.entries))
        for event in entry.events
        if over or event.seen_by(None)
    ]
