"""Paradrops (20.1 to 20.9): units named with their hexes, Volkssturm on the alarm, and a die for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from bocage.parts.questions import Handling
from bocage.rules import (
    DIE,
    HEXES,
    PLAIN,
    UNITS,
    WORD,
    Automatic,
    Conditions,
    Frame,
    HexSet,
    Node,
    UnitNumber,
    Units,
    event,
    offer,
    once,
    provided,
)

from .. import volkssturm
from ..air import ranges
from ..concealment import decoys
from ..elimination import eliminate, lose_step
from ..invasion import lines
from ..invasion.waves import hold
from ..look import FortressLook, Play, members
from ..movement import districts
from ..movement.entering import bog_down, take
from ..position import AFRICA, ALLIED, BASES, CLEAR, ENGLAND, GERMAN, OTHER, OVERCAST
from ..supply import lines as supply_lines

if TYPE_CHECKING:
    from ...game import Fortress

RESULTS = ("ok", "step", "elim")  # from the best to the worst
TOLD = {"ok": "lands safely", "step": "loses a step", "elim": "is lost"}


def _told(game: Fortress, unit: int, node: int, die: int, column: str, result: str) -> str:
    return f"{game.unit_name(unit)} drops on {game.hex_name(node)} and {TOLD[result]} (die {die})."


dropped = event(
    "drop", "20.9", _told, sort="dice", unit=UNITS, node=HEXES, die=DIE, column=WORD, result=WORD, roll="Paradrop"
)
worse = event(
    "drop again", "12.2", lambda game, unit, result: f"Hidden enemies: {game.unit_name(unit)} {TOLD[result]}.",
    sort="loss", unit=UNITS, result=WORD,
)  # fmt: skip


class Dropping(Frame, frozen=True):
    """The units of a drop that have their hexes, and the one for which a hex is chosen."""

    side: str
    hand: UnitNumber = -1
    spots: dict[str, Node] = {}


# Who may drop, and where


def most_units(look: FortressLook, side: str) -> int:
    """How many units one drop has (20.4, 20.5), within all that moves by air in a turn (20.17)."""
    numbers = look.game.rules.numbers
    kind = "" if side == ALLIED else "german_"
    all_of_it = numbers["allied_air_units" if side == ALLIED else "german_air_units"] - look.position.by_air_now
    return min(numbers[f"{kind}drop_units"], all_of_it)


def flying(look: FortressLook, side: str) -> Conditions:
    """What must be true for a drop at all (20.1, 20.4, 20.5, 18.7.6)."""
    position, rules = look.position, look.game.rules
    weather = position.weather == CLEAR or (side == ALLIED and varsity(look) and position.weather == OVERCAST)
    yield provided(weather), "20.1", "paratroopers drop on Clear turns only"
    used = position.drops.get(side, 0) < rules.most_drops.get(side, 0)
    yield provided(used), "20.4" if side == ALLIED else "20.5", "all drops of the game have been made"
    if side == ALLIED and look.ashore() and not look.first_landing():
        case = "18.7.6" if not position.start_capacity else "18.7.7"
        yield provided(position.start_capacity > 0), case, "the supply capacity was zero or less as the turn began"


def varsity(look: FortressLook) -> bool:
    """May the two divisions of Operation Varsity drop in Overcast too (31.18)?"""
    return look.game.rules.varsity and look.position.turn >= look.game.rules.numbers["varsity_turn"]


def droppers(look: FortressLook, side: str) -> Conditions:
    """Units that may drop: they start the turn in a base, or in a safe city in Germany (20.2, 20.3)."""
    game, position = look.game, look.position
    yield game.side_units[side] & game.airborne_units, "20.13", "{it} is no paratrooper or glider unit"
    yield ~position.resting & ~position.walked, "20.7", "{it} took replacements or has moved"
    if side == ALLIED:
        yield look.in_place(ENGLAND) | look.in_place(AFRICA), "20.2", "{it} does not start in England or Africa"
        if position.weather != CLEAR:
            yield game.trait("varsity"), "31.18", "in this weather only the two divisions of Varsity drop"
        return
    safe = game.german_cities & ~look.zone(ALLIED)
    yield look.units_in(safe, GERMAN), "20.3", "{it} does not start in a city in Germany out of enemy zones"
    yield ~position.rebuilt, "27.9", "{it} has been rebuilt and is airlifted only (R38)"
    heydte = game.trait("heydte")
    if game.rules.winter:
        yield heydte, "33.3.3", "in this scenario Heydte alone drops"
        first = game.rules.numbers["heydte_turn"]
        yield provided(position.turn >= first), "33.3.3", "Heydte drops from the second turn on"
    elif game.rules.german_drops_by_regiments:
        yield game.regiments, "31.1", "only parachute regiments drop"


@once
def within(look: FortressLook, side: str, start: int) -> HexSet:
    """Hexes in range of a drop from a base, or from Germany (20.2, 20.3, ruling R81)."""
    game, numbers = look.game, look.game.rules.numbers
    if side == GERMAN:
        return ranges.tac(look, GERMAN)
    south = lines.southern(game)
    mine = south if start == AFRICA else ~south
    found = 0
    for node in game.board.nodes(lines.coast(game) & mine):
        found |= game.board.within(node, numbers["coast_drop_range"])
    if start == ENGLAND:
        found |= game.data.radius
    if not look.first_landing():
        for staff, ways in supply_lines.feeding(look, ALLIED):
            if ways & mine:
                found |= ranges.around(game, 1 << look.position.units[staff].at, numbers["tac_range"])
    return found


def column(look: FortressLook, side: str, node: int) -> str:
    """The column of the Paratrooper Drop Table (20.9)."""
    game, bit = look.game, 1 << node
    clear = game.data.terrain["clear"] | (0 if look.position.flooded else game.data.terrain["flooded"])
    if not clear & bit or (side == ALLIED and game.data.germany & bit):
        return "other"
    enemy = OTHER[side]
    watched = look.zone(enemy)
    if side == GERMAN:  # a fortress keeps zones out, but whoever comes down in it is seen
        watched |= look.sides().step(look.exerting(enemy)) & look.intact()
    return "enemy" if watched & bit else "clear"


class Drop(Handling[Dropping]):
    """Units and hexes are named, and all drop together (20.4, 20.7)."""

    name, rule = "drop", "20.7"

    def begin(self, play: Play, side: str) -> Dropping:
        return Dropping(side)

    def keep(self, look: FortressLook, frame: Dropping) -> bool:
        return bool(frame.spots) or frame.hand >= 0

    def text(self, look: FortressLook, frame: Dropping) -> str:
        if frame.hand >= 0:
            return f"Choose the hex where {look.game.unit_name(frame.hand)} drops."
        if frame.spots:
            return f"{', '.join(frame.spots)} drop: choose another unit, or roll."
        return "Choose a unit to drop, or go on without a drop."

    @offer("pick", UNITS, "20.4")
    def pick(self, look: FortressLook, frame: Dropping) -> Conditions:
        yield from flying(look, frame.side)
        yield from droppers(look, frame.side)
        named = sum(1 << look.game.unit_numbers[unit] for unit in frame.spots)
        yield ~named & ~(1 << frame.hand if frame.hand >= 0 else 0), "20.4", "{it} has its hex, or is in hand"
        most = most_units(look, frame.side)
        yield (
            provided(len(frame.spots) < most),
            "20.4" if frame.side == ALLIED else "20.5",
            "no more units drop at once",
        )
        yield somewhere(look, frame), "20.2", "there is no hex where {it} could drop"

    @offer("drop", HEXES, "20.2", "Drop here")
    def drop(self, look: FortressLook, frame: Dropping) -> Conditions:
        yield provided(frame.hand >= 0), "20.4", "choose first who drops"
        yield from spots(look, frame, frame.hand)

    @drop.does
    def _(self, play: Play, frame: Dropping, node: int) -> None:
        unit = play.game.unit_ids[frame.hand]
        play.swap(replace(frame, hand=-1, spots={**frame.spots, unit: node}))

    @offer("roll", PLAIN, "20.9", "Drop them", "they drop, a die for each", when=lambda look, frame: bool(frame.spots))
    def roll(self, look: FortressLook, frame: Dropping) -> Conditions:
        return iter(())

    @roll.does
    def _(self, play: Play, frame: Dropping, _: int) -> None:
        play.pop()
        fall(play, frame)

    @offer("end", PLAIN, "20.7", "No drop", when=lambda look, frame: not frame.spots)
    def end(self, look: FortressLook, frame: Dropping) -> Conditions:
        return iter(())


def somewhere(look: FortressLook, frame: Dropping) -> Units:
    """Units for which there is a hex to drop on."""
    found = 0
    able = look.game.side_units[frame.side] & look.game.airborne_units
    for unit in members(able):
        at = look.position.units[unit].at
        if at in BASES or at >= 0:
            hexes = look.game.board.all
            for condition in spots(look, frame, unit):
                hexes &= condition[0]
                if not hexes:
                    break
            found |= bool(hexes) << unit
    return found


def spots(look: FortressLook, frame: Dropping, unit: int) -> Conditions:
    """The hexes where a unit may drop, beside those that have theirs (20.2, 20.4, 20.6)."""
    game, at = look.game, look.position.units[unit].at
    ground = game.land & ~game.dyke
    yield ground, "20.2", "{it} is no land hex on which units drop"
    if not look.mountaineer(unit):
        yield ~game.data.terrain["alpine"], "8.4", "only mountain units come down in alpine terrain"
    yield within(look, frame.side, at), "20.2" if frame.side == ALLIED else "20.3", "{it} is out of range"
    if frame.spots:
        near = 0
        for node in frame.spots.values():
            near |= game.board.within(node, game.rules.numbers["drop_spacing"])
        yield near, "20.4", "{it} is more than three hexes from every other unit of the drop"
    full = crowded(look, frame, unit)
    yield ~full, "20.6", "{it} holds no further unit"


def crowded(look: FortressLook, frame: Dropping, unit: int) -> HexSet:
    """Hexes in which a unit would be one too many, those of the drop counted (20.6)."""
    game, side = look.game, frame.side
    found = 0
    taken = sum(1 << node for node in frame.spots.values())
    for node in game.board.nodes(look.occupied(side) | taken):
        mine = (*look.of_side(node, side), *(game.unit_numbers[u] for u, at in frame.spots.items() if at == node))
        if look.weight((*mine, unit)) > look.limit(node):
            found |= 1 << node
    return found | sum(1 << node for node in game.board.nodes(game.land) if not look.limit(node))


# The drop


def fall(play: Play, frame: Dropping) -> None:
    """All drop: they are in their hexes, and Volkssturm appears before the dice fall (20.9, 25.2)."""
    game, position, side = play.game, play.position, frame.side
    position.drops = {**position.drops, side: position.drops.get(side, 0) + 1}
    position.by_air_now += len(frame.spots)
    units = [game.unit_numbers[unit] for unit in frame.spots]
    bits = sum(1 << unit for unit in units)
    for unit, node in zip(units, frame.spots.values(), strict=True):
        play.put(unit, node)
    for name in ("dropped", "moved", "walked", "stopped"):
        setattr(position, name, getattr(position, name) | bits)
    for unit in units:
        bog_down(play, unit)
    if side == ALLIED:
        position.by_air |= bits
        for unit, node in zip(units, frame.spots.values(), strict=True):
            districts.entered(play, unit, node, True)
    play.push(Falling(side, spots=frame.spots))
    if side == ALLIED:
        volkssturm.check(play)  # the Germans may be asked where, before the dice fall
        decoys.check(play)


class Falling(Frame, frozen=True):
    """The units of a drop are in the air over their hexes."""

    side: str
    spots: dict[str, Node]


class Fall(Automatic[Falling]):
    """A die for each unit (20.9)."""

    name, rule = "fall", "20.9"

    def run(self, play: Play, frame: Falling) -> None:
        game, position, side = play.game, play.position, frame.side
        units = [game.unit_numbers[unit] for unit in frame.spots]
        # What the side sees decides the column; hidden enemies are reckoned with when they are revealed (12.2).
        seen = game.look(game.seen(position, side))
        columns = [column(seen, side, node) for node in frame.spots.values()]
        for unit, node, read in zip(units, frame.spots.values(), columns, strict=True):
            (die,) = play.roll()
            result = game.data.drops[read][die - 1]
            dropped(play, unit, node, die, read, result)
            if play.look.first_landing():
                position.drop_dice = {**position.drop_dice, game.unit_ids[unit]: (die, RESULTS.index(result))}
            suffer(play, unit, result)
        for node in dict.fromkeys(frame.spots.values()):
            if side == GERMAN:
                for unit in play.look.of_side(node, GERMAN):
                    take(play, unit, node)
            elif not play.look.first_landing():
                hold(play, node)


def suffer(play: Play, unit: int, result: str) -> None:
    """What the table does to a unit."""
    if result == "elim":
        eliminate(play, unit, "20.9")
    elif result == "step":
        lose_step(play, unit, "20.9")


def read_again(play: Play) -> None:
    """Hidden enemies are seen now: where a column is worse the same die is read there, and the difference applied."""
    game, position = play.game, play.position
    for name, (die, before) in position.drop_dice.items():
        unit = game.unit_numbers[name]
        at = position.units[unit].at
        if at < 0:
            continue
        now = RESULTS.index(game.data.drops[column(play.look, ALLIED, at)][die - 1])
        if now > before:
            worse(play, unit, RESULTS[now])
            suffer(play, unit, "elim" if RESULTS[now] == "elim" else "step")
    position.drop_dice = {}
