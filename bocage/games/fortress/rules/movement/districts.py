"""Military Districts (9): who is frozen there, what sets them free, how those sent there leave (15.10), and 31.9."""

from __future__ import annotations

from bocage.rules import UNITS, HexSet, Units, automatic, event, once, pure

from ..look import Fortress, FortressLook, Play, members, union
from ..position import ALLIED, GERMAN

ALARMING = ("NL", "15")  # whoever enters these frees everybody (9.1.E)
OF_JERSEY = "7"  # 31.5
NAMES = {"NL": "Netherlands", "15": "15th", "7": "7th", "1": "1st", "19": "19th"}
ITALIANS = "the units of Torino and Genova do not leave Italy before an Allied unit enters it"
HELD, LATE, SLOW = "stays where it is this turn", "moves in the second impulse only", "moves half as far at first"

all_released = event("all released", "9.1", "Every German unit of the Military Districts is released.", side=GERMAN)
district_released = event(
    "district released", "9.1.A", "The {district} district is invaded: its units are released.", side=GERMAN
)
italy_entered = event("italy entered", "9.3", "{unit} enters Italy at {node}.")
strayed = event("strayed", "15.10", "{unit} is sent into a frozen district and must leave it.")
relieved = event("relieved", "9.1.C", "{unit} takes the place of {other}, which is free.", other=UNITS)
armour_released = event("armour release", "31.9", "{unit} {how} (die {die}).", sort="dice", roll="Armour release")


@pure(32)
def ground_of(game: Fortress, districts: tuple[str, ...]) -> HexSet:
    """The hexes of some districts."""
    return union(game.data.districts[district] for district in districts) | (game.isle if OF_JERSEY in districts else 0)


@pure(1)
def district_at(game: Fortress) -> dict[int, str]:
    """Hex -> its Military District; Jersey is of the 7th (ruling R117)."""
    return {node: name for name in game.data.districts for node in game.board.nodes(ground_of(game, (name,)))}


@once
def frozen_districts(look: FortressLook) -> tuple[str, ...]:
    """Districts in which somebody is frozen, and which have not been invaded."""
    position, known = look.position, district_at(look.game)
    found = {known.get(position.units[unit].at, "") for unit in members(position.frozen)}
    return tuple(name for name in look.game.data.districts if name in found and name not in position.invaded_districts)


def frozen_ground(look: FortressLook) -> HexSet:
    """The hexes of the districts in which somebody is frozen."""
    return ground_of(look.game, frozen_districts(look)) if look.position.frozen else 0


def bounds(look: FortressLook, hand: Units) -> HexSet:
    """All hexes; of the units of Torino and Genova, until an Allied unit enters Italy, only those of Italy (9.3)."""
    bound = hand & look.position.of_italy and not look.position.italy_entered
    return look.game.data.italy if bound else -1


def release_all(play: Play, rule: str) -> None:
    """Every frozen unit is free, and has its zone from now on (9.7)."""
    position = play.position
    if not position.released:
        position.frozen, position.released, position.strays, position.fresh_strays = 0, True, {}, 0
        all_released(play, rule=rule)


def declared(play: Play, districts: tuple[str, ...]) -> None:
    """Districts are invaded: their units are free; more than one, or one of the alarming ones, frees all (R61, R63)."""
    position = play.position
    position.invaded_districts = tuple(dict.fromkeys((*position.invaded_districts, *districts)))
    if any(district in ALARMING for district in districts):
        release_all(play, "9.1.E")
    elif len(position.invaded_districts) > 1:
        release_all(play, "9.1.G")
    elif districts:
        position.frozen &= ~play.look.units_in(ground_of(play.game, districts), GERMAN)
        district_released(play, NAMES[districts[0]])


