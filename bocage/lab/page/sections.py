"""The course of the games of one cell: endings, key figures, turning points, maps, losses and luck."""

from __future__ import annotations

from html import escape
from math import sqrt

from bocage.lab.measuring import summing
from bocage.lab.measuring.intervals import SURE
from bocage.lab.page import atlas, plots, sentences
from bocage.lab.page.elements import (
    SPACE,
    Raw,
    Sides,
    amount_bar,
    bullets,
    capital,
    counted,
    figure,
    key,
    paragraph,
    percent,
    plain,
    range_bar,
    share_bar,
    span,
    table,
)
from bocage.lab.page.sentences import Part, turn_words

DIE_MEAN, DIE_SPREAD = 3.5, sqrt(35 / 12)  # of a fair die
STILL_TYPICAL = 0.5  # the large map begins with the last turn that so many of the games saw
SHADES = {
    f"under 5{SPACE}%": "land",
    f"5{SPACE}%": "s1",
    f"25{SPACE}%": "s2",
    f"50{SPACE}%": "s3",
    f"75{SPACE}%": "s4",
    f"95{SPACE}% of the games or more": "s5",
}


def endings(part: Part) -> str:
    """Levels of victory."""
    sides = part.sides
    rows = [
        [
            f"{capital(sides.words(winner))}: {count.name}" if winner else capital(count.name),
            Raw(share_bar(count.interval, sides.colour(winner))),
            f"{percent(count.interval.share)} ({span(count.interval)})",
        ]
        for winner, count in summing.endings(part.records)
    ]
    aid = f"Winner and level of victory, as a share of all games with its 95{SPACE}% interval (the black line)."
    return (
        paragraph(sentences.length(part.records, part.notes))
        + paragraph(aid, "aid")
        + table(["ending", "", "share of games"], rows)
    )


def course(part: Part) -> str:
    """Key figures by turn."""
    notes = part.notes
    drawn = []
    for number, chart in enumerate(notes.charts):
        lines = [
            plots.Line(notes.figure_words.get(name, name), part.sides.colour(side), bands)
            for name, side in chart.lines.items()
            if (bands := summing.course(part.records, name))
        ]
        if not lines:
            continue
        told = "; ".join(
            f"{line.label} {plain(line.bands[0].mean)} at the end of turn {line.bands[0].turn}, "
            f"{plain(line.bands[-1].mean)} at the end of turn {line.bands[-1].turn}"
            for line in lines
        )
        words = f"{chart.title} by turn, {chart.unit}. On average: {told}."
        drawing = plots.by_turn(f"c{part.number}-{number}", lines, chart.unit, words)
        drawn.append(figure(chart.title, chart.aid, drawing))
    if not drawn:
        return ""
    aid = (
        f"Lines are averages at the end of each turn, bands hold 80{SPACE}% of the games. Games that ended earlier no "
        "longer count."
    )
    return paragraph(aid, "aid") + f'<div class="grid">{"".join(drawn)}</div>'


def moments(part: Part) -> str:
    """When the turning points come."""
    found = summing.moments(part.records, part.notes.moment_words)
    if not found:
        return ""
    first = min(record.history[0].turn for record in part.records if record.history)
    last = max(record.turns for record in part.records)
    rows = [
        [
            part.notes.moment_words[moment.name],
            Raw(range_bar(moment.low, moment.middle, moment.high, first, last)),
            f"turn {moment.middle}",
            percent(moment.seen.interval.share),
        ]
        for moment in found
    ]
    aid = (
        f"From turn {first} at the left to turn {last} at the right: where it came to pass, it did so first within the "
        f"bar in 80{SPACE}% of the games; the mark is the middle game."
    )
    return paragraph(aid, "aid") + table(["what happened", "", "first on", "in so many games"], rows)


