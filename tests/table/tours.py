"""A newcomer who does what the cards of a tour say, with the sheets and lines that his page is given.

What a card lights and when it is over is told here once more than in the page (`web/src/table/tour/tour.ts`), so that
every game's tour is played without a browser.
"""

from __future__ import annotations

from math import hypot
from typing import Any

import bocage
from bocage import bots
from bocage.bots.seat import take
from bocage.table import showing
from bocage.table.wire.box import Tour, TourStep
from bocage.table.wire.sheet import Question, Sheet

LONGEST = 400  # decisions in a tour


class Newcomer:
    """Plays a tour to its end; whatever the tour leaves open is answered by a planner."""

    def __init__(self, slug: str, seed: str) -> None:
        self.tour: Tour = showing.tour(slug)
        self.side, self.at = self.tour.side, 0
        self.match = bocage.new_match(slug, scenario=self.tour.scenario, seed=seed)
        self.box = showing.box(slug, self.tour.scenario)
        self.places = {hex_.label: (hex_.x, hex_.y) for hex_ in self.box.layout.hexes}
        self.nouns = {verb.verb: verb.noun for verb in self.box.verbs}
        self.sides = {counter.id: counter.side for counter in self.box.counters}
        self.players = {side: bots.make("planner", f"{seed} {side}") for side in self.match.game.sides}
        self.lit: dict[int, set[str]] = {}  # step of the tour -> the actions at which it pointed
        self.before: dict[int, str] = {}  # step of the tour -> what the planner wanted there last
        self.entries = 0

    def play(self) -> Newcomer:
        while self.at < len(self.tour.steps) - 1:
            sheet = showing.sheet(self.match, self.side)
            step = self.tour.steps[self.at]
            if self.is_done(step, sheet) or (step.tells and self._reached(step, sheet)):
                self.at += 1
                continue
            assert self.entries < LONGEST, f"the tour waits for ever: {step.title}"
            self.entries += 1
            self._act(step, sheet)
        return self

    def _reached(self, step: TourStep, sheet: Sheet) -> bool:
        """A card that only tells is left when its time has come."""
        return not step.asked or self._asks(step, sheet)

    def _act(self, step: TourStep, sheet: Sheet) -> None:
        prompts = self.match.prompts
        mine = [prompts[self.side]] if self.side in prompts else []
        wanted = self.lights(step, sheet) if mine else []
        if wanted:
            self.lit.setdefault(self.at, set()).update(wanted)
            legal = {str(action) for action in mine[0].actions}
            assert set(wanted) <= legal, f"{step.title}: {set(wanted) - legal}"
        side = self.side if mine else next(iter(prompts))
        chosen = str(self.players[side].choose(take(self.match, side)))
        if mine and wanted and chosen not in wanted and self._due(step, chosen):
            chosen = wanted[0]
        self.match.play(chosen, side=side)

    def _due(self, step: TourStep, chosen: str) -> bool:
        """Is what the tour points at done now: before the question is left, or in the place of something else?"""
        again = self.before.get(self.at) == chosen
        self.before[self.at] = chosen
        return not again and (chosen == "end" or any(" " in entry for entry in step.light))

    # What the page sees

    def _own(self, sheet: Sheet) -> Question | None:
        question = sheet.question
        return question if question is not None and question.side == self.side else None

    def _asks(self, step: TourStep, sheet: Sheet) -> bool:
        question = self._own(sheet)
        return question is not None and (not step.asked or bool({question.step, sheet.phase} & set(step.asked)))

    def is_done(self, step: TourStep, sheet: Sheet) -> bool:
        if any(self.sees(sign, sheet) for sign in step.signs):
            return True
        order, question = self.tour.order, self._own(sheet)
        if question is None or not step.asked:
            return False
        now = next((order.index(name) for name in (question.step, sheet.phase) if name in order), -1)
        return now > max(order.index(name) for name in step.asked)

    def sees(self, sign: str, sheet: Sheet) -> bool:
        lines = [line for line in showing.lines(self.match, self.side, -1) if line.side == self.side]
        question = self._own(sheet)
        if sign == "acted":
            return any(line.moment > 0 for line in lines)
        if sign == "aimed":
            return question is not None and bool(question.focus)
        if sign == "fought":
            return any(line.kind == "battle" for line in lines)
        if sign == "moved up":
            return any(line.kind == "move" and self.beside(line.path[-1:], self.enemies(sheet)) for line in lines)
        assert sign == "read", f"no such sign: {sign}"
        return any(line.kind == "battle" for line in lines)  # he opens it at once

    def lights(self, step: TourStep, sheet: Sheet) -> list[str]:
        """The actions at which a card points."""
        question = self._own(sheet)
        if question is None or not self._asks(step, sheet):
            return []
        offered = [str(action) for action in self.match.prompts[self.side].actions]
        for entry in step.light:
            wanted = entry.split("|")
            found = [action for action in offered if action in wanted or action.partition(" ")[0] in wanted]
            found = [action for action in found if self._stands(step, sheet, action)]
            hexes = [action for action in found if self.nouns[action.partition(" ")[0]] == "hex"]
            if step.among and hexes:
                free = {action.partition(" ")[2] for action in hexes}
                row = next((row for row in step.among if all(h in free or sheet.markers.get(h) for h in row)), [])
                found = [action for action in hexes if action.partition(" ")[2] in row] or hexes[:4]
            if found:
                return found
        return []

    def _stands(self, step: TourStep, sheet: Sheet, action: str) -> bool:
        verb, _, label = action.partition(" ")
        if self.nouns[verb] != "hex":
            return True
        taken = {piece.at for piece in sheet.units.values()}
        where = {
            "enemy": label in self.enemies(sheet),
            "empty": label not in taken,
            "beside enemy": bool(self.beside([label], self.enemies(sheet))),
            "beside marker": bool(self.beside([label], set(sheet.markers))),
        }
        return all(where[word] for word in step.where)

    def enemies(self, sheet: Sheet) -> set[str]:
        found = {piece.at for unit, piece in sheet.units.items() if self.sides.get(unit) != self.side}
        return found & set(self.places)

    def beside(self, hexes: Any, others: set[str]) -> list[str]:
        near = self.box.layout.hex_size * 2
        return [one for one in hexes if any(one != other and self._apart(one, other) < near for other in others)]

    def _apart(self, one: str, other: str) -> float:
        if one not in self.places or other not in self.places:
            return float("inf")
        (x, y), (a, b) = self.places[one], self.places[other]
        return hypot(x - a, y - b)
