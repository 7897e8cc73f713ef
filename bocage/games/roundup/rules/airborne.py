"""Air drops: Allied (10.7, 8.2) and, as an option, German (15.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame, UnitNumber
from bocage.engine.steps import Clause, Offer, Question

from .combat.losses import lose_step, members
from .look import Play, RoundupLook
from .movement.entering import enter
from .position import ALLIED, ASIDE, GERMAN, GERMAN_HEXES, NATION_HEXES, OTHER, POOL, RoundupPosition

if TYPE_CHECKING:
    from .movement.moves import Moving


class Dropping(Frame, frozen=True):
    """A side drops airborne units; `hand` is the one whose hex is to be chosen.

    With `between` its movement has been interrupted for one drop and goes on afterwards.
    """

    step: ClassVar[str] = "air drop"
    side: str
    hand: UnitNumber = -1
    acted: bool = False
    between: bool = False


class AirDrop(Question[Dropping]):
    """Airborne units land from the air in the movement phase: before the others move, or between (10.7, R20)."""

    name = "air drop"
    offers = ("drop", "place drop", "end")

    def begin(self, play: Play, side: str) -> Dropping:
        return Dropping(side)

    def keep(self, look: RoundupLook, frame: Dropping) -> bool:
        return frame.acted

    def case(self, look: RoundupLook, frame: Dropping) -> str:
        return _CASE[frame.side]

    def text(self, look: RoundupLook, frame: Dropping) -> str:
        if frame.hand < 0:
            return "Choose an airborne unit to drop, or go on: units may also drop between moves."
        return f"Choose the hex where {look.game.counters[frame.hand].name} drops."

    def answer(self, play: Play, frame: Dropping, action: Action) -> None:
        if action.verb == "end":
            play.pop()
        elif action.verb == "drop":
            play.swap(msgspec.structs.replace(frame, hand=action.index))
        else:
            self.land(play, frame, action.index)

    def land(self, play: Play, frame: Dropping, node: int) -> None:
        position, game, rules = play.position, play.game, play.rules
        unit = frame.hand
        nation = game.counters[unit].nation
        if frame.between:
            play.pop()
        else:
            play.swap(Dropping(frame.side, acted=True))
        bit = 1 << unit
        position.jumped |= bit
        position.dropped |= bit
        if nation == "US":
            position.us_drop, position.us_aerial = node, 1 << node
        elif nation == "DE":
            position.german_drop, position.german_drop_used = node, True
        elif position.uk_drop < 0:
            position.uk_drop, position.uk_aerial = node, 1 << node
        enter(play, (unit,), (node,))
        play.tell("drops", _CASE[frame.side], unit, game.board.labels[node])
        if nation == "DE":
            (die,) = play.roll()
            play.tell("drop die", "15.3", unit, die)
            if die <= rules.german_drop_loss_up_to:
                lose_step(play, unit, "15.3")
        elif rules.drop_scatter_up_to:
            (die,) = play.roll()
            play.tell("drop die", "15.7", unit, die)
            if die <= rules.drop_loss_up_to:
                lose_step(play, unit, "15.7")
            elif die <= rules.drop_scatter_up_to:
                scatter(play, unit, node)


def scatter(play: Play, unit: int, node: int) -> None:
    """The unit comes down in a random legal neighbour of its hex (15.7); its marker goes with it."""
    position, game = play.position, play.game
    look = game.look(position)
    nation = game.counters[unit].nation
    hexes = look.room(unit, drop_zone(look, ALLIED) & game.board.around[node])
    if not hexes:
        return
    choices = game.board.nodes(hexes)
    there = choices[play.number(len(choices)) - 1]
    if not any(position.dropped >> other & 1 for other in position.stacks[node] if other != unit):
        # The marker goes along unless another unit that was dropped with it is left behind.
        if position.us_aerial == 1 << node and nation == "US":
            position.us_aerial = 1 << there
        elif position.uk_aerial == 1 << node and nation == "UK":
            position.uk_aerial = 1 << there
    enter(play, (unit,), (there,))
    play.tell("scatters", "15.7", unit, game.board.labels[there])


def drops_in_play(look: RoundupLook, side: str) -> bool:
    """Has a side units that wait for a drop, and the sky for it (10.7, 15.3)?"""
    position, game = look.position, look.game
    if side not in game.rules.drop_sides or position.superiority != side or position.weather != "Clear":
        return False
    waiting = game.airborne & game.side_units[side] & ~position.jumped & ~position.on_board
    return bool(waiting)


def german_drop_possible(look: RoundupLook) -> bool:
    """In one turn of the game, in clear weather with German air superiority (15.3)."""
    position = look.position
    return position.weather == "Clear" and position.superiority == GERMAN and not _used_earlier(position)


def _used_earlier(position: RoundupPosition) -> bool:
    return position.german_drop_used and position.german_drop < 0


def drop_zone(look: RoundupLook, side: str) -> int:
    """Hexes on which units of a side may drop, but for the distance and the stacking limits."""
    game = look.game
    enemy = OTHER[side]
    return game.drop_terrain & ~game.data.coastal & ~look.zone(enemy) & ~look.held(enemy)


# The clauses of `drop` ask of their frame only whose it is: the movement phase offers it too.


def _has_drops(look: RoundupLook, frame: Dropping | Moving) -> int:
    return -1 if frame.side in look.game.rules.drop_sides else 0


def _clear(look: RoundupLook, frame: Dropping | Moving) -> int:
    return -1 if look.position.weather == "Clear" else 0


def _explain_clear(look: RoundupLook, frame: Dropping | Moving, unit: int) -> tuple[str, str]:
    return _CASE[frame.side], "units drop from the air only in clear weather"


def _superior(look: RoundupLook, frame: Dropping | Moving) -> int:
    return -1 if look.position.superiority == frame.side else 0


def _explain_superior(look: RoundupLook, frame: Dropping | Moving, unit: int) -> tuple[str, str]:
    return _CASE[frame.side], f"air drops need {'Allied' if frame.side == ALLIED else 'German'} air superiority"


def _one_turn(look: RoundupLook, frame: Dropping | Moving) -> int:
    return 0 if frame.side == GERMAN and _used_earlier(look.position) else -1


def _airborne(look: RoundupLook, frame: Dropping | Moving) -> int:
    return look.game.airborne & (look.game.allied_units if frame.side == ALLIED else look.game.german_units)


def _waiting(look: RoundupLook, frame: Dropping | Moving) -> int:
    """Those of the airborne units that wait off the map."""
    units, place = look.position.units, POOL if frame.side == ALLIED else ASIDE
    return sum(1 << unit for unit in members(_airborne(look, frame)) if units[unit].at == place)


def _never_jumped(look: RoundupLook, frame: Dropping | Moving) -> int:
    return ~look.position.jumped


def _not_returned(look: RoundupLook, frame: Dropping | Moving) -> int:
    return ~look.position.returned


def _marker_free(look: RoundupLook, frame: Dropping | Moving) -> int:
    """The nation's Aerial Supply Marker must be free, or lie with the stack that is dropping (R20)."""
    position, nation_units = look.position, look.game.nation_units
    units = -1
    if position.us_aerial:
        units &= ~nation_units["US"]
    if position.uk_aerial and position.uk_drop < 0:
        units &= ~nation_units["UK"]
    return units


