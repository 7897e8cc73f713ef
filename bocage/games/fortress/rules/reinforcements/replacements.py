"""The Replacement Phase (4.3.B1, 4.3.C1, 27): points come, and their owner fills, raises and builds with them."""

from __future__ import annotations

from collections.abc import Callable

from bocage.parts.placing import Arriving
from bocage.parts.questions import Acting, Handling
from bocage.rules import HEXES, PLAIN, UNITS, Conditions, Units, event, going_on, met, offer, once, provided

from ..look import FortressLook, Play, members
from ..movement.entering import enter
from ..position import ALLIED, BASES, DEAD, GERMAN, GONE, OTHER, RESERVE, STOCK, WITHDRAWN
from ..supply.capacity import capacity
from ..supply.lines import homeward
from ..supply.tracing import supplied
from . import points
from .arrivals import ground, safe_cities, to_base
from .panzer_reserve import OUT, comes_as

filled = event("filled", "27.7", "{unit} takes a replacement.")
raised = event("raised", "27.8", "{unit} is rebuilt in {place}.", sort="arrival")
strengthened = event("strengthened", "27.12", "{unit} becomes an overstrength division.")
revived = event(
    "revived", "27.13", "{troops} are broken up for {unit}, which appears at {node}.", sort="arrival", troops=UNITS
)
broken_down = event("broken down", "27.11", "{unit} breaks down into {parts}.", parts=UNITS)
rejoined = event("rejoined", "27.11", "{parts} form {unit} again.", unit=UNITS, parts=UNITS)


def replaceable(look: FortressLook, side: str) -> Conditions:
    """Units of a side that can be replaced at all (26.7, 27.10, 27.14, 22.2, 23)."""
    game, flipped = look.game, look.position.flipped
    yield game.side_units[side], "27.1", "{it} is not yours"
    yield ~look.in_place(WITHDRAWN), "26.7", "{it} was withdrawn and takes no replacements"
    yield ~game.bereft, "27.14", "French and Allied Minor units are never replaced"
    yield game.replaceable, "27.10", "units like {it} are never replaced"
    coastal = "a coastal defense unit is replaced only if its infantry side was lost"
    yield flipped | ~game.coastal_units, "27.10", coastal
    training = "training divisions are replaced only after the turn of their conversion"
    yield flipped | ~game.training_units, "23", training


def receiving(look: FortressLook, side: str) -> Conditions:
    """Units that can take replacements where they are (27.7, 28.2)."""
    yield ~(look.in_place(DEAD) | look.in_place(GONE)), "27.8", "{it} is destroyed"
    off = look.in_bases() if side == ALLIED else look.in_place(RESERVE)
    yield look.position.on_board | off, "27.7", "{it} is not in play"
    yield from at_rest(look, side, "27.7", off)


def at_rest(look: FortressLook, side: str, rule: str, off: Units = 0) -> Conditions:
    """Units out of contact that are off the map or have a line home (27.7, 27.13)."""
    yield ~look.units_in(look.enemy_zone(side), side), f"{rule}.A", "{it} is in an enemy zone of control"
    beset = look.intact() & look.game.board.step(look.occupied(OTHER[side]))
    yield ~look.units_in(beset, side), f"{rule}.A", "{it} is in a fortress next to an enemy"
    home = "a port or mulberry" if side == ALLIED else "a German city in Germany or Italy"
    yield off | look.units_in(homeward(look, side), side), f"{rule}.B", f"no supply line leads from {{it}} to {home}"


@once
def reduced(look: FortressLook) -> Units:
    """Units that have lost a step."""
    return sum(1 << unit for unit in range(len(look.position.units)) if not look.full_strength(unit))


def raisable(look: FortressLook, side: str) -> Conditions:
    """Destroyed units that can be rebuilt (27.8)."""
    yield from replaceable(look, side)
    yield ~look.in_place(GONE), "26.8", "{it} is out of the game for good"
    yield look.in_place(DEAD), "27.8", "{it} is not destroyed"
    if look.position.turn > look.game.rules.numbers["reserve_turn"]:
        out = sum(1 << unit for unit in members(look.in_place(DEAD)) if look.counter(unit).swap == OUT)
        yield ~out, "28.5", "{it} has been withdrawn from play for good"


def revivable(look: FortressLook) -> Conditions:
    """Destroyed units that may take the place of HQ troops, wherever these stand (27.13, rulings R107, R125)."""
    yield from raisable(look, GERMAN)
    yield from paid(look, GERMAN, look.game.rules.numbers["hq_troops_cost"])


def paid(look: FortressLook, side: str, cost: int) -> Conditions:
    """Units for which there are points; SS armour comes first where players want it so (27.5, 31.2)."""
    if look.game.rules.ss_first:
        yield favoured(look), "31.2", "destroyed SS armour must be rebuilt before any other armour takes points"
    yield points.payable(look, cost), "27.5", f"{{it}} costs more than there is in store: {points.told(look, side)}"


