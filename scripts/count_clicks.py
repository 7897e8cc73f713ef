"""How many clicks a planner's turn takes at the table: `python scripts/count_clicks.py [game ...]`.

The planner plays one whole turn against itself; its entries are replayed through the model of the page. *Plain* is one
click for each entry, as the page was before gestures: a second one where a menu asks which of several things is
meant or where ending is asked twice; "All who can join" is one. *Gestures* are what `web/src/table/gestures/` adds; a
drag counts as one click, with Shift or without. *By itself* is the number with the page's switch on that does the only
thing that can be done after one's own click. Nothing is reordered, so a player who plans his turn for it does better.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from typing import Any

import bocage
from bocage import bots
from bocage.bots.seat import take
from bocage.shelf import slugs
from bocage.table import showing

TURN = 2
SEED = "clicks"
PICK, END = "pick", "end"


Spot = tuple[float, float]


@dataclass
class Deed:
    """An entry with what the page knew when it was made."""

    side: str
    step: str
    phase: str
    verb: str
    operand: str
    noun: str
    preview: str
    plain: int  # clicks for it alone
    operands: frozenset[str]  # of its verb
    ended: bool  # may the question be ended?
    hand: tuple[str, ...]
    at: str  # where its unit stood
    placing: bool
    together: bool
    stack: frozenset[str]  # who can be taken in hand where its unit stood
    adds: frozenset[str]  # verbs that bring an attack more and can be played now
    beside: frozenset[str]  # operands of its verb that stand where its unit stands
    lifts: bool
    main: bool
    forced: bool  # the only thing that can be done
    spots: frozenset[Spot]  # where its unit or hex lies on the map
    alike: tuple[Spot, ...]  # where all that its verb takes lie
    gathered: frozenset[str] = frozenset()  # who can go where the next entry goes


@dataclass
class Count:
    entries: int = 0
    plain: int = 0
    gestures: int = 0
    forced: int = 0  # of them: clicks on the only thing that can be done, after one's own
    by: dict[str, int] = field(default_factory=dict)  # what saved how many clicks

    def saved(self, what: str, clicks: int) -> None:
        self.by[what] = self.by.get(what, 0) + clicks


def deed_of(match: Any, box: Any, action: str) -> Deed:
    side = match.prompt.side
    sheet = showing.sheet(match, side)
    question = sheet.question
    verb, _, operand = action.partition(" ")
    infos = {info.verb: info for info in box.verbs}
    info = infos[verb]
    actions = [(one.verb, str(one.operand or "")) for one in match.prompt.actions]
    spots = {hex_.label: (hex_.x, hex_.y) for hex_ in box.layout.hexes}
    at = sheet.units[operand].at if info.noun == "unit" and operand in sheet.units else ""
    near = {operand, at} - {""}
    meant = {(one, what) for one, what in actions if infos[one].noun in ("hex", "unit") and what in near}
    asked_again = verb == END and bool(question.warnings)
    hand = tuple(question.hand)
    off = {unit for unit, piece in sheet.units.items() if piece.at not in spots}
    waiting = [
        unit
        for choice in question.choices
        for unit in (*choice.counters.values(), *choice.operands)
        if unit in sheet.units
    ]
    to_hex = any(infos[choice.verb].noun == "hex" and not infos[choice.verb].preview for choice in question.choices)
    placing = (to_hex and set(hand) <= off) if hand else bool(waiting) and set(waiting) <= off
    return Deed(
        side, question.step, sheet.phase_name, verb, operand, info.noun, info.preview,
        1 + (len(meant) > 1) + asked_again,
        frozenset(what for one, what in actions if one == verb), (END, "") in actions, hand, at,
        placing and "suggested" not in {one for one, _ in actions}, bool(info.together),
        frozenset(what for one, what in actions if one == PICK and sheet.units[what].at == at),
        frozenset(one for one, _ in actions if infos[one].adds),
        frozenset(what for one, what in actions if one == verb and info.noun == "unit" and _place(sheet, what) == at),
        verb == PICK or info.lifts, info.main, len(actions) == 1 and not question.warnings,
        frozenset(_spots(spots, [at or operand])),
        tuple(_spots(spots, [_place(sheet, what) or what for one, what in actions if one == verb])),
    )  # fmt: skip


def _place(sheet: Any, unit: str) -> str:
    return sheet.units[unit].at if unit in sheet.units else ""


def _spots(spots: dict[str, Spot], places: list[str]) -> list[Spot]:
    return [spots[place] for place in places if place in spots]


def turn_of(game: str) -> list[Deed]:
    """All entries of one whole turn of a planner against itself."""
    match = bocage.new_match(game, seed=SEED)
    box = showing.box(game)
    players = {side: bots.make("planner", seed=side) for side in match.game.sides}
    deeds: list[Deed] = []
    while match.prompts and match.position.turn <= TURN:
        side = match.prompt.side
        if match.position.turn < TURN:
            bots.answer(match, players[side])
            continue
        action = str(players[side].choose(take(match, side)))
        deed = deed_of(match, box, action)
        last = deeds[-1] if deeds else None
        if deed.preview == "path" and last is not None and last.verb == PICK and last.side == side:
            found = showing.gathering(match, side, deed.operand)
            deeds[-1] = replace(last, gathered=frozenset(found.able))
        deeds.append(deed)
        match.play(action, side=side)
    return deeds


def counted(deeds: list[Deed]) -> Count:
    count = Count(len(deeds))
    place = 0
    while place < len(deeds):
        length, clicks, plain, what = gesture(deeds, place)
        before = deeds[place - 1].side if place else ""
        count.forced += length == 1 and deeds[place].forced and deeds[place].side == before
        count.plain += plain
        count.gestures += clicks
        if plain > clicks:
            count.saved(what, plain - clicks)
        place += length
    return count


def gesture(deeds: list[Deed], first: int) -> tuple[int, int, int, str]:
    """The best gesture that begins with an entry: its entries, its clicks, the clicks without it, and its name."""
    deed = deeds[first]
    plain = [one.plain for one in deeds]
    if deed.preview == "odds" and deed.noun == "hex":
        found = _attack(deeds, first, plain)
        if found is not None:
            return found
    if deed.verb in deed.adds:
        run = _while(deeds, first, lambda one: one.verb in deed.adds and one.side == deed.side)
        last = deeds[first + run] if first + run < len(deeds) else deed
        if last.main and {one.verb for one in deeds[first : first + run]} == deed.adds:
            return run + 1, 1, sum(plain[first : first + run + 1]), "support and dice"
    if deed.together:
        run = _while(deeds, first, lambda one: one.verb == deed.verb and one.side == deed.side)
        names = {one.operand for one in deeds[first : first + run]}
        if run > 1 and names >= deed.operands:
            return run, 1, 1, ""  # "All who can join" was there before
        return 1, plain[first], plain[first], ""
    if deed.placing:
        run = _while(deeds, first, lambda one: (one.side, one.phase) == (deed.side, deed.phase) and one.verb != END
                     and bool(one.operand) and not one.preview)  # fmt: skip
        if run > 1:
            return run, 1, sum(plain[first : first + run]), "placed as suggested"
    pairs = _pairs(deeds, first)
    if len(pairs) > 1:
        units, target = {deeds[at].operand for at in pairs}, deeds[first + 1]
        before = sum(plain[first : first + 2 * len(pairs)])
        start = {deeds[at].at for at in pairs}
        if deed.gathered == units:
            return 2 * len(pairs), 2, before, "everybody to a hex"
        if len(start) == 1 and deed.stack == units:
            return 2 * len(pairs), target.plain, before, "a whole stack"
        if len(pairs) > 2 and _boxed([deeds[at] for at in pairs]):
            return 2 * len(pairs), 1 + target.plain, before, "a box"
    if pairs:  # where it is no ordinary move the page asks which one it is to be
        return 2, plain[first + 1] + (deed.verb != PICK), plain[first] + plain[first + 1], "carried"
    if deed.noun == "hex" and not deed.preview and deed.ended and not deed.hand:
        run = _while(deeds, first, lambda one: (one.side, one.verb, one.step) == (deed.side, deed.verb, deed.step))
        before = sum(plain[first : first + run])
        if run > 1 and _boxed(deeds[first : first + run]) and plain[first] < before:
            return run, plain[first], before, "a box"
    if deed.noun == "unit" and deed.ended and not deed.hand and deed.verb != PICK and not deed.preview:
        run = _while(deeds, first, lambda one: (one.side, one.verb, one.step) == (deed.side, deed.verb, deed.step))
        names = {one.operand for one in deeds[first : first + run]}
        before = sum(plain[first : first + run])
        here = _while(deeds, first, lambda one: one.verb == deed.verb and one.operand in deed.beside)
        if here > 1 and here == len(deed.beside) and names != deed.operands:
            return here, 1, sum(plain[first : first + here]), "all of a hex"
        clicks = 1 if names == deed.operands else run + 2
        if run > 1 and clicks < before:
            return run, clicks, before, "a series"
    return 1, plain[first], plain[first], ""


def _while(deeds: list[Deed], first: int, holds: Any) -> int:
    length = 0
    while first + length < len(deeds) and holds(deeds[first + length]):
        length += 1
    return length


def _attack(deeds: list[Deed], first: int, plain: list[int]) -> tuple[int, int, int, str] | None:
    """An attack with everybody (Shift and a click), or a counter or its stack carried onto the target."""
    run = _while(deeds, first + 1, lambda one: one.together and one.side == deeds[first].side)
    if not run:
        return None
    names = [one.operand for one in deeds[first + 1 : first + 1 + run]]
    joining = deeds[first + 1]
    if {*names} >= joining.operands:
        return 1 + run, deeds[first].plain, plain[first] + 1, "an attack with everybody"
    stack = len(joining.beside)
    length = 1 + (stack if {*names[:stack]} == joining.beside else 1)
    return length, 1, sum(plain[first : first + length]), "carried onto its target"


def _boxed(deeds: list[Deed]) -> bool:
    """Do all that lie in the box around these belong to them?"""
    meant = [spot for one in deeds for spot in one.spots]
    if len(meant) < len(deeds):
        return False
    left, right = min(x for x, _ in meant), max(x for x, _ in meant)
    top, bottom = min(y for _, y in meant), max(y for _, y in meant)
    inside = [(x, y) for x, y in deeds[0].alike if left <= x <= right and top <= y <= bottom]
    return len(inside) == len(deeds)


def _pairs(deeds: list[Deed], first: int) -> list[int]:
    """Where pairs of "take in hand" and the same deed on the same hex follow each other."""
    found: list[int] = []
    for at in range(first, len(deeds) - 1, 2):
        pick, go = deeds[at], deeds[at + 1]
        if not pick.lifts or (found and pick.verb != PICK) or go.noun != "hex" or go.side != pick.side:
            break
        if found and (go.verb, go.operand) != (deeds[first + 1].verb, deeds[first + 1].operand):
            break
        found.append(at)
        if pick.verb != PICK:
            break
    return found


def main() -> None:
    games = sys.argv[1:] or list(slugs())
    print("| game | entries | clicks without gestures | clicks with them | share | by itself | what saves them |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for game in games:
        count = counted(turn_of(game))
        by = ", ".join(f"{what} {clicks}" for what, clicks in sorted(count.by.items(), key=lambda item: -item[1]))
        share = f"{100 * count.gestures // max(1, count.plain)} %"
        alone = count.gestures - count.forced
        print(
            f"| `{game}` | {count.entries} | {count.plain} | {count.gestures} | {share} | {alone} | {by} |", flush=True
        )


if __name__ == "__main__":
    main()