def _one_stack(look: RoundupLook, frame: Dropping | Moving) -> int:
    """One US unit and one UK stack in a turn: a second UK unit must fit on the first."""
    units = -1
    position = look.position
    if position.us_drop >= 0:
        units &= ~look.game.nation_units["US"]
    if position.uk_drop >= 0:
        stack = position.stacks.get(position.uk_drop, ())
        for unit in members(look.game.airborne & look.game.nation_units["UK"]):
            if not look.fits((*stack, unit)):
                units &= ~(1 << unit)
    return units


def _another_unit(look: RoundupLook, frame: Dropping) -> int:
    return -1 if frame.hand < 0 else ~(1 << frame.hand)


def _somewhere(look: RoundupLook, frame: Dropping | Moving) -> int:
    """Units for which there is a hex to drop on."""
    units = 0
    waiting = _airborne(look, frame) & _waiting(look, frame) & _never_jumped(look, frame)
    if not waiting:
        return 0
    hexes = drop_zone(look, frame.side) & _near(look, frame)
    empty = hexes & ~look.occupied(frame.side)
    for unit in members(waiting):
        there = _stack_hex(look, unit)
        if empty & there or look.room(unit, hexes & there):
            units |= 1 << unit
    return units


def _all_but_room(look: RoundupLook, frame: Dropping) -> int:
    return drop_zone(look, frame.side) & _near(look, frame) & _with_stack(look, frame)


