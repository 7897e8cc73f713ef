"""French partisans (24): whether they rise, where, and when they are gone."""

from __future__ import annotations

from bocage.rules import HEXES, Conditions, HexSet, OfSide, Question, automatic, event, going_on, offer, once

from .look import FortressLook, Play, members
from .position import ALLIED, STOCK

risen = event("partisans", "24.1", "Partisans are available (die {die}).", sort="dice", roll="Partisans")
quiet = event("no partisans", "24.1", "No partisans this turn (die {die}).", sort="dice", roll="Partisans")
at_once = event("first partisans", "24.1", "Partisans are available on the first turn.", side=ALLIED)
placed = event("partisans placed", "24.2", "Partisans cut the railway at {node}.", side=ALLIED)
caught = event("partisans near ss", "24.2", "An SS unit is too near to {node} for partisans.", side=ALLIED)
gone = event("partisans gone", "24.4", "The partisans disappear.", side=ALLIED)


@automatic("partisan", "24.1")
def rising(play: Play, side: str) -> None:
    """Partisans are there on the first turn, later on a die (24.1)."""
    position, numbers = play.position, play.game.rules.numbers
    if position.turn == numbers["partisan_free_turn"]:
        position.partisan = True
        at_once(play)
        return
    (die,) = play.roll()
    position.partisan = die >= numbers["partisan_die"]
    (risen if position.partisan else quiet)(play, die)


class PartisanPlacing(Question[OfSide], name="partisan placing", rule="24.2"):
    """The partisans are put on a railway, if the Allies like (24.2, ruling R88)."""

    asks = "Choose the railway that the partisans cut, or leave them in hiding."

    @offer("place", HEXES, "24.2", "Cut the railway here")
    def place(self, look: FortressLook, frame: OfSide) -> Conditions:
        data = look.game.data
        yield -look.position.partisan, "24.1", "no partisans are available this turn"
        yield data.rail_hexes, "24.2", "no railway leads through {it}"
        yield ~data.cities, "24.2", "partisans do not rise in cities"
        yield ~(data.germany | data.italy), "24.2", "French partisans do not fight in Germany or Italy"
        yield ~look.enemy_zone(ALLIED), "24.2", "{it} is in a German zone of control"
        yield ~near_ss(look), "24.2", "an SS unit is within five hexes of {it}"

    @place.does
    def _(self, play: Play, frame: OfSide, node: int) -> None:
        if near_ss(play.look) >> node & 1:  # one that the Allies do not see
            play.looked()
            caught(play, node)
            return
        play.pop()
        play.position.partisan = False
        (unit,) = members(play.game.partisans)
        play.put(unit, node)
        placed(play, node)

    end = going_on("24.2", "Not this turn", "the partisans stay in hiding")


@once
def near_ss(look: FortressLook) -> HexSet:
    """Hexes too near to an SS unit for partisans (24.2, ruling R33)."""
    camps = look.hexes_of(members(look.game.ss_units & look.position.on_board))
    return look.game.board.near(camps, look.game.rules.numbers["partisan_ss_distance"])


@automatic("partisan leaves", "24.4")
def partisans_leave(play: Play, side: str) -> None:
    """At the end of the German second move impulse the partisans come off the map (24.4)."""
    for unit in members(play.game.partisans & play.position.on_board):
        play.take_off(unit, STOCK)
        gone(play)