def maps(part: Part, side: str) -> str:
    """Who held what at the end of each turn."""
    notes, who = part.notes, part.sides.words(side)
    board, land = notes.game.board, notes.land()
    held = summing.control(part.records, side, board.size)
    if not held:
        return ""
    if not atlas.drawable(notes.game.slug):
        return paragraph(f"{notes.game.title} brings no data/layout.json, so there is no map to draw on.")
    sheet = atlas.sheet_of(notes.game.slug, board, land)
    name = f"m{part.number}"
    places = [place for place in notes.places() if place.hexes & land]
    main = [place for place in places if place.main]
    small = []
    for turn, (counts, games) in held.items():
        stand = atlas.stand(board, land, counts, games)
        words = (
            f"Map at the end of {turn_words(notes, turn)}, {counted(games, 'game')}: {who} hold "
            f"{stand.sure} of {stand.land} hexes in nearly all games, {stand.disputed} are theirs in some games only."
        )
        drawing = atlas.picture(sheet, f"{name}-{turn}", name, stand, words, main)
        caption = notes.turn_name(turn)
        caption = capital(caption) if caption == f"turn {turn}" else f"{turn}: {caption}"
        if games < len(part.records):
            caption += f" ({counted(games, 'game')})"  # the others were over
        small.append(f"<figure>{drawing}<figcaption>{escape(caption)}</figcaption></figure>")
    first = max(turn for turn, (_, games) in held.items() if games >= STILL_TYPICAL * len(part.records))
    big = atlas.big(sheet, f"{name}-{first}", places, f"Map at the end of {turn_words(notes, first)}")
    slider = (
        f'<div class="turns"><button type="button">Play</button><input type="range" min="0" max="{len(small) - 1}" '
        f'value="{list(held).index(first)}" step="1" aria-label="Turn"><output></output></div>'
    )
    aid = (
        f"Shades tell how often {who} held a hex when that turn ended; a hex belongs to whoever was there "
        "last. The strong line is the typical front: on one side of it they held the ground in at least half of the "
        "games (small gaps and islands are left out)."
    )
    return (
        paragraph(aid, "aid")
        + key(SHADES)
        + atlas.definitions(sheet, name, land, notes.rivers())
        + f'<div class="atlas"><div class="big">{slider}{big}</div><div class="small-maps">{"".join(small)}</div></div>'
    )


def losses(part: Part, sides: Sides) -> str:
    """What it cost, by nation and kind of unit."""
    notes, found = part.notes, summing.losses(part.records)
    if not found:
        return ""
    most = max(max(loss.high, loss.mean) for loss in found)
    rows: list[list[str]] = []
    for side in sides:
        for nation in dict.fromkeys(loss.nation for loss in found if loss.side == side):
            mine = [loss for loss in found if loss.side == side and loss.nation == nation]
            total = sum(loss.mean for loss in mine)
            rows.append([f"{notes.nation_words.get(nation, nation)}: {total:.1f} {notes.loss_unit} a game"])
            rows += [
                [
                    capital(notes.kind_words.get(loss.kind, loss.kind)),
                    Raw(amount_bar(loss.mean, loss.low, loss.high, most, sides.colour(side))),
                    f"{loss.mean:.1f}",
                    f"{plain(loss.low)} to {plain(loss.high)}",
                ]
                for loss in mine
            ]
    aid = (
        f"Average {notes.loss_unit} lost in a game; the black line holds 80{SPACE}% of the games. Units that come back "
        "and are lost again count again."
    )
    return paragraph(aid, "aid") + table(["", "", "average", "most games"], rows)


def luck(part: Part, sides: Sides) -> str:
    """How the dice fell, and how far they decide. Cells begin with the same dice, so each is told by itself."""
    found = summing.luck(part.records, sides)
    if found is None:
        return paragraph("No die of battle was rolled in these games, or this game's luck cannot be told.")
    first = sides[0]
    who = sides.words(first)
    nets = {side: [net for net, winner in found.nets if winner == side] for side in (*sides, "")}
    labels = {**{side: f"{capital(sides.words(side))} won" for side in sides}, "": "draw"}
    told = sentences.luck(found, sides)
    words = f"Histogram of dice luck in {counted(len(found.nets), 'game')}, by winner. {told}"
    titles = (f"Worst luck for {who}", "Middling luck", f"Best luck for {who}")
    rows = [
        [
            title,
            Raw(share_bar(count.interval, sides.colour(first), half=True)),
            f"{percent(count.interval.share)} ({span(count.interval)})",
        ]
        for title, count in zip(titles, found.thirds, strict=True)
        if count.games
    ]
    fair = [
        f"{capital(sides.words(side))} rolled {counted(rolls, 'die', 'dice')} in battles, {mean:.2f} on average "
        f"(fair dice: {DIE_MEAN - SURE * DIE_SPREAD / sqrt(rolls):.2f} to "
        f"{DIE_MEAN + SURE * DIE_SPREAD / sqrt(rolls):.2f})."
        for side, (mean, rolls) in found.means.items()
    ]
    spread = f"Bars count games by the luck of {who}, cut by who won; the dotted line is what fair dice give."
    thirds = (
        f"All games sorted by luck and cut in three: how often {who} won in each. The further the bars differ, the "
        "more luck decides."
    )
    unit = (
        f"{part.notes.luck_aid} It is told in standard deviations: 0 is fair, and with fair dice one game in twenty "
        "lies beyond 2 to either side."
    )
    return (
        paragraph(told)
        + '<div class="grid">'
        + figure("How luck was spread", spread, plots.luck(f"l{part.number}", nets, labels, sides, words))
        + figure("How far luck decides", thirds, table(["", "", f"won by {who}"], rows) + bullets(fair))
        + "</div>"
        + paragraph(unit, "aid")
    )
