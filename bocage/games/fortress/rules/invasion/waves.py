"""Coming ashore: the two waves of an invasion (12.3 to 12.13), and raids of commandoes and rangers (21)."""

from __future__ import annotations

from bocage.parts.placing import Placing, all_placed, picking, placing
from bocage.parts.questions import InHand, of_hand
from bocage.parts.stacks import first_of
from bocage.rules import HEXES, Conditions, HexSet, Units, event, met, offer, once, provided

from .. import concealment, victory, volkssturm
from ..look import FortressLook, Play, members
from ..movement import districts
from ..movement.entering import bog_down, enter, take
from ..movement.reach import Moving
from ..position import AFRICA, ALLIED, GERMAN, STORM
from ..supply.capacity import landing
from . import lines

landed = event("lands", "12.3", "{unit} lands at {node}.", sort="arrival")
waded = event("second wave", "12.11", "{unit} comes ashore at {node}.", sort="arrival")
raided = event("raid", "21.2", "{unit} raids {node}.", sort="arrival")


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
    home = position.units[unit].at == lines.base(game, beaches)
    yield provided(home), "12.4", "units that invade this coast start the turn in its base"
    fresh = look.hexes_of(members(position.dropped & game.side_units[ALLIED]))
    yield ~fresh, "20.14", "paratroopers dropped on {it} this turn"
    factors, _ = lines.capacity(game, beaches)
    used = used_factors(look) + look.strength(unit)
    yield provided(used <= factors), "12.10", "the capacity of the invasion area is used up"
    if game.parts_of_79th >> unit & 1:
        most, parts = game.rules.numbers["funnies_per_hex"], game.parts_of_79th & position.invaders
        full = (node for node in game.board.nodes(beaches) if (look.in_place(node) & parts).bit_count() >= most)
        yield ~sum(1 << node for node in full), "31.16", "one part of the 79th is there"
    raider = game.raiders >> unit & 1  # whoever invades counts for stacking (21.7)
    full = (node for node in game.board.nodes(beaches) if look.weight(look.of_side(node, ALLIED)) >= look.limit(node))
    room = ~sum(1 << node for node in full) if raider else look.room(unit, beaches)
    yield room, "12.7", "{it} holds no further unit of the first wave"
    if not raider:
        yield from landing(look)


class Landing(Placing[InHand], name="landing", rule="12.3"):
    """Units are put on the invaded hexes, on top of Germans if need be, within the area's capacity (12.7, 12.10)."""

    kept, owing = True, "somebody must land: an invasion has been declared"

    def waiting(self, look: FortressLook, frame: InHand) -> Units:
        return met(may_come(look)) & look.game.first_wave

    def must(self, look: FortressLook, frame: InHand) -> Units:
        others = 0 if look.position.invaders else self.waiting(look, frame)
        return sum(1 << unit for unit in members(others) if met(beachheads(look, unit)))

    def focus(self, look: FortressLook, frame: InHand) -> int:
        return first_of(look.position.beaches)

    def idle(self, look: FortressLook, frame: InHand) -> str:
        left = lines.capacity(look.game, look.position.beaches)[0] - used_factors(look)
        return f"The landing: choose a unit for the first wave ({left} factors left), a raid, or end it."

    @picking("pick", "12.4")
    def pick(self, look: FortressLook, frame: InHand) -> Conditions:
        yield from may_come(look, met(raiders(look)))
        yield ~look.game.headquarters, "13.1", "headquarters move in the second impulse only"
        infantry = "only infantry lands in the first impulse, and of the armour the British 79th"
        yield look.game.first_wave, "12.13", infantry
        if owed := self.must(look, frame):
            yield owed | met(raiders(look)), "12.3", "somebody must land first, and no hex has room for {it}"

    @placing("land", "12.6", "Land here")
    def land(self, look: FortressLook, frame: InHand) -> Conditions:
        yield from beachheads(look, frame.hand)

    @land.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        play.position.note(1 << frame.hand, "invaders", "landed", "moved", "walked")
        landed(play, frame.hand, node)
        come_ashore(play, frame, node)

    @offer("raid", HEXES, "21.2", "Raid here")
    def raid(self, look: FortressLook, frame: InHand) -> Conditions:
        yield provided(frame.hand >= 0), "21.2", "choose first which commando or ranger raids"
        yield from raided_by(look, frame.hand)

    @raid.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        play.swap(frame.but(hand=-1))
        strike(play, frame.hand, node)

    end = all_placed("The first wave is ashore", "nobody else lands in the first impulse")

    def over(self, play: Play, frame: InHand) -> None:
        """Invaded is where somebody has landed (12.11)."""
        play.position.beaches = play.look.hexes_of(members(play.position.invaders))


