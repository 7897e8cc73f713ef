"""The chapters about all games of a study: who wins, what makes a difference, rules, and how it was made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import sqrt
from statistics import median

from bocage.coverage import Case
from bocage.lab.measuring import summing
from bocage.lab.measuring.casebook import Casebook
from bocage.lab.measuring.summing import Effect
from bocage.lab.page import sentences
from bocage.lab.page.elements import (
    OTHER,
    SPACE,
    Raw,
    Sides,
    amount_bar,
    bullets,
    capital,
    counted,
    difference_bar,
    fold,
    key,
    paragraph,
    percent,
    plain,
    points,
    span,
    table,
    wins_bar,
)
from bocage.lab.page.sentences import Part
from bocage.lab.running.records import Timing

LEAST_SPAN = 0.1  # the scale of effects reaches at least ten points to either side
MANY = 10  # comparisons, among which one may look clear by chance


def who_wins(parts: Sequence[Part], sides: Sides) -> str:
    """Win rates of all cells."""
    rows = []
    for part in parts:
        found = summing.wins(part.records, sides)
        first, second = found.rate(sides[0]), found.rate(sides[1])
        side = sentences.favoured(found, sides)
        rows.append(
            [
                part.name,
                Raw(wins_bar(first, second.share, sides)),
                f"{percent(first.share)} ({span(first)})",
                f"{percent(second.share)} ({span(second)})",
                percent(found.draws / found.games),
                f"{found.games:,}",
                sides.words(side) if side else "nobody surely",
            ]
        )
    one, other = (capital(sides.words(side)) for side in sides)
    drawn = any(not record.winner for part in parts for record in part.records)
    aid = (
        f"A bar is all games of a row: {sides.words(sides[0])} from the left, {sides.words(sides[1])} from the right. "
        f"The black line is the 95{SPACE}% interval of {sides.words(sides[0])}. Favoured is who wins more than half of "
        "the games that anybody wins, if that is more than chance."
    )
    return (
        paragraph(aid, "aid")
        + key({one: sides.colour(sides[0]), other: sides.colour(sides[1]), **({"draws": OTHER} if drawn else {})})
        + table(["", "", one, other, "draws", "games", "favoured"], rows, kind="bars wins")
    )


def effects(found: Sequence[Effect], parts: Sequence[Part], sides: Sides, titles: Mapping[str, str]) -> str:
    """What each choice changes."""
    if not found:
        return ""
    found = sorted(found, key=lambda one: -abs(one.change.points))
    named = {part.number: part.name for part in parts}
    most = max(LEAST_SPAN, *(max(abs(one.change.low), abs(one.change.high)) for one in found))
    who = sides.words(sides[0])
    rows = [
        [
            sentences.effect(one, sides, titles),
            Raw(difference_bar(one.change, most, sides)),
            f"{points(one.change.points)} ({points(one.change.low)} to {points(one.change.high)})",
            "clear" if one.change.clear else "may be chance",
        ]
        for one in found
    ]
    single = [
        f"{sentences.effect(one, sides, titles)}, from “{named[pair.before]}” to “{named[pair.after]}”: "
        f"{points(pair.change.points)} ({points(pair.change.low)} to {points(pair.change.high)})"
        for one in found
        if len(one.pairs) > 1
        for pair in one.pairs
    ]
    aid = (
        f"By how many percentage points the win rate of {who} changes when one thing alone is changed, with 95{SPACE}% "
        f"intervals. A bar to the right helps {who}. Only where the black line stays on one side of the dotted middle "
        "is the effect clear."
    )
    chance = f"Of {len(found)} comparisons about one in twenty looks clear by chance alone."
    return (
        paragraph(aid, "aid")
        + table(["changed", "", f"points for {who}", ""], rows)
        + (paragraph(chance, "aid") if len(found) >= MANY else "")
        + (fold("Pair by pair", bullets(single)) if single else "")
    )


def rules(book: Casebook, games: int) -> str:
    """How often each case was at work, and which never were."""
    fired = sorted(book.fired, key=lambda item: (-item[1].times, item[0].case))
    most = max((found.times for _, found in fired), default=0) / games
    rows = [
        [
            f"{case.case}  {case.topic}",
            Raw(amount_bar(sqrt(found.times / games), None, None, sqrt(most), OTHER)),
            plain(found.times / games),
            percent(found.games / games),
        ]
        for case, found in fired
    ]
    able = len(book.fired) + len(book.idle)
    parts = [
        paragraph(
            f"{len(book.fired)} of {able} cases that can show up in a game did. A case fires when the log cites it, "
            "when a battle shifts or modifies a die by it, when somebody decides under it, or when it ends the game."
        ),
        f"<h3>{counted(len(book.idle), 'case')} never fired</h3>",
    ]
    if book.idle:
        aid = (
            "They could have: bots may shun them, the situation may never have come, or they belong to another "
            "scenario. Some mostly forbid, and may have been at work unseen."
        )
        parts.append(paragraph(aid, "aid") + _cases(book.idle))
    if fired:
        aid = "The length of a bar is the square root of the number, so that rare cases can be seen."
        told = paragraph(aid, "aid") + table(["case", "", "times a game", "in so many games"], rows)
        parts.append(fold(f"How often each case fired ({len(fired)})", told))
    if book.switched_off:
        told = paragraph("No game of this study used these options.", "aid") + _cases(book.switched_off)
        parts.append(fold(f"Options that were off ({len(book.switched_off)})", told))
    if book.silent:
        aid = "Set-up, charts, prohibitions and the like: they are at work in every game, and no log cites them."
        told = paragraph(aid, "aid") + _cases(book.silent)
        parts.append(fold(f"Cases that work in silence ({len(book.silent)})", told))
    return "".join(parts)


def _cases(cases: Sequence[Case]) -> str:
    items = "".join(
        f'<li title="{escape(case.summary)}"><b>{escape(case.case)}</b> {escape(case.topic)}</li>' for case in cases
    )
    return f'<ul class="cases">{items}</ul>'


def method(parts: Sequence[Part], timings: Sequence[Timing], seed: str, program: str) -> str:
    """How the numbers came about."""
    about = (
        "Bots played all games by the full rules; what they cannot do well shows in the numbers. A win rate is about "
        "these bots and says only roughly how people would fare."
    )
    intervals = (
        f"Every share has Wilson's 95{SPACE}% interval: of many such intervals 19 in 20 hold the true share. "
        "Differences have Newcombe's interval. To halve an interval takes four times as many games."
    )
    same = (
        f"Seed {seed!r}, program {program}. The same study gives the same games on every machine; only the times below "
        "differ. Game number i has the same seed in every row."
    )
    clocked: dict[int, list[Timing]] = {}
    for timing in timings:
        clocked.setdefault(timing.cell, []).append(timing)
    rows = []
    for part in parts:
        mine = clocked.get(part.number, [])
        players = ", ".join(f"{side} {bot}" for side, bot in part.cell.bots.items())
        seconds = f"{median(timing.seconds for timing in mine):.1f} s" if mine else ""
        rows.append([part.name, part.cell.scenario, players, f"{len(part.records):,}", seconds])
    told = table(["rules", "scenario", "bots", "games", "a game took"], rows, kind="plain")
    return bullets([about, intervals, same]) + f'<div class="wide">{told}</div>'
