"""A study as one page of HTML that needs nothing else: what came out, in words first and then to look at."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import bocage
from bocage import coverage, shelf
from bocage.engine.errors import BadInput
from bocage.lab.measuring import casebook, summing
from bocage.lab.notes import notes_of
from bocage.lab.page import chapters, plots, sections, sentences
from bocage.lab.page.elements import Sides, bullets, counted, fold, listed, paragraph, percent
from bocage.lab.page.sentences import Part
from bocage.lab.running import shards
from bocage.lab.running.records import Record
from bocage.lab.running.shards import Kept

MOST_CELLS = 4  # whose course and maps are shown, unless someone asks for others
NAME = "report.html"


class Findings(NamedTuple):
    """All that a report tells."""

    kept: Kept
    title: str  # of the game
    sides: Sides
    parts: list[Part]
    shown: list[Part]  # those with a chapter of their own
    broken: list[Record]
    catalogue: dict[str, Any]  # the game's options

    @property
    def records(self) -> list[Record]:
        """All games that were played to their end."""
        return [record for part in self.parts for record in part.records]

    @property
    def option_titles(self) -> dict[str, str]:
        """Option -> what it is called."""
        return {name: option.title for name, option in self.catalogue.items()}


def write(folder: Path, out: Path | None = None, cells: Sequence[int] = ()) -> Path:
    """Write the report of a study's folder; `cells` are those whose course is shown (counted from 1)."""
    plots.library()  # complains before the work begins
    page = html(shards.load(folder), cells)
    path = out or folder / NAME
    path.write_text(page, encoding="utf-8")
    return path


def html(kept: Kept, cells: Sequence[int] = ()) -> str:
    """The page."""
    found = gather(kept, cells)
    told = _chapters(found)
    head = f"{found.title}: {counted(len(found.records), 'game')}"
    links = "".join(f'<li><a href="#{chapter.anchor}">{escape(chapter.short)}</a></li>' for chapter in told)
    body = "".join(
        f'<section id="{chapter.anchor}"><h2>{escape(chapter.title)}</h2>{chapter.inside}</section>' for chapter in told
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(head)}</title><style>{_file('report.css')}</style></head><body>"
        f"<header>{_header(found)}</header>"
        f'<nav aria-label="Chapters"><ul>{links}</ul></nav><main>{body}</main>'
        f"<footer>{paragraph(f'Made by Bocage {bocage.__version__} (bocage lab report).')}</footer>"
        f"<script>{_file('report.js')}</script></body></html>\n"
    )


def gather(kept: Kept, cells: Sequence[int] = ()) -> Findings:
    """Sort the games of a study by cell."""
    study = kept.study
    kind = bocage.game_class(study.game)
    ended = summing.finished(kept.records)
    if not ended:
        raise BadInput("no game of this study has been played to its end yet; there is nothing to report")
    parts = []
    for number, cell in enumerate(study.cells):
        mine = [record for record in ended if record.job.cell == number]
        if mine:
            game = bocage.new_match(study.game, scenario=cell.scenario, options=cell.options, seed="report").game
            parts.append(Part(number, cell, mine, notes_of(game)))
    return Findings(
        kept=kept,
        title=kind.title,
        sides=parts[0].sides,
        parts=parts,
        shown=_shown(parts, len(study.cells), cells),
        broken=[record for record in kept.records if record.trouble],
        catalogue=shelf.options(study.game),
    )


def _shown(parts: Sequence[Part], count: int, cells: Sequence[int]) -> list[Part]:
    for cell in cells:
        if not 1 <= cell <= count:
            raise BadInput(f"this study has the cells 1 to {count}, not {cell}")
    wanted = [part for part in parts if part.number + 1 in cells]
    if cells and not wanted:
        raise BadInput("no game of these cells has been played to its end yet")
    return wanted or list(parts[:MOST_CELLS])


def _file(name: str) -> str:
    return resources.files("bocage.lab").joinpath("page", name).read_text(encoding="utf-8")


def _header(found: Findings) -> str:
    study = found.kept.study
    told = [paragraph("A study of the Bocage laboratory", "kicker"), f"<h1>{escape(found.title)}</h1>"]
    if study.question:
        told.append(paragraph(study.question, "question"))
    scenarios = list(dict.fromkeys(part.cell.scenario for part in found.parts))
    pairings = list(dict.fromkeys(_players(part) for part in found.parts))
    told.append(
        paragraph(
            f"{counted(len(found.records), 'game')} between bots ({listed(pairings)}), scenario {listed(scenarios)}"
            + (f", {len(found.parts)} sets of rules and bots compared." if len(found.parts) > 1 else "."),
            "small",
        )
    )
    return "".join(told)


def _players(part: Part) -> str:
    bots = list(part.cell.bots.values())
    return f"{bots[0]} on both sides" if len(set(bots)) == 1 else " against ".join(bots)


class Chapter(NamedTuple):
    """A chapter of the page; one without anything to tell is left out."""

    anchor: str
    short: str  # in the list of chapters
    title: str
    inside: str


