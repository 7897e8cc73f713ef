"""Coming ashore: the first impulse of an invasion with its raid (12.3 to 12.13), and the second wave (12.11)."""

from __future__ import annotations

from msgspec.structs import replace

from bocage.parts.placing import Placing, all_placed, picking, placing
from bocage.parts.questions import InHand
from bocage.rules import HEXES, UNITS, Conditions, HexSet, Units, event, met, offer, once, provided

from .. import raids, victory, volkssturm
from ..concealment import decoys
from ..look import FortressLook, Play, members
from ..movement import districts
from ..movement.entering import bog_down, take
from ..position import ALLIED, GERMAN
from ..supply.capacity import landing
from . import lines

landed = event("lands", "12.3", "{unit} lands at {node}.", sort="arrival", unit=UNITS, node=HEXES)
waded = event("second wave", "12.11", "{unit} comes ashore at {node}.", sort="arrival", unit=UNITS, node=HEXES)


@once
def landers(look: FortressLook) -> Units:
    """Units that may land in the first impulse: infantry of all kinds, and of the armour the 79th alone (12.13)."""
    game = look.game
    units = game.side_units[ALLIED] & ~game.armored_units & game.foot_units
    return units | game.seventy_ninth | (game.parts_of_79th if game.rules.funnies else 0)


def may_come(look: FortressLook, besides: Units = 0) -> Conditions:
    """What must be true of whoever comes ashore: he starts the turn in the base of that coast (12.4)."""
    home = lines.base(look.game, look.position.beaches)
    yield look.in_place(home) | besides, "12.4", "units that invade this coast start the turn in its base"
    yield ~look.position.walked, "12.4", "{it} did not start the turn there"
    yield ~look.position.resting, "27.7", "{it} took replacements and does not move this turn"


def used_factors(look: FortressLook) -> int:
    """Infantry factors that have landed (12.10, ruling R59)."""
    return sum(look.strength(unit) for unit in members(look.position.invaders))


def beachheads(look: FortressLook, unit: int) -> Conditions:
    """The invaded hexes on which a unit may land in the first impulse."""
    position, game, beaches = look.position, look.game, look.position.beaches
    yield beaches, "12.6", "{it} is not part of the landing"
    home = look.in_place(lines.base(game, beaches)) >> unit & 1
    yield provided(bool(home)), "12.4", "units that invade this coast start the turn in its base"
    fresh = look.hexes_of(members(position.dropped & game.side_units[ALLIED]))
    yield ~fresh, "20.14", "paratroopers dropped on {it} this turn"
    factors, _ = lines.capacity(game, beaches)
    fits = used_factors(look) + look.strength(unit) <= factors
    yield provided(fits), "12.10", "the capacity of the invasion area is used up"
    if game.parts_of_79th >> unit & 1:
        yield ~look.hexes_of(members(game.parts_of_79th & position.invaders)), "31.16", "one part of the 79th is there"
    room = sum(1 << node for node in game.board.nodes(beaches) if look.has_room(unit, node))
    yield room, "12.7", "{it} holds no further unit of the first wave"
    if not game.raiders >> unit & 1:
        yield from landing(look)


class Landing(Placing[InHand]):
    """Units are put on the invaded hexes, on top of Germans if need be, within the area's capacity (12.7, 12.10)."""

    name, rule = "landing", "12.3"

    def keep(self, look: FortressLook, frame: InHand) -> bool:
        return True

    def waiting(self, look: FortressLook, frame: InHand) -> Units:
        home = lines.base(look.game, look.position.beaches)
        return landers(look) & look.in_place(home) & ~look.position.resting & ~look.position.walked

    def must(self, look: FortressLook, frame: InHand) -> Units:
        if look.position.invaders:
            return 0
        return next((1 << unit for unit in members(self.waiting(look, frame)) if met(beachheads(look, unit))), 0)

    def why_must(self, look: FortressLook, units: Units) -> str:
        return "somebody must land: an invasion has been declared"

    def idle(self, look: FortressLook, frame: InHand) -> str:
        factors, _ = lines.capacity(look.game, look.position.beaches)
        left = factors - used_factors(look)
        return f"The landing: choose a unit for the first wave ({left} factors left), a raid, or end it."

    @picking("pick", "12.4")
    def pick(self, look: FortressLook, frame: InHand) -> Conditions:
        yield from may_come(look, raids.ready(look))
        yield ~look.game.headquarters, "13.1", "headquarters move in the second impulse only"
        yield landers(look), "12.13", "in the first impulse only infantry lands, and of the armour the British 79th"

    @placing("land", "12.6", "Land here")
    def land(self, look: FortressLook, frame: InHand) -> Conditions:
        yield from beachheads(look, frame.hand)

    @land.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        position, bit = play.position, 1 << frame.hand
        play.put(frame.hand, node)
        position.invaders |= bit
        position.landed |= bit
        position.moved |= bit
        position.walked |= bit
        landed(play, frame.hand, node)
        play.swap(replace(frame, hand=-1))
        come_ashore(play, frame.hand, node)
        bog_down(play, frame.hand)

    @offer("raid", HEXES, "21.2", "Raid here")
    def raid(self, look: FortressLook, frame: InHand) -> Conditions:
        yield provided(frame.hand >= 0), "21.2", "choose first which commando or ranger raids"
        yield from raids.where(look, frame.hand)

    @raid.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        play.swap(replace(frame, hand=-1))
        raids.strike(play, frame.hand, node)

    end = all_placed("The first wave is ashore", "nobody else lands in the first impulse")

    def over(self, play: Play, frame: InHand) -> None:
        """Invaded is where somebody has landed (12.11)."""
        play.position.beaches = play.look.hexes_of(members(play.position.invaders))