def _in_hand(look: RoundupLook, frame: Dropping) -> int:
    return 0 if frame.hand < 0 else -1


def _terrain(look: RoundupLook, frame: Dropping) -> int:
    return look.game.drop_terrain


def _not_coastal(look: RoundupLook, frame: Dropping) -> int:
    return ~look.game.data.coastal


def _no_enemy(look: RoundupLook, frame: Dropping) -> int:
    return ~look.held(OTHER[frame.side])


def _no_zone(look: RoundupLook, frame: Dropping) -> int:
    return ~look.enemy_zone(frame.side)


def _near(look: RoundupLook, frame: Dropping | Moving) -> int:
    """Hexes within five of a friendly unit in overland supply (for Germans: in supply)."""
    position, game = look.position, look.game
    hexes = 0
    for nation in ("US", "UK") if frame.side == ALLIED else ("DE",):
        own = position.masks[NATION_HEXES[nation]]
        hexes |= own & look.overland_hexes(nation)
    if frame.side == GERMAN and position.turn == 1:
        hexes |= position.masks[GERMAN_HEXES]
    near = hexes
    for _ in range(game.rules.drop_range):
        near |= game.board.step(near)
    return near


def _stack_hex(look: RoundupLook, unit: int) -> int:
    """A second UK unit drops where the first did."""
    if look.position.uk_drop >= 0 and look.game.counters[unit].nation == "UK":
        return 1 << look.position.uk_drop
    return -1


def _with_stack(look: RoundupLook, frame: Dropping) -> int:
    return _stack_hex(look, frame.hand) if frame.hand >= 0 else -1


def _room(look: RoundupLook, frame: Dropping) -> int:
    return look.room(frame.hand, _all_but_room(look, frame))


def _explain_room(look: RoundupLook, frame: Dropping, node: int) -> tuple[str, str]:
    return look.stacking_rule((*look.position.stacks.get(node, ()), frame.hand))


DROP_FIELDS = {"US": "us_drop", "UK": "uk_drop", "DE": "german_drop"}
"""Nation -> the field of the position that says where it dropped this turn."""
_CASE = {ALLIED: "10.7", GERMAN: "15.3"}
_MAY_DROP = (
    Clause("airborne", "10.7", "{it} is not an airborne unit of this side", _airborne),
    Clause("once", "8.2", "an airborne unit drops at most once in a game", _never_jumped),
    Clause("waiting", "8.2", "only units that wait off the map may drop", _waiting),
    Clause("returned", "8.4", "a unit that was lost and comes back enters by beachhead or port only", _not_returned),
    Clause("stack", "10.7", "one US airborne unit and one UK airborne stack may drop in a turn", _one_stack),
    Clause("marker", "R20", "this nation's Aerial Supply Marker is used already this turn", _marker_free),
)
_SOMEWHERE = Clause("somewhere", "10.7", "there is no hex where {it} could drop", _somewhere)
FRAMES = (Dropping,)
STEPS = (AirDrop(),)
OFFERS = {
    "drop": Offer(
        "drop",
        "10.7",
        (*_MAY_DROP, Clause("hand", "10.7", "{it} is chosen already: say where it drops", _another_unit), _SOMEWHERE),
    ),
    "drop between moves": Offer(
        "drop",
        "10.7",
        (
            Clause("side", "R29", "the German airborne divisions are set aside and do not drop", _has_drops),
            Clause("weather", "10.7", "", _clear, _explain_clear),
            Clause("superiority", "10.7", "", _superior, _explain_superior),
            Clause("one turn", "15.3", "the Germans have dropped in an earlier turn", _one_turn),
            *_MAY_DROP,
            _SOMEWHERE,
        ),
    ),
    "place drop": Offer(
        "place",
        "10.7",
        (
            Clause("hand", "10.7", "choose the unit that drops first", _in_hand),
            Clause("coastal", "10.7", "units never drop on a coastal hex", _not_coastal),
            Clause("terrain", "10.7", "units drop on clear terrain only, which {it} is not", _terrain),
            Clause("enemy", "3.1", "an enemy holds {it}", _no_enemy),
            Clause("zone", "10.7", "units never drop into an enemy zone of control", _no_zone),
            Clause("near", "10.7", "{it} is more than five hexes from every friendly unit in overland supply", _near),
            Clause("stack", "10.7", "UK airborne units drop as one stack, in one hex", _with_stack),
            Clause("room", "3.1.2", "", _room, _explain_room),
        ),
    ),
}
