"""Setting up: the free German set-up behind a screen (SET, rulings R47, R72)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bocage.parts.placing import Placing, all_placed, picking, placing
from bocage.parts.questions import InHand
from bocage.rules import HEXES, PLAIN, UNITS, Conditions, HexSet, Sequencing, Unit, Units, event, offer, pure

from ..look import Play, RhineLook, members
from ..movement.entering import enter
from ..position import DEAD, GERMAN, HAND, POOL, SCHEDULE, RhinePosition
from ..telling import hex_name
from . import suggestion

if TYPE_CHECKING:
    from ...data import Counter
    from ...game import Rhine

TURNED = {"hide": "lies face down", "show": "lies open", "deploy": "is deployed", "undeploy": "is not deployed"}

placed = event("set up", "SET.1", "{unit} is set up at {node}.", sort="arrival", unit=UNITS, node=HEXES)
placed_disrupted = event(
    "set up disrupted", "SET.3", "{unit} is set up at {node}, Disrupted.", sort="arrival", unit=UNITS, node=HEXES
)
turned = event(
    "set-up turned", "SET.7", lambda game, unit, verb: f"{game.counters[unit].name} {TURNED[verb]}.", unit=UNITS
)
as_suggested = event(
    "set up as suggested", "SET.1", lambda game, units: f"{len(units)} pieces are set up as suggested.",
    sort="arrival", units=UNITS,
)  # fmt: skip
over = event("set-up over", "SET.1", "The Germans have set up.", side=GERMAN)


def first_position(game: Rhine) -> RhinePosition:
    """The position before anything has happened: all Germans of the set-up in hand, all Allies in their pool."""
    return RhinePosition(
        turn=game.rules.numbers["first_turn"],
        units=[Unit(_first_place(counter), 1) for counter in game.data.counters],
        frames=[Sequencing("turn"), Sequencing("setup")],
    )


def _first_place(counter: Counter) -> int:
    """Where a unit is before the set-up (SET.1, SET.4, SET.5, RM.2)."""
    if counter.entry in ("setup", "dummy"):
        return HAND
    if counter.entry in ("south", "replacement", "turn"):
        return SCHEDULE
    return POOL


def _turning(verb: str, field: str, on: bool, rule: str) -> Callable[[SetUp, Play, InHand, int], None]:
    """What is done to a piece that is turned over in one of these ways."""

    def turn(step: SetUp, play: Play, frame: InHand, unit: int) -> None:
        others = getattr(play.position, field) & ~(1 << unit)
        setattr(play.position, field, others | on << unit)
        turned(play, unit, verb, eyes=(GERMAN,), rule=rule)

    return turn


class SetUp(Placing[InHand]):
    """Units go anywhere within stacking limits, behind a screen that falls at the end (SET.1, rulings R47, R72).

    Those on the map may be moved about.
    """

    name, rule = "set-up", "SET.1"

    def begin(self, play: Play, side: str) -> InHand:
        game = play.game
        enter(play, game.ss_17, (game.angers,))
        placed(play, game.ss_17, game.angers, eyes=(GERMAN,), rule="SET.2")
        enter(play, game.ss_2, (game.tours,))
        play.position.disrupted |= 1 << game.ss_2
        placed_disrupted(play, game.ss_2, game.tours, eyes=(GERMAN,))
        return self.next_hand(play, super().begin(play, side))

    def waiting(self, look: RhineLook, frame: InHand) -> Units:
        return look.in_place(HAND)

    def must(self, look: RhineLook, frame: InHand) -> Units:
        return look.in_place(HAND) & ~look.game.dummies

    def why_must(self, look: RhineLook, units: Units) -> str:
        if units.bit_count() == 1:
            return f"{look.game.named(UNITS, members(units))} is still to be placed"
        return f"{units.bit_count()} pieces are still to be placed; 'suggested' places them as in the suggested set-up"

    asks = "All pieces are on the map: end the set-up, or pick a piece to move it."

    def left_out(self, play: Play, frame: InHand, unit: int) -> None:
        play.put(unit, DEAD)  # units must be set up, dummies may be (SET.7, ruling R106)

    def over(self, play: Play, frame: InHand) -> None:
        # The screen falls, and the Allies look at the map.
        play.looked()
        over(play)

    def warnings(self, look: RhineLook, frame: InHand) -> list[str]:
        left = look.in_place(HAND)
        if not left or left & ~look.game.dummies:
            return []
        count = left.bit_count()
        return [f"{count} {'dummy is' if count == 1 else 'dummies are'} still in hand and will not be used (SET.7)"]

    @placing("place", "SET.1", "Set it up here", "pick first which piece is placed")
    def place(self, look: RhineLook, frame: InHand) -> Conditions:
        yield _with_room(look, frame.hand), "STK.1", lambda node: _no_room(look, frame.hand, node)

    @place.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        _place(play, frame.hand, node)
        placed(play, frame.hand, node, eyes=(GERMAN,))
        play.swap(self.next_hand(play, frame))

    @picking("pick", "SET.1")
    def pick(self, look: RhineLook, frame: InHand) -> Conditions:
        game = look.game
        yield game.side_units[GERMAN], "SET.8", "the Allies come from the sea and the air, on D-Day at the earliest"
        yield ~game.brigades, "SET.5", "panzer brigade groups come as replacements only"
        later = game.counters
        yield game.set_up_units, "SET.4", lambda unit: f"{later[unit].name} comes on turn {later[unit].entry_turn}"
        yield ~(1 << game.ss_17 | 1 << game.ss_2), "SET.2", lambda unit: _fixed(look, unit)

    @offer("hide", UNITS, "SET.7")
    def hide(self, look: RhineLook, frame: InHand) -> Conditions:
        game, position = look.game, look.position
        known = "everybody knows that 2. SS Panzer Division stands on Tours: it starts face up"
        yield ~(1 << game.ss_2), "R46", known
        kinds = "only divisions and dummies are set up face down (they conceal what lies with them)"
        yield game.hideable_units, "SET.7", kinds
        yield position.on_board, "SET.7", "{it} is not on the map yet"
        yield ~position.face_down, "SET.7", "{it} lies face down already"

    hide.does(_turning("hide", "face_down", True, "SET.7"))

    @offer("show", UNITS, "SET.7")
    def show(self, look: RhineLook, frame: InHand) -> Conditions:
        yield look.position.face_down, "SET.7", "{it} does not lie face down"
        yield ~look.game.dummies, "SET.7", "a dummy always lies face down"

    show.does(_turning("show", "face_down", False, "SET.7"))

    @offer("deploy", UNITS, "SET.6")
    def deploy(self, look: RhineLook, frame: InHand) -> Conditions:
        korps = look.game.infantry_corps & look.game.set_up_units
        yield korps, "SET.6", "{it} is not one of the infantry korps, which may be deployed"
        yield look.position.on_board, "SET.6", "{it} is not on the map yet"
        yield ~look.position.deployed, "SET.6", "{it} is deployed already"

    deploy.does(_turning("deploy", "deployed", True, "SET.6"))

    @offer("undeploy", UNITS, "SET.6")
    def undeploy(self, look: RhineLook, frame: InHand) -> Conditions:
        yield look.position.deployed, "SET.6", "{it} is not deployed"

    undeploy.does(_turning("undeploy", "deployed", False, "SET.6"))

    @offer(
        "suggested", PLAIN, "SET.1", words="place all that is left as in the suggested set-up; it can still be moved"
    )
    def suggested(self, look: RhineLook, frame: InHand) -> Conditions:
        yield bool(look.in_place(HAND)), "SET.1", "all pieces are placed"

    @suggested.does
    def _(self, play: Play, frame: InHand, _: int) -> None:
        _place_as_suggested(play)
        play.swap(self.next_hand(play, frame))

    end = all_placed("The set-up is complete", "the set-up is complete")


def _place(play: Play, unit: int, node: int) -> None:
    enter(play, unit, (node,))
    if play.game.dummies >> unit & 1:
        play.position.face_down |= 1 << unit


def _place_as_suggested(play: Play) -> None:
    """Place what is still in hand as suggested; 17. SS, which stands on Angers, is turned over as suggested too."""
    game, position = play.game, play.position
    found = []
    for slot in suggestion.slots(game):
        unit = game.unit_numbers[slot.unit]
        if position.units[unit].at == HAND:
            _place(play, unit, suggestion.spot(play.look, unit, game.board.index[slot.where]))
            found.append(unit)
        elif unit != game.ss_17:
            continue
        if slot.state == suggestion.FACE_DOWN:
            position.face_down |= 1 << unit
        elif slot.state == suggestion.DEPLOYED:
            position.deployed |= 1 << unit
    as_suggested(play, tuple(found), eyes=(GERMAN,))


def _with_room(look: RhineLook, unit: int) -> HexSet:
    """Hexes where a piece keeps within the stacking limits (STK.1 to STK.3, ruling R72)."""
    game, counter = look.game, look.game.counters[unit]
    if not counter.stacking:
        return game.board.all
    here = look.position.units[unit].at
    hexes = _large_enough(game, counter.stacking, counter.armour)
    kept = hexes & (1 << here if here >= 0 else 0)
    return look.room(unit, hexes) | kept


@pure(16)
def _large_enough(game: Rhine, points: int, armour: bool) -> HexSet:
    """Hexes that hold so many stacking points, if nobody else is there."""
    hexes = 0
    for node in game.board.nodes(game.board.all):
        most, most_armour = game.stacking_limits[node]
        if points <= most and (not armour or points <= most_armour):
            hexes |= 1 << node
    return hexes


def _no_room(look: RhineLook, unit: int, node: int) -> tuple[str, str]:
    counter, (points, armour) = look.game.counters[unit], look.load(node)
    most, most_armour = look.limits(node)
    tight = look.game.data.terrain_at[node] in ("rough", "swamp")
    if points + counter.stacking > most:
        coastal = look.game.data.coastal >> node & 1 and most == look.game.data.land_sides[node]
        rule = "STK.3" if coastal else "STK.2" if tight else "STK.1"
        total = points + counter.stacking
        return rule, f"{{it}} holds {most} stacking points; with {counter.name} there would be {total}"
    total = armour + counter.stacking
    told = f"{{it}} holds {most_armour} points of panzers; with {counter.name} there would be {total}"
    return "STK.2" if tight else "STK.1", told


def _fixed(look: RhineLook, unit: int) -> tuple[str, str]:
    game = look.game
    rule, node = ("SET.2", game.angers) if unit == game.ss_17 else ("SET.3", game.tours)
    return rule, f"{game.counters[unit].name} starts on {hex_name(game, node)} and stays there"
