"""Air drops: Allied (10.7, 8.2) and, as an option, German (15.3)."""

from __future__ import annotations

from bocage.parts.placing import picking, placing
from bocage.parts.stacks import members
from bocage.rules import (
    DIE,
    HEXES,
    UNITS,
    Conditions,
    Frame,
    HexSet,
    Question,
    UnitNumber,
    Units,
    event,
    going_on,
    once,
)

from .combat.losses import lose_step, whose
from .look import Play, RoundupLook
from .movement.entering import enter
from .position import ALLIED, ASIDE, GERMAN, NATION_HEXES, NATIONS, OTHER, POOL
from .supply import overland_hexes

DROP_CASE = {ALLIED: "10.7", GERMAN: "15.3"}
DROP_FIELDS = {"US": "us_drop", "UK": "uk_drop", "DE": "german_drop"}
"""Nation -> the field of the position that says where it dropped this turn."""

dropped = event("drops", "10.7", "{unit} drops on {at}.", sort="arrival", unit=UNITS, at=HEXES)
rolled = event(
    "drop die", "15.7", "{unit} rolls {die} for its drop.", sort="dice", roll=whose, unit=UNITS, die=DIE
)  # fmt: skip
scattered = event("scatters", "15.7", "{unit} is scattered to {at}.", sort="arrival", unit=UNITS, at=HEXES)


def drops_in_play(look: RoundupLook, side: str) -> bool:
    """Has a side units that wait for a drop, and the sky for it (10.7, 15.3)?"""
    position, game = look.position, look.game
    if side not in game.rules.drop_sides or position.superiority != side or position.weather != "Clear":
        return False
    return bool(game.airborne & game.side_units[side] & ~position.jumped & ~position.on_board)


def german_drop_possible(look: RoundupLook) -> bool:
    """In one turn of the game, in clear weather with German air superiority (15.3)."""
    position = look.position
    earlier = position.german_drop_used and position.german_drop < 0
    return position.weather == "Clear" and position.superiority == GERMAN and not earlier


def _waiting(look: RoundupLook, side: str) -> Units:
    """The airborne units of a side that wait off the map; those of the Germans are set aside (13.2)."""
    stack = look.stack(POOL if side == ALLIED else ASIDE)
    return sum(1 << unit for unit in stack) & look.game.airborne & look.game.side_units[side]


def may_drop(look: RoundupLook, side: str) -> Conditions:
    """Who drops in a turn, before the others move or between (10.7)."""
    position, game = look.position, look.game
    yield game.airborne & game.side_units[side], "10.7", "{it} is not an airborne unit of this side"
    yield ~position.jumped, "8.2", "an airborne unit drops at most once in a game"
    yield _waiting(look, side), "8.2", "only units that wait off the map may drop"
    yield ~position.returned, "8.4", "a unit that was lost and comes back enters by beachhead or port only"
    used = game.nation_units["US"] if position.us_drop >= 0 else 0
    if position.uk_drop >= 0:  # a second UK unit must fit on the first
        stack = look.stack(position.uk_drop)
        british = members(game.airborne & game.nation_units["UK"])
        used |= sum(1 << unit for unit in british if not look.fits((*stack, unit)))
    yield ~used, "10.7", "one US airborne unit and one UK airborne stack may drop in a turn"
    # The nation's marker must be free, or lie with the stack that is dropping (R20).
    marked = game.nation_units["US"] if position.us_aerial else 0
    marked |= game.nation_units["UK"] if position.uk_aerial and position.uk_drop < 0 else 0
    yield ~marked, "R20", "this nation's Aerial Supply Marker is used already this turn"


@once
def somewhere_to_drop(look: RoundupLook, side: str) -> Units:
    """Units for which there is a hex to drop on."""
    waiting = _waiting(look, side) & ~look.position.jumped
    if not waiting:
        return 0
    hexes = drop_zone(look, side) & _near(look, side)
    empty = hexes & ~look.occupied(side)
    found = 0
    for unit in members(waiting):
        there = _stack_hex(look, unit)
        if empty & there or look.room(unit, hexes & there):
            found |= 1 << unit
    return found


def drop_zone(look: RoundupLook, side: str) -> HexSet:
    """Hexes on which units of a side may drop, but for the distance and the stacking limits."""
    game, enemy = look.game, OTHER[side]
    return game.drop_terrain & ~game.data.coastal & ~look.zone(enemy) & ~look.held(enemy)


@once
def _near(look: RoundupLook, side: str) -> HexSet:
    """Hexes within five of a friendly unit in overland supply (R47: a dropped one too); for Germans: in supply."""
    position, game = look.position, look.game
    near = 0
    for nation in NATIONS if side == ALLIED else ("DE",):
        near |= position.masks[NATION_HEXES[nation]] & overland_hexes(look, nation)
    if side == GERMAN and position.turn == 1:
        near |= look.occupied(GERMAN)
    for _ in range(game.rules.drop_range):
        near |= game.board.step(near)
    return near


