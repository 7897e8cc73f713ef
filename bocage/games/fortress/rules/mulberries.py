"""Mulberries (29): one for each invasion, and what storms do to them."""

from __future__ import annotations

from msgspec.structs import replace

from bocage.parts.placing import Placing, all_placed, picking, placing
from bocage.parts.questions import InHand
from bocage.rules import DIE, HEXES, UNITS, Automatic, Conditions, HexSet, OfSide, Units, event

from .look import FortressLook, Play, members
from .position import ALLIED, GERMAN, STOCK

placed = event("mulberry", "29.2", "{unit} is built at {node}.", sort="arrival", unit=UNITS, node=HEXES)
battered = event(
    "mulberry storm", "29.5", "Storm: {unit} (die {die}) carries {value}.", sort="dice", unit=UNITS, die=DIE,
    value="number", side=ALLIED, roll="Storm",
)  # fmt: skip


def sites(look: FortressLook) -> HexSet:
    """Invaded hexes free of enemies, not beside a German Jersey (12.12, 29.3, 31.5)."""
    game = look.game
    found = look.position.beaches & ~look.occupied(GERMAN)
    jersey = 1 << game.data.jersey
    if game.rules.jersey and not look.position.allied_control & jersey:
        found &= ~game.board.within(game.data.jersey, game.rules.numbers["jersey_mulberry_distance"])
    return found


class Mulberry(Placing[InHand]):
    """One of the two is built on an invaded hex; if there is none that serves, it is forfeited (29.2, ruling R37)."""

    name, rule = "mulberry", "29.2"

    def waiting(self, look: FortressLook, frame: InHand) -> Units:
        built = look.position.mulberry_turn == look.position.turn
        return look.game.mulberries & look.in_place(STOCK) if not built and sites(look) else 0

    def must(self, look: FortressLook, frame: InHand) -> Units:
        return self.waiting(look, frame)

    def why_must(self, look: FortressLook, units: Units) -> str:
        return "a mulberry is placed in the second impulse of an invasion"

    def idle(self, look: FortressLook, frame: InHand) -> str:
        return "Choose the mulberry that is built, and then its hex."

    @picking("pick", "29.2")
    def pick(self, look: FortressLook, frame: InHand) -> Conditions:
        yield self.waiting(look, frame), "29.2", "one mulberry is built with each invasion, where a beach is held"

    @placing("place", "12.12", "Build it here")
    def place(self, look: FortressLook, frame: InHand) -> Conditions:
        yield look.position.beaches, "12.12", "{it} was not invaded this turn"
        yield sites(look), "29.3", "Germans are at {it}, or on Jersey and too near"

    @place.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        play.put(frame.hand, node)
        play.position.mulberry_turn = play.position.turn
        placed(play, frame.hand, node)
        play.swap(replace(frame, hand=-1))

    end = all_placed("Go on", "the mulberry is built")


class Storm(Automatic[OfSide]):
    """A die for each mulberry in Europe: from five on it carries half of what it did (29.5)."""

    name, rule = "storm", "29.5"

    def run(self, play: Play, frame: OfSide) -> None:
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
