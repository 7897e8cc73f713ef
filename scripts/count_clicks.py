"""How many clicks a planner's turn takes at the table: `python scripts/count_clicks.py [game ...]`.

The planner plays one whole turn against itself; its entries are replayed through the model of the page. *Plain* is one
click for each entry, as the page was before gestures: a second one where a menu asks which of several things is
meant or where ending is asked twice; "All who can join" is one. *Gestures* are what `web/src/table/gestures/` adds; a
drag counts as one click. Nothing is reordered, so a player who plans his turn for it does better.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from typing import Any

import bocage
from bocage import bots
from bocage.bots.seat import take
from bocage.table import showing

TURN = 2
SEED = "clicks"
PICK, END = "pick", "end"


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
    gathered: frozenset[str] = frozenset()  # who can go where the next entry goes


@dataclass
class Count:
    entries: int = 0
    plain: int = 0
    gestures: int = 0
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
    places = {hex_.label for hex_ in box.layout.hexes}
    at = sheet.units[operand].at if info.noun == "unit" and operand in sheet.units else ""
    near = {operand, at} - {""}
    meant = {(one, what) for one, what in actions if infos[one].noun in ("hex", "unit") and what in near}
    asked_again = verb == END and bool(question.warnings)
    hand = tuple(question.hand)
    off = {unit for unit, piece in sheet.units.items() if piece.at not in places}
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
    )  # fmt: skip


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
            return 2 * len(pairs), 1 + target.plain, before, "a whole stack"
    if pairs:
        return 2, plain[first + 1], plain[first] + plain[first + 1], "carried"
    if deed.noun == "unit" and deed.ended and not deed.hand and deed.verb != PICK and not deed.preview:
        run = _while(deeds, first, lambda one: (one.side, one.verb, one.step) == (deed.side, deed.verb, deed.step))
        names = {one.operand for one in deeds[first : first + run]}
        before = sum(plain[first : first + run])
        clicks = 1 if names == deed.operands else run + 2
        if run > 1 and clicks < before:
            return run, clicks, before, "a series"
    return 1, plain[first], plain[first], ""


def _while(deeds: list[Deed], first: int, holds: Any) -> int:
    length = 0
    while first + length < len(deeds) and holds(deeds[first + length]):
        length += 1
    return length


def _pairs(deeds: list[Deed], first: int) -> list[int]:
    """Where pairs of "take in hand" and the same deed on the same hex follow each other."""
    found: list[int] = []
    for at in range(first, len(deeds) - 1, 2):
        pick, go = deeds[at], deeds[at + 1]
        if pick.verb != PICK or go.noun != "hex" or go.side != pick.side:
            break
        if found and (go.verb, go.operand) != (deeds[first + 1].verb, deeds[first + 1].operand):
            break
        found.append(at)
    return found


def main() -> None:
    games = sys.argv[1:] or [game.slug for game in bocage.games()]
    print("| game | entries | clicks without gestures | clicks with them | share | what saves them |")
    print("| --- | --- | --- | --- | --- | --- |")
    for game in games:
        count = counted(turn_of(game))
        by = ", ".join(f"{what} {clicks}" for what, clicks in sorted(count.by.items(), key=lambda item: -item[1]))
        share = f"{100 * count.gestures // max(1, count.plain)} %"
        print(f"| `{game}` | {count.entries} | {count.plain} | {count.gestures} | {share} | {by} |", flush=True)


if __name__ == "__main__":
    main()
