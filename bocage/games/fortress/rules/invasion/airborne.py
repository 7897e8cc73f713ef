"""Paratroopers drop, with a die for each unit (20.1 to 20.9)."""

from __future__ import annotations

from typing import ClassVar

from bocage.parts.questions import Handling, InHand, in_hand
from bocage.rules import HEXES, UNITS, Conditions, HexSet, Node, automatic, event, going_on, met, offer, once, provided

from .. import concealment, volkssturm
from ..air import missions
from ..elimination import eliminate, lose_step
from ..look import FortressLook, Play, members, union
from ..movement import districts
from ..movement.entering import bog_down, take
from ..position import AFRICA, ALLIED, CLEAR, ENGLAND, GERMAN, OVERCAST
from ..supply import lines as supply_lines
from . import lines
from .waves import hold

RESULTS = ("ok", "step", "elim")  # from the best to the worst
TOLD = {"ok": "lands safely", "step": "loses a step", "elim": "is lost"}

dropped = event(
    "drop", "20.9", lambda game, unit, node, die, column, result: (
        f"{game.unit_name(unit)} drops on {game.hex_name(node)} and {TOLD[result]} (die {die})."
    ), sort="dice", unit=UNITS, node=HEXES, die="die", column="word", result="word", roll="Paradrop",
)  # fmt: skip
worse = event(
    "drop again", "12.2", lambda game, unit, result: f"Hidden enemies: {game.unit_name(unit)} {TOLD[result]}.",
    sort="loss", unit=UNITS, result="word",
)  # fmt: skip


class Dropping(InHand, frozen=True):
    """The units of a drop that have their hexes, and the one in hand; how many drops of this turn came before?"""

    general: ClassVar[bool] = True
    spots: dict[str, Node] = {}
    made: int = 0


def may_drop(look: FortressLook, side: str, made: int = 0) -> Conditions:
    """What must be true for a drop at all (20.1, 20.4, 20.5, 18.7.6); Varsity drops in Overcast too (31.18)."""
    position, rules = look.position, look.game.rules
    varsity = side == ALLIED and rules.varsity and position.turn >= rules.numbers["varsity_turn"]
    weather = position.weather == CLEAR or (varsity and position.weather == OVERCAST)
    yield provided(weather), "20.1", "paratroopers drop on Clear turns only"
    case = "20.4" if side == ALLIED else "20.5"
    yield provided(made < rules.numbers[f"{side}_drops_per_turn"]), case, "there is one drop in a turn"
    left = position.drops.get(side, 0) < rules.most_drops.get(side, 0)
    yield provided(left), case, "all drops of the game have been made"
    if side == ALLIED and look.ashore() and not look.first_landing():
        case = "18.7.6" if not position.start_capacity else "18.7.7"
        yield provided(position.start_capacity > 0), case, "the supply capacity was zero or less as the turn began"


def droppers(look: FortressLook, side: str) -> Conditions:
    """Units that may drop: they start the turn in a base, or in a safe city in Germany (20.2, 20.3)."""
    game, position = look.game, look.position
    yield game.side_units[side] & game.airborne_units, "20.13", "{it} is no paratrooper or glider unit"
    yield ~position.resting & ~position.walked, "20.7", "{it} took replacements or has moved"
    if side == ALLIED:
        yield look.in_bases(), "20.2", "{it} does not start in England or Africa"
        if position.weather != CLEAR:
            yield game.trait("varsity"), "31.18", "in this weather only the two divisions of Varsity drop"
        return
    safe = game.german_cities & ~look.zone(ALLIED)
    yield look.units_in(safe, GERMAN), "20.3", "{it} does not start in a city in Germany out of enemy zones"
    yield ~position.rebuilt, "27.9", "{it} has been rebuilt and is airlifted only (R38)"
    if game.rules.winter:
        yield game.trait("heydte"), "33.3.3", "in this scenario Heydte alone drops"
        later = position.turn >= game.rules.numbers["heydte_turn"]
        yield provided(later), "33.3.3", "Heydte drops from the second turn on"
    elif game.rules.german_drops_by_regiments:
        yield game.regiments, "31.1", "only parachute regiments drop"


@once
def within(look: FortressLook, side: str, start: int) -> HexSet:
    """Hexes in range of a drop from a base, or from Germany (20.2, 20.3, ruling R81)."""
    game, numbers = look.game, look.game.rules.numbers
    if side == GERMAN:
        return missions.tac(look, GERMAN)
    south = game.data.mediterranean_coast
    mine = south if start == AFRICA else ~south
    radius = game.data.radius if start == ENGLAND else 0
    near_shore = game.board.near(lines.coast(game) & mine, numbers["coast_drop_range"])
    fed = () if look.first_landing() else supply_lines.feeding(look, ALLIED)
    staffs = look.hexes_of(staff for staff, ways in fed if ways & mine)
    return radius | near_shore | missions.around(game, staffs, numbers["tac_range"])


def spots(look: FortressLook, frame: Dropping, unit: int) -> Conditions:
    """The hexes where a unit may drop, beside those that have theirs (20.2, 20.4, 20.6, ruling R25)."""
    game, numbers, side = look.game, look.game.rules.numbers, frame.side
    yield game.land & ~game.dyke, "20.2", "{it} is no land hex on which units drop"
    yield ~look.steep(1 << unit), "8.4", "only mountain units come down in alpine terrain"
    reached = within(look, side, look.position.units[unit].at)
    yield reached, "20.2" if side == ALLIED else "20.3", "{it} is out of range"
    taken = union(1 << node for node in frame.spots.values())
    if taken:
        near = game.board.near(taken, numbers["drop_spacing"])
        apart = union(~game.board.within(node, numbers["drop_spread"] - 1) for node in game.board.nodes(taken))
        yield near & ~apart, "20.4", "{it} is more than three hexes from every other unit of the drop"
    full = 0
    for node in game.board.nodes(look.occupied(side) | taken):
        beside = [game.unit_numbers[name] for name, at in frame.spots.items() if at == node]
        full |= (look.weight((*look.of_side(node, side), *beside, unit)) > look.limit(node)) << node
    yield ~full, "20.6", "{it} holds no further unit"