def _chapters(found: Findings) -> list[Chapter]:
    parts, sides, study = found.parts, found.sides, found.kept.study
    first = found.shown[0]
    used = {name for part in parts for name, value in part.cell.options.items() if value is not False}
    ledger = coverage.read_if_any(study.game)
    book = casebook.read(study.game, ledger, summing.fired(found.records), used, found.catalogue)
    usual = {name: option.default for name, option in found.catalogue.items()}
    rates = {part.number: summing.wins(part.records, sides).rate(sides[0]) for part in parts}
    effects = summing.effects(study.cells, rates, usual)
    told = [
        Chapter("short", "In short", "In short", _warnings(found) + _short(found, book, effects)),
        Chapter("wins", "Wins", "Who wins", chapters.who_wins(parts, sides)),
        Chapter(
            "effects", "Differences", "What makes a difference",
            chapters.effects(effects, parts, sides, found.option_titles),
        ),
    ]  # fmt: skip
    if len(parts) == 1:
        told += _cell(first, sides)
    else:
        told.append(Chapter("cells", "Course", "The course of the games", _cells(found)))
    told += [
        Chapter("rules", "Rules", "Rules at work", chapters.rules(book, len(found.records)) if ledger.cases else ""),
        Chapter(
            "method", "Method", "How this was made",
            chapters.method(parts, found.kept.timings, study.seed, found.kept.program),
        ),
    ]  # fmt: skip
    return [chapter for chapter in told if chapter.inside]


def _mapped(part: Part, sides: Sides) -> str:
    """The side whose ground is drawn: the first that the notes of the game tell of."""
    told = {side for record in part.records for turn in record.history for side in turn.control}
    return next((side for side in sides if side in told), sides[0])


def _cell(part: Part, sides: Sides) -> list[Chapter]:
    return [
        Chapter("endings", "Endings", "How games end", sections.endings(part)),
        Chapter("course", "Course", "Key figures by turn", sections.course(part)),
        Chapter("moments", "Turning points", "Turning points", sections.moments(part)),
        Chapter("maps", "Maps", "The map, turn by turn", sections.maps(part, _mapped(part, sides))),
        Chapter("losses", "Losses", "Losses", sections.losses(part, sides)),
        Chapter("luck", "Luck", "The luck of the dice", sections.luck(part, sides)),
    ]


def _cells(found: Findings) -> str:
    told = []
    left = len(found.parts) - len(found.shown)
    if left:
        told.append(
            paragraph(
                f"Shown for {len(found.shown)} of {len(found.parts)} sets of rules and bots, to keep the page small; "
                "“bocage lab report --cells 5 --cells 6” shows others.",
                "aid",
            )
        )
    for number, part in enumerate(found.shown):
        inside = "".join(
            f"<h3>{escape(chapter.title)}</h3>{chapter.inside}"
            for chapter in _cell(part, found.sides)
            if chapter.inside
        )
        told.append(fold(part.name, inside, kind="cell", opened=number == 0))
    return "".join(told)


def _short(found: Findings, book: casebook.Casebook, effects: Sequence[summing.Effect]) -> str:
    """The findings in plain words: of the first set of rules and bots that is shown, and of the comparison."""
    sides, parts, first = found.sides, found.parts, found.shown[0]
    won = summing.wins(first.records, sides)
    lead = sentences.winner(won, sides)
    if len(parts) > 1:
        lead = f"{first.name}: {lead}"
    items = [sentences.balance(won, sides)]
    if len(parts) > 1:
        shares = [(summing.wins(part.records, sides).rate(sides[0]).share, part.name) for part in parts]
        low, high = min(shares), max(shares)
        items.append(
            f"Over all {len(parts)} sets of rules and bots {sides.words(sides[0])} won between {percent(low[0])} "
            f"({low[1]}) and {percent(high[0])} ({high[1]})."
        )
    if effects:
        clear = [sentences.effect(one, sides, found.option_titles) for one in effects if one.change.clear]
        items.append(
            f"Of {counted(len(effects), 'change')} that {'was' if len(effects) == 1 else 'were'} tried, "
            + (f"{len(clear)} made a clear difference: {listed(clear)}." if clear else "none made a clear difference.")
        )
    items += sentences.course(first, sides)
    luck = summing.luck(first.records, sides)
    if luck is not None:
        items.append(sentences.luck(luck, sides))
    if book.fired or book.idle:
        items.append(
            f"{len(book.fired)} cases of the rules fired at least once, {counted(len(book.idle), 'case')} never did."
        )
    return f'<div class="short">{paragraph(lead)}{bullets(items)}</div>'


def _warnings(found: Findings) -> str:
    told = []
    study = found.kept.study
    missing = study.size - len(found.kept.records)
    if missing > 0:
        told.append(
            f"This study is not complete: {counted(missing, 'game')} of {study.size:,} still to be played. What "
            "follows is about those that were."
        )
    if shelf.room(study.game, "lab.notes") is None:
        told.append(f"{found.title} brings no lab/notes.py: there are no key figures, maps, losses and luck to tell.")
    if found.broken:
        record = found.broken[0]
        does = (
            "game broke down and does not count; it"
            if len(found.broken) == 1
            else "games broke down and do not count; the first"
        )
        told.append(
            f"{len(found.broken)} {does} is number {record.job.number} of “{study.cells[record.job.cell].name}”: "
            f"{record.trouble}"
        )
    return "".join(paragraph(words, "warning") for words in told)
