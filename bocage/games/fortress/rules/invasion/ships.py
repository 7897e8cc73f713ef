"""Naval units (19): where they lie, and when they leave; and mulberries (29): one for each invasion, and storms."""

from __future__ import annotations

from bocage.parts.placing import Placing, all_placed, picking, placing
from bocage.parts.questions import InHand
from bocage.parts.stacks import first_of
from bocage.rules import Conditions, HexSet, Units, automatic, event, provided

from ..look import FortressLook, Play, members
from ..position import ALLIED, GONE, STOCK, STORM
from .waves import cleared

anchored = event("ship", "19.3", "{unit} lies at {node}.", sort="move")
gone = event("ships leave", "19.8", "The naval units are withdrawn.", side=ALLIED)
built = event("mulberry", "29.2", "{unit} is built at {node}.", sort="arrival")
battered = event(
    "mulberry storm", "29.5", "Storm: {unit} (die {die}) carries {value}.", sort="dice", value="number", side=ALLIED,
    roll="Storm",
)  # fmt: skip


def in_service(look: FortressLook) -> Units:
    """Naval units that are still there."""
    return look.game.ships & ~look.in_place(GONE)


@automatic("ships leave", "19.8")
def ships_leave(play: Play, side: str) -> None:
    """They leave at the third turn after the second invasion, on September I at the latest (19.8, ruling R89)."""
    position, numbers = play.position, play.game.rules.numbers
    second = position.second_invasion_turn
    over = second and position.turn >= second + numbers["naval_withdrawal_delay"]
    if (over or position.turn >= numbers["naval_withdrawal_turn"]) and in_service(play.look):
        for unit in members(in_service(play.look)):
            play.take_off(unit, GONE)
        gone(play)


class Ships(Placing[InHand], name="ships", rule="19.3"):
    """Each naval unit goes to any all-sea hex before the first combat impulse (19.1, 19.3)."""

    def begin(self, play: Play, side: str) -> InHand:
        return self.next_hand(play, super().begin(play, side))

    def waiting(self, look: FortressLook, frame: InHand) -> Units:
        able = in_service(look) if look.position.invasions and look.position.weather != STORM else 0
        return able & look.in_place(STOCK)

    def why_must(self, look: FortressLook, units: Units) -> tuple[str, str]:
        return "19.1", f"{look.unit_names(units)}: every naval unit is placed with the first invasion"

    asks = "Move naval units, or leave them where they are."

    def focus(self, look: FortressLook, frame: InHand) -> int:
        return first_of(look.position.beaches)

    @picking("pick", "19.3")
    def pick(self, look: FortressLook, frame: InHand) -> Conditions:
        yield in_service(look), "19.3", "{it} is no naval unit, or has been withdrawn"
        yield provided(bool(look.position.invasions)), "19.1", "ships come with the first invasion"
        yield provided(look.position.weather != STORM), "19.9", "naval units do not move in a Storm"

    @placing("place", "19.3", "The ship lies here")
    def place(self, look: FortressLook, frame: InHand) -> Conditions:
        yield look.game.data.sea, "19.7", "naval units lie in all-sea hexes only"
        at = look.position.units[frame.hand].at
        yield ~(1 << at if at >= 0 else 0), "19.3", "the ship lies there"

    @place.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        play.put(frame.hand, node)
        anchored(play, frame.hand, node)
        play.swap(self.next_hand(play, frame.but(hand=-1)))

    end = all_placed("The ships are in place", "the naval units stay where they are")


def sites(look: FortressLook) -> HexSet:
    """Invaded hexes free of enemies, not near a German Jersey (12.12, 29.3, 31.5)."""
    game, isle = look.game, look.game.isle & ~look.position.allied_control
    near = game.board.within(game.data.jersey, game.rules.numbers["jersey_mulberry_distance"]) if isle else 0
    return cleared(look) & ~near


class Building(InHand, frozen=True):
    """A mulberry is in hand, or none; how many have been built?"""

    built: int = 0


class Mulberry(Placing[Building], name="mulberry", rule="29.2"):
    """One of the two is built on an invaded hex; if there is none that serves, it is forfeited (29.2, ruling R37)."""

    def waiting(self, look: FortressLook, frame: Building) -> Units:
        more = frame.built < look.game.rules.numbers["mulberries_per_invasion"]
        return look.game.mulberries & look.in_place(STOCK) if more and sites(look) else 0

    asks = "Choose the mulberry that is built, and then its hex."
    owing = "a mulberry is placed in the second impulse of an invasion"

    @picking("pick", "29.2")
    def pick(self, look: FortressLook, frame: Building) -> Conditions:
        yield self.waiting(look, frame), "29.2", "one mulberry is built with each invasion, where a beach is held"

    @placing("place", "12.12", "Build it here")
    def place(self, look: FortressLook, frame: Building) -> Conditions:
        yield look.position.beaches, "12.12", "{it} was not invaded this turn"
        yield sites(look), "29.3", "Germans are at {it}, or on Jersey and too near"

    @place.does
    def _(self, play: Play, frame: Building, node: int) -> None:
        play.put(frame.hand, node)
        play.position.mulberry_turn = play.position.turn
        built(play, frame.hand, node)
        play.swap(Building(frame.side, built=frame.built + 1))

    end = all_placed("Go on", "the mulberry is built")


@automatic("storm", "29.5")
def storm(play: Play, side: str) -> None:
    """A die for each mulberry in Europe: from five on it carries half of what it did (29.5)."""
    position, game, numbers = play.position, play.game, play.game.rules.numbers
    for unit in members(game.mulberries & position.on_board):
        counter = game.counters[unit]
        left = counter.capacity - position.port_damage.get(counter.id, 0)
        (die,) = play.roll()
        if die >= numbers["mulberry_damage_die"]:
            left //= numbers["mulberry_damage_divisor"]
            position.port_damage = {**position.port_damage, counter.id: counter.capacity - left}
            position.fresh_ports |= 1 << position.units[unit].at  # mended from the next turn on
        battered(play, unit, die, left)