def favoured(look: FortressLook) -> Units:
    """While points suffice to raise a destroyed SS armoured unit, these and whoever is no German armour (R116)."""
    armour = look.game.armored_units & look.game.side_units[GERMAN]
    dead = met(raisable(look, GERMAN)) & look.game.ss_units & armour
    possible = dead and points.funds(look, "german", points.ARMOR) >= raising_cost(look) and safe_cities(look)
    return dead | ~armour if possible else -1


def raising_cost(look: FortressLook) -> int:
    """What it costs to bring back a destroyed unit with one step (27.8)."""
    numbers = look.game.rules.numbers
    return numbers["dead_cost"] + numbers["step_cost"]


# Spending


class Spending(Arriving, frozen=True):
    """Replacements are spent. In hand is a unit that is being rebuilt, or HQ troops that make way for one."""

    reformed: bool = False  # has the 79th been broken down or put together in this phase?


def _idle(look: FortressLook, frame: Spending) -> bool:
    return frame.hand < 0


def _troops(look: FortressLook, frame: Spending) -> bool:
    return frame.hand >= 0 and bool(look.game.hq_troops >> frame.hand & 1)


def _rebuilding(side: str) -> Callable[[FortressLook, Spending], bool]:
    """Is a destroyed unit of a side in hand?"""
    return lambda look, frame: frame.hand >= 0 and frame.side == side and not _troops(look, frame)


class Replacements(Acting[Spending], Handling[Spending], name="spending", rule="27.7"):
    """This turn's points join the store; units are filled, the destroyed raised, and what else they buy (27)."""

    def begin(self, play: Play, side: str) -> Spending:
        points.receive(play, side)
        return Spending(side)

    def text(self, look: FortressLook, frame: Spending) -> str:
        if frame.hand < 0:
            return f"Replacements: {points.told(look, frame.side)} in store."
        name = look.counter(frame.hand).name
        if _troops(look, frame):
            return f"Choose the destroyed unit that takes the place of {name}."
        return f"Where is {name} rebuilt: {'England or Africa' if frame.side == ALLIED else 'in which German city'}?"

    @offer("fill", UNITS, "27.7", "Fill up a step", when=_idle)
    def fill(self, look: FortressLook, frame: Spending) -> Conditions:
        yield from replaceable(look, frame.side)
        yield from receiving(look, frame.side)
        yield reduced(look), "27.8", "{it} is at full strength"
        yield from paid(look, frame.side, look.game.rules.numbers["step_cost"])

    @fill.does
    def _(self, play: Play, frame: Spending, unit: int) -> None:
        add_step(play, unit, "step_cost")
        covered = play.position.decoys >> unit & 1  # under a marker it is turned over unseen (31.6)
        filled(play, unit, eyes=(GERMAN,) if covered else None)

    @offer("raise", UNITS, "27.8", "Rebuild it", when=_idle)
    def raise_(self, look: FortressLook, frame: Spending) -> Conditions:
        yield from raisable(look, frame.side)
        housed = frame.side == ALLIED or bool(safe_cities(look))
        yield provided(housed), "26.3", "no city in Germany is safe for it to enter"
        yield from paid(look, frame.side, raising_cost(look))

    raise_.sets("hand")
    england, africa = (to_base(base, "27.8", _rebuilding(ALLIED)) for base in BASES)

    def come(self, play: Play, frame: Spending, base: int) -> None:
        play.put(rebuild(play, frame.hand, BASES[base]), base)
        play.swap(frame.but(hand=-1, acted=True))

    @offer("place", HEXES, "27.8", when=_rebuilding(GERMAN))
    def place(self, look: FortressLook, frame: Spending) -> Conditions:
        yield from ground(look)

    @place.does
    def _(self, play: Play, frame: Spending, node: int) -> None:
        enter(play, rebuild(play, frame.hand, play.game.hex_name(node)), node)
        play.swap(frame.but(hand=-1, acted=True))

    @offer("strengthen", UNITS, "27.12", "Make it an overstrength division", when=_idle)
    def strengthen(self, look: FortressLook, frame: Spending) -> Conditions:
        units, kind = look.position.units, look.game.overstrength_kind
        yield provided(frame.side == ALLIED), "27.12", "only the Americans build overstrength divisions"
        yield kind, "27.12", "only American 6-4 infantry divisions become overstrength"
        yield ~reduced(look), "27.12", "{it} is not at full strength"
        over = sum(1 << unit for unit in members(kind) if units[unit].steps > look.counter(unit).steps)
        yield ~over, "27.12", "{it} is overstrength already"
        yield provided(look.position.overstrength_left > 0), "27.12", "every overstrength counter has been used"
        yield from receiving(look, ALLIED)
        yield from paid(look, ALLIED, look.game.rules.numbers["overstrength_cost"])

    @strengthen.does
    def _(self, play: Play, frame: Spending, unit: int) -> None:
        add_step(play, unit, "overstrength_cost")
        play.position.overstrength_left -= 1
        strengthened(play, unit)

    @offer("troops", UNITS, "27.13", "Break up HQ troops", when=_idle)
    def troops(self, look: FortressLook, frame: Spending) -> Conditions:
        yield provided(frame.side == GERMAN), "27.13", "only the Germans have HQ troops"
        yield look.game.hq_troops, "27.13", "{it} is no HQ troops unit"
        yield look.position.on_board, "27.13", "{it} is not on the map"
        yield from at_rest(look, GERMAN, "27.13")
        nobody = "there is no destroyed unit that could take its place, or no point for it"
        yield provided(bool(met(revivable(look)))), "27.13", nobody

    troops.sets("hand")

    @offer("revive", UNITS, "27.13", "Takes their place", when=_troops)
    def revive(self, look: FortressLook, frame: Spending) -> Conditions:
        yield from revivable(look)

    @revive.does
    def _(self, play: Play, frame: Spending, unit: int) -> None:
        position = play.position
        node, frozen = position.units[frame.hand].at, position.frozen >> frame.hand & 1
        points.spend(play, unit, play.game.rules.numbers["hq_troops_cost"])
        play.take_off(frame.hand, GONE)
        unit = new(play, unit)
        play.set_steps(unit, play.game.counters[unit].steps)
        play.put(unit, node)
        position.frozen |= frozen << unit  # 136 HQ Troops are frozen in the 15th district
        revived(play, frame.hand, unit, node)
        play.swap(frame.but(hand=-1, acted=True))

    @offer("split", PLAIN, "27.11", "Break down the 79th", when=_idle)
    def split(self, look: FortressLook, frame: Spending) -> Conditions:
        unit, more = look.game.seventy_ninth.bit_length() - 1, look.game.parts_of_79th.bit_count() - 1
        at = look.position.units[unit].at
        yield frame.side == ALLIED, "27.11", "only the British 79th breaks down"
        yield at >= 0 or at in BASES, "27.11", "the 79th is not in play"
        yield look.full_strength(unit), "27.11", "the 79th is not at full strength"
        yield not frame.reformed, "27.11", "the 79th has been put together in this phase"
        full = f"the supply capacity has no room for {more} more units"
        yield at < 0 or capacity(look) >= more, "27.11", full

    @split.does
    def _(self, play: Play, frame: Spending, _: int) -> None:
        break_down(play)
        play.swap(frame.but(acted=True, reformed=True))

    @offer("rejoin", PLAIN, "27.11", "Put the 79th together", when=_idle)
    def rejoin(self, look: FortressLook, frame: Spending) -> Conditions:
        parts = look.game.parts_of_79th
        yield frame.side == ALLIED, "27.11", "only the British 79th is put together"
        places = {look.position.units[part].at for part in members(parts)}
        at = min(places)
        together = len(places) == 1 and (at >= 0 or at in BASES)
        yield together, "27.11", "the three parts of the 79th do not stand in one hex"
        yield not frame.reformed, "27.11", "the 79th has broken down in this phase"
        yield at < 0 or not look.enemy_zone(ALLIED) >> at & 1, "27.11", "they are in an enemy zone of control"
        yield at < 0 or not parts & ~supplied(look, ALLIED), "27.11", "they are out of supply"

    @rejoin.does
    def _(self, play: Play, frame: Spending, _: int) -> None:
        unit, parts = play.game.seventy_ninth.bit_length() - 1, members(play.game.parts_of_79th)
        at = play.position.units[parts[0]].at
        for part in parts:
            play.take_off(part, STOCK)
        play.set_steps(unit, play.game.counters[unit].steps)
        play.put(unit, at)
        play.position.resting |= 1 << unit
        rejoined(play, unit, tuple(parts))
        play.swap(frame.but(acted=True, reformed=True))

    end = going_on("27.3", "Keep the rest", "the Replacement Phase is over", when=_idle)


