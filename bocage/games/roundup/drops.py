"""Air drops: Allied (10.7, 8.2) and, as an option, German (15.3)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.errors import Refusal
from bocage.engine.play import Play
from bocage.engine.position import Frame, Node, UnitNumber, Units
from bocage.engine.steps import Clause, Offer, Question
from bocage.games.roundup.entering import enter
from bocage.games.roundup.look import RoundupLook
from bocage.games.roundup.losses import lose_step, members
from bocage.games.roundup.position import ALLIED, ASIDE, GERMAN, GERMAN_HEXES, NATION_HEXES, OTHER, POOL


class Dropping(Frame, frozen=True):
    """A side drops airborne units; `hand` is the one whose hex is to be chosen."""

    step: ClassVar[str] = "air drop"
    side: str
    hand: UnitNumber = -1
    done: Units = 0
    us_hex: Node = -1
    uk_hex: Node = -1
    acted: bool = False


class AirDrop(Question[Dropping]):
    """Airborne units land from the air at the start of the movement phase (10.7, R20)."""

    name = "air drop"
    offers = ("drop", "place drop", "end")

    def begin(self, play: Play, side: str) -> Dropping:
        return Dropping(side)

    def keep(self, look: RoundupLook, frame: Dropping) -> bool:
        return frame.acted

    def case(self, look: RoundupLook, frame: Dropping) -> str:
        return "10.7" if frame.side == ALLIED else "15.3"

    def text(self, look: RoundupLook, frame: Dropping) -> str:
        if frame.hand < 0:
            return "Choose an airborne unit to drop, or go on."
        return f"Choose the hex where {look.game.cards[frame.hand].name} drops."

    def answer(self, play: Play, frame: Dropping, action: Action) -> None:
        if action.verb == "end":
            if frame.side == GERMAN and frame.done:
                play.position.german_drop_used = True
            play.pop()
        elif action.verb == "drop":
            play.swap(msgspec.structs.replace(frame, hand=action.index))
        else:
            self.land(play, frame, action.index)

    def land(self, play: Play, frame: Dropping, node: int) -> None:
        position, game, rules = play.position, play.game, play.rules
        unit = frame.hand
        nation = game.cards[unit].nation
        hexes = {"us_hex": node} if nation == "US" else {"uk_hex": node} if nation == "UK" else {}
        done = frame.done | 1 << unit
        play.swap(msgspec.structs.replace(frame, hand=-1, done=done, acted=True, **hexes))
        bit = 1 << unit
        position.jumped |= bit
        position.dropped |= bit
        if nation == "US":
            position.us_aerial = 1 << node
        elif nation == "UK" and frame.uk_hex < 0:
            position.uk_aerial = 1 << node
        enter(play, (unit,), (node,))
        play.tell("drops", "10.7" if frame.side == ALLIED else "15.3", unit, game.board.labels[node])
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
    nation = game.cards[unit].nation
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


def german_drop_possible(look: RoundupLook) -> bool:
    """Once in the game, in clear weather with German air superiority (15.3)."""
    position = look.position
    return position.weather == "Clear" and position.superiority == GERMAN and not position.german_drop_used


def drop_zone(look: RoundupLook, side: str) -> int:
    """Hexes on which units of a side may drop, but for the distance and the stacking limits."""
    game = look.game
    enemy = OTHER[side]
    return game.drop_terrain & ~game.data.coastal & ~look.zone(enemy) & ~look.held(enemy)


def _airborne(look: RoundupLook, frame: Dropping) -> int:
    return look.game.airborne & (look.game.allied_units if frame.side == ALLIED else look.game.german_units)


def _waiting(look: RoundupLook, frame: Dropping) -> int:
    stack = look.position.stacks.get(POOL if frame.side == ALLIED else ASIDE, ())
    return sum(1 << unit for unit in stack)


def _never_jumped(look: RoundupLook, frame: Dropping) -> int:
    return ~look.position.jumped


def _not_returned(look: RoundupLook, frame: Dropping) -> int:
    return ~look.position.returned


def _marker_free(look: RoundupLook, frame: Dropping) -> int:
    """The nation's Aerial Supply Marker must be free, or lie with the stack that is dropping (R20)."""
    position, nation_units = look.position, look.game.nation_units
    units = -1
    if position.us_aerial:
        units &= ~nation_units["US"]
    if position.uk_aerial and frame.uk_hex < 0:
        units &= ~nation_units["UK"]
    return units


def _one_stack(look: RoundupLook, frame: Dropping) -> int:
    """One US unit and one UK stack: a second UK unit must fit on the first."""
    units = -1
    if frame.us_hex >= 0:
        units &= ~look.game.nation_units["US"]
    if frame.uk_hex >= 0:
        stack = look.position.stacks.get(frame.uk_hex, ())
        for unit in members(look.game.airborne & look.game.nation_units["UK"]):
            if not look.fits((*stack, unit)):
                units &= ~(1 << unit)
    return units


def _another_unit(look: RoundupLook, frame: Dropping) -> int:
    return -1 if frame.hand < 0 else ~(1 << frame.hand)


def _somewhere(look: RoundupLook, frame: Dropping) -> int:
    """Units for which there is a hex to drop on."""
    units = 0
    waiting = _airborne(look, frame) & _waiting(look, frame) & _never_jumped(look, frame)
    for unit in members(waiting):
        hand = msgspec.structs.replace(frame, hand=unit)
        if _all_but_room(look, hand) and look.room(unit, _all_but_room(look, hand)):
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


def _near(look: RoundupLook, frame: Dropping) -> int:
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


def _with_stack(look: RoundupLook, frame: Dropping) -> int:
    """A second UK unit drops where the first did."""
    if frame.hand >= 0 and look.game.cards[frame.hand].nation == "UK" and frame.uk_hex >= 0:
        return 1 << frame.uk_hex
    return -1


def _room(look: RoundupLook, frame: Dropping) -> int:
    return look.room(frame.hand, _all_but_room(look, frame))


def _explain_room(look: RoundupLook, frame: Dropping, node: int) -> tuple[str, str]:
    return look.stacking_rule((*look.position.stacks.get(node, ()), frame.hand))


def why_no_drop(look: RoundupLook, action: Action) -> Refusal:
    """The case against an Allied drop once the time for drops is past (or never came, because none was possible)."""
    if look.position.weather != "Clear":
        return Refusal("10.7", "units drop from the air only in clear weather")
    if look.position.superiority != ALLIED:
        return Refusal("10.7", "air drops need Allied air superiority")
    reason = STEPS[0].why_not(look, Dropping(ALLIED), action)
    return reason or Refusal("R20", "air drops are made before the other units move")


FRAMES = (Dropping,)
STEPS = (AirDrop(),)
OFFERS = {
    "drop": Offer(
        "drop",
        "10.7",
        (
            Clause("airborne", "10.7", "{it} is not an airborne unit of this side", _airborne),
            Clause("once", "8.2", "an airborne unit drops at most once in a game", _never_jumped),
            Clause("waiting", "8.2", "only units that wait off the map may drop", _waiting),
            Clause(
                "returned", "8.4", "a unit that was lost and comes back enters by beachhead or port only", _not_returned
            ),
            Clause("stack", "10.7", "one US airborne unit and one UK airborne stack may drop in a turn", _one_stack),
            Clause("marker", "R20", "this nation's Aerial Supply Marker is used already this turn", _marker_free),
            Clause("hand", "10.7", "{it} is chosen already: say where it drops", _another_unit),
            Clause("somewhere", "10.7", "there is no hex where {it} could drop", _somewhere),
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