def column(look: FortressLook, side: str, node: int) -> str:
    """The column of the Paratrooper Drop Table (20.9)."""
    game, bit = look.game, 1 << node
    clear = game.data.terrain["clear"] | (0 if look.position.flooded else game.data.terrain["flooded"])
    if not clear & bit or (side == ALLIED and game.data.germany & bit):
        return "other"
    watched = look.enemy_zone(side)
    if side == GERMAN:  # a fortress keeps zones out, but whoever comes down in it is seen
        watched |= look.sides().step(look.exerting(ALLIED)) & look.intact()
    return "enemy" if watched & bit else "clear"


class Drop(Handling[Dropping], name="drop", rule="20.7"):
    """Units and hexes are named, and all drop together (20.4, 20.7)."""

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
        game, numbers, side = look.game, look.game.rules.numbers, frame.side
        yield from may_drop(look, side, frame.made)
        yield from droppers(look, side)
        named = sum(1 << game.unit_numbers[unit] for unit in frame.spots)
        yield ~named & ~in_hand(frame), "20.4", "{it} has its hex, or is in hand"
        # So many in a drop (20.4, 20.5), within all that moves by air in a turn (20.17).
        by_air = numbers[f"{side}_air_units"] - look.position.by_air_now
        most = min(numbers["drop_units" if side == ALLIED else "german_drop_units"], by_air)
        case = "20.4" if side == ALLIED else "20.5"
        yield provided(len(frame.spots) < most), case, "no more units drop at once"
        paras = members(met(droppers(look, side)))
        somewhere = sum(1 << unit for unit in paras if met(spots(look, frame, unit)))
        yield somewhere, "20.2", "there is no hex where {it} could drop"

    @offer("drop", HEXES, "20.2", "Drop here")
    def drop(self, look: FortressLook, frame: Dropping) -> Conditions:
        yield provided(frame.hand >= 0), "20.4", "choose first who drops"
        yield from spots(look, frame, frame.hand)

    @drop.does
    def _(self, play: Play, frame: Dropping, node: int) -> None:
        unit = play.game.unit_ids[frame.hand]
        play.swap(frame.but(hand=-1, spots={**frame.spots, unit: node}))

    end = going_on("20.7", "No drop", when=lambda look, frame: not frame.spots)
    roll = going_on("20.9", "Drop them", "they drop, a die for each", lambda look, frame: bool(frame.spots), "roll")

    @roll.does
    def _(self, play: Play, frame: Dropping, _: int) -> None:
        """All drop: they are in their hexes, and Volkssturm appears before the dice fall (20.9, 25.2)."""
        play.pop()
        game, position, side = play.game, play.position, frame.side
        position.drops = {**position.drops, side: position.drops.get(side, 0) + 1}
        position.by_air_now += len(frame.spots)
        landed = {game.unit_numbers[unit]: node for unit, node in frame.spots.items()}
        for unit, node in landed.items():
            play.put(unit, node)
            position.note(1 << unit, "dropped", "moved", "walked", "stopped")
            bog_down(play, unit)
        play.push(frame.turned(fall.frame))
        if side == ALLIED:
            for unit, node in landed.items():
                position.by_air |= 1 << unit
                districts.entered(play, unit, node, True)
            volkssturm.check(play)  # the Germans may be asked where, before the dice fall
        concealment.check(play)


@automatic("fall", "20.9", Dropping)
def fall(play: Play, frame: Dropping) -> None:
    """A die for each unit (20.9)."""
    game, position, side = play.game, play.position, frame.side
    play.push(Drop.frame(side, made=frame.made + 1))  # another drop, if a turn has more than one
    # What the side sees decides the column; hidden enemies are reckoned with when they are revealed (12.2).
    seen = game.look(game.seen(position, side))
    columns = [column(seen, side, node) for node in frame.spots.values()]
    for (name, node), read in zip(frame.spots.items(), columns, strict=True):
        unit, (die,) = game.unit_numbers[name], play.roll()
        result = game.data.drops[read][die - 1]
        dropped(play, unit, node, die, read, result)
        if play.look.first_landing():
            position.drop_dice = {**position.drop_dice, name: (die, RESULTS.index(result))}
        suffer(play, unit, result)
    for node in dict.fromkeys(frame.spots.values()):
        if side == GERMAN:
            for unit in play.look.of_side(node, GERMAN):
                take(play, unit, node)
        elif not play.look.first_landing():
            hold(play, node)


def suffer(play: Play, unit: int, result: str) -> None:
    """What the table does to a unit."""
    if result != "ok":
        (eliminate if result == "elim" else lose_step)(play, unit, "20.9")


def read_again(play: Play) -> None:
    """Hidden enemies are seen now: where a column is worse the same die is read there, and the difference applied."""
    game, position = play.game, play.position
    for name, (die, before) in position.drop_dice.items():
        unit = game.unit_numbers[name]
        at = position.units[unit].at
        if at >= 0:
            now = RESULTS.index(game.data.drops[column(play.look, ALLIED, at)][die - 1])
            if now > before:
                worse(play, unit, RESULTS[now])
                suffer(play, unit, RESULTS[now])
    position.drop_dice = {}