def come_ashore(play: Play, unit: int, node: int) -> None:
    """What follows from a landing; whose the hex is shows after the reveal (12.2, 3.7)."""
    # What a landing frees is settled when it is declared (rulings R62, R71).
    districts.entered(play, unit, node, by_choice=False)
    volkssturm.check(play)
    decoys.check(play)
    if not play.look.first_landing():
        hold(play, node)


def hold(play: Play, node: int) -> None:
    """Allied units that came by sea or air hold a hex without Germans: it is theirs (30.2)."""
    look = play.look
    if look.occupied(GERMAN) >> node & 1:
        return
    for unit in look.of_side(node, ALLIED):
        if play.game.land_units >> unit & 1:
            take(play, unit, node)
    victory.check(play)


# The second wave


class SecondWave(Placing[InHand]):
    """Units come ashore at hexes that were invaded and are free of enemies; headquarters may (12.11)."""

    name, rule = "second wave", "12.11"

    def begin(self, play: Play, side: str) -> InHand:
        position, beaches = play.position, lines.coast(play.game) & ~play.game.data.inland_ports
        # Those who were sent to another beach have invaded that one (12.17).
        position.beaches |= play.look.hexes_of(members(position.landed & position.on_board)) & beaches
        position.landed_beaches |= cleared(play.look) & beaches
        return super().begin(play, side)

    def keep(self, look: FortressLook, frame: InHand) -> bool:
        return bool(look.position.ashore_now)

    def waiting(self, look: FortressLook, frame: InHand) -> Units:
        if not cleared(look):
            return 0
        home = lines.base(look.game, look.position.beaches)
        able = look.in_place(home) & look.game.land_units & ~look.position.resting
        return able & ~(look.game.armored_units & ~armour(look))

    def must(self, look: FortressLook, frame: InHand) -> Units:
        return 0

    def idle(self, look: FortressLook, frame: InHand) -> str:
        return f"The second wave: choose a unit ({room_left(look)} may still land), or end it."

    @picking("pick", "12.11")
    def pick(self, look: FortressLook, frame: InHand) -> Conditions:
        yield provided(bool(cleared(look))), "12.11", "no invaded hex is free of enemies"
        yield from may_come(look)
        yield ~look.game.armored_units | armour(look), "12.13", "of the armour the British 79th alone lands"
        yield provided(room_left(look) > 0), "12.10", "as many units as the area takes have landed"

    @placing("land", "12.11", "Land here")
    def land(self, look: FortressLook, frame: InHand) -> Conditions:
        yield cleared(look), "12.11", "{it} was not invaded, or German units are there"
        if not look.game.raiders >> frame.hand & 1:
            yield from landing(look)

    @land.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        position, bit = play.position, 1 << frame.hand
        play.put(frame.hand, node)
        position.landed |= bit
        position.ashore_now |= bit  # half a move (12.11)
        position.walked |= bit
        waded(play, frame.hand, node)
        hold(play, node)
        bog_down(play, frame.hand)
        play.swap(replace(frame, hand=-1))

    end = all_placed("The second wave is ashore", "nobody else lands")


def armour(look: FortressLook) -> Units:
    """Armour that lands on an invasion turn: the 79th, or its parts (12.13, 31.16)."""
    game = look.game
    return game.seventy_ninth | (game.parts_of_79th if game.rules.funnies else 0)


def room_left(look: FortressLook) -> int:
    """Units that the second impulse still brings (12.10)."""
    if not cleared(look):
        return 0
    _, most = lines.capacity(look.game, look.position.beaches)
    return most - (look.position.ashore_now & look.position.on_board).bit_count()


@once
def cleared(look: FortressLook) -> HexSet:
    """Invaded hexes free of Germans (12.11, 12.12)."""
    return look.position.beaches & ~look.occupied(GERMAN)
