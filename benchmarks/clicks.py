"""From a click to what the pages are sent: what the service works for one action, in all games.

    python -m benchmarks.clicks [--game fortress] [--actions 600] [--bot random] [--seed clicks]

Two bots go through a match; of each action it is measured what the service does between the message of the page and
the letters to both pages: carrying it out, the rows for the store, both sheets, what changed, and the text of it. Every
tenth time whoever decides asks, as his page would: each overlay, the way of a move, why not, and the odds against hexes
of the enemy. Not measured are the disk, the net and the browser. It is processor time, so that other programs on the
machine do not count. Our goal is 50 ms for 95 of 100, all together.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import msgspec

import bocage
from bocage import bots
from bocage.bots.seat import take
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.match import Match
from bocage.shelf import slugs
from bocage.store import rows_after, summary_of
from bocage.table import showing
from bocage.table.faces import face_class
from bocage.table.housekeeping import short_pauses
from bocage.table.wire.sheet import Sheet

SHARES = (0.5, 0.95, 0.99, 1.0)


class Click(NamedTuple):
    """One action: its milliseconds, all of them and those for the sheets, and what it was."""

    whole: float
    sheets: float
    what: str


def click(match: Match, action: str, side: str, sheets: dict[str, Sheet]) -> Click:
    """One action as a room does it."""
    began, before = time.process_time(), match.moment
    step = match.prompts[side].step
    match.play(action, side=side)
    summary_of(match)
    rows_after(match, before, before)
    played = time.process_time()
    for eyes, old in list(sheets.items()):
        sheets[eyes] = new = showing.sheet(match, eyes)
        lines = showing.lines(match, eyes, old.moment)
        msgspec.json.encode(showing.delta(old, new, lines))
    end = time.process_time()
    return Click((end - began) * 1000, (end - played) * 1000, f"{step}: {action} (turn {match.position.turn})")


def measured(slug: str, actions: int, name: str, seed: str) -> tuple[list[Click], list[Click]]:
    """The clicks of one match, a new one when it is over; and what was asked meanwhile."""
    dice, found, answers = random.Random(seed), [], []
    number = 0
    while len(found) < actions:
        match = bocage.new_match(slug, seed=f"{seed} {number}")
        number += 1
        player = None if name == "random" else bots.make(name, seed=seed)
        sheets = {side: showing.sheet(match, side) for side in match.game.sides}
        while match.outcome is None and len(found) < actions:
            side = dice.choice(sorted(match.prompts))
            if len(found) % 10 == 0:
                answers += asked(match, side, dice)
            if player is None:
                verbs = match.prompts[side].verbs()
                action = str(dice.choice(verbs[dice.choice(sorted(verbs))]))
            else:
                action = str(player.choose(take(match, side)))
            found.append(click(match, action, side, sheets))
    return found, answers


def asked(match: Match, side: str, dice: random.Random) -> list[Click]:
    """What a page may ask before a click: each answer and how long it took."""
    face = face_class(match.game.slug)(match.game)
    known = showing.sheet(match, side)
    owners = {one.id: one.side for one in showing.box(match.game.slug).counters}
    enemies = sorted({unit.at for name, unit in known.units.items() if owners.get(name, side) != side and unit.at})
    units = sorted(known.units)
    questions: list[tuple[str, Callable[[], object]]] = []
    for one in face.overlays:
        unit = dice.choice(units) if one.of and units else ""
        questions.append((f"overlay {one.id} {unit}", partial(showing.overlay, match, side, one.id, unit)))
    for target in dice.sample(enemies, min(4, len(enemies))):
        questions.append((f"odds {target}", partial(showing.odds, match, side, target)))
        questions.append((f"why {target}", partial(showing.why, match, side, hex=target)))
    moves = [str(action) for action in match.prompts[side].actions if action.verb == "move"]
    if moves:
        action = dice.choice(moves)
        questions.append((f"path {action}", partial(showing.path, match, side, action)))
    found = []
    for what, ask in questions:
        began = time.process_time()
        with suppress(Refusal, BadInput):
            ask()
        took = (time.process_time() - began) * 1000
        found.append(Click(took, 0.0, f"{match.prompts[side].step}: {what} (turn {match.position.turn})"))
    return found


def at_share(times: list[float], share: float) -> float:
    """How long so large a share of them took at most."""
    return sorted(times)[math.ceil(len(times) * share) - 1]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="")
    parser.add_argument("--actions", type=int, default=600)
    parser.add_argument("--seed", default="clicks")
    parser.add_argument("--bot", default="random")
    parser.add_argument("--worst", type=int, default=5)
    given = parser.parse_args()
    for slug in [given.game] if given.game else slugs():
        with short_pauses():  # as in the service
            clicks, answers = measured(slug, given.actions, given.bot, given.seed)
        for what, times in (("clicks", clicks), ("answers", answers)):
            row = "  ".join(f"{at_share([one.whole for one in times], share):7.1f}" for share in SHARES)
            print(f"{slug:10} {len(times):5} {what:8} ms at 50, 95, 99 and 100 of 100: {row}", flush=True)
            for one in sorted(times, reverse=True)[: given.worst]:
                sheets = f", of them {one.sheets:6.1f} for the sheets" if one.sheets else ""
                print(f"    {one.whole:7.1f} ms{sheets}: {one.what}")


if __name__ == "__main__":
    main()