def add_step(play: Play, unit: int, cost: str) -> None:
    """A unit is paid for, has a step more, and does not move this turn (27.7)."""
    points.spend(play, unit, play.game.rules.numbers[cost])
    play.set_steps(unit, play.position.units[unit].steps + 1)
    play.position.resting |= 1 << unit


def rebuild(play: Play, unit: int, place: str) -> int:
    """A destroyed unit comes back with one step (27.8); the unit that comes."""
    points.spend(play, unit, raising_cost(play.look))
    unit = new(play, unit)
    play.set_steps(unit, 1)
    raised(play, unit, place)
    return unit


def break_down(play: Play) -> None:
    """The parts of the 79th stand where it stood; if it took replacements, they do not move either (27.11, 27.7)."""
    position, unit, parts = play.position, play.game.seventy_ninth.bit_length() - 1, members(play.game.parts_of_79th)
    at, resting = position.units[unit].at, position.resting >> unit & 1
    play.take_off(unit, STOCK)
    for part in parts:
        play.put(part, at)
        position.resting |= resting << part
    broken_down(play, unit, tuple(parts))


def new(play: Play, unit: int) -> int:
    """A unit back from the dead does not move this turn; German paratroopers never drop again (27.8, 27.9)."""
    unit = comes_as(play, unit)
    play.position.resting |= 1 << unit
    if play.game.counters[unit].para and play.game.counters[unit].side == GERMAN:
        play.position.rebuilt |= 1 << unit
    return unit