class SecondWave(Placing[InHand], name="second wave", rule="12.11"):
    """Units come ashore at hexes that were invaded and are free of enemies; headquarters may (12.11)."""

    def begin(self, play: Play, side: str) -> InHand:
        position, beaches = play.position, lines.coast(play.game) & ~play.game.data.inland_ports
        # Those who were sent to another beach have invaded that one (12.17).
        position.beaches |= play.look.hexes_of(members(position.landed & position.on_board)) & beaches
        position.landed_beaches |= cleared(play.look) & beaches
        return super().begin(play, side)

    def keep(self, look: FortressLook, frame: InHand) -> bool:
        return bool(look.position.ashore_now)

    def focus(self, look: FortressLook, frame: InHand) -> int:
        return first_of(cleared(look) or look.position.beaches)

    def waiting(self, look: FortressLook, frame: InHand) -> Units:
        return met(self._able(look)) & look.game.land_units if cleared(look) else 0

    def must(self, look: FortressLook, frame: InHand) -> Units:
        return 0

    def idle(self, look: FortressLook, frame: InHand) -> str:
        return f"The second wave: choose a unit ({room_left(look)} may still land), or end it."

    def _able(self, look: FortressLook) -> Conditions:
        yield from may_come(look)
        yield ~look.game.armored_units | look.game.landing_armour, "12.13", "of the armour the British 79th alone lands"

    @picking("pick", "12.11")
    def pick(self, look: FortressLook, frame: InHand) -> Conditions:
        yield provided(bool(cleared(look))), "12.11", "no invaded hex is free of enemies"
        yield from self._able(look)
        yield provided(room_left(look) > 0), "12.10", "as many units as the area takes have landed"

    @placing("land", "12.11", "Land here")
    def land(self, look: FortressLook, frame: InHand) -> Conditions:
        yield cleared(look), "12.11", "{it} was not invaded, or German units are there"
        if not look.game.raiders >> frame.hand & 1:
            yield from landing(look)

    @land.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        play.position.note(1 << frame.hand, "ashore_now", "landed", "walked")  # half a move (12.11)
        waded(play, frame.hand, node)
        come_ashore(play, frame, node)

    end = all_placed("The second wave is ashore", "nobody else lands")


@once
def cleared(look: FortressLook) -> HexSet:
    """Invaded hexes free of Germans (12.11, 12.12)."""
    return look.position.beaches & ~look.occupied(GERMAN)


def room_left(look: FortressLook) -> int:
    """Units that the second impulse still brings (12.10)."""
    _, most = lines.capacity(look.game, look.position.beaches) if cleared(look) else (0, 0)
    return most - (look.position.ashore_now & look.position.on_board).bit_count()


def come_ashore(play: Play, frame: InHand, node: int) -> None:
    """The unit in hand is put ashore; in the first landing whose the hex is shows after the reveal (12.2, 3.7).

    What a landing frees is settled when it is declared (rulings R62, R71). A beach to which hidden units have led the
    first wave (12.17) may be of another district, which the second wave enters by choice (9.1.D, 9.1.E).
    """
    unit, invaded = frame.hand, play.position.invaded_districts
    other = districts.ground_of(play.game, tuple(name for name in play.game.data.districts if name not in invaded))
    play.put(unit, node)
    play.swap(frame.but(hand=-1))
    districts.entered(play, unit, node, by_choice=bool(other >> node & 1))
    volkssturm.check(play)
    concealment.check(play)
    if play.position.impulse > 1 or not play.look.first_landing():
        hold(play, node)
    bog_down(play, unit)


def hold(play: Play, node: int) -> None:
    """Allied units that came by sea or air hold a hex without Germans: it is theirs (30.2)."""
    for unit in play.look.of_side(node, ALLIED):
        if play.game.land_units >> unit & 1:
            take(play, unit, node)
    victory.check(play)


# Raids of commandoes and rangers (21): from a base onto a coast, in either impulse, twice a game


def raiders(look: FortressLook) -> Conditions:
    """Commandoes and rangers who could raid in this impulse; all who do so in one are one raid (21.2, R28, 21.10)."""
    game, position = look.game, look.position
    yield game.raiders, "21.2", "only commandoes and rangers raid"
    yield provided(game.rules.raids > 0), "33.3.3", "there are no raids in this scenario"
    yield provided(position.weather != STORM), "21.10", "no raids in a Storm"
    yield look.in_bases(), "21.2", "raids begin in England or Africa"
    yield ~position.sea_moved, "21.2", "the unit did not begin its turn there"
    yield ~position.resting, "27.7", "the unit took replacements and does not move this turn"
    more = bool(position.raiders) or position.raids < game.rules.raids
    yield provided(more), "21.2", "both raids of the game have been made"


@once
def ready(look: FortressLook, side: str) -> Units:
    """The same as a set; they are all Allied."""
    return met(raiders(look))


def raided_by(look: FortressLook, unit: int) -> Conditions:
    """What must be true of a raid by this unit, and of the hex that it lands in (21.2, 21.8 to 21.10)."""
    yield from of_hand(raiders(look), 1 << unit)
    yield lines.invadable(look), "21.2", "{it} cannot be raided"
    south = look.game.data.mediterranean_coast
    from_africa = look.position.units[unit].at == AFRICA
    yield south if from_africa else ~south, "21.8", "that coast is raided from the other base"
    yield ~look.occupied(GERMAN), "21.9", "enemies are in {it}"
    if together := look.hexes_of(members(look.position.raiders)):
        near = together | lines.beside(look.game, together)
        yield near, "21.2", "raiders of one impulse land in the same or in adjacent hexes"


def strike(play: Play, unit: int, node: int) -> None:
    """A commando or ranger lands; in the first landing whether hidden enemies are there shows later (21.11)."""
    position = play.position
    position.raids += not position.raiders
    raided(play, unit, node)
    position.note(1 << unit, "raiders", "moved", "walked", "stopped")
    if play.look.first_landing() and position.impulse == 1:
        play.put(unit, node)
        districts.entered(play, unit, node, True)
        volkssturm.check(play)
        concealment.check(play)
    else:
        enter(play, unit, node)
    bog_down(play, unit)


def raiding(look: FortressLook, frame: Moving) -> Conditions:
    """Where the commando or ranger in hand raids."""
    yield provided(frame.hand.bit_count() == 1), "21.2", "choose the commando or ranger that raids"
    yield from raided_by(look, frame.unit)


def raid(play: Play, frame: Moving, node: int) -> None:
    """The unit in hand raids."""
    strike(play, frame.unit, node)