def entered(play: Play, unit: int, node: int, by_choice: bool) -> None:
    """An Allied unit has entered a hex: by choice outside what was invaded it frees everybody (9.1.D, 9.1.E, R29).

    Whoever was sent into a frozen district frees nobody (9.6), and has to leave it (15.10, ruling R105).
    """
    position, game, bit = play.position, play.game, 1 << node
    first_in_italy = bool(bit & game.data.italy) and not position.italy_entered
    if first_in_italy:
        position.italy_entered = True
        italy_entered(play, unit, node)
    if position.released:
        return
    if by_choice:
        if first_in_italy or not bit & ground_of(game, position.invaded_districts):  # ruling R62
            release_all(play, "9.1.E" if bit & ground_of(game, ALARMING) else "9.1.D")
    elif bit & frozen_ground(play.look) and game.unit_ids[unit] not in position.strays:
        position.strays = {**position.strays, game.unit_ids[unit]: district_at(game)[node]}
        position.fresh_strays |= 1 << unit
        strayed(play, unit)


# Leaving a frozen district (15.10, ruling R105)


def must_leave(look: FortressLook) -> Units:
    """Allied units in the frozen district into which they were sent in an earlier turn."""
    position, numbers = look.position, look.game.unit_numbers
    if not position.strays or position.phasing != ALLIED:
        return 0
    sent = sum(1 << numbers[name] for name in position.strays)
    return sent & look.units_in(frozen_ground(look), ALLIED) & ~position.fresh_strays


def forbidden_to(look: FortressLook, hand: Units) -> HexSet:
    """The frozen districts that units in hand once were sent into and have left: they do not go back (R105)."""
    position, game, hexes = look.position, look.game, 0
    for name, district in position.strays.items():
        unit, ground = game.unit_numbers[name], ground_of(game, (district,))
        if hand >> unit & 1 and district in frozen_districts(look) and not ground >> position.units[unit].at & 1:
            hexes |= ground
    return hexes


def ways_out(look: FortressLook, at: int, goals: HexSet) -> HexSet:
    """Of the hexes that a unit on that duty can get to, those where it may end.

    Outside the frozen districts, if it can get there, or else nearer to the invaded one than it is.
    """
    outside = goals & ~frozen_ground(look)
    return outside or goals & _nearer(look.game, look.position.invaded_districts, at)


@pure(64)
def _nearer(game: Fortress, invaded: tuple[str, ...], at: int) -> HexSet:
    """Hexes nearer to what was invaded than one is, over land (R105: legal hexes)."""
    seen, fresh = 0, ground_of(game, invaded)
    while fresh and not fresh >> at & 1:
        seen |= fresh
        fresh = game.land_sides.step(fresh) & game.land & ~seen
    return seen


# Exchange (9.1.C)


def relievers(look: FortressLook, side: str) -> Units:
    """Germans who have come somewhere in this impulse, while somebody is frozen."""
    return look.position.moved if side == GERMAN and look.position.frozen else 0


def relieve(play: Play, unit: int, other: int) -> None:
    """A free unit stops in the hex of a frozen one and takes its place (9.1.C, ruling R51); armour rolls (31.9)."""
    position = play.position
    position.frozen = position.frozen & ~(1 << other) | 1 << unit
    relieved(play, unit, other)
    if play.game.rules.armour_release and position.turn == 1 and concerned(play.look) >> other & 1:
        _get_going(play, other)


# German armour on June I (31.9): outside the invaded district it gets under way by a die


@automatic("armour release", "31.9")
def armour_release(play: Play, side: str) -> None:
    """A die for each armoured unit on the map that is outside the invaded district and not frozen (31.9)."""
    for unit in members(concerned(play.look)):
        _get_going(play, unit)


def concerned(look: FortressLook) -> Units:
    """Armour whose die decides; the Invasion Reaction Force is not on the map yet."""
    position, game = look.position, look.game
    armour = game.armored_units & game.side_units[GERMAN] & position.on_board & ~position.frozen
    return armour & ~look.units_in(ground_of(game, position.invaded_districts), GERMAN)


def _get_going(play: Play, unit: int) -> None:
    position, numbers, how = play.position, play.game.rules.numbers, SLOW
    (die,) = play.roll()
    now = 1 << unit if position.impulse == 1 else 0
    if die <= numbers["armor_stuck_die"]:
        position.held |= 1 << unit
        how = HELD
    elif die <= numbers["armor_late_die"]:
        position.delayed |= now
        how = LATE
    else:
        position.slowed |= now
    armour_released(play, unit, how, die)