def _stack_hex(look: RoundupLook, unit: int) -> HexSet:
    """A second UK unit drops where the first did."""
    if look.position.uk_drop >= 0 and look.game.counters[unit].nation == "UK":
        return 1 << look.position.uk_drop
    return -1


class Dropping(Frame, frozen=True):
    """A side drops airborne units; `hand` is the one whose hex is to be chosen.

    With `between` its movement has been interrupted for one drop and goes on afterwards.
    """

    side: str
    hand: UnitNumber = -1
    acted: bool = False
    between: bool = False


class AirDrop(Question[Dropping]):
    """Airborne units land from the air in the movement phase: before the others move, or between (10.7, R20)."""

    name = "air drop"

    def keep(self, look: RoundupLook, frame: Dropping) -> bool:
        return frame.acted

    def case(self, look: RoundupLook, frame: Dropping) -> str:
        return DROP_CASE[frame.side]

    def text(self, look: RoundupLook, frame: Dropping) -> str:
        if frame.hand < 0:
            return "Choose an airborne unit to drop, or go on: units may also drop between moves."
        return f"Choose the hex where {look.game.counters[frame.hand].name} drops."

    @picking("drop", "10.7", held="{it} is chosen already: say where it drops")
    def drop(self, look: RoundupLook, frame: Dropping) -> Conditions:
        yield from may_drop(look, frame.side)
        yield somewhere_to_drop(look, frame.side), "10.7", "there is no hex where {it} could drop"

    @placing("place", "10.7", first="choose the unit that drops first")
    def place(self, look: RoundupLook, frame: Dropping) -> Conditions:
        game, side, unit = look.game, frame.side, frame.hand
        yield ~game.data.coastal, "10.7", "units never drop on a coastal hex"
        yield game.drop_terrain, "10.7", "units drop on clear terrain only, which {it} is not"
        yield ~look.held(OTHER[side]), "3.1", "an enemy holds {it}"
        yield ~look.enemy_zone(side), "10.7", "units never drop into an enemy zone of control"
        near, with_stack = _near(look, side), _stack_hex(look, unit)
        yield near, "10.7", "{it} is more than five hexes from every friendly unit in overland supply"
        yield with_stack, "10.7", "UK airborne units drop as one stack, in one hex"
        room = look.room(unit, drop_zone(look, side) & near & with_stack)
        yield room, "3.1.2", lambda node: look.stacking_rule(node, unit)

    @place.does
    def _(self, play: Play, frame: Dropping, node: int) -> None:
        position, game, rules, unit = play.position, play.game, play.game.rules, frame.hand
        nation = game.counters[unit].nation
        if frame.between:
            play.pop()
        else:
            play.swap(Dropping(frame.side, acted=True))
        position.jumped |= 1 << unit
        position.dropped |= 1 << unit
        # The nation's Aerial Supply Marker comes down with its stack (R20).
        if nation == "US":
            position.us_drop, position.us_aerial = node, 1 << node
        elif nation == "DE":
            position.german_drop, position.german_drop_used = node, True
        elif position.uk_drop < 0:
            position.uk_drop, position.uk_aerial = node, 1 << node
        enter(play, (unit,), (node,))
        dropped(play, unit, node, rule=DROP_CASE[frame.side])
        rule, lost, scattering = (
            ("15.3", rules.german_drop_loss_up_to, 0)
            if nation == "DE"
            else ("15.7", rules.drop_loss_up_to, rules.drop_scatter_up_to)
        )
        if lost or scattering:
            (die,) = play.roll()
            rolled(play, unit, die, rule=rule)
            if die <= lost:
                lose_step(play, unit, rule)
            elif die <= scattering:
                _scatter(play, unit, node)

    end = going_on("5.0", "No more drops now", "no more drops now")


def _scatter(play: Play, unit: int, node: int) -> None:
    """The unit comes down in a random neighbour of its hex on which it could have dropped (15.7, R42)."""
    position, game, look = play.position, play.game, play.look
    hexes = look.room(unit, drop_zone(look, ALLIED) & game.board.around[node])
    if not hexes:
        return
    choices = game.board.nodes(hexes)
    there = choices[play.number(len(choices)) - 1]
    if not any(position.dropped >> other & 1 for other in position.stacks[node] if other != unit):
        # The marker goes along unless another unit that was dropped with it is left behind.
        nation = game.counters[unit].nation
        if position.us_aerial == 1 << node and nation == "US":
            position.us_aerial = 1 << there
        elif position.uk_aerial == 1 << node and nation == "UK":
            position.uk_aerial = 1 << there
    enter(play, (unit,), (there,))
    scattered(play, unit, there)
